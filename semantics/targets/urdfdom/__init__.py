"""What urdfdom makes of a robot."""

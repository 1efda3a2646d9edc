"""What MuJoCo makes of a model."""

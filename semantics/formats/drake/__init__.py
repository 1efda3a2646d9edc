"""What Drake's tags mean wherever they are: in URDF and SDFormat alike, and what they add to a description."""

"""What Drake's tags mean wherever they stand: in URDF and SDFormat alike, and what they add to a description."""

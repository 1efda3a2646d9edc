"""What Drake makes of SDFormat, URDF and model directives."""

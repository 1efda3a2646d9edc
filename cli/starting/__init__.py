"""What a project begins with: what is found in its folder, and the configuration made of that."""

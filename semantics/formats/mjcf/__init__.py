"""MJCF, MuJoCo's format: a tree of bodies with joints inside, classes of defaults, frames and copies."""

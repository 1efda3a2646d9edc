"""Whether a robot can be as it is described: mass, inertia, overlaps. Asked for with ``--plausible``."""

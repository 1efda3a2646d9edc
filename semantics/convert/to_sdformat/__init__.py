"""SDFormat from the records of URDF, SKEL and model directives.

What all directions share is one folder up.
"""

"""URDF from the records of any format, with what URDF cannot express approximated or reported.

What all directions share is one folder up.
"""

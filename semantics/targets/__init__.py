"""What Drake, libsdformat, urdfdom and DART would say of a document: one folder per target.

Rules that are not tied to a target are in the front ends (``semantics.formats``) and in the schemas.
"""

"""What Drake, libsdformat, urdfdom and DART would say of a document: one folder per consumer.

Rules that are not tied to a consumer stand with the front ends (``semantics.formats``) and in the schemas.
"""

"""Other formats to MJCF.

The writer (``semantics.convert.to_mjcf.bodies``) makes a tree of bodies of the description, which every format has.
"""

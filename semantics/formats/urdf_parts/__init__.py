"""The parts of the URDF front end: one file for each kind of thing that a robot is made of.

``semantics.formats.urdf`` puts them together. What Drake's tags mean is not here but in
``semantics.formats.drake_tags``, because SDFormat has them too.
"""

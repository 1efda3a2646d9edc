"""The front end of URDF: one file for each kind of thing that a robot is made of.

``front_end`` puts them together. What Drake's tags mean is in ``semantics.formats.drake``, because SDFormat has them
too.
"""

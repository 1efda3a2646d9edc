"""The front end of URDF: one file for each kind of thing that a robot is made of.

``front_end`` puts them together. What Drake's tags mean is in ``semantics.formats.drake``, because SDFormat has them
too. Where several fields of a link or joint are asked for, ``__dict__`` is, which holds those that were written: the
interpreter has no short way to attributes of elements, and ``vars`` takes three times as long as one of them.
"""

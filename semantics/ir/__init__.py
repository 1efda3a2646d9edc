"""The records that every format is turned into: frames, links, joints, shapes and constraints, in document order.

Front ends in ``semantics.formats`` fill them. The objects that users hold are in ``semantics.scene``.
"""

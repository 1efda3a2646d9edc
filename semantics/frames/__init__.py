"""Where everything is: one frame graph for all formats, checked without numpy and solved with it.

The records that the graph is made of are in ``semantics.ir``; what moves is in ``semantics.kinematics``.
"""

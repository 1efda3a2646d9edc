"""What a document means: the ``Scene`` built from a ``WorldIR``, and the objects in it.

The records that front ends fill are in ``semantics.ir``, solving frames in ``semantics.frames``, motion in
``semantics.kinematics``.
"""

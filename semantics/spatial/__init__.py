"""Poses, rotations and inertia: one home for each piece of mathematics.

What joints do with rotations is in ``semantics.kinematics``; the shapes whose inertia is computed are in
``semantics.ir``.
"""

"""What moves: what joints connect (``connect``), the tree they form (``tree``), motion by coordinates (``kinematics``).

Closed loops and couplings as equations are in ``semantics.constraints``, where things stand at rest in
``semantics.frames``.
"""

"""What moves: what joints connect, the tree they form, motion by coordinates, one configuration or many at once.

Closed loops and couplings as equations are in ``semantics.constraints``; where things are at rest, in
``semantics.frames``.
"""

"""Equations between bodies and coordinates: couplings, closed loops, springs; each can be evaluated and solved for.

The references of their records are followed in ``references``, without numpy. How the tree of joints itself moves is
in ``semantics.kinematics``.
"""

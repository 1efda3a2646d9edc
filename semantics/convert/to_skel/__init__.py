"""Writes documents of SKEL: a skeleton for each set of models that joints connect.

Exports: the modules that are imported by name.
"""

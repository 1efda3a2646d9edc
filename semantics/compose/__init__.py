"""Whole documents put together and taken apart: rename with all references, attach, extract, merge.

Single elements are found and inserted in ``semantics.edit``.
"""

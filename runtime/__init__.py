"""What generated code calls: XML with positions, scalar values, the element base class and diagnostics.

Nothing here knows a format; what a document means is in ``semantics``. What elements exist is in ``schemas``.
"""

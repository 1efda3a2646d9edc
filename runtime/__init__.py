"""What generated code calls: XML with positions, scalar values, the base class of elements, the sink, saving.

No rule of any format is here: what a document means is in ``semantics``, what elements exist is in ``schemas``, what
rules there are is in ``diagnostics``.
"""

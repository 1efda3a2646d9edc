"""What a parsed document is, the options of a call, and the names that elements refer to each other by.

The steps that parse, check and save documents are in ``semantics.document``; typed elements themselves are in
``runtime.element``.
"""

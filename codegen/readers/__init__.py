"""From files to records: one reader per grammar.

Readers check form and answer with file and line; what the records mean together is decided in ``codegen.passes``.
"""

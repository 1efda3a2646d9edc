"""Findings about a document: the registry of rules, the value that a finding is, renderers and explanations.

The sink that collects findings is in ``runtime.sink``; the checks themselves are where the knowledge is. Nothing
else of the package is imported here.
"""

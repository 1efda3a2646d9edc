"""How findings are shown, one format per file: pure functions of findings, which print nothing themselves.

What a finding is stands one folder up; which format is used when, and where the text goes, is decided in ``cli``.
"""

"""Findings about a document: the registry of rules, the value that a finding is, where findings are collected.

How findings are shown is in ``diagnostics.render``; the checks themselves stand where the knowledge is.
"""

"""New rules, targets and formats in a checkout: ``nox -s new-rule``, ``new-target`` and ``new-format``.

Each writes the files that ``docs/developing.md`` lists, and no others.
"""

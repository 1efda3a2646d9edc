"""Versions of formats: which one a document is in, how it becomes one of the newest, how it is written in another.

Start at ``to_newest.upgrade`` and ``to_older.downgrade``. What changed between two versions is data: compiled rules in
``generated/<format>/<version>/conversions.py``, and the descriptions; what a document means is elsewhere.
"""

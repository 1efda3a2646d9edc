"""Versions of formats: telling which one a document is in, bringing it to the newest, writing it in another.

Start at ``upgrading.upgrade`` and ``downgrading.downgrade``. What changed between two versions is data: compiled rules in
``generated/<format>/<version>/conversions.py``, and the descriptions; what a document means is elsewhere.
"""

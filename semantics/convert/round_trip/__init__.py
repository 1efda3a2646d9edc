"""``keep``: what a conversion loses is stored in the result, and restored when it is converted back.

What is lost is found in ``coverage``.
"""

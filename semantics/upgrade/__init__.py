"""Versions of SDFormat: telling which one a document is in, bringing it to the newest, writing it as an older one.

Start at ``upgrading.upgrade`` and ``downgrade.downgrade``. What changed between two versions is data, in
``schemas/sdformat/<version>/*.convert``; what a document means once it is of the newest version is elsewhere.
"""

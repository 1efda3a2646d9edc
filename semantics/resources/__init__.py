"""Finding files: URIs, packages, model folders, the cache of Fuel, and why a URI leads to nothing.

What of a file is included is in ``semantics.includes``; the files that a document names as a list, in
``semantics.assets``.
"""

"""One front end per format: a typed document becomes descriptions in terms that every format shares.

What a description means is in ``semantics.scene`` and ``semantics.frames``; how a text is read is in
``semantics.reading``.
"""

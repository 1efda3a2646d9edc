"""What a conversion carried over of the source document, and what it lost, with the reason.

The conversions themselves are in ``to_sdformat`` and ``to_urdf``.
"""

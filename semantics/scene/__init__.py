"""What a document means: the records that front ends fill (``description``) and the ``Scene`` built from them.

Reading a format is not here (``semantics.formats``), nor are solving frames (``semantics.frames``) and motion
(``semantics.joints``).
"""

"""What of another file is included, and models of formats that are not SDFormat: the Interface API.

Finding the files is in ``semantics.resources``; adding an included model to the one that includes it is for the
front end of SDFormat (``semantics.formats.sdformat``).
"""

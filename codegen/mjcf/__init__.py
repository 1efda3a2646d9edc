"""Imports the grammar of MJCF from MuJoCo's own files: its schema file, or the table of a release with the reference.

``schema_file`` and ``release_table`` read them to the records of ``grammar``; ``descriptions`` writes these as
``schemas/mjcf/``.
"""

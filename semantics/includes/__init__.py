"""What stands in other files: finding it, telling what of it is included, models that are not SDFormat.

``uri.Finder`` finds files, ``config`` reads model.config, ``included`` says what of a file is included and keeps
track of cycles, ``interface`` is how a parser of another format contributes a model. Putting an included model into
the including one is for the front end of SDFormat (``semantics.formats``).
"""

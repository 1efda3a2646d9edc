"""What stands in other files: finding it, telling what of it is included, models that are not SDFormat.

``uri.Finder`` finds files, ``config`` reads model.config, ``included`` says what of a file is included and keeps
track of cycles, ``interface`` is how a parser of another format contributes a model, ``offering`` asks these parsers,
``repostures`` tells them where their models stand. Adding an included model to the including one is for the front end
of SDFormat (``semantics.formats.sdformat``).
"""

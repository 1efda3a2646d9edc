"""What an SDFormat document means, one subject per module.

``includes`` replaces includes by what other files hold, ``worlds`` walks the document that results and fills
descriptions. ``context`` is what both are given: where findings go, what the caller asked for, which file and version
they are in. ``interface_models`` adds what files of other formats hold.
"""

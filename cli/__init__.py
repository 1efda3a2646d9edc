"""The command line, one file per command.

Commands only parse arguments and print; everything they do is reachable from the Python interface.
"""

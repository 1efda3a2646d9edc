"""``python -m bodyplan``: the program, where its folder is not among those of programs.

Python puts the current folder first on the path of modules, so that a module of a stranger's folder would be imported in
the place of one that bodyplan needs, or of a package of tags. Nothing is imported here before that is undone.
"""

import os
import sys


def leave_current_folder_out() -> None:
    """Takes the current folder off the path of modules, unless the user names it in PYTHONPATH."""
    try:
        here = os.getcwd()
    except OSError:  # it was deleted, and is not on the path
        return
    is_safe = getattr(sys.flags, "safe_path", sys.flags.isolated)  # Python itself has left it out
    if not is_safe and sys.path[0] == here:
        del sys.path[0]
    named = os.environ.get("PYTHONPATH", "").split(os.pathsep)
    is_named = here in (os.path.abspath(each) for each in named if each)
    if len(named) > 1 and "" in named and not is_named and not sys.flags.ignore_environment and here in sys.path:
        sys.path.remove(here)  # which an empty entry stands for


if __name__ == "__main__":
    leave_current_folder_out()

    from bodyplan.cli.main import main

    sys.exit(main())

"""``python -m bodyplan``: the program, where its folder is not among those of programs."""

import sys

from bodyplan.cli.main import main

if __name__ == "__main__":
    sys.exit(main())

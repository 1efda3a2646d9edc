"""The process of the installed command ``bodyplan``: runs what its arguments name, and ends."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import NoReturn

from .main import main

_kept: list[object] | None = None
"""What the process ends with; None in the process of another program."""


def run_process() -> NoReturn:
    """Runs the command of the process's arguments and ends with its exit status.

    ``python -m bodyplan`` ends as any module does, since a program may run that within its own process.
    """
    global _kept
    _kept = []
    end_process(main())


def keep_until_end(thing: object) -> None:
    """Keeps what a command made of its last document, where the process ends with the command.

    To free the tree and the elements of a world of 3,000 shapes was 2.5 % of ``view``, and as much of ``resolve``.
    """
    if _kept is not None:
        _kept[:] = [thing]


def end_process(status: int) -> NoReturn:
    """Ends as ``sys.exit`` does, without freeing what the system takes back at once.

    Freeing modules, trees and elements one by one is 3 % of a check of a small file and 6 % of ``view`` of a world of
    3,000 shapes. Where another thread may still be at work, or a debugger or profiler waits, Python ends as it always does.
    """
    threads = sys.modules.get("threading")
    is_alone = threads is None or threads.active_count() == 1
    if not is_alone or sys.gettrace() is not None or sys.getprofile() is not None:
        sys.exit(status)
    if "atexit" in sys.modules:
        import atexit

        atexit._run_exitfuncs()
    for stream in filter(None, (sys.stdout, sys.stderr)):
        with suppress(OSError, ValueError):  # ``main`` has said what cannot be written
            stream.flush()
    os._exit(status)

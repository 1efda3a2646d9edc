"""The process of ``bodyplan``: runs the command that its arguments name, and ends."""

from __future__ import annotations

import gc
import os
import sys
from contextlib import suppress
from typing import NoReturn

from .main import main

PROCESS_THRESHOLD = (50_000, 10, 10)
"""How often Python looks for cycles in the process of the program. Modules and classes are no garbage, nor is anything that the
process ends with: to look for it among them took a twelfth of all instructions in a check of one small file."""


def run_process() -> NoReturn:
    """Runs the command of the process's arguments and ends with its exit status."""
    gc.set_threshold(*PROCESS_THRESHOLD)
    end_process(main())


def end_process(status: int) -> NoReturn:
    """Ends as ``sys.exit`` does, without freeing what the system takes back at once.

    Freeing modules, trees and elements one by one is 3 % of a check of a small file and 6 % of ``view`` of a world of
    3,000 shapes. Where another thread may still be at work, or a debugger or profiler waits, Python ends as it always does.
    """
    gc.freeze()
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

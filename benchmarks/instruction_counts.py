"""Instructions and time of calls and of processes: what pages say beside milliseconds.

Instructions are counted by valgrind, and do not depend on what else the machine does: those of a call are the difference
between a process that makes it more often and one that makes it less often, after the first.
"""

from __future__ import annotations

import math
import os
import re
import shutil
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

from processes import environment

_COUNT = re.compile(r"I\s+refs:\s+([\d,]+)")
TIMED = """
import sys, time
best = 1e9
for _ in range(int(sys.argv[-1])):
    start = time.process_time()
    call()
    best = min(best, time.process_time() - start)
print(best, file=sys.stderr)
"""
"""What comes after the text that makes ``call``."""


class Cost(NamedTuple):
    """What one call costs."""

    instructions: float
    """NaN where nothing counts them."""
    seconds: float

    def minus(self, other: Cost) -> Cost:
        """What is more than another call costs."""
        return Cost(self.instructions - other.instructions, self.seconds - other.seconds)


def measure(text: str, arguments: list[str], *, few: bool) -> Cost:
    """The cost of one call.

    Args:
        text: makes a function ``call``; it finds the arguments in ``sys.argv``.
        arguments: of the process.
        few: whether it takes so long that a few calls are enough.
    """
    less, more = (1, 2) if few else (2, 4)
    words = ["-c", text + TIMED, *arguments]
    # first, so that all modules are compiled
    done = subprocess.run(
        [sys.executable, *words, "5" if few else "25"], check=True, capture_output=True, text=True, env=environment()
    )
    # at the same time, since counts do not depend on what else goes on
    with ThreadPoolExecutor(2) as pool:
        counts = list(pool.map(count_instructions, ([*words, str(times)] for times in (less, more))))
    return Cost((counts[1] - counts[0]) / (more - less), float(done.stderr.split()[-1]))


def measure_process(arguments: list[str], folder: str | None = None, times: int = 10) -> Cost:
    """The cost of a Python process, whose modules are compiled after the first."""
    seconds = time_process(arguments, folder, times)
    return Cost(count_instructions(arguments, folder), seconds)


def time_process(arguments: list[str], folder: str | None = None, times: int = 10) -> float:
    """The shortest time of several that a Python process takes, in s."""
    taken = []
    for _ in range(times):
        start = time.perf_counter()
        subprocess.run([sys.executable, *arguments], check=False, capture_output=True, env=environment(), cwd=folder)
        taken.append(time.perf_counter() - start)
    return min(taken)


def count_instructions(arguments: list[str], folder: str | None = None) -> float:
    """Instructions of a Python process; NaN where valgrind is not there."""
    if shutil.which("valgrind") is None:
        return math.nan
    command = ["valgrind", "--tool=cachegrind", "--cache-sim=no", "--cachegrind-out-file=/dev/null", sys.executable]
    fixed = {**environment(), "PYTHONHASHSEED": "0"}
    done = subprocess.run([*command, *arguments], check=False, capture_output=True, text=True, env=fixed, cwd=folder)
    found = _COUNT.search(done.stderr)
    return float(found[1].replace(",", "")) if found else math.nan


def ratio_of(cost: Cost, floor: Cost) -> float:
    """How many times the floor something costs: by instructions, by time where nothing counts these."""
    by_instructions = cost.instructions / floor.instructions
    return cost.seconds / floor.seconds if math.isnan(by_instructions) else by_instructions


def judge(measured: float, wanted: float | None) -> str:
    """The last two cells of a row: what is wanted, and whether it is met."""
    if wanted is None:
        return "| "
    return f"{wanted:g} | {'yes' if measured <= wanted else '**no**'}"


def keep_compiled(folder: str) -> None:
    """Has the processes from now on keep compiled modules in a folder, as an installation has them beside the sources."""
    os.environ.update({"PYTHONPYCACHEPREFIX": os.path.join(folder, "compiled"), "PYTHONDONTWRITEBYTECODE": ""})

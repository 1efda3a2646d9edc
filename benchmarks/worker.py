"""A process that reads files with one library and times itself.

    python benchmarks/worker.py READER

Each line of its input is a JSON object: ``path``, and ``seconds``, how long to go on at least. Each line of its output
answers one: ``times`` in s, ``peak`` and ``rss`` in bytes, ``status`` (``"read"``, ``"rejected"``: read to the end and found faulty,
or what went wrong). The first line it writes says ``version``, or ``missing`` where the library is not there.
"""

from __future__ import annotations

import gc
import json
import os
import resource
import sys
import time
from typing import Any

from readers import READERS, STEPS, Read, Rejected

MOST_RUNS = 40
"""Times taken for one line at most."""


def main() -> int:
    """Answers until the input ends."""
    answers = os.fdopen(os.dup(1), "w")
    quiet = os.open(os.devnull, os.O_WRONLY)
    os.dup2(quiet, 1)
    os.dup2(quiet, 2)  # libraries have much to say about files, which is no concern here
    reader = {**READERS, **STEPS}[sys.argv[1]]
    try:
        read = reader.make()
    except ImportError as error:
        _write(answers, {"missing": str(error)})
        return 0
    _write(answers, {"version": reader.version()})
    for line in sys.stdin:
        asked = json.loads(line)
        _write(answers, timed(read, asked["path"], asked.get("seconds", 0.0)))
    return 0


def timed(read: Read, path: str, seconds: float) -> dict[str, Any]:
    """Reads a file again and again; every run starts with what the one before made already let go of."""
    times: list[float] = []
    status = "read"
    until = time.perf_counter() + seconds
    gc.collect()
    while True:
        start = time.perf_counter()
        try:
            found = read(path)
            end = time.perf_counter()
        except Rejected:
            end = time.perf_counter()
            found, status = None, "rejected"
        except Exception as error:  # noqa: BLE001  # whatever a library throws at a file
            return {"status": f"{type(error).__name__}: {error}"[:200], "times": [], "peak": 0, "rss": 0}
        times.append(end - start)
        if end >= until or len(times) == MOST_RUNS:
            break
        found = None
        if end - start > 0.02:
            gc.collect()
    answer = {"status": status, "times": times, "peak": peak(), "rss": resident()}
    del found
    gc.collect()
    return answer


def peak() -> int:
    """Most memory that this process ever had, in bytes."""
    return _of_status("VmHWM") or resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


def resident() -> int:
    """Memory that this process has now, in bytes; 0 where the system does not say."""
    return _of_status("VmRSS")


def _of_status(name: str) -> int:
    try:
        with open("/proc/self/status") as file:
            return next((int(line.split()[1]) * 1024 for line in file if line.startswith(name)), 0)
    except OSError:
        return 0


def _write(file: Any, answer: dict[str, Any]) -> None:
    file.write(json.dumps(answer) + "\n")
    file.flush()


if __name__ == "__main__":
    sys.exit(main())

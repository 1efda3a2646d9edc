"""The loop of a worker: a path in each line in, JSON in each line out, with so much of the processor for each file."""

from __future__ import annotations

import json
import os
import resource
import sys
from collections.abc import Callable
from typing import Any


def serve(read: Callable[[str], dict[str, Any]], *, processor_seconds: int) -> None:
    """Answers until the input ends; what the implementation prints goes to the standard error.

    A file that takes longer ends the process. Time of the processor does not depend on what else the machine does.
    """
    answers = os.fdopen(os.dup(1), "w")
    os.dup2(2, 1)
    for line in sys.stdin:
        used = resource.getrusage(resource.RUSAGE_SELF)
        soft = int(used.ru_utime + used.ru_stime) + 1 + processor_seconds
        resource.setrlimit(resource.RLIMIT_CPU, (soft, resource.RLIM_INFINITY))
        answers.write(json.dumps(read(line.rstrip("\n"))) + "\n")
        answers.flush()

"""How much memory a process took, as its own kernel accounts say it.

The peak that getrusage gives is no use in a child: Linux carries the parent's peak over fork and exec, so a child of
a large test process begins with that.
"""

import resource
from pathlib import Path

_STATUS = Path("/proc/self/status")


def peak() -> int:
    """Most memory that this process ever had, in bytes."""
    if _STATUS.exists():
        lines = _STATUS.read_text().splitlines()
        return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024

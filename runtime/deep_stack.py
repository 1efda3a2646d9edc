"""Lets calls be nested deeper than the interpreter allows by itself, for as long as that is needed."""

from __future__ import annotations

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

_holds: list[int] = []
_limit = 0
_lock = threading.Lock()


@contextmanager
def deep_stack(calls: int) -> Iterator[None]:
    """Lets so many more calls be nested; threads share what was raised, and the last one to leave puts it back."""
    global _limit
    with _lock:
        if not _holds:
            _limit = sys.getrecursionlimit()
        _holds.append(calls)
        sys.setrecursionlimit(_limit + max(_holds))
    try:
        yield
    finally:
        with _lock:
            _holds.remove(calls)
            if not _holds:
                sys.setrecursionlimit(_limit)

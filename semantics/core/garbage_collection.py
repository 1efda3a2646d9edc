"""Pauses of Python's collector of cycles, which loading, saving and converting need no help from."""

from __future__ import annotations

import gc
from _thread import allocate_lock
from collections.abc import Iterator
from contextlib import contextmanager

_pauses = 0
_is_resumed = True
_lock = allocate_lock()


@contextmanager
def collector_paused() -> Iterator[None]:
    """Keeps the collector of cycles from walking the many objects that something makes, none of which is garbage yet.

    Every pause that ends lets it run again, or overlapping pauses of several threads might never let it run.
    """
    global _pauses, _is_resumed
    with _lock:
        if _pauses == 0:
            _is_resumed = gc.isenabled()
        _pauses += 1
        gc.disable()
    try:
        yield
    finally:
        with _lock:
            _pauses -= 1
            if _is_resumed:
                gc.enable()


@contextmanager
def collector_stopped() -> Iterator[None]:
    """Keeps the collector off until what is made is let go of again, also behind the pauses inside, in a call about one document.

    What is left counts as old: the collector would walk through all of it at once when it runs again, in a process that
    mostly ends now.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            if not gc.get_freeze_count():  # what a program has frozen stays so
                gc.freeze()
                gc.unfreeze()
            gc.enable()

"""What a command that works for long is doing, at a terminal: one line on standard error, which makes way for what is written."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, TextIO

DELAY = 2.0
"""Seconds that a command takes before it says so."""
_INTERVAL = 0.5
_ERASED = "\r\x1b[K"

_shown: list[ElapsedTime] = []
"""The line of the command that runs."""


class ElapsedTime:
    """The line; a thread writes it anew for as long as nothing else does.

    Args:
        doing: what the command does.
        stream: the terminal.
    """

    def __init__(self, doing: str, stream: TextIO) -> None:
        import threading  # most commands end without a line

        self._doing, self._stream = doing, stream
        self._began = time.monotonic()
        self._is_visible = False
        self._lock = threading.RLock()
        self._ended = threading.Event()
        self._thread = threading.Thread(target=self._repeat, daemon=True)
        self._thread.start()

    def _repeat(self) -> None:
        wait = DELAY
        while not self._ended.wait(wait):
            wait = _INTERVAL
            with self._lock:
                if not self._ended.is_set():
                    self._stream.write(f"{_ERASED}{self._doing}: {time.monotonic() - self._began:.0f} s")
                    self._stream.flush()
                    self._is_visible = True

    @contextmanager
    def aside(self) -> Iterator[None]:
        """Takes the line away while something is written."""
        with self._lock:
            if self._is_visible:
                self._stream.write(_ERASED)
                self._stream.flush()
                self._is_visible = False
            yield

    def end(self) -> None:
        """Takes the line away for good."""
        with self.aside():
            self._ended.set()
        self._thread.join()  # no process is forked beside it


class _Stream:
    """A stream before which the line makes way."""

    def __init__(self, stream: TextIO, line: ElapsedTime) -> None:
        self._stream, self._line = stream, line

    def write(self, text: str) -> int:
        with self._line.aside():
            return self._stream.write(text)

    def __getattr__(self, name: str) -> Any:
        if name == "buffer":
            with self._line.aside():
                return self._stream.buffer
        return getattr(self._stream, name)


@contextmanager
def show_elapsed_time(doing: str) -> Iterator[None]:
    """Holds while a command runs, and says that it does where that takes long and somebody is looking."""
    if not sys.stderr.isatty():
        yield
        return
    streams = sys.stdout, sys.stderr
    line = ElapsedTime(doing, sys.stderr)
    sys.stdout, sys.stderr = _Stream(sys.stdout, line), _Stream(sys.stderr, line)
    _shown.append(line)
    try:
        yield
    finally:
        _shown.remove(line)
        line.end()
        sys.stdout, sys.stderr = streams


def end_elapsed_time() -> None:
    """Takes the line away for good: something else says how far the work is, or it does not end by itself."""
    for line in _shown:
        line.end()

"""Exit statuses of every command."""

from __future__ import annotations

OK = 0
"""Nothing wrong."""

PROBLEMS = 1
"""Something was found in a document."""

UNUSABLE = 2
"""The call itself was wrong, or a path cannot be read."""

INTERRUPTED = 130
"""Stopped by Ctrl-C: 128 and the number of the signal."""

PIPE_CLOSED = 141
"""The reader of the output has gone: 128 and the number of the signal."""

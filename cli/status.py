"""Exit statuses of every command."""

from __future__ import annotations

OK = 0
"""Nothing wrong."""

PROBLEMS = 1
"""Something was found in a document."""

UNUSABLE = 2
"""The call itself was wrong, a path cannot be read, or the output cannot be written."""

INTERRUPTED = 130
"""Stopped by Ctrl-C: 128 and the number of the signal."""

UNREAD = 141
"""What reads the output went away: 128 and the number of the signal that ends other programs then."""

"""What a rule is about, at length: why it matters, examples, what readers do. ``explanation(code)`` is a rule's page.

The words stand in one file a rule here, ``BP205.toml``; ``reading`` says what such a file holds.
"""

from __future__ import annotations

from .page import Page, explanation

__all__ = ["Page", "explanation"]

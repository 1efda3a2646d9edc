"""What a rule is about, at length: why it matters, examples, what readers do. ``explanation(code)`` is a rule's page.

They are in the file of the rule, ``rules/BP205-repeated-element.toml``; ``loader`` says what such a file holds.
"""

from __future__ import annotations

from .page import Page, explanation

__all__ = ["Page", "explanation"]

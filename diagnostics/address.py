"""Where the documentation is."""

from __future__ import annotations

from typing import Final

DOCUMENTATION: Final = "https://bodyplan.readthedocs.io/en/latest/"
"""The published documentation."""

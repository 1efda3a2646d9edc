"""Settings of all tests."""

from __future__ import annotations

import os

from hypothesis import settings

if "CI" not in os.environ:  # there hypothesis has a profile of its own, which sets no deadline either
    settings.register_profile("unhurried", deadline=None)
    settings.load_profile("unhurried")

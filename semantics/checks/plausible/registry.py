"""The checks of ``--plausible``, in the order in which they run."""

from __future__ import annotations

from collections.abc import Callable

from ..context import CheckContext

PLAUSIBILITY_CHECKS: tuple[Callable[[CheckContext], None], ...] = ()

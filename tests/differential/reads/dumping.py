"""What the programs that dump a reader's model share."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..serving import serve as serving


def plain(value: Any) -> Any:
    """Anything as data for JSON, with numbers of nine digits."""
    if value is None or isinstance(value, (str, bool, int)):
        return value
    if isinstance(value, float):
        return float(f"{value:.9g}") if np.isfinite(value) else str(value)
    if isinstance(value, np.ndarray):
        return [plain(each) for each in value.ravel().tolist()]
    if hasattr(value, "static_friction"):  # which Drake shows by its type alone
        return [value.static_friction(), value.dynamic_friction()]
    if isinstance(value, dict):
        return {str(key): plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    text = repr(value)
    if " at 0x" not in text:
        return text
    return [
        [name, plain(each)] for name in dir(value) if name[0] != "_" and not callable(each := getattr(value, name))
    ] or (type(value).__name__)


def serve(read: Any) -> None:
    """Answers with the dump of each file that is asked for."""
    serving(read, processor_seconds=30)

"""Names as pictures show them: without the scope that all share, and without that of what they hang on."""

from __future__ import annotations

from collections.abc import Mapping

from ..ir.scoped_names import SEPARATOR


def labels(above: Mapping[str, str | None], shared: str) -> dict[str, str]:
    """What each name is called in a picture.

    Args:
        above: name to that of what it hangs on, or None.
        shared: the scope that all names stand in.
    """
    found: dict[str, str] = {}
    for name, upper in above.items():
        scope = name.rpartition(SEPARATOR)[0]
        if scope and upper is not None and scope in (upper, upper.rpartition(SEPARATOR)[0]):
            found[name] = last(name)
        elif shared and name.startswith(f"{shared}{SEPARATOR}"):
            found[name] = name[len(shared) + len(SEPARATOR) :]
        else:
            found[name] = last(name) if name == shared else name
    return found


def last(name: str) -> str:
    """The name without its scope."""
    return name.rpartition(SEPARATOR)[2] or name

"""Names as pictures show them: without the scope that all share, and without that of what they hang on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..ir.scoped_names import SEPARATOR, WORLD


def shared_scope(names: Iterable[str], models: Iterable[str] = ()) -> str:
    """The scope that all names stand in; of models that may be the model itself.

    Args:
        names: scoped names; the world's is passed over.
        models: those among them that others may appear in.
    """
    shared: list[str] | None = None
    inner = set(models)
    for name in names:
        if name == WORLD:
            continue
        parts = name.split(SEPARATOR)
        if name not in inner:
            parts.pop()
        if shared is None:
            shared = parts
        else:
            same = 0
            for one, other in zip(shared, parts):
                if one != other:
                    break
                same += 1
            del shared[same:]
        if not shared:
            return ""
    return SEPARATOR.join(shared or ())


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

"""The kinds of fixes by the names that the registry of rules has for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from . import names, structure, values

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .drafts import Kind

KINDS: Final[Mapping[str, Kind]] = {
    "nearest": names.nearest,
    "refer": names.refer,
    "key": names.key,
    "rename": names.renamed,
    "name": names.named,
    "remove": names.removed,
    "write": values.write,
    "put": values.put,
    "cut": values.cut,
    "shorten": values.shorten,
    "pad": values.pad,
    "number": values.number,
    "trim": values.trim,
    "blanks": values.blanks,
    "size": values.size,
    "normalise": values.normalise,
    "identity": values.identity,
    "exchange": values.exchange,
    "repeated": structure.repeated,
    "stray": structure.stray,
    "xml": structure.xml,
    "declare": structure.declare,
    "add": structure.add,
    "succeed": structure.succeed,
    "raise": structure.raised,
    "version": structure.version,
}

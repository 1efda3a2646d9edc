"""The kinds of fixes by the names that the registry of rules has for them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from . import name_fixes, structure_fixes, value_fixes

if TYPE_CHECKING:
    from collections.abc import Mapping

    from .candidate import Kind

KINDS: Final[Mapping[str, Kind]] = {
    "nearest": name_fixes.nearest,
    "refer": name_fixes.refer,
    "key": name_fixes.key,
    "rename": name_fixes.renamed,
    "name": name_fixes.named,
    "remove": name_fixes.removed,
    "write": value_fixes.write,
    "put": value_fixes.put,
    "cut": value_fixes.cut,
    "shorten": value_fixes.shorten,
    "pad": value_fixes.pad,
    "number": value_fixes.number,
    "trim": value_fixes.trim,
    "blanks": value_fixes.blanks,
    "size": value_fixes.size,
    "normalise": value_fixes.normalise,
    "identity": value_fixes.identity,
    "exchange": value_fixes.exchange,
    "repeated": structure_fixes.repeated,
    "stray": structure_fixes.stray,
    "xml": structure_fixes.xml,
    "declare": structure_fixes.declare,
    "add": structure_fixes.add,
    "succeed": structure_fixes.succeed,
    "raise": structure_fixes.raised,
    "version": structure_fixes.version,
}

"""Names in a text, by what they are names of, for editors that show each kind of names in a colour of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...diagnostics.records import NamedTuple
from .positions import TextRange

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .snapshot import Snapshot

TYPES = ("namespace", "class", "function", "variable", "property", "macro", "parameter")
"""The kinds of tokens that editors have a colour for, of which we make use."""
MODIFIERS = ("declaration",)
_TYPE_OF_KIND = {
    **dict.fromkeys(("world", "model", "robot", "skeleton", "instance"), "namespace"),
    **dict.fromkeys(("link", "body"), "class"),
    **dict.fromkeys(("joint", "actuator", "dof", "virtual_joint"), "function"),
    **dict.fromkeys(("frame", "site", "marker"), "variable"),
}


class NameToken(NamedTuple):
    """A name in a text."""

    range: TextRange
    type: str
    is_declaration: bool


def list_tokens(snapshot: Snapshot) -> Iterator[NameToken]:
    """Every name that is given or referred to, in the order of the text."""
    end = 0
    for each in sorted((*_find_names(snapshot), *_find_macro_names(snapshot))):
        if each.range.start >= end:
            end = each.range.end
            yield each


def _find_macro_names(snapshot: Snapshot) -> Iterator[NameToken]:
    """Those of xacro that are defined."""
    if not snapshot.is_in_xacro:
        return
    known = {each.symbol for names in snapshot.macro_files.texts.values() for each in names.names if each.is_definition}
    for each in snapshot.macro_names.names:
        if each.symbol in known:
            kind = "macro" if each.kind == "macro" else "parameter" if each.scope else "variable"
            yield NameToken(TextRange(each.start, each.end), kind, each.is_definition)


def _find_names(snapshot: Snapshot) -> Iterator[NameToken]:
    end = 0
    for each in snapshot.occurrences:
        if each.range.start < end or each.range.start == each.range.end:
            continue
        kind = None
        if each.definition is not None:
            kind = each.definition.kind
        elif each.reference is not None:
            meant = snapshot.others.resolve(snapshot.document, each.reference)[each.part]
            kind = None if meant is None else meant.kind
        if kind is None or "\n" in snapshot.text[slice(*each.range)]:
            continue
        end = each.range.end
        yield NameToken(each.range, _TYPE_OF_KIND.get(kind, "property"), each.reference is None)

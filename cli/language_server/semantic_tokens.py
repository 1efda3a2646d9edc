"""Names in a text, by what they are names of, for editors that show each kind of names in a colour of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from .positions import TextRange
from .snapshot import Snapshot

TYPES = ("namespace", "class", "function", "variable", "property")
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

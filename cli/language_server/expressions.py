"""What the expressions of xacro in a text come to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...diagnostics.errors import BodyplanError
from ...runtime.markup import Markup
from ...runtime.patterns import compile_pattern
from ...runtime.sink import Sink
from ...runtime.source import Source
from ...semantics.xacro.engine import is_installed
from ...semantics.xacro.expansion import expand
from .positions import TextRange

if TYPE_CHECKING:
    from .snapshot import Snapshot

_EXPRESSION = compile_pattern(r"\$\{[^{}<]*\}|\$\((?:[^()<]|\([^()<]*\))*\)")
PROBE = "bodyplan-value"
"""The element that is put in the place of one whose values are asked for."""
MOST_VALUES = 8
"""Values of one expression, in calls of a macro, that are shown."""


def find_expression(snapshot: Snapshot, offset: int) -> TextRange | None:
    """The expression that a place is in."""
    begin = max(snapshot.text.rfind("<", 0, offset), 0)
    found = _EXPRESSION.finditer(snapshot.text, begin)
    for each in found:
        if each.start() > offset:
            return None
        if offset <= each.end():
            return TextRange(*each.span())
    return None


def evaluate(snapshot: Snapshot, place: TextRange) -> list[str]:
    """The values of an expression: one, or one for each way in which a macro around it is called; none where it has none."""
    markup = snapshot.markup
    number = markup.element_at(place.start)
    if not is_installed() or not snapshot.is_in_xacro or number < 0:
        return []
    at = markup.starts[number] if markup.parents[number] >= 0 else markup.tag_ends[number]
    expression = snapshot.text[slice(*place)].replace('"', "&quot;")
    text = f'{snapshot.text[:at]}<{PROBE} value="{expression}"/>{snapshot.text[at:]}'
    if not markup.is_well_formed:
        text, _ = Markup(text).repair()
    try:
        made = expand(Source(snapshot.path, text), Sink(), snapshot.options)
    except (BodyplanError, ValueError):
        return []
    if made is None:
        return []
    values = [each.getAttribute("value") for each in made.elements if each.tagName == PROBE]
    return list(dict.fromkeys(values))[:MOST_VALUES]

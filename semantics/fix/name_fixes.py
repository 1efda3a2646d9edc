"""Fixes that write another name: of a tag, an attribute, a word, a thing, or of what is referred to."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...runtime.saving.style import quote_value
from ...runtime.spelling import Suggestion
from ..postprocess.typo_recovery import REFERRED_TO
from .candidate import Draft, NoFixFound
from .text_edit import TextChange

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...diagnostics.rule import Safety
    from .candidate import Case


def correct_spelling(case: Case) -> Iterator[Draft]:
    """The tag, attribute or word that was meant; what has no meaning any more is removed."""
    near, file, node, attribute = case.get_argument("suggested"), case.file, case.node, case.finding.attribute
    if not near:
        if case.get_argument("until") or case.get_argument("case"):
            yield from remove_element(case)
        return
    if "allowed" in case.finding.arguments:
        value = file.value(node, attribute)
        if value is not None:
            yield Draft(f"write {near!r}", (file.replace_value(near, value),))
    elif near[0] == "@":
        written = None if attribute is None else file.attribute(node, attribute)
        if written is not None and file.attribute(node, near[1:]) is None:
            change = TextChange(written.start, written.start + len(written.name), near[1:])
            yield Draft(f"write {near[1:]!r}", (change,))
    else:
        yield Draft(f"write <{near}>", tuple(file.rename_element(node, near)))


def correct_reference(case: Case) -> Iterator[Draft]:
    """The name that a reference most likely means."""
    advice = case.get_argument("advice")
    if not isinstance(advice, Suggestion):
        return
    reference = str(case.get_argument("reference") or case.get_argument("name"))
    if not case.file.is_xml:
        at = case.file.offset(case.finding.line, case.finding.column) or 0
        start = case.file.text.find(reference, at, case.file.style.next_line(at))
        if start >= 0:
            yield Draft(f"write {advice.meant!r}", (TextChange(start, start + len(reference), advice.meant),))
        return
    for attribute in (case.finding.attribute, "name", None):
        value = case.file.value(case.node, attribute)
        if value is not None and value.text == reference:
            yield Draft(f"write {advice.meant!r}", (case.file.replace_value(advice.meant, value),))
            return


def correct_key(case: Case) -> Iterator[Draft]:
    """The key of a mapping in YAML that was meant."""
    advice, file, written = case.get_argument("suggestion"), case.file, str(case.get_argument("key"))
    at = file.offset(case.finding.line, case.finding.column)
    if isinstance(advice, Suggestion) and at is not None and file.text.startswith(written, at):
        yield Draft(f"write {advice.meant!r}", (TextChange(at, at + len(written), advice.meant),))


def rename_duplicate(case: Case) -> Iterator[Draft]:
    """Another name for the second of two things."""
    value = case.file.value(case.node, "name")
    if value is None or not value.text:
        return
    name = case.file.number_name(value.text)
    safety: Safety | None = "never" if value.text in case.file.referenced_names else None
    yield Draft(f"name it {name!r}", (case.file.replace_value(name, value),), safety)


def add_name(case: Case) -> Iterator[Draft]:
    """A name for what has none: the one that is missing, where there is just one, or a new one."""
    if case.get_argument("part") not in (None, "@name"):
        return
    node, file = case.node, case.file
    tag = file.layout.name(node).rpartition(":")[2]
    found = case.unresolved_names if tag in REFERRED_TO else []
    safety: Safety | None = None
    if len(found) == 1:
        name = found[0]
    elif tag in REFERRED_TO or tag in _ENDS:
        name = file.number_name(tag) if tag in file.names else tag
        safety = "never"
    else:
        return
    written = file.attribute(node, "name")
    if written is not None:
        change = TextChange(written.value_start, written.value_end, quote_value(name, file.text[written.value_end]))
    else:
        at = node.start + 1 + len(file.layout.name(node))
        change = TextChange(at, at, f" {file.style.attribute('name', name)}")
    yield Draft(f"name it {name!r}", (change,), safety)


_ENDS = frozenset({"visual", "collision", "sensor", "light", "plugin", "material", "transmission", "actuator"})
"""Elements that have names and are referred to by little."""


def remove_element(case: Case) -> Iterator[Draft]:
    """The text without what the finding is about."""
    node, file, attribute = case.node, case.file, case.finding.attribute
    if case.fixing.argument:
        # it is about something inside
        around = [each for each in file.ancestors(node) if file.layout.name(each) == case.fixing.argument]
        node, attribute = around[-1] if around else node, None
    part = case.get_argument("part")
    if attribute is None and isinstance(part, str) and part[0] == "@":
        attribute = part[1:]
    if attribute is not None:
        written = file.attribute(node, attribute)
        if written is None:
            raise NoFixFound
        yield Draft(f"remove {written.name!r}", (file.remove_attribute(written),))
        return
    name = file.layout.name(node)
    if isinstance(part, str) and name != part:
        there = [child for child in file.children(node) if file.layout.name(child) == part]
        if len(there) != 1:
            raise NoFixFound
        node, name = there[0], part
    if node.number == 0:
        raise NoFixFound
    yield Draft(f"remove <{name}>", (file.remove_element(node),))

"""A SKEL document as DART reads it, which mostly is just what is written.

Whatever looks different, or just may be, has the document read again by DART's rules: what is asked here of an element is
never less than what ``skel_parser`` does with it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cache, lru_cache
from typing import TYPE_CHECKING, Any, Union

from ....diagnostics.records import NamedTuple, replace
from ....runtime.patterns import compile_pattern
from ...formats.skel.joints import AXES, AXES_READ, DIRECTIONS
from ...formats.skel.tree import JOINT_DOFS
from ..facts import facts_of
from ..registry import DART
from .skel_parser import ACTUATORS, READERS, SEVERAL, DartValueError, never_read, read_again, read_vector

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...core.parsed import ParsedDocument
    from .skel_parser import Fault

SELDOM = frozenset({"soft_shape", "plane", "multi_sphere"})
"""What has a document read again, as coordinates and the planes of joints do."""
NUMERIC = frozenset({"number", "vector", "pose", "lengths", "color"})
TRUTHS = {"1": "true", "0": "false"}
"""Values of truth by their other texts."""
_NUMBER = r"-?(?:[0-9]{1,18}(?:\.[0-9]{0,18})?|\.[0-9]{1,18})(?:e-?[0-9]{1,2})?"
_NUMBERS = compile_pattern(rf"[ \t\r\n]*{_NUMBER}(?:[ \t\r\n]+{_NUMBER})*[ \t\r\n]*")
"""Numbers that everybody reads alike."""


class Text(NamedTuple):
    """A text that is read; see ``_Document.read_value``."""

    kind: str
    size: int = 0


class Parts(NamedTuple):
    """What is read in an element."""

    parts: Mapping[Any, Part]
    """By name; None for what DART passes over."""
    needed: frozenset[str] = frozenset()
    is_choice: bool = False
    """Whether only one child is read, and none but these."""


Part = Union[Text, Parts, "Callable[[_Element], Parts | None]", None]

NOTHING = Parts({})


def as_dart_reads(parsed: ParsedDocument[Any]) -> ParsedDocument[Any]:
    """A document as DART reads it; those of other formats stay what they are."""
    if parsed.format != "skel":
        return parsed
    reading = _read(parsed)
    as_read = replace(parsed, root=reading[0])
    parsed.reading = reading
    return as_read


def read_as_dart(parsed: ParsedDocument[Any]) -> tuple[Any, list[Fault]]:
    """The same with what ends DART's reading: what was read for the front end, which nobody else has any more."""
    reading, parsed.reading = parsed.reading, None
    return reading or _read(parsed)


def _read(parsed: ParsedDocument[Any]) -> tuple[Any, list[Fault]]:
    """The typed root of what DART takes from a document, and the faults that end its reading."""
    root = None if parsed.may_have_changed or _has_split_text(parsed.source.text) else parsed.source.root
    if root is not None and root.tag == "skel" and _is_as_written(root, _parts_of_root()):
        return parsed.root, []
    return read_again(parsed)


def _has_split_text(text: str) -> bool:
    """Whether a comment may stand beside a text, of which DART reads no more than what is before it."""
    if "<![CDATA[" in text or "<!DOCTYPE" in text or text.find("<?", 1) >= 0:
        return True
    start = text.find("<!--")
    while start >= 0:
        end = text.find("-->", start)
        before, after = text[text.rfind(">", 0, start) + 1 : start], text[end + 3 : text.find("<", end)]
        if before.strip() or after.strip():
            return True
        start = text.find("<!--", end)
    return False


def _is_as_written(element: _Element, reading: Parts) -> bool:
    """Whether DART takes all in an element as it is written."""
    parts, needed, is_choice = reading
    if is_choice and len(element) and (len(element) > 1 or element[0].tag not in parts):
        return False
    left = set(needed) if needed else None
    for child in element:
        tag = child.tag
        part = parts.get(tag, NOTHING)
        if left:
            left.discard(tag)
        if isinstance(part, Text):
            text = child.text
            if text is None or len(child) or not _is_same(text, part):
                return False
            continue
        inner = part if part is None or isinstance(part, Parts) else part(child)
        if inner is not NOTHING and (inner is None or not _is_as_written(child, inner)):
            return False
    return not left


@lru_cache(maxsize=4096)
def _is_same(text: str, how: Text) -> bool:
    """Whether DART makes of a text what the format does."""
    if text.isspace():
        return False
    try:
        value = read_vector(how.size, text) if how.size else READERS[how.kind](text)
    except DartValueError:
        return False
    if value == text or (how.kind in ("bool", "switch") and value == TRUTHS.get(text)):
        return True
    is_plain = how.kind in NUMERIC and _NUMBERS.fullmatch(text) is not None
    return is_plain and list(map(float, text.split())) == list(map(float, value.split()))


@cache
def _parts_of_root() -> Parts:
    skeleton = _parts_of("skeleton", further={"joint": _parts_of_joint})
    return _parts_of(
        "skel", further={"world": _parts_of("world", further={"skeleton": skeleton})}, kinds={"world": "all!"}
    )


def _parts_of(tag: str, kinds: Mapping[str, str] | None = None, further: Mapping[str, Part] = NOTHING.parts) -> Parts:
    """What is read in an element of that name, by the table of DART."""
    own = facts_of(DART.name).own
    reads = own["reads"].get(tag, {}) if kinds is None else kinds
    parts: dict[str, Part] = {name: None for name in never_read().get(tag, ()) if f"{tag}/{name}" not in own["unused"]}
    needed = {name for name, kind in reads.items() if kind[-1] == "!" or kind in SEVERAL}
    for name, kind in reads.items():
        if kind == "solids":
            solids = {solid: _parts_of(solid, inner) for solid, inner in own[kind].items() if solid not in SELDOM}
            parts[name] = Parts(solids, is_choice=True)
        elif kind in ("first", "all"):
            parts[name] = _parts_of(name) if name not in SELDOM else None
        else:
            parts[name] = Text(kind.rstrip("!"))
    return Parts({**parts, **further}, frozenset(needed))


def _parts_of_joint(joint: _Element) -> Parts | None:
    kind = joint.get("type")
    if kind not in JOINT_DOFS:
        return NOTHING
    return _parts_of_type(kind) if joint.get("actuator", "force") in ACTUATORS else None


@cache
def _parts_of_type(kind: str) -> Parts:
    dofs = JOINT_DOFS[kind]
    reads = {"parent": "text", "child": "text", "transformation": "pose"}
    if kind == "euler":
        reads["axis_order"] = "axis_order!"
    further: dict[str, Part] = {
        "plane": None,
        "dof": None,
        "init_pos": Text("vector", dofs),
        "init_vel": Text("vector", dofs),
    }
    for count, tag in enumerate(AXES):
        if count >= AXES_READ.get(kind, dofs):
            further[tag] = None
        else:
            directed = {"xyz": "vector!"} if count < DIRECTIONS.get(kind, 0) else {}
            further[tag] = _parts_of(tag, {**facts_of(DART.name).own["reads"][tag], **directed})
    return _parts_of("joint", reads, further)

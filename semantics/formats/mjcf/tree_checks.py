"""What the text of a document shows that its typed elements do not.

Namespaces, words that older releases had, and parts that scenes have no place for.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from lxml import etree

from ....diagnostics import rules
from ....runtime.numbers import C_NUMBER, to_float
from ....runtime.source import literal_tag
from ..schema_tables import read_schema_table
from .releases import report_gone_words, tags_of_gone_words
from .schema_leniency import is_loosely_read

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....mjcf.newest import Mujoco
    from ....runtime.sink import Sink

LEFT_OUT = "left_out.toml"
DOCUMENT = "mujoco"


def check_tree(root: object, sink: Sink, tag: str = DOCUMENT) -> None:
    """Reports all of these, of a tree that is kept; what is in its root is read as the inside of an element with the tag."""
    if isinstance(root, etree._Element):
        _report_declarations(root, sink)
        if next(root.iter(*_tags_in_doubt()), None) is not None:
            report_gone_words(root, sink)
            _report_left_out(root, tag, sink)
        if tag == DOCUMENT:
            _report_unread(root, sink)


def may_need_tree(root: Mujoco, sink: Sink) -> bool:
    """Whether any of these may be in a document of which no tree is kept: by words of its text, and what is in its root."""
    unread = read_schema_table("mjcf", LEFT_OUT)["unread"]
    return (
        sink.mentions("xmlns:")
        or any(sink.mentions(f"<{tag}") for tag in _tags_in_doubt())
        or any(vars(root).get(tag) for tag in unread)
    )


@cache
def tags_left_out() -> tuple[str, ...]:
    """The tags of elements for which, or for attributes of which, scenes may have no place."""
    table = read_schema_table("mjcf", LEFT_OUT)
    return tuple({place.partition("/")[2] for place in table["elements"]} | table["attributes"].keys())


@cache
def _tags_in_doubt() -> tuple[str, ...]:
    """The tags of all elements of which there may be something to say, so that most trees are gone through once."""
    return (*tags_left_out(), *tags_of_gone_words())


def _report_declarations(root: _Element, sink: Sink) -> None:
    """Reports namespaces that are declared inside: they are attributes to MuJoCo, which passes over those of the root."""
    if not sink.mentions("xmlns"):
        return
    count = sum(1 for _ in etree.iterwalk(root, events=("start-ns",)))
    if count <= len(root.nsmap):
        return
    declared: list[str] = []
    for _, about in etree.iterwalk(root, events=("start-ns", "start")):
        if isinstance(about, tuple):
            declared.append(f"xmlns:{about[0]}" if about[0] else "xmlns")
            continue
        if declared and about is not None and about is not root and not is_loosely_read(about):
            said: dict[str, Any] = {"parent": literal_tag(about), "case": "exact"}
            for name in declared:
                sink.report(rules.UNKNOWN_ATTRIBUTE, about, attribute=name, severity="error", name=name, **said)
        declared.clear()


def _report_left_out(root: _Element, root_tag: str, sink: Sink) -> None:
    table = read_schema_table("mjcf", LEFT_OUT)
    places, attributes = table["elements"], table["attributes"]
    for element in root.iter(*tags_left_out()):
        tag, around = literal_tag(element), element.getparent()
        parent = root_tag if around is None or around is root else literal_tag(around)
        why = places.get(f"{parent}/{tag}")
        if why is not None:
            sink.report(rules.LEFT_OUT_OF_SCENE, element, what=f"<{tag}>", why=why)
        for name, about in attributes.get(tag, {}).items():
            if _has_effect(element.get(name), about["but_for"]):
                what = f"attribute {name!r} of <{tag}>"
                _warn(element, name, what, about["why"], sink)


def _report_unread(root: _Element, sink: Sink) -> None:
    unread = read_schema_table("mjcf", LEFT_OUT)["unread"]
    for element in root:
        tag = literal_tag(element)
        if tag in unread:
            _warn(element, None, f"<{tag}>", unread[tag], sink)


def _warn(element: _Element, attribute: str | None, what: str, why: str, sink: Sink) -> None:
    sink.report(rules.LEFT_OUT_OF_SCENE, element, attribute=attribute, what=what, why=why, severity="warning")


def _has_effect(text: str | None, neutral: list[float]) -> bool:
    """Whether numbers are written of which one is not neutral; what is no number is reported as such."""
    found = None if text is None else C_NUMBER.findall(text)
    return any(to_float(number) not in neutral for number in found or ())

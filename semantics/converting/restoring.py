"""The way back: parts that an earlier conversion stored are put where they stood."""

from __future__ import annotations

import re
from copy import deepcopy
from typing import TYPE_CHECKING

from lxml import etree

from ...runtime.diagnostics import rules_conversion as rules
from ...runtime.source import literal_tag
from .ledger import KEPT, NAMESPACE, words

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.etree import _Element

    from ...runtime.diagnostics.sink import Sink

NAMELESS = f"{{{NAMESPACE}}}nameless"
ATTRIBUTE = f"{{{NAMESPACE}}}attribute"
IN = f"{{{NAMESPACE}}}in"
_STEP = re.compile(r'/(?P<tag>[^/\[]+)(?:\[@name="(?P<name>[^"]*)"\]|\[(?P<number>\d+)\])?')
GONE = "what it stood in is not there any more"
OF_ANOTHER = "it is of another format"


def restored(text: str, blocks: Iterable[_Element], sink: Sink, title: str) -> str:
    """A document with the parts that its source stored; those that have no place in it any more are told as lost.

    Args:
        text: of the document that was made.
        blocks: ``<bodyplan:kept>`` of the source.
        sink: receives what could not be put back.
        title: of the format that is made.
    """
    parts = [part for block in blocks for part in block.iterchildren("*")]
    if not parts:
        return text
    root = etree.fromstring(text.encode())
    for part in sorted(parts, key=lambda each: each.tag == NAMELESS):  # names are what others are found by
        reason = _put_back(part, root)
        if reason is not None:
            sink.report(rules.LOST, part, what=words(part, None), format=title, reason=reason, is_storable=False)
    head = text[: text.index("?>") + 2] + "\n" if text.startswith("<?xml") else ""
    return head + etree.tostring(root.getroottree(), encoding="unicode").rstrip() + "\n"


def blocks_in(root: _Element) -> list[_Element]:
    """What an earlier conversion stored in a document."""
    return list(root.iter(KEPT))


def _put_back(part: _Element, root: _Element) -> str | None:
    """Puts a part where its path says; otherwise why not."""
    path = part.get(IN) or ""
    steps = list(_STEP.finditer(path))
    if not steps:
        return GONE
    if steps[0]["tag"] != literal_tag(root):
        return OF_ANOTHER
    holder: _Element | None = root
    for step in steps[1:]:
        holder = None if holder is None else _inner(holder, step)
    if holder is None:
        return GONE
    if part.tag == NAMELESS:
        holder.attrib.pop("name", None)
        return None
    if part.tag == ATTRIBUTE:
        name = part.get("name") or ""
        if name:
            holder.set(name, part.get("value") or "")
        return None
    copy = deepcopy(part)
    del copy.attrib[IN]
    copy.tail = None
    _append(holder, _without_ours(copy))
    return None


def _without_ours(part: _Element) -> _Element:
    """The part without a prefix that was declared for what is stored."""
    etree.cleanup_namespaces(part)
    return part


def _inner(holder: _Element, step: re.Match[str]) -> _Element | None:
    """The child that a step of a path leads to; one without name is made where it is missing."""
    alike = [each for each in holder.iterchildren("*") if literal_tag(each) == step["tag"]]
    if step["name"] is not None:
        return next((each for each in alike if each.get("name") == step["name"]), None)
    if step["number"] is not None:
        number = int(step["number"])
        return alike[number - 1] if number <= len(alike) else None
    if alike:
        return alike[0]
    if ":" in step["tag"]:
        return None
    made = etree.SubElement(holder, step["tag"])
    holder.remove(made)
    _append(holder, made)
    return made


def _append(holder: _Element, part: _Element) -> None:
    """Puts an element behind all others, on a line of its own."""
    around, depth = holder.getparent(), 1
    while around is not None:
        around, depth = around.getparent(), depth + 1
    inner, outer = "\n" + "  " * depth, "\n" + "  " * (depth - 1)
    last = holder[-1] if len(holder) else None
    if last is None:
        holder.text = inner
    else:
        last.tail = inner
    part.tail = outer
    holder.append(part)

"""Conditions of target tables: tests on a node of a tree of names, attributes and texts."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from ...runtime.numbers import C_DECIMAL, C_NUMBER, to_float
from ...runtime.source import literal_names, literal_tag

if TYPE_CHECKING:
    from lxml.etree import _Element


class ConditionNode(NamedTuple):
    """An element, or one of its attributes by its name as written."""

    element: _Element
    attribute: str | None


Select = Callable[[ConditionNode, "Index"], "list[ConditionNode]"]


class ReferenceScope(NamedTuple):
    """Where what a text refers to may be found."""

    levels: int | None
    """How many elements above the node the search begins; None: at the root."""
    select: Select


class Index:
    """The texts at the targets of one document: what refers to one of many is found without looking at all of them."""

    __slots__ = ("_children", "_found")

    def __init__(self) -> None:
        self._found: dict[tuple[ReferenceScope, _Element], dict[str, list[ConditionNode]]] = {}
        self._children: dict[tuple[_Element, str], list[ConditionNode]] = {}

    def children(self, node: ConditionNode, tag: str) -> Iterable[ConditionNode]:
        """The children of that name, looked for once."""
        known = self._children.get((node.element, tag))
        if known is None:
            known = self._children[node.element, tag] = list(_step(node, tag))
        return known

    def at(self, target: ReferenceScope, node: ConditionNode) -> dict[str, list[ConditionNode]]:
        """By their texts, the nodes that ``target`` means as seen from ``node``."""
        starts = [node if target.levels is not None else ConditionNode(node.element.getroottree().getroot(), None)]
        for _ in range(target.levels or 0):
            starts = [around for start in starts for around in _up(start)]
        if not starts:
            return {}
        start = starts[0]
        texts = self._found.get((target, start.element))
        if texts is None:
            texts = self._found[target, start.element] = {}
            for found in target.select(start, self):
                texts.setdefault(text_of(found), []).append(found)
        return texts


Test = Callable[[ConditionNode, Index], bool]
Check = Callable[[ConditionNode, "list[ConditionNode]", "list[str]", Index], bool]

_COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    "below": operator.lt,
    "above": operator.gt,
    "at_most": operator.le,
    "differs": operator.ne,
}

_TEXT_TESTS: dict[str, Callable[[str, Any], bool]] = {
    "in": lambda text, value: any(_is(text, entry) for entry in value),
    "not_in": lambda text, value: not any(_is(text, entry) for entry in value),
    "contains": lambda text, value: value in text,
    "lacks": lambda text, value: value not in text,
    "matches": lambda text, value: re.fullmatch(value, text.strip()) is not None,
    "count": lambda text, value: len(numbers(text)) in value,
    "count_not": lambda text, value: len(numbers(text)) not in value,
}


def compile_test(condition: dict[str, Any]) -> Test:
    """One entry of ``when`` as a function."""
    selects = [_select(path) for path in condition.get("at", ["."])]
    follow = condition.get("follow")
    bases = _follow(follow) if follow else None
    default = None
    if "default" in condition:
        default = str(condition["default"])
        default = default.lower() if isinstance(condition["default"], bool) else default
    checks = [_check(key, value, default) for key, value in condition.items() if key not in ("at", "follow", "default")]

    def test(node: ConditionNode, index: Index) -> bool:
        starts = [node] if bases is None else bases(node, index)
        nodes = [found for start in starts for select in selects for found in select(start, index)]
        texts = [text_of(found) for found in nodes]
        if not nodes and default is not None and starts:
            texts = [default]
        return all(check(node, nodes, texts, index) for check in checks)

    return test


def text_of(node: ConditionNode) -> str:
    """The value of an attribute, or the text of an element without the blanks around it."""
    element = node.element
    if node.attribute is not None:
        return str(element.get(_own_name(element, node.attribute) or "", ""))
    return "".join([element.text or "", *(child.tail or "" for child in element)]).strip()


def written_attributes(element: _Element) -> list[str]:
    """Names of the attributes of an element as they are written."""
    return list(literal_names(element).values())


def _own_name(element: _Element, attribute: str) -> str | None:
    """The name without its prefix of an attribute, by the one that it is written with; None where there is none."""
    if element.get(attribute) is not None:
        return attribute
    names = literal_names(element).items() if ":" in attribute else ()
    return next((name for name, written in names if written == attribute), None)


def numbers(text: str, *, hexadecimal: bool = True) -> list[float]:
    """Numbers read from the left until one cannot be read."""
    form = C_NUMBER if hexadecimal else C_DECIMAL
    found, place = [], 0
    while match := form.match(text, place):
        found.append(to_float(match[1]))
        place = match.end()
    return found


def version(text: str) -> tuple[int, ...]:
    """A version to compare with another."""
    return tuple(int(digits[:9]) for digits in re.findall(r"\d+", text))


def _check(key: str, value: Any, default: str | None) -> Check:
    if key == "present":
        return lambda node, nodes, texts, index: bool(nodes) is value
    if key == "more":
        return lambda node, nodes, texts, index: len(nodes) > value
    if key == "later":
        return lambda node, nodes, texts, index: any(_is_later(found.element) is value for found in nodes)
    if key in _COMPARISONS:
        return _comparison(_COMPARISONS[key], value, default)
    if key == "same":
        select = _select(value)
        return lambda node, nodes, texts, index: any(text_of(other) in texts for other in select(node, index))
    if key not in _TEXT_TESTS:
        raise ValueError(f"a condition has no test {key!r}")
    test = _TEXT_TESTS[key]
    return lambda node, nodes, texts, index: any(test(text, value) for text in texts)


def _comparison(compare: Callable[[float, float], bool], value: Any, default: str | None) -> Check:
    select = _select(value) if isinstance(value, str) else None

    def check(node: ConditionNode, nodes: list[ConditionNode], texts: list[str], index: Index) -> bool:
        known = all(_is_read_in_c(found.element) for found in nodes)
        if select is None:
            others = [float(value)]
        else:
            written = [text_of(other) for other in select(node, index)]
            if not written and default is not None:
                written = [default]
            others = [number for text in written for number in numbers(text, hexadecimal=known)[:1]]
        return any(
            compare(number, other) for text in texts for number in numbers(text, hexadecimal=known) for other in others
        )

    return check


def _is_read_in_c(element: _Element) -> bool:
    """Whether hexadecimal numbers are known: in SDFormat's own elements, but not where Drake reads a text as a stream."""
    return element.getroottree().getroot().tag == "sdf" and ":" not in literal_tag(element)


def _is(text: str, entry: Any) -> bool:
    if isinstance(entry, bool):
        return text.strip().lower() in (("true", "1") if entry else ("false", "0"))
    if isinstance(entry, (int, float)):
        return numbers(text) == [entry]
    return bool(text == entry)


def _is_later(element: _Element) -> bool:
    tag = literal_tag(element)
    return any(literal_tag(other) == tag for other in element.itersiblings(preceding=True))


def _follow(follow: dict[str, Any]) -> Callable[[ConditionNode, Index], list[ConditionNode]]:
    source = _select(follow["from"])
    targets = []
    for path in follow["to"]:
        steps = path.split("/")
        levels = next(number for number, step in enumerate(steps) if step != "..")
        targets.append(ReferenceScope(levels if steps[0] else None, _select("/".join(steps[levels:]))))

    def bases(node: ConditionNode, index: Index) -> list[ConditionNode]:
        keys = {text_of(found) for found in source(node, index)}
        return [
            around
            for target in targets
            for key in keys
            for found in index.at(target, node).get(key, ())
            for around in _up(found)
        ]

    return bases


def _select(path: str) -> Select:
    anchored = path.startswith("/")
    steps = [step for step in path.strip("/").split("/") if step != "."]

    def select(node: ConditionNode, index: Index) -> list[ConditionNode]:
        current, rest = [node], steps
        if anchored:
            root = node.element.getroottree().getroot()
            current = [ConditionNode(root, None)] if literal_tag(root) == steps[0] else []
            rest = steps[1:]
        is_shared = False
        for step in rest:
            # many siblings may ask for the same child of their parent
            is_child = is_shared and step != ".." and step[0] != "@"
            look = index.children if is_child else _step
            current = [found for place in current for found in look(place, step)]
            is_shared |= step == ".."
        return current

    return select


def _step(node: ConditionNode, step: str) -> Iterable[ConditionNode]:
    if step == "..":
        return _up(node)
    if step[0] == "@":
        is_there = _own_name(node.element, step[1:]) is not None
        return [ConditionNode(node.element, step[1:])] if is_there else []
    # the tree is much faster in looking through many siblings: for the name in any namespace, and for one whose prefix
    # is part of it since the document does not declare it
    children = node.element.iterchildren(step, f"{{*}}{step.rpartition(':')[2]}")
    return [ConditionNode(child, None) for child in children if literal_tag(child) == step]


def _up(node: ConditionNode) -> list[ConditionNode]:
    if node.attribute is not None:
        return [ConditionNode(node.element, None)]
    parent = node.element.getparent()
    return [] if parent is None else [ConditionNode(parent, None)]

"""Conditions of target tables: tests on a node of a tree of names, attributes and texts."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from ...diagnostics.records import NamedTuple, dataclass
from ...runtime.numbers import C_DECIMAL, C_NUMBER, to_float
from ...runtime.patterns import compile_pattern
from ...runtime.source import LEAST_INDEXED, literal_names, literal_tag

if TYPE_CHECKING:
    from lxml.etree import _Element


SHORT = 64
"""Characters of a text up to which the numbers in it are remembered."""


class ConditionNode(NamedTuple):
    """An element, or one of its attributes by its name as written."""

    element: _Element
    attribute: str | None


Node = tuple["_Element", "str | None"]
"""The same without names for its parts: thousands are made for one document, each in a quarter of the time."""


@dataclass(frozen=True, slots=True)
class Branch:
    """What paths that go down from an element have in common."""

    children: dict[str, Branch]
    attributes: tuple[str, ...]
    is_end: bool
    """Whether a path ends with the element itself."""

    @classmethod
    def of(cls, paths: Iterable[Sequence[str]]) -> Branch:
        """The branch of paths, each by its steps."""
        inner: dict[str, list[Sequence[str]]] = {}
        attributes: list[str] = []
        is_end = False
        for path in paths:
            if not path:
                is_end = True
            elif path[0][0] == "@":
                attributes.append(path[0][1:])
            else:
                inner.setdefault(path[0], []).append(path[1:])
        return cls({tag: cls.of(rest) for tag, rest in inner.items()}, tuple(attributes), is_end)

    def has_text(self, element: _Element, passes: Callable[[str], bool]) -> bool | None:
        """Whether a text that the paths lead to passes a test; None where they lead to none."""
        outcome: bool | None = None
        for name in self.attributes:
            value = element.get(name)
            if value is None and ":" in name:
                value = element.get(_own_name(element, name) or "")
            if value is not None:
                if passes(value):
                    return True
                outcome = False
        branches = self.children
        for child in element[:] if branches else ():
            tag = str(child.tag)
            branch = branches.get(tag if tag[0] != "{" else literal_tag(child))
            if branch is None:
                continue
            if branch.is_end:
                if passes(text_of((child, None))):
                    return True
                outcome = False
            inner = branch.has_text(child, passes) if branch.children or branch.attributes else None
            if inner:
                return True
            outcome = outcome if inner is None else inner
        return outcome

    def collect(self, element: _Element, found: list[Node]) -> None:
        """Adds the nodes that the paths lead to."""
        for name in self.attributes:
            if _own_name(element, name) is not None:
                found.append((element, name))
        branches = self.children
        for child in element[:] if branches else ():
            tag = str(child.tag)
            branch = branches.get(tag if tag[0] != "{" else literal_tag(child))
            if branch is None:
                continue
            if branch.is_end:
                found.append((child, None))
            if branch.children or branch.attributes:
                branch.collect(child, found)


class Places:
    """The nodes that paths lead to from a node, each up some elements, or to the root, and down from there."""

    __slots__ = ("_down", "_from_root", "_up")

    def __init__(self, paths: Iterable[str]) -> None:
        down: list[list[str]] = []
        up: dict[int, list[list[str]]] = {}
        self._from_root: list[tuple[str, Branch]] = []
        for path in paths:
            steps = [step for step in path.strip("/").split("/") if step != "."]
            levels = next((number for number, step in enumerate(steps) if step != ".."), len(steps))
            if ".." in steps[levels:]:
                raise ValueError(f"the path {path!r} goes up after it has gone down")
            if path.startswith("/"):
                self._from_root.append((steps[0], Branch.of([steps[1:]])))
            elif levels:
                up.setdefault(levels, []).append(steps[levels:])
            else:
                down.append(steps)
        self._down = Branch.of(down) if down else None
        self._up = [(levels, Branch.of(rest)) for levels, rest in up.items()]

    @property
    def only_down(self) -> Branch | None:
        """What all paths have in common; None where some go up, or begin at the root."""
        return None if self._up or self._from_root else self._down

    def collect(self, node: Node, index: Index) -> list[Node]:
        """The nodes."""
        found: list[Node] = []
        down = self._down
        if down is not None:
            if down.is_end:
                found.append(node)
            down.collect(node[0], found)
        for levels, branch in self._up:
            start = _above(node, levels)
            if start is None:
                continue
            if branch.is_end:
                found.append(start)
            _collect_shared(start[0], branch, found, index)
        for tag, branch in self._from_root:
            start = _root_of(node)
            if literal_tag(start[0]) == tag:
                if branch.is_end:
                    found.append(start)
                _collect_shared(start[0], branch, found, index)
        return found


def _collect_shared(element: _Element, branch: Branch, found: list[Node], index: Index) -> None:
    """Adds the nodes below an element that others look at too."""
    if len(element) < LEAST_INDEXED:
        branch.collect(element, found)
        return
    for name in branch.attributes:
        if _own_name(element, name) is not None:
            found.append((element, name))
    for tag, inner in branch.children.items():
        for child in index.children(element, tag):
            if inner.is_end:
                found.append((child, None))
            if inner.children or inner.attributes:
                inner.collect(child, found)


class ReferenceScope(NamedTuple):
    """Where what a text refers to may be found."""

    levels: int | None
    """How many elements above the node the search begins; None: at the root."""
    places: Places


class Index:
    """What is looked up more than once while the conditions of one document are evaluated."""

    __slots__ = ("_children", "_found", "bases", "outcomes")

    def __init__(self) -> None:
        self.outcomes: dict[tuple[str, _Element], bool] = {}
        """What came of conditions, by their texts, on elements that several nodes ask."""
        self.bases: dict[tuple[str, Node], list[Node]] = {}
        """What nodes refer to, by the text that says how."""
        self._found: dict[tuple[ReferenceScope, _Element], dict[str, list[Node]]] = {}
        self._children: dict[_Element, dict[str, list[_Element]]] = {}

    def children(self, element: _Element, tag: str) -> Sequence[_Element]:
        """The children of that name; many siblings may ask for the same child of their parent."""
        known = self._children.get(element)
        if known is None:
            known = self._children[element] = {}
            for child in element[:]:
                known.setdefault(literal_tag(child), []).append(child)
        return known.get(tag, ())

    def at(self, target: ReferenceScope, node: Node) -> dict[str, list[Node]]:
        """By their texts, the nodes that ``target`` means as seen from ``node``."""
        start = _root_of(node) if target.levels is None else _above(node, target.levels)
        if start is None:
            return {}
        texts = self._found.get((target, start[0]))
        if texts is None:
            texts = self._found[target, start[0]] = {}
            for found in target.places.collect(start, self):
                texts.setdefault(text_of(found), []).append(found)
        return texts


TextPlace = tuple[int, "str | None"]
"""Where one text is: so many elements up, the attribute of that name; None for the text of the node itself."""

Test = Callable[[Node, Index], bool]
Check = Callable[[Node, "list[Node]", "list[str]", Index], bool]

_COMPARISONS: dict[str, Callable[[float, float], bool]] = {
    "below": operator.lt,
    "above": operator.gt,
    "at_most": operator.le,
    "differs": operator.ne,
}

_TEXT_TESTS: dict[str, Callable[[Any], Callable[[str], bool]]] = {
    "in": lambda value: _is_one_of(value),
    "not_in": lambda value: _is_none_of(value),
    "contains": lambda value: lambda text: value in text,
    "lacks": lambda value: lambda text: value not in text,
    "matches": lambda value: _matches(compile_pattern(value)),
    "count": lambda value: lambda text: len(numbers(text)) in value,
    "count_not": lambda value: lambda text: len(numbers(text)) not in value,
}
"""What makes the test of a text, by the value in the table: it is made once, and called thousands of times."""


class Condition(NamedTuple):
    """One entry of ``when``."""

    words: str
    """The same in all that are equal."""
    test: Test
    place: TextPlace | None
    """Where the text is that alone decides; None where there is no such text."""
    passes: Callable[[str | None], bool]
    """The test of that text, or of that there is none."""
    is_of_numbers: bool
    """Whether it compares numbers."""

    @classmethod
    def of(cls, condition: dict[str, Any]) -> Condition:
        """The condition that an entry means."""
        test, place = compile_test(condition), _find_place(condition.get("at", ["."]))
        keys = condition.keys() - {"at", "default"}
        if place is not None and len(keys) == 1:
            (key,) = keys
            of_text = _compile_comparison(key, condition[key]) or _compile_text(key, condition[key])
            if of_text is not None:
                passes = partial(_passes, of_text, _passes_without(condition, key, of_text))
                return cls(repr(condition), test, place, passes, key in _COMPARISONS)
        return cls(repr(condition), test, None, _passes_nothing, is_of_numbers=False)


def find_text(node: Node, levels: int, name: str | None) -> str | None:
    """The text at a place, None where there is none."""
    if name is None:
        return text_of(node)
    element, attribute = node
    for _ in range(levels if attribute is None else levels - 1):
        parent = element.getparent()
        if parent is None:
            return None
        element = parent
    return element.get(name)


def _passes(of_text: Callable[[str], bool], otherwise: bool, text: str | None) -> bool:
    return otherwise if text is None else of_text(text)


def _passes_nothing(text: str | None) -> bool:
    return False


def _passes_without(condition: dict[str, Any], key: str, of_text: Callable[[str], bool]) -> bool:
    """What comes of the test of a text where there is none."""
    if key == "present":
        return not condition[key]
    return "default" in condition and of_text(_default_of(condition))


def _default_of(condition: dict[str, Any]) -> str:
    default = str(condition["default"])
    return default.lower() if isinstance(condition["default"], bool) else default


def _compile_text(key: str, value: Any) -> Callable[[str], bool] | None:
    """The test of a text; None where a key stands for none."""
    if key == "present":
        return lambda text: bool(value)
    return _TEXT_TESTS[key](value) if key in _TEXT_TESTS else None


def _compile_comparison(key: str, value: Any) -> Callable[[str], bool] | None:
    """The test of the numbers in a text, none of which is hexadecimal; None where a key stands for none, or for two texts."""
    if key not in _COMPARISONS or isinstance(value, str):
        return None
    compare, other = _COMPARISONS[key], float(value)
    return lambda text: any(compare(number, other) for number in numbers(text))


def _find_place(paths: Sequence[str]) -> TextPlace | None:
    """The place of the only text that paths lead to; None where there may be several, or where one is not found by its name."""
    if paths == ["."]:
        return 0, None
    *above, last = paths[0].split("/")
    is_attribute = len(paths) == 1 and last[:1] == "@" and ":" not in last
    return (len(above), last[1:]) if is_attribute and all(step == ".." for step in above) else None


FAILING_WITHOUT_NODES = frozenset({*_TEXT_TESTS, *_COMPARISONS, "same", "later"})
"""Tests that fail where there is nothing to be tested."""


def compile_test(condition: dict[str, Any]) -> Test:
    """One entry of ``when`` as a function."""
    places = Places(condition.get("at", ["."]))
    follow = condition.get("follow")
    bases = _follow(follow) if follow else None
    default = _default_of(condition) if "default" in condition else None
    keys = [(key, value) for key, value in condition.items() if key not in ("at", "follow", "default")]
    if bases is None and len(keys) == 1:
        key, value = keys[0]
        if key == "present" or key in _TEXT_TESTS:
            return _compile_text_test(condition, key)
        if key == "later" and "at" not in condition:
            return lambda node, index: _is_later(node[0], index) is value
        test_one = _test_one(places, _check(key, value, default), [] if default is None else [default])
        if key in _COMPARISONS and isinstance(value, str) and default is None:
            here, other = _find_place(condition.get("at", ["."])), _find_place([value])
            if here is not None and other is not None:
                return _compare_texts(_COMPARISONS[key], here, other, test_one)
        return test_one
    checks = [_check(key, value, default) for key, value in keys]

    def test(node: Node, index: Index) -> bool:
        starts = [node] if bases is None else bases(node, index)
        nodes = [found for start in starts for found in places.collect(start, index)]
        texts = [text_of(found) for found in nodes]
        if not nodes and default is not None and starts:
            texts = [default]
        return all(check(node, nodes, texts, index) for check in checks)

    return test


def _test_one(places: Places, check: Check, absent: list[str]) -> Test:
    """The test of one check; of the ``absent`` texts where none is there."""

    def test(node: Node, index: Index) -> bool:
        nodes = places.collect(node, index)
        return check(node, nodes, [text_of(found) for found in nodes] if nodes else absent, index)

    return test


def _compile_text_test(condition: dict[str, Any], key: str) -> Test:
    """The test whether something is there, or whether one of the texts there passes the test of that name."""
    paths: list[str] = condition.get("at", ["."])
    of_text = _compile_text(key, condition[key])
    assert of_text is not None, "else it is no test of texts"
    otherwise = _passes_without(condition, key, of_text)
    place = _find_place(paths)
    if place == (0, None):
        return lambda node, index: of_text(text_of(node))
    if place is not None and place[1] is not None:
        return _test_attribute(place[0], place[1], of_text, otherwise)
    steps = [path.split("/") for path in paths]
    levels = min(next((number for number, step in enumerate(each) if step != ".."), len(each)) for each in steps)
    inner = [each[levels:] for each in steps]
    if levels:
        below = {**condition, "at": ["/".join(each) or "." for each in inner]}
        return _test_ancestor(levels, compile_test(below), repr(below), otherwise)
    is_wanted = bool(condition[key])
    if key == "present" and all(len(each) == 1 and each[0][0] not in "@." for each in inner):
        return _test_children(frozenset(paths), is_wanted)
    if key == "present":  # it is enough to come to a text
        return _test_texts(Places(paths), lambda text: True, False) if is_wanted else _test_absence(Places(paths))
    return _test_texts(Places(paths), of_text, otherwise)


def _compare_texts(
    compare: Callable[[float, float], bool], place: TextPlace, other: TextPlace, with_hexadecimal: Test
) -> Test:
    """The test whether a number in the text at a place compares so with the first in another."""

    def test(node: Node, index: Index) -> bool:
        text, against = find_text(node, *place), find_text(node, *other)
        if text is None or against is None:
            return False
        if "x" in text or "X" in text or "x" in against or "X" in against:
            return with_hexadecimal(node, index)
        limit = numbers(against)[:1]
        return bool(limit) and any(compare(number, limit[0]) for number in numbers(text))

    return test


def _test_attribute(levels: int, name: str, of_text: Callable[[str], bool], otherwise: bool) -> Test:
    """The test of one attribute: most conditions are of this kind, and take a fifth of the time so."""
    if levels == 0:

        def test_own(node: Node, index: Index) -> bool:
            value = node[0].get(name)
            return otherwise if value is None else of_text(str(value))

        return test_own

    def test_above(node: Node, index: Index) -> bool:
        start = _above(node, levels)
        value = None if start is None else start[0].get(name)
        return otherwise if value is None else of_text(str(value))

    return test_above


def _test_ancestor(levels: int, inner: Test, text: str, otherwise: bool) -> Test:
    """The test of an element around a node, which is made once for all nodes and rows with a condition of that text."""

    def test(node: Node, index: Index) -> bool:
        start = _above(node, levels)
        if start is None:
            return otherwise
        key = text, start[0]
        known = index.outcomes.get(key)
        if known is None:
            known = index.outcomes[key] = inner(start, index)
        return known

    return test


def _test_children(tags: frozenset[str], is_wanted: bool) -> Test:
    """The test whether an element has a child of one of some names, or has none."""

    def test(node: Node, index: Index) -> bool:
        for child in node[0][:]:
            tag = str(child.tag)
            if tag in tags or (tag[:1] == "{" and literal_tag(child) in tags):
                return is_wanted
        return not is_wanted

    return test


def _test_absence(places: Places) -> Test:
    """The test whether paths lead to nothing."""
    has_any = _test_texts(places, lambda text: True, otherwise=False)
    return lambda node, index: not has_any(node, index)


def _test_texts(places: Places, of_text: Callable[[str], bool], otherwise: bool) -> Test:
    """The test whether a text at some places passes another; ``otherwise`` where there is no such place."""
    down = places.only_down
    if down is not None and not down.is_end:
        inside = down  # or it would be asked again each time

        def test_inside(node: Node, index: Index) -> bool:
            outcome = inside.has_text(node[0], of_text)
            return otherwise if outcome is None else outcome

        return test_inside

    def test(node: Node, index: Index) -> bool:
        found = places.collect(node, index)
        return any(map(of_text, map(text_of, found))) if found else otherwise

    return test


def without_prefix(condition: dict[str, Any], prefix: str) -> dict[str, Any] | bool:
    """An entry of ``when`` for a document in which no name begins with a prefix: shorter, or what comes of it in any case."""
    paths: list[str] = condition.get("at", ["."])
    if _has_prefix(condition.get("follow", {}).get("from", ""), prefix):
        left = []  # nothing is followed
    else:
        left = [path for path in paths if not _has_prefix(path, prefix)]
    if left == paths:
        return condition
    if left:
        return {**condition, "at": left}
    if condition.keys() - {"at"} == {"present"}:
        return condition["present"] is False
    return False if condition.keys() - {"at", "follow"} <= FAILING_WITHOUT_NODES else condition


def _has_prefix(path: str, prefix: str) -> bool:
    """Whether a step of a path begins with a prefix."""
    return any(step.lstrip("@").startswith(prefix) for step in path.split("/"))


def text_of(node: Node) -> str:
    """The value of an attribute, or the text of an element without the blanks around it."""
    element, attribute = node
    if attribute is not None:
        value = element.get(attribute)
        if value is None and ":" in attribute:
            value = element.get(_own_name(element, attribute) or "")
        return str(value or "")
    if not len(element):
        return (element.text or "").strip()
    return "".join([element.text or "", *[child.tail or "" for child in element[:]]]).strip()


def written_attributes(element: _Element) -> list[str]:
    """Names of the attributes of an element as they are written."""
    names = element.keys()
    for name in names:
        if name[0] == "{":
            return list(literal_names(element).values())
    return names


def _own_name(element: _Element, attribute: str) -> str | None:
    """The name without its prefix of an attribute, by the one that it is written with; None where there is none."""
    if element.get(attribute) is not None:
        return attribute
    if ":" not in attribute:
        return None
    return next((name for name, written in literal_names(element).items() if written == attribute), None)


def numbers(text: str, *, hexadecimal: bool = True) -> tuple[float, ...]:
    """Numbers read from the left until one cannot be read."""
    return (_read_short if len(text) <= SHORT else _read_numbers)(text, hexadecimal)


def _read_numbers(text: str, hexadecimal: bool) -> tuple[float, ...]:
    form = C_NUMBER if hexadecimal else C_DECIMAL
    found, place = [], 0
    while match := form.match(text, place):
        found.append(to_float(match[1]))
        place = match.end()
    return tuple(found)


_read_short = lru_cache(maxsize=4096)(_read_numbers)


def first_number(text: str) -> float | None:
    """The number that a text begins with."""
    match = C_NUMBER.match(text)
    return None if match is None else to_float(match[1])


def version(text: str) -> tuple[int, ...]:
    """A version to compare with another."""
    return tuple(int(digits[:9]) for digits in re.findall(r"\d+", text))


def _check(key: str, value: Any, default: str | None) -> Check:
    if key == "present":
        return lambda node, nodes, texts, index: bool(nodes) is value
    if key == "more":
        return lambda node, nodes, texts, index: len(nodes) > value
    if key == "later":
        return lambda node, nodes, texts, index: any(_is_later(found[0], index) is value for found in nodes)
    if key in _COMPARISONS:
        return _comparison(_COMPARISONS[key], value, default)
    if key == "same":
        places = Places([value])
        return lambda node, nodes, texts, index: any(text_of(other) in texts for other in places.collect(node, index))
    if key not in _TEXT_TESTS:
        raise ValueError(f"a condition has no test {key!r}")
    test = _TEXT_TESTS[key](value)
    return lambda node, nodes, texts, index: any(map(test, texts))


def _comparison(compare: Callable[[float, float], bool], value: Any, default: str | None) -> Check:
    places = Places([value]) if isinstance(value, str) else None

    def check(node: Node, nodes: list[Node], texts: list[str], index: Index) -> bool:
        if not texts:
            return False
        written: list[str] = []
        if places is not None:
            written = [text_of(other) for other in places.collect(node, index)]
            if not written and default is not None:
                written = [default]
        # only where it makes a difference, for to ask for the root takes as long as all else
        is_hexadecimal = any("x" in text or "X" in text for text in (*texts, *written))
        known = not is_hexadecimal or all(_is_read_in_c(found[0]) for found in nodes)
        others = [number for text in written for number in numbers(text, hexadecimal=known)[:1]]
        if places is None:
            others = [float(value)]
        for text in texts:
            for number in numbers(text, hexadecimal=known):
                for other in others:
                    if compare(number, other):
                        return True
        return False

    return check


def _is_read_in_c(element: _Element) -> bool:
    """Whether hexadecimal numbers are known: in SDFormat's own elements, but not where Drake reads a text as a stream."""
    return element.getroottree().getroot().tag == "sdf" and ":" not in literal_tag(element)


def _is_one_of(entries: Sequence[Any]) -> Callable[[str], bool]:
    """The test whether a text is one of some words, truth values or numbers."""
    words = frozenset(entry for entry in entries if isinstance(entry, str))
    if len(words) == len(set(entries)):
        return words.__contains__
    truths = {
        text for entry in entries if isinstance(entry, bool) for text in (("true", "1") if entry else ("false", "0"))
    }
    values = [(entry,) for entry in entries if not isinstance(entry, (str, bool))]

    def is_one(text: str) -> bool:
        return (
            text in words
            or (bool(truths) and text.strip().lower() in truths)
            or (bool(values) and numbers(text) in values)
        )

    return is_one


def _is_none_of(entries: Sequence[Any]) -> Callable[[str], bool]:
    is_one = _is_one_of(entries)
    return lambda text: not is_one(text)


def _matches(pattern: re.Pattern[str]) -> Callable[[str], bool]:
    return lambda text: pattern.fullmatch(text.strip()) is not None


def _is_later(element: _Element, index: Index) -> bool:
    tag = str(element.tag)
    # the parser finds the one before sooner than all children are sorted, unless tags of other names may be written alike
    before = next(element.itersiblings(tag, f"{{*}}{tag.rpartition('}')[2]}", preceding=True), None)
    if before is None or before.tag == tag:
        return before is not None
    parent = element.getparent()
    return parent is not None and index.children(parent, literal_tag(element))[0] is not element


def _follow(follow: dict[str, Any]) -> Callable[[Node, Index], list[Node]]:
    source = Places([follow["from"]])
    targets = []
    for path in follow["to"]:
        steps = path.split("/")
        levels = next(number for number, step in enumerate(steps) if step != "..")
        targets.append(ReferenceScope(levels if steps[0] else None, Places(["/".join(steps[levels:])])))

    text = repr(follow)

    def bases(node: Node, index: Index) -> list[Node]:
        known = index.bases.get((text, node))
        if known is not None:
            return known
        keys = {text_of(found) for found in source.collect(node, index)}
        index.bases[text, node] = followed = [
            around
            for target in targets
            for key in keys
            for found in index.at(target, node).get(key, ())
            if (around := _above(found, 1)) is not None
        ]
        return followed

    return bases


def _above(node: Node, levels: int) -> Node | None:
    """The element so many levels up, the first of which leads from an attribute to its element."""
    if levels == 0:
        return node
    element: _Element | None = node[0]
    for _ in range(levels if node[1] is None else levels - 1):
        if element is None:
            return None
        element = element.getparent()
    return None if element is None else (element, None)


def _root_of(node: Node) -> Node:
    return node[0].getroottree().getroot(), None

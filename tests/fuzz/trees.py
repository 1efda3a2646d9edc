"""Changes to the tree of a document that leave it well formed."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

from lxml import etree

from .grammar import NUMBERS, WORDS, attributes, tags

VERSIONS = ("1.0", "1.2", "1.4", "1.5", "1.6", "1.7", "1.8", "1.9", "1.11", "1.12", "2.0", "")
FOREIGN = "{http://vendor.example/a&b}"


def changed_tree(random: Random, data: bytes, format: str, other: bytes | None) -> bytes | None:
    """The document with a change of its tree, or a piece of another one; None where it is not well formed."""
    root, theirs = parsed(data), parsed(other)
    if root is None:
        return None
    elements = [element for element in root.iter() if isinstance(element.tag, str)]
    element = random.choice(elements)
    try:
        if theirs is not None:
            element.append(deepcopy(random.choice(list(theirs.iter(etree.Element)))))
        else:
            random.choice(CHANGES)(random, element, elements, format)
    except ValueError:  # a name that only a recovering parser takes
        return None
    text = etree.tostring(root.getroottree(), encoding="unicode")
    return text.encode("utf-8", "surrogatepass")


def parsed(data: bytes | None) -> Any:
    """The root of a document; None for one that is not well formed or gives no name to a prefix."""
    if data is None:
        return None
    parser = etree.XMLParser(resolve_entities=False, recover=b"drake:" in data, no_network=True)
    try:
        return etree.fromstring(data, parser)
    except (etree.XMLSyntaxError, ValueError):
        return None


def _remove(random: Random, element: Any, elements: list[Any], format: str) -> None:
    if element.getparent() is not None:
        element.getparent().remove(element)


def _double(random: Random, element: Any, elements: list[Any], format: str) -> None:
    if element.getparent() is not None:
        copy = deepcopy(element)
        element.addnext(copy)
        if random.random() < 0.5:
            _reorder(random, element.getparent(), elements, format)


def _move(random: Random, element: Any, elements: list[Any], format: str) -> None:
    there = random.choice(elements)
    if element.getparent() is not None and there is not element and element not in there.iterancestors():
        there.insert(random.randint(0, len(there)), element)


def _reorder(random: Random, element: Any, elements: list[Any], format: str) -> None:
    children = list(element)
    random.shuffle(children)
    for child in children:
        element.append(child)


def _rename(random: Random, element: Any, elements: list[Any], format: str) -> None:
    word = random.choice(tags(format))
    if random.random() < 0.2:
        word = FOREIGN + "own"
    element.tag = word.replace("drake:", "{http://drake.mit.edu}")


def _reword(random: Random, element: Any, elements: list[Any], format: str) -> None:
    element.text = random.choice(NUMBERS + WORDS)


def _set(random: Random, element: Any, elements: list[Any], format: str) -> None:
    names = list(element.attrib) if element.attrib and random.random() < 0.6 else attributes(format)
    name = random.choice(names).replace("drake:", "{http://drake.mit.edu}")
    donors = [other.get(name) for other in elements if other.get(name) is not None]
    element.set(name, random.choice(donors) if donors and random.random() < 0.6 else random.choice(WORDS + NUMBERS))


def _unset(random: Random, element: Any, elements: list[Any], format: str) -> None:
    if element.attrib:
        del element.attrib[random.choice(list(element.attrib))]


def _mix(random: Random, element: Any, elements: list[Any], format: str) -> None:
    text = random.choice((" stray ", "1 2 3", "\n  two\n  lines\n", "<&>", "  "))
    if random.random() < 0.5 or element.getparent() is None:
        element.text = text + (element.text or "")
    else:
        element.tail = (element.tail or "") + text


def _add(random: Random, element: Any, elements: list[Any], format: str) -> None:
    word = random.choice((*tags(format), "unknown", FOREIGN + "own"))
    child = etree.Element(word.replace("drake:", "{http://drake.mit.edu}"))
    child.text = random.choice(NUMBERS + WORDS)
    element.insert(random.randint(0, len(element)), child)


def _inward(random: Random, element: Any, elements: list[Any], format: str) -> None:
    """An attribute becomes an element, or the other way round."""
    if element.attrib and random.random() < 0.5:
        name = random.choice(list(element.attrib))
        etree.SubElement(element, name).text = element.attrib.pop(name)
    elif len(element) and isinstance(element[0].tag, str):
        child = random.choice([child for child in element if isinstance(child.tag, str)])
        element.set(child.tag, " ".join((child.text or "").split()))
        if random.random() < 0.5:
            element.remove(child)


def _declare(random: Random, element: Any, elements: list[Any], format: str) -> None:
    elements[0].set("version", random.choice(VERSIONS))


def _annotate(random: Random, element: Any, elements: list[Any], format: str) -> None:
    made = random.choice((etree.Comment(" a -> b "), etree.ProcessingInstruction("pi", "x")))
    element.insert(random.randint(0, len(element)), made)


def _mark(random: Random, element: Any, elements: list[Any], format: str) -> None:
    element.set(random.choice((FOREIGN + "note", "{http://www.w3.org/XML/1998/namespace}space")), random.choice(WORDS))


def _nest(random: Random, element: Any, elements: list[Any], format: str) -> None:
    for _ in range(random.choice((1, 2, 12))):
        element.insert(0, deepcopy(element))
        element = element[0]
        if len(element) > 3:
            break


CHANGES = (
    _remove, _remove, _double, _double, _move, _reorder, _rename, _reword, _reword, _set, _set, _set, _unset, _mix,
    _add, _inward, _declare, _annotate, _mark, _nest,
)  # fmt: skip

"""What a version of a format can say: its description files as a tree of elements."""

from __future__ import annotations

from functools import cache, cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from lxml import etree

from ...diagnostics.zip_tables import AnyPath, home_of
from ...runtime.patterns import compile_pattern
from ...runtime.source import literal_tag

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.etree import _Element

    from ...runtime.conversions import ConversionPath

SCHEMAS = Path(__file__).parents[2] / "schemas"
"""Descriptions, in a folder per format and version."""
NO_DEFAULT = "__default__"
ROOT_FILES = ("root.sdf", "gazebo.sdf")
COUNTS: dict[str, tuple[int, ...]] = {
    "float": (1,),
    "double": (1,),
    "vector2d": (2,),
    "vector2i": (2,),
    "vector3": (3,),
    "vector4": (4,),
    "quaternion": (4,),
    "pose": (6, 7),
    "color": (3, 4),
    "time": (1, 2),
}
"""How many numbers a value of a type consists of."""
WHOLE = compile_pattern(r"[+-]?\d+")


class GrammarPart:
    """What is said of an element or attribute. ``default`` is None where there is none."""

    def __init__(self, node: _Element, type: str | None, home: str) -> None:
        self.name = node.get("name", "")
        self.type = type
        default = node.get("default")
        self.default = None if default == NO_DEFAULT or not type else default
        self.least, self.most = node.get("min"), node.get("max")
        self.home = home
        """File and path of the description: ``joint:joint/axis``."""


class Attribute(GrammarPart):
    """An attribute."""

    repeats = False

    def __init__(self, node: _Element, home: str) -> None:
        super().__init__(node, node.get("type", "string"), f"{home}/@{node.get('name', '')}")
        self.required = node.get("required") == "1"


class ElementGrammar(GrammarPart):
    """An element and what may appear in it; parts of other files are read when they are asked for."""

    def __init__(self, node: _Element, folder: AnyPath, required: str, home: str) -> None:
        super().__init__(node, node.get("type"), home)
        self._node = node
        self._folder = folder
        self.required = required
        self.copies_anything = any(child.get("copy_data") == "true" for child in node.iterchildren("element"))

    @cached_property
    def attributes(self) -> dict[str, Attribute]:
        """Attributes by name."""
        found = (Attribute(node, self._inner_home) for node in self._body().iterchildren("attribute"))
        return {each.name: each for each in found}

    @cached_property
    def children(self) -> dict[str, ElementGrammar]:
        """Child elements by name."""
        found: dict[str, ElementGrammar] = {}
        for node in self._body():
            if node.tag == "include":
                name = node.get("filename", "")
                root = _file(self._folder, name)
                required = node.get("required", root.get("required", "0"))
                child = ElementGrammar(root, self._folder, required, f"{Path(name).stem}:{root.get('name')}")
            elif node.tag == "element" and node.get("copy_data") is None:
                home = f"{self._inner_home}/{node.get('name')}"
                child = ElementGrammar(node, self._folder, node.get("required", "0"), home)
            else:
                continue
            found.setdefault(child.name, child)
        return found

    def find(self, path: Iterable[str]) -> ElementGrammar | None:
        """What is said of the element at a path below; None where there is none."""
        found: ElementGrammar | None = self
        for name in path:
            found = found.children.get(name) if found is not None else None
        return found

    @property
    def parts(self) -> list[Attribute | ElementGrammar]:
        """Attributes and elements."""
        return [*self.attributes.values(), *self.children.values()]

    def part_like(self, part: Attribute | ElementGrammar) -> Attribute | ElementGrammar | None:
        """The attribute or element that is called as one of another version."""
        return self.attributes.get(part.name) if isinstance(part, Attribute) else self.children.get(part.name)

    @property
    def repeats(self) -> bool:
        """Whether there may be several."""
        return self.required in ("*", "+")

    def _body(self) -> _Element:
        reference = self._node.get("ref")
        return _file(self._folder, f"{reference}.sdf") if reference else self._node

    @property
    def _inner_home(self) -> str:
        reference = self._node.get("ref")
        return f"{reference}:{self._body().get('name')}" if reference else self.home


@cache
def grammar_of(version: str, format: str = "sdformat") -> ElementGrammar:
    """The root element of a version of a format."""
    folder = home_of(SCHEMAS / format / version)
    name = next(name for name in ROOT_FILES if (folder / name).is_file())
    root = _file(folder, name)
    return ElementGrammar(root, folder, "1", f"{Path(name).stem}:{root.get('name')}")


def path_below_root(element: _Element) -> tuple[str, ...]:
    """The tags on the way from the root of a tree to an element, without the root's."""
    names: list[str] = []
    parent = element.getparent()
    while parent is not None:
        names.append(literal_tag(element))
        element, parent = parent, parent.getparent()
    return tuple(reversed(names))


def grammar_at(element: _Element, root: ElementGrammar) -> ElementGrammar | None:
    """What a version says of an element of a tree; None for one that it does not know."""
    return root.find(path_below_root(element))


def knows(grammar: ElementGrammar, location: ConversionPath) -> bool:
    """Whether a version knows what is at a location below an element."""
    found = grammar.find(location.path)
    return found is not None and (location.attribute is None or location.attribute in found.attributes)


def default_of(grammar: ElementGrammar | None, location: ConversionPath) -> str | None:
    """The default of what is at a location below an element; None where there is none."""
    found = grammar.find(location.path) if grammar is not None else None
    if found is None or location.attribute is None:
        return found.default if found is not None else None
    attribute = found.attributes.get(location.attribute)
    return attribute.default if attribute is not None else None


def is_required(part: ElementGrammar | Attribute) -> bool:
    """Whether a part has to be there, once at least."""
    return part.required in (True, "1", "+")


def has_defaults(part: ElementGrammar | Attribute) -> bool:
    """Whether a part has defaults for all that it has to contain."""
    if part.type is not None and part.default is None:
        return False
    return isinstance(part, Attribute) or all(has_defaults(inner) for inner in part.parts if is_required(inner))


def fits(text: str, type: str) -> bool:
    """Whether a text is a value of a type of the descriptions."""
    words = text.split()
    if type in ("string", "strings"):
        return True
    if type == "bool":
        return text.strip().lower() in ("true", "false", "1", "0")
    if type in ("int", "unsigned int"):
        return len(words) == 1 and bool(WHOLE.fullmatch(words[0])) and (type == "int" or not words[0].startswith("-"))
    return all(isinstance(scalar(word), float) for word in words) and len(words) in COUNTS.get(type, (len(words),))


def is_within(text: str, described: GrammarPart) -> bool:
    """Whether the numbers in a text are within the bounds that a description sets."""
    numbers = [number for number in map(scalar, text.split()) if isinstance(number, float)]
    is_enough = described.least is None or all(number >= float(described.least) for number in numbers)
    return is_enough and (described.most is None or all(number <= float(described.most) for number in numbers))


def describe_type(described: GrammarPart) -> str:
    """What a description takes, in words."""
    words = [described.type or "nothing"]
    if described.least is not None:
        words.append(f"from {described.least}")
    if described.most is not None:
        words.append(f"up to {described.most}")
    return " ".join(words)


def same(a: str, b: str) -> bool:
    """Whether two texts are the same words and numbers."""
    return a == b or list(map(scalar, a.lower().split())) == list(map(scalar, b.lower().split()))


def scalar(text: str) -> float | str:
    """A word as a number; truth values are 1 and 0, and other words themselves."""
    if text in ("true", "false"):
        return float(text == "true")
    try:
        return float(text)
    except ValueError:
        return text


@cache
def _file(folder: AnyPath, name: str) -> _Element:
    return etree.fromstring((folder / name).read_bytes(), etree.XMLParser(remove_comments=True, no_network=True))

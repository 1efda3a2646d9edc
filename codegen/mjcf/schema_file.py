"""Reads MuJoCo's own schema of MJCF, ``src/xml/mjcf.schema``."""

from __future__ import annotations

import re

from ..errors import SchemaError
from .grammar import WORLD, Count, MjcfAttribute, MjcfChild, MjcfElement, MjcfGrammar

BOUNDS = {"mjNREF": 2, "mjNIMP": 5, "mjNDYN": 10, "mjNGAIN": 10, "mjNBIAS": 10, "mjNPOLY": 2}
"""Lengths of arrays that the schema calls by the names of constants in ``mjmodel.h``."""
NUMBERS = ("double", "float", "int")
PLUGIN = "plugin"
"""The element that no class of defaults can have, though it is in what those are for."""

_OPENING = re.compile(r"(enum|group|element) +(\w+)(?: +variant| *: *\w+)?(?: *\(([^)]*)\))? *\{")
_ATTRIBUTE = re.compile(r"(\w+) *: *([\w<>]+)(?:\[([^\]]*)\])?(?: *= *(\{[^}]*\}|[^\s(]+))?(?: *\((.*)\))?$")
_WORD = re.compile(r'"?([^"=\s]+)"? *=')
_REFERENCE = re.compile(r"(enum|flags|id|ref)<(\w+)>")
_RULES = {"exclusive": "exclusive", "oneof": "one_of", "together": "together", "requires": "requires"}


def parse_schema(text: str, file: str) -> MjcfGrammar:
    """The grammar that a schema file describes.

    Raises:
        SchemaError: a line is none that such a file has.
    """
    return _SchemaParser(text, file).parse()


class _SchemaParser:
    def __init__(self, text: str, file: str) -> None:
        self.file = file
        self.lines = [_without_comment(line) for line in text.splitlines()]
        self.groups: dict[str, tuple[MjcfElement, bool]] = {}
        self.aliases: dict[str, str] = {}
        self.grammar = MjcfGrammar()

    def parse(self) -> MjcfGrammar:
        block: tuple[str, MjcfElement, bool] | None = None
        words: list[str] = []
        for number, line in enumerate(self.lines, 1):
            if not line:
                continue
            if block is None:
                found = _OPENING.match(line)
                if found is None:
                    raise SchemaError(self.file, number, f"{line!r} opens no block")
                facets = _facets(found[3] or "")
                element = MjcfElement(key=found[2], tag=facets.get("xml", found[2]))
                block = (found[1], element, " variant" in line.partition("{")[0])
                words = []
                rest = line[found.end() :].strip()
                if rest == "}":
                    self._close(block, words)
                    block = None
            elif line == "}":
                self._close(block, words)
                block = None
            elif block[0] == "enum":
                word = _WORD.match(line)
                if word is None:
                    raise SchemaError(self.file, number, f"{line!r} is no word of an enumeration")
                words.append(word[1])
            else:
                self._read_line(line, block[1], number)
        for element in self.grammar.elements.values():
            for child in element.children:
                if child.key not in self.grammar.elements:
                    raise SchemaError(self.file, 0, f"{element.key} holds {child.key}, which is not described")
        for key in {child.key for child in self.grammar.elements["default"].children}:
            own = self.grammar.elements[key].children
            own[:] = [child._replace(is_unprojected=child.key == PLUGIN) for child in own]
        root = self.grammar.elements["mujoco"]
        root.children.append(MjcfChild(WORLD, "*"))
        return self.grammar

    def _close(self, block: tuple[str, MjcfElement, bool], words: list[str]) -> None:
        kind, element, is_variant = block
        if kind == "enum":
            self.grammar.enums[element.key] = tuple(words)
        elif kind == "group":
            self.groups[element.key] = (element, is_variant)
        else:
            self.grammar.elements[element.key] = element

    def _read_line(self, line: str, element: MjcfElement, number: int) -> None:
        first, *others = line.split()
        if first == "use" and len(others) == 1 and others[0] in self.groups:
            group, is_variant = self.groups[others[0]]
            element.attributes.update(group.attributes)
            element.presence += group.presence
            if is_variant:
                element.presence.append(("exclusive", " ".join(group.attributes)))
        elif first == "child" and len(others) == 2 and others[1] in ("?", "!", "*", "R"):
            element.children.append(MjcfChild(others[0], others[1]))
        elif first == "set":
            return  # what the reader puts into its own record
        elif first in _RULES and others:
            element.presence.append((_RULES[first], " ".join(others)))
        else:
            found = _ATTRIBUTE.match(line)
            if found is None:
                raise SchemaError(self.file, number, f"{line!r} is no line of an element")
            element.attributes[found[1]] = self._attribute(found, number)

    def _attribute(self, found: re.Match[str], number: int) -> MjcfAttribute:
        name, written, bounds, default, more = found.groups()
        facets = _facets(more or "")
        reference = _REFERENCE.fullmatch(written)
        kind, target = reference.groups() if reference else (None, None)
        if reference is None and written not in (*NUMBERS, "bool", "string", "file", "chars"):
            raise SchemaError(self.file, number, f"{written!r} is no type")
        count = None if bounds is None or written == "chars" or reference else self._count(bounds, number)
        if kind in ("enum", "flags") and target not in self.grammar.enums:
            raise SchemaError(self.file, number, f"there is no enumeration {target!r}")
        return MjcfAttribute(
            name=name,
            type="string" if reference or written == "chars" else written,
            count=count,
            words=target if kind in ("enum", "flags") else None,
            has_several_words=kind == "flags" or (kind == "enum" and bounds is not None),
            defines=target if kind == "id" else None,
            refers=target if kind == "ref" else None,
            default=None if default is None else " ".join(default.strip('{}"').replace(",", " ").split()),
            is_required="required" in facets,
            # a class of defaults has neither a name nor a class
            is_unprojected="nodefault" in facets or name in ("name", "class"),
            minimum=facets.get("min"),
            maximum=facets.get("max"),
            above="0" if "positive" in facets else None,
        )

    def _count(self, text: str, number: int) -> Count:
        low, dots, high = text.partition("..")
        try:
            least = int(BOUNDS.get(low, low or 0))
            return (least, int(BOUNDS.get(high, high))) if dots else (least, least if text else None)
        except ValueError:
            raise SchemaError(self.file, number, f"[{text}] is no number of values") from None


def _facets(text: str) -> dict[str, str]:
    pairs = (part.partition("=") for part in re.findall(r'(?:[^,"]|"[^"]*")+', text))
    return {name.strip(): value.strip().strip('"') for name, _, value in pairs}


def _without_comment(line: str) -> str:
    return re.sub(r'((?:[^#"]|"[^"]*")*)#.*', r"\1", line).strip()

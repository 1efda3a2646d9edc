"""What a version of SDFormat can say: its description files as a tree of elements."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING

from lxml import etree

from .versions import SCHEMAS

if TYPE_CHECKING:
    from lxml.etree import _Element

NO_DEFAULT = "__default__"
ROOT_FILES = ("root.sdf", "gazebo.sdf")


@dataclass(frozen=True, slots=True)
class Attribute:
    """An attribute. ``default`` is None where there is none."""

    name: str
    type: str
    default: str | None
    required: bool


class Description:
    """An element and what may stand in it; parts of other files are read when they are asked for."""

    def __init__(self, node: _Element, version: str, required: str) -> None:
        self._node = node
        self._version = version
        self.name = node.get("name", "")
        self.type = node.get("type")
        self.default = _default(node) if self.type else None
        self.least, self.most = node.get("min"), node.get("max")
        self.required = required
        self.copies_anything = any(child.get("copy_data") == "true" for child in node.iterchildren("element"))

    @cached_property
    def attributes(self) -> dict[str, Attribute]:
        """Attributes by name."""
        return {
            node.get("name", ""): Attribute(
                node.get("name", ""), node.get("type", "string"), _default(node), node.get("required") == "1"
            )
            for node in self._body().iterchildren("attribute")
        }

    @cached_property
    def children(self) -> dict[str, Description]:
        """Elements that may stand inside, by name."""
        found: dict[str, Description] = {}
        for node in self._body():
            if node.tag == "include":
                root = _file(self._version, node.get("filename", ""))
                child = Description(root, self._version, node.get("required", root.get("required", "0")))
            elif node.tag == "element" and node.get("copy_data") is None:
                child = Description(node, self._version, node.get("required", "0"))
            else:
                continue
            found.setdefault(child.name, child)
        return found

    def _body(self) -> _Element:
        reference = self._node.get("ref")
        return _file(self._version, f"{reference}.sdf") if reference else self._node


@cache
def describe(version: str) -> Description:
    """The root element of ``version``."""
    name = next(name for name in ROOT_FILES if (SCHEMAS / version / name).is_file())
    return Description(_file(version, name), version, "1")


@cache
def _file(version: str, name: str) -> _Element:
    return etree.parse(SCHEMAS / version / name, etree.XMLParser(remove_comments=True, no_network=True)).getroot()


def _default(node: _Element) -> str | None:
    default = node.get("default")
    return None if default == NO_DEFAULT else default

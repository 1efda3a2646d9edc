"""Puts what ``include`` names in its place: the children of the root of another file, whatever that root is called.

Spec: MJCF reference, ``include``. Files are looked for beside the main document, then beside the one that names them.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from ....diagnostics import rules
from ....runtime.parser import MAX_DEPTH
from ...core.bindings import bindings_of
from .files import read_xml, report_missing
from .nodes import Node, nodes_inside, tag_of, tags_inside
from .releases import find_last_release
from .schema_leniency import soften_findings
from .tree_checks import check_tree

if TYPE_CHECKING:
    from ....mjcf.newest import Include
    from ....runtime.element import Element
    from ....runtime.sink import Sink
    from ...core.options import Options

LACKING = (rules.MISSING_ATTRIBUTE, rules.REQUIRED_WHEN, rules.ONE_OF_MISSING)
"""What would be said of a root that is no element of the model itself."""


UNNAMED = "<text>"
INCLUDE = "include"


def path_of_document(name: str | None, options: Options) -> Path | None:
    """Where a document is: a text stands for a file in its folder, if it has one."""
    return None if options.base_dir is None else options.base_dir / Path(name or UNNAMED).name


class Includer:
    """Follows the includes of one document.

    Args:
        sink: receives what is wrong with them, and with what is included.
        options: those of the call.
        path: of the document; None for a text.
    """

    def __init__(self, sink: Sink, options: Options, path: Path | None) -> None:
        self.sink = sink
        self.options = options
        self.folder = None if path is None else path.parent
        self._path = path
        self._read: dict[str, Element | None] = {}
        """By its real path, the include that brought a file: none may be included twice; the document itself with the first,
        since looking for symbolic links takes long, and most documents include nothing."""

    def node_of(self, tag: str, element: Element) -> Node:
        """The node of the root of the document, with everything inside."""
        node = Node(tag, element, self.folder)
        ahead = [(node, 1)]
        while ahead:
            current, depth = ahead.pop()
            current.children = nodes_inside(current.element, current.folder)
            if not current.children:
                continue
            if current.element.__dict__.get(INCLUDE):
                self._put_included(current)
            if depth < MAX_DEPTH:
                ahead += [(child, depth + 1) for child in current.children if tags_inside(child.element.__class__)]
            elif current.children:
                self.sink.report(rules.INCLUDES_TOO_DEEP, current.element, limit=MAX_DEPTH)
                current.children.clear()
        return node

    def _put_included(self, node: Node) -> None:
        """Puts what files hold into a node, in the place of their includes."""
        ahead = node.children[::-1]
        node.children = []
        while ahead:
            child = ahead.pop()
            if child.tag != INCLUDE:
                node.children.append(child)
                continue
            found = self._read_file(child.element, node.element, child.folder)  # type: ignore[arg-type]  # by its tag
            if found is not None:
                ahead += reversed(nodes_inside(*found))
        self._check_single(node)

    def _check_single(self, node: Node) -> None:
        """Reports elements that may be in another one once, of which an include brings a second one."""
        specs = type(node.element)._specs
        seen: dict[str, Element] = {}
        for child in node.children:
            first = seen.setdefault(child.tag, child.element)
            one, other = first.source_element, child.element.source_element
            if first is child.element or one is None or other is None:
                continue
            same_parent = one.getparent() is other.getparent()
            field = next((name for name, spec in specs.items() if spec.metadata.get("name", name) == child.tag), None)
            if same_parent or field is None or specs[field].default_factory is list:
                continue
            self.sink.report(
                rules.REPEATED_ELEMENT, child.element, related=(("first one", first),), parent=node.tag, tag=child.tag
            )

    def _read_file(self, include: Include, parent: Element, folder: Path | None) -> tuple[Element, Path] | None:
        """The root of the file that an include names, read as the element that it belongs to; None where that fails."""
        name = include.file
        if "file" not in vars(include):
            return None  # which was reported
        path = self._find(name, folder) if name else None
        if path is None:
            folders = dict.fromkeys(each for each in (self.folder, folder) if each is not None)
            report_missing(name, folders, include, "file", self.sink, self.options)
            self.sink.note_absent("", include)
            return None
        if not self._read and self._path is not None:
            self._read[self.options.files.real(self._path)] = None
        real = self.options.files.real(path)
        if real in self._read:
            first = self._read[real]
            related = () if first is None else (("first included here", first),)
            self.sink.report(rules.INCLUDED_TWICE, include, attribute="file", related=related, file=name)
            return None
        self._read[real] = include
        tree = read_xml(path, include, self.sink, self.options)
        if tree is None:
            return None
        if not any(isinstance(child.tag, str) for child in tree):
            self.sink.report(rules.NOTHING_TO_INCLUDE, include, attribute="file", file=name)
            return None
        bindings = bindings_of("mjcf", package=self.options.bindings)
        # what the root itself lacks or has besides does not matter
        for each in tree.keys():  # noqa: SIM118  # an element is no mapping
            del tree.attrib[each]
        known = len(self.sink.found)
        root: Element = bindings.decode(tree, self.sink, name=type(parent).__name__, elsewhere=find_last_release)
        check_tree(tree, self.sink, tag_of(parent))
        soften_findings(self.sink, known)
        self.sink.drop(self.sink.about(tree, *LACKING))
        return root, path.parent

    def _find(self, name: str, folder: Path | None) -> Path | None:
        for base in (self.folder, folder):
            path = None if base is None else base / name
            if path is not None and self.options.files.is_file(path):
                return path
        return None

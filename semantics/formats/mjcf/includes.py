"""Puts what ``include`` names in its place: the children of the root of another file, whatever that root is called.

Spec: MJCF reference, ``include``. Files are looked for beside the main document, then beside the one that names them.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from ....diagnostics import rules
from ....runtime.parser import MAX_DEPTH
from ...core.bindings import bindings_of
from .document_tree import DocumentTree, children_of, fields_inside, tag_of
from .files import read_xml, report_missing
from .releases import find_last_release
from .schema_leniency import soften_findings
from .tree_checks import check_tree

if TYPE_CHECKING:
    from pathlib import Path

    from ....mjcf.newest import Include
    from ....runtime.element import Element
    from ....runtime.sink import Sink
    from ...core.options import Options
    from .document_tree import Child

LACKING = (rules.MISSING_ATTRIBUTE, rules.REQUIRED_WHEN, rules.ONE_OF_MISSING)
"""What would be said of a root that is no element of the model itself."""


UNNAMED = "<text>"
INCLUDE = "include"
HOLDERS = frozenset({"body", "worldbody", "default"})
APART = frozenset(
    {
        *("body", "joint", "geom", "site", "camera", "light", "inertial"),
        *("default", "mesh", "material", "pair", "equality", "tendon"),
    }
)
"""What bodies, and classes of defaults, hold in a list of its own for each tag."""
NONE: frozenset[str] = frozenset()


def path_of_document(name: str | None, options: Options) -> Path | None:
    """Where a document is: a text stands for a file in its folder, if it has one."""
    return None if options.base_dir is None else options.base_dir / os.path.basename(name or UNNAMED)


class Includer:
    """Follows the includes of one document.

    Args:
        root: the document.
        sink: receives what is wrong with them, and with what is included.
        options: those of the call.
        path: of the document; None for a text.
        is_fresh: whether nothing was changed in the document since it was read.
    """

    def __init__(
        self, root: Element, sink: Sink, options: Options, path: Path | None, *, is_fresh: bool = False
    ) -> None:
        self.sink = sink
        self._is_fresh = is_fresh
        self.options = options
        self.folder = None if path is None else path.parent
        self._path = path
        self._read: dict[object, Element | None] = {}
        """By its identity, the include that brought a file: none may be included twice; the document itself with the first,
        since most documents include nothing."""
        self._tree = DocumentTree(tag_of(root), root)
        self._ahead = [(self._tree.tag, root, self.folder, 1)]
        """Elements that may hold more, with their tags, the folders that their documents are in, and how deep they are."""

    def read_root(self) -> DocumentTree:
        """The document, with what is right in its root; ``read_tree`` goes on from there."""
        self._read_next()
        return self._tree

    def read_tree(self) -> DocumentTree:
        """The document, with everything inside."""
        while self._ahead:
            self._read_next()
        return self._tree

    def _read_next(self) -> None:
        tag, element, folder, depth = self._ahead.pop()
        children = children_of(element, is_fresh=self._is_fresh, apart=APART if tag in HOLDERS else NONE)
        elsewhere: dict[int, Path] = {}
        if element.__dict__.get(INCLUDE):
            children, elsewhere = self._put_included(tag, element, children, folder)
        if depth < MAX_DEPTH:
            self._ahead += [
                (tag, child, elsewhere.get(id(child), folder), depth + 1)
                for tag, child in children
                if (fields := fields_inside(child.__class__)) and not fields.isdisjoint(child.__dict__)
            ]
        elif children:
            self.sink.report(rules.INCLUDES_TOO_DEEP, element, limit=MAX_DEPTH)
            return
        self._tree.put_inside(element, children)

    def _put_included(
        self, tag: str, element: Element, children: list[Child], folder: Path | None
    ) -> tuple[list[Child], dict[int, Path]]:
        """What is in an element with what files hold in the place of their includes; the folders of what these brought."""
        made: list[Child] = []
        elsewhere: dict[int, Path] = {}
        ahead = children[::-1]
        while ahead:
            child = ahead.pop()
            if child[0] != INCLUDE:
                made.append(child)
                continue
            include: Include = child[1]  # type: ignore[assignment]  # by its tag
            found = self._read_file(include, element, elsewhere.get(id(include), folder))
            if found is not None:
                brought = children_of(found[0], is_fresh=True, apart=APART if tag in HOLDERS else NONE)
                elsewhere.update((id(each), found[1]) for _, each in brought)
                ahead += reversed(brought)
        self._check_single(tag, element, made)
        return made, elsewhere

    def _check_single(self, parent: str, element: Element, children: list[Child]) -> None:
        """Reports elements that may be in another one once, of which an include brings a second one."""
        specs = type(element)._specs
        seen: dict[str, Element] = {}
        for tag, child in children:
            first = seen.setdefault(tag, child)
            if first is child:
                continue
            one, other = first.source_element, child.source_element
            if one is None or other is None:
                continue
            same_parent = one.getparent() is other.getparent()
            field = next((name for name, spec in specs.items() if spec.metadata.get("name", name) == tag), None)
            if same_parent or field is None or specs[field].default_factory is list:
                continue
            self.sink.report(rules.REPEATED_ELEMENT, child, related=(("first one", first),), parent=parent, tag=tag)

    def _read_file(self, include: Include, parent: Element, folder: Path | None) -> tuple[Element, Path] | None:
        """The root of the file that an include names, read as the element that it belongs to; None where that fails."""
        name = include.file
        if "file" not in vars(include):
            return None  # which was reported
        path, identity = self._find(name, folder) if name else (None, None)
        if path is None:
            folders = dict.fromkeys(each for each in (self.folder, folder) if each is not None)
            report_missing(name, folders, include, "file", self.sink, self.options)
            self.sink.note_absent("", include)
            return None
        if not self._read and self._path is not None:
            self._read[self.options.files.identity(self._path)] = None
        if identity in self._read:
            first = self._read[identity]
            related = () if first is None else (("first included here", first),)
            self.sink.report(rules.INCLUDED_TWICE, include, attribute="file", related=related, file=name)
            return None
        self._read[identity] = include
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

    def _find(self, name: str, folder: Path | None) -> tuple[Path | None, object]:
        """The file that a name leads to, with its identity; None where there is none."""
        for base in (self.folder, folder):
            path = None if base is None else base / name
            identity = None if path is None else self.options.files.identity(path)
            if identity is not None:
                return path, identity
        return None, None

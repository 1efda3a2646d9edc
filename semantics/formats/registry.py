"""The formats of documents: one row each, which says how its documents are recognized, read, described and written.

What a row names is imported when a document of the format turns up. How texts of a format are taken is in
``schemas/<format>/format.toml``, because generated decoders follow it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, cast

from ...runtime.source import literal_tag

if TYPE_CHECKING:
    from collections.abc import Callable

    from lxml.etree import _Element

    from ...diagnostics.diagnostic import Diagnostic
    from ...runtime.element import Element
    from ...runtime.saving.origin_marks import Marks
    from ...runtime.sink import Sink
    from ...runtime.source import Numbering, Source
    from ..core.options import Options
    from ..core.parsed import ExpandedDocument, ParsedDocument, Pipeline
    from ..ir.world import WorldIR


class Format(NamedTuple):
    """A row.

    ``decoding``, ``front_end``, ``expanding`` and ``writing`` are modules, seen from ``semantics.formats``.
    """

    name: str
    title: str
    """As it is spelled in prose."""
    endings: tuple[str, ...]
    """Ends of the names of files that are documents when they are found in a folder."""
    decoding: str
    """Has ``decode(tree, source, sink, options, place)``, or ``decode_text(source, sink, options)`` without tags."""
    front_end: str
    """Has ``describe(parsed, sink, options, pipeline)``."""
    expanding: str | None = None
    """Has ``expand(parsed, sink, options, pipeline)``; None for a format whose documents are as they are."""
    writing: str = ".writer"
    """Has ``write(parsed, options, version, expanded, marks)``, ``newest_version(format)`` and ``refusal(format, version)``,
    and for formats of XML what else saving asks for: ``write_as_read``, ``make_reparser`` and ``reads_alike``."""
    tags: tuple[str, ...] = ()
    """Root elements that begin a document; none for a format that is not XML."""
    other_endings: tuple[str, ...] = ()
    """Ends of names that documents may also have, and files of other kinds too."""
    told_by: tuple[str, ...] = ()
    """Ends of the names of documents of a format that is not XML."""
    new: str | None = None
    """The text of a document that holds nothing yet, with ``{name}`` and ``{version}`` in it."""
    composition: Literal["links", "models"] | None = None
    """What robots are composed of: links straight in the root, or models that nest; None where they are not composed."""
    usual_version: str | None = None
    """That of a document which has none written; None: the newest."""
    searches_packages: bool = False
    """Whether the packages around a document are searched for the files that it names."""
    names_packages: bool = False
    """Whether files are named by their package, never by a path relative to the document."""
    unstated: tuple[str, ...] = ()
    """Kinds of things that documents often say nothing of, though the same robot in another format has them."""
    self_collides: bool = True
    """Whether links of one robot collide where the document says nothing of it, in programs that are used with the format."""
    has_schema: bool = True
    """Whether ``schemas/`` describes its elements, of which ``bodyplan.<name>`` holds the classes."""

    def decode(
        self, tree: _Element, source: Source, sink: Sink, options: Options, place: Numbering | None
    ) -> ParsedDocument[Any]:
        """The typed document of a tree; reports families BP1, BP2 and BP8.

        ``place`` gives elements their numbers, for a tree that is not kept.

        Raises:
            NeedsTree, DoesNotFit: the tree has to be kept.
        """
        return cast("ParsedDocument[Any]", _module(self.decoding).decode(tree, source, sink, options, place))

    def decode_text(self, source: Source, sink: Sink, options: Options) -> ParsedDocument[Any] | None:
        """The typed document of a text of a format that is not XML; None where there is nothing to go on with."""
        return cast("ParsedDocument[Any] | None", _module(self.decoding).decode_text(source, sink, options))

    def describe(
        self, parsed: ParsedDocument[Any], sink: Sink, options: Options, pipeline: Pipeline
    ) -> tuple[WorldIR, ...]:
        """What a document describes, one for each world; everything wrong with its meaning is reported."""
        return cast("tuple[WorldIR, ...]", _module(self.front_end).describe(parsed, sink, options, pipeline))

    def expand(
        self, parsed: ParsedDocument[Any], sink: Sink, options: Options, pipeline: Pipeline
    ) -> ExpandedDocument | None:
        """The document without includes; None where documents of the format have none."""
        if self.expanding is None:
            return None
        return cast("ExpandedDocument", _module(self.expanding).expand(parsed, sink, options, pipeline))

    def write(
        self,
        parsed: ParsedDocument[Any],
        options: Options,
        version: str | None,
        expanded: ExpandedDocument | None,
        marks: Marks | None = None,
    ) -> tuple[str, tuple[Diagnostic, ...]]:
        """The text of a document in a version, by default the newest, in one layout, and what that version cannot say.

        ``expanded`` is the document without includes, to be written in its place; ``marks``, which element of the text
        each was read from, to be written beside it.

        Raises:
            ValueError: documents are not written in that version.
        """
        more = () if marks is None else (marks,)
        return cast(
            "tuple[str, tuple[Diagnostic, ...]]", _module(self.writing).write(parsed, options, version, expanded, *more)
        )

    def write_as_read(self, parsed: ParsedDocument[Any], options: Options, marks: Marks) -> str:
        """The text of a document that was not changed, in the version and by the classes that it was read with."""
        return cast("str", _module(self.writing).write_as_read(parsed, options, marks))

    def make_reparser(
        self, parsed: ParsedDocument[Any], options: Options, changed: list[Element]
    ) -> Callable[[Element, Any], Element] | None:
        """Reads an element again as it was, for comparison; None where ``changed`` elements cannot be written singly."""
        return cast(
            "Callable[[Element, Any], Element] | None", _module(self.writing).make_reparser(parsed, options, changed)
        )

    def reads_alike(self, parsed: ParsedDocument[Any], options: Options, text: str) -> bool:
        """Whether elements that were written singly into a text mean there what they mean by themselves."""
        return cast("bool", _module(self.writing).reads_alike(parsed, options, text))

    def newest_version(self) -> str:
        """The newest version that documents are written in; empty for a format without versions."""
        return cast("str", _module(self.writing).newest_version(self.name))

    def refusal(self, version: str) -> str | None:
        """Why any document cannot be written in a version; None where it can."""
        return cast("str | None", _module(self.writing).refusal(self.name, version))


DESCRIBED = ("mjcf",)
"""Formats whose elements are described and have classes, and whose documents are not read."""

FORMATS: dict[str, Format] = {}
"""Every row by its name, in the order in which they are listed for users."""


def register(row: Format) -> None:
    """Adds a row.

    Raises:
        ValueError: there is one of that name, or for one of its root elements.
    """
    taken = [name for name in (row.name,) if name in FORMATS] + [tag for tag in row.tags if by_tag(tag) is not None]
    if taken:
        raise ValueError(f"{taken[0]!r} is registered already")
    FORMATS[row.name] = row


def by_tag(tag: str | None) -> Format | None:
    """The format whose documents begin with a root element of that name (as it is written)."""
    return next((row for row in FORMATS.values() if tag in row.tags), None)


register(
    Format(
        name="sdformat",
        title="SDFormat",
        tags=("sdf", "gazebo"),
        endings=(".sdf", ".world"),
        decoding=".sdformat.decoder",
        new='<?xml version="1.0"?>\n<sdf version="{version}">\n  <world name="{name}"/>\n</sdf>\n',
        front_end=".sdformat.front_end",
        expanding=".sdformat.front_end",
        composition="models",
        self_collides=False,
        writing=".sdformat.writer",
    )
)
register(
    Format(
        name="urdf",
        title="URDF",
        tags=("robot",),
        endings=(".urdf",),
        other_endings=(".xml", ".xacro"),
        decoding=".urdf.front_end",
        new='<?xml version="1.0"?>\n<robot name="{name}"/>\n',
        front_end=".urdf.front_end",
        composition="links",
        usual_version="1.0",
        searches_packages=True,
        unstated=("world", "Actuator"),
    )
)
register(
    Format(
        name="skel",
        title="SKEL",
        tags=("skel",),
        endings=(".skel",),
        other_endings=(".xml",),
        decoding=".skel.front_end",
        new='<?xml version="1.0"?>\n<skel version="{version}">\n  <world name="{name}"/>\n</skel>\n',
        front_end=".skel.front_end",
        self_collides=False,
        unstated=("Actuator",),
    )
)
register(
    Format(
        name="dmd",
        title="Drake model directives",
        endings=(".dmd.yaml",),
        told_by=(".yaml", ".yml"),
        has_schema=False,
        decoding=".dmd.decoder",
        new="directives: []\n",
        front_end=".dmd.front_end",
        writing=".dmd.writer",
        names_packages=True,
        unstated=("world",),
    )
)


def find_robot(root: _Element) -> _Element | None:
    """What a robot is composed in: the first model in the root of a document, or the root itself."""
    row = by_tag(literal_tag(root))
    return root.find("model") if row is not None and row.composition == "models" else root


def by_name_of_file(name: str | None) -> Format | None:
    """The format that is not XML and has files of such a name."""
    if name is None:
        return None
    return next((row for row in FORMATS.values() if row.told_by and name.endswith(row.told_by)), None)


def with_schema() -> tuple[str, ...]:
    """Names of the formats whose elements ``schemas/`` describes."""
    return (*(row.name for row in FORMATS.values() if row.has_schema), *DESCRIBED)


def document_endings() -> tuple[str, ...]:
    """Ends of the names of files that are documents when they are found in a folder."""
    return tuple(ending for row in FORMATS.values() for ending in row.endings)


def root_tags() -> tuple[str, ...]:
    """Root elements of all formats."""
    return tuple(tag for row in FORMATS.values() for tag in row.tags)


def _module(name: str) -> Any:
    return import_module(name, __package__)

"""The formats of documents: one row each, which says how its documents are recognized, read, described and written.

What a row names is imported when a document of the format turns up. How texts of a format are taken is in
``schemas/<format>/format.toml``, because generated decoders follow it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any, Literal, cast

from ...diagnostics.records import NamedTuple
from ...runtime.source import literal_tag

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from lxml.etree import _Element

    from ...diagnostics.diagnostic import Diagnostic
    from ...runtime.element import Element
    from ...runtime.saving.origin_marks import Marks
    from ...runtime.sink import Sink
    from ...runtime.source import Numbering, Source
    from ..core.named_files import NamedFile
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
    upgrading: str | None = None
    """Has ``upgrade(source, options)``, for a format whose documents say no version: it changes their text."""
    tags: tuple[str, ...] = ()
    """Root elements that begin a document; none for a format that is not XML."""
    parts: tuple[str, ...] = ()
    """Elements in the root that documents of another format do not have there, though their root has the same name."""
    alternatives: tuple[str, ...] = ()
    """Elements in the root of which a document has one, or else any number of the first."""
    other_endings: tuple[str, ...] = ()
    """Ends of names that documents may also have, and files of other kinds too."""
    searched_endings: tuple[str, ...] = ()
    """Those of ``other_endings`` whose files are documents in a folder too where their root is one of ``tags``."""
    part_tags: tuple[str, ...] = ()
    """Root elements of files that are parts of documents alone."""
    naming: str | None = None
    """Has ``find_named_files(parsed, options)``, for a format that finds files by rules of its own."""
    subject: str | None = None
    """Has ``find_subject_files(parsed, options, pipeline)``, for a format whose documents speak of what others describe."""
    including: tuple[str, str] | None = None
    """Element and attribute by which a document names a file that becomes a part of it."""
    told_by: tuple[str, ...] = ()
    """Ends of the names of documents of a format that is not XML."""
    new: str | None = None
    """The text of a document that holds nothing yet, with ``{name}`` and ``{version}`` in it."""
    composition: Literal["links", "models"] | None = None
    """What robots are composed of: links straight in the root, or models that nest; None where they are not composed."""
    usual_version: str | None = None
    """That of a document which has none written; None: the newest."""
    names_packages: bool = False
    """Whether files are named by their package, never by a path relative to the document."""
    unstated: tuple[str, ...] = ()
    """Kinds of things that documents often say nothing of, though the same robot in another format has them."""
    described_expanded: bool = True
    """Whether descriptions are made of elements that say all by themselves, without classes and files that are included."""
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

    def find_named_files(self, parsed: ParsedDocument[Any], options: Options) -> Iterator[NamedFile] | None:
        """The files that a document and those that it includes name; None where these are URIs, which others resolve."""
        if self.naming is None:
            return None
        return cast("Iterator[NamedFile]", _module(self.naming).find_named_files(parsed, options))

    def find_subject_files(self, parsed: ParsedDocument[Any], options: Options, pipeline: Pipeline) -> tuple[str, ...]:
        """The documents of what a document speaks of, which has no names of its own for their parts."""
        if self.subject is None:
            return ()
        return cast("tuple[str, ...]", _module(self.subject).find_subject_files(parsed, options, pipeline))

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

    def upgrade(self, source: Source, options: Options) -> tuple[str, tuple[Diagnostic, ...]]:
        """The text of a document as the newest version has it, and what that cannot say; for formats with ``upgrading``."""
        assert self.upgrading is not None, "documents of the format say their version"
        return cast("tuple[str, tuple[Diagnostic, ...]]", _module(self.upgrading).upgrade(source, options))

    def newest_version(self) -> str:
        """The newest version that documents are written in; empty for a format without versions."""
        return cast("str", _module(self.writing).newest_version(self.name))

    def refusal(self, version: str) -> str | None:
        """Why any document cannot be written in a version; None where it can."""
        return cast("str | None", _module(self.writing).refusal(self.name, version))


FORMATS: dict[str, Format] = {}
"""Every row by its name, in the order in which they are listed for users."""


def register(row: Format) -> None:
    """Adds a row.

    Raises:
        ValueError: there is one of that name, or for one of its root elements, and no ``parts`` that distinguish it.
    """
    taken = [name for name in (row.name,) if name in FORMATS]
    taken += [tag for tag in row.tags for other in _rows_of(tag) if not (row.parts and other.parts)]
    if taken:
        raise ValueError(f"{taken[0]!r} is registered already")
    FORMATS[row.name] = row


def by_tag(tag: str | None) -> Format | None:
    """The format whose documents begin with a root element of that name (as it is written): the first of several."""
    return next(_rows_of(tag), None)


def by_root(tag: str | None, file: str | None, parts: Iterable[str]) -> Format | None:
    """The format of a document: by its root element and, where several formats share that, its file's name or its parts.

    ``parts`` are the names of the elements in the root, or more; the first that only one of the formats has decides,
    and without any it is the first format.
    """
    rows = list(_rows_of(tag))
    if len(rows) < 2:
        return rows[0] if rows else None
    if file is not None:
        named = next((row for row in rows if file.removesuffix(".xacro").endswith(row.endings)), None)
        if named is not None:
            return named
    by_part = {part: row for row in rows for part in row.parts}
    return next((by_part[part] for part in parts if part in by_part), rows[0])


def by_tree(root: _Element, file: str | None = None) -> Format | None:
    """The same for a tree."""
    return by_root(literal_tag(root), file, map(literal_tag, root.iterchildren("*")))


def _rows_of(tag: str | None) -> Iterator[Format]:
    return (row for row in FORMATS.values() if tag in row.tags)


register(
    Format(
        name="sdformat",
        title="SDFormat",
        tags=("sdf", "gazebo"),
        alternatives=("world", "model", "actor", "light", "include"),
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
        parts=("link", "joint"),
        endings=(".urdf",),
        other_endings=(".xml", ".xacro"),
        decoding=".urdf.front_end",
        new='<?xml version="1.0"?>\n<robot name="{name}"/>\n',
        front_end=".urdf.front_end",
        composition="links",
        usual_version="1.0",
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
        name="mjcf",
        title="MJCF",
        tags=("mujoco",),
        endings=(".mjcf",),
        other_endings=(".xml",),
        searched_endings=(".xml",),
        part_tags=("mujocoinclude",),
        including=("include", "file"),
        decoding=".mjcf.front_end",
        new='<mujoco model="{name}">\n  <worldbody/>\n</mujoco>\n',
        front_end=".mjcf.front_end",
        expanding=".mjcf.expansion",
        naming=".mjcf.named_files",
        upgrading=".mjcf.release_upgrade",
        described_expanded=False,
        unstated=("world",),
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
register(
    Format(
        name="srdf",
        title="SRDF",
        tags=("robot",),
        endings=(".srdf",),
        other_endings=(".xml", ".xacro"),
        parts=(
            "virtual_joint",
            "group",
            "group_state",
            "end_effector",
            "passive_joint",
            "joint_property",
            "rotor_params",
            "link_sphere_approximation",
            "disable_default_collisions",
            "enable_collisions",
            "disable_collisions",
        ),
        decoding=".srdf.decoder",
        new='<?xml version="1.0"?>\n<robot name="{name}"/>\n',
        front_end=".srdf.front_end",
        subject=".srdf.robot_search",
        usual_version="1.0",
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
    return tuple(row.name for row in FORMATS.values() if row.has_schema)


def document_endings() -> tuple[str, ...]:
    """Ends of the names of files that are documents when they are found in a folder."""
    return tuple(ending for row in FORMATS.values() for ending in row.endings)


def root_tags() -> tuple[str, ...]:
    """Root elements of all formats."""
    return tuple(tag for row in FORMATS.values() for tag in row.tags)


def _module(name: str) -> Any:
    return import_module(name, __package__)

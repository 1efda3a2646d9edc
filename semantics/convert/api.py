"""A document in another format, and what became of all that is in it."""

from __future__ import annotations

import os
from functools import cached_property, partial
from importlib import import_module
from itertools import islice, pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, Literal, overload

from lxml.etree import Comment

from ...diagnostics.diagnostic import READERS
from ...diagnostics.errors import LoadError
from ...diagnostics.records import dataclass, field
from ...diagnostics.rules import LOST, READ_OTHERWISE, READ_OTHERWISE_BY_FORMAT, WITHOUT_EFFECT
from ...runtime.element import Element
from ...runtime.overlay_files import OverlayFiles
from ...runtime.sink import Sink
from ..compose.transplant import folder_of
from ..compose.xacro_header import is_xacro_header
from ..core.garbage_collection import collector_paused
from ..core.options import Options
from ..document.document import Document, RootT_co, get_options, get_parsed
from ..document.loader import open_document
from ..document.readback import find_undeclared_prefixes, with_declarations
from ..formats.dmd.writer import text_of
from ..formats.extension_names import SPACES
from ..formats.registry import FORMATS
from ..targets.facts import facts
from ..targets.registry import find_target
from .coverage.ledger import NAMESPACE
from .extensions import EXTENSIONS, merge_extensions
from .model_layout import arrange_files
from .prefixed_tree import OWN_PREFIX, around, parse_tree
from .reparse import document_of, read_again, read_result
from .round_trip.comments import add_missing_comments
from .round_trip.restore import blocks_in, find_recoverable_paths, read_round_trip_options, restore_patch
from .round_trip.store import embed_patch, insert_placeholder, restore_stored
from .target_comparison import DRAKE as DRAKE_TAGS
from .target_comparison import TargetComparison, read_as, read_plainly
from .targets import ANY, TARGETS, ConversionRequest, ConversionTarget
from .text_layout import format_layout
from .tree_encoder import DRAKE, DRAKE_PREFIX, encode_tree
from .uris import BOTH, translate_uris
from .validation import drop_refused_tags

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from ...diagnostics.diagnostic import Diagnostic
    from ...mjcf.newest import Mujoco
    from ...runtime.source import Source
    from ...sdformat.newest import Sdf
    from ...skel.newest import Skel
    from ...urdf.newest import Robot
    from ..core.options import Format, Target
    from ..core.target import TargetProfile
    from ..document.document import DocumentOrPath
    from ..formats.dmd.directives import Directives
    from ..ir.world import WorldIR
    from .prefixed_tree import PrefixedTree
    from .reparse import ConversionResult
    from .targets import NewRoot
    from .to_dmd.from_any import NewDirectives

COLOURS = (("visual", "diffuse"),)
"""What a document that its target refuses says only to others, which show it otherwise."""
CALLED = {"gazebo": "Gazebo", "ros": "ROS"}
"""Targets that are called otherwise than the reader by whose rules they are judged."""
ABOUT_NOTHING = "it is about nothing in the result"
MOST_LETTERS = 60
"""How much of a comment is shown."""

SDFORMAT_OF_URDF = "to_sdformat.from_urdf:sdformat_of_robot"
URDF, MJCF, SKEL = "to_urdf.from_any:robot_of", "to_mjcf.from_any:mjcf_of", "to_skel.from_any:skel_of"
DIRECTIVES = "to_dmd.from_any:directives_of"
DIRECTIONS: dict[tuple[str, str], str] = {
    ("urdf", "sdformat"): SDFORMAT_OF_URDF,
    ("skel", "sdformat"): "to_sdformat.from_skel:sdformat_of_skeletons",
    ("dmd", "sdformat"): "to_sdformat.from_dmd:sdformat_of_directives",
    ("mjcf", "sdformat"): "to_sdformat.from_mjcf:sdformat_of_bodies",
    **{(of, "urdf"): URDF for of in ("sdformat", "skel", "dmd", "mjcf")},
    **{(of, "mjcf"): MJCF for of in ("urdf", "sdformat", "skel", "dmd")},
    **{(of, "skel"): SKEL for of in ("urdf", "sdformat", "mjcf", "dmd")},
    **{(of, "dmd"): DIRECTIVES for of in ("sdformat", "urdf", "mjcf", "dmd")},
}
"""What makes a document of another format, by the formats from and to: its module and its name. A call needs one."""


@dataclass(frozen=True, slots=True)
class Conversion(Generic[RootT_co]):
    """What ``convert`` answers.

    Attributes:
        document: the document of the other format.
        losses: what has no place in it, with its place in the one that was converted.
        changes: what is said in another way, says nothing, or is stored for the way back.
        files: documents that are to be written beside it, by the names of their files: models that directives add.

    Example:
        >>> made = bodyplan.convert(bodyplan.load("examples/arm.urdf"), "sdformat")
        >>> made.document.format, [(finding.code, finding.line) for finding in made.losses]
        ('sdformat', [('BP920', 138)])
    """

    document: Document[RootT_co]
    losses: tuple[Diagnostic, ...]
    changes: tuple[Diagnostic, ...]
    files: Mapping[str, Document[Any]] = field(default_factory=dict)


@overload
def convert(
    doc: DocumentOrPath,
    to: Literal["sdformat"],
    *,
    version: str | None = ...,
    target: Target | None = ...,
    uris: Literal["both"] | None = ...,
    keep: bool = ...,
    lump_fixed: bool = ...,
) -> Conversion[Sdf]: ...
@overload
def convert(
    doc: DocumentOrPath,
    to: Literal["urdf"],
    *,
    version: str | None = ...,
    target: Target | None = ...,
    uris: Literal["both"] | None = ...,
    keep: bool = ...,
    model: str | None = ...,
) -> Conversion[Robot]: ...
@overload
def convert(
    doc: DocumentOrPath,
    to: Literal["mjcf"],
    *,
    target: Target | None = ...,
    uris: Literal["both"] | None = ...,
) -> Conversion[Mujoco]: ...
@overload
def convert(
    doc: DocumentOrPath,
    to: Literal["skel"],
    *,
    target: Target | None = ...,
) -> Conversion[Skel]: ...
@overload
def convert(
    doc: DocumentOrPath,
    to: Literal["dmd"],
    *,
    target: Target | None = ...,
    output: str | os.PathLike[str] | None = ...,
) -> Conversion[Directives]: ...
@overload
def convert(
    doc: DocumentOrPath,
    to: Format,
    *,
    version: str | None = ...,
    target: Target | None = ...,
    uris: Literal["both"] | None = ...,
    keep: bool = ...,
    lump_fixed: bool = ...,
    model: str | None = ...,
    output: str | os.PathLike[str] | None = ...,
) -> Conversion[Sdf | Robot | Mujoco | Skel | Directives]: ...
def convert(
    doc: DocumentOrPath,
    to: Format,
    *,
    version: str | None = None,
    target: Target | None = None,
    uris: Literal["both"] | None = None,
    keep: bool = False,
    lump_fixed: bool = False,
    model: str | None = None,
    output: str | os.PathLike[str] | None = None,
) -> Conversion[Any]:
    """The same robot in another format: each of URDF, SDFormat, MJCF and SKEL in the three others, directives in all four.

    URDF, SDFormat and MJCF also become Drake's model directives, which add the files; directives become such without those
    that run other files.

    Links, joints, frames and masses stay as they are; in URDF a link stands where the joint is that it is attached to. Everything
    that is written in the document is in the other one, or is among ``losses`` or ``changes``.

    Args:
        doc: the document, which is not changed, or the path of one.
        to: name of the other format: ``"sdformat"``, ``"urdf"``, ``"mjcf"``, ``"skel"`` or ``"dmd"``.
        version: of that format; by default the newest of SDFormat that the reader reads, and of URDF that of robots that name
            none. What an older one of SDFormat cannot say is among the losses, at places of the document that is made.
        target: the reader that the result is for: ``"drake"``, ``"libsdformat"`` or ``"gazebo"``, of URDF also ``"ros"``,
            ``"urdfdom"`` or ``"mujoco"``, of MJCF ``"mujoco"``, of SKEL ``"dart"``. Where readers understand different things, what this one does is written; the
            result's findings are those for this reader.
        uris: ``"both"``: URIs of meshes and the like that ROS and Gazebo find alike, by the package that a file lies in, or
            by its absolute path where it lies in none. By default they are as the target knows them.
        keep: store what the way back would not make, in elements that readers of the result pass over: converted back, it is
            the same document but for its layout, and for what was changed between. MJCF and SKEL store nothing: their readers
            refuse it.
        lump_fixed: make one body of links that are fixed to each other, of URDF in SDFormat, as Gazebo's converter does.
            The links and joints that are gone are frames; ``preserveFixedJoint`` and ``disableFixedJointLumping`` of
            ``<gazebo>`` blocks keep theirs.
        model: name of the model that becomes the robot, of a document with several; by default the only one that moves. What
            else there is is lost.
        output: the file that directives will be written to; by default it stands beside ``doc``. They name files that are
            written beside them by the package which that is in.

    Returns:
        The document, without a path, and what became of the parts.

    Raises:
        LoadError: the document has errors.
        TypeError: ``doc`` is neither a document nor a path.
        ValueError: there is no such format, version, target or model, no conversion between these formats yet, or no robot
            in the document.

    Example:
        >>> import bodyplan
        >>> made = bodyplan.convert(bodyplan.load("examples/arm.urdf"), "sdformat")
        >>> made.document.format
        'sdformat'
    """
    doc = open_document(doc, "convert")
    make = _direction(doc.format, to)
    if target is not None and target not in TARGETS[to]:
        raise ValueError(f"there is no target {target!r} for {FORMATS[to].title}: there are {', '.join(TARGETS[to])}")
    if lump_fixed and make != SDFORMAT_OF_URDF:
        raise ValueError("lump_fixed is for URDF to SDFormat")
    if model is not None and make != URDF:
        raise ValueError("model is for what becomes a robot in URDF")
    if make == DIRECTIVES:
        if version is not None:
            raise ValueError(FORMATS[to].refusal(version) or "directives have no versions")
        if uris is not None:
            raise ValueError("uris is for meshes and the like: directives name files by package:// alone")
        return _make_directives(doc, target, keep=keep, output=None if output is None else Path(output))
    if output is not None:
        raise ValueError("output is for model directives")
    with collector_paused():
        return _make_document(doc, to, target, version, uris=uris, keep=keep, lump_fixed=lump_fixed, model=model)


def _make_document(
    doc: Document[Any],
    to: Format,
    target: Target | None,
    version: str | None,
    *,
    uris: str | None,
    keep: bool,
    lump_fixed: bool,
    model: str | None,
) -> Conversion[Any]:
    """The same robot in a format with tags; see ``convert``."""
    is_sound = get_options(doc).target is None and doc.ok
    making = _Conversion(doc, to, target, version, is_sound, uris=uris, keep=keep, lump_fixed=lump_fixed, model=model)
    tree = making.tree
    if making.blocks:
        restore_patch(tree, making.source_tree, making.blocks, making.sink, FORMATS[to].title)
    document = _store_way_back(making, doc.format, target) if making.stores else making.judge_tree().document
    if missing := find_undeclared_prefixes(document.diagnostics):
        text = with_declarations(document.dumps(), missing, making.source.text, unknown=True)
        document = making.judge(text).document
    making.compare_readings(document)
    found = making.sink.finish()
    back = find_recoverable_paths(making.source_tree.root) if making.blocks and making.is_same_way else set()
    lost = (*(each for each in found if each.code == LOST.code), *making.lost)
    losses = tuple(each for each in lost if each.xpath not in back)
    changes = tuple(each for each in found if each.code != LOST.code)
    return Conversion(document, losses, changes)


def _make_directives(
    doc: Document[Any], target: str | None, *, keep: bool, output: Path | None
) -> Conversion[Directives]:
    """Directives that add the models of a document."""
    reader = TARGETS["dmd"].get(target or "", ANY)
    profile = _find_target(reader)
    given = get_options(doc)
    read = read_again(doc, profile, is_sound=given.target is None and doc.ok)
    sink = Sink()
    source = get_parsed(read.twin).source
    for each in (source, *(each for each in read.description.sources if each.name != source.name)):
        sink.add_source(each)
    directives_of = _import_direction(DIRECTIVES)
    made: NewDirectives = directives_of(
        read.twin, read.description, sink, ConversionRequest(target=reader, keep=keep, output=output)
    )
    is_world = not made.adds_document and isinstance(read.twin.root, Element)
    files = arrange_files(made.files, source) if is_world else made.files
    texts = {name: each.dumps() for name, each in files.items()}
    if is_world:
        lost = _find_lost_comments(source, texts.values())
        _report_comments(
            lost, read.twin.root.source_element, sink, "directives and files of models are written without it"
        )
    contents = {os.path.join(made.folder or "", name): text.encode() for name, text in texts.items()}
    options = Options(
        search_paths=(*given.search_paths, *made.package_folders),
        files=OverlayFiles(given.files, contents) if contents else given.files,
        base_dir=made.folder,
        target=profile,
    )
    document = read_result(text_of(made.root), "dmd", options).document
    found = sink.finish()
    losses = tuple(each for each in found if each.code == LOST.code)
    return Conversion(document, losses, tuple(each for each in found if each.code != LOST.code), files)


class _Conversion:
    """One document that is made of another, without what that stores.

    Args:
        doc: the document.
        to: see ``convert``.
        target: see ``convert``; by default the one that what is stored is for.
        version: see ``convert``; by default the one that the document had before it was converted.
        is_sound: whether nothing in its text is an error to no reader in particular.
        source_tree: the document with all comments, where it was made as a tree.
        uris: see ``convert``.
        keep: see ``convert``.
        lump_fixed: see ``convert``.
        model: see ``convert``.

    Attributes:
        source: what it is made of, as it was read.
        version: of that.
        is_same_way: whether it is made as it was before it was converted.
        stores: whether it stores what the way back does not make.
        sink: has what is reported.
        lost: what an older version cannot say.
        tree: what was made.
        blocks: what an earlier conversion stored.
        judge: reads a text for the reader that it is for.
    """

    def __init__(
        self,
        doc: Document[Any],
        to: str,
        target: str | None,
        version: str | None,
        is_sound: bool,
        *,
        source_tree: PrefixedTree | None = None,
        uris: str | None = None,
        keep: bool = False,
        lump_fixed: bool = False,
        model: str | None = None,
    ) -> None:
        row = self._row = FORMATS[to]
        read = read_again(doc, _find_target(TARGETS[to].get(target or "", ANY)), is_sound=is_sound, is_lent=True)
        twin, self.source = read.twin, get_parsed(read.twin).source
        self._reading = read.reading
        root = self._root = twin.root.source_element
        self.version = get_parsed(twin).read_as
        self._twin, self._format, self._lumps = twin, doc.format, lump_fixed
        self.blocks = blocks_in(root) if self.source.mentions(NAMESPACE) else []
        way = read_round_trip_options(self.blocks)
        reader = TARGETS[to].get(target or way.target or "", ANY)
        profile = _find_target(reader)
        name = target or way.target or ""
        self._name = CALLED.get(name) or READERS.get(name if profile is None else profile.folder, name)
        self.is_same_way = version is None and (target is None or target == way.target)
        if self.is_same_way and way.version is not None and row.refusal(way.version) is None:
            version = way.version
        known = {} if profile is None else facts(profile).about.get("newest", {})
        wanted_version = version or known.get(to) or row.newest_version()
        if (refusal := row.refusal(wanted_version)) is not None:
            raise ValueError(refusal)
        options = Options(
            search_paths=get_options(doc).search_paths,
            files=get_options(doc).files,
            base_dir=folder_of(doc),
            target=profile,
        )
        # the way back makes a tree, to whose elements belongs what is stored; a format without tags has none
        self.stores = keep and bool(FORMATS[doc.format].tags) and (to, doc.format) in DIRECTIONS
        self.judge = partial(read_result, format=to, options=options)
        self.sink = Sink()
        for each in (self.source, *(each for each in read.description.sources if each.name != self.source.name)):
            self.sink.add_source(each)
        wanted = ConversionRequest(
            target=reader, version=version, keep=keep, lump_fixed=lump_fixed, model=model, options=options
        )
        made: NewRoot = _import_direction(_direction(doc.format, to))(twin, read.description, self.sink, wanted)
        if read.has_more:
            self.sink.report(
                LOST,
                None,
                what="what stands behind the root",
                format=row.title,
                reason="a document has one root",
                is_storable=False,
            )
        schemes = BOTH if uris == "both" else reader.schemes
        if schemes:
            translate_uris(document_of(made.root, to), twin, schemes, self.sink)
        prefixes = {OWN_PREFIX: NAMESPACE} if keep else {}
        if made.declares_drake:
            prefixes[DRAKE_PREFIX] = DRAKE
        is_older = to == "sdformat" and wanted_version != row.newest_version()
        self.tree = encode_tree(made.root, prefixes, root, EXTENSIONS, sorts=not is_older)
        is_merged = made.extensions is not None and merge_extensions(self.tree, made.extensions)
        self.lost: tuple[Diagnostic, ...] = ()
        if is_older:
            text, self.lost = read_result(self.tree.serialize(), to, Options()).document.export(wanted_version)
            self.tree = parse_tree(text)
        format_layout(self.tree, root, is_sorted=not (is_older or is_merged))
        self._source_tree = source_tree
        self._pairs, self._options, self._reader = made.pairs, options, reader
        if "<!--" in self.source.text:
            _report_comments(add_missing_comments(self.tree, self.source_tree), self._root, self.sink)

    @cached_property
    def source_tree(self) -> PrefixedTree:
        """What it is made of, with all comments."""
        return self._source_tree or parse_tree(self.source.text)

    def compare_readings(self, document: Document[Any]) -> None:
        """Reports what is read otherwise in a document that was made than in the source, and was not told yet.

        First what the reader that it is for has otherwise, then what who knows only the formats has. Of formats whose elements take
        values from classes, or are no XML, it is not known what was reported of an element.
        """
        says_all = all(FORMATS[each].described_expanded for each in (self._format, document.format))
        if not (says_all and self._pairs and isinstance(self._twin.root, Element)):
            return
        profile = self._options.target
        if profile is not None and document.format in profile.formats and document.ok:
            self._compare_for_target(document, profile)
        source = read_plainly(self._twin, self._options, self._reading)
        result = read_plainly(document, self._options)
        if source is not None and result is not None:
            comparison = TargetComparison(source, result, self.sink, self._format, self._pairs, is_exact=True)
            formats = f"{FORMATS[self._format].title} and {self._row.title}"
            comparison.report(self._root, READ_OTHERWISE_BY_FORMAT, formats)

    def _compare_for_target(self, document: Document[Any], profile: TargetProfile) -> None:
        """Reports what the target has otherwise."""
        source = read_as(self._twin, self._options, keeps_links=not self._lumps)
        result = read_as(document, self._options)
        is_refused = self._format in profile.formats and source is not None and source.is_plain
        if source is not None and result is not None and not (is_refused and self._lumps):
            ignored = (
                () if self._reader.speaks_drake else (DRAKE_TAGS, *(f"{space.prefix}:" for space in SPACES.values()))
            )
            comparison = TargetComparison(
                source,
                result,
                self.sink,
                self._format,
                self._pairs,
                ignored,
                (*self._reader.unread, *(COLOURS if is_refused else ())),
            )
            comparison.report(self._root, READ_OTHERWISE, self._name)

    def judge_tree(self) -> ConversionResult:
        """The document of the tree, without what its reader refuses in it."""
        return drop_refused_tags(self.tree, self.judge, self._root, self.sink, self._row.title, self.stores)


def _report_comments(comments: list[Any], root: Any, sink: Sink, reason: str = ABOUT_NOTHING) -> None:
    """Reports comments for which there is no place, at the elements that they are in."""
    for comment in comments:
        at = root
        for _, inner in pairwise(reversed(list(comment.iterancestors("*")))):
            number = sum(1 for _ in inner.itersiblings("*", preceding=True))
            at = next(islice(at.iterchildren("*"), number, None), at)
        text = " ".join((comment.text or "").split())
        what = f"the comment {text if len(text) <= MOST_LETTERS else f'{text[:MOST_LETTERS]}…'!r}"
        sink.report(WITHOUT_EFFECT, at, what=what, reason=reason)


def _find_lost_comments(source: Source, files: Iterable[str]) -> list[Any]:
    """Comments of a document that are in none of the files that are written of it."""
    texts = list(files)
    tops = around(parse_tree(source.text).root) if "<!--" in source.text else ()
    found = (each for top in tops for each in top.iter(Comment) if not is_xacro_header(each.text))
    return [each for each in found if not any((each.text or "") in text for text in texts)]


def _find_target(reader: ConversionTarget) -> Any:
    return None if reader.profile is None else find_target(reader.profile)


def _store_way_back(making: _Conversion, format: str, target: str | None) -> Document[Any]:
    """The document, in which stands what its way back would not make; as it is where there is no way back."""
    version, row = making.version, FORMATS[format]
    stored = insert_placeholder(making.tree)
    room = making.judge_tree()
    for name in dict.fromkeys((target if target in TARGETS[format] else None, None)):
        try:
            wanted = version if row.refusal(version) is None else None
            back = _Conversion(room.document, format, name, wanted, room.is_sound, source_tree=making.tree)
        except (LoadError, ValueError):
            continue
        usual = FORMATS[format].usual_version or FORMATS[format].newest_version()
        said = {"version": "" if version == usual else version, "target": name or ""}
        told = (*(each for each in back.sink.finish() if each.code == LOST.code), *back.lost)
        lost = [each.xpath for each in told if each.xpath]
        embed_patch(making.tree, making.source_tree, back.tree, lost, **said)
        return making.judge(making.tree.serialize()).document
    restore_stored(making.tree, stored)
    return making.judge(making.tree.serialize()).document


def _import_direction(direction: str) -> Callable[[Document[Any], WorldIR, Sink, ConversionRequest], Any]:
    module, _, name = direction.partition(":")
    function: Callable[..., Any] = getattr(import_module(f".{module}", __package__), name)
    return function


def _direction(of: str, to: str) -> str:
    known = FORMATS.get(to)
    if known is None:
        targets = ", ".join(sorted({made for _, made in DIRECTIONS}))
        raise ValueError(f"there is no format {to!r}: documents are converted to {targets}")
    made = DIRECTIONS.get((of, to))
    if made is None:
        ways = ", ".join(f"{FORMATS[a].title} to {FORMATS[b].title}" for a, b in DIRECTIONS)
        raise ValueError(f"{FORMATS[of].title} is not converted to {known.title} yet; there is {ways}")
    return made

"""Makes the model of a document: follows includes, finds the classes, dissolves frames, copies and attached models."""

from __future__ import annotations

from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from ....diagnostics import rules
from ....diagnostics.records import NamedTuple
from ....runtime.spelling import SpellingIndex, suggest
from ...core.bindings import bindings_of
from ...includes.inclusion import IncludeChain
from ...spatial.raw_pose import IDENTITY, NO_ROTATION, compose
from .adapter import PLAIN
from .attach_conflicts import check_conflicts
from .classes import Classes
from .copies import COPIED_ALONG, NO_OTHERS, Naming, OtherNames, SectionIndex, names_inside, refers_to_any
from .document_tree import tag_of
from .files import check_files, read_xml, report_missing
from .flexes import check_flexes
from .includes import Includer, path_of_document
from .model import MjcfBody, MjcfModel, MjcfPart
from .names import check_references, collect_names
from .orientation import pose_of, turn_by
from .reductions import discard_unweighed
from .references import FILE_NAMED, WORLD, written_name
from .releases import find_last_release
from .schema_leniency import soften_findings
from .settings import CompilerSettings
from .structure import NOT_IN_WORLD, check_structure, report_misplaced
from .tree_checks import check_tree

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from ....mjcf.newest import Attach, Mujoco, Replicate
    from ....mjcf.newest import Model as ModelAsset
    from ....runtime.element import Element
    from ....runtime.sink import Sink
    from ...core.options import Options
    from ...core.parsed import ParsedDocument
    from ...spatial.raw_pose import RawPose
    from .classes import DefaultClass
    from .document_tree import Child, DocumentTree

SECTIONS = (
    "option", "size", "statistic", "visual", "asset", "contact", "tendon", "equality", "actuator", "sensor",
    "keyframe", "custom", "deformable", "extension",
)  # fmt: skip
HOLDERS = ("option", "size", "statistic", "visual")
"""Sections that are parts themselves."""
ATTACHED = ("asset", "extension", *COPIED_ALONG, "keyframe")
"""Sections whose elements come along with an attached model, those of the first two and the last whatever they refer to."""
DEFAULT_TAGS = {"connect": "equality", "weld": "equality", "fixed": "tendon", "spatial": "tendon"}
"""What the defaults of elements are called where not like the elements."""
IN_BODIES = {
    "joint": "joints", "freejoint": "joints", "geom": "geoms", "site": "sites", "camera": "cameras",
    "light": "lights", "inertial": "inertials", "flexcomp": "flexcomps",
}  # fmt: skip
"""In which list of a body its parts are."""
WITHOUT_CLASS = ("freejoint", "inertial")
"""Those of them that have no class of defaults."""
MOST_ATTACHED = 20
"""Documents that attach each other, one in the other."""
MOST_FRAMES = 50
"""Frames that attach each other, one in the other."""
_new = object.__new__
"""Makes a part, or an element that says nothing, without the call that takes its fields, which takes as long as all else that is
done to put one into a model."""
UNNAMED = "MuJoCo Model"
"""What an attached model is called that says no name."""


def assemble(
    parsed: ParsedDocument[Mujoco], sink: Sink, options: Options, includer: Includer | None = None
) -> MjcfModel:
    """The model that a document describes; reports what is wrong with its includes, classes, frames and copies.

    Args:
        parsed: the document.
        sink: receives what is wrong.
        options: those of the call.
        includer: follows the includes of the document, and may have begun; by default none has.
    """
    path = path_of_document(parsed.source.name, options)
    chain = IncludeChain(None if path is None else str(path), options.files)
    document = (includer or Includer(parsed.root, sink, options, path)).read_tree()
    model = _Assembler(parsed.root, document, sink, options, path, chain).model
    collect_names(model, sink)
    if model.settings.get("discardvisual") and options.adapter("mjcf", PLAIN).reduces:
        discard_unweighed(model)
    check_structure(model, sink)
    check_references(model, sink)
    check_files(model, sink, options)
    check_flexes(model, sink, options)
    return model


class _Place(NamedTuple):
    """Where something is that is put into a body."""

    frame: RawPose
    """Pose, in the body, of the frames around it."""
    childclass: DefaultClass | None
    is_copied: bool = False
    """Whether a ``replicate`` is between it and the body."""


IN_SECTION = _Place(IDENTITY, None)
"""Where that is which is in no body."""


def _top_of(body: MjcfBody) -> MjcfBody:
    """The world, or what else a body is in at the outermost."""
    parent = body.parent
    while parent is not None:
        body, parent = parent, parent.parent
    return body


class _Assembler:
    def __init__(
        self,
        root: Mujoco,
        document: DocumentTree,
        sink: Sink,
        options: Options,
        path: Path | None,
        chain: IncludeChain,
        depth: int = 0,
    ) -> None:
        self.sink = sink
        self.depth = depth
        self.options = options
        self.adapter = options.adapter("mjcf", PLAIN)
        self.folder = None if path is None else path.parent
        self.chain = chain
        self.document = document
        self.types = bindings_of("mjcf", package=options.bindings).types
        compilers = self.document.of_root("compiler")
        self.settings = CompilerSettings(compilers, _new(self.types["Compiler"]), self.folder)
        self.classes = Classes(self.document, sink)
        self.model = MjcfModel(root, self.settings, self.classes, MjcfBody(None, None))
        self.index = SectionIndex(self.model.sections)
        self.assets: dict[str, Element] = {}
        """Elements ``model``, by what they are called."""
        self.attached: dict[int, _Assembler | None] = {}
        """What such an element leads to, by its ``id``; None where that cannot be had."""
        self.frames: dict[str, tuple[Element, _Place]] = {}
        self.spelled: dict[str, SpellingIndex] = {}
        """Of what can be attached, by kind."""
        self.filling = 0
        """How many frames are being attached, one in the other."""
        for section, element in self.document.inside(root):
            if section in HOLDERS:
                self._add_section(section, ((section, element),))
            elif section in SECTIONS:
                self._add_section(section, self.document.inside(element))
        top = _Place(IDENTITY, None)
        for element in self.document.of_root("worldbody"):
            self._fill(self.model.world, element, top)
        self.index.clear()
        self.model.all_bodies = self.model.world.tree()
        for number, body in enumerate(self.model.all_bodies):
            body.number = number

    def _add_section(self, section: str, children: Sequence[Child]) -> None:
        """Adds what is in a section to what is in others of its name."""
        if not children:
            return
        parts = self.model.sections.setdefault(section, [])
        for tag, element in children:
            if section == "asset" and tag == "model":
                name = written_name(tag, element) or self._name_of_attached(element)
                self.assets.setdefault(name, element)
                self._read_model(element)
            default_tag = "equality" if section == "equality" else DEFAULT_TAGS.get(tag, tag)
            parts.append(self._part(tag, element, default_tag, IN_SECTION))

    def _part(
        self,
        tag: str,
        element: Element,
        default_tag: str,
        place: _Place,
    ) -> MjcfPart:
        written = element.__dict__
        name = written.get("class_")
        found = None if name is None else self.classes.by_name.get(name) or self.classes.find(element, "class_")
        holder, cls = found or place.childclass or self.classes.main, element.__class__
        given = holder.defaults.get((default_tag, cls)) or holder.find_defaults(default_tag, cls)
        name = written.get("name") or (written_name(tag, element) if tag in FILE_NAMED else "")
        part = _new(MjcfPart)
        part.tag = tag
        part.tree = self.document
        part.element = element
        part.written = written
        part.given = given
        part.settings = self.settings
        part.name = name
        part.frame = place.frame
        part.prefix = ""
        part.asset_prefix = ""
        part.suffixes = ()
        part.is_in_body = place is not IN_SECTION
        return part

    def _fill(self, body: MjcfBody, element: Element, place: _Place) -> None:
        """Puts what a body, a frame or a copied part of one holds into the body."""
        left_out, inside = self.adapter.left_out, self.document.inside
        ahead: list[tuple[MjcfBody, Iterator[Child], _Place]] = [(body, iter(inside(element)), place)]
        while ahead:
            body, children, place = ahead[-1]
            for tag, child in children:
                if tag in left_out:
                    continue
                field = IN_BODIES.get(tag)
                if field is not None:
                    if tag in NOT_IN_WORLD:
                        self._check_place(body, tag, child, place)
                    part = self._part(tag, child, tag, place)
                    getattr(body, field).append(part)
                    if part.name:
                        body.added.append(part)
                elif tag == "body":
                    part = self._part(tag, child, tag, place)
                    inner = MjcfBody(part, body)
                    body.bodies.append(inner)
                    ahead.append((inner, iter(inside(child)), _Place(IDENTITY, self._childclass(child, place))))
                    break
                elif tag == "frame":
                    ahead.append((body, iter(inside(child)), self._add_frame(body, child, place)))
                    break
                elif tag == "replicate":
                    self._replicate(body, child, place)  # type: ignore[arg-type]  # by its tag
                elif tag == "attach":
                    self._attach(body, child, place)  # type: ignore[arg-type]  # by its tag
            else:
                ahead.pop()

    def _add_frame(self, body: MjcfBody, element: Element, place: _Place) -> _Place:
        """Adds a frame to a body; answers where what is in it is put."""
        part = self._part("frame", element, "frame", place)
        body.add_part("frames", part)
        if part.name:
            self.frames.setdefault(part.name, (element, place))
        own = compose(place.frame, pose_of(part, self.sink))
        return _Place(own, self._childclass(element, place), place.is_copied)

    def _check_place(self, body: MjcfBody, tag: str, element: Element, place: _Place) -> None:
        """Reports a part that is where none can be, and a class of one that has no class."""
        if place.is_copied and tag in ("joint", "freejoint"):
            report_misplaced(element, "a joint", "right in a <replicate>", self.sink)
        elif body.part is None and not place.is_copied:
            report_misplaced(element, NOT_IN_WORLD[tag], "in the world, which does not move", self.sink)
        if tag in WITHOUT_CLASS:
            self.classes.find_unlisted(element)

    def _childclass(self, element: Element, place: _Place) -> DefaultClass | None:
        classes, name = self.classes, element.__dict__.get("childclass")
        unlisted = classes.find_unlisted(element) if classes.may_be_unlisted else None
        found = None if name is None else classes.by_name.get(name) or classes.find(element, "childclass")
        return found or unlisted or place.childclass

    def _replicate(self, body: MjcfBody, written: Replicate, place: _Place) -> None:
        """Puts copies of what is in a ``replicate`` into a body, and of what refers to that into the sections."""
        scratch = MjcfBody(None, body)
        self._fill(scratch, written, _Place(IDENTITY, self._childclass(written, place), is_copied=True))
        count = max(written.count or 0, 0)
        self.sink.budget.require("copies", count * scratch.size(), written)
        names = names_inside(scratch)
        self.index.update()
        dependents = self.index.find_dependents(names, self._find_outside(body))
        unbound = {
            section: [part for part in parts if not refers_to_any(part)] for section, parts in dependents.items()
        }
        width = len(str(count))
        for number, own in enumerate(self._find_places(written, count)):
            naming = Naming(suffix=(f"{written.sep or ''}{number:0{width}}",))
            naming.copy_content(scratch, body, compose(place.frame, own), self.sink.budget)
            self._copy_dependents(naming, dependents, written)
            for section, parts in unbound.items():
                # what refers to nothing is copied with each copy, and so are its copies
                made = self.model.sections[section][-len(dependents[section]) :] if dependents[section] else []
                dependents[section] += [part for part in made if not refers_to_any(part)]
                parts += made
        self.index.remove(part for parts in dependents.values() for part in parts if refers_to_any(part))

    def _find_outside(self, body: MjcfBody) -> OtherNames:
        """Everything there is so far, but for what is being copied."""
        trees = []
        around: MjcfBody | None = body
        while around is not None:
            if around.part is None:  # the world, or what is to be copied itself
                trees.append(around.names_of_tree)
            around = around.parent
        return OtherNames(self.index.names, trees)

    def _find_places(self, written: Replicate, count: int) -> Iterator[RawPose]:
        """Where the copies of a ``replicate`` stand: angles grow from one to the next, which stands as far from it as is said."""
        angles = vars(written).get("euler")
        offset: tuple[float, float, float] = vars(written).get("offset") or IDENTITY[:3]
        place = IDENTITY
        for number in range(count):
            if angles is not None:
                place = (*place[:3], *turn_by([number * angle for angle in angles], self.settings))
            yield place
            place = compose(place, (*offset, *NO_ROTATION))

    def _copy_dependents(self, naming: Naming, dependents: dict[str, list[MjcfPart]], at: Element) -> None:
        for section, parts in dependents.items():
            self.sink.budget.spend("copies", len(parts), at)
            self.model.sections.setdefault(section, []).extend([naming.copy_part(part) for part in parts])

    def _attach(self, body: MjcfBody, written: Attach, place: _Place) -> None:
        """Puts what an ``attach`` names into a body, and what refers to that, or comes with it, into the sections."""
        if "prefix" not in vars(written):
            return  # which was reported
        self.sink.budget.spend("copies", 1, written)
        source = self
        if written.model is not None:
            asset = self.assets.get(written.model)
            if asset is None:
                self._report_unknown(written, "model", "model", written.model, self.assets, self)
                return
            found = self._read_model(asset)
            if found is None:
                return
            source = found
        elif not written.body and not written.frame:
            bundles = (("@model",), ("@body",), ("@frame",))
            self.sink.report(
                rules.ONE_OF_MISSING, written, parent=tag_of(written), written=(), bundles=bundles, case="one_of"
            )
            return
        scratch = self._find_attached(source, written)
        if scratch is None:
            return
        naming = Naming(prefix=written.prefix, asset_prefix="" if source is self else written.prefix)
        names = names_inside(scratch)
        there = _top_of(body).named
        own = (naming.of(name) for kind, name in names if kind == "body" and name != WORLD)
        taken = sorted(name for name in own if name in there)
        if taken:
            name = taken[0][len(written.prefix) :]
            self.sink.report(rules.ATTACHED_TWICE, written, attribute="prefix", name=name, prefix=written.prefix)
            return
        naming.copy_content(scratch, body, place.frame, self.sink.budget)
        if source is not self:
            dependents = source.index.find_dependents(names, NO_OTHERS)
            for section in ATTACHED:
                parts = source.model.sections.get(section, [])
                if section in COPIED_ALONG:
                    along = set(dependents.get(section, ()))
                    parts = [part for part in parts if part in along or part.tag in ("numeric", "text")]
                if parts:
                    self._copy_dependents(naming, {section: parts}, written)
            check_conflicts(self.model, source.model, written, str(self.settings.get("conflict")), self.sink)
            for name, made in source.classes.by_name.items():
                self.classes.by_name.setdefault(written.prefix + name, made)
        else:
            self._copy_dependents(naming, self.index.find_dependents(names, NO_OTHERS), written)

    def _find_attached(self, source: _Assembler, written: Attach) -> MjcfBody | None:
        """A body that holds what is attached; None where there is no such thing, which is reported."""
        scratch = MjcfBody(None, None)
        if written.frame:
            known = source.frames.get(written.frame)
            if known is None:
                self._report_unknown(written, "frame", "frame", written.frame, source.frames, source)
                return None
            frame, place = known
            if source.filling >= MOST_FRAMES:
                self.sink.report(rules.INCLUDES_TOO_DEEP, written, limit=MOST_FRAMES)
                return None
            part = source._part("frame", frame, "frame", _Place(IDENTITY, place.childclass))
            scratch.add_part("frames", part)
            own = pose_of(part, self.sink)
            source.filling += 1
            source._fill(scratch, frame, _Place(own, source._childclass(frame, place)))
            source.filling -= 1
            return scratch
        if not written.body:
            return source.model.world
        bodies = source.model.world.named
        reference = bodies.get(written.body)
        found = source.model.world if written.body == WORLD else None if reference is None else reference()
        if found is None:
            self._report_unknown(written, "body", "body", written.body, chain((WORLD,), bodies), source)
            return None
        self.sink.budget.require("copies", found.size(), written)
        Naming().copy_body(found, scratch, IDENTITY, self.sink.budget)
        return scratch

    def _report_unknown(
        self, written: Attach, attribute: str, kind: str, name: str, known: Iterable[str], source: _Assembler
    ) -> None:
        index = source.spelled.setdefault(kind, SpellingIndex(known))
        self.sink.report(
            rules.UNKNOWN_REFERENCE,
            written,
            attribute=attribute,
            field=f"attribute {attribute!r}",
            tag=tag_of(written),
            reference=name,
            kind=kind,
            scope="what can be attached",
            advice=lambda: suggest(index.nearest(name), "{!r}", f"no {kind} has that name"),
        )

    def _name_of_attached(self, asset: Element) -> str:
        found = self._read_model(asset)
        return "" if found is None else found.model.root.model or UNNAMED

    def _read_model(self, asset: Element) -> _Assembler | None:
        """The document that an element ``model`` leads to; None where it cannot be had, which is reported."""
        key = id(asset)
        if key not in self.attached:
            self.attached[key] = None
            self.attached[key] = self._read_attached(asset)  # type: ignore[arg-type]  # by its tag
        return self.attached[key]

    def _read_attached(self, written: ModelAsset) -> _Assembler | None:
        files = self.options.files
        if not written.file:
            return None
        if self.depth >= MOST_ATTACHED:
            self.sink.report(rules.INCLUDES_TOO_DEEP, written, limit=MOST_ATTACHED)
            return None
        folders = [] if self.folder is None else [self.folder]
        path = next((at / written.file for at in folders if files.is_file(at / written.file)), None)
        if path is None:
            report_missing(written.file, folders, written, "file", self.sink, self.options)
            self.sink.note_absent("", written)
            return None
        with self.chain.enter_file(path, self.sink, written) as may_enter:
            if not may_enter:
                return None
            tree = read_xml(path, written, self.sink, self.options)
            if tree is None:
                return None
            if tree.tag != tag_of(self.model.root):
                self.sink.report(
                    rules.UNKNOWN_FORMAT, tree, tag=str(tree.tag), expected=f"<{tag_of(self.model.root)}>", told=""
                )
                return None
            first = len(self.sink.found)
            bindings = bindings_of("mjcf", package=self.options.bindings)
            root: Mujoco = bindings.decode(tree, self.sink, elsewhere=find_last_release)
            check_tree(tree, self.sink)
            soften_findings(self.sink, first, is_document=True)
            document = Includer(root, self.sink, self.options, path, is_fresh=True).read_tree()
            return _Assembler(root, document, self.sink, self.options, path, self.chain, self.depth + 1)

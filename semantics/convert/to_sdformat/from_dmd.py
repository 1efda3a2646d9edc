"""Drake's model directives to SDFormat: a world that includes the files, placed and joined as the directives have them."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

from ....runtime.poses import EulerPose
from ....runtime.sink import Sink
from ...document.document import Document, get_options
from ...formats.dmd.decoder import load_directives
from ...formats.dmd.directives import AddDirectives, AddFrame, AddModel, AddModelInstance, AddWeld
from ...formats.registry import FORMATS
from ...frames import graph as frame_graph
from ...frames.graph import ROOT
from ...ir.scoped_names import MODEL_FRAME, SEPARATOR, WORLD
from ...resources.resolver import FoundPath, finder_for
from ...spatial.raw_pose import IDENTITY, compose, inverse
from ..coverage.ledger import Ledger
from ..coverage.tables import loss_reasons, mark_paths
from ..element_builder import empty_sdformat, make_pose, maker
from ..frame_poses import FramePoses
from ..round_trip.store import store_losses
from ..targets import NewRoot
from .free_names import free_name

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...formats.dmd.directives import Directive, Directives
    from ...ir.world import WorldIR
    from ...spatial.raw_pose import RawPose
    from ..targets import ConversionRequest

ZERO_POSE = EulerPose(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


class WorldWriter:
    """Writes one world.

    Args:
        ledger: learns what has its place.
        description: what the directives mean.
        files: reads the directives of other files.
    """

    def __init__(self, ledger: Ledger, description: WorldIR, files: Callable[[str], Directives | None]) -> None:
        self.make = maker("sdformat")
        self.world = self.make("World", name="default")
        self._ledger = ledger
        self._files = files
        self._graph = frame_graph.build(description)
        self._places = FramePoses(self._graph)
        self._includes: dict[str, Any] = {}
        self._instances: dict[str, Any] = {}
        """Directives that make a model for others, by its full name."""
        self._models: dict[str, Any] = {}
        """Nested models, by full name."""
        self._frames: dict[str, str] = {}
        """Names in the world of frames that directives count to models."""
        self._nested: dict[str, Any] = {}
        """Includes in nested models, by full name."""
        self._at: dict[str, RawPose] = {}
        """Where models are in the world that nothing holds, by full name."""
        self._held: dict[str, tuple[str, str, RawPose]] = {}
        """By model, its frame that is held, and where in which frame it is."""
        self._added: dict[str, tuple[str, RawPose]] = {}
        """What frames of directives are fixed to, and where."""

    def write(self, directives: list[Directive], namespace: str = "") -> None:
        """Carries directives out, in order, with the names that they use in a namespace."""
        for each in directives:
            if isinstance(each, AddModel):
                self._add_model(each, namespace)
            elif isinstance(each, AddFrame):
                self._add_frame(each, namespace)
            elif isinstance(each, AddWeld):
                self._add_weld(each, namespace)
            elif isinstance(each, AddModelInstance):
                self._instances[join_scope(namespace, each.name)] = each
                self._ledger.mark_subtree(each.element)
            elif isinstance(each, AddDirectives):
                self._add_directives(each, namespace)

    def finish(self) -> None:
        """Places what is in nested models, where nothing around them can be named, and reports models that nothing is in."""
        for full, made in self._nested.items():
            made.pose = self._pose(self._place_of(full), "")
        for full, directive in self._instances.items():
            if full not in self._models:
                self._ledger.without_effect(directive.element, "no model is put into it")

    def _add_directives(self, directive: AddDirectives, namespace: str) -> None:
        found = self._files(directive.file)
        self._ledger.mark_subtree(directive.element)
        self._ledger.report_representation(directive.element, "what the file holds")
        if found is not None and found.source_element is not None:
            root = found.source_element.getroottree().getroot()
            self._ledger.add_root(root)
            mark_paths(self._ledger, root, "directives/*")
            self.write(found.directives, join_scope(namespace, directive.model_namespace))

    def _holder(self, namespace: str) -> Any:
        """The world, or the nested model of a namespace."""
        if not namespace:
            return self.world
        made = self._models.get(namespace)
        if made is None:
            above, _, name = namespace.rpartition(SEPARATOR)
            made = self._models[namespace] = self.make("Model", name=name)
            self._holder(above).model.append(made)
        return made

    def _add_model(self, directive: AddModel, namespace: str) -> None:
        full = join_scope(namespace, directive.name)
        made = self.make("ModelInclude" if namespace else "WorldInclude", uri=directive.file, name=directive.name)
        self._holder(namespace).include.append(made)
        self._ledger.mark(directive.element)
        for key in ("name", "file"):
            self._ledger.mark_subtree(directive.place(key))
        self._at[full] = self._places.compute_pose(self._graph.index[full], ROOT)[0]
        if namespace:
            self._nested[full] = made
            return
        self._includes[full] = made
        if len(directive.default_free_body_pose) == 1:
            ((body, place),) = directive.default_free_body_pose.items()
            if body and SEPARATOR not in body:
                made.placement_frame = body
                made.pose = self._pose(place.pose, place.base_frame) or self.make("Pose", value=ZERO_POSE)
                self._held[full] = f"{full}{SEPARATOR}{body}", place.base_frame or WORLD, place.pose
                self._ledger.mark_subtree(directive.place("default_free_body_pose"))

    def _add_frame(self, directive: AddFrame, namespace: str) -> None:
        base = scope_name(namespace, directive.X_PF.base_frame)
        name = _last(directive.name)
        scope = base.rpartition(SEPARATOR)[0]
        full = join_scope(namespace, directive.name) if SEPARATOR in directive.name else join_scope(scope, name)
        holder = full.rpartition(SEPARATOR)[0]
        self._added[full] = base, directive.X_PF.pose
        made = self.make("Frame", name=name)
        if holder in self._models and base not in self._frames and base.startswith(holder + SEPARATOR):
            made.attached_to = base.removeprefix(holder + SEPARATOR)
            self._models[holder].frame.append(made)
        else:
            made.name = free_name(name, {each.name for each in self.world.frame} | {*self._includes, *self._instances})
            said = self._frames.get(base, base)
            if said not in ("", WORLD):
                made.attached_to = said
            self._frames[full] = made.name
            self.world.frame.append(made)
            if made.name != full:
                self._ledger.report_representation(directive.place("name"), f"frame {made.name!r} of the world")
        if directive.X_PF.pose != IDENTITY:
            made.pose = self._pose(directive.X_PF.pose, "")
        self._ledger.mark_subtree(directive.element)

    def _add_weld(self, directive: AddWeld, namespace: str) -> None:
        parent, child = (
            self._frames.get(full := scope_name(namespace, each), full) for each in (directive.parent, directive.child)
        )
        moved = self._model_of(scope_name(namespace, directive.child))
        if moved is not None:
            ends = (scope_name(namespace, each) for each in (directive.child, directive.parent))
            held, holder = ends
            self._held[moved] = held, holder, directive.X_PC.pose
        model, _, frame = child.partition(SEPARATOR)
        include = self._includes.get(model)
        if include is not None:
            if frame != MODEL_FRAME:
                include.placement_frame = frame
            include.pose = self._pose(directive.X_PC.pose, parent) or self.make("Pose", value=ZERO_POSE)
        name = free_name(f"{_last(parent)}_welds_to_{_last(child)}", {joint.name for joint in self.world.joint})
        self.world.joint.append(self.make("Joint", name=name, type="fixed", parent=parent, child=child))
        self._ledger.mark_subtree(directive.element)

    def _model_of(self, full: str) -> str | None:
        """The model of a file that something belongs to; None for the world and its frames."""
        while full and full not in self._at:
            full = self._added[full][0] if full in self._added else full.rpartition(SEPARATOR)[0]
        return full or None

    def _place_of(self, model: str, ahead: frozenset[str] = frozenset()) -> RawPose:
        """Where a model is in the world, with all that it is welded to."""
        if model not in self._held or model in ahead:
            return self._at[model]
        frame, parent, pose = self._held[model]
        index = self._graph.index
        own = index.get(frame.removesuffix(SEPARATOR + MODEL_FRAME), index[model])
        inside = self._places.compute_pose(own, index[model])[0]
        return compose(compose(self._where(parent, ahead | {model}), pose), inverse(inside))

    def _where(self, full: str, ahead: frozenset[str]) -> RawPose:
        """Where a frame is in the world."""
        if full in self._added:
            base, pose = self._added[full]
            return compose(self._where(base, ahead), pose)
        model = self._model_of(full)
        if model is None:
            return IDENTITY
        index = self._graph.index
        frame = index.get(full.removesuffix(SEPARATOR + MODEL_FRAME), index[model])
        return compose(self._place_of(model, ahead), self._places.compute_pose(frame, index[model])[0])

    def _pose(self, pose: RawPose, base: str) -> Any:
        base = self._frames.get(base, base)
        return make_pose(pose, None, None if base in ("", WORLD) else base)


def _last(name: str) -> str:
    return name.rpartition(SEPARATOR)[2]


def join_scope(namespace: str, name: str) -> str:
    """A name in a namespace, either of which may be empty."""
    return SEPARATOR.join(part for part in (*namespace.split(SEPARATOR), *name.split(SEPARATOR)) if part)


def scope_name(namespace: str, name: str) -> str:
    """The same; the world is in none."""
    return name if name in ("", WORLD) else join_scope(namespace, name)


def make_directives_loader(doc: Document[Any], sink: Sink) -> Callable[[str], Directives | None]:
    """Reads the directives of files, each once; what is wrong in them was found when the document was checked."""
    options = get_options(doc)
    finder = finder_for(options)
    known: dict[str, Directives | None] = {}

    def load_uri(uri: str) -> Directives | None:
        if uri not in known:
            aside = Sink()
            found = finder.find(uri, (), aside)
            path = Path(options.files.real(found.file)) if isinstance(found, FoundPath) else None
            known[uri] = None if path is None else load_directives(path, aside, options)
            for source in aside.sources:
                sink.add_source(source)
        return known[uri]

    return load_uri


def sdformat_of_directives(doc: Document[Any], description: WorldIR, sink: Sink, wanted: ConversionRequest) -> NewRoot:
    """An SDFormat document of directives, in the newest version: the files stay files, which it includes."""
    title = FORMATS["sdformat"].title
    element = doc.root.source_element
    ledger = Ledger(element, sink, title)
    mark_paths(ledger, element, "directives/*")
    writer = WorldWriter(ledger, description, make_directives_loader(doc, sink))
    writer.write(doc.root.directives)
    writer.finish()
    root = empty_sdformat()
    root.world.append(writer.world)
    store_losses(writer.world, ledger, loss_reasons("dmd", "sdformat"), wanted.keep)
    return NewRoot(root)

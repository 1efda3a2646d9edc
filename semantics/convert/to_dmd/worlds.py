"""Worlds of SDFormat as directives: each model is added of a file, placed, and joined to others."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...compose.transplant import folder_of
from ...core.options import Options
from ...document.document import Document, get_options
from ...formats.dmd.directives import AddFrame, AddModel, AddWeld, DirectiveTransform
from ...formats.registry import FORMATS
from ...frames import graph as frame_graph
from ...frames.graph import NO_INDEX, ROOT
from ...ir.joints import Motion
from ...ir.scoped_names import MODEL_FRAME, SEPARATOR, WORLD
from ...kinematics.connections import Connections
from ...resources.resolver import finder_for
from ..coverage.ledger import xml_of
from ..coverage.tables import mark_paths
from ..element_builder import make_pose
from ..frame_poses import FramePoses
from ..reparse import read_result
from ..to_sdformat.free_names import free_name

if TYPE_CHECKING:
    from ...formats.dmd.directives import Directive
    from ...ir.frames import FrameRecord, ModelRecord
    from ...ir.world import WorldIR
    from ...kinematics.connections import Connection
    from ..coverage.ledger import Ledger
    from .model_files import ModelFiles


class WorldDirectives:
    """Makes the directives of one world.

    Args:
        doc: the document of the world.
        description: what it means.
        ledger: learns what has its place.
        files: the files of models.
    """

    def __init__(self, doc: Document[Any], description: WorldIR, ledger: Ledger, files: ModelFiles) -> None:
        self._doc = doc
        self._description = description
        self._ledger = ledger
        self._files = files
        self._graph = frame_graph.build(description)
        self._places = FramePoses(self._graph)
        self._connections = list(Connections(description, self._graph))
        self._world: Any = next(
            (each for each in doc.root.world if each is description.element), next(iter(doc.root.world), None)
        )
        self._finder = finder_for(get_options(doc))
        self._expanded: Document[Any] | None = None
        self._names: dict[str, str] = {}
        """What frames of the world are called in directives, by their names in the world."""
        self.directives: list[Directive] = []

    def write(self) -> list[Directive]:
        """The directives, in an order in which each names what the ones before it add."""
        records = {each.name: each for each in self._description.frames if each.kind == "model"}
        for model in self._description.models:
            if model.scope == WORLD:
                self._add_model(model, records[model.name])
        for frame in self._frames_in_order():
            self._add_frame(frame)
        for connection in self._connections:
            if connection.record.scope == WORLD:
                self._add_weld(connection)
        return self.directives

    def _add_model(self, model: ModelRecord, frame: FrameRecord) -> None:
        there = xml_of(frame.element)
        include = next((each for each in self._world.include if xml_of(each) is there), None)
        made = None if include is None else self._reference(model, include)
        if made is None:
            extracted = self._extract(model, frame)
            if extracted is None:
                self._ledger.mark_rejected(there, "the model that it includes is not found")
                return
            made = AddModel(name=model.name, file=self._files.add(extracted, model.name))
            self._ledger.report_representation(
                frame.element, f"the file {next(reversed(self._files.written))}, which the directives add"
            )
        if include is None:
            self._ledger.mark_subtree(frame.element)
        else:
            mark_paths(self._ledger, include, "uri", "name", "pose/**", "static", "placement_frame", "@merge")
        self.directives.append(made)

    def _reference(self, model: ModelRecord, include: Any) -> AddModel | None:
        """What adds a model of the file that is included; None where that says of it what directives cannot say."""
        folder = folder_of(self._doc)
        found = self._finder.find_model(include.uri, [] if folder is None else [folder], with_builtin=False)
        uri = None if found is None else self._files.find_uri(found.path, include.uri.strip())
        if uri is None or include.merge:
            return None
        made = AddModel(name=model.name, file=uri)
        own = _pose_in_file(include)
        if own and not include.static:
            return made
        inside = model.name + SEPARATOR
        holds = any(
            self._is_inside(end, inside) and ROOT in (each.parent, each.child)
            for each in self._connections
            for end in (each.parent, each.child)
            if each.record.scope != WORLD
        )
        if model.static or include.static or holds:
            return None
        roots = self._free_links(inside)
        if any(SEPARATOR in name for name in roots):
            return None
        made.default_free_body_pose = {
            name: DirectiveTransform(pose=self._places.compute_pose(vertex, ROOT)[0]) for name, vertex in roots.items()
        }
        return made

    def _is_inside(self, vertex: int, prefix: str) -> bool:
        return vertex != NO_INDEX and self._graph.records[vertex].name.startswith(prefix)

    def _free_links(self, prefix: str) -> dict[str, int]:
        """Links of a model that no joint holds, by their names in it."""
        held = {each.child for each in self._connections if each.valid and self._is_written(each)}
        index = self._graph.index
        return {
            link.name.removeprefix(prefix): index[link.name]
            for link in self._description.links
            if link.name.startswith(prefix) and index[link.name] not in held
        }

    def _is_written(self, connection: Connection) -> bool:
        return connection.record.scope != WORLD or connection.record.motion is Motion.FIXED

    def _extract(self, model: ModelRecord, frame: FrameRecord) -> Document[Any] | None:
        """A document with a model that has the pose that it has in the world; None where its file is not found."""
        pose, written = self._places.compute_pose(self._graph.index[model.name], ROOT)
        inline = next((each for each in self._world.model if xml_of(each) is xml_of(frame.element)), None)
        doc = self._doc
        if inline is None:
            doc = self._expanded = self._expanded or self._expand()
            inline = next((each for world in doc.root.world for each in world.model if each.name == model.name), None)
        return None if inline is None else self._files.extract_model(doc, inline, make_pose(pose, written))

    def _expand(self) -> Document[Any]:
        text, _ = self._doc.export(FORMATS["sdformat"].newest_version(), expand=True)
        options = get_options(self._doc)
        return read_result(
            text,
            "sdformat",
            Options(search_paths=options.search_paths, files=options.files, base_dir=folder_of(self._doc)),
        ).document

    def _frames_in_order(self) -> list[FrameRecord]:
        """Frames of the world, each behind the one that it is attached to."""
        frames = {each.name: each for each in self._description.frames if each.kind == "frame" and each.scope == WORLD}
        found: dict[str, FrameRecord] = {}

        def add(frame: FrameRecord) -> None:
            if frame.name not in found:
                base = self._graph.records[self._base(frame)]
                if base.name in frames:
                    add(base)
                found[frame.name] = frame

        for each in frames.values():
            add(each)
        return list(found.values())

    def _base(self, frame: FrameRecord) -> int:
        return self._graph.attached[self._graph.index[frame.name]]

    def _name_of(self, vertex: int) -> str:
        """What a frame is called in directives."""
        record = self._graph.records[vertex]
        if record.kind == "model":
            return f"{record.name}{SEPARATOR}{MODEL_FRAME}"
        return WORLD if vertex == ROOT else self._names.get(record.name, record.name)

    def _written_vertex(self, vertex: int) -> int:
        """The frame itself, or the body that it is fixed to where Drake has the frame under another name.

        Of a joint it has two frames; a frame that is fixed to a body of a nested model is in that.
        """
        record, body = self._graph.records[vertex], self._graph.body[vertex]
        held = self._graph.records[body].name.rpartition(SEPARATOR)[0]
        is_moved = record.kind == "frame" and record.scope != WORLD and record.name.rpartition(SEPARATOR)[0] != held
        return body if record.kind == "joint" or is_moved else vertex

    def _add_frame(self, frame: FrameRecord) -> None:
        base = self._written_vertex(self._base(frame))
        named = self._name_of(base)
        holder = named.rpartition(SEPARATOR)[0]
        name = free_name(frame.name, self._find_names_in(holder))
        self._names[frame.name] = f"{holder}{SEPARATOR}{name}" if holder else name
        pose = self._places.compute_pose(self._graph.index[frame.name], base)[0]
        # with the model's name, since a frame of a nested model would be in the inner one
        self.directives.append(
            AddFrame(name=self._names[frame.name], X_PF=DirectiveTransform(base_frame=named, pose=pose))
        )
        self._ledger.mark_subtree(frame.element)
        if self._names[frame.name] != frame.name:
            self._ledger.report_representation(frame.element, f"frame {self._names[frame.name]!r}")

    def _find_names_in(self, holder: str) -> set[str]:
        """Names of what is in a model; for the world, of what is in any, since only a name that nothing else has means it."""
        inside = (each.name for each in self._description.frames if each.scope != WORLD)
        known = (*self._names.values(), *inside)
        if not holder:
            return {name.rpartition(SEPARATOR)[2] for name in known}
        prefix = holder + SEPARATOR
        return {name.removeprefix(prefix) for name in known if name.startswith(prefix)}

    def _add_weld(self, connection: Connection) -> None:
        record, graph = connection.record, self._graph
        if record.motion is not Motion.FIXED or not connection.valid:
            return
        parent, child = (
            self._written_vertex(graph.find(reference, record.scope, world=True))
            for reference in (record.parent, record.child)
        )
        named = self._name_of(child)
        if SEPARATOR in named.rpartition(SEPARATOR)[0]:
            named = self._bring_out(named)
        self.directives.append(
            AddWeld(
                parent=self._name_of(parent),
                child=named,
                X_PC=DirectiveTransform(pose=self._places.compute_pose(child, parent)[0]),
            )
        )
        self._ledger.mark_subtree(record.element)
        self._ledger.report_representation(record.element, "a weld, which Drake names by what it joins")

    def _bring_out(self, named: str) -> str:
        """A frame of the outermost model that is where one of a nested model is: directives weld no others."""
        top, _, inner = named.partition(SEPARATOR)
        name = free_name(inner.replace(SEPARATOR, "_"), self._find_names_in(top))
        full = f"{top}{SEPARATOR}{name}"
        self._names[full] = full
        self.directives.append(AddFrame(name=full, X_PF=DirectiveTransform(base_frame=named)))
        return full


def _pose_in_file(include: Any) -> bool:
    """Whether a model stands where its file says."""
    return include.pose is None and not include.placement_frame

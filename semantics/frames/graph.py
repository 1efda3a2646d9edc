"""The frame graph of a description: two edges at most from each frame, checked and followed without numpy.

One edge says what a frame is attached to and ends at a body; the other what its pose is relative to and ends at the
world. Both are lists of integers over the same vertices, ``WorldIR.frames`` in document order.
"""

from __future__ import annotations

from math import isfinite
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Final

from ...diagnostics import rules
from ...diagnostics.records import dataclass
from ...runtime.sink import Sink
from ..ir.frames import FrameRecord, ModelRecord
from ..ir.graph_search import begin_at_first, find_cycles
from ..ir.scoped_names import MODEL_FRAME, SEPARATOR, WORLD
from ..ir.source_ref import place_of, place_of_name
from ..ir.world import WorldIR
from ..spatial.raw_pose import IDENTITY, NO_ROTATION, RawPose, Vector, compose, inverse
from .frame_names import ScopedNames, describe_unresolved, full_name

if TYPE_CHECKING:
    from ...diagnostics.rule import Rule
    from ..ir.source_ref import Place

ROOT: Final = 0
"""The vertex of the world."""
NO_INDEX: Final = -1
"""The target of a reference that could not be followed, and that of a body."""

_NAME_OF = attrgetter("name")
_SPECIAL = frozenset({WORLD, MODEL_FRAME})


@dataclass(slots=True)
class FrameGraph:
    """The frames of a description as vertices 0, 1, 2 …; vertex 0 is the world."""

    records: list[FrameRecord]
    index: dict[str, int]
    """Vertex of each full name; of frames with one name the first has it."""
    attached: list[int]
    """What each vertex is attached to; NO_INDEX for bodies: the world, links, static models."""
    relative: list[int]
    """What the pose of each vertex is relative to; the world is relative to itself."""
    inverted: list[bool]
    """Whether the pose is the inverse of what is in ``poses``; comes from placement frames."""
    missing_body: set[int]
    """Models and frames that are attached to what is not there."""
    _body: list[int] | None = None
    _poses: list[RawPose] | None = None

    @property
    def poses(self) -> list[RawPose]:
        """Pose of each vertex in the frame it is relative to; made when it is first needed, since no check of edges needs it."""
        if self._poses is None:
            self._poses = [record.pose for record in self.records[: len(self.relative)]]
        return self._poses

    @property
    def body(self) -> list[int]:
        """The body that each vertex moves with; found out when it is first needed, which it is not without joints."""
        if self._body is None:
            self._body = self._follow_to_bodies()
        return self._body

    def _follow_to_bodies(self) -> list[int]:
        attached = self.attached
        # numbers that there are already: each takes more memory than its place in a list
        vertices = self.index.values() if len(self.index) == len(attached) else range(len(attached))
        body = [
            NO_INDEX if target != NO_INDEX else vertex if self._is_body(vertex) else ROOT
            for vertex, target in zip(vertices, attached)
        ]
        for vertex, target in enumerate(attached):
            if target == NO_INDEX or body[vertex] != NO_INDEX:
                continue
            if body[target] != NO_INDEX:  # most are attached to a body itself
                body[vertex] = body[target]
                continue
            chain = [vertex]
            while body[target] == NO_INDEX:
                chain.append(target)
                target = attached[target]
            for member in chain:
                body[member] = body[target]
        return body

    def _is_body(self, vertex: int) -> bool:
        kind = self.records[vertex].kind
        return kind in ("link", "world") or (kind == "model" and vertex not in self.missing_body)

    def find(self, reference: str, scope: str, *, world: bool = False) -> int:
        """Vertex that ``reference`` means in ``scope``, NO_INDEX where there is none.

        ``scope`` is the full name of a model, or ``"world"``; ``world`` says that ``"world"`` means the root frame in any.
        """
        if reference not in _SPECIAL and SEPARATOR not in reference:
            return self.index.get(reference if scope == WORLD else f"{scope}{SEPARATOR}{reference}", NO_INDEX)
        if world and reference == WORLD:
            return ROOT
        name = full_name(reference, scope)
        if name is None:
            return NO_INDEX
        vertex = self.index.get(name, NO_INDEX)
        is_model = vertex == NO_INDEX or self.records[vertex].kind == "model"
        return vertex if is_model or not reference.endswith(SEPARATOR + MODEL_FRAME) else NO_INDEX

    def pose_of(self, vertex: int, end: int = ROOT) -> RawPose:
        """Pose of a vertex in ``end``, which its poses lead to, or in the world where they do not."""
        pose = IDENTITY
        while vertex not in (ROOT, end):
            step = self.poses[vertex]
            pose = compose(inverse(step) if self.inverted[vertex] else step, pose)
            vertex = self.relative[vertex]
        return pose

    def find_unturned_places(self) -> list[Vector] | None:
        """The place of each frame in the world where the document puts it; None where a pose turns or is not finite.

        The sums are those of ``pose_solver.world_poses``, in the same rounds, so that they are rounded alike.
        """
        places: list[Vector] = []
        for pose in self.poses:
            place = pose[:3]
            if pose is not IDENTITY and not (pose[3:] == NO_ROTATION and isfinite(sum(place))):
                return None
            places.append(place)
        if any(self.inverted):
            return None
        relative = list(self.relative)
        open_ = [vertex for vertex, onto in enumerate(relative) if onto]
        while open_:
            moved = []
            for vertex in open_:
                (a, b, c), (x, y, z) = places[relative[vertex]], places[vertex]
                moved.append((vertex, (a + x, b + y, c + z), relative[relative[vertex]]))
            for vertex, place, onto in moved:
                places[vertex], relative[vertex] = place, onto
            open_ = [vertex for vertex, _, onto in moved if onto]
        return places

    def body_name(self, vertex: int) -> str:
        """Full name of the body that ``vertex`` moves with; a static model without links is ``m::__model__``."""
        record = self.records[self.body[vertex]]
        return f"{record.name}{SEPARATOR}{MODEL_FRAME}" if record.kind == "model" else record.name


def index_names(frames: list[FrameRecord]) -> dict[str, int]:
    """The vertex of each full name in the graph of these frames; see ``FrameGraph``."""
    return {frame.name: vertex for vertex, frame in zip(range(len(frames) - 1, -1, -1), reversed(frames))}


def build(description: WorldIR, sink: Sink | None = None) -> FrameGraph:
    """The graph of ``description``; what is wrong is reported to ``sink`` and bridged, so that checking can go on."""
    return _FrameGraphBuilder(description, sink or Sink()).build()


class _FrameGraphBuilder:
    def __init__(self, description: WorldIR, sink: Sink) -> None:
        self.description = description
        self.sink = sink
        frames, count = description.frames, len(description.frames)
        self.graph = FrameGraph(frames, {}, [NO_INDEX] * count, [], [False] * count, set())
        self.vertices = list(range(count))
        """All vertices: the lists of the graph hold these numbers, each of which takes more memory than its place in a list."""
        self.names = ScopedNames(self.graph.index)

    def build(self) -> FrameGraph:
        graph = self.graph
        self._name()
        self._attach()
        self._break_cycles(graph.attached, rules.ATTACHED_TO_CYCLE, rules.ATTACHED_TO_ITSELF, NO_INDEX)
        self._relate()
        self._break_cycles(graph.relative, rules.POSE_RELATIVE_TO_CYCLE, rules.RELATIVE_TO_ITSELF, ROOT)
        self._place()
        return graph

    def _name(self) -> None:
        index = self.graph.index
        index.update(zip(map(_NAME_OF, self.graph.records), self.vertices))
        if len(index) == len(self.graph.records):
            return
        index.clear()
        for vertex, record in enumerate(self.graph.records):
            first = index.setdefault(record.name, vertex)
            if first != vertex:
                other = self.graph.records[first]
                related = (("first defined here", other.element),)
                self._report(rules.DUPLICATE_FRAME_NAME, record, attribute="name", related=related, other=other.kind)

    def _attach(self) -> None:
        graph = self.graph
        canonical = self._canonical_links()
        # of several models with one name the first counts
        models: dict[str, ModelRecord] = {model.name: model for model in reversed(self.description.models)}
        for vertex, record in enumerate(graph.records):
            if record.kind in ("link", "world"):
                continue
            if record.kind == "model":
                model = models.get(record.name)
                if model is None or model.static:
                    continue
                target = canonical.get(record.name, NO_INDEX)
                if target == NO_INDEX:
                    graph.missing_body.add(vertex)
                    if model.needs_link:
                        self._report(rules.MODEL_WITHOUT_LINK, record)
            elif record.attached_to is not None:
                target = graph.find(record.attached_to, record.scope)
                if target == NO_INDEX:
                    graph.missing_body.add(vertex)
                    if record.kind == "frame":
                        self._unknown(rules.UNKNOWN_ATTACHED_TO, record, "attached_to", record.attached_to)
            else:
                target = graph.index.get(record.scope, ROOT)
            graph.attached[vertex] = target

    def _canonical_links(self) -> dict[str, int]:
        """The vertex of every model's canonical link; models without one are left out."""
        graph = self.graph
        first: dict[str, int] = {}
        for vertex, record in zip(self.vertices, graph.records):
            if record.kind == "link":
                first.setdefault(record.scope, vertex)
        nested: dict[str, list[str]] | None = None
        others: dict[str, int] = {}
        """Of the few models for which it is not their first link."""
        # Nested models come after what they are in, so that going backwards meets the inner ones first.
        for model in reversed(self.description.models):
            reference = model.canonical_link
            if reference is not None and not model.static:
                vertex = graph.find(reference, model.name)
                if vertex != NO_INDEX and graph.records[vertex].kind == "link":
                    others[model.name] = vertex
                    continue
                record, place = graph.records[graph.index[model.name]], model.element
                self._unknown(rules.UNKNOWN_CANONICAL_LINK, record, "canonical_link", reference, place, model.name)
            if model.name in first:
                others.pop(model.name, None)
                continue
            nested = self._nested_models() if nested is None else nested
            for name in nested.get(model.name, ()):
                target = others.get(name, first.get(name))
                if target is not None:
                    others[model.name] = target
                    break
        first.update(others)
        return first

    def _nested_models(self) -> dict[str, list[str]]:
        """The names of the models in each scope."""
        nested: dict[str, list[str]] = {}
        for vertex, record in enumerate(self.graph.records):
            if record.kind == "model" and self.graph.index[record.name] == vertex:
                nested.setdefault(record.scope, []).append(record.name)
        return nested

    def _relate(self) -> None:
        graph, index = self.graph, self.graph.index
        relative = graph.relative = [index.get(record.scope, ROOT) for record in graph.records]
        for vertex, record in enumerate(graph.records):
            if record.relative_to is not None:
                target = graph.find(record.relative_to, record.scope)
                if target == NO_INDEX:
                    place = record.pose_element
                    self._unknown(rules.UNKNOWN_RELATIVE_TO, record, "relative_to", record.relative_to, place)
                else:
                    relative[vertex] = target
            elif record.attached_to is not None and record.kind in ("joint", "frame"):
                target = graph.attached[vertex]
                if target != NO_INDEX:
                    relative[vertex] = target

    def _break_cycles(self, edges: list[int], rule: Rule, itself: Rule, end: int) -> None:
        """Reports every cycle, its members by name, and lets one edge of each lead to ``end``."""
        for cycle in map(begin_at_first, find_cycles(edges, ROOT)):
            start = cycle[0]
            edges[start] = end
            record = self.graph.records[start]
            place, attribute = record.element, "attached_to"
            if rule is rules.POSE_RELATIVE_TO_CYCLE:
                place, attribute = place_of(record.pose_element, record.element), "relative_to"
            if len(cycle) == 1:
                self._report(itself, record, place, attribute=attribute)
                continue
            path = " -> ".join(self.graph.records[v].name for v in [*cycle, start])
            others = tuple(
                (f"{self.graph.records[v].name!r} is part of the cycle", self.graph.records[v].element)
                for v in cycle[1:]
            )
            self.sink.report(rule, place, attribute=attribute, related=others, name=record.name, path=path)

    def _place(self) -> None:
        """Turns the edges between a model and its placement frame round, so that the frame is what gets placed.

        Inner models come first: the chain from the frame up to the model then follows their turned edges.
        """
        graph = self.graph
        placed = [v for v, record in enumerate(graph.records) if record.placement_frame and record.kind == "model"]
        for model in sorted(placed, key=lambda v: -graph.records[v].name.count(SEPARATOR)):
            record = graph.records[model]
            reference = record.placement_frame or ""
            frame = graph.find(reference, record.name)
            if frame == NO_INDEX:
                rule = rules.UNKNOWN_PLACEMENT_FRAME
                place = place_of_name(record.element, reference)
                self._unknown(rule, record, "placement_frame", reference, place, scope=record.name)
                continue
            chain = [frame]
            while chain[-1] not in (model, ROOT):
                chain.append(graph.relative[chain[-1]])
            if chain[-1] != model:
                continue
            base, pose, inverted = graph.relative[model], graph.poses[model], graph.inverted[model]
            for upper, lower in zip(reversed(chain), reversed(chain[:-1])):
                graph.relative[upper] = lower
                graph.poses[upper] = graph.poses[lower]
                graph.inverted[upper] = not graph.inverted[lower]
            graph.relative[frame], graph.poses[frame], graph.inverted[frame] = base, pose, inverted

    def _report(self, rule: Rule, record: FrameRecord, place: Place = None, **said: Any) -> None:
        self.sink.report(rule, place_of(place, record.element), name=record.name, kind=record.kind, **said)

    def _unknown(
        self,
        rule: Rule,
        record: FrameRecord,
        attribute: str,
        reference: str,
        place: Place = None,
        scope: str | None = None,
    ) -> None:
        said = describe_unresolved(reference, record.scope if scope is None else scope, self.names)
        self._report(rule, record, place, attribute=attribute, **said)

"""Nested models of SDFormat, of which a robot (URDF) has the parts: what says that it was in one is in it again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....runtime.element import unset
from ...frames import graph as frame_graph
from ...frames.graph import ROOT
from ...ir.scoped_names import MODEL_FRAME, SEPARATOR, WORLD
from ...spatial.raw_pose import compose, inverse
from ..coverage.ledger import xml_of
from ..element_builder import make_pose
from ..frame_poses import FramePoses
from ..sdformat_extensions import CANONICAL, join_name, read_canonical_link, read_full_name, read_model_frames

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ...ir.world import WorldIR
    from ...spatial.raw_pose import RawPose
    from ..coverage.ledger import Ledger
    from ..sdformat_extensions import ModelFrame
    from .model_writer import ModelWriter

KINDS = ("link", "joint", "frame")


def nest_models(robot: Any, model: Any, writer: ModelWriter, ledger: Ledger) -> None:
    """Puts what a robot says was in nested models into such.

    Args:
        robot: typed, which was converted.
        model: that was made of it.
        writer: has made it.
        ledger: learns what was taken.
    """
    placed = list(read_model_frames(robot, ledger))
    if placed:
        nest = _Nest(model, writer, placed)
        nest.move((*writer.links, *writer.joints, *writer.frames))
        nest.attach(placed)
    ledger.mark(xml_of(robot), CANONICAL)
    canonical = read_canonical_link(robot)
    if canonical in _list_links(model):
        _attach(model, canonical)


def _list_links(model: Any, inside: str = "") -> list[str]:
    """Names of links in a model, those in nested ones last: to the first one the model's frame is attached by itself."""
    own = [f"{inside}{link.name}" for link in vars(model).get("link", ())]
    nested = (_list_links(each, f"{inside}{each.name}{SEPARATOR}") for each in vars(model).get("model", ()))
    return [*own, *(name for names in nested for name in names)]


def list_names(model: Any, inside: str = "") -> Iterator[str]:
    """Names of what joints may join in a model: of links, joints and frames, and of nested models with all in them."""
    for kind in KINDS:
        yield from (f"{inside}{each.name}" for each in vars(model).get(kind, ()))
    for each in vars(model).get("model", ()):
        yield f"{inside}{each.name}"
        yield from list_names(each, f"{inside}{each.name}{SEPARATOR}")


def _attach(model: Any, link: str) -> None:
    """Attaches the frame of a model to a link."""
    if link != _list_links(model)[0]:
        model.canonical_link = link
    else:
        unset(model, "canonical_link")


class _Nest:
    """One model with the nested ones in it.

    Args:
        placed: where the frames of the nested models are.
    """

    def __init__(self, model: Any, writer: ModelWriter, placed: Iterable[ModelFrame]) -> None:
        self._work, self._writer = writer.work, writer
        description: WorldIR = writer.work.description
        graph = frame_graph.build(description)
        self._index, self._places = graph.index, FramePoses(graph)
        self._top = description.models[0].name
        self._models: dict[str, Any] = {"": model}
        self._at: dict[str, RawPose] = {"": self._pose(self._top)}
        self._full: dict[str, str] = {}
        for name, link, pose in placed:
            above, _, plain = name.rpartition(SEPARATOR)
            if writer.link_named(link) is None or above not in self._models:
                continue
            self._at[name] = compose(self._pose(self._in_robot(link)), pose)
            made = self._work.make("Model", name=plain)
            made.pose = make_pose(compose(inverse(self._at[above]), self._at[name]), None)
            self._models[above].model.append(made)
            self._models[name] = made

    def move(self, pairs: Iterable[tuple[Any, Any]]) -> None:
        """Moves what says that it was in a nested model, and lets all of it be spoken of by its new names."""
        made = [(element, part) for element, part in pairs if type(part).__name__.lower() in KINDS]
        flat: dict[int, str] = {id(part): part.name or "" for _, part in made}
        for element, part in made:
            full = read_full_name(element)
            if full is None or part.name != join_name(full):
                continue  # it has another name since
            if full.rpartition(SEPARATOR)[0] in self._models:
                self._full[part.name] = full
        for _, part in made:
            name = part.name or ""
            scope = self._full.get(name, name).rpartition(SEPARATOR)[0]
            if scope and not self._can_stand(part, scope):
                del self._full[part.name]
        for element, part in made:
            full = self._full.get(flat[id(part)], flat[id(part)])
            scope, _, plain = full.rpartition(SEPARATOR)
            self._place(element, part, scope)
            self._rename_references(part, scope)
            if scope:
                kind = type(part).__name__.lower()
                top = self._models[""]
                setattr(top, kind, [each for each in vars(top)[kind] if each is not part])
                part.name = plain
                getattr(self._models[scope], kind).append(part)

    def attach(self, placed: Iterable[ModelFrame]) -> None:
        """Says to which links the frames of the nested models are attached."""
        for name, link, _ in placed:
            made, full = self._models.get(name), self._refer(link, name)
            if made is not None and full in _list_links(made):
                _attach(made, full)

    def _pose(self, full: str) -> RawPose:
        return self._places.compute_pose(self._index[full], ROOT)[0]

    def _in_robot(self, plain: str) -> str:
        return f"{self._top}{SEPARATOR}{plain}"

    def _refer(self, name: str | None, scope: str) -> str | None:
        """A reference from inside a model to what has a name in the robot; None where there is none."""
        full = self._full.get(name or "", name)
        if full is None or not scope or name in (WORLD, MODEL_FRAME):
            return full
        inside = f"{scope}{SEPARATOR}"
        return full.removeprefix(inside) if full.startswith(inside) else None

    def _can_stand(self, part: Any, scope: str) -> bool:
        """Whether all that a part has to name is in a model, or in one in that."""
        named = [vars(part).get(field) for field in ("parent", "child", "attached_to")]
        return all(self._refer(name, scope) is not None for name in named if name is not None)

    def _place(self, element: Any, part: Any, scope: str) -> None:
        """Gives a part a pose in its model, where it is placed by what that does not know."""
        if not scope or type(part).__name__ == "Frame":
            return
        base = None if part.pose is None else part.pose.relative_to
        if base not in (None, MODEL_FRAME) and self._refer(base, scope) is not None:
            return
        at = self._pose(self._in_robot(element.name))
        part.pose = make_pose(compose(inverse(self._at[scope]), at), None)
        if type(part).__name__ == "Joint":
            part.pose = part.pose or self._work.make("Pose")
            part.pose.relative_to = MODEL_FRAME

    def _rename_references(self, part: Any, scope: str) -> None:
        for field in ("parent", "child", "attached_to"):
            if (name := vars(part).get(field)) is not None:
                setattr(part, field, self._refer(name, scope))
        pose = vars(part).get("pose")
        if pose is not None and pose.relative_to is not None:
            base = self._refer(pose.relative_to, scope)
            if base is None:
                unset(pose, "relative_to")
            else:
                pose.relative_to = base
        axis = vars(part).get("axis")
        if axis is not None and axis.mimic is not None and axis.mimic.joint:
            axis.mimic.joint = self._refer(axis.mimic.joint, scope) or axis.mimic.joint

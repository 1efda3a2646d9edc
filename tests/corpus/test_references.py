"""Every reference that the scene of a document follows is among those that ``NamesIn`` finds, and leads to the same place."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from bodyplan.runtime.sink import Sink
from bodyplan.runtime.source import Source
from bodyplan.semantics.constraints import references as following
from bodyplan.semantics.core.options import Options
from bodyplan.semantics.core.references import NameDefinition, NamesIn
from bodyplan.semantics.document.analysis import describe
from bodyplan.semantics.document.parser import read
from bodyplan.semantics.frames.graph import NO_INDEX, FrameGraph
from bodyplan.semantics.ir.links import find_made_shapes
from bodyplan.semantics.scene.validation import ValidatedWorld, validate

RENAMED = {"BP317"}
"""Where siblings of an old document have one name, one gets another in the scene, which the tree does not have."""


def full_name(definition: NameDefinition, robot: str | None) -> str:
    """The name that the scene has for something; a robot is the root of its document."""
    path = [*definition.scope.path, definition.name]
    outer = definition.scope
    while outer.outer is not None and outer.outer.outer is not None:
        outer = outer.outer
    if type(outer.element).__name__ == "World":
        path = path[1:]
    return "::".join(path if robot is None else [robot, *path])


def followed(validated: ValidatedWorld, format: str) -> Iterator[tuple[str, str]]:
    """Each reference as it is written, with the full name of what it leads to."""
    description, graph = validated.description, validated.graph
    for joint in description.joints:
        if "joint" not in type(joint.element).__name__.lower():
            continue  # made up for a body without one
        for reference in (joint.parent, joint.child, *(axis.expressed_in or "" for axis in joint.axes)):
            yield from framed(graph, reference, joint.scope)
    for record in description.frames:
        if record.kind == "frame":
            yield from framed(graph, record.attached_to or "", record.scope)
        if format == "sdformat":
            yield from framed(graph, record.relative_to or "", record.scope)
            if record.kind == "model":
                yield from framed(graph, record.placement_frame or "", record.name)
    if format == "sdformat":
        for model in description.models:
            yield from framed(graph, model.canonical_link or "", model.name)
        for attachment in description.attachments:
            yield from framed(graph, attachment.relative_to or "", attachment.scope)
        for link, _, shape in find_made_shapes(description.links):
            if shape.relative_to:
                yield from framed(graph, shape.relative_to, link.scope)
    references = validated.references
    for item in (*references.constraints, *references.force_elements):
        record: Any = item.record
        if isinstance(record, following.MimicRecord):
            yield record.leader, description.joints[item.joints[1]].name
        elif isinstance(record, following.TendonRecord):
            for (name, _), number in zip(record.joints, item.joints):
                yield name, description.joints[number].name
        elif isinstance(record, following.GearboxRecord):
            yield from framed(graph, record.reference_body, record.scope)
        else:
            for name in ("body_a", "body_b", "frame_a", "frame_b", "frame_c"):
                yield from framed(graph, getattr(record, name, None) or "", record.scope)
    for group in description.collision_groups:
        for member in group.members:
            yield from framed(graph, member, group.scope)


def last(name: str) -> str:
    """A name without its scopes."""
    return name.rpartition("::")[2]


def framed(graph: FrameGraph, reference: str, scope: str) -> Iterator[tuple[str, str]]:
    found = graph.find(reference, scope, world=True) if reference else NO_INDEX
    if found > 0 and not reference.endswith("__model__"):
        yield reference, graph.records[found].name


def read_of(path: Path) -> tuple[Any, tuple[ValidatedWorld, ...], Sink] | None:
    sink, options = Sink(), Options(base_dir=path.parent)
    parsed = read(Source(str(path), path.read_bytes()), sink, options)
    if parsed is None or not sink.ok or parsed.format == "dmd":
        return None
    descriptions = describe(parsed, sink, options)
    return parsed, tuple(validate(each, sink) for each in descriptions), sink


@pytest.mark.corpus
def test_every_reference_that_a_scene_follows_is_found(corpus_files: tuple[Path, ...]) -> None:
    missed, compared = [], 0
    for path in corpus_files:
        made = read_of(path)
        if made is None or b"<include" in path.read_bytes() or {d.code for d in made[2].finish()} & RENAMED:
            continue
        parsed, worlds, sink = made
        if not sink.ok:
            continue
        names = NamesIn(parsed.root)
        robot = parsed.root.name if parsed.format == "urdf" else None
        # of skeletons with one name or none DART gives each another
        shown = last if parsed.format == "skel" else str
        found = {
            (reference.text.strip().strip(":"), shown(full_name(definitions[-1], robot)))
            for reference in names.references
            if (definitions := names.resolve(reference))[-1] is not None
        }
        for validated in worlds:
            for reference, target in followed(validated, parsed.format):
                compared += 1
                if (reference, shown(target)) not in found:
                    missed.append(f"{path}: {reference!r} -> {target!r}")
    assert not missed, "\n".join(missed[:20])
    assert compared > 5_000

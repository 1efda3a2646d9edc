"""Whether shapes have the sizes that libsdformat and Drake give them, over the collection of real files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from math import isclose
from pathlib import Path
from typing import Any

import bodyplan
import pytest

pytestmark = [pytest.mark.corpus, pytest.mark.slow]

SIZES = {
    "box": ("size",),
    "sphere": ("radius",),
    "cylinder": ("radius", "length"),
    "capsule": ("radius", "length"),
    "cone": ("radius", "length"),
    "ellipsoid": ("radii",),
    "mesh": ("scale",),
    "plane": ("normal", "size"),
}
"""Numbers of each kind of shape that both sides have."""


KINDS_OF_DRAKE = {
    "Box": "box",
    "Sphere": "sphere",
    "Cylinder": "cylinder",
    "Capsule": "capsule",
    "Ellipsoid": "ellipsoid",
    "Mesh": "mesh",
    "Convex": "mesh",
}

Shape = tuple[str, str, dict[str, Any]]
"""The scoped name of a link, the name of a shape on it, and the kind of that (``type``) with its sizes."""


def of_libsdformat(expected: dict[str, Any]) -> Iterator[Shape]:
    """The shapes of a document of libsdformat."""
    worlds = [model for world in expected.get("worlds") or () for model in world.get("models", ())]
    for model in ([expected["model"]] if expected.get("model") else []) + worlds:
        yield from _of_model(model, "")


def _of_model(model: dict[str, Any], scope: str) -> Iterator[Shape]:
    name = scope + model["name"]
    for link in model["links"]:
        for shape in (*link["visuals"], *link["collisions"]):
            if shape["geometry"] is not None:
                yield f"{name}::{link['name']}", shape["name"], shape["geometry"]
    for inner in model["models"]:
        yield from _of_model(inner, f"{name}::")


def of_drake(expected: dict[str, Any]) -> Iterator[Shape]:
    """The shapes of the scene graph of Drake."""
    for geometry in (expected.get("scene_graph") or {}).get("geometries") or ():
        sizes = dict(geometry["shape"])
        kind = sizes.pop("type")
        if {"a", "b", "c"} <= sizes.keys():
            sizes["radii"] = [sizes[name] for name in "abc"]
        yield geometry["body"], geometry["name"], {"type": KINDS_OF_DRAKE.get(kind, kind), **sizes}


def compare(scene: Any, shapes: Iterator[Shape]) -> Iterator[str]:
    """What differs about the shapes that both sides have; an empty text for each that does not."""
    for name, label, theirs in shapes:
        link = scene.links.get(name)
        ours = [] if link is None else [shape for shape in (*link.visuals, *link.collisions) if shape.name == label]
        if not ours or theirs["type"] not in SIZES:
            continue
        said = [_difference(shape.geometry, theirs) for shape in ours]
        yield "" if "" in said else f"{name} {label}: {said[0]}"  # a visual may have the name of a collision


def _difference(geometry: Any, theirs: dict[str, Any]) -> str:
    if type(geometry).__name__.lower() != theirs["type"]:
        return f"a {theirs['type']} is a {type(geometry).__name__}"
    for size in SIZES[theirs["type"]]:
        if size not in theirs or getattr(geometry, size, None) is None:
            continue
        here, there = _numbers(getattr(geometry, size)), _numbers(theirs[size])
        if not all(isclose(one, other, rel_tol=1e-9, abs_tol=1e-12) for one, other in zip(here, there, strict=True)):
            return f"{size} of the {theirs['type']} is {there}, not {here}"
    return ""


def _numbers(value: Any) -> list[float]:
    return [float(each) for each in (value if hasattr(value, "__iter__") else [value])]


@pytest.mark.parametrize(
    ("target", "shapes_of", "least"),
    [("libsdformat", of_libsdformat, 10_000), ("drake", of_drake, 1_000)],
    ids=["libsdformat", "drake"],
)
def test_shapes_have_the_sizes_of_the_reference(
    shared: Path, target: str, shapes_of: Callable[[dict[str, Any]], Iterator[Shape]], least: int
) -> None:
    folders = json.loads((shared / "expected" / "libsdformat" / "search_paths.json").read_text(encoding="utf-8"))
    root = shared / "expected" / target
    same, differ = 0, []
    for file in sorted(root.rglob("*.json")):
        expected = json.loads(file.read_text(encoding="utf-8"))
        document = file.relative_to(root).as_posix().removesuffix(".json")
        if not isinstance(expected, dict) or not any(True for _ in shapes_of(expected)):
            continue
        listed = folders.get(document.partition("/")[0], {"search": (), "packages": {}})
        paths = [shared / "corpus" / folder for folder in (*listed["packages"].values(), *listed["search"])]
        try:
            scene = bodyplan.load(shared / "corpus" / document, target=target, search_paths=paths).scene  # type: ignore[call-overload]
        except (bodyplan.LoadError, OSError):
            continue  # verdicts are compared elsewhere
        for said in compare(scene, shapes_of(expected)):
            same += not said
            differ += [f"{document}: {said}"] if said else []
    assert differ == []
    assert same >= least

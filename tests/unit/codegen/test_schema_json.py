"""The schema as JSON says everything that the descriptions say."""

from __future__ import annotations

import json
from typing import Any

import pytest
from bodyplan.codegen.schema_json import render


@pytest.fixture(scope="module")
def sdformat() -> Any:
    return json.loads(render("sdformat", "1.12"))


def part(schema: Any, element: str, name: str) -> Any:
    held = schema["elements"][element]
    return next(each for each in [*held.get("attributes", ()), *held.get("children", ())] if each["name"] == name)


def test_every_element_that_is_named_is_there(sdformat: Any) -> None:
    named = {
        each["element"]
        for held in sdformat["elements"].values()
        for each in held.get("children", ())
        if "element" in each
    }
    assert named | {sdformat["root"]} <= sdformat["elements"].keys()
    assert len(named) > 150


def test_parts_say_type_unit_bounds_and_versions(sdformat: Any) -> None:
    assert part(sdformat, "ParticleEmitter", "emitting")["default"] == "true"
    horizontal = part(sdformat, "Camera", "horizontal_fov")
    assert (horizontal["type"], horizontal["unit"], horizontal["maximum"]) == ("double", "rad", "6.283186")
    kind = part(sdformat, "Joint", "type")
    assert "revolute" in sdformat["enumerations"][kind["enumeration"]]["values"]


def test_parts_say_what_they_refer_to(sdformat: Any) -> None:
    assert part(sdformat, "Pose", "relative_to")["refers"] == "frame"
    assert part(sdformat, "Pose", "relative_to")["scope"] == "outside"
    assert part(sdformat, "Link", "name")["defines"] == "link"
    assert sdformat["names"] == {
        "separator": "::",
        "kinds": {"frame": ["model", "link", "joint", "frame"]},
        "words": {"frame": ["world", "__model__"]},
    }

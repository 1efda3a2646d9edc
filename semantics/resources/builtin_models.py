"""Models that every installation of Gazebo has and nearly every world includes: descriptions of our own.

They count where a URI leads to nothing else: ``model://sun``, ``model://ground_plane``, and their addresses on Fuel.
"""

from __future__ import annotations

from pathlib import Path

from ...diagnostics.records import NamedTuple
from .fuel_cache import address_of, is_fuel
from .uri_text import split_uri

SUN = b"""<?xml version="1.0"?>
<sdf version="1.6">
  <light name="sun" type="directional">
    <pose>0 0 10 0 0 0</pose>
    <cast_shadows>true</cast_shadows>
    <diffuse>0.8 0.8 0.8 1</diffuse>
    <specular>0.2 0.2 0.2 1</specular>
    <direction>-0.5 0.1 -0.9</direction>
  </light>
</sdf>
"""
GROUND_PLANE = b"""<?xml version="1.0"?>
<sdf version="1.6">
  <model name="ground_plane">
    <static>true</static>
    <link name="link">
      <collision name="collision">
        <geometry>
          <plane><normal>0 0 1</normal><size>100 100</size></plane>
        </geometry>
      </collision>
      <visual name="visual">
        <geometry>
          <plane><normal>0 0 1</normal><size>100 100</size></plane>
        </geometry>
        <material>
          <ambient>0.8 0.8 0.8 1</ambient>
          <diffuse>0.8 0.8 0.8 1</diffuse>
        </material>
      </visual>
    </link>
  </model>
</sdf>
"""
_TEXTS = {"sun": SUN, "ground_plane": GROUND_PLANE}


class BuiltinModel(NamedTuple):
    """A model that is always there."""

    path: Path
    """What it is called instead of a file."""
    text: bytes


def find_builtin(uri: str) -> BuiltinModel | None:
    """The model that is always there for a URI; None where it names another."""
    parts = split_uri(uri)
    name = parts.rest.rstrip("/").removesuffix("/model.sdf")
    if parts.scheme != "model":
        address = address_of(parts.scheme, parts.rest)
        if address is None or address.owner != "openrobotics" or address.kind != "models" or address.file:
            return None
        name = address.name if is_fuel(parts.scheme, parts.rest) else ""
    name = name.lower().replace(" ", "_")
    text = _TEXTS.get(name)
    return None if text is None else BuiltinModel(Path("bodyplan", f"{name}.sdf"), text)

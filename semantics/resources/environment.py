"""The search folders that the environment lists."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

ENVIRONMENT = (
    "SDF_PATH",
    "GZ_SIM_RESOURCE_PATH",
    "IGN_GAZEBO_RESOURCE_PATH",
    "GAZEBO_MODEL_PATH",
    "ROS_PACKAGE_PATH",
    "AMENT_PREFIX_PATH",
    "COLCON_PREFIX_PATH",
)
"""Variables that list search folders, in this order, separated as PATH is."""

CONSULTED = (*ENVIRONMENT, "CMAKE_PREFIX_PATH", "GZ_FUEL_CACHE_PATH", "IGN_FUEL_CACHE_PATH", "HOME", "USERPROFILE")
"""All variables that what is found for a URI depends on."""

_PREFIXES = frozenset({"AMENT_PREFIX_PATH", "COLCON_PREFIX_PATH"})
"""Of these, the ones whose entries are install prefixes: packages are in ``share/`` there."""


def environment_folders(environment: Mapping[str, str]) -> list[Path]:
    """The search folders that the environment lists."""
    return [folder for variable in ENVIRONMENT for folder in folders_in(variable, environment.get(variable, ""))]


def folders_in(variable: str, value: str) -> list[Path]:
    """The search folders that one variable of the environment lists."""
    folders = entries_of(value)
    return [folder / "share" for folder in folders] if variable in _PREFIXES else folders


def entries_of(value: str) -> list[Path]:
    """The folders in a text that lists them as PATH does."""
    return [Path(os.path.abspath(entry.strip())) for entry in value.split(os.pathsep) if entry.strip()]

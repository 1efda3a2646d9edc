"""The targets that can be asked for, one row each.

A target is a row, a table ``schemas/<name>/rules.toml``, and, for what a table cannot say, modules in
``semantics/targets/<name>`` that the row names. ``docs/schemas.md`` describes the table. Releases of a program that differ
are rows that share its table and its modules.
"""

from __future__ import annotations

from ..core.target import TargetProfile

LIBSDFORMAT = TargetProfile(
    name="libsdformat",
    formats=("sdformat", "urdf"),
    adapters=(("sdformat", "checks:SDFORMAT_ADAPTER"),),
    checks="checks:check",
    convert="urdf:as_sdformat",
    rewrite="urdf:rewrite_robot",
    needs_descriptions=False,
    reads_included=True,
)
LIBSDFORMAT_12, LIBSDFORMAT_14, LIBSDFORMAT_17 = (
    LIBSDFORMAT._replace(name=f"libsdformat{release}", program="libsdformat", release=release, reads_included=False)
    for release in ("12", "14", "17")
)
LIBSDFORMAT_12 = LIBSDFORMAT_12._replace(adapters=(("sdformat", "checks:WITHOUT_MIMICS"),))
DRAKE = TargetProfile(
    name="drake",
    formats=("sdformat", "urdf", "dmd", "mjcf"),
    adapters=(("sdformat", "checks:SDFORMAT_ADAPTER"), ("urdf", "urdf:ADAPTER"), ("mjcf", "mjcf:ADAPTER")),
    checks="checks:check",
    adjust_description="scene:as_drake_builds",
    adjust_included="scene:as_interface",
    judges_included=True,
)
DRAKE_1_20, DRAKE_1_30, DRAKE_1_40, DRAKE_1_51 = (
    DRAKE._replace(name=f"drake{release}", program="drake", release=release)
    for release in ("1.20", "1.30", "1.40", "1.51")
)
URDFDOM = TargetProfile(name="urdfdom", formats=("urdf",), checks="checks:check")
DART = TargetProfile(
    name="dart",
    formats=("skel",),
    adapters=(("skel", "checks:ADAPTER"),),
    checks="checks:check",
    adjust_document="skel_document:as_dart_reads",
)
MUJOCO = TargetProfile(
    name="mujoco", formats=("mjcf", "urdf"), checks="checks:check", needs_descriptions=False, reads_meshes=True
)

ROWS = (
    *(LIBSDFORMAT, LIBSDFORMAT_12, LIBSDFORMAT_14, LIBSDFORMAT_17),
    *(DRAKE, DRAKE_1_20, DRAKE_1_30, DRAKE_1_40, DRAKE_1_51),
    *(URDFDOM, DART, MUJOCO),
)

TARGET_PROFILES: dict[str, TargetProfile] = {row.name: row for row in ROWS}
OTHER_NAMES = {"gazebo": "libsdformat", "ros": "urdfdom"}
"""Of targets, by what reads documents for users: it is asked for and converted for by either name."""


def list_releases(program: str) -> list[str]:
    """The names of a target and of its releases that can be asked for."""
    return [row.name for row in ROWS if row.folder == program]


TARGET_OF_INCLUDED = next(row for row in TARGET_PROFILES.values() if row.reads_included)
"""Says what an included document of another format means where no target is asked for."""


def list_targets() -> list[str]:
    """All names that can be asked for."""
    return [*TARGET_PROFILES, *OTHER_NAMES]


def find_target(name: str) -> TargetProfile:
    """The row of that name, or of the target that is called so, too.

    Raises:
        ValueError: there is none.
    """
    found = TARGET_PROFILES.get(OTHER_NAMES.get(name, name))
    if found is None:
        raise ValueError(f"target is {name!r}; it has to be one of {', '.join(list_targets())}")
    return found

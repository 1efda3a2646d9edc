"""What other programs find for a URI: each looks in places of its own.

Drake 1.51, libsdformat 12, pinocchio 4, MuJoCo 4 and DART 6 were tried, with 24 URIs each; what is said of Gazebo was read in
parts of its sources, and what is said of ROS is how its packages are commonly laid out. Each function names paths in the order
of its program.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from ...runtime.files import Files
from .environment import entries_of
from .fuel_cache import FuelCache, address_of
from .model_config import package_name
from .packages import Packages
from .uri_text import Uri


@dataclass(frozen=True, slots=True)
class Resolution:
    """What one program makes of a URI.

    Attributes:
        program: its name.
        found: the path that it opens; None where it finds nothing.
        how: where it looks, in words.

    Example:
        >>> explained = bodyplan.explain_uri("package://arm/arm.stl", "examples/arm.urdf", environment={})
        >>> [(reading.program, reading.found) for reading in explained.readings][:1]
        [('libsdformat', None)]
    """

    program: str
    found: str | None
    how: str


class ResolverInputs(NamedTuple):
    """What programs find a URI in."""

    uri: Uri
    folder: str | None
    """The folder of the file that holds the URI."""
    working: str
    """The folder that programs are started in."""
    given: tuple[str, ...]
    """Folders that a program is told of: ``--search-path`` here, ``package_dirs`` and ``PackageMap`` there."""
    environment: Mapping[str, str]
    files: Files
    packages: Packages
    fuel: FuelCache

    @property
    def is_relative(self) -> bool:
        """Whether it is a path that starts nowhere."""
        return not self.uri.scheme and not os.path.isabs(self.uri.rest)

    def list_folders(self, *variables: str) -> list[str]:
        """The folders in variables of the environment."""
        return [str(entry) for name in variables for entry in entries_of(self.environment.get(name, ""))]


Tries = tuple[Iterator[str], str]


def find_resolutions(world: ResolverInputs) -> tuple[Resolution, ...]:
    """What each program finds."""
    made = []
    for program, look in PROGRAMS.items():
        paths, how = look(world)
        found = next((path for path in paths if world.files.exists(path)), None)
        made.append(Resolution(program, None if found is None else os.path.normpath(found), how))
    return tuple(made)


def _libsdformat(world: ResolverInputs) -> Tries:
    def paths() -> Iterator[str]:
        yield f"{world.working}/{world.uri.rest}"
        if os.path.isabs(world.uri.rest):
            yield world.uri.rest
        yield from _in(world.list_folders("SDF_PATH"), world.uri.rest)

    how = "without the scheme in the working folder and SDF_PATH; only files of includes are looked up"
    return paths(), how


def _gz_sim(world: ResolverInputs) -> Tries:
    uri = world.uri

    def paths() -> Iterator[str]:
        if world.is_relative and world.folder is not None:
            yield f"{world.folder}/{uri.rest}"
        if os.path.isabs(uri.rest) and uri.scheme in ("", "file"):
            yield uri.rest
        if uri.is_local:
            yield from _in(world.list_folders("GZ_SIM_RESOURCE_PATH", "SDF_PATH"), uri.rest)
        address = address_of(uri.scheme, uri.rest)
        if address is not None:
            yield from (path for path, _ in world.fuel.places(address))

    if not uri.is_local:
        return paths(), "in Fuel's cache; what is not there is fetched"
    if world.is_relative:
        return paths(), "beside the file that holds it; in GZ_SIM_RESOURCE_PATH"
    return paths(), "in GZ_SIM_RESOURCE_PATH, whatever the scheme" if uri.is_named else "as it is written"


def _gazebo_classic(world: ResolverInputs) -> Tries:
    uri = world.uri

    def paths() -> Iterator[str]:
        if uri.scheme == "model":
            home = world.environment.get("HOME")
            yield from _in(world.list_folders("GAZEBO_MODEL_PATH"), uri.rest)
            if home:
                yield f"{home}/.gazebo/models/{uri.rest}"
        elif uri.scheme in ("", "file"):
            if os.path.isabs(uri.rest):
                yield uri.rest
                yield from _in(world.list_folders("GAZEBO_MODEL_PATH"), uri.rest)
            else:
                yield f"{world.working}/{uri.rest}"
                yield from _in(world.list_folders("GAZEBO_RESOURCE_PATH"), uri.rest)

    if uri.scheme == "model":
        return paths(), "in GAZEBO_MODEL_PATH and ~/.gazebo/models; what is not there is fetched"
    if uri.scheme in ("", "file"):
        return paths(), "in the working folder and GAZEBO_RESOURCE_PATH" if world.is_relative else "as it is written"
    if uri.scheme == "package":
        return paths(), "nowhere: robots that are spawned have package:// turned into model://"
    return paths(), "nowhere"


def _drake(world: ResolverInputs) -> Tries:
    uri = world.uri
    name, _, inner = uri.rest.partition("/")

    def paths() -> Iterator[str]:
        if uri.is_named and inner:
            for folder in world.given:
                yield from _in(_crawl_packages(folder, name, world, stops=False), inner)
            for folder in world.list_folders("ROS_PACKAGE_PATH"):
                yield from _in(_crawl_packages(folder, name, world, stops=True), inner)
        elif uri.scheme == "file":
            yield f"/{uri.rest.partition('/')[2].lstrip('/')}"
        elif not uri.scheme and os.path.isabs(uri.rest):
            yield uri.rest
        elif not uri.scheme and world.folder is not None:
            yield f"{world.folder}/{uri.rest}"

    if uri.is_named:
        how = "in its PackageMap, by the names in package.xml: here what --search-path and ROS_PACKAGE_PATH would fill it with"
        return paths(), how if inner else "nowhere: it wants a file after the name"
    if not uri.is_local:
        return paths(), f"nowhere: it does not know {uri.scheme}://"
    return paths(), "beside the file that holds it" if world.is_relative else "as it is written"


def _ros_1(world: ResolverInputs) -> Tries:
    uri = world.uri
    name, _, inner = uri.rest.partition("/")

    def paths() -> Iterator[str]:
        if uri.scheme == "package":
            for folder in world.list_folders("ROS_PACKAGE_PATH"):
                yield from _in(_crawl_packages(folder, name, world, stops=True), inner)
        elif uri.scheme == "file":
            yield uri.rest

    if uri.scheme == "package":
        return paths(), "in the packages at any depth below ROS_PACKAGE_PATH"
    return paths(), _describe_retrieval(uri)


def _ros_2(world: ResolverInputs) -> Tries:
    uri = world.uri
    name, _, inner = uri.rest.partition("/")

    def paths() -> Iterator[str]:
        if uri.scheme == "package":
            for prefix in world.list_folders("AMENT_PREFIX_PATH"):
                if world.files.is_file(os.path.join(prefix, "share/ament_index/resource_index/packages", name)):
                    yield f"{prefix}/share/{name}/{inner}"
                    return
        elif uri.scheme == "file":
            yield uri.rest

    if uri.scheme == "package":
        return paths(), "in the packages of the resource index in AMENT_PREFIX_PATH"
    return paths(), _describe_retrieval(uri)


def _describe_retrieval(uri: Uri) -> str:
    if uri.scheme == "file":
        return "as it is written"
    if uri.scheme in ("http", "https"):
        return "from the network"
    return "nowhere: paths need file://" if not uri.scheme else f"nowhere: it does not know {uri.scheme}://"


def _pinocchio(world: ResolverInputs) -> Tries:
    uri = world.uri
    folders = list(world.given)
    for folder in (
        *world.list_folders("ROS_PACKAGE_PATH"),
        *(f"{each}/share" for each in world.list_folders("AMENT_PREFIX_PATH")),
    ):
        folders += [folder, os.path.dirname(folder)]

    def paths() -> Iterator[str]:
        if uri.is_named or world.is_relative:
            yield from _in(folders, uri.rest)
        elif uri.is_local:
            yield uri.rest

    if uri.is_named or world.is_relative:
        return paths(), "in package_dirs, ROS_PACKAGE_PATH, AMENT_PREFIX_PATH, and the folders above these"
    return paths(), "as it is written" if uri.is_local else f"nowhere: it does not know {uri.scheme}://"


def _mujoco(world: ResolverInputs) -> Tries:
    uri = world.uri

    def paths() -> Iterator[str]:
        if not uri.scheme and os.path.isabs(uri.rest):
            yield uri.rest
        elif not uri.scheme and world.folder is not None:
            yield f"{world.folder}/{uri.rest}"

    if uri.scheme:
        return (
            paths(),
            "nowhere: it takes paths alone; with strippath, as before 3.7, by the name of the file in meshdir",
        )
    return paths(), "in meshdir or beside the document; with strippath, as before 3.7, by the name of the file alone"


def _dart(world: ResolverInputs) -> Tries:
    uri = world.uri

    def paths() -> Iterator[str]:
        if uri.scheme == "package":
            name, _, inner = uri.rest.partition("/")
            for folder in world.given:
                if package_name(Path(folder), world.files) == name or os.path.basename(folder) == name:
                    yield f"{folder}/{inner}"
        elif uri.scheme == "file" or os.path.isabs(uri.rest):
            yield uri.rest
        elif not uri.scheme and world.folder is not None:
            yield f"{world.folder}/{uri.rest}"

    if uri.scheme == "package":
        return paths(), "in the folders that addPackageDirectory names: here those of --search-path that are packages"
    if not uri.is_local or uri.scheme == "model":
        return paths(), f"nowhere: it does not know {uri.scheme}://"
    return paths(), "beside the file that holds it" if world.is_relative else "as it is written"


def _in(folders: list[str], rest: str) -> Iterator[str]:
    return (f"{folder}/{rest}" for folder in folders)


def _crawl_packages(folder: str, name: str, world: ResolverInputs, *, stops: bool) -> list[str]:
    found = world.packages.below(folder, stops=stops).get(name)
    if found is None or package_name(Path(found), world.files) not in ("", name):
        return []
    return [found]


PROGRAMS: dict[str, Callable[[ResolverInputs], Tries]] = {
    "libsdformat": _libsdformat,
    "gz-sim": _gz_sim,
    "Gazebo classic": _gazebo_classic,
    "Drake": _drake,
    "ROS 1, rviz": _ros_1,
    "ROS 2, rviz": _ros_2,
    "pinocchio": _pinocchio,
    "MuJoCo": _mujoco,
    "DART": _dart,
}
"""Programs, and what names the paths that each tries and says where it looks."""

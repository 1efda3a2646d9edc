"""What other programs find for a URI: each looks in places of its own.

Drake 1.51, libsdformat 12, pinocchio 4, MuJoCo 4 and DART 6 were tried, with 24 URIs each; what is said of Gazebo was read in
parts of its sources, and what is said of ROS is how its packages are commonly laid out. Each function names paths in the order
of its program.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain
from pathlib import Path

from ...diagnostics.records import NamedTuple, dataclass
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
    """Folders that a program is given: ``--search-path`` here, ``package_dirs`` and ``PackageMap`` there."""
    environment: Mapping[str, str]
    files: Files
    packages: Packages
    fuel: FuelCache

    @property
    def is_relative(self) -> bool:
        """Whether it is a path that starts nowhere."""
        return not self.uri.scheme and not os.path.isabs(self.uri.rest)

    @property
    def plain(self) -> list[str]:
        """What a path without a scheme leads to: as it is written, or beside the file that holds it."""
        if self.uri.scheme or (self.is_relative and self.folder is None):
            return []
        return [f"{self.folder}/{self.uri.rest}" if self.is_relative else self.uri.rest]

    def list_folders(self, *variables: str) -> list[str]:
        """The folders in variables of the environment."""
        return [str(entry) for name in variables for entry in entries_of(self.environment.get(name, ""))]

    def within(self, *variables: str) -> list[str]:
        """The path of the URI in each of these folders."""
        return [f"{folder}/{self.uri.rest}" for folder in self.list_folders(*variables)]

    def in_packages(self, folders: Iterable[str], *, stops: bool) -> Iterator[str]:
        """The path of the URI in packages below some folders; see ``Packages.below``."""
        name, _, inner = self.uri.rest.partition("/")
        for folder in folders:
            found = self.packages.below(folder, stops=stops).get(name)
            if found is not None and package_name(Path(found), self.files) in ("", name):
                yield f"{found}/{inner}"


Tries = tuple[Iterable[str], str]
"""The paths that a program tries, and where it looks in words."""


def find_resolutions(world: ResolverInputs) -> tuple[Resolution, ...]:
    """What each program finds."""
    made = []
    for program, look in PROGRAMS.items():
        paths, how = look(world)
        found = next((path for path in paths if world.files.exists(path)), None)
        made.append(Resolution(program, None if found is None else os.path.normpath(found), how))
    return tuple(made)


def _libsdformat(world: ResolverInputs) -> Tries:
    rest = world.uri.rest
    paths = [f"{world.working}/{rest}", *([rest] if os.path.isabs(rest) else []), *world.within("SDF_PATH")]
    return paths, "without the scheme in the working folder and SDF_PATH; only files of includes are looked up"


def _gz_sim(world: ResolverInputs) -> Tries:
    uri = world.uri
    if not uri.is_local:
        address = address_of(uri.scheme, uri.rest)
        places = () if address is None else world.fuel.places(address)
        return (path for path, _ in places), "in Fuel's cache; what is not there is fetched"
    paths = world.within("GZ_SIM_RESOURCE_PATH", "SDF_PATH")
    if uri.is_named:
        return paths, "in GZ_SIM_RESOURCE_PATH, whatever the scheme"
    written = [uri.rest] if os.path.isabs(uri.rest) else world.plain
    how = "beside the file that holds it; in GZ_SIM_RESOURCE_PATH" if world.is_relative else "as it is written"
    return [*written, *paths], how


def _gazebo_classic(world: ResolverInputs) -> Tries:
    uri, home = world.uri, world.environment.get("HOME")
    if uri.scheme == "model":
        own = [f"{home}/.gazebo/models/{uri.rest}"] if home else []
        how = "in GAZEBO_MODEL_PATH and ~/.gazebo/models; what is not there is fetched"
        return [*world.within("GAZEBO_MODEL_PATH"), *own], how
    if uri.scheme == "package":
        return (), "nowhere: robots that are spawned have package:// turned into model://"
    if not uri.is_local:
        return (), "nowhere"
    how = "in the working folder and GAZEBO_RESOURCE_PATH" if world.is_relative else "as it is written"
    if os.path.isabs(uri.rest):
        return [uri.rest, *world.within("GAZEBO_MODEL_PATH")], how
    return [f"{world.working}/{uri.rest}", *world.within("GAZEBO_RESOURCE_PATH")], how


def _drake(world: ResolverInputs) -> Tries:
    uri = world.uri
    if uri.is_named and not uri.rest.partition("/")[2]:
        return (), "nowhere: it wants a file after the name"
    if uri.is_named:
        given = world.in_packages(world.given, stops=False)
        listed = world.in_packages(world.list_folders("ROS_PACKAGE_PATH"), stops=True)
        how = "in its PackageMap, by the names in package.xml: here what --search-path and ROS_PACKAGE_PATH would fill it with"
        return chain(given, listed), how
    if not uri.is_local:
        return (), _describe_unknown(uri)
    if uri.scheme:
        return [f"/{uri.rest.partition('/')[2].lstrip('/')}"], "as it is written"
    return world.plain, "beside the file that holds it" if world.is_relative else "as it is written"


def _ros_1(world: ResolverInputs) -> Tries:
    if world.uri.scheme == "package":
        paths = world.in_packages(world.list_folders("ROS_PACKAGE_PATH"), stops=True)
        return paths, "in the packages at any depth below ROS_PACKAGE_PATH"
    return _retrieve(world.uri)


def _ros_2(world: ResolverInputs) -> Tries:
    if world.uri.scheme == "package":
        name, _, inner = world.uri.rest.partition("/")
        index = f"share/ament_index/resource_index/packages/{name}"
        prefixes = world.list_folders("AMENT_PREFIX_PATH")
        first = next((each for each in prefixes if world.files.is_file(os.path.join(each, index))), None)
        paths = () if first is None else (f"{first}/share/{name}/{inner}",)
        return paths, "in the packages of the resource index in AMENT_PREFIX_PATH"
    return _retrieve(world.uri)


def _retrieve(uri: Uri) -> Tries:
    """What ``resource_retriever`` does besides packages."""
    if uri.scheme == "file":
        return [uri.rest], "as it is written"
    if uri.scheme in ("http", "https"):
        return (), "from the network"
    return (), _describe_unknown(uri) if uri.scheme else "nowhere: paths need file://"


def _pinocchio(world: ResolverInputs) -> Tries:
    uri = world.uri
    if not (uri.is_named or world.is_relative):
        return ([uri.rest], "as it is written") if uri.is_local else ((), _describe_unknown(uri))
    shares = (f"{each}/share" for each in world.list_folders("AMENT_PREFIX_PATH"))
    listed = [*world.list_folders("ROS_PACKAGE_PATH"), *shares]
    folders = [*world.given, *(each for folder in listed for each in (folder, os.path.dirname(folder)))]
    how = "in package_dirs, ROS_PACKAGE_PATH, AMENT_PREFIX_PATH, and the folders above these"
    return [f"{folder}/{uri.rest}" for folder in folders], how


def _mujoco(world: ResolverInputs) -> Tries:
    if world.uri.scheme:
        return (), "nowhere: it takes paths alone; with strippath, as before 3.7, by the name of the file in meshdir"
    how = "in meshdir or beside the document; with strippath, as before 3.7, by the name of the file alone"
    return world.plain, how


def _dart(world: ResolverInputs) -> Tries:
    uri = world.uri
    if uri.scheme == "package":
        name, _, inner = uri.rest.partition("/")
        paths = (
            f"{folder}/{inner}"
            for folder in world.given
            if package_name(Path(folder), world.files) == name or os.path.basename(folder) == name
        )
        return paths, "in the folders that addPackageDirectory names: here those of --search-path that are packages"
    written = [uri.rest] if uri.scheme == "file" or os.path.isabs(uri.rest) else world.plain
    if not uri.is_local or uri.scheme == "model":
        return written, _describe_unknown(uri)
    return written, "beside the file that holds it" if world.is_relative else "as it is written"


def _describe_unknown(uri: Uri) -> str:
    return f"nowhere: it does not know {uri.scheme}://"


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

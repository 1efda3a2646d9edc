"""How each library reads a file: one function that answers an object, made once per process.

A reader is made in the process that is timed, so that what it imports and keeps is there before the first file. What a
reader answers is let go of outside the time that is taken.
"""

from __future__ import annotations

import contextlib
import importlib
import os
from collections.abc import Callable
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import Any, Literal

Format = Literal["sdformat", "urdf", "skel", "mjcf"]
ALL: tuple[Format, ...] = ("sdformat", "urdf", "skel", "mjcf")

Read = Callable[[str], object]
"""Takes a path and answers whatever the library makes of the file."""


@dataclass(frozen=True)
class Reader:
    """A library that reads files."""

    name: str
    distribution: str
    """What it is installed as; gives its version."""
    formats: tuple[Format, ...]
    make: Callable[[], Read]
    """Raises ImportError where the library is not installed."""

    def version(self) -> str:
        """The version that is installed here."""
        with contextlib.suppress(metadata.PackageNotFoundError):
            return metadata.version(self.distribution)
        return ""


class Rejected(Exception):
    """The library read the whole file and found errors in it; its time counts."""


def _module(name: str) -> Any:
    """A module that need not be installed where this is checked."""
    return importlib.import_module(name)


def _bodyplan() -> Read:
    import bodyplan

    def read(path: str) -> object:
        try:
            return bodyplan.load(path)
        except bodyplan.LoadError as error:
            raise Rejected from error

    return read


def _lxml() -> Read:
    from lxml import etree

    return etree.parse


def _lxml_included() -> Read:
    """The same of what an MJCF document includes, too, since whoever reads the document reads that."""
    from lxml import etree
    from workloads import files_of

    known: dict[str, list[str]] = {}

    def parse(path: str) -> object:
        if path not in known:
            known[path] = [str(each) for each in files_of(Path(path))]
        return [etree.parse(each) for each in known[path]]

    return parse


def _xsdata() -> Read:
    """xsdata's parser on bodyplan's bindings, those of the version that the file says."""
    from lxml import etree
    from xsdata.formats.dataclass.context import XmlContext
    from xsdata.formats.dataclass.parsers import XmlParser
    from xsdata.formats.dataclass.parsers.config import ParserConfig
    from xsdata.formats.dataclass.parsers.handlers import LxmlEventHandler

    config = ParserConfig(fail_on_unknown_properties=False, fail_on_unknown_attributes=False)
    parser = XmlParser(context=XmlContext(), config=config, handler=LxmlEventHandler)
    homes = {"sdf": ("sdformat", "Sdf"), "robot": ("urdf", "Robot"), "skel": ("skel", "Skel")}
    classes: dict[str, Any] = {}

    def class_of(path: str) -> Any:
        root = etree.parse(path).getroot()
        package, name = homes[str(root.tag)]
        home = importlib.import_module(f"bodyplan.{package}")
        version = root.get("version") or ""
        own = home.VERSIONS.get(version) or home.VERSIONS[home.NEWEST]
        return importlib.import_module(f"{home.__name__}.{own}")._BINDINGS.types[name]

    def read(path: str) -> object:
        if path not in classes:
            classes[path] = class_of(path)
        return parser.parse(path, classes[path])

    return read


def _drake() -> Read:
    parsing, plants = _module("pydrake.multibody.parsing"), _module("pydrake.multibody.plant")

    def read(path: str) -> object:
        plant = plants.MultibodyPlant(0.0)
        parsing.Parser(plant).AddModels(path)
        return plant

    return read


def _yourdfpy() -> Read:
    robot = _module("yourdfpy").URDF

    def read(path: str) -> object:
        return robot.load(path, load_meshes=False)

    return read


def _urdf_parser_py() -> Read:
    import collections
    import collections.abc

    # it was last released for Pythons that had this name here
    if not hasattr(collections, "Iterable"):
        collections.Iterable = collections.abc.Iterable  # type: ignore[attr-defined]
    read: Read = _module("urdf_parser_py.urdf").URDF.from_xml_file
    return read


def _pinocchio() -> Read:
    read: Read = _module("pinocchio").buildModelFromUrdf
    return read


def _mujoco() -> Read:
    """Its description of the model, before it is compiled: that would read meshes, which no other reader does."""
    read: Read = _module("mujoco").MjSpec.from_file
    return read


def _mujoco_compiled() -> Read:
    read: Read = _module("mujoco").MjModel.from_xml_path
    return read


def _dm_control() -> Read:
    read: Read = _module("dm_control.mjcf").from_path
    return read


def _dm_control_compiled() -> Read:
    """What it takes until it says whether a document is right: it reads, writes, and has MuJoCo compile what it wrote."""
    mujoco, read = _module("mujoco"), _dm_control()

    def compile_model(path: str) -> object:
        root: Any = read(path)
        compiled: object = mujoco.MjModel.from_xml_string(root.to_xml_string(), root.get_assets())
        return compiled

    return compile_model


def _bodyplan_check() -> Read:
    import bodyplan

    return bodyplan.check


def _saving(read: Read, save: Callable[[Any], object]) -> Read:
    """Saves what the first call has read: only that counts in later ones."""
    kept: dict[str, Any] = {}

    def run(path: str) -> object:
        if path not in kept:
            kept[path] = read(path)
        return save(kept[path])

    return run


def _bodyplan_save() -> Read:
    import bodyplan

    return _saving(bodyplan.load, lambda document: document.dumps())


def _bodyplan_save_changed() -> Read:
    import bodyplan

    names = iter(range(1 << 62))

    def save(document: Any) -> object:
        document.root.model = f"renamed{next(names)}"
        return document.dumps()

    return _saving(bodyplan.load, save)


def _mujoco_save() -> Read:
    """It writes what it has compiled."""

    def read(path: str) -> Any:
        spec = _module("mujoco").MjSpec.from_file(path)
        spec.compile()
        return spec

    return _saving(read, lambda spec: spec.to_xml())


def _dm_control_save() -> Read:
    return _saving(_dm_control(), lambda root: root.to_xml_string())


def _dartpy() -> Read:
    dart = _module("dartpy.utils")
    by_ending = {
        ".skel": dart.SkelParser.readWorld,
        ".urdf": dart.DartLoader().parseSkeleton,
        ".sdf": dart.SdfParser.readWorld,
    }

    def read(path: str) -> object:
        found: object = by_ending[os.path.splitext(path)[1]](path)
        if found is None:
            raise ValueError("nothing was read")
        return found

    return read


READERS = {
    reader.name: reader
    for reader in (
        Reader("lxml", "lxml", ALL, _lxml),
        Reader("bodyplan", "bodyplan", ALL, _bodyplan),
        Reader("xsdata", "xsdata", ("sdformat", "urdf", "skel"), _xsdata),
        Reader("drake", "drake", ("sdformat", "urdf", "mjcf"), _drake),
        Reader("yourdfpy", "yourdfpy", ("urdf",), _yourdfpy),
        Reader("urdf_parser_py", "urdf_parser_py", ("urdf",), _urdf_parser_py),
        Reader("pinocchio", "pin", ("urdf",), _pinocchio),
        Reader("mujoco", "mujoco", ("urdf", "mjcf"), _mujoco),
        Reader("dm_control", "dm_control", ("mjcf",), _dm_control),
        Reader("dartpy", "dartpy", ("sdformat", "urdf", "skel"), _dartpy),
    )
}
STEPS = {
    step.name: step
    for step in (
        Reader("lxml all files", "lxml", ("mjcf",), _lxml_included),
        Reader("bodyplan check", "bodyplan", ALL, _bodyplan_check),
        Reader("bodyplan save", "bodyplan", ALL, _bodyplan_save),
        Reader("bodyplan save when changed", "bodyplan", ALL, _bodyplan_save_changed),
        Reader("mujoco compiled", "mujoco", ("mjcf",), _mujoco_compiled),
        Reader("dm_control compiled", "dm_control", ("mjcf",), _dm_control_compiled),
        Reader("dm_control save", "dm_control", ("mjcf",), _dm_control_save),
        Reader("mujoco save", "mujoco", ("mjcf",), _mujoco_save),
    )
}
"""What is done with a file besides loading it; what is saved was read before, outside of the time."""
LIBSDFORMAT = "libsdformat"
LIBSDFORMAT_FORMATS: tuple[Format, ...] = ("sdformat", "urdf")

"""The file that explains a rule: why it matters, since when there is it, what readers do, and examples.

``BP205.toml`` beside this module explains BP205::

    why = '''What is wrong, in a sentence of its own. Why it matters, in one to five more.'''
    since = "0.1"                  # the version of bodyplan that has the rule first
    [targets]                    # optional: what each reader does, as far as it was looked up or tried
    drake = "Keeps the first."     # keys: CONSUMERS
    [[example]]                    # one at least
    name = "robot.urdf"            # the ending tells the format
    bad = '''...'''                # what is in that file; line 1 is the first after the quotes
    place = "3:7"                  # line and column of the finding; "other.sdf:3:7" in another file, "other.sdf" for a
                                   # file as a whole, "<text>:3:7" in a text that a program reads; absent: no place
    fixed = '''...'''             # the same file, without a finding
    says = "warning BP205: ..."    # what the finding says; written by `pytest tests/docs/test_explanations.py --update`;
                                   # "{newest}" and "{versions}" are those of SDFormat

An example may also have

``options``
    keywords of ``bodyplan.check``: ``{ strict = true, target = "drake", search_paths = ["models"] }``. Relative paths start
    from the folder of the example.
``command``
    the findings are those of the command ``bodyplan check``, where ``check`` would have none: comments and configuration
    count.
``version``
    the findings are those of writing the document in that version.
``files``, ``fixed_files``
    what other files hold, by their path; the latter beside ``fixed`` in place of those or in addition, as a table
    ``[example.files]``. An empty text is an empty file.
``fixed_options``
    in place of ``options`` for the fixed document, where the call was the mistake. ``fixed`` may be left out where it
    is the same as ``bad``.

An example whose ``name`` ends in ``.py`` is a program that runs in the folder of its ``files``: its findings are those of
the ``bodyplan.LoadError`` that it ends with, or else what it leaves in a variable ``findings``. This is for what only a
program meets, such as custom parsers. A document's finding is the only one of ``check``.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from functools import cache
from importlib import import_module
from importlib.util import resolve_name
from pathlib import Path
from typing import Any, Final

from ..diagnostic import place_text
from ..zip_tables import AnyPath, home_of
from .tables import read_table

FOLDER: Final = Path(__file__).resolve().parent

TARGETS: Final = {
    "libsdformat": "libsdformat",
    "gz-sim": "Gazebo (gz-sim)",
    "gazebo-classic": "Gazebo classic",
    "drake": "Drake",
    "urdfdom": "urdfdom",
    "ros": "ROS",
    "pinocchio": "pinocchio",
    "mujoco": "MuJoCo",
    "dart": "DART",
    "xml": "XML parsers",
}
"""The readers that explanations speak of, in the order of the pages, and how they are called there."""

_PLACE: Final = re.compile(r"(?:(.+):)?(\d+):(\d+)")


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A document, or a program, with one finding, and the same without one."""

    name: str
    bad: str
    fixed: str = ""
    place: str = ""
    says: str = ""
    version: str = ""
    command: bool = False
    options: dict[str, Any] = field(default_factory=dict)
    fixed_options: dict[str, Any] | None = None
    files: dict[str, str] = field(default_factory=dict)
    fixed_files: dict[str, str] = field(default_factory=dict)

    @property
    def is_script(self) -> bool:
        """Whether it is run, rather than checked."""
        return self.name.endswith(".py")

    @property
    def where(self) -> tuple[str, int, int]:
        """The file, line and column of ``place``; 0 where it names none."""
        found = _PLACE.fullmatch(self.place)
        if found is None:
            return self.place or self.name, 0, 0
        return found[1] or self.name, int(found[2]), int(found[3])

    @property
    def finding(self) -> str:
        """The finding on one line, as ``bodyplan check`` prints it."""
        return f"{place_text(*self.where)}: {self.says}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """What a file says of its rule."""

    why: str
    since: str
    example: tuple[Example, ...]
    targets: dict[str, str] = field(default_factory=dict)


@cache
def _home() -> AnyPath:
    return home_of(FOLDER)


def file_of(code: str) -> Path:
    """The file that explains a rule in a checkout, whether or not it is there."""
    return FOLDER / f"{code}.toml"


def read_explanation(code: str) -> Explanation | None:
    """The explanation of a rule; None where it has none.

    Raises:
        TypeError: a key is missing, or there is none of that name.
        KeyError: there is no such target.
    """
    file = _home() / f"{code}.toml"
    if not file.is_file():
        return None
    said = read_table(file)
    examples = tuple(_example(each) for each in said.pop("example", ()))
    given = said.pop("targets", {})
    for name in given.keys() - TARGETS.keys():
        raise KeyError(name)
    targets = {name: " ".join(given[name].split()) for name in TARGETS if name in given}
    return Explanation(why=said.pop("why").strip(), example=examples, targets=targets, **said)


def _example(said: dict[str, Any]) -> Example:
    says = said.get("says", "")
    if "{" in says:
        # of the bindings that are there, since a new version of the format is no new explanation
        there = import_module(resolve_name("...sdformat.versions", __package__))
        says = says.replace("{newest}", there.NEWEST).replace("{versions}", ", ".join(there.VERSIONS))
    return Example(**{"fixed": said["bad"], **said, "says": says})

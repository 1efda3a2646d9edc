"""The file of a rule: what it says, where its check is, why it matters, since when there is it, what readers do, and examples.

``rules/BP205-repeated-element.toml`` is the rule BP205, "repeated-element"::

    severity = "warning"         # by default
    message = "…"                # what is wrong, a template over the arguments of a finding
    hint = "…"                   # optional: what to do, likewise
    detail = "…"                 # optional: what `--format full` and JSON say besides, likewise
    words = "place"              # optional: the function of ``message_format`` that puts the arguments into words
    fix = { kind = "refer", safety = "refused" }  # optional: see ``rule.FixStrategy``
    fold = ["parent", "tag"]     # optional: see ``rule.Rule.fold``
    strict = "warning"           # optional: in strict mode, where errors stay errors and warnings become errors
    refused_by = ["drake"]       # optional: who refuses a document over a finding that is a warning, keys of READERS; where
                                 # that is so in some formats, by their root element: { robot = ["urdfdom"] }, or the
                                 # end of a path in it: { "sdf//mesh/uri" = ["drake"] }
    group = "plausible"          # optional: the option without which it is not looked at
    constant = "REPEATED"        # optional: its name in ``rules``, where that is not the rule's in capitals
    spec = "…"                   # where the rule is written down
    cases = [{ severity = "error", when = "…" }]  # optional: other severities by default, each with when
    nevertheless = "…"           # optional: why it is right to report documents that their reference reads silently
    checks = ["semantics.frames.graph.FrameGraph.build"]  # what reports it, or the table that does
    since = "0.1"                # the version of bodyplan that has the rule first
    why = '''What is wrong, in a sentence of its own. Why it matters, in one to five more.'''
    [targets]                    # optional: what each reader does, as far as it was looked up or tried
    drake = "Keeps the first."   # keys: READERS
    [[example]]                  # one at least
    name = "robot.urdf"          # the ending is that of the format
    bad = '''...'''              # what is in that file; line 1 is the first after the quotes
    place = "3:7"                # line and column of the finding; "other.sdf:3:7" in another file, "other.sdf" for a
                                 # file as a whole, "<text>:3:7" in a text that a program reads; absent: no place
    fixed = '''...'''            # the same file, without a finding
    says = "warning BP205: ..."  # what the finding says; written by `pytest tests/docs/test_explanations.py --update`;
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
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import resolve_name
from pathlib import Path
from typing import Any, Final

from ..diagnostic import READERS, place_text
from ..records import NamedTuple, dataclass, field
from ..registry import REGISTRY
from ..rule import Severity
from ..zip_tables import AnyPath, home_of, read_table

FOLDER: Final = Path(__file__).resolve().parents[1] / "rules"
REGISTERED: Final = (
    *("severity", "strict", "message", "hint", "detail", "words", "fix", "fold", "refused_by", "constant", "group"),
)
"""Keys that the registry and the constants are made of."""

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


class SeverityCase(NamedTuple):
    """Another severity that findings of a rule have without a target."""

    severity: Severity
    when: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Explanation:
    """What the file of a rule says besides what the registry holds."""

    why: str
    since: str
    spec: str
    checks: tuple[str, ...]
    """Dotted names of the functions that report it, or of the tables that do."""
    cases: tuple[SeverityCase, ...] = ()
    nevertheless: str = ""
    targets: dict[str, str] = field(default_factory=dict)
    example: tuple[Example, ...] = ()


@cache
def _home() -> AnyPath:
    return home_of(FOLDER)


def read_explanation(code: str) -> Explanation:
    """The explanation of a rule.

    Raises:
        KeyError: there is no such rule.
    """
    return make_explanation(read_table(_home() / f"{code}-{REGISTRY[code].name}.toml"))


def make_explanation(table: Mapping[str, Any]) -> Explanation:
    """What the file of a rule explains.

    Raises:
        TypeError: a key is missing, or there is none of that name.
        KeyError: there is no such target.
    """
    said = {key: value for key, value in table.items() if key not in REGISTERED}
    given = said.pop("targets", {})
    for name in given.keys() - READERS.keys():
        raise KeyError(name)
    return Explanation(
        why=said.pop("why").strip(),
        checks=tuple(said.pop("checks")),
        cases=tuple(SeverityCase(**each) for each in said.pop("cases", ())),
        targets={name: " ".join(given[name].split()) for name in READERS if name in given},
        example=tuple(_example(each) for each in said.pop("example", ())),
        **said,
    )


def _example(said: dict[str, Any]) -> Example:
    says = said.get("says", "")
    if "{" in says:
        # of the bindings that are there, since a new version of the format is no new explanation
        there = import_module(resolve_name("...sdformat.versions", __package__))
        says = says.replace("{newest}", there.NEWEST).replace("{versions}", ", ".join(there.VERSIONS))
    return Example(**{"fixed": said["bad"], **said, "says": says})

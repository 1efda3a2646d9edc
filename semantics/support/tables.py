"""What targets make of each element of a format, whatever the document: ``schemas/<target>/reads.toml``.

``docs/support.md`` says where the facts come from. They are about the format; what a target says of one document is
in the tables of ``semantics/targets`` and is asked for there.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from ...diagnostics.records import dataclass, field
from ..formats.schema_tables import read_schema_table
from .rows import Verdict

SUPPORT_TARGETS = ("libsdformat", "drake", "dart", "urdfdom", "mujoco", "pinocchio")
"""The targets whose facts there are, in the order of their columns."""
LISTS: tuple[Verdict, ...] = ("uses", "keeps", "warns", "ignores", "refuses", "unknown")
FILE = "reads.toml"
ABOVE: Mapping[Verdict, Verdict] = {"ignores": "ignores", "warns": "ignores", "refuses": "refuses", "keeps": "keeps"}
"""What becomes of everything in an element, by what becomes of the element."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reads:
    """What one target makes of the elements of one format."""

    how: str
    """Where the facts come from."""
    others: Verdict
    """What it does with what is not listed."""
    listed: Mapping[str, Verdict]
    inside: Mapping[str, Verdict] = field(default_factory=dict)
    """What it does with what is in an element and is not listed."""
    same: Mapping[str, str] = field(default_factory=dict)
    """Paths that are read as others are, by the beginning of the path."""
    words: Mapping[str, str] = field(default_factory=dict)
    versions: Sequence[str] = ()
    """Versions of the format that it takes, where it takes no others; empty where it does not look."""
    prefix: str
    """That of the tags which are its own; empty where it has none."""

    def verdict(self, path: str) -> Verdict:
        """What it does with the elements of a path."""
        path = self._listed_as(path)
        found = self.listed.get(path)
        if found is not None:
            return found
        around = path
        while "/" in around:
            around = around.rpartition("/")[0]
            above = self.inside.get(around) or ABOVE.get(self.listed.get(around, "unknown"))
            if above is not None:
                return above
        if self.prefix and any(step.lstrip("@").startswith(self.prefix) for step in path.split("/")):
            return "uses"
        return self.others

    def about(self, path: str) -> str:
        """Words on that; empty where there are none."""
        return self.words.get(self._listed_as(path), "")

    def _listed_as(self, path: str) -> str:
        if path in self.listed:
            return path
        for start, other in self.same.items():
            if path == start or path.startswith(f"{start}/"):
                return other + path[len(start) :]
        return path


@dataclass(frozen=True, slots=True)
class TargetFacts:
    """The facts about one target."""

    name: str
    title: str
    release: str
    formats: Mapping[str, Reads]


@cache
def facts(name: str) -> TargetFacts:
    """The facts about a target."""
    written = dict(read_schema_table(name, FILE))
    about = written.pop("reader")
    prefix = f"{about['extension']}:" if "extension" in about else ""
    return TargetFacts(
        name, about["title"], about["release"], {format: _reads(table, prefix) for format, table in written.items()}
    )


def _reads(table: Mapping[str, Any], prefix: str) -> Reads:
    listed: dict[str, Verdict] = {
        f"{parent}/{name}" if parent else name: verdict
        for verdict in LISTS
        for parent, names in table.get(verdict, {}).items()
        for name in names
    }
    others = {key: value for key, value in table.items() if key not in LISTS}
    return Reads(listed=listed, prefix=prefix, **others)

"""What a target's ``rules.toml`` holds, looked over once so that nothing in it goes unread."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from ...diagnostics.records import dataclass, replace
from ...diagnostics.registry import REGISTRY
from ...diagnostics.table_keys import LISTS
from ..formats.schema_tables import read_schema_table
from .predicates import version
from .registry import find_target

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ...diagnostics.rule import Rule, Severity
    from ..core.target import TargetProfile

FILE = "rules.toml"
SECTIONS = frozenset({"target", "releases", "severity", *LISTS, "value", "rule", "own"})
SEVERITIES = ("error", "warning", "note")
KEYS = frozenset({"format", "path", "except", "whole", "when", "says", "since", "until"})
FILLED = {"name": "", "parent": "", "value": ""}
"""What the words of a row may speak of."""


@dataclass(frozen=True, slots=True)
class TargetRules:
    """The tables of one target."""

    about: Mapping[str, Any]
    """``[target]``: the release described, its prefix and extension, what it makes of the format's findings."""
    severities: Mapping[str, Severity]
    """Severities that rules of the formats have for it, by code; those that are not here keep their own."""
    says: Mapping[str, Rule]
    """What it says, by id: a rule of its own for each, with the code of what it does with the document."""
    rules: tuple[Mapping[str, Any], ...]
    values: tuple[Mapping[str, Any], ...]
    own: Mapping[str, Any]
    """What its own checks go by."""
    extension: tuple[Mapping[str, Any], ...]
    """The tags of the extension that it knows."""


@cache
def facts_of(name: str) -> TargetRules:
    """The tables of the target of that name, which is looked up in a fraction of the time that its row takes."""
    return facts(find_target(name))


@cache
def facts(target: TargetProfile) -> TargetRules:
    """The tables of a target.

    Raises:
        ValueError: there are none, or they hold what has no meaning.
    """
    source, written = _read_rules(target)
    unknown = sorted(written.keys() - SECTIONS)
    if unknown:
        raise ValueError(f"{source}: there is no section {unknown[0]!r}; known are {', '.join(sorted(SECTIONS))}")
    about = written.get("target", {})
    if "release" not in about:
        raise ValueError(f"{source}: [target] does not say which release it describes")
    of_release = written.get("releases", {}).get(target.release, {})
    if target.release:
        about = {**about, **of_release}
    says = _collect_messages(target.folder, written, source)
    for row in written.get("rule", ()):
        _check_row(row, target, says, source)
    extension = read_schema_table(about["extension"], "extension.toml")["tag"] if "extension" in about else ()
    return TargetRules(
        about,
        _severities(written.get("severity", {}), source),
        says,
        tuple(row for row in written.get("rule", ()) if _is_of(row, str(about["release"]))),
        tuple(written.get("value", ())),
        written.get("own", {}),
        tuple(extension),
    )


def _is_of(row: Mapping[str, Any], release: str) -> bool:
    """Whether a rule is one of a release: from ``since`` on, up to all of ``until``."""
    own = version(release)
    if "since" in row and own < version(row["since"]):
        return False
    return "until" not in row or own[: len(version(row["until"]))] <= version(row["until"])


def _collect_messages(target: str, written: Mapping[str, Any], source: str) -> dict[str, Rule]:
    found: dict[str, Rule] = {}
    for section, rule in LISTS.items():
        for id, words in written.get(section, {}).items():
            if id in found:
                raise ValueError(f"{source}: {id!r} has words twice")
            found[id] = replace(rule, message=words, row=f"{target}/{id}")
    return found


def _check_row(row: Mapping[str, Any], target: TargetProfile, says: Mapping[str, Rule], source: str) -> None:
    where = f"{source}: the rule for {row.get('path')}"
    unknown = sorted(row.keys() - KEYS)
    if unknown:
        raise ValueError(f"{where} has {unknown[0]!r}; known are {', '.join(sorted(KEYS))}")
    if not row.get("path"):
        raise ValueError(f"{source}: a rule that says {row.get('says')!r} has no path")
    if row.get("format") not in target.formats:
        raise ValueError(f"{where} is about {row.get('format')!r}, which {target.name} does not read")
    words = says.get(row.get("says", ""))
    if words is None:
        raise ValueError(f"{where} says {row.get('says')!r}, which has no words")
    try:
        words.message.format(**FILLED)
    except (KeyError, ValueError, IndexError) as error:
        raise ValueError(f"{where} says {row['says']!r}, whose words cannot be filled: {error}") from None


def _severities(written: Mapping[str, Any], source: str) -> dict[str, Severity]:
    if not written:
        return {}
    codes = {rule.name: code for code, rule in REGISTRY.items()}
    for name, severity in written.items():
        if name not in codes:
            raise ValueError(f"{source}: there is no rule {name!r} to weigh")
        if severity not in SEVERITIES:
            raise ValueError(f"{source}: {name} weighs {severity!r}; it has to be one of {', '.join(SEVERITIES)}")
    return {codes[name]: severity for name, severity in written.items()}


def _read_rules(target: TargetProfile) -> tuple[str, dict[str, Any]]:
    """Where the table of a target is, and what it holds."""
    if not target.package:
        source = f"schemas/{target.folder}/{FILE}"
        written = read_schema_table(target.folder, FILE)
        if not written:
            raise ValueError(f"there is no table {source}")
        return source, written
    from importlib.resources import files  # for packages of users

    from ...runtime import toml

    place = files(target.package) / FILE
    try:
        read: dict[str, Any] = toml.loads(place.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ValueError(f"there is no table {place}") from None
    except toml.TOMLDecodeError as error:
        raise ValueError(f"{place}: {error}") from None
    return str(place), read

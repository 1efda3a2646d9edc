"""A rule: the identity, default severity and wording of one kind of finding."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from .fix_kinds import FixStrategy

Severity = Literal["error", "warning", "note"]
Words = Callable[[str, "str | None", Mapping[str, Any]], Mapping[str, object]]
"""Puts the arguments of a finding into words, given the tag and the attribute that it is about."""

REGISTRY: dict[str, Rule] = {}

RETIRED = frozenset({
    "BP010", "BP108", "BP212", "BP213", "BP518", "BP519", "BP530",
    "BP711", "BP712", "BP714", "BP715", "BP716", "BP717", "BP718", "BP723", "BP725",
})  # fmt: skip
"""Codes of rules that are gone; what was published keeps its meaning, so no other rule takes one."""


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of finding.

    ``message`` and ``hint`` are ``str.format`` templates over the arguments of a finding, and over what ``words``
    makes of them. ``spec`` names the place that the rule comes from. A published code keeps its meaning for ever.
    Rules of one code that speak for a target differ in ``row``: its name and the id of what it says, such as
    ``drake/unused``. ``nevertheless`` says why the rule is right to speak of documents that their own reference reads
    without a word, as far as it does.
    """

    code: str
    name: str
    severity: Severity
    message: str
    spec: str
    hint: str | None = None
    strict: Severity = "error"
    words: Words | None = None
    row: str = ""
    cases: tuple[tuple[Severity, str], ...] = ()
    """Other severities that a finding has without a target, each with when."""
    nevertheless: str = ""
    fix: FixStrategy | None = None
    """How its findings are fixed; None: there is no single sensible fix."""


def declare(
    code: str,
    name: str,
    severity: Severity,
    message: str,
    *,
    spec: str,
    hint: str | None = None,
    strict: Severity | None = None,
    words: Words | None = None,
    cases: tuple[tuple[Severity, str], ...] = (),
    nevertheless: str = "",
    fix: FixStrategy | None = None,
) -> Rule:
    """Adds a rule to the registry.

    Args:
        code: ``BP`` and three digits; the first tells the family (see ``docs/diagnostics.md``).
        name: kebab-case, completes "allow …".
        severity: in the default mode.
        message: what is wrong, as a template.
        spec: where the rule is written down.
        hint: what to do, as a template.
        strict: severity in strict mode; errors stay errors, warnings become errors unless this says otherwise.
        words: what puts arguments into words that message and hint speak of.
        cases: other severities in the default mode, each with when; the rule's page tells them.
        nevertheless: why it is right to speak of documents that their reference reads without a word.
        fix: how its findings are fixed, where there is exactly one sensible fix.
    """
    if code in REGISTRY or code in RETIRED:
        raise ValueError(f"{code} is {'declared twice' if code in REGISTRY else 'retired'}")
    in_strict: Severity = "note" if severity == "note" else "error"
    rule = Rule(
        code,
        name,
        severity,
        message,
        spec,
        hint,
        strict or in_strict,
        words,
        cases=cases,
        nevertheless=nevertheless,
        fix=fix,
    )
    REGISTRY[code] = rule
    return rule

"""A rule: the identity, default severity and wording of one kind of finding."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final, Literal

from .address import DOCUMENTATION
from .records import NamedTuple, dataclass, field_defaults

Severity = Literal["error", "warning", "note"]
Words = Callable[[str, "str | None", Mapping[str, Any]], Mapping[str, object]]
"""Puts the arguments of a finding into words, given the tag and the attribute that it is about."""
Safety = Literal["kept", "exact", "refused", "never"]
"""``kept``: the document means what it meant; where it turns out not to, the fix is unsafe. ``exact``: the same, and there is
no fix where it does not. ``refused``: the document is refused because of the finding, or the fix is unsafe. ``never``."""

PLAUSIBLE: Final = "plausible"
Group = Literal["", "plausible"]
"""What a run has to ask for so that a rule is looked at, by the name of the option; empty: nothing."""


class FixStrategy(NamedTuple):
    """How findings of a rule are fixed.

    Attributes:
        kind: name of what makes the changes, in ``semantics.fix``.
        safety: when it is safe.
        argument: which argument of the finding, or which text, it writes; what it removes, around what the finding is about.
    """

    kind: str
    safety: Safety
    argument: str = ""


@dataclass(frozen=True, slots=True)
class Rule:
    """One kind of finding.

    ``message``, ``hint`` and ``detail`` are ``str.format`` templates over the arguments of a finding, and over what ``words``
    makes of them. A published code keeps its meaning for ever. Rules of one code that speak for a target differ in
    ``row``: its name and the id of what it says, such as ``drake/unused``.
    """

    code: str
    name: str
    severity: Severity
    strict: Severity
    """Its severity in strict mode."""
    message: str
    hint: str | None = None
    detail: str | None = None
    """What a person may want to know besides, which the full output shows; a template as ``hint`` is."""
    words: Words | None = None
    fix: FixStrategy | None = None
    """How its findings are fixed; None: there is no single sensible fix."""
    row: str = ""
    group: Group = ""
    fold: tuple[str, ...] = ()
    """What its findings in a file have in common that are shown as one, if there are many: names of arguments,
    ``element`` and ``attribute``. Empty: each is shown."""
    refused_by: tuple[tuple[str, str], ...] = ()
    """The root element of a document and who refuses it over a finding that is a warning; an empty root stands for all.
    The end of a path may follow after ``//``, as in ``sdf//mesh/uri``: the finding has to be about such an element."""

    def __getattr__(self, name: str) -> Any:
        """What a rule of the registry has besides its code and name, of which nothing is made before it is asked for."""
        if name == "code" or name not in field_defaults(Rule):
            raise AttributeError(f"a rule has no {name!r}")
        from .registry import complete_rule

        complete_rule(self)
        return getattr(self, name)


def address_of(code: str, name: str) -> str:
    """The address of the page of a rule."""
    return f"{DOCUMENTATION}rules/{code}-{name}/"

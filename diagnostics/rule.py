"""A rule: the identity, default severity and wording of one kind of finding."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
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


class UnreadRule(Rule):
    """A rule of the registry of which only code and name were read: it becomes a ``Rule`` when it is asked for more.

    A class with ``__getattr__`` takes five times as long for each attribute, and a finding asks its rule for a dozen.
    """

    __slots__ = ()

    def __getattr__(self, name: str) -> Any:
        """What the rule has besides, of which nothing is made before it is asked for."""
        if name == "code" or name not in field_defaults(Rule):
            raise AttributeError(f"a rule has no {name!r}")
        return getattr(_read_rule(self), name)

    def __repr__(self) -> str:
        """That of the rule."""
        return repr(_read_rule(self))

    def __eq__(self, other: object) -> bool:
        """Whether the rule is equal to another."""
        return _read_rule(self) == other

    def __hash__(self) -> int:
        """That of the rule."""
        return hash(_read_rule(self))

    def __reduce_ex__(self, protocol: Any) -> Any:
        """That of the rule, so that its copy is one."""
        return _read_rule(self).__reduce_ex__(protocol)


def _read_rule(rule: Rule) -> Rule:
    """The rule, once all is read that the registry has of it."""
    if rule.code not in ROWS:
        raise AttributeError(f"no rule has the code {rule.code!r}")
    made = make_rule(ROWS[rule.code].split("\t"))
    for field in field_defaults(Rule):
        object.__setattr__(rule, field, getattr(made, field))
    object.__setattr__(rule, "__class__", Rule)
    return rule


ROWS: Final[dict[str, str]] = {}
"""The rows of the registry by code, which fills this."""


def make_rule(row: Sequence[Any]) -> Rule:
    """The rule that a row of the registry describes.

    Raises:
        AttributeError: there is no such function in ``message_format``.
    """
    code, name, severity, strict, message, hint, detail, words, kind, safety, argument, *more = row
    wording = _find_words(words) if words else None
    fix = FixStrategy(kind, safety, argument) if kind else None
    group, fold, refused_by, *_ = *more, "", "", ""
    refusals = (each.rpartition(":") for each in refused_by.split())
    return Rule(
        code,
        name,
        severity,
        strict,
        message,
        hint or None,
        detail or None,
        wording,
        fix,
        group=group,
        fold=tuple(fold.split()),
        refused_by=tuple((root, reader) for root, _, reader in refusals),
    )


def _find_words(name: str) -> Words:
    from . import message_format  # which a call that finds nothing does without

    found: Words = getattr(message_format, name)
    return found


def address_of(code: str, name: str) -> str:
    """The address of the page of a rule."""
    return f"{DOCUMENTATION}rules/{code}-{name}/"

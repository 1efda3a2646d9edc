"""What a check looks at, and where it reports to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..formats.value_places import place_of_value

if TYPE_CHECKING:
    from ...diagnostics.rule import Rule, Severity
    from ...runtime.lazy_finding import LazyFinding
    from ...runtime.sink import Sink
    from ..core.options import Options
    from ..ir.source_ref import Place
    from ..ir.world import WorldIR
    from ..scene.validation import ValidatedWorld


@dataclass(frozen=True, slots=True)
class CheckContext:
    """One world that is checked."""

    world: ValidatedWorld
    sink: Sink
    options: Options

    @property
    def description(self) -> WorldIR:
        """The records of the world."""
        return self.world.description

    def report(
        self,
        rule: Rule,
        element: Place,
        value: str,
        *,
        severity: Severity | None = None,
        related: tuple[tuple[str, Any], ...] = (),
        **arguments: Any,
    ) -> LazyFinding | None:
        """Reports a rule where a value of a record is written.

        Args:
            rule: the kind of finding.
            element: the ``element`` of the record.
            value: kind of record and value, as in ``schemas/<format>/places.toml``: ``axis.lower``.
            severity: overrides the rule's own.
            related: other places, each with what it is.
            arguments: what the rule's message speaks of.
        """
        at, attribute = place_of_value(element, value)
        return self.sink.report(rule, at, attribute=attribute, severity=severity, related=related, **arguments)

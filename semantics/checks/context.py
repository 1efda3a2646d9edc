"""What a check looks at, and where it reports to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...diagnostics import rules
from ...diagnostics.records import dataclass, field
from ...runtime.sink import xml_of
from ..formats.schema_tables import read_schema_table
from ..formats.value_places import find_first, is_written_value, place_of_value
from ..ir.links import find_made_shapes
from .lengths import largest_offsets

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ...diagnostics.rule import Rule, Severity
    from ...runtime.lazy_finding import LazyFinding
    from ...runtime.sink import Sink
    from ..core.options import Options
    from ..ir.joints import ActuatorRecord, JointRecord
    from ..ir.links import LinkRecord, ShapeRecord
    from ..ir.source_ref import Place
    from ..ir.world import WorldIR
    from ..scene.validation import ValidatedWorld

BAD_VALUES = frozenset(
    {
        rules.NOT_A_VALUE.code,
        rules.WRONG_LENGTH.code,
        rules.NUMBER_OVERFLOW.code,
        rules.OUT_OF_RANGE.code,
        rules.EMPTY_VALUE.code,
    }
)


@dataclass(slots=True)
class _Reporter:
    """Reports where values of records are written."""

    sink: Sink
    options: Options
    _bad_places: set[tuple[str | None, int, int]] | None = field(default_factory=lambda: None, init=False)
    """Places of values that are none, or out of range: these were reported before any record is looked at."""

    def report(
        self,
        rule: Rule,
        element: Place,
        value: str,
        /,
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
        if self._is_reported(at, attribute):
            return None
        return self.sink.report(rule, at, attribute=attribute, severity=severity, related=related, **arguments)

    def report_at(self, rule: Rule, element: Place, paths: Sequence[str], **arguments: Any) -> LazyFinding | None:
        """Reports a rule at the first of some paths from an element that is written, if its values are in bounds."""
        places = [find_first(element, (path,)) for path in paths]
        if any(self._is_reported(at, attribute) for at, attribute in places):
            return None
        at, attribute = find_first(element, paths)
        return self.sink.report(rule, at, attribute=attribute, **arguments)

    def _is_reported(self, at: Place, attribute: str | None) -> bool:
        """Whether a text was reported as no value, so that another counts, or as one out of the bounds of its description."""
        if self._bad_places is None:
            # by place, for where the tree of a text is not kept findings know no elements
            found = (each for each in self.sink.found if each.code in BAD_VALUES)
            self._bad_places = {(each.file, each.line, each.column) for each in found}
        element = xml_of(at) if self._bad_places else None
        source = None if element is None else self.sink.source_of(element)
        if element is None or source is None:
            return False
        return (source.name, *source.position(element, attribute)) in self._bad_places

    @staticmethod
    def is_written(element: Place, value: str) -> bool:
        """Whether a value of a record is written in the document."""
        return is_written_value(element, value)


@dataclass(slots=True)
class CheckContext(_Reporter):
    """One world that is checked, with every reference followed."""

    world: ValidatedWorld
    _offsets: dict[str, float] | None = field(default_factory=lambda: None, init=False)

    def largest_offset(self, scope: str) -> float:
        """How far a frame in a scope is at most from what its pose is relative to, m; worked out once for all scopes."""
        if self._offsets is None:
            self._offsets = largest_offsets(self.description)
        return self._offsets.get(scope, 0.0)

    @property
    def description(self) -> WorldIR:
        """The records of the world."""
        return self.world.description


@dataclass(slots=True)
class RecordContext(_Reporter):
    """The records of a document as they are written, before a target makes something else of them."""

    description: WorldIR
    adapter: Any
    """What the front end asks where targets differ; None for the plain meaning."""
    _made_shapes: list[tuple[LinkRecord, ShapeRecord]] | None = field(default_factory=lambda: None, init=False)

    @property
    def made_shapes(self) -> list[tuple[LinkRecord, ShapeRecord]]:
        """The shapes that are made, each with its link, but for those of included documents; looked for once for all checks."""
        if self._made_shapes is None:
            made = find_made_shapes(self.description.links)
            self._made_shapes = [(link, shape) for link, _, shape in made if not link.is_included]
        return self._made_shapes

    def ask_adapter(self, name: str) -> Any:
        """What the target has under that name for the format; None where it has nothing."""
        return getattr(self.adapter, name, None)

    def severity_of(self, rule: Rule, **about: Any) -> Severity | None:
        """How bad the target finds a fault, or the one reader of the format, by what it is about; None: as bad as the rule has it."""
        if self.adapter is not None:
            severity: Severity | None = self.adapter.severity_of(rule, about)
            return severity
        refused = read_schema_table(self.description.format, "refusals.toml").get("refused", {}).get(rule.name)
        if refused is None or (refused.get("but_for") == "infinite" and _is_infinite(about.get("value"))):
            return None
        return "error"


def _is_infinite(value: Any) -> bool:
    numbers = value if isinstance(value, tuple) else (value,)
    return all(number > 0 for number in numbers)


def plain_name(record: JointRecord | LinkRecord | ActuatorRecord) -> str:
    """The name of a record as its document has it."""
    return str(getattr(record.element, "name", None) or record.name.rpartition("::")[2])

"""Parts of a document that have the name of one before them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...diagnostics import rules

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...diagnostics.rule import Severity
    from ...runtime.sink import Sink


def report_repeated_names(kind: str, parts: Iterable[Any], sink: Sink, severity: Severity | None = None) -> None:
    """Reports parts that are called as one before them; parts without a name are called nothing.

    Args:
        kind: what each is.
        parts: typed elements with a ``name``.
        sink: takes the findings.
        severity: in place of the rule's own.
    """
    seen: dict[str, Any] = {}
    for part in parts:
        name = part.name.strip()
        first = seen.setdefault(name, part)
        if name and first is not part:
            sink.report(
                rules.DUPLICATE_NAME,
                part,
                attribute="name",
                related=[("the first one", first)],
                kind=kind,
                name=name,
                severity=severity,
            )

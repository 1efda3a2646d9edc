"""What libsdformat makes of a document beyond what everybody sees: what it passes, and what it does not know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...runtime.diagnostics import rules_consumers as rules
from ...runtime.diagnostics.diagnostic import Diagnostic
from ...runtime.parsing import parse
from ...runtime.source import Source, literal_tag

if TYPE_CHECKING:
    from ...runtime.diagnostics.rule import Severity
    from ...runtime.diagnostics.sink import Sink
    from ..options import Options
    from ..reading import Parsed
    from ..scene.description import Description


def check(parsed: Parsed, descriptions: tuple[Description, ...], sink: Sink, options: Options) -> None:
    """Gives findings the weight that they have for libsdformat, and adds what only it refuses."""
    sink.judge(severity_of)
    if parsed.format == "sdformat" and _root_tag(parsed.source) == "gazebo":
        sink.report(
            rules.REFUSED,
            source=parsed.source,
            line=1,
            column=1,
            message="libsdformat reads no document whose root element is <gazebo>",
        )


def severity_of(finding: Diagnostic) -> Severity | None:
    """What a finding is to libsdformat; None where it is what it is to everybody."""
    if finding.code == "BP203" and finding.arguments.get("parent") not in ("joint", "include"):
        # only joints and includes are refused for what they lack; anything else gets an empty element
        return "warning"
    return None


def _root_tag(source: Source) -> str | None:
    """The name of the root element as it is written, before any conversion."""
    if source.root is None or source.root.get("version") is None or "gazebo" not in source.text[:4096]:
        return None
    from ...runtime.diagnostics.sink import Sink

    root = parse(Source(source.name, source.data), Sink())
    return None if root is None else literal_tag(root)

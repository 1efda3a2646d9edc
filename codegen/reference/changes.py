"""What changed from each version of a format to the next, as a page."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

from ..change_report import table, what
from ..comparison import compare_versions


def page(schemas: Path, format: str, title: str, versions: list[str]) -> str:
    """Markdown with a table for each step, newest first."""
    call = f"bodyplan schema diff {format} {versions[-2]} {versions[-1]}"
    about = (
        "What breaks readers makes programs misread newer documents; what breaks writers makes documents faulty that they "
        f"wrote. `{call}` shows the same, `--corpus` the places in your documents that it touches."
    )
    parts = [f"# {title}: what each version changed\n", f"{about}\n"]
    for old, new in reversed(list(pairwise(versions))):
        _, changes = compare_versions(schemas / format, old, new)
        rows = [(change.kind, f"`{what(change)}`", change.verdict) for change in changes]
        body = table(("change", "what", "verdict"), rows) if rows else "Nothing.\n"
        parts.append(f"## {new}, from {old} {{#v{new}}}\n\n{body}")
    return "\n".join(parts)

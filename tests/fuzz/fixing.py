"""What has to hold for the fixes of any document."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bodyplan
from bodyplan.semantics.diff.differences import compare_meanings

Said = tuple[str, str, str]


def loaded(text: str | bytes, **options: Any) -> Any:
    """The document; None where it is refused."""
    try:
        return bodyplan.loads(text, **options)
    except bodyplan.LoadError:
        return None


def broken(data: bytes, **options: Any) -> Iterator[str]:
    """What does not hold for the fixes of a text."""
    before = bodyplan.fix_text(data, only=lambda finding: False, **options)
    assert not before.texts
    known = Counter(finding.code for finding in before.left)
    for unsafe in (False, True):
        result = bodyplan.fix_text(data, unsafe=unsafe, **options)
        added = Counter(finding.code for finding in result.left) - known
        if added:
            yield f"{unsafe}: there are new findings: {dict(added)}"
        if bool(result.applied) != bool(result.texts):
            yield f"{unsafe}: {len(result.applied)} fixes, {len(result.texts)} texts"
        if not unsafe and any(not finding.fix.safe for finding in result.applied if finding.fix):
            yield "an unsafe fix was applied"
        if result.text is None:
            continue
        gone = known - Counter(finding.code for finding in result.left)
        if Counter(finding.code for finding in result.applied) - gone:
            yield f"{unsafe}: what was fixed is still there"
        written = result.data
        again = bodyplan.fix_text(written, unsafe=unsafe, **options)
        if again.texts:
            yield f"{unsafe}: not idempotent: {again.diff()}"
        if not unsafe and (one := loaded(data, **options)) is not None:
            other = loaded(written, **options)
            if other is None:
                yield "it does not load any more"
            elif not compare_meanings(one, other, 1e-9):
                yield f"it means something else: {bodyplan.diff(one, other, 1e-9)[:2]}"
        yield from untouched(result)


def untouched(result: bodyplan.FixResult) -> Iterator[str]:
    """Whether the text is the same but for what edits replace, where all were applied at once."""
    old, new = result.before[None], result.texts[None]
    edits = sorted({edit for finding in result.applied if finding.fix for edit in finding.fix.edits}, key=repr)
    changed = sum(edit.end_line - edit.line + 1 for edit in edits)
    olds, news = Counter(old.splitlines()), Counter(new.splitlines())
    if sum((olds - news).values()) > changed:
        yield f"{sum((olds - news).values())} lines are not as they were, of which edits concern {changed}"


def options_with(path: Path) -> dict[str, Any]:
    """How a file is read as a text."""
    return {"base_dir": os.fspath(path.parent), "format": "dmd" if path.name.endswith(".dmd.yaml") else None}

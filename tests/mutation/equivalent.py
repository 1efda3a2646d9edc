"""Mutants that mean the same as the source: `equivalent.toml` lists them, each with its reason."""

from __future__ import annotations

import sys
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

LIST = Path(__file__).with_name("equivalent.toml")


def equivalents(root: Path) -> set[tuple[str, str, str]]:
    """What `Mutant.described` says of each of them; one whose source is not there any more is an error."""
    found = set()
    for row in tomllib.loads(LIST.read_text(encoding="utf-8"))["mutant"]:
        source = " ".join((root / row["file"]).read_text(encoding="utf-8").split())
        if row["source"] not in source or not row["reason"]:
            raise LookupError(f"equivalent.toml: {row['file']} has no {row['source']!r} any more")
        found.add((row["file"], row["source"], row["mutant"]))
    return found

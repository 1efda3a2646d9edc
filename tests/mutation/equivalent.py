"""Mutants that mean the same as the source: ``equivalent.toml`` lists them, each with its reason."""

from __future__ import annotations

import sys
from pathlib import Path

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

LIST = Path(__file__).with_name("equivalent.toml")


def equivalents() -> set[tuple[str, str, str, str]]:
    """The `Mutant.kind` of each of them."""
    rows = tomllib.loads(LIST.read_text(encoding="utf-8"))["mutant"]
    return {(row["file"], row["function"], row["source"], row["mutant"]) for row in rows if row["reason"]}

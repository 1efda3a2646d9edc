"""Keeps account of what the facts in ``schemas/`` were taken from, and finds where they no longer say the same."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .facts import hashes
from .grammar import SchemaNode
from .readers.description import read_version
from .readers.toml import read_toml

FILE = "PROVENANCE.toml"

HEAD = """\
# What the facts of this format were taken from: the sha256 of every file that `bodyplan codegen import` read, under [facts]
# that of the facts in our own layout, in the folders beside this page, and under [elements] hashes of the facts and of the
# official prose of each element. The command rewrites this page; `bodyplan codegen check` and `verify` compare.

"""

Elements = Mapping[str, Mapping[str, str]]
"""Hashes of facts and prose of each place, a blank between them, by the version."""


def elements_of(nodes: Mapping[str, SchemaNode]) -> dict[str, str]:
    """Hashes of facts and prose of each place of a version, as they are kept."""
    return {place: f"{facts} {prose}".strip() for place, (facts, prose) in hashes(nodes).items()}


def read_provenance(folder: Path) -> dict[str, Any]:
    """The account of a format's folder: tables ``sha256`` and ``facts`` by file, ``elements`` by version and place.

    They are empty where there is none.

    Raises:
        SchemaError: the account cannot be read.
    """
    path = folder / FILE
    known: dict[str, Any] = read_toml(path) if path.exists() else {}
    return {name: known.get(name, {}) for name in ("sha256", "facts", "elements")}


def account(folder: Path, digests: Mapping[str, str], texts: Mapping[str, str], elements: Elements) -> str:
    """The text of the account of a format's folder with what was imported.

    ``digests`` and ``texts`` map paths relative to ``folder`` to sha256 sums and to what is written there; what was
    recorded of a version that was imported again is replaced.

    Raises:
        SchemaError: the account that there is cannot be read.
    """
    known = read_provenance(folder)
    versions = {name.split("/", 1)[0] for name in digests}
    text = HEAD
    facts = {name: _digest(written) for name, written in texts.items()}
    for table, entries in (("sha256", digests), ("facts", facts)):
        kept = {name: digest for name, digest in known[table].items() if name.split("/", 1)[0] not in versions}
        text += f"[{table}]\n{_lines(kept | dict(entries))}\n"
    for version, places in sorted({**known["elements"], **elements}.items()):
        text += f'[elements."{version}"]\n{_lines(places)}\n'
    return text.rstrip("\n") + "\n"


def find_edits(folder: Path) -> Iterator[str]:
    """What the descriptions in a format's folder say otherwise than what was imported, one line each.

    Raises:
        SchemaError: a description or the account cannot be read.
    """
    known = read_provenance(folder)
    stems: set[str] = set()
    for version, recorded in known["elements"].items():
        if not (folder / version).is_dir():
            continue
        found = {place: facts for place, (facts, _) in hashes(read_version(folder / version)).items()}
        for place in sorted({*found, *recorded}):
            if found.get(place, "") != recorded.get(place, "").partition(" ")[0]:
                stems.add(f"{version}/{place.partition(':')[0]}.sdf")
                yield f"schemas/{folder.name}/{version}: {place} does not say what was imported\n"
    versions = {name.split("/", 1)[0] for name in known["facts"]}
    present = {
        path.relative_to(folder).as_posix()
        for version in versions
        for pattern in ("*.sdf", "*.convert")
        for path in (folder / version).glob(pattern)
    }
    for name in sorted({*known["facts"], *present} - stems):
        path = folder / name
        if not path.is_file():
            yield f"schemas/{folder.name}/{name} was imported and is not there\n"
        elif _digest(path.read_text(encoding="utf-8")) != known["facts"].get(name):
            yield f"schemas/{folder.name}/{name} does not say what was imported\n"


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _lines(entries: Mapping[str, str]) -> str:
    return "".join(f'"{name}" = "{value}"\n' for name, value in sorted(entries.items()))

"""Keeps account of what the facts in ``schemas/`` were taken from, and finds where they no longer say the same."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from .facts import hashes
from .grammar import Node
from .readers.description import read_version
from .readers.toml import read_toml

FILE = "PROVENANCE.toml"

HEAD = """\
# What the facts of this format were taken from: the sha256 of every file that `bodyplan codegen import` read, and for each
# element, under [elements], hashes of its facts and of its official prose. The command rewrites this page; the facts
# themselves are in the folders beside it, in our own layout. `bodyplan codegen check` and `verify` compare.

"""

Elements = Mapping[str, Mapping[str, str]]
"""Hashes of facts and prose of each place, a blank between them, by the version."""


def elements_of(nodes: Mapping[str, Node]) -> dict[str, str]:
    """Hashes of facts and prose of each place of a version, as they are kept."""
    return {place: f"{facts} {prose}".strip() for place, (facts, prose) in hashes(nodes).items()}


def read(folder: Path) -> tuple[dict[str, str], dict[str, dict[str, str]]]:
    """The digests of files and the hashes of elements in the account of a format's folder; nothing without one.

    Raises:
        SchemaError: the account cannot be read.
    """
    path = folder / FILE
    known: dict[str, Any] = read_toml(path) if path.exists() else {}
    return known.get("sha256", {}), known.get("elements", {})


def account(folder: Path, digests: Mapping[str, str], elements: Elements) -> str:
    """The text of the account of a format's folder with what was imported.

    ``digests`` maps paths relative to ``folder`` to sha256 sums; what was recorded of a version that was imported
    again is replaced.

    Raises:
        SchemaError: the account that there is cannot be read.
    """
    known, before = read(folder)
    versions = {name.split("/", 1)[0] for name in digests}
    kept = {name: digest for name, digest in known.items() if name.split("/", 1)[0] not in versions}
    lines = [f'"{name}" = "{digest}"\n' for name, digest in sorted((kept | dict(digests)).items())]
    text = HEAD + "[sha256]\n" + "".join(lines)
    for version, places in sorted({**before, **elements}.items()):
        text += f'\n[elements."{version}"]\n'
        text += "".join(f'"{place}" = "{digest}"\n' for place, digest in sorted(places.items()))
    return text


def edited(folder: Path) -> Iterator[str]:
    """What the descriptions in a format's folder say otherwise than what was imported, one line each.

    Raises:
        SchemaError: a description or the account cannot be read.
    """
    for version, recorded in read(folder)[1].items():
        where = f"schemas/{folder.name}/{version}"
        if not (folder / version).is_dir():
            yield f"{where} was imported and is not there\n"
            continue
        found = {place: facts for place, (facts, _) in hashes(read_version(folder / version)).items()}
        for place in sorted({*found, *recorded}):
            if found.get(place) != recorded.get(place, "").partition(" ")[0]:
                yield f"{where}: {place} does not say what was imported\n"

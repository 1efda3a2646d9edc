"""Imports a release of MuJoCo: its schema file, or its table with the reference, as one version of MJCF."""

from __future__ import annotations

import hashlib
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ..errors import SchemaError
from ..readers.description import read_version
from ..readers.files import read_bytes
from ..readers.toml import read_toml
from ..sdformat_import import ImportedFacts
from .descriptions import describe_grammar, merge_facts, overlay_facts, stem_of, unite_words, write_overlay
from .grammar import MjcfGrammar
from .release_table import grammar_of_release
from .schema_file import parse_schema
from .units import anchors_of, parse_units

MOST_BYTES = 8 << 20
"""Of one file of a release."""
ENUMS = "enums.toml"


@dataclass(frozen=True, slots=True, kw_only=True)
class MjcfRelease:
    """The files of a release that are imported.

    Either ``schema``, MuJoCo's own ``mjcf.schema``; or ``table``, what ``mj_printSchema`` prints, with ``reference``, its
    ``XMLreference.rst``, beside the schema file of a release near to it, ``schema``.
    """

    schema: Path
    table: Path | None = None
    reference: Path | None = None
    units: Path | None = None
    """``XMLunits.rst``, which has the dimension of each attribute."""

    def files(self) -> list[Path]:
        """Those that there are."""
        return [path for path in (self.schema, self.table, self.reference, self.units) if path is not None]


def read_grammar(release: MjcfRelease) -> MjcfGrammar:
    """The grammar of a release.

    Raises:
        SchemaError: a file cannot be read, or is none of MuJoCo's.
    """
    known = parse_schema(_text(release.schema), str(release.schema))
    if release.table is None:
        return known
    if release.reference is None:
        raise SchemaError(
            str(release.table), 0, "a table says nothing of types: give the reference of its release, too"
        )
    return grammar_of_release(_text(release.table), _text(release.reference), known, str(release.table))


def import_grammar(
    grammar: MjcfGrammar, release: MjcfRelease, home: Path, version: str
) -> tuple[ImportedFacts, dict[str, str]]:
    """The description files of a version, and the files of the overlay with what is imported into them.

    Raises:
        SchemaError: an enumeration has no name for its class, or the overlay cannot be read.
    """
    texts = describe_grammar(grammar)
    digests = {path.name: hashlib.sha256(read_bytes(path, MOST_BYTES)).hexdigest() for path in release.files()}
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(scratch) / version
        folder.mkdir()
        for name, text in texts.items():
            (folder / name).write_text(text, encoding="utf-8")
        nodes = read_version(folder, version)
    return ImportedFacts(texts, digests, {".": nodes}), _overlay(grammar, release, home)


def find_version(grammar: MjcfGrammar, home: Path) -> str | None:
    """The version in ``home`` that describes just this grammar; None where none does."""
    texts = describe_grammar(grammar)
    for folder in sorted(home.iterdir()) if home.is_dir() else ():
        if {path.name: path.read_text(encoding="utf-8") for path in folder.glob("*.sdf")} == texts:
            return folder.name
    return None


def _overlay(grammar: MjcfGrammar, release: MjcfRelease, home: Path) -> dict[str, str]:
    names = read_toml(home / ENUMS)
    for enum in grammar.enums:
        if enum not in names:
            message = f'enumeration {enum!r} has no class; add {enum} = "…" to {ENUMS}'
            raise SchemaError(str(release.table or release.schema), 0, message)
    files: dict[str, dict[str, dict[str, Any]]] = {
        path.stem: read_toml(path) for path in sorted((home / "docs").glob("*.toml"))
    }
    before = {stem: write_overlay(entries) for stem, entries in files.items()}
    for stem, facts in overlay_facts(grammar, names).items():
        files[stem] = merge_facts(files.get(stem, {}), facts)
    unite_words(files)
    if release.units is not None:
        _add_units(files, grammar, parse_units(_text(release.units)))
    made = {stem: write_overlay(entries) for stem, entries in files.items()}
    return {f"{stem}.toml": text for stem, text in made.items() if text and text != before.get(stem)}


def _add_units(files: dict[str, dict[str, dict[str, Any]]], grammar: MjcfGrammar, units: dict[str, str]) -> None:
    """Notes the unit of each attribute that has none."""
    for anchor, (key, name) in anchors_of(grammar).items():
        if anchor in units:
            path = f"{grammar.elements[key].tag}/@{name}"
            files.setdefault(stem_of(key), {}).setdefault(path, {}).setdefault("unit", units[anchor])


def _text(path: Path) -> str:
    return read_bytes(path, MOST_BYTES).decode("utf-8", "replace")

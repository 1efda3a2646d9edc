"""Imports official descriptions: reads and checks them, says what changed, and puts them in place."""

from __future__ import annotations

import shutil
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

from . import provenance
from .compiler import compile_source, read_format, read_lexical
from .conversions import NOTES, check_official, find_missing_rules, note_imported
from .errors import SchemaError
from .facts import SchemaDescription, descriptions
from .grammar import FormatSource, version_key
from .import_report import ImportedVersion, report
from .mjcf.release_import import MjcfRelease, find_version, import_grammar, read_grammar
from .readers.description import FAULTS, read_version, version_folders
from .readers.names import read_name_rules
from .readers.overlay import read_overlay
from .readers.usage import read_usage
from .sdformat_import import ImportedFacts, install, read_official


@dataclass(frozen=True, slots=True)
class Import:
    """Official files that were read, and where they go: ``home`` is the folder of their format, ``version`` the version of
    a single one."""

    source: Path
    home: Path
    version: str | None
    taken: ImportedFacts
    dropped: tuple[str, ...] = ()
    """What the versions drop without a rule, for the first time."""
    without_rules: tuple[tuple[str, str], ...] = ()
    """Steps between versions that no conversion rules are for."""
    notes: str | None = None
    """What is said of that in the format's folder, where it changes."""
    overlay: Mapping[str, str] = field(default_factory=dict)
    """Files of the documentation overlay that change, by their names."""

    @property
    def target(self) -> Path:
        """The folder that holds what is imported."""
        return self.home if self.version is None else self.home / self.version

    def versions(self) -> dict[str, SchemaDescription]:
        """The descriptions that were read."""
        found = {}
        for name, nodes in self.taken.nodes.items():
            version = self.version if name == "." and self.version else name
            found[version] = SchemaDescription(version, nodes, self.source / name)
        return dict(sorted(found.items(), key=lambda item: version_key(item[0])))


def prepare_import(source: Path, home: Path, version: str | None) -> Import:
    """Reads what is to be imported into ``home`` and compiles it with what is there, without writing anything.

    Raises:
        SchemaError: an official file is faulty, or the format cannot be compiled with it.
    """
    found = Import(source, home, version, read_official(source, home / FAULTS))
    if (home / "format.toml").is_file():
        format = read_format(home.parent, home.name)
        nodes = {name: dict(description.nodes) for name, description in found.versions().items()}
        compile_source(replace(format, versions={**format.versions, **nodes}), home.parent)
    check_official(source, found.target)
    return _with_notes(found)


def prepare_release(release: MjcfRelease, home: Path, version: str | None) -> Import:
    """Reads what is to be imported of a release of MuJoCo into ``home``, and compiles it with what is there.

    Raises:
        SchemaError: a file is faulty, the version is not known, or the format cannot be compiled with it.
    """
    grammar = read_grammar(release)
    version = version or find_version(grammar, home)
    source = release.table or release.schema
    if version is None:
        raise SchemaError(str(source), 0, "this is no release that is known; say which with --version, such as 4.1")
    taken, overlay = import_grammar(grammar, release, home, version)
    found = Import(source, home, version, taken, overlay=overlay)
    with tempfile.TemporaryDirectory() as scratch:
        docs = Path(scratch) / "docs"
        if (home / "docs").is_dir():
            shutil.copytree(home / "docs", docs)
        docs.mkdir(exist_ok=True)
        for name, text in overlay.items():
            (docs / name).write_text(text, encoding="utf-8")
        known = {folder.name: read_version(folder) for folder in version_folders(home)}
        format = FormatSource(
            name=home.name,
            versions={**known, version: dict(taken.nodes["."])},
            overlay=read_overlay(docs),
            lexical=read_lexical(home / "format.toml"),
            names=read_name_rules(home / "names.toml"),
            usage=read_usage(home / "usage.toml"),
        )
        compile_source(format, home.parent)
    return found


def _with_notes(found: Import) -> Import:
    """What was read with the notes that the format has of it then: tried on a folder that looks as it will."""
    with tempfile.TemporaryDirectory() as scratch:
        stage = Path(scratch)
        names = {name: stage / version / Path(name).name for name, version in _places(found).items()}
        for path in found.home.iterdir() if found.home.is_dir() else ():
            if not any(goal.parent == stage / path.name for goal in names.values()):
                (stage / path.name).symlink_to(path.resolve(), target_is_directory=path.is_dir())
        notes = stage / NOTES
        if notes.is_symlink():
            notes.unlink()
            notes.write_bytes((found.home / NOTES).read_bytes())
        for name, goal in names.items():
            goal.parent.mkdir(exist_ok=True)
            goal.write_text(found.taken.texts[name], encoding="utf-8", newline="\n")
        before = notes.read_text(encoding="utf-8") if notes.exists() else None
        try:
            dropped = note_imported(stage, found.versions())
            without_rules = find_missing_rules(stage, found.versions())
        except SchemaError as error:
            official = {str(goal): found.source / name for name, goal in names.items()}
            path = official.get(error.file, found.home / Path(error.file).name)
            raise SchemaError(str(path), error.line, error.message) from None
        after = notes.read_text(encoding="utf-8") if notes.exists() else None
    return replace(
        found, dropped=tuple(dropped), without_rules=tuple(without_rules), notes=after if after != before else None
    )


def _places(found: Import) -> dict[str, str]:
    """The version that each file which was read belongs to."""
    return {name: found.version or Path(name).parts[0] for name in found.taken.texts}


def reports(found: Import) -> Iterator[str]:
    """The report of each version that is imported, in Markdown.

    Raises:
        SchemaError: what there is cannot be read.
    """
    home = found.home
    known = {description.version: description for description in descriptions(home)} if home.is_dir() else {}
    newest = max(known, key=version_key, default=None)
    recorded = provenance.read_provenance(home)["elements"]
    prose = {version: _prose(places) for version, places in recorded.items()}
    for version, new in found.versions().items():
        older = [name for name in known if version_key(name) < version_key(version)]
        against = version if version in known else max(older, key=version_key, default=None)
        later = newest is not None and version_key(version) > version_key(newest)
        text = report(
            ImportedVersion(
                format=home.name,
                new=new,
                old=known[against] if against is not None else None,
                prose=prose.get(against or "", {}),
                overlay=read_overlay(home / "docs"),
                names=read_name_rules(home / "names.toml"),
                replaces=newest if later else None,
                dropped=found.dropped if later else (),
                without_rules=[step for step in found.without_rules if version in step],
            )
        )
        yield text.replace(f"{found.source.parent if found.version else found.source}/", "")
        known[version] = new
        prose[version] = _prose(provenance.elements_of(new.nodes))


def write_import(found: Import) -> None:
    """Writes what was read, with its account, all at once.

    Raises:
        SchemaError: the account that there is cannot be read.
    """
    below = found.target.relative_to(found.home)
    digests, texts = (
        {(below / name).as_posix(): value for name, value in values.items()}
        for values in (found.taken.digests, found.taken.texts)
    )
    elements = {version: provenance.elements_of(new.nodes) for version, new in found.versions().items()}
    account = provenance.account(found.home, digests, texts, elements)
    more = {found.home / provenance.FILE: account}
    if found.notes is not None:
        more[found.home / NOTES] = found.notes
    more.update({found.home / "docs" / name: text for name, text in found.overlay.items()})
    install(found.taken.texts, found.target, more)


def _prose(places: dict[str, str]) -> dict[str, str]:
    return {place: digest.partition(" ")[2] for place, digest in places.items()}

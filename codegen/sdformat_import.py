"""Turns an official folder of SDFormat descriptions into ``schemas/``: facts only, in one canonical layout."""

from __future__ import annotations

import hashlib
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from lxml import etree

from .errors import SchemaError
from .grammar import SchemaNode
from .readers.description import read_version
from .readers.files import read_bytes
from .readers.xml import MOST_BYTES, parse_xml

SUFFIXES = (".sdf", ".convert")

FACETS = {
    "element": ("name", "type", "default", "min", "max", "required", "ref", "copy_data"),
    "attribute": ("name", "type", "default", "min", "max", "required"),
    "include": ("filename", "required"),
}


def normalise_description(text: bytes, file: str) -> str:
    """The facts of one description file, without any prose.

    Raises:
        SchemaError: the file is not XML or holds something that the grammar does not know.
    """
    root = parse_xml(text, file)
    lines: list[str] = []
    _write_description(root, "", lines, file)
    return "\n".join(lines) + "\n"


def normalise_conversion(text: bytes, file: str) -> str:
    """The rules of one conversion file, without its comments.

    Raises:
        SchemaError: the file is not XML.
    """
    lines: list[str] = []
    _write_conversion(parse_xml(text, file), "", lines)
    return "\n".join(lines) + "\n"


@dataclass(frozen=True, slots=True)
class ImportedFacts:
    """What was read of an official folder: facts in our layout and the sha256 of what they were taken from, by file, and
    the descriptions of each folder in it, ``.`` for its own."""

    texts: dict[str, str]
    digests: dict[str, str]
    nodes: dict[str, dict[str, SchemaNode]]


def read_official(source: Path, faults: Path | None = None) -> ImportedFacts:
    """Reads an official folder: that of one version, or a folder of such folders.

    ``faults`` is the list of elements that may have a default outside their bounds.

    Raises:
        SchemaError: a file is faulty, or there is none; it names the official file.
    """
    files = sorted(p for p in source.rglob("*") if p.suffix in SUFFIXES)
    if not files:
        raise SchemaError(str(source), 0, "no description file (*.sdf) in this folder")
    taken = ImportedFacts({}, {}, {})
    for path in files:
        data = read_bytes(path, MOST_BYTES)
        normalise = normalise_description if path.suffix == ".sdf" else normalise_conversion
        name = path.relative_to(source).as_posix()
        taken.texts[name] = normalise(data, str(path))
        taken.digests[name] = hashlib.sha256(data).hexdigest()
    for folder in dict.fromkeys(path.parent for path in files):
        taken.nodes[folder.relative_to(source).as_posix()] = read_version(folder, str(folder), faults)
    return taken


def install(texts: Mapping[str, str], target: Path, more: Mapping[Path, str] | None = None) -> None:
    """Puts descriptions into ``target`` all at once: when something goes wrong, everything is as it was.

    What a folder described before and ``texts`` does not is removed. ``more`` are files with the texts that they are to
    have.
    """
    made = [path for path in (target, *target.parents) if not path.exists()]
    target.mkdir(parents=True, exist_ok=True)
    home = target.parent
    try:
        with tempfile.TemporaryDirectory(dir=home, prefix=".import-") as scratch:
            stage = Path(scratch)
            swaps = [*_stage_folders(texts, target, stage)]
            for path, text in (more or {}).items():
                (stage / path.name).write_text(text, encoding="utf-8", newline="\n")
                swaps.append((stage / path.name, path, stage / f"{path.name}.before"))
            _swap(swaps)
    except BaseException:
        for path in made:
            with suppress(OSError):
                path.rmdir()
        raise


def _stage_folders(texts: Mapping[str, str], target: Path, stage: Path) -> Iterator[tuple[Path, Path, Path]]:
    """Makes the new folders in ``stage``; answers each with its place and where what is there now can stay."""
    for number, folder in enumerate(dict.fromkeys(Path(name).parent for name in texts)):
        goal, new = target / folder, stage / str(number)
        new.mkdir()
        if goal.is_dir():
            for path in goal.iterdir():
                if path.is_file() and path.suffix not in SUFFIXES:
                    shutil.copy2(path, new / path.name)
        for name, text in texts.items():
            if Path(name).parent == folder:
                (new / Path(name).name).write_text(text, encoding="utf-8", newline="\n")
        yield new, goal, stage / f"{number}.before"


def _swap(swaps: Iterable[tuple[Path, Path, Path]]) -> None:
    """Renames what is new to its place and what was there away; undoes it all if one cannot be renamed."""
    done: list[tuple[Path, Path, Path]] = []
    try:
        for new, goal, before in swaps:
            goal.parent.mkdir(parents=True, exist_ok=True)
            if goal.exists():
                goal.rename(before)
            done.append((new, goal, before))
            new.rename(goal)
    except OSError:
        for new, goal, before in reversed(done):
            if goal.exists():
                goal.rename(new)
            if before.exists():
                before.rename(goal)
        raise


def _write_description(node: etree._Element, indent: str, lines: list[str], file: str) -> None:
    tag = str(node.tag)
    if tag not in FACETS:
        raise SchemaError(file, node.sourceline or 0, f"<{tag}> is not part of the description grammar")
    unknown = set(node.keys()) - set(FACETS[tag])
    if unknown:
        raise SchemaError(file, node.sourceline or 0, f"<{tag}> has no facet {min(unknown)!r}")
    facets = "".join(f" {key}={quoteattr(node.get(key, ''))}" for key in FACETS[tag] if node.get(key) is not None)
    children = [child for child in node if child.tag != "description"]
    # attributes come first, so that moving one among the elements of the official file changes nothing here
    children.sort(key=lambda child: child.tag != "attribute")
    if not children:
        lines.append(f"{indent}<{tag}{facets}/>")
        return
    lines.append(f"{indent}<{tag}{facets}>")
    for child in children:
        _write_description(child, indent + "  ", lines, file)
    lines.append(f"{indent}</{tag}>")


def _write_conversion(node: etree._Element, indent: str, lines: list[str]) -> None:
    facets = "".join(f" {key}={quoteattr(value)}" for key, value in node.items())
    text = escape((node.text or "").strip())
    if len(node) == 0:
        lines.append(
            f"{indent}<{node.tag!s}{facets}>{text}</{node.tag!s}>" if text else f"{indent}<{node.tag!s}{facets}/>"
        )
        return
    lines.append(f"{indent}<{node.tag!s}{facets}>")
    for child in node:
        _write_conversion(child, indent + "  ", lines)
    lines.append(f"{indent}</{node.tag!s}>")

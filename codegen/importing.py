"""Turns an official folder of SDFormat descriptions into ``schemas/``: facts only, in one canonical layout."""

from __future__ import annotations

import hashlib
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from lxml import etree

from .errors import SchemaError

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
    root = _parse(text, file)
    lines: list[str] = []
    _write_description(root, "", lines, file)
    return "\n".join(lines) + "\n"


def normalise_conversion(text: bytes, file: str) -> str:
    """The rules of one conversion file, without its comments.

    Raises:
        SchemaError: the file is not XML.
    """
    lines: list[str] = []
    _write_conversion(_parse(text, file), "", lines)
    return "\n".join(lines) + "\n"


def import_folder(source: Path, target: Path) -> dict[str, str]:
    """Writes what ``source`` describes to ``target`` and answers the sha256 of each file that was read.

    ``source`` is one version's folder, or a folder of such folders. What ``target`` described before and ``source``
    no longer does is removed.

    Raises:
        SchemaError: a file is not a description, or there is none.
    """
    digests: dict[str, str] = {}
    files = sorted(p for p in source.rglob("*") if p.suffix in (".sdf", ".convert"))
    if not files:
        raise SchemaError(str(source), 0, "no description file (*.sdf) in this folder")
    for path in files:
        relative = path.relative_to(source)
        data = path.read_bytes()
        normalise = normalise_description if path.suffix == ".sdf" else normalise_conversion
        text = normalise(data, str(path))
        goal = target / relative
        goal.parent.mkdir(parents=True, exist_ok=True)
        goal.write_text(text, encoding="utf-8", newline="\n")
        digests[relative.as_posix()] = hashlib.sha256(data).hexdigest()
    for folder in {(target / name).parent for name in digests}:
        for old in folder.iterdir():
            if old.suffix in (".sdf", ".convert") and old.relative_to(target).as_posix() not in digests:
                old.unlink()
    return digests


def _parse(text: bytes, file: str) -> etree._Element:
    parser = etree.XMLParser(remove_comments=True, remove_pis=True, resolve_entities=False, no_network=True)
    try:
        return etree.fromstring(text, parser)
    except etree.XMLSyntaxError as error:
        raise SchemaError(file, error.lineno or 0, f"not XML: {error.msg}") from None


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

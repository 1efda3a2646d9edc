"""``model.config``: which file of a model folder is written for which version of SDFormat."""

from __future__ import annotations

import os
import posixpath
from collections.abc import Container
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ...diagnostics.records import NamedTuple
from ...runtime.files import FILES, Files, TooLarge, Unreadable
from ..upgrade.versions import version_key

if TYPE_CHECKING:
    from lxml.etree import XMLParser, _Element

CONFIG_NAMES = ("model.config", "manifest.xml")
"""Names of the file, the newer one first; the second is deprecated."""

MOST_BYTES = 1 << 20
"""Longest model.config or package.xml that is read."""


class ConfigEntry(NamedTuple):
    """One ``<sdf>``: a file, and the version that it says it is for."""

    file: str
    version: str | None

    @property
    def key(self) -> tuple[int, ...]:
        """The version for comparing; lower than any where there is none."""
        return version_key(self.version or "") or ()


class ModelConfig(NamedTuple):
    """A model.config."""

    path: Path
    entries: tuple[ConfigEntry, ...]

    def best(self, newest: str) -> ConfigEntry | None:
        """The entry of the highest version that is not above ``newest``; where there is none, the first.

        Of several of one version the first counts. None where there is no entry, or the chosen one names no file.
        """
        limit = version_key(newest) or ()
        chosen = max(self.entries, key=lambda entry: entry.key if entry.key <= limit else (), default=None)
        return chosen if chosen is not None and chosen.file else None


class ConfigProblem(Exception):
    """A model.config can't be used; the text says why. It does not leave this package."""


def read_config(folder: Path, files: Files = FILES) -> ModelConfig | None:
    """The model.config of ``folder``, None where there is none; raises ``ConfigProblem`` for one that is wrong."""
    for name in CONFIG_NAMES:
        path = folder / name
        if files.is_file(path):
            root = read_small_xml(path, files)
            if root.tag != "model":
                raise ConfigProblem(f"the root element is <{root.tag!s}>, not <model>")
            entries = [ConfigEntry(_text(node), node.get("version")) for node in root.iterchildren("sdf")]
            return ModelConfig(path, tuple(entries))
    return None


def names_of_folder(folder: str | Path, files: Files = FILES, inside: Container[str] | None = None) -> frozenset[str]:
    """What ``folder`` is called as a package or model: its own name, that of its package.xml, of its model.config.

    ``inside`` are the names in it, where they are known.
    """
    names = {os.path.basename(folder)}
    for file in ("package.xml", *CONFIG_NAMES):
        if inside is None or file in inside:
            names.add(package_name(folder, files, file))
    names.discard("")
    return frozenset(names)


def package_name(folder: str | Path, files: Files = FILES, file: str = "package.xml") -> str:
    """The name in the package.xml of ``folder``, or in another such file; empty where there is none."""
    folder = os.fspath(folder)
    if not files.is_file_in(folder, file):
        return ""
    try:
        return files.make_of(os.path.join(folder, file), MOST_BYTES, _name_in)
    except (ConfigProblem, Unreadable):
        return ""


def _name_in(data: bytes) -> str:
    return _text(parse_small_xml(data).find("name"))


def dependencies_of(folder: Path, files: Files = FILES) -> list[str]:
    """The packages that the package.xml of a folder says it depends on, in any way."""
    try:
        root = read_small_xml(folder / "package.xml", files)
    except ConfigProblem:
        return []
    tags = (each for each in root.iter() if isinstance(each.tag, str) and each.tag.endswith("depend"))
    return [name for each in tags if (name := _text(each))]


def is_inside(file: str) -> bool:
    """Whether a relative file name with ``/`` or ``\\`` stays in its folder."""
    text = posixpath.normpath(file.replace("\\", "/"))
    return not (text == ".." or text.startswith(("../", "/")) or text[1:2] == ":")


def read_small_xml(path: str | Path, files: Files = FILES) -> _Element:
    """The root element of a small file; raises ``ConfigProblem`` where it can't be read, is too long, or is no XML."""
    try:
        return parse_small_xml(files.read(path, MOST_BYTES))
    except TooLarge:
        raise ConfigProblem(f"it is longer than {MOST_BYTES} bytes") from None
    except Unreadable as error:
        raise ConfigProblem(str(error)) from None


def parse_small_xml(data: bytes) -> _Element:
    """The root element of what a small file holds; raises ``ConfigProblem`` where that is no XML."""
    from lxml import etree  # only where there is something to read

    try:
        return etree.fromstring(data, _parser())
    except (etree.XMLSyntaxError, ValueError) as error:
        raise ConfigProblem(f"not well-formed XML: {error}") from None


@cache
def _parser() -> XMLParser:
    # one for all: a project has many small files, and making a parser takes longer than to read one with it
    from lxml.etree import XMLParser

    return XMLParser(remove_comments=True, remove_pis=True, resolve_entities=False, no_network=True, load_dtd=False)


def _text(node: _Element | None) -> str:
    return " ".join((node.text or "").split()) if node is not None else ""

"""The versions of SDFormat that there are, and which of them a document is read as."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from ...diagnostics import rules

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...runtime.sink import Sink
    from ...runtime.source import Source

SCHEMAS = Path(__file__).parents[2] / "schemas" / "sdformat"
"""Descriptions and conversion rules: one folder per version, which is what says that the version exists."""

_NUMBERS = re.compile(r"\d+(\.\d+)*")


def version_key(text: str) -> tuple[int, ...] | None:
    """Numbers of a version for comparing: ``"1.10"`` is (1, 10), and so is ``"1.10.0"``; None if it has none."""
    text = text.strip()
    if not _NUMBERS.fullmatch(text):
        return None
    numbers = [int(part[:9]) for part in text.split(".")]
    while len(numbers) > 2 and numbers[-1] == 0:
        numbers.pop()
    return tuple(numbers) if len(numbers) > 1 else (numbers[0], 0)


@cache
def list_versions() -> tuple[str, ...]:
    """Every version that there is a folder for, oldest first."""
    found = {
        folder.name: key
        for folder in SCHEMAS.iterdir()
        if folder.is_dir() and (key := version_key(folder.name)) is not None
    }
    return tuple(sorted(found, key=found.__getitem__))


def newest_version() -> str:
    """The version that every document is brought to."""
    return list_versions()[-1]


@dataclass(frozen=True, slots=True)
class DocumentVersion:
    """Which version a document is in.

    ``written`` is the attribute as it stands; ``read_as`` the version whose description and conversion rules apply;
    ``fatal`` says that libsdformat reads nothing of such a document.
    """

    written: str | None
    read_as: str
    fatal: bool = False


def detect_version(root: _Element, sink: Sink, *, source: Source | None = None) -> DocumentVersion:
    """The version of the document whose root element is ``root``.

    A document of an unknown or too new version is read as one of the newest: wrong, but the rest can be looked at.
    Reports BP801 (version-missing), BP802 (version-unknown) and BP803 (version-too-new).
    """
    newest = newest_version()
    written = root.get("version")
    if written is None:
        sink.report(rules.VERSION_MISSING, root, source=source, tag=root.tag, newest=newest)
        return DocumentVersion(None, newest, fatal=True)
    if written in list_versions():
        return DocumentVersion(written, written)
    key = version_key(written)
    keys = {version_key(version): version for version in list_versions()}
    if key is not None and key > max(k for k in keys if k is not None):
        sink.report(
            rules.VERSION_TOO_NEW, root, attribute="version", source=source, written=written.strip(), read_as=newest
        )
        return DocumentVersion(written, newest)
    read_as = keys.get(key, newest) if key is not None else newest
    known = ", ".join(list_versions())
    sink.report(
        rules.VERSION_UNKNOWN,
        root,
        attribute="version",
        source=source,
        format="SDFormat",
        written=written,
        read_as=read_as,
        known=known,
    )
    return DocumentVersion(written, read_as)

"""What a renderer is, and which there are."""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import Any, Literal, Protocol, cast

from ..diagnostic import Diagnostic
from ..records import NamedTuple

RENDERERS = ("concise", "full", "json", "sarif", "github", "gitlab", "junit")
"""Formats. The class of each is in a module of the same name, which is imported when the format is asked for."""


class SuppressedFinding(NamedTuple):
    """A finding with what keeps it from being shown: a comment in the document, or a baseline beside it."""

    diagnostic: Diagnostic
    by: Literal["comment", "baseline"]
    reason: str = ""


Findings = Sequence[Diagnostic]
Suppressed = Sequence[SuppressedFinding]


class Lines(Protocol):
    """Lines of documents by file and number; ``runtime.source_lines`` reads them from files."""

    def get(self, file: str, number: int) -> str | None:
        """Line ``number`` (from 1) of ``file``, None where it cannot be had."""
        ...


class Renderer:
    """Turns the findings of one file after the other into text."""

    def begin(self) -> str:
        """What comes before the first file."""
        return ""

    def report(self, path: str, diagnostics: Findings, repeated: Findings = (), suppressed: Suppressed = ()) -> str:
        """The text for one checked file.

        Args:
            path: the file.
            diagnostics: its findings, which may lie in other files too, such as included ones.
            repeated: those that were reported with an earlier file, and are not reported again.
            suppressed: those of the file that are not to be shown, for formats that say so.
        """
        raise NotImplementedError

    def end(self) -> str:
        """What comes after the last file."""
        return ""


READING_LINES = frozenset({"full", "sarif", "gitlab"})
"""Formats that show or recognise lines of the documents."""


def renderer(name: str, lines: Lines, **options: Any) -> Renderer:
    """A new renderer of one of ``RENDERERS``; ``options`` are arguments of its class, besides ``lines``.

    Raises:
        KeyError: there is no such format.
    """
    if name not in RENDERERS:
        raise KeyError(name)
    if name in READING_LINES:
        options["lines"] = lines
    return cast(Renderer, getattr(import_module(f".{name}", __package__), name.capitalize())(**options))


def in_order(diagnostics: Sequence[Diagnostic]) -> list[Diagnostic]:
    """Findings as they would come if none were suppressed: by file in the order of their first finding, then by place."""
    files: dict[str | None, int] = {}
    for diagnostic in diagnostics:
        files.setdefault(diagnostic.file, len(files))
    return sorted(diagnostics, key=lambda d: (files[d.file], d.line, d.column))

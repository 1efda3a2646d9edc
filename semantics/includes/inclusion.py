"""What of a file is included, and which files are being read on the way to it."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from ...diagnostics import rules
from ...runtime.files import FILES, Files

if TYPE_CHECKING:
    from pathlib import Path

    from lxml.etree import _Element

    from ...runtime.element import Element
    from ...runtime.sink import Sink

INCLUDABLE = ("model", "actor", "light")
"""What can be included, the first that is there counts."""


def included_element(root: _Element, file: str, sink: Sink, at: _Element | Element | None = None) -> _Element | None:
    """The element of an SDFormat document that an include of it, ``at`` an element, brings in.

    ``sink`` receives BP421 (include-of-world), BP422 (include-of-nothing) and BP423 (include-of-several).
    """
    found = [element for tag in INCLUDABLE for element in root.iterchildren(tag)]
    if not found:
        sink.report(rules.INCLUDE_OF_NOTHING if root.find("world") is None else rules.INCLUDE_OF_WORLD, at, file=file)
        return None
    used, *others = found
    for element in others:
        related = (("included here", at),)
        sink.report(rules.INCLUDE_OF_SEVERAL, element, related=related, file=file, tag=element.tag, used=used.tag)
    return used


class IncludeChain:
    """The files that are being read, each included by the one before it."""

    def __init__(self, top: str | None = None, files: Files = FILES) -> None:
        self._top = top
        self._chain: list[str] = []
        self._files = files

    @contextmanager
    def enter_file(self, file: Path, sink: Sink, at: _Element | Element | None = None) -> Iterator[bool]:
        """Whether ``file`` may be read: False, after BP420 (include-cycle), where it is being read already."""
        if self._top is not None and not self._chain:
            # looking for symbolic links takes long, and most documents include nothing
            self._chain.append(self._files.real(self._top))
        real = self._files.real(file)
        if real in self._chain:
            loop = [*self._chain[self._chain.index(real) :], real]
            sink.report(rules.INCLUDE_CYCLE, at, file=str(file), path=" -> ".join(map(os.path.basename, loop)))
            yield False
            return
        self._chain.append(real)
        try:
            yield True
        finally:
            self._chain.pop()

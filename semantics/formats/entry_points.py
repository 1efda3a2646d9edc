"""Which files with an ending of many kinds are documents: by their root elements, as far as no other one includes them."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator

from ...runtime.files import FILES, Files, Unreadable
from ...runtime.patterns import compile_pattern
from .registry import FORMATS, Format

HEAD_BYTES = 1 << 14
"""How many bytes of a file are looked at for its root."""
MOST_BYTES = 1 << 24
"""Of a file that is searched for those that it includes."""
_PROLOG = compile_pattern(
    rb"(?:\xef\xbb\xbf)?(?:\s+|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\]\s*)?>)*", re.DOTALL
)
_ROOT = compile_pattern(rb"<([A-Za-z_][\w.-]*)")
_COMMENT = compile_pattern(rb"<!--.*?-->", re.DOTALL)


def searched_endings() -> tuple[str, ...]:
    """Ends of names that files of other kinds have too, of files that are documents where their root is that of one."""
    return tuple({ending: None for row in FORMATS.values() for ending in row.searched_endings})


def find_rooted(paths: Iterable[str], files: Files = FILES, *, takes_parts: bool = False) -> frozenset[str]:
    """Those of some files that are documents.

    Args:
        paths: files whose names may end as those of other kinds do.
        files: what may be read.
        takes_parts: whether a document that another of the files includes is one, too.
    """
    found: dict[str, str] = {}
    including: dict[str, list[str]] = {}
    for path in paths:
        root = _root_of(path, files)
        for row in FORMATS.values():
            if path.lower().endswith(row.searched_endings) and root in (*row.tags, *row.part_tags):
                real = os.path.realpath(path)
                if root in row.tags:
                    found[path] = real
                if not takes_parts:
                    including[real] = [os.path.realpath(each) for each in _included_in(path, row, files)]
    parts = _find_parts(including)
    return frozenset(path for path, real in found.items() if real not in parts)


def _find_parts(including: dict[str, list[str]]) -> set[str]:
    """What is included, be it by parts, in something that nothing includes: not what only includes itself."""
    ahead = list(including.keys() - {each for inside in including.values() for each in inside})
    parts: set[str] = set()
    while ahead:
        new = set(including.get(ahead.pop(), ())) - parts
        parts |= new
        ahead += new
    return parts


def _root_of(path: str, files: Files) -> str | None:
    """The name of the root element of a file; None where that cannot be seen."""
    try:
        head = files.head(path, HEAD_BYTES)
    except Unreadable:
        return None
    prolog = _PROLOG.match(head)
    found = _ROOT.match(head, 0 if prolog is None else prolog.end())
    return None if found is None else found[1].decode()


def _included_in(path: str, row: Format, files: Files) -> Iterator[str]:
    """The files that one names as parts of it, each beside it or in the nearest folder above from which the name leads to one."""
    if row.including is None:
        return
    tag, attribute = (word.encode() for word in row.including)
    try:
        text = files.read(path, MOST_BYTES)
    except Unreadable:
        return
    if b"<" + tag not in text:
        return
    pattern = rb"<%b\b[^>]*?\s%b\s*=\s*(?:\"([^\"]*)\"|'([^']*)')" % (tag, attribute)
    for double, single in re.findall(pattern, _COMMENT.sub(b"", text)):
        from html import unescape

        name = unescape((double or single).decode("utf-8", "replace"))
        folder = os.path.dirname(os.path.abspath(path))
        while name and not files.is_file(os.path.join(folder, name)):
            if folder == (folder := os.path.dirname(folder)):
                break
        else:
            yield os.path.join(folder, name)

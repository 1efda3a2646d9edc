"""URIs as texts: taken apart, spelled in the ways that readers take them, put into folders."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable
from functools import lru_cache
from urllib.parse import unquote

from ...diagnostics.records import NamedTuple
from ...runtime.patterns import compile_pattern

# one letter before the colon is a drive
_SCHEME = compile_pattern(r"([A-Za-z][A-Za-z0-9+.-]+)://(.*)", re.DOTALL)
_FILE = compile_pattern(r"file:(?!//)", re.IGNORECASE)
DRIVE = compile_pattern(r"/?[A-Za-z]:[\\/]")
"""How an absolute path of Windows begins."""

NAMED = ("model", "package")
"""Schemes whose first part is the name of a model or package."""

_NOT_PLAIN = frozenset(("", "/", "\\", "."))


class Uri(NamedTuple):  # as the others here, since a document can have thousands and tuples are made fast
    """A URI taken apart. ``scheme`` is in lower case, empty for a plain path; ``rest`` is what follows ``://``."""

    text: str
    scheme: str
    rest: str

    @property
    def is_local(self) -> bool:
        """Whether it is looked up in folders."""
        return self.scheme in ("", "file", "model", "package")

    @property
    def is_named(self) -> bool:
        """Whether the first part is the name of a model or package."""
        return self.scheme in NAMED

    @property
    def package(self) -> str:
        """The name of the package or model that it leads into; empty where it names none."""
        return self.rest.replace("\\", "/").partition("/")[0] if self.scheme in NAMED else ""

    @property
    def is_one_word(self) -> bool:
        """Whether it is a plain path of one part, or one of ``file://``, which may be the name of a model."""
        return self.scheme in ("", "file") and bool(self.rest) and "/" not in self.rest and "\\" not in self.rest


@lru_cache(maxsize=1000)
def split_uri(text: str) -> Uri:
    """Takes a URI or path apart; whitespace around it does not count."""
    text = text.strip()
    if ":" not in text:
        return Uri(text, "", text)
    match = _SCHEME.fullmatch(text)
    if match:
        return Uri(text, match[1].lower(), match[2])
    match = _FILE.match(text)
    return Uri(text, "file", text[match.end() :]) if match else Uri(text, "", text)


def is_absolute(rest: str) -> bool:
    """Whether a path starts at a root, be it of another system."""
    return rest[:1] in ("/", "\\") or DRIVE.match(rest) is not None


def is_plain(rest: str) -> bool:
    """Whether a path leads into the folders that it names, without a way up and without signs that stand for others."""
    return ".." not in rest and "%" not in rest


def spellings(rest: str) -> Iterable[str]:
    """The path as written; then with what is percent-encoded, and with backslashes, as slashes elsewhere."""
    ways = [rest]
    if "%" not in rest and "\\" not in rest:
        return ways
    if "%" in rest:
        ways.append(unquote(rest))
    if os.sep == "/" and "\\" in rest:
        ways += [way.replace("\\", "/") for way in ways]
    return dict.fromkeys(way for way in ways if "\0" not in way)


def absolute_paths(rest: str) -> list[str]:
    """The local paths that an absolute path can mean; none where it is of another system, or of another machine."""
    # file:///C:/x has a slash before the drive
    paths = [rest, rest[1:]] if DRIVE.match(rest) and rest[0] in "/\\" else [rest]
    if os.name == "nt":
        return [os.path.abspath(path) for path in paths if path[:2].strip("/\\")]
    return [os.path.normpath(path) for path in paths if path[0] == "/"]


def join(folder: str, rest: str) -> str:
    """A path in a folder, which is absolute and in its shortest form."""
    if rest[:1] not in _NOT_PLAIN and "/." not in rest and "//" not in rest and os.sep == "/" != folder:
        return f"{folder}/{rest}".rstrip("/")
    return os.path.normpath(os.path.join(folder, rest.lstrip("/\\")))

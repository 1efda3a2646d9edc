"""What findings depend on besides files and options: our own code, what is installed beside it, the interpreter."""

from __future__ import annotations

import os
import sys
from array import array
from collections.abc import Iterable, Iterator
from hashlib import sha256
from pathlib import Path

from ....runtime.budget import MAX_BYTES
from ....runtime.file_trace import READ, ask, digest
from ....runtime.files import FILES, Unreadable

PACKAGE = Path(sys.modules[__name__.partition(".")[0]].__path__[0])
"""The folder of bodyplan; in a checkout, the one with links to its parts, without what else there is around them."""
OPTIONAL = ("trimesh",)
"""Packages without which less is found."""
GROUP = b"bodyplan.extensions"
"""Entry points of this group name packages of further tags; see ``semantics.core.extensions``."""


def hash_installation() -> bytes:
    """Another one for each version of all that decides what is found in given files."""
    found = sha256()
    for part in (*sys.version_info[:3], sys.implementation.cache_tag, sys.platform, *sys.path):
        found.update(repr(part).encode("utf-8", "surrogateescape"))
    for part in (*_code(PACKAGE), *_list_installed(sys.path), *_optional()):
        found.update(part.encode("utf-8", "surrogateescape"))
        found.update(b"\0")
    return found.digest()


def hash_extensions(names: Iterable[str]) -> bytes:
    """Another one for each content of tables, and of packages, that a call or a configuration names."""
    found = sha256()
    for name in names:
        if name.endswith(".toml") or "/" in name or "\\" in name:
            parts: Iterable[str] = (_content(name),)
        else:
            parts = _package(name)
        for part in (name, *parts):
            found.update(part.encode("utf-8", "surrogateescape"))
            found.update(b"\0")
    return found.digest()


def _code(package: Path) -> Iterator[str]:
    """The record of an installed package, which holds the hash of every file; of a checkout, when each was written."""
    records = sorted(package.parent.glob(f"{package.name}-*.dist-info/RECORD"))
    for record in records:
        yield _content(str(record))
    if not records:
        yield from _files(str(package))


def _list_installed(path: Iterable[str]) -> Iterator[str]:
    """What is installed, by names with versions, and the packages of further tags that are."""
    for folder in path:
        try:
            names = sorted(name for name in os.listdir(folder) if name.endswith((".dist-info", ".egg-info")))
        except OSError:
            continue
        for name in names:
            yield name
            try:
                text = FILES.read(os.path.join(folder, name, "entry_points.txt"), MAX_BYTES)
            except Unreadable:
                continue
            if GROUP in text:
                yield digest(text)
                for package in _packages_in(text):
                    yield from _package(package)


def _packages_in(text: bytes) -> Iterator[str]:
    """What the entry points of the group name."""
    section = b""
    for line in text.splitlines():
        if line.strip().startswith(b"["):
            section = line.strip(b" \t[]")
        elif section == GROUP and b"=" in line:
            yield line.partition(b"=")[2].partition(b":")[0].strip().decode("utf-8", "replace")


def _optional() -> Iterator[str]:
    from importlib.util import find_spec

    for name in OPTIONAL:
        spec = find_spec(name)
        yield f"{name} {spec.origin if spec is not None else None}"


def _package(name: str) -> Iterator[str]:
    """When each file of a package was written; nothing of one that is missing, which the check reports."""
    parts = name.split(".")
    for folder in sys.path:
        place = os.path.join(folder or os.curdir, *parts)
        if os.path.isdir(place):
            yield from _files(place)


def _files(folder: str) -> Iterator[str]:
    """When each file was written, folder by folder, as one text for each.

    The names are in the order in which the folder has them, which is the same as long as nothing in it is. A checkout has
    thousands of files: a text for each, in an order of its own, took twice what asking for their times does.
    """
    names: list[str] = []
    times = array("q")
    inner: list[str] = []
    with os.scandir(folder) as entries:
        for entry in entries:
            name = entry.name
            if entry.is_dir():
                if name != "__pycache__":
                    inner.append(entry.path)
            else:
                status = entry.stat()
                names.append(name)
                times.append(status.st_mtime_ns)
                times.append(status.st_ctime_ns)
                times.append(status.st_size)
    yield f"{folder} {names} {times.tobytes().hex()}"
    for each in inner:
        yield from _files(each)


def _content(file: str) -> str:
    return str(ask(FILES, READ, file, MAX_BYTES))

"""Unpacks a zip that a server sent into a new folder: plain files, of bounded number and size, none outside of it."""

from __future__ import annotations

import os
import re
import stat
import struct
import zipfile
import zlib
from contextlib import closing
from pathlib import Path, PurePosixPath
from typing import BinaryIO
from xml.sax.saxutils import escape, unescape

from ...diagnostics.records import NamedTuple
from ...runtime.files import is_in
from ...runtime.patterns import compile_pattern

_CHUNK = 1 << 18
_END = b"PK\x05\x06"
_END_SIZE = 22
_WIDE_END = b"PK\x06\x07"
"""What stands before the end of a zip whose numbers do not fit into 32 bits."""
_LONGEST_COMMENT = 0xFFFF
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
_ENCRYPTED = 0x1


class ArchiveBounds(NamedTuple):
    """What is unpacked at most.

    Attributes:
        files: how many, folders included.
        size: bytes of all of them.
        ratio: how often that may be as much as the zip has; zips below ``free`` bytes of content may have more.
        free: see there.
        listing: bytes of the zip's table of contents, which is read at once.
    """

    files: int = 20_000
    size: int = 4 << 30
    ratio: int = 100
    free: int = 64 << 20
    listing: int = 16 << 20


class ArchiveRefused(Exception):
    """A zip is none, is damaged, or holds what is not unpacked; the text says what."""


def unpack(archive: str, folder: str, limits: ArchiveBounds | None = None) -> None:
    """Unpacks a zip.

    Args:
        archive: its path.
        folder: an empty one; when the zip is refused, part of it may be there.
        limits: what is unpacked at most.

    Raises:
        ArchiveRefused: it is damaged, too large, or has files in it that are none or would be elsewhere.
        OSError: a file cannot be written.
    """
    limits = ArchiveBounds() if limits is None else limits
    with open(archive, "rb") as file:
        _check_listing(file, limits)
        try:
            with closing(zipfile.ZipFile(file)) as opened:
                _unpack(opened, folder, limits, os.fstat(file.fileno()).st_size)
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, struct.error) as error:
            raise ArchiveRefused(f"the zip is damaged: {error}") from None


def _check_listing(file: BinaryIO, limits: ArchiveBounds) -> None:
    """Makes sure that the table of contents is not as large as the zip, before all of it is read."""
    size = file.seek(0, os.SEEK_END)
    file.seek(max(0, size - _END_SIZE - _LONGEST_COMMENT - 20))
    tail = file.read()
    at = tail.rfind(_END)
    if at < 0 or len(tail) - at < _END_SIZE:
        raise ArchiveRefused("it is no zip")
    (length,) = struct.unpack_from("<L", tail, at + 12)
    if length > limits.listing or tail[max(0, at - 20) : at].startswith(_WIDE_END):
        raise ArchiveRefused("its table of contents is too long")
    file.seek(0)


def _unpack(opened: zipfile.ZipFile, folder: str, limits: ArchiveBounds, size: int) -> None:
    entries = opened.infolist()
    if len(entries) > limits.files:
        raise ArchiveRefused(f"there are more than {limits.files} files in it")
    most = min(limits.size, max(limits.free, size * limits.ratio))
    if sum(entry.file_size for entry in entries) > most:
        raise ArchiveRefused(f"its files have more than {most} bytes")
    places = [(entry, _place_in(folder, entry)) for entry in entries]
    for entry, path in places:
        if entry.is_dir():
            os.makedirs(path, exist_ok=True)
            continue
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with opened.open(entry) as source, _create(path, entry.filename) as target:
            written = 0
            while chunk := source.read(_CHUNK):
                written += len(chunk)
                if written > entry.file_size:
                    raise ArchiveRefused(f"{entry.filename!r} is longer than the zip says")
                target.write(chunk)
        if written != entry.file_size:
            raise ArchiveRefused(f"{entry.filename!r} is shorter than the zip says")


def _create(path: str, name: str) -> BinaryIO:
    try:
        return open(path, "xb")
    except FileExistsError:
        raise ArchiveRefused(f"{name!r} is in it twice") from None


def _place_in(folder: str, entry: zipfile.ZipInfo) -> str:
    name = entry.filename.replace("\\", "/")
    parts = PurePosixPath(name).parts
    if not parts or name.startswith("/") or ".." in parts or ":" in parts[0] or "\0" in name:
        raise ArchiveRefused(f"{entry.filename!r} leads out of the folder")
    kind = stat.S_IFMT(entry.external_attr >> 16)
    if kind not in (0, stat.S_IFREG, stat.S_IFDIR):
        raise ArchiveRefused(f"{entry.filename!r} is a link or a device")
    if entry.flag_bits & _ENCRYPTED or entry.compress_type not in _METHODS:
        raise ArchiveRefused(f"{entry.filename!r} is encrypted or packed in an unknown way")
    return os.path.join(folder, *parts)


LARGEST_DOCUMENT = 64 << 20
"""Bytes of a document whose addresses are completed; no model has more."""

_PIECES = compile_pattern(
    rb"<(?P<opens>visual|collision|skin|animation)\b[^<>]*>"
    rb"|</(?P<closes>visual|collision|skin|animation)\s*>"
    rb"|(?P<before>>\s*)model://[^/<>]+/(?P<file>[^<>]*)(?=<)"
)
"""Elements of a model that name meshes, textures and the like, and what names something there."""


def complete_uris(folder: str, address: str) -> None:
    """Makes ``model://NAME/FILE`` in a model's own documents the address of that file, as Gazebo does when it downloads.

    Gazebo does not look for models by name in its cache, and would not find what another program left there. Where the
    model has no such file, the name is that of another model and stays.

    Args:
        folder: of the model.
        address: of its files on the server.
    """
    for path in Path(folder).glob("*.sdf"):
        if path.is_file() and path.stat().st_size <= LARGEST_DOCUMENT:
            text = path.read_bytes()
            changed = _complete_text(text, folder, escape(address).encode())
            if changed != text:
                path.write_bytes(changed)


def _complete_text(text: bytes, folder: str, address: bytes) -> bytes:
    depth = 0

    def complete(match: re.Match[bytes]) -> bytes:
        nonlocal depth
        if match["opens"]:
            depth += not match[0].endswith(b"/>")
        elif match["closes"]:
            depth = max(0, depth - 1)
        elif depth:
            file = match["file"].rstrip()
            named = os.path.normpath(os.path.join(folder, unescape(file.decode("utf-8", "replace"))))
            if "\0" not in named and is_in(named, folder) and os.path.isfile(named):
                return match["before"] + address + b"/" + file
        return match[0]

    return _PIECES.sub(complete, text)

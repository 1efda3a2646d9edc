"""Puts a bundle on the disk, or into a zip; nothing is written outside of what was asked for, or over anything."""

from __future__ import annotations

import errno
import os
import zipfile
from functools import partial
from typing import TYPE_CHECKING

from ...runtime.atomic_write import open_atomically, write_files
from .inventory import MOST_BYTES

if TYPE_CHECKING:
    from ...runtime.files import Files
    from .bundle import Bundle

_ZIP_DATE = (1980, 1, 1, 0, 0, 0)
"""The time of every file, so that equal bundles are equal zips."""


def write_folder(bundle: Bundle, folder: str, files: Files) -> None:
    """Writes a bundle into a folder that is new or empty: all of it, or nothing.

    Raises:
        FileExistsError: there is something in it.
        OSError: it cannot be written.
        Unreadable: a file that belongs to it cannot be read any more.
    """
    if os.path.isdir(folder) and os.listdir(folder):
        raise FileExistsError(errno.EEXIST, "there is something in it already", folder)
    names = (*bundle.texts, *bundle.copies)
    write_files(folder, {name: partial(_content, bundle, name, files) for name in names}, keep=True)


def write_zip(bundle: Bundle, path: str, files: Files) -> None:
    """Writes a bundle into a zip that is not there yet: all of it, or nothing.

    Raises:
        FileExistsError: it is there.
        OSError: it cannot be written.
        Unreadable: a file that belongs to it cannot be read any more.
    """
    if os.path.lexists(path):
        raise FileExistsError(errno.EEXIST, "it is there already", path)
    with open_atomically(path) as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in sorted((*bundle.texts, *bundle.copies)):
            entry = zipfile.ZipInfo(name, _ZIP_DATE)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o100644 << 16
            archive.writestr(entry, _content(bundle, name, files))


def _content(bundle: Bundle, name: str, files: Files) -> bytes:
    text = bundle.texts.get(name)
    return files.read(bundle.copies[name], MOST_BYTES) if text is None else text

"""Puts a bundle on the disk, or into a zip; nothing is written outside of what was asked for, or over anything."""

from __future__ import annotations

import os
import tempfile
import zipfile
from contextlib import suppress
from typing import TYPE_CHECKING

from .listing import MOST_BYTES

if TYPE_CHECKING:
    from ...runtime.files import Files
    from .bundling import Bundle

_MOMENT = (1980, 1, 1, 0, 0, 0)
"""The time of every file, so that equal bundles are equal zips."""


def write_folder(bundle: Bundle, folder: str, files: Files) -> None:
    """Writes a bundle into a folder that is new or empty.

    Raises:
        FileExistsError: there is something in it.
        OSError: it cannot be written.
        Unreadable: a file that belongs to it cannot be read any more.
    """
    os.makedirs(folder, exist_ok=True)
    if os.listdir(folder):
        raise FileExistsError(f"there is something in {folder} already")
    for name in sorted((*bundle.texts, *bundle.copies)):
        path = os.path.join(folder, *name.split("/"))
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "xb") as file:
            file.write(_content(bundle, name, files))


def write_zip(bundle: Bundle, path: str, files: Files) -> None:
    """Writes a bundle into a zip that is not there yet.

    Raises:
        FileExistsError: it is there.
        OSError: it cannot be written.
        Unreadable: a file that belongs to it cannot be read any more.
    """
    target = os.path.abspath(path)
    if os.path.lexists(target):
        raise FileExistsError(f"there is {path} already")
    number, beside = tempfile.mkstemp(suffix=".tmp", dir=os.path.dirname(target))
    try:
        with os.fdopen(number, "wb") as file, zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for name in sorted((*bundle.texts, *bundle.copies)):
                entry = zipfile.ZipInfo(name, _MOMENT)
                entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o100644 << 16
                archive.writestr(entry, _content(bundle, name, files))
        os.replace(beside, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(beside)
        raise


def _content(bundle: Bundle, name: str, files: Files) -> bytes:
    text = bundle.texts.get(name)
    return files.read(bundle.copies[name], MOST_BYTES) if text is None else text

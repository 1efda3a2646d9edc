"""Writes files so that they are never half written."""

from __future__ import annotations

import os
import tempfile
from contextlib import suppress
from stat import S_IMODE, S_ISREG


def write_whole(path: str | os.PathLike[str], data: bytes) -> None:
    """Puts ``data`` into a file: at any time it holds the old content or the new one.

    The data is written beside the file, brought to the disk, and renamed. A symbolic link stays, and so do permissions;
    what is no regular file, such as a pipe, is written to.

    Raises:
        OSError: it cannot be written; the file is as it was.
    """
    target = os.path.realpath(path)
    try:
        known = os.stat(target)
    except FileNotFoundError:
        known = None
    if known is not None and not S_ISREG(known.st_mode):
        with open(target, "wb") as other:
            other.write(data)
        return
    folder, name = os.path.split(target)
    number, beside = tempfile.mkstemp(prefix=f".{name}.", suffix=".tmp", dir=folder)
    try:
        with os.fdopen(number, "wb") as file:
            file.write(data)
            file.flush()
            _copy_owner(number, beside, known)
            os.fsync(number)
        os.replace(beside, target)
    except BaseException:
        with suppress(OSError):
            os.unlink(beside)
        raise
    _bring_to_disk(folder)


def _copy_owner(number: int, path: str, known: os.stat_result | None) -> None:
    """Gives a new file the permissions and the owner of the one in whose place it comes, or those of any new file."""
    if known is None:
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(path, 0o666 & ~mask)
        return
    if hasattr(os, "fchown") and (known.st_uid, known.st_gid) != (os.geteuid(), os.getegid()):
        with suppress(PermissionError):
            os.fchown(number, known.st_uid, known.st_gid)
    os.chmod(path, S_IMODE(known.st_mode))


def _bring_to_disk(folder: str) -> None:
    """Makes a renaming in a folder last, where the system lets folders be opened."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)

"""Writes files so that they are never half written."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager, suppress
from stat import S_IMODE, S_ISREG
from typing import BinaryIO

_TEMPORARY_PREFIX = ".bodyplan."
"""How the names begin of files that are not complete yet."""


class FileChanged(OSError):
    """A file is not what it was when it was read, and stays as it is now.

    Example:
        >>> doc = bodyplan.load("examples/arm.urdf")
        >>> doc.save("mine.urdf")
        >>> mine = bodyplan.load("mine.urdf")
        >>> doc.root.joint[0].limit.upper = 3.0
        >>> doc.save("mine.urdf")
        >>> try:
        ...     mine.save()
        ... except bodyplan.FileChanged as error:
        ...     print(error.filename)
        mine.urdf
        >>> mine.save(overwrite=True)
    """


def write_atomically(
    path: str | os.PathLike[str], data: bytes, *, instead_of: bytes | None = None, is_private: bool = False
) -> None:
    """Puts ``data`` into a file: at any time it holds the old content or the new one.

    The data is written beside the file, brought to the disk, and renamed. A symbolic link stays, and so do permissions and
    extended attributes; what is no regular file, such as a pipe, is written to. A file that has other names (hard links) is
    not replaced, since these would keep what it holds now.

    Args:
        path: the file.
        data: what it is to hold.
        instead_of: what it held when it was read; None: whatever it holds is replaced.
        is_private: whether nobody but the user may read or write it, whatever was there.

    Raises:
        FileChanged: it does not hold ``instead_of`` any more.
        OSError: it cannot be written, or nobody may write to it; it is as it was. ``filename`` is the path.
    """
    with open_atomically(path, instead_of=instead_of, is_private=is_private) as file:
        file.write(data)


def write_all(files: Iterable[tuple[str | os.PathLike[str], bytes, bytes | None]]) -> None:
    """Does the same to several files: none takes its place before all of them are written.

    Args:
        files: the path of each, what it is to hold, and what it held when it was read; see ``write_whole``.
    """
    with ExitStack() as stack:
        for path, data, instead_of in files:
            file = stack.enter_context(open_atomically(path, instead_of=instead_of))
            file.write(data)
            file.flush()


@contextmanager
def open_atomically(
    path: str | os.PathLike[str], *, instead_of: bytes | None = None, is_private: bool = False
) -> Iterator[BinaryIO]:
    """A file to write to, whose content becomes that of ``path`` at the end; see ``write_whole``."""
    target, beside = os.path.realpath(path), None
    folder = os.path.dirname(target)
    try:
        known = _stat_target(target)
        if known is not None and not S_ISREG(known.st_mode):
            with open(target, "wb") as other:
                yield other
            return
        if known is not None:
            _refuse_protected(target, known)
        import tempfile  # with much that only writing needs

        number, beside = tempfile.mkstemp(prefix=_TEMPORARY_PREFIX, suffix=".tmp", dir=folder)
        with os.fdopen(number, "wb") as file:
            yield file
            file.flush()
            if not is_private:  # which it is made
                _copy_owner(number, beside, known)
                if known is not None:
                    _copy_attributes(target, beside)
            os.fsync(number)
        if instead_of is not None and not holds(target, instead_of):
            raise FileChanged(errno.EBUSY, "it was changed after it was read, and is left as it is; try again")
        os.replace(beside, target)
    except BaseException as error:
        if beside is not None:
            with suppress(OSError):
                os.unlink(beside)
        if isinstance(error, OSError) and _is_of(error, folder):
            raise type(error)(error.errno, error.strerror, os.fspath(path)) from error
        raise
    _bring_to_disk(folder)


def write_files(folder: str | os.PathLike[str], files: Mapping[str, Callable[[], bytes]], *, keep: bool) -> None:
    """Puts files into a folder: all of them are complete before the first one is in its place.

    Args:
        folder: it is made where it is not there.
        files: what makes the content of each, by its path in the folder, with ``/``.
        keep: whether a file that is there stays; it has to hold the same then. Otherwise it is replaced.

    Raises:
        FileExistsError: another file is where one would go.
        OSError: one cannot be written, or a link would lead it out of the folder; ``filename`` is its path, and what was
            there is as it was.
    """
    home = os.path.realpath(folder)
    made = _make_folders(home)
    try:
        import tempfile

        stage = tempfile.mkdtemp(prefix=_TEMPORARY_PREFIX, suffix=".tmp", dir=home)
        try:
            _move_files(files, stage, home, keep=keep)
        finally:
            import shutil

            shutil.rmtree(stage, ignore_errors=True)
    except BaseException as error:
        for each in reversed(made):
            with suppress(OSError):
                os.rmdir(each)
        if isinstance(error, OSError) and error.filename is None:
            error.filename = os.fspath(folder)
        raise
    _bring_to_disk(home)


def _move_files(files: Mapping[str, Callable[[], bytes]], stage: str, home: str, *, keep: bool) -> None:
    """Writes all files into one folder, and brings them into another."""
    staged: list[tuple[str, str]] = []
    for number, name in enumerate(sorted(files)):
        target = os.path.join(home, *name.split("/"))
        _refuse_escape(target, home)
        content = files[name]()
        if keep and os.path.lexists(target):
            if not holds(target, content):
                raise FileExistsError(errno.EEXIST, "another file is in the way", target)
            continue
        beside = os.path.join(stage, str(number))
        try:
            with open(beside, "wb") as file:
                file.write(content)
        except OSError as error:
            error.filename = target
            raise
        staged.append((beside, target))
    made: list[str] = []
    try:
        for beside, target in staged:
            made += _make_folders(os.path.dirname(target))
            is_new = not os.path.lexists(target)
            os.replace(beside, target)
            made += [target] * is_new
    except BaseException:
        for each in reversed(made):
            with suppress(OSError):
                os.rmdir(each) if os.path.isdir(each) else os.unlink(each)
        raise


def _refuse_escape(target: str, home: str) -> None:
    """Refuses a place that a link in the folder leads out of it."""
    if os.path.commonpath([os.path.realpath(os.path.dirname(target)), home]) != home:
        raise PermissionError(errno.EPERM, f"a link leads out of {home}", target)


def _is_of(error: OSError, folder: str) -> bool:
    """Whether an error names no file, or one that is only there while another is written in that folder."""
    named = error.filename
    is_of = named is None or (isinstance(named, str) and named.startswith(os.path.join(folder, _TEMPORARY_PREFIX)))
    return is_of and error.errno is not None


def _make_folders(path: str) -> list[str]:
    """Makes a folder, and those that it is in; answers those that were not there."""
    missing: list[str] = []
    while not os.path.isdir(path):
        missing.append(path)
        path = os.path.dirname(path)
    for each in reversed(missing):
        os.mkdir(each)
    return missing[::-1]


def _stat_target(target: str) -> os.stat_result | None:
    try:
        return os.stat(target)
    except FileNotFoundError:
        return None


def holds(path: str | os.PathLike[str], content: bytes) -> bool:
    """Whether a file holds just this."""
    try:
        with open(path, "rb") as file:
            return file.read(len(content) + 1) == content
    except OSError:
        return False


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


def _refuse_protected(target: str, known: os.stat_result) -> None:
    """Refuses a file that nobody may write to, not even its owner, and one that has other names."""
    if not (S_IMODE(known.st_mode) & 0o222 and os.access(target, os.W_OK)):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
    if known.st_nlink > 1:
        words = f"it has {known.st_nlink} names (hard links), and the others would keep what it holds now; write to another file"
        raise OSError(errno.EMLINK, words)


def _copy_attributes(target: str, beside: str) -> None:
    """Gives a new file the extended attributes of the one in whose place it comes, those that are up to users."""
    if not hasattr(os, "listxattr"):
        return
    try:
        names = os.listxattr(target)
    except OSError:  # the file system has none
        return
    for name in names:
        if not name.startswith(("user.", "system.posix_acl")):
            continue
        try:
            os.setxattr(beside, name, os.getxattr(target, name))
        except OSError as error:
            raise OSError(errno.EPERM, f"its attribute {name} cannot be kept") from error


def _bring_to_disk(folder: str) -> None:
    """Makes a renaming in a folder last, where the system lets folders be opened."""
    with suppress(OSError):
        number = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(number)
        finally:
            os.close(number)

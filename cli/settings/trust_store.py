"""The configurations that the user trusts: by path and content, in a file of the user's folder."""

from __future__ import annotations

import os
from collections.abc import Mapping
from stat import S_IWGRP, S_IWOTH

from ...diagnostics.records import NamedTuple
from ...runtime.files import FILES as DISK
from ...runtime.files import Unreadable
from ...runtime.user_folders import config_folder
from ..messages import WrongCall

STORE = "trusted.json"
VERSION = 1
MOST_BYTES = 1 << 24


class TrustStore(NamedTuple):
    """What is stored.

    Attributes:
        files: digests of configurations by their paths.
        problem: why what is written there does not count, where it does not.
    """

    files: Mapping[str, str]
    problem: str = ""


def store_path() -> str | None:
    """The file; None where there is no folder for it."""
    folder = config_folder()
    return None if folder is None else os.path.join(os.path.realpath(folder), STORE)


def read_trusted() -> TrustStore:
    """What is stored; nothing where the file is missing, broken, or could have been written by somebody else."""
    path = store_path()
    if path is None or not os.path.exists(path):
        return TrustStore({})
    import json

    unsafe = _weakness(os.path.dirname(path), S_IWOTH) or _weakness(path, S_IWOTH | S_IWGRP)
    if unsafe:
        return TrustStore({}, unsafe)
    try:
        content = json.loads(DISK.read(path, MOST_BYTES))
        files: dict[str, str] = content["files"]
        if content["bodyplan-trusted"] == VERSION and all(isinstance(each, str) for each in files.values()):
            return TrustStore(files)
    except Unreadable as problem:
        return TrustStore({}, f"{path} is ignored: {problem}")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        pass
    return TrustStore({}, f"{path} is ignored: it is not what bodyplan has written")


def write_trusted(files: Mapping[str, str]) -> None:
    """Stores configurations in the place of those that were.

    Raises:
        WrongCall: there is no folder for that, or it cannot be written.
    """
    import json

    from ...runtime.atomic_write import write_atomically

    path = store_path()
    if path is None:
        raise WrongCall("there is no folder for what you trust; name one in BODYPLAN_CONFIG_DIR")
    text = json.dumps({"bodyplan-trusted": VERSION, "files": dict(sorted(files.items()))}, indent=1)
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        unsafe = _weakness(os.path.dirname(path), S_IWOTH)
        if unsafe:
            raise WrongCall(unsafe)
        write_atomically(path, f"{text}\n".encode(), is_private=True)
    except OSError as error:
        raise WrongCall(f"{path}: {error.strerror or error}") from None


def _weakness(path: str, writers: int) -> str:
    """Why others could have written to a file or folder, where they could.

    Args:
        path: the file or folder.
        writers: the permissions that are too much for it.
    """
    if not hasattr(os, "geteuid"):  # Windows keeps what is in the user's profile from others
        return ""
    status = os.stat(path)
    if status.st_uid not in (os.geteuid(), 0):
        return f"{path} is ignored: it belongs to another user"
    if status.st_mode & writers:
        return f"{path} is ignored: others can write to it (chmod go-w)"
    return ""

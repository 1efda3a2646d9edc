"""The secret of the user who runs bodyplan, and signatures made with it: whether a file was written by bodyplan for this user.

The secret is ``BODYPLAN_CACHE_KEY``, if set, or 32 random bytes in a file in the user's folder for configuration. It is not
kept beside what it signs: a folder for caches may be inside of a checkout, which others write.
"""

from __future__ import annotations

import hmac
import os
from contextlib import suppress
from functools import cache
from hashlib import sha256
from stat import S_ISREG

from ..diagnostics.records import NamedTuple
from .user_folders import config_folder

VARIABLE = "BODYPLAN_CACHE_KEY"
"""Holds the secret, if set, as where a folder for caches is kept from one machine to the next."""
FILE = "key"
"""The file in the folder for configuration."""
SIGNATURE_BYTES = 16

_KEY_BYTES = 32
_LEAST_CHARACTERS = 16
_READ = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
_CREATE = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)


class _Key(NamedTuple):
    """The secret; or why there is none."""

    secret: bytes | None
    problem: str | None = None


def sign(data: bytes, purpose: bytes) -> bytes | None:
    """A signature of ``data`` of ``SIGNATURE_BYTES`` bytes; None where no key can be had.

    Args:
        data: what is signed.
        purpose: what the signature is for; one that was made for another purpose is not valid.
    """
    secret = _key().secret
    if secret is None:
        return None
    return hmac.digest(hmac.digest(secret, purpose, "sha256"), data, "sha256")[:SIGNATURE_BYTES]


def verify(data: bytes, purpose: bytes, signature: bytes) -> bool:
    """Whether ``signature`` is that of ``data``; takes the same time for every wrong one.

    Args:
        data: what was signed.
        purpose: what the signature is for.
        signature: of ``sign``.
    """
    expected = sign(data, purpose)
    return expected is not None and hmac.compare_digest(expected, signature)


def key_problem() -> str | None:
    """Why no key can be had; None where there is one."""
    return _key().problem


def _key() -> _Key:
    return _key_of(os.environ.get(VARIABLE, ""), config_folder())


@cache
def _key_of(variable: str, folder: str | None) -> _Key:
    if variable:
        if len(variable) < _LEAST_CHARACTERS:
            return _Key(None, f"{VARIABLE} has fewer than {_LEAST_CHARACTERS} characters")
        return _Key(sha256(variable.encode("utf-8", "surrogateescape")).digest())
    if folder is None:
        return _Key(None, "there is no folder for the user's configuration")
    file = os.path.join(folder, FILE)
    try:
        try:
            return _read_key(file)
        except FileNotFoundError:
            _create(file)
            return _read_key(file)
    except OSError as error:
        return _Key(None, f"{file}: {error.strerror or error}")


def _read_key(file: str) -> _Key:
    """The secret that a file holds, if nobody else can know or replace it."""
    descriptor = os.open(file, _READ)
    try:
        status = os.fstat(descriptor)
        if not S_ISREG(status.st_mode):
            return _Key(None, f"{file}: it is no regular file")
        if os.name == "posix":  # elsewhere the user's folders are the user's alone
            if status.st_uid != os.geteuid():
                return _Key(None, f"{file}: it belongs to another user")
            if status.st_mode & 0o077:
                return _Key(None, f"{file}: others have access to it; delete it, and another is made")
        secret = os.read(descriptor, _KEY_BYTES + 1)
    finally:
        os.close(descriptor)
    if len(secret) != _KEY_BYTES:
        return _Key(None, f"{file}: it does not hold {_KEY_BYTES} bytes; delete it, and another is made")
    return _Key(secret)


def _create(file: str) -> None:
    """Makes the file with a new secret; of several processes that do so at once the first one's stays.

    Raises:
        OSError: it cannot be written.
    """
    import secrets  # once for each user, with all that it takes to make numbers at random

    os.makedirs(os.path.dirname(file), mode=0o700, exist_ok=True)
    new = f"{file}.{secrets.token_hex(8)}"
    descriptor = os.open(new, _CREATE, 0o600)
    try:
        try:
            os.write(descriptor, secrets.token_bytes(_KEY_BYTES))
        finally:
            os.close(descriptor)
        with suppress(FileExistsError):  # unlike a rename, a link never replaces
            os.link(new, file)
    finally:
        os.remove(new)

"""Downloads one file of a server: bounded, resumed where it broke off, and from no other server.

Servers of Fuel give the version of what they send (``X-Ign-Resource-Version``), its length, and when it was changed, which
resuming depends on; a fingerprint only where a server before them adds one (``Repr-Digest``, ``Digest``).
"""

from __future__ import annotations

import base64
import binascii
import hashlib
import json
import os
import re
import sys
import time
from collections.abc import Iterator
from contextlib import closing, suppress
from http.client import HTTPException
from multiprocessing import parent_process
from typing import TYPE_CHECKING, Any
from urllib.parse import urljoin, urlsplit

import requests
import urllib3

from ...diagnostics.records import NamedTuple
from ...runtime.atomic_write import write_atomically
from ...runtime.patterns import compile_pattern
from ..elapsed_time import end_elapsed_time
from ..version import version

if TYPE_CHECKING:
    from tqdm import tqdm

_CHUNK = 1 << 16
_OK, _PARTIAL, _NOT_SATISFIABLE, _TOO_MANY = 200, 206, 416, 429
_REDIRECTS = frozenset({301, 302, 303, 307, 308})
_REASONS = {401: "asks who you are", 403: "refuses it", 404: "has none of that name and version"}
_VERSION_HEADERS = ("X-Gz-Resource-Version", "X-Ign-Resource-Version")
_DIGEST = compile_pattern(r"sha-256=:?([A-Za-z0-9+/]{43}=):?(?:\s*,|\s*$)", re.IGNORECASE)
_RANGE = compile_pattern(r"bytes ([0-9]{1,15})-[0-9]{1,15}/([0-9]{1,15}|\*)")
_NUMBER = compile_pattern(r"[1-9][0-9]{0,8}")


class TransferBounds(NamedTuple):
    """How long a download may take, and what it may bring.

    Attributes:
        size: bytes.
        seconds: for all of it.
        connect: seconds until a server answers a call.
        silence: seconds for which it may send nothing.
        attempts: how often it is begun or resumed.
        pause: seconds before the second attempt; each further one waits twice as long.
        redirects: how often a server may say that a file has another address on it.
        delay: seconds before a bar is shown.
    """

    size: int = 1 << 30
    seconds: float = 900
    connect: float = 10
    silence: float = 30
    attempts: int = 4
    pause: float = 0.5
    redirects: int = 3
    delay: float = 2


class DownloadFailed(Exception):
    """There is no such file, or it cannot be had; the text says why."""


class ServerUnreachable(DownloadFailed):
    """A server gives no answer, whatever it is asked for."""


class _Interrupted(Exception):
    """An attempt ended early; the next may go on."""


class Download:
    """Downloads a file.

    Args:
        url: its address.
        path: of the file that is made; what an earlier call left there is gone on with.
        name: how messages call it.
        bounds: see there.
    """

    def __init__(self, url: str, path: str, name: str, bounds: TransferBounds) -> None:
        self._url, self._path, self._name, self._bounds = url, path, name, bounds
        self._notes = f"{path}.json"
        self._host = urlsplit(url).netloc
        self._end = time.monotonic() + bounds.seconds
        self._was_answered = False

    def run(self) -> int:
        """Downloads it; the version that the server says it is.

        Raises:
            DownloadFailed: it cannot be had.
            OSError: it cannot be written.
        """
        problem: _Interrupted | None = None
        with requests.Session() as session:
            for attempt in range(self._bounds.attempts):
                if attempt:
                    time.sleep(self._bounds.pause * 2 ** (attempt - 1))
                try:
                    return self._attempt(session)
                except _Interrupted as error:
                    problem = error
                if time.monotonic() > self._end:
                    break
        failure = DownloadFailed if self._was_answered else ServerUnreachable
        raise failure(f"{self._name}: {self._host} {problem}")

    def forget(self) -> None:
        """Removes what was downloaded."""
        for path in (self._path, self._notes):
            with suppress(FileNotFoundError):
                os.remove(path)

    def _attempt(self, session: requests.Session) -> int:
        notes = self._read_notes()
        start = os.path.getsize(self._path) if notes.get("validator") and os.path.isfile(self._path) else 0
        headers = {"Accept-Encoding": "identity", "User-Agent": f"bodyplan/{version()}"}
        if start:
            headers.update({"Range": f"bytes={start}-", "If-Range": notes["validator"]})
        try:
            with closing(self._get(session, headers)) as response:
                return self._receive(response, start, notes)
        except requests.exceptions.SSLError as error:
            raise DownloadFailed(f"{self._name}: no safe connection to {self._host}: {error}") from None
        except (requests.Timeout, urllib3.exceptions.TimeoutError):
            raise _Interrupted(f"sent nothing for {self._bounds.silence:g} seconds") from None
        except (requests.RequestException, urllib3.exceptions.HTTPError, HTTPException, ConnectionError) as error:
            why = "broke off" if self._was_answered else f"cannot be reached ({type(error).__name__})"
            raise _Interrupted(why) from None

    def _get(self, session: requests.Session, headers: dict[str, str]) -> requests.Response:
        url = self._url
        for _ in range(self._bounds.redirects + 1):
            waits = (self._bounds.connect, self._bounds.silence)
            response = session.get(url, headers=headers, stream=True, allow_redirects=False, timeout=waits)
            if response.status_code not in _REDIRECTS:
                return response
            self._was_answered = True
            response.close()
            there = urljoin(url, response.headers.get("Location", ""))
            if urlsplit(there)[:2] != urlsplit(url)[:2]:
                raise DownloadFailed(f"{self._name}: {self._host} leads to another server, {urlsplit(there).netloc!r}")
            url = there
        raise DownloadFailed(f"{self._name}: {self._host} leads from one address to the next")

    def _receive(self, response: requests.Response, start: int, notes: dict[str, Any]) -> int:
        self._was_answered = True
        status = response.status_code
        if status == _NOT_SATISFIABLE and start:
            self.forget()
            raise _Interrupted("has another file by now")
        if status >= 500 or status == _TOO_MANY:
            raise _Interrupted(f"answers with status {status}")
        if status not in (_OK, _PARTIAL) or (status == _PARTIAL and not start):
            raise DownloadFailed(f"{self._name}: {self._host} {_REASONS.get(status, f'answers with status {status}')}")
        if response.headers.get("Content-Encoding", "identity").lower() != "identity":
            raise DownloadFailed(f"{self._name}: {self._host} sends it packed in a way that was not asked for")
        found = self._version_of(response)
        if status == _PARTIAL:
            match = _RANGE.fullmatch(response.headers.get("Content-Range", ""))
            if match is None or int(match[1]) != start or found != notes.get("version"):
                self.forget()
                raise _Interrupted("has another file by now")
            total = None if match[2] == "*" else int(match[2])
        else:
            start = 0
            length = response.headers.get("Content-Length", "")
            total = int(length) if re.fullmatch("[0-9]{1,15}", length) else None
        if total is not None and total > self._bounds.size:
            raise DownloadFailed(f"{self._name}: it has {total} bytes, more than {self._bounds.size}")
        self._write(response, start, total, found)
        self._check_digest(response)
        return found

    def _version_of(self, response: requests.Response) -> int:
        number = next((response.headers[name] for name in _VERSION_HEADERS if name in response.headers), "")
        if _NUMBER.fullmatch(number) is None:
            raise DownloadFailed(f"{self._name}: {self._host} does not say which version it sends")
        return int(number)

    def _write(self, response: requests.Response, start: int, total: int | None, found: int) -> None:
        written = start
        with open(self._path, "ab" if start else "wb") as file, closing(self._bar(start, total)) as bar:
            self._write_notes(response, found)  # of the file as it is from here on
            for chunk in self._chunks(response):
                written += len(chunk)
                if written > (self._bounds.size if total is None else total):
                    self.forget()
                    raise DownloadFailed(f"{self._name}: {self._host} sends more than it says")
                file.write(chunk)
                bar.update(len(chunk))
        if total is not None and written < total:
            raise _Interrupted(f"broke off after {written} of {total} bytes")

    def _chunks(self, response: requests.Response) -> Iterator[bytes]:
        while chunk := response.raw.read1(_CHUNK, decode_content=False):
            yield chunk
            if time.monotonic() > self._end:
                raise _Interrupted(f"took more than {self._bounds.seconds:g} seconds")

    def _bar(self, start: int, total: int | None) -> tqdm[Any]:
        from tqdm import tqdm

        # workers of a check share the terminal with its own bar
        is_shown = sys.stderr.isatty() and parent_process() is None
        if is_shown:
            end_elapsed_time()
        return tqdm(
            desc=self._name, total=total, initial=start, unit="B", unit_scale=True, leave=False, dynamic_ncols=True,
            file=sys.stderr, delay=self._bounds.delay, disable=not is_shown,
        )  # fmt: skip

    def _check_digest(self, response: requests.Response) -> None:
        given = (response.headers.get(name, "") for name in ("Repr-Digest", "Digest"))
        match = next(filter(None, map(_DIGEST.search, given)), None)
        if match is None:
            return
        made = hashlib.sha256()
        with open(self._path, "rb") as file:
            while chunk := file.read(_CHUNK):
                made.update(chunk)
        with suppress(binascii.Error):
            if base64.b64decode(match[1], validate=True) == made.digest():
                return
        self.forget()
        raise _Interrupted("sent something else than its fingerprint says")

    def _read_notes(self) -> dict[str, Any]:
        try:
            with open(self._notes, "rb") as file:
                notes = json.loads(file.read(_CHUNK))
        except (OSError, ValueError):
            return {}
        return notes if isinstance(notes, dict) else {}

    def _write_notes(self, response: requests.Response, found: int) -> None:
        tag = response.headers.get("ETag", "")
        validator = tag if tag.startswith('"') else response.headers.get("Last-Modified", "")
        write_atomically(self._notes, json.dumps({"version": found, "validator": validator}).encode())

"""A browser without a window that is asked through a pipe: the protocol of Chromium's developer tools."""

from __future__ import annotations

import json
import os
import select
import subprocess
import time
from types import TracebackType
from typing import TYPE_CHECKING, Any

from typing_extensions import Self

if TYPE_CHECKING:
    from typing_extensions import Self


class BrowserFailed(Exception):
    """The browser does not do what it is asked for; the text says why."""


class PipedBrowser:
    """A browser; it ends with the block that it is used in.

    Args:
        call: the program and its options.
        seconds: how long it may take for all that it is asked for.

    Raises:
        BrowserFailed: it does not start.
    """

    def __init__(self, call: list[str], seconds: float) -> None:
        self._end = time.monotonic() + seconds
        self._number = 0
        self._rest = b""
        theirs_in, self._to = os.pipe()
        self._from, theirs_out = os.pipe()
        # the browser reads from descriptor 3 and writes to 4; a shell may know no numbers of two digits, which pipes can have here
        shell = ["sh", "-c", 'exec "$@" 3<&0 4>&1 </dev/null >/dev/null', "sh"]
        try:
            self._process = subprocess.Popen(
                [*shell, *call, "--remote-debugging-pipe"],
                stdin=theirs_in,
                stdout=theirs_out,
                stderr=subprocess.DEVNULL,
            )
        except OSError as error:
            raise BrowserFailed(error.strerror or str(error)) from None
        finally:
            os.close(theirs_in)
            os.close(theirs_out)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        os.close(self._to)  # which ends the browser
        os.close(self._from)
        try:
            self._process.wait(5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()

    def ask(self, method: str, session: str | None = None, **parameters: Any) -> dict[str, Any]:
        """What the browser answers.

        Raises:
            BrowserFailed: it refuses, takes too long or ends.
        """
        self._number += 1
        message: dict[str, Any] = {"id": self._number, "method": method, "params": parameters}
        if session is not None:
            message["sessionId"] = session
        try:
            self._write(json.dumps(message).encode() + b"\0")
        except OSError:
            raise BrowserFailed("it ended") from None
        while True:
            answer = json.loads(self._next())
            if answer.get("id") == self._number:
                break
        if "error" in answer:
            raise BrowserFailed(f"{method}: {answer['error'].get('message')}")
        found: dict[str, Any] = answer["result"]
        return found

    def _write(self, data: bytes) -> None:
        while data:
            data = data[os.write(self._to, data) :]

    def _next(self) -> bytes:
        """The next message."""
        while b"\0" not in self._rest:
            left = self._end - time.monotonic()
            if left <= 0 or not select.select([self._from], [], [], left)[0]:
                raise BrowserFailed("it takes too long")
            data = os.read(self._from, 1 << 20)
            if not data:
                raise BrowserFailed("it ended")
            self._rest += data
        message, _, self._rest = self._rest.partition(b"\0")
        return message

"""The server of ``bodyplan view``: for this machine alone, with the page, what it shows and nothing else."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event, Thread
from types import MappingProxyType
from typing import TYPE_CHECKING

from ...semantics.viewing.page import page_text
from ..messages import WrongCall
from ..status import OK

if TYPE_CHECKING:
    from .live import Live, Served

ADDRESS = "127.0.0.1"
SECONDS = 0.3
"""Between two looks at the files."""
SILENCE = 15.0
"""Seconds after which those who wait for a change are told that the server is still there."""

_NUMBERED = re.compile(r"/(mesh|texture)/(\d{1,6})")
_HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "SAMEORIGIN",
}


class PageServer(ThreadingHTTPServer):
    """Serves one page.

    Args:
        live: what the page shows.
        port: where to listen; 0: any port that is free.

    Raises:
        OSError: the port cannot be had.
    """

    daemon_threads = True

    def __init__(self, live: Live, title: str, port: int) -> None:
        self.page = page_text(title, None).encode("utf-8")
        super().__init__((ADDRESS, port), _Handler)
        self.live = live
        self.hosts = {f"{name}:{self.server_port}" for name in (ADDRESS, "localhost")}
        if self.server_port == 80:
            self.hosts |= {ADDRESS, "localhost"}

    @property
    def url(self) -> str:
        """Where the page is."""
        return f"http://{ADDRESS}:{self.server_port}/"


class _Handler(BaseHTTPRequestHandler):
    server_version = "bodyplan"
    sys_version = ""

    @property
    def _page(self) -> PageServer:
        assert isinstance(self.server, PageServer), "it makes these"
        return self.server

    def do_GET(self) -> None:
        """Answers with the page, with what it shows, or with a file by its number."""
        # a page of another origin can have a name of its own lead here, and would then be of this origin
        if self.headers.get("Host") not in self._page.hosts:
            self._say(HTTPStatus.FORBIDDEN, "text/plain; charset=utf-8", b"this server is for this machine alone\n")
            return
        path, live = self.path.partition("?")[0], self._page.live
        numbered = _NUMBERED.fullmatch(path)
        if path == "/":
            self._say(HTTPStatus.OK, "text/html; charset=utf-8", self._page.page)
        elif path == "/scene.json":
            with live.changed:
                number, text = live.number, live.text
            self._say(HTTPStatus.OK, "application/json", text.encode("utf-8"), {"Scene-Number": str(number)})
        elif path == "/events":
            self._tell_changes()
        elif numbered is not None:
            self._say_file(live.serving.meshes if numbered[1] == "mesh" else live.serving.pictures, int(numbered[2]))
        else:
            self._say(HTTPStatus.NOT_FOUND, "text/plain; charset=utf-8", b"there is no such thing here\n")

    do_HEAD = do_GET

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing: standard error is for findings."""

    def _say_file(self, files: list[Served], number: int) -> None:
        if number < len(files):
            self._say(HTTPStatus.OK, files[number].kind, files[number].data)
        else:
            self._say(HTTPStatus.NOT_FOUND, "text/plain; charset=utf-8", b"there is no such file here\n")

    def _say(self, status: HTTPStatus, kind: str, data: bytes, more: Mapping[str, str] = MappingProxyType({})) -> None:
        self.send_response(status)
        for name, value in {**_HEADERS, "Content-Type": kind, "Content-Length": str(len(data)), **more}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def _tell_changes(self) -> None:
        """Sends an event for each change, for as long as the browser listens."""
        self.send_response(HTTPStatus.OK)
        for name, value in {**_HEADERS, "Content-Type": "text/event-stream"}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command == "HEAD":
            return
        live, told = self._page.live, 0
        while not live.is_over:
            with live.changed:
                number = live.number
                if number == told:
                    live.changed.wait(SILENCE)
                    number = live.number
            line = f"event: scene\ndata: {number}\n\n" if number != told else ": still here\n\n"
            told = number
            try:
                self.wfile.write(line.encode("ascii"))
                self.wfile.flush()
            except OSError:  # nobody listens any more
                return


def serve(live: Live, title: str, *, port: int, opens: bool) -> int:
    """Shows documents until Ctrl-C.

    Raises:
        WrongCall: the port cannot be had.
    """
    try:
        server = PageServer(live, title, port)
    except OSError as error:
        raise WrongCall(f"port {port}: {error.strerror or error}") from None
    over = Event()
    watcher = Thread(target=_watch, args=(live, over), daemon=True)
    listener = Thread(target=server.serve_forever, args=(0.1,), daemon=True)
    listener.start()
    watcher.start()
    try:
        sys.stdout.write(f"{title}: {server.url} shows it as it is; Ctrl-C ends that\n")
        sys.stdout.flush()
        if opens:
            _open(server.url)
        while listener.is_alive():
            listener.join(0.5)
    except KeyboardInterrupt:
        sys.stderr.write("\n")
    finally:
        over.set()
        live.end()
        server.shutdown()
        server.server_close()
    return OK


def _watch(live: Live, over: Event) -> None:
    while not over.wait(SECONDS):
        live.look()


def _open(url: str) -> None:
    """Opens the page where there are windows; a browser in the terminal would be in the way."""
    has_windows = sys.platform in ("win32", "darwin") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    if has_windows:
        import webbrowser

        webbrowser.open_new_tab(url)

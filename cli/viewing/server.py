"""The server of ``bodyplan view``: for one user of this machine, with the page, what it shows and nothing else.

Everything is below a path that nobody can guess, so that other users of the machine, and pages of other origins, have nothing
of it; a cookie instead would go to every server of this machine, as it knows no ports. Connections of those who have not
named the path are few and short.
"""

from __future__ import annotations

import base64
import json
import os
import secrets
import socket
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from hmac import compare_digest
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import BoundedSemaphore, Event, Lock, Thread
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from ...runtime.patterns import compile_pattern
from ...semantics.view.page import page_text
from ..messages import WrongCall
from ..status import OK
from .dropped_files import MOST_BYTES, NothingDropped

if TYPE_CHECKING:
    from .editors import Editor
    from .live_documents import LiveView, ServedFile

ADDRESS = "127.0.0.1"
SECONDS = 0.3
"""Between two looks at the files."""
KEEPALIVE_SECONDS = 15.0
"""Seconds after which those who wait for a change are told that the server is still there."""
REQUEST_SECONDS = 10.0
"""Within which a whole request has to be there."""
IDLE_SECONDS = 30.0
"""For which a client may take nothing of an answer."""
MOST_WAITING = 64
"""Connections whose requests are waited for; the oldest goes when another comes."""
MOST_SELECTION_BYTES = 200
"""Size of the message in which a page has its selection."""
MOST_DROPPED_BYTES = 2 * MOST_BYTES
"""Size of the message in which a page has files that were dropped on it."""
MOST_LISTENING = 32
"""Pages that wait for changes at the same time."""

_TEXT = "text/plain; charset=utf-8"
_NUMBERED = compile_pattern(r"(mesh|texture)/(\d{1,6})")
_FRAME_HEADER = "X-Frame-Options"
_HEADERS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    _FRAME_HEADER: "SAMEORIGIN",
}
_REDIRECT = """<!doctype html>
<meta charset="utf-8">
<meta name="referrer" content="no-referrer">
<meta http-equiv="refresh" content="0; url={0}">
<a href="{0}">{0}</a>
"""


class PageServer(ThreadingHTTPServer):
    """Serves one page.

    Args:
        live: what the page shows.
        title: what the browser calls it.
        port: where to listen; 0: any port that is free.
        on_select: told which link of which document was selected in a page, by their numbers.
        is_framed: whether pages of other origins, such as an editor's, may show it inside of them.
        editor: opens a line that was clicked in a page.

    Raises:
        OSError: the port cannot be had.
    """

    daemon_threads = True
    request_queue_size = 2 * MOST_WAITING

    def __init__(
        self,
        live: LiveView,
        title: str,
        port: int,
        on_select: Callable[[int, int], None] | None = None,
        *,
        is_framed: bool = False,
        editor: Editor | None = None,
    ) -> None:
        self.on_select = on_select
        self.is_framed = is_framed
        self.editor = editor
        self.page = page_text(title, None).encode("utf-8")
        self.live = live
        self.token = secrets.token_urlsafe(32)
        """What every path begins with."""
        self.listening = BoundedSemaphore(MOST_LISTENING)
        self._waiting: dict[socket.socket, float] = {}
        self._lock = Lock()
        super().__init__((ADDRESS, port), _Handler)
        self.hosts = {f"{name}:{self.server_port}" for name in (ADDRESS, "localhost")}
        if self.server_port == 80:
            self.hosts |= {ADDRESS, "localhost"}

    @property
    def url(self) -> str:
        """Where the page is; who knows it sees the page."""
        return f"http://{ADDRESS}:{self.server_port}/{self.token}/"

    def process_request(self, request: Any, client_address: Any) -> None:
        """Answers in a thread; where many wait, the one that has waited longest makes way."""
        with self._lock:
            if len(self._waiting) >= MOST_WAITING:
                self._drop(next(iter(self._waiting)))
            self._waiting[request] = time.monotonic()
        super().process_request(request, client_address)

    def service_actions(self) -> None:
        """Drops connections whose requests take too long, however steadily they come."""
        super().service_actions()
        latest = time.monotonic() - REQUEST_SECONDS
        with self._lock:
            for connection in [each for each, since in self._waiting.items() if since <= latest]:
                self._drop(connection)

    def admit(self, request: socket.socket) -> None:
        """Lets a connection be for as long as its answer takes."""
        with self._lock:
            self._waiting.pop(request, None)

    def shutdown_request(self, request: Any) -> None:
        """Closes a connection."""
        self.admit(request)
        super().shutdown_request(request)

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Says nothing of connections that were lost; anything else is a fault of ours, and is reported as one."""
        if not isinstance(sys.exc_info()[1], OSError):
            super().handle_error(request, client_address)

    def _drop(self, connection: socket.socket) -> None:
        del self._waiting[connection]
        try:
            connection.shutdown(socket.SHUT_RDWR)  # which ends the reading of its thread, and this closes it
        except OSError:  # the other side was faster
            return


class _Handler(BaseHTTPRequestHandler):
    server_version = "bodyplan"
    sys_version = ""

    @property
    def _page(self) -> PageServer:
        assert isinstance(self.server, PageServer), "it makes these"
        return self.server

    timeout = IDLE_SECONDS
    error_content_type = _TEXT
    error_message_format = "%(code)d %(message)s\n"

    def do_GET(self) -> None:
        """Answers with the page, with what it shows, or with a file by its number."""
        path = self._admit()
        if path is None:
            return
        live = self._page.live
        numbered = _NUMBERED.fullmatch(path)
        if not path:
            self._send(HTTPStatus.OK, "text/html; charset=utf-8", self._page.page)
        elif path == "scene.json":
            with live.changed:
                number, text = live.number, live.text
            self._send(HTTPStatus.OK, "application/json", text.encode("utf-8"), {"Scene-Number": str(number)})
        elif path == "events":
            self._stream_changes()
        elif numbered is not None:
            self._send_file(live.serving.meshes if numbered[1] == "mesh" else live.serving.pictures, int(numbered[2]))
        else:
            self._send(HTTPStatus.NOT_FOUND, _TEXT, b"there is no such thing here\n")

    do_HEAD = do_GET

    def do_POST(self) -> None:
        """Takes what was selected in the page, a line that is to be opened, or files that were dropped on it."""
        path = self._admit()
        if path is None:
            return
        use = {"select": self._select_link, "open": self._open_line, "drop": self._show_files}.get(path)
        if use is None:
            self._send(HTTPStatus.NOT_FOUND, _TEXT, b"there is no such thing here\n")
            return
        length = self.headers.get("Content-Length", "")
        most = MOST_DROPPED_BYTES if path == "drop" else MOST_SELECTION_BYTES
        try:
            if not length.isdecimal() or int(length) > most:
                raise ValueError
            given = json.loads(self.rfile.read(int(length)))
            done = use(given)
        except (ValueError, TypeError, KeyError, RecursionError):
            self._send(HTTPStatus.BAD_REQUEST, _TEXT, b"that is not what this takes\n")
        except NothingDropped as reason:
            self._send(HTTPStatus.UNPROCESSABLE_ENTITY, _TEXT, f"{reason}\n".encode("utf-8", "replace"))
        else:
            self._send(*((HTTPStatus.NO_CONTENT, _TEXT, b"") if done is None else (HTTPStatus.OK, _TEXT, done)))

    def _select_link(self, given: Any) -> None:
        if self._page.on_select is None:
            raise KeyError("select")
        self._page.on_select(int(given["document"]), int(given["link"]))

    def _open_line(self, given: Any) -> None:
        editor = self._page.editor
        numbers = [int(given[name]) for name in ("tab", "document", "file", "line", "column")]
        file = self._page.live.find_file(*numbers[:3])
        if editor is None or file is None:
            raise KeyError("open")
        editor(file, max(numbers[3], 1), max(numbers[4], 1))

    def _show_files(self, given: Any) -> bytes:
        files = [(str(each["path"]), base64.b64decode(each["data"], validate=True)) for each in given["files"]]
        return str(self._page.live.drop(files)).encode("ascii")

    def _admit(self) -> str | None:
        """The path of a request that may be answered, behind the token; None after an answer to any other."""
        # a page of another origin can have a name of its own lead here, and would then be of this origin
        if self.headers.get("Host") not in self._page.hosts or not self._is_of_this_origin():
            self._send(HTTPStatus.FORBIDDEN, _TEXT, b"this server is for this machine alone\n")
            return None
        token, _, path = self.path.partition("?")[0].removeprefix("/").partition("/")
        if not compare_digest(token.encode("utf-8", "replace"), self._page.token.encode()):
            self._send(HTTPStatus.FORBIDDEN, _TEXT, b"open the address that bodyplan view has printed\n")
            return None
        self._page.admit(self.connection)
        return path

    def log_message(self, format: str, *args: object) -> None:
        """Says nothing: standard error is for findings."""

    def end_headers(self) -> None:
        """Ends the head of an answer, of one to a faulty request, too."""
        for name, value in _HEADERS.items():
            if name != _FRAME_HEADER or not self._page.is_framed:
                self.send_header(name, value)
        super().end_headers()

    def _is_of_this_origin(self) -> bool:
        """Whether a request is of our page, or of no page as when an address is opened."""
        origin = self.headers.get("Origin")
        return origin is None or origin.removeprefix("http://") in self._page.hosts

    def _send_file(self, files: list[ServedFile | None], number: int) -> None:
        file = files[number] if number < len(files) else None
        if file is not None:
            self._send(HTTPStatus.OK, file.kind, file.data)
        else:
            self._send(HTTPStatus.NOT_FOUND, _TEXT, b"there is no such file here\n")

    def _send(self, status: HTTPStatus, kind: str, data: bytes, more: Mapping[str, str] = MappingProxyType({})) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": kind, "Content-Length": str(len(data)), **more}.items():
            self.send_header(name, value)
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(data)

    def _stream_changes(self) -> None:
        """Sends an event for each change, for as long as the browser listens."""
        if not self._page.listening.acquire(blocking=False):
            self._send(HTTPStatus.SERVICE_UNAVAILABLE, _TEXT, b"too many pages are open\n")
            return
        try:
            self.send_response(HTTPStatus.OK)
            self.send_header("Content-Type", "text/event-stream")
            self.end_headers()
            if self.command != "HEAD":
                self._send_events()
        finally:
            self._page.listening.release()

    def _send_events(self) -> None:
        live, told, selected = self._page.live, 0, ""
        begin = "" if self._page.on_select is None else "event: shared\ndata: 1\n\n"
        begin += "" if self._page.editor is None else "event: editor\ndata: 1\n\n"
        while not live.is_over:
            with live.changed:
                if (live.number, live.selection) == (told, selected):
                    live.changed.wait(KEEPALIVE_SECONDS)
                number, selection = live.number, live.selection
            line = begin + (f"event: scene\ndata: {number}\n\n" if number != told else "")
            begin = ""
            if selection != selected:
                line += f"event: select\ndata: {selection}\n\n"
            line = line or ": still here\n\n"
            told, selected = number, selection
            try:
                self.wfile.write(line.encode("ascii"))
                self.wfile.flush()
            except OSError:  # nobody listens any more
                return


def serve(live: LiveView, title: str, *, port: int, opens: bool, editor: Editor | None = None) -> int:
    """Shows documents until Ctrl-C.

    Raises:
        WrongCall: the port cannot be had.
    """
    try:
        server = PageServer(live, title, port, editor=editor)
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
        with tempfile.TemporaryDirectory(prefix="bodyplan-", ignore_cleanup_errors=True) as folder:
            if opens:
                _open(server.url, Path(folder))
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


def _watch(live: LiveView, over: Event) -> None:
    while not over.wait(SECONDS):
        live.look()


def _open(url: str, folder: Path) -> None:
    """Opens the page where there are windows; a browser in the terminal would be in the way.

    Args:
        url: where the page is. Other users see the words of a call, so the browser gets the name of a file that leads there.
        folder: one of this user alone.
    """
    has_windows = sys.platform in ("win32", "darwin") or any(map(os.environ.get, ("DISPLAY", "WAYLAND_DISPLAY")))
    if has_windows:
        import webbrowser

        file = folder / "view.html"
        file.write_text(_REDIRECT.format(url), encoding="utf-8")
        webbrowser.open_new_tab(file.as_uri())

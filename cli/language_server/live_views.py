"""The live views of texts that are open: pages that show them as they are being typed."""

from __future__ import annotations

import os
from threading import Thread
from typing import TYPE_CHECKING

from ...diagnostics.records import NamedTuple, replace
from ..viewing.documents import ViewRequest
from ..viewing.live_documents import LiveView
from ..viewing.server import PageServer

if TYPE_CHECKING:
    from collections.abc import Callable

    from .open_texts import OpenTexts


class _OpenView(NamedTuple):
    live: LiveView
    server: PageServer


class LiveViews:
    """The views, by the paths of their documents.

    Args:
        texts: the texts.
        on_select: told the file and the line of what was selected in a page, in a thread of its own.
    """

    def __init__(self, texts: OpenTexts, on_select: Callable[[str, int], None]) -> None:
        self._texts = texts
        self._on_select = on_select
        self._open: dict[str, _OpenView] = {}

    def show(self, path: str) -> str:
        """The address of the page that shows a document, which is made when it is first asked for.

        Raises:
            NoViewer: the page is not installed.
            OSError: no port can be had.
        """
        if path not in self._open:
            live = LiveView(lambda: self._request(path), is_reporting=False)

            def report(document: int, link: int) -> None:
                place = live.find_place(document, link)
                if place is not None:
                    self._on_select(*place)

            def open_line(file: str, line: int, column: int) -> None:
                self._on_select(file, line)

            server = PageServer(live, os.path.basename(path), 0, report, is_framed=True, editor=open_line)
            Thread(target=server.serve_forever, args=(0.1,), daemon=True).start()
            self._open[path] = _OpenView(live, server)
        return self._open[path].server.url

    def renew(self) -> None:
        """Shows the texts as they are now."""
        for each in list(self._open.values()):
            each.live.renew()

    def select(self, path: str, line: int) -> None:
        """Has the pages that show something of a file select what is written at a line, from 1."""
        for each in list(self._open.values()):
            each.live.select(path, line)

    def close(self, path: str) -> None:
        """Ends the view of a document."""
        found = self._open.pop(path, None)
        if found is not None:
            found.live.end()
            found.server.shutdown()
            found.server.server_close()

    def close_all(self) -> None:
        """Ends all views."""
        for path in list(self._open):
            self.close(path)

    def _request(self, path: str) -> ViewRequest:
        text = self._texts.text_of(path)
        options = () if text is None else ((path, replace(text.options(None), partial=True)),)
        return ViewRequest(options)

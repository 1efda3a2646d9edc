"""What a page shows of documents that are being worked on: as they are now, or as they last were whole."""

from __future__ import annotations

import json
import os
from hashlib import sha256
from threading import Condition
from typing import TYPE_CHECKING, Any, NamedTuple

from ...runtime.file_stamps import FileStamps, now
from ...runtime.file_trace import Record
from ...semantics.view.scene_json import scene_text
from ..documents import show
from ..messages import WrongCall, complain
from .documents import show_refused

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

    from ...semantics.view.documents import OpenedDocument
    from ...semantics.view.mesh_files import MeshFile
    from .documents import ViewRequest

MESH = "application/octet-stream"


class ServedFile(NamedTuple):
    """A file that the page asks for by its number."""

    kind: str
    data: bytes


class ServedFiles:
    """Keeps the meshes and pictures of a page for those who ask for them by number."""

    def __init__(self) -> None:
        self.meshes: list[ServedFile] = []
        self.pictures: list[ServedFile] = []
        self.refused: dict[tuple[str, str], None] = {}

    def mesh(self, uri: str, file: MeshFile) -> dict[str, str | None]:
        """See ``semantics.view.meshes.PageAssets``."""
        self.meshes.append(ServedFile(MESH, file.data))
        return {"data": None, "href": f"mesh/{len(self.meshes) - 1}?v={_mark(file.data)}"}

    def picture(self, uri: str, kind: str, data: bytes) -> str | None:
        """See ``semantics.view.meshes.PageAssets``."""
        self.pictures.append(ServedFile(kind, data))
        return f"texture/{len(self.pictures) - 1}?v={_mark(data)}"


def _mark(data: bytes) -> str:
    """What tells a file from what it was before, so that a browser asks for it anew."""
    return sha256(data).hexdigest()[:12]


class LiveView:
    """Documents that are looked at again when a file changes that they were read from, or that was looked for.

    Args:
        ask: what is asked for, as the configuration says now.
        configured: files that may hold the configuration.
        is_reporting: whether findings are written to standard error.

    Raises:
        WrongCall: the configuration or an extension cannot be used.

    Attributes:
        number: grows with each change.
        text: what the page is told, as JSON.
        serving: the files that it names.
        selection: the link that is to be selected, as JSON with the numbers of its document and itself; empty: none.
        changed: notified with each change.
    """

    def __init__(
        self, ask: Callable[[], ViewRequest], configured: Iterable[Path] = (), *, is_reporting: bool = True
    ) -> None:
        self._is_reporting = is_reporting
        self.selection = ""
        self.data: dict[str, Any] = {}
        self._ask = ask
        self._configured = tuple(map(str, configured))
        self._stamps = FileStamps()
        self._whole: dict[str, Any] | None = None
        self._whole_serving = ServedFiles()
        self.number = 0
        self.text = ""
        self.serving = ServedFiles()
        self.changed = Condition()
        self.is_over = False
        self._reload()

    def look(self) -> bool:
        """Reads the documents again if a file was changed; whether there was one."""
        if self._stamps.hold():
            return False
        try:
            self._reload()
        except WrongCall as mistake:  # a configuration or an extension that is being worked on
            self._stamps.renew()
            complain(str(mistake))
            return False
        return True

    def renew(self) -> None:
        """Reads the documents again."""
        try:
            self._reload()
        except WrongCall as mistake:
            complain(str(mistake))

    def select(self, file: str, line: int) -> None:
        """Has pages select the link that is written at a line of a file, or that a joint there moves."""
        best: tuple[int, int, int] | None = None
        for number, document in enumerate(self.data.get("documents", ())):
            files = [os.path.realpath(each) for each in document["files"]]
            rows = [(row["place"], at) for at, row in enumerate(document["links"])]
            rows += [(row["place"], row["child"]) for row in document["joints"]]
            for place, link in rows:
                if place is not None and place["line"] <= line and files[place["file"]] == os.path.realpath(file):
                    best = max(best or (0, 0, 0), (place["line"], number, link))
        if best is None:
            return
        with self.changed:
            self.selection = json.dumps({"document": best[1], "link": best[2]})
            self.changed.notify_all()

    def find_place(self, document: int, link: int) -> tuple[str, int] | None:
        """The file and line in which a link is written, by the numbers that pages have."""
        documents = self.data.get("documents", ())
        if not 0 <= document < len(documents) or not 0 <= link < len(documents[document]["links"]):
            return None
        place = documents[document]["links"][link]["place"]
        return None if place is None else (documents[document]["files"][place["file"]], place["line"])

    def end(self) -> None:
        """Lets those go that wait for a change."""
        with self.changed:
            self.is_over = True
            self.changed.notify_all()

    def _reload(self) -> None:
        begun = now()
        record, serving = Record(), ServedFiles()
        asked = self._ask()
        opened = asked.open_documents(record.watch)
        data = asked.data(opened, serving)
        for each in opened:
            show(each.name, each.findings)
        show_refused(serving.refused)
        paths = {path for _, _, path, _ in record.answers} | {each.name for each in opened} | {*self._configured}
        if asked.semantics is not None:
            paths.add(asked.semantics[0])
        self._stamps = FileStamps(paths, begun)
        data, serving = self._keep_valid(opened, data, serving)
        with self.changed:
            self.data, self.text, self.serving = data, scene_text(data), serving
            self.number += 1
            self.changed.notify_all()

    def _keep_valid(
        self, opened: Iterable[OpenedDocument], data: dict[str, Any], serving: ServedFiles
    ) -> tuple[dict[str, Any], ServedFiles]:
        """The data of documents without errors; else what was whole before, with the errors that there are now."""
        if all(each.ok for each in opened):
            self._whole, self._whole_serving = data, serving
        if self._whole is None:
            return data, serving
        if self._whole is data:
            return data, serving
        documents = [_with_findings(*pair) for pair in zip(self._whole["documents"], data["documents"])]
        return {**self._whole, "documents": documents}, self._whole_serving


def _with_findings(whole: dict[str, Any], now: dict[str, Any]) -> dict[str, Any]:
    """A document as it was, with the findings of now."""
    files = list(dict.fromkeys((*whole["files"], *now["files"])))
    links = {link["name"]: number for number, link in enumerate(whole["links"])}
    findings = []
    for finding in now["findings"]:
        place, link = finding["place"], finding["link"]
        if place is not None:
            place = {**place, "file": files.index(now["files"][place["file"]])}
        name = None if link is None else now["links"][link]["name"]
        findings.append({**finding, "place": place, "link": links.get(name)})
    found = {**whole, "files": files, "findings": findings}
    if "others" in whole and "others" in now:
        found["others"] = [_with_findings(*pair) for pair in zip(whole["others"], now["others"])]
    return found

"""What a page shows of documents that are being worked on: as they are now, or as they last were whole."""

from __future__ import annotations

import json
import os
from hashlib import sha256
from threading import Condition, Lock
from typing import TYPE_CHECKING, Any

from ...diagnostics.records import NamedTuple, replace
from ...runtime.file_stamps import FileStamps, now
from ...runtime.file_trace import Record
from ...semantics.view.scene_json import plain_data, scene_text
from ..documents import show
from ..messages import WrongCall, complain
from .documents import join_tabs, show_refused
from .dropped_files import DroppedFiles

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
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
    """Keeps the meshes and pictures of a page for those who ask for them by number; what stays the same keeps its number."""

    def __init__(self) -> None:
        self.meshes: list[ServedFile | None] = []
        self.pictures: list[ServedFile | None] = []
        self.refused: dict[tuple[str, str], None] = {}
        self._numbers: dict[str, int] = {}
        self._named: set[str] = set()

    def mesh(self, uri: str, file: MeshFile) -> dict[str, str | None]:
        """See ``semantics.view.meshes.PageAssets``."""
        return {"data": None, "href": self._serve("mesh", self.meshes, ServedFile(MESH, file.data))}

    def picture(self, uri: str, kind: str, data: bytes) -> str | None:
        """See ``semantics.view.meshes.PageAssets``."""
        return self._serve("texture", self.pictures, ServedFile(kind, data))

    def collect_named(self) -> set[str]:
        """The addresses that were given since this was asked last."""
        named, self._named = self._named, set()
        return named

    def retain(self, named: set[str]) -> None:
        """Forgets all files but those of some addresses."""
        for address in self._numbers.keys() - named:
            what, number = address.partition("?")[0].split("/")
            (self.meshes if what == "mesh" else self.pictures)[int(number)] = None
            del self._numbers[address]

    def _serve(self, what: str, files: list[ServedFile | None], file: ServedFile) -> str:
        mark = _mark(file.data)
        known = next((each for each in self._numbers if each.startswith(what) and each.endswith(mark)), None)
        if known is None:
            free = next((number for number, each in enumerate(files) if each is None), len(files))
            files[free : free + 1] = [file]
            known = f"{what}/{free}?v={mark}"
            self._numbers[known] = free
        self._named.add(known)
        return known


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
        text: what goes to the page, as JSON.
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
        self._dropped = DroppedFiles()
        self._whole: dict[int, _Shown] = {}
        self.number = 0
        self.text = ""
        self.serving = ServedFiles()
        self.changed = Condition()
        self._reading = Lock()
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

    def find_file(self, tab: int, document: int, file: int) -> str | None:
        """The path of a file that a page names by the numbers of its tab, its document and itself."""
        tabs = [self.data, *self.data.get("tabs", ())]
        documents = tabs[tab]["documents"] if 0 <= tab < len(tabs) else ()
        files = documents[document]["files"] if 0 <= document < len(documents) else ()
        found = os.path.abspath(files[file]) if 0 <= file < len(files) else None
        return found if found is not None and os.path.isfile(found) else None

    def drop(self, files: Iterable[tuple[str, bytes]]) -> int:
        """Shows documents of a page's user in further tabs, from copies of their files; the number of the first tab.

        Raises:
            NothingDropped: there is no document among them, or they are too many or too large.
        """
        tab = 1 + len(self.data.get("tabs", ()))
        self._dropped.add(files)
        self.renew()
        return tab

    @property
    def dropped_folders(self) -> tuple[Path, ...]:
        """Where copies of dropped files are."""
        return tuple(self._dropped.folders)

    def end(self) -> None:
        """Lets those go that wait for a change."""
        with self.changed:
            self.is_over = True
            self.changed.notify_all()
        self._dropped.remove()

    def _reload(self) -> None:
        with self._reading:
            self._read()

    def _read(self) -> None:
        begun = now()
        record = Record()
        asked = self._ask()
        tabs = replace(asked, tabs=(*asked.tabs, *self._dropped.requests)).open_tabs(record.watch)
        opened = [each for _, documents in tabs for each in documents]
        with self.changed:  # whoever asks for a file meanwhile waits for it
            self.serving.refused = {}
            shown = [self._keep_valid(number, *tab) for number, tab in enumerate(tabs)]
            self.serving.retain(
                set().union(*(each.files for each in shown), *(each.files for each in self._whole.values()))
            )
            self.data = join_tabs([each.data for each in shown])
            self.text = scene_text(self.data)
            self.number += 1
            self.changed.notify_all()
        if self._is_reporting:
            for each in opened:
                show(each.name, each.findings)
            show_refused(self.serving.refused)
        paths = {path for _, _, path, _ in record.answers} | {each.name for each in opened} | {*self._configured}
        if asked.semantics is not None:
            paths.add(asked.semantics[0])
        self._stamps = FileStamps(paths, begun)

    def _keep_valid(self, tab: int, asked: ViewRequest, opened: Sequence[OpenedDocument]) -> _Shown:
        """A tab of documents without errors; else as it was when it had none, with the errors that there are now."""
        made = _Shown(asked.title, plain_data(asked.data(opened, self.serving)), self.serving.collect_named())
        if all(each.ok for each in opened):
            self._whole[tab] = made
        whole = self._whole.get(tab)
        if whole is None or whole is made or whole.title != asked.title:
            return made
        documents = [_with_findings(*pair) for pair in zip(whole.data["documents"], made.data["documents"])]
        return whole._replace(data={**whole.data, "documents": documents, "stale": True})


class _Shown(NamedTuple):
    """What a tab shows, and the addresses of its files."""

    title: str
    data: dict[str, Any]
    files: set[str]


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

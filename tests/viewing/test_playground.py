"""The playground, with a worker that replays what bodyplan answered when the same was asked of it here, without Pyodide."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import shutil
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from bodyplan.cli.viewing.playground import pack_folder, place_files, run_call

from .browsing import a_browser, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

PYODIDE = Path(__file__).resolve().parents[2] / "viewer" / "node_modules" / "pyodide"
BUNDLE = Path(__file__).resolve().parents[2] / "viewer" / "bundle"
ROBOT = """<robot name="r"><link name="a"><visual><geometry><box size="1 1 1"/></geometry></visual></link>
<link name="&lt;img src=x onerror=alert(1)&gt;"/>
<joint name="j" type="continous"><parent link="a"/><child link="&lt;img src=x onerror=alert(1)&gt;"/></joint></robot>
"""
STAND_IN = """
const recorded = RECORDED;
const bytes = text => Uint8Array.from(atob(text), character => character.charCodeAt(0));
addEventListener("message", ({data: {id, task, files, words, document}}) => {
  const key = JSON.stringify([task, ...(files?.map(file => file.path) ?? []), ...(words ?? []), ...(document ? [document] : [])]);
  const answer = recorded[key]?.shift();
  if (answer === undefined) postMessage({id, error: "nothing is recorded of " + key});
  else postMessage({id, answer: task === "pack" ? bytes(answer) : answer});
});
postMessage({status: ""});
"""
ECHO = """
def place_files(files): return {"documents": [f"{path} {bytes(data).hex()}" for path, data in files], "problem": ""}
def run_call(words): return {"status": len(words), "out": " ".join(words), "err": ""}
def pack_folder(document): return document.encode()
"""
"""A stand-in for bodyplan, whose needs have no wheels for Pyodide but in its release."""
ASK = """async tasks => {
  const worker = new Worker("playground_worker.mjs", {type: "module"});
  const answers = [];
  for (const [id, {bytes, ...task}] of tasks.entries()) {
    if (bytes) task.files = [{path: "r.urdf", bytes: new Uint8Array(bytes)}];
    const reply = new Promise(done => worker.addEventListener("message", ({data}) => data.id === id && done(data)));
    worker.postMessage({id, ...task});
    const {answer, error} = await reply;
    answers.push(error ?? (answer instanceof Uint8Array ? [...answer] : answer));
  }
  worker.terminate();
  return answers;
}"""


class Recorder:
    """What bodyplan answers to tasks of the page, with the paths that a page would have."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder / "files"
        self.answers: dict[str, list[Any]] = {}

    def place(self, name: str, data: bytes) -> str:
        found = place_files([(name, data)], self._folder)
        self._keep(["place", name], found)
        return str(found["documents"][0]) if found["documents"] else ""

    def call(self, *words: str) -> dict[str, Any]:
        found = run_call(words)
        self._keep(["call", *words], found)
        return found

    def pack(self, document: str) -> bytes:
        found = pack_folder(document)
        self._keep(["pack", document], base64.b64encode(found).decode())
        return found

    def show(self, document: str) -> None:
        self.call("check", "--isolated", "--no-cache", "--format", "json", document)
        self.call("view", "--isolated", document, "-o", "-")

    def _keep(self, key: list[str], answer: Any) -> None:
        as_in_page = json.loads(json.dumps([key, answer]).replace(str(self._folder), "/files"))
        told = json.dumps(as_in_page[0], separators=(",", ":"), ensure_ascii=False)
        self.answers.setdefault(told, []).append(as_in_page[1])


@contextmanager
def served(folder: Path, worker: str) -> Iterator[str]:
    (folder / "index.html").write_bytes((BUNDLE / "playground.html").read_bytes())
    (folder / "playground_worker.mjs").write_text(worker, encoding="utf-8")

    class Quiet(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *args: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, args=(0.05,), daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def test_files_are_placed_called_upon_and_packed(tmp_path: Path) -> None:
    root = tmp_path / "files"
    placed = place_files([("p/r.urdf", ROBOT.encode()), ("p/notes.txt", b"x")], root)
    assert placed == {"documents": [str(root / "1" / "p" / "r.urdf")], "problem": ""}
    assert place_files([("notes.txt", b"x")], root)["problem"] == "there is no robot or world among these files"
    assert "unusual path" in place_files([("../r.urdf", b"x")], root)["problem"]
    (document,) = placed["documents"]
    assert run_call(["check", "--isolated", "--no-cache", document])["status"] == 1
    assert run_call(["check", "--isolated", "--no-cache", "--fix", document])["status"] == 0
    with zipfile.ZipFile(io.BytesIO(pack_folder(document))) as archive:
        assert archive.namelist() == ["p/notes.txt", "p/r.urdf"]
        assert b'"continuous"' in archive.read("p/r.urdf")
    assert run_call(["no-such-command"])["status"] == 2


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with a_browser() as made:
        yield made


@pytest.mark.browser
@pytest.mark.slow
def test_what_is_dropped_is_checked_shown_fixed_and_converted(browser: Browser, tmp_path: Path) -> None:
    recorder = Recorder(tmp_path)
    document = recorder.place("r.urdf", ROBOT.encode())
    recorder.show(document)
    recorder.call("check", "--isolated", "--no-cache", "--fix", document)
    recorder.show(document)
    made = recorder.call("convert", "--isolated", "--to", "sdformat", document)["out"]
    other = recorder.place("r.sdf", made.encode())
    recorder.show(other)
    packed = recorder.pack(other)
    recorder.place("notes.txt", b"x")
    site = tmp_path / "site"
    site.mkdir()
    with served(site, STAND_IN.replace("RECORDED", json.dumps(recorder.answers))) as address:
        page = browser.new_page(viewport={"width": 1400, "height": 900})
        told: list[str] = []
        asked: list[str] = []
        page.on("pageerror", lambda error: told.append(str(error)))
        page.on("console", lambda message: told.append(message.text) if message.type == "error" else None)
        page.on("dialog", lambda dialog: (told.append(dialog.message), dialog.dismiss()))
        page.on("request", lambda request: asked.append(request.url))
        page.goto(address)
        choose(page, "r.urdf", ROBOT.encode())
        findings = page.get_by_role("list", name="Findings")
        until(lambda: "BP107" in findings.inner_text(), page, "the findings")
        frame = page.frame_locator("#view")
        until(lambda: frame.locator("html[data-ready=true]").count() == 1, page, "the picture")
        page.get_by_role("button", name="Apply fixes").click()
        until(lambda: "BP107" not in findings.inner_text(), page, "the fix")
        with page.expect_download() as download:
            page.get_by_role("button", name="Convert").click()
        assert download.value.suggested_filename == "r.sdf"
        assert Path(download.value.path()).read_text(encoding="utf-8") == made
        until(lambda: page.get_by_label("Document").input_value().endswith("r.sdf"), page, "what was converted")
        until(lambda: "busy" not in (page.locator("body").get_attribute("class") or ""), page, "rest")
        with page.expect_download() as download:
            page.get_by_role("button", name="Download").click()
        assert Path(download.value.path()).read_bytes() == packed
        choose(page, "notes.txt", b"x")
        until(lambda: "no robot or world" in page.get_by_role("status").inner_text(), page, "the problem")
        assert told == []
        beside = [url for url in asked if not url.startswith(("data:", "blob:", "about:"))]
        assert set(beside) <= {address, f"{address}playground_worker.mjs"}
        page.close()


def choose(page: Page, name: str, data: bytes) -> None:
    page.locator("#files").set_input_files([{"name": name, "mimeType": "text/plain", "buffer": data}])


def write_wheel(folder: Path, name: str, files: dict[str, str]) -> dict[str, Any]:
    """Writes a wheel; answers what Pyodide's list of packages says of it."""
    path = folder / f"{name}-1.0-py3-none-any.whl"
    information = {
        "METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n",
        "WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        "RECORD": "",
    }
    with zipfile.ZipFile(path, "w") as archive:
        for file, text in {
            **files,
            **{f"{name}-1.0.dist-info/{key}": text for key, text in information.items()},
        }.items():
            archive.writestr(file, text)
    return {
        "name": name, "version": "1.0", "file_name": path.name, "install_dir": "site", "package_type": "package",
        "sha256": hashlib.sha256(path.read_bytes()).hexdigest(), "imports": [name], "depends": [],
    }  # fmt: skip


@pytest.mark.browser
@pytest.mark.slow
@pytest.mark.skipif(
    not (PYODIDE / "pyodide.mjs").is_file(),
    reason="Pyodide is not installed (npm install --no-save pyodide, in viewer/)",
)
def test_the_worker_hands_tasks_to_pyodide_and_answers_back(browser: Browser, tmp_path: Path) -> None:
    shutil.copytree(PYODIDE, tmp_path / "pyodide")
    lock = json.loads((PYODIDE / "pyodide-lock.json").read_text(encoding="utf-8"))
    lock["packages"] = {
        name: write_wheel(tmp_path / "pyodide", name, {f"{name}/__init__.py": ""}) for name in ("lxml", "numpy")
    }
    (tmp_path / "pyodide" / "pyodide-lock.json").write_text(json.dumps(lock), encoding="utf-8")
    folders = ("bodyplan", "bodyplan/cli", "bodyplan/cli/viewing")
    files = {f"{folder}/__init__.py": "" for folder in folders}
    made = write_wheel(tmp_path, "bodyplan", {**files, "bodyplan/cli/viewing/playground.py": ECHO})
    (tmp_path / "wheels.json").write_text(json.dumps([made["file_name"]]), encoding="utf-8")
    with served(tmp_path, (BUNDLE / "playground_worker.mjs").read_text(encoding="utf-8")) as address:
        page = browser.new_page()
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        page.goto(address)
        answers = page.evaluate(
            ASK,
            [
                {"task": "place", "bytes": [0, 65, 255]},
                {"task": "call", "words": ["check", "a b"]},
                {"task": "pack", "document": "abc"},
                {"task": "pack", "document": 5},
            ],
        )
        assert answers[:3] == [
            {"documents": ["r.urdf 0041ff"], "problem": ""},
            {"status": 2, "out": "check a b", "err": ""},
            [97, 98, 99],
        ]
        assert "AttributeError" in answers[3]
        assert [url for url in asked if not url.startswith((address, "data:", "blob:"))] == []
        page.close()

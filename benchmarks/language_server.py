"""What `bodyplan lsp` takes of the processor for each request, in ms and as multiples of a load of the file.

    python benchmarks/language_server.py [--places N] [--write]

An editor's side speaks with the server over its standard input and output, and reads the clock of the server's process before
and behind each request; so Linux is needed. The files are the median one of the corpus by its size, a robot and a large world. At
random places, the same in each run, a blank is typed, or taken out again, until the findings come; so is the beginning of a tag, with
which the text is not well-formed; then what may be written
there, what is there or the outline is asked for, each of a text that was just changed. Each place is measured a few times,
of which the median counts.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import platform
import random
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import bodyplan
import workloads
from staleness import write_page

TABLE = Path(__file__).with_suffix(".md")
ROBOT = "tiago.urdf"
ROUNDS = 3
BEGUN = "<li"
EDIT, BREAK, COMPLETION, HOVER, SYMBOLS = (
    "edit to findings",
    "edit that breaks a tag to findings",
    "completion",
    "hover",
    "symbols",
)
WANTED = {
    "median": {EDIT: 30.0, BREAK: 30.0, COMPLETION: 20.0, HOVER: 20.0, SYMBOLS: 20.0},
    ROBOT: {EDIT: 60.0, BREAK: 60.0, COMPLETION: 30.0, HOVER: 30.0, SYMBOLS: 60.0},
    workloads.SHAPES: {EDIT: 500.0, BREAK: 500.0, COMPLETION: 100.0, HOVER: 100.0, SYMBOLS: 500.0},
}
"""Longest times in ms."""
_PLACE = re.compile(r"<(?=\w)|=\"|>(?=[\w.-])|\s(?=\w+=\")")
"""Right behind which something may be written, or is explained."""


class Row(NamedTuple):
    """What a request took at all places."""

    file: str
    size: int
    load: float
    request: str
    median: float
    slowest: float
    wanted: float


class Editor:
    """Speaks with a server of its own."""

    def __init__(self, folder: Path) -> None:
        command = [sys.executable, "-m", "bodyplan", "lsp", "--isolated"]
        self._process = subprocess.Popen(command, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        self._count = 0
        self.version = 0
        self.ask("initialize", processId=None, rootUri=None, capabilities={})
        self.say("initialized")

    def ask(self, method: str, **params: Any) -> Any:
        """The result of a request."""
        self._count += 1
        self._send({"id": self._count, "method": method, "params": params})
        while "method" in (answer := self._receive()) or answer["id"] != self._count:
            pass
        return answer["result"]

    def say(self, method: str, **params: Any) -> None:
        """Sends what has no answer."""
        self._send({"method": method, "params": params})

    def wait_for_findings(self) -> None:
        """Waits for the findings of the newest version."""
        while True:
            given = self._receive()
            about = given.get("params", {})
            if given.get("method") == "textDocument/publishDiagnostics" and about["version"] == self.version:
                return

    def measure(self, call: Callable[[], object]) -> float:
        """The time of the server's processor that something takes, in ms."""
        clock = (~self._process.pid << 3) | 2  # the kernel's name for that of all threads of a process
        start = time.clock_gettime(clock)
        call()
        return (time.clock_gettime(clock) - start) * 1000

    def end(self) -> None:
        """Stops the server."""
        with self._process:
            self._process.kill()

    def _send(self, message: dict[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._process.stdin is not None
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self._process.stdin.flush()

    def _receive(self) -> Any:
        out = self._process.stdout
        assert out is not None
        length = 0
        while line := out.readline().strip():
            name, _, value = line.partition(b":")
            length = int(value) if name.lower() == b"content-length" else length
        return json.loads(out.read(length))


class OpenFile:
    """A file that an editor has opened."""

    def __init__(self, editor: Editor, path: Path) -> None:
        self._editor = editor
        self._document = {"uri": path.as_uri()}
        self.text = path.read_text(encoding="utf-8")
        about = {**self._document, "languageId": "xml", "version": 0, "text": self.text}
        editor.say("textDocument/didOpen", textDocument=about)
        editor.wait_for_findings()
        self._is_longer = False

    def change(self, offset: int) -> float:
        """Types a blank in front of a tag at a place, or takes it out again; the time until the findings came."""
        start = self._position(self.text.rfind("<", 0, offset))
        self._is_longer = not self._is_longer
        return self._replace(start, 0, " ") if self._is_longer else self._replace(start, 1, "")

    def break_tag(self, offset: int) -> float:
        """Begins a tag in front of one at a place, and takes it out again; the time until the findings of the former came."""
        start = self._position(self.text.rfind("<", 0, offset))
        taken = self._replace(start, 0, BEGUN)
        self._replace(start, len(BEGUN), "")
        return taken

    def _replace(self, start: dict[str, int], length: int, text: str) -> float:
        end = {**start, "character": start["character"] + length}
        change = {"range": {"start": start, "end": end}, "text": text}

        def send() -> None:
            editor = self._editor
            editor.version += 1
            about = {**self._document, "version": editor.version}
            editor.say("textDocument/didChange", textDocument=about, contentChanges=[change])
            editor.wait_for_findings()

        return self._editor.measure(send)

    def ask(self, method: str, offset: int) -> float:
        """The time of a request about a place."""
        about: dict[str, Any] = {"textDocument": self._document}
        if method != "documentSymbol":
            about["position"] = self._position(offset)
            about["position"]["character"] += self._is_longer
        return self._editor.measure(lambda: self._editor.ask(f"textDocument/{method}", **about))

    def _position(self, offset: int) -> dict[str, int]:
        start = self.text.rfind("\n", 0, offset) + 1
        units = len(self.text[start:offset].encode("utf-16-le")) // 2
        return {"line": self.text.count("\n", 0, start), "character": units}


def measure(path: Path, name: str, count: int) -> list[Row]:
    """The rows of a file."""
    times: dict[str, list[float]] = {EDIT: [], BREAK: [], COMPLETION: [], HOVER: [], SYMBOLS: []}
    methods = {COMPLETION: "completion", HOVER: "hover", SYMBOLS: "documentSymbol"}
    loads: list[float] = []
    """In turns with the requests, since what else the machine does slows both."""
    editor = Editor(path.parent)
    try:
        opened = OpenFile(editor, path)
        found = [each.end() for each in _PLACE.finditer(opened.text)]
        places = random.Random(36).sample(found, min(count, len(found)))
        for number, place in enumerate([*places[:2], *places]):
            made: dict[str, list[float]] = {request: [] for request in times}
            for _ in range(2 * ROUNDS):  # each blank is taken out again
                for request, method in methods.items():
                    made[EDIT].append(opened.change(place))
                    made[request].append(opened.ask(method, place))
                made[BREAK].append(opened.break_tag(place))
            loads.append(load_of(path))
            if number > 1:  # what is made once, is made at the first places
                for request, taken in made.items():
                    times[request].append(statistics.median(taken))
    finally:
        editor.end()
    load = statistics.median(loads[1:])
    wanted = WANTED[name]
    return [
        Row(path.name, path.stat().st_size, load, request, statistics.median(taken), max(taken), wanted[request])
        for request, taken in times.items()
    ]


def load_of(path: Path) -> float:
    """The time of a load, in ms."""
    start = time.process_time()
    with contextlib.suppress(bodyplan.BodyplanError):  # a file with errors is read to its end as well
        bodyplan.load(path)
    return (time.process_time() - start) * 1000


def table(rows: list[Row]) -> str:
    """The page."""
    made = [
        "# The language server",
        "",
        " ".join((__doc__ or "").split("\n\n")[2].split()),
        "",
        f"Measured with Python {platform.python_version()} on {platform.machine()}, warm. Times are in ms of the processor; × load"
        + " is how many loads of the file they are.",
        "",
        "| file | load | request | median | × load | slowest place | × load | at most | met |",
        "| --- | ---: | --- | ---: | ---: | ---: | ---: | ---: | --- |",
    ]
    before = ""
    for row in rows:
        begin = "| | |" if row.file == before else f"| {row.file}, {row.size / 1000:.3g} kB | {row.load:.3g} |"
        before = row.file
        made.append(
            f"{begin} {row.request} | {row.median:.3g} | {row.median / row.load:.2f} | {row.slowest:.3g} |"
            f" {row.slowest / row.load:.2f} | {row.wanted:g} | {'yes' if row.slowest <= row.wanted else '**no**'} |"
        )
    return "\n".join(made) + "\n"


def main() -> int:
    """Measures and prints; 1 where something takes longer than it may."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--places", type=int, default=12, help="places of each file (default: 12)")
    parser.add_argument("--write", action="store_true", help=f"write the table to {TABLE.name}")
    arguments = parser.parse_args()
    files = sorted(workloads.corpus(), key=lambda each: each.size)
    named = {each.path.name: each.path for each in files}
    chosen = {"median": files[len(files) // 2].path, ROBOT: named[ROBOT], workloads.SHAPES: named[workloads.SHAPES]}
    rows = [row for name, path in chosen.items() for row in measure(path, name, arguments.places)]
    made = table(rows)
    print(made)
    if arguments.write:
        write_page(TABLE, made)
    return int(any(row.slowest > row.wanted for row in rows))


if __name__ == "__main__":
    sys.exit(main())

"""An editor that asks a language server over its standard input and output."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("pygls", reason="the extra lsp is not installed")

WAIT = 60


class Client:
    """An editor that says one thing after the other."""

    def __init__(self, folder: Path, *, isolated: bool = True) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bodyplan", "lsp", *(["--isolated"] if isolated else [])],
            cwd=folder,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self.answers: dict[int, queue.Queue[Any]] = {}
        self.published: queue.Queue[Any] = queue.Queue()
        self.progress: list[Any] = []
        self.shown: list[Any] = []
        self.documents: queue.Queue[Any] = queue.Queue()
        self.folder, self.count = folder, 0
        self.listener = threading.Thread(target=self._listen, daemon=True)
        self.listener.start()
        self.capabilities = self.ask("initialize", processId=None, rootUri=folder.as_uri(), capabilities={})["result"][
            "capabilities"
        ]
        self.say("initialized")

    def _listen(self) -> None:
        out = self.process.stdout
        assert out is not None
        while line := out.readline():
            length = int(line.split(b":")[1])
            while out.readline().strip():
                pass
            message = json.loads(out.read(length))
            if "method" not in message:
                self.answers[message["id"]].put(message)
            elif message["method"] == "textDocument/publishDiagnostics":
                self.published.put(message["params"])
            elif message["method"] == "$/progress":
                self.progress.append(message["params"])
            elif message["method"] == "window/showDocument":
                self.documents.put(message["params"])
            elif message["method"] == "window/showMessage":
                self.shown.append(message["params"])

    def _send(self, **message: Any) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        self.process.stdin.flush()

    def say(self, method: str, **params: Any) -> None:
        self._send(method=method, params=params)

    def ask(self, method: str, **params: Any) -> Any:
        self.count += 1
        self.answers[self.count] = queue.Queue()
        self._send(id=self.count, method=method, **({"params": params} if params else {}))
        return self.answers[self.count].get(True, WAIT)

    def uri(self, name: str) -> str:
        return (self.folder / name).as_uri()

    def open(self, name: str, text: str) -> list[Any]:
        document = {"uri": self.uri(name), "languageId": "xml", "version": 1, "text": text}
        self.say("textDocument/didOpen", textDocument=document)
        return self.findings(name, 1)

    def change(self, name: str, version: int, *changes: dict[str, Any]) -> list[Any]:
        document = {"uri": self.uri(name), "version": version}
        self.say("textDocument/didChange", textDocument=document, contentChanges=list(changes))
        return self.findings(name, version)

    def findings(self, name: str, version: int) -> list[Any]:
        """What is published of a version of a text."""
        while True:
            found = self.published.get(True, WAIT)
            if found["uri"] == self.uri(name) and found.get("version") == version:
                return found["diagnostics"]

    def at(self, method: str, name: str, line: int, character: int, **more: Any) -> Any:
        place = {"line": line, "character": character}
        answer = self.ask(f"textDocument/{method}", textDocument={"uri": self.uri(name)}, position=place, **more)
        return answer.get("result", answer.get("error"))

    def stop(self) -> None:
        with self.process:
            self.process.kill()
        self.listener.join(WAIT)

    def end(self) -> int:
        self.ask("shutdown")
        self._send(method="exit")
        return self.process.wait(WAIT)


def span(start: tuple[int, int], end: tuple[int, int]) -> dict[str, Any]:
    return {"start": dict(zip(("line", "character"), start)), "end": dict(zip(("line", "character"), end))}

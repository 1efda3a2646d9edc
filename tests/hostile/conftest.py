"""The machine, the hostile repository on it, and what is none of the repository's business."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from tests.hostile.forms import ABOUT_NO_DOCUMENT, Form
from tests.hostile.judgement import Allowed, controls_in, secrets_in, shown_in
from tests.hostile.machine import Effect, Machine
from tests.hostile.ways import build

RAW = (
    "print",
    "format",
    "upgrade",
    "convert",
    "set",
    "rename",
    "attach",
    "merge",
    "reroot",
    "remove",
    "extract",
    "expand",
    "xacro",
    "view",
    "check --fix",
    "check --diff",
)
"""Commands whose standard output may be the text of a document itself, which is for files."""


class Call(NamedTuple):
    """A call of a command, and what it is allowed to change."""

    words: tuple[str, ...]
    stdin: str = ""
    copy: tuple[str, str] | None = None
    replaced: str | None = None
    """A file of the repository, which is put back after the call, so that those after it find what is hostile in it."""


class Scene:
    """A machine with the hostile repository.

    Args:
        root: a folder for all of it.
        walked: as ``tests.hostile.ways.build`` has it.
    """

    def __init__(self, root: Path, *, walked: bool | None = None) -> None:
        self.root = root / "all"
        self.machine = Machine(self.root / "machine", root / "watch.log")
        self.repository, self.outside, self.out = (self.root / name for name in ("repository", "outside", "out"))
        self.out.mkdir()
        build(self.repository, self.outside, walked=walked)
        (self.outside / "ran").unlink(missing_ok=True)

    def allowed(self, mode: str, *named: Path) -> Allowed:
        """The committed list, for a mode and the files that calls name."""
        places = {"machine": self.machine.python_home, "home": self.machine.home, "temporary": self.machine.temporary}
        known = {**places, "repository": self.repository, "outside": self.outside, "root": self.root}
        return Allowed(mode, {"{named}": named, **{f"{{{name}}}": (path,) for name, path in known.items()}})

    def changed(self, before: dict[str, tuple[int, ...]], named: Sequence[Path]) -> list[str]:
        """What is new, gone or changed and is not on the list of what may be written."""
        now = self.machine.state(self.root)
        names = [name for name in sorted(before.keys() | now.keys()) if before.get(name) != now.get(name)]
        allowed = self.allowed("watcher", *named)
        return [name for name in names if not allowed.has(("entry", name))]

    def problems(
        self, mode: str, output: bytes, effects: Sequence[Effect], named: Sequence[Path], *, raw: bool
    ) -> list[str]:
        """What is not on the list about one run."""
        found = [f"{kind} {what}" for kind, what in self.allowed(mode, *named).others(effects)]
        found += [f"it shows {secret}" for secret in sorted(secrets_in(output) - shown_in(mode))]
        if b"Traceback (most recent call last)" in output:
            found.append(output.decode("utf-8", "replace")[-600:])
        controls = "" if raw else controls_in(output)
        return [*found, *([f"it prints {controls}"] if controls else [])]

    def calls(self, command: str, forms: Sequence[Form], document: str, mode: str) -> Iterator[Call]:
        """The calls of a command in a mode."""
        folder = document.rpartition("/")[0]
        path = self.repository / document
        ending = "".join(path.suffixes[-2:]) if path.name.endswith((".urdf.xacro", ".dmd.yaml")) else path.suffix
        copied = f"{folder}/copied{ending}"
        for form in forms:
            filled = form.words.format(document=document, copy=copied, folder=folder, out=self.out)
            more = ("--confine",) if mode == "confined" and command not in ABOUT_NO_DOCUMENT else ()
            action = filled.split()[:1] if command in ("config", "schema", "codegen") else []
            words = (command, *action, *more, *filled.split()[len(action) :])
            stdin = path.read_text("utf-8", "replace") if words[-1] == "-" else ""
            places = (str(path), str(self.repository / copied)) if "{copy}" in form.words else None
            replaced = form.writes.format(folder=self.repository / folder) if "{folder}" in form.writes else None
            yield Call(words, stdin, places, replaced)

    def drive(self, calls: Sequence[Call], mode: str) -> list[str]:
        """Runs calls in one process; what is not on the list, each with the call that it is of."""
        jobs, results = self.root.parent / "calls.json", self.root.parent / "results.json"
        jobs.write_text(json.dumps([call._asdict() for call in calls]), encoding="utf-8")
        results.write_text("")
        before = self.machine.state(self.root)
        script = Path(__file__).with_name("watch") / "drive.py"
        named = (self.out, *(Path(call.copy[1]) for call in calls if call.copy))
        done = self.machine.run([str(each) for each in (self.machine.python, script, jobs, results)], self.repository)
        answers: list[dict[str, Any]] = [json.loads(line) for line in results.read_text("utf-8").splitlines()]
        found: list[str] = []
        if len(answers) < len(calls):
            found.append(f"{calls[len(answers)].words}: the process ended with {done.status}: {done.out[-500:]!r}")
        by_call = _by_call(done.effects)
        for number, (call, answer) in enumerate(zip(calls, answers)):
            if answer["raised"] or answer["status"] not in (0, 1, 2):
                found.append(f"{call.words}: status {answer['status']}: {answer['raised'][-600:]}")
            raw = call.words[0] in RAW or "--diff" in call.words
            effects = by_call.get(number, [])
            own = (*named, Path(call.replaced)) if call.replaced else named
            problems = self.problems(mode, answer["out"].encode("latin-1"), effects, own, raw=raw)
            found += [f"{call.words}: {problem}" for problem in problems]
        start = self.problems(
            mode, done.out, by_call.get(-1, []), (*named, jobs, results, script, self.machine.log), raw=False
        )
        replaced = (Path(call.replaced) for call in calls if call.replaced)
        return [*found, *start, *self.changed(before, (*named, *replaced))]


def _by_call(effects: Sequence[Effect]) -> dict[int, list[Effect]]:
    found: dict[int, list[Effect]] = {}
    number = -1
    for kind, what in effects:
        if kind == "call":
            number = int(what)
        else:
            found.setdefault(number, []).append((kind, what))
    return found


def report(problems: list[str]) -> None:
    """Fails with all problems, each on a line."""
    if problems:
        pytest.fail("\n".join(problems), pytrace=False)


@pytest.fixture
def scene(tmp_path: Path) -> Scene:
    """The repository with all that a command may go through whole."""
    return Scene(tmp_path, walked=True)


@pytest.fixture
def whole_scene(tmp_path: Path) -> Scene:
    """The repository with every way."""
    return Scene(tmp_path)

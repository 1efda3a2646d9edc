"""What holds for any call of any command: each way in which one fails is a failure with a key of its own."""

from __future__ import annotations

import argparse
import io
import json
import os
import re
import shutil
import sys
import tempfile
import warnings
from argparse import Namespace
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from typing import Any

import bodyplan
from bodyplan.cli import elapsed_time
from bodyplan.cli import main as program
from bodyplan.cli.checking import progress
from bodyplan.semantics.targets.registry import TARGET_PROFILES
from lxml import etree

from ..memory import peak
from .command_lines import OUT, SIDE_FILES, Case
from .judging import SECONDS, Failure, Hang, exception_failure, limited
from .robots import PARTS

MEMORY = 512 << 20
"""Bytes that one call on a small document may add to the largest size of the process."""
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
"""What moves a cursor, or shows text in another order than it reads."""
WRITES = frozenset(
    ("os.mkdir", "os.rename", "os.remove", "os.rmdir", "os.link", "os.symlink", "os.truncate", "os.chmod", "os.chown")
)
STARTS = frozenset(("subprocess.Popen", "os.system", "os.exec", "os.posix_spawn", "os.spawn", "os.fork", "pty.spawn"))
DEVICES = ("/dev/null", "/dev/full", "/dev")
PROGRAMS = frozenset(("dot", "ruff", "uname"))
"""What a call may start besides the program that ``--fetch`` names: for pictures, generated code, and what Python asks."""
EDITING = frozenset(("upgrade", "set", "rename", "attach", "merge", "remove", "reroot", "extract", "format"))


_make_parser = program.parser_of


@cache
def _parser(called: tuple[str | None, ...]) -> argparse.ArgumentParser:
    return _make_parser(called)


def parser_of(called: Iterable[str | None]) -> argparse.ArgumentParser:
    """The program's parser for a command, made once."""
    return _parser(tuple(called))


class Terminal(io.BytesIO):
    """Standard output or error that may be a terminal."""

    def __init__(self, is_terminal: bool) -> None:
        super().__init__()
        self._is_terminal = is_terminal

    def isatty(self) -> bool:
        return self._is_terminal


class Effects:
    """What a call writes and starts outside of its folder; the hook stays for as long as the process lives.

    Args:
        folder: where writing is nobody's business.
    """

    def __init__(self, folder: Path) -> None:
        self._folder = str(folder)
        self.seen: list[tuple[str, str]] | None = None
        """Kinds and subjects; None while nothing is watched."""
        sys.addaudithook(self._hook)

    def _hook(self, event: str, arguments: tuple[Any, ...]) -> None:
        if self.seen is None:
            return
        if event == "open":
            path, mode, flags = arguments
            writes = (isinstance(mode, str) and set(mode) & set("wax+")) or (
                isinstance(flags, int) and flags & (os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC)
            )
            if writes and isinstance(path, (str, bytes)):
                self._note(event, path)
        elif event in WRITES:
            self._note(event, arguments[0])
        elif event in STARTS:
            self.seen.append((event, str(arguments[0])))
        elif event.startswith(("socket.", "ctypes.", "webbrowser.")):
            self.seen.append((event, ""))

    def _note(self, event: str, path: Any) -> None:
        assert self.seen is not None
        name = os.path.abspath(os.fsdecode(path)) if isinstance(path, (str, bytes, os.PathLike)) else str(path)
        if not name.startswith(self._folder) and name not in DEVICES:
            self.seen.append((event, name))


class CommandJudge:
    """Runs commands in a folder of its own, where the files are that calls name.

    It changes the working folder and watches the process for as long as that lives: it is for a process of its own.

    Args:
        folder: that folder.
    """

    def __init__(self, folder: Path) -> None:
        self._root, self._folder = folder, folder / "work"
        for name, text in {**PARTS, **SIDE_FILES}.items():
            path = self._folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        for name in ("home", "temporary"):
            (folder / name).mkdir(exist_ok=True)
        (self._folder / OUT).mkdir(exist_ok=True)
        os.environ.update(
            HOME=str(folder / "home"),
            TMPDIR=str(folder / "temporary"),
            BODYPLAN_CONFIG_DIR=str(folder / "home" / "config"),
            BODYPLAN_CACHE_DIR=str(folder / "home" / "cache"),
            BODYPLAN_NO_CACHE="1",
        )
        tempfile.tempdir = None
        os.chdir(self._folder)
        self._effects = Effects(folder)
        self._kept = self._state()
        elapsed_time.DELAY = progress.DELAY = 3600.0  # what is shown where a machine is slow has tests of its own
        program.parser_of = parser_of  # type: ignore[assignment]  # a parser has no state, and making one takes long

    def failures(self, case: Case) -> list[Failure]:
        """Everything that does not hold for a call."""
        path = self._folder / case.name
        path.write_bytes(case.seed.data)
        found: list[Failure] = []
        before = peak()
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            try:
                with limited():
                    self._judge(case, found)
            except Hang as hang:
                found.append(Failure("hang", str(hang), f"more than {SECONDS} seconds"))
        grown = peak() - before
        if grown > MEMORY:
            found.append(Failure("memory", case.words[0], f"{grown >> 20} MB more"))
        self._clean(case, found)
        return found

    def _judge(self, case: Case, found: list[Failure]) -> None:
        is_terminal = len(case.seed.data) % 7 == 0
        self._effects.seen = []
        try:
            with _streams(case.seed.data, is_terminal) as (out, errors):
                status = program.main(list(case.words))
        except Exception as error:  # noqa: BLE001  # any is what is looked for
            found.append(exception_failure(case.words[0], error))
            return
        finally:
            seen, self._effects.seen = self._effects.seen, None
            for event, subject in seen or ():
                if not (event == "subprocess.Popen" and _may_start(subject, case.words)):
                    found.append(Failure("effect", f"{event} by {case.words[0]}", subject))
        stdout, stderr = out.getvalue(), errors.getvalue().decode("utf-8", "surrogateescape")
        if status not in (0, 1, 2):
            found.append(Failure("status", f"{status} of {case.words[0]}", stderr[-200:]))
        if "Traceback (most recent call last)" in stderr:
            found.append(Failure("traceback", case.words[0], stderr[-300:]))
        _judge_text(f"{case.words[0]}, standard error", stderr, found)
        if status != 2:
            self._judge_output(case, status, stdout, is_terminal, found)

    def _judge_output(self, case: Case, status: int, stdout: bytes, is_terminal: bool, found: list[Failure]) -> None:
        arguments = arguments_of(case.words)
        if arguments is None:  # help
            return
        text = stdout.decode("utf-8", "surrogateescape")
        form = getattr(arguments, "format", None)
        kind = claim_of(case.words[0], arguments, form)
        # findings go to a file of their own, and a document that was changed does not
        findings = getattr(arguments, "output_file", None) if kind != "document" else None
        output = getattr(arguments, "output", None) or findings
        named = Path(output) if isinstance(output, (str, Path)) else None
        said = text
        if named is not None and status == 0:
            is_file = os.path.isfile(named)  # rather than a device
            said = named.read_bytes().decode("utf-8", "surrogateescape") if is_file else ""
        if kind == "document":
            if status == 0:
                target = arguments.target if case.words[0] == "convert" else None
                self._judge_document(case, said, found, target)
        elif kind == "json" and said.strip():
            _tried_output(case, kind, lambda: json.loads(said), found)
        elif kind == "xml" and said.strip():
            _tried_output(case, kind, lambda: strict(said.encode()), found)
        if kind in ("json", "text") or (kind == "document" and is_terminal and named is None):
            _judge_text(f"{case.words[0]}, {form or kind}", text, found)
        if kind == "document" and (getattr(arguments, "in_place", False) or case.words[0] == "format") and status == 0:
            changed = self._folder / case.name
            if changed.is_file() and changed.read_bytes() != case.seed.data:
                self._judge_document(case, changed.read_bytes().decode("utf-8", "surrogateescape"), found)

    def _judge_document(self, case: Case, text: str, found: list[Failure], target: str | None = None) -> None:
        """A text that a command says is a document can be read, by any parser of XML, and by bodyplan where what it was made of can.

        What was made for a reader need not be anything for others.
        """
        if not text.strip():
            return
        is_xml = text.lstrip("\ufeff \t\r\n").startswith("<")
        try:
            strict(case.seed.data)
        except (ValueError, etree.XMLSyntaxError):
            if is_xml and case.seed.format != "dmd":
                return  # what is changed is as sound as what it was made of
        if is_xml and not _tried_output(
            case, "document", lambda: strict(text.encode("utf-8", "surrogateescape")), found
        ):
            return
        if case.name not in case.words or any(name in case.words for name in SIDE_FILES):
            return
        options: dict[str, Any] = {"search_paths": (self._folder,), "base_dir": self._folder}
        if target in TARGET_PROFILES:
            options["target"] = target
        try:
            bodyplan.loads(case.seed.data, format=case.seed.format, **options)
        except Exception:  # noqa: BLE001  # what it is made of has errors, or the search for failures of loading finds it
            return
        try:
            bodyplan.loads(text, **options, **({} if is_xml else {"format": "dmd"}))
        except bodyplan.LoadError as error:
            first = next(finding for finding in error.diagnostics if finding.severity == "error")
            found.append(Failure("written", f"{case.words[0]} is refused: {first.code}", first.message))
        except Exception as error:  # noqa: BLE001  # any other is what is looked for
            found.append(exception_failure(f"what {case.words[0]} wrote", error))

    def _clean(self, case: Case, found: list[Failure]) -> None:
        """Puts the folder back as it was; what is new in it beside what the call names is a failure."""
        now = self._state()
        if now == self._kept:
            with suppress(OSError):
                os.remove(self._folder / case.name)
            return
        named = {os.path.normpath(word.partition("=")[2] or word) for word in case.words} | {case.name}
        names_all = bool(named & {".", "..", "*.urdf"})
        if "--write-baseline" in case.words:
            named.add("bodyplan-baseline.json")
        for name in (
            ()
            if names_all
            else sorted(now.keys() ^ self._kept.keys() | {n for n in now if now[n] != self._kept.get(n)})
        ):
            parts = Path(name).parts
            if any(os.path.join(*parts[:end]) in named for end in range(1, len(parts) + 1)):
                continue
            if name not in (OUT, "kept") and not (self._folder / name).is_dir():
                found.append(Failure("stray", f"{case.words[0]} leaves or changes a file that it does not name", name))
        shutil.rmtree(self._folder, ignore_errors=True)
        for name, text in {**PARTS, **SIDE_FILES}.items():
            path = self._folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")
        (self._folder / OUT).mkdir(exist_ok=True)
        os.chdir(self._folder)
        self._kept = self._state()

    def _state(self) -> dict[str, tuple[int, int]]:
        """Files and folders in the folder of calls, by their names as seen from there."""
        found: dict[str, tuple[int, int]] = {}
        below = [""]
        while below:
            home = below.pop()
            with os.scandir(self._folder / home) as entries:
                for entry in entries:
                    name = os.path.join(home, entry.name)
                    if entry.is_dir(follow_symlinks=False):
                        below.append(name)
                        found[name] = (0, 0)
                    elif not (home == "" and entry.name.startswith("document")):
                        status = entry.stat(follow_symlinks=False)
                        found[name] = (status.st_size, status.st_mtime_ns)
        return found


@contextmanager
def _streams(data: bytes, is_terminal: bool) -> Iterator[tuple[Terminal, Terminal]]:
    """Standard input that holds the document, and output and error that are kept."""
    kept = sys.stdin, sys.stdout, sys.stderr
    out, errors = Terminal(is_terminal), Terminal(is_terminal)
    sys.stdin = io.TextIOWrapper(io.BytesIO(data), "utf-8")
    sys.stdout = io.TextIOWrapper(out, "utf-8", newline="\n", write_through=True)
    sys.stderr = io.TextIOWrapper(errors, "utf-8", newline="\n", write_through=True)
    made = sys.stdout, sys.stderr
    try:
        yield out, errors
    finally:
        for stream in made:
            with suppress(ValueError):
                stream.detach()  # closing it would close what it writes to
        sys.stdin, sys.stdout, sys.stderr = kept


def arguments_of(words: tuple[str, ...]) -> Namespace | None:
    """What a call says; None where it asks for help, or is wrong."""
    with _streams(b"", False):
        try:
            return parser_of([words[0]]).parse_known_args(list(words))[0]
        except SystemExit:
            return None


def claim_of(command: str, arguments: Namespace, form: str | None) -> str:
    """What a command writes in place of text, as the call asks for it: ``document``, ``json``, ``xml`` or ``other``."""
    if getattr(arguments, "diff", False) or getattr(arguments, "write_baseline", False):
        return "other"  # a diff shows the document's own text
    if command == "check" and "-" in arguments.paths and arguments.fix:
        return "document"  # as changed; findings go to standard error
    if command == "convert":  # findings have the standard output to themselves only where the document goes to a file
        return "document"
    if form in ("json", "sarif", "gitlab"):
        return "json"
    if form in ("junit", "svg"):
        return "xml"
    if command in EDITING and arguments.output is None and not arguments.in_place and arguments.otherwise == "diff":
        return "other"
    if command == "format":
        return "text" if arguments.check else "document"
    if command in ("print", "expand", *EDITING):
        return "document"
    if command == "xacro":
        return "text" if arguments.trace else "document"
    if command in ("view", "schema", "codegen", "graph", "explain"):
        return "other"
    return "text"


def strict(data: bytes) -> Any:
    """A document by a parser that knows nothing of ours.

    Raises:
        etree.XMLSyntaxError: it is not well formed, or a prefix is not declared.
    """
    return etree.fromstring(data, etree.XMLParser(resolve_entities=False, no_network=True, huge_tree=True))


def _tried_output(case: Case, kind: str, read: Callable[[], Any], found: list[Failure]) -> bool:
    try:
        read()
    except (ValueError, etree.XMLSyntaxError) as error:
        found.append(Failure("output", f"{kind} of {case.words[0]} cannot be read", str(error)[:300]))
        return False
    return True


def _judge_text(what: str, text: str, found: list[Failure]) -> None:
    match = CONTROLS.search(COLOURS.sub("", text))
    if match:
        start = max(0, match.start() - 60)
        found.append(Failure("control", what, ascii(text[start : match.end() + 60])))


def _may_start(program: str, words: tuple[str, ...]) -> bool:
    return os.path.basename(program) in PROGRAMS or any(word.startswith(("--fetch", "--config")) for word in words)

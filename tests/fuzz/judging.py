"""What holds for any document whatever: each way in which one fails is a failure with a key of its own."""

from __future__ import annotations

import json
import signal
import traceback
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from types import FrameType
from typing import Any, NamedTuple

import bodyplan
from bodyplan.runtime.element import Element, written_fields
from bodyplan.runtime.sink import Sink
from bodyplan.runtime.source import Source
from bodyplan.semantics.core.bindings import versions_of
from bodyplan.semantics.core.options import Options
from bodyplan.semantics.document.document import Document
from bodyplan.semantics.document.parser import read
from bodyplan.semantics.document.serialization import written_text
from bodyplan.semantics.targets.registry import TARGET_PROFILES
from bodyplan.semantics.upgrade.to_older import writable_versions

from .robots import PARTS
from .seeds import Seed

NEWEST = {format: tuple(versions_of(format))[-1] for format in ("urdf", "skel")}
SECONDS = 10
"""What one document may take of the processor."""


class Failure(NamedTuple):
    """Something that does not hold for a document."""

    kind: str
    """``exception``, ``hang``, ``verdict``, ``words`` (findings differ from one time to the next) or ``written``."""
    what: str
    """The same for failures that have one cause, as far as can be told."""
    detail: str

    @property
    def key(self) -> str:
        """Names the class of failures that this is one of."""
        return f"{self.kind}: {self.what}"


class Hang(BaseException):
    """A document took longer than it may; not an Exception, so that the code under test does not catch it."""


class Choice(NamedTuple):
    """How a document is read."""

    target: Any
    strict: bool


def choice_of(number: int) -> Choice:
    """How the document of a number is read: without a target or with any."""
    random = Random(f"choice {number}")
    return Choice(random.choice((None, None, *TARGET_PROFILES)), random.random() < 0.15)


@contextmanager
def limited() -> Iterator[None]:
    """Ends what takes too long."""

    def stop(number: int, frame: FrameType | None) -> None:
        raise Hang(_place(frame))

    handler = signal.signal(signal.SIGVTALRM, stop)
    signal.setitimer(signal.ITIMER_VIRTUAL, SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
        signal.signal(signal.SIGVTALRM, handler)


def _place(frame: FrameType | None) -> str:
    while frame is not None and not frame.f_globals.get("__name__", "").startswith("bodyplan"):
        frame = frame.f_back
    return "" if frame is None else f"{Path(frame.f_code.co_filename).name}:{frame.f_code.co_name}"


class Judge:
    """Reads documents in a folder of its own, where the files are that they may include.

    Args:
        folder: that folder.
        versions: write each document in every version of its format, and read that.
    """

    def __init__(self, folder: Path, *, versions: bool = False) -> None:
        self.folder = folder
        self.versions = versions
        for name, text in PARTS.items():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_text(text, encoding="utf-8")

    def failures(self, seed: Seed, choice: Choice) -> list[Failure]:
        """Everything that does not hold for a document."""
        path = self.folder / f"document{seed.ending}"
        path.write_bytes(seed.data)
        found: list[Failure] = []
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            try:
                with limited():
                    self._judge(path, seed, choice, found)
            except Hang as hang:
                found.append(Failure("hang", str(hang), f"more than {SECONDS} seconds"))
        return found

    def _judge(self, path: Path, seed: Seed, choice: Choice, found: list[Failure]) -> None:
        options: dict[str, Any] = {**choice._asdict(), "search_paths": (self.folder,)}
        report = _tried(found, "check", lambda: bodyplan.check(path, **options))
        again = _tried(found, "check", lambda: bodyplan.check(path, **options)) if report else None
        if report is None:
            return
        if again is not None and (difference := _first_other(report, again)):
            found.append(Failure("words", difference, "two checks of one document differ"))
        document = _tried(found, "load", lambda: bodyplan.load(path, **options))
        if report.ok != (document is not None) and not any(failure.kind == "exception" for failure in found):
            codes = sorted({finding.code for finding in report.diagnostics if finding.severity == "error"})
            found.append(Failure("verdict", f"ok is {report.ok}", f"target {choice.target}, errors {codes}"))
        if document is not None:
            _read_on(document, choice, found)
            if self.versions:
                self._write_all(document, options, found)
            self._write(document, lambda text: self._loaded(text, document.format, options), found)
        elif not any(failure.kind == "exception" for failure in found):
            # a document that is refused for what it means can be written for all that
            document = _tried(found, "read", lambda: _read(seed.data))
            if document is not None:
                self._write(document, _read, found)

    def _write_all(self, document: Any, options: dict[str, Any], found: list[Failure]) -> None:
        """Writes it in every version that is written: what an old one cannot say may be lost, but it can be read."""
        for version in versions_of(document.format):
            if document.format == "sdformat" and version not in writable_versions():
                continue
            if document.format != "sdformat" and version not in (document.version, NEWEST.get(document.format)):
                continue
            text = _tried(found, f"version {version}", partial(document.dumps, version=version))
            if text is not None:
                _tried(found, f"{version} read", partial(self._loaded, text, document.format, options))

    def _loaded(self, text: str, format: str, options: dict[str, Any]) -> Any:
        return bodyplan.loads(text, base_dir=self.folder, format=format, **options)

    def _write(self, document: Any, read_again: Callable[[str], Any], found: list[Failure]) -> None:
        text = _tried(found, "dumps", partial(document.dumps, canonical=True))
        if text is None:
            return
        saved = _tried(found, "save", document.dumps)
        if saved is not None and saved != (written := written_text(document._parsed_document.source)):
            found.append(Failure("saved", "is not the text that was read", first_line(written, saved)))
        again: Any = None
        try:
            again = read_again(text)
        except bodyplan.LoadError as error:
            first = next(finding for finding in error.diagnostics if finding.severity == "error")
            found.append(Failure("written", f"is refused: {first.code}", first.message))
        except Exception as error:  # noqa: BLE001  # any other is what is looked for
            found.append(exception_failure("loads", error))
        else:
            if again is None:
                found.append(Failure("written", "cannot be read", text[:200]))
        if again is not None:
            if again.root != document.root:
                where = difference(document.root, again.root)
                found.append(Failure("written", f"means something else: {where[0]}", where[1]))
            second = _tried(found, "dumps", partial(again.dumps, canonical=True))
            if second is not None and second != text:
                found.append(Failure("written", "differs the second time", first_line(text, second)))


def _read(data: str | bytes) -> Any:
    """A document by its schema alone; None where it is not well formed."""
    parsed = read(Source(None, data), Sink(), Options())
    return None if parsed is None else Document(parsed, None, Options(), ())


def _read_on(document: Any, choice: Choice, found: list[Failure]) -> None:
    """What a loaded document is good for: none of it may raise anything but our own error."""
    if choice.strict:
        return

    def motion() -> None:
        for scene in document.scenes:
            scene.forward_kinematics({})
            for part in (*scene.links.values(), *scene.joints.values()):
                repr(part)
            list(scene.collision_filter.pairs)

    _tried(found, "scene", motion)
    _tried(found, "expand", lambda: document.dumps(expand=True))
    if document.format == "sdformat":
        _tried(found, "version", lambda: document.dumps(version="1.6"))


def _tried(found: list[Failure], step: str, call: Callable[[], Any]) -> Any:
    """What a call answers; None where it raises, which is a failure unless it raises our own error."""
    try:
        return call()
    except bodyplan.BodyplanError:
        return None
    except Exception as error:  # noqa: BLE001  # any other is what is looked for
        found.append(exception_failure(step, error))
        return None


def exception_failure(step: str, error: Exception) -> Failure:
    """The failure of a step that raised something that is not ours."""
    frames = [frame for frame in traceback.extract_tb(error.__traceback__) if "/tests/" not in frame.filename]
    own = [frame for frame in frames if "site-packages" not in frame.filename and "/lib/python" not in frame.filename]
    place = f"{'/'.join(Path(own[-1].filename).parts[-2:])}:{own[-1].name}" if own else "?"
    return Failure("exception", f"{type(error).__name__} in {place}", f"{step}: {error}"[:300])


def _first_other(one: Any, two: Any) -> str:
    if one.to_dict() == two.to_dict():
        return ""
    pairs = zip(one.diagnostics, two.diagnostics)
    return next((left.code for left, right in pairs if left.to_dict() != right.to_dict()), "number of findings")


def first_line(one: str, two: str) -> str:
    """The first line in which two texts differ."""
    for left, right in zip(one.splitlines(), two.splitlines()):
        if left != right:
            return json.dumps([left[:120], right[:120]])
    return "one is longer"


def difference(one: Any, two: Any, path: str = "") -> tuple[str, str]:
    """Where two typed objects differ: class and field, and the two values."""
    if isinstance(one, Element) and type(one) is type(two):
        for name in one._specs:
            if getattr(one, name) != getattr(two, name):
                return difference(getattr(one, name), getattr(two, name), f"{type(one).__name__}.{name}")
    if isinstance(one, list) and isinstance(two, list):
        for left, right in zip(one, two):
            if left != right:
                return difference(left, right, path)
    return path, f"{_shown(one)} / {_shown(two)}"


def _shown(value: Any) -> str:
    if isinstance(value, Element):
        return f"{type(value).__name__}({', '.join(written_fields(value))})"
    return repr(value)[:150]

"""Files of which it is written down what they were asked and what they answered.

What a check finds follows from its options and from these answers alone: while the same questions are answered in the same
way, it would find the same again.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from typing import Any

from ..diagnostics.records import NamedTuple
from .files import FILES, Files, Path, Samples, Unreadable

Answer = str | bool | None
Question = tuple[int, str, str, int]
"""Which files were asked, by number; what; about which path; of ``read`` and ``head``, how many bytes at most, of
``samples`` how many in each part, of ``inside`` whether links were followed."""

EVERYWHERE = -1
"""Number of the files that may always be read."""

READ, HEAD, FILE, FOLDER, EXISTS, ANYWHERE, REAL, PLACE, INSIDE, SAMPLED = "rhfdeaRpis"


def digest(data: bytes) -> str:
    """The fingerprint of a file's content; two that differ never share one in practice."""
    from hashlib import sha256  # which a check that keeps nothing does without

    return sha256(data).hexdigest()


def ask(files: Files, kind: str, path: str, most: int) -> Answer:
    """What files answer to a question; the content of a file as its ``digest``, or why it is not read."""
    if kind in (READ, HEAD):
        try:
            return digest(files.read(path, most) if kind == READ else files.head(path, most))
        except Unreadable as problem:
            return _describe_refusal(problem)
    if kind == SAMPLED:
        try:
            return _digest_samples(files.samples(path, most))
        except Unreadable as problem:
            return _describe_refusal(problem)
    if kind == REAL:
        return files.real(path)
    if kind == INSIDE:
        return _digest_folder(files.inside(path, follows=bool(most)))
    if kind == PLACE:
        return files.place_of(path)
    look = {FILE: files.is_file, FOLDER: files.is_folder, EXISTS: files.exists, ANYWHERE: files.is_file_anywhere}
    return look[kind](path)


def _digest_samples(found: Samples) -> str:
    return digest(b"".join((b"%d " % found.size, *found.parts)))


class FolderGrant(NamedTuple):
    """Files made of others, by number, that may be read in further folders."""

    of: int
    folders: tuple[str, ...]


class Record:
    """All that was asked on the way to one result.

    Attributes:
        answers: the questions, in order, and their answers; of the first file the digest is made when they are asked for.
        widened: how files were made of others; the first of these has number 1.
        document: what the first file that was read holds; None where it could not be read.
        is_sound: whether what follows from the answers does so again: no question was answered in two ways, as when a
            file is changed meanwhile, and nothing else was asked.
    """

    def __init__(self) -> None:
        self._answers: dict[Question, Answer] = {}
        self._undigested: Question | None = None
        self.widened: list[FolderGrant] = []
        self.document: bytes | None = None
        self.is_sound = True
        self._first: tuple[str, int, bytes] | None = None
        self._watched: RecordingFiles | None = None

    @property
    def answers(self) -> dict[Question, Answer]:
        """See above."""
        if self._undigested is not None and self.document is not None:
            self._answers[self._undigested] = digest(self.document)
            self._undigested = None
        return self._answers

    @property
    def is_confined(self) -> bool:
        """Whether what was asked is confined to folders."""
        return self._watched is not None and self._watched.are_confined

    def watch(self, files: Files) -> Files:
        """The same files, of which everything is written down here; asked again for the same, it answers the same."""
        if self._watched is None:
            self._watched = RecordingFiles(files, self, 0)
        return self._watched

    def watch_all(self, files: Files) -> Files:
        """The same of files that nothing is confined to: what is read there is asked for whatever a document says."""
        return RecordingFiles(files, self, EVERYWHERE)

    def note(self, number: int, kind: str, path: Path, most: int, answer: Answer) -> None:
        """Writes an answer down."""
        known = self._answers.setdefault((number, kind, os.fspath(path), most), answer)
        if known != answer:
            self.is_sound = False

    def first(self, path: Path, most: int) -> bytes | None:
        """What the first file holds, where it is asked for again: each reader of a document reads it anew."""
        if self._first is not None and self._first[:2] == (os.fspath(path), most):
            return self._first[2]
        return None

    def keep(self, number: int, path: Path, most: int, data: bytes) -> bool:
        """Keeps what a file holds, if it is the first: the answer is written down with it."""
        if self._answers:
            return False
        self._first = os.fspath(path), most, data
        self.document = data
        self._undigested = number, READ, os.fspath(path), most
        self._answers[self._undigested] = None
        return True


class RecordingFiles(Files):
    """Files that write down what they are asked, and what they answer.

    Args:
        files: what may be read.
        record: where it is written down.
        number: that of the files there.
    """

    __slots__ = ("_files", "_number", "_record")

    def __init__(self, files: Files, record: Record, number: int) -> None:
        super().__init__()
        self.home, self._roots = files.home, files._roots
        self._files, self._record, self._number = files, record, number

    def with_folders(self, folders: Iterable[Path]) -> Files:
        """The same files and those in ``folders``."""
        if not self.are_confined:
            return self
        further = tuple(os.fspath(folder) for folder in folders)
        self._record.widened.append(FolderGrant(self._number, further))
        return RecordingFiles(self._files.with_folders(further), self._record, len(self._record.widened))

    def only_in(self, folders: Iterable[Path]) -> Files:
        """Those of the files that are in ``folders``; nobody could ask these again."""
        if self.are_confined:
            return self
        self._record.is_sound = False
        return RecordingFiles(self._files.only_in(folders), self._record, self._number)

    def place_of(self, path: Path) -> str | None:
        """Where ``path`` is to be looked for."""
        place = self._files.place_of(path)
        if self.are_confined:
            self._record.note(self._number, PLACE, path, 0, place)
        return place

    def real(self, path: Path) -> str:
        """One name for a file."""
        real = self._files.real(path)
        self._record.note(self._number, REAL, path, 0, real)
        return real

    def read(self, path: Path, most: int) -> bytes:
        """What a file holds."""
        kept = self._record.first(path, most)
        if kept is not None:
            return kept
        return self._record_read(READ, path, most)

    def head(self, path: Path, count: int) -> bytes:
        """The first ``count`` bytes of a file."""
        return self._record_read(HEAD, path, count)

    def samples(self, path: Path, size: int) -> Samples:
        """Some parts of a file."""
        try:
            found = self._files.samples(path, size)
        except Unreadable as problem:
            self._record.note(self._number, SAMPLED, path, size, _describe_refusal(problem))
            raise
        self._record.note(self._number, SAMPLED, path, size, _digest_samples(found))
        return found

    def is_file(self, path: Path) -> bool:
        """Whether there is a regular file that may be read."""
        return self._record_answer(FILE, path, self._files.is_file(path))

    def is_file_anywhere(self, path: Path) -> bool:
        """Whether there is a regular file, be it one that may not be read."""
        return self._record_answer(ANYWHERE, path, self._files.is_file_anywhere(path))

    def is_folder(self, path: Path) -> bool:
        """Whether there is a folder that may be looked into."""
        return self._record_answer(FOLDER, path, self._files.is_folder(path))

    def exists(self, path: Path) -> bool:
        """Whether there is such a file or folder that may be looked at."""
        return self._record_answer(EXISTS, path, self._files.exists(path))

    def inside(self, path: Path, *, follows: bool = True) -> dict[str, bool]:
        """The names in a folder."""
        found = self._files.inside(path, follows=follows)
        self._record.note(self._number, INSIDE, path, int(follows), _digest_folder(found))
        return found

    def variable(self, name: str) -> str | None:
        """The value of a variable of the environment, which is not written down."""
        self._record.is_sound = False
        return self._files.variable(name)

    def find_matching(self, pattern: str) -> list[str]:
        """Paths of the files that fit a pattern; what is in folders is not written down."""
        self._record.is_sound = False
        return self._files.find_matching(pattern)

    def _record_answer(self, kind: str, path: Path, answer: bool) -> bool:
        self._record.note(self._number, kind, path, 0, answer)
        return answer

    def _record_read(self, kind: str, path: Path, most: int) -> bytes:
        try:
            data = self._files.read(path, most) if kind == READ else self._files.head(path, most)
        except Unreadable as problem:
            self._record.note(self._number, kind, path, most, _describe_refusal(problem))
            raise
        if kind != READ or not self._record.keep(self._number, path, most, data):
            self._record.note(self._number, kind, path, most, digest(data))
        return data


class Again:
    """Asks all files again, each question once in a run."""

    def __init__(self) -> None:
        self._known: dict[tuple[str, str], Answer] = {}
        self._contents: dict[str, tuple[int, str]] = {}

    def answer(self, kind: str, path: str, most: int) -> Answer:
        """What is answered now."""
        if kind == READ:
            return self._content(path, most)
        if kind in (HEAD, INSIDE, SAMPLED):
            return ask(FILES, kind, path, most)
        key = kind, path
        if key not in self._known:
            self._known[key] = ask(FILES, kind, path, most)
        return self._known[key]

    def holds(self, rows: Iterable[Sequence[Any]]) -> bool:
        """Whether all answers are still the same."""
        return all(self.answer(kind, path, most) == said for _, kind, path, most, said in rows)

    def _content(self, path: str, most: int) -> str:
        size, known = self._contents.get(path, (0, ""))
        if not known or size > most:
            try:
                data = FILES.read(path, most)
            except Unreadable as problem:
                return _describe_refusal(problem)
            known = digest(data)
            self._contents[path] = len(data), known
        return known


def holds(base: Files, widened: Iterable[Sequence[Any]], rows: Iterable[Sequence[Any]]) -> bool:
    """Whether files that are confined to folders still answer the same.

    Args:
        base: the files.
        widened: those that were made of them, as a ``Record`` has it.
        rows: the questions with their answers.
    """
    made = {EVERYWHERE: FILES, 0: base}
    for number, folders in widened:
        made[len(made) - 1] = made[number].with_folders(folders)
    return all(ask(made[number], kind, path, most) == said for number, kind, path, most, said in rows)


def _digest_folder(inside: dict[str, bool]) -> str:
    """The fingerprint of the names in a folder."""
    return digest(repr(inside).encode("utf-8", "surrogatepass"))


def _describe_refusal(problem: Unreadable) -> str:
    return f"{type(problem).__name__}: {problem}"

"""What was found in documents in earlier runs, as long as it would be found again.

What is found in a document follows from its text, its name, the options, the environment, the program, and what files
answered on the way: their content, whether they are there, where links lead. All but the last make the key of a row; the
answers stand in parts that many rows share, and each question is asked again before what was found is taken for true. Contents are read and
hashed each time: a file can be changed without its size or time telling.
"""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ....diagnostics.records import field_defaults
from ....runtime.budget import MAX_BYTES
from ....runtime.file_trace import READ, Again, ask, digest, holds
from ....semantics.core.options import files_for
from ....semantics.resources.environment import CONSULTED
from ...settings.settings import Settings
from ..job import unpack_result
from .fingerprint import hash_extensions, hash_installation
from .runs import RunOutput
from .store import NAME, Store

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ....runtime.file_trace import Answer
    from ....runtime.files import Files
    from ..job import CheckJob, CheckResult, PackedResult


class Cache:
    """What earlier runs found.

    Args:
        folder: where it is kept.
    """

    def __init__(self, folder: str) -> None:
        self.hits = 0
        """Documents that did not have to be checked."""
        self._store = Store(folder)
        self._again = Again()
        self._same: set[bytes] = set()
        """Parts of which the answers were still the same."""
        self._changed: set[bytes] = set()
        self._marks: dict[int, tuple[Settings, bytes]] = {}
        self._run: bytes | None = None
        """Key of the whole run; None where it is not kept."""
        self._parts: set[bytes] = set()
        """Parts that the run depends on."""
        self._base = self._mark_of_run()

    @property
    def problem(self) -> str | None:
        """Why nothing is read or kept any more, if so."""
        return self._store.problem

    def get(self, asked: CheckJob) -> CheckResult | None:
        """What would be found in a document; None where it has to be checked."""
        if asked.is_outside:
            return None
        row = self._store.get(self._key(asked, self._text(asked)))
        if row is None:
            return None
        try:
            found = unpack_result(row[1]) if self._still(asked, row[0]) else None
        except (ValueError, TypeError, KeyError, IndexError):  # of another layout
            return None
        if found is not None:
            self.hits += 1
            self._parts.update(_names_in(row[0]))
        return found

    def put(self, asked: CheckJob, made: PackedResult) -> None:
        """Keeps what was found in a document."""
        if asked.is_outside:
            return
        text = self._text(asked)
        # a document that was changed meanwhile is looked at again in the next run
        if made.seen is not None and made.text == (None if asked.data is not None else text):
            for part in made.seen:
                self._store.put_part(part.name, part.rows)
            names = [part.name for part in made.seen]
            self._store.put(self._key(asked, text), b"".join(names), made.found)
            self._parts.update(names)
        else:
            self._run = None

    def find_run(self, documents: Sequence[CheckJob], here: Settings, *manner: object) -> RunOutput | None:
        """The output of a whole run; None where each document has to be asked for by itself.

        Args:
            documents: of the run, in order.
            here: the settings of the folder that it is made in.
            manner: all that decides what is reported of what is found, besides the settings of each document.
        """
        settings = {id(asked.settings): asked.settings for asked in documents}
        # what is confined is asked by its own files, and what a program fetches may be another thing each time
        if any(each.confine or each.fetch for each in settings.values()) or not documents:
            return None
        said = [[getattr(each, name) for name in field_defaults(Settings)] for each in (here, *settings.values())]
        key = sha256(repr((manner, said)).encode("utf-8", "surrogateescape"))
        for asked in documents:
            key.update(self._key(asked, self._text(asked)))
        self._run = key.digest()[:NAME]
        row = self._store.get(self._run, "run")
        told = None if row is None or not self._all_hold(_names_in(row[0])) else RunOutput.of(row[1])
        return told if told is not None and told.is_in_place() else None

    def store_run(self, told: RunOutput) -> None:
        """Stores the output of the run that was looked up, if all that was found on the way is stored."""
        if self._run is not None:
            self._store.put(self._run, b"".join(sorted(self._parts)), told.to_bytes(), "run")

    def close(self) -> None:
        """Lets go of the folder."""
        self._store.close()

    def _text(self, asked: CheckJob) -> Answer:
        """What stands for the text of a document."""
        if asked.data is not None:
            return digest(asked.data)
        if asked.settings.confine:
            return ask(_files(asked), READ, asked.path, MAX_BYTES)
        return self._again.answer(READ, asked.path, MAX_BYTES)

    def _key(self, asked: CheckJob, text: Answer) -> bytes:
        key = sha256(self._mark_of(asked.settings))
        key.update(f"{asked.path}\0{asked.data is None} {asked.with_fixes}\0{text}".encode("utf-8", "surrogateescape"))
        return key.digest()[:NAME]

    def _still(self, asked: CheckJob, names: bytes) -> bool:
        """Whether all questions, of which the parts are named, are answered as they were."""
        parts = _names_in(names)
        if asked.settings.confine:
            return all(rows is not None and holds(_files(asked), *rows) for rows in map(self._rows, parts))
        return self._all_hold(parts)

    def _all_hold(self, parts: set[bytes]) -> bool:
        if parts & self._changed:
            return False
        for name in parts - self._same:
            rows = self._rows(name)
            if rows is None or not self._again.holds(rows):
                self._changed.add(name)
                return False
            self._same.add(name)
        return True

    def _rows(self, name: bytes) -> Any:
        rows = self._store.get_part(name)
        return None if rows is None else json.loads(rows.decode("ascii"))

    def _mark_of(self, settings: Settings) -> bytes:
        known = self._marks.get(id(settings))
        if known is None:
            said = (
                settings.strict,
                settings.confine,
                settings.env,
                settings.robot,
                settings.targets,
                settings.search_paths,
                settings.extensions,
                settings.arguments,
                settings.argument_sets,
                settings.fetch,
            )
            mark = sha256(self._base)
            mark.update(repr(said).encode("utf-8", "surrogateescape"))
            mark.update(hash_extensions(settings.extensions))
            # the settings are kept too, so that no others can have their id
            known = self._marks[id(settings)] = settings, mark.digest()
        return known[1]

    def _mark_of_run(self) -> bytes:
        said = (os.getcwd(), [os.environ.get(name, "") for name in CONSULTED])
        return hash_installation() + repr(said).encode("utf-8", "surrogateescape")


def _names_in(row: bytes) -> set[bytes]:
    """The names of parts that stand one behind the other."""
    return {row[at : at + NAME] for at in range(0, len(row), NAME)}


def _files(asked: CheckJob) -> Files:
    settings = asked.settings
    return files_for(settings.search_paths, Path(asked.path).parent, confine=settings.confine)

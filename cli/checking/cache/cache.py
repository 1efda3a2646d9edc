"""What was found in documents in earlier runs, as long as it would be found again.

What is found in a document follows from its text, its name, the options, the environment, the program, and what files
answered on the way: their content, whether they are there, where links lead. All but the last make the key of a row; the
answers stand in the row, and each question is asked again before what was found is taken for true. Contents are read and
hashed each time: a file can be changed without its size or time telling.
"""

from __future__ import annotations

import json
import os
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from ....runtime.budget import MAX_BYTES
from ....runtime.watching import READ, Again, ask, digest, holds
from ....semantics.includes.environment import ENVIRONMENT
from ....semantics.options import files_for
from ..asked import unpacked
from .marks import mark_of_extensions, mark_of_program
from .store import Store

if TYPE_CHECKING:
    from ....runtime.files import Files
    from ...settings.settings import Settings
    from ..asked import Asked, Found, Packed


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
        self._marks: dict[int, tuple[Settings, bytes]] = {}
        self._base = self._mark_of_run()

    @property
    def problem(self) -> str | None:
        """Why nothing is read or kept any more, if so."""
        return self._store.problem

    def get(self, asked: Asked) -> Found | None:
        """What would be found in a document; None where it has to be checked."""
        row = self._store.get(self._key(asked))
        if row is None:
            return None
        try:
            widened, rows = json.loads(row[0])
            if asked.settings.confine:
                still = holds(_files(asked), widened, rows)
            else:
                still = self._again.holds(rows)
            found = unpacked(row[1]) if still else None
        except (ValueError, TypeError, KeyError, IndexError):  # of another layout
            return None
        self.hits += found is not None
        return found

    def put(self, asked: Asked, made: Packed) -> None:
        """Keeps what was found in a document."""
        if made.seen is not None:
            self._store.put(self._key(asked), made.seen, made.found)

    def close(self) -> None:
        """Lets go of the folder."""
        self._store.close()

    def _key(self, asked: Asked) -> bytes:
        key = sha256(self._mark_of(asked.settings))
        key.update(asked.path.encode("utf-8", "surrogateescape"))
        if asked.data is not None:
            content: object = digest(asked.data)
        elif asked.settings.confine:
            content = ask(_files(asked), READ, asked.path, MAX_BYTES)
        else:
            content = self._again.answer(READ, asked.path, MAX_BYTES)
        key.update(f"\0{asked.data is None} {content}".encode("utf-8", "surrogateescape"))
        return key.digest()

    def _mark_of(self, settings: Settings) -> bytes:
        known = self._marks.get(id(settings))
        if known is None:
            said = (settings.strict, settings.confine, settings.targets, settings.search_paths, settings.extensions)
            mark = sha256(self._base)
            mark.update(repr(said).encode("utf-8", "surrogateescape"))
            mark.update(mark_of_extensions(settings.extensions))
            # the settings are kept too, so that no others can have their id
            known = self._marks[id(settings)] = settings, mark.digest()
        return known[1]

    def _mark_of_run(self) -> bytes:
        said = (os.getcwd(), [os.environ.get(name, "") for name in ENVIRONMENT])
        return mark_of_program() + repr(said).encode("utf-8", "surrogateescape")


def _files(asked: Asked) -> Files:
    settings = asked.settings
    return files_for(settings.search_paths, Path(asked.path).parent, confine=settings.confine)

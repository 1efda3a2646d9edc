"""Rows of bytes by key in a file of SQLite that several processes read and write at once.

Whatever is wrong with the file, nothing is raised: what cannot be read is not there, what cannot be written is left out,
and ``problem`` says why. Each row is signed with the user's key, and so is the name of the file: what anybody else has written,
such as a file that comes with a checkout, is not opened, and no row of it is believed.
"""

from __future__ import annotations

import os
import sqlite3
import time
import zlib
from contextlib import suppress
from stat import S_ISREG
from typing import Any, Literal

from ....runtime.user_key import key_problem, sign, verify

Kind = Literal["document", "run", "part"]
"""What a row is about; its signature is not valid for another kind."""

NAME = 16
"""Bytes of a key."""
VERSION = 2
"""Of the layout; another one is another file."""
MOST_BYTES = 1 << 29
"""Above this the rows that were used longest ago go."""
MOST_PENDING = 400
"""Rows that are written together."""
LOCK_SECONDS = 2.0
"""Seconds for which another process is waited for."""
LARGE = 1 << 10
"""Bytes from which on a row is compressed."""
MOST_OF_ROW = 1 << 26
"""Bytes that one row has at most, not compressed."""

_DAY = 24 * 60 * 60
_FILES = ("", "-wal", "-shm", "-journal")
"""Endings of the names of the files that make up a database."""
_LAYOUT = (
    "CREATE TABLE kept (key blob primary key, used integer, signature blob, parts blob, found blob)",
    "CREATE TABLE parts (key blob primary key, signature blob, rows blob)",
)
"""As SQLite writes it down."""


class Store:
    """The rows in a folder, which is made where it is not there.

    Args:
        folder: where the file is.
        most_bytes: how large it may be.
    """

    def __init__(self, folder: str, most_bytes: int = MOST_BYTES) -> None:
        self.problem: str | None = None
        """Why nothing is read or written any more; None as long as something may be."""
        name = sign(b"name", b"findings")
        self.path = os.path.join(folder, f"findings-{VERSION}-{(name or b'').hex()}.sqlite3")
        self._most_bytes = most_bytes
        self._today = int(time.time()) // _DAY
        self._new: dict[bytes, tuple[Kind, bytes, bytes]] = {}
        self._new_parts: dict[bytes, bytes] = {}
        self._has_part: set[bytes] = set()
        """Parts that are there, or will be."""
        self._used: list[bytes] = []
        self._may_write = True
        self._has_written = False
        self._connection: sqlite3.Connection | None = None
        if name is None:
            self.problem = key_problem()
        else:
            self._connection = self._open_database(folder)

    def get(self, key: bytes, kind: Kind = "document") -> tuple[bytes, bytes] | None:
        """The names of the parts of a row, one behind the other, and what was found; None where there is none."""
        row = self._row("select used, signature, parts, found from kept where key = ? and length(found) <= ?", key)
        if row is None or not _is_signed(row[1], kind, key, *row[2:]):
            return None
        used, _, parts, found = row
        unfolded = _decompress_row(found)
        if unfolded is None:
            return None
        if used != self._today:
            self._used.append(key)
        return parts, unfolded

    def get_part(self, name: bytes) -> bytes | None:
        """A part; None where it is not there."""
        row = self._row("select signature, rows from parts where key = ? and length(rows) <= ?", name)
        if row is None or not _is_signed(row[0], "part", name, row[1]):
            return None
        self._has_part.add(name)
        return _decompress_row(row[1])

    def put(self, key: bytes, parts: bytes, found: bytes, kind: Kind = "document") -> None:
        """Writes a row, now or soon."""
        self._new[key] = kind, parts, _compress_row(found)
        if len(self._new) >= MOST_PENDING:
            self.flush()

    def put_part(self, name: bytes, rows: bytes) -> None:
        """Writes a part, which may be there already."""
        if name not in self._has_part:
            self._has_part.add(name)
            self._new_parts[name] = _compress_row(rows)

    def flush(self) -> None:
        """Writes what was not yet."""
        connection, new, parts, used = self._connection, self._new, self._new_parts, self._used
        self._new, self._new_parts, self._used = {}, {}, []
        if connection is None or not self._may_write or not (new or used):
            return
        try:
            with connection:
                connection.execute("begin immediate")
                connection.executemany("update kept set used = ? where key = ?", [(self._today, key) for key in used])
                connection.executemany(
                    "insert or replace into parts values (?, ?, ?)",
                    [(name, _signature("part", name, rows), rows) for name, rows in parts.items()],
                )
                connection.executemany(
                    "insert or replace into kept values (?, ?, ?, ?, ?)",
                    [(key, self._today, _signature(kind, key, *row), *row) for key, (kind, *row) in new.items()],
                )
        except sqlite3.OperationalError as error:
            if "locked" in str(error):  # by others for long: these rows are left out
                self._has_part -= parts.keys()
            else:  # read-only, or the disk is full
                self.problem, self._may_write = str(error), False
        except sqlite3.Error as error:
            self._give_up(error)
        else:
            self._has_written = self._has_written or bool(new)

    def close(self) -> None:
        """Writes what was not yet, drops what is too much, and lets go of the file."""
        self.flush()
        connection = self._connection
        if connection is None:
            return
        try:
            if self._has_written:
                self._prune(connection)
            connection.close()
        except sqlite3.Error as error:
            self._give_up(error)
        self._connection = None

    def _row(self, question: str, key: bytes) -> tuple[Any, ...] | None:
        if self._connection is None:
            return None
        try:
            row: tuple[Any, ...] | None = self._connection.execute(question, (key, MOST_OF_ROW)).fetchone()
        except (sqlite3.Error, OverflowError) as error:
            self._give_up(error)
            return None
        return row

    def _prune(self, connection: sqlite3.Connection) -> None:
        while self._bytes(connection) > self._most_bytes:
            rows = connection.execute("select count(*) from kept").fetchone()[0]
            if not rows:
                break
            with connection:
                connection.execute("begin immediate")
                connection.execute(
                    "delete from kept where key in (select key from kept order by used, rowid limit ?)",
                    (rows // 4 + 1,),
                )
                needed = {
                    parts[at : at + NAME]
                    for (parts,) in connection.execute("select parts from kept where typeof(parts) = 'blob'")
                    for at in range(0, len(parts), NAME)
                }
                idle = [key for key in connection.execute("select key from parts") if key[0] not in needed]
                connection.executemany("delete from parts where key = ?", idle)
            connection.executescript("pragma incremental_vacuum")  # other calls take one step of it

    def _bytes(self, connection: sqlite3.Connection) -> int:
        size, pages, free = (
            connection.execute(f"pragma {name}").fetchone()[0] for name in ("page_size", "page_count", "freelist_count")
        )
        return int(size * (pages - free))

    def _open_database(self, folder: str) -> sqlite3.Connection | None:
        try:
            os.makedirs(folder, mode=0o700, exist_ok=True)
            self.problem = self._problem_of(folder)
        except OSError as error:
            self.problem = error.strerror or str(error)
        if self.problem is not None:
            return None
        try:
            return self._connect()
        except sqlite3.OperationalError as error:
            self.problem = str(error)
            return None
        except sqlite3.Error:  # no such file: another takes its place
            for ending in _FILES:
                with suppress(OSError):
                    os.remove(self.path + ending)
        try:
            return self._connect()
        except sqlite3.Error as error:
            self.problem = str(error)
            return None

    def _problem_of(self, folder: str) -> str | None:
        """Why the folder or a file in it is not used.

        Raises:
            OSError: it cannot be looked at.
        """
        if not _is_own(os.stat(folder)):
            return "the folder belongs to another user"
        for ending in _FILES:
            try:
                status = os.lstat(self.path + ending)
            except FileNotFoundError:
                continue
            if not S_ISREG(status.st_mode) or not _is_own(status):  # SQLite follows links
                return f"{self.path + ending} is not a regular file of this user"
        return None

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=LOCK_SECONDS, isolation_level=None)
        try:
            connection.execute("pragma trusted_schema = off")
            layout = _layout(connection)
            if not layout:
                connection.execute("pragma auto_vacuum = incremental")
                connection.execute("pragma journal_mode = wal").fetchall()
                tables = ";".join(each.replace("TABLE", "TABLE if not exists") for each in _LAYOUT)
                connection.executescript(f"begin immediate;{tables};commit")  # others see all of it, or nothing
                layout = _layout(connection)
            if layout != sorted(_LAYOUT):
                raise sqlite3.DatabaseError("the database has another layout")
            connection.execute("pragma synchronous = normal")
            connection.execute("select used, signature, parts, found from kept limit 1").fetchone()
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    def _give_up(self, error: Exception) -> None:
        """Lets a file alone that cannot be used; the next run makes another where it is broken."""
        self.problem = str(error)
        connection, self._connection = self._connection, None
        if connection is not None:
            with suppress(sqlite3.Error):
                connection.close()
        if isinstance(error, sqlite3.DatabaseError) and not isinstance(error, sqlite3.OperationalError):
            with suppress(OSError):
                os.remove(self.path)


def _layout(connection: sqlite3.Connection) -> list[str]:
    """All that a database is said to hold: a view or a trigger could run what it likes."""
    rows = connection.execute("select sql from sqlite_master where sql is not null order by sql limit 9")
    return [str(sql) for (sql,) in rows]


def _is_own(status: os.stat_result) -> bool:
    return os.name != "posix" or status.st_uid == os.geteuid()


def _signature(kind: Kind, *values: bytes) -> bytes | None:
    return sign(_join_values(values), _purpose(kind))


def _is_signed(signature: object, kind: Kind, *values: object) -> bool:
    """Whether a row is as it was written, by bodyplan for this user."""
    if not isinstance(signature, bytes):
        return False
    own = tuple(value for value in values if isinstance(value, bytes))
    return len(own) == len(values) and verify(_join_values(own), _purpose(kind), signature)


def _join_values(values: tuple[bytes, ...]) -> bytes:
    """Values one behind the other, so that it is clear where each ends."""
    return b"".join(len(value).to_bytes(8, "big") + value for value in values)


def _purpose(kind: Kind) -> bytes:
    return f"findings of a {kind}".encode()


def _compress_row(data: bytes) -> bytes:
    return b"z" + zlib.compress(data, 1) if len(data) >= LARGE else b"-" + data


def _decompress_row(data: bytes) -> bytes | None:
    """What was folded; None where that is too much."""
    if data[:1] != b"z":
        return data[1:]
    unpacking = zlib.decompressobj()
    unfolded = unpacking.decompress(data[1:], MOST_OF_ROW)
    return None if unpacking.unconsumed_tail else unfolded

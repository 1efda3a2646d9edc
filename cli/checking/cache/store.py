"""Rows of bytes by key in a file of SQLite that several processes read and write at once.

Whatever is wrong with the file, nothing is raised: what cannot be read is not there, what cannot be written is left out,
and ``problem`` says why. A row tells by a checksum whether it is as it was written.
"""

from __future__ import annotations

import os
import sqlite3
import time
import zlib
from contextlib import suppress
from typing import Any

NAME = 16
"""Bytes of a key."""
VERSION = 1
"""Of the layout; another one is another file."""
MOST_BYTES = 1 << 29
"""Above this the rows that were used longest ago go."""
AT_ONCE = 400
"""Rows that are written together."""
PATIENCE = 2.0
"""Seconds for which another process is waited for."""
LARGE = 1 << 10
"""Bytes from which on a row is compressed."""

_DAY = 24 * 60 * 60
_LAYOUT = """
create table if not exists kept (key blob primary key, used integer, crc integer, parts blob, found blob);
create table if not exists parts (key blob primary key, crc integer, rows blob);
"""


class Store:
    """The rows in a folder, which is made where it is not there.

    Args:
        folder: where the file is.
        most_bytes: how large it may be.
    """

    def __init__(self, folder: str, most_bytes: int = MOST_BYTES) -> None:
        self.problem: str | None = None
        """Why nothing is read or written any more; None as long as something may be."""
        self.path = os.path.join(folder, f"findings-{VERSION}.sqlite3")
        self._most_bytes = most_bytes
        self._today = int(time.time()) // _DAY
        self._new: dict[bytes, tuple[bytes, bytes]] = {}
        self._new_parts: dict[bytes, bytes] = {}
        self._has_part: set[bytes] = set()
        """Parts that are there, or will be."""
        self._used: list[bytes] = []
        self._may_write = True
        self._has_written = False
        self._connection = self._opened(folder)

    def get(self, key: bytes) -> tuple[bytes, bytes] | None:
        """The names of the parts of a row, one behind the other, and what was found; None where there is none."""
        row = self._row("select used, crc, parts, found from kept where key = ?", key)
        if row is None:
            return None
        used, crc, parts, found = row
        if not isinstance(parts, bytes) or not isinstance(found, bytes) or crc != _checksum(key, parts, found):
            return None
        if used != self._today:
            self._used.append(key)
        return parts, _unfolded(found)

    def get_part(self, name: bytes) -> bytes | None:
        """A part; None where it is not there."""
        row = self._row("select crc, rows from parts where key = ?", name)
        if row is None or not isinstance(row[1], bytes) or row[0] != _checksum(name, row[1]):
            return None
        self._has_part.add(name)
        return _unfolded(row[1])

    def put(self, key: bytes, parts: bytes, found: bytes) -> None:
        """Writes a row, now or soon."""
        self._new[key] = parts, _folded(found)
        if len(self._new) >= AT_ONCE:
            self.flush()

    def put_part(self, name: bytes, rows: bytes) -> None:
        """Writes a part, which may be there already."""
        if name not in self._has_part:
            self._has_part.add(name)
            self._new_parts[name] = _folded(rows)

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
                    [(name, _checksum(name, rows), rows) for name, rows in parts.items()],
                )
                connection.executemany(
                    "insert or replace into kept values (?, ?, ?, ?, ?)",
                    [(key, self._today, _checksum(key, *row), *row) for key, row in new.items()],
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
            row: tuple[Any, ...] | None = self._connection.execute(question, (key,)).fetchone()
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
                    for (parts,) in connection.execute("select parts from kept")
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

    def _opened(self, folder: str) -> sqlite3.Connection | None:
        try:
            os.makedirs(folder, mode=0o700, exist_ok=True)
        except OSError as error:
            self.problem = error.strerror or str(error)
            return None
        try:
            return self._connect()
        except sqlite3.OperationalError as error:
            self.problem = str(error)
            return None
        except sqlite3.Error:  # no such file: another takes its place
            for ending in ("", "-wal", "-shm"):
                with suppress(OSError):
                    os.remove(self.path + ending)
        try:
            return self._connect()
        except sqlite3.Error as error:
            self.problem = str(error)
            return None

    def _connect(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path, timeout=PATIENCE, isolation_level=None)
        try:
            if not connection.execute("select 1 from sqlite_master where name = 'parts'").fetchone():
                connection.execute("pragma auto_vacuum = incremental")
                connection.execute("pragma journal_mode = wal").fetchall()
                connection.executescript(_LAYOUT)
            connection.execute("pragma synchronous = normal")
            connection.execute("select used, crc, parts, found from kept limit 1").fetchone()
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


def _checksum(*values: bytes) -> int:
    crc = 0
    for value in values:
        crc = zlib.crc32(value, crc)
    return crc


def _folded(data: bytes) -> bytes:
    return b"z" + zlib.compress(data, 1) if len(data) >= LARGE else b"-" + data


def _unfolded(data: bytes) -> bytes:
    return zlib.decompress(data[1:]) if data[0] == ord("z") else data[1:]

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
create table if not exists kept (key blob primary key, used integer, crc integer, seen blob, found blob) without rowid;
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
        self._used: list[bytes] = []
        self._may_write = True
        self._has_written = False
        self._connection = self._opened(folder)

    def get(self, key: bytes) -> tuple[bytes, bytes] | None:
        """The two values of a row; None where there is none."""
        if self._connection is None:
            return None
        try:
            row = self._connection.execute("select used, crc, seen, found from kept where key = ?", (key,)).fetchone()
        except (sqlite3.Error, OverflowError) as error:
            self._give_up(error)
            return None
        if row is None:
            return None
        used, crc, seen, found = row
        if not isinstance(seen, bytes) or not isinstance(found, bytes) or crc != _checksum(key, seen, found):
            return None
        try:
            seen, found = _unfolded(seen), _unfolded(found)
        except (zlib.error, IndexError):
            return None
        if used != self._today and self._may_write:
            self._used.append(key)
        return seen, found

    def put(self, key: bytes, seen: bytes, found: bytes) -> None:
        """Writes a row, now or soon."""
        if self._connection is None or not self._may_write:
            return
        self._new[key] = _folded(seen), _folded(found)
        if len(self._new) >= AT_ONCE:
            self.flush()

    def flush(self) -> None:
        """Writes what was not yet."""
        connection, new, used = self._connection, self._new, self._used
        self._new, self._used = {}, []
        if connection is None or not self._may_write or not (new or used):
            return
        try:
            with connection:
                connection.execute("begin immediate")
                connection.executemany("update kept set used = ? where key = ?", [(self._today, key) for key in used])
                connection.executemany(
                    "insert or replace into kept values (?, ?, ?, ?, ?)",
                    [(key, self._today, _checksum(key, *row), *row) for key, row in new.items()],
                )
        except sqlite3.OperationalError as error:  # in use, read-only, or the disk is full
            if "locked" not in str(error):  # by others for long: these rows are left out
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

    def _prune(self, connection: sqlite3.Connection) -> None:
        page: int = connection.execute("pragma page_size").fetchone()[0]
        while True:
            pages = connection.execute("pragma page_count").fetchone()[0]
            pages -= connection.execute("pragma freelist_count").fetchone()[0]
            rows = connection.execute("select count(*) from kept").fetchone()[0] if pages * page > self._most_bytes else 0
            if not rows:
                break
            with connection:
                connection.execute(
                    "delete from kept where key in (select key from kept order by used limit ?)", (max(1, rows // 4),)
                )
            connection.execute("pragma incremental_vacuum").fetchall()

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
            if not connection.execute("select 1 from sqlite_master where name = 'kept'").fetchone():
                connection.execute("pragma auto_vacuum = incremental")
                connection.execute("pragma journal_mode = wal").fetchall()
                connection.executescript(_LAYOUT)
            connection.execute("pragma synchronous = normal")
            connection.execute("select used, crc, seen, found from kept limit 1").fetchone()
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


def _checksum(key: bytes, seen: bytes, found: bytes) -> int:
    return zlib.crc32(found, zlib.crc32(seen, zlib.crc32(key)))


def _folded(data: bytes) -> bytes:
    return b"z" + zlib.compress(data, 1) if len(data) >= LARGE else b"-" + data


def _unfolded(data: bytes) -> bytes:
    return zlib.decompress(data[1:]) if data[0] == ord("z") else data[1:]

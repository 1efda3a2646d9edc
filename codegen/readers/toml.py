"""Opens TOML files and says where they are wrong."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence
from typing import Any, NamedTuple, NoReturn

from ...diagnostics.zip_tables import AnyPath
from ...runtime import toml
from ..errors import SchemaError
from .files import read_bytes


class Limits(NamedTuple):
    """How much a file may hold."""

    most_bytes: int = 1 << 24
    most_values: int = 1 << 19
    """Of tables and lists, and texts, numbers and others in them."""


MOST_LEVELS = 32
"""How deep tables and lists may appear in each other, and how many parts a key may have."""

_KEY = r"""(?:[\w-]+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*')"""
_LONG_KEY = re.compile(rf"(?:^|[{{,])[ \t]*\[?\[?[ \t]*(?:{_KEY}[ \t]*\.[ \t]*){{{MOST_LEVELS}}}", re.MULTILINE)
"""A key of more parts, for each of which the decoder goes through all before it."""
_NO_CHARACTER = re.compile("[^\t\n\r\x20-\x7e\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
"""What neither XML can hold nor a terminal should be sent."""
_MOST_INTEGER = 1 << 63


class TomlFile:
    """What a TOML file holds, and on which lines.

    Attributes:
        path: the file.
        data: its content: texts that XML can hold, finite numbers of 64 bits, dates, lists and tables.
    """

    def __init__(self, path: AnyPath, limits: Limits = Limits()) -> None:  # noqa: B008 - a constant
        """Reads the file.

        Raises:
            SchemaError: it cannot be read, is not TOML, is too large, or holds what no table may hold.
        """
        self.path = path
        self.data: dict[str, Any] = {}
        try:
            text = read_bytes(path, limits.most_bytes).decode()
        except UnicodeDecodeError as error:
            raise SchemaError(str(path), 0, f"not UTF-8: {error.reason}") from None
        self.lines = text.split("\n")
        long = _LONG_KEY.search(text)
        if long is not None:
            line = text.count("\n", 0, long.end()) + 1
            raise SchemaError(str(path), line, f"a key has more than {MOST_LEVELS} parts")
        try:
            self.data = toml.loads(text)
        except toml.TOMLDecodeError as error:
            place = re.search(r"at line (\d+)", str(error))
            raise SchemaError(str(path), int(place[1]) if place else 0, f"not TOML: {error}") from None
        except ValueError as error:  # a number of more digits than Python reads
            raise SchemaError(str(path), 0, f"not TOML: {error}") from None
        except RecursionError:
            raise SchemaError(str(path), 0, f"lists or tables are nested more than {MOST_LEVELS} deep") from None
        self._check(limits.most_values)

    def line_of(self, header: str, number: int = 1) -> int:
        """Line of the ``number``th table with a header such as ``[[tag]]``, 0 if there is none."""
        return next(iter(self.lines_of(header)[number - 1 :]), 0)

    def lines_of(self, header: str) -> list[int]:
        """Lines of the tables with a header."""
        return [line for line, text in enumerate(self.lines, 1) if text.strip().startswith(header)]

    def line_of_key(self, start: int, keys: Sequence[str]) -> int:
        """Line on which one of ``keys`` is in the table that begins at ``start``; ``start`` where none is found."""
        for line, text in enumerate(self.lines[max(start - 1, 0) :], max(start, 1)):
            if (
                line > start
                and text.startswith("[[")
                and not text.startswith("[[tag.")
                and not any(map(text.startswith, keys))
            ):
                break
            for key in keys:
                if (
                    text.strip().startswith(key)
                    if key.startswith("[")
                    else re.search(rf"(^|[\s{{,]){re.escape(key)}\s*=", text)
                ):
                    return line
        return start

    def _check(self, most_values: int) -> None:
        """Goes through all values.

        Raises:
            SchemaError: there are too many, they are nested too deep, or one is nothing that a table may hold.
        """
        ahead: list[tuple[Any, tuple[str | int, ...]]] = [(self.data, ())]
        count = 0
        while ahead:
            value, place = ahead.pop()
            if len(place) > MOST_LEVELS:
                self._refuse(f"lists or tables are nested more than {MOST_LEVELS} deep", place)
            count += len(value) if isinstance(value, (dict, list)) else 0
            if count > most_values:
                raise SchemaError(str(self.path), 0, f"it holds more than {most_values} values")
            if isinstance(value, dict):
                for key, each in value.items():
                    self._check_text(key, (*place, key))
                    ahead.append((each, (*place, key)))
            elif isinstance(value, list):
                ahead += [(each, (*place, index)) for index, each in enumerate(value)]
            elif isinstance(value, str):
                self._check_text(value, place)
            elif isinstance(value, float) and not math.isfinite(value):
                self._refuse(f"a number is {value}, and has to be finite", place)
            elif isinstance(value, int) and not -_MOST_INTEGER <= value < _MOST_INTEGER:
                self._refuse("a whole number has more than 64 bits", place)

    def _check_text(self, text: str, place: tuple[str | int, ...]) -> None:
        found = _NO_CHARACTER.search(text)
        if found is not None:
            self._refuse(f"a text holds the character U+{ord(found[0]):04X}, which XML does not have", place)

    def _refuse(self, message: str, place: tuple[str | int, ...]) -> NoReturn:
        first, *rest = place
        index = rest[0] + 1 if rest and isinstance(rest[0], int) else 1
        start = self.line_of(f"[[{first}]]", index) or self.line_of(f"[{first}]") or self.line_of(f'["{first}"]')
        keys = [key for key in place if isinstance(key, str)]
        raise SchemaError(str(self.path), self.line_of_key(start, keys[-1:]), message)


def read_toml(path: AnyPath) -> dict[str, Any]:
    """The content of a TOML file.

    Raises:
        SchemaError: it cannot be read, or is not TOML.
    """
    return TomlFile(path).data

"""Parts of Scene JSON that are made as text, where there are thousands of them, within the rest, which is made as data."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from json.encoder import encode_basestring

from .json_data import IDENTITY_POSE

HOLDERS = ("documents", "others", "tabs")
"""Keys of lists whose rows may hold text."""


quote = encode_basestring
"""The JSON of a text."""


class JsonText(str):
    """JSON of a list that is not to be encoded again."""

    __slots__ = ()


def value_text(value: object, key: str = "") -> str:
    """The JSON of data, in the shortest form; that of what is text already as it is.

    Raises:
        ValueError: a number is not finite.
    """
    if isinstance(value, JsonText):
        return value
    if isinstance(value, Mapping) and any(name in HOLDERS or isinstance(value[name], JsonText) for name in value):
        return f"{{{','.join(f'{quote(name)}:{value_text(each, name)}' for name, each in value.items())}}}"
    if key in HOLDERS and isinstance(value, (list, tuple)):
        return list_text(value_text(each) for each in value)
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))


def list_text(rows: Iterable[str]) -> JsonText:
    """The list of rows that are text."""
    return JsonText(f"[{','.join(rows)}]")


def place_text(place: tuple[int, int] | None) -> str:
    """The place of an element: a file by its number, and a line."""
    return "null" if place is None else f'{{"file":{place[0]},"line":{place[1]}}}'


def numbers_text(values: Sequence[float]) -> str:
    """Several numbers, which are made text by the thousand: what ``repr`` writes with a letter is none, or no number of Python's own."""
    if values is IDENTITY_POSE:
        return _IDENTITY
    text = f"[{','.join(map(repr, values))}]"
    return value_text(values) if "n" in text else text


_IDENTITY = value_text(IDENTITY_POSE)

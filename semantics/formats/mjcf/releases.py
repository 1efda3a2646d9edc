"""Which release of MuJoCo had last what the newest one refuses."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

from ....diagnostics import rules
from ....runtime.source import literal_tag
from ..schema_tables import read_schema_table

if TYPE_CHECKING:
    from collections.abc import Iterable

    from lxml.etree import _Element

    from ....runtime.sink import Sink

GONE = "gone.toml"


def find_last_release(element: _Element, attribute: str | None) -> tuple[str, bool] | None:
    """See ``Elsewhere``: no release that is described is later than the newest."""
    tag, around = literal_tag(element), element.getparent()
    place = f"{tag}/@{attribute}" if attribute else f"{'' if around is None else literal_tag(around)}/{tag}"
    last = read_schema_table("mjcf", GONE)["parts"].get(place)
    return None if last is None else (last, False)


@cache
def _gone_words() -> dict[str, list[tuple[str, dict[str, str]]]]:
    """By tag, the attributes that had other words, and the last release that knew each of these."""
    found: dict[str, list[tuple[str, dict[str, str]]]] = {}
    for place, words in read_schema_table("mjcf", GONE)["words"].items():
        tag, _, name = place.partition("/@")
        found.setdefault(tag, []).append((name, words))
    return found


def tags_of_gone_words() -> Iterable[str]:
    """The tags of elements with such attributes."""
    return _gone_words().keys()


def report_gone_words(root: _Element, sink: Sink) -> None:
    """Reports words that the typed elements have for the sake of older releases."""
    gone = _gone_words()
    for element in root.iter(*gone):
        for name, words in gone[literal_tag(element)]:
            text = element.get(name)
            if text in words:
                said: dict[str, Any] = {"text": text, "suggested": None, "allowed": (), "until": words[text]}
                sink.report(rules.NOT_ALLOWED, element, attribute=name, **said)

"""Which release of MuJoCo had last what the newest one refuses."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....diagnostics import rules
from ....runtime.source import literal_tag
from ..schema_tables import read_schema_table

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....runtime.sink import Sink

GONE = "gone.toml"


def find_last_release(element: _Element, attribute: str | None) -> tuple[str, bool] | None:
    """See ``Elsewhere``: no release that is described is later than the newest."""
    tag, around = literal_tag(element), element.getparent()
    place = f"{tag}/@{attribute}" if attribute else f"{'' if around is None else literal_tag(around)}/{tag}"
    last = read_schema_table("mjcf", GONE)["parts"].get(place)
    return None if last is None else (last, False)


def report_gone_words(root: _Element, sink: Sink) -> None:
    """Reports words that the typed elements have for the sake of older releases."""
    places = {tuple(place.split("/@")): words for place, words in read_schema_table("mjcf", GONE)["words"].items()}
    for element in root.iter(*{tag for tag, _ in places}):
        tag = literal_tag(element)
        for (owner, name), words in places.items():
            text = element.get(name) if owner == tag else None
            if text in words:
                said = {"text": text, "suggested": None, "allowed": (), "until": words[text]}
                sink.report(rules.NOT_ALLOWED, element, attribute=name, **said)

"""Names of links and joints in plugins, which stand there as texts that no format knows: new where what they name has a new one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...runtime.source import literal_tag

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from lxml.etree import _Element

    from .coverage.ledger import Ledger

WORDS = {"joint": ("joint",), "link": ("link", "body", "frame")}
"""Parts of tags and attributes that tell what is named."""
Names = dict[str, "Mapping[str, str | None]"]
"""By kind, new names by old ones; None: it is no more, or several."""


def rename_in_plugins(made: _Element, source: _Element, names: Names, ledger: Ledger) -> None:
    """Gives texts and attributes in plugins that are names of links or joints the new ones, and reports it."""
    for plugin, origin in zip(made.iter("plugin"), source.iter("plugin")):
        for element, there in zip(plugin.iterdescendants("*"), origin.iterdescendants("*")):
            for attribute, said in _find_name_texts(element):
                found = {kind: new[said] for kind, new in names.items() if said in new}
                if all(new == said for new in found.values()):
                    continue
                kind = _kind(attribute, found) or _kind(literal_tag(element), found)
                meant = {found[kind]} if kind is not None else set(found.values())
                new = meant.pop() if len(meant) == 1 else None
                if new is None:
                    ledger.approximate(there, f"the same, though {said!r} may have another name or is no more")
                elif attribute:
                    element.set(attribute, new)
                    ledger.report_representation(there, repr(new), attribute=attribute)
                elif new != said:
                    element.text = (element.text or "").replace(said, new)
                    ledger.report_representation(there, repr(new))


def _find_name_texts(element: _Element) -> Iterator[tuple[str, str]]:
    """What may be a name in an element, by attribute; the text by none."""
    text = (element.text or "").strip()
    if text and not len(element):
        yield "", text
    for name, value in list(element.attrib.items()):
        yield str(name), value


def _kind(word: str, found: Mapping[str, object]) -> str | None:
    told = [kind for kind, parts in WORDS.items() if kind in found and any(part in word.lower() for part in parts)]
    return told[0] if len(told) == 1 else None

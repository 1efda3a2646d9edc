"""Names of links and joints in plugins, which stand there as texts that no format knows: new where what they name has a new one.

What the tables of plugins say of a parameter counts; of any other its own text and its tag show whether it is a name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...runtime.source import literal_tag
from ..formats.plugin_tables import find_shipped

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from lxml.etree import _Element

    from ..formats.plugin_tables import Plugin
    from .coverage.ledger import Ledger

WORDS = {"joint": ("joint",), "link": ("link", "body", "frame")}
"""Parts of tags and attributes that tell what is named."""
Names = dict[str, "Mapping[str, str | None]"]
"""By kind, new names by old ones; None: it is no more, or several."""


def rename_in_plugins(made: _Element, source: _Element, names: Names, ledger: Ledger) -> None:
    """Gives texts and attributes in plugins that are names of links or joints the new ones, and reports it."""
    for plugin, origin in zip(made.iter("plugin"), source.iter("plugin")):
        known = find_shipped(plugin.get("filename", ""), plugin.get("name", ""))
        for element, there in zip(plugin.iterdescendants("*"), origin.iterdescendants("*")):
            for attribute, said in _find_name_texts(element):
                kinds = names if known is None else _kinds_by_table(known, element, attribute, names)
                found = {kind: names[kind][said] for kind in kinds if said in names[kind]}
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


def _kinds_by_table(plugin: Plugin, element: _Element, attribute: str, names: Names) -> Iterable[str]:
    """What a text in a plugin may be the name of, by the table of the plugin."""
    steps = [literal_tag(each) for each in (element, *element.iterancestors())]
    path = "/".join(reversed(steps[: steps.index("plugin")]))
    parameter = plugin.find(f"{path}/@{attribute}" if attribute else path)
    if parameter is None or parameter.is_open or parameter.names == "frame":
        return names
    return [kind for kind in names if kind == parameter.names]


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

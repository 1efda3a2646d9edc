"""Units of attributes, from the dimensions that ``XMLunits.rst`` lists."""

from __future__ import annotations

import re

from .grammar import MjcfGrammar

_ROW = re.compile(r":ref:`[^`<]*<([\w-]+)>`\s*\n\s*- :math:`([^`]*)`(?: or :math:`([^`]*)`)?")
_FACTOR = re.compile(r"([MLTAQF1])(?:\^\{(-?\d+)\})?")
BASE = {"M": "kg", "L": "m", "T": "s", "1": ""}
FIRST, SECOND = {"F": "N", "Q": "m", "A": "deg"}, {"F": "N·m", "Q": "rad", "A": "rad"}
"""What forces and coordinates are measured in along a line and about an axis, and angles by ``compiler/angle``."""
NAMED = {"kg·m/s²": "N", "kg·m²/s²": "N·m", "kg/(m·s²)": "Pa", "1/s": "1/s"}
"""Products that have a name of their own."""
_POWERS = {1: "", 2: "²", 3: "³", 4: "⁴"}


def parse_units(text: str) -> dict[str, str]:
    """The unit of each attribute by its anchor, as far as the list says one."""
    return {anchor: spell_units(dimension) for anchor, dimension, _ in _ROW.findall(text) if dimension}


def spell_units(dimension: str) -> str:
    """Units of one dimension, or of several that are divided by commas: ``L\\,T^{-2}`` is m/s²."""
    units = [_spell_unit(part) for part in dimension.replace("\\,", "").replace("\\ ", " ").split(",")]
    return units[0] if len(set(units)) == 1 else ", ".join(units)


def _spell_unit(dimension: str) -> str:
    factors = [(letter, int(power or 1)) for letter, power in _FACTOR.findall(dimension)]
    return " or ".join(dict.fromkeys(_product(factors, {**BASE, **kind}) for kind in (FIRST, SECOND)))


def _product(factors: list[tuple[str, int]], units: dict[str, str]) -> str:
    above = [units[letter] + _POWERS[power] for letter, power in factors if power > 0 and units[letter]]
    below = [units[letter] + _POWERS[-power] for letter, power in factors if power < 0 and units[letter]]
    if not above and not below:
        return "1"
    numerator = "·".join(above) or "1"
    denominator = f"/({'·'.join(below)})" if len(below) > 1 else f"/{below[0]}" if below else ""
    return NAMED.get(numerator + denominator, numerator + denominator)


def anchors_of(grammar: MjcfGrammar) -> dict[str, tuple[str, str]]:
    """Element and attribute by the anchor that the reference has for them: tags on the way, and the attribute."""
    found: dict[str, tuple[str, str]] = {}
    for parent, element in grammar.elements.items():
        for child in element.children:
            inner = grammar.elements[child.key]
            before = [grammar.elements[key].tag for key in _holders(parent, grammar)]
            starts = [f"{element.tag}-{inner.tag}", inner.tag, *(f"{tag}-{element.tag}-{inner.tag}" for tag in before)]
            for name in inner.attributes:
                found.update({f"{start}-{name}": (child.key, name) for start in starts if element.tag != "default"})
    return found


def _holders(key: str, grammar: MjcfGrammar) -> list[str]:
    """The keys of the elements that may hold one."""
    return [each.key for each in grammar.elements.values() if any(child.key == key for child in each.children)]

"""What shapes touch, and how: masks of two sets of bits as the one set that SDFormat has, and friction."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import TYPE_CHECKING, Any, TypeAlias

from ...ir.scoped_names import WORLD
from ..coverage.ledger import xml_of
from ..coverage.tables import find_nodes

if TYPE_CHECKING:
    from ...ir.links import ShapeRecord
    from ..workspace import Workspace

Masks: TypeAlias = "tuple[int, int]"

EVERYTHING = (1, 1)
MOST_BITS = 16
"""How many bits all simulators read."""
SLIGHT = (0.005, 0.0001)
"""Friction of turning and rolling of a shape of MJCF that says none."""
USUAL = (1.0, 1.0)
"""Friction of a shape of SDFormat that says none."""
OTHERS = "a friction of sliding alone: SDFormat says that of turning and rolling with other numbers"


class ContactWriter:
    """Writes what shapes of one model, and of the world around it, touch.

    Args:
        work: has the links, with the masks of their shapes.

    Attributes:
        touches_itself: whether shapes of two links of the model touch each other; in SDFormat they do not unless it says so.
    """

    def __init__(self, work: Workspace) -> None:
        self._work = work
        self._links: dict[Masks, set[str]] = {}
        for link in work.description.links:
            for shape in link.collisions:
                self._links.setdefault(shape.contact_masks or EVERYTHING, set()).add(link.name)
        pairs = list(combinations_with_replacement(sorted(self._links), 2))
        self.touches_itself = any(_touch(*pair) and self._is_inside(*pair) for pair in pairs)
        known = [pair for pair in pairs if self._matters(*pair)]
        touching = [pair for pair in known if _touch(*pair)]
        self._bits: dict[Masks, int] = {}
        if len(touching) < len(known) and len(touching) <= MOST_BITS and not work.target.speaks_drake:
            self._bits = dict.fromkeys(self._links, 0)
            for number, pair in enumerate(touching):
                for masks in pair:
                    self._bits[masks] |= 1 << number
        self._is_exact = {
            masks: not any(
                bool(self._bits.get(one, 1) & self._bits.get(other, 1)) != _touch(one, other)
                for one, other in known
                if masks in (one, other)
            )
            for masks in self._links
        }

    def is_exact(self, record: ShapeRecord) -> bool:
        """Whether a shape touches just what it touches in the document."""
        return self._is_exact.get(record.contact_masks or EVERYTHING, True)

    def write(self, made: Any, record: ShapeRecord) -> None:
        """Gives a collision what is said of its contacts."""
        make, said = self._work.make, record.find_properties()
        friction = said.get("friction", USUAL)
        surface: dict[str, Any] = {}
        if tuple(friction) != USUAL:
            first, second = friction
            surface["friction"] = make("Friction", ode=make("FrictionOde", mu=first, mu2=second))
        if self._bits:
            bits = self._bits[record.contact_masks or EVERYTHING]
            surface["contact"] = make("SurfaceContact", collide_bitmask=bits)
        if surface:
            made.surface = make("Surface", **surface)
        self._work.takings.of(record.element).mark("friction", record.element)
        others = said.get("torsional_friction"), said.get("rolling_friction")
        if others != SLIGHT or any(
            len(xml_of(each.element).get("friction").split()) > 1 for each in find_nodes(record.element, "@friction")
        ):
            self._work.ledger.approximate(record.element, OTHERS)

    def _is_inside(self, one: Masks, other: Masks) -> bool:
        """Whether shapes of two links of the model have these masks."""
        links, others = self._links[one] - {WORLD}, self._links[other] - {WORLD}
        return bool(links and others) and len(links | others) > 1

    def _matters(self, one: Masks, other: Masks) -> bool:
        """Whether it is masks that decide whether shapes with these touch."""
        if (self.touches_itself or self._work.target.speaks_drake) and self._is_inside(one, other):
            return True
        links, others = self._links[one], self._links[other]
        return (WORLD in links and bool(others - {WORLD})) or (WORLD in others and bool(links - {WORLD}))


def _touch(one: Masks, other: Masks) -> bool:
    return bool(one[0] & other[1] or other[0] & one[1])

"""Numbers of the meshes that MuJoCo makes itself.

Spec: MJCF reference, ``asset/mesh/builtin``, ``asset/mesh/params``.
"""

from __future__ import annotations

from math import inf
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

LEAST = 5e-324
"""What is above 0 is at least this."""
FEWEST_CORNERS = 4
AT_LEAST_ZERO, ABOVE_ZERO, COUNT = (0.0, inf), (LEAST, inf), (1.0, inf)
BOUNDS: dict[str, tuple[tuple[float, float], ...]] = {
    "sphere": ((0, 4),),
    "hemisphere": ((0, 10),),
    "supersphere": ((3, inf), AT_LEAST_ZERO, AT_LEAST_ZERO),
    "supertorus": ((3, inf), (LEAST, 1), ABOVE_ZERO, ABOVE_ZERO),
    "cone": ((3, inf), (0, 1)),
    "wedge": (COUNT, COUNT, (LEAST, 180), (LEAST, 90), (0, 1)),
    "plate": (COUNT, COUNT),
}
"""By kind, the least and the largest that each number may be."""
GRIDS = frozenset({"wedge", "plate"})
"""Those of which the first two numbers say how many corners they have along two sides."""


def find_fault(kind: str, numbers: Sequence[float]) -> str | None:
    """What is wrong with the numbers of a kind; None where nothing is."""
    bounds = BOUNDS.get(kind)
    if bounds is None:
        return f"is a builtin {kind!r}, of which nothing can be made"
    if len(numbers) != len(bounds):
        return f"has {len(numbers)} params, and a {kind} has {len(bounds)}"
    for number, (low, high) in zip(numbers, bounds):
        if not low <= number <= high:
            least = "more than 0" if low == LEAST else f"{low:g}"
            most = "or more" if high == inf else f"to {high:g}"
            return f"has {number:g} among its params, and a {kind} takes {least} {most} there"
    if kind in GRIDS and int(numbers[0]) * int(numbers[1]) < FEWEST_CORNERS:
        corners = int(numbers[0]) * int(numbers[1])
        return f"has {corners} corners, and {FEWEST_CORNERS} are the least"
    return None

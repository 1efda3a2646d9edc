"""How severe each consumer finds what the schemas and front ends report anyway."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...runtime.diagnostics.rule import Severity
from ...runtime.diagnostics.sink import Sink

if TYPE_CHECKING:
    from ..options import Options, Target

SEVERITIES: dict[Target, dict[str, Severity]] = {
    # It converts from no version that it does not know, reads on all the same, and leaves gearboxes unchecked.
    "libsdformat": {"BP512": "warning", "BP802": "warning"},
    "drake": {
        # It takes what libsdformat warns of for an error, as names that an old document has twice.
        "BP325": "error",
        # Joints that follow each other are two couplings.
        "BP509": "warning",
        # Each link without a parent is a free body, and there need be none at all.
        "BP542": "note",
        "BP543": "note",
        "BP544": "note",
        # A joint without its axis is refused, an impossible inertia replaced.
        "BP532": "error",
        "BP620": "warning",
        # A material of the robot needs a look, used or not.
        "BP653": "error",
        "BP802": "warning",
    },
    "urdfdom": {},
    # DART goes on over nearly everything; what it cannot read is said by consumers.dart.
    "dart": dict.fromkeys(
        [
            *("BP101", "BP103", "BP105", "BP107", "BP111", "BP203", "BP204", "BP210"),
            *("BP501", "BP502", "BP590", "BP593", "BP594", "BP595", "BP598", "BP660", "BP671"),
        ],
        "warning",
    ),
}
"""By consumer and code; what is not listed keeps the severity of its rule."""


def sink_for(options: Options) -> Sink:
    """A sink with the severities that the options ask for."""
    return Sink(strict=options.strict, severities=SEVERITIES[options.target] if options.target else None)

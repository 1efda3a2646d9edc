"""What takes more than a table."""

from __future__ import annotations

from copy import copy
from dataclasses import replace
from typing import Any

from bodyplan.semantics.targets.apply_table import apply_tables
from bodyplan.semantics.targets.facts import facts

MOST_LINKS = 3


def check(parsed: Any, descriptions: Any, sink: Any, options: Any) -> None:
    """Counts links, and applies the table."""
    for description in descriptions:
        if len(description.links) > MOST_LINKS:
            rule = facts(options.target).says["too-many-links"]
            sink.report(rule, parsed.root, count=len(description.links))
    apply_tables(options.target, sink)


def without_prefix(parsed: Any) -> Any:
    """It reads ``old_arm`` as ``arm``."""
    if parsed.format != "urdf":
        return parsed
    root = copy(parsed.root)
    root.name = root.name.removeprefix("old_")
    return replace(parsed, root=root)


def without_mass(description: Any, sink: Any) -> None:
    """It thinks that everything weighs one kilogram."""
    for link in description.links:
        link.inertial = replace(link.inertial, mass=1.0)

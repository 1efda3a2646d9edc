"""One of several models of a description."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from ..description.names import SEPARATOR, WORLD

if TYPE_CHECKING:
    from ..description.description import Description


def only(description: Description, scope: str) -> Description:
    """What is in one model."""
    if scope == WORLD:
        return description

    def is_inside(name: str) -> bool:
        return name == scope or name.startswith(scope + SEPARATOR)

    return replace(
        description,
        models=[each for each in description.models if is_inside(each.name)],
        links=[each for each in description.links if is_inside(each.name) or each.scope == each.name == WORLD],
        joints=[each for each in description.joints if is_inside(each.name)],
        attachments=[each for each in description.attachments if is_inside(each.owner)],
        constraints=[each for each in description.constraints if is_inside(each.scope)],
        actuators=[each for each in description.actuators if is_inside(each.scope)],
        collision_groups=[
            each
            for each in description.collision_groups
            if is_inside(each.scope) or (each.scope == WORLD and all(map(is_inside, each.members)))
        ],
    )

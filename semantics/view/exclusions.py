"""Pairs of links whose contact does not count, as a page has them."""

from __future__ import annotations

from itertools import combinations
from typing import Any

from ...diagnostics.errors import LoadError
from ..scene.collision_filter import welded_sets
from .page_scene import PageScene

MOST_LINKS = 250
"""Links that collide, of which every pair is looked at."""


def exclusion_data(page: PageScene, links: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Pairs of the numbers of links with collision shapes that do not collide with each other; None where they are very many.

    Those that are plain from how links are joined, by a joint or as one body, are apart from those that the document
    excludes.
    """
    colliding = [row for row, link in enumerate(links) if link["collisions"]]
    if not 1 < len(colliding) <= MOST_LINKS:
        return None
    names = [page.kinematics.graph.records[body].name for body in page.bodies]
    unique = [row for row in colliding if names.count(names[row]) == 1]
    number = {body: n for n, members in enumerate(welded_sets(page.kinematics)) for body in members}
    weld = [number.get(body, -1 - row) for row, body in enumerate(page.bodies)]
    connections = (page.kinematics.connections[joint] for joint in page.joints)
    jointed = {frozenset((number.get(each.parent), number.get(each.child))) for each in connections}
    filter = page.scene.collision_filter
    pairs: dict[str, list[list[int]]] = {"pairs": [], "joined": []}
    try:
        for a, b in combinations(unique, 2):
            if filter.excludes(names[a], names[b]):
                is_joined = weld[a] == weld[b] or frozenset((weld[a], weld[b])) in jointed
                pairs["joined" if is_joined else "pairs"].append([a, b])
    except (KeyError, LoadError):  # a name that means another thing, or groups that are too large
        return None
    return pairs

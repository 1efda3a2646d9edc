"""Which links collide in only one of two scenes: compared by groups as long as these are the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ..ir.scoped_names import WORLD
from .facts import LocalNames, Thing

if TYPE_CHECKING:
    from ..scene.scene import Scene

Links = frozenset[str]
Part = frozenset[Links]
"""Two sets of links of which none of one collides with one of the other, or one set of which no two collide."""

MOST_PAIRS = 10_000
"""Pairs of links that are reported one by one; where more differ, groups are."""


class _ComparedFilter:
    def __init__(self, scene: Scene, whole: str | None) -> None:
        names = LocalNames(whole)
        found = self._filter = scene.collision_filter
        self.links = {names(name): name for name in scene.links if name != WORLD}
        self.joined = {frozenset(map(names, (joint.parent, joint.child))) for joint in scene.joints.values()}
        parts = [*({group} for group in found.groups), *found.group_pairs]
        parts += [[frozenset({link}) for link in pair] for pair in found.single_pairs]
        self._parts = [[frozenset(map(names, links)) for links in part] for part in parts]

    def parts(self, links: Links) -> dict[Part, None]:
        """What the filter says of some links."""
        found = (frozenset(part & links for part in parts) for parts in self._parts)
        return dict.fromkeys(part for part in found if all(part) and len(frozenset().union(*part)) > 1)

    def excludes(self, pair: tuple[str, str]) -> bool:
        """Whether the filter excludes a pair of links that no joint joins."""
        return frozenset(pair) not in self.joined and self._filter.excludes(*(self.links[link] for link in pair))


def compare_filters(
    scenes: tuple[Scene, Scene], wholes: tuple[str | None, str | None]
) -> tuple[list[Thing], list[Thing]]:
    """What only the first scene excludes of the links that both have, and what only the second one does."""
    one, other = (_ComparedFilter(scene, whole) for scene, whole in zip(scenes, wholes))
    links = frozenset(one.links) & frozenset(other.links)
    own, others = one.parts(links), other.parts(links)
    left = [part for part in own if part not in others], [part for part in others if part not in own]
    count = 0
    pairs = {tuple(sorted(pair)) for pair in one.joined ^ other.joined if len(pair) == 2 and pair <= links}
    for members, differing in _candidates(left):
        count += len(members) * len(differing)
        if count > 2 * MOST_PAIRS:
            return [_group(part) for part in left[0]], [_group(part) for part in left[1]]
        pairs.update((a, b) if a < b else (b, a) for a in members for b in differing if a != b)
    found: tuple[list[Thing], list[Thing]] = [], []
    for a, b in sorted(pairs):
        said = one.excludes((a, b)), other.excludes((a, b))
        if said[0] != said[1]:
            found[said[1]].append(Thing("collision filter", f"{a}, {b}", None, {}))
    return found


def _candidates(left: tuple[list[Part], list[Part]]) -> Iterator[tuple[list[str], Links]]:
    """Links of which the parts say the same on each side, with those of which they say so on one side only."""
    own: dict[str, tuple[list[Links], list[Links]]] = {}
    for side, parts in enumerate(left):
        for part in parts:
            a, b = part if len(part) == 2 else (*part, *part)
            for members, excluded in {(a, b), (b, a)}:
                for link in members:
                    own.setdefault(link, ([], []))[side].append(excluded)
    alike: dict[tuple[frozenset[int], frozenset[int]], list[str]] = {}
    for link, (before, after) in own.items():
        alike.setdefault((frozenset(map(id, before)), frozenset(map(id, after))), []).append(link)
    for links in alike.values():
        before, after = own[links[0]]
        yield links, frozenset().union(*before) ^ frozenset().union(*after)


def _group(part: Iterable[Links]) -> Thing:
    """A part as a thing that is reported of as a whole."""
    names = [sorted(links) for links in part]
    told = sorted(f"{links[0]}, … ({len(links)} links)" if len(links) > 1 else links[0] for links in names)
    return Thing("collision filter", " with ".join(told), None, {})

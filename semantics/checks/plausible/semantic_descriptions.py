"""Pairs of links that an SRDF beside a robot says do not collide."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from ....diagnostics.records import dataclass, field
from ....runtime.files import Unreadable
from ....runtime.parser import parse
from ....runtime.sink import Sink
from ....runtime.source import Source
from ...formats.registry import FORMATS
from ...formats.srdf.srdf_search import iter_srdf_files

if TYPE_CHECKING:
    from ....srdf.newest import Robot
    from ...core.options import Options

PLAIN = ".srdf"
"""Others are written in xacro."""

Pair = frozenset[str]


@dataclass(slots=True)
class DisabledPairs:
    """Pairs of links of one robot that need not be compared, by plain name."""

    pairs: set[Pair] = field(default_factory=set)
    links: set[str] = field(default_factory=set)
    """Of which all pairs are disabled but for those that are enabled."""
    enabled: set[Pair] = field(default_factory=set)

    def add(self, root: Robot) -> None:
        """Takes in what a document says."""
        self.pairs.update(_pairs(root.disable_collisions))
        self.enabled.update(_pairs(root.enable_collisions))
        self.links.update(each.link.strip() for each in root.disable_default_collisions)

    def __contains__(self, pair: Pair) -> bool:
        return pair in self.pairs or (not pair.isdisjoint(self.links) and pair not in self.enabled)


def read_disabled_pairs(folder: str, options: Options) -> dict[str, DisabledPairs]:
    """What the SRDF documents around the folder of a robot disable, by the name of the robot."""
    found: dict[str, DisabledPairs] = {}
    for path in iter_srdf_files(folder, options.files):
        root = _read(path, options) if path.endswith(PLAIN) else None
        if root is not None:
            found.setdefault(root.name.strip(), DisabledPairs()).add(root)
    return found


def _read(path: str, options: Options) -> Robot | None:
    """An SRDF document, whatever is wrong with it; None where it cannot be read."""
    unheard = Sink()
    try:
        source = Source(path, options.files.read(Path(path), options.max_bytes))
    except Unreadable:
        return None
    tree = parse(source, unheard, options.max_bytes)
    if tree is None:
        return None
    root: Robot = FORMATS["srdf"].decode(tree, source, unheard, options, None).root
    return root


def _pairs(written: Iterable[object]) -> set[Pair]:
    return {frozenset((str(vars(each)["link1"]).strip(), str(vars(each)["link2"]).strip())) for each in written}

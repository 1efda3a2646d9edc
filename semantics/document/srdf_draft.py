"""A first SRDF for a robot: the pairs of links that planners need not compare."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...diagnostics.records import NamedTuple
from ...runtime.budget import Budget
from ..checks.plausible.contact_samples import sample_contacts
from ..core.bindings import bindings_of
from ..formats.srdf.robot import RobotStructure
from ..ir.scoped_names import SEPARATOR
from ..scene.scene import get_world
from .creation import new
from .document import get_options
from .loader import open_document

if TYPE_CHECKING:
    from ...srdf.newest import Robot
    from .document import Document, DocumentOrPath

SAMPLES = 1000
"""Configurations that are tried by default."""
REASONS = {"always": "Always", "default": "Default", "never": "Never"}
"""As MoveIt's setup assistant writes them; ``Adjacent`` is that of links with a joint between them."""


class SrdfDraft(NamedTuple):
    """An SRDF that was made for a robot.

    Attributes:
        document: the SRDF, which has no path yet.
        unknown: links with a shape that could not be read: nothing but which links are adjacent is known of them.
        undecided: pairs that would have taken too long; they stay enabled.
    """

    document: Document[Robot]
    unknown: tuple[str, ...]
    undecided: tuple[tuple[str, str], ...]


def draft_srdf(doc: DocumentOrPath, *, samples: int = SAMPLES) -> SrdfDraft:
    """An SRDF with the pairs of links that need not be compared, by the rules of MoveIt's setup assistant.

    A pair is disabled where a joint, or only links without shapes that collide, are between its links (``Adjacent``); where
    it collides in at least 95 % of random configurations (``Always``), with all joints at zero (``Default``), or in none
    (``Never``). The configurations are the same each time.

    Args:
        doc: the robot, or its path.
        samples: how many configurations are tried.

    Raises:
        LoadError: the robot has errors.
        ValueError: the document does not describe one robot.
    """
    doc = open_document(doc, "draft_srdf")
    world = get_world(doc.scene)
    robot = RobotStructure.of(world.description, doc.path or "")
    if robot is None or SEPARATOR in robot.name:
        raise ValueError("an SRDF is about one robot, and the document describes another number of them")
    scope = world.description.models[0].name
    solid = [link.name for link in world.description.links if link.collisions]
    if any(name.rpartition(SEPARATOR)[0] != scope for name in solid):
        raise ValueError("an SRDF is about one robot, and the document has models within a model")
    adjacent = {
        (first, second)
        for number, first in enumerate(solid)
        for second in solid[number + 1 :]
        if robot.are_adjacent(_plain(first), _plain(second))
    }
    sampled = sample_contacts(world, get_options(doc).files, Budget(), adjacent, samples)
    reasons = dict.fromkeys(adjacent, "Adjacent") | {pair: REASONS[how] for pair, how in sampled.pairs.items()}
    made: Document[Robot] = new("srdf", name=robot.name)
    pair_of_links = bindings_of("srdf").types["DisableCollisions"]
    rows = sorted((*sorted(map(_plain, pair)), reason) for pair, reason in reasons.items())
    made.root.disable_collisions = [pair_of_links(link1=a, link2=b, reason=reason) for a, b, reason in rows]
    undecided = tuple((_plain(a), _plain(b)) for a, b in sampled.undecided)
    return SrdfDraft(made, tuple(map(_plain, sampled.unknown)), undecided)


def _plain(name: str) -> str:
    return name.rpartition(SEPARATOR)[2]

"""What the parts of the URDF front end share while one robot is read."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ....diagnostics.rules import EMPTY_NAME, MISSING_ATTRIBUTE
from ....runtime.element import unread_element
from ....runtime.spelling import SpellingIndex, suggest
from .adapter import PLAIN, UrdfAdapter

if TYPE_CHECKING:
    from ....runtime.element import Element
    from ....runtime.sink import Sink
    from ....urdf.newest import DrakeJoint, Joint, Link
    from ...core.options import Options
    from ...ir.world import WorldIR

    AnyJoint = Joint | DrakeJoint

IGNORED = "true"
"""What ``drake_ignore`` has to say for its element to count as not written."""


@dataclass(slots=True)
class UrdfContext:
    """The robot that is being described, and what its parts need to know of each other."""

    description: WorldIR
    scope: str
    """Full name of the robot's model."""
    version: str
    """Of URDF, as the document is read."""
    sink: Sink
    options: Options
    links: dict[str, Link] = field(default_factory=dict)
    """The first link of each name."""
    joints: dict[str, AnyJoint] = field(default_factory=dict)
    """The first joint of each name."""
    made_up: dict[int, str] = field(default_factory=dict)
    """Of further joints without a name, by identity, names that no other joint has."""
    dofs: dict[str, int] = field(default_factory=dict)
    """Number of coordinates of each joint that is part of the description."""
    adapter: UrdfAdapter = field(init=False)
    """What the target makes of the document where targets differ."""
    link_names: SpellingIndex = field(init=False)
    joint_names: SpellingIndex = field(init=False)
    knows_quaternions: bool = field(init=False)
    """Whether a quaternion may appear in an origin."""
    knows_acceleration: bool = field(init=False)
    """Whether limits have an acceleration without a prefix."""

    def __post_init__(self) -> None:
        self.adapter = self.options.adapter("urdf", PLAIN)
        self.knows_quaternions = self.newer_than("1.0")
        self.link_names, self.joint_names = SpellingIndex(self.links), SpellingIndex(self.joints)
        self.knows_acceleration = self.newer_than("1.1") and self.adapter.knows_acceleration

    def name_of(self, joint: AnyJoint) -> str:
        """The name of a joint in the description."""
        return self.made_up.get(id(joint), joint.name)

    def newer_than(self, version: str) -> bool:
        """Whether the document is of a later version than ``version``."""
        return self.version > version


def is_stated(element: Element, name: str) -> bool:
    """Whether an attribute is in the document, also one whose text could not be read and has been reported."""
    if name in vars(element):
        return True
    source = unread_element(element)
    return source is not None and source.get(name) is not None


def may_be_nameless(element: Link | AnyJoint, sink: Sink) -> bool:
    """Whether it is no error that a link or joint has no name."""
    return sink.leniently(EMPTY_NAME, element, "@name") != "error"


def refuse_nameless(link: Link, sink: Sink) -> bool:
    """Makes an error of what was found about a link's missing name, as it cannot go without; False if nothing was."""
    found = sink.about(link, EMPTY_NAME, MISSING_ATTRIBUTE)
    for finding in found:
        finding.severity = "error"
    return bool(found)


def similar(reference: str, names: SpellingIndex) -> str:
    """A hint that names what was probably meant, or nothing."""
    return suggest(names.nearest(reference), "{!r}", "")

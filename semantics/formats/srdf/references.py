"""What SRDF documents refer to: links and joints of the robot, pairs of links, and groups of their own."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from ....diagnostics import rules
from ....diagnostics.records import dataclass
from ....runtime.element import is_written
from ....runtime.spelling import SpellingIndex, suggest

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ....diagnostics.rule import Severity
    from ....runtime.element import Element
    from ....runtime.sink import Sink
    from ....srdf.newest import DisableCollisions, Robot
    from .robot import RobotStructure

Kind = Literal["link", "joint"]
ADJACENT = "adjacent"
"""The reason of a pair that a joint ties."""
ROOT_JOINT = "root_joint"
"""What Pinocchio calls the joint that it ties the robot to the world with; states set its position."""


@dataclass(frozen=True, slots=True)
class Mention:
    """A link or joint that a document names."""

    element: Element
    attribute: str
    kind: Kind
    severity: Severity | None = None
    """Where a planner does without that part; None: as the rule has it."""

    @property
    def name(self) -> str:
        """As it is written, without blanks around it."""
        value: str = getattr(self.element, self.attribute)
        return value.strip()


def has_all(root: Robot, robot: RobotStructure) -> bool:
    """Whether a robot has every link and joint that a document names."""
    names = _find_names(root, (robot,))
    return all(not each.name or each.name in names[each.kind] for each in iter_mentions(root))


def _find_names(root: Robot, robots: tuple[RobotStructure, ...]) -> dict[Kind, dict[str, None]]:
    """The links and joints that a document may name."""
    names: dict[Kind, dict[str, None]] = {
        "link": dict.fromkeys(link for robot in robots for link in robot.links),
        "joint": dict.fromkeys(joint for robot in robots for joint in robot.joints),
    }
    names["joint"] |= dict.fromkeys(joint.name.strip() for joint in root.virtual_joint)
    names["joint"][ROOT_JOINT] = None
    return names


def report_unknown(root: Robot, robots: tuple[RobotStructure, ...], sink: Sink) -> None:
    """Reports what none of the robots has."""
    names = _find_names(root, robots)
    indexes = {kind: SpellingIndex(known) for kind, known in names.items()}
    for mention in iter_mentions(root):
        if (
            not mention.name
            or mention.name in names[mention.kind]
            or not is_written(mention.element, mention.attribute)
        ):
            continue
        sink.report(
            rules.UNKNOWN_ROBOT_PART,
            mention.element,
            attribute=mention.attribute,
            severity=mention.severity,
            kind=mention.kind,
            name=mention.name,
            robot=robots[0].name,
            advice=suggest(
                indexes[mention.kind].nearest(mention.name),
                "{!r}",
                "bring the SRDF up to date with the robot",
            ),
        )


def report_unknown_groups(root: Robot, sink: Sink) -> None:
    """Reports what refers to a group that the document does not have."""
    names = dict.fromkeys(group.name.strip() for group in root.group)
    index = SpellingIndex(names)
    references: list[tuple[Element, str, str]] = []
    for group in root.group:
        references += [(inner, "name", "group") for inner in group.group]
    references += [(state, "group", "group_state") for state in root.group_state]
    for hand in root.end_effector:
        references += [(hand, attribute, "end_effector") for attribute in ("group", "parent_group")]
    for element, attribute, tag in references:
        name = (getattr(element, attribute) or "").strip()
        if name and name not in names:
            sink.report(
                rules.UNKNOWN_REFERENCE,
                element,
                attribute=attribute,
                field=f"attribute {attribute!r}",
                tag=tag,
                reference=name,
                kind="group",
                scope=f"robot {root.name.strip()!r}",
                advice=suggest(index.nearest(name), "{!r}", "declare the group, or name another one"),
            )


def iter_mentions(root: Robot) -> Iterator[Mention]:
    """Every link and joint that a document names, in the order of its elements' kinds."""
    for virtual in root.virtual_joint:
        yield Mention(virtual, "child_link", "link")
    for group in root.group:
        for link in group.link:
            yield Mention(link, "name", "link")
        for joint in (*group.joint, *group.passive_joint):
            yield Mention(joint, "name", "joint")
        for chain in group.chain:
            yield Mention(chain, "base_link", "link")
            yield Mention(chain, "tip_link", "link")
    for state in root.group_state:
        for position in state.joint:
            yield Mention(position, "name", "joint")
    for hand in root.end_effector:
        yield Mention(hand, "parent_link", "link")
    for passive in root.passive_joint:
        yield Mention(passive, "name", "joint")
    for prop in root.joint_property:
        yield Mention(prop, "joint_name", "joint")
    for spheres in root.link_sphere_approximation:
        yield Mention(spheres, "link", "link")
    for default in root.disable_default_collisions:
        yield Mention(default, "link", "link", "warning")
    for pair in (*root.enable_collisions, *root.disable_collisions):
        yield Mention(pair, "link1", "link", "warning")
        yield Mention(pair, "link2", "link", "warning")
    for rotors in root.rotor_params:
        for rotor in rotors.joint:
            yield Mention(rotor, "name", "joint")


def report_repeated(root: Robot, sink: Sink) -> None:
    """Reports pairs that stand there before, in either order, and links that are paired with themselves."""
    seen: dict[frozenset[str], DisableCollisions] = {}
    for pair in root.disable_collisions:
        first, second = pair.link1.strip(), pair.link2.strip()
        if not first or not second:
            continue
        earlier = seen.setdefault(frozenset((first, second)), pair)
        if earlier is not pair:
            sink.report(rules.REPEATED_PAIR, pair, related=[("the first time", earlier)], first=first, second=second)


def report_not_adjacent(root: Robot, robot: RobotStructure, sink: Sink) -> None:
    """Reports pairs that are said to be adjacent while links that collide are between them, or nothing is."""
    for pair in root.disable_collisions:
        first, second = pair.link1.strip(), pair.link2.strip()
        if (pair.reason or "").strip().lower() != ADJACENT or not {first, second} <= robot.links.keys():
            continue
        if first != second and not robot.are_adjacent(first, second):
            sink.report(rules.PAIR_NOT_ADJACENT, pair, attribute="reason", first=first, second=second)

"""Groups of an SRDF document: what is in them, and whether the states and end effectors that name them fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....diagnostics import rules
from ...ir.graph_search import find_reachable
from ..repeated_names import report_repeated_names

if TYPE_CHECKING:
    from ....runtime.sink import Sink
    from ....srdf.newest import EndEffector, GroupState, Robot, RobotGroup, VirtualJoint
    from .robot import RobotStructure

SLACK = 1e-3
"""How far a position may be outside of a limit that was rounded, in rad or m."""
MOTIONS = {"fixed": (0,), "planar": (3,), "floating": (7,)}
"""How many numbers the position of a virtual joint has."""


class PlanningGroups:
    """The groups of a document by name, the first of each."""

    def __init__(self, root: Robot, sink: Sink) -> None:
        self._root, self._sink = root, sink
        self._groups: dict[str, RobotGroup] = {}
        for group in root.group:
            self._groups.setdefault(group.name.strip(), group)

    def report_cycles(self) -> None:
        """Reports groups that are parts of themselves, each cycle once, and groups that hold nothing."""
        done: set[str] = set()
        for name in self._groups:
            self._follow(name, done)
        for name, group in self._groups.items():
            if name and _is_empty(group):
                self._sink.report(rules.EMPTY_GROUP, group, attribute="name", name=name)

    def _follow(self, name: str, done: set[str]) -> None:
        """Walks through the groups inside of one, by a stack: groups may hold each other thousands deep."""
        stack = [(name, iter(self._inside(name)))]
        way = [name]
        while stack:
            inner = next(stack[-1][1], None)
            if inner is None:
                done.add(way.pop())
                stack.pop()
            elif inner in way:
                cycle = [*way[way.index(inner) :], inner]
                holder = self._groups[way[-1]]
                at = next(each for each in holder.group if each.name.strip() == inner)
                self._sink.report(rules.CYCLIC_GROUP, at, attribute="name", name=inner, cycle=" > ".join(cycle))
            elif inner not in done and inner in self._groups:
                stack.append((inner, iter(self._inside(inner))))
                way.append(inner)

    def _inside(self, name: str) -> list[str]:
        return [each.name.strip() for each in self._groups[name].group]

    def report_repeated_names(self) -> None:
        """Reports groups, virtual joints and end effectors that are called as one before, states of one group, joints of one state.

        MoveIt takes two positions of a joint for one with two numbers, and leaves it out.
        """
        root = self._root
        report_repeated_names("group", root.group, self._sink)
        report_repeated_names("virtual joint", root.virtual_joint, self._sink)
        report_repeated_names("end effector", root.end_effector, self._sink)
        states: dict[str, list[GroupState]] = {}
        for state in root.group_state:
            states.setdefault(state.group.strip(), []).append(state)
            report_repeated_names("joint", state.joint, self._sink, "warning")
        for group in states.values():
            report_repeated_names("state", group, self._sink)

    def check(self, robot: RobotStructure) -> None:
        """Reports what does not fit the robot: states, end effectors and virtual joints."""
        for virtual in self._root.virtual_joint:
            self._check_virtual(virtual, robot)
        for state in self._root.group_state:
            self._check_state(state, robot)
        for hand in self._root.end_effector:
            self._check_end_effector(hand, robot)

    def joints_of(self, name: str, robot: RobotStructure) -> set[str]:
        """All joints of a group, with those of its links, chains and groups."""
        found: set[str] = set()
        for group in self._members(name):
            found.update(joint.name.strip() for joint in group.joint)
            found.update(joint.name.strip() for joint in group.passive_joint)
            found.update(robot.above[link.name.strip()] for link in group.link if link.name.strip() in robot.above)
            for chain in group.chain:
                found.update(robot.find_chain(chain.base_link.strip(), chain.tip_link.strip()) or ())
        return found

    def links_of(self, name: str, robot: RobotStructure) -> set[str]:
        """All links of a group: those that it names and those that its joints move."""
        found = {robot.joints[joint].child for joint in self.joints_of(name, robot) if joint in robot.joints}
        return found.union(link.name.strip() for group in self._members(name) for link in group.link)

    def _names_within(self, name: str) -> set[str]:
        """A group and those in it, at any depth, also those that are not there."""
        return find_reachable([name], {each: self._inside(each) for each in self._groups})

    def _members(self, name: str) -> list[RobotGroup]:
        return [self._groups[each] for each in self._names_within(name) if each in self._groups]

    def _is_known(self, name: str, robot: RobotStructure) -> bool:
        """Whether everything that a group lists is there, so that it is known what it does not have."""
        if not self._names_within(name) <= self._groups.keys():
            return False
        for group in self._members(name):
            if _is_empty(group) or not all(link.name.strip() in robot.links for link in group.link):
                return False
            if any(robot.find_chain(chain.base_link.strip(), chain.tip_link.strip()) is None for chain in group.chain):
                return False
        return True

    def _check_virtual(self, virtual: VirtualJoint, robot: RobotStructure) -> None:
        child, root = virtual.child_link.strip(), robot.find_root()
        if child in robot.links and root is not None and child != root:
            self._sink.report(
                rules.VIRTUAL_JOINT_NOT_AT_ROOT,
                virtual,
                attribute="child_link",
                name=virtual.name.strip(),
                child=child,
                root=root,
            )

    def _check_state(self, state: GroupState, robot: RobotStructure) -> None:
        virtual = {joint.name.strip(): MOTIONS.get(str(joint.type), (0, 3, 7)) for joint in self._root.virtual_joint}
        group = state.group.strip()
        inside = self.joints_of(group, robot) if self._is_known(group, robot) else None
        strangers = [] if inside is None else [each for each in state.joint if each.name.strip() not in inside]
        strangers = [each for each in strangers if each.name.strip() in {*robot.joints, *virtual}]
        if strangers:
            self._sink.report(
                rules.STATE_OUTSIDE_GROUP,
                strangers[0],
                attribute="name",
                state=state.name.strip(),
                joints=_list_names([each.name.strip() for each in strangers]),
                group=group,
            )
        for position in state.joint:
            joint, name = robot.joints.get(position.name.strip()), position.name.strip()
            counts = joint.counts if joint is not None else virtual.get(name)
            if counts is None or position.value is None:
                continue
            if len(position.value) not in counts:
                self._sink.report(
                    rules.STATE_VALUE_COUNT,
                    position,
                    attribute="value",
                    count=len(position.value),
                    wanted=f"{' or '.join(map(str, counts))} {'value' if counts == (1,) else 'values'}",
                    state=state.name.strip(),
                    joint=name,
                )
            elif joint is not None and joint.limits is not None and len(position.value) == 1:
                value, (lower, upper) = position.value[0], joint.limits
                if not lower - SLACK <= value <= upper + SLACK:
                    self._sink.report(
                        rules.STATE_OUTSIDE_LIMITS,
                        position,
                        attribute="value",
                        value=value,
                        lower=lower,
                        upper=upper,
                        state=state.name.strip(),
                        joint=name,
                    )

    def _check_end_effector(self, hand: EndEffector, robot: RobotStructure) -> None:
        name, group, parent = hand.name.strip(), hand.group.strip(), hand.parent_link.strip()
        if parent not in robot.links:
            return
        if group in self._groups and parent in self.links_of(group, robot):
            self._sink.report(
                rules.END_EFFECTOR_HOLDS_PARENT, hand, attribute="parent_link", name=name, group=group, parent=parent
            )
        arm = (hand.parent_group or "").strip()
        if arm in self._groups and parent not in self.links_of(arm, robot):
            self._sink.report(
                rules.PARENT_GROUP_WITHOUT_LINK, hand, attribute="parent_group", name=name, group=arm, parent=parent
            )


def _is_empty(group: RobotGroup) -> bool:
    return not (group.link or group.joint or group.chain or group.group or group.passive_joint)


def _list_names(names: list[str]) -> str:
    first = f"joint {names[0]!r}"
    return first if len(names) == 1 else f"{first} and {len(names) - 1} more"

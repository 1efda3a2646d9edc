"""What plugins say of links that were lumped: the link that they are about, and where on it, as libsdformat rewrites both."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....diagnostics.records import NamedTuple
from ...spatial.raw_pose import IDENTITY, compose, pose_from_rpy
from .angles import format_numbers, rpy_by_urdfdom
from .gazebo_blocks import value_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from lxml.etree import _Element

    from ...spatial.raw_pose import RawPose, Vector

LINK_TAGS = ("bodyName", "frameName")
"""Children of plugins that name the link that they are about."""
OFFSET_TAGS = ("xyzOffset", "rpyOffset")
"""Where on that link, in metres and radians."""
DIGITS = 6
"""Of offsets that were moved."""
MOST_STEPS = 20
"""Links that a plugin is moved along one by one, in order to round as libsdformat does."""


class LumpedStep(NamedTuple):
    """A link that is lumped into the one right above."""

    number: int
    """In the order of lumping: what is below a link comes before it."""
    parent: str
    pose: RawPose
    """Of the link in its parent, as their joint has it."""
    body: str
    """What it is part of in the end."""
    pose_in_body: RawPose


def move_plugin(
    plugin: _Element, about: str, steps: Mapping[str, LumpedStep], add: Callable[[str, str], object]
) -> list[_Element]:
    """Lets a plugin name what the link that it names is part of, with the offset that it has there.

    Args:
        plugin: is changed.
        about: the link that the block around it is about; empty: the robot. Where it was lumped, libsdformat takes the
            joint's place for an offset that is not written, and moves that by the joint's place again.
        steps: the links that were lumped, by name.
        add: puts an element with a text into the plugin.

    Returns:
        The elements that name another link now.
    """
    naming = [child for tag in LINK_TAGS if (child := plugin.find(tag)) is not None]
    before = [value_of(child) for child in naming]
    if not any(name in steps for name in before):
        return []
    names = list(before)
    offset = _Offset(*(_read_vector(plugin.find(tag)) for tag in OFFSET_TAGS))
    at, absent = about, IDENTITY
    for link in _find_path((about, *names), steps):
        step = steps[link]
        if link == at:
            at, absent = step.parent, step.pose
        for place, name in enumerate(names):
            if name == link:
                names[place], offset = step.parent, offset.move(step.pose, absent)
    for place, name in enumerate(names):
        if name in steps:
            names[place], offset = steps[name].body, offset.move(steps[name].pose_in_body, IDENTITY)
    changed = [child for child, old, new in zip(naming, before, names) if old != new]
    for child, name in zip(naming, names):
        _write(child, name)
    for tag, numbers in zip(OFFSET_TAGS, offset):
        text = format_numbers(*(numbers or ()), digits=DIGITS)
        written = plugin.find(tag)
        if written is None:
            add(tag, text)
        else:
            _write(written, text)
    return changed


class _Offset(NamedTuple):
    xyz: Vector | None
    rpy: Vector | None

    def move(self, by: RawPose, absent: RawPose) -> _Offset:
        """The offset in the frame that has a pose in another one, there; what is not written is that of a pose."""
        rotation = absent[3:] if self.rpy is None else pose_from_rpy(0.0, 0.0, 0.0, *self.rpy)[3:]
        pose = compose(by, (*(self.xyz or absent[:3]), *rotation))
        return _Offset(_round(pose[:3]), _round(rpy_by_urdfdom(pose[3:])))


def _find_path(names: Iterable[str], steps: Mapping[str, LumpedStep]) -> list[str]:
    """Links on the way from some to their bodies, in the order of lumping."""
    found: set[str] = set()
    for name in names:
        for _ in range(MOST_STEPS):
            if name not in steps:
                break
            found.add(name)
            name = steps[name].parent
    return sorted(found, key=lambda name: steps[name].number)


def _read_vector(written: _Element | None) -> Vector | None:
    """Three numbers; where others are written, libsdformat takes zeros."""
    if written is None:
        return None
    try:
        x, y, z = map(float, value_of(written).split())
    except ValueError:
        return 0.0, 0.0, 0.0
    return x, y, z


def _round(vector: Vector) -> Vector:
    x, y, z = (float(f"{number:.{DIGITS}g}") for number in vector)
    return x, y, z


def _write(element: _Element, text: str) -> None:
    element.attrib.pop("value", None)
    element.text = text

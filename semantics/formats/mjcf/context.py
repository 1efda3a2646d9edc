"""One model that is being described, and what its parts refer to."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ....diagnostics.records import dataclass
from ...ir.scoped_names import WORLD, make_scoped_name
from ...spatial.raw_pose import IDENTITY, RawPose, compose
from .model import MjcfBody

if TYPE_CHECKING:
    from collections.abc import Container, Sequence

    from ....diagnostics.rule import Rule
    from ....runtime.element import Element
    from ....runtime.sink import Sink
    from ...ir.joints import JointRecord
    from ...ir.world import WorldIR
    from .adapter import MjcfAdapter
    from .drives import Drive
    from .model import MjcfModel, MjcfPart


SCALAR = ("hinge", "slide")
"""Kinds of joints that have one coordinate."""


@dataclass(slots=True)
class MjcfJoint:
    """A joint of a model."""

    part: MjcfPart
    body: MjcfBody
    kind: str
    """``hinge``, ``slide``, ``ball`` or ``free``."""
    record: JointRecord
    label: str
    """Its plain name in the description."""
    reference: float = 0.0
    """Coordinate in the pose that the document describes, rad or m; of a hinge or slide."""
    range: tuple[float, float] = (0.0, 0.0)
    """As it is written, rad or m."""
    effort_is_limited: bool = False

    @property
    def is_scalar(self) -> bool:
        """Whether it has one coordinate."""
        return self.kind in SCALAR


@dataclass(slots=True)
class MjcfSite:
    """A site of a model."""

    part: MjcfPart
    body: MjcfBody
    pose: RawPose
    """In its body."""
    reference: str = ""
    """The name of its frame, for what refers to it; empty where it has none."""


@dataclass(slots=True)
class MjcfTendon:
    """A tendon of a model."""

    part: MjcfPart
    joints: list[tuple[MjcfJoint, float]]
    """Joints and coefficients of a fixed one; empty for one through space."""
    range: tuple[float, float] = (0.0, 0.0)
    """As it is written."""

    @property
    def first_length(self) -> float:
        """Of a fixed one, in the pose that the document describes."""
        return sum(coefficient * joint.reference for joint, coefficient in self.joints)


class MjcfContext:
    """What is known of a model while its parts are described, one kind after the other."""

    def __init__(self, model: MjcfModel, description: WorldIR, sink: Sink, adapter: MjcfAdapter) -> None:
        self.adapter = adapter
        """What the target makes of the document where targets differ."""
        self.model = model
        self.description = description
        self.sink = sink
        self.scope = description.models[0].name
        """Full name of the model."""
        self.all_bodies = list(model.bodies())
        self.all_joints: list[MjcfJoint] = []
        self.joints: dict[int, MjcfJoint] = {}
        self.sites: dict[int, MjcfSite] = {}
        self.tendons: dict[int, MjcfTendon] = {}
        """These three by the identity of their parts."""
        self.drives: dict[int, Drive] = {}
        """What classes make of the inputs of actuators, by the identity of what they give."""
        self._odd_classes: set[int] = set()
        """Elements of classes, by identity, whose odd values have a place in a record."""
        self.activations: int | None = 0
        """How many numbers the states of all actuators are; None where that is not known."""
        self.controls: int | None = 0
        """How many numbers the inputs of all actuators are; None where that is not known."""
        self._poses: dict[int, RawPose] = {model.world.number: IDENTITY}
        self._frames = {record.name: record for record in description.frames}

    def report(self, rule: Rule, part: MjcfPart, field: str | None = None, /, **about: Any) -> None:
        """Reports a rule where a part, or the class that gives it the value of a field, is written."""
        holder = part.element if field is None else part.holder(field) or part.element
        attribute = None if field is None or field not in vars(holder) else field
        self.sink.report(rule, holder, attribute=attribute, **about)

    def find_body(self, part: MjcfPart, field: str) -> MjcfBody | None:
        """The body that a field of a part names."""
        found = self.model.find_referent(part, field)
        return found if isinstance(found, MjcfBody) else None

    def find_joint(self, part: MjcfPart, field: str) -> MjcfJoint | None:
        """The joint that a field of a part names."""
        return self.joints.get(id(self.model.find_referent(part, field)))

    def find_site(self, part: MjcfPart, field: str) -> MjcfSite | None:
        """The site that a field of a part names."""
        return self.sites.get(id(self.model.find_referent(part, field)))

    def find_tendon(self, part: MjcfPart, field: str) -> MjcfTendon | None:
        """The tendon that a field of a part names."""
        return self.tendons.get(id(self.model.find_referent(part, field)))

    def find_odd_element(self, part: MjcfPart, fields: Sequence[str]) -> Element:
        """The element that says an odd value of a part: one of its class for the first part only, so that it is found once."""
        holders = (part.holder(field) for field in fields)
        holder = next((each for each in holders if each is not None), part.element)
        if id(holder) in self._odd_classes:
            return part.element
        self._odd_classes.add(id(holder))
        return holder

    def label_of(self, body: MjcfBody) -> str:
        """What refers to a body in the description."""
        return WORLD if body.part is None else body.label

    def pose_of_body(self, body: MjcfBody) -> RawPose:
        """The pose of a body in the world, as the document describes it."""
        found = self._poses.get(body.number)
        if found is None:
            found = self._frames[make_scoped_name(body.label, self.scope)].pose
            if body.parent is not None:
                found = compose(self.pose_of_body(body.parent), found)
            self._poses[body.number] = found
        return found


def name_apart(name: str, taken: Container[str]) -> str:
    """A name that nothing else has."""
    while name in taken:
        name += "_"
    return name


def numbers_of(layers: Sequence[Element], field: str, built_in: Sequence[float]) -> tuple[float, ...]:
    """The numbers of a field of which any count may be written: those that are not are as in the class around.

    Args:
        layers: the elements that may hold it, those that count first.
        field: its name.
        built_in: what holds where nothing is written.
    """
    numbers = list(built_in)
    for element in reversed(layers):
        written = vars(element).get(field)
        if written is not None:  # numbers too many are reported
            numbers[: len(written)] = written[: len(built_in)]
    return tuple(numbers)


def numbers_in(part: MjcfPart, field: str, built_in: tuple[float, ...]) -> tuple[float, ...]:
    """``numbers_of`` a part and its class."""
    numbers, given = built_in, part.given
    if field in given.holders:
        found = given.numbers.get((field, built_in))
        if found is None:
            found = given.numbers[field, built_in] = numbers_of(given.layers, field, built_in)
        numbers = found
    written: tuple[float, ...] | None = part.written.get(field)
    return numbers if written is None else (*written, *numbers[len(written) :])


def describe(part: MjcfPart, kind: str) -> str:
    """A part as messages call it."""
    return f"{kind} {part.name!r}" if part.name else f"this {kind}"


def word_of(part: MjcfPart, field: str) -> str:
    """The word that a field of a part has."""
    value = part.get(field)
    return str(getattr(value, "_value_", value))

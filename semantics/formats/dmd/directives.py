"""The directives as typed objects, and as plain mappings, lists and values that are spelled in YAML."""

from __future__ import annotations

import json
import math
from copy import copy, deepcopy
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from ....diagnostics.records import dataclass, field
from ....runtime.fields import Kind
from ....runtime.patterns import compile_pattern
from ....runtime.poses import QuaternionPose
from ...ir.scoped_names import SEPARATOR
from ...spatial.raw_pose import IDENTITY, NO_ROTATION, RawPose

if TYPE_CHECKING:
    from lxml.etree import _Element
    from typing_extensions import Self

FRAME = Kind("frame", ("model", "link", "frame"), ("world",), SEPARATOR)
GROUP = Kind("group", separator=SEPARATOR)
JOINT = Kind("joint", separator=SEPARATOR)
LINK = Kind("link", separator=SEPARATOR)
MODEL = Kind("model", separator=SEPARATOR)

_PLAIN = compile_pattern(r"[A-Za-z_/][\w./-]*(?:::?[\w./-]+)*(?: [\w./-]+)*")
"""Texts that mean themselves without quotes, but for the words below."""
_WORDS = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n"})
_CAPITAL = compile_pattern(r"(?<!^)(?=[A-Z])")


@dataclass(slots=True, kw_only=True)
class DirectivePart:
    """Something that is in a text; ``element`` is its place, ``keys`` those of what it holds."""

    element: _Element | None = field(default=None, init=False, compare=False, repr=False)
    keys: dict[str, _Element] = field(default_factory=dict, init=False, compare=False, repr=False)

    def set_source(self, element: _Element, keys: dict[str, _Element]) -> Self:
        """The same, with the places that it was read from."""
        self.element, self.keys = element, keys
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        """A copy that is in the same place."""
        twin = copy(self)
        for each in fields(self):
            if each.init:
                setattr(twin, each.name, deepcopy(getattr(self, each.name), memo))
        return twin

    def place(self, key: str) -> _Element | None:
        """Where a key is written; the whole where it is not."""
        return self.keys.get(key, self.element)


@dataclass(slots=True, kw_only=True)
class DirectiveTransform(DirectivePart):
    """A pose, relative to ``base_frame`` where there is one.

    Attributes:
        pose: x, y, z in m, then a unit quaternion w, x, y, z.
        base_frame: scoped name of the frame that it is relative to; empty: what the directive says.
    """

    pose: RawPose = IDENTITY
    base_frame: str = field(default="", metadata={"refers": FRAME})


@dataclass(slots=True, kw_only=True)
class AddModel(DirectivePart):
    """Puts the one model of a file in, under a name of its own.

    Attributes:
        file: URI of the model's file: ``package://…``.
        name: what the model is called.
        default_joint_positions: by joint its coordinates, rad or m.
        default_free_body_pose: by link where it begins, for links that no joint holds.
    """

    class Meta:
        """What is inside has names of its own."""

        opens = True

    file: str = field(metadata={"uri": "model"})
    name: str = field(metadata={"defines": MODEL})
    default_joint_positions: dict[str, list[float]] = field(
        default_factory=dict, metadata={"refers": JOINT, "scope": "included"}
    )
    default_free_body_pose: dict[str, DirectiveTransform] = field(
        default_factory=dict, metadata={"refers": LINK, "scope": "included"}
    )


@dataclass(slots=True, kw_only=True)
class AddModelInstance(DirectivePart):
    """Makes an empty model, for other directives to put things in.

    Attributes:
        name: what it is called.
    """

    name: str = field(metadata={"defines": MODEL})


@dataclass(slots=True, kw_only=True)
class AddFrame(DirectivePart):
    """Adds a frame fixed to another one.

    Attributes:
        name: its scoped name.
        X_PF: pose of the frame; its ``base_frame`` is what it is fixed to.
    """

    name: str = field(metadata={"defines": FRAME, "refers": FRAME})
    X_PF: DirectiveTransform


@dataclass(slots=True, kw_only=True)
class AddWeld(DirectivePart):
    """Joins two frames rigidly.

    Attributes:
        parent: scoped name of a frame.
        child: scoped name of the frame that is moved to it.
        X_PC: pose of the child frame in the parent frame.
    """

    parent: str = field(metadata={"refers": FRAME})
    child: str = field(metadata={"refers": FRAME})
    X_PC: DirectiveTransform = field(default_factory=DirectiveTransform)


@dataclass(slots=True, kw_only=True)
class AddCollisionFilterGroup(DirectivePart):
    """Says which links do not collide.

    Attributes:
        name: what it is called.
        model_namespace: the model that names start in; empty: everything.
        members: names of links.
        member_groups: names of groups, whose links are members as well.
        ignored_collision_filter_groups: names of groups, whose links members do not collide with.
    """

    name: str = field(metadata={"defines": GROUP})
    model_namespace: str = field(default="", metadata={"refers": MODEL, "enters": True})
    members: list[str] = field(default_factory=list, metadata={"refers": LINK})
    member_groups: list[str] = field(default_factory=list, metadata={"refers": GROUP})
    ignored_collision_filter_groups: list[str] = field(default_factory=list, metadata={"refers": GROUP})


@dataclass(slots=True, kw_only=True)
class AddDirectives(DirectivePart):
    """Runs the directives of another file, with names inside a model instance where one is given.

    Attributes:
        file: URI of the other file: ``package://…``.
        model_namespace: the model instance that names are put in; empty: none.
    """

    file: str = field(metadata={"uri": "directives"})
    model_namespace: str = field(default="", metadata={"refers": MODEL})


@dataclass(slots=True, kw_only=True)
class FaultyDirective(DirectivePart):
    """A directive with faults, of which is known at most what it would have been called."""

    name: str = ""


Directive = FaultyDirective | AddModel | AddModelInstance | AddFrame | AddWeld | AddCollisionFilterGroup | AddDirectives


@dataclass(slots=True, kw_only=True)
class Directives(DirectivePart):
    """A file of directives.

    Attributes:
        directives: what is done, in order.
    """

    directives: list[Directive] = field(default_factory=list)

    @property
    def source_element(self) -> _Element | None:
        """The place that findings about the whole file are put at."""
        return self.element


class Rotation(tuple[float, ...]):
    """A quaternion w, x, y, z."""

    __slots__ = ()


def key_of(kind: type[Directive]) -> str:
    """What the mapping of a directive is called: ``add_model`` for ``AddModel``."""
    return _CAPITAL.sub("_", kind.__name__).lower()


def plain(value: Any) -> Any:
    """A directive or a part of one without what it reads as anyway."""
    if isinstance(value, DirectiveTransform):
        x, y, z, *rotation = map(float, value.pose)
        found: dict[str, Any] = {}
        if value.base_frame:
            found["base_frame"] = value.base_frame
        if (x, y, z) != (0.0, 0.0, 0.0):
            found["translation"] = [x, y, z]
        if tuple(rotation) != NO_ROTATION:
            found["rotation"] = Rotation(rotation)
        return found
    if isinstance(value, DirectivePart):
        return {
            each.name: plain(held)
            for each in fields(value)
            if each.init and ((held := getattr(value, each.name)) or isinstance(held, DirectivePart))
            if not (each.name == "X_PC" and held == DirectiveTransform())
        }
    if isinstance(value, dict):
        return {str(name): plain(held) for name, held in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(held) for held in value]
    return value if isinstance(value, str) else float(value)


def alike(one: Any, other: Any) -> bool:
    """Whether two plain values say the same, but for the last digits of angles."""
    if type(one) is not type(other):
        return False
    if isinstance(one, Rotation):
        return any(
            all(math.isclose(a, sign * b, abs_tol=1e-12) for a, b in zip(one, other, strict=True)) for sign in (1, -1)
        )
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(alike(one[name], other[name]) for name in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(alike, one, other))
    return bool(one == other)


def lines_of(key: str, value: Any, indent: str, unit: str) -> list[str]:
    """A key with its value, each mapping in lines of its own."""
    if not isinstance(value, dict) or not value:
        return [f"{indent}{in_text(key)}: {in_line(value)}"]
    inner = [line for name, held in value.items() for line in lines_of(name, held, indent + unit, unit)]
    return [f"{indent}{in_text(key)}:", *inner]


def in_line(value: Any) -> str:
    """A plain value in one line."""
    if isinstance(value, Rotation):
        return f"!Rpy {{ deg: {in_line(degrees_of(value))} }}"
    if isinstance(value, dict):
        return (
            f"{{ {', '.join(f'{in_text(name)}: {in_line(held)}' for name, held in value.items())} }}" if value else "{}"
        )
    if isinstance(value, list):
        return f"[{', '.join(map(in_line, value))}]"
    return in_text(value) if isinstance(value, str) else in_digits(value)


def in_text(value: str, quote: str | None = None) -> str:
    """A text, quoted like the one that it replaces, or where it has to be."""
    if quote is None and _PLAIN.fullmatch(value) and value.lower() not in _WORDS:
        return value
    if quote == "'" and value.isprintable():
        doubled = value.replace("'", "''")
        return f"'{doubled}'"
    return json.dumps(value, ensure_ascii=not value.isprintable())


def in_digits(value: float) -> str:
    """A number; with a point, without which an exponent is part of a text to older readers."""
    if math.isinf(value) or math.isnan(value):
        return {"inf": ".inf", "-inf": "-.inf"}.get(repr(value), ".nan")
    digits, exponent, power = repr(value).partition("e")
    return f"{digits}{'' if '.' in digits else '.0'}{exponent}{power}"


def degrees_of(rotation: Rotation) -> list[float]:
    """Roll, pitch and yaw in degrees, without digits that are nothing but rounding."""
    w, x, y, z = rotation
    pose = QuaternionPose(0.0, 0.0, 0.0, x, y, z, w)
    angles = map(math.degrees, (pose.roll, pose.pitch, pose.yaw))
    return [near if abs((near := round(angle, 9) + 0.0) - angle) <= 5e-14 else angle for angle in angles]

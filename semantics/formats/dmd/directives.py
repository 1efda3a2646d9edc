"""The directives as typed objects."""

from __future__ import annotations

from copy import copy, deepcopy
from dataclasses import dataclass, field, fields
from typing import TYPE_CHECKING, Any

from ....runtime.fields import Kind
from ...ir.scoped_names import SEPARATOR
from ...spatial.raw_pose import IDENTITY, RawPose

if TYPE_CHECKING:
    from lxml.etree import _Element
    from typing_extensions import Self

FRAME = Kind("frame", ("model", "link", "joint", "frame"), ("world",), SEPARATOR)
GROUP = Kind("group", separator=SEPARATOR)
JOINT = Kind("joint", separator=SEPARATOR)
LINK = Kind("link", separator=SEPARATOR)
MODEL = Kind("model", separator=SEPARATOR)


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
        """What stands inside of it has names of its own."""

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

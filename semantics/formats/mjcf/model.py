"""A document as MuJoCo compiles it: bodies in bodies, with what frames, copies and attached models stand for put in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import ref

from ....diagnostics.records import dataclass, field
from ...spatial.raw_pose import IDENTITY, RawPose
from .references import COMMON_TO_COPIES, WORLD, Names, kind_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from ....mjcf.newest import Mujoco
    from ....runtime.element import Element
    from .classes import Classes, Defaults
    from .document_tree import Child, DocumentTree
    from .references import NameUse
    from .settings import CompilerSettings


@dataclass(slots=True, eq=False)
class MjcfPart:
    """Anything that has attributes: a joint, geom, actuator, asset …"""

    tag: str
    tree: DocumentTree
    """The document that it is written in."""
    element: Element
    """Where it is written."""
    written: Mapping[str, Any]
    """The fields that are written there."""
    given: Defaults
    """What its class gives it."""
    settings: CompilerSettings
    """Of the document that it was written in."""
    name: str = ""
    """In the model; empty for what has none."""
    frame: RawPose = IDENTITY
    """Pose, in the body, of the frames that it is in."""
    prefix: str = ""
    """What names get that it refers to, of what is attached."""
    asset_prefix: str = ""
    """The same for what was defined in an attached document, and is not copied where that attaches parts of its own."""
    suffixes: tuple[str, ...] = ()
    """What names get that it refers to, in a copy: one for each ``replicate`` around, innermost first."""
    is_in_body: bool = False
    """Whether it is in a body, or in the world, and not in a section."""

    @property
    def inside(self) -> Sequence[Child]:
        """What is right in its element."""
        return self.tree.inside(self.element)

    def of(self, *tags: str) -> list[Element]:
        """What is right in its element that has one of these tags."""
        children = self.tree.inside(self.element)
        return [child for tag, child in children if tag in tags] if children else []

    @property
    def suffix(self) -> str:
        """What names end with of what is in the same copy."""
        return "".join(self.suffixes)

    def get(self, name: str) -> Any:
        """The value of an attribute, by the name of its field: its own, that of its class or the built-in one."""
        written = self.written
        return written[name] if name in written else getattr(self.given.holders.get(name, self.element), name)

    def is_written(self, name: str) -> bool:
        """Whether the element or its class has an attribute."""
        return name in self.written or name in self.given.holders

    def are_written(self, names: frozenset[str]) -> bool:
        """Whether the element or its class has any of some attributes."""
        return not (names.isdisjoint(self.written) and names.isdisjoint(self.given.holders))

    def holder(self, name: str) -> Element | None:
        """The element in which an attribute is written: this one, or one of its class; None where it is in none."""
        return self.element if name in self.written else self.given.holders.get(name)

    def list_names(self, name: str, kind: str = "") -> list[str]:
        """What a name that is written in it may be in the model, the likeliest first.

        What is in no body may also refer to what is outside of a ``replicate``, and has the same name in each copy.

        Args:
            name: as it is written.
            kind: of what it refers to; empty for one of which each copy has its own.
        """
        if not self.suffixes or kind in COMMON_TO_COPIES:
            return [(self.asset_prefix if kind in COMMON_TO_COPIES else self.prefix) + name]
        last = 0 if self.is_in_body else len(self.suffixes)
        return [f"{self.prefix}{name}{''.join(self.suffixes[first:])}" for first in range(last + 1)]


class MjcfBody:
    """A body, or the world, with what is in it, in the order of the text. It does not keep the body around it alive."""

    __slots__ = (
        *("part", "number", "bodies", "joints", "geoms", "sites", "cameras", "lights", "inertials", "flexcomps"),
        *("frames", "named", "added", "_known", "parent_reference", "__weakref__"),
    )

    def __init__(self, part: MjcfPart | None, parent: MjcfBody | None) -> None:
        self.part = part
        """None for the world."""
        self.parent_reference = None if parent is None else ref(parent)
        self.number = 0
        """MuJoCo's: bodies are counted depth first, the world is 0."""
        self.bodies: list[MjcfBody] = []
        self.joints: list[MjcfPart] = []
        self.geoms: list[MjcfPart] = []
        self.sites: list[MjcfPart] = []
        self.cameras: list[MjcfPart] = []
        self.lights: list[MjcfPart] = []
        self.inertials: list[MjcfPart] = []
        self.flexcomps: list[MjcfPart] = []
        """What flexible things, with bodies of their own, are made of."""
        self.frames: list[MjcfPart] = []
        """What is in them has their poses already; they matter for their names."""
        self.named: dict[str, ref[MjcfBody]] = {} if part is None or parent is None else parent.named
        """The bodies of the whole tree that have names, by these; what is only copied from is a tree of its own."""
        self.added: list[MjcfPart] = [] if part is None or parent is None else parent.added
        """What was put into the whole tree since its names were asked for."""
        self._known: set[tuple[str, str]] = set() if part is None or parent is None else parent._known
        if part is not None and part.name:
            self.named[part.name] = ref(self)
            self.added.append(part)

    @property
    def parent(self) -> MjcfBody | None:
        """The body around it; None for the world."""
        return None if self.parent_reference is None else self.parent_reference()

    @property
    def names_of_tree(self) -> set[tuple[str, str]]:
        """Kinds and names of all that is in the whole tree; what is copied from, before it is copied, is one of its own."""
        if self.added:
            self._known.update((kind_of(part.element) or "", part.name) for part in self.added)
            self.added.clear()
        return self._known

    @property
    def name(self) -> str:
        """In the model; empty for what has none."""
        return WORLD if self.part is None else self.part.name

    @property
    def label(self) -> str:
        """Its name, or its number where it has none."""
        return self.name or f"#{self.number}"

    def add_part(self, field: str, part: MjcfPart) -> None:
        """Puts a part right into it, into one of its lists."""
        getattr(self, field).append(part)
        if part.name:
            self.added.append(part)

    def size(self) -> int:
        """How much is in it: bodies and parts."""
        return sum(1 + len(body.parts()) for body in self.tree())

    def parts(self) -> list[MjcfPart]:
        """What is right in it, but for bodies."""
        return [
            *(*self.inertials, *self.joints, *self.geoms, *self.sites),
            *(*self.cameras, *self.lights, *self.flexcomps, *self.frames),
        ]

    def tree(self) -> list[MjcfBody]:
        """The body and those inside, in MuJoCo's order."""
        found: list[MjcfBody] = []
        ahead: list[MjcfBody] = [self]
        while ahead:
            body = ahead.pop()
            found.append(body)
            ahead += reversed(body.bodies)
        return found


PART_FIELDS = ("inertials", "joints", "geoms", "sites", "cameras", "lights", "flexcomps", "frames")
"""The lists of a body that hold its parts."""


@dataclass(slots=True)
class MjcfModel:
    """A whole document."""

    root: Mujoco
    settings: CompilerSettings
    classes: Classes
    world: MjcfBody
    sections: dict[str, list[MjcfPart]] = field(default_factory=dict)
    """What is not in bodies, by the section that it is in: ``asset``, ``contact``, ``tendon``, ``equality``,
    ``actuator``, ``sensor``, ``keyframe``, ``custom``, ``deformable``, ``extension``; repeated sections add up."""
    names: Names = field(default_factory=Names)
    """Everything that has a name."""
    referents: dict[tuple[int, str], tuple[str, Any]] = field(default_factory=dict)
    """By identity of a part and field: the name in the model of what that refers to, or its class, and what has that name;
    each is looked up once, with the check of names."""
    all_bodies: list[MjcfBody] = field(default_factory=list)
    """The bodies in MuJoCo's order, the world first, once all are there."""

    def bodies(self) -> list[MjcfBody]:
        """All bodies, the world first, in MuJoCo's order."""
        return self.all_bodies or self.world.tree()

    def all_parts(self) -> list[MjcfPart]:
        """Bodies with what is in each, then what the sections hold."""
        found: list[MjcfPart] = []
        for body in self.bodies():
            if body.part is not None:
                found.append(body.part)
            found += body.parts()
        for section in self.sections.values():
            found += section
        return found

    def find(self, kind: str, name: str) -> MjcfBody | MjcfPart | None:
        """What has a name of a kind, such as ``joint``; None where nothing has."""
        found: MjcfBody | MjcfPart | None = self.names.find(kind, name)
        return found

    def reference(self, part: MjcfPart, field: str) -> str:
        """The name in the model of what a field of a part, or of its class, refers to; empty where it says none."""
        found = self.referents.get((id(part), field))
        return "" if found is None else found[0]

    def look_up(self, part: MjcfPart, use: NameUse) -> tuple[str, MjcfBody | MjcfPart | None]:
        """The name in the model of what a part, or something inside of it, refers to, and what has that name."""
        if not part.suffixes:  # in no copy, as most parts are: there is one name
            kind, by_kind = use.kind, self.names.by_kind
            name: str = (part.asset_prefix if kind.name in COMMON_TO_COPIES else part.prefix) + use.name
            for each in kind.among or (kind.name,):
                if name in by_kind.get(each, ()):
                    return name, by_kind[each][name]
            return name, None
        names = part.list_names(use.name, use.kind.name)
        for name in names:
            found = self.names.find_any(use.kind, name)
            if found is not None:
                return name, found
        return names[0], None

    def find_referent(self, part: MjcfPart, field: str) -> MjcfBody | MjcfPart | None:
        """What a field of a part refers to; None where it refers to nothing, or to nothing that is there."""
        found = self.referents.get((id(part), field))
        return None if found is None else found[1]

    def option(self, name: str) -> Element | None:
        """The last ``option`` in which an attribute is written."""
        return next(
            (part.element for part in reversed(self.sections.get("option", [])) if name in vars(part.element)), None
        )

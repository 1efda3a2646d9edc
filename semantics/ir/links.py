"""Records of links: mass properties, shapes, and which of them do not collide."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from ...diagnostics.records import dataclass, field, replace
from ..spatial.raw_pose import IDENTITY, NO_ROTATION, RawPose, Vector, compose
from .frames import FrameRecord
from .geometry import Geometry
from .source_ref import Place

if TYPE_CHECKING:
    from ...diagnostics.rule import Severity


@dataclass(slots=True)
class InertialRecord:
    """Mass properties of a link."""

    mass: float = 1.0
    """kg"""
    pose: RawPose = IDENTITY
    """Of the inertial frame, whose origin is the centre of mass."""
    relative_to: str | None = None
    """Reference, looked up in the link's scope; None for the link itself."""
    moments: tuple[float, float, float, float, float, float] = (1.0, 1.0, 1.0, 0.0, 0.0, 0.0)
    """``ixx iyy izz ixy ixz iyz`` in kg m², about the centre of mass, along the axes of the inertial frame."""
    element: Place = None
    written: dict[str, float] | None = None
    """The mass as it is written, where another counts in its place."""
    is_computed: bool = False
    """Whether the moments, and a mass that is not written, follow from the shapes."""
    may_be_massless: bool = False
    """Whether the format lets a body have moments without a mass."""

    @property
    def is_along_link(self) -> bool:
        """Whether its axes are those of the link, as most are, so that its numbers are the link's as they stand."""
        return self.relative_to is None and self.pose[3:] == NO_ROTATION


@dataclass(slots=True)
class ShapeRecord:
    """A visual or collision shape."""

    name: str
    """Plain name."""
    geometry: Geometry
    pose: RawPose = IDENTITY
    relative_to: str | None = None
    """Reference, looked up in the link's scope; None for the link itself."""
    properties: dict[str, Any] | Callable[[], dict[str, Any]] = field(default_factory=dict)
    """What else is said of it, by a name of the front end's choice: colour, friction, stiffness, roles …

    A front end may give a function that finds it out when it is first needed.
    """
    written: dict[str, Any] | None = None
    """Sizes as they are written, by the field of the geometry, where others count in their place."""
    element: Place = None
    pose_element: Place = None
    size_element: Place = None
    """Where its sizes are written, if that is another element."""
    contact_masks: tuple[int, int] | None = None
    """Two sets of bits: what it is, and what it touches. Two shapes may touch where what one is is among what the other
    touches (``WorldIR.contact_rules``). None: all bits."""
    reference_severity: Severity | None = None

    def find_properties(self) -> dict[str, Any]:
        """``properties``, found out now if they have not been."""
        if callable(self.properties):
            self.properties = self.properties()
        return self.properties


Inertial = InertialRecord | Callable[[Any], InertialRecord]
"""The mass properties of a link; or what finds them out of the link's element when they are first needed, where no check has anything
to say of them: they are ordinary, or follow from shapes of which the sum is a body whatever it is."""

Shapes = list[ShapeRecord] | Callable[[Any], list[ShapeRecord]]
"""The shapes of a link; or what makes them of the link's element when they are first needed, where none is relative to
another frame than the link."""

Located = Callable[[Vector], bool]
"""Whether the file of a mesh is looked up, by its scale."""

Geometries = Iterable[Geometry] | Callable[[Any, "Located | None"], Iterable[Geometry]]
"""What the shapes of a link are; or what finds it out of the link's element each time, where keeping it would take more memory
than the document: that looks up the files that it is asked for."""


@dataclass(slots=True)
class LinkRecord(FrameRecord):
    """A rigid body, with its frame: most are in ``WorldIR.frames`` as well, others have their name in common with one there."""

    _inertial: Inertial = field(default_factory=InertialRecord)
    _visuals: Shapes = field(default_factory=list)
    _collisions: Shapes = field(default_factory=list)
    _properties: dict[str, Any] | None = None
    is_included: bool = False
    """Whether it came with an included document of another format, which was checked by itself."""
    geometries: Geometries | None = None
    """What its shapes are, in any order, where the front end knows it before the shapes are made; made shapes count then."""
    virtual: bool = False
    """Whether the document has no such link: it is without mass between two joints that the document has one after the
    other."""

    @property
    def inertial(self) -> InertialRecord:
        """Its mass properties."""
        if not isinstance(self._inertial, InertialRecord):
            self._inertial = self._inertial(self.element)
        return self._inertial

    @inertial.setter
    def inertial(self, inertial: InertialRecord) -> None:
        self._inertial = inertial

    @property
    def properties(self) -> dict[str, Any]:
        """What else is said of it, by a name of the front end's choice: whether gravity acts on it, damping …"""
        if self._properties is None:  # as of most links, of which a world may have very many
            self._properties = {}
        return self._properties

    @property
    def made_inertial(self) -> InertialRecord | None:
        """Its mass properties where they are made; a front end leaves those for later that are in order."""
        return self._inertial if isinstance(self._inertial, InertialRecord) else None

    @property
    def visuals(self) -> list[ShapeRecord]:
        """What is seen of it."""
        if not isinstance(self._visuals, list):
            self._visuals = self._visuals(self.element)
        return self._visuals

    @property
    def collisions(self) -> list[ShapeRecord]:
        """What it touches with."""
        if not isinstance(self._collisions, list):
            self._collisions = self._collisions(self.element)
        return self._collisions

    def shift_contents(self, shift: RawPose) -> LinkRecord:
        """The link with its mass and its shapes elsewhere: all of it by the same pose."""

        def move(shapes: list[ShapeRecord]) -> list[ShapeRecord]:
            return [replace(each, pose=compose(shift, each.pose), pose_element=None) for each in shapes]

        inertial = replace(self.inertial, pose=compose(shift, self.inertial.pose))
        return replace(self, _inertial=inertial, _visuals=move(self.visuals), _collisions=move(self.collisions))

    def find_geometries(self, is_located: Located | None = None) -> Iterable[Geometry]:
        """What its shapes are, to go through once: they are not made for that where it is known.

        The paths of meshes are looked up for which ``is_located`` says so, if there is one; meshes without a file may be left out then.
        """
        geometries, seen, touching = self.geometries, self._visuals, self._collisions
        is_made = (isinstance(seen, list) and seen) or (isinstance(touching, list) and touching)
        if geometries is not None and not is_made:
            return geometries(self.element, is_located) if callable(geometries) else geometries
        return [shape.geometry for shape in (*self.visuals, *self.collisions)]

    def make_all(self) -> None:
        """Makes the shapes and mass properties that have not been needed yet."""
        self._inertial, self._visuals, self._collisions = self.inertial, self.visuals, self.collisions
        if callable(self.geometries):
            self.geometries = None  # what finds them cannot be pickled

    def made_shapes(self) -> list[ShapeRecord]:
        """The shapes that are made; a front end leaves those for later whose sizes are in order."""
        seen, touching = self._visuals, self._collisions
        return [*(seen if isinstance(seen, list) else ()), *(touching if isinstance(touching, list) else ())]


def find_made_shapes(links: Iterable[LinkRecord]) -> list[tuple[LinkRecord, str, ShapeRecord]]:
    """Link, kind and record of the shapes of many links that are made; the poses of others name no frame."""
    return [
        (link, kind, shape)
        for link in links
        if isinstance(link._visuals, list) or isinstance(link._collisions, list)
        for kind, made in (("visual", link._visuals), ("collision", link._collisions))
        if isinstance(made, list)
        for shape in made
    ]


@dataclass(slots=True)
class LinkPairRecord:
    """Two links, by reference; ``"world"`` is the root frame."""

    scope: str
    link_a: str
    link_b: str
    element: Place = None


@dataclass(slots=True)
class ContactPairRecord:
    """Two collision shapes that touch each other whatever else is said; links are references, shapes are plain names."""

    scope: str
    link_a: str
    shape_a: str
    link_b: str
    shape_b: str
    element: Place = None
    properties: dict[str, Any] = field(default_factory=dict)
    """What else is said of it, by a name of the front end's choice."""


@dataclass(slots=True)
class ContactRules:
    """Which links may touch, for formats in which joints alone do not say so.

    Two links may touch if bits of two of their collision shapes match, unless fixed joints make them one body, joints
    connect one's body to the other's, or a pair in ``excludes`` names them.
    """

    filters_parents: bool = True
    """Whether a body does not touch its parent; what is fixed in the world is touched in any case."""
    excludes: list[LinkPairRecord] = field(default_factory=list)
    pairs: list[ContactPairRecord] = field(default_factory=list)
    """Shapes that touch in spite of all that; of their links as such nothing is said."""


@dataclass(slots=True)
class CollisionGroupRecord:
    """A set of links for saying who does not collide with whom."""

    name: str
    """Full name."""
    scope: str
    members: list[str] = field(default_factory=list)
    """References to links."""
    member_groups: list[str] = field(default_factory=list)
    """References to groups whose members belong to this one too."""
    ignored: list[str] = field(default_factory=list)
    """References to groups that this one does not collide with; itself: its members do not collide among them."""
    element: Place = None

"""One model of SDFormat from a description: what every format says of links, joints and frames.

Joints stand relative to their parent, links relative to the joint that they are the child of, as in the description.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...spatial.raw_pose import IDENTITY
from ..element_builder import euler_of, make_pose
from ..mass_properties import RAISED, make_physical, moments_of
from .free_names import OWNER, ModelNames, UsedNames
from .model_joints import JointWriter
from .shapes import make_shape

if TYPE_CHECKING:
    from collections.abc import Container

    from ...ir.frames import FrameRecord
    from ...ir.links import LinkRecord, ShapeRecord
    from ..plugin_names import Names
    from ..workspace import Workspace

DEFAULT_INERTIAL = (1.0, (1.0, 1.0, 1.0, 0.0, 0.0, 0.0))
"""Mass and moments of a link that says nothing of them."""


class ModelWriter:
    """Makes the model.

    Args:
        work: has the description of one robot.
        in_world: whether it is in a world, where Drake corrects no moments.

    Attributes:
        links, joints, shapes, frames: pairs of the typed element that something was made of, and what was made.
        materials: what visuals say of their looks.
        corrected_inertials: pairs of typed elements with moments that no body has, and what was made of them.
    """

    def __init__(self, work: Workspace, *, in_world: bool = False) -> None:
        self.work = work
        self.links: list[tuple[Any, Any]] = []
        self.shapes: list[tuple[Any, Any]] = []
        self.frames: list[tuple[Any, Any]] = []
        self.materials: list[Any] = []
        self.corrected_inertials: list[tuple[Any, Any]] = []
        self._in_world = in_world
        self._frames = {frame.name: frame for frame in work.description.frames}
        self._names = ModelNames(work.description)
        self._joint_names = {self._names.plain(joint.name) for joint in work.description.joints}
        self._made: dict[str, Any] = {}
        """Links, by name in the description."""
        self._joints = JointWriter(work, self._names, self._made)
        self.joints = self._joints.joints

    def model(self) -> Any:
        """The model, with all that the description says of it."""
        described = self.work.description.models[0]
        self.work.takings.of(described.element).model(described)
        model = self.work.make("Model", name=self._names.make_allowed(self._names.scope, set()))
        if model.name != self._names.scope:
            self.work.ledger.report_representation(
                described.element, f"model {model.name!r}: SDFormat has no such names", attribute="name"
            )
        if described.static:
            model.static = True
        elif not any(link.scope == self._names.scope for link in self.work.description.links):
            model.static = True
            self.work.ledger.report_representation(
                described.element, "a static model: SDFormat has no others without links"
            )
        placed = self._frames[described.name]
        model.pose = make_pose(placed.pose, placed.pose_element or placed.element)
        for frame in self.work.description.frames:
            if frame.kind == "frame" and frame.scope == self._names.scope:
                self._add_frame(model, frame)
        for link in self.work.description.links:
            if link.scope == self._names.scope:
                self._add_link(model, link)
        for joint in self.work.description.joints:
            self._joints.add(model, joint)
        canonical = described.canonical_link
        if canonical is not None and model.link and self._names.resolve_reference(canonical) != model.link[0].name:
            model.canonical_link = self._names.resolve_reference(canonical)
        return model

    def plain(self, name: str) -> str:
        """A full name of the description without that of the model."""
        return self._names.plain(name)

    def new_names(self) -> Names:
        """Names in the model by those in the description; None for a joint that is none there."""
        made = {id(element) for element, _ in self.joints}
        return {
            "link": {plain: link.name for plain, link in self._made.items()},
            "joint": {
                self._names.plain(each.name): self._names.of_joint(each) if id(each.element) in made else None
                for each in self.work.description.joints
            },
        }

    def link_named(self, name: str) -> Any:
        """The link made of one of that name; None where there is none."""
        return self._made.get(name)

    def joint_named(self, name: str) -> Any:
        """The joint made of one of that name; None where there is none that SDFormat itself has."""
        return self._joints.made.get(name)

    def add_name(self, wanted: str) -> str:
        """A name that nothing in the model has yet, as near as can be to one that is wanted."""
        return self._names.add(wanted)

    def is_joint(self, name: str) -> bool:
        """Whether the description has a joint of that name."""
        return name in self._joint_names

    # parts

    def _add_frame(self, model: Any, frame: FrameRecord) -> None:
        plain = self._names.plain(frame.name)
        made = self.work.make(
            "Frame", name=self._names.of(plain), attached_to=self._names.resolve_reference(frame.attached_to)
        )
        made.pose = make_pose(frame.pose, frame.pose_element)
        model.frame.append(made)
        self.frames.append((frame.element, made))
        self.work.takings.of(frame.element).mark("frame", frame.element)
        written = getattr(frame.element, "name", None)
        if written and made.name != written and not plain.startswith("_"):
            self.work.ledger.report_representation(
                frame.element, f"frame {made.name!r}: SDFormat takes each name once", attribute="name"
            )

    def _add_link(self, model: Any, record: LinkRecord) -> None:
        plain = self._names.plain(record.name)
        element: Any = record.element
        link = self.work.make("Link", name=self._names.of(plain))
        frame = self._frames[record.name]
        if frame.relative_to is not None or frame.pose != IDENTITY:
            link.pose = make_pose(
                frame.pose,
                frame.pose_element or element,
                self._names.resolve_reference(frame.relative_to),
            )
        self.work.takings.of(element).link(record)
        if link.name != plain:
            self.work.ledger.report_representation(
                element, f"link {link.name!r}: SDFormat has no such names", attribute="name"
            )
        link.inertial = self._inertial(record)
        self.add_shapes(link, record)
        model.link.append(link)
        if element is not None:
            self.links.append((element, link))
        self._made[plain] = link

    def _inertial(self, record: LinkRecord) -> Any:
        inertial, make = record.inertial, self.work.make
        if inertial.element is record.element and (inertial.mass, inertial.moments) == DEFAULT_INERTIAL:
            return None
        if inertial.element is None and not inertial.mass and self.work.description.models[0].static:
            return None
        mass, moments, corrected = make_physical(
            inertial.mass,
            moments_of(inertial),
            accepts_impossible=self.work.target.speaks_drake and not self._in_world,
            keeps_moments=inertial.may_be_massless,
        )
        if corrected is not None:
            self.work.takings.of(inertial.element).mark_corrected_inertial(inertial, corrected)
        ixx, iyy, izz, ixy, ixz, iyz = moments
        made = make("Inertial", mass=mass)
        made.inertia = make("Inertia", ixx=ixx, iyy=iyy, izz=izz)
        if corrected == RAISED:
            self.corrected_inertials.append((inertial.element, made))
        for name, value in (("ixy", ixy), ("ixz", ixz), ("iyz", iyz)):
            if value:
                setattr(made.inertia, name, value)
        if inertial.element is None and not inertial.mass:
            self.work.ledger.report_representation(
                record.element, "a link that says that its mass is 0: in SDFormat one that says nothing has 1 kg"
            )
            return made
        taking = self.work.takings.of(inertial.element)
        pose = euler_of(inertial.pose, taking.written_inertial_pose(inertial))
        if any(pose):
            made.pose = make("InertialPose", value=pose)
        taking.inertial(inertial)
        return made

    def add_shapes(self, link: Any, record: LinkRecord) -> None:
        """Gives a link what is seen of it and what it touches with."""
        touching = {id(shape.element) for shape in record.collisions if shape.element is not None}
        for tag, kind in (("visual", record.visuals), ("collision", record.collisions)):
            self._add_shapes(link, tag, kind, touching if tag == "visual" else ())

    def _add_shapes(self, link: Any, tag: str, records: list[ShapeRecord], touching: Container[int]) -> None:
        """Adds visuals or collisions; a visual that is a collision, too, has another name than that."""
        taken = UsedNames(name for each in records if (name := getattr(each.element, "name", None)))
        given: set[str] = set()
        for record in records:
            element: Any = record.element
            written = getattr(element, "name", None)
            name = f"{written}_{tag}" if written and id(element) in touching else written or ""
            own = name.removeprefix(f"{link.name}{OWNER}")
            if own != name and own and own not in taken:
                name = own
                self.work.ledger.report_representation(element, f"{name!r}, as it is in its link", attribute="name")
            if not name or name in given or self._names.make_allowed(name, set()) != name:
                name = taken.free(f"{link.name}_{tag}")
                if written:
                    self.work.ledger.report_representation(
                        element, f"{name!r}: SDFormat takes each name once", attribute="name"
                    )
            given.add(name)
            taken.add(name)
            made = make_shape(self.work, tag.capitalize(), record, name)
            if made is None:
                continue
            getattr(link, tag).append(made)
            self.shapes.append((element, made))
            if tag == "visual" and getattr(element, "material", None) is not None:
                self.materials.append(element.material)

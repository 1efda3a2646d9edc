"""``Scene``: what a document of any format means, and how it moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import cache, cached_property, partial
from typing import TYPE_CHECKING, Any, TypeVar

import numpy as np

from ...diagnostics.errors import NameNotFound
from ...diagnostics.records import NamedTuple
from ...runtime.float_errors import silent
from ...runtime.sink import Sink
from ...runtime.spelling import format_count
from ..constraints.base import Constraint, ConstraintState, ForceElement
from ..constraints.from_records import constraints_of, force_elements_of, gear_couplings
from ..constraints.solver import Solution, solve
from ..frames.graph import NO_INDEX
from ..ir.lazy_mapping import LazyMapping, unknown
from ..ir.scoped_names import WORLD, HasName, number_names
from ..kinematics.configuration import Configuration, CoordinateLayout
from ..kinematics.coupling import sorted_couplings
from ..kinematics.forward_kinematics import Kinematics
from ..kinematics.mass_matrix import compute_mass_matrices
from ..spatial.transform import Transform
from .collision_filter import CollisionFilter, welded_sets
from .frames import Attachment, Frame, Model, model_maker
from .joints import Actuator, Joint, limits_of, make_actuator
from .keyframes import Keyframe, make_keyframe
from .links import Link, MassProperties, gather_masses, mass_properties
from .poses_at import Poses
from .validation import ValidatedWorld, validate
from .view_page import HEIGHT, View

if TYPE_CHECKING:
    from ..ir.constraints import MimicRecord
    from ..ir.world import WorldIR
    from ..kinematics.coupling import Coupling
    from ..kinematics.link_masses import LinkMasses
    from ..spatial.so3 import Array


Kind = TypeVar("Kind")


class Coordinate(NamedTuple):
    """One coordinate of the scene.

    Attributes:
        joint: scoped name.
        axis: which of the joint's coordinates, from 0.
        unit: ``"rad"`` or ``"m"``; ``"1"`` for the parts of a quaternion.
    """

    joint: str
    axis: int
    unit: str


class Scene:
    """One world: frames, links, joints and what acts between them, resolved, the same for every format.

    Names are scoped with ``::``; the root frame is ``"world"``. Lengths are in m, angles in rad, masses in kg. Nothing
    in a scene changes.

    Configurations (``q``) map joint names to a float or, for joints with several coordinates, an array of shape
    (dofs,). Many configurations at once: arrays of shape (n,) and (n, dofs); floats among them are the same in all. For a
    joint with one coordinate an array of shape (1,) is one configuration like a float. Or all coordinates as one array
    of shape (dofs,) or (n, dofs), in the order of ``coordinates``. Joints that a mapping leaves out follow what they
    are coupled to, otherwise they are neutral; joints that it names are taken as given. Without any, the scene is in its
    neutral configuration: all coordinates zero, but for joints whose document places the child at another
    (``Axis.reference``), quaternions, which are no rotation, and the pose of a free joint, which is the child's.
    ``Motion`` says what the coordinates of each kind of joint mean. A name that there is not is a ``NameNotFound`` (a ``KeyError``), numbers of
    the wrong shape are a ``ValueError``.

    Attributes:
        format: of the document: ``"sdformat"``, ``"urdf"``, ``"skel"``, ``"mjcf"`` or ``"dmd"``.
        world_name: as written; ``"world"`` where the document has none.
        gravity: m/s² in the root frame, None where the document says nothing.
        properties: what else the document says of the world: time step, collision detector …

    Example:
        >>> scene = bodyplan.load("examples/arm.urdf").scene
        >>> scene.dofs, scene.frames["arm::forearm"].attached_to
        (4, 'arm::forearm')
    """

    def __init__(self, validated: ValidatedWorld) -> None:
        self._validated = validated
        description = validated.description
        # works out on first use how it moves; the objects of a scene refer to this, so that a scene that nobody needs is freed
        self._make_kinematics = cache(partial(Kinematics, description, validated.graph, validated.connections))
        self.format: str = description.format
        self.world_name: str = description.world_name
        self.gravity: tuple[float, float, float] | None = description.gravity
        self.properties: Mapping[str, object] = description.properties

    def __reduce__(self) -> tuple[Any, ...]:
        return Scene, (self._validated,)

    def __copy__(self) -> Scene:
        return self  # nothing in it changes

    def __deepcopy__(self, memo: dict[int, Any]) -> Scene:
        return self

    # What there is

    @cached_property
    def frames(self) -> LazyMapping[Frame]:
        """Every frame by scoped name, in document order: those of the world, models, links and joints, and named ones."""
        make = self._make_kinematics
        return LazyMapping("frame", self._validated.graph.index, lambda vertex: Frame(make(), vertex))

    @cached_property
    def links(self) -> LazyMapping[Link]:
        """Every link by scoped name, in document order."""
        return self._map("link", self._validated.description.links, Link)

    @cached_property
    def joints(self) -> LazyMapping[Joint]:
        """Every joint by scoped name, in document order."""
        return self._map("joint", self._validated.description.joints, Joint)

    @cached_property
    def sites(self) -> LazyMapping[Frame]:
        """The frame of every site by the site's name, in document order.

        The name is that of the document, without the model's. A link or a joint may have it too: the site's frame then
        has another, by which ``pose`` knows it.
        """
        make, index = self._make_kinematics, self._validated.graph.index
        sites = self._validated.description.sites
        return LazyMapping("site", number_names(sites), lambda number: Frame(make(), index[sites[number].frame]))

    @cached_property
    def models(self) -> LazyMapping[Model]:
        """Every model, nested ones too, by scoped name, in document order."""
        description = self._validated.description
        return LazyMapping("model", number_names(description.models), model_maker(description, self._validated.graph))

    @cached_property
    def attachments(self) -> LazyMapping[Attachment]:
        """Sensors, lights and what else has a pose without being a frame, by scoped name."""
        return self._map("attachment", self._validated.description.attachments, Attachment)

    def _map(self, what: str, records: Iterable[HasName], kind: Callable[[Kinematics, int], Kind]) -> LazyMapping[Kind]:
        """The objects of records by their names; of several with one name the first."""
        make = self._make_kinematics
        return LazyMapping(what, number_names(records), lambda number: kind(make(), number))

    @cached_property
    def constraints(self) -> tuple[Constraint, ...]:
        """The document's constraints in its order, then one for each joint that closes a loop."""
        return constraints_of(self._kinematics, self._validated.references)

    @cached_property
    def force_elements(self) -> tuple[ForceElement, ...]:
        """Bushings and springs between bodies, in document order."""
        return force_elements_of(self._kinematics, self._validated.references)

    @cached_property
    def actuators(self) -> tuple[Actuator, ...]:
        """Motors, in document order."""
        joints = self._validated.description.joints
        return tuple(
            make_actuator(motor, None if number == NO_INDEX else joints[number].name)
            for motor, number in self._validated.references.actuators
        )

    @cached_property
    def keyframes(self) -> tuple[Keyframe, ...]:
        """States that the document has names for, in its order."""
        return tuple(make_keyframe(record) for record in self._validated.description.keyframes)

    @cached_property
    def collision_filter(self) -> CollisionFilter:
        """Which links do not collide with which."""
        return CollisionFilter(self._kinematics, self._validated.references)

    @cached_property
    def welded_links(self) -> tuple[frozenset[str], ...]:
        """Links that fixed joints make one body, each set with at least one link; ``"world"`` is in the set of what is fixed."""
        records = self._validated.graph.records
        return tuple(
            frozenset(records[body].name for body in bodies)
            for bodies in welded_sets(self._kinematics)
            if bodies != [0]
        )

    # Where things are

    @silent
    def pose(self, frame: str, relative_to: str = WORLD, q: Configuration | None = None) -> Transform:
        """Where a frame is in another.

        Args:
            frame: scoped name.
            relative_to: scoped name.
            q: one configuration; None for the neutral one.

        Returns:
            ``X_AB`` with A ``relative_to`` and B ``frame``.

        Raises:
            NameNotFound: (a ``KeyError``) there is no such frame or joint.
            ValueError: ``q`` holds many configurations (see ``forward_kinematics``) or numbers of the wrong shape.

        Example:
            >>> scene = bodyplan.load("examples/arm.urdf").scene
            >>> scene.pose("arm::forearm", q={"arm::elbow": 0.5}).translation.round(3).tolist()
            [0.4, 0.0, 0.3]
        """
        a, b = self._vertex(relative_to), self._vertex(frame)
        kinematics = self._kinematics
        if q is None:
            pose_a, pose_b = kinematics.neutral_poses[a], kinematics.neutral_poses[b]
        else:
            packed, batched = self._layout.pack(q)
            if batched:
                raise ValueError("q holds many configurations; forward_kinematics answers these")
            pose_b = kinematics.frame_matrices(b, packed)[0]
            pose_a = kinematics.frame_matrices(a, packed)[0] if a else kinematics.world[0]
        if a == 0:
            return Transform(pose_b)
        return Transform(pose_a).inverse() @ Transform(pose_b)

    def forward_kinematics(self, q: Configuration | None = None) -> Poses:
        """Where every frame is in the root frame, at one configuration or at n at once.

        Args:
            q: configuration or configurations; None for the neutral one.

        Returns:
            A mapping from scoped frame name to an array of shape (4, 4), or (n, 4, 4) for n configurations.

        Raises:
            NameNotFound: (a ``KeyError``) there is no such joint.
            ValueError: numbers of the wrong shape, or different numbers of configurations.

        Example:
            >>> scene = bodyplan.load("examples/arm.urdf").scene
            >>> poses = scene.forward_kinematics({"arm::elbow": [0.0, 0.5, 1.0]})
            >>> poses["arm::forearm"].shape
            (3, 4, 4)
        """
        return Poses(self._kinematics, *self._layout.pack(q))

    @silent
    def jacobian(
        self,
        frame: str,
        q: Configuration | None = None,
        *,
        relative_to: str = WORLD,
        independent: bool = False,
    ) -> Array:
        """The geometric Jacobian of a frame: its velocity for unit velocities of the joints.

        Rows 0 to 2 are the velocity of the frame's origin (m/s), rows 3 to 5 its angular velocity (rad/s), both as
        seen from ``relative_to`` and along its axes. Rates are derivatives of the coordinates themselves, for rotation
        vectors and roll, pitch, yaw too; that of a quaternion is an angular velocity along the axes of the child.

        Args:
            frame: scoped name.
            q: configuration or configurations; None for the neutral one.
            relative_to: scoped name of the frame that the velocity is measured in and expressed along.
            independent: False: a column for each of ``velocities``, as if none followed another; True: a column for
                each of those that follow no other, what follows them counted in.

        Returns:
            Shape (6, columns), or (n, 6, columns) for n configurations.

        Raises:
            NameNotFound: (a ``KeyError``) there is no such frame or joint.
            ValueError: numbers of the wrong shape.

        Example:
            >>> scene = bodyplan.load("examples/arm.urdf").scene
            >>> scene.jacobian("arm::forearm").shape
            (6, 4)
        """
        state, batched = self.state(q)
        vertex, _ = self._vertex(frame), self._vertex(relative_to)
        if relative_to == WORLD:
            jacobian = self._kinematics.compute_jacobian(vertex, state.q)
        else:
            _, _, jacobian = state.relative(relative_to, frame)
        if independent:
            jacobian = jacobian @ self._layout.compute_expansion_matrix()
        return jacobian if batched else jacobian[0]

    # Coordinates

    @property
    def dofs(self) -> int:
        """Number of coordinates of all joints."""
        return self._layout.dofs

    @cached_property
    def coordinates(self) -> tuple[Coordinate, ...]:
        """All coordinates: the joints in document order, each joint's in its own order."""
        connections = self._validated.connections
        units = self._kinematics.units
        found = [(connection.record.name, axis) for connection in connections for axis in range(connection.dofs)]
        return tuple(Coordinate(joint, axis, unit) for (joint, axis), unit in zip(found, units))

    @cached_property
    def velocities(self) -> tuple[Coordinate, ...]:
        """What is counted where rates are: the rate of each coordinate, but for quaternions an angular velocity.

        As many as ``coordinates`` and equal to them, unless the scene has quaternions: these have four coordinates and three
        velocities, in rad.
        """
        units, starts = self._kinematics.velocity_units, self._kinematics.velocity_starts
        joints = [connection.record.name for connection in self._validated.connections]
        found = [(name, axis) for name, start, end in zip(joints, starts, starts[1:]) for axis in range(end - start)]
        return tuple(Coordinate(joint, axis, unit) for (joint, axis), unit in zip(found, units))

    @cached_property
    def free_coordinates(self) -> tuple[Coordinate, ...]:
        """Those coordinates that follow no other."""
        return tuple(self.coordinates[i] for i in self._layout.free())

    @cached_property
    def default_configuration(self) -> dict[str, float | Array]:
        """What the document starts from: every joint with coordinates, neutral where nothing is said.

        Floats, or arrays of shape (coordinates,) for joints with several; rad or m.
        """
        result: dict[str, float | Array] = {}
        for number, connection in enumerate(self._validated.connections):
            record = connection.record
            if connection.dofs == 0 or record.name in result:
                continue
            start = record.default_position or self._kinematics.neutral[self._layout.coordinates(number)]
            result[record.name] = float(start[0]) if connection.dofs == 1 else np.array(start, dtype=np.float64)
        return result

    @cached_property
    def lower_limits(self) -> Array:
        """Smallest positions, rad or m, shape (dofs,), in the order of ``coordinates``; -inf where there is no limit."""
        return limits_of(self._validated.connections, "lower")

    @cached_property
    def upper_limits(self) -> Array:
        """Largest positions, rad or m, shape (dofs,); inf where there is no limit."""
        return limits_of(self._validated.connections, "upper")

    @cached_property
    def velocity_limits(self) -> Array:
        """Largest speeds, rad/s or m/s, shape (velocities,), in the order of ``velocities``; inf where there is no limit."""
        return limits_of(self._validated.connections, "velocity")

    @cached_property
    def effort_limits(self) -> Array:
        """Largest torques and forces, N m or N, shape (velocities,), in the order of ``velocities``; inf where there is no limit."""
        return limits_of(self._validated.connections, "effort")

    @cached_property
    def acceleration_limits(self) -> Array:
        """Largest accelerations, rad/s² or m/s², shape (velocities,), in the order of ``velocities``; inf where there is no limit."""
        return limits_of(self._validated.connections, "acceleration")

    def vector(self, q: Configuration | None = None) -> Array:
        """A configuration as an array of shape (dofs,), or (n, dofs), in the order of ``coordinates``.

        Args:
            q: see ``forward_kinematics``.

        Raises:
            NameNotFound: (a ``KeyError``) there is no such joint.
            ValueError: numbers of the wrong shape.
        """
        packed, batched = self._layout.pack(q)
        vector: Array = packed.T.copy() if batched else packed[:, 0].copy()
        return vector

    def configuration(self, vector: Array) -> dict[str, float | Array]:
        """The mapping of an array of shape (dofs,) or (n, dofs); joints without coordinates are left out.

        Args:
            vector: numbers in the order of ``coordinates``, rad or m.

        Raises:
            ValueError: numbers of the wrong shape.
        """
        return self._layout.unpack(*self._layout.pack(np.asarray(vector, dtype=np.float64)))

    def expand(self, q: Configuration | None = None) -> dict[str, float | Array]:
        """The configuration with every joint in it: those left out follow what they are coupled to, or are neutral.

        Joints that ``q`` names stay as they are, followers too. Floats, or arrays of shape (coordinates,) for joints with
        several, (n,) and (n, coordinates) for n configurations; rad or m.

        Raises:
            NameNotFound: (a ``KeyError``) there is no such joint.
            ValueError: numbers of the wrong shape.

        Example:
            >>> scene = bodyplan.load("examples/arm.urdf").scene
            >>> scene.expand({"arm::left_slide": 0.01})["arm::right_slide"]
            0.01
        """
        return self._layout.unpack(*self._layout.pack({} if q is None else q))

    @silent
    def random_configuration(
        self, rng: np.random.Generator | int | None = None, n: int | None = None
    ) -> dict[str, float | Array]:
        """A configuration drawn evenly between the limits; what follows others follows them.

        Args:
            rng: generator, seed, or None for one that differs each time.
            n: number of configurations, as arrays; None for one.

        Returns:
            Every joint with coordinates, rad or m: floats, or arrays of shape (coordinates,), and (n,) or
            (n, coordinates) where ``n`` is given. Sides without a limit are taken at π rad or 1 m from the other side, or from
            the neutral configuration where both have none; quaternions are drawn from all rotations.
        """
        generator = rng if isinstance(rng, np.random.Generator) else np.random.default_rng(rng)
        q = self._layout.draw(self.lower_limits, self.upper_limits, generator, 1 if n is None else n)
        return self._layout.unpack(q, n is not None)

    # Constraints and masses

    def state(self, q: Configuration | None = None) -> tuple[ConstraintState, bool]:
        """What constraints are evaluated in, and whether it holds many configurations."""
        packed, batched = self._layout.pack(q)
        return ConstraintState(self._kinematics, packed), batched

    @silent
    def solve(
        self,
        q0: Configuration | None = None,
        *,
        held: Iterable[str] = (),
        constraints: Iterable[Constraint] | None = None,
        tolerance: float = 1e-10,
        iterations: int = 100,
    ) -> Solution:
        """Brings a configuration onto the constraints by damped Gauss-Newton steps.

        Args:
            q0: where to begin; one configuration. None for the default configuration of the document.
            held: names of joints that stay where they are.
            constraints: those to be met; all active ones of the scene by default.
            tolerance: for each number of each residual, in m or rad.
            iterations: steps at most.

        Returns:
            A ``Solution``: the configuration, whether it meets the constraints, and if not, what is in the way.

        Raises:
            NameNotFound: (a ``KeyError``) there is no such joint.
            ValueError: ``q0`` holds many configurations or numbers of the wrong shape.

        Example:
            >>> scene = bodyplan.load("examples/arm.urdf").scene
            >>> scene.solve({"arm::elbow": 0.5}).q["arm::elbow"]
            0.5
        """
        packed, batched = self._layout.pack(self.default_configuration if q0 is None else q0)
        if batched:
            raise ValueError("solve takes one configuration at a time")
        chosen = tuple(each for each in self.constraints if each.active) if constraints is None else tuple(constraints)
        names = list(held)
        for name in names:
            if name not in self.joints:
                raise NameNotFound(unknown("joint", name, self._layout.numbers))
        return solve(
            self._kinematics, self._layout, chosen, packed, held=names, tolerance=tolerance, iterations=iterations
        )

    @silent
    def mass_properties(
        self, q: Configuration | None = None, links: Iterable[str] | None = None, *, relative_to: str = WORLD
    ) -> MassProperties:
        """Mass, centre of mass and inertia of links taken as one body.

        Args:
            q: configuration or configurations; None for the neutral one.
            links: scoped names; all links by default. ``welded_links`` names those that are one body.
            relative_to: scoped name of the frame in which the centre of mass is given and along whose axes the inertia.

        Returns:
            Mass in kg, centre of mass in m, inertia about it in kg m²; arrays begin with n for n configurations.

        Raises:
            NameNotFound: (a ``KeyError``) there is no such link, frame or joint.
            ValueError: numbers of the wrong shape.

        Example:
            >>> scene = bodyplan.load("examples/arm.urdf").scene
            >>> scene.mass_properties({"arm::shoulder": 0.5}, ["arm::upper_arm"]).com.round(3).tolist()
            [0.176, 0.096, 0.3]
        """
        packed, batched = self._layout.pack(q)
        names = self.links if links is None else [name for name in links if name != WORLD]
        rows, masses = self._link_masses
        try:
            chosen = [rows[name] for name in names]
        except KeyError as error:
            raise NameNotFound(unknown("link", str(error.args[0]), rows)) from None
        whole = mass_properties(self._kinematics, masses.select(chosen), packed)
        com, inertia = whole.com, whole.inertia
        if relative_to != WORLD:
            frame = self._kinematics.frame_matrices(self._vertex(relative_to), packed)
            back = np.swapaxes(frame[:, :3, :3], 1, 2)
            com = np.einsum("nij,nj->ni", back, com - frame[:, :3, 3])
            inertia = back @ inertia @ np.swapaxes(back, 1, 2)
        return MassProperties(whole.mass, com, inertia) if batched else MassProperties(whole.mass, com[0], inertia[0])

    @silent
    def mass_matrix(self, q: Configuration | None = None, *, independent: bool = False) -> Array:
        """The joint-space mass matrix: twice the kinetic energy of joints is ``rates @ mass_matrix @ rates``.

        Links that no joint holds stand still, and a joint that closes a loop has rows and columns of zeros. Rates are those of
        ``jacobian``.

        Args:
            q: configuration or configurations; None for the neutral one.
            independent: False: a row and a column for each of ``velocities``, as if none followed another; True: for
                each of those that follow no other, what follows them counted in.

        Returns:
            Shape (velocities, velocities), or (n, velocities, velocities) for n configurations; kg m², kg m and kg.

        Raises:
            NameNotFound: (a ``KeyError``) there is no such joint.
            ValueError: numbers of the wrong shape.

        Example:
            >>> scene = bodyplan.load("examples/arm.urdf").scene
            >>> scene.mass_matrix({"arm::elbow": 0.5}).shape
            (4, 4)
        """
        packed, batched = self._layout.pack(q)
        matrices = compute_mass_matrices(self._kinematics, self._link_masses[1], packed)
        if independent:
            expansion = self._layout.compute_expansion_matrix()
            matrices = np.swapaxes(expansion, -1, -2) @ matrices @ expansion
        return matrices if batched else matrices[0]

    @cached_property
    def _link_masses(self) -> tuple[dict[str, int], LinkMasses]:
        """Row of each link by its name, and what the rows are."""
        return {name: row for row, name in enumerate(self.links)}, gather_masses(self._kinematics, self.links)

    # How it looks

    def view(self, q: Configuration | None = None, *, height: int = HEIGHT) -> View:
        """The scene as a page in a browser, at a configuration; notebooks draw it.

        The page shows shapes, frames, joints with sliders, masses, sensors and lights, and needs nothing besides itself.

        Args:
            q: one configuration; None: where the document says that the joints start.
            height: pixels that it is high in a notebook.

        Raises:
            KeyError: there is no such joint.
            ValueError: ``q`` holds many configurations, or numbers of the wrong shape.

        Example:
            >>> bodyplan.load("examples/arm.urdf").scene.view(q={"arm::elbow": 0.5}).save("arm.html")
        """
        if q is not None and self._layout.pack(q)[1]:
            raise ValueError("q holds many configurations; a picture shows one")
        return View(self, q, height)

    def _repr_html_(self) -> str:
        return self.view()._repr_html_()

    def __repr__(self) -> str:
        description = self._validated.description
        counts = (
            (len(description.links), "link"),
            (len(description.joints), "joint"),
            (len(description.frames), "frame"),
        )
        return f"<Scene of {self.format}: {', '.join(format_count(count, what) for count, what in counts)}>"

    @cached_property
    def _kinematics(self) -> Kinematics:
        return self._make_kinematics()

    @cached_property
    def _layout(self) -> CoordinateLayout:
        kinematics = self._kinematics
        couplings = self._validated.references.couplings
        gears = gear_couplings(kinematics, self._validated.references)
        if gears:
            made: list[tuple[Coupling, MimicRecord | None]] = [(each, None) for each in (*couplings, *gears)]
            couplings = sorted_couplings(made, self._validated.connections, Sink())
        return CoordinateLayout(kinematics, couplings)

    def _vertex(self, frame: str) -> int:
        index = self._validated.graph.index
        vertex = index.get(frame)
        if vertex is None:
            vertex = self._validated.graph.find(frame, WORLD)
            if vertex < 0:
                raise NameNotFound(unknown("frame", frame, index))
        return vertex


def get_world(scene: Scene) -> ValidatedWorld:
    """What a scene shows, for the other folders; of no use to users."""
    return scene._validated


def get_kinematics(scene: Scene) -> Kinematics:
    """The frames of a scene and how they move."""
    return scene._kinematics


def get_layout(scene: Scene) -> CoordinateLayout:
    """Where each coordinate of a scene is in a vector of all."""
    return scene._layout


def build(description: WorldIR, sink: Sink | None = None, validated: ValidatedWorld | None = None) -> Scene:
    """The scene of ``description``; findings go to ``sink``, and if it is ``validated`` already there are none."""
    return Scene(validated or validate(description, sink))

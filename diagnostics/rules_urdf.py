"""BP54 to BP58 and BP64 to BP66: what URDF asks of a robot beyond its grammar."""

from __future__ import annotations

from typing import Final

from . import fix_kinds
from .rule import declare

PRIMER: Final = "URDF primer, XML hierarchies and kinematic trees"
JOINT: Final = "URDF, joint"
LINK: Final = "URDF, link"
INERTIAL: Final = "URDF, link/inertial"
MATERIAL: Final = "URDF, material"
TRANSMISSION: Final = "URDF, transmission"

TWO_PARENTS: Final = declare(
    "BP540",
    "link-with-two-parents",
    "error",
    "link {name!r} is the child of joint {joint!r}, and of joint {first!r} already",
    spec=PRIMER,
    hint="a link has one parent joint; close a loop outside of URDF's joints",
)
KINEMATIC_LOOP: Final = declare(
    "BP541",
    "kinematic-loop",
    "error",
    "the joints form a loop: {path}",
    spec=PRIMER,
    hint="take out one of the joints; every chain of links has to end",
)
SECOND_ROOT: Final = declare(
    "BP542",
    "second-root",
    "error",
    "link {name!r} has no parent, and neither has {first!r}; a robot has one root",
    spec=PRIMER,
    hint="join {name!r} to the rest of the robot",
)
ORPHAN_LINK: Final = declare(
    "BP543",
    "orphan-link",
    "error",
    "no joint names link {name!r}, which leaves it apart from the rest of the robot",
    spec=PRIMER,
    hint="join it to another link, or remove it",
    nevertheless="Drake takes a link that no joint names for a free body; readers that want one tree, as urdfdom, "
    "refuse the robot.",
)
NO_LINK: Final = declare(
    "BP544",
    "robot-without-link",
    "error",
    "robot {name!r} has no link",
    spec=PRIMER,
    hint="add a <link>",
    nevertheless="A silent reader answers with an empty robot; urdfdom refuses it.",
)
DUPLICATE_LINK: Final = declare(
    "BP545",
    "duplicate-link",
    "error",
    "there is a link {name!r} already",
    spec=LINK,
    hint="rename one of them",
    fix=fix_kinds.ANOTHER_NAME,
)
DUPLICATE_JOINT: Final = declare(
    "BP546",
    "duplicate-joint",
    "error",
    "there is a joint {name!r} already",
    spec=JOINT,
    hint="rename one of them",
    fix=fix_kinds.ANOTHER_NAME,
)
DUPLICATE_FRAME: Final = declare(
    "BP547",
    "duplicate-urdf-frame",
    "error",
    "frame {name!r} has the name of a {other}",
    spec="Drake multibody parsing, URDF frame",
    hint="rename one of them",
    fix=fix_kinds.ANOTHER_NAME,
)
UNKNOWN_FRAME_LINK: Final = declare(
    "BP548",
    "unknown-frame-link",
    "error",
    "frame {name!r} is fixed to {reference!r}, which is no link of the robot",
    spec="Drake multibody parsing, URDF frame",
    hint="{advice}",
    fix=fix_kinds.REFERENCE,
)
EMPTY_NAME: Final = declare(
    "BP549",
    "empty-urdf-name",
    "error",
    "the name of this <{what}> is empty",
    spec="URDF, names",
    hint="give it a name",
    fix=fix_kinds.ADD_NAME,
)
LIMIT_ORDER: Final = declare(
    "BP550",
    "limits-crossed",
    "warning",
    "joint {name!r} has the lower limit {lower:g} above its upper limit {upper:g}",
    spec="URDF, joint/limit",
    hint="exchange them",
    fix=fix_kinds.EXCHANGE,
)
LIMIT_UNSTATED: Final = declare(
    "BP551",
    "limit-unstated",
    "warning",
    "joint {name!r} states no {which} limit: ROS takes 0, Drake takes none",
    spec="URDF, joint/limit",
    hint="write lower and upper",
    nevertheless="Readers differ in the limit that they take, and each is silent about it.",
)
LIMIT_OF_CONTINUOUS: Final = declare(
    "BP552",
    "continuous-joint-with-limits",
    "warning",
    "joint {name!r} turns without end and states limits of its position: ROS ignores them, Drake keeps them",
    spec="URDF, joint/limit",
    hint="make it revolute, or remove lower and upper",
    nevertheless="Readers differ in whether the limits count, and each is silent about it.",
)
NEGATIVE_LIMIT: Final = declare(
    "BP553",
    "negative-limit",
    "warning",
    "joint {name!r} has the {which} limit {value:g}; it holds in both directions and cannot be negative",
    spec="URDF, joint/limit",
    hint="write its size",
    fix=fix_kinds.SIZE,
)
SOFT_LIMITS_CROSSED: Final = declare(
    "BP554",
    "soft-limits-crossed",
    "warning",
    "joint {name!r} has the soft lower limit {lower:g} above its soft upper limit {upper:g}",
    spec="URDF, joint/safety_controller",
    hint="exchange them",
    fix=fix_kinds.EXCHANGE,
)
SOFT_LIMIT_OUTSIDE: Final = declare(
    "BP555",
    "soft-limit-outside",
    "warning",
    "joint {name!r} has the soft {which} limit {soft:g} beyond its {which} limit {hard:g}",
    spec="URDF, joint/safety_controller",
    hint="soft limits lie between the limits",
    fix=fix_kinds.write_argument("hard", "writes the limit that it is beyond", "never"),
)
MIMIC_NEEDS_ONE: Final = declare(
    "BP556",
    "mimic-needs-one-coordinate",
    "warning",
    "joint {name!r} with {count} coordinates cannot follow joint {leader!r} with {leader_count}; both need one",
    spec="URDF, joint/mimic",
    hint="remove the mimic, or let both joints be revolute, continuous or prismatic",
    cases=(("error", "the target is Drake and the joints differ in their number of coordinates"),),
)
DYNAMICS_EMPTY: Final = declare(
    "BP557",
    "dynamics-without-numbers",
    "warning",
    "the <dynamics> of joint {name!r} has neither damping nor friction",
    spec="URDF, joint/dynamics",
    hint="write one of them, or remove the element",
    fix=fix_kinds.REMOVED,
)
NEGATIVE_DAMPING: Final = declare(
    "BP558",
    "negative-damping",
    "warning",
    "joint {name!r} has the damping {value:g}, which would drive it",
    spec="URDF, joint/dynamics",
    hint="write a number that is not negative",
)
TWO_ROTATIONS: Final = declare(
    "BP559",
    "rotation-given-twice",
    "error",
    "this <origin> has rpy and quat_xyzw; one of them is to give the rotation",
    spec="URDF, origin",
    hint="remove one of them",
)
CURVE_WITHOUT_PIECES: Final = declare(
    "BP560",
    "curve-without-pieces",
    "error",
    "curvilinear joint {name!r} has no curve: {reason}",
    spec="Drake multibody parsing: drake:joint, curvilinear",
    hint="write drake:curves with drake:line_segment or drake:circular_arc",
)
CURVE_NOT_IN_PLANE: Final = declare(
    "BP561",
    "curve-not-in-plane",
    "error",
    "curvilinear joint {name!r} starts along {tangent}, which is not at right angles to the plane normal {normal}",
    spec="Drake multibody parsing: drake:joint, curvilinear",
    hint="make drake:initial_tangent and drake:plane_normal perpendicular",
)

WORLD_UNDECLARED: Final = declare(
    "BP562",
    "world-undeclared",
    "warning",
    "the parent of joint {name!r} is 'world', which is no link of the robot: Drake takes it for the world, ROS refuses it",
    spec="Drake multibody parsing; URDF, joint/parent",
    hint='write <link name="world"/>',
    nevertheless="Drake reads it on purpose; urdfdom, and with it ROS and pinocchio, refuse the robot.",
    fix=fix_kinds.add_element('<link name="world"/>', "declares the link"),
)

TRANSMISSION_JOINT_UNKNOWN: Final = declare(
    "BP570",
    "unknown-transmission-joint",
    "warning",
    "transmission {name!r} drives {reference!r}, which is no joint of the robot",
    spec=TRANSMISSION,
    hint="{advice}",
    cases=(("warning", "the target is Drake, which looks for the joint of a simple transmission and for no other"),),
    fix=fix_kinds.REFERENCE,
)
TRANSMISSION_INCOMPLETE: Final = declare(
    "BP571",
    "incomplete-transmission",
    "warning",
    "transmission {name!r} has no {what}",
    spec=TRANSMISSION,
    hint="add it, or remove the transmission",
)
TRANSMISSION_TYPE_TWICE: Final = declare(
    "BP572",
    "transmission-type-twice",
    "warning",
    "transmission {name!r} states its type as an attribute and as an element",
    spec=TRANSMISSION,
    hint="keep the element for ros_control, the attribute for PR2's controllers",
)
DUPLICATE_TRANSMISSION: Final = declare(
    "BP573",
    "duplicate-transmission",
    "warning",
    "there is a transmission {name!r} already",
    spec=TRANSMISSION,
    hint="rename one of them",
    fix=fix_kinds.ANOTHER_NAME,
)
DUPLICATE_ACTUATOR: Final = declare(
    "BP574",
    "duplicate-actuator",
    "warning",
    "there is an actuator {name!r} already",
    spec=TRANSMISSION,
    hint="rename one of them",
    fix=fix_kinds.ANOTHER_NAME,
)
ACTUATOR_WITHOUT_MOTION: Final = declare(
    "BP575",
    "actuator-without-motion",
    "warning",
    "transmission {name!r} drives joint {joint!r}, which is {type} and has {count} coordinates; an actuator drives one",
    spec=TRANSMISSION,
    hint="remove the transmission",
    cases=(("error", "the target is Drake and the joint has several coordinates"),),
    fix=fix_kinds.TRANSMISSION_REMOVED,
)
ACTUATOR_WITHOUT_EFFORT: Final = declare(
    "BP576",
    "actuator-without-effort",
    "warning",
    "transmission {name!r} drives joint {joint!r}, whose effort limit is 0",
    spec=TRANSMISSION,
    hint="raise the effort limit, or remove the transmission",
)
GAZEBO_REFERENCE: Final = declare(
    "BP580",
    "unknown-gazebo-reference",
    "warning",
    "this block for Gazebo is about {reference!r}, which is no link and no joint of the robot",
    spec="URDF in Gazebo, gazebo/@reference",
    hint="{advice}",
    fix=fix_kinds.REFERENCE,
)
SENSOR_PARENT: Final = declare(
    "BP581",
    "unknown-sensor-parent",
    "warning",
    "sensor {name!r} sits on {what} {reference!r}, which the robot does not have",
    spec="URDF, sensor/parent",
    hint="{advice}",
    fix=fix_kinds.REFERENCE,
)
ROS2_CONTROL_JOINT: Final = declare(
    "BP582",
    "unknown-ros2-control-joint",
    "warning",
    "ros2_control {name!r} drives {reference!r}, which is no joint of the robot",
    spec="ros2_control, hardware components",
    hint="{advice}",
    fix=fix_kinds.REFERENCE,
)

NEGATIVE_MASS: Final = declare(
    "BP640",
    "negative-mass",
    "warning",
    "link {name!r} has the mass {mass:g} kg",
    spec=INERTIAL,
    hint="check its sign",
)
INERTIA_NOT_POSITIVE: Final = declare(
    "BP641",
    "inertia-not-positive",
    "warning",
    "the inertia of link {name!r} has the principal moments {low:.6g}, {middle:.6g}, {high:.6g} kg m²; none can be negative",
    spec=INERTIAL,
    hint="check the signs of ixy, ixz, iyz and whether the numbers are about the centre of mass",
)
INERTIA_TRIANGLE: Final = declare(
    "BP642",
    "inertia-of-no-body",
    "warning",
    "the inertia of link {name!r} has the principal moments {low:.6g}, {middle:.6g}, {high:.6g} kg m²; the last is larger "
    "than the sum of the others ({sum:.6g}), as in no body",
    spec=INERTIAL,
    hint="a moment is never larger than the sum of the other two",
)
INERTIA_WITHOUT_MASS: Final = declare(
    "BP643",
    "inertia-without-mass",
    "warning",
    "link {name!r} has an inertia and no mass",
    spec=INERTIAL,
    hint="give it a mass",
)
MATERIAL_UNDEFINED: Final = declare(
    "BP650",
    "undefined-material",
    "warning",
    "no material {name!r} is defined for the whole robot or before this visual",
    spec=MATERIAL,
    hint="{advice}",
    nevertheless="The shape has the colour that each reader takes by default; urdfdom warns of it, Drake does not.",
    fix=fix_kinds.REFERENCE,
)
MATERIAL_REDEFINED: Final = declare(
    "BP651",
    "material-redefined",
    "warning",
    "material {name!r} is defined already, with another look; readers differ in which they take",
    spec=MATERIAL,
    hint="give it another name",
    nevertheless="Readers differ: urdfdom has one look for each name, the first, MuJoCo that of the visual itself, and Drake "
    "refuses the robot, unless it is read without geometry.",
)
DUPLICATE_MATERIAL: Final = declare(
    "BP652",
    "duplicate-material",
    "warning",
    "there is a material {name!r} for the whole robot already",
    spec=MATERIAL,
    hint="keep one of them",
    fix=fix_kinds.REPEATED,
)
MATERIAL_EMPTY: Final = declare(
    "BP653",
    "material-without-look",
    "warning",
    "material {name!r} has neither a colour nor a texture",
    spec=MATERIAL,
    hint="add <color> or <texture>",
)
SHAPE_WITHOUT_SIZE: Final = declare(
    "BP655",
    "shape-without-size",
    "warning",
    "{what} is {value:g}; a shape of this size fills no space",
    spec="URDF, geometry",
    hint="write a length above 0",
    nevertheless="Such a shape shows nothing. Drake takes a sphere of radius 0 for a point that touches others, where it is "
    "meant so.",
    cases=(("error", "the target is Drake, which takes no such size but a sphere's radius of 0"),),
)
DUPLICATE_SHAPE: Final = declare(
    "BP656",
    "duplicate-shape-name",
    "warning",
    "link {link!r} has another {what} {name!r}, so that this one is called {given!r}",
    spec="URDF, link",
    hint="rename one of them",
    nevertheless="A silent reader gives one of them another name, so that what refers to it by the written one "
    "misses it.",
    fix=fix_kinds.write_argument("given", "writes the name that it is called by"),
)
MESH_NOT_FOUND: Final = declare(
    "BP657",
    "mesh-not-found",
    "warning",
    "there is no file {uri!r}; looked in {places}",
    spec="URDF, geometry/mesh/@filename",
    hint="{advice}",
    nevertheless="A silent reader does not open the file yet; a program that shows or touches the robot has to.",
)
PACKAGE_UNKNOWN: Final = declare(
    "BP658",
    "mesh-package-unknown",
    "note",
    "{uri!r} is in package {package!r}, which was not found; its other meshes are not looked for",
    spec="URDF, geometry/mesh/@filename",
    hint="{advice}",
)

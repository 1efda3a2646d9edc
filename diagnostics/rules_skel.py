"""BP589, BP59, BP66 and BP67: what SKEL asks of a world beyond its grammar."""

from __future__ import annotations

from typing import Final

from . import fix_kinds
from .rule import declare

FORMAT: Final = "SKEL file format of DART"

UNIVERSAL_AXIS_NOT_UNIT: Final = declare(
    "BP589",
    "universal-axis-not-of-length-one",
    "warning",
    "axis {number} of universal joint {name!r} has the length {length:.9g}; its direction counts, but not in DART",
    spec=f"{FORMAT}: joint/axis/xyz",
    hint="write a vector of length 1: DART turns about the vector as it is, and gives up where that is no rotation",
    fix=fix_kinds.NORMALISED_AT_RISK,
)
SECOND_JOINT: Final = declare(
    "BP590",
    "body-with-two-joints",
    "error",
    "body {body!r} is held by joint {first!r} already; joint {name!r} cannot hold it too",
    spec=f"{FORMAT}: joint/child",
    hint="a body has one parent joint; remove one of the two",
)
LOOP: Final = declare(
    "BP591",
    "joint-loop",
    "error",
    "no body of the loop is attached to the world: {path}",
    spec=f"{FORMAT}: joint/parent",
    hint="a skeleton is a tree",
)
JOINT_BEFORE_BODY: Final = declare(
    "BP592",
    "joint-before-body",
    "note",
    "joint {name!r} stands before its {end} {body!r}",
    spec=f"{FORMAT}: joint",
    hint="order means nothing to DART, but bodies come first in the format's outline",
)
VECTOR_LENGTH: Final = declare(
    "BP593",
    "coordinate-count",
    "error",
    "<{tag}> of joint {name!r} has {count} numbers; a {type} joint has {dofs} coordinates",
    spec=f"{FORMAT}: joint/init_pos, joint/init_vel",
    nevertheless="DART takes the numbers that are there and has no value of its own for those that are missing.",
    hint="write {dofs}",
)
UNKNOWN_COORDINATE: Final = declare(
    "BP594",
    "unknown-coordinate",
    "error",
    "joint {name!r} has no coordinate {index}; a {type} joint has {dofs}, counted from 0",
    spec=f"{FORMAT}: joint/dof/@local_index",
)
COORDINATE_UNNUMBERED: Final = declare(
    "BP595",
    "coordinate-without-number",
    "error",
    "a <dof> of joint {name!r} does not say which of its {dofs} coordinates it is about",
    spec=f"{FORMAT}: joint/dof/@local_index",
    hint='add local_index="0" or another number below {dofs}',
)
AXIS_NOT_UNIT: Final = declare(
    "BP596",
    "axis-not-of-length-one",
    "note",
    "axis {number} of joint {name!r} has the length {length:.9g}; its direction counts",
    spec=f"{FORMAT}: joint/axis/xyz",
    hint="write a vector of length 1",
    fix=fix_kinds.NORMALISED,
)
NEGATIVE_COEFFICIENT: Final = declare(
    "BP597",
    "negative-coefficient",
    "warning",
    "{what} of joint {name!r} is {value:g} and counts as 0",
    spec=f"{FORMAT}: joint/axis/dynamics",
    fix=fix_kinds.write_text("0", "writes 0"),
    hint="check its sign",
)
PARALLEL_PLANE_AXES: Final = declare(
    "BP598",
    "parallel-plane-axes",
    "error",
    "the two axes of the plane of joint {name!r} span no plane",
    spec=f"{FORMAT}: joint/plane",
    hint="give them different directions",
)
OLD_ACTUATOR: Final = declare(
    "BP599",
    "old-actuator-word",
    "warning",
    "actuator 'torque' of joint {name!r} is an old word, which DART refuses",
    spec=f"{FORMAT}: joint/@actuator",
    hint="write 'force'",
    fix=fix_kinds.write_text("force", "writes 'force'"),
)

DUPLICATE_BODY: Final = declare(
    "BP660",
    "duplicate-body",
    "error",
    "skeleton {skeleton!r} has a body {name!r} already",
    spec=f"{FORMAT}: body/@name",
    fix=fix_kinds.ANOTHER_NAME,
    hint="give one of the two another name",
)
RENAMED: Final = declare(
    "BP661",
    "name-given-twice",
    "warning",
    "there is a {kind} {name!r} already; this one is called {given!r}",
    spec=f"{FORMAT}: skeleton/@name, joint/@name",
    nevertheless="DART gives the second another name: what looks for it by the written one finds the first.",
    fix=fix_kinds.write_argument("given", "writes the name that it is called by"),
    hint="give one of the two another name",
)
UNNAMED_BODY: Final = declare(
    "BP662",
    "body-without-name",
    "warning",
    "a body without a name cannot be referred to by joints",
    spec=f"{FORMAT}: body/@name",
    hint='add name="…"',
    cases=(("error", "a joint names a body that is not there, most likely this one"),),
    fix=fix_kinds.ADD_NAME,
)
FREE_BODY: Final = declare(
    "BP663",
    "body-without-joint",
    "note",
    "no joint holds body {name!r}, so that it moves freely on a joint called {joint!r}",
    spec=f"{FORMAT}: joint",
    hint="add a joint of type free to say so",
    fix=fix_kinds.add_element(
        '<joint name="{joint}" type="free"><parent>world</parent><child>{name}</child></joint>', "adds the joint"
    ),
)
NO_WORLD: Final = declare(
    "BP664",
    "missing-world",
    "error",
    "<skel> has no <world>",
    spec=f"{FORMAT}: world",
    hint="{advice}",
    cases=(("warning", "a skeleton stands in its place"),),
)
BAD_SIZE: Final = declare(
    "BP665",
    "bad-size",
    "warning",
    "{what} is {value}; {instead} stands for it",
    spec=f"{FORMAT}: geometry",
    hint="sizes are positive and finite",
    fix=fix_kinds.write_argument("instead"),
)
BAD_MASS: Final = declare(
    "BP666",
    "bad-mass",
    "warning",
    "the mass of body {name!r} is {mass:g} kg",
    spec=f"{FORMAT}: inertia/mass",
    hint="masses are positive and finite",
)
IMPOSSIBLE_INERTIA: Final = declare(
    "BP667",
    "impossible-inertia",
    "warning",
    "no body has the inertia of {name!r}: {reason}",
    spec=f"{FORMAT}: inertia/moment_of_inertia",
)
MESH_NOT_FOUND: Final = declare(
    "BP668",
    "skel-mesh-not-found",
    "warning",
    "there is no file {uri!r} beside the document",
    spec=f"{FORMAT}: geometry/mesh/file_name",
    hint="{advice}",
    nevertheless="The reference was given the file; without it DART leaves the shape out.",
)
MESH_UNKNOWN: Final = declare(
    "BP669",
    "inertia-without-mesh",
    "warning",
    "the inertia of body {name!r} is to come from its shapes, and the size of mesh {uri!r} is not known",
    spec=f"{FORMAT}: inertia/moment_of_inertia",
    hint="write a <moment_of_inertia>",
    nevertheless="The reference was given the mesh, without which there is no size to compute from.",
)
EMPTY_SKELETON: Final = declare(
    "BP670",
    "skeleton-without-body",
    "warning",
    "skeleton {name!r} has no body",
    spec=f"{FORMAT}: skeleton/body",
    nevertheless="DART keeps a skeleton that holds nothing.",
    hint="give it a <body>, or remove it",
)
RESERVED_NAME: Final = declare(
    "BP671",
    "skeleton-called-world",
    "error",
    "a skeleton cannot be called {name!r}; it counts as {given!r}",
    spec="bodyplan",
    fix=fix_kinds.write_argument("given", "writes the name that it counts as", "refused"),
    hint="give it another name",
)
PADDED_NAME: Final = declare(
    "BP672",
    "padded-name",
    "warning",
    "<{tag}> is {text!r}; the blanks around the name count in DART",
    spec=f"{FORMAT}: joint/parent, joint/child",
    hint="remove the blanks",
    fix=fix_kinds.TRIMMED,
)
BAD_TIME_STEP: Final = declare(
    "BP673",
    "bad-time-step",
    "warning",
    "the time step is {value:g} s; {instead:g} s stands for it",
    spec=f"{FORMAT}: physics/time_step",
    fix=fix_kinds.write_argument("instead"),
    hint="write a time step above 0",
)
MOBILE_TWICE: Final = declare(
    "BP674",
    "mobile-and-immobile",
    "warning",
    "skeleton {name!r} is mobile and immobile; mobile counts",
    spec=f"{FORMAT}: skeleton/mobile, skeleton/immobile",
    fix=fix_kinds.REMOVED,
    hint="keep one of the two",
)

"""Rules that only SDFormat has: names, includes, joints and inertia (parts of BP3, BP5 and BP6)."""

from __future__ import annotations

from typing import Final

from . import fix_kinds
from .rule import declare

PROPOSAL: Final = "SDFormat model composition proposal"
NAMES: Final = f"{PROPOSAL}, 1.6.1 phase 2 and 1.6.2 phase 2"

NAME_EMPTY: Final = declare(
    "BP320",
    "empty-name",
    "error",
    "the name of this {kind} is empty",
    spec=NAMES,
    hint="give it a name",
    fix=fix_kinds.ADD_NAME,
)
NAME_RESERVED: Final = declare(
    "BP321",
    "reserved-name",
    "error",
    "{name!r} is reserved and can't be the name of a {kind}",
    spec=NAMES,
    hint="'world' and names that begin and end with two underscores have a meaning of their own",
)
NAME_WITH_DELIMITER: Final = declare(
    "BP322",
    "delimiter-in-name",
    "error",
    "the name {name!r} of a {kind} has '::' in it, which leads into nested models",
    spec=f"{PROPOSAL}, 1.3.1",
    hint="nest a model instead, or use another character",
)
DUPLICATE_NAME: Final = declare(
    "BP323",
    "duplicate-name",
    "error",
    "there is another {kind} called {name!r} beside this one",
    spec=NAMES,
    hint="names are unique among siblings",
    fix=fix_kinds.ANOTHER_NAME,
)
SIBLING_NAME: Final = declare(
    "BP324",
    "sibling-of-same-name",
    "warning",
    "the {kind} {name!r} has the name of a {other} beside it",
    spec=NAMES,
    hint="names are unique among siblings of any type",
    nevertheless="Names have to be unique among siblings of any type; a reader that looks for one by its name alone takes "
    "the first.",
    fix=fix_kinds.ANOTHER_NAME_AT_RISK,
)
NAME_CHANGED: Final = declare(
    "BP325",
    "name-changed",
    "warning",
    "the {kind} {name!r} has the name of a {other} beside it and is called {instead!r} instead",
    spec=f"{NAMES}; documents older than SDFormat 1.7",
    hint="give it a name of its own",
    fix=fix_kinds.write_argument("instead", "writes the name that it has in the scene"),
)
TOP_LEVEL_RELATIVE_TO: Final = declare(
    "BP326",
    "top-level-relative-to",
    "error",
    "{name!r} is the root of its document, where its pose can't be relative to {reference!r}",
    spec=f"{PROPOSAL}, 1.1",
    hint="remove relative_to",
    fix=fix_kinds.REMOVED_IF_REFUSED,
)
PLACEMENT_WITHOUT_POSE: Final = declare(
    "BP327",
    "placement-frame-without-pose",
    "error",
    "the include has a placement frame and no pose to place it at",
    spec=f"{PROPOSAL}, 1.4.4",
    hint="add <pose/>",
    fix=fix_kinds.add_element("<pose/>", "adds <pose/>", "refused"),
)
INCLUDE_MISPLACED: Final = declare(
    "BP328",
    "include-misplaced",
    "error",
    "{file!r} holds a <{tag}>, which can't be included in a <{parent}>",
    spec=f"{PROPOSAL}, 1.4.1",
    hint="include it beside the <{parent}>",
)
MERGE_NOT_A_MODEL: Final = declare(
    "BP329",
    "merge-not-a-model",
    "error",
    "{file!r} holds a <{tag}>; only models can be merged",
    spec="sdf/1.12/model.sdf: include/@merge",
    hint="include it without merge",
)
MERGE_INTO_WORLD: Final = declare(
    "BP330",
    "merge-into-world",
    "error",
    "{file!r} can't be merged into a world, which has no place for its <{tag}>",
    spec="sdf/1.12/world.sdf: include/@merge",
    hint="include it without merging",
)
SEVERAL_ROOTS: Final = declare(
    "BP331",
    "several-roots",
    "error",
    "the document has a <{tag}> besides its <{first}>",
    spec="sdf/1.12/root.sdf",
    hint="put both into a world",
    cases=(("warning", "the document has worlds: readers pass over what stands besides them"),),
)
NOTHING_IN_DOCUMENT: Final = declare(
    "BP332",
    "nothing-in-document",
    "warning",
    "the document has no <world>, <model>, <actor> or <light>",
    spec="sdf/1.12/root.sdf",
    nevertheless="A silent reader answers with an empty document, which is of no use.",
    hint="add what it is to describe",
)
QUATERNION_IN_DEGREES: Final = declare(
    "BP334",
    "quaternion-in-degrees",
    "error",
    "degrees has no meaning for a pose with rotation_format='quat_xyzw'",
    spec="sdf/1.12/pose.sdf: pose/@degrees",
    hint="remove degrees",
    fix=fix_kinds.REMOVED_IF_REFUSED,
)
INCLUDES_TOO_DEEP: Final = declare(
    "BP336",
    "includes-too-deep",
    "error",
    "models are nested and included more than {limit} deep",
    spec="bodyplan",
    hint="nest them less deeply",
)
TOO_MANY_MODELS: Final = declare(
    "BP337",
    "too-many-models",
    "error",
    "the includes of the document amount to more than {limit} models",
    spec="bodyplan",
    hint="include fewer, or split the document",
)
PARAMETER_REFUSED: Final = declare(
    "BP333",
    "parameter-refused",
    "error",
    "<{tag}> can't be applied to the included model: {reason}",
    spec="SDFormat proposal: parameter passing",
)

GEARBOX_WITHOUT_BODY: Final = declare(
    "BP531",
    "gearbox-without-reference-body",
    "warning",
    "gearbox joint {name!r} does not say which body its angles are seen from",
    spec="sdf/1.12/joint.sdf: joint/gearbox_reference_body",
    hint="add <gearbox_reference_body>",
)
AXIS_MISSING: Final = declare(
    "BP532",
    "joint-axis-missing",
    "warning",
    "joint {name!r} of type {type} has no <{tag}>",
    spec="sdf/1.12/joint.sdf: joint/axis",
    hint="add <{tag}>",
    nevertheless="Which axis it is stands nowhere in the document: a silent reader takes its own default.",
    fix=fix_kinds.add_element("<{tag}><xyz>0 0 1</xyz></{tag}>", "writes the axis that readers take", "exact"),
)

MATERIAL_SCRIPT: Final = declare(
    "BP624",
    "material-script-incomplete",
    "error",
    "the material script of visual {name!r} lacks its <{tag}>",
    spec="sdf/1.12/material.sdf: material/script",
    hint="add <{tag}>",
)
SUBMESH_WITHOUT_NAME: Final = declare(
    "BP625",
    "submesh-without-name",
    "error",
    "<submesh> does not say which one",
    spec="sdf/1.12/mesh_shape.sdf: mesh/submesh/name",
    hint="add <name>",
)
INERTIA_INVALID: Final = declare(
    "BP620",
    "inertia-impossible",
    "error",
    "no body has the mass and moments of inertia of link {name!r}: {reason}",
    spec="sdf/1.12/inertial.sdf: inertia",
    hint="principal moments are positive, and none is larger than the sum of the other two",
)
AUTO_WITHOUT_COLLISION: Final = declare(
    "BP621",
    "auto-inertia-without-collision",
    "error",
    "the inertia of link {name!r} is to be computed, but it has no <collision> to compute it from",
    spec="sdf/1.12/inertial.sdf: inertial/@auto",
    hint="give it one, or write the inertia out",
)
AUTO_UNSUPPORTED: Final = declare(
    "BP622",
    "auto-inertia-unsupported",
    "warning",
    "collision {collision!r} of link {name!r} counts for nothing in its computed inertia: {reason}",
    spec="sdf/1.12/inertial.sdf: inertial/@auto",
    nevertheless="The inertia that is computed without the shape is not that of the link; a silent reader has "
    "the file of its mesh, or computes none.",
)
AUTO_POSE_IGNORED: Final = declare(
    "BP623",
    "auto-inertia-ignores",
    "warning",
    "the inertia of link {name!r} is computed; <{tag}> is ignored",
    spec="sdf/1.12/inertial.sdf: inertial/@auto",
    hint="remove <{tag}>",
    fix=fix_kinds.REMOVED,
)

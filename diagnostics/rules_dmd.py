"""BP75 and BP76: Drake model directives."""

from __future__ import annotations

from typing import Final

from . import fix_kinds
from .rule import declare

DIRECTIVES: Final = "Drake model directives"

YAML_SYNTAX: Final = declare("BP750", "yaml-syntax", "error", "not well-formed YAML: {reason}", spec="YAML 1.2")
YAML_TOO_LARGE: Final = declare(
    "BP751",
    "yaml-too-large",
    "error",
    "the text stands for more than {limit} values, or nests too deeply",
    spec="bodyplan",
)
UNKNOWN_KEY: Final = declare(
    "BP752",
    "directive-unknown-key",
    "error",
    "{where} has no key {key!r}",
    spec=DIRECTIVES,
    hint="{suggestion}",
    fix=fix_kinds.KEY,
)
MISSING_KEY: Final = declare(
    "BP753", "directive-missing-key", "error", "{where} lacks its key {key!r}", spec=DIRECTIVES, hint="add {key!r}"
)
REPEATED_KEY: Final = declare(
    "BP754",
    "directive-repeated-key",
    "error",
    "{where} has the key {key!r} twice",
    spec=DIRECTIVES,
    hint="keep one of the two",
)
WRONG_KIND: Final = declare("BP755", "directive-wrong-value", "error", "{where} is not {kind}", spec=DIRECTIVES)
ONE_DIRECTIVE: Final = declare(
    "BP756",
    "directive-one-each",
    "error",
    "an entry of the list of directives holds {count} directives",
    spec=DIRECTIVES,
    hint="give each directive an entry of its own",
)
NOT_FIXED: Final = declare(
    "BP757",
    "directive-random-value",
    "error",
    "{where} is left to chance; a fixed value is needed",
    spec=DIRECTIVES,
    hint="write a fixed number",
)
BASE_FRAME_HERE: Final = declare(
    "BP758",
    "directive-base-frame",
    "error",
    "the transform of a weld has no base frame",
    spec=DIRECTIVES,
    hint="remove base_frame: the transform leads from the parent to the child",
)
FILE_NOT_FOUND: Final = declare(
    "BP759",
    "directive-file",
    "error",
    "{uri!r} is not found: {reason}",
    spec=DIRECTIVES,
    hint="write package://NAME/path",
)
NOT_A_MODEL: Final = declare(
    "BP760",
    "directive-not-one-model",
    "error",
    "{uri!r} does not hold just one model that can be read here",
    spec=DIRECTIVES,
    hint="name a file with one model in SDFormat or URDF",
)
MODEL_TWICE: Final = declare(
    "BP761",
    "directive-model-twice",
    "error",
    "there is a model instance {name!r} already",
    spec=DIRECTIVES,
    hint="give one of the two another name",
)
UNKNOWN_INSTANCE: Final = declare(
    "BP762",
    "directive-unknown-instance",
    "error",
    "there is no model instance {name!r} yet",
    spec=DIRECTIVES,
    hint="add it with add_model_instance or add_model before",
)
UNKNOWN_FRAME: Final = declare(
    "BP763",
    "directive-unknown-frame",
    "error",
    "there is no frame {name!r} yet",
    spec=DIRECTIVES,
    hint="{advice}",
    nevertheless="The frame is defined by nothing that could be read here; the reference was given the file that has "
    "it.",
    fix=fix_kinds.REFERENCE,
)
AMBIGUOUS_FRAME: Final = declare(
    "BP764",
    "directive-ambiguous-frame",
    "error",
    "there are several frames {name!r}: {found}",
    spec=DIRECTIVES,
    hint="write the model instance before it",
)
UNKNOWN_JOINT: Final = declare(
    "BP765",
    "directive-unknown-joint",
    "error",
    "model {model!r} has no joint {name!r}",
    spec=DIRECTIVES,
    hint="name one of the model's own joints",
)
POSITION_COUNT: Final = declare(
    "BP766",
    "directive-position-count",
    "error",
    "joint {name!r} has {dofs} positions, not {count}",
    spec=DIRECTIVES,
    hint="write {dofs}",
)
WELD_CHILD: Final = declare(
    "BP767",
    "directive-weld-child",
    "error",
    "the child {name!r} is not part of a model that these directives add",
    spec=DIRECTIVES,
    hint="weld a frame of the added model itself, not of one inside it",
)
WHICH_BODY: Final = declare(
    "BP768",
    "directive-which-body",
    "error",
    "model {model!r} has {count} links; say which one the pose is for",
    spec=DIRECTIVES,
)
CIRCLE: Final = declare(
    "BP769",
    "directive-circle",
    "error",
    "{uri!r} adds itself, by way of {path}",
    spec=DIRECTIVES,
    hint="remove one of these add_directives",
)
NO_MEMBERS: Final = declare(
    "BP770", "directive-group-empty", "error", "collision filter group {name!r} has no members", spec=DIRECTIVES
)

"""Rules of family BP1 (values) and BP2 (structure): what a schema can say about a document."""

from __future__ import annotations

from typing import Final

from . import fix_kinds, message_format
from .families import STRUCTURE, VALUES, family_of
from .rule import Rule, declare

SCHEMA = "the format's description of the element"

NOT_A_VALUE: Final = declare(
    "BP101",
    "not-a-value",
    "error",
    "{what} is {text!r}, which is not {kind}",
    spec=SCHEMA,
    hint="write it like {example}",
    words=message_format.color_part,
    nevertheless="A silent reader takes a default of its own: what is written has no effect.",
)
TRAILING_TEXT: Final = declare(
    "BP102",
    "trailing-text",
    "warning",
    "{what} is {text!r}; {rest!r} behind {read!r} is no part of the value",
    spec=SCHEMA,
    hint="remove {rest!r}{meant}",
    words=message_format.describe_trailing_text,
    nevertheless="A silent reader stops at the first sign that it cannot read: `0,5` becomes 0.",
    fix=fix_kinds.CUT,
)
WRONG_LENGTH: Final = declare(
    "BP103",
    "wrong-length",
    "error",
    "{what} has {count} values where {expected} are needed",
    spec=SCHEMA,
    hint="write it like {example}",
    words=message_format.value,
    nevertheless="A silent reader makes up the values that are missing, or leaves the whole part out.",
    fix=fix_kinds.PADDED,
)
TOO_MANY_VALUES: Final = declare(
    "BP104",
    "too-many-values",
    "warning",
    "{what} has {count} values, more than the {expected} that are meant",
    spec=SCHEMA,
    words=message_format.value,
    nevertheless="The values left over have no effect in the reader that is silent about them.",
    fix=fix_kinds.SHORTENED,
    hint="remove those that are left over",
)
NUMBER_OVERFLOW: Final = declare(
    "BP105",
    "number-overflow",
    "error",
    "{what} is {text!r}, which no number of its type can hold",
    spec=SCHEMA,
    words=message_format.place,
    cases=(("warning", "a whole number without a sign fits into 64 bits, of which readers take the last 32"),),
    nevertheless="A silent reader goes on with infinity, with 0 or without a value, none of which is the number that is written.",
)
OUT_OF_RANGE: Final = declare(
    "BP106",
    "out-of-range",
    "warning",
    "{what} is {value}; it has to be {bound}",
    spec=SCHEMA,
    words=message_format.describe_bound,
    nevertheless="The range belongs to the description; a reader that does not check it goes on with the value as it is, "
    "others refuse the document.",
)
NOT_ALLOWED: Final = declare(
    "BP107",
    "not-allowed",
    "error",
    "{what} is {text!r}, which is not one of its values",
    spec=SCHEMA,
    hint="{suggestion}",
    words=message_format.suggest_word,
    nevertheless="A reader that does not check the word takes another one, or leaves the part out.",
    fix=fix_kinds.NEAREST,
)
EMPTY_VALUE: Final = declare(
    "BP109",
    "empty-value",
    "warning",
    "{what} is empty",
    spec=SCHEMA,
    hint="write it like {example}, or leave it out",
    words=message_format.no_value,
    nevertheless="A silent reader takes the default, as if nothing were written: either the value or the element is "
    "one too few or too many.",
    fix=fix_kinds.REMOVED_AT_RISK,
)
LOOSE_NUMBER: Final = declare(
    "BP110",
    "loose-number",
    "warning",
    "{what} is {text!r}, read as {value}",
    spec=SCHEMA,
    hint="write {value}",
    words=message_format.place,
    nevertheless="Readers differ in these spellings: Drake reads `0x10` as 16 in SDFormat and as 0 in URDF; `true` is 1 "
    "for libsdformat, and no number for other readers of XML.",
    fix=fix_kinds.NUMBER,
)
COLOR_RANGE: Final = declare(
    "BP111",
    "color-range",
    "error",
    "{what} is {text!r}; the parts of a colour lie between 0 and 1",
    spec=SCHEMA,
    words=message_format.place,
    nevertheless="The range belongs to the description; what a renderer shows of a part outside of it is its own "
    "affair.",
)

UNKNOWN_ELEMENT: Final = declare(
    "BP201",
    "unknown-element",
    "warning",
    "<{parent}> has no element <{tag}>",
    spec=SCHEMA,
    hint="{suggestion}",
    words=message_format.unknown,
    cases=(("error", "what it was most likely meant to be is required, or referred to, and is not there"),),
    nevertheless="A reader that passes over what it does not know is silent about misspelt names, too: the element "
    "has no effect.",
    fix=fix_kinds.NEAREST,
)
UNKNOWN_ATTRIBUTE: Final = declare(
    "BP202",
    "unknown-attribute",
    "warning",
    "<{parent}> has no attribute {name!r}",
    spec=SCHEMA,
    hint="{suggestion}",
    words=message_format.unknown,
    cases=(("error", "what it was most likely meant to be is required, or referred to, and is not there"),),
    nevertheless="A reader that passes over what it does not know is silent about misspelt names, too: the attribute "
    "has no effect.",
    fix=fix_kinds.NEAREST,
)
MISSING_ELEMENT: Final = declare(
    "BP203",
    "missing-element",
    "error",
    "<{parent}> lacks its element <{tag}>",
    spec=SCHEMA,
    hint="add <{tag}>",
    words=message_format.part,
    cases=(("warning", "readers of SDFormat put a default in its place, as they do outside of joints"),),
    nevertheless="A silent reader leaves the part out, or fills in what the document does not say.",
)
MISSING_ATTRIBUTE: Final = declare(
    "BP204",
    "missing-attribute",
    "error",
    "<{parent}> lacks its attribute {name!r}",
    spec=SCHEMA,
    hint='add {name}="…"',
    words=message_format.part,
    nevertheless="A silent reader leaves the part out, or fills in what the document does not say; others refuse the "
    "document.",
    fix=fix_kinds.ADD_NAME,
)
REPEATED_ELEMENT: Final = declare(
    "BP205",
    "repeated-element",
    "warning",
    "<{parent}> has a second <{tag}>, where one is meant",
    spec=SCHEMA,
    hint="keep one of them",
    nevertheless="A silent reader takes one of them and drops what the others say.",
    fix=fix_kinds.REPEATED,
)
DEPRECATED: Final = declare(
    "BP206",
    "deprecated",
    "warning",
    "{what} is deprecated",
    spec=SCHEMA,
    hint="{instead}",
    words=message_format.place,
    nevertheless="What is deprecated is still read, by readers that are not told otherwise.",
    fix=fix_kinds.SUCCESSOR,
)
NEWER_THAN_DECLARED: Final = declare(
    "BP207",
    "newer-than-declared",
    "warning",
    "{what} is not part of version {version}, which the document declares",
    spec=SCHEMA,
    hint="declare the version that has it",
    words=message_format.place,
    nevertheless="A reader that does not ask for the version reads it; one that knows the declared version alone "
    "does not.",
    fix=fix_kinds.RAISE_VERSION,
)
STRAY_TEXT: Final = declare(
    "BP208",
    "stray-text",
    "warning",
    "text {text!r} inside <{parent}> is ignored",
    spec=SCHEMA,
    hint="remove it",
    nevertheless="The text has no effect: `false` inside an element that is a flag does not take the flag back.",
    fix=fix_kinds.STRAY_TEXT,
)
CHOICE: Final = declare(
    "BP209",
    "one-of",
    "warning",
    "<{parent}> has {count} of the elements {choices}, where one is needed",
    spec=SCHEMA,
    words=message_format.choice,
    nevertheless="The description asks for just one: a silent reader leaves the part out, or reads what no other "
    "reader knows.",
)
REQUIRED_WHEN: Final = declare(
    "BP210",
    "required-here",
    "error",
    "<{parent}> with {condition}={value!r} lacks its {what}",
    spec=SCHEMA,
    hint="add {what}",
    words=message_format.part,
    nevertheless="A silent reader goes on without it, others do not: Drake takes a revolute joint without limits, "
    "urdfdom refuses it.",
)
MEANINGLESS_WHEN: Final = declare(
    "BP211",
    "meaningless-here",
    "note",
    "{what} has no meaning in <{parent}> with {condition}={value!r}",
    spec=SCHEMA,
    hint="remove it",
    words=message_format.part,
    fix=fix_kinds.REMOVED,
)
DOES_NOT_FIT: Final = declare(
    "BP112",
    "does-not-fit",
    "error",
    "{what} is {value!r}, which a program put there and no document can hold",
    spec="docs/typed-bindings.md",
    hint="use {wanted}",
)


def names_in_tables(rule: Rule) -> tuple[str, ...]:
    """What a table of ``leniency.toml`` calls a rule: by its name, or as one of all rules about what a text holds."""
    kind = _KINDS.get(family_of(rule.code))
    return (rule.name,) if kind is None or rule is DOES_NOT_FIT else (rule.name, kind)


_KINDS: Final = {VALUES: "values", STRUCTURE: "structure"}

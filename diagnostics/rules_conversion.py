"""Rules about what becomes of a document's parts in another format (BP92)."""

from __future__ import annotations

from typing import Final

from . import message_format
from .rule import declare

LOST: Final = declare(
    "BP920",
    "lost-in-conversion",
    "warning",
    "{what} is not carried over to {format}: {reason}",
    spec="bodyplan",
    hint="--keep stores {stored} in the document that is made",
    words=message_format.describe_storage,
)
REPRESENTED: Final = declare(
    "BP921",
    "said-otherwise",
    "note",
    "{what} becomes {becomes}",
    spec="bodyplan",
)
FOR_ONE_READER: Final = declare(
    "BP922",
    "said-for-one-reader",
    "warning",
    "{what} becomes {becomes}, which only {reader} understands",
    spec="bodyplan",
)
WITHOUT_EFFECT: Final = declare(
    "BP923",
    "without-effect",
    "note",
    "{what} has no effect and is left out: {reason}",
    spec="bodyplan",
)
STORED: Final = declare(
    "BP924",
    "stored-in-conversion",
    "note",
    "{what} is stored in the document, where readers of {format} pass over it: {reason}",
    spec="bodyplan",
)
APPROXIMATED: Final = declare(
    "BP925",
    "approximated-in-conversion",
    "warning",
    "{what} is approximated: {becomes}",
    spec="bodyplan",
)
VALUE_CHANGED: Final = declare(
    "BP926",
    "value-changed",
    "warning",
    "{what} is written {written!r} and becomes {becomes}: {reason}",
    spec="bodyplan",
)

"""Rules about versions of a format: which one a document is in, and bringing it to another (BP8)."""

from __future__ import annotations

from typing import Final

from . import fix_kinds
from .rule import declare

PROPOSAL = "SDFormat model composition proposal"

VERSION_MISSING: Final = declare(
    "BP801",
    "version-missing",
    "error",
    "<{tag}> does not say which version of the format it is written in",
    spec="sdf/1.12/root.sdf: sdf/@version",
    hint='add version="{newest}" if the document was written for the newest version',
    fix=fix_kinds.FixStrategy("version", "declares the newest version", "never", "newest"),
)
VERSION_UNKNOWN: Final = declare(
    "BP802",
    "version-unknown",
    "error",
    "there is no version {written!r} of {format}; the document is read as {read_as}",
    spec="sdf/1.12/root.sdf: sdf/@version; urdf: robot/@version",
    hint="known versions are {known}",
    fix=fix_kinds.write_argument("read_as", "declares the version that it is read as", "never"),
)
VERSION_TOO_NEW: Final = declare(
    "BP803",
    "version-too-new",
    "error",
    "SDFormat {written} is newer than {read_as}, the newest version known here; the document is read as {read_as}",
    spec="sdf/1.12/root.sdf: sdf/@version",
)
DEPRECATED_PLACE: Final = declare(
    "BP804",
    "dropped-by-conversion",
    "warning",
    "{path} has no counterpart since SDFormat {version} and counts for nothing",
    spec="conversion rules of SDFormat: <deprecated>",
    fix=fix_kinds.REMOVED,
    hint="remove it",
)
REFERENCE_LEAVES_MODEL: Final = declare(
    "BP805",
    "reference-leaves-model",
    "error",
    "{what} of the flattened model {model!r} refers to {reference!r}, which is not inside that model",
    spec=f"{PROPOSAL}, 1.4.7",
    hint="from SDFormat 1.8 on a reference can't leave its model; the elements named {model}::… stay where they are",
)
NOT_EXPRESSIBLE: Final = declare(
    "BP810",
    "not-expressible",
    "warning",
    "{path} is lost: {format} {version} has no {what}",
    spec="descriptions of the version that is written",
)
MEANING_CHANGES: Final = declare(
    "BP811",
    "meaning-changes",
    "warning",
    "{path}: {format} {version} always means {always}, but the document means {instead}",
    spec="conversion rules of SDFormat: <add>",
)
REQUIRED_IN_VERSION: Final = declare(
    "BP812",
    "required-in-version",
    "warning",
    "{path} has no {what}, which {format} {version} requires",
    spec="descriptions of the version that is written",
)
NOT_TAKEN: Final = declare(
    "BP813",
    "not-taken",
    "warning",
    "{path} is {written!r}, but {format} {version} takes {takes} there",
    spec="descriptions of the version that is written",
)

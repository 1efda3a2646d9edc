"""Rules about includes: finding what a URI names, what a file that is included may hold, custom parsers (BP4)."""

from __future__ import annotations

from typing import Final

from .rule import declare

PROPOSAL = "SDFormat model composition proposal"
INCLUDE = "sdf/1.12/model.sdf: include"
CONFIG = "model.config of Gazebo models"

URI_NOT_FOUND: Final = declare(
    "BP401",
    "uri-not-found",
    "error",
    "cannot find {uri!r}",
    spec=f"{PROPOSAL}, 1.4.5",
    hint="{advice}",
    nevertheless="The reference was given the file: what it would bring in is missing here.",
)
URI_MALFORMED: Final = declare(
    "BP402", "uri-malformed", "error", "{uri!r} does not name a file: {reason}", spec=f"{INCLUDE}/uri"
)
URI_CLIMBS_OUT: Final = declare(
    "BP403",
    "uri-climbs-out",
    "error",
    "{uri!r} leads out of the folder it is looked up in",
    spec="bodyplan",
    hint="add the folder that it leads to to the search paths, or allow climbing",
)
URI_NOT_FETCHED: Final = declare(
    "BP404",
    "uri-not-fetched",
    "error",
    "{uri!r} is not a local file, and nothing is fetched unless a fetcher is given",
    spec="bodyplan",
    hint="{advice}",
)
FETCH_FAILED: Final = declare("BP405", "fetch-failed", "error", "fetching {uri!r} failed: {reason}", spec="bodyplan")
URI_OUTSIDE: Final = declare(
    "BP407",
    "uri-outside",
    "error",
    "{uri!r} leads out of the folders that reading is confined to",
    spec="bodyplan",
    hint="add the folder that it leads to to the search paths if the document may read there",
)
URI_MISSING: Final = declare("BP406", "uri-missing", "error", "<include> has no <uri>", spec=f"{INCLUDE}/uri")

CONFIG_MISSING: Final = declare(
    "BP410",
    "model-config-missing",
    "error",
    "{uri!r} is the folder {folder!r}, which has no model.config",
    spec=CONFIG,
    hint="name the model file itself, or add a model.config that names it",
)
CONFIG_INVALID: Final = declare("BP411", "model-config-invalid", "error", "cannot use {file!r}: {reason}", spec=CONFIG)
CONFIG_TOO_NEW: Final = declare(
    "BP412",
    "model-config-too-new",
    "warning",
    "{file!r} offers SDFormat {version}, which is newer than {newest}, the newest known here",
    spec=CONFIG,
    strict="warning",
)
CONFIG_NO_VERSION: Final = declare(
    "BP413",
    "model-config-without-version",
    "warning",
    "<sdf> in {file!r} does not say which version the file is written in",
    spec=CONFIG,
    hint="add its attribute version",
)
CONFIG_OLD_NAME: Final = declare(
    "BP414",
    "model-manifest-deprecated",
    "warning",
    "{file!r} is read, but manifest.xml is deprecated",
    spec=CONFIG,
    hint="rename it to model.config",
)

INCLUDE_CYCLE: Final = declare(
    "BP420",
    "include-cycle",
    "error",
    "{file!r} includes itself: {path}",
    spec=f"{PROPOSAL}, 1.1",
    hint="remove one of these includes",
)
INCLUDE_OF_WORLD: Final = declare(
    "BP421",
    "include-of-world",
    "error",
    "{file!r} holds a world, which can't be included",
    spec=f"{PROPOSAL}, 1.4.1",
    hint="include the models of the world one by one",
)
INCLUDE_OF_NOTHING: Final = declare(
    "BP422",
    "include-of-nothing",
    "error",
    "{file!r} has no <model>, <actor> or <light> to include",
    spec=INCLUDE,
    hint="include a file that has one",
)
INCLUDE_OF_SEVERAL: Final = declare(
    "BP423",
    "include-of-several",
    "error",
    "{file!r} has a <{tag}> besides the <{used}> that is included",
    spec=f"{PROPOSAL}, 1.4.1",
    hint="move one of them to a file of its own",
)

PARSER_REFUSED: Final = declare("BP430", "custom-parser-problem", "error", "{message}", spec=f"{PROPOSAL}, 1.5")
PARSER_FAILED: Final = declare(
    "BP431",
    "custom-parser-failed",
    "error",
    "the parser {parser} failed on {uri!r}: {reason}",
    spec=f"{PROPOSAL}, 1.5",
)
NO_PARSER: Final = declare(
    "BP432",
    "no-custom-parser",
    "error",
    "no registered parser reads {file!r}",
    spec=f"{PROPOSAL}, 1.5",
    hint="include SDFormat or URDF, or pass a parser for it in parsers=",
)
INTERFACE_INVALID: Final = declare(
    "BP433",
    "interface-model-invalid",
    "error",
    "the model that a parser made of {uri!r} is not valid: {reason}",
    spec=f"{PROPOSAL}, 1.5",
)
MERGE_UNSUPPORTED: Final = declare(
    "BP434",
    "merge-unsupported",
    "error",
    "{uri!r} can't be merged: its parser does not support it",
    spec=f"{INCLUDE}/@merge",
    hint="include it without merge",
)

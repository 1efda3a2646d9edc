"""The registry: every rule of every family, each with its code for ever.

Families: BP0 files and XML, BP1 values, BP2 structure, BP3 poses and frames, BP4 includes, BP5 joints and
constraints, BP6 links, inertia and geometry, BP7 extensions and targets, BP8 versions, BP9 command line.
"""

from __future__ import annotations

from typing import Final

from . import fix_kinds, rename_inference
from .rule import REGISTRY, Rule, declare

__all__ = ["REGISTRY", "Rule"]

XML = "XML 1.0"

FILE_UNREADABLE: Final = declare(
    "BP001",
    "file-unreadable",
    "error",
    "cannot read {file!r}: {reason}",
    spec="bodyplan",
    hint="{advice}",
    words=rename_inference.unreadable,
)
FILE_TOO_LARGE: Final = declare(
    "BP002",
    "file-too-large",
    "error",
    "the document has {size} bytes; at most {limit} are read",
    spec="bodyplan",
    hint="raise the limit with max_bytes if the file is meant to be that large",
)
XML_SYNTAX: Final = declare(
    "BP003",
    "xml-syntax",
    "error",
    "not well-formed XML: {reason}",
    spec=XML,
    hint="{advice}",
    words=rename_inference.no_xml,
)
XML_LOOSE: Final = declare(
    "BP004",
    "xml-loose",
    "warning",
    "XML that strict readers refuse: {reason}",
    spec=XML,
    nevertheless="XML itself forbids it: parsers that keep to the standard refuse the file, whatever a lenient reader does.",
    fix=fix_kinds.WELL_FORMED,
)
UNDECLARED_PREFIX: Final = declare(
    "BP005",
    "undeclared-prefix",
    "warning",
    "namespace prefix {prefix!r} is not declared",
    spec="Namespaces in XML 1.0, section 5",
    hint='declare it on the root element: xmlns:{prefix}="…"',
    nevertheless="Readers of robot descriptions take the prefix for a part of the name; parsers that know namespaces "
    "refuse one that is not declared.",
    fix=fix_kinds.DECLARED,
)
ENTITY: Final = declare(
    "BP006",
    "entity",
    "warning",
    "entity {entity} stays as it is written: documents are read without their document type",
    spec=XML,
    hint="write what it stands for, or &amp; where an ampersand is meant",
    fix=fix_kinds.AMPERSAND,
    cases=(("error", "the encoding is one that only the XML parser reads, which would put entities in"),),
    nevertheless="Whether an entity is replaced depends on the parser, and with it what the document means.",
)
UNKNOWN_FORMAT: Final = declare(
    "BP007",
    "unknown-format",
    "error",
    "root element <{tag}> belongs to no format that is known here",
    spec="bodyplan",
    hint="expected {expected}{told}",
    words=rename_inference.other_root,
)
TOO_DEEP: Final = declare(
    "BP008",
    "too-deep",
    "error",
    "elements are nested more than {limit} deep",
    spec="bodyplan",
    hint="look for an element that is not closed",
)
TOO_MANY_FINDINGS: Final = declare(
    "BP009", "too-many-findings", "note", "{count} more findings are left out", spec="bodyplan"
)
OTHER_FORMAT: Final = declare(
    "BP011",
    "other-format",
    "error",
    "root element <{tag}> begins a document of {found}, not of {wanted}",
    spec="bodyplan",
    hint="bodyplan.{found}.load and bodyplan.{found}.loads read it",
)
OTHER_ENDING: Final = declare(
    "BP012",
    "other-ending",
    "error",
    "a file that ends in {ending!r} is a document of {found}, not of {wanted}",
    spec="bodyplan",
    hint="bodyplan.{found}.load reads it",
)
UNEXPANDED_XACRO: Final = declare(
    "BP013",
    "unexpanded-xacro",
    "warning",
    "{what} is for xacro to fill in, which this document has not been through",
    spec="ROS, xacro",
    hint="bodyplan expands documents whose root declares the prefix with the extra: pip install 'bodyplan[xacro]'; else "
    "expand it first: xacro FILE > EXPANDED",
)
PROCESS_LOST: Final = declare(
    "BP014",
    "process-lost",
    "error",
    "the process that checked this document was ended twice",
    spec="bodyplan",
    hint="check it by itself; it may need more memory than there is",
)
OVER_BUDGET: Final = declare(
    "BP015",
    "over-budget",
    "error",
    "with everything that it names, the document amounts to more than {limit} {what}; nothing more is read",
    spec="bodyplan",
    hint="let it name less, or load its parts on their own",
)
TOO_MANY_ATTRIBUTES: Final = declare(
    "BP016",
    "too-many-attributes",
    "error",
    "<{tag}> has more than {limit} attributes",
    spec="bodyplan",
    hint="write what it holds as elements inside of it",
)

"""Rules about documents that are written in xacro: what ends their expansion, and what they say in vain (BP4)."""

from __future__ import annotations

from typing import Final

from .rule import declare

XACRO = "ROS, xacro"
UNHEARD = "xacro expands the document without a word: it is about what people read and maintain."

UNDEFINED: Final = declare(
    "BP440",
    "xacro-undefined",
    "error",
    "there is no property {symbol!r} here",
    spec=XACRO,
    hint="{advice}",
)
EXPRESSION: Final = declare("BP441", "xacro-expression", "error", "{expression} has no value: {reason}", spec=XACRO)
UNKNOWN_MACRO: Final = declare(
    "BP442", "xacro-unknown-macro", "error", "there is no macro {macro!r} here", spec=XACRO, hint="{advice}"
)
WRONG_CALL: Final = declare("BP443", "xacro-wrong-call", "error", "{macro!r} is called wrongly: {reason}", spec=XACRO)
ARGUMENT_MISSING: Final = declare(
    "BP444",
    "xacro-argument-missing",
    "error",
    "the document asks for an argument {argument!r}, which is not given and has no default",
    spec=XACRO,
    hint="give it with --arg {argument}:=VALUE (arguments in a program), or give <xacro:arg> a default",
)
FILE_UNREADABLE: Final = declare(
    "BP445", "xacro-file-unreadable", "error", "cannot read {file!r}, which the document names: {reason}", spec=XACRO
)
UNKNOWN_PACKAGE: Final = declare(
    "BP446",
    "xacro-unknown-package",
    "error",
    "there is no package {package!r}",
    spec=XACRO,
    hint="name the folder that holds it with --search-path (search_paths in a program)",
)
CIRCULAR: Final = declare("BP447", "xacro-circular", "error", "{what} never comes to an end: {reason}", spec=XACRO)
MALFORMED: Final = declare("BP448", "xacro-malformed", "error", "xacro cannot follow this: {reason}", spec=XACRO)
TOO_MUCH: Final = declare(
    "BP449",
    "xacro-too-much",
    "error",
    "the document amounts to more than {what}; its expansion ends here",
    spec="bodyplan",
)
WARNED: Final = declare("BP450", "xacro-warning", "warning", "xacro warns: {reason}", spec=XACRO)
UNUSED_PARAMETER: Final = declare(
    "BP451",
    "xacro-unused-parameter",
    "warning",
    "macro {macro!r} has a parameter {parameter!r} that it does not use",
    spec="bodyplan",
    hint="leave it out here and in the calls",
    nevertheless=UNHEARD,
)
UNUSED_PROPERTY: Final = declare(
    "BP452",
    "xacro-unused-property",
    "warning",
    "property {symbol!r} is not used",
    spec="bodyplan",
    nevertheless=UNHEARD,
    hint="remove it",
)
SHADOWED: Final = declare(
    "BP453",
    "xacro-shadowed-property",
    "note",
    "{symbol!r} hides a property of that name outside of the macro",
    spec="bodyplan",
    hint="give one of them another name",
)
UNUSED_MACRO: Final = declare(
    "BP454",
    "xacro-unused-macro",
    "warning",
    "macro {macro!r} is not called",
    spec="bodyplan",
    nevertheless=UNHEARD,
    hint="remove it",
)
UNDECLARED_ARGUMENT: Final = declare(
    "BP455",
    "xacro-undeclared-argument",
    "warning",
    "no <xacro:arg> declares the argument {argument!r}",
    spec="bodyplan",
    hint="{advice}",
    nevertheless=UNHEARD,
)
NEEDLESS_EXPRESSION: Final = declare(
    "BP456",
    "xacro-needless-expression",
    "note",
    "{expression} is the same as {literal}",
    spec="bodyplan",
    hint="write that",
)
VARIABLE_HIDDEN: Final = declare(
    "BP457",
    "xacro-hidden-variable",
    "error",
    "the environment variable {variable!r} is not read where reading is confined, {instead}",
    spec="bodyplan",
    hint="allow the document to read it with --env {variable} (env in a program)",
)

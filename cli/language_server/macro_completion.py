"""What may be written of xacro at a place of a text: its elements, calls of macros, names in expressions."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from ...diagnostics.records import NamedTuple
from ...runtime.patterns import compile_pattern
from ...semantics.xacro.written_names import BLOCK, CALL, INCLUDE, OWN_TAGS, PREFIX
from .completion_items import Completion
from .file_completion import complete_paths, find_project, folder_of
from .positions import TextRange

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...semantics.xacro.written_names import WrittenMacro
    from .snapshot import Snapshot

_BEGUN = compile_pattern(r"(?<!\$)\$(?:\{[^{}<]*|\([^()<]*)\Z")
_LAST_WORD = compile_pattern(r"(?:(?P<around>[A-Za-z_]\w*)\.)?(?P<word>[A-Za-z_]?\w*)\Z")
_WORD_END = compile_pattern(r"\w*")
_LAST_ARGUMENT = compile_pattern(r"\$\(\s*(?P<function>\w+)\s+(?P<word>[^\s()]*)\Z")
_ARGUMENT_END = compile_pattern(r"[^\s()<>\"']*")
MATHEMATICS = tuple(sorted(name for name in vars(math) if not name.startswith("_")))
SPACES = {"math": MATHEMATICS, "xacro": ("arg", "load_yaml", "message", "warning", "error", "fatal", "tokenize")}
"""Names that expressions know wherever they are, by what is written before them."""
FUNCTIONS = ("arg", "find", "env", "optenv", "eval", "dirname", "anon", "cwd")
"""What ``$(…)`` may begin with."""
BOOLEANS = ("true", "false")
VALUES = {
    ("xacro:if", "value"): BOOLEANS,
    ("xacro:unless", "value"): BOOLEANS,
    ("xacro:property", "scope"): ("parent", "global"),
    ("xacro:property", "remove"): BOOLEANS,
    ("xacro:property", "lazy_eval"): BOOLEANS,
    (INCLUDE, "optional"): BOOLEANS,
}
"""What attributes of xacro's own may hold."""


class OwnElement(NamedTuple):
    """An element of xacro's own: what it has to have, what it may have, and what it does."""

    required: tuple[str, ...]
    optional: tuple[str, ...]
    documentation: str
    holds_more: bool


ELEMENTS = {
    "xacro:property": OwnElement(
        ("name", "value"), ("default", "scope", "remove", "lazy_eval"), "Gives a value a name.", False
    ),
    "xacro:macro": OwnElement(("name",), ("params",), "What each call of it is replaced by.", True),
    "xacro:include": OwnElement(("filename",), ("ns", "optional"), "Reads another file in its place.", False),
    "xacro:arg": OwnElement(("name", "default"), (), "Declares an argument that a caller may give.", False),
    "xacro:if": OwnElement(("value",), (), "Keeps what it holds where its value is true.", True),
    "xacro:unless": OwnElement(("value",), (), "Keeps what it holds where its value is false.", True),
    "xacro:insert_block": OwnElement(("name",), (), "Is replaced by a block that a macro was given.", False),
    "xacro:call": OwnElement(("macro",), (), "Calls the macro whose name its expression makes.", True),
    "xacro:element": OwnElement(("xacro:name",), (), "An element whose name is an expression.", True),
    "xacro:attribute": OwnElement(
        ("name", "value"), (), "Gives what it is in an attribute whose name is an expression.", False
    ),
}
"""The elements that are xacro's own, in the order in which they are offered."""


def complete_expression(snapshot: Snapshot, offset: int) -> list[Completion] | None:
    """What may be written in an expression; None for a place that is in none."""
    begin = snapshot.text.rfind("<", 0, offset) + 1
    found = _BEGUN.search(snapshot.text, begin, offset)
    if found is None:
        return None
    number = max(snapshot.markup.element_at(begin - 1), 0)
    if found[0].startswith("${"):
        return list(_complete_names(snapshot, number, offset))
    return list(_complete_substitution(snapshot, found[0], offset))


def _complete_names(snapshot: Snapshot, number: int, offset: int) -> Iterator[Completion]:
    """Parameters and properties that an expression in an element may use, then what every expression knows."""
    before = _LAST_WORD.search(snapshot.text, 0, offset)
    end = _WORD_END.match(snapshot.text, offset)
    if before is None or end is None:
        return
    place = TextRange(before.start("word"), end.end())
    if before["around"]:
        for name in SPACES.get(before["around"], ()):
            yield Completion(label=name, kind="value", text=name, range=place)
        return
    scopes = {each.name for each in snapshot.macro_names.macros_around(number)}
    for name, found in sorted(snapshot.macro_files.names_of("property", {"", *scopes}).items()):
        detail = f"of macro {found.scope}" if found.scope else _value_of(snapshot, found.symbol)
        yield Completion(label=name, kind="name", text=name, range=place, detail=detail)
    for name in (*MATHEMATICS, *SPACES):
        yield Completion(label=name, kind="value", text=name, range=place)


def _value_of(snapshot: Snapshot, symbol: tuple[str, str, str]) -> str:
    """What a property or an argument is, as it is written."""
    return next((each.values[symbol] for each in snapshot.macro_files.texts.values() if symbol in each.values), "")


def _complete_substitution(snapshot: Snapshot, written: str, offset: int) -> Iterator[Completion]:
    argument = _LAST_ARGUMENT.fullmatch(written)
    end = (_WORD_END if argument is None else _ARGUMENT_END).match(snapshot.text, offset)
    assert end is not None, "both match nothing, too"
    if argument is None:
        word = written[2:].lstrip()
        for name in FUNCTIONS:
            yield Completion(label=name, kind="value", text=name, range=TextRange(offset - len(word), end.end()))
        return
    place = TextRange(offset - len(argument["word"]), end.end())
    if argument["function"] == "find":
        for name in sorted(find_project(snapshot).packages):
            yield Completion(label=name, kind="file", text=name, range=place)
    elif argument["function"] == "arg":
        for name, found in sorted(snapshot.macro_files.names_of("argument", {""}).items()):
            detail = _value_of(snapshot, found.symbol)
            yield Completion(label=name, kind="name", text=name, range=place, detail=detail)


def complete_own_elements(snapshot: Snapshot, around: int, place: TextRange) -> Iterator[Completion]:
    """Calls of macros, and the elements of xacro's own, that may be in an element."""
    calls = sorted(snapshot.macro_files.macros().items())
    within = {each.name for each in snapshot.macro_names.macros_around(around)}
    for name, macro in calls:
        if name not in within:  # one that calls itself has no end
            text = _write_call(macro)
            detail = " ".join(map(str, macro.parameters))
            yield Completion(label=f"{PREFIX}{name}", kind="element", text=text, range=place, detail=detail)
    for tag, about in ELEMENTS.items():
        if tag != BLOCK or within:
            text = _write_element(tag, about.required, about.holds_more)
            yield Completion(label=tag, kind="element", text=text, range=place, detail=about.documentation)


def _write_call(macro: WrittenMacro) -> str:
    """A call of a macro with what it has to be given."""
    required = tuple(each.name for each in macro.parameters if not each.is_block and each.default is None)
    return _write_element(f"{PREFIX}{macro.name}", required, any(each.is_block for each in macro.parameters))


def _write_element(tag: str, attributes: tuple[str, ...], holds_more: bool) -> str:
    written = "".join(f' {name}="{"$0" if number == 0 else ""}"' for number, name in enumerate(attributes))
    return f"<{tag}{written}></{tag}>" if holds_more else f"<{tag}{written}/>"


def complete_own_tag(
    snapshot: Snapshot, tag: str, attribute: str | None, place: TextRange, around: int | None, written: set[str]
) -> Iterator[Completion]:
    """What may be written in the tag of an element of xacro's own, or of a call.

    Args:
        snapshot: the text.
        tag: the name of the element.
        attribute: that whose value is being written; None for the name of one.
        place: what is replaced.
        around: the element that it is in, or itself.
        written: the attributes that it has.
    """
    if attribute is not None:
        yield from _complete_own_value(snapshot, tag, attribute, place, around)
        return
    about = ELEMENTS.get(tag)
    names = () if about is None else (*about.required, *about.optional)
    details: dict[str, str] = {}
    if tag not in OWN_TAGS:
        macro = snapshot.macro_files.macros().get(tag.rpartition(".")[2].removeprefix(PREFIX))
        given = () if macro is None else [each for each in macro.parameters if not each.is_block]
        names = tuple(each.name for each in sorted(given, key=lambda each: each.default is not None))
        details = {each.name: f"default: {each.default}" for each in given if each.default is not None}
    for name in names:
        if name not in written:
            detail = details.get(name, "")
            yield Completion(label=name, kind="attribute", text=f'{name}="$0"', range=place, detail=detail)


def _complete_own_value(
    snapshot: Snapshot, tag: str, attribute: str, place: TextRange, around: int | None
) -> Iterator[Completion]:
    for word in VALUES.get((tag, attribute), ()):
        yield Completion(label=word, kind="value", text=word, range=place)
    if (tag, attribute) == (CALL, "macro"):
        for name in sorted(snapshot.macro_files.macros()):
            yield Completion(label=name, kind="name", text=name, range=place)
    elif (tag, attribute) == (BLOCK, "name"):
        scopes = {each.name for each in snapshot.macro_names.macros_around(-1 if around is None else around)}
        for name in sorted(snapshot.macro_files.names_of("block", {"", *scopes})):
            yield Completion(label=name, kind="name", text=name, range=place)
    elif (tag, attribute) == (INCLUDE, "filename"):
        packages = find_project(snapshot).packages
        roots = [("", folder_of(snapshot)), *((f"$(find {name})/", path) for name, path in sorted(packages.items()))]
        yield from complete_paths(snapshot, place, re.sub(r"\s+", " ", snapshot.text[slice(*place)]), roots)

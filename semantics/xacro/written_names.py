"""Names in a text of xacro as they are written, whether or not it can be expanded: of macros, their parameters, properties
and arguments, where each is given and where it is used.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from functools import lru_cache
from typing import TYPE_CHECKING

from ...diagnostics.records import NamedTuple
from ...runtime.markup import Markup
from ...runtime.patterns import compile_pattern
from .parameters import MacroParameter, iter_parameters

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...runtime.markup import TagAttribute

PREFIX = "xacro:"
MACRO = "xacro:macro"
PROPERTY = "xacro:property"
ARGUMENT = "xacro:arg"
INCLUDE = "xacro:include"
CALL = "xacro:call"
BLOCK = "xacro:insert_block"
OWN_TAGS = frozenset(
    {MACRO, PROPERTY, ARGUMENT, INCLUDE, CALL, BLOCK, "xacro:if", "xacro:unless", "xacro:element", "xacro:attribute"}
)
"""Elements that are xacro's own; any other with its prefix calls a macro."""
EXPRESSION = compile_pattern(r"\$+(?:\{[^{}<]*\}|\((?:[^()<]|\([^()<]*\))*\))")
_HIDDEN = compile_pattern(r"<!--.*?(?:-->|\Z)|<!\[CDATA\[.*?(?:\]\]>|\Z)", re.DOTALL)
_ARGUMENT = compile_pattern(r"\$\(\s*arg\s+(?P<plain>[^\s()]+)\s*\)|\barg\(\s*(['\"])(?P<called>[^'\"]+)\2\s*\)")
_WORD = compile_pattern(
    r"'[^']*'|\"[^\"]*\"|&\w+;|(?P<after>\.\s*)?(?P<word>[A-Za-z_]\w*)(?P<is_key>\s*=(?!=))?|\d[\w.]*"
)
_RESERVED = frozenset(["and", "or", "not", "in", "is", "if", "else", "for", "lambda", "True", "False", "None"])
MOST_TEXTS = 64
"""Texts whose names are kept."""


class XacroName(NamedTuple):
    """A name where it is written.

    Attributes:
        start: where it begins.
        end: where it ends.
        kind: ``macro``, ``property``, ``block`` or ``argument``; parameters are as properties and blocks are.
        name: it.
        scope: the macro whose own it is; empty for what is known everywhere.
        is_definition: whether something gets the name here.
    """

    start: int
    end: int
    kind: str
    name: str
    scope: str
    is_definition: bool

    @property
    def symbol(self) -> tuple[str, str, str]:
        """What is the same wherever the same thing is meant."""
        return self.kind, self.scope, self.name


class WrittenMacro(NamedTuple):
    """A macro as it is written.

    Attributes:
        name: its name.
        number: of its element.
        parameters: in their order.
    """

    name: str
    number: int
    parameters: tuple[MacroParameter, ...]


class WrittenInclude(NamedTuple):
    """An element that includes a file: where the name of the file is written, and the name."""

    start: int
    end: int
    file: str


class WrittenNames:
    """The names in a text.

    Attributes:
        markup: of the text.
        names: in the order of the text.
        macros: in the order of the text.
        includes: in the order of the text.
        values: what properties and arguments come to, as it is written, by their symbols; the first of each.
    """

    def __init__(self, markup: Markup) -> None:
        self.markup = markup
        self.macros: list[WrittenMacro] = []
        self.includes: list[WrittenInclude] = []
        self.values: dict[tuple[str, str, str], str] = {}
        self._around: dict[int, WrittenMacro] = {}
        self._own: dict[tuple[str, str], set[str]] = {}
        """Names that are a macro's own, by its name and their kind."""
        self._spaces: set[str] = set()
        elements = [number for number, tag in enumerate(markup.names) if tag.startswith(PREFIX)]
        for number in elements:
            self._add_macro(number)
        definitions = [each for number in elements for each in self._find_definitions(number)]
        for each in definitions:
            if each.scope:
                self._own.setdefault((each.scope, each.kind), set()).add(each.name)
        uses = [each for number in elements for each in self._find_uses(number)]
        self.names = sorted({*definitions, *uses, *self._find_in_expressions()})

    def at(self, offset: int) -> XacroName | None:
        """The name at a place, or the one that ends there."""
        last = bisect_right(self.names, offset, key=lambda each: each.start) - 1
        return next((each for each in self.names[last::-1][:2] if each.start <= offset <= each.end), None)

    def macros_around(self, number: int) -> list[WrittenMacro]:
        """The macros whose content an element is in, or which it is itself, the innermost first."""
        found = []
        while number >= 0:
            if number in self._around:
                found.append(self._around[number])
            number = self.markup.parents[number]
        return found

    def scope_of(self, number: int, kind: str, name: str) -> str:
        """The macro whose own something is that is named in an element."""
        around = (each.name for each in self.macros_around(number))
        return next((each for each in around if name in self._own.get((each, kind), ())), "")

    def _attributes(self, number: int) -> dict[str, TagAttribute]:
        return {each.name: each for each in self.markup.attributes(number)}

    def _value(self, written: TagAttribute) -> str:
        return self.markup.text[written.value_start : written.value_end]

    def _add_macro(self, number: int) -> None:
        if self.markup.names[number] != MACRO:
            return
        given = self._attributes(number)
        if "name" in given:
            params = given.get("params")
            parameters = () if params is None else tuple(iter_parameters(self._value(params)))
            name = self._value(given["name"]).removeprefix(PREFIX)
            self._around[number] = WrittenMacro(name, number, parameters)
            self.macros.append(self._around[number])

    def _find_definitions(self, number: int) -> Iterator[XacroName]:
        tag, given = self.markup.names[number], self._attributes(number)
        if tag == INCLUDE:
            if "filename" in given:
                file = given["filename"]
                self.includes.append(WrittenInclude(file.value_start, file.value_end, self._value(file)))
            if "ns" in given:
                self._spaces.add(self._value(given["ns"]))
        if "name" not in given:
            return
        start, end, name = given["name"].value_start, given["name"].value_end, self._value(given["name"])
        if "$" in name or not name:
            return
        if tag == MACRO:
            macro = self._around[number]
            yield XacroName(end - len(macro.name), end, "macro", macro.name, "", True)
            begin = given["params"].value_start if "params" in given else 0
            for each in macro.parameters:
                kind = "block" if each.is_block else "property"
                yield XacroName(begin + each.start, begin + each.end, kind, each.name, macro.name, True)
        elif tag == PROPERTY:
            # one with content is a block
            kind = "property" if given.keys() & {"value", "default", "remove"} else "block"
            around = self.macros_around(number)
            made = XacroName(start, end, kind, name, around[0].name if around and "scope" not in given else "", True)
            self._note_value(made, given.get("value") or given.get("default"))
            yield made
        elif tag == ARGUMENT:
            made = XacroName(start, end, "argument", name, "", True)
            self._note_value(made, given.get("default"))
            yield made

    def _note_value(self, name: XacroName, written: TagAttribute | None) -> None:
        if written is not None:
            self.values.setdefault(name.symbol, self._value(written))

    def _find_uses(self, number: int) -> Iterator[XacroName]:
        markup, given = self.markup, self._attributes(number)
        tag = markup.names[number]
        if tag not in OWN_TAGS:
            name = tag.rpartition(".")[2].removeprefix(PREFIX)
            end = markup.starts[number] + 1 + len(tag)
            yield XacroName(end - len(name), end, "macro", name, "", False)
            if markup.text.startswith(f"</{tag}", markup.end_tags[number]):
                end = markup.end_tags[number] + 2 + len(tag)
                yield XacroName(end - len(name), end, "macro", name, "", False)
        elif tag == CALL and "macro" in given:
            name = self._value(given["macro"]).rpartition(".")[2]
            if "$" not in name:
                end = given["macro"].value_end
                yield XacroName(end - len(name), end, "macro", name, "", False)
        elif tag == BLOCK and "name" in given:
            name = self._value(given["name"])
            if "$" not in name:
                place = given["name"]
                scope = self.scope_of(number, "block", name)
                yield XacroName(place.value_start, place.value_end, "block", name, scope, False)
            return
        else:
            return
        for each in given.values():
            if each.name != "macro" or tag != CALL:
                yield XacroName(each.start, each.start + len(each.name), "property", each.name, name, False)

    def _find_in_expressions(self) -> Iterator[XacroName]:
        text = self.markup.text
        if "$" not in text:
            return
        hidden = [each.span() for each in _HIDDEN.finditer(text)]
        starts = [start for start, _ in hidden]
        for found in EXPRESSION.finditer(text):
            dollars = len(found[0]) - len(found[0].lstrip("$"))
            at = bisect_right(starts, found.start()) - 1
            if dollars > 1 or (at >= 0 and found.start() < hidden[at][1]):
                continue
            yield from self.find_words(found.start(), found[0], self.markup.element_at(found.start()))

    def find_words(self, start: int, expression: str, number: int) -> Iterator[XacroName]:
        """The names in an expression that begins at a place in an element."""
        for found in _ARGUMENT.finditer(expression):
            group = "plain" if found["plain"] else "called"
            begin, end = start + found.start(group), start + found.end(group)
            yield XacroName(begin, end, "argument", found[group], "", False)
        is_evaluated = re.match(r"\$\(\s*eval\b", expression)
        if not expression.startswith("${") and is_evaluated is None:
            return
        space = ""
        for found in _WORD.finditer(expression, 2 if is_evaluated is None else is_evaluated.end()):
            word, is_inner = found["word"], found["after"] is not None
            before, space = space, ""
            if word is None or word in _RESERVED or found["is_key"] or (is_inner and not before):
                continue
            begin, end = start + found.start("word"), start + found.end("word")
            if word in self._spaces and not is_inner:
                space = word
            elif is_evaluated is not None:
                yield XacroName(begin, end, "argument", word, "", False)
            else:
                scope = "" if is_inner else self.scope_of(number, "property", word)
                yield XacroName(begin, end, "property", word, scope, False)


@lru_cache(MOST_TEXTS)
def names_in_text(text: str) -> WrittenNames:
    """The names in a text, well-formed or not."""
    return WrittenNames(Markup(text))

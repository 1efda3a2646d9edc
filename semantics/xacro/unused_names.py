"""Parameters, properties, macros and arguments in xacro that nothing uses.

What could be used counts rather than what was: a name in an expression of any file does, whatever conditions say. Properties
and macros are looked for in the document itself alone, since a file that is included defines things for others, too.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import chain, takewhile
from pathlib import Path
from typing import TYPE_CHECKING

from ...diagnostics import rules
from ...runtime.patterns import compile_pattern
from ...runtime.spelling import nearest, suggest
from .engine import Engine
from .errors import make_related, report
from .located_text import RawElement, SourceText, XacroFile, attribute_place
from .parameters import iter_parameters

if TYPE_CHECKING:
    from ...runtime.files import Files
    from ...runtime.sink import Sink
    from ...runtime.source import Source
    from ..core.options import Options
    from .trace_recorder import Recorder

_EXPRESSION = compile_pattern(r"\$\{[^}]*\}|\$\([^)]*\)")
_WORD = compile_pattern(r"[A-Za-z_]\w*")
_ARGUMENT = compile_pattern(r"\$\(\s*arg\s+(?P<plain>[^\s()]+)\s*\)|\barg\(\s*(['\"])(?P<called>[^'\"]+)\2\s*\)")
_LITERAL = compile_pattern(r"\$\{\s*(?P<literal>[^\s'\"{}$]+|'[^'{}$\\]*'|\"[^\"{}$\\]*\")\s*\}")
_START = compile_pattern(r"<[^\s/>]+(?:[^>\"']|\"[^\"]*\"|'[^']*')*>")
_FORWARD = compile_pattern(r"([^\s:=]*)\s*:?=\s*\^(?:\|?\s*([A-Za-z_]\w*))?")
"""A parameter that forwards another of its own name, and its default."""
_DIRECTIVES = frozenset({"macro", "property", "arg", "include", "if", "unless", "insert_block", "element", "attribute"})


def lint(
    files: list[XacroFile], engine: Engine, options: Options, sink: Sink, top: Source, *, is_library: bool
) -> None:
    """Reports BP451 to BP456 in the document and the files that it includes.

    ``is_library`` says whether the document declares things for others.
    """
    checked = _NameLint(files, partial(report, sink, top), options.files)
    for file in files:
        if checked.is_own(file):
            checked.check_macros(file, is_whole=file.is_top and not is_library)
            checked.check_expressions(file)
    if not is_library:
        checked.check_properties()
    checked.check_arguments(engine.recorder.declared, options.arguments)
    checked.check_shadows(engine.recorder)


class _NameLint:
    def __init__(self, files: list[XacroFile], report: Callable[..., object], readable: Files) -> None:
        self.files, self.report = files, report
        self.used = frozenset(name for file in files for name in _collect_names(file))
        self.called, self.is_called_by_expression = _collect_calls(files)
        self.home = _find_home(files[0], readable)

    def is_own(self, file: XacroFile) -> bool:
        """Whether a file is of the package of the document: others are for who maintains them."""
        if file.is_top or file.name is None or self.home is None:
            return file.is_top
        return os.path.abspath(file.name).startswith(self.home + os.sep)

    def check_shadows(self, recorder: Recorder) -> None:
        for hiding, hidden in recorder.hidden:
            new, old = hiding.text, hidden.text
            if new is None or old is None or not self.is_own(new.file):
                continue
            is_property = new.file.text.startswith("<xacro:property", new.offset)
            if is_property and (new.file is not old.file or new.offset != old.offset):
                more = (make_related("the one outside", old.place),)
                self.report(rules.SHADOWED, new.place, more, symbol=hiding.name)

    def check_macros(self, file: XacroFile, *, is_whole: bool) -> None:
        for number, element in enumerate(file.elements):
            if element.tag != "xacro:macro" or "name" not in element.attributes:
                continue
            name = str(element.attributes["name"]).removeprefix("xacro:")
            if is_whole and not self.is_called_by_expression and name not in self.called:
                self.report(rules.UNUSED_MACRO, attribute_place(file, element.offset, "name"), macro=name)
            params = element.attributes.get("params")
            if params is None:
                continue
            inside = list(takewhile(lambda each: each.around >= number, file.elements[number + 1 :]))  # noqa: B023
            body = _body(file, element, inside)
            if not inside and "$" not in body:
                continue  # which does nothing, whatever it is given
            own = _find_names(text for each in (element, *inside) for text in each.attributes.values())
            own |= _find_names([body])
            own |= {str(each.attributes.get("name", "")) for each in inside if each.tag == "xacro:insert_block"}
            # what is called or included sees the parameters of what calls it
            others = {each.tag[6:] for each in inside if each.tag.startswith("xacro:")} - (_DIRECTIVES - {"include"})
            known = own | self.used if others else own
            for each in iter_parameters(params):
                if each.name and each.name not in known:
                    place = params.part(each.start - each.stars, each.end)
                    self.report(rules.UNUSED_PARAMETER, place, macro=name, parameter=f"{'*' * each.stars}{each.name}")

    def check_properties(self) -> None:
        for element in self.files[0].elements:
            name = str(element.attributes.get("name", "$"))
            is_used = "$" in name or name in self.used or "remove" in element.attributes
            if element.tag == "xacro:property" and not is_used:
                self.report(rules.UNUSED_PROPERTY, attribute_place(self.files[0], element.offset, "name"), symbol=name)

    def check_expressions(self, file: XacroFile) -> None:
        for text, match in _find_in_attributes("${", _LITERAL, file):
            literal = match["literal"]
            is_quoted = literal[0] in "'\""
            if not text[: match.start()].endswith("$") and (is_quoted or _is_number(literal)):
                shown = (literal[1:-1] or "nothing") if is_quoted else literal
                place = text.part(match.start(), match.end())
                self.report(rules.NEEDLESS_EXPRESSION, place, expression=match[0], literal=shown)

    def check_arguments(self, declared: set[str], given: Iterable[tuple[str, str]]) -> None:
        arguments = (each for file in self.files for each in file.elements if each.tag == "xacro:arg")
        declared = declared | {str(each.attributes.get("name", "")) for each in arguments}
        undeclared = [name for name, _ in given if name not in declared]
        asked: set[str] = set()
        for file in self.files:
            for text, match in _find_in_attributes("arg", _ARGUMENT, file):
                name = match["plain"] or match["called"]
                asked.add(name)
                if name in undeclared and file.is_top:
                    advice = f'declare it: <xacro:arg name="{name}" default="…"/>'
                    place = text.part(match.start(), match.end())
                    self.report(rules.UNDECLARED_ARGUMENT, place, argument=name, advice=advice)
        for name in undeclared:
            if name not in asked:
                advice = suggest(nearest(name, tuple(sorted(declared))), "{!r}", "")
                self.report(rules.UNDECLARED_ARGUMENT, None, argument=name, advice=advice)


def find_asked_arguments(files: Iterable[XacroFile]) -> set[str]:
    """Names of the arguments whose values some files use."""
    return {
        match["plain"] or match["called"] for file in files for _, match in _find_in_attributes("arg", _ARGUMENT, file)
    }


def _find_home(top: XacroFile, readable: Files) -> str | None:
    if top.name is None:
        return None
    start = Path(os.path.abspath(top.name)).parent
    around = (start, *start.parents)
    return str(next((each for each in around if readable.is_file_anywhere(each / "package.xml")), start))


def _find_names(texts: Iterable[str]) -> set[str]:
    return {
        word for text in texts if "$" in text for found in _EXPRESSION.findall(text) for word in _WORD.findall(found)
    }


def _collect_names(file: XacroFile) -> set[str]:
    found = _find_names(chain(file.texts, *(each.attributes.values() for each in file.elements)))
    for element in file.elements:
        if element.tag == "xacro:insert_block" and "name" in element.attributes:
            found.add(str(element.attributes["name"]))
        if element.tag == "xacro:macro":
            found.update(*_FORWARD.findall(element.attributes.get("params", "")))
    return found


def _collect_calls(files: list[XacroFile]) -> tuple[set[str], bool]:
    """Names of macros that are called, and whether some are called by names that expressions make."""
    found, by_expression = set[str](), False
    for file in files:
        for element in file.elements:
            if element.tag == "xacro:call":
                name = str(element.attributes.get("macro", ""))
                by_expression = by_expression or "$" in name
                found.update((name, name.rpartition(".")[2]))
            elif element.tag.startswith("xacro:"):
                found.update((element.tag[6:], element.tag.rpartition(".")[2]))
    return found, by_expression


def _body(file: XacroFile, element: RawElement, inside: list[RawElement]) -> str:
    """What is in a macro, without comments."""
    start = _START.match(file.text, element.offset)
    if start is None or start[0].endswith("/>"):
        return ""
    end = file.text.find("</xacro:macro", inside[-1].offset if inside else start.end())
    return re.sub(r"<!--.*?-->", "", file.text[start.end() : end if end >= 0 else None], flags=re.DOTALL)


def _find_in_attributes(
    part: str, pattern: re.Pattern[str], file: XacroFile
) -> Iterator[tuple[SourceText, re.Match[str]]]:
    """Where a pattern matches in values of attributes; ``part`` is in all that it matches."""
    for element in file.elements:
        for text in element.attributes.values():
            yield from ((text, match) for match in (pattern.finditer(text) if part in text else ()))


def _is_number(literal: str) -> bool:
    """Whether xacro reads a text as the number that the expression is."""
    try:
        float(literal)
    except ValueError:
        return False
    return literal.lstrip("+-.")[:1].isdecimal() and literal.isascii() and "_" not in literal

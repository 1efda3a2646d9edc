"""What a document in xacro says in vain: parameters, properties, macros and arguments that nothing uses.

Judged is by what could be used rather than by what was: a name in an expression of any file counts, whatever
conditions hold. Only the document itself is asked for properties and macros that are used nowhere, since a file that is
included defines things for others, too.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from ...diagnostics import rules
from ...runtime.spelling import nearest, suggest
from .errors import make_related, report
from .located_text import RawElement, SourceText, XacroFile, attribute_place

if TYPE_CHECKING:
    from ...runtime.files import Files
    from ...runtime.sink import Sink
    from ...runtime.source import Source
    from ..core.options import Options
    from .engine import Engine

_EXPRESSION = re.compile(r"\$\{[^}]*\}|\$\([^)]*\)")
_WORD = re.compile(r"[A-Za-z_]\w*")
_ARGUMENT = re.compile(r"\$\(\s*arg\s+(?P<plain>[^\s()]+)\s*\)|\barg\(\s*(['\"])(?P<called>[^'\"]+)\2\s*\)")
_LITERAL = re.compile(r"\$\{\s*(?P<literal>[^\s'\"{}$]+|'[^'{}$\\]*'|\"[^\"{}$\\]*\")\s*\}")
_START = re.compile(r"<[^\s/>]+(?:[^>\"']|\"[^\"]*\"|'[^']*')*>")
_FORWARD = re.compile(r"(?P<name>[^\s:=]+)\s*:?=\s*\^")


def lint(
    files: list[XacroFile], engine: Engine, options: Options, sink: Sink, top: Source, *, is_library: bool
) -> None:
    """Reports BP451 to BP456.

    Args:
        files: the document, and what it includes.
        engine: which expanded it.
        options: what the caller asked for.
        sink: receives the findings.
        top: the document.
        is_library: whether it declares things for others.
    """
    words = [_collect_names(file) for file in files]
    used = frozenset().union(*words)
    home = _home(files[0], options.files)
    for file in files:
        if _is_own(file, home):
            _macros(file, files, used, sink, top, is_whole=file.is_top and not is_library)
            _expressions(file, sink, top)
    if not is_library:
        _properties(files[0], used, sink, top)
    _arguments(files, engine, options, sink, top)
    _shadows(engine, home, sink, top)


def _shadows(engine: Engine, home: str | None, sink: Sink, top: Source) -> None:
    for hiding, hidden in engine.recorder.hidden:
        new, old = hiding.text, hidden.text
        if new is None or old is None or not _is_own(new.file, home) or not _defines(new):
            continue
        if new.file is not old.file or new.offset != old.offset:
            more = (make_related("the one outside", old.place),)
            report(sink, rules.SHADOWED, new.place, top, more, symbol=hiding.name)


def _defines(text: SourceText) -> bool:
    """Whether a value is that of a property, rather than of a parameter."""
    return text.file.text.startswith("<xacro:property", text.offset)


def _home(top: XacroFile, readable: Files) -> str | None:
    """The folder of the package of a document, or its own."""
    if top.name is None:
        return None
    start = at = os.path.dirname(os.path.abspath(top.name))
    while not readable.is_file_anywhere(os.path.join(at, "package.xml")):
        if os.path.dirname(at) == at:
            return start
        at = os.path.dirname(at)
    return at


def _is_own(file: XacroFile, home: str | None) -> bool:
    """Whether a file is of the package of the document: others are for who maintains them."""
    if file.is_top or file.name is None or home is None:
        return file.is_top
    return os.path.abspath(file.name).startswith(home + os.sep)


def _texts_of(file: XacroFile) -> Iterator[str]:
    for element in file.elements:
        yield from element.attributes.values()
    yield from file.texts


def _find_names(texts: Iterable[str]) -> set[str]:
    """Names in the expressions of some texts."""
    return {
        word for text in texts if "$" in text for found in _EXPRESSION.findall(text) for word in _WORD.findall(found)
    }


def _collect_names(file: XacroFile) -> set[str]:
    found = _find_names(_texts_of(file))
    for element in file.elements:
        if element.tag == "xacro:insert_block" and "name" in element.attributes:
            found.add(str(element.attributes["name"]))
        if element.tag == "xacro:macro":
            found.update(match["name"] for match in _FORWARD.finditer(element.attributes.get("params", "")))
            found |= _bare_defaults(element)
    return found


def _bare_defaults(element: RawElement) -> set[str]:
    # a parameter forwards another by its own name
    return set(re.findall(r":?=\s*\^\|?\s*([A-Za-z_]\w*)", element.attributes.get("params", "")))


def _macros(
    file: XacroFile, files: list[XacroFile], used: frozenset[str], sink: Sink, top: Source, *, is_whole: bool
) -> None:
    called, by_name = _collect_calls(files)
    for number, element in enumerate(file.elements):
        if element.tag != "xacro:macro" or "name" not in element.attributes:
            continue
        name = str(element.attributes["name"]).removeprefix("xacro:")
        place = attribute_place(file, element.offset, "name")
        if is_whole and not by_name and name not in called:
            report(sink, rules.UNUSED_MACRO, place, top, macro=name)
        params = element.attributes.get("params")
        if params is None:
            continue
        inside = [each for at, each in enumerate(file.elements) if _is_inside(file, at, number)]
        body = _body(file, element, inside)
        if not inside and "$" not in body:
            continue  # which does nothing, whatever it is given
        own = _find_names(text for each in (element, *inside) for text in each.attributes.values())
        own |= _find_names([body])
        own |= {str(each.attributes.get("name", "")) for each in inside if each.tag == "xacro:insert_block"}
        # what is called sees the parameters of what calls it
        calls = any(each.tag.startswith("xacro:") and each.tag[6:] not in _DIRECTIVES for each in inside)
        includes = any(each.tag == "xacro:include" for each in inside)
        known = own | used if calls or includes else own
        for parameter, start, end in _parameters(params):
            bare = parameter.lstrip("*")
            if bare and bare not in known:
                where = params.part(start, end)
                report(sink, rules.UNUSED_PARAMETER, where, top, macro=name, parameter=parameter)


_DIRECTIVES = frozenset({"macro", "property", "arg", "include", "if", "unless", "insert_block", "element", "attribute"})


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


def _is_inside(file: XacroFile, number: int, outer: int) -> bool:
    at = file.elements[number].around
    while at > outer:
        at = file.elements[at].around
    return at == outer


def _body(file: XacroFile, element: RawElement, inside: list[RawElement]) -> str:
    """What is in a macro, without comments."""
    start = _START.match(file.text, element.offset)
    if start is None or start[0].endswith("/>"):
        return ""
    end = file.text.find("</xacro:macro", inside[-1].offset if inside else start.end())
    return re.sub(r"<!--.*?-->", "", file.text[start.end() : end if end >= 0 else None], flags=re.DOTALL)


def _parameters(params: SourceText) -> Iterator[tuple[str, int, int]]:
    """Names of the parameters of a macro, and where they stand in the list of these."""
    from .engine import PARAMETER

    place, length = 0, len(params)
    while place < length and params[place:].strip():
        match = PARAMETER.match(params, place)
        start = place + len(params[place:]) - len(params[place:].lstrip())
        if match is None:
            words = params[place:].split(None, 1)
            yield words[0], start, start + len(words[0])
            place = start + len(words[0])
        else:
            yield match["name"], match.start("name"), match.end("name")
            place = match.start("rest")


def _properties(file: XacroFile, used: frozenset[str], sink: Sink, top: Source) -> None:
    for element in file.elements:
        name = element.attributes.get("name")
        if element.tag != "xacro:property" or name is None or "$" in name or str(name) in used:
            continue
        if "remove" not in element.attributes:
            report(sink, rules.UNUSED_PROPERTY, attribute_place(file, element.offset, "name"), top, symbol=str(name))


def _expressions(file: XacroFile, sink: Sink, top: Source) -> None:
    for element in file.elements:
        for text in element.attributes.values():
            for match in _LITERAL.finditer(text) if "${" in text else ():
                literal = match["literal"]
                if text[: match.start()].endswith("$") or not (literal[0] in "'\"" or _is_number(literal)):
                    continue
                shown = literal[1:-1] if literal[0] in "'\"" else literal
                place = text.part(match.start(), match.end())
                report(sink, rules.NEEDLESS_EXPRESSION, place, top, expression=match[0], literal=shown or "nothing")


def _is_number(literal: str) -> bool:
    """Whether xacro reads a text as the number that the expression is."""
    try:
        float(literal)
    except ValueError:
        return False
    return literal.lstrip("+-.")[:1].isdecimal() and literal.isascii() and "_" not in literal


def _arguments(files: list[XacroFile], engine: Engine, options: Options, sink: Sink, top: Source) -> None:
    declared = set(engine.recorder.declared)
    for file in files:
        declared |= {str(each.attributes.get("name", "")) for each in file.elements if each.tag == "xacro:arg"}
    asked: set[str] = set()
    for file in files:
        for element in file.elements:
            for text in element.attributes.values():
                for match in _ARGUMENT.finditer(text) if "arg" in text else ():
                    name = match["plain"] or match["called"]
                    asked.add(name)
                    if name not in declared and file.is_top and dict(options.arguments).get(name) is not None:
                        place = text.part(match.start(), match.end())
                        advice = f'declare it: <xacro:arg name="{name}" default="…"/>'
                        report(sink, rules.UNDECLARED_ARGUMENT, place, top, argument=name, advice=advice)
    for name, _ in options.arguments:
        if name not in declared and name not in asked:
            advice = suggest(nearest(name, tuple(sorted(declared))), "{!r}", "")
            report(sink, rules.UNDECLARED_ARGUMENT, None, top, argument=name, advice=advice)

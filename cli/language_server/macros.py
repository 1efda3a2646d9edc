"""Where the names of macros, properties, parameters and arguments of xacro lead, through the files that include each other."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from ...diagnostics.errors import BadName
from ...diagnostics.fix import Edit
from ...diagnostics.records import NamedTuple, replace
from ...runtime.overlay_files import OverlayFiles
from ...runtime.patterns import compile_pattern
from ...runtime.sink import Sink
from ...runtime.source import Source
from ...semantics.core.location import Location
from ...semantics.core.text_edits import apply_edits
from ...semantics.xacro.engine import is_installed
from ...semantics.xacro.expansion import expand
from ...semantics.xacro.written_names import OWN_TAGS, PREFIX, WrittenNames

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from ...semantics.xacro.included_texts import IncludedTexts
    from ...semantics.xacro.written_names import XacroName
    from .snapshot import Snapshot

MOST_EXPANSIONS = 8
"""Documents that are expanded to see whether another name changes anything."""
_COMMENT_BEFORE = compile_pattern(r"<!--((?:(?!-->).)*)-->[^\S\n]*\n?[^\S\n]*\Z", re.DOTALL)
_ALLOWED = {
    "macro": compile_pattern(r"(?!xacro:)[^\W\d][\w-]*"),
    "argument": compile_pattern(r"[^\s()\"'<>&$]+"),
    "property": compile_pattern(r"(?!__)[A-Za-z_]\w*"),
    "block": compile_pattern(r"(?!__)[A-Za-z_]\w*"),
}


class NamedText(NamedTuple):
    """A file, and the names in it."""

    path: str
    names: WrittenNames

    def location(self, name: XacroName) -> Location:
        """Where a name is in it."""
        position = self.names.markup.position
        return Location(self.path, *position(name.start), *position(name.end))


def macro_name_at(snapshot: Snapshot, offset: int) -> XacroName | None:
    """The name of xacro's at a place; None where there is none."""
    return snapshot.macro_names.at(offset) if snapshot.is_in_xacro else None


def find_macro_definition(snapshot: Snapshot, name: XacroName, others: Iterable[Snapshot] = ()) -> Location | None:
    """Where something gets its name: in the text, in what it includes, or in what is included with it."""
    for included in (snapshot.macro_files, *_around(snapshot, others)):
        for path, names, found in included.definitions(name.symbol):
            return NamedText(path, names).location(found)
    return None


def _around(snapshot: Snapshot, others: Iterable[Snapshot]) -> list[IncludedTexts]:
    """What includes a text, among others."""
    own = next(iter(snapshot.macro_files.texts))
    found = [each.macro_files for each in others if each is not snapshot and each.is_in_xacro]
    return [each for each in found if own in each.texts]


def _find_involved(snapshot: Snapshot, name: XacroName, others: Iterable[Snapshot]) -> dict[str, NamedText]:
    """The files that are read together with one in which the name means the same, by their real paths."""
    tops = [snapshot.macro_files, *(each.macro_files for each in others if each is not snapshot and each.is_in_xacro)]
    own = next(iter(snapshot.macro_files.texts))
    known, found = {own}, dict[str, NamedText]()
    while True:
        for top in tops:
            if not known.isdisjoint(top.texts):
                found |= {real: NamedText(top.paths[real], names) for real, names in top.texts.items()}
        holding = {
            real for real, each in found.items() if any(name.symbol == other.symbol for other in each.names.names)
        }
        if holding <= known:
            return found
        known |= holding


def find_macro_references(
    snapshot: Snapshot, name: XacroName, others: Iterable[Snapshot] = (), *, with_definition: bool = True
) -> list[Location]:
    """Every place of a name, in all files that are read together."""
    return [
        text.location(each)
        for text in _find_involved(snapshot, name, others).values()
        for each in text.names.names
        if each.symbol == name.symbol and (with_definition or not each.is_definition)
    ]


def rename_macro(
    snapshot: Snapshot, name: XacroName, new_name: str, others: Iterable[Snapshot] = ()
) -> tuple[Edit, ...]:
    """What gives something of xacro's another name; what the documents are expanded to stays as it is.

    Raises:
        BadName: the name is taken or not allowed, or an expansion would be another.
        ValueError: nothing that can be changed gets the name.
    """
    others = tuple(others)
    involved = _find_involved(snapshot, name, others)
    found = [(text, each) for text in involved.values() for each in text.names.names if each.symbol == name.symbol]
    if not any(each.is_definition for _, each in found):
        raise ValueError("what this name means is in no file that can be changed")
    if _ALLOWED[name.kind].fullmatch(new_name) is None or f"{PREFIX}{new_name}" in OWN_TAGS:
        raise BadName(f"no {name.kind} can be called {new_name!r}")
    for text in involved.values():
        for each in text.names.names:
            is_seen = not name.scope or each.scope in ("", name.scope)
            if (each.kind, each.name) == (name.kind, new_name) and is_seen:
                place = text.location(each)
                raise BadName(f"{new_name!r} is taken, in {os.path.basename(text.path)} on line {place.line}")
    edits = []
    for text, each in found:
        place = text.location(each)
        edits.append(Edit(text.path, place.line, place.column, place.end_line, place.end_column, new_name))
    _expect_same(snapshot, others, involved, edits)
    return tuple(edits)


def _expect_same(
    snapshot: Snapshot, others: Iterable[Snapshot], involved: Mapping[str, NamedText], edits: list[Edit]
) -> None:
    """Raises ``BadName`` where a document would be expanded to something else."""
    if not is_installed():
        return
    changed = {text.path: text.names.markup.text for text in involved.values()}
    for path, text in changed.items():
        changed[path] = apply_edits(text, [each for each in edits if each.file == path])
    contents = {path: text.encode("utf-8", "surrogatepass") for path, text in changed.items()}
    tops = [each for each in (snapshot, *others) if each.is_in_xacro and each.path]
    files = snapshot.options.files
    own = {files.real(str(each.path)): each for each in tops if files.real(str(each.path)) in involved}
    for real, top in list(own.items())[:MOST_EXPANSIONS]:
        before = top.expansion if top.markup.is_well_formed else None  # else nothing is expanded
        if before is not None and before != _expand(top, changed[involved[real].path], contents):
            raise BadName(f"what {os.path.basename(str(top.path))} is expanded to would be something else")


def _expand(top: Snapshot, text: str, contents: Mapping[str, bytes]) -> str | None:
    options = replace(top.options, files=OverlayFiles(top.options.files, contents))
    made = expand(Source(top.path, text), Sink(), options)
    return None if made is None else made.text


def describe_macro_name(snapshot: Snapshot, name: XacroName) -> str:
    """What a name of xacro's means, in Markdown; empty where that is not known."""
    home = next(snapshot.macro_files.definitions(name.symbol), None)
    if home is None:
        return ""
    path, names, found = home
    place = NamedText(path, names).location(found)
    is_here = names is snapshot.macro_names
    where = f"line {place.line}" if is_here else f"in {path}, line {place.line}"
    macro = next((each for each in names.macros if each.name == (name.scope or name.name)), None)
    if name.kind == "macro":
        if macro is None:
            return ""
        given = ", ".join(f"`{each}`" for each in macro.parameters)
        lines = [f"macro `{name.name}`, {where}", f"parameters: {given}" if given else "no parameters"]
        said = _COMMENT_BEFORE.search(names.markup.text, 0, names.markup.starts[macro.number])
        return "\n\n".join([*lines, *([said[1].strip()] if said is not None else [])])
    parameter = (
        None if macro is None or not name.scope else next((e for e in macro.parameters if e.name == name.name), None)
    )
    if parameter is not None:
        default = "" if parameter.default is None else f"; default: `{parameter.default}`"
        return f"parameter `{name.name}` of macro `{name.scope}`, {where}{default}"
    value = names.values.get(name.symbol)
    return f"{name.kind} `{name.name}`, {where}" + ("" if value is None else f": `{value}`")

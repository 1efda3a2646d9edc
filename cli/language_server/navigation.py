"""Where names lead: from a reference to what it means, and from that to all that refers to it."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING, Any

from ...diagnostics.errors import BodyplanError
from ...runtime.patterns import compile_pattern
from ...semantics.compose.element_rename import rename_edits
from ...semantics.core.location import Location
from ...semantics.edit.source_location import location_of, text_of
from .macros import find_macro_definition, find_macro_references, macro_name_at, rename_macro
from .positions import TextRange
from .snapshot import Occurrence, Snapshot

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ...diagnostics.fix import Edit
    from ...semantics.core.references import NameDefinition


WRITTEN_IN_XACRO = "xmlns:xacro"
"""What every text of xacro holds."""
_QUOTED = compile_pattern(r"[\"'](.*)[\"']\Z", re.DOTALL)


def find_definition(snapshot: Snapshot, offset: int, others: Iterable[Snapshot] = ()) -> Location | None:
    """Where what the name at a place means gets that name, in this text or in a file that it includes.

    Args:
        snapshot: the text.
        offset: the place.
        others: texts that may include it, of which names of xacro may come.
    """
    macro_name = macro_name_at(snapshot, offset)
    if macro_name is not None:
        return find_macro_definition(snapshot, macro_name, others)
    occurrence = snapshot.occurrence_at(offset)
    if occurrence is None:
        return None
    definition = occurrence.definition
    if definition is None and occurrence.reference is not None:
        definition = snapshot.others.resolve(snapshot.document, occurrence.reference)[occurrence.part]
    return None if definition is None else location_of_name(snapshot, definition)


def location_of_name(snapshot: Snapshot, definition: NameDefinition) -> Location | None:
    """Where a name is given."""
    place = snapshot.value_range(definition.element, definition.field)
    if place is not None:
        return make_location(snapshot, place)
    try:
        found = location_of(definition.element, definition.field)
        source, _ = text_of(definition.element)
    except (BodyplanError, AttributeError, LookupError, TypeError):
        return None
    start, end = source.offset(found.line, found.column), source.offset(found.end_line, found.end_column)
    written = _QUOTED.search(source.text, start, end)
    if written is None:
        return found
    return Location(found.file, *source.line_and_column(written.start(1)), *source.line_and_column(written.end(1)))


def make_location(snapshot: Snapshot, place: TextRange) -> Location:
    """A stretch of a text as lines and columns."""
    return Location(snapshot.path, *snapshot.markup.position(place.start), *snapshot.markup.position(place.end))


def find_references(
    snapshot: Snapshot, offset: int, others: Iterable[Snapshot] = (), *, with_definition: bool = True
) -> list[Location]:
    """Every place of what the name at a place means.

    Args:
        snapshot: the text.
        offset: the place.
        others: texts that may include it, or that it includes.
        with_definition: whether that where the name is given is one of them.
    """
    macro_name = macro_name_at(snapshot, offset)
    if macro_name is not None:
        return find_macro_references(snapshot, macro_name, others, with_definition=with_definition)
    found = snapshot.occurrence_at(offset)
    if found is None:
        return []
    definition = found.definition
    if definition is None and found.reference is not None:
        definition = snapshot.others.resolve(snapshot.document, found.reference)[found.part]
    if definition is None:
        return []
    home = location_of_name(snapshot, definition)
    places = [home] if home is not None and with_definition else []
    places += [
        make_location(snapshot, each.range)
        for each in snapshot.occurrences
        if each.reference is not None and _means(snapshot, each, definition, home)
    ]
    for other in others:
        if other is snapshot:
            continue
        places += [
            make_location(other, each.range)
            for each in other.occurrences
            if (each.reference is not None or with_definition) and _means(other, each, definition, home)
        ]
    return list({_key(each): each for each in reversed(places)}.values())[::-1]


def _means(snapshot: Snapshot, occurrence: Occurrence, definition: NameDefinition, home: Location | None) -> bool:
    if occurrence.definition is definition:
        return True
    if snapshot.text[slice(*occurrence.range)] != definition.name:
        return False
    meant: Any = occurrence.definition
    if meant is None and occurrence.reference is not None:
        meant = snapshot.others.resolve(snapshot.document, occurrence.reference)[occurrence.part]
    if meant is None or home is None:
        return False
    there = location_of_name(snapshot, meant)
    # the same file may have been read more than once
    return there is not None and _key(there) == _key(home)


def _key(place: Location) -> tuple[str, int, int]:
    return os.path.realpath(place.file or ""), place.line, place.column


def find_name_range(snapshot: Snapshot, offset: int) -> TextRange | None:
    """The name at a place, if it can be given another."""
    macro_name = macro_name_at(snapshot, offset)
    if macro_name is not None:
        return TextRange(macro_name.start, macro_name.end)
    found = snapshot.occurrence_at(offset)
    return None if found is None or snapshot.is_expanded else found.range


def name_at(snapshot: Snapshot, offset: int) -> str:
    """The name at a place, or what documents in which it may be used hold; empty where there is none."""
    if macro_name_at(snapshot, offset) is not None:
        return WRITTEN_IN_XACRO
    found = snapshot.occurrence_at(offset)
    return "" if found is None else snapshot.text[slice(*found.range)]


def find_home(snapshot: Snapshot, offset: int) -> str | None:
    """The file in which what the name at a place means gets that name."""
    place = find_definition(snapshot, offset)
    return None if place is None else place.file


def rename_at(snapshot: Snapshot, offset: int, new_name: str, others: Iterable[Snapshot] = ()) -> tuple[Edit, ...]:
    """What gives another name to what the name at a place means.

    Raises:
        BadName: (a ``ValueError``) the name is taken, reserved or not allowed there.
        BodyplanError: see ``bodyplan.rename_edits``.
        ValueError: there is no name at the place.
    """
    macro_name = macro_name_at(snapshot, offset)
    if macro_name is not None:
        return rename_macro(snapshot, macro_name, new_name, others)
    found = snapshot.occurrence_at(offset)
    if found is None:
        raise ValueError("nothing has a name here")
    definition = found.definition
    if definition is not None:
        documents = [each.document for each in others if each is not snapshot and not each.is_expanded]
        return rename_edits(snapshot.document, definition.element, new_name, files=documents)
    reference = found.reference
    meant = None if reference is None else snapshot.others.resolve(snapshot.document, reference)[found.part]
    home = None if meant is None else location_of_name(snapshot, meant)
    real = "" if home is None else os.path.realpath(home.file or "")
    owner = next((each for each in others if os.path.realpath(each.path or "") == real), None)
    if owner is None or home is None:
        raise ValueError("what this name means is in no file that can be changed")
    known = [each for each in others if each is not owner]
    if snapshot not in known and snapshot is not owner:
        known.append(snapshot)
    return rename_at(owner, owner.offset(home.line, home.column), new_name, known)

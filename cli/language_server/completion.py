"""What may be written at a place of a text."""

from __future__ import annotations

import re
from bisect import bisect_left
from typing import TYPE_CHECKING

from ...runtime.patterns import compile_pattern
from ...runtime.references import facts_of
from ...semantics.core.references import NamesIn
from ...semantics.formats.registry import FORMATS
from ...semantics.xacro.written_names import PREFIX
from .completion_items import Completion
from .directive_keys import find_key_place, list_keys
from .file_completion import complete_files
from .macro_completion import complete_expression, complete_own_elements, complete_own_tag
from .part_tables import describe_inside
from .positions import TextRange
from .snapshot import Snapshot
from .vocabulary import Term, terms_inside

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...runtime.fields import Kind

NO_FRAMES = frozenset({"model", "joint"})
"""What names of frames lead through, which Drake has no frame for."""
_IN_TAG = compile_pattern(
    r"<(/?)([\w:.\-]*)((?:[^\"'<>]|\"[^\"<]*\"|'[^'<]*')*?)(?:([\w:.\-]+)\s*=\s*([\"'])([^\"'<]*)|([\w:.\-]*))\Z"
)
_WRITTEN_NAMES = compile_pattern(r"([\w:.\-]+)\s*=")
_WRITTEN_VALUES = compile_pattern(r"([\w:.\-]+)\s*=\s*[\"']([^\"'<]*)")
_SECTIONS = (("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>"))


def complete(snapshot: Snapshot, offset: int) -> list[Completion]:
    """Everything that may be written at a place, what is needed first."""
    text = snapshot.text
    if not FORMATS[snapshot.format].tags:
        return list(_complete_directives(snapshot, offset))
    if not snapshot.markup.names:
        return list(_complete_root(snapshot, offset))
    for begin, end in _SECTIONS:
        section = text.rfind(begin, 0, offset)
        if section >= 0 and text.find(end, section, offset) < 0:
            return []
    if snapshot.is_in_xacro:
        inside = complete_expression(snapshot, offset)
        if inside is not None:
            return inside
    start = _tag_start(text, offset)
    if start is None:
        return list(_complete_content(snapshot, offset))
    found = _IN_TAG.match(text, start, offset)
    if found is None:
        return []
    number = _element_around(snapshot, start)
    own = number if number is not None and snapshot.markup.starts[number] == start else None
    around = number if own is None else snapshot.markup.parents[own]
    is_in_name = not found[3] and found[4] is None and text[start + 1 + len(found[1]) + len(found[2]) : offset] == ""
    if found[1]:
        return list(_complete_end(snapshot, start, offset, own))
    if is_in_name:
        return list(_complete_elements(snapshot, around, TextRange(start, _end_of_name(text, offset))))
    scope = own if own is not None else around
    if found[4] is not None:
        closing = re.compile(r"[\"'<>\r\n]|\Z").search(text, offset)
        value_end = offset if closing is None or closing[0] != found[5] else closing.start()
        place, written = TextRange(offset - len(found[6]), value_end), set[str]()
    else:
        written = set(_WRITTEN_NAMES.findall(found[3]))
        closing = re.compile(r"[<>]|\Z").search(text, offset)
        written |= set(_WRITTEN_NAMES.findall(text, offset, closing.start() if closing is not None else offset))
        place = TextRange(offset - len(found[7] or ""), _end_of_name(text, offset))
    if snapshot.is_in_xacro and found[2].startswith(PREFIX):
        return list(complete_own_tag(snapshot, found[2], found[4], place, scope, written))
    term = snapshot.term(own) if own is not None else _find_inner(snapshot, around, found[2], found[0])
    if term is None:
        return []
    if found[4] is None:
        return list(_complete_attributes(term, place, written))
    attribute = terms_inside(term).get(f"@{found[4]}")
    return [] if attribute is None else list(_complete_value(snapshot, attribute, place, scope, found[6]))


def _complete_directives(snapshot: Snapshot, offset: int) -> Iterator[Completion]:
    """The keys of a directive, or the values of one of them."""
    line_start = snapshot.text.rfind("\n", 0, offset) + 1
    place = find_key_place(snapshot.text, offset)
    if place is None:
        return
    if place.field is not None:
        written = snapshot.text[place.start : offset]
        about = place.field.metadata
        if about.get("refers") is not None:
            several = len(about["refers"].kinds) > 1
            for name, detail in sorted(find_names(snapshot, about["refers"], None).items()):
                if several and detail in NO_FRAMES:
                    continue
                yield Completion(label=name, kind="name", text=name, range=place.range, detail=detail)
        if about.get("uri") is not None:
            yield from complete_files(snapshot, place.range, written)
        return
    for key, text, words in list_keys(place, snapshot.text, line_start):
        yield Completion(label=key, kind="attribute", text=text, range=place.range, detail=words)


def _tag_start(text: str, offset: int) -> int | None:
    """Where the tag begins that a place is in; None for one between tags."""
    start = text.rfind("<", 0, offset)
    if start < 0:
        return None
    is_closed = re.compile(r"<(?:[^\"'<>]|\"[^\"<]*\"|'[^'<]*')*>").match(text, start, offset)
    return None if is_closed else start


def _element_around(snapshot: Snapshot, offset: int) -> int | None:
    """The element that is open at a place: the one around it, or one right before it that is not closed."""
    markup = snapshot.markup
    if markup.starts and markup.element_at(offset) >= 0 and markup.starts[markup.element_at(offset)] == offset:
        return markup.element_at(offset)
    number = bisect_left(markup.starts, offset) - 1
    while number >= 0 and markup.ends[number] <= offset:
        if number in markup.cut and not snapshot.text[markup.ends[number] : offset].strip():
            return number
        number = markup.parents[number]
    return None if number < 0 else number


def _end_of_name(text: str, offset: int) -> int:
    found = re.compile(r"[\w:.\-]*").match(text, offset)
    return offset if found is None else found.end()


def _find_inner(snapshot: Snapshot, around: int | None, name: str, written: str) -> Term | None:
    """What the description says of an element that is being written, of whose tag there is a part."""
    term = None if around is None else snapshot.term(around)
    found = None if term is None else terms_inside(term).get(name)
    return None if found is None else describe_inside(found, dict(_WRITTEN_VALUES.findall(written)))


def _complete_root(snapshot: Snapshot, offset: int) -> Iterator[Completion]:
    start = snapshot.text.rfind("<", 0, offset)
    place = TextRange(start if start >= 0 else offset, offset)
    for row in FORMATS.values():
        if row.new is None or not row.tags:
            continue
        text = row.new.format(name="$0", version=row.newest_version())
        yield Completion(label=row.tags[0], kind="element", text=text, range=place, detail=row.title)


def _complete_end(snapshot: Snapshot, start: int, offset: int, own: int | None) -> Iterator[Completion]:
    markup = snapshot.markup
    around = _element_around(snapshot, start)
    if own is not None and around == own:
        around = markup.parents[own]
    if around is not None and around >= 0:
        name = markup.names[around]
        end = _end_of_name(snapshot.text, offset)
        end += snapshot.text[end : end + 1] == ">"
        yield Completion(label=f"/{name}", kind="element", text=f"</{name}>", range=TextRange(start, end))


def _complete_elements(snapshot: Snapshot, around: int | None, place: TextRange) -> Iterator[Completion]:
    """The elements that may be in one, which do not make it faulty."""
    if around is None or around < 0:
        return
    term, markup = snapshot.term(around), snapshot.markup
    if term is None and not snapshot.is_in_xacro:
        return
    # a tag that is being written is no sibling of itself
    written = place.start if place.end > place.start else None
    there = {markup.names[each] for each in markup.children(around) if markup.starts[each] != written}
    if term is not None and term.prefix:  # with it and without it a name is the same, though only one of them counts
        there |= {f"{term.prefix}{name}" for name in there}
    inside = snapshot.terms_in_call(around) if term is None else terms_inside(term)
    terms = [each for each in inside.values() if each.kind == "element"]
    alternatives = FORMATS[snapshot.format].alternatives if markup.parents[around] < 0 else ()
    taken = there & {*alternatives}
    excluded = alternatives[1:] if taken <= {*alternatives[:1]} else alternatives
    for each in sorted(terms, key=lambda each: (each.deprecated is not None, not each.required)):
        if not (taken and each.name in excluded) and (each.repeats or each.name not in there):
            yield Completion(label=each.name, kind="element", text=_element_text(each), range=place, term=each)
    if snapshot.is_in_xacro:
        yield from complete_own_elements(snapshot, around, place)
    if place.end > place.start:
        name = markup.names[around]
        yield Completion(label=f"/{name}", kind="element", text=f"</{name}>", range=place)


def _element_text(term: Term) -> str:
    """An element with what it has to have."""
    inner = terms_inside(term)
    required = [each for each in inner.values() if each.kind == "attribute" and each.required]
    attributes = "".join(f' {each.name}="{"$0" if number == 0 else ""}"' for number, each in enumerate(required))
    holds_more = not inner or any(each.kind != "attribute" for each in inner.values())
    caret = "" if attributes else "$0"
    return f"<{term.name}{attributes}>{caret}</{term.name}>" if holds_more else f"<{term.name}{attributes or ' $0'}/>"


def _complete_attributes(term: Term, place: TextRange, written: set[str]) -> Iterator[Completion]:
    terms = [each for each in terms_inside(term).values() if each.kind == "attribute"]
    for each in sorted(terms, key=lambda each: (each.deprecated is not None, not each.required)):
        if each.name not in written:
            yield Completion(label=each.name, kind="attribute", text=f'{each.name}="$0"', range=place, term=each)


def _complete_content(snapshot: Snapshot, offset: int) -> Iterator[Completion]:
    """Between tags: the value of an element, or an element."""
    number = _element_around(snapshot, offset)
    if number is not None and snapshot.markup.starts[number] == offset:
        number = snapshot.markup.parents[number]  # it begins behind the caret
    term = None if number is None or number < 0 else snapshot.term(number)
    if number is None or number < 0 or (term is None and not snapshot.is_in_xacro):
        return
    text, begin = snapshot.text, snapshot.markup.tag_ends[number]
    inside = {} if term is None else terms_inside(term)
    holder = inside.get("") if inside else term
    if holder is not None and (holder.words or holder.suggested or holder.refers is not None or holder.uri is not None):
        written = text[begin:offset]
        start = begin + len(written) - len(written.lstrip())
        closing = re.compile(r"\s*(?:<|\Z)").search(text, offset)
        end = offset if closing is None else closing.start()
        parent = number if inside else snapshot.markup.parents[number]
        yield from _complete_value(snapshot, holder, TextRange(start, max(start, end)), parent, text[start:offset])
    elif (inside or term is None) and text[max(text.rfind(">", 0, offset) + 1, begin) : offset].strip() == "":
        yield from _complete_elements(snapshot, number, TextRange(offset, offset))


def _complete_value(
    snapshot: Snapshot, term: Term, place: TextRange, scope: int | None, written: str
) -> Iterator[Completion]:
    for word in (*term.words, *term.suggested):
        yield Completion(label=word, kind="value", text=word, range=place)
    if term.refers is not None:
        for name, detail in sorted(find_names(snapshot, term.refers, scope).items()):
            yield Completion(label=name, kind="name", text=name, range=place, detail=detail)
    if term.uri is not None:
        yield from complete_files(snapshot, place, written)


# ---------------------------------------------------------------------- names


def find_names(snapshot: Snapshot, kind: Kind, scope: int | None) -> dict[str, str]:
    """The names of a kind that mean something in an element, each with what it is the name of."""
    found = dict.fromkeys(kind.words, "")
    opened = _find_scopes(snapshot, scope, kind)
    around = tuple(name for _, name in opened)
    inner = snapshot.element(opened[-1][0]) if opened else None
    # of a large text only what is in the scope is read
    names = snapshot.names if inner is None else NamesIn(inner)
    start = len(around) if inner is None else 0
    for definition in names.definitions:
        if definition.kind not in kind.kinds:
            continue
        path = definition.scope.path
        if path[:start] != around[:start] or (inner is not None and definition.element is inner):
            continue
        path = path[start:]
        if path and kind.separator is None:
            continue
        found[(kind.separator or "").join((*path, definition.name))] = definition.kind
    row = FORMATS[snapshot.format]
    if row.subject is not None or row.including is not None:
        for around_it in snapshot.others.names_around(snapshot.document):
            found |= {each.name: each.kind for each in around_it.definitions if each.kind in kind.kinds}
    if kind.separator is not None:
        found |= {name: what for name, what in _included_names(snapshot, kind, around) if name not in found}
    return found


def _find_scopes(snapshot: Snapshot, scope: int | None, kind: Kind) -> list[tuple[int, str]]:
    """The elements, and their names, from the outermost scope to that in which names of a kind are looked up."""
    if scope is None or scope < 0:
        return []
    opened: list[tuple[int, str, frozenset[str]]] = []
    for number in snapshot.path_to(scope)[1:]:
        term = snapshot.term(number)
        if term is None or term.holds is None or snapshot.is_transparent(number):
            continue
        facts = facts_of(term.holds)
        if facts.opens:
            attributes = snapshot.markup.attributes(number)
            name = next(
                (snapshot.text[each.value_start : each.value_end] for each in attributes if each.name == "name"), ""
            )
            opened.append((number, name, facts.holds))
    while opened and opened[-1][2].isdisjoint(kind.kinds):
        opened.pop()
    return [(number, name) for number, name, _ in opened]


def _included_names(snapshot: Snapshot, kind: Kind, around: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Those of what other files bring, as the scene has them."""
    scene = snapshot.scene
    if scene is None:
        return
    start = "".join(f"{name}::" for name in around)
    known = {"link": list(scene.links), "joint": list(scene.joints), "frame": list(scene.frames)}
    for each, names in known.items():
        if each in kind.kinds:
            yield from ((name[len(start) :], each) for name in names if name.startswith(start) and name != start)

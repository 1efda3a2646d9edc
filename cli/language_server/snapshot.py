"""A text at one moment, with all that is found out about it: each part when it is first asked for."""

from __future__ import annotations

from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from ...diagnostics.errors import BodyplanError
from ...diagnostics.records import NamedTuple
from ...runtime.element import Element
from ...runtime.field_tables import parts_of
from ...runtime.files import Unreadable
from ...runtime.markup import Markup
from ...runtime.sink import place_of
from ...runtime.source import LARGE
from ...runtime.source_lines import MOST_BYTES, decode
from ...semantics.compose.cross_file_refs import CrossFileResolver
from ...semantics.core.garbage_collection import collector_paused
from ...semantics.core.references import NameDefinition, NamesIn, Reference
from ...semantics.document.document import Document, get_options, get_parsed
from ...semantics.document.lenient import read_unfinished
from ...semantics.edit.source_location import location_of
from ...semantics.formats import registry
from ...semantics.formats.dmd.directives import DirectivePart
from ...semantics.formats.dmd.yaml_tree import YamlSource
from ...semantics.support.used_elements import path_of
from ...semantics.xacro.included_texts import IncludedTexts
from ...semantics.xacro.source_map import ExpandedText
from ...semantics.xacro.written_names import WrittenNames
from .block_terms import TRANSPARENT, find_block_terms, is_call
from .directive_keys import find_scalar, find_value
from .part_tables import describe_inside
from .positions import TextRange
from .vocabulary import Term, root_term, terms_inside

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...semantics.core.options import Options
    from ...semantics.scene.scene import Scene


class Occurrence(NamedTuple):
    """Where a name is written: where something gets it, or a part of a reference that leads to something."""

    range: TextRange
    definition: NameDefinition | None
    """What is meant; None for what is in another file, or nowhere."""
    reference: Reference | None
    """None where the name is given."""
    part: int
    """Which part of the reference it is."""


def _read_faulty(file: str, options: Options) -> Document[Any] | None:
    """What can be read of another file that is not well-formed, as one that is being written in another window."""
    try:
        text = decode(options.files.read(file, MOST_BYTES))
    except (Unreadable, ValueError):
        return None
    return read_unfinished(text, file, options)


class Snapshot:
    """A text that an editor holds.

    Args:
        text: the text.
        path: the file that it is to be.
        options: what it is read with.
    """

    def __init__(self, text: str, path: str | None, options: Options) -> None:
        self.text = text
        self.path = path
        self.options = options
        self._terms: dict[int, Term | None] = {}

    @cached_property
    def document(self) -> Document[Any]:
        """What can be read of it, with all findings."""
        return read_unfinished(self.text, self.path, self.options, markup=self.markup)

    @cached_property
    def markup(self) -> Markup:
        """Where everything is."""
        with collector_paused():
            return Markup(self.text)

    @property
    def format(self) -> str:
        """The format."""
        return self.document.format

    @property
    def is_expanded(self) -> bool:
        """Whether the document is an expansion of the text, whose elements are others."""
        return get_parsed(self.document).source.expansion is not None

    @property
    def expansion(self) -> str | None:
        """What xacro made of the text; None for a text that it could make nothing of, or was not asked to."""
        made = get_parsed(self.document).source.expansion
        return made.text if isinstance(made, ExpandedText) else None

    @cached_property
    def is_in_xacro(self) -> bool:
        """Whether the text is written in xacro, whole or part."""
        return bool(self.markup.names) and any(each.name == "xmlns:xacro" for each in self.markup.attributes(0))

    @cached_property
    def macro_names(self) -> WrittenNames:
        """The names of macros, properties, parameters and arguments in the text."""
        return WrittenNames(self.markup)

    @cached_property
    def macro_files(self) -> IncludedTexts:
        """The files of xacro that the text includes."""
        return IncludedTexts(self.macro_names, self.path or "", self.options)

    @cached_property
    def names(self) -> NamesIn:
        """The names in the document."""
        return NamesIn(self.document.root)

    @cached_property
    def others(self) -> CrossFileResolver:
        """What names mean that lead into other files."""
        resolver = CrossFileResolver(get_options(self.document), read_faulty=_read_faulty)
        resolver.add(self.document, self.names)
        return resolver

    @cached_property
    def scene(self) -> Scene | None:
        """What the document means; None where it means nothing, and of a large one, for which nobody would wait."""
        if len(self.text) > LARGE:
            return None
        try:
            return self.document.scene
        except (BodyplanError, IndexError):
            return None

    # ------------------------------------------------------------------ elements

    def path_to(self, number: int) -> list[int]:
        """The numbers of the elements from the root to one."""
        found = []
        while number >= 0:
            found.append(number)
            number = self.markup.parents[number]
        return found[::-1]

    def term(self, number: int) -> Term | None:
        """What the description of the format says of an element; None for one that it does not have."""
        if number not in self._terms:
            self._terms[number] = self._find_term(number)
        return self._terms[number]

    def is_transparent(self, number: int) -> bool:
        """Whether an element is one of xacro's that holds what may be around it."""
        return self.is_in_xacro and self.markup.names[number] in TRANSPARENT

    def _find_term(self, number: int) -> Term | None:
        markup = self.markup
        name, parent = markup.names[number], markup.parents[number]
        if parent < 0:
            row = registry.FORMATS[self.format]
            if name not in (*row.tags, *row.part_tags) or not row.has_schema:
                return None
            return root_term(row.name, get_parsed(self.document).read_as, name, self.options.bindings)
        around = self.term(parent)
        if around is None:
            return self.terms_in_call(parent).get(name)
        if self.is_transparent(number):
            return around
        found = terms_inside(around).get(name)
        if found is None or found.holds is None:
            return found
        about = {each.name: self.text[each.value_start : each.value_end] for each in markup.attributes(number)}
        return describe_inside(found, about)

    def terms_in_call(self, number: int) -> dict[str, Term]:
        """What an element holds that calls a macro, by its names: what the macro's blocks are to be."""
        root = self.term(0)
        if root is None or not is_call(self.markup.names[number]):
            return {}
        return find_block_terms(self.macro_files, self.markup.names[number], root)

    def support_path(self, number: int, attribute: str | None = None) -> str:
        """The path of an element, or of its attribute, as the tables of targets have it."""
        steps = [self.markup.names[each] for each in self.path_to(number) if not self.is_transparent(each)]
        return path_of(steps if attribute is None else [*steps, f"@{attribute}"])

    def number_of(self, element: Any) -> int | None:
        """The number of a typed element; None for one that is not in the text."""
        if not isinstance(element, Element) or self.is_expanded:
            return None
        source = get_parsed(self.document).source
        place = place_of(element)
        if place is None or (isinstance(place, int) and not source.owns(place)):
            return None
        there = source.element(place)
        if there.getroottree().getroot() is not source.root:
            return None
        number = source.number(there)
        return number if number is not None and number < len(self.markup.starts) else None

    def element(self, number: int) -> Element | None:
        """The typed element with a number; None for one that is read as something else."""
        found: Any = self.document.root
        if not isinstance(found, Element) or self.is_expanded:
            return None
        path = self.path_to(number)
        for around, inner in pairwise(path):
            name = self.markup.names[inner]
            same = [each for each in self.markup.children(around) if self.markup.names[each] == name]
            parts = parts_of(type(found)).by_field
            field = next((part.field for part in parts.values() if part.kind == "Element" and part.name == name), None)
            value = None if field is None else vars(found).get(field)
            values = value if isinstance(value, list) else [value]
            at = same.index(inner)
            if at >= len(values) or not isinstance(values[at], Element):
                return None
            found = values[at]
        return found if self.number_of(found) == number else None

    def elements(self, number: int) -> list[Element]:
        """The typed element with a number, or those that an expansion made of it and that have names."""
        if not self.is_expanded:
            found = self.element(number)
            return [] if found is None else [found]
        start, end = self.markup.starts[number], self.markup.tag_ends[number]
        named = [each.definition for each in self.occurrences if start <= each.range.start < end and not each.reference]
        return [each.element for each in named if each is not None and isinstance(each.element, Element)]

    def value_range(self, element: Any, field: str, key: Any = None) -> TextRange | None:
        """Where the value of a field of a typed element is written, without quotes and blanks."""
        if isinstance(element, DirectivePart):
            return self._range_in_directive(element, field, key)
        number = self.number_of(element)
        if number is None:
            return self._written_range(element, field)
        part = parts_of(type(element)).by_field.get(field)
        if part is None:
            return None
        markup = self.markup
        if part.kind == "Attribute":
            for written in markup.attributes(number):
                if written.name in (part.name, part.tag):
                    return TextRange(written.value_start, written.value_end)
            return None
        if part.kind == "Element":
            local = part.name.rpartition(":")[2]
            same = [each for each in markup.children(number) if markup.names[each].rpartition(":")[2] == local]
            at = key if isinstance(key, int) else 0
            if at >= len(same):
                return None
            number = same[at]
        content = markup.content(number)
        return None if content is None else TextRange(*content)

    def _range_in_directive(self, part: DirectivePart, field: str, key: Any) -> TextRange | None:
        """The same of what a directive has."""
        there = part.keys.get(field)
        if there is not None and key is not None:
            inside = list(there)
            if isinstance(key, int):
                there = inside[key] if key < len(inside) else None
            else:
                there = next((each for each in inside if key in (each.tag, each.get("name"))), None)
        source = get_parsed(self.document).source
        place = source.position_of(there) if isinstance(source, YamlSource) else None
        if place is None:
            return None
        start = self.offset(*place)
        if key is not None:  # the name is that which is there
            return find_scalar(self.text, start)
        return find_value(self.text, start)

    def _written_range(self, element: Any, field: str) -> TextRange | None:
        """The same of what an expansion or a text without tags has."""
        if not isinstance(element, Element):
            return None
        try:
            found = location_of(element, field)
        except (BodyplanError, AttributeError, LookupError):
            return None
        if found.file != self.path:
            return None
        start, end = self.offset(found.line, found.column), self.offset(found.end_line, found.end_column)
        written = self.text[start:end]
        quote = written.find('"')
        if quote >= 0 and written.endswith('"'):
            return TextRange(start + quote + 1, end - 1)
        return TextRange(start, end)

    # ------------------------------------------------------------------ names

    @cached_property
    def occurrences(self) -> tuple[Occurrence, ...]:
        """Every place of a name, in the order of the text."""
        return tuple(sorted(self._find_occurrences(), key=lambda each: each.range))

    def _find_occurrences(self) -> Iterator[Occurrence]:
        for definition in self.names.definitions:
            place = self.value_range(definition.element, definition.field)
            if place is not None:
                yield Occurrence(place, definition, None, 0)
        for reference in self.names.references:
            if reference.is_keyword:
                continue
            place = self.value_range(reference.element, reference.field, reference.key)
            if place is None:
                continue
            meant = self.names.resolve(reference)
            at = place.start
            separator = reference.separator or ""
            for number, part in enumerate(reference.parts):
                found = self.text.find(part, at, place.end)
                if found < 0:
                    break
                at = found + len(part) + len(separator)
                yield Occurrence(TextRange(found, found + len(part)), meant[number], reference, number)

    def occurrence_at(self, offset: int) -> Occurrence | None:
        """The name at a place, or the one that ends there."""
        return next((each for each in self.occurrences if each.range.start <= offset <= each.range.end), None)

    # ------------------------------------------------------------------ places

    def offset(self, line: int, column: int) -> int:
        """Where a line and a column are, counted from 1; at the end of the line where it is shorter."""
        starts = self.markup.line_starts
        if line > len(starts):
            return len(self.text)
        begin = starts[max(line, 1) - 1]
        end = starts[line] if line < len(starts) else len(self.text)
        while end > begin and line < len(starts) and self.text[end - 1] in "\r\n":
            end -= 1
        return min(begin + max(column, 1) - 1, end)

"""Renaming something with all that refers to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from ...diagnostics.diagnostic import Diagnostic
from ...diagnostics.errors import BadName, ExpansionError, NameNotFound, NotInDocument
from ...diagnostics.fix import Edit
from ...diagnostics.records import NamedTuple
from ...runtime.element import Element
from ...runtime.value_validation import describe_element
from ..core.handles import register_document
from ..core.references import NameDefinition, NamesIn, Reference, name_of, names_module
from ..core.text_edits import edits_between
from ..core.traversal import elements_in
from ..document.document import Document, DocumentOrPath, get_options, get_parsed
from ..document.loader import open_document
from ..edit.traversal import walk
from ..formats.dmd.directives import DirectivePart
from ..formats.registry import FORMATS
from ..ir.scoped_names import SEPARATOR
from .cross_file_refs import CrossFileResolver
from .plugin_names import find_plugin_names


class NamePlace(NamedTuple):
    """Where a name is written: an attribute or text, one of its values, and a part of that."""

    element: Any
    field: str
    key: int | str | None
    text: str


def rename(
    doc: DocumentOrPath,
    element: Element | DirectivePart | str,
    new_name: str,
    *,
    files: Iterable[DocumentOrPath] = (),
) -> tuple[Document[Any], ...]:
    """Gives a link, joint, frame, model, material … another name, and all that refers to it with it.

    The document means the same afterwards but for the name; nothing is written before ``save``.

    Args:
        doc: the document, or its path.
        element: what is renamed, an element or directive that is in ``doc``; or its name, scoped name or path, as
            ``find_all`` has it.
        new_name: its name from now on.
        files: paths or documents that include ``doc``, or SRDF documents about it, in which references are renamed as well.

    Returns:
        The documents that were changed, ``doc`` first; those of paths were loaded for that and are not saved yet.

    Raises:
        BadName: (a ``ValueError``) the name is taken, reserved or not allowed there; nothing was changed.
        LoadError: ``doc`` or one of ``files`` cannot be read.
        NameNotFound: (a ``KeyError``) there is nothing of that name.
        NotInDocument: (a ``LookupError``) the element is not in ``doc``.
        TypeError: ``doc`` is neither a document nor a path, or ``element`` nothing that can be renamed.
        ValueError: the element has no name, or several have that name.

    Example:
        >>> (doc,) = bodyplan.rename("examples/arm.urdf", "forearm", "lower_arm")
        >>> [joint.child.link for joint in doc.root.joint]
        ['upper_arm', 'lower_arm', 'tool', 'left_finger', 'right_finger']
    """
    changed, _ = _rename(open_document(doc, "rename"), element, new_name, files)
    return changed


def rename_edits(
    doc: DocumentOrPath,
    element: Element | DirectivePart | str,
    new_name: str,
    *,
    files: Iterable[DocumentOrPath] = (),
) -> tuple[Edit, ...]:
    """What ``rename`` changes in the texts of the documents, which stay as they are.

    Args:
        doc: the document, or its path.
        element: see ``rename``.
        new_name: its name from now on.
        files: see ``rename``.

    Returns:
        The edits of each file, in the order of its text; those of ``doc`` first. Places are those of the texts as they
        are now, ``Edit.file`` is the path of the document.

    Raises:
        BodyplanError: see ``rename``.
        ExpansionError: a document is the expansion of a file that is written in xacro, in which the name may be put together.
        TypeError: see ``rename``.
        ValueError: see ``rename``.

    Example:
        >>> edits = bodyplan.rename_edits("examples/arm.urdf", "forearm", "lower_arm")
        >>> [(edit.line, edit.column, edit.end_column, edit.text) for edit in edits][:2]
        [(62, 18, 25, 'lower_arm'), (68, 15, 22, 'lower_arm')]
    """
    opened = open_document(doc, "rename_edits")
    others = [_document(each, opened) for each in files]
    for each in (opened, *others):
        if get_parsed(each).source.expansion is not None:
            raise ExpansionError(f"{each.path or '<text>'} is written in xacro: names in it are not renamed")
    before = {id(each): each.dumps() for each in (opened, *others)}
    changed, undo = _rename(opened, element, new_name, others)
    try:
        texts = [each.dumps() for each in changed]
    finally:
        for place in reversed(undo):
            write_name(place)
    made: list[Edit] = []
    for each, text in zip(changed, texts):
        repairs = get_parsed(each).source.repairs
        for edit in edits_between(before[id(each)], text, each.path or "<text>"):
            if repairs:
                span = repairs.find_written_span(edit.line, edit.column, edit.end_line, edit.end_column)
                edit = Edit(edit.file, *span, edit.text)
            made.append(edit)
    return tuple(made)


def _rename(
    doc: Document[Any], element: Element | DirectivePart | str, new_name: str, files: Iterable[DocumentOrPath]
) -> tuple[tuple[Document[Any], ...], list[NamePlace]]:
    """The documents in which something was renamed, and the places with the names that were there."""
    if isinstance(element, str):
        found = elements_named(doc, element)
        if len(found) > 1:
            paths = ", ".join(path for path, _ in found)
            raise ValueError(f"{element!r} is the name of {len(found)} elements: {paths}")
        element = found[0][1]
    names = NamesIn(doc.root)
    definition = definition_for(names, element)
    others = [_document(each, doc) for each in files]
    if definition.name == new_name:
        return (), []
    _refuse_unfit(names, definition, new_name)
    new_names = {id(definition): new_name}
    before = _meanings(names)
    written = places_of(names, new_names)
    in_plugins = find_plugin_names(names, definition, new_name).found
    written += [NamePlace(each.element, each.field, None, each.text) for each in in_plugins]
    across = CrossFileResolver(get_options(doc), doc)
    across.add(doc, names)
    if FORMATS[doc.format].including is not None:
        for around in across.names_around(doc):
            if any(each.name == new_name and each.kind == definition.kind for each in around.definitions):
                raise BadName(f"{new_name!r} is taken, by what another file of the same model has")
    changed = [doc]
    for other in others:
        there = places_of(across.add(other), new_names, partial(across.resolve, other))
        if FORMATS[other.format].subject is not None and definition.element is doc.root:
            there.append(NamePlace(other.root, "name", None, new_name))
        if there:
            changed.append(other)
            written += there
    undo = [write_name(place) for place in written]
    try:
        _refuse_captured(before, NamesIn(doc.root), new_name)
        _refuse_new_faults(doc, undo, written)
    except BadName:
        for place in reversed(undo):
            write_name(place)
        raise
    return tuple(changed), undo


def elements_named(doc: Document[Any], name: str) -> list[tuple[str, Element]]:
    """The elements of a plain or scoped name, or of a path, with their paths; one for each thing that it names.

    Where there is none, the second argument of the ``NameNotFound`` holds all names.
    """
    names = NamesIn(doc.root)
    paths = {id(element): path for path, element in walk(doc)} if isinstance(doc.root, Element) else {}
    parts = tuple(name.split(SEPARATOR))
    found: dict[int, tuple[str, Any]] = {}
    for definition in names.definitions:
        path = paths.get(id(definition.element), definition.kind)
        full = full_name(names, definition)
        if name in (path, definition.name) or full[-len(parts) :] == parts:
            first = definition_for(names, definition.element)
            found.setdefault(id(first.element), (paths.get(id(first.element), path), first.element))
    if not found:
        raise NameNotFound(f"nothing is called {name!r}", sorted({each.name for each in names.definitions}))
    return list(found.values())


def full_name(names: NamesIn, definition: NameDefinition) -> tuple[str, ...]:
    """The names from the outermost one to that of a definition; a robot is the scope of its links, and has a name too."""
    around = (name_of(names.root) or "",) if definition.scope.outer is None else ()
    return (*around, *definition.scope.path, definition.name)


def definition_for(names: NamesIn, element: Any) -> NameDefinition:
    """What gives an element its name; of several that mean the same thing the one that references lead to."""
    definition = names.definition_of(element)
    if definition is None:
        if not any(each is element for each in elements_in(names.root)):
            raise NotInDocument(f"{_describe_element(element)} does not stand in the document")
        raise ValueError(f"{_describe_element(element)} has no name of its own")
    for reference in names.references:
        if reference.element is element and reference.field == definition.field:
            meant = names.resolve(reference)[-1]
            return definition if meant is None else meant
    return definition


def places_of(
    names: NamesIn,
    new_names: Mapping[int, str],
    resolve: Callable[[Reference], Sequence[NameDefinition | None]] | None = None,
) -> list[NamePlace]:
    """Where to write which names in a tree when definitions get new names, which are given by their ``id``.

    ``resolve`` finds what each part of a reference means; by default what it means in the tree.
    """
    found = [
        NamePlace(each.element, each.field, None, new_names[id(each)])
        for each in names.definitions
        if id(each) in new_names
    ]
    for reference in names.references:
        meant = (resolve or names.resolve)(reference)
        if any(id(each) in new_names for each in meant):
            text = _rename_reference(reference, meant, new_names)
            found.append(NamePlace(reference.element, reference.field, reference.key, text))
    return found


def write_name(place: NamePlace) -> NamePlace:
    """Writes a name to its place; the result is that place with the name that was there."""
    element, field, key, text = place
    if key is not None:
        values: Any = getattr(element, field)
        if type(values) is dict:
            items = [(text if name == key else name, value) for name, value in values.items()]
            values.clear()
            values.update(items)
            return NamePlace(element, field, text, str(key))
        before, values[key] = values[key], text
    elif field.startswith("@"):
        before = element.attributes[field[1:]]
        element.attributes[field[1:]] = text
    else:
        before = getattr(element, field)
        setattr(element, field, text)
    return place._replace(text=before)


def _rename_reference(
    reference: Reference, meant: Sequence[NameDefinition | None], new_names: Mapping[int, str]
) -> str:
    """A reference with other names for some of its parts, and the blanks around it."""
    text, separator, parts = reference.text, reference.separator or "", list(reference.parts)
    last = meant[-1]
    # as names of frames in directives may
    if last is not None and separator and separator in last.name and id(last) in new_names:
        parts[-len(last.name.split(separator)) :] = [last.name]
        meant = (*meant[: len(parts) - 1], last)
    for number, each in enumerate(meant):
        if each is not None and id(each) in new_names:
            rest = parts[number].removeprefix(each.name)  # of a frame that Drake names after a joint
            parts[number] = new_names[id(each)] + (rest if rest != parts[number] else "")
    return text.replace(text.strip(), separator.join(parts), 1)


def _refuse_unfit(names: NamesIn, definition: NameDefinition, new_name: str) -> None:
    if not new_name or new_name != new_name.strip():
        raise BadName(f"{new_name!r} is no name: it is empty, or has blanks at its ends")
    kinds = [each.kind for each in names.references if definition.kind in each.kind.kinds]
    separators = {kind.separator for kind in kinds if kind.separator}
    inside = next((each for each in separators if each in new_name and each not in definition.name), None)
    if inside is not None:
        raise BadName(f"{new_name!r} is no name: {inside} leads from one name to another")
    words = {word for kind in kinds for word in kind.words} | set(names_module(names.root).WORDS)
    for name in (new_name, definition.name):
        if name in words and definition.kind != "world":
            raise BadName(f"{name!r} has a meaning of its own where names of that kind stand")
    for other in names.definitions:
        is_beside = other.scope.element is definition.scope.element
        competes = other.kind == definition.kind or (other.shares and definition.shares)
        if other.name == new_name and is_beside and competes:
            raise BadName(f"{new_name!r} is taken, by {_describe_element(other.element)}")


def _meanings(names: NamesIn) -> list[tuple[Reference, list[int | None]]]:
    return [
        (each, [id(meant.element) if meant else None for meant in names.resolve(each)]) for each in names.references
    ]


def _refuse_captured(before: list[tuple[Reference, list[int | None]]], names: NamesIn, new_name: str) -> None:
    """Refuses a name by which a reference means something else than it did."""
    for (reference, was), (_, now) in zip(before, _meanings(names), strict=True):
        if was != now and (any(was) or reference.is_followed):
            raise BadName(
                f"{new_name!r} would change what {reference.text.strip()!r} means in {_describe_element(reference.element)}"
            )


def _refuse_new_faults(doc: Document[Any], undo: list[NamePlace], written: list[NamePlace]) -> None:
    """Refuses a name with which the document has errors, or warnings, that it did not have."""
    after = _faults_of(doc)
    if not after:
        return
    for place in reversed(undo):
        write_name(place)
    before = Counter(each.code for each in _faults_of(doc))
    for place in written:
        write_name(place)
    more = Counter(each.code for each in after) - before
    new = next((each for each in after if each.code in more), None)
    if new is not None:
        raise BadName(new.message)


def _describe_element(element: Any) -> str:
    return describe_element(element) if isinstance(element, Element) else type(element).__name__


def _faults_of(doc: Document[Any]) -> list[Diagnostic]:
    # two things of one name are an error in some formats and a warning in others
    return [each for each in doc.check().diagnostics if each.severity != "note"]


def _document(file: DocumentOrPath, doc: Document[Any]) -> Document[Any]:
    if isinstance(file, Document):
        return file
    options = get_options(doc)
    made = open_document(file, "rename", {"search_paths": options.search_paths, "parsers": options.parsers})
    register_document(made, get_parsed(made))
    return made

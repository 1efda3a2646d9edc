"""Elements of one document as parts of another: copies that are in no text, whose files are found from there too."""

from __future__ import annotations

import os
from collections.abc import Callable
from copy import deepcopy
from itertools import count
from pathlib import Path
from typing import Any

from ...runtime.element import IMPLIED, Element, written_fields
from ...runtime.field_tables import kind_of, parts_of
from ...runtime.references import facts_of
from ...runtime.saving.comments import ZONES, Comment, Comments
from ...runtime.saving.style import Style
from ...runtime.saving.surrounding_comments import Surroundings
from ...runtime.unknown_elements import is_generic
from ..core.handles import register_document
from ..core.references import NamesIn
from ..core.traversal import elements_in, generic_descendants, generic_elements
from ..document.document import Document, get_options, get_parsed
from ..edit.insertion import insert_after
from ..edit.source_location import layout_of
from ..edit.traversal import children


def copy_of(doc: Document[Any]) -> Document[Any]:
    """A document with elements of its own, which a program may change."""
    twin = deepcopy(doc)
    register_document(twin, get_parsed(twin))
    return twin


def append_copies(into: Element, parts: list[Any]) -> None:
    """Puts what ``prepare_parts`` has prepared behind all that is in an element of a document, in its order."""
    for part in parts:
        if is_generic(part):
            into.any_elements.append(part)
            continue
        beside = children(into)
        if beside:
            insert_after(beside[-1][2], part)
        else:
            lists = (each for each in parts_of(type(into)).by_field.values() if each.kind == "Element" and each.repeats)
            field = next(each.field for each in lists if isinstance(part, kind_of(each.owner, each.field)))
            getattr(into, field).append(part)


def detach_from_source(part: Any) -> None:
    """Makes an element one that was read from no text, so that it is written anew."""
    if is_generic(part):
        vars(part).pop("_place", None)
        return
    for element in elements_in(part):
        for extra in generic_elements(element):
            vars(extra).pop("_place", None)
        if element._origin is not IMPLIED:
            element._origin = None
    _forget_surroundings(part)


def keep_spelling(parts: list[Any], twin: Document[Any], doc: Document[Any]) -> None:
    """Prepares elements of ``twin`` to be written in ``doc`` with the numbers and in the order of their own text.

    Elements of the same text are written anew: each has its place in that already.
    """
    is_same_text = get_parsed(twin).source is get_parsed(doc).source
    for part in parts:
        if is_same_text:
            detach_from_source(part)
        elif not is_generic(part):
            for element in elements_in(part):
                if element._origin is not IMPLIED:
                    # the tree itself, as its number means nothing any more when its document is gone
                    element._origin = element.source_element
                vars(element).setdefault("_comments", Comments(()))  # that tree has no others to offer
            _forget_surroundings(part)


def _forget_surroundings(part: Element) -> None:
    """Forgets where elements stood among others, and which comment of their text is which."""
    for element in elements_in(part):
        for note in ("_inserted", "_instead"):
            vars(element).pop(note, None)
        if "_comments" in vars(element):
            vars(element)["_comments"] = Comments(each.without_number() for each in vars(element)["_comments"].now())


def remember(element: Element) -> Callable[[], None]:
    """What puts back everything that is right inside an element now."""
    before = {name: list(value) if isinstance(value, list) else value for name, value in vars(element).items()}

    def back() -> None:
        vars(element).clear()
        vars(element).update(before)

    return back


def find_unused_name(names: NamesIn, kind: str, name: str) -> str:
    """A name, or the same with a number, that nothing of a kind has."""
    taken = {each.name for each in names.definitions if each.kind == kind}
    candidates = (name if number == 1 else f"{name}_{number}" for number in count(1))
    return next(each for each in candidates if each not in taken)


def refuse_errors(doc: Document[Any], back: Callable[[], None]) -> None:
    """Takes back a change with which a document has errors, and raises a ValueError."""
    error = next((each for each in doc.check().diagnostics if each.severity == "error"), None)
    if error is not None:
        _ = doc.root
        back()
        raise ValueError(f"the document would have errors: {error.message}")


def _path_from(folder: Path, file: str) -> str:
    """The path from a folder to a file; absolute where the file is on another drive."""
    try:
        return os.path.relpath(file, folder)
    except ValueError:
        return file


def prepare_parts(parts: list[Any], twin: Document[Any], doc: Document[Any], holder: Element | None = None) -> None:
    """Gives elements of ``twin`` that are to come into ``doc`` their comments, and paths that lead to the same files.

    ``holder`` is the element that they are all the content of, if they are.
    """
    _carry_comments(twin, parts, holder)
    keep_spelling(parts, twin, doc)
    folder = folder_of(twin)
    if folder is not None:
        rebase_paths(parts, folder, folder_of(doc))


def rebase_paths(parts: list[Any], old: Path, new: Path | None) -> None:
    """Rewrites paths of files relative to one folder to lead from another; without that, they become absolute.

    Every text in the elements that is no name and names a file is taken for a path.
    """
    if new is not None and old.resolve() == new.resolve():
        return

    def rebase_path(text: str | None) -> str | None:
        path = (text or "").strip()
        if not path or os.path.isabs(path) or ":" in path or "\0" in path or "\n" in path:
            return text
        found = old / path
        try:
            if not (found.is_file() or ("/" in path and found.exists()) or (found / "model.config").is_file()):
                return text
        except OSError:
            return text
        there = os.path.abspath(found)
        return Path(there if new is None else _path_from(new.resolve(), there)).as_posix()

    typed = [element for part in parts if not is_generic(part) for element in elements_in(part)]
    for element in typed:
        facts = facts_of(type(element))
        names = {each.field for each in facts.references} | {each.field for each in facts.definitions}
        for field in written_fields(element):
            value = vars(element).get(field)
            if field not in names and type(value) is str and (made := rebase_path(value)) != value:
                setattr(element, field, made)
    extras = [*filter(is_generic, parts), *(extra for element in typed for extra in generic_elements(element))]
    for extra in (each for top in extras for each in generic_descendants(top)):
        extra.text = rebase_path(extra.text)
        extra.attributes.update({k: rebase_path(v) for k, v in extra.attributes.items() if k != "name"})


def folder_of(doc: Document[Any]) -> Path | None:
    """The folder that relative paths in a document lead from; None where it was read from no file."""
    if doc.path is not None:
        return Path(doc.path).parent
    return get_options(doc).base_dir


def _carry_comments(doc: Document[Any], parts: list[Any], holder: Element | None = None) -> None:
    """Gives elements the comments of their text; others in ``holder``, of which they are all the content, go to the next."""
    source = get_parsed(doc).source
    layout = layout_of(source) if "<!--" in source.text else None
    if layout is None:
        return
    known = {
        number: element
        for part in parts
        if isinstance(part, Element)
        for element in elements_in(part)
        if (number := _number(doc, element)) is not None
    }
    parents = {number: layout.parent(layout.node(number)) for number in known}
    around = {node.number: node for node in parents.values() if node is not None}
    around |= {number: layout.node(number) for number in known}
    held = None if holder is None else _number(doc, holder)
    surroundings = Surroundings(layout, Style(layout))
    found: dict[int, list[Comment]] = {}
    for node in around.values():
        following = [piece for piece in node.children() if piece.number in known]
        for place, child, comment in surroundings.comments_inside(node):
            owner = node.number if child is None else child
            if owner not in known and node.number in known:  # it is about a value, which holds no comments
                owner, comment = node.number, comment._replace(zone="inside")
            if child is None and node.number == held:
                owner = next((piece.number for piece in following if piece.start > place), -1)
                comment = comment._replace(zone="above")
            if owner in known:
                found.setdefault(owner, []).append(comment)
    for number, comments in found.items():
        if "_comments" not in vars(known[number]):
            vars(known[number])["_comments"] = Comments(sorted(comments, key=lambda each: ZONES.index(each.zone)))


def _number(doc: Document[Any], element: Element) -> int | None:
    there = element.source_element
    return None if there is None else get_parsed(doc).source.number(there)

"""Elements of one document as parts of another: copies that stand in no text, whose files are found from there too."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from copy import deepcopy
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ...runtime.element import IMPLIED, Element, written_fields
from ...runtime.references import facts_of
from ...runtime.saving.comments import Comments
from ...runtime.unknown_elements import is_generic
from ..core.handles import register_document
from ..core.traversal import elements_in
from ..document.document import get_options, get_parsed
from ..edit.insertion import insert_after
from ..edit.traversal import children
from .element_rename import errors_of

if TYPE_CHECKING:
    from ..core.references import NamesIn
    from ..document.document import Document


def copy_of(doc: Document[Any]) -> Document[Any]:
    """A document with elements of its own, which a program may change."""
    twin = deepcopy(doc)
    register_document(twin, get_parsed(twin))
    return twin


def parts_of_root(root: Element) -> list[Any]:
    """What stands right inside an element in the order of the text, then what its description does not know."""
    return [*(each for _, _, each in children(root)), *generic_in(root)]


def append_copies(into: Element, parts: list[Any]) -> None:
    """Puts elements of another document behind all that is in one, in their order.

    Args:
        into: the element, which is in a document.
        parts: copies, which stand in no other.
    """
    for part in parts:
        detach_from_source(part)
        if is_generic(part):
            into.any_elements.append(part)
            continue
        beside = children(into)
        if beside:
            insert_after(beside[-1][2], part)
        else:
            field = next(name for name, kind in _lists(into) if isinstance(part, kind))
            getattr(into, field).append(part)


def detach_from_source(part: Any) -> None:
    """Makes an element one that was read from no text, so that it is written anew."""
    if is_generic(part):
        vars(part).pop("_place", None)
        return
    for element in elements_in(part):
        for extra in generic_in(element):
            vars(extra).pop("_place", None)
        if element._origin is not IMPLIED:
            element._origin = None
        for note in ("_inserted", "_instead"):
            vars(element).pop(note, None)
        if "_comments" in vars(element):
            vars(element)["_comments"] = Comments(each.without_number() for each in vars(element)["_comments"].now())


def remember(element: Element) -> Callable[[], None]:
    """Notes what stands right inside an element.

    Returns:
        What puts that back.
    """
    before = {name: list(value) if isinstance(value, list) else value for name, value in vars(element).items()}

    def back() -> None:
        vars(element).clear()
        vars(element).update(before)

    return back


def find_unused_name(names: NamesIn, kind: str, name: str) -> str:
    """A name, or the same with a number, that nothing of a kind has."""
    taken = {each.name for each in names.definitions if each.kind == kind}
    number = 1
    while (made := name if number == 1 else f"{name}_{number}") in taken:
        number += 1
    return made


def refuse_errors(doc: Document[Any], back: Callable[[], None]) -> None:
    """Takes a change back with which a document has errors.

    Raises:
        ValueError: it has; nothing is changed.
    """
    errors = errors_of(doc)
    if errors:
        _ = doc.root
        back()
        raise ValueError(f"the document would have errors: {errors[0].message}")


def _path_from(folder: Path, file: str) -> str:
    """The path that leads from a folder to a file; absolute where the file is on another drive."""
    try:
        return os.path.relpath(file, folder)
    except ValueError:
        return file


def rebase_paths(parts: list[Any], old: Path, new: Path | None) -> None:
    """Rewrites relative paths of files, so that they lead to the same ones from another folder.

    Args:
        parts: elements; every text in them that is no name and names a file is taken for a path.
        old: the folder that they lead from.
        new: the folder that they are to lead from; None: there is none, and they become absolute.
    """
    if new is not None and old.resolve() == new.resolve():
        return

    def rebase_path(text: str) -> str | None:
        path = text.strip()
        if not path or os.path.isabs(path) or ":" in path or "\0" in path or "\n" in path:
            return None
        found = old / path
        try:
            if not (found.is_file() or ("/" in path and found.exists()) or (found / "model.config").is_file()):
                return None
        except OSError:
            return None
        there = os.path.abspath(found)
        return Path(there if new is None else _path_from(new.resolve(), there)).as_posix()

    for part in parts:
        for element in [part] if is_generic(part) else list(elements_in(part)):
            if isinstance(element, Element):
                _point_typed(element, rebase_path)
                for extra in generic_in(element):
                    _point_generic(extra, rebase_path)
            else:
                _point_generic(element, rebase_path)


def folder_of(doc: Document[Any]) -> Path | None:
    """The folder that relative paths in a document lead from; None where it was read from no file."""
    if doc.path is not None:
        return Path(doc.path).parent
    return get_options(doc).base_dir


def _point_typed(element: Element, moved: Callable[[str], str | None]) -> None:
    facts = facts_of(type(element))
    names = {each.field for each in facts.references} | {each.field for each in facts.definitions}
    for field in written_fields(element):
        value = vars(element).get(field)
        if field not in names and type(value) is str:
            text = moved(value)
            if text is not None:
                setattr(element, field, text)


def _point_generic(extra: Any, moved: Callable[[str], str | None]) -> None:
    ahead = [extra]
    while ahead:
        element = ahead.pop()
        text = moved(element.text or "")
        if text is not None:
            element.text = text
        for name, value in element.attributes.items():
            text = None if name == "name" else moved(value)
            if text is not None:
                element.attributes[name] = text
        ahead += [child for child in element.children if is_generic(child)]


def generic_in(element: Element) -> list[Any]:
    """What is in an element that its description does not know, as plain data."""
    if not vars(element).keys() & {"_kept", "any_elements"}:
        return []
    return [each for each in element.any_elements if is_generic(each)]


def _lists(element: Element) -> Iterator[tuple[str, type]]:
    """The fields of an element that hold any number of others, with the class of these."""
    from ...runtime.field_tables import kind_of, parts_of

    for name, part in parts_of(type(element)).by_field.items():
        kind = kind_of(part.owner, part.field) if part.kind == "Element" and part.repeats else None
        if isinstance(kind, type) and issubclass(kind, Element):
            yield name, kind

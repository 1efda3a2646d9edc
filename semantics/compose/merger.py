"""Taking everything of one SDFormat document along in another."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...diagnostics.errors import BadName
from ...runtime.field_tables import parts_of
from ..core.references import NamesIn
from ..core.traversal import generic_elements
from ..document.document import Document, DocumentOrPath
from ..document.loader import open_document
from ..edit.traversal import children
from ..formats.registry import FORMATS
from .attachment import only_model
from .element_rename import places_of, write_name
from .transplant import append_copies, copy_of, prepare_parts, refuse_errors, remember

if TYPE_CHECKING:
    from ...sdformat.newest import Sdf

_SETTINGS = ("Physics",)
"""What a world has its own of, though it could hold several."""


def merge(doc: DocumentOrPath, other: DocumentOrPath, prefix: str = "") -> Document[Sdf]:
    """Takes everything that is in another SDFormat document along: models, lights, frames, joints, includes, plugins …

    Worlds are merged with worlds and models with models; a model goes into a world as it is. Of what there can be
    one of, such as the gravity of a world, ``doc`` keeps its own. Relative paths of files are rewritten, comments of
    both stay; ``other`` is not changed.

    Args:
        doc: the document, which is changed; of a path the document that is answered, and not the file.
        other: what is taken along, a document or its path.
        prefix: put before those names that ``doc`` has already.

    Returns:
        The document with both; nothing is written before ``save``.

    Raises:
        BadName: (a ``ValueError``) both have a name, and there is no prefix; nothing was changed.
        ValueError: they are no two documents of SDFormat, or a world would go into a model, or the result would have
            errors; nothing was changed.
        LoadError: there is no sound document at a path.
        TypeError: ``doc`` or ``other`` is neither a document nor a path.

    Example:
        >>> doc = bodyplan.loads('<sdf version="1.12"><world name="w"/></sdf>')
        >>> doc = bodyplan.merge(doc, "examples/arm.sdf")
        >>> [model.name for model in doc.root.world[0].model]
        ['arm']
    """
    doc, other = open_document(doc, "merge"), open_document(other, "merge")
    if any(FORMATS[each.format].composition != "models" for each in (doc, other)):
        raise ValueError("only documents of SDFormat are merged; attach mounts one robot on another")
    twin = copy_of(other)
    into, of = _get_world_or_model(doc), _get_world_or_model(twin)
    names, own = NamesIn(doc.root), NamesIn(twin.root)
    if type(into) is type(of):
        scope = of
    elif type(into).__name__ == "World":
        scope = twin.root
    else:
        raise ValueError("a world does not go into a model")
    taken = {each.name for each in names.definitions if each.scope.element is into}
    coming = [
        each for each in own.definitions if each.scope.element is scope and type(each.element).__name__ not in _SETTINGS
    ]
    both = [each for each in coming if each.name in taken]
    if both and not prefix:
        raise BadName(f"{both[0].name!r} is a name on both sides: a prefix tells them apart")
    new_names = {id(each): prefix + each.name for each in both}
    every = taken | {each.name for each in coming}
    clash = next((name for name in new_names.values() if name in every), None)
    if clash is not None:
        raise BadName(f"{clash!r} is taken, too: choose another prefix")
    for place in places_of(own, new_names):
        write_name(place)
    parts = [of] if scope is not of else _parts(of, into)
    prepare_parts(parts, twin, doc, None if scope is not of else of)
    back = remember(into)
    append_copies(into, parts)
    refuse_errors(doc, back)
    return doc


def _get_world_or_model(doc: Document[Any]) -> Any:
    worlds = doc.root.world
    if len(worlds) > 1:
        raise ValueError(f"the document has {len(worlds)} worlds, not one")
    return worlds[0] if worlds else only_model(doc)


def _parts(of: Any, into: Any) -> list[Any]:
    """What an element brings to another of its class: what there may be several of, and that is not there yet."""
    several = {part.name for part in parts_of(type(of)).by_field.values() if part.kind == "Element" and part.repeats}
    there = [each for _, _, each in children(into)]
    found: list[Any] = [
        each
        for _, tag, each in children(of)
        if tag in several and type(each).__name__ not in _SETTINGS and not (tag == "plugin" and each in there)
    ]
    return [*found, *generic_elements(of)]

"""Mounting an SDFormat model on another: as a nested model that a joint ties to a link."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...diagnostics.errors import BadName, NameNotFound
from ...runtime.element import unset
from ...runtime.field_tables import parts_of
from ..core.bindings import bindings_of
from ..core.references import NamesIn
from ..document.document import get_options, get_parsed
from ..edit.traversal import path_of
from ..ir.scoped_names import SEPARATOR
from ..upgrade.to_older import can_be_written
from .comment_transfer import carry_comments
from .element_rename import full_name
from .transplant import copy_of, detach_from_source, find_unused_name, folder_of, rebase_paths, refuse_errors, remember

if TYPE_CHECKING:
    from collections.abc import Callable

    from ...runtime.element import Element
    from ...runtime.poses import EulerPose
    from ..document.document import Document


def attach_model(
    doc: Document[Any], other: Document[Any], parent_link: str, pose: EulerPose, prefix: str, joint: str | None
) -> Element:
    """See ``attach``."""
    names = NamesIn(doc.root)
    holder, link = link_named(names, parent_link)
    if "model" not in parts_of(type(holder)).by_field:
        raise ValueError(f"the link {parent_link!r} is one of an actor, which holds no models; name a link of a model")
    twin = copy_of(other)
    model = only_model(twin)
    child = _body_of(other, model)
    model.name = prefix + model.name
    for each in names.definitions:
        if each.scope.element is holder and each.shares and each.name == model.name:
            raise BadName(f"{model.name!r} is taken in {holder.name!r}: a prefix tells them apart")
    folder = folder_of(twin)
    if folder is not None:
        rebase_paths([model], folder, folder_of(doc))
    types = bindings_of("sdformat", package=get_options(doc).bindings).types
    model.pose = types["Pose"](relative_to=link)
    if any(pose):
        model.pose.value = pose
    unset(model, "placement_frame")  # the pose is that of the model's own frame
    carry_comments(twin, [model])
    detach_from_source(model)
    made: Any = types["Joint"](
        name=joint or find_unused_name(names, "joint", f"{link}_{model.name}_joint"),
        type="fixed",
        parent=link,
        child=f"{model.name}{SEPARATOR}{child}",
    )
    back = remember(holder)
    holder.model.append(model)
    holder.joint.append(made)
    refuse_errors(doc, back)
    _refuse_losses(doc, [model, made], back)
    return made  # type: ignore[no-any-return]


def _refuse_losses(doc: Document[Any], parts: list[Any], back: Callable[[], None]) -> None:
    """Takes a change back where the document's version has no place for what was added.

    Raises:
        ValueError: it has none; nothing is changed.
    """
    is_written = can_be_written(get_parsed(doc).read_as)
    if not is_written or not {each.xpath for each in doc.export()[1]}.isdisjoint(map(path_of, parts)):
        _ = doc.root
        back()
        raise ValueError(f"models of version {doc.version} cannot hold others: upgrade the document")


def only_model(doc: Document[Any]) -> Any:
    """The one model of a document.

    Raises:
        ValueError: there is none, or there are several.
    """
    root = doc.root
    if root.model is not None:
        return root.model
    models = [model for world in root.world for model in world.model]
    if len(models) != 1 or any(world.include for world in root.world):
        raise ValueError(f"the document has {len(models)} models of its own, not one")
    return models[0]


def _body_of(doc: Document[Any], model: Any) -> str:
    """The link that a model's frame moves with, by its name in the model."""
    for scene in doc.scenes:
        found = scene.models.get(model.name)
        if found is not None:
            first = found.canonical_link or next(iter(found.links), None)
            if first is not None:
                return first.removeprefix(f"{model.name}{SEPARATOR}")
    raise ValueError(f"the model {model.name!r} has no link to be mounted by")


def link_named(names: NamesIn, name: str) -> tuple[Any, str]:
    """The model that a link is in, and the link's own name."""
    parts = tuple(name.split(SEPARATOR))
    links = [each for each in names.definitions if each.kind == "link"]
    found = [each for each in links if full_name(names, each)[-len(parts) :] == parts]
    if not found:
        told = ", ".join(sorted({SEPARATOR.join((*each.scope.path[-1:], each.name)) for each in links}))
        raise NameNotFound(f"the document itself has no link {name!r}; it has {told or 'none'}")
    if len(found) > 1:
        told = ", ".join(SEPARATOR.join(full_name(names, each)) for each in found)
        raise NameNotFound(f"{name!r} is the name of several links: {told}")
    return found[0].scope.element, found[0].name

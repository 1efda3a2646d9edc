"""Mounting one robot on another."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from ...diagnostics.errors import BadName, NameNotFound
from ...runtime.element import Element, unset
from ...runtime.field_tables import parts_of
from ...runtime.poses import EulerPose, Pose
from ..core.bindings import bindings_of
from ..core.handles import keep_document
from ..core.references import NameDefinition, NamesIn, Reference
from ..core.traversal import generic_elements
from ..document.document import Document, DocumentOrPath, get_options, get_parsed
from ..document.loader import open_document
from ..edit.traversal import children, path_of
from ..formats.registry import FORMATS
from ..ir.scoped_names import SEPARATOR, WORLD
from ..spatial.transform import Transform
from ..upgrade.to_older import refusal
from .element_rename import full_name, places_of, write_name
from .transplant import (
    append_copies,
    copy_of,
    find_unused_name,
    prepare_parts,
    refuse_errors,
    remember,
)

PoseLike = Pose | Transform | Sequence[float]


def attach(
    doc: DocumentOrPath,
    other: DocumentOrPath,
    parent_link: str,
    pose: PoseLike | None = None,
    prefix: str = "",
    *,
    joint: str | None = None,
) -> Element:
    """Mounts one robot on a link of another by a fixed joint, with all that belongs to it; for URDF and SDFormat.

    A URDF robot gets the other's links, joints, frames, transmissions, blocks for simulators …, each name with the prefix.
    Materials that both define alike stay one. An SDFormat model gets the other as a nested model, whose names stay
    as they are: the prefix is that of its own name. Relative paths of files are rewritten, comments of both stay;
    ``other`` is not changed.

    Args:
        doc: what it is mounted on: a document, which is changed, or the path of one, whose file is not.
        other: what is mounted: one robot, or an SDFormat document with one model; a document or its path.
        parent_link: name or scoped name of the link that holds it.
        pose: of ``other``'s root link (SDFormat: of its model frame) on that link: a ``Pose``, a ``Transform``, or x, y, z in
            m and roll, pitch, yaw in rad; where the link stands by default.
        prefix: put before names.
        joint: name of the fixed joint; by default made of the two links' names.

    Returns:
        The fixed joint; ``document_of(joint)`` is the document that it is in, also where ``doc`` is a path.

    Raises:
        LoadError: there is no sound document at a path.
        TypeError: ``doc`` or ``other`` is neither a document nor a path.
        BadName: (a ``ValueError``) a name is taken: choose a prefix; nothing was changed.
        NameNotFound: (a ``KeyError``) there is no such link.
        ValueError: documents of these formats cannot be mounted on each other, ``other`` is not one robot, or the result
            would have errors; nothing was changed.

    Example:
        >>> arm = bodyplan.load("examples/arm.urdf")
        >>> tool = bodyplan.loads('<robot name="camera"><link name="lens"/></robot>')
        >>> joint = bodyplan.attach(arm, tool, "forearm", pose=(0.3, 0, 0, 0, 0, 0), prefix="cam_")
        >>> joint.child.link
        'cam_lens'
    """
    base, mounted = open_document(doc, "attach"), open_document(other, "attach")
    composition = FORMATS[base.format].composition
    if base.format != mounted.format or composition is None:
        titles = FORMATS[mounted.format].title, FORMATS[base.format].title
        raise ValueError(f"a document of {titles[0]} cannot be mounted on one of {titles[1]}; convert it first")
    attach_part = _attach_robot if composition == "links" else _attach_model
    made = attach_part(base, mounted, parent_link, _euler(pose), prefix, joint)
    if base is not doc:
        keep_document(made, base)
    return made


def _attach_robot(
    doc: Document[Any], other: Document[Any], parent_link: str, pose: EulerPose, prefix: str, joint: str | None
) -> Element:
    root: Any = doc.root
    names = NamesIn(root)
    plain = parent_link.removeprefix(f"{root.name}{SEPARATOR}")
    links = sorted(each.name for each in names.definitions if each.kind == "link")
    if plain not in links:
        raise NameNotFound(f"there is no link {parent_link!r}; there are {', '.join(links)}")
    twin = copy_of(other)
    child, parts = _import_robot(doc, names, twin, prefix)
    types = bindings_of(doc.format, package=get_options(doc).bindings).types
    made: Any = types["Joint"](
        name=joint or find_unused_name(names, "joint", f"{plain}_{child}_joint"),
        type="fixed",
        parent=types["JointParent"](link=plain),
        child=types["Child"](link=child),
    )
    if any(pose):
        made.origin = types["Origin"](xyz=pose[:3])
        if any(pose[3:]):
            made.origin.rpy = pose[3:]
    back = remember(root)
    append_copies(root, [made, *parts])
    refuse_errors(doc, back)
    return made  # type: ignore[no-any-return]


def _import_robot(doc: Document[Any], names: NamesIn, twin: Document[Any], prefix: str) -> tuple[str, list[Any]]:
    """The name of the root link of ``twin``, and what it brings to ``doc``, with the prefix before its names."""
    root: Any = twin.root
    _add_world_link(twin)
    own = NamesIn(root)
    new_names, dropped = _materials(names, own, prefix or f"{root.name}_")
    for definition in own.definitions:
        if definition.scope.element is root and definition.element is not root and definition.kind != "material":
            name = prefix + definition.name
            if name == WORLD:
                raise BadName(f"{name!r} has a meaning of its own on a robot: a prefix gives the link another name")
            new_names[id(definition)] = name
            for each in names.definitions:
                if each.name == name and each.kind == definition.kind and each.scope.element is names.root:
                    raise BadName(f"{name!r} is the name of a {each.kind} on both sides: a prefix tells them apart")
    for place in places_of(own, new_names, _make_keyword_resolver(own)):
        write_name(place)
    moved = {each.child.link for each in root.joint}
    roots = [link.name for link in root.link if link.name not in moved]
    if len(roots) != 1:
        raise ValueError(f"{root.name!r} has {len(roots)} root links, not one: {', '.join(roots)}")
    inside = [*(each for _, _, each in children(root)), *generic_elements(root)]
    parts = [each for each in inside if not any(each is gone for gone in dropped)]
    prepare_parts(parts, twin, doc, root)
    return roots[0], parts


def _attach_model(
    doc: Document[Any], other: Document[Any], parent_link: str, pose: EulerPose, prefix: str, joint: str | None
) -> Element:
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
    types = bindings_of("sdformat", package=get_options(doc).bindings).types
    model.pose = types["Pose"](relative_to=link)
    if any(pose):
        model.pose.value = pose
    unset(model, "placement_frame")  # the pose is that of the model's own frame
    prepare_parts([model], twin, doc)
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
    is_written = refusal(get_parsed(doc).read_as) is None
    if not is_written or not {each.xpath for each in doc.export()[1]}.isdisjoint(map(path_of, (model, made))):
        _ = doc.root
        back()
        raise ValueError(f"models of version {doc.version} cannot hold others: upgrade the document")
    return made  # type: ignore[no-any-return]


def only_model(doc: Document[Any]) -> Any:
    """The one model of a document; a ValueError where there is none, or several."""
    root = doc.root
    if root.model is not None:
        return root.model
    models = [model for world in root.world for model in world.model]
    if len(models) != 1 or any(world.include for world in root.world):
        raise ValueError(f"the document has {len(models)} models of its own, not one")
    return models[0]


def _body_of(doc: Document[Any], model: Any) -> str:
    """The link that a model's frame moves with, by its name in the model."""
    found = [scene.models[model.name] for scene in doc.scenes if model.name in scene.models]
    links = [link for each in found for link in (each.canonical_link, *each.links) if link]
    if not links:
        raise ValueError(f"the model {model.name!r} has no link to be mounted by")
    return links[0].removeprefix(f"{model.name}{SEPARATOR}")


def link_named(names: NamesIn, name: str) -> tuple[Any, str]:
    """The model that a link is in, and the link's own name."""
    parts = tuple(name.split(SEPARATOR))
    links = [each for each in names.definitions if each.kind == "link"]
    found = [each for each in links if full_name(names, each)[-len(parts) :] == parts]
    if not found:
        listed = ", ".join(sorted({SEPARATOR.join((*each.scope.path[-1:], each.name)) for each in links}))
        raise NameNotFound(f"the document itself has no link {name!r}; it has {listed or 'none'}")
    if len(found) > 1:
        listed = ", ".join(SEPARATOR.join(full_name(names, each)) for each in found)
        raise NameNotFound(f"{name!r} is the name of several links: {listed}")
    return found[0].scope.element, found[0].name


def _add_world_link(doc: Document[Any]) -> None:
    """Gives a robot a link for the world that it is tied to, which need not be one of its links."""
    root: Any = doc.root
    own = next((link for link in root.link if link.name == WORLD), None)
    if own is not None:
        unset(own, "drake_ignore")
    elif any(joint.parent.link == WORLD for joint in root.joint):
        root.link.insert(0, bindings_of("urdf", package=get_options(doc).bindings).types["Link"](name=WORLD))


def _materials(names: NamesIn, own: NamesIn, prefix: str) -> tuple[dict[int, str], list[Any]]:
    """New names of materials that look different from those of the same name, and definitions that are there already."""
    new_names: dict[int, str] = {}
    dropped = []
    for definition in own.definitions:
        known = _look_of(names, definition.name) if definition.kind == "material" else None
        if known is not None and known != _look_of(own, definition.name):
            new_names[id(definition)] = prefix + definition.name
        elif known is not None and any(each is definition.element for each in own.root.material):
            dropped.append(definition.element)
    return new_names, dropped


def _make_keyword_resolver(names: NamesIn) -> Callable[[Reference], Sequence[NameDefinition | None]]:
    """What references mean, also by a name that is a word, such as a robot's own link ``world``."""
    by_name = {(each.kind, each.name): each for each in reversed(names.definitions) if each.scope.element is names.root}

    def resolve(reference: Reference) -> Sequence[NameDefinition | None]:
        if not reference.is_keyword:
            return names.resolve(reference)
        name = reference.text.strip()
        return (next((by_name[kind, name] for kind in reference.kind.kinds if (kind, name) in by_name), None),)

    return resolve


def _euler(pose: PoseLike | None) -> EulerPose:
    if isinstance(pose, Pose):
        return pose.to_euler()
    given = (*pose.translation, *pose.rpy) if isinstance(pose, Transform) else [0.0] * 6 if pose is None else pose
    numbers = [float(each) for each in given]
    if len(numbers) != 6:
        raise ValueError(f"a pose has six numbers, x, y, z, roll, pitch and yaw, not {len(numbers)}")
    return EulerPose(*numbers)


def _look_of(names: NamesIn, name: str) -> tuple[Any, Any] | None:
    """The colour and texture of a material of a robot; None where nothing says how it looks."""
    found = definition_of_look(names, name)
    if found is None:
        return None
    color, texture = found.color, found.texture
    return (None if color is None else tuple(color.rgba), None if texture is None else texture.filename)


def definition_of_look(names: NamesIn, name: str) -> Any:
    """The first element that says how a material looks; None where there is none."""
    named = (each.element for each in names.definitions if each.kind == "material" and each.name == name)
    return next((each for each in named if each.color is not None or each.texture is not None), None)

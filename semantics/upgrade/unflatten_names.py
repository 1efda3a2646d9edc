"""Infers nested models from names such as ``A::B`` (SDFormat 1.7 to 1.8).

Up to 1.7 an included model was spread out into the including one, each name with the model's name before it. From 1.8
on ``::`` is reserved, and the same document is one with nested models. Nothing is computed: names lose their prefix,
references inside the new model too, and the frame ``A::__model__`` becomes pose and canonical link of ``A``.

Spec: composition proposal, 1.4.7.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ...diagnostics import rules
from ...diagnostics.records import NamedTuple
from ...runtime.parser import MAX_DEPTH
from ...runtime.source import literal_tag
from .xml_tree import Editor, children, elements, first, inner, set_text, text_of

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ...runtime.sink import Sink

NAMED = frozenset({"frame", "joint", "link", "model", "gripper"})
"""Elements whose name begins with that of the model that they belong to."""

ATTRIBUTES = {"pose": "relative_to", "frame": "attached_to", "xyz": "expressed_in"}
TEXTS = {"joint": ("parent", "child", "gearbox_reference_body"), "gripper": ("gripper_link", "palm_link")}
RESERVED_FRAMES = frozenset({"", "world", "__model__"})
"""References that mean the same, or nothing, in every model."""

DELIMITER = "::"


class _Reference(NamedTuple):
    """A name of something else: the attribute of ``element``, or without one its text."""

    element: _Element
    attribute: str | None

    @property
    def name(self) -> str:
        return (self.element.get(self.attribute) if self.attribute else text_of(self.element)) or ""

    def strip(self, prefix: str) -> None:
        name = self.name.removeprefix(prefix)
        if name != self.name and self.attribute:
            self.element.set(self.attribute, name)
        elif name != self.name:
            set_text(self.element, name)


def unflatten(model: _Element, editor: Editor, sink: Sink) -> None:
    """Turns what is flattened in ``model`` into nested models, at any depth.

    The new models are at the end, in the order of their first elements. Where a reference leaves a model, BP805
    (reference-leaves-model) is reported and that model stays flattened. What would be nested deeper than documents may be
    is reported as BP008 (too-deep) and stays, too.
    """
    groups = _groups(model, editor, sink)
    _adopt_grippers(model, groups)
    for name, members in groups.items():
        if _is_closed(name, members, editor, sink):
            unflatten(_extract(model, name, members, editor), editor, sink)
    for child in children(model, "model"):
        if child.get("name", "").partition(DELIMITER)[1] == "" and child.get("name") not in groups:
            unflatten(child, editor, sink)


def _groups(model: _Element, editor: Editor, sink: Sink) -> dict[str, list[_Element]]:
    groups: dict[str, list[_Element]] = {}
    for element in elements(model):
        if literal_tag(element) in NAMED:
            name, delimiter, rest = element.get("name", "").partition(DELIMITER)
            if delimiter and name and rest and not _is_too_deep(element, editor, sink):
                groups.setdefault(name, []).append(element)
    return groups


def _is_too_deep(element: _Element, editor: Editor, sink: Sink) -> bool:
    depth = element.get("name", "").count(DELIMITER) + len(list(element.iterancestors()))
    if depth <= MAX_DEPTH // 2 or depth + _height(element) <= MAX_DEPTH:
        return False
    sink.report(rules.TOO_DEEP, element, attribute="name", source=editor.source, limit=MAX_DEPTH)
    return True


def _height(element: _Element) -> int:
    """How many levels of elements there are, with its own."""
    height, level = 0, [element]
    while level:
        height, level = height + 1, [child for each in level for child in each]
    return height


def _adopt_grippers(model: _Element, groups: dict[str, list[_Element]]) -> None:
    """A gripper kept its plain name when its model was flattened: it belongs where its links are."""
    order: dict[_Element, int] | None = None
    for gripper in children(model, "gripper"):
        if DELIMITER in gripper.get("name", ""):
            continue
        owners = {(text_of(link) or "").partition(DELIMITER)[0] for link in children(gripper, "gripper_link")}
        if len(owners) == 1 and (owner := owners.pop()) in groups:
            order = order or {element: index for index, element in enumerate(elements(model))}
            groups[owner].append(gripper)
            groups[owner].sort(key=order.__getitem__)


def _is_closed(name: str, members: list[_Element], editor: Editor, sink: Sink) -> bool:
    closed = True
    prefix = name + DELIMITER
    for member in members:
        for reference in _references(member, name):
            if reference.name.startswith(prefix) or reference.name in RESERVED_FRAMES:
                continue
            closed = False
            what = f"<{literal_tag(reference.element)}> of {literal_tag(member)} {member.get('name')!r}"
            names: dict[str, Any] = {"source": editor.source, "what": what, "model": name, "reference": reference.name}
            sink.report(rules.REFERENCE_LEAVES_MODEL, reference.element, attribute=reference.attribute, **names)
    return closed


def _references(member: _Element, model: str) -> Iterator[_Reference]:
    """References of ``member`` to names in the model that it will be part of.

    A nested model is a scope of its own: only its pose refers to the outside. The pose of a model's own frame refers to
    the enclosing model and stays as it is.
    """
    kind = literal_tag(member)
    pose = first(member, "pose") if kind == "model" else None
    if kind == "model":
        ahead = [] if pose is None else [pose]
    elif _is_model_frame(member, model):
        ahead = [member]
    else:
        yield from (_Reference(child, None) for name in TEXTS.get(kind, ()) for child in children(member, name))
        ahead = inner(member)
    for element in ahead:
        attribute = ATTRIBUTES.get(literal_tag(element))
        if attribute is not None and element.get(attribute) is not None:
            yield _Reference(element, attribute)


def _is_model_frame(element: _Element, model: str) -> bool:
    return literal_tag(element) == "frame" and element.get("name") == f"{model}{DELIMITER}__model__"


def _extract(parent: _Element, name: str, members: list[_Element], editor: Editor) -> _Element:
    prefix = name + DELIMITER
    model = editor.make(parent, "model", members[0])
    model.set("name", name)
    for member in members:
        for reference in list(_references(member, name)):
            reference.strip(prefix)
        if _is_model_frame(member, name):
            _become_model_frame(model, member, editor)
            continue
        if member.get("name", "").startswith(prefix):
            member.set("name", member.get("name", "")[len(prefix) :])
        editor.append(model, member)
    return model


def _become_model_frame(model: _Element, frame: _Element, editor: Editor) -> None:
    link = frame.get("attached_to")
    if link and link not in RESERVED_FRAMES:
        model.set("canonical_link", link)
    pose = first(frame, "pose")
    if pose is not None:
        editor.append(model, pose, 0)
    editor.delete(frame)

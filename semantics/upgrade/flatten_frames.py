"""Says where things are without the names of frames, for versions that do not have them.

What cannot be computed stays as it is, for a finding. From 1.7 on an axis names the frame that it is expressed in; 1.5 and
1.6 have that of the joint or, where the axis says so, that of the model; before, it is the model's for joints in models.

Spec: http://sdformat.org/tutorials?tut=pose_frame_semantics
"""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress
from typing import TYPE_CHECKING

from ...runtime.source import literal_tag
from ..spatial.raw_pose import IDENTITY, RawPose, compose, inverse, rotate
from .tree_poses import Frames, Unknown, ends_of, foreign_joints, scope_of, written_pose
from .unit_equivalents import number, numbers, roll_pitch_yaw, write_pose
from .xml_tree import Editor, first, inner, set_text, text_of

if TYPE_CHECKING:
    from lxml.etree import _Element

MODEL = "__model__"


def without_names(root: _Element, editor: Editor, scopes: Collection[str]) -> None:
    """Writes poses of a document of the newest version as numbers in what they are relative to without a word.

    Those in ``scopes`` are written: models, worlds, or both. Unknown poses keep the name of their frame, for a finding.
    """
    frames = Frames()
    found: list[tuple[_Element, RawPose]] = []
    for pose in inner(root):
        parent = pose.getparent()
        if literal_tag(pose) == "pose" and pose.get("relative_to") and parent is not None:
            with suppress(Unknown):
                if literal_tag(scope_of(parent)) in scopes:
                    found.append((pose, frames.in_parent(parent)))
    for pose, value in found:
        editor.unset_attribute(pose, "relative_to")
        write_pose(pose, _numbers_of(value))


def without_placements(root: _Element, editor: Editor) -> None:
    """Writes poses of models as those of their own frames, not of others inside; models whose other one is not known stay."""
    frames = Frames()
    found: list[tuple[_Element, RawPose]] = []
    for model in inner(root):
        if literal_tag(model) == "model" and model.get("placement_frame"):
            with suppress(Unknown):
                placed = frames.resolve_reference(model.get("placement_frame", ""), model)
                found.append((model, compose(written_pose(first(model, "pose")), inverse(placed))))
    for model, value in found:
        editor.unset_attribute(model, "placement_frame")
        if first(model, "pose") is not None or value != IDENTITY:
            _set_pose(model, value, editor)


def without_attachments(root: _Element, editor: Editor) -> list[_Element]:
    """Gives joints links as ends, and frames a pose that says what they are attached to.

    Answers joints that have a frame as an end whose link is unknown.
    """
    frames = Frames()
    moved: list[tuple[_Element, RawPose]] = []
    ends: list[tuple[_Element, str]] = []
    attached: list[_Element] = []
    loose: list[_Element] = []
    for element in inner(root):
        kind = literal_tag(element)
        if kind == "frame" and element.get("attached_to") not in (None, "", "__model__"):
            attached.append(element)
        # joints of other vocabularies are given frames, which are not the same as links to them
        loose += [
            joint
            for joint in foreign_joints(element)
            if any(frames.called.kind_of(end, joint) == "frame" for end in ends_of(joint))
        ]
        if kind != "joint":
            continue
        for name in ("parent", "child"):
            end = first(element, name)
            reference = text_of(end) if end is not None else None
            try:
                body = frames.body(reference, scope_of(element)) if reference else reference
                if end is None or body is None or body == reference:
                    continue
                pose = first(element, "pose")
                if name == "child" and not (pose is not None and pose.get("relative_to")):
                    onto = compose(inverse(frames.resolve_reference(body, scope_of(element))), frames.of(element))
                    moved.append((element, onto))
                ends.append((end, body))
            except Unknown:
                if reference and frames.called.kind_of(reference, element) == "frame":
                    loose.append(element)
    for end, body in ends:
        set_text(end, body)
    for joint, value in moved:
        _set_pose(joint, value, editor)
    for frame in attached:
        pose = editor.make_path(frame, ("pose",), frame)
        if not pose.get("relative_to"):
            pose.set("relative_to", frame.get("attached_to", ""))
    return loose


def _numbers_of(value: RawPose) -> list[float]:
    return [*value[:3], *roll_pitch_yaw(*value[3:])]


def _set_pose(element: _Element, value: RawPose, editor: Editor) -> None:
    pose = first(element, "pose")
    write_pose(editor.make(element, "pose", element, 0) if pose is None else pose, _numbers_of(value))


def without_frames_of_axes(root: _Element, editor: Editor, *, only_model: bool) -> None:
    """Expresses axes in the frame of their joint or of the model, whose name stays for the rules of conversion.

    Nothing of the document was changed yet. Axes whose frame is not known stay as they are, for a finding. ``only_model``
    says that the version has no axes in the frames of joints.
    """
    frames = Frames()
    for joint in inner(root):
        if literal_tag(joint) != "joint":
            continue
        for name in ("axis", "axis2"):
            axis = first(joint, name)
            xyz = first(axis, "xyz") if axis is not None else None
            if xyz is not None and xyz.get("expressed_in") != MODEL:
                with suppress(Unknown):
                    _express(xyz, joint, frames, editor, only_model)


def _express(xyz: _Element, joint: _Element, frames: Frames, editor: Editor, only_model: bool) -> None:
    reference, vector = xyz.get("expressed_in"), numbers(text_of(xyz) or "")
    is_in_model = literal_tag(scope_of(joint)) == "model"
    to_model = only_model and is_in_model
    if not (reference or to_model):
        return
    if vector is None or len(vector) != 3 or (reference == "world" and is_in_model):
        raise Unknown
    frame = frames.resolve_reference(reference, scope_of(joint)) if reference else frames.of(joint)
    if not to_model:
        try:
            frame = compose(inverse(frames.of(joint)), frame)
        except Unknown:  # the joint's child is in an included file
            if not is_in_model:
                raise
            to_model = True
    x, y, z = vector
    turned = rotate(frame[3:], (x, y, z))
    if any(abs(now - before) > 1e-12 for now, before in zip(turned, vector)):
        set_text(xyz, " ".join(map(number, turned)))
    if to_model:
        editor.set_attribute(xyz, "expressed_in", MODEL)
    else:
        editor.unset_attribute(xyz, "expressed_in")

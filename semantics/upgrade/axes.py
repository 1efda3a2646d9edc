"""Writes axes of joints as numbers in the frame that a version without names of frames has for them.

From 1.7 on an axis names the frame that it is expressed in; 1.5 and 1.6 have that of the joint or, where the axis says
so, that of the model; before, it is the model's for joints in models.

Spec: http://sdformat.org/tutorials?tut=pose_frame_semantics
"""

from __future__ import annotations

from contextlib import suppress
from typing import TYPE_CHECKING

from ...runtime.source import literal_tag
from ..spatial.raw_pose import compose, inverse, rotate
from .flatten_frames import Frames, Unknown, scope_of
from .unit_equivalents import number, numbers
from .xml_tree import Editor, first, inner, set_text, text_of

if TYPE_CHECKING:
    from lxml.etree import _Element

MODEL = "__model__"


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

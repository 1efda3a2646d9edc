"""Takes out what cannot be without something that was lost: joints without an end, models without a body."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...diagnostics import rules
from ...runtime.source import literal_tag
from .flatten_frames import ScopeNames, ends_of, foreign_joints
from .xml_tree import children, first, inner, text_of

if TYPE_CHECKING:
    from lxml.etree import _Element

    from .target_version import VersionTarget

RESERVED_FRAMES = ("", "world", "__model__")
BODIES = ("link", "model", "include")


def drop_dangling(root: _Element, target: VersionTarget) -> None:
    """Takes out of a settled tree what refers to what is not there any more, with a finding for each."""
    while True:
        found = [each for element in inner(root) for each in (element, *foreign_joints(element))]
        called = ScopeNames()
        if not [element for element in found if element.getparent() is not None and _drop(element, target, called)]:
            return


def _drop(element: _Element, target: VersionTarget, called: ScopeNames) -> bool:
    kind = literal_tag(element)
    if kind == "pose":
        holder = element.getparent()
        assert holder is not None
        for name in ("relative_to", "frame"):
            reference = element.get(name)
            if reference and not _is_there(reference, holder, called):
                what = f"{reference!r} beside <{literal_tag(holder)}>"
                target.report(rules.NOT_EXPRESSIBLE, element, attribute=name, what=what)
                target.editor.unset_attribute(element, name)
        return False
    missing = None
    if kind == "joint" or kind.endswith(":joint"):
        missing = next((repr(name) for name in ends_of(element) if not _is_there(name, element, called)), None)
    elif kind == "model" and not any(children(element, name) for name in BODIES):
        static = first(element, "static")
        if static is None or (text_of(static) or "").lower() not in ("true", "1"):
            missing = "link"
    if missing is None:
        return False
    target.report(rules.NOT_EXPRESSIBLE, element, what=f"{missing} for this <{kind}>")
    target.editor.delete(element)
    return True


def _is_there(reference: str, element: _Element, called: ScopeNames) -> bool:
    name = reference.removeprefix("::").partition("::")[0]
    return name in RESERVED_FRAMES or called.kind_of(name, element) is not None

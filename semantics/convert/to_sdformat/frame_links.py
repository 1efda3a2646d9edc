"""Links of a robot that are nothing but frames: without mass and shapes, on fixed joints of their own names, as ``to_urdf`` makes them."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from ....runtime.element import unset
from ..coverage.ledger import PATCH_TAG

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..coverage.ledger import Ledger
    from .model_writer import ModelWriter

OWN = {"name", "any_attributes"}
"""What such a link may have."""
OF_FRAME = 3
"""How often the name of such a link is written: it has it, its joint has it, and names it as the child."""


def replace_frame_links(robot: Any, model: Any, writer: ModelWriter, ledger: Ledger) -> None:
    """Makes frames of such links.

    Args:
        robot: typed, which was converted.
        model: that was made of it.
        writer: has made it.
        ledger: learns what became of links and joints.
    """
    said: Counter[str] | None = None
    sources = {link.name: link for link in robot.link}
    for element, joint in list(writer.joints):
        name = element.name
        if getattr(element.child, "link", None) != name or element.type != "fixed":
            continue
        link, source = writer.link_named(name), sources.get(name)
        if link is None or source is None or _has_more(source) or joint not in model.joint:
            continue
        if said is None:  # few robots have such links, and all words of the document are looked at
            said = Counter(_find_words(robot.source_element))
        if said[name] != OF_FRAME:
            continue
        frame = writer.work.make("Frame", name=link.name, attached_to=joint.parent)
        if joint.pose is not None:
            frame.pose = joint.pose
            if frame.pose.relative_to == joint.parent:
                unset(frame.pose, "relative_to")
            if not any(frame.pose.value or ()):
                frame.pose = None
        model.frame.append(frame)
        model.link = [each for each in model.link if each is not link]
        model.joint = [each for each in model.joint if each is not joint]
        writer.links[:] = [pair for pair in writer.links if pair[1] is not link]
        writer.joints[:] = [pair for pair in writer.joints if pair[1] is not joint]
        writer.frames.append((source, frame))
        for each, kind in ((source, "link"), (element, "joint")):
            ledger.report_representation(each, f"frame {frame.name!r}: the {kind} is nothing but its place")


def _has_more(link: Any) -> bool:
    return any(value not in (None, [], {}) for name, value in vars(link).items() if name[0] != "_" and name not in OWN)


def _find_words(root: Any) -> Iterator[str]:
    """Values of attributes and texts that are one word each, but for what is stored."""
    for element in (each for top in root if top.tag != PATCH_TAG for each in top.iter("*")):
        yield from map(str, element.attrib.values())
        if element.text:
            yield element.text.strip()

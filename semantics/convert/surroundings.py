"""What stands around links and joints in a document: its root, worlds, models and includes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ...diagnostics.records import NamedTuple
from ...runtime.element import Element
from ...runtime.source import literal_tag
from ..ir.scoped_names import WORLD
from .coverage.ledger import xml_of
from .to_urdf.from_any import OF_INCLUDES

if TYPE_CHECKING:
    from collections.abc import Container, Iterator

    from lxml.etree import _Element

    from ..document.document import Document
    from ..ir.frames import ModelRecord
    from ..ir.world import WorldIR
    from .workspace import Workspace


class SurroundingWords(NamedTuple):
    """What the format that is made calls what it has in another way.

    Attributes:
        place: of models, in the places of what is in them.
        static: models of which nothing moves.
        world: the link of a robot that means the world.
    """

    place: str
    static: str
    world: str


def find_roots(description: WorldIR) -> Iterator[_Element]:
    """Roots of all documents that the records were read from, some of them more than once."""
    records: list[Any] = [*description.frames, *description.links, *description.joints, *description.models]
    for each in records:
        there = xml_of(each.element)
        if there is not None and hasattr(there, "getroottree"):
            yield there.getroottree().getroot()


def mark_surroundings(
    doc: Document[Any], description: WorldIR, work: Workspace, words: SurroundingWords, kept: Container[str]
) -> None:
    """Marks the root, worlds, models and includes, which are resolved; ``kept`` are the models that there are in the result."""
    ledger = work.ledger
    for root in {doc.root.source_element: None, **dict.fromkeys(find_roots(description))}:
        ledger.mark(root, "version")
        work.takings.of(root).mark("document", root)
        for world in root.iterchildren("world"):
            ledger.mark(world, "name")
    work.resolve("resolved")
    for record in description.models:
        _mark_model(record, work, words, is_kept=record.name in kept)
    for frame in description.frames:
        there = xml_of(frame.element)
        if frame.kind == "model" and there is not None and literal_tag(there) == "include":
            ledger.mark(there, *there.attrib)
            for child in there:
                if literal_tag(child) != "plugin":
                    ledger.mark_subtree(child)
                if literal_tag(child) in OF_INCLUDES:
                    ledger.report_representation(child, OF_INCLUDES[literal_tag(child)])
            ledger.report_representation(there, "what the file holds, under names of its own")


def mark_robot(root: Any, work: Workspace, words: SurroundingWords) -> None:
    """Marks what a robot (URDF) says outside of links and joints: materials that visuals use, and the world."""
    visuals = (shape.element for link in work.description.links for shape in link.visuals)
    used = {getattr(getattr(element, "material", None), "name", None) for element in visuals}
    for material in getattr(root, "material", ()):
        if material.name in used:
            work.takings.of(root).material(material)
    for link in getattr(root, "link", ()):
        if link.name == WORLD:
            work.ledger.mark(link, "name")
            work.ledger.report_representation(link, words.world)


def _mark_model(record: ModelRecord, work: Workspace, words: SurroundingWords, *, is_kept: bool) -> None:
    element: Any = record.element
    if not isinstance(element, Element) or element.source_element is None:
        return
    ledger = work.ledger
    work.takings.of(element).model(record)
    for child in element.source_element.iterchildren("static", "pose", "transformation"):
        if literal_tag(child) != "static":
            ledger.report_representation(child, words.place)
        elif record.static:
            ledger.report_representation(child, words.static)
        ledger.mark_subtree(child)
    if not is_kept:
        ledger.report_representation(element, "nothing but the beginning of the names of what stands in it")

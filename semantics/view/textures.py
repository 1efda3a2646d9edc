"""The parts of mesh files that name pictures of colours: the page draws those, and neither bumps nor normals nor gloss.

Most of the bytes of PR2's meshes are maps of normals.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from xml.etree import ElementTree

_DIFFUSE_MAP = re.compile(rb"^[ \t]*map_Kd[ \t].*$", re.MULTILINE | re.IGNORECASE)


def of_materials(data: bytes) -> bytes:
    """The lines of a Wavefront file of materials that name maps of colours."""
    return b"\n".join(_DIFFUSE_MAP.findall(data))


def of_collada(data: bytes) -> bytes:
    """The images of a COLLADA file that its effects use as diffuse colours; the whole file where that is not clear."""
    try:
        images, effects = _library(data, b"library_images"), _library(data, b"library_effects")
    except ElementTree.ParseError:
        return data
    known = {image.get("id"): image for image in images}
    shown = {}
    for effect in effects:
        leads_to = dict(_parameters(effect))
        for colour in effect.iter():
            for texture in colour if _tag(colour) == "diffuse" else ():
                if _tag(texture) != "texture":
                    continue
                name = texture.get("texture")
                sampled = leads_to.get(name, name)
                image = leads_to.get(sampled, sampled)
                if image not in known:
                    return data
                shown[image] = known[image]
    return b"\n".join(ElementTree.tostring(image) for image in shown.values())


def _library(data: bytes, name: bytes) -> ElementTree.Element:
    """The only library of a kind; one without anything in it where there is none.

    Raises:
        ElementTree.ParseError: it is not well-formed, or there are several.
    """
    start, end = data.find(b"<" + name), data.rfind(b"</" + name)
    return ElementTree.fromstring(data[start:end] + b"</" + name + b">" if 0 <= start < end else b"<none/>")


def _parameters(effect: ElementTree.Element) -> Iterator[tuple[str | None, str | None]]:
    """What the samplers and surfaces of an effect lead to, by their names."""
    for parameter in effect.iter():
        for kind in parameter if _tag(parameter) == "newparam" else ():
            for part in kind:
                if _tag(part) in ("source", "init_from"):
                    yield parameter.get("sid"), (part.text or "").strip()
                elif _tag(part) == "instance_image":
                    yield parameter.get("sid"), part.get("url", "").removeprefix("#")


def _tag(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]

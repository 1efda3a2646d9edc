"""What libsdformat makes of a document beyond what everybody sees: what it refuses, and what it lets pass."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from ....runtime.decoding import is_foreign
from ....runtime.diagnostics import rules_consumers as rules
from ....runtime.diagnostics.diagnostic import Diagnostic
from ....runtime.diagnostics.sink import Sink
from ....runtime.parsing import parse
from ....runtime.source import Source, literal_tag
from ...formats.sdformat.joints import MOTIONS
from ...upgrade.grammar import ElementGrammar, grammar_of
from ...upgrade.versions import newest_version
from ..conditions import numbers, written_attributes

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....runtime.diagnostics.rule import Severity
    from ...description.description import Description
    from ...options import Options
    from ...parsed import Parsed

REQUIRED = ("1", "+")
SIGNED = ("double", "float", "int")
"""Types of single numbers that are compared with their bounds as they are written."""

PIXEL_FORMATS = frozenset(
    [
        "L8",
        "L_INT8",
        "L16",
        "L_INT16",
        "R8G8B8",
        "RGB_INT8",
        "B8G8R8",
        "BGR_INT8",
        "R8G8B8A8",
        "RGBA_INT8",
        "B8G8R8A8",
        "BGRA_INT8",
        "R16G16B16",
        "RGB_INT16",
        "B16G16R16",
        "BGR_INT16",
        "R32G32B32",
        "RGB_FLOAT32",
        "B32G32R32",
        "BGR_FLOAT32",
        "R_FLOAT16",
        "R_FLOAT32",
        "RGB_FLOAT16",
        "RGB_INT32",
        "BAYER_RGGB8",
        "BAYER_RGGR8",
        "BAYER_GBRG8",
        "BAYER_GRBG8",
        "BAYER_BGGR8",
    ]
)

UNCHECKED_WORDS = (
    *("/camera/segmentation_type", "/camera/box_type", "/camera/projection_type", "/lens/type", "/custom_function/fun"),
    *("/solver/type", "/solver/solver_type", "/solver/friction_model", "/dart/collision_detector"),
    *("/horizontal/noise/@type", "/vertical/noise/@type", "/pressure/noise/@type", "/lidar/noise/type"),
    *("/ray/noise/type", "/magnetometer/x/noise/@type", "/magnetometer/y/noise/@type", "/magnetometer/z/noise/@type"),
    *("/orientation_reference_frame/localization", "/sonar/geometry", "/distribution/type"),
    *("/normal_map/@type", "/mesh/@optimization"),
)
"""Ends of the paths of what has one of several words, any of which libsdformat takes."""

_PREDICATE = re.compile(r"""\[(?:@name=(?:"[^"]*"|'[^']*')|\d+)\]""")


def check(parsed: Parsed[Any], descriptions: tuple[Description, ...], sink: Sink, options: Options) -> None:
    """Gives findings the weight that they have for libsdformat, and adds what only it refuses."""
    sink.judge(severity_of)
    check_documents(sink)


def check_documents(sink: Sink) -> None:
    """Reports what libsdformat refuses in any document of a load, whoever makes use of it."""
    for source in sink.sources:
        if source.root is not None and source.root.tag in ("sdf", "gazebo"):
            _check_document(source, sink)


def severity_of(finding: Diagnostic) -> Severity | None:
    """What a finding is to libsdformat; None where it is what it is to everybody."""
    if finding.code == "BP107" and finding.xpath.endswith("]/@type") and "/joint[" in finding.xpath:
        # upper and lower case are one
        return "warning" if str(finding.arguments["text"]).lower() in MOTIONS else None
    if is_unchecked_word(finding):
        return "warning"
    if "/drake:" in finding.xpath:
        # a vocabulary of others
        return "note"
    return None


def is_unchecked_word(finding: Diagnostic) -> bool:
    """Whether a word is not one of those that may stand there, and libsdformat does not look."""
    return finding.code == "BP107" and _PREDICATE.sub("", finding.xpath).endswith(UNCHECKED_WORDS)


def _check_document(source: Source, sink: Sink) -> None:
    root = source.root
    assert root is not None
    if root.tag == "gazebo" or _was_gazebo(source):
        _refuse(sink, root, "libsdformat reads no document whose root element is <gazebo>")
        return
    for element, grammar in _walk(root, grammar_of(newest_version())):
        for attribute in grammar.attributes.values():
            if not attribute.required:
                continue
            written, tag = element.get(attribute.name), literal_tag(element)
            if written is None and attribute.default is not None:
                message = f"libsdformat needs the attribute {attribute.name!r} of <{tag}>, though it has a default"
                _refuse(sink, element, message)
            elif written == "" and attribute.name != "version":
                _refuse(sink, element, f"libsdformat refuses an empty attribute {attribute.name!r} of <{tag}>")
        text = (element.text or "").strip()
        if grammar.type is not None and grammar.required in REQUIRED and not text and len(element) == 0:
            tag, parent = literal_tag(element), _parent_tag(element)
            _refuse(sink, element, f"libsdformat refuses an empty <{tag}>, which <{parent}> has to have")
        if grammar.type in SIGNED and (grammar.least or grammar.most):
            for value in numbers(text)[:1]:
                _check_range(element, value, grammar, sink)
        if element.tag == "format" and _parent_tag(element) == "image" and text and text not in PIXEL_FORMATS:
            _refuse(sink, element, f"libsdformat knows no pixel format {text!r}")
        elif element.tag == "world_frame_orientation" and text and text != "ENU":
            _refuse(sink, element, f"libsdformat supports no world frame orientation {text!r}")


def unknown_parts(source: Source) -> Iterator[tuple[_Element, str | None]]:
    """Elements and attributes that the newest version does not describe, once a document is brought to it."""
    if source.root is None:
        return
    for element, grammar in _walk(source.root, grammar_of(newest_version())):
        for name in written_attributes(element):
            if ":" not in name and name not in grammar.attributes:
                yield element, name
        if not grammar.copies_anything:
            for child in element:
                if not is_foreign(child) and child.tag not in grammar.children:
                    yield child, None


def _check_range(element: _Element, value: float, grammar: ElementGrammar, sink: Sink) -> None:
    """The bounds are those of the newest version, whatever the document's own has."""
    if grammar.least is not None and value < float(grammar.least):
        bound = f"at least {grammar.least}"
    elif grammar.most is not None and value > float(grammar.most):
        bound = f"at most {grammar.most}"
    else:
        return
    _refuse(sink, element, f"libsdformat refuses {value:g} for <{literal_tag(element)}>, which has to be {bound}")


def _refuse(sink: Sink, element: _Element, message: str) -> None:
    sink.report(rules.REFUSED, element, message=message)


def _walk(element: _Element, grammar: ElementGrammar) -> Iterator[tuple[_Element, ElementGrammar]]:
    """Every element that the newest version describes, with its description."""
    stack = [(element, grammar)]
    while stack:
        element, grammar = stack.pop()
        yield element, grammar
        if grammar.copies_anything:
            continue
        children = grammar.children
        for child in element:
            inner = children.get(str(child.tag))
            if inner is not None:
                stack.append((child, inner))


def _parent_tag(element: _Element) -> str:
    parent = element.getparent()
    return "" if parent is None else str(parent.tag)


def _was_gazebo(source: Source) -> bool:
    """Whether the root element is written as in the first versions; conversion gave it its later name."""
    if "<gazebo" not in source.text:
        return False
    root = parse(Source(source.name, source.data), Sink())
    return root is not None and literal_tag(root) == "gazebo"

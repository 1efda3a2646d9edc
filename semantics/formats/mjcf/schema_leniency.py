"""What MuJoCo does not check of a document: findings of the schema there are warnings.

It compares no names inside of ``frame`` and ``replicate``, and of bodies that are in the root, beside ``worldbody``, it
reads nothing at all.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....diagnostics import rules
from ....runtime.source import literal_tag

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....runtime.lazy_finding import LazyFinding
    from ....runtime.sink import Sink

COPIED = ("frame", "replicate")
"""Elements whose content is not compared with the schema."""
HOLDERS = ("body", "frame", "replicate", "worldbody")
"""Elements whose children are read by their names, whatever the schema says."""
UNREAD = ("body", "frame", "replicate")
"""Elements that are not read where they are in the root."""
INCLUDE = "include"
"""What is replaced before anything is compared with the schema."""
NAMES = frozenset(each.code for each in (rules.UNKNOWN_ELEMENT, rules.UNKNOWN_ATTRIBUTE))
CONTENT = NAMES | {rules.REPEATED_ELEMENT.code}
SCHEMA = range(100, 300)
"""The numbers of rules about values and structure."""


def soften_findings(sink: Sink, first: int, *, is_document: bool = False) -> None:
    """Makes warnings of what MuJoCo does not mind.

    Args:
        sink: has the findings.
        first: the number of the first that counts.
        is_document: whether they are about a document, and not about what is included.
    """
    for finding in sink.found[first:]:
        element = finding.xml
        is_of_schema = finding.severity == "error" and int(finding.code[2:]) in SCHEMA
        if is_of_schema and element is not None and _is_loaded(finding, element, is_document):
            finding.severity = "warning"


def is_loosely_read(element: _Element) -> bool:
    """Whether no attributes of an element are compared with the schema."""
    around = (element, *element.iterancestors())
    return literal_tag(element) == INCLUDE or any(literal_tag(each) in COPIED for each in around)


def _is_loaded(finding: LazyFinding, element: _Element, is_document: bool) -> bool:
    around = [element, *element.iterancestors()]
    top = around[-2] if len(around) > 1 else element
    if is_document and literal_tag(top) in UNREAD:
        if element is top and finding.code == rules.UNKNOWN_ELEMENT.code:
            return not top.attrib
        return finding.code not in NAMES
    if finding.code == rules.UNKNOWN_ATTRIBUTE.code and literal_tag(element) == INCLUDE:
        return True
    if finding.code not in CONTENT:
        return False
    if finding.code == rules.UNKNOWN_ELEMENT.code:
        around = around[1:]
        if around and literal_tag(around[0]) in HOLDERS:
            return False
    return any(literal_tag(each) in COPIED for each in around)

"""Findings, each with the link that it concerns."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from lxml.etree import _Element

from ...diagnostics.diagnostic import Diagnostic
from ...runtime.patterns import compile_pattern
from ...runtime.source import Source
from ..ir.source_ref import Place
from .page_scene import PageScene

MOST = 2000
"""Findings in a page; a document with more has the first and the worst of them."""
SEVERITIES = ("error", "warning", "note")

_STEP = compile_pattern(r"""/(?:[^/\["']|\[(?:[^\]"']|"[^"]*"|'[^']*')*\])+""")


class FindingLinks:
    """Finds the link that a finding is about: that of the nearest element around it that is a link, joint or frame."""

    def __init__(self, page: PageScene) -> None:
        self._links: dict[tuple[str | None, str], int] = {}
        for element, link in _find_elements(page):
            found = page.locations.element(element)
            if found is not None:
                source, there = found
                name = None if source.expansion is not None else source.name
                self._links.setdefault((name, source.xpath(there)), link)
        for source in page.locations.sources:
            if source.has_tree and source.root is not None:
                self._add_joints(source, source.root)

    def _add_joints(self, source: Source, root: _Element) -> None:
        """Joints that are too wrong to be described belong to the link beside them that they name as child."""
        name = None if source.expansion is not None else source.name
        bodies: dict[_Element, dict[str | None, _Element]] = {}
        for joint in root.iter("joint"):
            child, parent = joint.find("child"), joint.getparent()
            if child is None or parent is None or (name, source.xpath(joint)) in self._links:
                continue
            wanted = child.get("link") or (child.text or "").strip()
            if parent not in bodies:
                named = bodies[parent] = {}
                for each in parent.iterchildren("link", "body"):
                    named.setdefault(each.get("name"), each)
            beside = bodies[parent].get(wanted)
            link = None if beside is None else self._links.get((name, source.xpath(beside)))
            if link is not None:
                self._links[name, source.xpath(joint)] = link

    def find_link(self, finding: Diagnostic) -> int | None:
        """The number of the link; None where it is about none."""
        if not self._links:
            return None
        path = finding.xpath
        for step in reversed(list(_STEP.finditer(path))):
            # findings about an expansion have the places of its source, and paths of the expansion
            for file in (finding.file, None):
                found = self._links.get((file, path[: step.end()]))
                if found is not None:
                    return found
        return None


def _find_elements(page: PageScene) -> Iterator[tuple[Place, int]]:
    """The elements of links, joints and frames, with the number of the link that each belongs to."""
    records = page.kinematics.graph.records
    yield from ((records[body].element, row) for row, body in enumerate(page.bodies) if row)
    for connection in page.kinematics.connections:
        if connection.child >= 0:
            yield connection.record.element, page.link_row(connection.child)
    for vertex, record in enumerate(records):
        if record.kind == "frame":
            yield record.element, page.place_frame(vertex)[0]


def finding_data(findings: Sequence[Diagnostic], page: PageScene) -> list[dict[str, Any]]:
    """The findings of a document, in its order."""
    links = FindingLinks(page)
    kept: Sequence[Diagnostic] = findings
    if len(findings) > MOST:
        worst = sorted(range(len(findings)), key=lambda i: SEVERITIES.index(findings[i].severity))[:MOST]
        kept = [findings[i] for i in sorted(worst)]
    return [
        {
            "code": finding.code,
            "severity": finding.severity,
            "message": finding.message,
            "hint": finding.hint,
            "place": page.place_at(finding.file, finding.line),
            "column": finding.column,
            "link": links.find_link(finding),
        }
        for finding in kept
    ]

"""Findings about what is no XML are where the mistake is, and mention where it was noticed."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import pytest

TEXTS = {
    "an element that is not closed": (
        '<robot name="r">\n<link name="a">\n<visual>\n<link name="b"/>\n</link>\n</robot>',
        (3, 1),
        "<visual> is not closed before </link>",
        [(5, 1)],
    ),
    "a root that is not closed": ('<robot name="r">\n<link name="a"/>\n', (1, 1), "<robot> is not closed", [(2, 17)]),
    "an empty element without its slash": (
        '<robot name="r">\n<link name="a">\n<inertial>\n<mass value="1">\n</inertial>\n</link>\n</robot>',
        (4, 1),
        "<mass> is not closed before </inertial>",
        [(5, 1)],
    ),
    "an end tag of another name": (
        '<robot name="r">\n<link name="a">\n</lnik>\n</robot>',
        (3, 1),
        "</lnik> closes nothing: the element that is open is <link>",
        [(2, 1)],
    ),
    "a quotation mark too few": (
        '<robot name="r">\n<link name="a>\n<inertial/>\n</link>\n</robot>',
        (2, 12),
        "the value that begins here in <link has no closing quotation mark",
        [(3, 1)],
    ),
    "a tag without its bracket": (
        '<robot name="r">\n<link name="a"\n<inertial/>\n</link>\n</robot>',
        (2, 1),
        "<link is not closed with >",
        [(3, 1)],
    ),
    "a comment without an end": (
        '<robot name="r">\n<!-- a > b <c>\n<link name="a"/>\n</robot>\n',
        (2, 1),
        "the comment that begins here does not end",
        [(5, 1)],
    ),
    "tags in a comment": (
        '<robot name="r">\n<!-- <link> -->\n<link name="a">\n</robot>',
        (3, 1),
        "<link> is not closed before </robot>",
        [(4, 1)],
    ),
    "a bracket in a value": (
        '<robot name="r">\n<link name="a > b"/>\n<link name="c">\n</robot>',
        (3, 1),
        "<link> is not closed before </robot>",
        [(4, 1)],
    ),
    "line ends of another system": (
        '<robot name="r">\r\n<link name="a">\r\n</robot>\r\n',
        (2, 1),
        "<link> is not closed before </robot>",
        [(3, 1)],
    ),
    "what the parser noticed first": (
        '<robot name="r">\n<link name="a" name="b"/>\n<link name="c">\n</robot>',
        (2, 24),
        "Attribute name redefined",
        [],
    ),
}


@pytest.mark.parametrize("case", TEXTS)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_a_fault_is_where_it_was_made(case: str, encoding: str, tmp_path: Path) -> None:
    text, place, reason, related = TEXTS[case]
    path = tmp_path / "r.urdf"
    path.write_bytes(text.encode(encoding))
    (finding,) = bodyplan.check(path).diagnostics
    assert finding.code == "BP003"
    assert ((finding.line, finding.column), finding.arguments["reason"]) == (place, reason)
    assert [(other.line, other.column) for other in finding.related] == related


def test_the_same_in_xacro(tmp_path: Path) -> None:
    path = tmp_path / "r.urdf.xacro"
    path.write_text(
        '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">\n<link name="a">\n<visual/>\n</robot>',
        encoding="utf-8",
    )
    (finding,) = bodyplan.check(path).diagnostics
    assert (finding.code, finding.line, finding.column) == ("BP003", 2, 1)
    assert [(other.line, other.message) for other in finding.related] == [(4, "noticed here")]


def test_a_long_text_is_looked_through_once(tmp_path: Path) -> None:
    path = tmp_path / "r.urdf"
    path.write_text("<robot name='r'>" + "<link name='a' " * 100_000, encoding="utf-8")
    (finding,) = bodyplan.check(path).diagnostics
    assert (finding.code, finding.line) == ("BP003", 1)


@pytest.mark.parametrize(
    ("declaration", "severity"), [('version="2.0"', "note"), ('version="1.0" standalone="maybe"', "warning")]
)
def test_a_version_of_xml_that_is_not_there_yet_harms_nothing(declaration: str, severity: str) -> None:
    text = f'<?xml {declaration}?><robot name="r"><link name="a"/></robot>'
    assert [(found.code, found.severity) for found in bodyplan.loads(text).diagnostics] == [("BP004", severity)]

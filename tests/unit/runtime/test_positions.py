"""Lines and columns of findings in documents of every layout."""

from __future__ import annotations

from typing import Any

import bodyplan
import pytest
from bodyplan.runtime.parser import parse
from bodyplan.runtime.sink import Sink
from bodyplan.runtime.source import Source, literal_tag
from hypothesis import given
from hypothesis import strategies as st

ODD = """<?xml version="1.0"?>
<!DOCTYPE robot [
  <!ELEMENT robot (link)> <!-- <link name="no"> -->
]>
<!-- <robot> <link> -->
<robot name="r"
  ><link
   name = 'a>b'	kind="x"
/><link name="l"><![CDATA[<link name="x">]]><visual name="&lt;v&#62;"/>
<?pi <link/> ?>	<a:b xmlns:a="u"
	a:c="1"/></link></robot>
<!-- </robot> -->
"""

PLACES = {
    ("robot", None): (6, 1),
    ("robot", "name"): (6, 8),
    ("link", None): (7, 4),
    ("link", "name"): (8, 4),
    ("link", "kind"): (8, 17),
    ("visual", None): (9, 45),
    ("visual", "name"): (9, 53),
    ("a:b", None): (10, 17),
    ("a:b", "a:c"): (11, 2),
}


BLANKS = st.sampled_from(["", " ", "\n", "\r\n", "\t \n  "])
GAPS = st.sampled_from([" ", "\n", "  \n\t", "\r\n "])
BETWEEN = st.sampled_from(
    ["", " ", "\n", "\r\n  ", "x > y", "<!-- <a> -->", "<!--\n<b x='1'> --><!---->", "<![CDATA[<a>\n]]>", "<?p <b>?>"]
)
VALUES = st.sampled_from(['"1"', "'>'", '"a\nb"'])
NAMES = st.sampled_from(["a", "b", "ab"])
TAGS = st.recursive(st.just(None), lambda inner: st.lists(inner, max_size=4), max_leaves=12)


@st.composite
def documents(draw: st.DrawFn) -> tuple[str, list[tuple[int, int]]]:
    """A text, and where each start tag and its attribute begin in it."""
    text, offsets = "<?xml version='1.0'?>" + draw(st.sampled_from(["", "\n", "<!-- <r> -->"])), []

    def element(inside: list[Any] | None, name: str) -> None:
        nonlocal text
        begin = len(text)
        text += f"<{name}{draw(GAPS)}"
        offsets.append((begin, len(text)))
        text += f"n{draw(BLANKS)}={draw(BLANKS)}{draw(VALUES)}{draw(BLANKS)}"
        if inside is None:
            text += "/>"
            return
        text += ">"
        for child in inside:
            text += draw(BETWEEN)
            element(child, draw(NAMES))
        text += f"{draw(BETWEEN)}</{name}{draw(BLANKS)}>"

    element(draw(TAGS), "r")
    return text, offsets


@given(documents())
def test_every_start_tag_and_attribute_is_found_in_any_layout(document: tuple[str, list[tuple[int, int]]]) -> None:
    text, offsets = document

    def place(offset: int) -> tuple[int, int]:
        before = text[:offset]
        return before.count("\n") + 1, offset - before.rfind("\n")

    source = Source("f.xml", text)
    tree = parse(source, Sink())
    assert tree is not None
    for element, (tag, attribute) in zip(tree.iter(), offsets, strict=True):
        assert source.position(element) == place(tag)
        assert source.position(element, "n") == place(attribute)


def places(data: str | bytes) -> dict[tuple[str, str | None], tuple[int, int]]:
    source = Source("f.xml", data)
    tree = parse(source, Sink())
    assert tree is not None
    first = {literal_tag(element): element for element in reversed(list(tree.iter()))}
    return {(tag, attribute): source.position(first[tag], attribute) for tag, attribute in PLACES}


def test_places_in_an_odd_layout() -> None:
    assert places(ODD) == PLACES


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-32"])
def test_places_do_not_depend_on_the_encoding(encoding: str) -> None:
    declared = encoding.removesuffix("-sig").removesuffix("-le")
    text = ODD.replace('version="1.0"', f'version="1.0" encoding="{declared}"')
    data = b"\xff\xfe" * (encoding == "utf-16-le") + text.encode(encoding)
    assert places(data) == PLACES


def test_places_do_not_depend_on_the_ends_of_lines() -> None:
    assert places(ODD.replace("\n", "\r\n").encode()) == PLACES


FAR = """  <link name="a"/><link
  name="b"> <!-- <link name="no"> -->
    <visual name="é"
      /></link>
<![CDATA[<x>]]> <link name="c"/>
</robot>"""


@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "before",
    [
        "",
        "<link name='0'/>\n" * 4,
        "<link\n\n\n\n name='0'/>\n",
        "<!--\n<no>\n<no>\n<no>\n-->\n",
        "<!--\n<no/>\n-->\n\n<link name='0'/>\n",
    ],
)
@pytest.mark.parametrize("blanks", [0, 3, *range(65_529, 65_536)])
def test_places_of_tags_of_several_lines_and_behind_the_last_line_that_the_parser_knows(
    blanks: int, before: str, end: str
) -> None:
    text = ("<robot name='r'>" + "\n" * blanks + before + FAR).replace("\n", end)
    asked, counted = Source(None, text.encode()), Source(None, text.encode())
    for source in (asked, counted):
        assert parse(source, Sink()) is not None
    assert asked.root is not None
    assert counted.root is not None
    assert counted.counts_all_tags()
    for one, other in zip(asked.root.iter("link", "visual"), counted.root.iter("link", "visual")):
        for attribute in (None, "name"):
            assert asked.span(one, attribute) == counted.span(other, attribute)
            assert asked.position(one, attribute) == counted.position(other, attribute)
            line, column = asked.position(one, attribute)
            beginning = text.split(end)[line - 1][column - 1 :]
            assert beginning.startswith("name=" if attribute else f"<{literal_tag(one)}")


def test_columns_count_characters_not_bytes() -> None:
    source = Source("f.xml", '<robot name="äöü€𝄞"><link nme="l"/></robot>'.encode())
    tree = parse(source, Sink())
    assert tree is not None
    assert source.position(tree[0]) == (1, 21)
    assert source.position(tree[0], "nme") == (1, 27)


def test_places_in_a_document_on_one_line() -> None:
    text = "<sdf version='1.12'><model name='m'><link name='l'><gravty/></link><link/></model></sdf>"
    found = {finding.code: (finding.line, finding.column) for finding in bodyplan_findings(text)}
    assert found["BP201"] == (1, text.index("<gravty") + 1)
    assert found["BP204"] == (1, text.index("<link/>") + 1)


def bodyplan_findings(text: str | bytes, strict: bool = False) -> tuple[bodyplan.Diagnostic, ...]:
    try:
        return bodyplan.loads(text, strict=strict).diagnostics
    except bodyplan.LoadError as error:
        return error.diagnostics


@pytest.mark.parametrize("version", ["1.4", "1.6", "1.9", "1.12"])
def test_lines_are_those_of_the_text_also_after_a_conversion(version: str) -> None:
    text = f"""<sdf version="{version}">
  <model name="m">
    <frame name="f"/>
    <link name="l"/>
    <link name="k"/>
    <joint name="j" type="revolute">
      <parent>l</parent>
      <child>k</child>
      <axis><xyz>0 0 1</xyz><limit><lower>x</lower><upper>1</upper></limit></axis>
    </joint>
    <joint name="g" type="revolute"><parent>l</parent><child>nowhere</child><axis><xyz>0 0 1</xyz></axis></joint>
  </model>
</sdf>
"""
    found = bodyplan_findings(text)
    assert [finding.line for finding in found if finding.code == "BP101"] == [9]
    assert {finding.line for finding in found if "nowhere" in finding.message} <= {11}
    assert all(finding.line for finding in found)


def test_one_mistake_gives_one_finding() -> None:
    good = '<sdf version="1.12"><model name="m"><link name="l"/>{}</model></sdf>'
    assert [f for f in bodyplan_findings(good.format("")) if f.severity != "note"] == []
    (stray,) = bodyplan_findings('<sdf version="1.12">words<model name="m"><link name="l"/></model></sdf>')
    assert stray.code == "BP208"
    for mistake, code in {
        "<lnik name='k'><pose>1</pose><visual/></lnik>": "BP201",
        "<link name='k' nme='x'/>": "BP202",
        "<static>maybe</static>": "BP101",
        "<pose>1 2 3</pose>": "BP103",
        "<static>true</static><static>false</static>": "BP205",
        "<link name='k'><gravity>ture</gravity></link>": "BP101",
    }.items():
        found = [f.code for f in bodyplan_findings(good.format(mistake)) if f.severity != "note" and f.code < "BP3"]
        assert found == [code], mistake


def test_all_findings_come_in_one_run() -> None:
    text = '<sdf version="1.12"><model name="m"><link/><lnk/><static>x</static><pose>1</pose><link name="l" a="b"/></model></sdf>'
    codes = [finding.code for finding in bodyplan_findings(text)]
    assert {"BP204", "BP201", "BP101", "BP103", "BP202"} <= set(codes)


def test_strict_makes_warnings_errors_and_leaves_notes() -> None:
    text = '<sdf version="1.12"><model name="m"><link name="l"/><pose>0 0 0 0 0 0x</pose></model></sdf>'
    loose, strict = bodyplan_findings(text), bodyplan_findings(text, strict=True)
    assert [finding.code for finding in loose] == [finding.code for finding in strict]
    for one, two in zip(loose, strict):
        assert two.severity == ("note" if one.severity == "note" else "error")
    assert bodyplan.loads(text).ok


def test_paths_name_elements_by_name_and_by_number() -> None:
    text = (
        '<sdf version="1.12"><world name="w"><model name="m"><link name="l"><visual name="v">'
        "<geometry><box><size>x</size></box></geometry></visual></link></model>"
        '<road name="it\'s"><point>a</point><point>b</point></road></world></sdf>'
    )
    assert [finding.xpath for finding in bodyplan_findings(text) if finding.code == "BP101"] == [
        '/sdf/world[@name="w"]/model[@name="m"]/link[@name="l"]/visual[@name="v"]/geometry/box/size',
        '/sdf/world[@name="w"]/road[@name="it\'s"]/point[1]',
        '/sdf/world[@name="w"]/road[@name="it\'s"]/point[2]',
    ]


def test_a_path_of_an_attribute_ends_with_its_name() -> None:
    (found,) = [f for f in bodyplan_findings('<robot name="r"><link name="l" nme="x"/></robot>') if f.code == "BP202"]
    assert found.xpath == '/robot[@name="r"]/link[@name="l"]/@nme'


def test_places_are_the_same_asked_for_one_by_one_in_any_order_or_all_at_once() -> None:
    written = "<r>\n" + "".join(f'  <é n="ü">\n    <b/>{" " * 600}</é>\n' for _ in range(30)) + "</r>"

    def read() -> tuple[Source, list[Any]]:
        source = Source(None, written.encode())
        parse(source, Sink())
        assert source.root is not None
        return source, list(source.root.iter("é", "b"))

    source, elements = read()
    backwards = [source.span(element) for element in reversed(elements)]
    source, elements = read()
    forwards = [source.span(element) for element in elements]
    assert forwards == backwards[::-1]
    source, elements = read()
    some = [span for element in elements[-3:] for *_, span in source.locate([(element, None)])]
    assert some == forwards[-3:]
    assert [span for *_, span in source.locate([(element, None) for element in elements])] == forwards

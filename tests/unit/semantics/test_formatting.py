"""One layout for every XML text, with everything that stands in it."""

from __future__ import annotations

import bodyplan
import pytest
from bodyplan import format_text

CASES = {
    "an element a line, two blanks deeper inside": (
        "<sdf version='1.9'><model   name = 'm'><link name='l'></link></model></sdf>",
        '<sdf version="1.9">\n  <model name="m">\n    <link name="l"/>\n  </model>\n</sdf>\n',
    ),
    "attributes in the order of the description, others behind": (
        '<robot name="r"><joint b="2" type="fixed" xmlns:x="u" name="j" a="1"/></robot>',
        '<robot name="r">\n  <joint name="j" type="fixed" b="2" xmlns:x="u" a="1"/>\n</robot>\n',
    ),
    "a tag over several lines": (
        '<robot\n    name="r"\n>\n</robot>',
        '<robot name="r"/>\n',
    ),
    "one empty line between blocks, none at the ends": (
        '<robot name="r">\n\n<link name="a"/>\n\n\n\n<link name="b"/>\n<link name="c"/>\n\n</robot>\n\n\n',
        '<robot name="r">\n  <link name="a"/>\n\n  <link name="b"/>\n  <link name="c"/>\n</robot>\n',
    ),
    "comments above, behind and inside": (
        (
            '<!-- head --><robot name="r"> <!-- r -->\n'
            '<!-- a\n   of two lines -->\n<link name="a"/><!-- behind -->   <!-- again -->\n'
            '<link name="b"><!-- nothing --></link><!-- c --><link name="c"/></robot> <!-- end -->'
        ),
        (
            '<!-- head -->\n<robot name="r"> <!-- r -->\n'
            '  <!-- a\n   of two lines -->\n  <link name="a"/> <!-- behind --> <!-- again -->\n'
            '  <link name="b">\n    <!-- nothing -->\n  </link>\n  <!-- c -->\n  <link name="c"/>\n</robot> <!-- end -->\n'
        ),
    ),
    "what stands before the root element": (
        '<?xml version="1.0"?><!DOCTYPE robot [ <!ENTITY e "x"> ]>\n\n\n<?p i?><robot name="r"/>',
        '<?xml version="1.0"?>\n<!DOCTYPE robot [ <!ENTITY e "x"> ]>\n\n<?p i?>\n<robot name="r"/>\n',
    ),
    "texts are not laid out anew, values lose the blanks around them": (
        (
            '<sdf version="1.9"><model name="m"><static> true </static><link name="l"><pose>\n 1 2  3 0 0 0\n</pose>'
            "<visual name='v'><geometry><mesh><uri> a b </uri></mesh></geometry></visual></link></model></sdf>"
        ),
        (
            '<sdf version="1.9">\n  <model name="m">\n    <static>true</static>\n    <link name="l">\n'
            '      <pose>1 2  3 0 0 0</pose>\n      <visual name="v">\n        <geometry>\n          <mesh>\n'
            "            <uri> a b </uri>\n          </mesh>\n        </geometry>\n      </visual>\n    </link>\n"
            "  </model>\n</sdf>\n"
        ),
    ),
    "what a plugin holds": (
        (
            "<sdf version='1.9'><world name='w'><plugin name='p' filename='f'><a><b>1</b><c> </c></a>"
            "<t>one <i>two</i>\n three</t><d><![CDATA[ <x> ]]></d><e>&lt;</e></plugin></world></sdf>"
        ),
        (
            '<sdf version="1.9">\n  <world name="w">\n    <plugin name="p" filename="f">\n      <a>\n        <b>1</b>\n'
            "        <c> </c>\n      </a>\n      <t>one <i>two</i>\n three</t>\n      <d><![CDATA[ <x> ]]></d>\n"
            "      <e>&lt;</e>\n    </plugin>\n  </world>\n</sdf>\n"
        ),
    ),
    "a text where none belongs": (
        '<robot name="r"><link name="a"/>  stray\n<link name="b"><inertial/></link></robot>',
        '<robot name="r">\n  <link name="a"/>  stray\n<link name="b">\n    <inertial/>\n  </link>\n</robot>\n',
    ),
    "blanks that are to be kept": (
        '<robot name="r"><link name="a"><x xml:space="preserve"> <y/></x></link></robot>',
        '<robot name="r">\n  <link name="a">\n    <x xml:space="preserve"> <y/></x>\n  </link>\n</robot>\n',
    ),
    "what looks like a blank and is a text": (
        '<robot name="r"><link name="a">\N{NO-BREAK SPACE}</link></robot>',
        '<robot name="r">\n  <link name="a">\N{NO-BREAK SPACE}</link>\n</robot>\n',
    ),
    "values as they were written": (
        "<robot name='a \"b\"'><link name='&apos;&#10;>'/></robot>",
        '<robot name=\'a "b"\'>\n  <link name="&apos;&#10;>"/>\n</robot>\n',
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_layout(case: str) -> None:
    text, expected = CASES[case]
    assert format_text(text) == expected
    assert format_text(expected) == expected


@pytest.mark.parametrize("case", CASES)
@pytest.mark.parametrize("line_end", ["\r\n", "\r"])
def test_line_ends_stay(case: str, line_end: str) -> None:
    text, expected = CASES[case]
    # a text of one line ends with the plain one
    wanted = expected.replace("\n", line_end) if "\n" in text else expected
    assert format_text(text.replace("\n", line_end)) == wanted


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "iso-8859-1"])
def test_encodings_stay(encoding: str) -> None:
    name = "utf-8" if encoding == "utf-8-sig" else encoding
    text = f'<?xml version="1.0" encoding="{name}"?>\n<robot name="ä"><!-- ß --></robot>\n'
    made = format_text(text.encode(encoding))
    assert made.decode(encoding) == text.replace("><!-- ß --></", ">\n  <!-- ß -->\n</")
    assert made[:3] == text.encode(encoding)[:3]


def test_numbers_stay_unless_they_are_to_be_short() -> None:
    text = (
        '<sdf version="1.9">\n  <model name="1.0">\n    <link name="l">\n      <inertial>\n        <mass>1.50</mass>\n'
        "      </inertial>\n      <pose>1.0 -0.10 1e-3  0x1 0 0</pose>\n      <sensor name='s' type='imu'>\n"
        "        <update_rate>1e400</update_rate>\n        <pose>1.0 -0.10 1e-3  0 +0.0 0</pose>\n      </sensor>\n"
        "    </link>\n  </model>\n</sdf>\n"
    ).replace("'", '"')
    assert format_text(text) == text
    short = text.replace("1.50", "1.5").replace("1.0 -0.10 1e-3  0 +0.0 0", "1 -0.1 0.001  0 0 0")
    assert format_text(text, numbers=True) == short
    assert format_text(short, numbers=True) == short


def test_documents_with_errors_are_laid_out() -> None:
    text = '<robot name="r"><joint name="j" type="hinge"><bogus z="1" a="x"/></joint><lnik name="a"/></robot>'
    assert format_text(text) == (
        '<robot name="r">\n  <joint name="j" type="hinge">\n    <bogus z="1" a="x"/>\n  </joint>\n'
        '  <lnik name="a"/>\n</robot>\n'
    )


def test_what_is_no_document_is_refused() -> None:
    with pytest.raises(bodyplan.LoadError) as refused:
        format_text("<robot>", path="a.urdf")
    assert [(each.code, each.file) for each in refused.value.diagnostics] == [("BP003", "a.urdf")]
    with pytest.raises(bodyplan.LoadError):
        format_text("<html/>")
    with pytest.raises(ValueError, match="are no XML"):
        format_text("directives: []\n", path="a.dmd.yaml")

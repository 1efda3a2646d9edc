"""Large documents are read without their trees, with findings too."""

from __future__ import annotations

from typing import Any

import bodyplan
import pytest
from bodyplan.runtime import stream_parser
from bodyplan.semantics.document import parser

MODEL = """<model name='m{i}'><!-- <z> > --><pose>1 2 3 0 0 0</pose>
  <link name='l'><inertial><odd/><mss>1</mss><odd/></inertial>é<gravity>1</gravity></link>\r
 <lnk name='x'
 a='1' b='2'/><plugin name='p' filename='f'><![CDATA[<a> ]]></plugin></model>"""
WORLD = "<?xml version='1.0'?>\n<!-- c > <x> -->\n<sdf version='1.12'><world name='w'>\n{}</world></sdf>"
LINK = "<link name='l{i}' nmae='x' odd='1'><visual><geometry><box size='1 1 1' odd=''/></geometry></visual></link>"
SOUND = "<robot name='r'><link name='l'>{}</link></robot>"
DOCUMENTS = {
    "alike without a name": SOUND.format(
        "<visual name='v'/>" + "<visual><odd/></visual><visual name='w'><odd/></visual>" * 60
    ),
    "models": WORLD.format("".join(MODEL.replace("{i}", str(i)) for i in range(60))),
    "one line": "<robot name='r'>" + "".join(LINK.replace("{i}", str(i)) for i in range(60)) + "</robot>",
    "one large child": SOUND.format("<visual><geometry><box size='1 1 1'/></geometry></visual><odd/>" * 60),
}


def told(text: str) -> list[dict[str, Any]]:
    try:
        found = bodyplan.loads(text.encode()).diagnostics
    except bodyplan.LoadError as error:
        found = error.diagnostics
    return [finding.to_dict() for finding in found]


@pytest.fixture
def streamed(monkeypatch: pytest.MonkeyPatch) -> list[bool]:
    """Whether each document that is read was read without its tree."""
    found: list[bool] = []
    read = parser._read_streamed

    def noting(*arguments: Any) -> Any:
        parsed = read(*arguments)
        found.append(parsed is not None)
        return parsed

    monkeypatch.setattr(parser, "_read_streamed", noting)
    return found


@pytest.mark.parametrize("name", DOCUMENTS)
@pytest.mark.parametrize("block", [10, 300, 5000])
def test_findings_have_their_places_though_nothing_is_left_of_the_tree(
    name: str, block: int, streamed: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    wanted = told(DOCUMENTS[name])
    monkeypatch.setattr(parser, "LARGE", -1)
    monkeypatch.setattr(stream_parser, "BLOCK", block)
    assert told(DOCUMENTS[name]) == wanted
    assert len(wanted) >= 60


def test_one_unknown_element_does_not_ask_for_the_tree(streamed: list[bool], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parser, "LARGE", -1)
    monkeypatch.setattr(stream_parser, "BLOCK", 300)
    (finding,) = told(
        DOCUMENTS["models"]
        .replace("<odd/>", "")
        .replace("é", "")
        .replace("<mss>", "<mass>")
        .replace("</mss>", "</mass>")
        .replace("lnk", "link", 59)
        .replace(" a='1' b='2'", "")
    )[-1:]
    assert finding["code"] == "BP201"
    # with the name put right it is looked at once more, in a tree
    assert streamed == [True]


@pytest.mark.parametrize(
    "parts",
    [
        "<model name='m'><link name='l'/></model><model name='m'><link name='k'>{}</link></model>",
        "<model name='m'><link name='l'/><link name='l'>{}</link></model>",
        "<model name='m'><lnik name='l'>{}</lnik></model>",
    ],
)
def test_what_a_wrong_name_hides_is_found_without_a_tree_too(
    parts: str, streamed: list[bool], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = WORLD.format(parts.format("<inertial><mass>-1</mass></inertial>"))
    wanted = told(text)
    assert "BP620" in [finding["code"] for finding in wanted]
    monkeypatch.setattr(parser, "LARGE", -1)
    assert told(text) == wanted
    assert streamed == [True]

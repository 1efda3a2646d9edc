"""Elements are in the order of the text, whether a document was just read or is looked at again."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import pytest

MIXED = """<mujoco>
  <default>
    <default class="a"><site size="0.1"/><geom size="0.1"/></default>
    <geom density="1"/><default class="b"><motor gear="1"/><position kp="2"/><geom size="0.2"/></default><site group="1"/>
  </default>
  <worldbody><body name="x">
    <site class="no1"/><geom class="no2" size="1"/><joint class="no3"/><freejoint name="f"/><body name="y"><geom class="no4"/></body><geom class="no5"/>
    <frame><geom class="no6"/><site name="s" class="no7"/></frame><site name="s"/><joint name="f"/><body name="x"><geom class="b" material="no8"/></body>
  </body></worldbody>
  <sensor><touch site="no9"/><force site="s"/><touch site="no10"/></sensor>
</mujoco>"""


@pytest.mark.parametrize("text", [MIXED, MIXED.replace("<frame>", "").replace("</frame>", "")], ids=["frame", "plain"])
def test_a_check_finds_what_a_load_finds_in_the_same_order(text: str, tmp_path: Path) -> None:
    path = tmp_path / "mixed.xml"
    path.write_text(text)
    with pytest.raises(bodyplan.LoadError) as error:
        bodyplan.load(path)
    found = [(each.line, each.column, each.message) for each in bodyplan.check(path).diagnostics]
    assert found == [(each.line, each.column, each.message) for each in error.value.diagnostics]
    assert [number for number in range(1, 11) if not any(f"'no{number}'" in message for *_, message in found)] == []
    assert [place[:2] for place in found] == sorted(place[:2] for place in found)


def test_the_order_of_an_edited_document_is_that_of_its_text(tmp_path: Path) -> None:
    path = tmp_path / "edited.xml"
    path.write_text('<mujoco><worldbody><body name="a"/><body name="b"/><body name="c"/></worldbody></mujoco>')
    document = bodyplan.mjcf.load(path)
    document.root.worldbody[0].body.reverse()
    assert [name.rpartition("::")[2] for name in document.scene.links] == ["a", "b", "c"]

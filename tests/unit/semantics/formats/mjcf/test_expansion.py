"""``dumps(expand=True)``: includes are put in, and elements say what their classes give them."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import pytest
from bodyplan.cli.main import main

CLASSES = """\
  <default>
    <geom rgba="1 0 0 1" friction=".7 .1 .2"/>
    <default class="arm"><joint axis="0 1 0" damping="2"/><geom size=".1"/></default>
  </default>
"""


def expanded(inside: str, folder: Path | None = None) -> list[str]:
    """The lines of a document, without those around ``inside``."""
    text = f"<mujoco>\n{CLASSES}{inside}</mujoco>"
    document = bodyplan.loads(text, base_dir=folder)
    return [line.strip() for line in document.dumps(expand=True).splitlines()][2:-1]


def test_elements_get_what_their_class_says() -> None:
    body = '<body name="b" childclass="arm"><joint name="j" damping="1"/><geom/><geom class="main" size="1" rgba="0 0 1 1"/></body>'
    assert expanded(f"<worldbody>{body}</worldbody>") == [
        "<worldbody>",
        '<body name="b">',
        '<joint name="j" axis="0 1 0" damping="1"/>',
        '<geom size=".1" friction=".7 .1 .2" rgba="1 0 0 1"/>',
        '<geom size="1" friction=".7 .1 .2" rgba="0 0 1 1"/>',
        "</body>",
        "</worldbody>",
    ]


def test_a_class_completes_lists_of_numbers() -> None:
    lines = expanded('<worldbody><geom size="1" friction="1"/></worldbody>')
    assert lines[1] == '<geom size="1" friction="1 .1 .2" rgba="1 0 0 1"/>'


def test_frames_stay_and_hand_their_class_on() -> None:
    lines = expanded('<worldbody><frame pos="1 0 0" childclass="arm"><geom rgba="1 1 1 1"/></frame></worldbody>')
    assert lines[1:4] == ['<frame pos="1 0 0">', '<geom size=".1" friction=".7 .1 .2" rgba="1 1 1 1"/>', "</frame>"]


def test_includes_are_put_in_where_they_are(tmp_path: Path) -> None:
    (tmp_path / "motors.xml").write_text(
        '<mujocoinclude><motor name="a" joint="j"/><position name="b" joint="j"/><motor name="c" joint="j"/></mujocoinclude>'
    )
    (tmp_path / "bodies.xml").write_text('<mujoco><body><joint name="j" class="arm"/><geom size="1"/></body></mujoco>')
    lines = expanded(
        '<worldbody><geom size="2"/><include file="bodies.xml"/></worldbody>'
        '<actuator><position name="z" joint="j"/><include file="motors.xml"/></actuator>',
        tmp_path,
    )
    assert [line.split('"')[1] for line in lines if "joint=" in line] == ["z", "a", "b", "c"]
    assert '<joint name="j" axis="0 1 0" damping="2"/>' in lines
    assert not any("include" in line for line in lines)


@pytest.mark.parametrize(
    ("classes", "element"),
    [
        ('<geom euler="90 0 0"/>', '<geom class="c" size="1" quat="1 0 0 0"/>'),
        ('<general gainprm="2"/>', None),
    ],
    ids=["another orientation", "no such attribute"],
)
def test_classes_stay_where_an_element_cannot_say_it(classes: str, element: str | None) -> None:
    own = element or '<geom size="1"/>'
    text = (
        f'<mujoco><default><default class="c">{classes}</default></default><worldbody><body name="b"><joint name="j"/>{own}'
        '</body></worldbody><actuator><motor class="c" joint="j"/></actuator></mujoco>'
    )
    written = bodyplan.loads(text).dumps(expand=True)
    assert '<default class="c">' in written
    assert 'class="c"' in written.partition("</default>")[2]


def test_what_was_changed_is_expanded() -> None:
    document = bodyplan.mjcf.loads("<mujoco><default><geom size='1'/></default><worldbody><geom/></worldbody></mujoco>")
    document.root.worldbody[0].geom[0].name = "floor"
    assert '<geom name="floor" size="1"/>' in document.dumps(expand=True)
    assert "default" in document.dumps()


def test_print_expands(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "m.xml"
    path.write_text(f"<mujoco>{CLASSES}<worldbody><geom size='1'/></worldbody></mujoco>")
    assert main(["print", "--expand", str(path)]) == 0
    assert '<geom size="1" friction=".7 .1 .2" rgba="1 0 0 1"/>' in capsys.readouterr().out


def test_copies_of_copies_without_end_are_refused_at_once() -> None:
    text = "<geom size='1'/>"
    for _ in range(8):
        text = f"<replicate count='1000'>{text}</replicate>"
    with pytest.raises(bodyplan.LoadError, match="BP015"):
        bodyplan.loads(f"<mujoco><worldbody>{text}</worldbody></mujoco>")
    with pytest.raises(bodyplan.LoadError, match="BP015"):
        bodyplan.loads("<mujoco><worldbody><replicate count='999999999'/></worldbody></mujoco>")

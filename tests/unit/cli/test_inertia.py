"""``bodyplan inertia`` and ``Document.inertia``."""

from __future__ import annotations

import json
from pathlib import Path

import bodyplan
import pytest
from bodyplan.cli.main import main

ROBOT = """\
<robot name="r">
  <link name="bar">
    <inertial>
      <origin xyz="0 0 0.1" rpy="0 1.5707963267948966 0"/>
      <mass value="6"/>
      <inertia ixx="0.3" iyy="0.2" izz="0.1" ixy="0" ixz="0" iyz="0"/>
    </inertial>
    <visual>
      <origin xyz="0 0 0.2"/>
      <geometry>
        <box size="0.1 0.2 0.3"/>
      </geometry>
    </visual>
  </link>
  <link name="frame"/>
  <joint name="j" type="fixed">
    <parent link="bar"/>
    <child link="frame"/>
  </joint>
</robot>
"""


def test_a_link_stands_beside_its_shapes() -> None:
    bar, frame = bodyplan.loads(ROBOT).inertia()
    assert (bar.link, bar.mass, bar.com) == ("r::bar", 6, (0, 0, 0.1))
    assert bar.moments == pytest.approx((0.1, 0.2, 0.3))
    assert bar.shapes is not None
    assert bar.shapes.source == "visuals"
    assert bar.shapes.volume == pytest.approx(0.006)
    assert bar.shapes.density == pytest.approx(1000)
    assert bar.shapes.com == pytest.approx((0, 0, 0.2))
    assert bar.shapes.moments == pytest.approx((6 * 0.05 / 12, 6 * 0.1 / 12, 6 * 0.13 / 12))
    assert (frame.mass, frame.shapes) == (0, None)


def test_what_overlaps_or_lies_apart_is_one_body() -> None:
    shape = "<visual><origin xyz='{} 0 0'/><geometry><sphere radius='0.1'/></geometry></visual>"
    text = "<robot name='r'><link name='l'><inertial><mass value='2'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>{}</link></robot>"
    (link,) = bodyplan.loads(text.format(shape.format(-1) + shape.format(1))).inertia()
    assert link.shapes is not None
    assert link.shapes.com == pytest.approx((0, 0, 0))
    assert link.shapes.moments == pytest.approx((2 * 0.4 * 0.01, 2 * 0.4 * 0.01 + 2, 2 * 0.4 * 0.01 + 2))


def test_collisions_where_visuals_are_open(tmp_path: Path) -> None:
    pytest.importorskip("trimesh", reason="the extra bodyplan[trimesh] is not installed")
    (tmp_path / "open.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\n")
    mesh = "<visual><geometry><mesh filename='open.obj'/></geometry></visual>"
    box = "<collision><geometry><box size='1 1 1'/></geometry></collision>"
    text = "<robot name='r'><link name='l'>{}</link></robot>"
    (link,) = bodyplan.loads(text.format(mesh + box), base_dir=tmp_path).inertia()
    assert link.shapes is not None
    assert link.shapes.source == "collisions"
    pytest.importorskip("scipy", reason="the extra bodyplan[trimesh] is not installed")
    (link,) = bodyplan.loads(text.format(mesh), base_dir=tmp_path).inertia()
    assert link.shapes is not None
    assert (link.shapes.source, link.shapes.volume) == ("hulls of visuals", pytest.approx(1 / 6))


def test_the_command_prints_a_table_or_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "r.urdf"
    file.write_text(ROBOT, encoding="utf-8")
    assert main(["inertia", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0].split("  ")[0] == "link"
    assert lines[1].split() == [
        *["r::bar", "6", "0", "0", "0.1", "0.1", "0.2", "0.3"],
        *["1000", "0", "0", "0.2", "0.025", "0.05", "0.065", "visuals"],
    ]
    assert lines[2].split() == ["r::frame", "0", "0", "0", "0", "0", "0", "0", "-", "-", "-", "-"]
    assert lines[3].split() == ["total", "6"]
    assert main(["inertia", "--format", "json", str(file)]) == 0
    assert json.loads(capsys.readouterr().out) == [each.to_dict() for each in bodyplan.load(file).inertia()]


def test_numbers_that_json_does_not_have(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "r.urdf"
    file.write_text(ROBOT.replace('"6"', '"1e308"').replace('"0.1 0.2 0.3"', '"1e-308 1 1e-200"'), encoding="utf-8")
    assert main(["inertia", "--format", "json", str(file)]) == 0
    json.loads(capsys.readouterr().out, parse_constant=lambda name: pytest.fail(name))

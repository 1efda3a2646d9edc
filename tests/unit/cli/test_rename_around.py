"""``bodyplan rename``: names in plugins, of frames of messages and in parameter files of ROS."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import pytest
from bodyplan.cli.main import main
from bodyplan.semantics.compose.parameter_files import rename_in_parameters

MODEL = """\
<sdf version="1.9">
  <model name="m">
    <link name="arm"/>
    <link name="hand">
      <sensor name="s" type="imu"><gz_frame_id>arm</gz_frame_id></sensor>
    </link>
    <joint name="lift" type="revolute"><parent>arm</parent><child>hand</child><axis><xyz>0 0 1</xyz></axis></joint>
    <plugin name="gz::sim::systems::TrackController" filename="gz-sim-track-controller-system">
      <link>arm</link>
      <velocity_topic>arm</velocity_topic>
    </plugin>
    <plugin name="own" filename="libown.so">
      <tool_link>m::arm</tool_link>
      <attach body="arm"/>
      <label>arm</label>
      <driven_joint>lift</driven_joint>
    </plugin>
  </model>
</sdf>
"""
CONTROLLERS = """\
# of the arm
lift:
  ros__parameters:
    lift: 1
controller_manager:
  ros__parameters:
    update_rate: 100  # Hz
arm_controller:
  ros__parameters:
    joints: [lift, 'lift', "turn"]
    gains:
      lift: {p: 1.0}   # lift
    topic: lift/command
"""


@pytest.fixture
def package(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "package.xml").write_text("<package><name>p</name></package>")
    for folder in ("models", "config"):
        (tmp_path / folder).mkdir()
    (tmp_path / "models" / "m.sdf").write_text(MODEL)
    (tmp_path / "config" / "controllers.yaml").write_text(CONTROLLERS)
    (tmp_path / "config" / "other.yaml").write_text("lift: {p: lift}\n")
    return tmp_path


def test_a_link_has_its_other_name_wherever_a_plugin_names_it(
    package: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rename", "models/m.sdf", "arm", "boom", "--in-place"]) == 0
    text = (package / "models" / "m.sdf").read_text()
    expected = MODEL.replace(">arm<", ">boom<").replace('"arm"', '"boom"').replace("m::arm", "m::boom")
    expected = expected.replace("<velocity_topic>boom", "<velocity_topic>arm").replace("<label>boom", "<label>arm")
    assert text == expected
    said = capsys.readouterr().err.splitlines()
    assert [each for each in said if "is changed, too" in each] == [
        "bodyplan: models/m.sdf: <tool_link> of plugin 'own' is changed, too: by its tag it means the link 'arm'",
        "bodyplan: models/m.sdf: @body of <attach> of plugin 'own' is changed, too: by its tag it means the link 'arm'",
    ]
    assert [each for each in said if "is not changed" in each] == [
        "bodyplan: models/m.sdf: <velocity_topic> of plugin 'gz::sim::systems::TrackController' is not changed, though it may mean 'arm'",
        "bodyplan: models/m.sdf: <label> of plugin 'own' is not changed, though it may mean 'arm'",
    ]


def test_parameter_files_of_the_package_are_told_and_follow_where_they_are_named(
    package: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["rename", "models/m.sdf", "lift", "hoist", "--in-place"]) == 0
    told = [each for each in capsys.readouterr().err.splitlines() if ".yaml" in each]
    file = package / "config" / "controllers.yaml"
    assert told == [f"bodyplan: {file}: 'lift' in it is not changed; --included-by {file} changes it"]
    assert file.read_text() == CONTROLLERS
    assert main(["rename", "models/m.sdf", "hoist", "lift", "--in-place"]) == 0
    capsys.readouterr()
    assert main(["rename", "models/m.sdf", "lift", "hoist", "--included-by", "config/controllers.yaml", "--write"]) == 0
    assert "controllers.yaml" not in capsys.readouterr().err
    changed = CONTROLLERS.replace("    lift: 1", "    hoist: 1").replace("[lift, 'lift'", "[hoist, 'hoist'")
    assert file.read_text() == changed.replace("lift: {p", "hoist: {p")
    assert "<driven_joint>hoist<" in (package / "models" / "m.sdf").read_text()


def test_a_diff_shows_all_files(package: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rename", "models/m.sdf", "lift", "hoist", "--included-by", "config/controllers.yaml"]) == 0
    shown = capsys.readouterr().out
    assert "+++ models/m.sdf" in shown
    assert "+++ config/controllers.yaml" in shown
    assert (package / "config" / "controllers.yaml").read_text() == CONTROLLERS


@pytest.mark.parametrize("text", ["a: [", "- b", "", "x: {y: lifter}"])
def test_what_has_no_such_name_stays(text: str) -> None:
    assert rename_in_parameters(text.encode(), "lift", "hoist") is None


def test_names_of_another_model_are_no_names_of_this_one() -> None:
    plugin = '<plugin name="q" filename="f"><link>{0}</link></plugin>'
    doc = bodyplan.loads(
        f'<sdf version="1.9"><world name="w"><model name="a"><link name="l"/>{plugin.format("l")}</model>'
        f'<model name="b"><link name="l"/>{plugin.format("l")}</model>{plugin.format("a::l")}</world></sdf>'
    )
    bodyplan.rename(doc, doc.root.world[0].model[0].link[0], "k")
    text = doc.dumps()
    assert (text.count("<link>k<"), text.count("<link>l<"), text.count("<link>a::k<")) == (1, 1, 1)


def test_the_frame_of_messages_follows_in_urdf_too() -> None:
    sensor = '<gazebo reference="a"><sensor name="s" type="imu"><gz_frame_id>a</gz_frame_id></sensor></gazebo>'
    doc = bodyplan.loads(f'<robot name="r"><link name="a"/>{sensor}</robot>')
    bodyplan.rename(doc, doc.root.link[0], "b")
    assert doc.dumps().count('"a"') == 0
    assert "<gz_frame_id>b<" in doc.dumps()


def test_a_part_keeps_a_sensor_whose_messages_come_from_another_frame() -> None:
    doc = bodyplan.loads(MODEL)
    part = bodyplan.extract(doc, "hand")
    assert "<gz_frame_id>arm<" in part.dumps()
    assert list(part.scene.links) == ["hand::hand"]

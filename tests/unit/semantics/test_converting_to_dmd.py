"""Drake's model directives that are made of other formats: what they add stands and moves as what they are made of."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import bodyplan
import pytest
from bodyplan.cli.main import main

INERTIAL = "<inertial><mass>2</mass><inertia><ixx>0.3</ixx><iyy>0.4</iyy><izz>0.5</izz></inertia></inertial>"
ARM = (
    '<sdf version="1.9"><model name="arm"><pose>1 2 3 0.1 0.2 0.3</pose>'
    f'<link name="a"><pose>0 0 1 0 0 0</pose>{INERTIAL}</link><link name="b"><pose>0 1 0 0.4 0 0</pose>{INERTIAL}</link>'
    '<joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis></joint>'
    "</model></sdf>"
)
TABLE = f'<sdf version="1.9"><model name="table"><static>true</static><link name="top">{INERTIAL}</link></model></sdf>'
POST = f'<model name="post"><pose>0 0 2 0 0 0.5</pose><link name="pole">{INERTIAL}</link></model>'


@pytest.fixture
def package(tmp_path: Path) -> Path:
    folder = tmp_path / "cell"
    folder.mkdir()
    (folder / "package.xml").write_text('<package format="3"><name>cell</name></package>')
    (folder / "arm.sdf").write_text(ARM)
    (folder / "table.sdf").write_text(TABLE)
    return folder


def world(folder: Path, body: str) -> Path:
    path = folder / "scene.sdf"
    path.write_text(f'<sdf version="1.11"><world name="w">{body}</world></sdf>')
    return path


def include(file: str, more: str = "") -> str:
    return f"<include><uri>package://cell/{file}</uri>{more}</include>"


def write(made: bodyplan.Conversion[Any], path: Path) -> bodyplan.Document[Any]:
    """The result as it is read from the disk."""
    path.parent.mkdir(exist_ok=True)
    path.write_text(made.document.dumps())
    for name, each in made.files.items():
        (path.parent / name).write_text(each.dumps())
    return bodyplan.load(path)


def assert_same_places(source: Path, result: bodyplan.Document[Any]) -> None:
    before = bodyplan.load(source).scene
    assert set(result.scene.links) == set(before.links)
    after = result.scene
    for name in before.links:
        one, other = (each.pose(name, q=each.default_configuration) for each in (before, after))
        assert other.matrix == pytest.approx(one.matrix, abs=1e-12)
    assert {name: link.mass for name, link in result.scene.links.items()} == {
        name: link.mass for name, link in before.links.items()
    }


def test_included_files_stay_files(package: Path) -> None:
    path = world(package, include("arm.sdf", "<pose>0 5 0 0 0 1</pose><name>left</name>") + include("table.sdf"))
    made = bodyplan.convert(path, "dmd")
    assert made.document.ok
    assert not made.files
    assert not made.losses
    left, table = made.document.root.directives
    assert (left.name, left.file, list(left.default_free_body_pose)) == ("left", "package://cell/arm.sdf", ["a"])
    assert (table.name, table.file, table.default_free_body_pose) == ("table", "package://cell/table.sdf", {})
    assert_same_places(path, write(made, package / "scene.dmd.yaml"))


def test_models_of_the_world_become_files(package: Path) -> None:
    path = world(package, POST + include("table.sdf", "<pose>0 0 0.5 0 0 0</pose>"))
    made = bodyplan.convert(path, "dmd", output=package / "scenes" / "scene.dmd.yaml")
    assert list(made.files) == ["post.sdf", "table.sdf"]  # the table is held, and elsewhere than its file says
    assert [each.file for each in made.document.root.directives] == [
        "package://cell/scenes/post.sdf",
        "package://cell/scenes/table.sdf",
    ]
    assert_same_places(path, write(made, package / "scenes" / "scene.dmd.yaml"))


def test_paths_of_meshes_lead_from_the_new_files(package: Path) -> None:
    (package / "pole.obj").write_text("v 0 0 0\n")
    visual = '<visual name="v"><geometry><mesh><uri>pole.obj</uri></mesh></geometry></visual>'
    path = world(package, POST.replace("</link>", f"{visual}</link>"))
    made = bodyplan.convert(path, "dmd", output=package / "scenes" / "scene.dmd.yaml")
    assert "<uri>../pole.obj</uri>" in made.files["post.sdf"].dumps()


def test_frames_and_welds(package: Path) -> None:
    path = world(
        package,
        include("arm.sdf") + POST + '<frame name="tip" attached_to="arm::b"><pose>0.1 0 0 0 0.3 0</pose></frame>'
        '<frame name="b"><pose>1 0 0 0 0 0</pose></frame>'
        '<joint name="hold" type="fixed"><parent>tip</parent><child>post::pole</child></joint>',
    )
    made = bodyplan.convert(path, "dmd")
    names = [each.name for each in made.document.root.directives if isinstance(each, bodyplan.dmd.AddFrame)]
    assert names == ["arm::tip", "b_1"]  # 'b' alone would be two frames
    (weld,) = (each for each in made.document.root.directives if isinstance(each, bodyplan.dmd.AddWeld))
    assert (weld.parent, weld.child) == ("arm::tip", "post::pole")
    assert_same_places(path, write(made, package / "scene.dmd.yaml"))


def test_a_frame_of_a_nested_model_is_welded(package: Path) -> None:
    nested = f'<model name="m"><link name="base">{INERTIAL}</link>{POST}</model>'
    hold = '<joint name="hold" type="fixed"><parent>world</parent><child>m::post::pole</child></joint>'
    path = world(package, nested + hold)
    made = bodyplan.convert(path, "dmd")
    assert made.document.ok
    assert made.document.root.directives[-1].child == "m::post_pole"
    assert_same_places(path, write(made, package / "scene.dmd.yaml"))


def test_what_has_no_place_is_reported(package: Path) -> None:
    path = world(
        package,
        '<gravity>0 0 -3</gravity><light name="sun" type="directional"/>'
        + include("arm.sdf")
        + POST
        + '<joint name="hinge" type="revolute"><parent>arm::b</parent><child>post::pole</child>'
        "<axis><xyz>0 0 1</xyz></axis></joint>",
    )
    made = bodyplan.convert(path, "dmd")
    assert [each.message.partition(":")[0] for each in made.losses] == [
        "<gravity> of world 'w' is not carried over",
        "<light> 'sun' is not carried over",
        "<joint> 'hinge' is not carried over",
    ]


def test_comments_that_are_in_no_file_are_reported(package: Path) -> None:
    post = POST.replace("<link", "<!-- of oak --><link")
    path = world(package, f"<!-- the left half -->{include('arm.sdf')}{post}")
    made = bodyplan.convert(path, "dmd")
    comments = [each.message for each in made.changes if "comment" in each.message]
    written = made.files["post.sdf"].dumps()
    for text in ("the left half", "of oak"):
        assert text in written or any(text in each for each in comments)


def test_files_of_models_have_the_comments_and_the_numbers_that_the_world_has(package: Path) -> None:
    post = (
        '<model name="post"><!-- of oak --><pose>0 0 2.0 0 0 0.50</pose><link name="pole"><inertial><!-- weighed -->'
        "<mass>2.0</mass><inertia><ixx>0.30</ixx><!-- xy --><ixy>0</ixy><iyy>0.40</iyy><izz>0.50</izz></inertia></inertial>"
        '<visual name="v"><geometry><sphere><radius>.5</radius></sphere></geometry><material><diffuse>1.0 0 0 1</diffuse>'
        "<specular>1.0 0 0 1</specular></material></visual></link></model>"
    )
    rail = post.replace('"post"', '"rail"').replace("of oak", "of ash").replace("weighed", "guessed")
    arm = f"<!-- the arm -->{include('arm.sdf')} <!-- beside it -->\n"
    path = world(package, f"{arm}<!-- the post -->{post}{rail}<!-- the end -->")
    made = bodyplan.convert(path, "dmd")
    assert [re.findall("<!-- (.*?) -->", each.dumps()) for each in made.files.values()] == [
        ["the post", "of oak", "weighed", "xy"],
        ["of ash", "guessed", "xy"],
    ]
    lost = [each.message.split("'")[1] for each in made.changes if "comment" in each.message]
    assert lost == ["the arm", "beside it", "the end"]
    text = re.sub(r">\s+<", "><", made.files["post.sdf"].dumps())
    for each in (post, rail):
        shape = re.sub("<!--.*?-->", "", each[each.index("<link") : each.index("</model>")])
        assert shape in re.sub("<!--.*?-->", "", text)
    assert "<pose>0 0 2.0 0 0 0.50</pose>" in text
    assert all(each.ok for each in made.files.values())
    assert_same_places(path, write(made, package / "scene.dmd.yaml"))


def test_prefixes_that_models_use_undeclared_are_no_matter_of_the_directives(package: Path) -> None:
    path = world(package, POST.replace("</link>", "</link><gz:lamp/>"))
    assert main(["convert", str(path), "--to", "dmd", "-o", str(package / "scene.dmd.yaml")]) == 0
    assert "<gz:lamp/>" in (package / "post.sdf").read_text()
    assert "xmlns" not in (package / "scene.dmd.yaml").read_text()


def test_a_robot_is_added_of_its_own_file(package: Path) -> None:
    path = package / "robot.urdf"
    path.write_text('<robot name="r"><link name="base"/></robot>')
    (added,) = bodyplan.convert(path, "dmd").document.root.directives
    assert (added.name, added.file) == ("r", "package://cell/robot.urdf")
    doc = bodyplan.load(path)
    doc.root.name = "other"
    made = bodyplan.convert(doc, "dmd")  # the file says something else than the document by now
    assert list(made.files) == ["other.urdf"]


def test_a_file_in_no_package_is_written_beside_the_result(package: Path, tmp_path: Path) -> None:
    path = tmp_path / "robot.urdf"
    path.write_text('<robot name="r"><link name="base"/></robot>')
    with pytest.raises(ValueError, match=r"in no package: write the result below a folder with a package\.xml"):
        bodyplan.convert(path, "dmd")
    made = bodyplan.convert(path, "dmd", output=package / "r.dmd.yaml")
    assert made.document.root.directives[0].file == "package://cell/r.urdf"
    with pytest.raises(ValueError, match="say with output"):
        bodyplan.convert(bodyplan.loads('<robot name="r"><link name="base"/></robot>'), "dmd")


def test_directives_of_other_files_are_put_in(package: Path) -> None:
    (package / "inner.dmd.yaml").write_text(
        "directives:\n- add_model: { name: arm, file: package://cell/arm.sdf, default_joint_positions: { j: [0.5] } }\n"
        "- add_frame: { name: tip, X_PF: { base_frame: arm::b } }\n"
        "- add_collision_filter_group: { name: g, members: [arm::a] }\n"
    )
    path = package / "outer.dmd.yaml"
    path.write_text(
        "directives:\n- add_model_instance: { name: left }\n"
        "- add_directives: { file: package://cell/inner.dmd.yaml, model_namespace: left }\n"
        "- add_weld: { parent: world, child: left::arm::a }\n"
    )
    made = bodyplan.convert(path, "dmd")
    assert not made.losses
    assert "add_directives" not in made.document.dumps()
    names = [getattr(each, "name", each.__class__.__name__) for each in made.document.root.directives]
    assert names == ["left", "left::arm", "tip", "g", "AddWeld"]
    assert_same_places(path, write(made, package / "flat.dmd.yaml"))


def test_the_command_writes_all_files(package: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = world(package, POST)
    out = package / "out" / "scene.dmd.yaml"
    assert main(["convert", str(path), "-o", str(out)]) == 0
    assert sorted(each.name for each in out.parent.iterdir()) == ["post.sdf", "scene.dmd.yaml"]
    assert bodyplan.load(out).ok
    assert main(["convert", str(path), "--to", "dmd"]) == 2
    assert "name that with -o" in capsys.readouterr().err
    assert main(["convert", str(path), "--to", "dmd", "-o", str(out), "--assets", str(package / "x")]) == 2


def test_drake_reads_the_same(package: Path) -> None:
    pydrake = pytest.importorskip("pydrake.all", reason="pydrake is not installed")
    path = world(
        package,
        include("arm.sdf", "<pose>0 5 0 0 0 1</pose>")
        + POST
        + include("table.sdf", "<pose>0 0 0.5 0 0 0</pose>")
        + '<joint name="hold" type="fixed"><parent>table::top</parent><child>post::pole</child></joint>',
    )
    out = package / "scene.dmd.yaml"
    write(bodyplan.convert(path, "dmd", target="drake"), out)

    def read(file: Path) -> dict[str, Any]:
        plant = pydrake.MultibodyPlant(0.0)
        parser = pydrake.Parser(plant)
        parser.package_map().AddPackageXml(str(package / "package.xml"))
        parser.AddModels(str(file))
        plant.Finalize()
        context = plant.CreateDefaultContext()
        bodies = [plant.get_body(pydrake.BodyIndex(index)) for index in range(plant.num_bodies())]
        return {"": plant.num_positions()} | {
            each.scoped_name().get_full(): plant.EvalBodyPoseInWorld(context, each).GetAsMatrix4() for each in bodies
        }

    before, after = read(path), read(out)
    assert set(after) == set(before)
    assert all(abs(after[name] - before[name]).max() < 1e-12 for name in before if name)
    assert after[""] == before[""]


def test_models_of_mjcf_have_the_ending_by_which_drake_knows_it(package: Path) -> None:
    text = '<mujoco model="m"><worldbody><body name="a"><joint name="j"/><geom size="1"/></body></worldbody></mujoco>'
    made = bodyplan.convert(bodyplan.loads(text), "dmd", output=package / "r.dmd.yaml")
    assert [*made.files] == ["m.xml"]
    assert [*write(made, package / "r.dmd.yaml").scene.joints]


def test_a_model_that_is_not_found_is_lost(package: Path) -> None:
    path = world(
        package,
        POST
        + "<include><name>x3</name><uri>https://fuel.gazebosim.org/1.0/OpenRobotics/models/X3 UAV/4</uri></include>",
    )
    made = bodyplan.convert(path, "dmd")
    assert [each.message for each in made.losses] == [
        "<include> of world 'w' is not carried over: the model that it includes is not found"
    ]
    assert [each.name for each in made.document.root.directives] == ["post"]


def test_a_comment_above_the_document_is_reported(package: Path) -> None:
    path = world(package, include("arm.sdf"))
    path.write_text("<!-- the cell of hall 4 -->\n" + path.read_text() + "\n<!-- end of it -->\n")
    told = " ".join(each.message for each in bodyplan.convert(path, "dmd").changes)
    assert "the cell of hall 4" in told
    assert "end of it" in told

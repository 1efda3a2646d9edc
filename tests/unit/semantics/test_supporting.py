"""What each reader does with each element of a document."""

from __future__ import annotations

import copy
import pickle
from pathlib import Path
from typing import Any

import bodyplan
import pytest
from bodyplan.semantics.formats.schema_tables import read_schema_table
from bodyplan.semantics.support.rows import VERDICTS
from bodyplan.semantics.support.tables import FILE, LISTS, SUPPORT_TARGETS, facts

from ...differential.reads.pages import TITLES, page
from ...differential.reads.parts import places

LINK = "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial>"
JOINT = "<parent link='a'/><child link='{0}'/><axis xyz='0 0 1'/><limit effort='1' velocity='1'/>"
URDF = (
    f"<robot name='r'>\n<link name='a'/>\n<link name='b'>{LINK}</link>\n<link name='c'>{LINK}</link>\n"
    f"<joint name='q' type='revolute'>{JOINT.format('b')}<dynamics damping='1' friction='2'/></joint>\n"
    f"<joint name='p' type='revolute'>{JOINT.format('c')}<dynamics friction='0'/></joint>\n"
    "<ros2_control><x y='1'/></ros2_control></robot>"
)


@pytest.fixture
def robot(tmp_path: Path) -> Path:
    file = tmp_path / "r.urdf"
    file.write_text(URDF)
    return file


@pytest.mark.parametrize("target", SUPPORT_TARGETS)
def test_tables_have_known_keys_and_name_each_path_once(target: str) -> None:
    for format, table in read_schema_table(target, FILE).items():
        if format == "reader":
            assert {"title", "release"} <= table.keys() <= {"title", "release", "extension"}
            continue
        assert {"how", "others"} <= table.keys() <= {*LISTS, "how", "others", "inside", "same", "words", "versions"}
        assert table["others"] in VERDICTS
        listed = [
            (parent, name) for verdict in LISTS for parent, names in table.get(verdict, {}).items() for name in names
        ]
        assert len(listed) == len(set(listed)) == len(facts(target).formats[format].listed)


def test_each_part_is_counted_with_its_first_place(robot: Path) -> None:
    found = bodyplan.support(robot)
    row = found["robot/joint/dynamics/@friction"]
    assert (row.count, row.file, row.line) == (2, str(robot), 5)
    assert found.files == (str(robot),)
    with pytest.raises(KeyError):
        found["robot/gazebo"]


def test_what_depends_on_the_document_is_asked_of_the_consumer(robot: Path) -> None:
    dynamics = bodyplan.support(robot)["robot/joint/dynamics"].statuses
    assert dict(dynamics["drake"].counts) == {"warns": 1, "uses": 1}
    assert dynamics["drake"].verdict == "warns"
    assert "friction" in dynamics["drake"].words
    assert dynamics["mujoco"].verdict == "uses"


def test_what_stands_in_an_ignored_element_is_ignored(robot: Path) -> None:
    statuses = bodyplan.support(robot)["robot/ros2_control/x/@y"].statuses
    assert {name: each.verdict for name, each in statuses.items()} == dict.fromkeys(statuses, "ignores")


def test_some_readers_alone_and_unknown_ones(robot: Path) -> None:
    assert [each.name for each in bodyplan.support(robot, targets=["mujoco"]).targets] == ["mujoco"]
    assert [each.name for each in bodyplan.support(robot, target="drake").targets] == ["drake"]
    with pytest.raises(bodyplan.BadName, match="drakke"):
        bodyplan.support(robot, targets=["drakke"])


def test_earlier_names_warn_and_mean_todays(robot: Path, checkout: Path) -> None:
    support: Any = bodyplan.support
    with pytest.warns(DeprecationWarning, match="readers of bodyplan.support is called targets now") as caught:
        found = support(robot, readers=["mujoco"])
    assert caught[0].filename == __file__
    assert found == bodyplan.support(robot, targets=["mujoco"])
    table = (checkout / "docs/stability.md").read_text(encoding="utf-8")
    assert "| `support(readers=…)` | `support(targets=…)` |" in table
    for thing, old, new in ((found, "readers", "targets"), (found.rows[0], "treatments", "statuses")):
        owner = type(thing).__name__
        with pytest.warns(DeprecationWarning, match=rf"{owner}\.{old} is called {owner}\.{new} now") as caught:
            assert getattr(thing, old) is getattr(thing, new)
        assert caught[0].filename == __file__
        assert old not in dir(thing)
        assert f"| `{owner}.{old}` | `{owner}.{new}` |" in table
    with pytest.raises(AttributeError, match="'Support' object has no attribute 'treatments'"):
        found.treatments  # noqa: B018
    assert pickle.loads(pickle.dumps(found)) == copy.deepcopy(found) == found


def test_a_document_is_looked_at_as_it_is_now(robot: Path) -> None:
    document = bodyplan.urdf.load(robot)
    bodyplan.remove(bodyplan.find_all(document.root, "joint")[1])
    assert bodyplan.support(document)["robot/joint"].count == 1


def test_included_files_count_once_and_other_formats_have_other_readers(tmp_path: Path, robot: Path) -> None:
    world = tmp_path / "w.sdf"
    include = "<include><uri>r.urdf</uri><name>{0}</name></include>"
    world.write_text(
        f"<sdf version='1.9'><world name='w'>{include.format('x')}{include.format('y')}<model name='m'><link name='l'/>"
        "</model></world></sdf>"
    )
    found = bodyplan.support(world)
    assert found.files == (str(world), str(robot))
    assert found["robot/link"].count == 3
    assert found["model/link"].statuses["urdfdom"].verdict == "-"
    assert found["robot/link"].statuses["urdfdom"].verdict == "uses"


def test_what_a_reader_refuses_and_versions_that_it_does_not_take(tmp_path: Path) -> None:
    file = tmp_path / "m.sdf"
    file.write_text("<sdf version='1.9'><model name='m'><link name='l'/><lnik/></model></sdf>")
    found = bodyplan.support(file)
    assert {each.name: each.refuses for each in found.targets} == {"libsdformat": False, "drake": True, "dart": True}
    lnik = found["model/lnik"].statuses
    assert (lnik["drake"].verdict, lnik["libsdformat"].verdict) == ("refuses", "warns")
    assert found["sdf/@version"].statuses["dart"].verdict == "refuses"


def test_levels_of_libsdformat_and_tags_of_drake(tmp_path: Path) -> None:
    surface = "<surface><friction><ode><mu>1</mu></ode></friction><contact><ode><kp>1</kp></ode></contact></surface>"
    shape = "<geometry><sphere><radius>1</radius></sphere></geometry>"
    own = "<drake:proximity_properties><drake:hunt_crossley_dissipation>1</drake:hunt_crossley_dissipation>"
    file = tmp_path / "m.sdf"
    file.write_text(
        "<sdf version='1.9' xmlns:drake='http://drake.mit.edu'><model name='m'><link name='l'><collision name='c'>"
        f"{shape}{surface}{own}</drake:proximity_properties></collision></link></model></sdf>"
    )
    found = bodyplan.support(file, targets=["libsdformat", "drake"])
    at = "model/link/collision"
    verdicts = {row.path: tuple(each.verdict for each in row.statuses.values()) for row in found.rows}
    assert verdicts[f"{at}/surface/friction/ode/mu"] == ("uses", "uses")
    assert verdicts[f"{at}/surface/contact/ode/kp"][0] == "keeps"
    assert verdicts[f"{at}/drake:proximity_properties/drake:hunt_crossley_dissipation"] == ("keeps", "uses")


def test_a_file_that_is_no_document(tmp_path: Path) -> None:
    with pytest.raises(bodyplan.LoadError):
        bodyplan.support(tmp_path / "none.urdf")


@pytest.mark.parametrize("name", SUPPORT_TARGETS)
def test_tables_name_parts_that_there_are(name: str) -> None:
    for format, reads in facts(name).formats.items():
        known = {place.path for place in places(format)} | {"robot", "sdf", "skel", "gazebo", "mujoco"}
        foreign = ("robot/gazebo/", "robot/mujoco/")
        assert [path for path in reads.listed if path not in known and not path.startswith(foreign)] == []
        assert [path for path in reads.words if path not in known and not path.startswith(foreign)] == []


@pytest.mark.parametrize("format", TITLES)
def test_pages_are_what_the_tables_give(format: str, checkout: Path) -> None:
    made = (checkout / "docs" / "support" / f"{format}.md").read_text(encoding="utf-8")
    assert made == page(format), "run: python -m tests.differential.reads pages"

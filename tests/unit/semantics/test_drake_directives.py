"""Drake model directives: models of several files in one scene, faults with their line and column."""

from __future__ import annotations

import math
from pathlib import Path

import bodyplan
import pytest
from bodyplan.diagnostics.diagnostic import Diagnostic
from bodyplan.semantics.scene.scene import Scene

ARM = """\
<robot name="arm"><link name="base"/><link name="tip"/>
<joint name="j" type="revolute"><parent link="base"/><child link="tip"/><origin xyz="0 0 1"/>
<axis xyz="1 0 0"/><limit effort="1" velocity="1" lower="-2" upper="2"/></joint></robot>
"""
BOX = """\
<sdf version="1.9"><model name="box"><link name="body"><pose>0 0 0.5 0 0 0</pose></link>
<frame name="top"><pose>0 0 1 0 0 0</pose></frame></model></sdf>
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    package = tmp_path / "things"
    package.mkdir()
    (package / "package.xml").write_text("<package><name>things</name></package>", encoding="utf-8")
    (package / "arm.urdf").write_text(ARM, encoding="utf-8")
    (package / "box.sdf").write_text(BOX, encoding="utf-8")
    return package


def written(folder: Path, text: str, name: str = "top.dmd.yaml") -> Path:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    return path


def scene_of(folder: Path, text: str) -> Scene:
    return bodyplan.load(written(folder, text), search_paths=[folder]).scene


def findings(folder: Path, text: str) -> list[Diagnostic]:
    return list(bodyplan.check(written(folder, text), search_paths=[folder]).diagnostics)


def add(name: str, file: str, more: str = "") -> str:
    return f"- add_model:\n    name: {name}\n    file: package://things/{file}\n{more}"


def test_models_frames_and_welds(folder: Path) -> None:
    scene = scene_of(
        folder,
        "directives:\n"
        + add("left", "arm.urdf")
        + add("crate", "box.sdf")
        + "- add_frame:\n    name: grip\n    X_PF:\n      base_frame: left::tip\n      translation: [0, 0, 0.25]\n"
        + "      rotation: !Rpy { deg: [0, 0, 90] }\n"
        + "- add_weld:\n    parent: world\n    child: left::base\n    X_PC:\n      translation: [3, 0, 0]\n"
        + "- add_weld:\n    parent: left::grip\n    child: crate::top\n",
    )
    assert set(scene.links) == {"left::base", "left::tip", "crate::body"}
    assert set(scene.joints) == {"left::j", "left::world_welds_to_base", "crate::grip_welds_to_top"}
    assert scene.pose("left::grip").translation == pytest.approx([3, 0, 1.25])
    assert scene.pose("crate::top", "left::grip").matrix == pytest.approx(scene.pose("world").matrix)
    assert scene.pose("crate::body").translation == pytest.approx([3, 0, 0.75])


def test_default_positions_and_poses_of_free_bodies(folder: Path) -> None:
    scene = scene_of(
        folder,
        "directives:\n"
        + add("arm", "arm.urdf", "    default_joint_positions:\n      j: [0.5]\n")
        + add(
            "crate",
            "box.sdf",
            "    default_free_body_pose:\n      body:\n        base_frame: arm::base\n        translation: [1, 2, 3]\n",
        ),
    )
    assert scene.default_configuration["arm::j"] == 0.5
    assert scene.pose("crate::body", q=scene.default_configuration).translation == pytest.approx([1, 2, 3])


def test_directives_of_other_files_inside_an_instance(folder: Path) -> None:
    written(folder, "directives:\n" + add("a", "box.sdf") + add("b", "box.sdf"), "inner.dmd.yaml")
    scene = scene_of(
        folder,
        "directives:\n- add_model_instance:\n    name: outer\n- add_directives:\n"
        "    file: package://things/inner.dmd.yaml\n    model_namespace: outer\n"
        "- add_collision_filter_group:\n    name: g\n    members: [outer::a::body, outer::b::body]\n"
        "    ignored_collision_filter_groups: [g]\n",
    )
    assert set(scene.links) == {"outer::a::body", "outer::b::body"}
    assert scene.collision_filter.excludes("outer::a::body", "outer::b::body")


def frame(rotation: str, more: str = "", name: str = "f") -> str:
    return (
        f"- add_frame:\n    name: {name}\n    X_PF:\n      base_frame: world\n      translation: [1, 2, 3]\n"
        f"      rotation: {rotation}\n{more}"
    )


@pytest.mark.parametrize(
    ("rotation", "moved"),
    [
        ("!AngleAxis { angle_deg: 90, axis: [0, 0, 2] }", [1, 3, 3]),
        ("!AngleAxis { angle_deg: !Deterministic { value: -90 }, axis: [0, 1, 0] }", [1, 2, 4]),
        ("!Rpy { deg: !DeterministicVector { value: [0, 0, 180] } }", [0, 2, 3]),
        ("!Rpy { deg: [!Deterministic { value: 0 }, 0.0, 1.8e2] }", [0, 2, 3]),
        ("!Identity {}", [2, 2, 3]),
        ("{}", [2, 2, 3]),
    ],
)
def test_rotations(folder: Path, rotation: str, moved: list[float]) -> None:
    pose = scene_of(folder, "directives:\n" + add("crate", "box.sdf") + frame(rotation)).pose("f")
    assert (pose.matrix @ [1, 0, 0, 1])[:3] == pytest.approx(moved)


@pytest.mark.parametrize("rotation", ["", "null", "!Identity", "!Rpy", "{deg: [0, 0, 90]}"])
def test_a_rotation_says_something(folder: Path, rotation: str) -> None:
    (found,) = findings(folder, "directives:\n" + add("crate", "box.sdf") + frame(rotation))
    assert found.code in ("BP752", "BP755")


def test_the_pose_of_a_free_body_is_turned_too(folder: Path) -> None:
    pose = "base_frame: arm::tip\n        rotation: !Rpy { deg: [10, 20, 30] }\n        translation: [1, 2, 3]\n"
    more = '    default_free_body_pose:\n      "":\n        ' + pose
    scene = scene_of(folder, "directives:\n" + add("arm", "arm.urdf") + add("crate", "box.sdf", more))
    placed = scene.pose("crate::body", relative_to="arm::tip", q=scene.default_configuration)
    assert placed.translation == pytest.approx([1, 2, 3])
    assert placed.rpy == pytest.approx([math.radians(angle) for angle in (10, 20, 30)])


def test_frames_are_named_inside_the_instance_of_their_base(folder: Path) -> None:
    inner = "- add_frame:\n    name: {}\n    X_PF: {{ base_frame: {} }}\n"
    text = "directives:\n" + add("crate", "box.sdf") + "- add_model_instance: { name: cell }\n"
    text += inner.format("lid", "crate::top") + inner.format("cell::spot", "crate::lid")
    text += inner.format("handle", "lid")  # the last part of a name is enough where one frame has it
    scene = scene_of(folder, text)
    assert {"crate::lid", "cell::spot", "crate::handle"} <= set(scene.frames)
    assert scene.pose("cell::spot").translation.tolist() == [0, 0, 1]


def test_what_models_hold_comes_with_them(folder: Path) -> None:
    (folder / "box.sdf").write_text(FULL, encoding="utf-8")
    scene = scene_of(folder, "directives:\n" + add("a", "box.sdf") + add("b", "box.sdf"))
    assert set(scene.attachments) == {"a::body::eye", "b::body::eye"}
    assert scene.attachments["b::body::eye"].owner == "b::body"
    assert scene.collision_filter.excludes("a::body", "a::other")
    assert not scene.collision_filter.excludes("a::body", "b::other")
    assert [each.body_a for each in scene.constraints if isinstance(each, bodyplan.BallConstraint)] == [
        "a::body",
        "b::body",
    ]
    assert len(scene.force_elements) == 2


FULL = """<sdf version="1.9" xmlns:drake="drake.mit.edu"><model name="box">
<link name="body"><sensor name="eye" type="imu"/></link><link name="other"/>
<drake:collision_filter_group name="g"><drake:member>body</drake:member><drake:member>other</drake:member>
<drake:ignored_collision_filter_group>g</drake:ignored_collision_filter_group></drake:collision_filter_group>
<frame name="p" attached_to="body"/><frame name="q" attached_to="other"/>
<drake:linear_bushing_rpy><drake:bushing_frameA>p</drake:bushing_frameA><drake:bushing_frameC>q</drake:bushing_frameC>
<drake:bushing_torque_stiffness>1 1 1</drake:bushing_torque_stiffness>
<drake:bushing_torque_damping>1 1 1</drake:bushing_torque_damping>
<drake:bushing_force_stiffness>1 1 1</drake:bushing_force_stiffness>
<drake:bushing_force_damping>1 1 1</drake:bushing_force_damping></drake:linear_bushing_rpy>
<drake:ball_constraint><drake:ball_constraint_body_A>body</drake:ball_constraint_body_A>
<drake:ball_constraint_p_AP>0 0 0</drake:ball_constraint_p_AP>
<drake:ball_constraint_body_B>other</drake:ball_constraint_body_B>
<drake:ball_constraint_p_BQ>0 0 0</drake:ball_constraint_p_BQ></drake:ball_constraint>
</model></sdf>
"""
CRATES = "directives:\n" + add("a", "box.sdf") + add("b", "box.sdf")
FAULTS = {
    "number left to chance": (
        "directives:\n" + frame("!AngleAxis { angle_deg: !Gaussian {}, axis: [1, 0, 0] }"),
        "BP757",
        7,
        30,
    ),
    "vector left to chance": ("directives:\n" + frame("!Rpy { deg: !UniformVector {} }"), "BP757", 7, 24),
    "no number": ("directives:\n" + frame("!Rpy { deg: [1, x, 2] }"), "BP755", 7, 33),
    "an infinite number": ("directives:\n" + frame("!Rpy { deg: [1, .inf, 2] }"), "BP755", 7, 33),
    "no list of numbers": ("directives:\n" + frame("!Rpy { deg: 3 }"), "BP755", 7, 24),
    "two numbers": ("directives:\n" + frame("!Rpy { deg: [1, 2] }"), "BP755", 7, 24),
    "an axis of no length": ("directives:\n" + frame("!AngleAxis { angle_deg: 1, axis: [0, 0, 0] }"), "BP755", 7, 44),
    "another rotation": ("directives:\n" + frame("!Quaternion {}"), "BP755", 7, 7),
    "a rotation with more": ("directives:\n" + frame("!Identity { deg: 3 }"), "BP752", 7, 29),
    "a missing value": (
        "directives:\n" + frame("!AngleAxis { axis: [1, 0, 0], angle_deg: !Deterministic {} }"),
        "BP753",
        7,
        47,
    ),
    "poses that are none": ("directives:\n" + add("a", "box.sdf", "    default_free_body_pose: 3\n"), "BP755", 5, 5),
    "a frame without a base": ("directives:\n- add_frame:\n    name: f\n    X_PF: {}\n", "BP753", 4, 5),
    "a frame in no instance": (
        CRATES + "- add_frame:\n    name: c::f\n    X_PF: { base_frame: a::body }\n",
        "BP762",
        9,
        5,
    ),
    "a frame that two have": (CRATES + "- add_weld:\n    parent: world\n    child: top\n", "BP764", 10, 5),
    "a weld with a base": (
        CRATES + "- add_weld:\n    parent: world\n    child: a::top\n    X_PC: { base_frame: world }\n",
        "BP758",
        11,
        13,
    ),
    "a weld of what is no model's": (
        CRATES + "- add_frame:\n    name: f\n    X_PF: { base_frame: world }\n"
        "- add_weld:\n    parent: a::body\n    child: f\n",
        "BP767",
        13,
        5,
    ),
    "a body that is not there": (
        "directives:\n" + add("a", "box.sdf", "    default_free_body_pose:\n      bdy: {}\n"),
        "BP763",
        6,
        7,
    ),
    "a base that is not there": (
        "directives:\n" + add("a", "box.sdf", "    default_free_body_pose:\n      body: { base_frame: z }\n"),
        "BP763",
        6,
        15,
    ),
    "unknown key": ("directives:\n- add_model_instance:\n    nmae: x\n", "BP752", 3, 5),
    "missing key": ("directives:\n- add_model_instance: {}\n", "BP753", 2, 3),
    "unknown directive": ("directives:\n- add_moddel:\n    name: x\n", "BP752", 2, 3),
    "repeated key": ("directives:\n- add_model_instance:\n    name: x\n    name: y\n", "BP754", 4, 5),
    "no list": ("directives: 3\n", "BP755", 1, 1),
    "two in one entry": (
        "directives:\n- add_model_instance: {name: x}\n  add_weld: {parent: world, child: x}\n",
        "BP756",
        2,
        3,
    ),
    "left to chance": (
        "directives:\n- add_frame:\n    name: f\n    X_PF:\n      base_frame: world\n      rotation: !Uniform {}\n",
        "BP757",
        6,
        7,
    ),
    "plain path": ("directives:\n- add_model:\n    name: x\n    file: box.sdf\n", "BP759", 4, 5),
    "no file": ("directives:\n- add_model:\n    name: x\n    file: package://things/no.sdf\n", "BP401", 4, 5),
    "same name": ("directives:\n" + add("a", "box.sdf") + add("a", "box.sdf"), "BP761", 6, 5),
    "unknown instance": (
        "directives:\n- add_directives:\n    file: package://things/top.dmd.yaml\n    model_namespace: n\n",
        "BP762",
        4,
        5,
    ),
    "unknown frame": ("directives:\n- add_weld:\n    parent: world\n    child: a::b\n", "BP763", 4, 5),
    "unknown joint": (
        "directives:\n" + add("a", "arm.urdf", "    default_joint_positions:\n      k: [1]\n"),
        "BP765",
        6,
        7,
    ),
    "too many positions": (
        "directives:\n" + add("a", "arm.urdf", "    default_joint_positions:\n      j: [1, 2]\n"),
        "BP766",
        6,
        7,
    ),
    "which body": (
        "directives:\n" + add("a", "arm.urdf", '    default_free_body_pose:\n      "": {}\n'),
        "BP768",
        6,
        7,
    ),
    "circle": ("directives:\n- add_directives:\n    file: package://things/top.dmd.yaml\n", "BP769", 3, 5),
    "empty group": ("directives:\n- add_collision_filter_group:\n    name: g\n", "BP770", 2, 3),
    "no YAML": ("directives: [\n", "BP750", 2, 1),
    "a tab": ("directives:\n\t- x\n", "BP750", 2, 1),
}


def test_a_file_of_no_model_or_of_several_is_refused_once(folder: Path) -> None:
    (folder / "two.sdf").write_text(
        '<sdf version="1.9"><world name="w"><model name="a"><link name="l"/></model>'
        '<model name="b"><link name="l"/></model></world></sdf>',
        encoding="utf-8",
    )
    text = "directives:\n" + add("a", "two.sdf") + "- add_weld:\n    parent: world\n    child: a::l\n"
    assert [(found.code, found.line, found.column) for found in findings(folder, text)] == [("BP760", 4, 5)]


def test_a_frame_in_what_is_missing_is_missing_without_another_word(folder: Path) -> None:
    text = CRATES + "- add_frame:\n    name: c::f\n    X_PF: { base_frame: a::body }\n"
    text += "- add_weld:\n    parent: c::f\n    child: b::body\n"
    assert [found.code for found in findings(folder, text)] == ["BP762"]


def test_frames_of_models_and_of_instances_can_be_named(folder: Path) -> None:
    text = "directives:\n- add_model_instance:\n    name: cell\n" + add("crate", "box.sdf")
    text += "- add_frame:\n    name: cell::f\n    X_PF: { base_frame: crate::top, translation: [0, 0, 1] }\n"
    scene = scene_of(folder, text)
    assert {"cell", "cell::f", "crate::top"} <= set(scene.frames)
    assert findings(folder, text) == []


def test_models_may_be_called_as_if_they_stood_in_one_that_is_not_there(folder: Path) -> None:
    text = "directives:\n" + add("cell::crate", "box.sdf")
    assert list(scene_of(folder, text).links) == ["cell::crate::body"]


@pytest.mark.parametrize(("text", "code", "line", "column"), FAULTS.values(), ids=FAULTS)
def test_faults_have_a_place(folder: Path, text: str, code: str, line: int, column: int) -> None:
    found = [(finding.code, finding.line, finding.column) for finding in findings(folder, text)]
    assert found == [(code, line, column)]


def test_a_missing_model_is_one_finding(folder: Path) -> None:
    text = "directives:\n" + add("a", "no.sdf") + "- add_weld:\n    parent: world\n    child: a::b\n"
    assert [finding.code for finding in findings(folder, text)] == ["BP401"]


def test_aliases_that_would_fill_the_memory_are_refused(folder: Path) -> None:
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 9)]
    assert [finding.code for finding in findings(folder, "\n".join(lines))] == ["BP751"]


def test_a_loop_of_aliases_is_refused(folder: Path) -> None:
    assert [finding.code for finding in findings(folder, "directives: &d\n- *d\n")] == ["BP751"]


def test_the_document_is_typed_and_written_as_it_was(folder: Path) -> None:
    text = "directives:\n# a crate\n" + add("crate", "box.sdf")
    document = bodyplan.load(written(folder, text), search_paths=[folder])
    assert document.format == "dmd"
    assert [directive.name for directive in document.root.directives] == ["crate"]
    assert document.dumps() == text


def test_a_text_needs_its_format(folder: Path) -> None:
    text = "directives:\n" + add("crate", "box.sdf")
    assert set(bodyplan.loads(text, format="dmd", search_paths=[folder]).scene.links) == {"crate::body"}


@pytest.mark.parametrize(
    ("frame", "is_there"),
    [("j", False), ("left::j", False), ("left::j_parent", True), ("j_parent", True), ("left::j_child", False),
     ("left::__model__", False), ("crate::__model__", True), ("crate::top", True)],
)  # fmt: skip
def test_frames_are_those_that_drake_makes(folder: Path, frame: str, is_there: bool) -> None:
    text = "directives:\n" + add("left", "arm.urdf") + add("crate", "box.sdf")
    text += f"- add_frame: {{name: 'crate::new', X_PF: {{base_frame: '{frame}'}}}}\n"
    assert [found.code for found in findings(folder, text)] == ([] if is_there else ["BP763"])


def test_the_frame_of_a_joint_in_two_models_is_ambiguous(folder: Path) -> None:
    text = "directives:\n" + add("left", "arm.urdf") + add("right", "arm.urdf")
    text += "- add_frame: {name: 'left::new', X_PF: {base_frame: 'left::j_parent'}}\n"
    text += "- add_frame: {name: 'left::newer', X_PF: {base_frame: j_parent}}\n"
    (found,) = findings(folder, text)
    assert found.code == "BP764"
    assert "'right::j_parent'" in found.message

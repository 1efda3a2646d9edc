"""Worlds, skeletons, directives and meshes look as in Drake and DART, wherever the camera stands and the joints are."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import bodyplan
import numpy as np
import pytest

from .browsing import SIZE, Camera, Opened, Picture, a_browser, overlap, page_of
from .mesh_files import wedge
from .raycasting import dart_silhouette
from .rendering import drake_silhouette

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.oracle, pytest.mark.slow]

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
CORPUS = ROOT.parent / "shared" / "corpus"
ENOUGH = 0.97
ANGLE = 0.6
TURNS = (0.0, 1.9, 3.8)
"""How far the camera is turned about what it looks at."""

Values = dict[str, Any]
Render = Callable[[Path, Values, Camera], Picture]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with a_browser() as made:
        yield made


def in_drake(document: Path, q: Values, camera: Camera) -> Picture:
    """A document and the packages beside it, as Drake draws them."""
    return drake_silhouette(document, q, camera, SIZE, {"robots": document.parent})


def in_dart(document: Path, q: Values, camera: Camera) -> Picture:
    """A document in SKEL, as DART has it."""
    by_skeleton: dict[str, Values] = {}
    for name, value in q.items():
        skeleton, _, joint = name.partition("::")
        by_skeleton.setdefault(skeleton, {})[joint] = value
    return dart_silhouette(document, by_skeleton, camera, SIZE)


def cameras(opened: Opened) -> Iterator[Camera]:
    """Around what the page looks at, from several sides and heights."""
    eye = opened.ask("() => window.bodyplan.eye()")
    up = np.array(opened.ask("() => JSON.parse(document.getElementById('scene').textContent).documents[0].up"))
    target = np.array(eye["target"])
    away = np.array(eye["position"]) - target
    for number, turn in enumerate(TURNS):
        height = up * (up @ away)
        across = away - height
        turned = across * np.cos(turn) + np.cross(up, across) * np.sin(turn) + height * (1.0, 0.3, 1.6)[number]
        yield tuple((target + 0.8 * turned).tolist()), tuple(target.tolist()), ANGLE


def looks_alike(browser: Browser, document: Path, folder: Path, render: Render, configurations: list[Values]) -> None:
    """Compares a document from all sides in all configurations."""
    opened = Opened(browser, page_of(folder, document, "--search-path", str(document.parent), "--embed") + "#bare")
    places = list(cameras(opened))
    for q in configurations:
        opened.ask("() => window.bodyplan.reset()")
        opened.set({joint: np.asarray(value).tolist() for joint, value in q.items()})
        for camera in places:
            ours, theirs = opened.silhouette(camera), render(document, q, camera)
            assert theirs.sum() > 2000
            assert overlap(ours, theirs) >= ENOUGH, (q, camera)
    assert opened.told == []
    assert opened.ask("() => window.bodyplan.stats().missing") == 0
    opened.close()


def at_random(document: Path, count: int = 1) -> list[Values]:
    """Where the joints are at rest, and near it; those that are counted otherwise elsewhere rest."""
    scene = bodyplan.load(document, search_paths=[document.parent]).scene
    rng = np.random.default_rng(11)
    drawn = [scene.random_configuration(rng) for _ in range(count)]
    single = {name for name, joint in scene.joints.items() if joint.dofs == 1}
    near = [{name: np.clip(value, -0.7, 0.7) for name, value in q.items() if name in single} for q in drawn]
    return [{}, *near]


WORLD = """<sdf version="1.9"><world name="w"><gravity>0 0 -9.81</gravity>
<frame name="bench"><pose>0.5 -0.2 0.3 0 0 0.4</pose></frame>
<include><uri>package://robots/arm.sdf</uri><name>arm</name><pose relative_to="bench">0 0 0 0.1 0 0.3</pose></include>
<model name="cart"><pose>-0.4 0.3 0.2 0 0.2 0</pose>
<link name="bed"><visual name="v"><pose>0 0 0.05 0 0 0.2</pose><geometry><box><size>0.5 0.3 0.06</size></box></geometry></visual>
<visual name="cap"><pose>0.1 0.1 0.15 0.5 0 0</pose><geometry><capsule><radius>0.04</radius><length>0.2</length></capsule></geometry></visual></link>
<model name="mast"><pose relative_to="bed">0 0 0.1 0 0 0</pose><link name="foot"/><link name="pole"><pose>0 0 0.3 0 0 0</pose><visual name="v"><geometry>
<cylinder><radius>0.03</radius><length>0.6</length></cylinder></geometry></visual></link>
<link name="dish"><pose>0 0 0.6 0 0.3 0</pose><visual name="v"><pose>0.05 0 0 0 0 0</pose><geometry><ellipsoid><radii>0.15 0.1 0.05</radii>
</ellipsoid></geometry></visual></link>
<joint name="tilt" type="revolute"><parent>pole</parent><child>dish</child><axis><xyz expressed_in="__model__">0 1 0.2</xyz></axis></joint>
<joint name="rise" type="prismatic"><parent>foot</parent><child>pole</child><axis><xyz>0.2 0 1</xyz><limit><lower>-0.1</lower>
<upper>0.3</upper></limit></axis></joint></model>
<joint name="step" type="fixed"><parent>bed</parent><child>mast::foot</child></joint>
<joint name="deck" type="fixed"><parent>world</parent><child>bed</child></joint></model>
<model name="stone"><static>true</static><pose>0.1 0.5 0.1 0.4 0.3 0.2</pose><link name="l"><visual name="v"><geometry><sphere>
<radius>0.12</radius></sphere></geometry></visual></link></model></world></sdf>"""

FORMS = ("<box><size>0.3 0.2 0.1</size></box>", "<ellipsoid><size>0.2 0.3 0.12</size></ellipsoid>",
         "<cylinder><radius>0.05</radius><height>0.3</height></cylinder>",
         "<capsule><radius>0.05</radius><height>0.2</height></capsule>", "<sphere><radius>0.09</radius></sphere>",
         "<box><size>0.1 0.1 0.25</size></box>", "<cylinder><radius>0.1</radius><height>0.05</height></cylinder>")  # fmt: skip
LIMBS: tuple[tuple[str, str, Any], ...] = (
    ("free", "", (0.2, -0.3, 0.1, 0.05, 0.1, 0.2)),
    ("revolute", "<axis><xyz>0 1 0.5</xyz></axis>", 0.7),
    ("prismatic", "<axis><xyz>1 0 1</xyz></axis>", 0.1),
    ("universal", "<axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 1 0</xyz></axis2>", (0.5, -0.4)),
    ("euler", "<axis_order>xyz</axis_order>", (0.3, 0.6, -0.8)),
    ("ball", "", (0.4, -0.9, 0.5)),
    ("translational", "", (0.1, -0.2, 0.05)),
)
"""Types of joints, what they need, and values of their coordinates."""


def creature(folder: Path) -> Path:
    """A skeleton with each shape and with joints of most types, one body behind another, and a second that stands."""
    bodies, joints = "", ""
    for number, (form, (kind, more, _)) in enumerate(zip(FORMS, LIMBS)):
        at = f"{0.15 * number} {0.05 * number} {0.5 + 0.1 * number} {0.2 * number} 0.1 {0.3 * number}"
        shape = f"<transformation>0.02 0 0.03 0.3 0 0.1</transformation><geometry>{form}</geometry>"
        bodies += f'<body name="b{number}"><transformation>{at}</transformation><visualization_shape>{shape}</visualization_shape></body>'
        parent = f"b{number - 1}" if number else "world"
        joints += (
            f'<joint type="{kind}" name="j{number}"><transformation>-0.05 0 0.02 0 0.2 0</transformation>'
            f"<parent>{parent}</parent><child>b{number}</child>{more}</joint>"
        )
    stand = (
        '<skeleton name="stand"><body name="s"><transformation>0.3 -0.4 0.3 0 0 0.5</transformation><visualization_shape>'
        "<geometry><box><size>0.2 0.1 0.4</size></box></geometry></visualization_shape></body>"
        '<joint type="weld" name="w"><parent>world</parent><child>s</child></joint></skeleton>'
    )
    path = folder / "creature.skel"
    path.write_text(
        '<skel version="1.0"><world name="w"><physics><gravity>0 0 -9.81</gravity></physics><skeleton name="c">'
        f"{bodies}{joints}</skeleton>{stand}</world></skel>",
        encoding="utf-8",
    )
    return path


DIRECTIVES = """directives:
- add_model: {file: "package://robots/arm.sdf", name: left, default_joint_positions: {elbow: [-0.4]}}
- add_frame: {name: bench, X_PF: {base_frame: world, translation: [0.6, 0.1, 0.2], rotation: !Rpy {deg: [10, 20, 70]}}}
- add_model: {file: "package://robots/tool.urdf", name: tool}
- add_weld: {parent: bench, child: tool::grip, X_PC: {translation: [0, 0, 0.1]}}
- add_model: {file: "package://robots/tool.urdf", name: spare, default_free_body_pose: {grip: {translation: [-0.4, 0.3, 0.5]}}}
"""
TOOL = """<robot name="tool"><link name="grip"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>
</inertial><visual><origin rpy="0.3 0 0"/><geometry><cylinder radius="0.06" length="0.3"/></geometry></visual></link>
<link name="blade"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
<visual><origin xyz="0.1 0 0" rpy="0 0.2 0"/><geometry><mesh filename="wedge.gltf" scale="0.3 0.5 0.4"/></geometry></visual></link>
<joint name="hinge" type="revolute"><parent link="grip"/><child link="blade"/><origin xyz="0 0 0.2" rpy="0 0 0.5"/><axis xyz="0 1 1"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>"""


def written(folder: Path, name: str, text: str) -> Path:
    """A document in a folder that is a package, with the arm of the examples and a tool beside it."""
    (folder / "package.xml").write_text("<package><name>robots</name></package>", encoding="utf-8")
    shutil.copy(EXAMPLES / "arm.sdf", folder)
    (folder / "wedge.gltf").write_text(wedge(), encoding="utf-8")
    (folder / "tool.urdf").write_text(TOOL, encoding="utf-8")
    if text:
        (folder / name).write_text(text, encoding="utf-8")
    return folder / name


def test_a_world_looks_as_in_drake(browser: Browser, tmp_path: Path) -> None:
    moved = {"arm::shoulder": 0.5, "arm::elbow": -0.7, "cart::mast::tilt": 0.8, "cart::mast::rise": 0.2}
    looks_alike(browser, written(tmp_path, "world.sdf", WORLD), tmp_path, in_drake, [{}, moved])


def test_model_directives_look_as_in_drake(browser: Browser, tmp_path: Path) -> None:
    path = written(tmp_path, "two.dmd.yaml", DIRECTIVES)
    starts = {"left::elbow": -0.4}
    moved = {"left::shoulder": 0.4, "left::elbow": 0.9, "tool::hinge": 0.8, "spare::hinge": -0.6}
    looks_alike(browser, path, tmp_path, in_drake, [starts, moved])


def test_a_mesh_of_gltf_looks_as_in_drake(browser: Browser, tmp_path: Path) -> None:
    looks_alike(browser, written(tmp_path, "tool.urdf", ""), tmp_path, in_drake, [{}, {"tool::hinge": -0.9}])


def test_the_arm_of_the_examples_looks_as_in_drake(browser: Browser, tmp_path: Path) -> None:
    path = EXAMPLES / "arm.sdf"
    looks_alike(browser, path, tmp_path, in_drake, at_random(path, 2))


def test_a_skeleton_looks_as_in_dart(browser: Browser, tmp_path: Path) -> None:
    moved = {f"c::j{number}": value for number, (_, _, value) in enumerate(LIMBS)}
    some = {f"c::j{number}": np.multiply(value, -0.6) for number, (_, _, value) in enumerate(LIMBS)}
    looks_alike(browser, creature(tmp_path), tmp_path, in_dart, [{}, moved, some])


def test_the_pendulum_of_the_examples_looks_as_in_dart(browser: Browser, tmp_path: Path) -> None:
    path = EXAMPLES / "pendulum.skel"
    looks_alike(browser, path, tmp_path, in_dart, at_random(path, 2))


REAL: dict[str, Render] = {
    "drake/examples/acrobot/Acrobot.urdf": in_drake,
    "drake/examples/planar_gripper/planar_gripper.sdf": in_drake,
    "drake/examples/kuka_iiwa_arm/models/desk/transcendesk55inch.sdf": in_drake,
    "drake/bindings/pydrake/multibody/test/double_pendulum.sdf": in_drake,
    "drake/multibody/parsing/test/sdf_parser_test/table_in_world.sdf": in_drake,
    "gz-sim/examples/worlds/joint_controller.sdf": in_drake,
    "dart/dart-branches-a/data/skel/monkeybars3.skel": in_dart,
    "dart/dart-branches-a/data/skel/pinata.skel": in_dart,
    "dart/dart-6.12.1/data/skel/test/dof_attribute_test.skel": in_dart,
    "dart/dart-6.12.1/data/skel/test/serial_chain_eulerxyz_joint.skel": in_dart,
}


@pytest.mark.corpus
@pytest.mark.parametrize("name", REAL)
def test_real_robots_and_worlds_look_as_elsewhere(name: str, browser: Browser, tmp_path: Path) -> None:
    path = CORPUS / name
    if not path.is_file():
        pytest.skip(f"{name} is not in the corpus")
    looks_alike(browser, path, tmp_path, REAL[name], at_random(path))

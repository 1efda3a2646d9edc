"""The kinematics of the page beside those of Python, under node."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import numpy as np
import pytest
from bodyplan.semantics.document.loader import resolve_options
from bodyplan.semantics.ir.geometry import Box
from bodyplan.semantics.ir.joints import AxisRecord, Motion
from bodyplan.semantics.ir.links import ShapeRecord
from bodyplan.semantics.ir.world import WorldIR
from bodyplan.semantics.scene.scene import build
from bodyplan.semantics.spatial.raw_pose import pose_from_rpy
from bodyplan.semantics.view.documents import OpenedDocument, open_document
from bodyplan.semantics.view.meshes import EmbeddedAssets
from bodyplan.semantics.view.scene_json import document_data, scene_data, scene_text

from .scenes import Data, arm, coordinate, document, joint, link, turn

ROOT = Path(__file__).resolve().parents[2]
PROGRAM = ROOT / "viewer" / "bundle" / "kinematics.mjs"
EXAMPLES = ["arm.urdf", "arm.sdf", "pendulum.skel"]
CORPUS = ROOT.parent / "shared" / "corpus"


def answers(doc: Data, configurations: list[list[float]], *, solve: bool = False) -> list[Data]:
    """Values, poses and how far loops are open, for each configuration."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not there")
    task = json.dumps({"doc": doc, "configurations": configurations, "solve": solve})
    done = subprocess.run([node, str(PROGRAM)], input=task, capture_output=True, text=True, check=True)
    found: list[Data] = json.loads(done.stdout)
    return found


def farthest_apart(path: Path) -> float:
    """The largest difference between poses in the page and those of the scene, in three random configurations."""
    return farthest_apart_of(open_document(path, resolve_options({}, path.parent)))


def farthest_apart_of(seen: OpenedDocument) -> float:
    scene = seen.scene
    assert scene is not None
    doc = json.loads(scene_text(scene_data("", document_data(seen, EmbeddedAssets(None)))))["documents"][0]
    rng = np.random.default_rng(3)
    drawn = [scene.vector(scene.random_configuration(rng)) for _ in range(3)]
    configurations = [scene.configuration(np.nan_to_num(q, posinf=1.0, neginf=-1.0)) for q in drawn]
    values = [scene.expand(q) for q in configurations]
    rows = [
        [float(np.atleast_1d(q[doc["joints"][one["joint"]]["name"]])[one["axis"]]) for one in doc["coordinates"]]
        for q in values
    ]
    worst = 0.0
    for q, answer in zip(configurations, answers(doc, rows)):
        poses = scene.forward_kinematics(q)
        for one, pose in zip(doc["links"], answer["poses"]):
            expected = np.eye(4) if one["name"] == "world" else poses[one["name"]]
            worst = max(worst, float(np.abs(np.array(pose) - expected).max()))
    return worst


@pytest.mark.parametrize("name", EXAMPLES)
def test_links_are_where_python_says(name: str) -> None:
    assert farthest_apart(ROOT / "examples" / name) < 1e-9


def test_quaternions_references_and_shapes_of_the_world() -> None:
    description = WorldIR(format="sdformat")
    description.add_world_link(visuals=[ShapeRecord("floor", Box((1.0, 1.0, 1.0)))])
    description.add_link("a", scope="world", pose=pose_from_rpy(1, 2, 3, 0.1, 0.2, 0.3))
    description.add_joint("free", scope="world", type="free", motion=Motion.FREE_QUATERNION, parent="world", child="a")
    parent = "a"
    for name, motion, reference in (
        ("turn", Motion.REVOLUTE, 0.5),
        ("slide", Motion.PRISMATIC, -0.3),
        ("screw", Motion.SCREW, 0.7),
        ("ball", Motion.BALL_QUATERNION, 0.0),
    ):
        description.add_link(name, scope="world", pose=pose_from_rpy(0.1, 0.2, 0.3, 1, 2, 3), relative_to=parent)
        axes = [] if motion is Motion.BALL_QUATERNION else [AxisRecord((1, 2, 3), reference=reference)]
        description.add_joint(
            f"j_{name}", scope="world", type="x", motion=motion, parent=parent, child=name, axes=axes, pitch=0.2
        )
        parent = name
    seen = OpenedDocument("robot", "sdformat", (build(description),), (), resolve_options({}, ROOT), None)
    assert farthest_apart_of(seen) < 1e-9
    world, *_ = document_data(seen, EmbeddedAssets(None))["links"]
    assert [shape["name"] for shape in world["visuals"]] == ["floor"]


@pytest.mark.corpus
@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    [
        "pr2.urdf",
        "tiago.urdf",
        "cassie_v2.sdf",
        "dog.skel",
        "human.v2.skel",
        "joint_screw_stops.skel",
    ],
)
def test_links_of_real_robots_are_where_python_says(name: str) -> None:
    found = sorted(CORPUS.rglob(name))
    if not found:
        pytest.skip(f"{name} is not in the corpus")
    assert farthest_apart(found[0]) < 1e-9


def test_followers_follow_through_others() -> None:
    doc = arm()
    doc["couplings"].append({"follower": 0, "leader": 2, "multiplier": 0.5, "offset": 0})
    (answer,) = answers(doc, [[9, 0.3, 9]], solve=True)
    assert answer["values"] == pytest.approx([-0.25, 0.3, -0.5])


def test_a_joint_that_is_gone_through_backwards() -> None:
    doc = document(
        [link("tip", 0, pose=[1, 2, 3, 1, 0, 0, 0]), link("root", 1, joint=0)],
        joints=[joint("j", 2, 1, [turn(0)], X_PF=[0, 0, 1, 1, 0, 0, 0])],
        coordinates=[coordinate("j", 0, None, None)],
    )
    (answer,) = answers(doc, [[np.pi / 2]])
    # the joint turns the tip by a right angle about y of the root, so the root is turned back
    root = np.array(answer["poses"][2])
    assert root[:3, 3] == pytest.approx([1 + 1, 2, 3])
    assert root[:3, 0] == pytest.approx([0, 0, 1])


def four_bars(kind: str) -> Data:
    """Bars of length 1: ground to a, a to b, ground to c; b's end meets that of c."""
    motion = [{**turn(3)}] if kind == "joint" else None
    return document(
        [link("a", 0, joint=0), link("b", 1, joint=1), link("c", 0, joint=2)],
        joints=[
            joint("ja", 0, 1, [turn(0)]),
            joint("jb", 1, 2, [turn(1)], X_PF=[0, 0, 1, 1, 0, 0, 0]),
            joint("jc", 0, 3, [turn(2)], X_PF=[1, 0, 0, 1, 0, 0, 0]),
            joint("jd", 2, 3, motion or [], closes_loop=True),
        ],
        coordinates=[
            coordinate("ja", 0, None, None),
            coordinate("jb", 1, None, None, driven=True),
            coordinate("jc", 2, None, None, driven=True),
            coordinate("jd", 3, None, None, driven=True),
        ],
        loops=[
            {"name": "jd", "kind": kind, "link_a": 2, "X_A": [1, 0, 0, 1, 0, 0, 0], "link_b": 3, "X_B": [0, 0, 1, 1, 0, 0, 0],
             "motion": motion, "place": None},
        ],
    )  # fmt: skip


@pytest.mark.parametrize("kind", ["joint", "point"])
def test_loops_are_closed(kind: str) -> None:
    for answer in answers(four_bars(kind), [[0.4, 0, 0, 0], [-1.2, 0, 0, 0]], solve=True):
        first, second, third, fourth = answer["values"]
        assert answer["open"] < 1e-8
        # a parallelogram: c turns as a does, b stays level
        assert third == pytest.approx(first, abs=1e-7)
        assert second == pytest.approx(-first, abs=1e-7)
        if kind == "joint":
            assert fourth == pytest.approx(first, abs=1e-7)


def test_a_loop_that_cannot_close_says_by_how_much() -> None:
    doc = four_bars("distance")
    doc["loops"][0]["value"] = 10.0
    (answer,) = answers(doc, [[0.4, 0, 0, 0]], solve=True)
    assert 1 < answer["open"] < 10
    assert np.isfinite(answer["poses"]).all()


JOINT = "<joint name='{}' type='{}'><parent>{}</parent><child>{}</child><axis><xyz>{}</xyz></axis>{}</joint>"
GEARS = (
    "<sdf version='1.12'><model name='m'><pose>1 2 3 0.4 0.5 0.6</pose><link name='box'><pose>0 0 1 0.1 0.2 0.3</pose></link>"
    "<link name='small'><pose>0.3 0 1 0 0.4 0</pose></link><link name='large'><pose>-0.2 0 1 0.5 0 0</pose></link>"
    + JOINT.format("j", "revolute", "box", "small", "0 0.2 1", "")
    + JOINT.format("k", "ball", "box", "large", "0 0 1", "")
    + JOINT.format("gears", "gearbox", "small", "large", "0 0 1", "<gearbox_ratio>0.5</gearbox_ratio>"
                   "<gearbox_reference_body>box</gearbox_reference_body><axis2><xyz>0 0.1 1</xyz></axis2>")
    + "</model></sdf>"
)  # fmt: skip
TENDON = (
    "<robot name='m' xmlns:drake='http://drake.mit.edu'><link name='a'/><link name='b'/><link name='c'/>"
    + "".join(
        f"<joint name='{name}' type='continuous'><parent link='{above}'/><child link='{below}'/><axis xyz='0 0 1'/></joint>"
        for name, above, below in (("j", "a", "b"), ("k", "b", "c"))
    )
    + "<drake:tendon_constraint><drake:tendon_constraint_joint name='j' a='0.1'/>"
    "<drake:tendon_constraint_joint name='k' a='0.2'/><drake:tendon_constraint_offset value='0.01'/>"
    "<drake:tendon_constraint_lower_limit value='{}'/><drake:tendon_constraint_upper_limit value='0.06'/>"
    "<drake:tendon_constraint_stiffness value='10'/><drake:tendon_constraint_damping value='1'/></drake:tendon_constraint></robot>"
)


def settled(folder: Path, name: str, text: str, values: dict[str, float]) -> tuple[Data, dict[str, float], Data]:
    """A document and its configuration in the page when some coordinates have been moved; by the names of the page."""
    path = folder / name
    path.write_text(text, encoding="utf-8")
    seen = open_document(path, resolve_options({}, path.parent))
    doc = json.loads(scene_text(scene_data("", document_data(seen, EmbeddedAssets(None)))))["documents"][0]
    names = [one["name"] for one in doc["coordinates"]]
    (answer,) = answers(doc, [[values.get(each, 0.0) for each in names]], solve=True)
    found = dict(zip(names, answer["values"]))
    assert seen.scene is not None
    by_joint: dict[str, list[float]] = {}
    for one, value in zip(doc["coordinates"], answer["values"]):
        by_joint.setdefault(doc["joints"][one["joint"]]["name"], []).append(value)
    for constraint in seen.scene.constraints:
        q = {joint: value[0] if len(value) == 1 else value for joint, value in by_joint.items()}
        assert np.abs(constraint.residual(seen.scene, q)).max() < 1e-8
    return doc, found, answer


def test_gearboxes_without_hinges_turn_in_step(tmp_path: Path) -> None:
    doc, values, answer = settled(tmp_path, "m.sdf", GEARS, {"j": 0.8, "k roll": 0.2})
    assert len(doc["gearboxes"]) == 1
    assert [one["name"] for one in doc["coordinates"] if one["driven"]] == ["k yaw"]
    assert values["j"] == pytest.approx(0.8)
    assert values["k roll"] == pytest.approx(0.2)
    assert values["k yaw"] < -0.2
    assert answer["open"] < 1e-8


def test_gearboxes_go_on_over_half_a_turn(tmp_path: Path) -> None:
    path = tmp_path / "m.sdf"
    path.write_text(GEARS, encoding="utf-8")
    seen = open_document(path, resolve_options({}, path.parent))
    doc = json.loads(scene_text(scene_data("", document_data(seen, EmbeddedAssets(None)))))["documents"][0]
    one, other = answers(doc, [[5.0, 0, 0, 0], [6.0, 0, 0, 0]], solve=True)
    assert one["values"][3] == pytest.approx(-2.5, abs=0.5)
    assert other["values"][3] == pytest.approx(-3.0, abs=0.5)


def test_tendons_pull_what_they_are_on_when_they_are_stretched(tmp_path: Path) -> None:
    doc, values, _ = settled(tmp_path, "m.urdf", TENDON.format(-1), {"j": 0.3})
    assert len(doc["tendons"]) == 1
    assert values == pytest.approx({"j": 0.3, "k": 0.0})
    doc, values, _ = settled(tmp_path, "m.urdf", TENDON.format(-1), {"j": 0.9, "k": 0.5})
    assert 0.01 + 0.1 * values["j"] + 0.2 * values["k"] <= 0.06 + 1e-8


def test_tendons_of_one_length_determine_a_coordinate(tmp_path: Path) -> None:
    doc, values, _ = settled(tmp_path, "m.urdf", TENDON.format(0.06), {"j": 0.3})
    assert [one["name"] for one in doc["coordinates"] if one["driven"]] == ["k"]
    assert values == pytest.approx({"j": 0.3, "k": 0.1})


def test_a_chain_reaches_what_it_can_within_its_limits() -> None:
    axes = ([0, 0, 1], [0, 1, 0], [0, 1, 0], [0, 0, 1], [0, 1, 0])
    links = [link("l0", 0), *(link(f"l{i}", i, joint=i - 1) for i in range(1, 6))]
    joints = [
        joint(f"j{i}", i + 1, i + 2, [{"kind": "rotation", "axis": axis, "coordinate": i}], X_PF=[0.05, 0, 0.4, 1, 0, 0, 0])
        for i, axis in enumerate(axes)
    ]  # fmt: skip
    doc = document(links, joints=joints, coordinates=[coordinate(f"j{i}", i, -1.5, 1.5) for i in range(5)])
    doc["couplings"] = [{"follower": 4, "leader": 3, "multiplier": 0.5, "offset": 0.1}]
    rng = np.random.default_rng(5)
    point = np.array([0.1, 0.02, 0.3])
    wanted = rng.uniform(-1.2, 1.2, (12, 5))
    wanted[:, 4] = 0.5 * wanted[:, 3] + 0.1
    poses = [np.array(each["poses"][6]) for each in answers(doc, wanted.tolist())]
    targets = [(pose @ [*point, 1])[:3].tolist() for pose in poses]
    far = [[9.0, 0.0, 0.0]]
    found = goals(doc, [0.1, 0.2, 0.3, 0.1, 0.15], 6, point.tolist(), targets + far)
    reached = answers(doc, [each["values"] for each in found])
    for each, at, target in zip(found, reached, targets + far):
        place = (np.array(at["poses"][6]) @ [*point, 1])[:3]
        assert np.linalg.norm(place - target) == pytest.approx(each["missed"], abs=1e-9)
        assert all(abs(value) <= 1.5 + 1e-12 for value in each["values"][:4])
        assert each["values"][4] == pytest.approx(0.5 * each["values"][3] + 0.1)
    assert sum(each["missed"] < 1e-6 for each in found[:-1]) >= 10  # one start does not lead to every end
    assert found[-1]["missed"] > 6


def goals(doc: Data, start: list[float], link: int, point: list[float], targets: list[list[float]]) -> list[Data]:
    """What brings a point of a link to each target."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not there")
    asked = [{"link": link, "point": point, "target": target} for target in targets]
    task = json.dumps({"doc": doc, "configurations": [start], "goals": asked})
    done = subprocess.run([node, str(PROGRAM)], input=task, capture_output=True, text=True, check=True)
    found: list[Data] = json.loads(done.stdout)
    return found

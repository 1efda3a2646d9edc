"""Which frames of a model directives may refer to, and where they are, as Drake has it."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import numpy as np
import pytest

LINK = "<inertial><mass>1</mass></inertial>"
AXIS = "<axis><xyz>0 0 1</xyz></axis>"
MODELS = {
    "joints.sdf": f"""<sdf version="1.9"><model name="m">
<link name="a">{LINK}</link><link name="b"><pose>1 0 0 0 0 0</pose>{LINK}</link><link name="c">{LINK}</link>
<link name="d">{LINK}</link><frame name="f"><pose>0 1 0 0.3 0 0</pose></frame>
<joint name="w" type="fixed"><parent>world</parent><child>a</child></joint>
<joint name="j" type="revolute"><parent>a</parent><child>b</child>{AXIS}</joint>
<joint name="k" type="prismatic"><parent>a</parent><child>c</child>{AXIS}</joint>
<joint name="s" type="screw"><pose>0 0 1 0.5 0 0</pose><parent>f</parent><child>d</child>{AXIS}
<screw_thread_pitch>1</screw_thread_pitch></joint></model></sdf>""",
    "nested.sdf": f"""<sdf version="1.9"><model name="m"><link name="a">{LINK}</link><link name="c">{LINK}</link>
<model name="sub"><pose>0 0 1 0 0 0.5</pose><link name="b"><pose>1 0 0 0 0 0</pose>{LINK}</link><frame name="f"/></model>
<joint name="j" type="ball"><parent>a</parent><child>sub::b</child></joint>
<joint name="k" type="universal"><parent>sub::b</parent><child>c</child><axis><xyz>0 0 1</xyz></axis>
<axis2><xyz>0 1 0</xyz></axis2></joint></model></sdf>""",
    "robot.urdf": """<robot name="m" xmlns:drake="http://drake.mit.edu"><link name="a"/><link name="b"/><link name="c"/>
<link name="d"/><frame name="f" link="a" xyz="1 0 0" rpy="0 0 0"/>
<joint name="j" type="planar"><parent link="a"/><child link="b"/><axis xyz="0 1 0"/></joint>
<joint name="k" type="continuous"><origin xyz="1 0 0"/><parent link="a"/><child link="c"/></joint>
<joint name="s" type="floating"><parent link="a"/><child link="d"/></joint></robot>""",
    "bodies.xml": """<mujoco model="m"><worldbody><body name="a"><freejoint name="w"/><geom size=".1"/><site name="f"/>
<body name="b" pos="1 0 0"><geom size=".1"/></body><body name="c" pos="1 0 0"><geom size=".1"/>
<joint name="j" type="slide"/><joint name="k" type="slide" axis="0 1 0"/><joint name="s" type="ball"/></body></body>
</worldbody></mujoco>""",
}
"""By the names of their files."""
LAST_NAMES = ("a", "b", "c", "d", "f", "j", "k", "s", "w", "c0", "c_1", "sub", "__model__")
NAMES = [
    f"{scope}{name}{ending}"
    for scope in ("", "m::", "m::sub::")
    for name in LAST_NAMES
    for ending in ("", "_parent", "_child")
]


DEFAULTS = [
    ("joints.sdf", "default_joint_positions: {j: [0.3]}"),
    ("joints.sdf", "default_joint_positions: {w: []}"),
    ("joints.sdf", "default_joint_positions: {k: [0.3, 1]}"),
    ("nested.sdf", "default_joint_positions: {'sub::j': [0.1, 0.2, 0.3]}"),
    ("nested.sdf", "default_joint_positions: {k: [0.1, 0.2]}"),
    ("nested.sdf", "default_free_body_pose: {'sub::b': {translation: [1, 2, 3]}}"),
    ("robot.urdf", "default_joint_positions: {s: [1, 0, 0, 0, 0, 0, 0]}"),
    ("robot.urdf", "default_free_body_pose: {a: {translation: [1, 2, 3]}}"),
    ("robot.urdf", "default_free_body_pose: {__model__: {translation: [1, 2, 3]}}"),
    ("bodies.xml", "default_joint_positions: {w: [1, 0, 0, 0, 1, 1, 1]}"),
    ("bodies.xml", "default_joint_positions: {k: [0.5]}"),
    ("bodies.xml", "default_free_body_pose: {a: {translation: [1, 2, 3], rotation: !Rpy {deg: [0, 0, 90]}}}"),
]


@pytest.mark.oracle
@pytest.mark.parametrize(("model", "defaults"), DEFAULTS)
def test_models_begin_where_drake_has_them_begin(model: str, defaults: str, tmp_path: Path) -> None:
    directives = pytest.importorskip("pydrake.multibody.parsing", reason="Drake is not installed")
    plants = pytest.importorskip("pydrake.multibody.plant", reason="Drake is not installed")
    path = tmp_path / model
    path.write_text(MODELS[model], encoding="utf-8")
    text = f"directives:\n- add_model: {{name: m, file: {path.as_uri()}, {defaults}}}\n"
    plant = plants.MultibodyPlant(0.0)
    try:
        directives.ProcessModelDirectives(directives.LoadModelDirectivesFromString(text), plant)
    except RuntimeError:
        with pytest.raises(bodyplan.LoadError):
            bodyplan.loads(text, format="dmd", target="drake")
        return
    plant.Finalize()
    scene = bodyplan.loads(text, format="dmd", target="drake").scene
    context = plant.CreateDefaultContext()
    for name in scene.links:
        scope, _, last = name.rpartition("::")
        body = plant.GetBodyByName(last, plant.GetModelInstanceByName(scope))
        expected = plant.EvalBodyPoseInWorld(context, body).GetAsMatrix4()
        assert np.allclose(scene.pose(name, q=scene.default_configuration).matrix, expected, atol=1e-9), name


@pytest.mark.oracle
@pytest.mark.parametrize("model", MODELS)
def test_directives_may_refer_to_the_frames_that_drake_has(model: str, tmp_path: Path) -> None:
    directives = pytest.importorskip("pydrake.multibody.parsing", reason="Drake is not installed")
    plants = pytest.importorskip("pydrake.multibody.plant", reason="Drake is not installed")
    path = tmp_path / model
    path.write_text(MODELS[model], encoding="utf-8")
    known = 0
    for name in NAMES:
        text = (
            f"directives:\n- add_model: {{name: m, file: {path.as_uri()}}}\n"
            f"- add_frame: {{name: 'm::new', X_PF: {{base_frame: '{name}'}}}}\n"
        )
        plant = plants.MultibodyPlant(0.0)
        try:
            directives.ProcessModelDirectives(directives.LoadModelDirectivesFromString(text), plant)
        except RuntimeError:
            with pytest.raises(bodyplan.LoadError):
                bodyplan.loads(text, format="dmd", target="drake")
            continue
        known += 1
        plant.Finalize()
        frame = plant.GetFrameByName("new", plant.GetModelInstanceByName("m"))
        expected = frame.CalcPoseInWorld(plant.CreateDefaultContext()).GetAsMatrix4()
        found = bodyplan.loads(text, format="dmd", target="drake").scene.pose("m::new").matrix
        assert np.allclose(found, expected, atol=1e-9), name
    assert known > 8

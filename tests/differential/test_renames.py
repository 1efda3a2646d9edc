"""Random renames across files as an editor asks for them: Drake and MuJoCo see the same robot, and only names change."""

from __future__ import annotations

import random
import re
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from bodyplan.cli.language_server.navigation import find_home, name_at, rename_at
from bodyplan.cli.language_server.open_texts import OpenTexts
from bodyplan.semantics.core.text_edits import apply_edits

pytestmark = [pytest.mark.oracle, pytest.mark.slow]

RENAMES = 67
"""Of each kind of projects, so that there are 200 and one."""
NEW = "gripper_of_mine"
INERTIAL = (
    "<inertial><mass>{}</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz>"
    "<ixy>0</ixy><ixz>0</ixz><iyz>0</iyz></inertia></inertial>"
)


class Thing(NamedTuple):
    """Something that a program made of a robot."""

    names: tuple[str, ...]
    numbers: tuple[float, ...]


def make_part(chance: random.Random, tag: str = "part") -> str:
    """A model in SDFormat: a chain of links with frames, and a model in it."""
    count = chance.randint(2, 4)
    inner = '<model name="hook"><link name="tip">{}</link><frame name="end" attached_to="tip"/></model>'
    written = [inner.format(INERTIAL.format(0.5)), f'<link name="l0">{INERTIAL.format(1)}</link>']
    for number in range(1, count):
        pose = f'<pose relative_to="l{number - 1}">0 0 {chance.random():.3f} 0 0 0.1</pose>'
        kind = chance.choice(["revolute", "prismatic"])
        axis = f'<axis><xyz expressed_in="l{number - 1}">0 1 0</xyz><limit><lower>-1</lower><upper>1</upper></limit></axis>'
        written += [
            f'<link name="l{number}">{pose}{INERTIAL.format(chance.randint(1, 9))}</link>',
            f'<joint name="j{number}" type="{kind}"><parent>l{number - 1}</parent><child>l{number}</child>{axis}</joint>',
            f'<frame name="f{number}" attached_to="l{number}"/>',
        ]
    written.append(f'<joint name="hold" type="fixed"><parent>f{count - 1}</parent><child>hook::tip</child></joint>')
    return f'<sdf version="1.9">\n<model name="{tag}">\n' + "\n".join(written) + "\n</model>\n</sdf>\n"


def make_includes(folder: Path, chance: random.Random) -> str:
    """A model that includes another twice; the answer is what Drake is given."""
    (folder / "part.sdf").write_text(make_part(chance), encoding="utf-8")
    name = chance.choice(["", "<name>left</name>"])
    first = "left" if name else "part"
    top = f"""<sdf version="1.9">
<model name="top">
<include><uri>package://p/part.sdf</uri>{name}</include>
<include><uri>package://p/part.sdf</uri><name>right</name><pose relative_to="{first}::f1">0 1 0 0 0 0</pose></include>
<frame name="on" attached_to="{first}::hook::end"/>
<joint name="both" type="fixed"><parent>{first}::l1</parent><child>right::l0</child></joint>
<frame name="under" attached_to="right::f1"><pose relative_to="on">0 0 1 0 0 0</pose></frame>
</model>
</sdf>
"""
    (folder / "top.sdf").write_text(top, encoding="utf-8")
    return "top.sdf"


def make_directives(folder: Path, chance: random.Random) -> str:
    """Directives that put two robots together, one of them in URDF."""
    (folder / "part.sdf").write_text(make_part(chance), encoding="utf-8")
    inertial = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'
    robot = f"""<robot name="arm">
<link name="base">{inertial}</link><link name="hand">{inertial}</link>
<joint name="wrist" type="revolute"><parent link="base"/><child link="hand"/>
<axis xyz="0 0 1"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
</robot>
"""
    (folder / "arm.urdf").write_text(robot, encoding="utf-8")
    text = f"""directives:
- add_model:
    name: one
    file: package://p/arm.urdf
    default_joint_positions:
      wrist: [{chance.random():.2f}]
- add_model:
    name: two
    file: package://p/part.sdf
- add_frame:
    name: mount
    X_PF:
      base_frame: one::hand
      translation: [0, 0, {chance.random():.2f}]
- add_weld:
    parent: mount
    child: two::l0
- add_weld:
    parent: world
    child: one::base
"""
    (folder / "both.dmd.yaml").write_text(text, encoding="utf-8")
    return "both.dmd.yaml"


def make_mjcf(folder: Path, chance: random.Random) -> str:
    """A scene in MJCF that includes a robot, which includes its materials."""
    shared = '<material name="red" rgba="1 0 0 1"/><material name="blue" rgba="0 0 1 1"/>'
    (folder / "shared.xml").write_text(f"<mujoco>\n<asset>{shared}</asset>\n</mujoco>\n", encoding="utf-8")
    robot = f"""<mujoco model="robot">
<include file="shared.xml"/>
<default><default class="soft"><geom friction="{chance.random():.2f}"/></default></default>
<worldbody>
<body name="b0"><joint name="j0"/><geom name="g0" class="soft" size=".1" material="red"/>
<body name="b1" pos="0 0 {chance.random():.2f}"><joint name="j1"/><geom name="g1" size=".1" material="blue"/><site name="s1"/></body>
</body>
</worldbody>
<contact><exclude body1="b0" body2="b1"/></contact>
</mujoco>
"""
    (folder / "robot.xml").write_text(robot, encoding="utf-8")
    scene = """<mujoco model="scene">
<include file="robot.xml"/>
<worldbody><body name="box"><freejoint name="loose"/><geom name="side" class="soft" size=".2" material="red"/></body></worldbody>
<equality><joint joint1="j0" joint2="j1"/><weld body1="box" body2="b1"/></equality>
<actuator><motor name="m0" joint="j0"/><motor name="m1" site="s1"/></actuator>
<sensor><jointpos name="q1" joint="j1"/><actuatorfrc actuator="m0"/></sensor>
</mujoco>
"""
    (folder / "scene.xml").write_text(scene, encoding="utf-8")
    return "scene.xml"


def read_with_drake(path: Path) -> list[Thing]:
    """Bodies, frames and joints, in the order that Drake has them."""
    plants = pytest.importorskip("pydrake.multibody.plant")
    parsing = pytest.importorskip("pydrake.multibody.parsing")
    plant = plants.MultibodyPlant(0.0)
    parser = parsing.Parser(plant)
    parser.package_map().Add("p", str(path.parent))
    parser.AddModels(str(path))
    plant.Finalize()
    context = plant.CreateDefaultContext()
    made = []

    def scoped(thing: Any) -> tuple[str, ...]:
        return (plant.GetModelInstanceName(thing.model_instance()), thing.name())

    indices = pytest.importorskip("pydrake.multibody.tree")
    for number in range(plant.num_bodies()):
        body = plant.get_body(indices.BodyIndex(number))
        pose = body.EvalPoseInWorld(context).GetAsMatrix34().ravel()
        made.append(Thing(scoped(body), (body.default_mass(), *pose)))
    for number in range(plant.num_frames()):
        frame = plant.get_frame(indices.FrameIndex(number))
        made.append(Thing(scoped(frame), tuple(frame.CalcPoseInWorld(context).GetAsMatrix34().ravel())))
    for number in plant.GetJointIndices():
        joint = plant.get_joint(number)
        names = (*scoped(joint), *scoped(joint.parent_body()), *scoped(joint.child_body()))
        made.append(Thing(names, (*joint.position_lower_limits(), *joint.default_positions())))
    return made


def read_with_mujoco(path: Path) -> list[Thing]:
    """Everything that has a name, and the numbers of the model."""
    mujoco = pytest.importorskip("mujoco")
    model = mujoco.MjModel.from_xml_path(str(path))
    kinds = {"BODY": "nbody", "JOINT": "njnt", "GEOM": "ngeom", "SITE": "nsite", "MATERIAL": "nmat"}
    kinds |= {"ACTUATOR": "nu", "SENSOR": "nsensor", "EQUALITY": "neq", "EXCLUDE": "nexclude"}
    made = []
    for kind, count in kinds.items():
        for number in range(getattr(model, count)):
            name = mujoco.mj_id2name(model, getattr(mujoco.mjtObj, f"mjOBJ_{kind}"), number)
            made.append(Thing((name or "",), ()))
    arrays = ("body_pos", "geom_matid", "geom_friction", "eq_obj1id", "eq_obj2id", "actuator_trnid", "sensor_objid")
    made += [Thing((), tuple(getattr(model, each).ravel())) for each in (*arrays, "exclude_signature", "body_parentid")]
    return made


def rename_somewhere(folder: Path, chance: random.Random) -> tuple[str, set[str]]:
    """Gives a name at a random place of a random file another one; the name that was there, and the files that changed."""
    files = sorted(each for each in folder.iterdir() if each.name != "package.xml")
    texts = OpenTexts(Namespace(isolated=True))
    path = chance.choice(files)
    for each in {path, *chance.sample(files, chance.randint(0, len(files)))}:
        texts.put(each.as_uri(), each.read_text(encoding="utf-8"), 0)
    text = texts[path.as_uri()]
    places = [each.range for each in text.snapshot.occurrences]
    place = chance.choice(places)
    offset = chance.randint(place.start, place.end)
    name = name_at(text.snapshot, offset)
    others = texts.texts_with(name, text, lambda *_: None)
    home = texts.text_of(find_home(text.snapshot, offset))
    if home is not None and home not in others:
        others.append(home)
    edits = rename_at(text.snapshot, offset, NEW, [each.snapshot for each in others])
    changed = {each.file for each in edits}
    for file in changed:
        own = [each for each in edits if each.file == file]
        before = Path(file).read_bytes().decode()
        after = apply_edits(before, own)
        # nothing but the name
        whole = rf"(?<![\w]){re.escape(name)}(?![\w])"
        assert re.sub(whole, NEW, before) == re.sub(whole, NEW, after)
        Path(file).write_bytes(after.encode())
    return name, changed


@pytest.mark.parametrize(
    ("make", "read"),
    [(make_includes, read_with_drake), (make_directives, read_with_drake), (make_mjcf, read_with_mujoco)],
    ids=["includes", "directives", "mjcf"],
)
def test_a_renamed_robot_is_the_same_robot(
    make: Callable[[Path, random.Random], str], read: Callable[[Path], list[Thing]], tmp_path: Path
) -> None:
    chance = random.Random(36)
    across = 0
    for number in range(RENAMES):
        folder = tmp_path / f"p{number}"
        folder.mkdir()
        (folder / "package.xml").write_text("<package><name>p</name></package>", encoding="utf-8")
        main = folder / make(folder, chance)
        before = read(main)
        name, changed = rename_somewhere(folder, chance)
        across += len(changed) > 1
        after = read(main)
        # as they are written, for the world's mass is no number
        assert [repr(each.numbers) for each in after] == [repr(each.numbers) for each in before], (number, name)
        for old, new in zip(before, after):
            for was, now in zip(old.names, new.names, strict=True):
                parts = zip(now.split("::"), was.split("::"), strict=True)
                # Drake makes names of joints and frames of those that are written
                assert all(one in (two, two.replace(name, NEW)) for one, two in parts), (number, name, was, now)
        assert changed, (number, name)
    assert across > RENAMES // 3

"""Scene JSON says what a scene says, of every format, and documents with errors are shown as far as they go."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import bodyplan
import jsonschema
import numpy as np
import pytest
from bodyplan.semantics.document.loader import resolve_options
from bodyplan.semantics.view.diff_overlay import mark_differences
from bodyplan.semantics.view.documents import OpenedDocument, open_document
from bodyplan.semantics.view.materials import gazebo_materials
from bodyplan.semantics.view.meshes import EmbeddedAssets
from bodyplan.semantics.view.scene_json import SCHEMA, document_data, scene_data, scene_text, worlds_data

from tests.viewing.evaluating import links_at, matrix_of

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = sorted(
    path for path in (ROOT / "examples").rglob("*") if path.suffix in (".urdf", ".sdf", ".skel", ".yaml", ".xacro")
)
VALID = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))


def seen(path: Path) -> OpenedDocument:
    return open_document(path, resolve_options({}, path.parent))


def shown(path: Path) -> dict[str, Any]:
    """A document as a page is told of it, through the JSON itself."""
    text = scene_text(scene_data(path.name, document_data(seen(path), EmbeddedAssets(None))))
    data = json.loads(text)
    VALID.validate(data)
    document: dict[str, Any] = data["documents"][0]
    return document


def written(folder: Path, name: str, text: str) -> dict[str, Any]:
    (folder / name).write_text(text, encoding="utf-8")
    return shown(folder / name)


def compare_motion(path: Path, seed: int = 0, count: int = 3) -> int:
    """Compares where links are with the scene's own forward kinematics; how many were compared."""
    document, scene = shown(path), seen(path).scene
    assert scene is not None
    rng = np.random.default_rng(seed)
    compared = 0
    for _ in range(count):
        q = scene.configuration(np.nan_to_num(scene.vector(scene.random_configuration(rng)), posinf=1.0, neginf=-1.0))
        poses, values = scene.forward_kinematics(q), scene.expand(q)
        coordinates = [
            float(np.atleast_1d(values[document["joints"][each["joint"]]["name"]])[each["axis"]])
            for each in document["coordinates"]
        ]
        for link, pose in zip(document["links"], links_at(document, coordinates)):
            wanted = poses[link["name"]]
            if np.isfinite(wanted).all():
                scale = max(1.0, float(np.abs(wanted).max()))
                assert np.abs(pose - wanted).max() <= 1e-9 * scale, link["name"]
                compared += 1
    return compared


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: str(path.relative_to(ROOT / "examples")))
def test_examples_fit_the_schema_and_move_alike(path: Path) -> None:
    document = shown(path)
    if seen(path).ok and seen(path).scene is not None:
        assert compare_motion(path) >= len(document["links"])


SDF_JOINTS = {
    "revolute": "<axis><xyz>1 2 3</xyz></axis>",
    "continuous": "<axis><xyz>0 1 0</xyz></axis>",
    "prismatic": "<axis><xyz>1 0 1</xyz></axis>",
    "screw": "<screw_thread_pitch>0.2</screw_thread_pitch><axis><xyz>0 1 1</xyz></axis>",
    "universal": "<axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 1 1</xyz></axis2>",
    "revolute2": "<axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 1 0</xyz></axis2>",
    "ball": "",
    "fixed": "",
}


@pytest.mark.parametrize("type", SDF_JOINTS)
def test_joints_of_sdformat(type: str, tmp_path: Path) -> None:
    document = written(
        tmp_path,
        "m.sdf",
        f"""<sdf version="1.9"><model name="m"><pose>0 0 1 0.3 0 0</pose><link name="a"/>
        <link name="b"><pose>1 2 3 0.1 0.2 0.3</pose></link>
        <joint name="j" type="{type}"><pose>0.1 0.2 0.3 1 0 0.5</pose><parent>a</parent><child>b</child>
        {SDF_JOINTS[type]}</joint></model></sdf>""",
    )
    assert [joint["type"] for joint in document["joints"]] == [type]
    assert compare_motion(tmp_path / "m.sdf") == 9


@pytest.mark.parametrize("type", ["revolute", "continuous", "prismatic", "planar", "floating", "fixed"])
def test_joints_of_urdf(type: str, tmp_path: Path) -> None:
    written(
        tmp_path,
        "r.urdf",
        f"""<robot name="r"><link name="a"/><link name="b"/><joint name="j" type="{type}"><parent link="a"/>
        <child link="b"/><origin xyz="1 2 3" rpy="0.1 0.2 0.3"/><axis xyz="1 1 0"/>
        <limit lower="-1" upper="1" effort="1" velocity="1"/></joint></robot>""",
    )
    assert compare_motion(tmp_path / "r.urdf") == 9


SKEL_JOINTS = {
    "revolute": "<axis><xyz>0 1 1</xyz></axis>",
    "prismatic": "<axis><xyz>1 0 1</xyz></axis>",
    "screw": "<axis><xyz>1 0 1</xyz><pitch>0.3</pitch></axis>",
    "universal": "<axis><xyz>1 0 0</xyz></axis><axis2><xyz>0 1 0</xyz></axis2>",
    "ball": "",
    "euler": "<axis_order>zyx</axis_order>",
    "translational": "",
    "planar": "<plane type='arbitrary'><translation_axis1><xyz>0 1 0</xyz></translation_axis1>"
    "<translation_axis2><xyz>0 0 1</xyz></translation_axis2></plane>",
    "free": "",
    "weld": "",
}


@pytest.mark.parametrize("type", SKEL_JOINTS)
def test_joints_of_skel(type: str, tmp_path: Path) -> None:
    written(
        tmp_path,
        "s.skel",
        f"""<skel version="1.0"><world name="w"><skeleton name="s"><body name="a"><transformation>0 0 1 0 0 0
        </transformation></body><body name="b"><transformation>1 2 3 0.1 0.2 0.3</transformation></body>
        <joint type="free" name="f"><parent>world</parent><child>a</child></joint>
        <joint type="{type}" name="j"><transformation>0.1 0 0.2 0.4 0 0</transformation><parent>a</parent>
        <child>b</child>{SKEL_JOINTS[type]}</joint></skeleton></world></skel>""",
    )
    assert compare_motion(tmp_path / "s.skel") == 9


def test_a_joint_that_is_passed_from_its_child_to_its_parent(tmp_path: Path) -> None:
    document = written(
        tmp_path,
        "m.sdf",
        """<sdf version="1.9"><model name="m"><link name="a"/><link name="b"><pose>1 0 0 0 0.2 0</pose></link>
        <link name="c"/><joint name="ground" type="fixed"><parent>world</parent><child>c</child></joint>
        <joint name="j" type="screw"><screw_thread_pitch>0.4</screw_thread_pitch><parent>a</parent><child>c</child>
        <axis><xyz>0 0 1</xyz></axis></joint>
        <joint name="k" type="revolute"><parent>b</parent><child>a</child><axis><xyz>1 0 0</xyz></axis></joint>
        </model></sdf>""",
    )
    backwards = [n for n, link in enumerate(document["links"]) if link["joint"] is not None
                 and document["joints"][link["joint"]]["child"] != n]  # fmt: skip
    assert len(backwards) == 2
    assert compare_motion(tmp_path / "m.sdf") == 12


def test_couplings_loops_and_limits(tmp_path: Path) -> None:
    document = written(
        tmp_path,
        "m.sdf",
        """<sdf version="1.11"><model name="m"><link name="a"/><link name="b"/><link name="c"/>
        <joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz>
        <limit><lower>-1</lower></limit></axis></joint>
        <joint name="k" type="revolute"><parent>a</parent><child>c</child><axis><xyz>0 0 1</xyz>
        <mimic joint="j"><multiplier>2</multiplier><offset>0.5</offset><reference>0.1</reference></mimic></axis></joint>
        <joint name="l" type="ball"><parent>b</parent><child>c</child></joint></model></sdf>""",
    )
    names = [coordinate["name"] for coordinate in document["coordinates"]]
    assert names == ["j", "k", "l roll", "l pitch", "l yaw"]
    assert [coordinate["driven"] for coordinate in document["coordinates"]] == [False, True, True, True, True]
    assert (document["coordinates"][0]["lower"], document["coordinates"][0]["upper"]) == (-1, None)
    (coupling,) = document["couplings"]
    assert coupling == {"follower": 1, "leader": 0, "multiplier": 2, "offset": pytest.approx(0.3)}
    (loop,) = document["loops"]
    assert (loop["kind"], loop["name"]) == ("joint", "m::l")
    assert document["joints"][2]["closes_loop"]
    assert loop["motion"] == document["joints"][2]["motion"]


def test_as_many_coordinates_are_driven_as_loops_determine(tmp_path: Path) -> None:
    joint = '<joint name="{}" type="revolute"><pose>0 0 {} 0 0 0</pose><parent>{}</parent><child>{}</child>'
    joint += "<axis><xyz>0 1 0</xyz></axis></joint>"
    ends = [("ja", 0, "ground", "a"), ("jb", 0, "a", "b"), ("jc", 0, "ground", "c"), ("jd", 1, "b", "c"),
            ("je", 0, "c", "d")]  # fmt: skip
    document = written(
        tmp_path,
        "m.sdf",
        f"""<sdf version="1.9"><model name="m"><link name="ground"/><link name="a"/>
        <link name="b"><pose>0 0 1 0 0 0</pose></link><link name="c"><pose>1 0 0 0 0 0</pose></link><link name="d"/>
        <joint name="stand" type="fixed"><parent>world</parent><child>ground</child></joint>
        {"".join(joint.format(*each) for each in ends)}</model></sdf>""",
    )
    assert {each["name"]: each["driven"] for each in document["coordinates"]} == {
        "ja": False, "jb": True, "jc": True, "jd": True, "je": False,
    }  # fmt: skip


def test_shapes_of_every_kind(tmp_path: Path) -> None:
    geometries = """<box><size>1 2 3</size></box>|<sphere><radius>2</radius></sphere>|
        <cylinder><radius>1</radius><length>2</length></cylinder>|<capsule><radius>1</radius><length>2</length></capsule>|
        <ellipsoid><radii>1 2 3</radii></ellipsoid>|<cone><radius>1</radius><length>2</length></cone>|
        <plane><normal>0 1 0</normal><size>4 5</size></plane>|<mesh><uri>no.stl</uri><scale>1 1 2</scale></mesh>|
        <heightmap><uri>no.png</uri><size>10 10 1</size><pos>1 2 3</pos></heightmap>|<empty/>|
        <polyline><point>0 0</point><point>1 0</point><point>0 1</point><height>2</height></polyline>"""
    visuals = "".join(
        f'<visual name="v{n}"><pose>{n} 0 0 0 0 0</pose><transparency>0.25</transparency>'
        f"<geometry>{each}</geometry></visual>"
        for n, each in enumerate(geometries.split("|"))
    )
    document = written(
        tmp_path, "m.sdf", f'<sdf version="1.12"><model name="m"><link name="a">{visuals}</link></model></sdf>'
    )
    shapes = document["links"][1]["visuals"]
    kinds = [shape["geometry"]["type"] for shape in shapes]
    assert kinds == [
        "box",
        "sphere",
        "cylinder",
        "capsule",
        "ellipsoid",
        "cone",
        "plane",
        "mesh",
        "heightmap",
        "empty",
        "polyline",
    ]
    assert {shape["transparency"] for shape in shapes} == {0.25}
    assert shapes[0]["geometry"] == {"type": "box", "size": [1, 2, 3]}
    assert shapes[6]["geometry"] == {"type": "plane", "size": [4, 5], "normal": [0, 1, 0]}
    assert shapes[8]["pose"][:3] == [9, 2, 3]
    (mesh,) = document["meshes"]
    assert mesh["uri"] == "no.stl"
    assert "no.stl" in mesh["missing"]


def test_looks_of_every_format(tmp_path: Path) -> None:
    visual = "<visual name='v'><geometry><sphere/></geometry><material>{}</material></visual>"

    def look(material: str) -> dict[str, Any]:
        text = f"<sdf version='1.9'><model name='m'><link name='a'>{visual.format(material)}</link></model></sdf>"
        document = written(tmp_path, "m.sdf", text)
        made: dict[str, Any] = document["materials"][document["links"][1]["visuals"][0]["material"]]
        return made

    assert look("<diffuse>0.1 0.2 0.3 1</diffuse><ambient>1 1 1 1</ambient>")["color"] == [0.1, 0.2, 0.3, 1]
    assert look("<ambient>0.5 0 0 1</ambient>")["color"] == [0.5, 0, 0, 1]
    script = "<script><uri>file://gazebo.material</uri><name>Gazebo/{}</name></script>"
    assert look(script.format("Orange"))["color"] == [*gazebo_materials()[0]["Gazebo/Orange"], 1]
    assert look(script.format("RedTransparent"))["color"] == [1, 0, 0, 0.5]
    assert look(script.format("GreenGlow"))["emissive"] == [0, 1, 0]
    assert look(f"{script.format('Orange')}<diffuse>0 0 1 1</diffuse>")["color"] == [0, 0, 1, 1]
    assert look("<emissive>2 0 0 1</emissive>")["emissive"] == [1, 0, 0]
    links = "".join(f'<link name="{n}"><visual><geometry><sphere radius="1"/></geometry>{m}</visual></link>'
                    for n, m in {"a": '<material name="red"/>', "b": ""}.items())  # fmt: skip
    robot = written(
        tmp_path,
        "r.urdf",
        f"""<robot name="r"><material name="red"><color rgba="1 0 0 0.5"/></material>{links}
        <joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>
        <gazebo reference="b"><material>Gazebo/Blue</material></gazebo></robot>""",
    )
    colours = [robot["materials"][link["visuals"][0]["material"]]["color"] for link in robot["links"][1:]]
    assert colours == [[1, 0, 0, 0.5], [0, 0, 1, 1]]
    skel = written(
        tmp_path,
        "s.skel",
        """<skel version="1.0"><world name="w"><skeleton name="s"><body name="a"><visualization_shape>
        <geometry><box><size>1 1 1</size></box></geometry><color>0.2 0.4 0.6</color></visualization_shape></body>
        <joint type="free" name="f"><parent>world</parent><child>a</child></joint></skeleton></world></skel>""",
    )
    assert skel["materials"][0]["color"] == pytest.approx([0.2, 0.4, 0.6, 1])


@pytest.mark.parametrize(
    ("gravity", "up"),
    [("<gravity>0 -9.81 0</gravity>", [0, 1, 0]), ("<gravity>3 0 -4</gravity>", [-0.6, 0, 0.8]),
     ("<gravity>0 0 0</gravity>", [0, 0, 1])],
)  # fmt: skip
def test_up_is_against_gravity(gravity: str, up: list[float], tmp_path: Path) -> None:
    assert written(tmp_path, "w.sdf", f'<sdf version="1.9"><world name="w">{gravity}</world></sdf>')["up"] == up
    assert written(tmp_path, "r.urdf", '<robot name="r"><link name="a"/></robot>')["up"] == [0, 0, 1]


def test_inertia_is_drawn_as_the_box_that_has_it(tmp_path: Path) -> None:
    def box_of(inertial: str) -> dict[str, Any]:
        text = f'<robot name="r"><link name="a"><inertial>{inertial}</inertial></link></robot>'
        made: dict[str, Any] = written(tmp_path, "r.urdf", text)["links"][1]
        return made

    x, y, z, mass = 0.2, 0.4, 0.8, 3.0
    moments = [mass / 12 * (a * a + b * b) for a, b in ((y, z), (x, z), (x, y))]
    inertia = (
        "<inertia "
        + " ".join(f'{n}="{m}"' for n, m in zip(("ixx", "iyy", "izz"), moments))
        + ' ixy="0" ixz="0" iyz="0"/>'
    )
    link = box_of(f'<origin xyz="1 2 3" rpy="0.3 0.2 0.1"/><mass value="{mass}"/>{inertia}')
    assert sorted(link["inertia_box"]) == pytest.approx([x, y, z])
    assert link["com"] == [1, 2, 3]
    # the longest edge lies along the z axis of the inertial frame
    longest = int(np.argmax(link["inertia_box"]))
    rotation = bodyplan.Transform.from_rpy((0, 0, 0), (0.3, 0.2, 0.1)).rotation
    assert abs(matrix_of(link["inertia_pose"])[:3, longest] @ rotation[:, 2]) == pytest.approx(1)
    assert np.linalg.det(matrix_of(link["inertia_pose"])) == pytest.approx(1)
    impossible = '<inertia ixx="1" iyy="1" izz="5" ixy="0" ixz="0" iyz="0"/>'
    assert box_of(f'<mass value="1"/>{impossible}')["inertia_box"] is None
    assert box_of(f'<mass value="0"/>{inertia}')["inertia_box"] is None


def test_sensors_contacts_lights_and_forces(tmp_path: Path) -> None:
    document = written(
        tmp_path,
        "w.sdf",
        """<sdf version="1.9" xmlns:drake="http://drake.mit.edu"><world name="w">
        <light name="sun" type="directional"><pose>0 0 9 0 0 0</pose><direction>0 3 -4</direction></light>
        <model name="m"><pose>1 0 0 0 0 0</pose><link name="a"><collision name="foot"><pose>0 0 -1 0 0 0</pose><geometry>
        <sphere/></geometry></collision><sensor name="eye" type="camera"><pose>0 0 2 0 0 0</pose></sensor>
        <sensor name="touch" type="contact"><contact><collision>foot</collision></contact></sensor></link>
        <link name="b"/><drake:linear_bushing_rpy><drake:bushing_frameA>a</drake:bushing_frameA>
        <drake:bushing_frameC>b</drake:bushing_frameC><drake:bushing_torque_stiffness>1 1 1</drake:bushing_torque_stiffness>
        <drake:bushing_torque_damping>1 1 1</drake:bushing_torque_damping><drake:bushing_force_stiffness>1 1 1
        </drake:bushing_force_stiffness><drake:bushing_force_damping>1 1 1</drake:bushing_force_damping>
        </drake:linear_bushing_rpy></model></world></sdf>""",
    )
    marks = [(mark["kind"], mark["type"], mark["link"], mark["pose"][2]) for mark in document["marks"]]
    assert marks[:2] == [("sensor", "camera", 1, 2), ("contact", "contact", 1, -1)]
    assert [mark[0] for mark in marks[2:]] == ["force", "force"]
    (light,) = document["lights"]
    assert (light["type"], light["link"], light["direction"]) == (
        "directional",
        0,
        [0, pytest.approx(0.6), pytest.approx(-0.8)],
    )
    assert light["place"]["line"] == 2


@pytest.mark.parametrize(("version", "spot", "angle"), [
    ("1.9", "<spot><inner_angle>0.2</inner_angle><outer_angle>0.8</outer_angle><falloff>1</falloff></spot>", 0.4),
    ("1.0", '<spot inner_angle="0.2" outer_angle="0.8" falloff="1"/>', 0.4),
    ("1.9", "<spot><inner_angle>0.2</inner_angle><outer_angle>9</outer_angle><falloff>1</falloff></spot>", None),
    ("1.9", "", None),
])  # fmt: skip
def test_spots_say_how_wide_they_are(version: str, spot: str, angle: float | None, tmp_path: Path) -> None:
    light = f'<light name="s" type="spot"><direction>0 0 -1</direction>{spot}</light>'
    document = written(tmp_path, "w.sdf", f'<sdf version="{version}"><world name="w">{light}</world></sdf>')
    (found,) = document["lights"]
    assert found["angle"] == (None if angle is None else pytest.approx(angle))


def test_a_page_has_all_worlds_of_a_document(tmp_path: Path) -> None:
    def world(name: str, link: str) -> str:
        return f'<world name="{name}"><model name="m"><link name="{link}"/></model></world>'

    path = tmp_path / "w.sdf"
    path.write_text(f'<sdf version="1.9">{world("day", "a")}{world("night", "b")}</sdf>', encoding="utf-8")
    data = json.loads(scene_text(scene_data(path.name, worlds_data(seen(path), EmbeddedAssets(None)))))
    VALID.validate(data)
    (first,) = data["documents"]
    (other,) = first["others"]
    assert [first["world"], other["world"]] == ["day", "night"]
    assert [document["links"][1]["name"] for document in (first, other)] == ["m::a", "m::b"]
    assert "b" in bodyplan.load(path)._repr_html_()
    path.write_text(f'<sdf version="1.9">{world("day", "a")}</sdf>', encoding="utf-8")
    assert not {"world", "others"} & set(worlds_data(seen(path), EmbeddedAssets(None)))


def test_findings_know_the_link_that_they_concern(tmp_path: Path) -> None:
    document = written(
        tmp_path,
        "r.urdf",
        """<robot name="r"><link name="a"/>
        <link name="b"><inertial><mass value="-1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
        <joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/></joint>
        <material name="unused"/></robot>""",
    )
    names = {finding["code"]: finding["link"] and document["links"][finding["link"]]["short"]
             for finding in document["findings"]}  # fmt: skip
    assert names["BP640"] == "b"  # in the link itself
    limit = [finding for finding in document["findings"] if "limit" in finding["message"]]
    assert limit
    assert all(document["links"][finding["link"]]["short"] == "b" for finding in limit)
    assert [finding["link"] for finding in document["findings"] if "unused" in finding["message"]] == [None]
    assert all(document["files"][finding["place"]["file"]].endswith("r.urdf") for finding in document["findings"])


def test_findings_in_xacro_know_their_link_too(tmp_path: Path) -> None:
    pytest.importorskip("xacro")
    document = written(
        tmp_path,
        "r.urdf.xacro",
        """<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">
        <xacro:macro name="part" params="name mass">
        <link name="${name}"><inertial><mass value="${mass}"/>
        <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link></xacro:macro>
        <xacro:part name="a" mass="1"/><xacro:part name="b" mass="-2"/>
        <joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint></robot>""",
    )
    (finding,) = (each for each in document["findings"] if each["code"] == "BP640")
    assert document["links"][finding["link"]]["short"] == "b"
    assert document["links"][2]["place"]["line"] == 3


@pytest.mark.parametrize(
    ("name", "text", "links"),
    [
        ("a.urdf", "<robot name='r'><link name='a'", 1),
        ("a.sdf", "", 1),
        ("b.sdf", "<sdf version='1.9'><model name='m'><link name='a'><pose>1e400 0 0 0 0 0</pose></link></model></sdf>", 2),
        ("c.urdf", ("<robot name='r'><link name='a'/><link name='a'/><joint name='j' type='fixed'><parent link='a'/>"
         "<child link='none'/></joint></robot>"), 2),
        ("d.sdf", ("<sdf version='1.9'><model name='m'><link name='a'><pose relative_to='b'/></link><link name='b'>"
         "<pose relative_to='a'/></link></model></sdf>"), 3),
        ("e.skel", "<skel version='1.0'><world name='w'><skeleton name='s'><body name='a'/></skeleton></world></skel>", 2),
        ("f.dmd.yaml", "directives:\n- add_model: {file: package://no/where.sdf, name: m}\n", 1),
    ],
)  # fmt: skip
def test_broken_documents_show_what_there_is(name: str, text: str, links: int, tmp_path: Path) -> None:
    document = written(tmp_path, name, text)
    assert len(document["links"]) == links
    assert document["findings"]


def test_no_name_ends_the_element_that_the_scene_stands_in(tmp_path: Path) -> None:
    name = "</script><script>alert(1)</script><!--\u2028"
    escaped = name.replace("<", "&lt;").replace(">", "&gt;")
    path = tmp_path / "r.urdf"
    path.write_text(f'<robot name="r"><link name="{escaped}"/></robot>', encoding="utf-8")
    text = scene_text(scene_data(name, document_data(seen(path), EmbeddedAssets(None))))
    assert not set("<>&\u2028\u2029") & set(text)
    assert json.loads(text)["documents"][0]["links"][1]["short"] == name


def test_differences_stand_at_the_links_of_each_document() -> None:
    one, other = (seen(ROOT / "examples" / name) for name in ("arm.urdf", "arm.sdf"))
    rows = [document_data(each, EmbeddedAssets(None)) for each in (one, other)]
    mark_differences(rows[0], rows[1], (one.scene, other.scene))
    VALID.validate(scene_data("both", *rows))
    removed = {rows[0]["links"][each["link"]]["short"] for each in rows[0]["differences"] if each["what"] == "removed"}
    assert removed == {"tool"}
    assert {(each["what"], each["text"]) for each in rows[1]["differences"]} == {
        ("changed", "frame tool: added"),
        ("changed", "collision filter left_finger, right_finger: added"),
        ("changed", "visual upper_arm::beam: diffuse: [0.3 0.3 0.35 1] -> None"),
        ("changed", "visual forearm::beam: diffuse: [0.3 0.3 0.35 1] -> None"),
    }
    broken: dict[str, Any] = {"links": [], "joints": [], "frames": []}
    mark_differences(broken, rows[1], (None, other.scene))
    assert broken["differences"] == rows[1]["differences"] == []


def test_of_what_differs_the_parts_that_do_are_told(tmp_path: Path) -> None:
    rows, scenes = [], []
    for name, shape in (
        ("a", '<mesh filename="a.stl"/>'),
        ("b", '<mesh filename="b.stl"/>'),
        ("c", '<box size="1 2 3"/>'),
    ):
        path = tmp_path / f"{name}.urdf"
        visual = f'<visual name="v"><geometry>{shape}</geometry></visual>'
        path.write_text(f'<robot name="r"><link name="l">{visual}</link></robot>', encoding="utf-8")
        opened_file = seen(path)
        rows.append(document_data(opened_file, EmbeddedAssets(0)))
        scenes.append(opened_file.scene)
    told = []
    for other in (1, 2):
        mark_differences(rows[0], rows[other], (scenes[0], scenes[other]))
        told += [each["text"] for each in rows[0]["differences"]]
    assert told[0] == "visual l::v: geometry: uri a.stl -> uri b.stl"
    assert told[1].startswith("visual l::v: geometry: mesh (uri a.stl, scale [1 1 1]")
    assert told[1].endswith("-> box (size [1 2 3])")
    assert str(tmp_path) not in "".join(told)


@pytest.mark.corpus
@pytest.mark.slow
def test_files_of_the_corpus_fit_the_schema_and_move_alike(corpus_files: tuple[Path, ...]) -> None:
    compared = 0
    for number, path in enumerate(corpus_files):
        if number % 7 == 0 or path.suffix == ".skel":
            shown(path)
            if seen(path).ok:
                compared += compare_motion(path, seed=number, count=1)
    assert compared > 1000

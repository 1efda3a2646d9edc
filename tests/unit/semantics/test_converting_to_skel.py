"""SKEL that is made of other formats: skeletons that stand, weigh and move as what they are made of."""

from __future__ import annotations

import re
from math import cos, pi, sin
from pathlib import Path
from random import Random

import bodyplan
import numpy as np
import pytest
from bodyplan.semantics.convert.to_skel.workspace import make_transformation
from bodyplan.semantics.formats.skel.context import pose_of
from bodyplan.semantics.spatial.raw_pose import compose, pose_from_rpy

EXAMPLES = Path(__file__).parents[3] / "examples"
TURNS = "0.1 0.2 0.3 0.4 -0.5 0.6"
INERTIAL = (
    "<inertial><pose>0.1 0.2 0.3 0.3 -0.2 0.4</pose><mass>2</mass><inertia><ixx>0.3</ixx><iyy>0.4</iyy><izz>0.5</izz>"
    "<ixy>0.01</ixy></inertia></inertial>"
)


def model(joint: str = "", *, static: bool = False, more: str = "") -> str:
    return (
        f'<model name="m"><static>{str(static).lower()}</static><pose>1 2 3 0.1 0.2 0.3</pose>'
        f'<link name="a">{INERTIAL}</link><link name="b"><pose relative_to="a">{TURNS}</pose>{INERTIAL}</link>'
        f"{joint}{more}</model>"
    )


def joint(kind: str, axes: str, *, turned: bool = False) -> str:
    parent, child = ("b", "a") if turned else ("a", "b")
    return (
        f'<joint name="j" type="{kind}"><pose>0.3 0.2 0.1 -0.1 0.7 0.2</pose><parent>{parent}</parent><child>{child}</child>'
        f"{axes}</joint>"
    )


def sdf(body: str) -> str:
    return f'<sdf version="1.12">{body}</sdf>'


def axis(number: str, xyz: str, more: str = "") -> str:
    return f"<axis{number}><xyz>{xyz}</xyz>{more}</axis{number}>"


def made_of(text: str) -> bodyplan.Document[bodyplan.skel.Skel]:
    converted = bodyplan.convert(bodyplan.loads(text), "skel")
    assert converted.document.ok, converted.document.diagnostics
    return bodyplan.loads(converted.document.dumps())


@pytest.mark.parametrize(
    ("kind", "axes", "q"),
    [
        ("revolute", axis("", "0 0.6 0.8", "<limit><lower>-1</lower><upper>2</upper></limit>"), 0.7),
        ("continuous", axis("", "0 0 1"), -0.3),
        ("prismatic", axis("", "1 2 2"), 0.2),
        ("prismatic", '<axis><xyz expressed_in="__model__">1 2 2</xyz></axis>', 0.2),
        ("universal", axis("", "0 0 1") + axis("2", "1 0 0"), [0.3, -0.4]),
        ("fixed", "", None),
    ],
)
def test_bodies_stand_where_they_did_at_any_configuration(kind: str, axes: str, q: object) -> None:
    text = sdf(model(joint(kind, axes)))
    before, after = bodyplan.loads(text).scene, made_of(text).scene
    there = {} if q is None else {"m::j": q}
    one, other = before.forward_kinematics(there), after.forward_kinematics(there)
    for link in ("m::a", "m::b"):
        assert np.abs(one[link] - other[link]).max() < 1e-12
        assert before.links[link].mass == after.links[link].mass
        assert np.abs(before.links[link].com - after.links[link].com).max() < 1e-12
        assert np.abs(before.links[link].inertia - after.links[link].inertia).max() < 1e-12
    assert after.joints["m::j"].axes[0].upper == 2 if kind == "revolute" else True
    assert after.joints["m::a_free"].type == "free"


def test_a_joint_that_names_its_ends_the_other_way_round_is_turned() -> None:
    text = sdf(
        f'<model name="m"><link name="w"/><link name="a"/><link name="b"><pose>{TURNS}</pose></link>'
        '<joint name="i" type="fixed"><parent>w</parent><child>a</child></joint>'
        + joint("revolute", axis("", "0 0.6 0.8"), turned=True)
        + "</model>"
    )
    before, after = bodyplan.loads(text).scene, made_of(text).scene
    assert (after.joints["m::j"].parent, after.joints["m::j"].child) == ("m::a", "m::b")
    one, other = (each.pose("m::b", relative_to="m::a", q={"m::j": 0.7}) for each in (before, after))
    assert np.abs(one.matrix - other.matrix).max() < 1e-12


def test_a_ball_joint_turns_by_a_rotation_vector() -> None:
    text = sdf(model(joint("ball", "")))
    before, after = bodyplan.loads(text).scene, made_of(text).scene
    assert after.joints["m::j"].type == "ball"
    one = before.pose("m::b", relative_to="m::a", q={"m::j": [0.0, 0.2, 0.0]})
    other = after.pose("m::b", relative_to="m::a", q={"m::j": [0.0, 0.2, 0.0]})
    assert np.abs(one.matrix - other.matrix).max() < 1e-12
    assert any("rotation vector" in each for each in losses_of(text)["BP921"])


@pytest.mark.parametrize("middle", [0.0, pi / 2, -pi / 2, pi / 2 - 1e-9, 1.2])
def test_angles_about_moved_axes_say_every_rotation(middle: float) -> None:
    random = Random(str(middle))
    for _ in range(200):
        first, third = random.uniform(-pi, pi), random.uniform(-pi, pi)
        turned = (0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0)
        for number, angle in enumerate((first, middle, third)):
            half = [0.0, 0.0, 0.0]
            half[number] = sin(angle / 2)
            turned = compose(turned, (0.0, 0.0, 0.0, cos(angle / 2), *half))
        said = make_transformation(turned, None)
        again = pose_of(said or (0.0,) * 6)
        sign = 1.0 if sum(a * b for a, b in zip(turned[3:], again[3:])) > 0 else -1.0
        assert max(abs(a - sign * b) for a, b in zip(turned[3:], again[3:])) < 1e-15 * 4


def test_angles_that_mean_the_same_stay_as_they_are_written() -> None:
    doc = bodyplan.loads(sdf('<model name="m"><pose>0 0 0 1.5707963 0 0</pose><link name="a"/></model>'))
    assert "<transformation>0 0 0 1.5707963 0 0</transformation>" in bodyplan.convert(doc, "skel").document.dumps()
    assert pose_from_rpy(0.0, 0.0, 0.0, 1.5707963, 0.0, 0.0) == pose_of((0.0, 0.0, 0.0, 1.5707963, 0.0, 0.0))


def test_what_resists_and_limits_a_joint_is_said() -> None:
    said = (
        "<limit><lower>-1</lower><upper>2</upper><effort>5</effort><velocity>7</velocity></limit><dynamics>"
        "<damping>0.1</damping><friction>0.2</friction><spring_stiffness>3</spring_stiffness>"
        "<spring_reference>0.5</spring_reference></dynamics>"
    )
    (found,) = made_of(sdf(model(joint("revolute", axis("", "0 0 1", said))))).scene.joints["m::j"].axes
    assert (found.lower, found.upper, found.effort, found.velocity) == (-1, 2, 5, 7)
    assert (found.damping, found.friction, found.stiffness, found.rest_position) == (0.1, 0.2, 3, 0.5)


def test_a_static_model_does_not_move() -> None:
    root = made_of(sdf(model(joint("revolute", axis("", "0 0 1")), static=True))).root
    (skeleton,) = root.world.skeleton
    assert skeleton.mobile is False
    assert {each.type for each in skeleton.joint} == {"weld"}


def test_models_that_joints_connect_are_one_skeleton() -> None:
    models = "".join(
        f'<model name="{name}"><pose>{number} 0 0 0 0 0</pose><link name="l"/></model>'
        for number, name in enumerate(("first", "second", "third"))
    )
    weld = '<joint name="j" type="fixed"><parent>first::l</parent><child>third::l</child></joint>'
    made = made_of(sdf(f'<world name="w"><gravity>0 0 -1.6</gravity>{models}{weld}</world>')).root.world
    assert [each.name for each in made.skeleton] == ["first", "second"]
    assert [each.name for each in made.skeleton[0].body] == ["first_l", "third_l"]
    assert made.skeleton[0].body[1].transformation[:3] == (2, 0, 0)
    assert made.physics is not None
    assert tuple(made.physics.gravity) == (0, 0, -1.6)


def test_shapes_are_as_large_as_they_were() -> None:
    kinds = {
        "box": "<box><size>1 2 3</size></box>",
        "sphere": "<sphere><radius>0.5</radius></sphere>",
        "cylinder": "<cylinder><radius>0.5</radius><length>2</length></cylinder>",
        "capsule": "<capsule><radius>0.5</radius><length>2</length></capsule>",
        "cone": "<cone><radius>0.5</radius><length>2</length></cone>",
        "ellipsoid": "<ellipsoid><radii>1 2 3</radii></ellipsoid>",
    }
    shapes = "".join(
        f'<collision name="{name}"><pose>{TURNS}</pose><geometry>{text}</geometry></collision>'
        f'<visual name="{name}"><geometry>{text}</geometry><material><diffuse>0.1 0.2 0.5 1</diffuse></material></visual>'
        for name, text in kinds.items()
    )
    text = sdf(f'<model name="m"><link name="a">{shapes}</link></model>')
    before, after = bodyplan.loads(text).scene.links["m::a"], made_of(text).scene.links["m::a"]
    assert [each.geometry for each in before.collisions] == [each.geometry for each in after.collisions]
    assert [each.geometry for each in before.visuals] == [each.geometry for each in after.visuals]
    for one, other in zip(before.collisions, after.collisions):
        assert np.abs(one.pose.matrix - other.pose.matrix).max() < 1e-12
    assert after.visuals[0].properties["color"] == (0.1, 0.2, 0.5, 1)


def losses_of(text: str) -> dict[str, list[str]]:
    made = bodyplan.convert(bodyplan.loads(text), "skel")
    found: dict[str, list[str]] = {}
    for each in (*made.losses, *made.changes):
        found.setdefault(each.code, []).append(each.message)
    return found


def test_everything_else_is_reported() -> None:
    shape = "<geometry><mesh><uri>none.stl</uri></mesh></geometry>"
    more = (
        f'<link name="c"><visual name="v">{shape}</visual><sensor name="s" type="imu"/></link>'
        '<joint name="k" type="fixed"><parent>a</parent><child>c</child></joint>'
        '<joint name="loop" type="fixed"><parent>b</parent><child>c</child></joint><frame name="f"/>'
        '<plugin name="p" filename="f"/>'
    )
    found = losses_of(sdf(model(joint("fixed", ""), more=more)))["BP920"]
    for part, reason in {
        "<visual> 'v'": "its file is not found, and DART stops without it",
        "<sensor> 's'": "SKEL has no sensors",
        "<joint> 'loop'": "it closes a loop, and skeletons are trees",
        "<frame> 'f'": "SKEL has no frames beside those of bodies",
        "<plugin> 'p'": "it is meant for another simulator",
    }.items():
        assert [each for each in found if each.startswith(part) and each.endswith(reason)], (part, found)
    assert len(found) == 5


def test_what_follows_another_joint_is_reported() -> None:
    mimic = '<mimic joint="i" axis="axis"><multiplier>2</multiplier><offset>0</offset><reference>0</reference></mimic>'
    more = '<link name="c"/><joint name="i" type="revolute"><parent>a</parent><child>c</child><axis><xyz>0 0 1</xyz></axis></joint>'
    (found,) = losses_of(sdf(model(joint("revolute", axis("", "0 0 1", mimic)), more=more)))["BP920"]
    assert found.endswith("joints of SKEL do not follow each other")


def test_a_screw_is_told_to_be_another_joint() -> None:
    found = losses_of(sdf(model(joint("screw", axis("", "0 0 1") + "<screw_thread_pitch>0.1</screw_thread_pitch>"))))
    assert [each for each in found["BP925"] if "a revolute joint" in each]
    assert "BP920" not in found


def test_a_body_without_mass_has_the_least() -> None:
    doc = made_of('<robot name="r"><link name="a"/></robot>')
    assert 0 < doc.scene.links["r::a"].mass < 1e-9


def test_nothing_is_stored_in_skel() -> None:
    with pytest.raises(ValueError, match="nothing can be stored"):
        bodyplan.convert(EXAMPLES / "arm.urdf", "skel", keep=True)


def test_there_is_a_skeleton() -> None:
    with pytest.raises(ValueError, match="there is none in the document"):
        bodyplan.convert(bodyplan.loads(sdf('<world name="w"/>')), "skel")


def test_files_are_named_from_the_folder_of_the_document(tmp_path: Path) -> None:
    (tmp_path / "meshes").mkdir()
    (tmp_path / "meshes" / "a.stl").write_bytes(b"solid\nendsolid\n")
    shape = f"<visual name='v'><geometry><mesh><uri>file://{tmp_path}/meshes/a.stl</uri></mesh></geometry></visual>"
    (tmp_path / "m.sdf").write_text(sdf(f"<model name='m'><link name='a'>{shape}</link></model>"))
    made = bodyplan.convert(tmp_path / "m.sdf", "skel").document
    assert "<file_name>meshes/a.stl</file_name>" in made.dumps()


def test_dart_loads_what_is_made(tmp_path: Path) -> None:
    dartpy = pytest.importorskip("dartpy", reason="DART judges what it loads")
    for name in ("arm.urdf", "arm.sdf"):
        document = bodyplan.load(EXAMPLES / name)
        file = tmp_path / "made.skel"
        bodyplan.convert(document, "skel").document.save(file)
        skeleton = dartpy.utils.SkelParser.readWorld(f"file://{file}").getSkeleton(0)
        scene = document.scene
        q = dict.fromkeys(("arm::shoulder", "arm::elbow", "arm::left_slide", "arm::right_slide"), 0.03)
        for joint, value in q.items():
            skeleton.getJoint(joint.removeprefix("arm::")).setPosition(0, value)
        poses = scene.forward_kinematics(q)
        for link in scene.links:
            body = skeleton.getBodyNode(link.removeprefix("arm::"))
            assert np.abs(body.getWorldTransform().matrix() - poses[link]).max() < 1e-9
            assert body.getMass() == pytest.approx(scene.links[link].mass, abs=1e-9)


@pytest.mark.parametrize("to", ["urdf", "mjcf", "skel"])
def test_a_comment_with_hyphens_keeps_those_that_xml_allows(to: str) -> None:
    text = sdf("<!-- gz service -s /a --reqtype b-c ---><model name='m'><link name='a'/></model>")
    made = bodyplan.convert(bodyplan.loads(text), to).document.dumps()  # type: ignore[call-overload]
    assert "<!-- gz service -s /a - reqtype b-c  -->" in made


@pytest.mark.parametrize("to", ["mjcf", "skel"])
def test_every_comment_is_in_the_result_or_reported(to: str) -> None:
    text = sdf(
        "<!-- one --><world name='w'><!-- two --><gravity>0 0 -1</gravity><!-- three --><light name='s' type='point'><!-- four -->"
        "</light><model name='m'><!-- five --><link name='a'><!-- six --><inertial><mass>1<!-- seven --></mass></inertial></link>"
        "</model><!-- eight --></world><!-- nine -->"
    )
    made = bodyplan.convert(bodyplan.loads(text), to)  # type: ignore[call-overload]
    told = " ".join((made.document.dumps(), *(each.message for each in made.changes)))
    for word in ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine"):
        assert told.count(f" {word} ") + told.count(f"'{word}'") == 1, (word, told)


def test_numbers_are_spelled_as_in_the_source() -> None:
    shape = (
        '<visual><origin xyz="0 0 .015" rpy="0 0 0"/><geometry><cylinder radius=".01" length=".75"/></geometry>'
        '<material name="m"><color rgba=".3 .6 .4 1"/></material></visual>'
    )
    text = bodyplan.convert(
        bodyplan.loads(f'<robot name="r"><link name="a">{shape}</link></robot>'), "skel"
    ).document.dumps()
    assert "<transformation>0 0 .015 0 0 0</transformation>" in text
    assert "<height>.75</height>" in text
    assert "<color>.3 .6 .4 1</color>" in text


def test_comments_inside_a_shape_stay_with_it() -> None:
    shape = "<visual>{}<geometry><box size='1 1 1'/></geometry></visual>"
    shapes = shape.format("") + shape.format('<!-- a quarter turn --><origin rpy="1.57 0 0"/>')
    lines = bodyplan.convert(
        bodyplan.loads(f'<robot name="r"><link name="a">{shapes}</link></robot>'), "skel"
    ).document.dumps()
    _, _, behind = lines.partition("<!-- a quarter turn -->")
    assert behind.count("<visualization_shape>") == 1
    assert "1.57" in behind


def test_comments_in_a_robot_stay_in_its_skeleton() -> None:
    robot = (
        '<robot name="r">\n<!-- of frames -->\n<material name="m"><color rgba="1 0 0 1"/></material>\n<link name="a">\n'
        "<!-- of oak -->\n</link>\n<!-- the end -->\n</robot>"
    )
    model = '<!-- alone --><model name="m"><!-- it stands --><static>true</static><link name="a"/></model>'
    for text, inside in ((robot, ["of frames", "of oak", "the end"]), (sdf(model), ["it stands"])):
        made = bodyplan.convert(bodyplan.loads(text), "skel").document.dumps()
        before, _, behind = made.partition("<skeleton ")
        skeleton, _, behind = behind.partition("</skeleton>")
        assert re.findall("<!-- (.*?) -->", skeleton) == inside
        assert before.count("<!-- alone -->") + len(inside) == made.count("<!--")

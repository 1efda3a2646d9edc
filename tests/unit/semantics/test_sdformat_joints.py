"""Joints: what they connect, their axes and limits, what couples them."""

from __future__ import annotations

from math import inf, pi

import bodyplan
import pytest

LINKS = '<link name="a"/><link name="b"><pose>1 0 0 0 0 1</pose></link>'
ENDS = "<parent>a</parent><child>b</child>"
AXIS = "<axis><xyz>0 0 1</xyz></axis>"


def text(joints: str, version: str = "1.12") -> str:
    return f'<sdf version="{version}"><model name="m">{LINKS}{joints}</model></sdf>'


def joint(inside: str, type: str = "revolute", ends: str = ENDS, name: str = "j") -> str:
    return f'<joint name="{name}" type="{type}">{ends}{inside}</joint>'


def errors(document: str, **options: object) -> list[str]:
    try:
        bodyplan.loads(document, **options)  # type: ignore[arg-type]
    except bodyplan.LoadError as error:
        return [found.code for found in error.diagnostics if found.severity == "error"]
    return []


@pytest.mark.parametrize(
    ("ends", "expected"),
    [
        ("<parent>world</parent><child>b</child>", []),
        ("<parent> a </parent><child>\n b</child>", []),
        ("<parent>x</parent><child>b</child>", ["BP501"]),
        ("<parent>a</parent><child>x</child>", ["BP502"]),
        ("<parent>a</parent><child>a</child>", ["BP503"]),
        ("<parent>f</parent><child>a</child>", ["BP504"]),
        ("<parent>f</parent><child>b</child>", []),
        ("<parent>a</parent><child>world</child>", ["BP505"]),
    ],
)
def test_ends(ends: str, expected: list[str]) -> None:
    assert errors(text('<frame name="f" attached_to="a"/>' + joint(AXIS, ends=ends))) == expected


def test_an_end_that_is_missing() -> None:
    assert errors(text(joint(AXIS, ends="<parent>a</parent>")))[0] == "BP203"


def test_faults_are_placed_at_the_end_that_they_are_about() -> None:
    document = text("\n" + joint(AXIS, ends="\n<parent>a</parent>\n  <child>x</child>"))
    with pytest.raises(bodyplan.LoadError) as caught:
        bodyplan.loads(document)
    (found,) = caught.value.diagnostics
    assert (found.line, found.column) == (4, 3)
    assert found.xpath == '/sdf/model[@name="m"]/joint[@name="j"]/child'


def test_libsdformat_does_not_look_at_the_parents_of_nested_joints() -> None:
    nested = f'<sdf version="1.12"><model name="n"><link name="l"/><model name="m">{LINKS}'
    document = nested + joint(AXIS, ends="<parent>x</parent><child>b</child>") + "</model></model></sdf>"
    assert errors(document) == ["BP501"]
    assert errors(document, target="libsdformat") == []
    assert errors(document, target="libsdformat", strict=True) == ["BP501"]
    assert errors(document.replace("<child>b<", "<child>y<"), target="libsdformat") == ["BP502"]


def test_axes_are_of_length_one_in_the_joint_frame() -> None:
    document = text(
        joint('<axis><xyz expressed_in="__model__">0 3 0</xyz></axis>')
        + joint('<axis><xyz expressed_in="a">2 0 0</xyz></axis>', name="k")
    )
    scene = bodyplan.loads(document).scene
    assert scene.joints["m::j"].axes[0].xyz == pytest.approx([0.8414709848078965, 0.5403023058681398, 0])
    assert scene.joints["m::k"].axes[0].xyz == pytest.approx([0.5403023058681398, -0.8414709848078965, 0])


@pytest.mark.parametrize(
    ("axis", "expected"),
    [
        ("<axis><xyz>0 0 0</xyz></axis>", ["BP506"]),
        ('<axis><xyz expressed_in="x">0 0 1</xyz></axis>', ["BP507"]),
        ("<axis><xyz>0 0</xyz></axis>", ["BP103"]),
    ],
)
def test_faulty_axes(axis: str, expected: list[str]) -> None:
    assert errors(text(joint(axis))) == expected


def test_limits() -> None:
    limit = "<limit><lower>-1</lower><upper>2</upper><effort>3</effort><velocity>-1</velocity></limit>"
    dynamics = """<dynamics><damping>4</damping><friction>5</friction><spring_stiffness>6</spring_stiffness>
      <spring_reference>7</spring_reference></dynamics>"""
    document = text(joint(f"<axis><xyz>0 0 1</xyz>{limit}{dynamics}</axis>") + joint(AXIS, name="free"))
    scene = bodyplan.loads(document).scene
    axis = scene.joints["m::j"].axes[0]
    assert (axis.lower, axis.upper, axis.effort, axis.velocity) == (-1, 2, 3, inf)
    assert (axis.damping, axis.friction, axis.stiffness, axis.rest_position) == (4, 5, 6, 7)
    axis = scene.joints["m::free"].axes[0]
    assert (axis.lower, axis.upper, axis.effort, axis.velocity, axis.damping) == (-inf, inf, inf, inf, 0)


@pytest.mark.parametrize(
    ("type", "dofs"),
    [
        ("ball", 3),
        ("continuous", 1),
        ("fixed", 0),
        ("prismatic", 1),
        ("revolute", 1),
        ("revolute2", 2),
        ("screw", 1),
        ("universal", 2),
    ],
)
def test_types(type: str, dofs: int) -> None:
    axes = AXIS + "<axis2><xyz>0 1 0</xyz></axis2>"
    scene = bodyplan.loads(text(joint(axes, type=type))).scene
    assert (scene.joints["m::j"].type, scene.joints["m::j"].dofs) == (type, dofs)


def test_a_type_that_there_is_not() -> None:
    assert errors(text(joint(AXIS, type="hinge"))) == ["BP107"]
    assert errors(text(joint(AXIS, type="Revolute")), target="libsdformat") == []


@pytest.mark.parametrize(
    ("tags", "pitch"),
    [
        ("<screw_thread_pitch>0.3</screw_thread_pitch>", 0.3),
        ("<thread_pitch>-4</thread_pitch>", pi / 2),
        ("<thread_pitch>-4</thread_pitch><screw_thread_pitch>0.3</screw_thread_pitch>", 0.3),
    ],
)
def test_both_ways_to_write_the_pitch_of_a_screw(tags: str, pitch: float) -> None:
    scene = bodyplan.loads(text(joint(AXIS + tags, type="screw"))).scene
    assert scene.joints["m::j"].pitch == pytest.approx(pitch)


def mimic(leader: str, inside: str = "", axis: str = "") -> str:
    return f'<axis><xyz>0 0 1</xyz><mimic joint="{leader}"{axis}>{inside}</mimic></axis>'


VALUES = "<multiplier>2</multiplier><offset>3</offset><reference>4</reference>"


def test_a_joint_that_follows_another() -> None:
    document = text(joint(AXIS) + joint(mimic("j", VALUES), name="k"))
    scene = bodyplan.loads(document).scene
    (constraint,) = (found for found in scene.constraints if isinstance(found, bodyplan.MimicConstraint))
    assert scene.expand({"m::j": 10.0})["m::k"] == pytest.approx(2 * (10 - 4) + 3)
    assert not constraint.is_loop_joint


@pytest.mark.parametrize(
    ("leader", "axis", "code"), [("x", "", "BP508"), ("k", "", "BP509"), ("j", ' axis="axis2"', "BP511")]
)
def test_a_joint_that_follows_what_it_cannot(leader: str, axis: str, code: str) -> None:
    assert errors(text(joint(AXIS) + joint(mimic(leader, VALUES, axis), name="k"))) == [code]


def test_gearboxes() -> None:
    body = "<gearbox_ratio>3</gearbox_ratio><gearbox_reference_body>{}</gearbox_reference_body>"
    document = f"""<sdf version="1.12"><model name="m"><link name="base"/>{LINKS}
      {joint(AXIS, ends="<parent>base</parent><child>a</child>", name="ja")}
      {joint(AXIS, ends="<parent>base</parent><child>b</child>", name="jb")}
      {joint(AXIS + "<axis2><xyz>0 0 1</xyz></axis2>" + body, type="gearbox", name="gear")}
    </model></sdf>"""
    scene = bodyplan.loads(document.format("base")).scene
    assert scene.dofs == 2
    assert scene.expand({"m::ja": 3.0})["m::jb"] == pytest.approx(-9)
    assert errors(document.format("nothing")) == ["BP512"]
    assert errors(document.format("nothing"), target="libsdformat") == []


@pytest.mark.parametrize(("attached_to", "code"), [("world", "BP505"), ("gone", "BP304")])
def test_a_child_that_is_fixed_to_the_world_is_one_finding(attached_to: str, code: str) -> None:
    text = f"""<sdf version="1.12"><world name="w"><model name="m"><link name="l"/></model>
        <frame name="f" attached_to="{attached_to}"/>
        <joint name="j" type="fixed"><parent>m::l</parent><child>f</child></joint></world></sdf>"""
    try:
        found = bodyplan.loads(text).diagnostics
    except bodyplan.LoadError as error:
        found = error.diagnostics
    assert [each.code for each in found] == [code]

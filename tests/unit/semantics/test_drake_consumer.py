"""What Drake takes, refuses, warns about and leaves out in silence."""

from __future__ import annotations

import bodyplan
import pytest
from bodyplan.diagnostics.diagnostic import Diagnostic

DRAKE = 'xmlns:drake="http://drake.mit.edu"'
LINKS = '<link name="a"/><link name="b"/>'


def joint(inner: str = "", type: str = "revolute", parent: str = "a", child: str = "b", name: str = "j") -> str:
    return f'<joint name="{name}" type="{type}"><parent link="{parent}"/><child link="{child}"/>{inner}</joint>'


def robot(inner: str) -> str:
    return f'<robot name="r" {DRAKE}>{inner}</robot>'


def sdf(inner: str, version: str = "1.9") -> str:
    return f'<sdf version="{version}" {DRAKE}><model name="m">{inner}</model></sdf>'


def sdf_joint(
    inner: str = "<axis/>", type: str = "revolute", name: str = "j", parent: str = "a", child: str = "b"
) -> str:
    return f'<joint name="{name}" type="{type}"><parent>{parent}</parent><child>{child}</child>{inner}</joint>'


def findings(text: str, **options: object) -> list[Diagnostic]:
    try:
        return list(bodyplan.loads(text, target="drake", **options).diagnostics)  # type: ignore[arg-type]
    except bodyplan.LoadError as error:
        return list(error.diagnostics)


def severities(text: str, tag: str) -> set[str]:
    """How bad the findings are whose path ends with ``tag``."""
    return {found.severity for found in findings(text) if found.xpath.rsplit("/", 1)[-1].split("[")[0] == tag}


def collision(geometry: str, inner: str = "") -> str:
    return f'<link name="a"><collision name="c"><geometry>{geometry}</geometry>{inner}</collision></link>'


def mesh(scale: str) -> str:
    shape = f'<mesh filename="m.obj" scale="{scale}"/>'
    return robot(f'<link name="a"><visual><geometry>{shape}</geometry></visual></link>')


IMPOSSIBLE = "<inertial><mass>1</mass><inertia><ixx>9</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>"
FRICTION = "<surface><friction><ode><mu>{}</mu></ode></friction></surface>"
SPHERE = "<sphere><radius>1</radius></sphere>"
PARENT_FRAME = sdf_joint("<axis><xyz>0 1 0</xyz><use_parent_model_frame>1</use_parent_model_frame></axis>")

REFUSED = {
    "unknown drake tag in SDFormat": (sdf('<link name="a"/><drake:no/>'), "drake:no"),
    "infinite number in URDF": (
        robot(LINKS + joint('<limit lower="-inf" upper="1" effort="1" velocity="1"/>')),
        "@lower",
    ),
    "empty number in URDF": (robot('<link name="a"><inertial><mass value=""/></inertial></link>'), "@value"),
    "two numbers for one": (robot('<link name="a"><inertial><mass value="1 2"/></inertial></link>'), "@value"),
    "drake joint spelt plainly": (robot(LINKS + joint(type="ball")), "@type"),
    "loop": (
        sdf(
            LINKS
            + '<link name="c"/>'
            + sdf_joint(type="fixed")
            + sdf_joint(type="fixed", name="k", parent="b", child="c")
            + sdf_joint(type="fixed", name="l", parent="c", child="a")
        ),
        "joint",
    ),
    "two joints between two links": (sdf(LINKS + sdf_joint() + sdf_joint(name="k")), "joint"),
    "limits the wrong way round": (
        sdf(LINKS + sdf_joint("<axis><limit><lower>1</lower><upper>0</upper></limit></axis>")),
        "lower",
    ),
    "universal axes that are not perpendicular": (
        sdf(LINKS + sdf_joint("<axis><xyz>1 0 0</xyz></axis><axis2><xyz>1 1 0</xyz></axis2>", "universal")),
        "joint",
    ),
    "joint without its axis": (sdf(LINKS + sdf_joint("", "prismatic")), "joint"),
    "body within a nested model": (
        sdf(
            '<link name="a"/><model name="sub"><link name="b"/></model><drake:ball_constraint>'
            "<drake:ball_constraint_body_A>a</drake:ball_constraint_body_A>"
            "<drake:ball_constraint_p_AP>0 0 0</drake:ball_constraint_p_AP>"
            "<drake:ball_constraint_body_B>sub::b</drake:ball_constraint_body_B>"
            "<drake:ball_constraint_p_BQ>0 0 0</drake:ball_constraint_p_BQ></drake:ball_constraint>"
        ),
        "drake:ball_constraint_body_B",
    ),
    "modulus that reads as zero": (
        sdf(
            '<link name="a"><collision name="c"><geometry><box><size>1 1 1</size></box></geometry>'
            "<drake:proximity_properties><drake:point_contact_stiffness>stiff</drake:point_contact_stiffness>"
            "</drake:proximity_properties></collision></link>"
        ),
        "drake:point_contact_stiffness",
    ),
    "static model that moves": (sdf(f"<static>true</static>{LINKS}{sdf_joint()}"), "model"),
    "missing part under a misspelt name": (robot('<link nmae="a"/>'), "@nmae"),
    "joint that would have to be turned round": (
        sdf(LINKS + sdf_joint("", "ball", parent="a", child="b") + sdf_joint("", "fixed", "w", "world", "b")),
        "joint",
    ),
    "bushing at a model": (
        sdf(
            '<link name="a"/><model name="sub"><link name="b"/></model><drake:linear_bushing_rpy>'
            "<drake:bushing_frameA>a</drake:bushing_frameA><drake:bushing_frameC>sub</drake:bushing_frameC>"
            + "".join(
                f"<drake:bushing_{name}>1 1 1</drake:bushing_{name}>"
                for name in ("torque_stiffness", "torque_damping", "force_stiffness", "force_damping")
            )
            + "</drake:linear_bushing_rpy>"
        ),
        "drake:bushing_frameC",
    ),
    "what SDFormat does not have": (sdf('<link name="a"><strange/></link>'), "strange"),
    "the same in what Drake does not use": (sdf('<link name="a"><sensor name="s" type="imu" odd="1"/></link>'), "@odd"),
    "what the newest version has no more": (sdf(LINKS + PARENT_FRAME, "1.9"), "use_parent_model_frame"),
    "pose without end": (sdf('<link name="a"><pose>inf 0 0 0 0 0</pose></link>'), "pose"),
    "vector without end": (sdf(collision("<box><size>1 inf 1</size></box>")), "size"),
    "radius that is none": (sdf(collision("<sphere><radius>nan</radius></sphere>")), "radius"),
    "limit that is none": (sdf(LINKS + sdf_joint("<axis><limit><lower>nan</lower></limit></axis>")), "lower"),
    "impossible inertia in a world": (
        f'<sdf version="1.9"><world name="w"><model name="m"><link name="a">{IMPOSSIBLE}</link></model></world></sdf>',
        "inertial",
    ),
    "hexadecimal friction in motion": (
        sdf(collision(SPHERE, FRICTION.format("1</mu><mu2>0x10").replace("</mu></ode>", "</mu2></ode>"))),
        "collision",
    ),
    "material without a look": (robot('<link name="a"/><material name="b"/>'), "material"),
    "less than the least": (sdf(collision(SPHERE, FRICTION.format(-1))), "mu"),
    "more friction in motion": (sdf(collision(SPHERE, FRICTION.format(0.2))), "collision"),
    "joint and link of one name in an old document": (sdf(LINKS + sdf_joint(name="a"), "1.5"), "@name"),
    "gripper and link of one name": (sdf('<link name="a"/><gripper name="a"/>', "1.5"), "@name"),
    "model by its name alone": (sdf('<link name="a"/><include><uri>model://thing</uri></include>'), "uri"),
    "version that there is not": (sdf('<link name="a"/>', "1.9.0"), "@version"),
    "root element of the first versions": ('<gazebo version="1.2"><model name="m"/></gazebo>', "gazebo"),
    "flat mesh": (mesh("1 1 0"), "@scale"),
    "single scale with blanks": (mesh("2 "), "@scale"),
    "tabs in a scale": (
        robot('<link name="a"><visual><geometry><mesh filename="m.obj" scale="1\t2\t3"/></geometry></visual></link>'),
        "@scale",
    ),
}


@pytest.mark.parametrize(("text", "tag"), REFUSED.values(), ids=REFUSED)
def test_what_drake_refuses_is_an_error(text: str, tag: str) -> None:
    assert "error" in severities(text, tag)


WARNED = {
    "friction": (robot(LINKS + joint('<dynamics friction="1"/><limit effort="1" velocity="1"/>')), "dynamics"),
    "mechanical reduction": (
        robot(
            LINKS
            + joint('<limit effort="1" velocity="1"/>')
            + "<transmission><type>SimpleTransmission</type><mechanicalReduction>3</mechanicalReduction>"
            '<joint name="j"/><actuator name="k"/></transmission>'
        ),
        "mechanicalReduction",
    ),
    "plain SDFormat element without use": (sdf('<link name="a"/><self_collide>true</self_collide>'), "self_collide"),
    "unreadable number of an extension": (
        sdf(LINKS + sdf_joint("<axis/><drake:gear_ratio>fast</drake:gear_ratio>")),
        "drake:gear_ratio",
    ),
    "floating joint": (robot(LINKS + joint(type="floating")), "joint"),
    "impossible inertia": (
        robot('<link name="a"><inertial><mass value="1"/><inertia ixx="9" iyy="1" izz="1"/></inertial></link>'),
        "inertial",
    ),
}


@pytest.mark.parametrize(("text", "tag"), WARNED.values(), ids=WARNED)
def test_what_drake_warns_about_is_a_warning(text: str, tag: str) -> None:
    assert severities(text, tag) == {"warning"}


SILENT = {
    "unknown URDF element": (robot('<link name="a"/><strange/>'), "strange"),
    "unknown drake tag in URDF": (robot('<link name="a"/><drake:no/>'), "drake:no"),
    "reduction of one": (
        robot(
            LINKS
            + joint('<limit effort="1" velocity="1"/>')
            + "<transmission><type>SimpleTransmission</type><mechanicalReduction>1</mechanicalReduction>"
            '<joint name="j"/><actuator name="k"/></transmission>'
        ),
        "mechanicalReduction",
    ),
    "single scale": (mesh("2"), "@scale"),
    "axis of a joint that has none": (robot(LINKS + joint('<axis xyz="1"/>', "fixed")), "@xyz"),
    "word that has no meaning": (
        sdf(
            '<link name="a"><sensor name="s" type="imu"><imu><orientation_reference_frame><localization>odd</localization>'
            "</orientation_reference_frame></imu></sensor></link>"
        ),
        "localization",
    ),
    "less than the least of one of several": (
        sdf('<link name="a"><visual name="v"><geometry><plane><size>-1 -1</size></plane></geometry></visual></link>'),
        "size",
    ),
    "what conversion turns into something else": (sdf(LINKS + PARENT_FRAME, "1.4"), "use_parent_model_frame"),
    "what a later version has": (
        sdf('<link name="a"><pose relative_to="">0 0 0 0 0 0</pose></link>', "1.4"),
        "@relative_to",
    ),
    "friction of what has no shape": (sdf(collision("<empty/>", FRICTION.format(0.2))), "surface"),
    "gazebo block": (robot('<link name="a"/><gazebo reference="a"/>'), "gazebo"),
    "number in what is left out": (
        robot('<link name="a" drake_ignore="true"><inertial><mass value="x"/></inertial></link>'),
        "@value",
    ),
    "limit without effort": (robot(LINKS + joint('<limit lower="0" upper="1" velocity="1"/>')), "limit"),
    "mimic of SDFormat": (
        sdf(
            LINKS + sdf_joint() + '<link name="c"/>' + sdf_joint('<axis><mimic joint="j"/></axis>', name="k", child="c")
        ),
        "mimic",
    ),
}


@pytest.mark.parametrize(("text", "tag"), SILENT.values(), ids=SILENT)
def test_what_drake_ignores_in_silence_is_a_note(text: str, tag: str) -> None:
    assert severities(text, tag) == {"note"}


def test_names_in_a_link_and_of_plugins_may_repeat() -> None:
    inside = f'<visual name="c"><geometry>{SPHERE}</geometry></visual></link><plugin name="a" filename="x"/>'
    found = findings(sdf(collision(SPHERE).replace("</link>", inside)))
    assert {finding.severity for finding in found} <= {"warning", "note"}
    assert "BP324" in {finding.code for finding in found}


def test_a_lower_limit_alone_leaves_the_other_side_open() -> None:
    text = robot(LINKS + joint('<limit lower="-1" effort="1" velocity="1"/>'))
    assert {finding.severity for finding in findings(text)} <= {"warning", "note"}


def test_one_name_each_in_a_world() -> None:
    others = ('<light name="a" type="point"/>', '<road name="a"><point>0 0 0</point></road>', '<actor name="a"/>')
    for other in others:
        text = f'<sdf version="1.9"><world name="w"><model name="a"><link name="l"/></model>{other}</world></sdf>'
        assert "BP324" in [finding.code for finding in findings(text) if finding.severity == "error"]


def test_a_place_has_one_finding_where_schema_and_table_say_the_same() -> None:
    found = [finding for finding in findings(robot('<link name="a"/>\n<strange/>')) if finding.line == 2]
    assert [finding.code for finding in found] == ["BP201"]


def test_strict_forgives_nothing_that_drake_forgives() -> None:
    found = findings(robot('<link name="a"/><strange/>'), strict=True)
    assert any(finding.code == "BP201" and finding.severity == "error" for finding in found)


def test_line_and_column_of_an_attribute() -> None:
    text = robot(LINKS + joint('\n  <limit lower="nan" upper="1" effort="1" velocity="1"/>'))
    assert [(finding.line, finding.column) for finding in findings(text) if finding.code == "BP710"] == [(2, 10)]


def test_an_older_document_is_judged_as_it_is_written() -> None:
    found = findings(sdf('<link name="a"/>\n<self_collide>true</self_collide>', "1.4"))
    assert ("BP702", 2) in [(finding.code, finding.line) for finding in found]


SENSOR = '<sensor name="s" type="imu">{}</sensor>'
EMITTER = '<particle_emitter name="p" type="box">{}</particle_emitter>'
BOX = "<geometry><box><size>1 1 1</size></box></geometry>"
MOMENTS = "<inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia>"
LOST = '<pose relative_to="q"/>'
IN_LINKS = {
    "frame of gz-sensors": (SENSOR.format("<gz_frame_id>x</gz_frame_id>"), False),
    "its older name": (SENSOR.format("<ignition_frame_id>x</ignition_frame_id>"), False),
    "frame of a sensor": (SENSOR.format("<frame_id>x</frame_id>"), True),
    "sensor relative to nothing": (SENSOR.format(LOST), True),
    "light relative to nothing": (f'<light name="l" type="point">{LOST}</light>', True),
    "projector relative to nothing": (f'<projector name="p">{LOST}<texture>a</texture></projector>', True),
    "source of sound relative to nothing": (f"<audio_source><uri>x</uri>{LOST}</audio_source>", True),
    "emitter relative to nothing": (EMITTER.format(LOST), True),
    "visual relative to nothing": (f'<visual name="v">{LOST}{BOX}</visual>', False),
    "collision relative to nothing": (f'<collision name="v">{LOST}{BOX}</collision>', False),
    "emitter of a material": (EMITTER.format("<material/>"), False),
    "word for kinematic": ("<kinematic>bad</kinematic>", False),
    "kinematic": ("<kinematic>true</kinematic>", True),
    "word for a laser": (f'<collision name="v">{BOX}<laser_retro>bad</laser_retro></collision>', False),
    "moments that are computed": (f'<inertial auto="true"/><collision name="v">{BOX}</collision>', True),
    "moments that would be overwritten": (
        f'<inertial auto="true">{MOMENTS}</inertial><collision name="v">{BOX}</collision>',
        False,
    ),
    "mass with moments that are computed": (
        f'<inertial auto="true"><mass>2</mass></inertial><collision name="v">{BOX}</collision>',
        True,
    ),
}


@pytest.mark.parametrize(("inside", "taken"), IN_LINKS.values(), ids=IN_LINKS.keys())
def test_rare_parts_of_links_are_taken_as_drake_takes_them(inside: str, taken: bool) -> None:
    text = f'<sdf version="1.12"><model name="m"><link name="a">{inside}</link></model></sdf>'
    assert is_taken(text) is taken


def is_taken(text: str) -> bool:
    """Whether no error is found for Drake."""
    try:
        bodyplan.loads(text, target="drake")
    except bodyplan.LoadError:
        return False
    return True


def test_rare_parts_of_models_and_worlds_are_taken_as_drake_takes_them() -> None:
    link = '<link name="a"/>'
    assert is_taken(f'<sdf version="1.9"><model name="m">{link}<plugin filename="f"/></model></sdf>')
    assert not is_taken(f'<sdf version="1.12"><model name="m" namespace="n">{link}</model></sdf>')
    world = (
        '<sdf version="1.11"><world name="w"><model name="m">{}</model><state world_name="w">{}</state></world></sdf>'
    )
    assert is_taken(world.format(link, ""))
    assert not is_taken(world.format(link, '<model name="m"/>'))


def test_a_robot_cannot_name_the_world_as_a_body() -> None:
    tag = "drake:ball_constraint"
    text = (
        f'<robot name="r" xmlns:drake="http://drake.mit.edu"><link name="a"/><{tag}><{tag}_body_A name="a"/>'
        f'<{tag}_p_AP value="0 0 0"/><{tag}_body_B name="world"/><{tag}_p_BQ value="0 0 0"/></{tag}></robot>'
    )
    with pytest.raises(bodyplan.LoadError) as refused:
        bodyplan.loads(text, target="drake")
    assert [each.code for each in refused.value.diagnostics if each.severity == "error"] == ["BP513", "BP726"]


def test_a_part_is_reported_once_where_the_text_and_the_tree_have_other_elements() -> None:
    body = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/><frame/></inertial>'
    shapes = '<visual><geometry><sphere radius="1"/></geometry></visual>' * 4
    behind = '<link name="b"/>'  # what stands behind the root, the parser leaves out
    found = findings(f'<robot name="r"><link name="a">{body}{shapes}</link></robot>{behind}')
    assert [(each.severity, each.code) for each in found if each.xpath.endswith("/frame")] == [("note", "BP201")]

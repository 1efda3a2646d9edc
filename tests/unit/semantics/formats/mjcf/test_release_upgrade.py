"""Documents of older releases of MuJoCo, as the newest one reads them."""

from __future__ import annotations

import pytest
from bodyplan.runtime.source import Source
from bodyplan.semantics.core.options import Options
from bodyplan.semantics.document.loader import check_bytes
from bodyplan.semantics.formats.mjcf.release_upgrade import upgrade
from bodyplan.semantics.formats.schema_tables import read_schema_table
from lxml import etree

HEAD = '<mujoco model="m">\n  <!-- stays -->\n  <statistic  extent = "2" />\n'


def upgraded(inside: str) -> tuple[str, list[str]]:
    text, losses = upgrade(Source("m.xml", f"{HEAD}{inside}\n</mujoco>\n"), Options())
    assert text.startswith(HEAD), "what no rule is about stays as it was written"
    return text[len(HEAD) : -len("\n</mujoco>\n")], [loss.code for loss in losses]


@pytest.mark.parametrize(
    ("before", "after", "losses"),
    [
        (
            '<worldbody><camera name="c" orthographic="true"/></worldbody>',
            '<worldbody><camera name="c" projection="orthographic"/></worldbody>',
            [],
        ),
        ('<option mpr_iterations="9" timestep=".01"/>', '<option timestep=".01" ccd_iterations="9"/>', []),
        ('<option apirate="100" impratio="2"/>', '<option impratio="2"/>', []),
        (
            '<option><flag passive="disable"/></option>',
            '<option><flag spring="disable" damper="disable"/></option>',
            [],
        ),
        ('<option><flag passive="enable"/></option>', "<option><flag/></option>", []),
        ('<compiler convexhull="true" angle="radian"/>', '<compiler angle="radian"/>', []),
        ('<compiler exactmeshinertia="true"/>', "<compiler/>", ["BP804"]),
        (
            '<worldbody><flexcomp name="f"><contact internal="false" condim="3"/></flexcomp></worldbody>',
            '<worldbody><flexcomp name="f"><contact condim="3"/></flexcomp></worldbody>',
            [],
        ),
        (
            '<worldbody><flexcomp name="f"><edge equality="vert"/></flexcomp></worldbody>',
            '<worldbody><flexcomp name="f"><edge equality="true"/></flexcomp></worldbody>',
            [],
        ),
        (
            '<worldbody><body><joint actuatorforcerange="0 1" actuatorforcelimited="true"/></body></worldbody>',
            '<worldbody><body><joint actuatorfrclimited="true" actuatorfrcrange="0 1"/></body></worldbody>',
            [],
        ),
        (
            '<actuator><dcmotor motorconst="2" resistance="4" input="position" controller="1 3 .5 0 0 7"/></actuator>',
            '<actuator><dcmotor motorconst="2" resistance="4" input="pos" controller="0.5 1.5 1.25 0 0 7"/></actuator>',
            [],
        ),
        (
            '<actuator><dcmotor motorconst="4 1" resistance="4" input="velocity" controller="1" damping="2 3"/></actuator>',
            '<actuator><dcmotor motorconst="4 1" resistance="4" input="vel" controller="0 0 0.5" damping="3 3"/></actuator>',
            [],
        ),
        (
            '<actuator><dcmotor nominal="1 2 3" input="position" controller="1"/></actuator>',
            '<actuator><dcmotor nominal="1 2 3" input="pos" controller="1"/></actuator>',
            ["BP804"],
        ),
        ('<actuator><dcmotor input="voltage"/></actuator>', '<actuator><dcmotor input="voltage"/></actuator>', []),
        (
            '<equality><flexvert flex="f"/><connect body1="a" anchor="0 0 0"/></equality>',
            '<equality><connect body1="a" anchor="0 0 0"/></equality>',
            ["BP804"],
        ),
    ],
)
def test_word(before: str, after: str, losses: list[str]) -> None:
    assert upgraded(before) == (after, losses)


@pytest.mark.parametrize(
    "inside",
    [
        '<option integrator="implicit"/><worldbody><geom size="1"/></worldbody>',
        '<contact><exclude body1="a" body2="b"/></contact>',
        '<default><geom  size = "1"/></default>',
    ],
)
def test_document_of_the_newest_release_stays_as_it_is(inside: str) -> None:
    assert upgraded(inside) == (inside, [])


@pytest.mark.parametrize(
    ("edge", "integrator"),
    [("", "discrete"), ("<edge damping='1'/>", "Euler"), ("<edge equality='true'/>", "discrete")],
)
def test_integrator_of_flexes(edge: str, integrator: str) -> None:
    flex = f"<worldbody><flexcomp name='f'>{edge}<elasticity young='1'/></flexcomp></worldbody>"
    text, _ = upgraded(f'<option integrator="implicitfast"/>{flex}')
    assert text == f'<option integrator="{integrator}"/>{flex}'


def test_fixed_tendon_keeps_joints_with_one_coordinate() -> None:
    bodies = (
        '<worldbody><body><joint name="h"/><geom size="1"/><body><joint name="b" type="ball"/><geom size="1"/></body>'
        "</body></worldbody>"
    )
    tendon = '<tendon><fixed name="t"><joint joint="h" coef="1"/>{}</fixed></tendon>'
    before = bodies + tendon.format('<joint joint="b" coef="1"/>')
    assert upgraded(before) == (bodies + tendon.format(""), ["BP804"])


def cable(attributes: str, inside: str = '<geom type="capsule" size=".01"/>', around: str = "") -> etree._Element:
    text, losses = upgraded(f"{around}<worldbody><composite type='cable' {attributes}>{inside}</composite></worldbody>")
    assert losses == ["BP804"] * ("plugin" in inside)
    return etree.fromstring(f"<mujoco>{text}</mujoco>")


def test_straight_cable() -> None:
    root = cable('prefix="p" curve="s" count="4 1 1" size="3" offset="0 0 1" initial="none"')
    bodies = list(root.iter("body"))
    assert [body.get("name") for body in bodies] == ["pB_first", "pB_1", "pB_last"]
    assert [body.get("pos") for body in bodies] == ["0 0 1", "1 0 0", "1 0 0"]
    assert [body.get("quat") for body in bodies] == ["1 0 0 0"] * 3
    assert [joint.get("name") for joint in root.iter("joint")] == ["pJ_1", "pJ_last"]
    assert [geom.get("fromto") for geom in root.iter("geom")] == ["0 0 0 1 0 0"] * 3
    assert [site.get("pos") for site in root.iter("site")] == ["0 0 0", "1 0 0"]
    assert [(each.get("body1"), each.get("body2")) for each in root.iter("exclude")] == [
        ("pB_first", "pB_1"),
        ("pB_1", "pB_last"),
    ]


def test_cable_with_a_right_angle_turns_about_the_axis_of_its_bend() -> None:
    root = cable('vertex="0 0 0  2 0 0  2 3 0"', '<geom type="box" size="9 .1 .2"/><joint kind="main" damping=".5"/>')
    first, last = root.iter("body")
    assert (first.get("quat"), last.get("pos")) == ("1 0 0 0", "2 0 0")
    assert [round(float(each), 9) for each in last.get("quat", "").split()] == [0.707106781, 0, 0, 0.707106781]
    assert [geom.get("size") for geom in root.iter("geom")] == ["1 0.1 0.2", "1.5 0.1 0.2"]
    assert [joint.get("damping") for joint in root.iter("joint")] == [".5", ".5"]


@pytest.mark.parametrize(("initial", "type"), [("free", "free"), ("ball", "ball"), ("none", None)])
def test_beginning_of_a_cable(initial: str, type: str | None) -> None:
    root = cable(f'curve="s" count="3" initial="{initial}"', '<geom type="capsule" size=".1"/><joint damping="1"/>')
    joint = next(root.iter("body")).find("joint")
    assert (None if joint is None else joint.get("type")) == type
    assert joint is None or (joint.get("damping") is None) == (type == "free"), "what is free has no resistance"


def test_defaults_do_not_count_for_parts_of_a_cable() -> None:
    around = '<default><geom condim="6" density="5"/><default class="c"><geom friction="9"/></default></default>'
    root = cable('curve="s" count="3"', '<geom type="capsule" size=".1" density="7"/>', around)
    for geom in root.find("worldbody").iter("geom"):
        assert (geom.get("condim"), geom.get("density"), geom.get("friction")) == ("3", "7", None)


def test_plugin_of_cables_goes_with_them() -> None:
    around = '<extension><plugin plugin="mujoco.elasticity.cable"/></extension>'
    root = cable('curve="s" count="3"', '<plugin plugin="mujoco.elasticity.cable"/><geom size="1"/>', around)
    assert [each.tag for each in root] == ["worldbody", "contact"]  # not the extension


@pytest.mark.parametrize(
    "attributes",
    [
        'curve="s" count="1"',
        'curve="s" count="x"',
        'vertex="0 0 a"',
        'curve="s" count="9999999"',
        'curve="s" count="3" offset="a"',
        'curve="t" count="3"',
    ],
)
def test_cable_that_says_nothing_stays(attributes: str) -> None:
    inside = f'<worldbody><composite type="cable" {attributes}/></worldbody>'
    assert upgraded(inside) == (inside, [])


@pytest.mark.parametrize(
    ("place", "inside", "last"),
    [
        ("option/@apirate", '<option apirate="1"/>', "3.3"),
        ("option/@mpr_iterations", '<option mpr_iterations="1"/>', "3.1"),
        ("flag/@passive", '<option><flag passive="enable"/></option>', "3.3"),
        ("camera/@orthographic", '<worldbody><camera orthographic="true"/></worldbody>', "3.4"),
        ("equality/flexvert", '<equality><flexvert flex="f"/></equality>', "3.17"),
        ("body/composite", '<worldbody><body><composite type="cable"/></body></worldbody>', "3.17"),
        ("edge/@equality", '<worldbody><flexcomp name="f"><edge equality="vert"/></flexcomp></worldbody>', "3.17"),
        ("dcmotor/@input", '<actuator><dcmotor joint="j" input="position"/></actuator>', "3.11"),
    ],
)
def test_what_is_gone_is_reported_with_the_last_release_that_has_it(place: str, inside: str, last: str) -> None:
    table = read_schema_table("mjcf", "gone.toml")
    assert place in table["parts"] or place in table["words"]
    found = check_bytes("m.xml", {}, data=f"<mujoco>{inside}</mujoco>".encode()).diagnostics
    hints = [each.hint for each in found if each.severity == "error" and "the last that has it" in (each.hint or "")]
    assert len(hints) == 1
    assert f"version {last} is" in hints[0]

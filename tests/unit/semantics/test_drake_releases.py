"""What releases of Drake make of documents, as those releases were seen to do."""

from __future__ import annotations

import bodyplan
import pytest
from bodyplan.diagnostics.diagnostic import Diagnostic

RELEASES = ("drake1.20", "drake1.30", "drake1.40", "drake1.51")


def findings(text: str, target: str) -> list[Diagnostic]:
    try:
        return list(bodyplan.loads(text, target=target).diagnostics)  # type: ignore[arg-type]
    except bodyplan.LoadError as error:
        return list(error.diagnostics)


def refusals(text: str, target: str) -> list[str]:
    return [each.message for each in findings(text, target) if each.severity == "error"]


def sdf(inside: str, version: str = "1.9") -> str:
    return f'<sdf version="{version}" xmlns:drake="http://drake.mit.edu">{inside}</sdf>'


def robot(inside: str) -> str:
    return f'<robot name="r" xmlns:drake="http://drake.mit.edu"><link name="a"/><link name="b"/>{inside}</robot>'


MODEL = '<model name="m"><link name="a"/><link name="b"/>{}</model>'
JOINT = '<joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis>{}</joint>'
LINK = '<model name="m"><link name="a">{}</link></model>'
SHAPE = '<{} name="v"><geometry>{}</geometry>{}</{}>'
BOX = "<box><size>1 1 1</size></box>"


def shape(kind: str, geometry: str = BOX, beside: str = "") -> str:
    return SHAPE.format(kind, geometry, beside, kind)


SPRING = "".join(
    f"<drake:linear_spring_damper_{name}>{value}</drake:linear_spring_damper_{name}>"
    for name, value in (
        *(("body_A", "a"), ("body_B", "b"), ("p_AP", "0 0 0"), ("p_BQ", "0 0 1")),
        *(("free_length", 1), ("stiffness", 1), ("damping", 1)),
    )
)
WHO_TAKES = {
    "SDFormat 1.10": (sdf(MODEL.format(""), "1.10"), (True, True, True, True)),
    "SDFormat 1.11": (sdf(MODEL.format(""), "1.11"), (False, True, True, True)),
    "SDFormat 1.12": (sdf(MODEL.format(""), "1.12"), (False, False, True, True)),
    "SDFormat 1.13": (sdf(MODEL.format(""), "1.13"), (False, False, False, False)),
    "spring": (
        sdf(MODEL.format(f"<drake:linear_spring_damper>{SPRING}</drake:linear_spring_damper>")),
        (False, False, False, True),
    ),
    "gains": (sdf(MODEL.format(JOINT.format('<drake:controller_gains p="1" d="1"/>'))), (False, True, True, True)),
    "roles of a visual": (
        sdf(LINK.format(shape("visual", beside='<drake:illustration_properties enabled="false"/>'))),
        (False, False, True, True),
    ),
    "margin": (
        sdf(
            LINK.format(
                shape(
                    "collision",
                    beside="<drake:proximity_properties><drake:hydroelastic_margin>0.1</drake:hydroelastic_margin>"
                    "</drake:proximity_properties>",
                )
            )
        ),
        (False, False, True, True),
    ),
    "cone": (
        sdf(LINK.format(shape("visual", "<cone><radius>1</radius><length>1</length></cone>"))),
        (False, False, True, True),
    ),
    "computed inertia": (
        sdf(LINK.format(f'<inertial auto="true"><density>500</density></inertial>{shape("collision")}')),
        (False, True, True, True),
    ),
    "computed inertia without density": (
        sdf(LINK.format(f'<inertial auto="true"/>{shape("collision")}')),
        (False, False, False, True),
    ),
    "narrow view": (
        sdf(
            LINK.format(
                '<sensor name="s" type="camera"><camera><horizontal_fov>0.05</horizontal_fov></camera></sensor>'
            )
        ),
        (False, False, False, True),
    ),
    "curvilinear joint of a robot": (
        robot(
            '<drake:joint name="j" type="curvilinear"><parent link="a"/><child link="b"/>'
            '<drake:initial_tangent value="1 0 0"/><drake:plane_normal value="0 0 1"/>'
            '<drake:curves><drake:line_segment length="1"/></drake:curves></drake:joint>'
        ),
        (False, False, True, True),
    ),
    "spring of a robot": (
        robot(
            '<drake:linear_spring_damper><drake:linear_spring_damper_body_A name="a"/>'
            '<drake:linear_spring_damper_body_B name="b"/><drake:linear_spring_damper_p_AP value="0 0 0"/>'
            '<drake:linear_spring_damper_p_BQ value="0 0 1"/><drake:linear_spring_damper_free_length value="1"/>'
            '<drake:linear_spring_damper_stiffness value="1"/><drake:linear_spring_damper_damping value="1"/>'
            "</drake:linear_spring_damper>"
        ),
        (True, True, True, True),
    ),
}


@pytest.mark.parametrize(("text", "taken"), WHO_TAKES.values(), ids=WHO_TAKES.keys())
def test_a_document_is_taken_by_the_releases_that_take_it(text: str, taken: tuple[bool, ...]) -> None:
    assert tuple(not refusals(text, target) for target in RELEASES) == taken
    assert bool(refusals(text, "drake")) == bool(refusals(text, "drake1.51"))


def test_a_part_that_a_release_does_not_read_in_a_robot_is_ignored_in_silence() -> None:
    text, _ = WHO_TAKES["spring of a robot"]
    notes = [[each.severity for each in findings(text, target) if each.code == "BP703"] for target in RELEASES]
    assert notes == [["note"], ["note"], ["note"], []]


def test_a_version_that_is_too_new_is_reported_once() -> None:
    for target, newest in zip(RELEASES, ("1.10", "1.11", "1.12", "1.12")):
        (finding,) = findings(sdf(MODEL.format(""), "1.13"), target)
        assert (finding.code, finding.row, finding.attribute) == ("BP701", "drake/version-newer", "version")
        assert finding.message.endswith(f"it reads up to {newest}.")


def test_a_release_is_written_for() -> None:
    made = bodyplan.convert(bodyplan.loads('<robot name="r"><link name="a"/></robot>'), "sdformat", target="drake1.30")
    assert '<sdf version="1.11"' in made.document.dumps()
    assert not refusals(made.document.dumps(), "drake1.30")

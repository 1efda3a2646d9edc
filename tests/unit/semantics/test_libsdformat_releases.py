"""What releases of libsdformat make of documents, as those releases were seen to do."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import pytest
from bodyplan.diagnostics.diagnostic import Diagnostic

RELEASES = ("libsdformat12", "libsdformat14", "libsdformat17")


def findings(text: str, target: str, version: str = "1.9") -> list[Diagnostic]:
    whole = text if text.startswith("<sdf") else f'<sdf version="{version}">{text}</sdf>'
    try:
        return list(bodyplan.loads(whole, target=target).diagnostics)  # type: ignore[arg-type]
    except bodyplan.LoadError as error:
        return list(error.diagnostics)


def is_taken(text: str, target: str, version: str = "1.9") -> bool:
    return all(each.severity != "error" for each in findings(text, target, version))


MODEL = '<model name="m"><link name="a"/><link name="b"/>{}</model>'
JOINT = '<joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz{}>0 0 1</xyz>{}</axis></joint>'
SENSOR = '<model name="m"><link name="a"><sensor name="s" type="{}">{}</sensor></link></model>'
CAMERA = "<camera><horizontal_fov>{}</horizontal_fov></camera>"
WORLD = '<world name="w"><model name="m"><link name="a"/></model><model name="n"><link name="a"/></model>{}</world>'
WHO_TAKES = {
    "joint that mimics none": (MODEL.format(JOINT.format("", '<mimic joint="q"/>')), (True, False, False)),
    "axis expressed in nothing": (MODEL.format(JOINT.format(' expressed_in="q"', "")), (True, False, False)),
    "joint of a world without parent": (
        WORLD.format('<joint name="j" type="fixed"><parent>q</parent><child>n</child></joint>'),
        (True, False, False),
    ),
    "frame of a world with the name of a model": (WORLD.format('<frame name="m"/>'), (True, False, False)),
    "sensor of airspeed": (SENSOR.format("air_speed", ""), (False, True, True)),
    "sensor of altitude": (SENSOR.format("altimeter", ""), (True, True, True)),
    "surface of the moon": (
        '<world name="w"><spherical_coordinates><surface_model>MOON_SCS</surface_model></spherical_coordinates></world>',
        (False, True, True),
    ),
    "surface of the earth": (
        '<world name="w"><spherical_coordinates><surface_model>EARTH_WGS84</surface_model></spherical_coordinates></world>',
        (True, True, True),
    ),
    "plugin without name": (MODEL.format('<plugin filename="p"/>'), (False, True, True)),
    "narrow view": (SENSOR.format("camera", CAMERA.format(0.05)), (False, False, True)),
    "plain view": (SENSOR.format("camera", CAMERA.format(0.5)), (True, True, True)),
    "joint without parent": (
        MODEL.format('<joint name="j" type="fixed"><child>b</child></joint>'),
        (False, False, False),
    ),
}


@pytest.mark.parametrize(("text", "taken"), WHO_TAKES.values(), ids=WHO_TAKES.keys())
def test_a_document_is_taken_by_the_releases_that_take_it(text: str, taken: tuple[bool, ...]) -> None:
    assert tuple(is_taken(text, target) for target in RELEASES) == taken


@pytest.mark.parametrize(
    ("version", "taken"),
    [
        ("1.9", (True, True, True)),
        ("1.11", (True, True, True)),
        ("1.12", (True, False, True)),
        ("1.13", (True, False, False)),
    ],
)
def test_versions_that_a_release_knows(version: str, taken: tuple[bool, ...]) -> None:
    assert tuple(is_taken(MODEL.format(""), target, version) for target in RELEASES) == taken


NEWER = {
    "cone": (
        MODEL.format('<link name="c"><visual name="v"><geometry><cone/></geometry></visual></link>'),
        "<cone> in <geometry>: it is new in SDFormat 1.11",
        1,
    ),
    "moments from shapes": (
        (
            '<model name="m"><link name="a"><inertial auto="true"/>'
            '<collision name="c"><geometry><box><size>1 1 1</size></box></geometry></collision></link></model>'
        ),
        "attribute 'auto' of <inertial>: it is new in SDFormat 1.11",
        1,
    ),
    "joint of a world": (
        WORLD.format('<joint name="j" type="fixed"><parent>m</parent><child>n</child></joint>'),
        "<joint> in <world>: it is new in SDFormat 1.10",
        1,
    ),
    "frame of a sensor": (
        SENSOR.format("imu", "<frame_id>a</frame_id>"),
        "<frame_id> in <sensor>: it is new in SDFormat 1.12",
        2,
    ),
}


@pytest.mark.parametrize(("text", "says", "releases"), NEWER.values(), ids=NEWER.keys())
def test_a_part_that_a_release_does_not_know_is_one_warning(text: str, says: str, releases: int) -> None:
    for target in RELEASES[:releases]:
        told = [each for each in findings(text, target) if each.severity != "note"]
        assert [(each.code, each.row) for each in told] == [("BP702", "libsdformat/part-newer")]
        assert told[0].message.endswith(says)
    for target in RELEASES[releases:]:
        assert not any(each.row == "libsdformat/part-newer" for each in findings(text, target))


def test_a_model_is_merged_into_a_world_by_later_releases() -> None:
    text = WORLD.format('<include merge="true"><uri>model://n</uri></include>')
    refused = [any(each.row == "libsdformat/merge-into-world" for each in findings(text, name)) for name in RELEASES]
    assert refused == [True, False, False]


def test_a_version_that_is_too_new_is_reported_once() -> None:
    for target, code in (("libsdformat12", "BP702"), ("libsdformat14", "BP701")):
        (finding,) = findings(MODEL.format(""), target, "1.13")
        assert (finding.code, finding.attribute) == (code, "version")


def test_the_successor_of_a_part_is_recommended_to_none_that_does_not_know_it() -> None:
    text = SENSOR.format("camera", "<camera><optical_frame_id>a</optical_frame_id></camera>")
    warned = [any(each.severity == "warning" for each in findings(text, target)) for target in RELEASES]
    assert warned == [False, False, True]


def test_joints_follow_others_where_the_release_knows_of_that() -> None:
    text = MODEL.format(
        JOINT.format("", '<mimic joint="k"><multiplier>2</multiplier></mimic>')
        + '<link name="c"/><joint name="k" type="revolute"><parent>b</parent><child>c</child><axis><xyz>0 0 1</xyz></axis></joint>'
    )
    whole = f'<sdf version="1.11">{text}</sdf>'
    couplings = [len(bodyplan.loads(whole, target=target).scene.constraints) for target in RELEASES]  # type: ignore[arg-type]
    assert couplings == [0, 1, 1]


def test_a_release_is_written_for() -> None:
    robot = bodyplan.loads('<robot name="r"><link name="a"/></robot>')
    for name, version in (("libsdformat12", "1.9"), ("libsdformat14", "1.11")):
        made = bodyplan.convert(robot, "sdformat", target=name)  # type: ignore[call-overload]
        assert f'<sdf version="{version}">' in made.document.dumps()
    shown = bodyplan.support(robot, targets=["libsdformat12"])
    assert [each.name for each in shown.targets] == ["libsdformat12"]


@pytest.mark.parametrize(
    ("file", "entry", "code"),
    [
        ("model.config", "<sdf>model.sdf</sdf>", "BP413"),
        ("model.config", '<sdf version="100">model.sdf</sdf>', "BP412"),
        ("manifest.xml", '<sdf version="1.6">model.sdf</sdf>', "BP414"),
    ],
)
def test_warnings_about_a_model_config_are_errors_of_later_releases(
    tmp_path: Path, file: str, entry: str, code: str
) -> None:
    lamp = tmp_path / "lamp"
    lamp.mkdir()
    (lamp / file).write_text(f"<model><name>lamp</name>{entry}</model>")
    (lamp / "model.sdf").write_text('<sdf version="1.6"><model name="lamp"><link name="base"/></model></sdf>')
    yard = tmp_path / "yard.sdf"
    yard.write_text('<sdf version="1.6"><world name="yard"><include><uri>lamp</uri></include></world></sdf>')
    severities = {
        target: [each.severity for each in bodyplan.check(yard, target=target).diagnostics if each.code == code]
        for target in (None, *RELEASES)
    }
    assert severities.pop(None) == ["warning"]
    assert list(severities.values()) == [["warning"], ["error"], ["error"]]

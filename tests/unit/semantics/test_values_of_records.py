"""Limits, resistance and sizes: each fault is found in every format, once, where it is written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bodyplan
import pytest
from bodyplan import Diagnostic
from bodyplan.semantics.core.options import LoadOptions
from bodyplan.semantics.document.loader import check_bytes

CODES = ("BP520", "BP550", "BP553", "BP558", "BP597", "BP600", "BP655", "BP665")


def sdf_axis(inside: str, type: str = "revolute") -> str:
    return (
        '<sdf version="1.12"><model name="m"><link name="a"/><link name="b"/>\n'
        f'<joint name="j" type="{type}"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz>{inside}</axis></joint>'
        "</model></sdf>"
    )


def urdf_joint(inside: str, type: str = "revolute", version: str = "") -> str:
    return (
        f'<robot name="m"{version}><link name="a"/><link name="b"/>'
        f'<joint name="j" type="{type}"><parent link="a"/><child link="b"/>{inside}</joint></robot>'
    )


def skel_axis(inside: str) -> str:
    return (
        '<skel version="1.0"><world name="w"><skeleton name="s"><body name="b"/><joint name="j" type="revolute">'
        f"<parent>world</parent><child>b</child><axis><xyz>0 0 1</xyz>{inside}</axis></joint></skeleton></world></skel>"
    )


def sdf_shape(geometry: str) -> str:
    shape = f'<visual name="v"><geometry>{geometry}</geometry></visual>'
    return f'<sdf version="1.12"><model name="m"><link name="a">{shape}</link></model></sdf>'


def urdf_shape(geometry: str, version: str = "") -> str:
    return f'<robot name="m"{version}><link name="a"><visual><geometry>{geometry}</geometry></visual></link></robot>'


def skel_shape(geometry: str) -> str:
    shape = f"<collision_shape><geometry>{geometry}</geometry></collision_shape>"
    return (
        f'<skel version="1.0"><world name="w"><skeleton name="s"><body name="b">{shape}</body>'
        '<joint name="j" type="weld"><parent>world</parent><child>b</child></joint></skeleton></world></skel>'
    )


def report(text: str, **options: Any) -> tuple[Diagnostic, ...]:
    """All findings."""
    return check_bytes("m.xml", LoadOptions(**options), data=text.encode()).diagnostics


def found(text: str, **options: Any) -> list[tuple[str, str]]:
    """Code and the last step of the path of each finding that is about a value."""
    return [(each.code, each.xpath.rpartition("/")[2]) for each in report(text, **options) if each.code in CODES]


FAULTS = {
    "crossed in SDFormat": (sdf_axis("<limit><lower>1</lower><upper>-1</upper></limit>"), "BP550", "lower"),
    "crossed in URDF": (
        urdf_joint('<limit lower="1" upper="-1" effort="1" velocity="1"/>'),
        "BP550",
        "@lower",
    ),
    "crossed in SKEL": (skel_axis("<limit><lower>1</lower><upper>-1</upper></limit>"), "BP550", "lower"),
    "damping in SDFormat": (sdf_axis("<dynamics><damping>-1</damping></dynamics>"), "BP558", "damping"),
    "damping in URDF": (urdf_joint('<dynamics damping="-1"/>', "continuous"), "BP558", "@damping"),
    "damping of planar joint": (urdf_joint('<dynamics damping="-1"/>', "planar"), "BP558", "@damping"),
    "damping in SKEL": (skel_axis("<dynamics><damping>-1</damping></dynamics>"), "BP597", "damping"),
    "friction in SDFormat": (sdf_axis("<dynamics><friction>-1</friction></dynamics>"), "BP520", "friction"),
    "friction in URDF": (urdf_joint('<dynamics friction="-1"/>', "continuous"), "BP520", "@friction"),
    "spring in SDFormat": (
        sdf_axis("<dynamics><spring_stiffness>-1</spring_stiffness></dynamics>"),
        "BP520",
        "spring_stiffness",
    ),
    "velocity in URDF": (
        urdf_joint('<limit effort="1" velocity="-1"/>', "continuous"),
        "BP553",
        "@velocity",
    ),
    "effort in SKEL": (skel_axis("<limit><effort>-1</effort></limit>"), "BP553", "effort"),
    "radius in SDFormat": (sdf_shape("<sphere><radius>-1</radius></sphere>"), "BP655", "radius"),
    "size in SDFormat": (sdf_shape("<box><size>1 0 1</size></box>"), "BP655", "size"),
    "endless in SDFormat": (sdf_shape("<cylinder><length>inf</length></cylinder>"), "BP655", "length"),
    "no number in SDFormat": (sdf_shape("<capsule><radius>nan</radius></capsule>"), "BP655", "radius"),
    "radii in SDFormat": (sdf_shape("<ellipsoid><radii>1 1 -1</radii></ellipsoid>"), "BP655", "radii"),
    "height in SDFormat": (
        sdf_shape("<polyline><point>0 0</point><point>1 0</point><point>0 1</point><height>-1</height></polyline>"),
        "BP655",
        "height",
    ),
    "radius in URDF": (urdf_shape('<sphere radius="-1"/>'), "BP655", "@radius"),
    "length in URDF": (urdf_shape('<cylinder radius="1" length="0"/>'), "BP655", "@length"),
    "box in URDF": (urdf_shape('<box size="1 1 -1"/>'), "BP655", "@size"),
    "radius in SKEL": (skel_shape("<sphere><radius>-1</radius></sphere>"), "BP665", "radius"),
    "rod in SKEL": (skel_shape("<capsule><radius>1</radius><height>0</height></capsule>"), "BP665", "height"),
    "size in SKEL": (skel_shape("<ellipsoid><size>1 1 0</size></ellipsoid>"), "BP665", "size"),
    "scale in SDFormat": (sdf_shape("<mesh><uri>m.obj</uri><scale>1 1 0</scale></mesh>"), "BP600", "scale"),
    "scale in URDF": (urdf_shape('<mesh filename="m.obj" scale="0 1 1"/>'), "BP600", "@scale"),
}


@pytest.mark.parametrize(("text", "code", "step"), FAULTS.values(), ids=FAULTS)
def test_a_fault_is_found_where_it_is_written(text: str, code: str, step: str) -> None:
    assert found(text) == [(code, step)]


SOUND = {
    "no limit in SDFormat": sdf_axis("<limit><effort>-1</effort><velocity>-1</velocity></limit>"),
    "crossed where nothing moves": sdf_axis("<limit><lower>1</lower><upper>-1</upper></limit>", "fixed"),
    "equal limits": sdf_axis("<limit><lower>1</lower><upper>1</upper></limit>"),
    "mirrored mesh": sdf_shape("<mesh><uri>m.obj</uri><scale>-1 1 1</scale></mesh>"),
    "endless plane": sdf_shape("<plane><normal>0 0 1</normal></plane>"),
    "missing length": urdf_shape('<cylinder radius="1"/>'),
}


@pytest.mark.parametrize("text", SOUND.values(), ids=SOUND)
def test_what_is_in_order_is_not_reported(text: str) -> None:
    assert found(text) == []


@pytest.mark.parametrize("target", ["libsdformat", "drake"])
@pytest.mark.parametrize(
    ("geometry", "stands"),
    [
        ("<sphere><radius>-0.1</radius></sphere>", {"radius": 1.0}),
        ("<box><size>0.1 -0.1 0.1</size></box>", {"size": (1.0, 1.0, 1.0)}),
        ("<box><size>0.1 0 0.1</size></box>", {"size": (1.0, 1.0, 1.0)}),
        ("<cylinder><radius>-1</radius><length>2</length></cylinder>", {"radius": 0.5, "length": 2.0}),
        ("<capsule><radius>2</radius><length>0</length></capsule>", {"radius": 2.0, "length": 1.0}),
        ("<ellipsoid><radii>-1 2 2</radii></ellipsoid>", {"radii": (1.0, 1.0, 1.0)}),
    ],
)
def test_libsdformat_puts_its_defaults_in_the_place_of_sizes(
    geometry: str, stands: dict[str, object], target: str
) -> None:
    text = sdf_shape(geometry)
    assert [code for code, _ in found(text, target=target)] == ["BP665"]
    read = bodyplan.loads(text, target=target).scene.links["m::a"].visuals[0].geometry  # type: ignore[call-overload]
    assert {name: getattr(read, name) for name in stands} == stands


def test_drake_refuses_crossed_limits_of_the_joints_that_it_limits() -> None:
    limit = "<limit><lower>1</lower><upper>-1</upper></limit>"
    severities = {
        kind: [
            (each.code, each.severity)
            for each in report(sdf_axis(limit, kind), target="drake")
            if "limit" in each.message
        ]
        for kind in ("revolute", "screw")
    }
    assert severities["revolute"] == [("BP550", "error")]
    assert ("BP550", "warning") in severities["screw"]


def test_what_the_schema_says_already_is_not_said_again() -> None:
    findings = report(urdf_shape('<sphere radius="-1"/>', ' version="1.2"'))
    assert [each.code for each in findings] == ["BP106"]


def test_an_included_file_is_checked_once(tmp_path: Path) -> None:
    folder = tmp_path
    (folder / "arm.urdf").write_text(urdf_joint('<limit lower="1" upper="-1" effort="1" velocity="1"/>'))
    include = "<include><uri>arm.urdf</uri><name>{}</name></include>"
    world = f'<sdf version="1.12"><world name="w">{include.format("one")}{include.format("two")}</world></sdf>'
    (folder / "world.sdf").write_text(world)
    crossed = [each for each in bodyplan.check(folder / "world.sdf").diagnostics if each.code == "BP550"]
    assert [(Path(each.file or "").name, each.xpath.rpartition("/")[2]) for each in crossed] == [("arm.urdf", "@lower")]


def sdf_sensor(inside: str, kind: str = "camera") -> str:
    return (
        f'<sdf version="1.12"><model name="m"><link name="a"><sensor name="s" type="{kind}">{inside}</sensor></link>'
        "</model></sdf>"
    )


def camera(inside: str, image: str = "<width>4</width><height>3</height>") -> str:
    return sdf_sensor(f"<camera><horizontal_fov>1</horizontal_fov><image>{image}</image><clip>{inside}</clip></camera>")


def lidar(scan: str = "", range: str = "<min>0.1</min><max>10</max>") -> str:
    fan = f"<samples>9</samples><min_angle>-1</min_angle><max_angle>1</max_angle>{scan}"
    return sdf_sensor(f"<lidar><scan><horizontal>{fan}</horizontal></scan><range>{range}</range></lidar>", "gpu_lidar")


def spot(inside: str) -> str:
    tags = f"<direction>0 0 -1</direction><spot><falloff>1</falloff>{inside}</spot>"
    return f'<sdf version="1.12"><world name="w"><light name="l" type="spot">{tags}</light></world></sdf>'


def urdf_sensor(inside: str) -> str:
    return (
        f'<robot name="m"><link name="a"/><sensor name="s" update_rate="1"><parent link="a"/>{inside}</sensor></robot>'
    )


OUT_OF_ORDER = {
    "clip planes": (camera("<near>5</near><far>2</far>"), "near"),
    "equal clip planes": (camera("<near>2</near><far>2</far>"), "near"),
    "range": (lidar(range="<min>5</min><max>2</max>"), "min"),
    "spot": (spot("<inner_angle>1</inner_angle><outer_angle>0.5</outer_angle>"), "inner_angle"),
    "scan in URDF": (urdf_sensor('<ray><horizontal samples="2" min_angle="1" max_angle="-1"/></ray>'), "@min_angle"),
    "clip planes in URDF": (
        urdf_sensor('<camera><image width="4" height="3" format="L8" hfov="1" near="5" far="2"/></camera>'),
        "@near",
    ),
}


@pytest.mark.parametrize(("text", "step"), OUT_OF_ORDER.values(), ids=OUT_OF_ORDER)
def test_values_that_are_out_of_order(text: str, step: str) -> None:
    assert [(each.code, each.xpath.rpartition("/")[2]) for each in report(text)] == [("BP601", step)]


IN_ORDER = [
    camera("<near>0.1</near><far>2</far>"),
    lidar(),
    lidar(range="<min>0.1</min><max>inf</max>"),
    spot("<inner_angle>0.5</inner_angle><outer_angle>0.5</outer_angle>"),
    urdf_sensor('<ray><vertical samples="1" min_angle="0" max_angle="0"/></ray>'),
]


@pytest.mark.parametrize("text", IN_ORDER)
def test_values_that_are_in_order(text: str) -> None:
    assert report(text) == ()


@pytest.mark.parametrize(
    ("text", "tag"),
    [
        (sdf_sensor("<update_rate>-1</update_rate>", "imu"), "update_rate"),
        (lidar("<resolution>0</resolution>"), "resolution"),
        (camera("<near>0.1</near><far>2</far>", "<width>0</width><height>3</height>"), "width"),
        (spot("<inner_angle>-1</inner_angle><outer_angle>0.5</outer_angle>"), "inner_angle"),
        (urdf_sensor('<ray><horizontal samples="0"/></ray>'), "@samples"),
    ],
)
def test_a_value_outside_of_its_range_is_said_once(text: str, tag: str) -> None:
    assert [(each.code, each.xpath.rpartition("/")[2]) for each in report(text)] == [("BP106", tag)]


SDFORMAT_1_5_IMU = '<sensor name="s" type="imu"><imu><angular_velocity><x/></angular_velocity></imu></sensor>'


def test_a_document_that_is_upgraded_is_checked_like_others() -> None:
    inside = f"<link name='a'>{SDFORMAT_1_5_IMU}<collision name='c'><geometry><sphere><radius>-1</radius></sphere></geometry></collision></link>"
    assert [code for code, _ in found(f"<sdf version='1.5'><model name='m'>{inside}</model></sdf>")] == ["BP655"]

"""What MuJoCo takes and refuses of robots, and where it is said; beside MuJoCo itself these are tried in tests/differential."""

from __future__ import annotations

import struct
from pathlib import Path

import bodyplan
import pytest
from bodyplan.diagnostics.diagnostic import Diagnostic

INERTIAL = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'
LINKS = f'<link name="a">{INERTIAL}</link>\n<link name="b">{INERTIAL}</link>\n<link name="c">{INERTIAL}</link>\n'


def joint(inner: str = "", type: str = "revolute", parent: str = "a", child: str = "b", name: str = "j") -> str:
    return f'<joint name="{name}" type="{type}"><parent link="{parent}"/><child link="{child}"/>{inner}</joint>\n'


def robot(inner: str) -> str:
    return f'<robot name="r">\n{inner}</robot>'


def findings(text: str) -> list[Diagnostic]:
    try:
        return list(bodyplan.loads(text, target="mujoco").diagnostics)
    except bodyplan.LoadError as error:
        return list(error.diagnostics)


def said(text: str, severity: str) -> list[tuple[int | None, str]]:
    """Lines and ids of what MuJoCo itself says."""
    own = [each for each in findings(text) if each.severity == severity and each.row]
    return [(each.line, each.row.removeprefix("mujoco/")) for each in own]


TAKEN = {
    "plain": LINKS + joint(),
    "links apart": LINKS,
    "no limit": LINKS + joint(type="prismatic"),
    "spherical": LINKS + joint(type="spherical"),
    "floating on what stands": LINKS + joint(type="fixed") + joint(type="floating", parent="b", child="c", name="k"),
    "massless between": f'<link name="a"/><link name="b"/><link name="c">{INERTIAL}</link>'
    + joint()
    + joint(type="fixed", parent="b", child="c", name="k"),
    "visual without shape": f'<link name="a">{INERTIAL}<visual/></link>',
    "visual of a missing file": f'<link name="a">{INERTIAL}<visual><geometry><mesh filename="none.dae"/></geometry></visual></link>',
    "axis of a fixed joint": LINKS + joint('<axis xyz="0 0 0"/>', "fixed"),
    "limits of a fixed joint": LINKS + joint('<limit lower="x"/>', "fixed"),
    "settings": LINKS + joint() + '<mujoco><compiler meshdir="m" bogus="1"/></mujoco>',
    "weight by bounds": '<link name="a"/><link name="b"/>'
    + joint()
    + '<mujoco><compiler boundmass="1" boundinertia="1"/></mujoco>',
}
REFUSED = {
    "second parent": (LINKS + joint() + joint(parent="c", name="k"), 6, "second-parent"),
    "loop": (LINKS + joint() + joint(parent="b", child="a", name="k"), 2, "loop"),
    "two axes": (LINKS + joint("<axis/><axis/>"), 5, "repeated"),
    "short axis": (LINKS + joint('<axis xyz="0 0 1e-7"/>'), 5, "short-axis"),
    "two numbers": (LINKS + joint('<origin xyz="1 2"/>'), 5, "count"),
    "floating below what moves": (
        LINKS + joint() + joint(type="floating", parent="b", child="c", name="k"),
        6,
        "floating-inside",
    ),
    "no mass": ('<link name="a"/>\n<link name="b"/>\n' + joint(), 3, "weightless"),
    "no moments": (
        LINKS.replace('="1" i', '="0" i').replace('izz="1"', 'izz="0"') + joint(),
        3,
        "weightless",
    ),
    "negative moment of what stands": (LINKS.replace('ixx="1"', 'ixx="-1"', 1) + joint(), 2, "moments"),
    "moments of no body": (LINKS.replace('ixx="1"', 'ixx="3"', 1) + joint(), 2, "triangle"),
    "size": (
        f'<link name="a">{INERTIAL}<collision><geometry><sphere radius="0"/></geometry></collision></link>',
        2,
        "size",
    ),
    "mimics itself": (LINKS + joint('<mimic joint="j"/>'), 5, "mimic-of-itself"),
    "ball that begins elsewhere": (
        LINKS + joint('<limit lower="-1" upper="1" effort="1" velocity="1"/>', "spherical"),
        5,
        "ball-range",
    ),
    "global": (LINKS + '<mujoco><compiler coordinate="global"/></mujoco>', 5, "setting"),
    "setting": (LINKS + '<mujoco><compiler fusestatic="1"/></mujoco>', 5, "setting"),
    "limits": (
        LINKS
        + joint('<limit lower="0" upper="1" effort="1" velocity="1"/>')
        + '<mujoco><compiler autolimits="false"/></mujoco>',
        5,
        "limits-unsaid",
    ),
    "kept links that float": (
        LINKS + joint(type="floating") + '<mujoco><compiler fusestatic="false"/></mujoco>',
        5,
        "floating-inside",
    ),
    "visuals that count": (
        f'<link name="a">{INERTIAL}<visual/></link>\n<mujoco><compiler discardvisual="false"/></mujoco>',
        2,
        "missing-element",
    ),
}


@pytest.mark.parametrize("inner", TAKEN.values(), ids=TAKEN.keys())
def test_mujoco_takes(inner: str) -> None:
    assert [each for each in findings(robot(inner)) if each.severity == "error"] == []


@pytest.mark.parametrize(("inner", "line", "says"), REFUSED.values(), ids=REFUSED.keys())
def test_mujoco_refuses(inner: str, line: int, says: str) -> None:
    found = findings(robot(inner))
    errors = [
        (each.line, (each.row or "").removeprefix("mujoco/") or says) for each in found if each.severity == "error"
    ]
    assert errors == [(line, says)]


@pytest.mark.parametrize(
    ("inner", "severity", "line", "says"),
    [
        (LINKS + joint('<limit lower="1" upper="-1"/>'), "warning", 5, "no-limit"),
        (LINKS + joint('<limit lower="1" effort="1"/>'), "warning", 5, "no-limit"),
        (LINKS + joint('<mimic joint="none"/>'), "warning", 5, "mimic-dropped"),
        (
            LINKS + joint(type="spherical") + joint('<mimic joint="j"/>', parent="b", child="c", name="k"),
            "warning",
            6,
            "mimic-dropped",
        ),
        (LINKS + joint(type="fixed"), "note", 5, "fused"),
        (LINKS + joint('<limit lower="-1" upper="1"/>', "continuous"), "note", 5, "limited"),
        (LINKS + "<transmission/>", "note", 5, "unread"),
        (LINKS + joint('<limit effort="1" velocity="1" lower="0" upper="1"/>'), "note", 5, "velocity"),
    ],
)
def test_what_mujoco_reads_otherwise_is_said(inner: str, severity: str, line: int, says: str) -> None:
    assert (line, says) in said(robot(inner), severity)


def test_links_that_stand_are_named_and_visuals_once() -> None:
    shape = "<visual><geometry><box size='1 1 1'/></geometry></visual>"
    text = robot(LINKS.replace("</link>", f"{shape}</link>") + joint())
    assert said(text, "note") == [(2, "held"), (2, "unseen"), (4, "held")]


TETRAHEDRON = [[(0, 0, 0), (0, 1, 0), (1, 0, 0)], [(0, 0, 0), (1, 0, 0), (0, 0, 1)],
               [(0, 0, 0), (0, 0, 1), (0, 1, 0)], [(1, 0, 0), (0, 1, 0), (0, 0, 1)]]  # fmt: skip


def stl(faces: list[list[tuple[float, float, float]]]) -> bytes:
    """A binary STL file."""
    body = b"".join(struct.pack("<12fH", 0, 0, 0, *(x for corner in face for x in corner), 0) for face in faces)
    return bytes(80) + struct.pack("<i", len(faces)) + body


# as MuJoCo 4.0 says of each
@pytest.mark.parametrize(
    ("data", "ending", "tag", "shown", "faults"),
    [
        (stl(TETRAHEDRON), "stl", "collision", True, []),
        (stl(TETRAHEDRON[:1] * 2), "stl", "collision", False, ["has all corners in one plane"]),
        (stl(TETRAHEDRON[:1] * 2), "stl", "visual", True, ["has no volume"]),
        (stl(TETRAHEDRON[:1] * 2), "stl", "visual", False, []),
        (b"v 0 0 0\nv 1 0 0\nf 1 2 1\n", "obj", "collision", False, ["has fewer than 4 corners"]),
        (b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n" + b"f 1 2 3\n" * 9, "obj", "collision", False, []),
        (b"v a b c\n", "obj", "collision", False, ["holds no mesh that could be read"]),
        (b"\0\0\0\0", "msh", "collision", False, ["holds no mesh that could be read"]),
    ],
)
def test_meshes_that_mujoco_refuses(
    data: bytes, ending: str, tag: str, shown: bool, faults: list[str], tmp_path: Path
) -> None:
    (tmp_path / f"a.{ending}").write_bytes(data)
    shape = f'<{tag}><geometry><mesh filename="a.{ending}"/></geometry></{tag}>'
    settings = '<mujoco><compiler discardvisual="false"/></mujoco>' * shown
    path = tmp_path / "robot.urdf"
    path.write_text(robot(f'{settings}<link name="a">{INERTIAL}{shape}</link>'))
    found = bodyplan.check(path, target="mujoco").diagnostics
    assert [each.arguments["fault"] for each in found if each.row == "mujoco/mesh-fault"] == faults
    assert not [each for each in bodyplan.check(path).diagnostics if each.severity == "error"]


def test_meshes_are_looked_for_beside_the_document_alone(tmp_path: Path) -> None:
    (tmp_path / "m").mkdir()
    (tmp_path / "m" / "a.stl").write_bytes(stl(TETRAHEDRON))
    (tmp_path / "m" / "b.stl").write_text("solid b\nendsolid b\n")
    (tmp_path / "m" / "c.dae").write_text("<COLLADA/>")
    path = tmp_path / "robot.urdf"
    for name, expected in (
        ("m/a.stl", []),
        ("a.stl", ["mesh-missing"]),
        ("package://m/a.stl", ["mesh-missing"]),
        ("m/b.stl", ["mesh-text"]),
        ("m/c.dae", ["mesh-kind"]),
    ):
        shape = f'<collision><geometry><mesh filename="{name}"/></geometry></collision>'
        path.write_text(robot(f'<link name="a">{INERTIAL}{shape}</link>'))
        found = bodyplan.check(path, target="mujoco", search_paths=[tmp_path]).diagnostics
        assert [(each.row or "").removeprefix("mujoco/") for each in found if each.severity == "error"] == expected
        settings = '<mujoco><compiler meshdir="m" strippath="true"/></mujoco></robot>'
        path.write_text(path.read_text().replace("</robot>", settings))
        assert bodyplan.check(path, target="mujoco").ok is (name.endswith("a.stl"))

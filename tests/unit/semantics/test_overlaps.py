"""Overlapping collision shapes are found between links that nothing connects, and nowhere else."""

from __future__ import annotations

import struct
from pathlib import Path

import bodyplan
import numpy as np
import pytest
from bodyplan.semantics.document.loader import check_bytes

from tests.bounding import at_most

CUBE = '<geometry><box size="0.1 0.1 0.1"/></geometry>'
LIMIT = '<limit lower="-3" upper="3" effort="1" velocity="1"/>'


def link(name: str, shape: str = CUBE, at: str = "0 0 0", mass: float = 1, visual: bool = False) -> str:
    inertial = f'<inertial><mass value="{mass}"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>'
    body = f'<collision><origin xyz="{at}"/>{shape}</collision>' if shape else ""
    return (
        f'<link name="{name}">{inertial if mass else ""}{body}{f"<visual>{CUBE}</visual>" if visual else ""}</link>\n'
    )


def joint(parent: str, child: str, at: str = "0 0 0", type: str = "revolute", inside: str = LIMIT) -> str:
    ends = f'<parent link="{parent}"/><child link="{child}"/>'
    return f'<joint name="{child}_joint" type="{type}">{ends}<origin xyz="{at}"/><axis xyz="0 1 0"/>{inside}</joint>\n'


def robot(*parts: str) -> str:
    return f'<robot name="r">\n{"".join(parts)}</robot>\n'


def chain(*offsets: str, at: str = "0 0 0", middle: str | None = None) -> str:
    """Links a, b, c …, each on the one before."""
    names = "abcdefgh"
    parts = [link("a")]
    for parent, child, offset in zip(names, names[1:], offsets):
        parts.append(link(child, at=at) if middle is None or child != "b" else middle)
        parts.append(joint(parent, child, offset))
    return robot(*parts)


def findings(document: str | Path) -> list[bodyplan.Diagnostic]:
    """What is found in a text or a file."""
    if isinstance(document, Path):
        report = bodyplan.check(document, plausible=True)
    else:
        report = check_bytes(
            "r.sdf" if document.startswith("<sdf") else "r.urdf", {"plausible": True}, data=document.encode()
        )
    return [each for each in report.diagnostics if each.code in ("BP690", "BP691")]


def overlaps(document: str | Path) -> list[tuple[str, str, str, str]]:
    """Code, severity and links of what is found."""
    found = findings(document)
    return [(each.code, each.severity, str(each.arguments["first"]), str(each.arguments["second"])) for each in found]


def test_links_that_no_joint_connects_and_that_overlap_are_reported() -> None:
    assert overlaps(chain("0 0 0.2", "0 0 -0.18")) == [("BP690", "warning", "a", "c")]


def test_overlap_wherever_the_joints_are_is_another_rule() -> None:
    assert overlaps(chain("0 0 0.03", "0 0 0.03")) == [("BP691", "warning", "a", "c")]


def test_neighbours_and_links_that_are_apart_are_no_finding() -> None:
    assert overlaps(chain("0 0 0.05", "0 0 0.2")) == []


def test_touching_by_less_than_a_millimetre_is_no_overlap() -> None:
    assert overlaps(chain("0 0 0.2", "0 0 -0.1005")) == []
    assert overlaps(chain("0 0 0.2", "0 0 -0.102")) == [("BP690", "warning", "a", "c")]


def test_links_that_are_fixed_together_are_one() -> None:
    text = robot(link("a"), link("b"), link("c"), joint("a", "b", type="fixed", inside=""), joint("b", "c"))
    assert overlaps(text) == []


def test_fixed_parts_of_neighbours_are_neighbours() -> None:
    parts = link("a"), link("b"), link("c"), link("d")
    text = robot(
        *parts, joint("a", "b", type="fixed", inside=""), joint("b", "c"), joint("c", "d", type="fixed", inside="")
    )
    assert overlaps(text) == []


@pytest.mark.parametrize("virtual", [link("b", "", mass=0.01), link("b", "", mass=0, visual=True)])
def test_a_link_that_is_there_only_for_a_second_joint_connects(virtual: str) -> None:
    assert overlaps(chain("0 0 0.05", "0 0 0", middle=virtual)) == []


def test_a_link_without_collision_shapes_that_is_a_part_of_the_robot_does_not() -> None:
    part = link("b", "", mass=1, visual=True)
    assert overlaps(chain("0 0 0.05", "0 0 0", middle=part)) == [("BP691", "warning", "a", "c")]


def test_zero_outside_the_limits_is_not_where_the_robot_is_looked_at() -> None:
    limits = '<limit lower="1.5" upper="3" effort="1" velocity="1"/>'
    folded = robot(
        link("a"), link("b"), link("c"), joint("a", "b", "0 0 0.3"), joint("b", "c", "0 0 -0.3", inside=limits)
    )
    assert overlaps(folded) == [("BP690", "warning", "a", "c")]
    arm = robot(
        link("a"), link("b"), link("c", at="0 0 -0.3"), joint("a", "b", "0 0 0.3"), joint("b", "c", inside=limits)
    )
    assert overlaps(arm) == []


def test_finding_says_how_deep_where_and_which_shapes() -> None:
    (found,) = findings(chain("0 0 0.2", "0 0 -0.18"))
    assert "overlap by 80 mm at zero (Box, Box)" in found.message
    assert found.line == 5
    assert [related.line for related in found.related] == [2]


def test_deepest_pair_of_shapes_speaks_for_two_links() -> None:
    two = '<collision name="near"><geometry><sphere radius="0.06"/></geometry></collision>'
    text = chain("0 0 0.2", "0 0 -0.11").replace('<link name="c">', f'<link name="c">{two}')
    (found,) = findings(text)
    assert found.arguments["shapes"] == "Box, near"
    assert found.arguments["depth"] == pytest.approx(20)


def test_collision_filter_groups_take_pairs_out() -> None:
    group = (
        '<drake:collision_filter_group name="g" xmlns:drake="http://drake.mit.edu"><drake:member link="a"/>'
        '<drake:member link="c"/><drake:ignored_collision_filter_group name="g"/></drake:collision_filter_group>'
    )
    text = chain("0 0 0.2", "0 0 -0.18")
    assert overlaps(text.replace("</robot>", f"{group}</robot>")) == []


@pytest.mark.parametrize("folder", ["", "config", "srdf"])
def test_srdf_beside_the_robot_takes_pairs_out(tmp_path: Path, folder: str) -> None:
    (tmp_path / "urdf").mkdir()
    (tmp_path / "package.xml").write_text("<package><name>r_description</name></package>")
    (path := tmp_path / "urdf" / "r.urdf").write_text(chain("0 0 0.2", "0 0 -0.18"))
    srdf = '<robot name="{}"><disable_collisions link1="c" link2="a" reason="Default"/></robot>'
    (home := tmp_path / folder).mkdir(exist_ok=True)
    (home / "r.srdf").write_text(srdf.format("another"))
    assert overlaps(path) == [("BP690", "warning", "a", "c")]
    (home / "r.srdf").write_text(srdf.format("r"))
    assert overlaps(path) == []
    (home / "r.srdf").write_text("<robot")
    assert overlaps(path) == [("BP690", "warning", "a", "c")]


def sdf(inside: str, more: str = "") -> str:
    return f'<sdf version="1.10"><world name="w">{inside}<model name="m">{more}</model></world></sdf>'


def sdf_link(name: str, at: str, more: str = "", surface: str = "") -> str:
    geometry = "<geometry><box><size>0.1 0.1 0.1</size></box></geometry>"
    return (
        f'<link name="{name}"><pose>{at} 0 0 0</pose>{more}<collision name="c">{geometry}{surface}</collision></link>'
    )


TWO = sdf_link("a", "0 0 0") + sdf_link("b", "0 0 0.05")


def test_links_of_one_model_are_a_note_without_self_collide() -> None:
    assert overlaps(sdf("", TWO)) == [("BP690", "note", "a", "b")]
    assert overlaps(sdf("", f"<self_collide>true</self_collide>{TWO}")) == [("BP690", "warning", "a", "b")]
    one = sdf_link("a", "0 0 0", "<self_collide>true</self_collide>") + sdf_link("b", "0 0 0.05")
    assert overlaps(sdf("", one)) == [("BP690", "warning", "a", "b")]


def test_models_of_a_world_collide() -> None:
    other = f'<model name="n">{sdf_link("a", "0 0 0.05")}</model>'
    assert overlaps(sdf(other, sdf_link("a", "0 0 0"))) == [("BP690", "warning", "n::a", "m::a")]


def test_what_is_static_does_not_collide_with_what_is_static() -> None:
    other = f'<model name="n"><static>true</static>{sdf_link("a", "0 0 0.05")}</model>'
    assert overlaps(sdf(other, f"<static>true</static>{sdf_link('a', '0 0 0')}")) == []
    assert len(overlaps(sdf(other, sdf_link("a", "0 0 0")))) == 1


@pytest.mark.parametrize(
    "contact",
    ["<collide_bitmask>2</collide_bitmask>", "<collide_without_contact>true</collide_without_contact>"],
)
def test_shapes_that_share_no_bits_or_have_no_contacts_do_not_collide(contact: str) -> None:
    surface = "<surface><contact>{}</contact></surface>"
    other = f'<model name="n">{sdf_link("a", "0 0 0.05", surface=surface.format(contact))}</model>'
    one = "<collide_bitmask>1</collide_bitmask>"
    assert overlaps(sdf(other, sdf_link("a", "0 0 0", surface=surface.format(one)))) == []


def write_stl(path: Path, triangles: np.ndarray) -> None:
    """A binary STL file."""
    data = b"".join(struct.pack("<12fH", 0, 0, 0, *triangle.ravel(), 0) for triangle in triangles)
    path.write_bytes(bytes(80) + struct.pack("<I", len(triangles)) + data)


def channel() -> np.ndarray:
    """A U of three plates, 0.1 wide and high, open to the top."""
    trimesh = pytest.importorskip("trimesh", reason="the extra trimesh is not installed")
    plates = [((0.1, 0.1, 0.01), (0, 0, -0.045)), ((0.01, 0.1, 0.1), (-0.045, 0, 0)), ((0.01, 0.1, 0.1), (0.045, 0, 0))]
    made = []
    for size, at in plates:
        plate = trimesh.creation.box(size)
        plate.apply_translation(at)
        made.append(plate.triangles)
    return np.concatenate(made)


def with_mesh(tmp_path: Path, at: str, type: str) -> Path:
    write_stl(tmp_path / "channel.stl", channel())
    mesh = '<geometry><mesh filename="channel.stl"/></geometry>'
    small = '<geometry><box size="0.04 0.04 0.04"/></geometry>'
    held = joint("b", "c", at, type, '<limit lower="-0.001" upper="0.001" effort="1" velocity="1"/>')
    parts = (
        link("a", mesh),
        link("b", at="0 0 1"),
        joint("a", "b", "0 0 0", type, '<limit lower="0" upper="0.001" effort="1" velocity="1"/>'),
    )
    (path := tmp_path / "r.urdf").write_text(robot(*parts, link("c", small), held))
    return path


def test_mesh_that_overlaps_is_told_from_its_hull_that_does(tmp_path: Path) -> None:
    inside = with_mesh(tmp_path, "0 0 0.02", "prismatic")
    assert overlaps(inside) == [("BP691", "note", "a", "c")]
    (found,) = findings(inside)
    assert found.arguments["shapes"] == "convex hulls of Mesh, Box"
    through = with_mesh(tmp_path, "0.03 0 0.02", "prismatic")
    assert overlaps(through) == [("BP691", "warning", "a", "c")]


def test_hull_in_the_way_at_zero_only_is_no_finding(tmp_path: Path) -> None:
    path = with_mesh(tmp_path, "0 0 0.02", "prismatic")
    path.write_text(path.read_text().replace('lower="-0.001" upper="0.001"', 'lower="-0.5" upper="0.5"'))
    assert overlaps(path) == []


def test_broken_and_odd_meshes_are_left_out(tmp_path: Path) -> None:
    path = with_mesh(tmp_path, "0.03 0 0.02", "prismatic")
    for data in (b"", b"solid x", bytes(84), channel().tobytes()):
        (tmp_path / "channel.stl").write_bytes(data)
        assert overlaps(path) == []
    write_stl(tmp_path / "channel.stl", np.full((12, 3, 3), np.nan))
    assert overlaps(path) == []
    write_stl(tmp_path / "channel.stl", np.zeros((12, 3, 3)))
    assert overlaps(path) == []


@pytest.mark.parametrize("size", ["nan 1 1", "inf 1 1", "0 0 0", "-1 1 1", "1e300 1e300 1e300", "1e-300 1 1"])
def test_odd_sizes_end_in_no_error(size: str) -> None:
    overlaps(chain("0 0 0.2", "0 0 -0.18").replace("0.1 0.1 0.1", size))


@pytest.mark.parametrize("offset", ["nan 0 0", "1e308 1e308 1e308", "inf 0 0"])
def test_odd_places_end_in_no_error(offset: str) -> None:
    overlaps(chain(offset, offset))


def test_work_for_many_shapes_in_one_place_is_bounded() -> None:
    loose = robot(*(link(f"l{i}") for i in range(600)), *(joint("l0", f"l{i}") for i in range(1, 600)))
    with at_most(30_000_000):
        found = overlaps(loose)
    assert 0 < len(found) <= 1000

"""What ``check --plausible`` says of mass, inertia and the shapes of links."""

from __future__ import annotations

import math
import struct
import sys
from pathlib import Path

import bodyplan
import numpy as np
import pytest
from bodyplan.semantics.checks.plausible.bodies import find_hull, points_around
from bodyplan.semantics.checks.plausible.inertia import find_distance, largest_moments
from bodyplan.semantics.ir import geometry as shapes
from bodyplan.semantics.ir.solids import solid_of

MOMENTS = ("ixx", "iyy", "izz", "ixy", "ixz", "iyz")
BOX = "<box size='0.2 0.2 0.6'/>"


def urdf_link(
    name: str = "l",
    *,
    mass: float = 6.0,
    moments: tuple[float, ...] = (0.2, 0.2, 0.04),
    com: str = "0 0 0",
    turned: str = "0 0 0",
    shape: str = BOX,
    at: str = "0 0 0",
) -> str:
    written = " ".join(f'{key}="{value}"' for key, value in zip(MOMENTS, (*moments, 0, 0, 0)))
    return f"""<link name="{name}"><inertial><origin xyz="{com}" rpy="{turned}"/><mass value="{mass}"/><inertia {written}/></inertial>
      <collision><origin xyz="{at}"/><geometry>{shape}</geometry></collision></link>"""


def joint(parent: str, child: str, type: str = "continuous") -> str:
    return f'<joint name="{parent}_{child}" type="{type}"><parent link="{parent}"/><child link="{child}"/></joint>'


def found(*parts: str) -> list[tuple[str, str]]:
    """Codes and severities of what physics says of the parts of a robot, or of a whole document."""
    text = parts[0] if parts[0].startswith("<sdf") else f'<robot name="r">{"".join(parts)}</robot>'
    findings = bodyplan.loads(text, plausible=True).diagnostics
    return [(each.code, each.severity) for each in findings if each.code.startswith("BP68")]


def solid_tensor(mass: float, size: tuple[float, float, float]) -> tuple[float, float, float]:
    x, y, z = size
    return mass * (y * y + z * z) / 12, mass * (x * x + z * z) / 12, mass * (x * x + y * y) / 12


def test_bodies_that_can_be_are_not_reported() -> None:
    assert found(urdf_link(moments=solid_tensor(6, (0.2, 0.2, 0.6)))) == []
    # all of the mass in the corners of the box
    arms = 0.1**2 + 0.1**2, 0.1**2 + 0.3**2
    assert found(urdf_link(moments=(6 * arms[1], 6 * arms[1], 6 * arms[0]))) == []


def test_a_moment_beyond_the_farthest_points_is_reported() -> None:
    assert found(urdf_link(moments=(0.7, 0.7, 0.04))) == [("BP680", "warning")]
    # about the long axis the box is thin, so that less is too much there
    assert found(urdf_link(moments=(0.2, 0.2, 0.15))) == [("BP680", "warning")]


def test_moments_are_about_the_centre_of_mass_along_the_axes_of_the_link() -> None:
    # in a frame that is turned by a quarter about y the long axis of the box is x
    assert found(urdf_link(moments=(0.04, 0.2, 0.2), turned="0 1.5707963 0")) == []
    assert found(urdf_link(moments=(0.15, 0.2, 0.2), turned="0 1.5707963 0")) == [("BP680", "warning")]
    # about a centre at the end of the box more is possible than about its middle
    assert found(urdf_link(moments=(1.5, 1.5, 0.04), com="0 0 0.3")) == []
    assert found(urdf_link(moments=(1.5, 1.5, 0.04))) == [("BP680", "warning")]


def test_without_all_shapes_nothing_is_said_of_the_bound() -> None:
    assert found(urdf_link(moments=(9, 9, 9), shape="<mesh filename='gone.stl'/>")) == []
    text = urdf_link(moments=(9, 9, 9)).replace(
        "</link>", "<visual><geometry><mesh filename='x.stl'/></geometry></visual></link>"
    )
    assert found(text) == []


def test_a_centre_of_mass_outside_is_reported_once() -> None:
    assert found(urdf_link(com="0 0 0.35")) == []
    assert found(urdf_link(com="0 0 0.5", moments=(50, 50, 50))) == [("BP681", "warning")]
    assert found(urdf_link(com="0 0 0.5", at="0 0 0.5")) == []


@pytest.mark.parametrize(
    ("mass", "expected"), [(0.1, [("BP683", "warning")]), (1, []), (500, []), (600, [("BP683", "warning")])]
)
def test_densities(mass: float, expected: list[tuple[str, str]]) -> None:
    moments = solid_tensor(mass, (0.2, 0.2, 0.6))
    assert found(urdf_link(mass=mass, moments=moments)) == expected


def test_one_kilogram_is_a_placeholder() -> None:
    for side in (0.03, 4.0):
        shape = f"<box size='{side} {side} {side}'/>"
        moments = solid_tensor(1, (side, side, side))
        assert found(urdf_link(mass=1, moments=moments, shape=shape)) == [("BP683", "note")]
        assert found(urdf_link(mass=1.1, moments=moments, shape=shape)) == [("BP683", "warning")]


def test_a_mass_that_cannot_be_right_is_one_finding() -> None:
    # of its moments and of the ratio to its neighbour nothing is said besides
    light = urdf_link("far", mass=0.05, moments=solid_tensor(50, (0.2, 0.2, 0.6)))
    assert found(urdf_link(mass=200), light, joint("l", "far")) == [("BP683", "warning")]


def test_a_light_link_between_heavy_ones_is_one_finding() -> None:
    heavy = {name: urdf_link(name, mass=9000, moments=(900, 900, 900), shape="<box size='1 1 1'/>") for name in "acd"}
    light = urdf_link("b", mass=2, moments=solid_tensor(2, (0.2, 0.2, 0.2)), shape="<box size='0.2 0.2 0.2'/>")
    joints = joint("a", "b"), joint("b", "c"), joint("b", "d")
    assert [code for code, _ in found(*heavy.values(), light, *joints)].count("BP685") == 1


def test_a_moving_link_of_sdformat_without_inertial() -> None:
    text = """<sdf version="1.9"><model name="m">
        <link name="a"><inertial><mass>2</mass></inertial></link><link name="b"/><link name="c"/>
        <joint name="j" type="revolute"><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis></joint>
        <joint name="k" type="fixed"><parent>a</parent><child>c</child></joint></model></sdf>"""
    findings = bodyplan.loads(text, plausible=True).diagnostics
    assert [(finding.code, finding.arguments["name"]) for finding in findings] == [("BP684", "b")]


def test_a_small_part_that_is_fixed_is_a_placeholder() -> None:
    tiny = urdf_link("imu", mass=0.001, moments=(1e-3, 1e-3, 1e-3), shape="<box size='0.001 0.001 0.001'/>")
    assert found(urdf_link(), tiny, joint("l", "imu", "fixed")) == [("BP680", "note")]
    assert found(urdf_link(), tiny, joint("l", "imu")) == [("BP680", "warning")]


def test_a_link_may_have_the_mass_of_what_is_fixed_to_it() -> None:
    arm = urdf_link("arm", shape="<box size='0.2 0.2 3'/>", moments=(5, 5, 0.05))
    frame = urdf_link("frame", mass=6, moments=(5, 5, 0.05))
    fixed = joint("frame", "arm", "fixed").replace("<parent", "<origin xyz='0 0 1.5'/><parent")
    assert found(arm, frame, fixed) == [("BP680", "note")]
    assert found(arm, frame, joint("frame", "arm")) == [("BP680", "warning")]
    assert found(arm, frame.replace("5", "500"), fixed)[0] == ("BP680", "warning")
    hand = urdf_link("frame", com="0 0 2")
    assert found(arm, hand, fixed) == [("BP681", "note")]
    assert found(arm, urdf_link("frame", com="0 2 0"), fixed) == [("BP681", "warning")]


def test_one_tensor_for_bodies_that_differ_is_reported_once() -> None:
    def arm(*masses: float, size: float = 0.3) -> list[str]:
        links = [
            urdf_link(f"l{k}", mass=mass, moments=(0.01, 0.01, 0.01), shape=f"<sphere radius='{size}'/>")
            for k, mass in enumerate(masses)
        ]
        return [*links, *(joint(f"l{k}", f"l{k + 1}") for k in range(len(masses) - 1))]

    assert found(*arm(30, 10, 3)) == [("BP682", "warning")]
    assert found(*arm(10, 10, 10, 10)) == []
    assert found(*arm(10, 9, 8, 7)) == []
    assert found(*arm(30, 3)) == []


def test_links_that_move_need_a_mass() -> None:
    base, hand = urdf_link("base"), "<link name='hand'/>"
    assert found(base, hand, joint("base", "hand")) == [("BP684", "warning")]
    assert found(base, hand, joint("base", "hand", "fixed")) == []
    assert found(base, hand, urdf_link("palm"), joint("base", "hand"), joint("hand", "palm", "fixed")) == []
    # a root without mass is held by something; a robot without any is for pictures
    assert found("<link name='root'/>", base, joint("root", "base")) == []
    assert found("<link name='base'/>", hand, joint("base", "hand")) == []


def test_light_links_between_heavy_ones() -> None:
    def light(name: str) -> str:
        return urdf_link(name, mass=0.001, moments=(1e-8, 1e-8, 1e-8), shape="<box size='0.01 0.01 0.01'/>")

    heavy = [urdf_link("a"), urdf_link("b")]
    chain = [*heavy, light("m"), joint("a", "m"), joint("m", "b")]
    assert [each for each in found(*chain) if each[0] == "BP685"] == [("BP685", "warning")]
    assert found(*heavy, light("m"), joint("a", "b"), joint("b", "m")) == [("BP685", "note")]
    assert found(*heavy, light("m"), joint("a", "b"), joint("b", "m", "fixed")) == []


def test_static_models_and_default_masses_of_sdformat_are_left_alone() -> None:
    shape = "<collision name='c'><geometry><box><size>0.1 0.1 0.1</size></box></geometry></collision>"
    heavy = "<inertial><mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>"
    model = "<sdf version='1.12'><model name='m'>{}<link name='l'>{}{}</link></model></sdf>"
    assert found(model.format("", heavy, shape)) == [("BP680", "warning")]
    assert found(model.format("<static>true</static>", heavy, shape)) == []
    assert found(model.format("", "", shape)) == []
    assert found(model.format("", "<inertial auto='true'/>", shape)) == []


def test_links_that_are_fixed_to_the_world_are_left_alone() -> None:
    heavy = "<inertial><mass>1000</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>"
    shape = "<collision name='c'><geometry><box><size>0.1 0.1 0.1</size></box></geometry></collision>"
    light = "<inertial><mass>0.5</mass><inertia><ixx>1e-4</ixx><iyy>1e-4</iyy><izz>1e-4</izz></inertia></inertial>"
    text = f"""<sdf version='1.12'><model name='m'><link name='base'>{heavy}{shape}</link><link name='l'>{light}{shape}</link>
      <joint name='w' type='{{}}'><parent>world</parent><child>base</child></joint>
      <joint name='j' type='ball'><parent>base</parent><child>l</child></joint></model></sdf>"""
    assert found(text.format("fixed")) == []
    assert found(text.format("ball")) == [("BP683", "warning")]


def test_what_is_open_may_be_hollow(tmp_path: Path) -> None:
    pytest.importorskip("trimesh", reason="the extra bodyplan[trimesh] is not installed")
    faces = "f 1 3 2\nf 1 2 4\nf 2 3 4\n"
    corners = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n"
    visual = "<visual><geometry><mesh filename='m.obj'/></geometry></visual></link>"
    link = urdf_link(mass=1, moments=(0.05, 0.05, 0.05), com="0.25 0.25 0.25", shape="<box size='1 1 1'/>")
    robot = f"<robot name='r'>{link.replace('</link>', visual)}</robot>"
    for text, expected in ((corners + faces, []), (corners + faces + "f 3 1 4\n", ["BP683"])):
        (tmp_path / "m.obj").write_text(text, encoding="utf-8")
        report = bodyplan.loads(robot, base_dir=tmp_path, plausible=True)
        assert [each.code for each in report.diagnostics] == expected


def test_a_link_of_two_units() -> None:
    visual = "<visual><geometry><box size='{0} {0} {0}'/></geometry></visual></link>"
    assert found(urdf_link().replace("</link>", visual.format(600))) == [("BP687", "warning")]
    assert found(urdf_link().replace("</link>", visual.format(6)))[:1] != [("BP687", "warning")]


@pytest.mark.parametrize(("mass", "factor", "code"), [(6.0, 1e6, "BP632"), (6000.0, 1e-3, "BP633")])
def test_another_unit_is_one_mistake(mass: float, factor: float, code: str) -> None:
    moments = solid_tensor(mass * factor, (0.21, 0.17, 0.63))
    link = urdf_link(mass=mass, moments=moments, shape="<box size='0.21 0.17 0.63'/>")
    report = bodyplan.loads(f"<robot name='r'>{link}</robot>", plausible=True)
    assert [each.code for each in report.diagnostics] == [code]


def test_triangles_are_counted_without_trimesh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "trimesh", None)
    mesh = "<mesh filename='m.stl'/>"
    robot = f"<robot name='r'>{urdf_link(shape=mesh)}</robot>"
    for facets, expected in ((20_000, ["BP688"]), (20_001, ["BP686", "BP688"])):
        (tmp_path / "m.stl").write_bytes(bytes(80) + struct.pack("<I", facets) + bytes(50 * facets))
        report = bodyplan.loads(robot, base_dir=tmp_path, plausible=True)
        assert sorted(each.code for each in report.diagnostics) == expected


SOLIDS = [
    shapes.Box((0.3, 0.2, 0.5)),
    shapes.Sphere(0.3),
    shapes.Cylinder(0.1, 0.7),
    shapes.Capsule(0.1, 0.4),
    shapes.Cone(0.2, 0.5),
    shapes.Ellipsoid((0.1, 0.2, 0.4)),
]


@pytest.mark.parametrize("shape", SOLIDS, ids=lambda shape: type(shape).__name__)
def test_solids_are_within_the_bound_and_hulls_around_shapes(shape: bodyplan.geometry.Geometry) -> None:
    points, solid = points_around(shape), solid_of(shape, 1000.0)
    assert points is not None
    assert solid is not None
    most = largest_moments(solid.mass, np.asarray(solid.com), points, np.eye(3))
    assert (np.asarray(solid.moments[:3]) < most).all()
    assert find_distance(np.asarray(solid.com), points) == 0
    pytest.importorskip("scipy", reason="the extra bodyplan[trimesh] is not installed")
    _, hull = find_hull(points)
    assert hull is not None
    assert solid.mass <= hull.mass * 1000 * (1 + 1e-9) <= solid.mass * 1.06


def test_the_hull_of_a_box_is_its_solid() -> None:
    pytest.importorskip("scipy", reason="the extra bodyplan[trimesh] is not installed")
    box = shapes.Box((0.3, 0.2, 0.5))
    points = points_around(box)
    assert points is not None
    _, hull = find_hull(points + np.array((1.0, 2.0, 3.0)))
    solid = solid_of(box, 1.0)
    assert hull is not None
    assert solid is not None
    assert hull.mass == pytest.approx(solid.mass)
    assert hull.com == pytest.approx((1, 2, 3))
    assert hull.moments == pytest.approx(solid.moments, abs=1e-12)


def test_the_hull_of_a_corner_has_its_centre_and_products() -> None:
    pytest.importorskip("scipy", reason="the extra bodyplan[trimesh] is not installed")
    a, b, c = 0.6, 0.3, 0.9
    _, hull = find_hull(np.array([(0, 0, 0), (a, 0, 0), (0, b, 0), (0, 0, c)]))
    assert hull is not None
    assert hull.mass == pytest.approx(a * b * c / 6)
    assert hull.com == pytest.approx((a / 4, b / 4, c / 4))
    expected = np.array((b * b + c * c, a * a + c * c, a * a + b * b, a * b / 3, a * c / 3, b * c / 3)) * 3 / 80
    assert hull.moments == pytest.approx(hull.mass * expected)


@pytest.mark.parametrize("seed", range(50))
def test_what_is_made_of_points_in_a_hull_is_within_the_bound(seed: int) -> None:
    random = np.random.default_rng(seed)
    outline = random.normal(size=(30, 3)) * random.uniform(0.01, 3, size=3)
    weights = random.dirichlet(np.full(30, random.uniform(0.05, 2)), size=40)
    points, masses = weights @ outline, random.uniform(0.1, 5, size=40)
    com = masses @ points / masses.sum()
    arms = points - com
    second = np.einsum("n,ni,nj->ij", masses, arms, arms)
    inertia = np.trace(second) * np.eye(3) - second
    moments, axes = np.linalg.eigh(inertia)
    most = largest_moments(masses.sum(), com, outline, axes.T)
    assert (moments <= most * (1 + 1e-9)).all()
    assert find_distance(com, outline) <= 1e-9
    # as much larger as it takes
    grown = largest_moments(masses.sum(), com, outline, axes.T) / moments
    assert (moments * (grown.min() * 1.01) > most).any()


@pytest.mark.parametrize("seed", range(20))
def test_distances_are_those_of_planes_between(seed: int) -> None:
    random = np.random.default_rng(seed)
    outline = random.normal(size=(200, 3))
    normal = random.normal(size=3)
    normal /= np.linalg.norm(normal)
    support = outline[np.argmax(outline @ normal)]
    for distance in (0.1, 1.0, 10.0):
        proved = find_distance(support + distance * normal, outline)
        assert proved <= distance * (1 + 1e-9)
        assert proved == pytest.approx(distance, rel=0.01)
    assert find_distance(outline.mean(axis=0), outline) == 0
    assert math.isfinite(find_distance(support, outline))

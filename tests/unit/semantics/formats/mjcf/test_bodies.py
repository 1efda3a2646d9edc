"""What bodies of MJCF are: where they stand, what they are made of, what they weigh; and what MuJoCo refuses about that."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import bodyplan
import numpy as np
import pytest
from bodyplan import geometry
from bodyplan.runtime.budget import Budget
from bodyplan.runtime.files import FILES
from bodyplan.semantics.formats.meshes import Surfaces, find_surface

SHEET = 'vertex="0 0 0  1 0 0  0 1 0  1 1 0"'
TETRAHEDRON = 'vertex="0 0 0  1 0 0  0 1 0  0 0 1"'


def document(inside: str, *, compiler: str = "", default: str = "", asset: str = "") -> str:
    return (
        f"<mujoco>\n<compiler {compiler}/>\n<default>{default}</default>\n<asset>{asset}</asset>\n"
        f"<worldbody>\n{inside}\n</worldbody>\n</mujoco>\n"
    )


def link_of(inside: str, name: str = "b", **parts: str) -> bodyplan.Link:
    return bodyplan.loads(document(f'<body name="{name}">{inside}</body>', **parts)).scene.links[
        f"MuJoCo Model::{name}"
    ]


def findings(text: str, tmp_path: Path) -> list[tuple[str, int, str]]:
    path = tmp_path / "m.xml"
    path.write_text(text, encoding="utf-8")
    return [(each.code, each.line, each.severity) for each in bodyplan.check(path, target="mujoco").diagnostics]


@pytest.mark.parametrize(
    ("compiler", "orientation", "quaternion"),
    [
        ("", 'quat="2 0 0 2"', (0.70711, 0, 0, 0.70711)),
        ("", 'euler="30 20 10"', (0.94371, 0.26854, 0.14488, 0.12768)),
        ('eulerseq="zyx"', 'euler="30 20 10"', (0.95155, 0.03813, 0.18931, 0.23930)),
        ('eulerseq="XYZ"', 'euler="30 20 10"', (0.95155, 0.23930, 0.18931, 0.03813)),
        ('eulerseq="xYz"', 'euler="30 20 10"', (0.95155, 0.26854, 0.14488, 0.03813)),
        ('angle="radian"', 'axisangle="0 0 2 1.5707963"', (0.70711, 0, 0, 0.70711)),
        ("", 'zaxis="0 0 -1"', (0, 1, 0, 0)),
        ("", 'zaxis="1 0 0"', (0.70711, 0, 0.70711, 0)),
        ("", 'xyaxes="0 2 0 -1 5 0"', (0.70711, 0, 0, 0.70711)),
    ],
)
def test_each_spelling_of_an_orientation(compiler: str, orientation: str, quaternion: tuple[float, ...]) -> None:
    inside = f'<body name="b" {orientation}><geom size=".1"/></body>'
    scene = bodyplan.loads(document(inside, compiler=compiler)).scene
    have = scene.pose("MuJoCo Model::b").matrix[:3, :3]
    w, x, y, z = quaternion
    assert have[:, 0] == pytest.approx((1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)), abs=1e-4)
    assert have[:, 2] == pytest.approx((2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)), abs=1e-4)


def test_an_orientation_of_the_element_takes_the_place_of_its_class_and_frames_come_before_it() -> None:
    inside = '<frame pos="1 0 0" euler="0 0 90"><geom type="box" size=".1 .2 .3" pos="1 0 0" zaxis="0 0 1"/></frame>'
    (box,) = link_of(inside, default='<geom euler="90 0 0"/>').visuals
    np.testing.assert_allclose(box.pose.translation, (1, 1, 0), atol=1e-12)
    np.testing.assert_allclose(box.pose.matrix[:3, :3], [[0, -1, 0], [1, 0, 0], [0, 0, 1]], atol=1e-12)


def test_two_points_say_middle_length_and_direction() -> None:
    (capsule,) = link_of('<geom type="capsule" size=".1" fromto="0 0 0 0 0 1"/>').visuals
    assert capsule.geometry == geometry.Capsule(0.1, 1.0)
    np.testing.assert_allclose(capsule.pose.matrix @ (0, 0, 0.5, 1), (0, 0, 0, 1), atol=1e-12)


def test_sizes_that_an_element_leaves_out_come_from_its_class() -> None:
    (box,) = link_of('<geom type="box" size=".1"/>', default='<geom size=".2 .3 .4"/>').visuals
    assert box.geometry == geometry.Box((0.2, 0.6, 0.8))


def test_who_is_seen_and_who_touches() -> None:
    link = link_of(
        '<geom name="both" size=".1"/><geom name="seen" size=".1" contype="0" conaffinity="0" group="4"/>'
        '<geom name="touching" size=".1" group="3"/>'
    )
    assert [shape.name for shape in link.visuals] == ["both", "seen"]
    assert [shape.name for shape in link.collisions] == ["both", "touching"]


def test_a_colour_of_its_own_counts_before_that_of_the_material() -> None:
    asset = '<material name="red" rgba="1 0 0 1"/>'
    plain, own = link_of(
        '<geom size=".1" material="red"/><geom size=".1" material="red" rgba="0 1 0 1"/>', asset=asset
    ).visuals
    assert plain.properties["diffuse"] == (1, 0, 0, 1)
    assert own.properties["diffuse"] == (0, 1, 0, 1)


def test_shapes_of_the_world_belong_to_a_link_without_mass() -> None:
    scene = bodyplan.loads(document('<geom type="plane" size="0 0 1"/><body><geom size=".1"/></body>')).scene
    assert scene.links["world"].mass == 0
    assert scene.links["world"].collisions[0].geometry == geometry.Plane(size=None)


@pytest.mark.parametrize(
    ("geom", "mass", "moments"),
    [
        ('type="sphere" size=".1"', 4.18879, (0.016755,) * 3),
        ('type="capsule" size=".1 .2"', 16.755161, (0.446106, 0.446106, 0.079587)),
        ('type="box" size=".1 .2 .3"', 48.0, (2.08, 1.6, 0.8)),
        ('type="sphere" size=".1" mass="1" shellinertia="true"', 1.0, (0.0066667,) * 3),
        ('type="capsule" size=".1 .2" mass="1" shellinertia="true"', 1.0, (0.034444, 0.034444, 0.008889)),
        ('type="cylinder" size=".1 .2" mass="1" shellinertia="true"', 1.0, (0.023167, 0.023167, 0.009)),
        ('type="box" size=".1 .2 .3" mass="1" shellinertia="true"', 1.0, (0.061515, 0.047879, 0.027576)),
        ('type="ellipsoid" size=".1 .2 .3" mass="1" shellinertia="true"', 1.0, (0.036909, 0.028727, 0.016546)),
    ],
)
def test_mass_of_a_geom(geom: str, mass: float, moments: tuple[float, ...]) -> None:
    link = link_of(f"<geom {geom}/>")
    assert link.mass == pytest.approx(mass, rel=1e-5)
    assert np.diag(link.inertia) == pytest.approx(moments, abs=1e-5)


@pytest.mark.parametrize(
    ("compiler", "inside", "mass"),
    [
        ("", '<inertial pos="0 0 0" mass="3" diaginertia="1 1 1"/><geom size=".1" mass="5"/>', 3),
        ('inertiafromgeom="true"', '<inertial pos="0 0 0" mass="3" diaginertia="1 1 1"/><geom size=".1" mass="5"/>', 5),
        ('inertiafromgeom="false"', '<geom size=".1" mass="5"/>', 0),
        ('inertiagrouprange="0 1"', '<geom size=".1" mass="5"/><geom size=".1" mass="2" group="2"/>', 5),
        ('boundmass="9"', '<geom size=".1" mass="5"/>', 9),
        ('settotalmass="7"', '<geom size=".1" mass="5"/>', 7),
    ],
)
def test_where_the_mass_of_a_body_comes_from(compiler: str, inside: str, mass: float) -> None:
    assert link_of(inside, compiler=compiler).mass == mass


def test_moments_are_raised_to_their_bound_and_made_equal_where_no_body_has_them() -> None:
    inside = '<inertial pos="0 0 0" mass="1" diaginertia="1 1 3"/>'
    assert np.diag(link_of(inside, compiler='boundinertia="2"').inertia) == pytest.approx((2, 2, 3))
    assert np.diag(link_of(inside, compiler='balanceinertia="true"').inertia) == pytest.approx((5 / 3,) * 3)


@pytest.mark.parametrize(
    ("mesh", "mass", "com"),
    [
        (TETRAHEDRON, 1000 / 6, (0.25, 0.25, 0.25)),
        (f'{TETRAHEDRON} refpos="1 0 0"', 1000 / 6, (-0.75, 0.25, 0.25)),
        (f'{TETRAHEDRON} scale="2 2 2" inertia="exact"', 8000 / 6, (0.5, 0.5, 0.5)),
        (f'{TETRAHEDRON} inertia="shell"', 2366.0254, None),
        (f'{TETRAHEDRON} inertia="convex"', 1000 / 6, (0.25, 0.25, 0.25)),
        ('builtin="sphere" params="1"', 3658.712126, (0, 0, 0)),
        ('builtin="cone" params="8 0"', 1885.618051, (0, 0, -0.5)),
    ],
)
def test_mass_of_a_mesh(mesh: str, mass: float, com: tuple[float, ...] | None) -> None:
    link = link_of('<geom type="mesh" mesh="m"/>', asset=f'<mesh name="m" {mesh}/>')
    assert link.mass == pytest.approx(mass, rel=1e-6)
    if com is not None:
        assert link.com == pytest.approx(com, abs=1e-6)


CUBE = """v 0 0 0
v 1 0 0
v 1 1 0
v 0 1 0
v 0 0 1
v 1 0 1
v 1 1 1.3
v 0 1 1
f 1 4 3 2
f 5 6 7 8
f 1//1 2//1 6//1 5//1
f -7 -6 -2 -3
f 3 4 8 7
f 4 1 5 8
"""


def test_faces_of_four_corners_are_cut_as_mujoco_cuts_them_and_of_several_objects_the_first_counts(
    tmp_path: Path,
) -> None:
    (tmp_path / "m.obj").write_text(f"{CUBE}o other\nv 9 9 9\nf 1 2 9\n", encoding="utf-8")
    path = tmp_path / "m.xml"
    inside = '<body name="b"><geom type="mesh" mesh="m"/></body>'
    path.write_text(document(inside, asset='<mesh file="m.obj"/>'), encoding="utf-8")
    link = bodyplan.load(path).scene.links["MuJoCo Model::b"]
    assert link.mass == pytest.approx(1050)
    assert link.com == pytest.approx((0.511905, 0.511905, 0.527381), abs=1e-6)


def test_a_surface_stands_where_its_reference_puts_it(tmp_path: Path) -> None:
    pytest.importorskip("trimesh")
    (tmp_path / "m.obj").write_text(CUBE, encoding="utf-8")
    path = tmp_path / "m.xml"
    asset = '<mesh file="m.obj" refpos="1 0 0" refquat="1 0 0 1" scale="2 2 2"/>'
    path.write_text(document('<body name="b"><geom type="mesh" mesh="m"/></body>', asset=asset), encoding="utf-8")
    link = bodyplan.load(path).scene.links["MuJoCo Model::b"]
    mesh = link.visuals[0].geometry
    assert isinstance(mesh, geometry.Mesh)
    surface = find_surface(mesh, Surfaces(FILES, Budget()))
    np.testing.assert_allclose(surface.bounds, [[0, 0, 0], [2, 2, 2.6]], atol=1e-9)


def test_a_box_that_is_fitted_to_a_mesh_is_as_hard_to_turn() -> None:
    asset = f'<mesh name="m" {TETRAHEDRON} scale="1 2 3"/>'
    fitted = link_of('<geom type="box" mesh="m" mass="1"/>', asset=asset)
    whole = link_of('<geom type="mesh" mesh="m" mass="1"/>', asset=asset)
    assert isinstance(fitted.visuals[0].geometry, geometry.Box)
    np.testing.assert_allclose(fitted.inertia, whole.inertia, rtol=1e-9)
    np.testing.assert_allclose(fitted.com, whole.com, rtol=1e-9)


def test_a_free_body_is_moved_to_its_centre_where_that_is_asked_for() -> None:
    text = document('<body name="b"><freejoint align="true"/><geom size=".1" pos="1 0 0"/></body>')
    scene = bodyplan.loads(text).scene
    link = scene.links["MuJoCo Model::b"]
    assert link.com == pytest.approx((0, 0, 0))
    assert link.visuals[0].pose.translation == pytest.approx((0, 0, 0))
    np.testing.assert_allclose(scene.pose(link.name).translation, (1, 0, 0))


MOVING = '<body name="b"><joint/>\n{}\n</body>'


@pytest.mark.parametrize(
    ("inside", "code"),
    [
        ('<geom size=".1" quat="0 0 0 0"/>', "BP338"),
        ('<geom size=".1" zaxis="0 0 1e-8"/>', "BP338"),
        ('<geom size=".1" xyaxes="1 0 0 2 0 0"/>', "BP338"),
        ('<geom size="-.1"/>', "BP655"),
        ("<geom/>", "BP655"),
        ('<geom type="capsule" size=".1"/>', "BP655"),
        ('<geom size=".1" fromto="0 0 0 1 0 0"/>', "BP654"),
        ('<geom type="capsule" size=".1" pos="1 0 0" fromto="0 0 0 1 0 0"/>', "BP654"),
        ('<geom type="capsule" size=".1" fromto="1 0 0 1 0 0"/>', "BP654"),
        ('<geom size=".1"/><geom type="plane" size="1 1 1"/>', "BP654"),
        ('<geom size=".1"/><geom type="mesh" mass="0"/>', "BP654"),
        ('<geom size=".1"/><geom type="hfield" mass="0"/>', "BP654"),
        ('<geom size=".1" condim="2"/>', "BP107"),
        ('<geom size=".1" density="-1"/>', "BP644"),
        ('<geom size=".1" mass="0"/>', "BP645"),
        ('<inertial pos="0 0 0" mass="1"/>', "BP645"),
        ('<inertial pos="0 0 0" mass="0" diaginertia="1 1 1"/>', "BP645"),
        ('<inertial pos="0 0 0" mass="1" fullinertia="1 1 -1 0 0 0"/>', "BP645"),
        ('<inertial pos="0 0 0" mass="1" fullinertia="1 1 1 0 0 0" diaginertia="1 1 1"/>', "BP231"),
        ('<inertial pos="0 0 0" mass="1" diaginertia="1 1 3"/>', "BP620"),
        ('<geom size=".1"/><site type="box" size=".1 0 .1"/>', "BP655"),
        ('<geom size=".1"/><site type="plane"/>', "BP654"),
    ],
)
def test_each_fault_is_one_error_at_its_line(inside: str, code: str, tmp_path: Path) -> None:
    assert findings(document(MOVING.format(inside)), tmp_path) == [(code, 7, "error")]


@pytest.mark.parametrize(
    "inside",
    [
        '<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/><geom size=".1" mass="-1"/>',
        '<body><geom size=".1"/></body>',
        '<geom type="capsule" size=".1" fromto="0 0 0 1 0 0" zaxis="0 0 0"/>',
        '<inertial pos="0 0 0" mass="1" diaginertia="1 1 2"/>',
        '<geom size=".1"/><site size=".1 -1"/>',
    ],
)
def test_what_mujoco_takes_is_no_error(inside: str, tmp_path: Path) -> None:
    assert "error" not in [severity for _, _, severity in findings(document(MOVING.format(inside)), tmp_path)]


@pytest.mark.parametrize(
    ("mesh", "code"),
    [
        ('vertex="0 0 0 1 0 0 0 1 0"', "BP646"),
        ('vertex="0 0 0 1 0 0 0 1 0 0 0 1 1"', "BP646"),
        (f'{TETRAHEDRON} face="0 1 2 3"', "BP646"),
        (f'{TETRAHEDRON} face="0 1 7"', "BP646"),
        (f"{SHEET}", "BP646"),
        (f'{SHEET} face="0 1 2 1 3 2"', "BP646"),
        (f'{SHEET} face="0 1 2 1 3 2" inertia="convex"', "BP646"),
        ('vertex=".1 .1 .1 .3 .3 .3 .2 .2 .2 .7 .7 .7" face="0 1 2"', "BP646"),
    ],
)
def test_meshes_are_looked_at_although_nothing_uses_them(mesh: str, code: str, tmp_path: Path) -> None:
    text = document('<geom size=".1"/>', asset=f'\n<mesh name="m" {mesh}/>\n')
    assert findings(text, tmp_path) == [(code, 5, "error")]


SHELL = f'{SHEET} face="0 1 2 1 3 2" inertia="shell"'


@pytest.mark.parametrize(
    ("mesh", "geom", "is_refused"),
    [
        (SHELL, 'contype="0" conaffinity="0"', False),
        (SHELL, "", True),
        (SHELL, 'contype="0"', True),
        (SHELL, 'contype="0" conaffinity="0" name="paired"', True),
        ('builtin="plate" params="3 3"', 'contype="0" conaffinity="0"', False),
        ('builtin="plate" params="3 3"', "", True),
        ('vertex="0 0 0 1 0 0 0 1 0 1 1 1e-6" face="0 1 2 1 3 2" inertia="shell"', "", False),
    ],
)
def test_nothing_touches_a_mesh_in_one_plane(mesh: str, geom: str, is_refused: bool, tmp_path: Path) -> None:
    pair = '</worldbody><contact><pair geom1="paired" geom2="o"/></contact><worldbody>' if "paired" in geom else ""
    inside = f'<geom name="o" size="1"/>\n<geom type="mesh" mesh="m" {geom}/>{pair}'
    found = findings(document(inside, asset=f'<mesh name="m" {mesh}/>'), tmp_path)
    assert found == ([("BP654", 7, "error")] if is_refused else [])


@pytest.mark.parametrize("vertex", ["0 0 0 1 0 0 0 1 0 0 0", "0 0 0 1 0 0 0 1 0 0 0 1 1", "1", ""])
def test_corners_that_are_none_are_no_reason_to_fail(vertex: str, tmp_path: Path) -> None:
    text = document('<geom type="mesh" mesh="m"/>', asset=f'<mesh name="m" vertex="{vertex}"/>')
    assert "error" in {severity for _, _, severity in findings(text, tmp_path)}


LETTERS = 'eulerseq="xyq"'


@pytest.mark.parametrize(
    ("inside", "severity"),
    [
        ('<geom size=".1"/>', "warning"),
        ('<geom size=".1" quat="1 0 0 0"/>', "warning"),
        ('<geom size=".1" euler="0 0 0"/>', "error"),
        ('<frame euler="1 0 0"><geom size=".1"/></frame>', "error"),
        ('<replicate count="2" euler="1 0 0"><geom size=".1"/></replicate>', "warning"),
    ],
)
def test_letters_that_are_no_axes_are_refused_where_they_are_used(inside: str, severity: str, tmp_path: Path) -> None:
    assert findings(document(inside, compiler=LETTERS), tmp_path) == [("BP339", 2, severity)]


def test_copies_turn_as_far_as_there_are_axes() -> None:
    copies = '<replicate count="2" euler="90 0 90"><body name="b"><geom size=".1"/></body></replicate>'
    scene = bodyplan.loads(document(copies, compiler=LETTERS)).scene
    turned = scene.pose("MuJoCo Model::b1").matrix[:3, :3]
    assert turned == pytest.approx(np.array([[1, 0, 0], [0, 0, -1], [0, 1, 0]]), abs=1e-12)


def test_a_mesh_without_volume_is_refused_where_a_mass_depends_on_it(tmp_path: Path) -> None:
    flat = '\n<mesh name="m" vertex="0 0 0 1 0 0 0 1 0 1 1 0" face="0 1 2 1 3 2"/>\n'
    text = document(MOVING.format('<geom type="mesh" mesh="m"/>'), asset=flat)
    assert findings(text, tmp_path) == [("BP646", 5, "error")]


FLAT_FILE = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 2 4 3\n"
SEEN = 'contype="0" conaffinity="0"'


# as MuJoCo 4.0 says of each
@pytest.mark.parametrize(
    ("name", "data", "said", "geom", "codes"),
    [
        ("m.obj", FLAT_FILE, "", SEEN, ["BP646"]),
        ("m.obj", FLAT_FILE, "", "", ["BP646"]),
        ("m.obj", FLAT_FILE, 'inertia="shell"', SEEN, []),
        ("m.obj", FLAT_FILE, 'inertia="shell"', "", ["BP654"]),
        ("m.obj", FLAT_FILE, 'inertia="convex"', SEEN, ["BP646"]),
        ("m.obj", FLAT_FILE + b"v 0 0 1\nf 1 2 5\nf 3 1 5\n", "", "", []),
        ("m.obj", b"# nothing", "", SEEN, ["BP646"]),
        ("m.stl", b"solid m\nendsolid m\n", "", SEEN, ["BP646"]),
        ("m.dae", b"<COLLADA/>", "", SEEN, ["BP646"]),
        ("m.dae", b"<COLLADA/>", 'content_type="model/obj"', SEEN, []),
    ],
)
def test_files_of_meshes_are_read_for_mujoco_as_it_reads_them(
    name: str, data: bytes, said: str, geom: str, codes: list[str], tmp_path: Path
) -> None:
    (tmp_path / name).write_bytes(data)
    inside = MOVING.format(f'<inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/><geom type="mesh" mesh="m" {geom}/>')
    path = tmp_path / "model.xml"
    path.write_text(document(inside, asset=f'<mesh name="m" file="{name}" {said}/>'))
    assert [
        each.code for each in bodyplan.check(path, target="mujoco").diagnostics if each.severity == "error"
    ] == codes
    assert bodyplan.check(path).ok, "no mass depends on it"


def test_neither_numpy_nor_meshes_are_loaded_where_no_mass_depends_on_one(tmp_path: Path) -> None:
    path = tmp_path / "m.xml"
    (tmp_path / "m.stl").write_bytes(b"no mesh")
    inside = (
        '<body><joint/><geom size=".1"/><geom type="mesh" mesh="m" mass="0"/></body>'
        '<body><joint/><inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/><geom type="mesh" mesh="m"/></body>'
    )
    path.write_text(document(inside, asset='<mesh name="m" file="m.stl"/>'), encoding="utf-8")
    program = f"import sys, bodyplan; print(bodyplan.check({str(path)!r}).ok, 'numpy' in sys.modules)"
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert found.stdout.split() == ["True", "False"]

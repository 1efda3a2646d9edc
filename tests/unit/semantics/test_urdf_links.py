"""Links of URDF: mass properties, shapes, materials and the files of meshes."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import numpy as np
import pytest
from bodyplan.diagnostics.diagnostic import Diagnostic
from bodyplan.runtime.sink import Sink
from bodyplan.runtime.source import Source
from bodyplan.semantics.core.options import Options
from bodyplan.semantics.document.analysis import describe
from bodyplan.semantics.document.parser import read
from bodyplan.semantics.ir.geometry import Box, Capsule, Cylinder, Ellipsoid, Empty, Mesh, Sphere
from bodyplan.semantics.scene.links import Link

BALL = '<geometry><sphere radius="1"/></geometry>'
RED = '<color rgba="1 0 0 1"/>'
BLUE = '<color rgba="0 0 1 1"/>'


def text_of(inner: str, before: str = "", after: str = "", version: str = "") -> str:
    """A robot of one link, which stands on line 3."""
    declared = f' version="{version}"' if version else ""
    drake = 'xmlns:drake="http://drake.mit.edu"'
    return f'<robot name="r"{declared} {drake}>\n{before}\n<link name="a">{inner}</link>\n{after}</robot>'


def findings(text: str, **options: object) -> list[Diagnostic]:
    try:
        return list(bodyplan.loads(text, **options).diagnostics)  # type: ignore[arg-type]
    except bodyplan.LoadError as error:
        return list(error.diagnostics)


def codes(inner: str, **options: str) -> list[str]:
    return [finding.code for finding in findings(text_of(inner), **options)]


def link_of(inner: str, target: str | None = None, **options: str) -> Link:
    return bodyplan.loads(text_of(inner, **options), target=target).scene.links["r::a"]  # type: ignore[arg-type]


def inertial(mass: float, moments: str, products: str = "0 0 0", origin: str = "") -> str:
    (xx, yy, zz), (xy, xz, yz) = moments.split(), products.split()
    return (
        f'<inertial>{origin}<mass value="{mass}"/>'
        f'<inertia ixx="{xx}" iyy="{yy}" izz="{zz}" ixy="{xy}" ixz="{xz}" iyz="{yz}"/></inertial>'
    )


# ---------------------------------------------------------------- inertials


def test_a_link_without_inertial_has_no_mass() -> None:
    link = link_of("")
    assert (link.mass, link.inertia.any()) == (0, False)


def test_mass_centre_and_inertia_in_link_axes() -> None:
    link = link_of(inertial(2, "1 2 2.5", origin='<origin xyz="1 2 3" rpy="0 0 1.5707963267948966"/>'))
    assert link.mass == 2
    assert link.com.tolist() == [1, 2, 3]
    np.testing.assert_allclose(link.inertia, np.diag([2, 1, 2.5]), atol=1e-12)


@pytest.mark.parametrize(
    ("inner", "expected"),
    [
        (inertial(-1, "1 1 1"), ["BP640"]),
        (inertial(1, "-1 1 1"), ["BP641"]),
        (inertial(1, "1 1 1", "2 0 0"), ["BP641"]),
        (inertial(1, "1 1 3"), ["BP642"]),
        (inertial(0, "1 1 1"), ["BP643"]),
        (inertial(1, "0 0 0"), []),
        (inertial(0, "0 0 0"), []),
        (inertial(1, "1 1 2"), []),
        (inertial(1, "1.5 1.5 1", "-0.5 0 0"), []),
    ],
)
def test_what_no_body_can_have_is_a_warning(inner: str, expected: list[str]) -> None:
    found = findings(text_of(inner))
    assert [finding.code for finding in found] == expected
    assert all(finding.severity == "warning" and finding.line == 3 for finding in found)


def test_the_numbers_are_in_the_message() -> None:
    (finding,) = findings(text_of(inertial(1, "1 1 3")))
    assert "1, 1, 3 kg m²" in finding.message


def test_a_turned_disk_is_on_the_edge_and_allowed() -> None:
    for angle in np.linspace(0, 3, 31):
        cos, sin = np.cos(angle), np.sin(angle)
        turn = np.array([[1, 0, 0], [0, cos, -sin], [0, sin, cos]])
        matrix = turn @ np.diag([1, 1, 2]) @ turn.T
        inner = inertial(
            1,
            f"{float(matrix[0, 0])!r} {float(matrix[1, 1])!r} {float(matrix[2, 2])!r}",
            f"{float(matrix[0, 1])!r} {float(matrix[0, 2])!r} {float(matrix[1, 2])!r}",
        )
        assert codes(inner) == []


def test_drake_puts_water_in_place_of_an_impossible_inertia() -> None:
    link = link_of(inertial(1000, "1 1 3", origin='<origin xyz="1 2 3" rpy="1 2 3"/>'), target="drake")
    radius = (3 / (4 * np.pi)) ** (1 / 3)
    np.testing.assert_allclose(link.inertia, 0.4 * 1000 * radius**2 * np.eye(3))
    assert link.com.tolist() == [1, 2, 3]
    assert link_of(inertial(-5, "1 1 1"), target="drake").mass == 1
    assert link_of(inertial(0.5, "1 1 3"), target="drake").mass == 0.5
    assert link_of(inertial(1000, "1 1 3")).inertia[2, 2] == 3


# ---------------------------------------------------------------- shapes


@pytest.mark.parametrize(
    ("shape", "expected"),
    [
        ('<box size="1 2 3"/>', Box((1, 2, 3))),
        ('<sphere radius="2"/>', Sphere(2)),
        ('<cylinder radius="1" length="2"/>', Cylinder(1, 2)),
        ('<drake:capsule radius="1" length="2"/>', Capsule(1, 2)),
        ('<drake:ellipsoid a="1" b="2" c="3"/>', Ellipsoid((1, 2, 3))),
        ('<mesh filename="m.obj" scale="1 2 3"/>', Mesh("m.obj", (1, 2, 3))),
        ('<mesh filename="m.obj"><drake:declare_convex/></mesh>', Mesh("m.obj", convex=True)),
    ],
)
def test_each_shape(shape: str, expected: object) -> None:
    (visual,) = link_of(f"<visual><geometry>{shape}</geometry></visual>").visuals
    assert visual.geometry == expected


def test_an_unknown_shape_is_nothing() -> None:
    text = text_of("<visual><geometry><torus/></geometry></visual>")
    assert all(finding.severity == "warning" for finding in findings(text))
    assert bodyplan.loads(text).scene.links["r::a"].visuals[0].geometry == Empty("unknown")


def test_a_capsule_is_part_of_newer_files() -> None:
    inner = '<collision><geometry><capsule radius="1" length="2"/></geometry></collision>'
    assert link_of(inner, version="1.1").collisions[0].geometry == Capsule(1, 2)
    assert findings(text_of(inner, version="1.1")) == []
    assert codes(inner) != []


def test_several_shapes_have_names_of_their_own() -> None:
    link = link_of(f'<visual>{BALL}</visual><visual name="eye">{BALL}</visual><visual>{BALL}</visual>')
    assert [visual.name for visual in link.visuals] == ["Sphere", "eye", "Sphere_1"]
    twice = f'<collision name="c">{BALL}</collision><collision name="c">{BALL}</collision>'
    assert codes(twice) == ["BP656"]
    assert [shape.name for shape in link_of(twice).collisions] == ["c", "c_1"]


@pytest.mark.parametrize("shape", ['<sphere radius="0"/>', '<box size="1 -1 1"/>', '<cylinder radius="1" length="0"/>'])
def test_shapes_without_size(shape: str) -> None:
    assert codes(f"<visual><geometry>{shape}</geometry></visual>") == ["BP655"]


@pytest.mark.parametrize(
    "inner",
    [
        '<visual><geometry><sphere radius="x"/></geometry></visual>',
        '<visual><geometry><box size="1 2"/></geometry></visual>',
        '<inertial><mass value="x"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>',
    ],
)
def test_what_cannot_be_read_is_one_finding(inner: str) -> None:
    assert len(codes(inner)) == 1


def test_poses_of_shapes_are_in_the_link() -> None:
    link = link_of(f'<collision><origin xyz="1 2 3" rpy="0.1 0.2 0.3"/>{BALL}</collision>')
    np.testing.assert_allclose(link.collisions[0].pose.rpy, [0.1, 0.2, 0.3])
    assert link.collisions[0].pose.translation.tolist() == [1, 2, 3]


# ---------------------------------------------------------------- materials


def visual(material: str) -> str:
    return f"<visual>{BALL}{material}</visual>"


@pytest.mark.parametrize(
    "text",
    [
        text_of(visual('<material name="m"/>'), before=f'<material name="m">{RED}</material>'),
        text_of(visual('<material name="m"/>'), after=f'<material name="m">{RED}</material>'),
        text_of(visual(f'<material name="m">{RED}</material>')),
        text_of(visual(f'<material name="">{RED}</material>')),
    ],
    ids=["global before", "global after", "local", "unnamed"],
)
def test_where_a_colour_comes_from(text: str) -> None:
    link = bodyplan.loads(text).scene.links["r::a"]
    assert link.visuals[0].properties["diffuse"] == (1, 0, 0, 1)


def test_a_material_may_be_defined_by_an_earlier_visual_but_not_by_a_later_one() -> None:
    define, use = visual(f'<material name="m">{RED}</material>'), visual('<material name="m"/>')
    assert link_of(define + use).visuals[1].properties["diffuse"] == (1, 0, 0, 1)
    assert codes(use + define) == ["BP650"]


def test_an_undefined_material_is_told_with_a_hint() -> None:
    text = text_of(visual('<material name="gray"/>'), before=f'<material name="grey">{RED}</material>')
    (finding,) = findings(text)
    assert (finding.code, finding.severity, finding.hint) == ("BP650", "warning", "did you mean 'grey'?")
    assert {found.severity for found in findings(text, target="drake") if found.code == "BP650"} == {"error"}


def test_a_material_defined_again_names_both_places() -> None:
    again = text_of(visual(f'<material name="m">{BLUE}</material>'), before=f'<material name="m">{RED}</material>')
    (finding,) = findings(again)
    assert (finding.code, finding.severity, finding.related[0].line) == ("BP651", "warning", 2)
    same = text_of(visual(f'<material name="m">{RED}</material>'), before=f'<material name="m">{RED}</material>')
    assert findings(same) == []


def test_a_material_without_a_look() -> None:
    assert [finding.code for finding in findings(text_of("", before='<material name="m"/>'))] == ["BP653"]


# ---------------------------------------------------------------- roles and contact


def test_roles_of_visuals() -> None:
    plain, hidden = link_of(
        visual("") + f'<visual>{BALL}<drake:illustration_properties enabled="false"/></visual>'
    ).visuals
    assert plain.properties["roles"] == ("illustration", "perception")
    assert hidden.properties["roles"] == ("perception",)


def test_contact_of_collisions() -> None:
    given = (
        '<drake:proximity_properties><drake:mu_static value="0.5"/><drake:compliant_hydroelastic/>'
        '<drake:hydroelastic_modulus value="1e7"/></drake:proximity_properties>'
    )
    plain, soft = link_of(f"<collision>{BALL}</collision><collision>{BALL}{given}</collision>").collisions
    assert plain.properties == {"roles": ("proximity",), "friction": (1, 1)}
    assert soft.properties == {
        "roles": ("proximity",),
        "friction": (0.5, 0.5),
        "compliance_type": "compliant",
        "hydroelastic_modulus": 1e7,
    }


# ---------------------------------------------------------------- meshes


def mesh(uri: str) -> str:
    return f'<visual><geometry><mesh filename="{uri}"/></geometry></visual>'


@pytest.fixture
def package(tmp_path: Path) -> Path:
    """A package beside another one, its robot in a folder of its own."""
    for name in ("arm_description", "hand_description"):
        folder = tmp_path / name.replace("_", "-")
        (folder / "meshes").mkdir(parents=True)
        (folder / "urdf").mkdir()
        (folder / "package.xml").write_text(f"<package><name>{name}</name></package>", encoding="utf-8")
        (folder / "meshes" / "m.obj").write_text("", encoding="utf-8")
    return tmp_path / "arm-description"


def load(package: Path, uri: str, **options: object) -> bodyplan.Document:
    path = package / "urdf" / "robot.urdf"
    path.write_text(text_of(mesh(uri)), encoding="utf-8")
    return bodyplan.load(path, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("uri", ["package://arm_description/meshes/m.obj", "../meshes/m.obj"])
def test_a_mesh_of_the_documents_own_package_is_found(package: Path, uri: str) -> None:
    document = load(package, uri)
    geometry = document.scene.links["r::a"].visuals[0].geometry
    assert isinstance(geometry, Mesh)
    assert geometry.path is not None
    assert Path(geometry.path).samefile(package / "meshes" / "m.obj")
    assert document.diagnostics == ()


def test_a_mesh_is_found_in_search_paths_by_the_name_in_package_xml(package: Path) -> None:
    hand = package.parent / "hand-description"
    document = load(package, "package://hand_description/meshes/m.obj", search_paths=[hand])
    assert document.diagnostics == ()


def test_missing_files_and_unknown_packages_are_told_apart(package: Path) -> None:
    for uri, code, severity in (
        ("package://arm_description/meshes/none.obj", "BP657", "warning"),
        ("none.obj", "BP657", "warning"),
        ("package://nobody_knows/m.obj", "BP658", "note"),
    ):
        (finding,) = load(package, uri).diagnostics
        assert (finding.code, finding.severity) == (code, severity)


def test_a_single_number_scales_along_all_axes() -> None:
    text = text_of('<visual><geometry><mesh filename="m.obj" scale="2"/></geometry></visual>')
    source, sink = Source(None, text), Sink()
    parsed = read(source, sink, Options())
    assert parsed is not None
    (description,) = describe(parsed, sink, Options())
    assert description.links[0].visuals[0].geometry == Mesh("m.obj", (2, 2, 2))


def test_what_gazebo_blocks_say_is_typed_and_everything_else_in_them_is_kept() -> None:
    text = """<robot name="r"><link name="l"/><gazebo reference="l">
      <mu1>0.5</mu1><mu2 value="0.7"/><material>Gazebo/Blue</material><plugin name="p" filename="f"><x>1</x></plugin>
    </gazebo></robot>"""
    document = bodyplan.loads(text)
    (block,) = document.root.gazebo
    assert (block.mu1.value, block.mu2.value_attribute, block.material.value) == (0.5, 0.7, "Gazebo/Blue")
    assert [extra.qname for extra in block.any_elements] == ["plugin"]
    assert bodyplan.loads(document.dumps()).root == document.root
    assert not document.diagnostics
    with pytest.raises(bodyplan.LoadError, match=r"BP101: <mu1> is 'much'"):
        bodyplan.loads(text.replace("0.5", "much"), strict=True)

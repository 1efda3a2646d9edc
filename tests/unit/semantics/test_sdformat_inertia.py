"""Mass and moments of links: written, impossible, computed."""

from __future__ import annotations

from math import pi
from pathlib import Path

import bodyplan
import numpy as np
import pytest
from bodyplan.semantics.spatial.inertia import find_inertia_fault, principal_axes
from hypothesis import given
from hypothesis import strategies as st


def link(inside: str, version: str = "1.12") -> str:
    return f'<sdf version="{version}"><model name="m"><link name="l">{inside}</link></model></sdf>'


def collision(geometry: str, inside: str = "", name: str = "c") -> str:
    return f'<collision name="{name}">{inside}<geometry>{geometry}</geometry></collision>'


def codes(text: str, severity: str = "error", **options: object) -> list[str]:
    try:
        found = bodyplan.loads(text, **options).diagnostics  # type: ignore[arg-type]
    except bodyplan.LoadError as error:
        found = error.diagnostics
    return [finding.code for finding in found if finding.severity == severity]


def test_a_link_without_inertial_weighs_a_kilogram() -> None:
    body = bodyplan.loads(link("")).scene.links["m::l"]
    assert body.mass == 1
    assert body.inertia.tolist() == np.eye(3).tolist()


def test_the_pose_of_an_inertial_is_that_of_the_centre_of_mass() -> None:
    text = link(
        f"""<inertial><mass>2</mass><pose>1 2 3 0 0 {pi / 2}</pose>
        <inertia><ixx>1</ixx><iyy>2</iyy><izz>2.5</izz><ixy>0.1</ixy></inertia></inertial>"""
    )
    body = bodyplan.loads(text).scene.links["m::l"]
    assert body.com.tolist() == [1, 2, 3]
    assert body.inertia == pytest.approx(np.array([[2, -0.1, 0], [-0.1, 1, 0], [0, 0, 2.5]]))


@pytest.mark.parametrize(
    ("inertial", "expected"),
    [
        ("<mass>0</mass>", []),
        ("<mass>-1</mass>", ["BP620"]),
        ("<inertia><ixx>1</ixx><iyy>1</iyy><izz>2</izz></inertia>", []),
        ("<inertia><ixx>1</ixx><iyy>1</iyy><izz>2.1</izz></inertia>", ["BP620"]),
        ("<inertia><ixx>-1</ixx><iyy>1</iyy><izz>1</izz></inertia>", ["BP620"]),
        ("<inertia><ixy>0.3</ixy></inertia>", []),
        ("<inertia><ixy>2</ixy></inertia>", ["BP620"]),
    ],
)
def test_impossible_bodies(inertial: str, expected: list[str]) -> None:
    assert codes(link(f"<inertial>{inertial}</inertial>")) == expected


@given(
    st.lists(st.floats(0.01, 100), min_size=3, max_size=3),
    st.lists(st.floats(-3, 3), min_size=4, max_size=4).filter(lambda q: sum(x * x for x in q) > 0.01),
)
def test_principal_moments_are_eigenvalues(principal: list[float], quaternion: list[float]) -> None:
    w, x, y, z = np.array(quaternion) / np.linalg.norm(quaternion)
    turn = np.array(
        [
            [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
        ]
    )
    matrix = turn @ np.diag(principal) @ turn.T
    moments = tuple(float(matrix[i, j]) for i, j in ((0, 0), (1, 1), (2, 2), (0, 1), (0, 2), (1, 2)))
    assert principal_axes(moments)[0] == pytest.approx(sorted(principal), rel=1e-13, abs=1e-13)  # type: ignore[arg-type]
    low, middle, high = sorted(principal)
    if abs(low + middle - high) > 1e-6 * high:
        assert (find_inertia_fault(1.0, moments) is None) == (low + middle > high)  # type: ignore[arg-type]


SOLIDS = {
    "<box><size>1 2 3</size></box>": (6, (13 / 12, 10 / 12, 5 / 12)),
    "<sphere><radius>2</radius></sphere>": (4 / 3 * pi * 8, (1.6, 1.6, 1.6)),
    "<cylinder><radius>1</radius><length>2</length></cylinder>": (2 * pi, (7 / 12, 7 / 12, 0.5)),
    "<ellipsoid><radii>1 2 3</radii></ellipsoid>": (8 * pi, (13 / 5, 10 / 5, 5 / 5)),
    "<capsule><radius>1</radius><length>0</length></capsule>": (4 / 3 * pi, (0.4, 0.4, 0.4)),
}


@pytest.mark.parametrize("geometry", SOLIDS)
def test_inertia_is_computed_from_primitives(geometry: str) -> None:
    volume, moments = SOLIDS[geometry]
    text = link('<inertial auto="true"/>' + collision(geometry, "<density>2</density><pose>1 0 0 0 0 0</pose>"))
    body = bodyplan.loads(text).scene.links["m::l"]
    assert body.mass == pytest.approx(2 * volume)
    assert body.com.tolist() == [1, 0, 0]
    assert body.inertia == pytest.approx(2 * volume * np.diag(moments))


def test_a_cone_is_heaviest_near_its_base() -> None:
    text = link('<inertial auto="1"/>' + collision("<cone><radius>1</radius><length>4</length></cone>"))
    body = bodyplan.loads(text).scene.links["m::l"]
    assert body.mass == pytest.approx(1000 * pi * 4 / 3)
    assert body.com == pytest.approx([0, 0, -1])
    assert body.inertia[2, 2] == pytest.approx(0.3 * body.mass)


def test_several_collisions_are_one_body() -> None:
    cube = "<box><size>1 1 1</size></box>"
    halves = collision(cube, "<pose>0.5 0 0 0 0 0</pose>") + collision(cube, "<pose>-0.5 0 0 0 0 1</pose>", "d")
    body = bodyplan.loads(link(f'<inertial auto="true"><density>3</density></inertial>{halves}')).scene.links["m::l"]
    assert body.mass == pytest.approx(6)
    assert body.com == pytest.approx([0, 0, 0])
    assert body.inertia == pytest.approx(np.diag([1, 2.5, 2.5]))


def test_a_written_mass_is_kept() -> None:
    text = link('<inertial auto="true"><mass>12</mass></inertial>' + collision("<box><size>1 1 1</size></box>"))
    body = bodyplan.loads(text).scene.links["m::l"]
    assert (body.mass, body.inertia[0, 0]) == (12, pytest.approx(2))


def test_what_cannot_be_computed() -> None:
    auto = '<inertial auto="true"/>'
    assert codes(link(auto)) == ["BP621"]
    assert codes(link(auto + collision("<plane/>")), "warning") == ["BP622"]
    assert codes(link(auto + collision("<mesh><uri>x.dae</uri></mesh>")), "warning") == ["BP622"]
    written = '<inertial auto="true"><pose>1 0 0 0 0 0</pose><inertia/></inertial>'
    assert codes(link(written + collision("<sphere><radius>1</radius></sphere>")), "warning") == ["BP623"] * 2


def test_added_mass_of_a_fluid_is_kept() -> None:
    text = link("<inertial><fluid_added_mass><xx>1</xx></fluid_added_mass></inertial>")
    document = bodyplan.loads(text)
    assert document.root.model.link[0].inertial.fluid_added_mass.xx == 1
    assert codes(text) == []


def test_collisions_may_be_placed_relative_to_other_frames() -> None:
    shape = collision("<box><size>1 1 1</size></box>", '<pose relative_to="f">0 0 1 0 0 0</pose>')
    text = f"""<sdf version="1.12"><world name="w"><model name="m"><pose>5 5 5 1 1 1</pose>
      <link name="l"><pose>1 0 0 0 0 0</pose><inertial auto="true"/>{shape}</link>
      <frame name="f"><pose>3 0 0 0 0 0</pose></frame>
    </model></world></sdf>"""
    assert bodyplan.loads(text).scene.links["m::l"].com == pytest.approx([2, 0, 1])


def test_inertia_of_meshes(tmp_path: Path) -> None:
    trimesh = pytest.importorskip("trimesh", reason="the extra bodyplan[trimesh] is not installed")
    trimesh.creation.box((1, 2, 3)).export(tmp_path / "box.stl")
    mesh = "<mesh><uri>box.stl</uri><scale>1 1 2</scale></mesh>"
    text = link('<inertial auto="true"><density>2</density></inertial>' + collision(mesh))
    body = bodyplan.loads(text, base_dir=tmp_path).scene.links["m::l"]
    assert body.mass == pytest.approx(24)
    assert body.inertia == pytest.approx(2 * np.diag([40, 37, 5]))
    assert str(tmp_path / "box.stl") == body.collisions[0].geometry.path
    (tmp_path / "box.stl").write_text("solid nothing", encoding="utf-8")
    assert "BP622" in codes(text.replace("box.stl", "none.stl"), "warning", base_dir=tmp_path)


@pytest.mark.parametrize(
    ("target", "severities"),
    [(None, ["warning"]), ("drake", ["error"]), ("libsdformat", ["error"]), ("libsdformat12", ["note"])],
)
def test_readers_refuse_a_shape_without_volume_where_inertia_is_computed(
    target: str | None, severities: list[str]
) -> None:
    plane = "<collision name='c'><geometry><plane><normal>0 0 1</normal><size>1 1</size></plane></geometry></collision>"
    text = f'<sdf version="1.11"><model name="m"><link name="l"><inertial auto="true"/>{plane}</link></model></sdf>'
    try:
        found = bodyplan.loads(text, target=target).check().diagnostics
    except bodyplan.LoadError as error:
        found = error.diagnostics
    assert [each.severity for each in found if each.code == "BP622"] == severities


@pytest.mark.parametrize("target", ["drake", "libsdformat"])
def test_a_mesh_that_is_not_read_is_no_such_shape(target: str) -> None:
    text = link("<inertial auto='true'/>" + collision("<mesh><uri>x.vtk</uri></mesh>"))
    found = bodyplan.loads(text, target=target).check().diagnostics
    assert [each.severity for each in found if each.code == "BP622"] == ["warning"]

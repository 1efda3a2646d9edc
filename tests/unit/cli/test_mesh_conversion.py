"""``bodyplan convert --meshes``: meshes in files that the target reads."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import bodyplan
import pytest
from bodyplan.cli.main import main
from bodyplan.semantics.convert import mesh_conversion

SHAPES = (
    '<visual><geometry><mesh filename="in/box.glb"/></geometry></visual>'
    '<visual><geometry><mesh filename="in/text.stl"/></geometry></visual>'
    '<collision><geometry><mesh filename="in/two.dae" scale="2 2 2"/></geometry></collision>'
)
ROBOT = (
    f'<robot name="r"><link name="a"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/>'
    f"</inertial>{SHAPES}</link></robot>"
)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    trimesh: Any = pytest.importorskip("trimesh", reason="meshes are converted with the extra trimesh")
    pytest.importorskip("collada", reason="COLLADA is read with the extra trimesh")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").mkdir()
    box = trimesh.creation.box((1, 2, 3))
    box.export("in/box.glb")
    Path("in/text.stl").write_text(trimesh.exchange.stl.export_stl_ascii(box))
    far = trimesh.creation.box((1, 1, 1))
    far.apply_translation((4, 0, 0))
    both = trimesh.util.concatenate([trimesh.creation.box((1, 1, 1)), far])
    text = trimesh.exchange.dae.export_collada(both).decode()
    Path("in/two.dae").write_text(text.replace("Y_UP", "Z_UP"))
    Path("in/cm.dae").write_text(text.replace("<up_axis>", '<unit name="centimeter" meter="0.01"/><up_axis>'))
    Path("in/x.dae").write_text(text.replace("Y_UP", "X_UP"))
    Path("r.urdf").write_text(ROBOT)
    return tmp_path


def bounds(path: str | Path) -> list[list[float]]:
    import trimesh

    found: list[list[float]] = trimesh.load_mesh(str(path)).bounds.round(6).tolist()
    return found


@pytest.mark.parametrize("to", ["mjcf", "sdformat", "skel"])
@pytest.mark.parametrize("kind", ["obj", "stl"])
def test_meshes_become_files_beside_the_result(
    to: str, kind: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", "r.urdf", "--to", to, "-o", "out/made.xml", "--meshes", kind, "--convex"]) == 0
    said = capsys.readouterr().err
    assert "box.glb: colours and textures in it are not in the mesh" in said
    assert "text.stl" not in said
    names = sorted(each.name for each in (folder / "out" / "meshes").iterdir())
    assert names == [f"box.{kind}", f"text.{kind}", f"two_hull.{kind}"]
    assert bounds(f"out/meshes/text.{kind}") == [[-0.5, -1, -1.5], [0.5, 1, 1.5]]
    assert bounds(f"out/meshes/box.{kind}") == [[-0.5, -1.5, -1], [0.5, 1.5, 1]], "in glTF y points up"
    assert bounds(f"out/meshes/two_hull.{kind}") == [[-0.5, -0.5, -0.5], [4.5, 0.5, 0.5]]
    scene = bodyplan.load("out/made.xml").scene
    (link,) = scene.links.values()
    assert len(link.visuals) == 2
    (mesh,) = (each.geometry for each in link.collisions)
    assert isinstance(mesh, bodyplan.geometry.Mesh)
    assert Path(str(mesh.path)).samefile(folder / "out" / "meshes" / f"two_hull.{kind}")
    assert tuple(mesh.scale) == (2, 2, 2)
    assert (folder / "r.urdf").read_text() == ROBOT


def test_what_is_of_the_kind_already_stays_where_it_is(folder: Path) -> None:
    import trimesh

    trimesh.creation.box((1, 1, 1)).export("in/binary.stl")
    link = '<link name="a"><visual><geometry><mesh filename="in/binary.stl"/></geometry></visual></link>'
    Path("r.urdf").write_text(f'<robot name="r">{link}</robot>')
    assert main(["convert", "r.urdf", "--to", "sdformat", "-o", "out/made.sdf", "--meshes", "stl", "--convex"]) == 0
    assert "<uri>../in/binary.stl</uri>" in Path("out/made.sdf").read_text()
    assert not Path("out/meshes").exists()


def test_units_and_what_points_up_are_in_the_corners(folder: Path) -> None:
    shapes = "".join(f'<visual><geometry><mesh filename="in/{name}.dae"/></geometry></visual>' for name in ("cm", "x"))
    Path("r.urdf").write_text(f'<robot name="r"><link name="a">{shapes}</link></robot>')
    assert main(["convert", "r.urdf", "--to", "sdformat", "-o", "out/made.sdf", "--meshes", "obj"]) == 0
    assert bounds("out/meshes/cm.obj") == [[-0.005, -0.005, -0.005], [0.045, 0.005, 0.005]]
    assert bounds("out/meshes/x.obj") == [[-0.5, -0.5, -0.5], [0.5, 0.5, 4.5]], (
        "its x points up, and its -y to the right"
    )


@pytest.mark.parametrize("convex", [[], ["--convex"]])
def test_what_makes_no_mesh_stays_with_the_reason(
    convex: list[str], folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    Path("in/empty.obj").write_text("# nothing\n")
    Path("in/flat.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 2 4 3\n")
    Path("in/broken.glb").write_bytes(b"glTF" + bytes(40))
    Path("in/broken.dae").write_text("<COLLADA")
    Path("in/odd.dae").write_text(Path("in/x.dae").read_text().replace("X_UP", "W_UP"))
    names = ("empty.obj", "flat.obj", "broken.glb", "broken.dae", "odd.dae")
    shapes = "".join(f'<collision><geometry><mesh filename="in/{name}"/></geometry></collision>' for name in names)
    Path("r.urdf").write_text(f'<robot name="r"><link name="a">{shapes}</link></robot>')
    call = ["convert", "r.urdf", "--to", "sdformat", "-o", "out/made.sdf", "--meshes", "stl", *convex]
    assert main(call) == 0
    said = capsys.readouterr().err
    assert "empty.obj: it has no faces; it is not converted" in said
    assert ("flat.obj: its corners are in one plane, and it has no convex hull; it is not converted" in said) is bool(
        convex
    )
    assert "broken.glb: it cannot be read" in said
    assert "broken.dae: it cannot be read" in said
    assert "odd.dae: it is unknown which axis W_UP says that points up; it is not converted" in said
    assert "Warning" not in said
    assert "<uri>../in/broken.dae</uri>" in Path("out/made.sdf").read_text()


def test_colours_in_the_materials_of_obj_are_reported(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    import trimesh

    text = trimesh.exchange.obj.export_obj(trimesh.creation.box((1, 1, 1)), include_texture=False)
    Path("in/plain.obj").write_text(text)
    Path("in/red.obj").write_text(f"mtllib red.mtl\nusemtl red\n{text}")
    Path("in/red.mtl").write_text("newmtl red\nKd 1 0 0\n")
    shapes = "".join(
        f'<visual><geometry><mesh filename="in/{name}.obj"/></geometry></visual>' for name in ("plain", "red")
    )
    Path("r.urdf").write_text(f'<robot name="r"><link name="a">{shapes}</link></robot>')
    assert main(["convert", "r.urdf", "--to", "sdformat", "-o", "out/made.sdf", "--meshes", "stl"]) == 0
    said = capsys.readouterr().err
    assert "red.obj: colours and textures in it are not in the mesh" in said
    assert "plain.obj" not in said


def test_parts_of_meshes_are_files_of_their_own(folder: Path) -> None:
    import trimesh

    scene = trimesh.Scene()
    for name, at in (("left", 1.0), ("right", 5.0)):
        part = trimesh.creation.box((1, 1, 1))
        part.apply_translation((at, 0, 0))
        scene.add_geometry(part, geom_name=name, node_name=name)
    scene.export("in/parts.glb")
    mesh = "<mesh><uri>in/parts.glb</uri><submesh><name>right</name><center>{0}</center></submesh></mesh>"
    shapes = "".join(
        f'<visual name="{value}"><geometry>{mesh.format(value)}</geometry></visual>' for value in ("true", "false")
    )
    Path("m.sdf").write_text(f'<sdf version="1.12"><model name="m"><link name="a">{shapes}</link></model></sdf>')
    assert main(["convert", "m.sdf", "--to", "urdf", "-o", "out/made.urdf", "--meshes", "obj"]) == 0
    found = sorted(bounds(each)[0][0] for each in Path("out/meshes").iterdir())
    assert found == [-0.5, 4.5]
    assert "submesh" not in Path("out/made.urdf").read_text()


def test_with_assets_all_files_are_in_one_folder(folder: Path) -> None:
    call = ["convert", "r.urdf", "--to", "sdformat", "-o", "out/made.sdf", "--meshes", "obj", "--assets", "out/all"]
    assert main(call) == 0
    assert sorted(each.name for each in Path("out/all").rglob("*.obj")) == ["box.obj", "text.obj", "two.obj"]
    assert not Path("out/meshes").exists()
    assert all(Path(each.path).is_file() for each in bodyplan.assets("out/made.sdf").files if each.path)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--meshes", "obj"], "name that with -o"),
        (["--meshes", "obj", "-o", "-"], "name that with -o"),
        (["--convex", "-o", "out/x.sdf"], "--convex requires --meshes"),
    ],
)
def test_calls_that_say_too_little_are_refused(
    words: list[str], said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["convert", "r.urdf", "--to", "sdformat", *words]) == 2
    assert said in capsys.readouterr().err


def test_the_extra_is_named_where_it_is_not_installed(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(mesh_conversion.importlib.util, "find_spec", lambda name: None)
    assert main(["convert", "r.urdf", "--to", "sdformat", "-o", "out/x.sdf", "--meshes", "obj"]) == 2
    assert "bodyplan[trimesh]" in capsys.readouterr().err


@pytest.mark.parametrize("kind", ["obj", "stl"])
@pytest.mark.parametrize("convex", [[], ["--convex"]])
def test_mujoco_loads_what_it_could_not_read(kind: str, convex: list[str], folder: Path) -> None:
    mujoco: Any = pytest.importorskip("mujoco", reason="MuJoCo judges what it loads")
    assert main(["convert", "r.urdf", "--to", "mjcf", "-o", "out/made.xml", "--meshes", kind, *convex]) == 0
    model = mujoco.MjModel.from_xml_path("out/made.xml")
    assert model.nmesh == 3
    data = mujoco.MjData(model)
    mujoco.mj_forward(model, data)
    (touched,) = (each for each in range(model.ngeom) if model.geom_contype[each])
    mesh = model.geom_dataid[touched]
    start = model.mesh_vertadr[mesh]
    corners = model.mesh_vert[start : start + model.mesh_vertnum[mesh]]
    placed = corners @ data.geom_xmat[touched].reshape(3, 3).T + data.geom_xpos[touched]
    assert placed.min(axis=0) == pytest.approx([-1, -1, -1], abs=1e-5)
    assert placed.max(axis=0) == pytest.approx([9, 1, 1], abs=1e-5)

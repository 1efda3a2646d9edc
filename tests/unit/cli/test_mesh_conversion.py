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


def test_units_and_what_points_up_are_in_the_corners(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    shapes = "".join(f'<visual><geometry><mesh filename="in/{name}.dae"/></geometry></visual>' for name in ("cm", "x"))
    Path("r.urdf").write_text(f'<robot name="r"><link name="a">{shapes}</link></robot>')
    assert main(["convert", "r.urdf", "--to", "sdformat", "-o", "out/made.sdf", "--meshes", "obj"]) == 0
    assert bounds("out/meshes/cm.obj") == [[-0.005, -0.005, -0.005], [0.045, 0.005, 0.005]]
    assert "x.dae: it cannot be read (Unreadable: its x points up); it is not converted" in capsys.readouterr().err
    assert "<uri>../in/x.dae</uri>" in Path("out/made.sdf").read_text()


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


def test_mujoco_loads_what_it_could_not_read(folder: Path) -> None:
    mujoco: Any = pytest.importorskip("mujoco", reason="MuJoCo judges what it loads")
    assert main(["convert", "r.urdf", "--to", "mjcf", "-o", "out/made.xml", "--meshes", "obj"]) == 0
    assert mujoco.MjModel.from_xml_path("out/made.xml").nmesh == 3

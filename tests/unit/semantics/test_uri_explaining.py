"""Each place in which a URI is looked up is told, with what is wrong there and what would change it."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

import bodyplan
import pytest
from bodyplan.runtime import files
from bodyplan.semantics.resources.fuel_cache import address_of
from bodyplan.semantics.resources.packages import Packages
from bodyplan.semantics.resources.project import MOST_FOLDERS

FUEL = "https://fuel.gazebosim.org/1.0/OpenRobotics/models/Red Lamp"


def write(path: Path, text: str = "<sdf/>") -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def package(folder: Path, name: str | None = None) -> Path:
    write(folder / "package.xml", f"<package><name>{name or folder.name}</name></package>")
    return folder


def explained(
    uri: str, start: Path | None = None, *search: Path, confine: bool = False, **variables: object
) -> bodyplan.UriExplanation:
    environment = {name: str(value) for name, value in variables.items()}
    return bodyplan.explain_uri(uri, start, search_paths=search, environment=environment, confine=confine)


def case_of(told: bodyplan.UriExplanation, origin: str) -> str:
    return next(each.case for each in told.tried if each.origin == origin)


def rospack(root: Path) -> dict[str, object]:
    package(root / "ros/stack/deep/robot")
    write(root / "ros/stack/deep/robot/m.dae")
    return {"ROS_PACKAGE_PATH": root / "ros"}


def called_otherwise(root: Path) -> dict[str, object]:
    package(root / "ros/folder", "robot")
    write(root / "ros/folder/m.dae")
    return {"ROS_PACKAGE_PATH": root / "ros"}


def ament(root: Path) -> dict[str, object]:
    write(root / "opt/share/ament_index/resource_index/packages/robot", "")
    write(root / "opt/share/robot/m.dae")
    return {"AMENT_PREFIX_PATH": root / "opt"}


def colcon_merged(root: Path) -> dict[str, object]:
    write(root / "install/share/robot/m.dae")
    return {"COLCON_PREFIX_PATH": root / "install"}


def colcon(root: Path) -> dict[str, object]:
    write(root / "install/robot/share/robot/m.dae")
    return {"COLCON_PREFIX_PATH": root / "install"}


def catkin(root: Path) -> dict[str, object]:
    package(root / "work/src/group/robot")
    write(root / "work/src/group/robot/m.dae")
    write(root / "work/devel/.catkin", str(root / "work/src"))
    return {"CMAKE_PREFIX_PATH": f"/usr{os.pathsep}{root / 'work/devel'}"}


def catkin_installed(root: Path) -> dict[str, object]:
    write(root / "opt/.catkin", "")
    write(root / "opt/share/robot/m.dae")
    return {"CMAKE_PREFIX_PATH": root / "opt"}


@pytest.mark.parametrize(
    "layout",
    [rospack, called_otherwise, ament, colcon_merged, colcon, catkin, catkin_installed],
    ids=lambda f: f.__name__,
)
def test_a_package_is_found_where_the_environment_says(
    layout: Callable[[Path], dict[str, object]], tmp_path: Path
) -> None:
    variables = layout(tmp_path / "there")
    document = write(tmp_path / "doc/world.sdf")
    told = explained("package://robot/m.dae", document, **variables)
    assert told.found is not None
    assert Path(told.found).is_file()
    assert told.problem is None
    assert told.tried[-1].case == "found"
    assert any(name in told.tried[-1].origin for name in variables)
    assert explained("package://robot/m.dae", document).problem == "BP401"


@pytest.mark.parametrize("name", ["", ".", "..", "a\0b"])
def test_what_is_no_name_of_a_package_is_not_looked_for(name: str, tmp_path: Path) -> None:
    package(tmp_path / "robot")
    packages = Packages(files.FILES, {"ROS_PACKAGE_PATH": str(tmp_path)})
    assert [found.folder for found in packages.find_folders("robot", (str(tmp_path),))] == [str(tmp_path / "robot")]
    assert packages.find_folders(name, (str(tmp_path / "robot"),)) == ()


def test_a_plain_name_is_that_of_a_model_and_not_of_a_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / ".git").mkdir()
    write(tmp_path / "models/lamp/model.config")
    world = write(tmp_path / "worlds/world.sdf")
    told = explained("lamp", world)
    assert told.found == str(tmp_path / "models/lamp")
    assert told.tried[-1].origin == "the project"
    looked_for: list[str] = []

    def noted(_: Packages, name: str, beside: tuple[str, ...]) -> tuple[()]:
        looked_for.append(name)
        return ()

    monkeypatch.setattr(Packages, "_find_folders", noted)
    robot = write(
        tmp_path / "robot.urdf",
        '<robot name="r"><link name="a"><visual><geometry><mesh filename="lamp.stl"/></geometry></visual></link></robot>',
    )
    assert [each.code for each in bodyplan.check(robot).diagnostics] == ["BP657"]
    assert looked_for == []


@pytest.mark.parametrize("marker", ["CATKIN_IGNORE", "COLCON_IGNORE", "AMENT_IGNORE", "rospack_nosubdirs"])
def test_crawling_stops_where_a_file_says_so_and_in_packages(marker: str, tmp_path: Path) -> None:
    package(tmp_path / "a/robot")
    package(tmp_path / "b/outer/robot")
    package(tmp_path / "b/outer")
    package(tmp_path / "b/.hidden/robot")
    packages = Packages(files.FILES, {})
    assert packages.below(str(tmp_path / "a")) == {"robot": str(tmp_path / "a/robot")}
    assert packages.below(str(tmp_path / "b")) == {"outer": str(tmp_path / "b/outer")}
    assert set(packages.below(str(tmp_path / "b"), stops=False)) == {"outer", "robot"}
    write(tmp_path / "a" / marker, "")
    assert Packages(files.FILES, {}).below(str(tmp_path / "a")) == {}


def test_crawling_ends_in_circles_and_in_large_trees(tmp_path: Path) -> None:
    (tmp_path / "a").mkdir()
    (tmp_path / "a/again").symlink_to(tmp_path)
    for number in range(30):
        (tmp_path / "wide" / str(number)).mkdir(parents=True)
    looked: list[str] = []

    class Counting(files.Files):
        def inside(self, path: files.Path, *, follows: bool = True) -> dict[str, bool]:
            looked.append(os.fspath(path))
            return super().inside(path, follows=follows)

    packages = Packages(Counting(), {})
    assert packages.below(str(tmp_path)) == {}
    assert packages.below(str(tmp_path)) == {}
    assert 30 < len(looked) <= MOST_FOLDERS


def test_packages_around_and_below_a_document_are_found(tmp_path: Path) -> None:
    document = write(package(tmp_path / "src/arm") / "urdf/arm.sdf")
    write(tmp_path / "src/arm/m.dae")
    write(package(tmp_path / "src/hand") / "m.dae")
    write(package(tmp_path / "src/arm/urdf/inner") / "m.dae")
    assert explained("package://arm/m.dae", document).found == str(tmp_path / "src/arm/m.dae")
    assert explained("package://hand/m.dae", document).found == str(tmp_path / "src/hand/m.dae")
    assert explained("package://inner/m.dae", document).found == str(tmp_path / "src/arm/urdf/inner/m.dae")


def test_a_workspace_is_told_by_its_marker(tmp_path: Path) -> None:
    document = write(tmp_path / "src/group/arm/arm.sdf")
    write(package(tmp_path / "src/other/deep/hand") / "m.dae")
    assert explained("package://hand/m.dae", document).found is None
    write(tmp_path / ".catkin_workspace", "")
    assert explained("package://hand/m.dae", document).found is not None


def test_a_load_finds_packages_as_the_explanation_does(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ROS_PACKAGE_PATH", str(tmp_path / "ros"))
    write(package(tmp_path / "ros/deep/robot") / "m.obj")
    text = '<robot name="r"><link name="a"><visual><geometry><mesh filename="package://robot/m.obj"/></geometry></visual></link></robot>'
    document = write(tmp_path / "doc/r.urdf", text)
    assert bodyplan.check(document).diagnostics == ()
    (shape,) = bodyplan.load(document).scene.links["r::a"].visuals
    assert Path(shape.geometry.path) == tmp_path / "ros/deep/robot/m.obj"  # type: ignore[union-attr,arg-type]


def test_each_reason_has_its_words(tmp_path: Path) -> None:
    document = write(tmp_path / "doc/world.sdf")
    write(tmp_path / "doc/meshes/Base.dae")
    write(tmp_path / "doc/meshes/arm.stl")
    (tmp_path / "doc/meshes/hand.dae").mkdir()
    write(tmp_path / "doc/file", "")
    for uri, case, instead in [
        ("meshes/base.dae", "other-case", "meshes/Base.dae"),
        ("Meshes/base.DAE", "other-case", "meshes/Base.dae"),
        ("meshes/arm.dae", "other-extension", "meshes/arm.stl"),
        ("meshes/hand.dae", "a-folder", "meshes/hand.dae"),
        ("mesh/arm.stl", "other-name", "meshes"),
        ("meshes/nothing.obj", "no-such-file", None),
        ("model://lamp/x.dae", "no-such-name", None),
        ("file/x.dae", "a-file", None),
    ]:
        told = explained(uri, document)
        (tried,) = (each for each in told.tried if each.origin == "beside the document")
        assert (tried.case, tried.instead) == (case, None if instead is None else str(tmp_path / "doc" / instead)), uri
        assert told.found is None
    told = explained("model://lamp", document, tmp_path / "none", SDF_PATH=tmp_path / "no")
    assert [each.case for each in told.tried[:3]] == ["no-such-name", "no-such-folder", "no-such-folder"]
    assert case_of(told, "GZ_SIM_RESOURCE_PATH") == "not-set"
    outside = explained("../other.sdf", document)
    assert outside.tried[0].case == "no-such-file"
    write(tmp_path / "other.sdf")
    assert explained("../other.sdf", document).tried[0].case == "leads-out"
    assert explained(str(tmp_path / "other.sdf"), document, confine=True).tried[0].case == "outside"


def test_what_would_help_is_told_and_helps(tmp_path: Path) -> None:
    document = write(tmp_path / "worlds/world.sdf")
    write(tmp_path / "worlds/meshes/Base.dae")
    lamp = write(tmp_path / "models/lamp/model.sdf")
    write(tmp_path / "shared/box.dae")
    told = explained("model://lamp/model.sdf", document)
    assert [change.finds for change in told.changes] == [str(lamp)] * 2
    assert told.changes[0].do == f"--search-path {tmp_path / 'models'}"
    assert told.changes[1].do.startswith(f"export GZ_SIM_RESOURCE_PATH={tmp_path / 'models'}$")
    assert explained("model://lamp/model.sdf", document, tmp_path / "models").found == str(lamp)
    assert explained("model://lamp/model.sdf", document, GZ_SIM_RESOURCE_PATH=tmp_path / "models").found == str(lamp)
    assert explained("package://lamp/model.sdf", document).changes[1].do.startswith("export ROS_PACKAGE_PATH=")
    (change,) = explained("meshes/base.dae", document).changes
    assert change.do == "write meshes/Base.dae"
    (change,) = explained("shared/box.dae", document).changes
    assert change.do == "write ../shared/box.dae"


def test_a_finding_names_what_is_there_instead_and_the_command(tmp_path: Path) -> None:
    text = '<robot name="r"><link name="a"><visual><geometry><mesh filename="m/base.dae"/></geometry></visual></link></robot>'
    document = write(tmp_path / "r.urdf", text)
    write(tmp_path / "m/Base.dae")
    (finding,) = bodyplan.check(document).diagnostics
    assert finding.code == "BP657"
    assert f"there is {tmp_path / 'm/Base.dae'}, which differs in case" in str(finding.hint)
    assert f"`bodyplan explain-uri m/base.dae --from {document}`" in str(finding.detail)
    (tmp_path / "m/Base.dae").rename(tmp_path / "m/base.stl")
    (finding,) = bodyplan.check(document).diagnostics
    assert "with another extension" in str(finding.hint)
    (tmp_path / "m/base.dae").mkdir()
    (finding,) = bodyplan.check(document).diagnostics
    assert "is a folder" in str(finding.hint)


def cached(home: Path, *versions: int, name: str = "red lamp", server: str = "fuel.gazebosim.org") -> Path:
    folder = home / ".gz/fuel" / server / "openrobotics/models" / name
    for version in versions:
        write(folder / str(version) / "model.config", '<model><sdf version="1.9">model.sdf</sdf></model>')
        write(
            folder / str(version) / "model.sdf", '<sdf version="1.9"><model name="lamp"><link name="a"/></model></sdf>'
        )
        write(folder / str(version) / "meshes/lamp.dae")
    return folder


@pytest.mark.parametrize(
    ("uri", "path"),
    [
        (FUEL, "10"),
        (f"{FUEL}/", "10"),
        (FUEL.replace(" ", "%20"), "10"),
        (f"{FUEL}/2", "2"),
        (f"{FUEL}/tip", "10"),
        (f"{FUEL}/9", None),
        (f"{FUEL}/2/files/meshes/lamp.dae", "2/meshes/lamp.dae"),
        (f"{FUEL}/tip/files/meshes/lamp.dae", "10/meshes/lamp.dae"),
        (f"{FUEL}/2/files/meshes/Lamp.dae", None),
        (f"{FUEL}/2/files/../../../../../../../../secret", None),
        (FUEL.replace("gazebosim", "ignitionrobotics"), "10"),
        (FUEL.replace("fuel.gazebosim.org/1.0", "app.gazebosim.org"), "10"),
        (FUEL.replace("OpenRobotics", "Nobody"), None),
        (FUEL.replace("OpenRobotics", ".."), None),
        ("model://red lamp/meshes/lamp.dae", "10/meshes/lamp.dae"),
        ("model://Red Lamp", "10"),
        ("https://example.org/red lamp", None),
    ],
)
def test_models_are_found_in_the_cache_of_fuel(uri: str, path: str | None, tmp_path: Path) -> None:
    folder = cached(tmp_path / "home", 2, 10, 9)
    (folder / "9/meshes/lamp.dae").unlink()
    (folder / "9/model.config").unlink()
    (folder / "9/model.sdf").unlink()
    (folder / "9/meshes").rmdir()
    (folder / "9").rmdir()
    write(tmp_path / "secret")
    told = explained(uri, tmp_path / "home", HOME=tmp_path / "home")
    assert told.found == (None if path is None else str(folder / path))
    assert explained(uri, tmp_path / "home").found is None
    if path is None:
        assert told.problem in ("BP401", "BP403", "BP404", "BP408")


def test_an_address_is_taken_apart() -> None:
    address = address_of("https", "fuel.gazebosim.org/1.0/A/models/B/3/files/c/d.dae")
    assert address is not None
    assert address == ("fuel.gazebosim.org", "a", "models", "b", "3", "c/d.dae")
    assert address_of("ftp", "fuel.gazebosim.org/1.0/a/models/b") is None
    assert address_of("https", "fuel.gazebosim.org/1.0/a/collections/b") is None


def test_a_world_loads_from_the_cache_and_nothing_is_fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GZ_FUEL_CACHE_PATH", str(tmp_path / "home/.gz/fuel"))
    cached(tmp_path / "home", 3)
    text = f'<sdf version="1.9"><world name="w"><include><uri>{FUEL}</uri></include></world></sdf>'
    document = write(tmp_path / "doc/w.sdf", text)
    assert "lamp::a" in bodyplan.load(document).scene.links
    assert bodyplan.check(document, confine=True).diagnostics[0].code == "BP408"


def test_missing_meshes_by_the_thousand_list_each_folder_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    folders: list[str] = []
    inside = files.Files.inside

    def counted(self: files.Files, path: files.Path, *, follows: bool = True) -> dict[str, bool]:
        folders.append(os.fspath(path))
        return inside(self, path, follows=follows)

    monkeypatch.setattr(files.Files, "inside", counted)
    write(tmp_path / "meshes/other.dae")
    meshes = "".join(
        f'<visual name="v{n}"><geometry><mesh filename="meshes/m{n}.dae"/></geometry></visual>' for n in range(300)
    )
    document = write(tmp_path / "r.urdf", f'<robot name="r"><link name="a">{meshes}</link></robot>')
    found = bodyplan.check(document).diagnostics
    assert len(found) == 300
    assert all(each.hint for each in found)
    assert len(folders) == len(set(folders)) <= 4


def test_an_explanation_is_plain_data(tmp_path: Path) -> None:
    data = explained("model://lamp", tmp_path).to_dict()
    assert set(data) == {"uri", "from", "found", "problem", "reason", "tried", "changes", "readings"}
    assert data["problem"] == "BP401"
    assert data["tried"][0]["origin"] == "beside the document"


@pytest.mark.parametrize("uri", ["package://robot/arm.stl", "model://robot/arm.stl", "../arm.stl"])
def test_packages_around_a_robot_are_known_by_name_where_paths_are_confined(uri: str, tmp_path: Path) -> None:
    package(tmp_path / "robot")
    write(tmp_path / "robot/arm.stl", "")
    write(tmp_path / "robot/urdf/r.urdf", "")
    for confine in (False, True):
        is_barred = uri.startswith("..") and confine
        found = bodyplan.explain_uri(uri, from_=tmp_path / "robot/urdf/r.urdf", environment={}, confine=confine).found
        assert found == (None if is_barred else str(tmp_path / "robot/arm.stl"))

"""What the sources of gz-sim say of its plugins becomes tables."""

from __future__ import annotations

from pathlib import Path

import pytest
from bodyplan.cli.main import main
from bodyplan.codegen.gz_sim.accesses import read_accesses
from bodyplan.codegen.gz_sim.source_import import read_index
from bodyplan.runtime import toml

CODE = """
// _sdf->Get<double>("in_a_comment");
class Data { public: double radius{0.25}; };
void Spin::Configure(const Entity &_entity, const std::shared_ptr<const sdf::Element> &_sdf)
{
  const std::string tag = "label";
  auto elem = _sdf->FindElement("joint");
  while (elem)
  {
    this->names.push_back(elem->Get<std::string>());
    elem = elem->GetNextElement("joint");
  }
  if (_sdf->HasElement("radius"))
    this->data->radius = _sdf->Get<double>("radius");
  this->speed = _sdf->Get<double>("speed", 1.5).first;
  auto label = _sdf->Get<int>(tag);
  auto wheel = _sdf->Clone()->GetElement("wheel");
  wheel->Get<gz::math::Vector3d>("axis");
  if (wheel->HasAttribute("name")) {}
MORE}
GZ_ADD_PLUGIN(Spin, System, Spin::ISystemConfigure)
GZ_ADD_PLUGIN_ALIAS(Spin, "gz::sim::systems::Spin")
"""


def test_paths_types_and_defaults_are_read() -> None:
    found = read_accesses(CODE, {}).found
    assert {(access.path, access.type) for access in found if access.type} == {
        ("joint", "string"),
        ("radius", "double"),
        ("speed", "double"),
        ("label", "int"),
        ("wheel/axis", "vector3"),
    }
    assert {access.path for access in found} >= {"wheel", "wheel/@name"}
    assert [access.path for access in found if access.is_repeated] == ["joint"]


def test_names_that_are_composed_are_for_a_person() -> None:
    made = read_accesses('auto x = _sdf->Get<double>(prefix + "abs");\nelem->Get<int>("n");', {})
    assert [line for line, _ in made.composed] == [1, 2]
    assert [access.path for access in read_accesses('elem->Get<int>("n");', {"elem": "a|b"}).found] == ["a/n", "b/n"]
    assert read_accesses('elem->Get<int>("n");', {"elem": "-"}).composed == []


def write_release(root: Path, major: int, more: str = "") -> Path:
    folder = root / str(major)
    (folder / "src/systems/spin").mkdir(parents=True)
    (folder / "CMakeLists.txt").write_text(f"project(gz-sim{major} VERSION {major}.0.1)\n")
    (folder / "src/systems/spin/CMakeLists.txt").write_text("gz_add_system(spin\n  SOURCES\n    Spin.cc\n)\n")
    (folder / "src/systems/spin/Spin.cc").write_text(CODE.replace("MORE", more))
    return folder


def take(source: Path, home: Path, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["codegen", "import", "gz-sim", str(source), "--output", str(home)]) == 0
    return capsys.readouterr().out


def test_a_release_is_imported_and_the_next_one_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    home = tmp_path / "schemas"
    assert "`spin`: new, with `Spin`" in take(write_release(tmp_path, 7), home, capsys)
    table = toml.loads((home / "gz-sim/7/spin.toml").read_text())
    rows = {row["name"]: row for row in table["plugin"][0]["parameters"]}
    assert rows["radius"] == {"name": "radius", "type": "double", "default": "0.25"}
    assert rows["speed"]["default"] == "1.5"
    assert rows["joint"] == {"name": "joint", "type": "string", "occurs": "*"}

    assert "Spin`" not in take(write_release(tmp_path, 8), home, capsys)
    report = take(write_release(tmp_path, 9, '  _sdf->Get<bool>("brake");\n'), home, capsys)
    assert "`spin`: `Spin` `brake` is new" in report
    row = read_index(home / "gz-sim")["spin"]
    assert (row["majors"], row["tables"]) == ([7, 8, 9], [7, 9])
    assert not (home / "gz-sim/8").exists()


def test_what_is_no_gz_sim_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["codegen", "import", "gz-sim", str(tmp_path), "--output", str(tmp_path / "out")]) == 1
    assert "no checkout of gz-sim" in capsys.readouterr().err

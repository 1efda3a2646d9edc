"""What an include names and cannot be had is a placeholder: the rest of the world is there, and nothing else is said of it."""

from __future__ import annotations

import re
from pathlib import Path

import bodyplan
import pytest
from bodyplan.cli.main import main

FUEL = "https://fuel.gazebosim.org/1.0/tester/models"


@pytest.fixture(autouse=True)
def no_cache_of_fuel(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", str(tmp_path_factory.mktemp("home")))
    monkeypatch.delenv("GZ_FUEL_CACHE_PATH", raising=False)
    monkeypatch.chdir(tmp_path)


def world(*inside: str) -> str:
    return f'<sdf version="1.10"><world name="yard">{"".join(inside)}</world></sdf>'


def include(uri: str, *more: str) -> str:
    return f"<include><uri>{uri}</uri>{''.join(more)}</include>"


def codes(findings: tuple[bodyplan.Diagnostic, ...]) -> list[tuple[str, str]]:
    return [(each.code, each.severity) for each in findings]


YARD = world(
    include("model://arm", "<name>left</name><pose>1 2 3 0 0 0</pose>"),
    include("model://arm", "<name>right</name>"),
    include("model://base", "<placement_frame>foot</placement_frame><pose relative_to='left::tool'>0 0 1 0 0 0</pose>"),
    '<joint name="mount" type="fixed"><parent>left::tool</parent><child>base::inner::plate</child></joint>',
    '<frame name="grip" attached_to="right::hand"/>',
    '<model name="own"><link name="link"/></model>',
)


def test_a_placeholder_has_name_pose_and_uri() -> None:
    document = bodyplan.loads(YARD, partial=True)
    scene = document.scene
    left = scene.models["left"]
    assert left.is_placeholder
    assert left.placeholder_uri == "model://arm"
    assert not scene.models["own"].is_placeholder
    assert list(scene.pose("left").translation) == [1, 2, 3]
    assert list(scene.pose("base").translation) == [1, 2, 4]
    assert scene.frames["grip"].attached_to == "right::link"
    assert scene.joints["mount"].child.startswith("base::inner::")
    assert scene.links["left::link"].mass == 0


def test_each_uri_is_one_warning_and_nothing_follows_from_it() -> None:
    assert codes(bodyplan.loads(YARD, partial=True).diagnostics) == [("BP401", "warning")] * 2
    with pytest.raises(bodyplan.LoadError) as raised:
        bodyplan.loads(YARD)
    assert {code for code, _ in codes(raised.value.diagnostics)} == {"BP401"}


@pytest.mark.parametrize("tail", ["", '<frame name="f" attached_to="tool"/>'])
def test_what_would_have_been_merged_is_left_out(tail: str) -> None:
    text = (
        '<sdf version="1.10"><model name="m"><link name="l"/>'
        "<include merge='true'><uri>model://arm</uri></include>"
        f'<joint name="j" type="fixed"><parent>l</parent><child>tool</child></joint>{tail}</model></sdf>'
    )
    document = bodyplan.loads(text, partial=True)
    assert codes(document.diagnostics) == [("BP401", "warning")]
    assert "m::l" in document.scene.links
    assert "j" in {name.rpartition("::")[2] for name in document.scene.joints}


def test_models_of_a_server_are_one_warning_for_each_file(tmp_path: Path) -> None:
    text = world(*(include(f"{FUEL}/{name}") for name in ("a", "b", "c")), include(f"{FUEL}/b", "<name>second</name>"))
    (tmp_path / "yard.sdf").write_text(text)
    report = bodyplan.check(tmp_path / "yard.sdf")
    assert report.ok
    assert codes(report.diagnostics) == [("BP408", "warning")]
    assert "and 2 others" in report.diagnostics[0].message  # one of them is included twice
    assert codes(bodyplan.check(tmp_path / "yard.sdf", strict=True).diagnostics) == [("BP408", "error")]
    for target in ("libsdformat", "drake"):
        assert codes(bodyplan.check(tmp_path / "yard.sdf", target=target).diagnostics)[0] == ("BP404", "error")


def test_a_model_in_a_model_may_be_missing(tmp_path: Path) -> None:
    (tmp_path / "cart.sdf").write_text(
        '<sdf version="1.10"><model name="cart"><link name="l"/>'
        + include("model://arm", "<name>arm</name>")
        + '<joint name="j" type="fixed"><parent>l</parent><child>arm::base</child></joint></model></sdf>'
    )
    text = world(include("cart.sdf"), '<frame name="f" attached_to="cart::arm::tool"/>')
    document = bodyplan.loads(text, base_dir=tmp_path, partial=True)
    assert codes(document.diagnostics) == [("BP401", "warning")]
    assert document.scene.models["cart::arm"].is_placeholder
    assert document.scene.joints["cart::j"].child == "cart::arm::link"
    assert document.scene.frames["f"].attached_to == "cart::arm::link"


def test_names_that_are_not_known_do_not_clash() -> None:
    text = world(include(f"{FUEL}/lamp"), include("https://fuel.gazebosim.org/1.0/other/models/lamp"))
    assert codes(bodyplan.loads(text).diagnostics) == [("BP408", "warning")]


def test_what_is_fetched_is_no_placeholder(tmp_path: Path) -> None:
    (tmp_path / "a.sdf").write_text('<sdf version="1.10"><model name="a"><link name="l"/></model></sdf>')
    found = bodyplan.loads(world(include(f"{FUEL}/a")), fetch=lambda uri: tmp_path / "a.sdf")
    assert list(found.scene.links) == ["a::l"]
    with pytest.raises(bodyplan.LoadError):
        bodyplan.loads(world(include(f"{FUEL}/a")), fetch=lambda uri: None)


@pytest.mark.parametrize("style", ["model://{}", "https://fuel.gazebosim.org/1.0/OpenRobotics/models/{}"])
def test_sun_and_ground_plane_are_always_there(style: str) -> None:
    text = world(
        include(style.format("sun")), include(style.format("Ground Plane" if "fuel" in style else "ground_plane"))
    )
    document = bodyplan.loads(text)
    assert not document.diagnostics
    assert document.scene.models["ground_plane"].static


def test_a_model_of_the_project_comes_before_the_one_that_is_always_there(tmp_path: Path) -> None:
    (tmp_path / "models" / "ground_plane").mkdir(parents=True)
    (tmp_path / "models" / "ground_plane" / "model.config").write_text(
        "<model><name>ground_plane</name><sdf version='1.10'>model.sdf</sdf></model>"
    )
    (tmp_path / "models" / "ground_plane" / "model.sdf").write_text(
        '<sdf version="1.10"><model name="ours"><link name="l"/></model></sdf>'
    )
    (tmp_path / "yard.sdf").write_text(world(include("model://ground_plane")))
    assert list(bodyplan.load(tmp_path / "yard.sdf").scene.models) == ["ours"]


def test_a_plain_document_keeps_the_include_that_could_not_be_resolved() -> None:
    text = bodyplan.loads(world(include(f"{FUEL}/a"), include("model://sun"))).dumps(expand=True)
    assert f"<uri>{FUEL}/a</uri>" in text
    assert "<light" in text


DIRECTIVES = """\
directives:
- add_model:
    name: arm
    file: package://nowhere/arm.sdf
    default_joint_positions:
      elbow: [0.5]
- add_weld:
    parent: world
    child: arm::base
- add_frame:
    name: grip
    X_PF:
      base_frame: arm::inner::tool
      translation: [0, 0, 1]
- add_directives:
    file: package://nowhere/more.dmd.yaml
- add_weld:
    parent: grip
    child: other::base
"""


def test_directives_go_on_without_a_model_too(tmp_path: Path) -> None:
    path = tmp_path / "cell.dmd.yaml"
    path.write_text(DIRECTIVES)
    document = bodyplan.load(path, partial=True)
    assert codes(document.diagnostics) == [("BP401", "warning")] * 2
    assert document.scene.models["arm"].is_placeholder
    assert "arm::inner::grip" in document.scene.frames


@pytest.mark.parametrize(
    "words",
    [["tree"], ["resolve"], ["graph"], ["pose", "grip"], ["view", "-o", "page.html"], ["print"], ["print", "--expand"]],
)
def test_commands_that_show_go_on(words: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "yard.sdf").write_text(YARD)
    assert main([words[0], "yard.sdf", *words[1:]]) == 0
    assert capsys.readouterr().err.count("BP401") == 2


@pytest.mark.parametrize(("name", "text"), [("yard.sdf", YARD), ("cell.dmd.yaml", DIRECTIVES)])
def test_a_page_shows_a_box_with_the_uri(name: str, text: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    assert main(["view", name, "-o", "page.html"]) == 0
    page = (tmp_path / "page.html").read_text()
    uri = "model://arm" if name == "yard.sdf" else "package://nowhere/arm.sdf"
    rows = re.findall(r'\{"uri": ?"([^"]*)"[^{}]*"missing": ?"', page)
    assert uri in rows


def test_two_such_worlds_are_compared(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "a.sdf").write_text(YARD)
    (tmp_path / "b.sdf").write_text(YARD.replace("1 2 3", "1 2 4"))
    assert main(["diff", "a.sdf", "b.sdf"]) == 1
    assert "left" in capsys.readouterr().out


def test_models_of_the_database_of_classic_are_not_fetched_and_others_missing(tmp_path: Path) -> None:
    (tmp_path / "w.sdf").write_text(world(*map(include, ("model://table", "model://beer", "model://tabel"))))
    found = bodyplan.check("w.sdf").diagnostics
    assert codes(found) == [("BP408", "warning"), ("BP401", "error")]
    assert "'model://table' and 1 other" in found[0].message
    assert "Gazebo classic downloads it" in found[0].hint
    assert "model://tabel" in found[1].message
    assert codes(bodyplan.check("w.sdf", target="libsdformat").diagnostics)[0] == ("BP401", "error")


@pytest.mark.parametrize(
    ("uri", "found", "problem"),
    [
        ("model://sun", "sun.sdf", None),
        (f"{FUEL}/arm", None, "BP408"),
        ("model://table", None, "BP408"),
        ("model://arm", None, "BP401"),
    ],
)
def test_what_explains_a_uri_says_what_a_check_says(
    uri: str, found: str | None, problem: str | None, tmp_path: Path
) -> None:
    explained = bodyplan.explain_uri(uri)
    assert (explained.found and Path(explained.found).name, explained.problem) == (found, problem)
    (tmp_path / "w.sdf").write_text(world(include(uri)))
    reported = bodyplan.check(tmp_path / "w.sdf").diagnostics
    assert [each.code for each in reported] == ([] if problem is None else [problem])


def test_a_missing_model_may_have_another_name_than_its_uri(tmp_path: Path) -> None:
    joint = '<joint name="j" type="fixed"><parent>{}</parent><child>own</child></joint><link name="own"/>'

    def found(*inside: str) -> list[str]:
        text = f'<sdf version="1.10"><model name="m">{"".join(inside)}</model></sdf>'
        (tmp_path / "m.sdf").write_text(text)
        return [each.code for each in bodyplan.check(tmp_path / "m.sdf").diagnostics]

    assert found(include("model://arm_with_hand"), joint.format("arm::tool")) == ["BP401"]
    assert found(include("model://arm_with_hand"), joint.format("tool")) == ["BP401", "BP501"]
    assert found(include("model://arm", "<name>left</name>"), joint.format("arm::tool")) == ["BP401", "BP501"]


def test_a_model_may_be_named_by_the_scheme_of_files(tmp_path: Path) -> None:
    folder = tmp_path / "models" / "lamp"
    folder.mkdir(parents=True)
    (folder / "model.config").write_text('<model><name>lamp</name><sdf version="1.10">model.sdf</sdf></model>')
    (folder / "model.sdf").write_text('<sdf version="1.10"><model name="lamp"><link name="l"/></model></sdf>')
    (tmp_path / "bodyplan.toml").write_text("")
    (tmp_path / "worlds").mkdir()
    (tmp_path / "worlds" / "w.sdf").write_text(world(include("file://lamp")))
    assert bodyplan.check(tmp_path / "worlds" / "w.sdf").diagnostics == ()


def test_an_included_file_is_called_as_seen_from_the_working_folder(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for name in ("models/lamp", "worlds"):
        (tmp_path / name).mkdir(parents=True)
    (tmp_path / "models/lamp/model.config").write_text('<model><sdf version="1.10">lamp.sdf</sdf></model>')
    (tmp_path / "models/lamp/lamp.sdf").write_text(
        '<sdf version="1.10"><model name="lamp"><link name="l"/><lnk/></model></sdf>'
    )
    (tmp_path / "bodyplan.toml").write_text("")
    for name in ("a", "b"):
        (tmp_path / f"worlds/{name}.sdf").write_text(world(include("model://lamp")))
    main(["check", "--no-cache", "worlds"])
    lines = capsys.readouterr().out.splitlines()
    assert {line.partition(":")[0] for line in lines} == {"models/lamp/lamp.sdf"}
    assert len(lines) == len(set(lines))
    assert bodyplan.check(tmp_path / "worlds/a.sdf").diagnostics[0].file == str(tmp_path / "models/lamp/lamp.sdf")

"""``bodyplan init``: what is found in a folder becomes a configuration that a check takes."""

from __future__ import annotations

from pathlib import Path

import pytest
from bodyplan.cli.main import main
from bodyplan.cli.starting.launch_arguments import find_values
from bodyplan.runtime import toml

PACKAGE = "<package><name>{}</name>{}</package>"
ROBOT = """\
<robot name="arm" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:arg name="prefix" default=""/>
  <link name="$(arg prefix)$(arg ur_type)"/>
</robot>
"""


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("BODYPLAN_NO_CACHE", "1")
    write(tmp_path / "arm" / "package.xml", PACKAGE.format("arm", "<exec_depend>robot_state_publisher</exec_depend>"))
    write(tmp_path / "arm" / "urdf" / "arm.urdf", '<robot name="r"><link name="l"/></robot>')
    return tmp_path


def test_targets_are_what_packages_depend_on(folder: Path) -> None:
    assert main(["init"]) == 0
    text = (folder / "bodyplan.toml").read_text()
    assert toml.loads(text) == {"targets": ["urdfdom"]}
    assert "# Found packages: arm." in text
    assert "a package depends on robot_state_publisher" in text
    assert main(["check"]) == 0


def test_a_target_that_does_not_read_everything_is_a_comment(folder: Path) -> None:
    write(folder / "worlds" / "w.sdf", '<sdf version="1.9"><world name="w"/></sdf>')
    assert main(["init"]) == 0
    text = (folder / "bodyplan.toml").read_text()
    assert toml.loads(text) == {}
    assert '# targets = ["urdfdom"]' in text


@pytest.mark.parametrize(("uri", "is_target"), [("model://lamp", True), ("model://sun", False)])
def test_a_library_is_no_target_of_worlds_that_a_simulator_completes(uri: str, is_target: bool, folder: Path) -> None:
    (folder / "arm" / "urdf" / "arm.urdf").unlink()
    write(folder / "arm" / "package.xml", PACKAGE.format("arm", "<exec_depend>ros_gz_sim</exec_depend>"))
    write(folder / "w.sdf", f'<sdf version="1.9"><world name="w"><include><uri>{uri}</uri></include></world></sdf>')
    assert main(["init"]) == 0
    assert (toml.loads((folder / "bodyplan.toml").read_text()) == {"targets": ["libsdformat"]}) == is_target


def test_documents_say_what_reads_them_where_no_package_does(folder: Path) -> None:
    write(folder / "arm" / "package.xml", PACKAGE.format("arm", ""))
    (folder / "arm" / "urdf" / "arm.urdf").unlink()
    write(folder / "cell.dmd.yaml", "directives: []\n")
    assert main(["init"]) == 0
    assert toml.loads((folder / "bodyplan.toml").read_text()) == {"targets": ["drake"]}


def test_arguments_come_from_launch_files(folder: Path) -> None:
    pytest.importorskip("xacro")
    write(folder / "arm" / "urdf" / "arm.urdf.xacro", ROBOT)
    write(
        folder / "arm" / "launch" / "view.launch.py",
        'DeclareLaunchArgument("ur_type", description="which (of them)", choices=["ur3e", "ur10e"], default_value="ur5e")\n'
        '[" ", "prefix:=", LaunchConfiguration("prefix")]\n',
    )
    assert main(["init"]) == 0
    text = (folder / "bodyplan.toml").read_text()
    assert toml.loads(text)["arguments"] == [
        {"name": name, "files": ["/arm/urdf/arm.urdf.xacro"], "ur_type": name} for name in ("ur5e", "ur3e", "ur10e")
    ]
    assert "# Each of arm/urdf/arm.urdf.xacro, from arm/launch/view.launch.py\n" in text
    assert main(["check"]) == 0


def test_a_value_that_is_needed_is_shared_by_the_documents_that_need_it(folder: Path) -> None:
    pytest.importorskip("xacro")
    for name in ("arm", "leg"):
        write(
            folder / "arm" / "urdf" / f"{name}.urdf.xacro",
            ROBOT.replace('robot name="arm"', 'robot name="$(arg name)"'),
        )
    write(
        folder / "arm" / "launch" / "view.launch.py",
        '["name:=", "one", " ", "ur_type:=", kind, "prefix:=", "x"]\nkind = 3\n',
    )
    write(
        folder / "arm" / "launch" / "more.launch",
        '<arg name="ur_type" default="$(env T)"/><arg name="ur_type" value="ur5"/>',
    )
    assert main(["init"]) == 0
    text = (folder / "bodyplan.toml").read_text()
    files = ["/arm/urdf/arm.urdf.xacro", "/arm/urdf/leg.urdf.xacro"]
    assert toml.loads(text)["arguments"] == [{"files": files, "ur_type": "ur5", "values": {"name": "one"}}]
    assert main(["check"]) == 0


def test_a_document_whose_arguments_nobody_gives_is_left_out(folder: Path) -> None:
    pytest.importorskip("xacro")
    write(folder / "arm" / "urdf" / "arm.urdf.xacro", ROBOT)
    assert main(["init"]) == 0
    text = (folder / "bodyplan.toml").read_text()
    assert toml.loads(text)["exclude"] == ["/arm/urdf/arm.urdf.xacro"]
    assert "#   arm/urdf/arm.urdf.xacro: ur_type\n" in text
    assert main(["check"]) == 0


def test_choices_that_do_not_fit_are_no_sets(folder: Path) -> None:
    pytest.importorskip("xacro")
    write(
        folder / "arm" / "urdf" / "arm.urdf.xacro",
        ROBOT.replace("<link", '<xacro:include filename="$(arg kind).xacro"/><link')
        .replace('name="prefix" default=""', 'name="kind" default="plain"')
        .replace("$(arg prefix)$(arg ur_type)", "l"),
    )
    write(folder / "arm" / "urdf" / "plain.xacro", "<robot/>")
    write(
        folder / "arm" / "launch" / "view.launch.py",
        'DeclareLaunchArgument("kind", choices=["plain", "none"])  # arm.urdf.xacro\n',
    )
    assert main(["init"]) == 0
    assert "arguments" not in toml.loads((folder / "bodyplan.toml").read_text())
    write(folder / "arm" / "urdf" / "none.xacro", "<robot/>")
    assert main(["init", "--force"]) == 0
    sets = toml.loads((folder / "bodyplan.toml").read_text())["arguments"]
    assert [each["kind"] for each in sets] == ["plain", "none"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("xacro arm.xacro ur_type:=ur3e name:='left arm'", [("ur_type", "ur3e"), ("name", "left arm")]),
        ('command="$(find xacro)/xacro $(find a)/a.xacro x:=$(arg x) y:=1.5"', [("y", "1.5")]),
        ('<arg name="side" default="left"/><arg name="z" default="$(env Z)"/>', [("side", "left")]),
        ('<arg name="side" value="right"/>', [("side", "right")]),
        ('"safety:=", safety', []),
        ('"name:=", "ur", " ", " type:=", "ur5"', [("name", "ur"), ("type", "ur5")]),
        ("'x', ' hand:=', load, ' y:=', z", []),
        ('"arm:=", kind\nDeclareLaunchArgument("kind", default_value="g")', [("arm", "g"), ("kind", "g")]),
        ("DeclareLaunchArgument('a', default_value=os.path.join(x, 'y'))", []),
    ],
)
def test_values_that_are_written_out(text: str, expected: list[tuple[str, str]]) -> None:
    assert [(each.name, each.value) for each in find_values(text, "f")] == expected


def test_a_configuration_that_is_there_stays(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "bodyplan.toml").write_text("strict = true\n")
    assert main(["init"]) == 2
    assert "--force" in capsys.readouterr().err
    assert (folder / "bodyplan.toml").read_text() == "strict = true\n"
    assert main(["init", "--dry-run"]) == 0
    assert 'targets = ["urdfdom"]' in capsys.readouterr().out
    assert main(["init", "--force"]) == 0
    assert "urdfdom" in (folder / "bodyplan.toml").read_text()


def test_nothing_is_written_where_nothing_is_found(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    assert main(["init", "empty"]) == 2
    assert not (tmp_path / "empty" / "bodyplan.toml").exists()
    assert main(["init", "missing"]) == 2


def test_a_folder_of_parts_gets_a_configuration(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("xacro", reason="the extra xacro is not installed")
    text = '<robot xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:macro name="wheel" params="name"><link name="${name}"/></xacro:macro></robot>'
    folder = tmp_path / "parts"
    folder.mkdir()
    (folder / "wheel.urdf.xacro").write_text(text)
    assert main(["check", str(folder)]) == 2
    assert "only parts for others to include: 1 file" in capsys.readouterr().err
    assert main(["init", str(folder)]) == 0
    assert "only parts for others to include: 1 file" in capsys.readouterr().err
    assert "# Found documents: none." in (folder / "bodyplan.toml").read_text()


def test_nothing_outside_is_read_or_written(folder: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    pytest.importorskip("xacro")
    outside = tmp_path_factory.mktemp("outside")
    write(folder / "arm" / "urdf" / "arm.urdf.xacro", ROBOT)
    write(outside / "secret.launch", '<arg name="ur_type" default="secret"/>')
    (folder / "arm" / "secret.launch").symlink_to(outside / "secret.launch")
    (folder / "bodyplan.toml").symlink_to(outside / "made.toml")
    (folder / ".git").mkdir()
    assert main(["init", "--force"]) == 2
    assert not (outside / "made.toml").exists()
    (folder / "bodyplan.toml").unlink()
    assert main(["init"]) == 0
    assert "secret" not in (folder / "bodyplan.toml").read_text()


def test_names_stay_in_their_comments(folder: Path) -> None:
    pytest.importorskip("xacro")
    name = "arm\ntargets = ['drake'].urdf.xacro"
    write(folder / "arm" / "urdf" / name, ROBOT.replace("arg ur_type", "arg a&#10;strict"))
    assert main(["init"]) == 0
    found = toml.loads((folder / "bodyplan.toml").read_text())
    assert found.keys() == {"targets", "exclude"}
    assert found["targets"] == ["urdfdom"]


def test_a_pipeline_is_written_on_request(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["init", "--dry-run", "--workflow"]) == 0
    assert "uses: bodyplan/bodyplan@v" in capsys.readouterr().out
    assert not (folder / ".github").exists()
    assert main(["init", "--workflow", "--pre-commit"]) == 0
    assert "uses: bodyplan/bodyplan@v" in (folder / ".github" / "workflows" / "bodyplan.yml").read_text()
    hooks = folder / ".pre-commit-config.yaml"
    assert "- id: bodyplan-check" in hooks.read_text()
    hooks.write_text("repos: []\n")
    (folder / "bodyplan.toml").unlink()
    assert main(["init", "--pre-commit"]) == 2
    assert "--dry-run prints what to add to it" in capsys.readouterr().err
    assert hooks.read_text() == "repos: []\n"
    assert not (folder / "bodyplan.toml").exists()


def test_sets_of_several_documents_have_names_of_their_own(folder: Path) -> None:
    pytest.importorskip("xacro")
    for name in ("arm", "leg"):
        write(
            folder / "arm" / "urdf" / f"{name}.urdf.xacro",
            ROBOT.replace("$(arg prefix)$(arg ur_type)", f"$(arg {name}_type)").replace('"prefix"', f'"{name}_other"'),
        )
        write(
            folder / "arm" / "launch" / f"{name}.launch.py",
            f'# {name}.urdf.xacro\nDeclareLaunchArgument("{name}_type", choices=["small", "large"])\n',
        )
    assert main(["init"]) == 0
    names = [each["name"] for each in toml.loads((folder / "bodyplan.toml").read_text())["arguments"]]
    assert names == ["small", "large", "leg-small", "leg-large"]
    assert main(["check"]) == 0


def test_a_part_stays_one_where_what_includes_it_is_left_out(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("xacro")
    head = '<robot name="a" xmlns:xacro="http://www.ros.org/wiki/xacro">'
    given = '<xacro:property name="given" value="l"/>'
    includes = f'{given}<xacro:include filename="part.xacro"/>'
    write(folder / "urdf" / "base.xacro", f'{head}{includes}<link name="$(arg n)"/></robot>')
    write(folder / "urdf" / "part.xacro", f'{head}<link name="${{given}}"/></robot>')
    assert main(["init"]) == 0
    assert toml.loads((folder / "bodyplan.toml").read_text())["exclude"] == ["/urdf/base.xacro"]
    assert main(["check"]) == 0


def test_what_is_there_already_is_kept_in_a_baseline(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(folder / "arm" / "urdf" / "faulty.urdf", '<robot name="r"><link name="l"/><joint name="j"/></robot>')
    assert main(["init", "--write-baseline"]) == 0
    assert toml.loads((folder / "bodyplan.toml").read_text())["baseline"] == "bodyplan-baseline.json"
    assert main(["check"]) == 0
    write(folder / "arm" / "urdf" / "new.urdf", '<robot name="r"><link name="l"/><joint name="j"/></robot>')
    assert main(["check"]) == 1
    (folder / "bodyplan.toml").unlink()
    capsys.readouterr()
    assert main(["init", "--write-baseline"]) == 2
    assert "bodyplan-baseline.json already" in capsys.readouterr().err

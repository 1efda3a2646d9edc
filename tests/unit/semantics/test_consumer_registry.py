"""Targets: the registry is complete, and one more takes a folder and a row."""

from __future__ import annotations

import re
import typing
from pathlib import Path

import bodyplan
import pytest
from bodyplan.cli.main import main
from bodyplan.semantics.convert.targets import NAMES
from bodyplan.semantics.core.options import Options, Target
from bodyplan.semantics.core.target import TargetProfile
from bodyplan.semantics.formats.mjcf import adapter as mjcf
from bodyplan.semantics.formats.registry import FORMATS
from bodyplan.semantics.formats.sdformat import context as sdformat
from bodyplan.semantics.formats.skel import context as skel
from bodyplan.semantics.formats.urdf import context as urdf
from bodyplan.semantics.targets.facts import facts, facts_of
from bodyplan.semantics.targets.registry import OTHER_NAMES, TARGET_PROFILES, find_target, list_targets
from bodyplan.semantics.targets.tables import table

ROBOT = """\
<robot name="old_arm">
  <material name="red"><color rgba="1 0 0 1"/></material>
  <link name="a">
    <inertial><mass value="3"/><inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><geometry><sphere radius="1"/></geometry></visual>
  </link>
  <link name="b" kind="odd"/>
  <joint name="j" type="revolute"><parent link="a"/><child link="b"/></joint>
  <gazebo><sensor/></gazebo>
</robot>
"""


def look_over(row: TargetProfile) -> None:
    """Imports all that a row names, and reads its tables."""
    hooks = (row.checks, row.adjust_document, row.convert, row.adjust_description, row.adjust_included)
    for hook in (*hooks, *(reference for _, reference in row.adapters)):
        if hook:
            row.hook(hook)
    facts(row)
    for format in row.formats:
        table(row, format)


def folders(of: Path) -> set[str]:
    return {path.name for path in of.iterdir() if path.is_dir() and not path.name.startswith("_")}


def test_every_consumer_has_a_row_a_folder_a_table_and_its_place_in_the_documentation(
    checkout: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    named = {row.folder for row in TARGET_PROFILES.values()}
    assert folders(checkout / "semantics" / "targets") == named
    assert {path.parent.name for path in (checkout / "schemas").glob("*/rules.toml")} == named
    assert set(typing.get_args(Target)) == set(list_targets())
    section = (
        (checkout / "docs" / "diagnostics.md").read_text(encoding="utf-8").split("## Targets")[1].split("\n## ")[0]
    )
    assert re.findall(r"^\| `(\S+)` \|", section, re.MULTILINE) == list_targets()
    assert main(["check", "--help"]) == 0
    words = " ".join(capsys.readouterr().out.split())
    assert f"would reject or ignore: {', '.join(list_targets())};" in words
    assert not OTHER_NAMES.keys() & TARGET_PROFILES.keys()
    assert {find_target(name).name for name in OTHER_NAMES} == set(OTHER_NAMES.values())
    assert {*NAMES} <= {*list_targets()}  # what one converts for can be asked for
    for name, row in TARGET_PROFILES.items():
        assert row.name == name
        assert re.fullmatch(r"[a-z][a-z0-9_-]*(\.[0-9]+)?", name)
        assert row.formats
        assert {*row.formats} <= FORMATS.keys()
        look_over(row)


def test_every_id_of_a_table_is_said_somewhere(checkout: Path) -> None:
    for name in TARGET_PROFILES:
        found = facts_of(name)
        folder = checkout / "semantics" / "targets" / TARGET_PROFILES[name].folder
        code = "".join(path.read_text(encoding="utf-8") for path in folder.glob("*.py"))
        for other in re.findall(r"^from \.\.([a-z]+)\.", code, re.MULTILINE):  # Drake reads SDFormat with libsdformat
            code += "".join(path.read_text(encoding="utf-8") for path in (folder.parent / other).glob("*.py"))
        releases = [row for row in TARGET_PROFILES.values() if row.folder == TARGET_PROFILES[name].folder]
        said = {row["says"] for release in releases for row in facts(release).rules} | set(
            re.findall(r'"([a-z-]+)"', code)
        )
        said |= {*found.own.get("refused", {}).values()}
        assert sorted(found.says.keys() - said) == [], name


def test_rows_keep_the_codes_of_their_kind() -> None:
    for name in TARGET_PROFILES:
        for id, rule in facts_of(name).says.items():
            assert rule.row == f"{TARGET_PROFILES[name].folder}/{id}"
            assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", id)
            assert (rule.code, rule.severity) in {("BP701", "error"), ("BP702", "warning"), ("BP703", "note")}


@pytest.fixture
def picky(monkeypatch: pytest.MonkeyPatch, checkout: Path) -> TargetProfile:
    """A target that is registered while a test runs."""
    monkeypatch.syspath_prepend(str(checkout / "tests" / "toys"))
    row = TargetProfile(
        name="picky",
        formats=("urdf", "sdformat"),
        checks="checking:check",
        adjust_document="checking:without_prefix",
        adjust_description="checking:without_mass",
        package="picky",
    )
    look_over(row)
    monkeypatch.setitem(TARGET_PROFILES, "picky", row)
    return row


@pytest.fixture
def robot(tmp_path: Path) -> Path:
    path = tmp_path / "arm.urdf"
    path.write_text(ROBOT, encoding="utf-8")
    return path


def test_another_consumer_checks_with_its_table(picky: TargetProfile, robot: Path) -> None:
    found = {
        (d.row or d.name, d.severity, d.message)
        for d in bodyplan.check(robot, target="picky", strict=False).diagnostics
    }
    assert found == {
        ("picky/no-spheres", "error", "picky refuses <sphere> in <geometry>"),
        ("picky/gazebo", "warning", "picky makes nothing of <gazebo>"),
        ("picky/color", "note", "picky has no eye for the colour 1 0 0 1"),
        ("unknown-attribute", "warning", "<link> has no attribute 'kind'"),
        ("required-here", "note", "<joint> with type='revolute' lacks its <limit>"),
    }
    without = {(d.name, d.severity) for d in bodyplan.check(robot, strict=False).diagnostics}
    assert without == {("unknown-attribute", "warning"), ("required-here", "warning")}


def test_another_consumer_checks_with_code(picky: TargetProfile, tmp_path: Path) -> None:
    path = tmp_path / "many.urdf"
    links = "".join(f'<link name="l{i}"/>' for i in range(4))
    path.write_text(f'<robot name="r">{links}</robot>', encoding="utf-8")
    found = {(d.row or d.name, d.severity) for d in bodyplan.check(path, target="picky").diagnostics}
    assert found == {("picky/too-many-links", "error"), ("orphan-link", "note")}


def test_another_consumer_loads_resolves_and_prints(picky: TargetProfile, robot: Path) -> None:
    text = ROBOT.replace("sphere radius", "box size").replace('"1"/></geom', '"1 1 1"/></geom')
    document = bodyplan.loads(text, target="picky")
    assert {name: link.mass for name, link in document.scene.links.items()} == {"arm::a": 1.0, "arm::b": 1.0}
    assert 'name="old_arm"' in document.dumps()
    assert 'name="old_arm"' in document.dumps(expand=True)
    with pytest.raises(bodyplan.LoadError, match="picky refuses <sphere>"):
        bodyplan.load(robot, target="picky")


def test_another_consumer_stands_in_the_command_line(
    picky: TargetProfile, robot: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["check", "--target", "picky", "--target", "urdfdom", str(robot)]) == 1
    assert "BP701: picky refuses <sphere> in <geometry>" in capsys.readouterr().out
    assert main(["check", "--help"]) == 0
    assert f"{', '.join(list_targets())};" in " ".join(capsys.readouterr().out.split())


TABLE = '[target]\nrelease = "1"\n[refuses]\nx = "refuses {name}"\n'
ROW = '[[rule]]\nformat = "urdf"\npath = ["link"]\nsays = "x"\n'


@pytest.mark.parametrize("row", TARGET_PROFILES.values(), ids=list(TARGET_PROFILES))
def test_adapters_are_those_of_formats_that_the_target_reads(row: TargetProfile) -> None:
    plain = {"sdformat": sdformat.PLAIN, "urdf": urdf.PLAIN, "skel": skel.PLAIN, "mjcf": mjcf.PLAIN}
    assert {name for name, _ in row.adapters} <= {*row.formats}
    for name, reference in row.adapters:
        own = row.hook(reference)
        assert isinstance(own, type(plain[name]))
        assert Options(target=row).adapter(name, plain[name]) is own is not plain[name]
    assert Options(target=row).adapter("odd", plain) is plain


@pytest.mark.parametrize(
    ("table", "changes", "wanted"),
    [
        (None, {}, "there is no table .*rules.toml"),
        ("[target", {}, "rules.toml: "),
        ("", {}, r"\[target\] does not say which release"),
        (TABLE + "[tables]", {}, "there is no section 'tables'"),
        (TABLE + ROW.replace('"x"', '"y"'), {}, r"the rule for \['link'\] says 'y', which has no words"),
        (TABLE + ROW.replace("path", "paths"), {}, "has 'paths'; known are"),
        (TABLE + ROW.replace("urdf", "skel"), {}, "is about 'skel', which toy does not read"),
        (TABLE.replace("{name}", "{what}") + ROW, {}, "whose words cannot be filled: 'what'"),
        (TABLE + ROW + "when = [{ some = 1 }]", {}, "a condition has no test 'some'"),
        (TABLE + '[warns]\nx = "warns"', {}, "'x' has words twice"),
        (TABLE + '[severity]\nno-such-rule = "error"', {}, "there is no rule 'no-such-rule' to weigh"),
        (TABLE + '[severity]\nsecond-root = "fatal"', {}, "second-root weighs 'fatal'"),
        (TABLE, {"checks": "checking:check"}, "target 'toy' has no .*checking.check"),
        (TABLE, {"adapters": (("urdf", "missing:ADAPTER"),)}, "target 'toy' has no .*missing.ADAPTER"),
        (TABLE, {"adjust_document": "missing"}, "target 'toy' has no .*missing"),
    ],
)
def test_what_is_forgotten_is_said_when_a_consumer_is_added(
    make_package: typing.Any, tmp_path: Path, table: str | None, changes: dict[str, typing.Any], wanted: str
) -> None:
    name = tmp_path.name  # a table is read once
    make_package(name, {} if table is None else {"rules.toml": table})
    row = TargetProfile(**{"name": "toy", "formats": ("urdf",), "package": name, **changes})
    with pytest.raises(ValueError, match=wanted):
        look_over(row)


def test_an_unknown_target_is_told_by_name() -> None:
    with pytest.raises(
        ValueError, match=r"target is 'isaac'; it has to be one of libsdformat, .*drake, .*urdfdom, dart"
    ):
        bodyplan.loads("<robot/>", target="isaac")  # type: ignore[arg-type]


def test_tables_are_read_once() -> None:
    assert facts(TARGET_PROFILES["drake"]) is facts_of("drake")

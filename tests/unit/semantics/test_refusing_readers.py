"""A warning that some reader refuses names that reader."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Literal

import bodyplan
import pytest
from bodyplan.codegen.readers.toml import read_toml
from bodyplan.diagnostics.diagnostic import READERS
from bodyplan.diagnostics.explanations.loader import Example, read_explanation
from bodyplan.diagnostics.registry import REGISTRY
from bodyplan.diagnostics.render.sarif import Sarif
from bodyplan.diagnostics.repetitions import fold
from bodyplan.diagnostics.to_dict import finding_of, plain
from bodyplan.runtime.source_lines import SourceLines

LINKS = '<link name="a"/><link name="b"/>'
ENDS = '<parent link="a"/><child link="b"/>'


WITH_SHAPES = ("BP657", "BP676")
"""Rules of what Drake refuses where it reads shapes; ``target="drake"`` is about the kinematics, which it loads."""


def robot(content: str = "", type: str = "revolute") -> str:
    return f'<robot name="r">{LINKS}<joint name="j" type="{type}">{ENDS}{content}</joint></robot>'


def found(text: str, code: str, **options: bool) -> bodyplan.Diagnostic:
    try:
        diagnostics = bodyplan.loads(text, **options).diagnostics
    except bodyplan.LoadError as error:
        diagnostics = error.diagnostics
    (finding,) = [each for each in diagnostics if each.code == code]
    return finding


@pytest.mark.parametrize(
    ("text", "code", "refused_by"),
    [
        (robot(), "BP210", ("urdfdom",)),
        (robot('<limit lower="0" upper="1" effort="1"/>'), "BP204", ("urdfdom",)),
        (robot('<limit lower="x" upper="1" effort="1" velocity="1"/>', "floating"), "BP101", ("urdfdom",)),
        (robot('<calibration reference_position="x"/>', "continuous"), "BP101", ()),
        (robot('<calibration rising="x"/>', "continuous"), "BP101", ("urdfdom",)),
        (robot('<axis xyz="x y z"/>', "fixed"), "BP101", ()),
        (robot("", "fixed").replace("</robot>", '<frame name="f" link="x"/></robot>'), "BP548", ("drake",)),
        (robot("<dynamics/>", "continuous"), "BP557", ("urdfdom",)),
    ],
)
def test_warning_has_the_readers_that_refuse_the_document(text: str, code: str, refused_by: tuple[str, ...]) -> None:
    finding = found(text, code)
    assert (finding.severity, finding.refused_by) == ("warning", refused_by)


def test_reader_of_some_formats_is_named_in_these_only() -> None:
    crossed = '<limit lower="1" upper="0" effort="1" velocity="1"/>'
    assert found(robot(crossed), "BP550").refused_by == ("drake",)
    (toy,) = [each for each in read_explanation("BP550").example if each.name.endswith(".skel")]
    assert found(toy.bad.lstrip(), "BP550").refused_by == ()


def test_error_names_nobody() -> None:
    finding = found(robot(), "BP210", strict=True)
    assert (finding.severity, finding.refused_by) == ("error", ())
    assert "refuses" not in str(finding)


def test_text_says_it_between_what_is_wrong_and_what_to_do() -> None:
    finding = found(robot(), "BP210")
    assert finding.format_words() == "<joint> with type='revolute' lacks its <limit>; urdfdom refuses this; add <limit>"
    two = replace(finding, refused_by=("urdfdom", "drake"), hint=None)
    assert two.format_words().endswith("<limit>; urdfdom and Drake refuse this")
    three = replace(two, refused_by=("urdfdom", "drake", "mujoco"))
    assert three.format_words().endswith("; urdfdom, Drake and MuJoCo refuse this")


def test_json_and_sarif_have_it(tmp_path: Path) -> None:
    path = tmp_path / "r.urdf"
    path.write_text(robot(), encoding="utf-8")
    findings = [each for each in bodyplan.check(path).diagnostics if each.code == "BP210"]
    assert findings[0].to_dict()["refused_by"] == ["urdfdom"]
    assert "refused_by" not in found(robot('<axis xyz="x y z"/>', "fixed"), "BP101").to_dict()
    sarif = Sarif(root=tmp_path, lines=SourceLines())
    sarif.report(str(path), findings)
    (result,) = json.loads(sarif.end())["runs"][0]["results"]
    assert result["properties"] == {"refusedBy": ["urdfdom"]}
    assert "urdfdom refuses this" in result["message"]["text"]


def test_it_is_sent_to_other_processes() -> None:
    finding, texts = found(robot(), "BP210"), dict[str, int]()
    row = json.loads(json.dumps(plain(finding, texts)))
    assert finding_of(row, list(texts)).refused_by == ("urdfdom",)


def test_finding_that_stands_for_several_names_who_refuses_all_of_them() -> None:
    joint = '<link name="{0}"/><joint name="{0}" type="revolute"><parent link="a"/><child link="{0}"/></joint>'
    text = f'<robot name="r"><link name="a"/>{"".join(map(joint.format, "pqr"))}</robot>'
    findings = [each for each in bodyplan.loads(text).diagnostics if each.code == "BP210"]
    assert fold(findings)[0].count == 3
    assert fold(findings)[0].refused_by == ("urdfdom",)
    assert fold([*findings[:2], replace(findings[2], refused_by=())])[0].refused_by == ()


FILE_MISSING = """<robot name="r"><material name="m"><texture filename="m.png"/></material><link name="a">
<visual><geometry><mesh filename="a.obj"/></geometry></visual></link></robot>"""
FILES_MISSING = """<sdf version="1.11" xmlns:drake="x"><model name="m"><link name="a"><visual name="v"><geometry><mesh>
<uri>a.obj</uri></mesh></geometry><material>{}</material></visual></link></model></sdf>"""
PBR = "<pbr><metal><albedo_map>b.png</albedo_map></metal></pbr>"
SCRIPT = "<script><uri>file://b.material</uri><name>b</name></script>"


@pytest.mark.parametrize("target", [None, "drake"])
@pytest.mark.parametrize(
    ("name", "text", "refused_by"),
    [
        ("r.urdf", FILE_MISSING, [("drake",), ("drake",)]),
        ("m.sdf", FILES_MISSING.format("<drake:diffuse_map>b.png</drake:diffuse_map>"), [("drake",), ("drake",)]),
        ("m.sdf", FILES_MISSING.format(PBR), [("drake",), ()]),
        ("m.sdf", FILES_MISSING.format(SCRIPT), [("drake",), ()]),
    ],
)
def test_drake_is_named_of_the_missing_files_that_it_reads(
    name: str, text: str, refused_by: list[tuple[str, ...]], target: Literal["drake"] | None, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    missing = [each for each in bodyplan.check(path, target=target).diagnostics if each.code == "BP657"]
    assert [each.refused_by for each in missing] == refused_by
    assert {each.severity for each in missing} == {"warning"}  # Drake loads the kinematics without shapes


def test_package_that_is_misspelt_is_refused_by_drake(tmp_path: Path) -> None:
    (tmp_path / "package.xml").write_text("<package><name>robot_arm</name></package>", encoding="utf-8")
    (tmp_path / "a.obj").write_text("", encoding="utf-8")
    path = tmp_path / "r.urdf"
    path.write_text(FILE_MISSING.replace("m.png", "a.obj").replace('"a.obj"', '"package://robot_amr/a.obj"'), "utf-8")
    (finding,) = [each for each in bodyplan.check(path).diagnostics if each.code == "BP676"]
    assert finding.refused_by == ("drake",)


def cases() -> list[tuple[str, str, Example]]:
    """The rules that say who refuses documents, by the targets that there are, with their examples."""
    roots = {"urdf": "robot", "sdf": "sdf", "skel": "skel"}
    return [
        (code, reader, example)
        for code, rule in REGISTRY.items()
        for root, reader in rule.refused_by
        if reader in ("drake", "urdfdom", "libsdformat") and code not in WITH_SHAPES
        for example in read_explanation(code).example
        if not root or roots[example.name.rpartition(".")[2]] == root
    ]


@pytest.mark.parametrize(("code", "reader", "example"), cases(), ids=lambda each: getattr(each, "name", each))
def test_target_refuses_the_examples_of_a_rule_that_names_it(
    code: str, reader: str, example: Example, tmp_path: Path
) -> None:
    for name, text in {**example.files, example.name: example.bad}.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text.lstrip(), encoding="utf-8")
    path = tmp_path / example.name
    assert reader in {
        name for each in bodyplan.check(path).diagnostics if each.code == code for name in each.refused_by
    }
    assert not bodyplan.check(path, target=reader).ok  # type: ignore[arg-type]  # one of the targets above


def test_tables_name_readers_that_do_not_load_the_document() -> None:
    schemas = Path(bodyplan.__file__).parent / "schemas"
    rows = [row for path in schemas.glob("*/leniency.toml") for row in read_toml(path)["warning"]]
    assert any(row.get("refused_by") for row in rows)
    for row in rows:
        assert {*row.get("refused_by", ())} <= READERS.keys() - {*row["readers"]}

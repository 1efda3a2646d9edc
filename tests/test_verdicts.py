"""What is decided about a document never hangs on words: without any, all verdicts and severities stay the same."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import bodyplan
import pytest
from bodyplan.diagnostics.registry import REGISTRY
from bodyplan.diagnostics.rule import Rule
from bodyplan.semantics.targets.facts import facts_of
from bodyplan.semantics.targets.registry import TARGET_PROFILES

Verdict = tuple[object, ...]

SDF = """\
<sdf version="1.12"><model name="m">
  <link name="l">
    <inertial><mass>nan</mass></inertial>
    <visual name="v"><geometry><box><size>1 inf 1</size></box></geometry>
      <material><diffuse>1 0y 0x 1</diffuse><specular>1 0</specular><ambient>1 0 0 1.5</ambient><emissive>1 1 1 1 1</emissive>
        <shader type="normal_map_tangent_space"/></material></visual>
    <collision name="c"><geometry><sphere><radius>x</radius></sphere><mesh><scale>1 1 1 1</scale></mesh></geometry>
      <drake:proximity_properties><drake:mu_dynamic>2 3</drake:mu_dynamic><drake:mesh_resolution_hint>-1
        </drake:mesh_resolution_hint></drake:proximity_properties></collision>
    <sensor name="s" type="camera"><camera name="c"><image><format>odd</format><width>-1</width></image>
      <lens><type>odd</type></lens></camera></sensor>
    <gravty>1</gravty><gravity>1e999</gravity><self_collide>perhaps</self_collide><self_collide/>
  </link>
  <link nam="k"><pose>1 2 3</pose></link>
  <frame name="f"><pose>1 2 3 0 0 0 0</pose></frame>
  <link name="n"><pose>0x1 2 3 0 0 0</pose><pose rotation_format="quat_xyzw">1 2 3</pose></link>
  <joint name="j" type="Revolute"><parent>l</parent><child>n</child><axis><xyz>1 0 0y</xyz><limit><lower>2z</lower></limit>
    <dynamics><damping/></dynamics></axis></joint>
  <joint name="k" type="screw"><parent>l</parent><axis/></joint>
  <joint name="i" type="fixed"><parnt>world</parnt><child>l</child></joint>
  stray<odd/><plugin name="p"/>
</model></sdf>
"""
URDF = """\
<robot name="r" version="1.0">
  <material name="red"><color rgba="1 0.5x 0 2"/></material>
  <material name="bare"/><material nme="blue"><color rgba="0 0 1 1"/></material>
  <link name="a"><inertial><mass value="1e999"/><inertia ixx="-1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial>
    <visual><origin xyz="1 2" rpy="0 0 nan"/><geometry><mesh filename="a.obj" scale="2"/></geometry></visual>
    <collision><geometry><box size="1 1 1 1"/><cylinder radius="0x10"/></geometry></collision></link>
  <link name="b" kind="odd"/><link/>
  <joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="1 0 0"/><limit lower="1 2" efort="3"/>
    <limit effort="5"/><dynamics/><mimic/></joint>
  <joint name="k" type="odd"><parent link="a"/><child link="c"/><axis xyz=""/></joint>
  <joint name="f" type="floating"><parent lnk="a"/><child link="b"/></joint>
  <transmission><joint name="j"/></transmission>
</robot>
"""
SKEL = """\
<skel version="1.0"><world name="w"><physics><time_step>fast</time_step><gravity>0 -9.81</gravity></physics>
  <skeleton name="s">
    <body name="a"><inertia><mass>1 2</mass></inertia><self_collide>1</self_collide>
      <visualization_shape><color>1 2 3</color><geometry><sphre/></geometry></visualization_shape></body>
    <body name="b"/><body><gravity>maybe</gravity></body>
    <joint type="odd" name="o"><parent>world</parent><child>a</child></joint>
    <joint type="revolute"><parent>world</parent><child>a</child><init_pos>1 2 3</init_pos></joint>
  </skeleton></world></skel>
"""


@contextmanager
def wordless() -> Iterator[None]:
    """Takes every message, hint and explanation, and what makes words of data, out of the registry and the targets' tables."""
    rules: list[Rule] = list(REGISTRY.values())
    for name in TARGET_PROFILES:
        rules += facts_of(name).says.values()
    before = [(rule.message, rule.hint, rule.words, rule.detail) for rule in rules]
    try:
        for rule in rules:
            _reword(rule, rule.code, None if rule.hint is None else rule.code, None, None)
        yield
    finally:
        for rule, words in zip(rules, before):
            _reword(rule, *words)


def _reword(rule: Rule, message: str, hint: str | None, words: Any, detail: str | None) -> None:
    for name, value in (("message", message), ("hint", hint), ("words", words), ("detail", detail)):
        object.__setattr__(rule, name, value)


def verdicts(path: Path) -> list[list[Verdict]]:
    """Without a target and for each: what was found, how bad it is and where."""
    return [
        [(d.code, d.row, d.severity, d.file, d.line, d.column, d.xpath) for d in report.diagnostics]
        for target in (None, *TARGET_PROFILES)
        for report in (bodyplan.check(path, target=target, strict=False),)  # type: ignore[arg-type]
    ]


def changed_by_words(paths: Sequence[Path]) -> tuple[list[str], int]:
    """Files whose verdicts change when there are no words, and the number of findings."""
    with_words = [verdicts(path) for path in paths]
    with wordless():
        without = [verdicts(path) for path in paths]
    count = sum(len(found) for file in with_words for found in file)
    return [str(path) for path, a, b in zip(paths, with_words, without) if a != b], count


def test_verdicts_need_no_words(tmp_path: Path, checkout: Path) -> None:
    paths = [path for path in sorted((checkout / "examples").rglob("*")) if path.suffix in (".sdf", ".urdf", ".skel")]
    for name, text in {"a.sdf": SDF, "a.urdf": URDF, "a.skel": SKEL}.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
        paths.append(tmp_path / name)
    changed, count = changed_by_words(paths)
    assert changed == []
    assert count > 250


def test_there_are_no_words_in_the_meantime(tmp_path: Path) -> None:
    path = tmp_path / "a.urdf"
    path.write_text(URDF, encoding="utf-8")
    with wordless():
        for target in TARGET_PROFILES:
            report = bodyplan.check(path, target=target)  # type: ignore[arg-type]
            assert {d.message for d in report.diagnostics} == {d.code for d in report.diagnostics}
            assert {d.hint for d in report.diagnostics} <= {None, *(d.code for d in report.diagnostics)}
    assert "did you mean" in " ".join(d.hint or "" for d in bodyplan.check(path).diagnostics)


@pytest.mark.corpus
@pytest.mark.slow
def test_verdicts_on_real_files_need_no_words(corpus_files: tuple[Path, ...]) -> None:
    changed, count = changed_by_words(corpus_files)
    assert changed == []
    assert count > 10_000

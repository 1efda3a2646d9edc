"""What MuJoCo refuses of robots, beside what bodyplan says of the same: made documents, and those of the corpus."""

from __future__ import annotations

import copy
import os
from collections.abc import Iterator
from pathlib import Path

import bodyplan
import pytest
from lxml import etree

mujoco = pytest.importorskip("mujoco")
pytestmark = pytest.mark.oracle

INERTIAL = '<inertial><mass value="1"/><inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>'
ROBOT = f"""\
<robot name="r">
  <material name="red"><color rgba="1 0 0 1"/></material>
  <link name="base">{INERTIAL}</link>
  <link name="arm">
    <inertial>
      <origin xyz="0 0 0.1" rpy="0 0 1"/><mass value="2"/>
      <inertia ixx="0.2" ixy="0.01" ixz="0" iyy="0.2" iyz="0" izz="0.1"/>
    </inertial>
    <visual name="v">
      <geometry><mesh filename="none.dae"/></geometry><material name="red"><color rgba="1 0 0 1"/></material>
    </visual>
    <collision><origin xyz="1 0 0"/><geometry><box size="1 2 3"/></geometry></collision>
    <collision><geometry><cylinder radius="1" length="2"/></geometry></collision>
  </link>
  <link name="hand"><collision><geometry><sphere radius="0.1"/></geometry></collision></link>
  <link name="tip">{INERTIAL}<collision><geometry><capsule radius="0.1" length="1"/></geometry></collision></link>
  <joint name="shoulder" type="revolute">
    <origin xyz="0 0 1" rpy="0 0 0"/><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" effort="10" velocity="1"/><dynamics damping="0.1" friction="0"/>
  </joint>
  <joint name="wrist" type="continuous">
    <parent link="arm"/><child link="hand"/><mimic joint="shoulder" multiplier="2" offset="0.1"/>
  </joint>
  <joint name="mount" type="fixed"><parent link="hand"/><child link="tip"/><axis xyz="1 0 0"/></joint>
  <transmission name="t"><joint name="nothing"/></transmission>
</robot>
"""
TEXTS = (
    *("", " ", "0", "-1", "nan", "inf", "1e400", "x", "1,2", "0 0 0", "1 2", " 1 ", "1 2 3 4", "0x1", "1e-7", "1e-16"),
    *(
        "base",
        "arm",
        "hand",
        "world",
        "wrist",
        "shoulder",
        "fixed",
        "floating",
        "planar",
        "spherical",
        "prismatic",
        "ball",
    ),
)
SETTINGS = (
    *('fusestatic="false"', 'discardvisual="false"', 'autolimits="false"', 'balanceinertia="true"', 'boundmass="0.1"'),
    *('boundinertia="0.1"', 'inertiafromgeom="true"', 'inertiafromgeom="false"', 'inertiagrouprange="1 5"'),
    *('boundmass="0.1" boundinertia="0.1"', 'angle="degree"', 'coordinate="global"', 'bogus="1"', 'fusestatic="1"'),
)
BLOCKS = (
    *(
        "<mujoco/><mujoco/>",
        '<mujoco><option timestep="x"/></mujoco>',
        '<mujoco><option bogus="1"><bogus/></option></mujoco>',
    ),
    *(
        "<mujoco><worldbody/></mujoco>",
        "<mujoco><option><flag/><flag/></option></mujoco>",
        "<mujoco><size nkey='x'/></mujoco>",
    ),
    *(f"<mujoco><compiler {text}/></mujoco>" for text in SETTINGS),
)
LINKS = (
    *("", INERTIAL, INERTIAL.replace('value="1"', 'value="0"'), INERTIAL.replace('ixx="1"', 'ixx="3"')),
    INERTIAL.replace('"1" i', '"0" i').replace('izz="1"', 'izz="0"'),
    *('<collision><geometry><sphere radius="1e-6"/></geometry></collision>', "<collision/>", "<visual/>"),
)


def changed_robots() -> Iterator[str]:
    """The robot with one change: an attribute, an element that is gone, doubled or has another name."""
    root = etree.fromstring(ROBOT)
    for number, element in enumerate(root.iter("*")):
        for name in element.attrib:
            for text in TEXTS:
                made = copy.deepcopy(root)
                [*made.iter("*")][number].set(name, text)
                yield etree.tostring(made, encoding="unicode")
            made = copy.deepcopy(root)
            del [*made.iter("*")][number].attrib[name]
            yield etree.tostring(made, encoding="unicode")
        if element is root:
            continue
        for change in ("remove", "double", "rename"):
            made = copy.deepcopy(root)
            place = [*made.iter("*")][number]
            around = place.getparent()
            assert around is not None
            if change == "remove":
                around.remove(place)
            elif change == "double":
                around.append(copy.deepcopy(place))
            else:
                place.tag = "bogus"
            yield etree.tostring(made, encoding="unicode")


def built_robots() -> Iterator[str]:
    """Robots with ``<mujoco>``, and links of all kinds on joints of all kinds."""
    for block in BLOCKS:
        yield ROBOT.replace("</robot>", f"{block}</robot>")
    for inside in LINKS:
        for kind in ("revolute", "prismatic", "fixed", "floating", "planar", "spherical"):
            for above in ("base", "arm", "world"):
                new = f'<link name="new">{inside}</link><link name="world"/><joint name="k" type="{kind}">'
                new += f'<parent link="{above}"/><child link="new"/></joint>'
                for block in ("", '<mujoco><compiler fusestatic="false"/></mujoco>'):
                    yield ROBOT.replace("</robot>", f"{new}{block}</robot>")


def refusal_of(path: Path) -> str | None:
    """What MuJoCo says; None where it takes the robot."""
    try:
        mujoco.MjModel.from_xml_path(os.fspath(path))
    except ValueError as error:
        return str(error)
    return None


def differences(texts: Iterator[str], path: Path) -> tuple[int, list[str]]:
    count, found = 0, []
    for text in texts:
        count += 1
        path.write_text(text)
        refusal, ours = refusal_of(path), bodyplan.check(path, target="mujoco")
        if ours.ok is not (refusal is None):
            found.append(f"{refusal}: {[str(each) for each in ours.diagnostics]}\n{text}")
    return count, found


@pytest.mark.slow
def test_verdicts_on_changed_robots_are_those_of_mujoco(tmp_path: Path) -> None:
    count, found = differences(changed_robots(), tmp_path / "robot.urdf")
    assert count > 1500
    assert found == []


def test_verdicts_on_built_robots_are_those_of_mujoco(tmp_path: Path) -> None:
    count, found = differences(built_robots(), tmp_path / "robot.urdf")
    assert count > 250
    assert found == []


@pytest.mark.corpus
@pytest.mark.slow
def test_the_corpus_is_taken_and_refused_alike(shared: Path) -> None:
    root = shared / "corpus"
    files = sorted(root.rglob("*.urdf"))
    assert files
    differ = [
        path.relative_to(root).as_posix()
        for path in files
        if bodyplan.check(path, target="mujoco").ok is not (refusal_of(path) is None)
    ]
    assert differ == []

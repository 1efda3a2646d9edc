"""A check describes nothing of a document in which nothing can be wrong, and finds what it would find if it did."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path
from typing import Literal

import bodyplan
import pytest
from bodyplan.semantics.formats.mjcf import front_end

SOUND = """<mujoco model="m">
  <compiler angle="degree" eulerseq="xyz" inertiafromgeom="auto" boundmass="0.001"/>
  <option timestep="0.002" gravity="0 0 -9.81"/>
  <statistic extent="2"/>
  <size memory="1M"/>
  <default>
    <motor ctrlrange="-1 1" ctrllimited="true"/>
    <position kp="10"/>
    <default class="limb">
      <geom type="capsule" condim="3" density="900"/>
      <joint damping="1" stiffness="2" armature="0.1" limited="true"/>
      <site type="box" size="0.01 0.01 0.01"/>
    </default>
  </default>
  <worldbody>
    <geom name="floor" type="plane" size="10 10 0.1"/>
    <light name="sun" pos="0 0 3" dir="0 0 -1"/>
    <body name="a" pos="0 0 1" euler="10 0 0">
      <freejoint name="root"/>
      <camera name="eye" pos="0 0 1" xyaxes="1 0 0 0 1 0" fovy="60"/>
      <geom name="trunk" size="0.1 0.2 0.3" type="box" pos="0 0 0.1" zaxis="0 1 0" mass="2" group="1"/>
      <site name="top" pos="0 0 0.3"/>
      <body name="b" childclass="limb" quat="1 0 0 0">
        <joint name="j" axis="0 1 0" range="-40 50" frictionloss="0.1" actuatorfrcrange="-5 5"/>
        <joint name="k" axis="1 0 0" range="-30 30" type="hinge"/>
        <geom name="upper" fromto="0 0 0 0 0 0.4" size="0.05"/>
        <site name="tip" size="0.02 0.02 0.02" axisangle="0 0 1 30"/>
        <site name="rod" type="capsule" fromto="0 0 0 0 0 0.1" size="0.01"/>
        <body name="c"><geom size="0.05 0.05"/></body>
        <frame name="f" pos="0 0 1" euler="0 20 0">
          <body name="d">
            <joint name="slider" type="slide" axis="0 0 1" range="-1 1"/>
            <joint name="socket" type="ball" limited="false" range="0 30"/>
            <geom name="knob" size="0.02 0.02" pos="0 0 0.1"/>
          </body>
          <geom name="decoration" type="sphere" size="0.01" mass="0"/>
        </frame>
      </body>
    </body>
  </worldbody>
  <contact><exclude body1="a" body2="c"/></contact>
  <actuator>
    <motor name="pull" joint="j" gear="40"/>
    <position name="hold" joint="k" ctrlrange="-1 1" forcerange="-3 3" kp="20"/>
  </actuator>
  <sensor><jointpos joint="j"/><touch site="tip"/></sensor>
</mujoco>
"""
TARGETS: tuple[Literal["mujoco"] | None, ...] = (None, "mujoco")
"""Those that say nothing of what a document describes."""
VALUES = (
    *("", "0", "-1", "nan", "inf", "1e9", "1e-9", "7", "0.3", "true", "false", "auto", "ball", "free", "slide"),
    *("mesh", "plane", "sphere", "global", "radian", "zyq", "world", "a::b", "#3", "__model__"),
    *("0 0", "1 -1", "-720 720", "0 0 0", "-1 1 1", "1 1 1", "3 3 3", "200 0 0", "0 0 1e-8", "0 0 0 0", "1 0 0 2 0 0"),
)
MORE = {
    "joint": ("springdamper", "springyield", "ref", "margin", "actuatorfrclimited", "group"),
    "freejoint": ("align", "group"),
    "geom": ("friction", "shellinertia", "mesh", "hfield", "contype", "xyaxes", "euler"),
    "site": ("group", "mesh", "zaxis"),
    "body": ("mocap", "gravcomp", "sleep", "xyaxes"),
    "camera": ("sensorsize", "focal", "resolution", "ipd"),
    "light": ("softness", "cutoff"),
    "motor": ("damping", "armature", "delay", "forcelimited", "site", "cranksite", "jointinparent"),
    "position": ("kv", "dampratio", "inheritrange", "timeconst", "actrange"),
    "compiler": ("settotalmass", "fusestatic", "discardvisual", "alignfree", "autolimits", "inertiagrouprange"),
    "option": ("actuatorgroupdisable", "integrator"),
    "size": ("njmax", "nkey", "nuserdata"),
    "jointpos": ("noise", "cutoff", "delay", "interval"),
    "touch": ("noise", "cutoff"),
}
"""Attributes that are not in the document, by tag."""


def changed() -> Iterator[tuple[str, str]]:
    """What is changed about the document, and the document then."""
    for number, found in enumerate(re.finditer(r'(\w+)="[^"]*"', SOUND)):
        for value in VALUES:
            text = f'{SOUND[: found.start()]}{found[1]}="{value}"{SOUND[found.end() :]}'
            yield f"{number} {found[1]}={value}", text
        yield f"{number} without {found[1]}", SOUND[: found.start()] + SOUND[found.end() :]
    for tag, names in MORE.items():
        for number, found in enumerate(re.finditer(rf"<{tag}\b", SOUND)):
            for name in names:
                for value in VALUES:
                    text = f'{SOUND[: found.end()]} {name}="{value}"{SOUND[found.end() :]}'
                    yield f"{tag} {number} {name}={value}", text


GIVEN = (
    '<mesh maxhullvert="2"/>',
    '<tendon range="1 -1"/>',
    '<pair condim="2"/>',
    '<general gear="0"/>',
    '<equality active="x"/>',
)
"""What classes may give although nothing is of them."""


PLACES = (
    '<frame><joint type="hinge"/><geom size="0.1"/></frame>',
    '<frame><body><frame><freejoint/></frame><joint/><geom size="0.1"/></body></frame>',
    '<frame><body><freejoint/><frame><joint axis="1 0 0"/></frame><geom size="0.1"/></body></frame>',
    '<body><frame><body><frame><joint type="free"/><geom size="0.1"/></frame></body></frame></body>',
    '<body><joint/><frame pos="0 0 1"><geom size="0.1" mass="0"/></frame></body>',
    '<body><joint/><frame pos="9 0 9"><frame pos="0 9 0"><geom size="0.1"/></frame></frame></body>',
    '<frame><body mocap="true"><geom size="0.1"/></body></frame>',
    '<body><body mocap="true"><geom size="0.1"/></body></body>',
    '<body sleep="never"><joint/><geom size="0.1"/></body>',
    '<body><body sleep="never"><joint/><geom size="0.1"/></body></body>',
    '<frame childclass="none"><geom size="0.1"/></frame>',
    '<body name="world"/>',
    '<body name="twice"/><body name="twice"/>',
    '<frame name="twice"/><body><frame name="twice"/></body>',
    '<geom size="0.1" material="none"/>',
    '<camera target="none"/>',
    '<body><inertial mass="-1" pos="0 0 0"/></body>',
    '<replicate count="2"><joint/></replicate>',
)
"""What is put into the world; of some of it nothing is wrong."""
SECTIONS = (
    '<asset><texture name="a" builtin="flat" width="1" height="1" class="none"/></asset>',
    '<asset><texture name="a" type="2d" builtin="flat" width="1"/></asset>',
    '<asset><texture name="a" file="none.png"/></asset>',
    '<asset><texture type="skybox" builtin="flat" width="1"/></asset>',
    '<asset><texture builtin="flat" width="1"/></asset>',
    '<asset><texture type="skybox" name="a" builtin="flat" width="1"/><material name="a" texture="a"/></asset>',
    '<asset><material name="a" texture="none"/></asset>',
    '<asset><material name="a" class="none"/></asset>',
    '<asset><material name="a"/><material name="a"/></asset>',
    "<asset><material/></asset>",
    '<contact><pair geom1="none" geom2="none" class="main"/></contact>',
    '<contact><exclude body1="world" body2="none"/></contact>',
    '<custom><numeric name="a" size="2" data="1 2 3"/><text name="b" data="c"/></custom>',
    '<custom><text name="a" data=""/></custom>',
    '<size njmax="-2"/>',
    '<size nuserdata="-1"/>',
    '<visual><map znear="0"/></visual>',
    '<statistic extent="0"/>',
    '<default class="other"/>',
    '<default><default class="a"/><default class="a"/></default>',
    '<default><material texture="none"/></default>',
    '<sensor><framepos objtype="body" objname="world"/><framepos objtype="site" objname="world"/></sensor>',
    '<sensor><clock name="a"/><clock name="a"/></sensor>',
    '<actuator><motor name="a" joint="none"/></actuator>',
    "<compiler eulerseq='xy'/>",
)
"""What is put beside it."""


def described_and_not(path: Path, target: Literal["mujoco"] | None) -> tuple[object, object]:
    """What is found in a document that is described, as loading does, and in one that need not be."""
    try:
        loaded = bodyplan.load(path, target=target).diagnostics
    except bodyplan.LoadError as error:
        loaded = error.diagnostics
    return list(loaded), list(bodyplan.check(path, target=target).diagnostics)


@pytest.mark.parametrize("target", TARGETS)
def test_nothing_of_a_sound_document_is_described(
    target: Literal["mujoco"] | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.xml"
    path.write_text(SOUND)
    monkeypatch.setattr(front_end, "add_bodies", None)
    assert list(bodyplan.check(path, target=target).diagnostics) == []
    with pytest.raises(TypeError):
        bodyplan.load(path)


def test_a_document_that_is_loaded_is_described(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_text(SOUND)
    assert list(bodyplan.load(path).scene.links) == ["world", "m::a", "m::b", "m::c", "m::d", "m::b_1", "m::d_1"]


def test_a_check_finds_what_loading_finds_whatever_is_changed(tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    different = []
    for number, (what, text) in enumerate(islice(changed(), 0, None, 3)):  # all of them take half a minute
        path.write_text(text)
        described, found = described_and_not(path, TARGETS[number % 2])
        if described != found:
            different.append(what)
    assert different == []


@pytest.mark.parametrize("text", [*(f"<worldbody>{place}</worldbody>" for place in PLACES), *SECTIONS])
def test_a_check_finds_what_loading_finds_wherever_something_is(text: str, tmp_path: Path) -> None:
    path = tmp_path / "a.xml"
    path.write_text(f"<mujoco>{text}</mujoco>")
    described, found = described_and_not(path, None)
    assert described == found


@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("given", GIVEN)
def test_what_classes_give_is_looked_at_although_nothing_has_it(
    given: str, target: Literal["mujoco"] | None, tmp_path: Path
) -> None:
    path = tmp_path / "a.xml"
    path.write_text(SOUND.replace('<default class="limb">', f'<default class="limb">{given}'))
    described, found = described_and_not(path, target)
    assert described == found

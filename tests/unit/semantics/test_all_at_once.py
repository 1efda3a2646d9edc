"""All faults of a document are told in one run: mending one brings up no other that was there before."""

from __future__ import annotations

import tracemalloc
from itertools import combinations
from pathlib import Path

import bodyplan
import pytest

Fault = tuple[str, str]
"""What stands in the sound document, and what stands there instead."""

URDF = """<robot name="r">
<link name="base"/>
<link name="arm"><inertial>
<mass value="2"/>
<inertia ixx="1" ixy="0" ixz="0" iyy="1" iyz="0" izz="1"/></inertial>
<visual><geometry>
<box size="1 1 1"/></geometry>
<material name="red"/></visual></link>
<link name="hand"/>
<material name="red"><color rgba="1 0 0 1"/></material>
<joint name="shoulder" type="revolute"><parent link="base"/>
<child link="arm"/>
<axis xyz="0 0 1"/>
<limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
<joint name="wrist" type="continuous"><parent link="arm"/><child link="hand"/>
<axis xyz="1 0 0"/>
<mimic joint="shoulder"/>
<dynamics damping="1"/></joint>
</robot>"""
URDF_FAULTS: dict[str, Fault] = {
    "negative mass": ('<mass value="2"/>', '<mass value="-2"/>'),
    "impossible inertia": ('izz="1"', 'izz="9"'),
    "short size": ('size="1 1 1"', 'size="1 1"'),
    "unknown material": ('<material name="red"/></visual>', '<material name="blue"/></visual>'),
    "misspelt limit": ("<limit ", "<limts "),
    "unknown type": ('"continuous"', '"hinge"'),
    "misspelt type": ('"continuous"', '"continous"'),
    "dangling mimic": ('<mimic joint="shoulder"/>', '<mimic joint="sholder"/>'),
    "no direction": ('<axis xyz="1 0 0"/>', '<axis xyz="0 0 0"/>'),
    "negative damping": ('damping="1"', 'damping="-1"'),
    "misspelt link": ('<link name="hand"/>', '<lnik name="hand"/>'),
    "link twice": ('<link name="base"/>', '<link name="base"/><link name="base"/>'),
    "missing name": ('<joint name="wrist"', "<joint"),
    "dangling child": ('<child link="hand"/>', '<child link="nowhere"/>'),
    "text": ("</material>\n", "</material>\nhello"),
}

SDFORMAT = """<sdf version="1.12"><model name="m">
<link name="base"/>
<link name="arm"><pose relative_to="base">0 0 0 0 0 0</pose>
<inertial><mass>1</mass><inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz></inertia></inertial>
<visual name="v"><geometry><sphere><radius>1</radius></sphere></geometry></visual></link>
<link name="hand"/>
<frame name="f" attached_to="arm"/>
<joint name="shoulder" type="revolute"><parent>base</parent><child>arm</child>
<axis><xyz expressed_in="f">0 0 1</xyz></axis></joint>
<joint name="wrist" type="revolute"><parent>f</parent><child>hand</child>
<axis><xyz>1 0 0</xyz>
<mimic joint="shoulder"><multiplier>1</multiplier><offset>0</offset><reference>0</reference></mimic></axis></joint>
</model></sdf>"""
SDFORMAT_FAULTS: dict[str, Fault] = {
    "dangling pose": ('relative_to="base"', 'relative_to="nowhere"'),
    "impossible inertia": ("<izz>1", "<izz>9"),
    "no number": ("<radius>1", "<radius>one"),
    "misspelt element": ("<sphere><radius>1</radius></sphere>", "<shpere><radius>1</radius></shpere>"),
    "dangling frame": ('attached_to="arm"', 'attached_to="nowhere"'),
    "reserved name": ('<link name="hand"/>', '<link name="__hand__"/>'),
    "misspelt type": ('<joint name="wrist" type="revolute"', '<joint name="wrist" type="revolut"'),
    "unknown axis frame": ('expressed_in="f"', 'expressed_in="nowhere"'),
    "no direction": ("<xyz>1 0 0</xyz>", "<xyz>0 0 0</xyz>"),
    "dangling mimic": ('<mimic joint="shoulder">', '<mimic joint="sholder">'),
    "missing child": ("<child>arm</child>", ""),
    "misspelt link": ('<link name="base"/>', '<lnik name="base"/>'),
    "link twice": ('<link name="base"/>', '<link name="base"/><link name="base"/>'),
    "relative at the top": ('<model name="m">', '<model name="m"><pose relative_to="x">0 0 0 0 0 0</pose>'),
}

SKEL = """<skel version="1.0"><world name="w"><skeleton name="s">
<body name="base"/>
<body name="arm"><inertia><mass>1</mass><moment_of_inertia><ixx>1</ixx><iyy>1</iyy><izz>1</izz><ixy>0</ixy><ixz>0</ixz>
<iyz>0</iyz></moment_of_inertia></inertia></body>
<body name="hand"/>
<joint type="free" name="root"><parent>world</parent><child>base</child></joint>
<joint type="revolute" name="shoulder"><parent>base</parent><child>arm</child>
<axis><xyz>0 0 1</xyz></axis></joint>
<joint type="revolute" name="wrist"><parent>arm</parent><child>hand</child>
<axis><xyz>1 0 0</xyz></axis></joint>
</skeleton></world></skel>"""
SKEL_FAULTS: dict[str, Fault] = {
    "bad mass": ("<mass>1", "<mass>-1"),
    "impossible inertia": ("<izz>1", "<izz>9"),
    "misspelt body": ('<body name="hand"/>', '<bdoy name="hand"/>'),
    "body twice": ('<body name="base"/>', '<body name="base"/><body name="base"/>'),
    "misspelt type": ('<joint type="revolute" name="wrist"', '<joint type="revolut" name="wrist"'),
    "dangling child": ("<child>hand</child>", "<child>nowhere</child>"),
    "no direction": ("<xyz>1 0 0</xyz>", "<xyz>0 0 0</xyz>"),
    "no number": ("<xyz>0 0 1</xyz>", "<xyz>0 0 one</xyz>"),
    "text": ("</joint>\n</skeleton>", "</joint>hello\n</skeleton>"),
}

DIRECTIVES = """directives:
- add_model_instance: { name: cell }
- add_model:
    name: cell::left
    file: package://things/arm.urdf
    default_joint_positions: { shoulder: [0.5], elbow: [1] }
- add_model:
    name: crate
    file: package://things/box.sdf
    default_free_body_pose:
      body: { translation: [1, 2, 3] }
- add_model:
    name: lamp
    file: package://things/lamp.sdf
- add_frame:
    name: grip
    X_PF:
      base_frame: cell::left::tip
      rotation: !Rpy { deg: [0, 0, 90] }
- add_weld:
    parent: world
    child: cell::left::base
- add_collision_filter_group:
    name: all
    members: ['cell::left::base', 'crate::body']
    ignored_collision_filter_groups: [all]
"""
DIRECTIVES_FAULTS: dict[str, Fault] = {
    "misspelt directive": ("add_model_instance", "add_model_instnce"),
    "unknown file": ("lamp.sdf", "lump.sdf"),
    "no scheme": ("package://things/lamp.sdf", "lamp.sdf"),
    "misspelt key": ("name: crate", "nmae: crate"),
    "missing name": ("name: cell::left", ""),
    "model twice": ("name: lamp", "name: crate"),
    "dangling joint": ("shoulder: [0.5]", "sholder: [0.5]"),
    "two positions": ("elbow: [1]", "elbow: [1, 2]"),
    "dangling body": ("      body:", "      bdoy:"),
    "short translation": ("[1, 2, 3]", "[1, 2]"),
    "dangling base": ("base_frame: cell::left::tip", "base_frame: cell::left::tpi"),
    "no number": ("[0, 0, 90]", "[0, 0, ninety]"),
    "unknown tag": ("!Rpy", "!Rpx"),
    "dangling child": ("child: cell::left::base", "child: cell::left::bsae"),
    "dangling parent": ("parent: world", "parent: earth"),
    "dangling member": ("'crate::body'", "'crate::bdoy'"),
    "dangling group": ("groups: [all]", "groups: [al]"),
}
MJCF = """<mujoco model="lamp">
  <compiler angle="radian"/>
  <default>
    <geom rgba="1 0 0 1"/>
    <default class="arm"><joint damping="1"/></default>
  </default>
  <asset><material name="steel" rgba="0.5 0.5 0.5 1"/></asset>
  <worldbody>
    <body name="base">
      <geom name="foot" type="cylinder" size="0.1 0.02" material="steel"/>
      <body name="upper" pos="0 0 0.1" childclass="arm">
        <joint name="tilt" axis="0 1 0" range="-1 1"/>
        <geom name="rod" type="capsule" fromto="0 0 0 0 0 1" size="0.02"/>
        <body name="tip" pos="0 0 1" quat="1 0 0 0">
          <joint name="turn" axis="0 0 1"/>
          <inertial pos="0 0 0" mass="1" diaginertia="1 1 1"/>
          <site name="end"/>
        </body>
      </body>
    </body>
  </worldbody>
  <contact><exclude body1="base" body2="tip"/></contact>
  <actuator><motor name="m" joint="tilt" ctrlrange="-1 1"/></actuator>
  <sensor><framepos objtype="site" objname="end"/></sensor>
  <keyframe><key name="home" qpos="0 0.5"/></keyframe>
</mujoco>
"""
MJCF_FAULTS = {
    "unknown element": ('<site name="end"/>', '<sight name="end"/><site name="end"/>'),
    "unknown attribute": ('<body name="base">', '<body name="base" colour="red">'),
    "no number": ("0 0 0.1", "0 0 high"),
    "unknown word": ("cylinder", "cylindre"),
    "no such class": ('childclass="arm"', 'childclass="amr"'),
    "no such material": ('material="steel"', 'material="steal"'),
    "no such joint": ('joint="tilt"', 'joint="tlit"'),
    "no such site": ('objname="end"', 'objname="edn"'),
    "no such body": ('body1="base"', 'body1="bsae"'),
    "name twice": ('<joint name="turn"', '<joint name="tilt"'),
    "negative size": ('size="0.02"', 'size="-0.02"'),
    "axis of zeros": ('axis="0 0 1"', 'axis="0 0 0"'),
    "impossible inertia": ('1 1 1"/>', '1 1 5"/>'),
    "two orientations": ('quat="1 0 0 0"', 'quat="1 0 0 0" euler="0 0 0"'),
    "empty control": ('ctrlrange="-1 1"', 'ctrlrange="1 -1"'),
    "short key": ('qpos="0 0.5"', 'qpos="0"'),
}
DOCUMENTS = {
    "urdf": (URDF, URDF_FAULTS),
    "sdformat": (SDFORMAT, SDFORMAT_FAULTS),
    "skel": (SKEL, SKEL_FAULTS),
    "mjcf": (MJCF, MJCF_FAULTS),
    "dmd": (DIRECTIVES, DIRECTIVES_FAULTS),
}
THINGS = {
    "package.xml": "<package><name>things</name></package>",
    "arm.urdf": """<robot name="arm"><link name="base"/><link name="tip"/>
<link name="mid"/><joint name="shoulder" type="continuous"><parent link="base"/><child link="mid"/></joint>
<joint name="elbow" type="continuous"><parent link="mid"/><child link="tip"/></joint></robot>""",
    "lamp.sdf": '<sdf version="1.9"><model name="lamp"><link name="bulb"/></model></sdf>',
    "box.sdf": '<sdf version="1.9"><model name="box"><link name="body"/></model></sdf>',
}


@pytest.fixture(autouse=True)
def things(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The package that the directives find their files in."""
    (tmp_path / "things").mkdir()
    for name, text in THINGS.items():
        (tmp_path / "things" / name).write_text(text, encoding="utf-8")
    monkeypatch.setenv("ROS_PACKAGE_PATH", str(tmp_path))


def findings(text: str, format: str) -> set[tuple[str, int]]:
    """Code and line of what is more than a note."""
    try:
        diagnostics = bodyplan.loads(text, format=format, strict=True).diagnostics
    except bodyplan.LoadError as error:
        diagnostics = error.diagnostics
    return {(finding.code, finding.line) for finding in diagnostics if finding.severity != "note"}


def planted(text: str, faults: tuple[Fault, ...]) -> str | None:
    """The document with faults; None where one is in the place of another."""
    for sound, broken in faults:
        if sound not in text:
            return None
        text = text.replace(sound, broken.replace("\n", " ") if "\n" not in sound else broken, 1)
    return text


@pytest.mark.parametrize("format", DOCUMENTS)
def test_sound_documents_have_no_findings(format: str) -> None:
    assert findings(DOCUMENTS[format][0], format) == set()


@pytest.mark.parametrize("count", [2, 3, 5])
@pytest.mark.parametrize("format", DOCUMENTS)
def test_mending_one_fault_brings_up_no_other(format: str, count: int) -> None:
    sound, faults = DOCUMENTS[format]
    step = {2: 1, 3: 7, 5: 211}[count] * (4 if format == "dmd" else 1)
    wrong = []
    for names in list(combinations(faults, count))[::step]:
        text = planted(sound, tuple(faults[name] for name in names))
        if text is None:
            continue
        before = findings(text, format)
        for name in names:
            mended = planted(sound, tuple(faults[other] for other in names if other != name))
            new = findings(mended, format) - before if mended is not None else set()
            if new:
                wrong.append((names, name, new))
    assert wrong == []


@pytest.mark.parametrize("declared", ["", ' xmlns:drake="http://drake.mit.edu"', ' xmlns:drake="urn:other"'])
def test_a_misspelt_attribute_with_a_prefix(declared: str) -> None:
    text = URDF.replace('name="r"', f'name="r"{declared}').replace("<limit ", '<limit drake:acceleraion="1" ')
    undeclared = set() if declared else {("BP005", 14)}
    assert findings(text, "urdf") == {("BP202", 14)} | undeclared
    faulty = text.replace('<mimic joint="shoulder"/>', '<mimic joint="sholder"/>')
    assert findings(faulty, "urdf") == {("BP202", 14), ("BP508", 17)} | undeclared


@pytest.mark.slow
def test_many_names_that_are_taken_take_little_memory(tmp_path: Path) -> None:
    peaks = []
    for count in (1_000, 1_000, 4_000):
        path = tmp_path / "r.urdf"
        path.write_text("<robot name='r'>" + "<link name='l'/>" * count + "</robot>")
        tracemalloc.start()
        assert len(bodyplan.check(path).diagnostics) >= count - 1
        peaks.append(tracemalloc.get_traced_memory()[1])
        tracemalloc.stop()
    assert peaks[2] < 5 * peaks[1]

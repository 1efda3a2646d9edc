"""Small files that stand for more than any memory holds, numbers that are too large, names that move the cursor."""

from __future__ import annotations

import copy
import pickle
import warnings
from pathlib import Path
from typing import Any

import bodyplan
import pytest
from bodyplan.cli.scene_json import scene_text
from bodyplan.runtime import budget
from bodyplan.semantics.diagrams.build import drawing_of
from bodyplan.semantics.diagrams.svg import render
from bodyplan.semantics.formats.mjcf import copies

from .limited import GIGABYTE, findings

LINK = "<link name='l'/>"


def fan_out(folder: Path, levels: int, include: str, leaf: str) -> Path:
    """Files that each include the next ten times."""
    for level in range(levels):
        inner = "".join(include.format(name=f"i{n}", uri=f"{level + 1}.sdf") for n in range(10))
        text = f"<sdf version='1.9'><model name='m'>{LINK}{inner}</model></sdf>"
        (folder / f"{level}.sdf").write_text(text, encoding="utf-8")
    (folder / f"{levels}.sdf").write_text(f"<sdf version='1.9'><model name='m'>{leaf}</model></sdf>", encoding="utf-8")
    return folder / "0.sdf"


def loaded(text: str | bytes, **options: Any) -> Any:
    """The document; None after our own error, which has one among its findings."""
    try:
        return bodyplan.loads(text, **options)
    except bodyplan.LoadError as error:
        if all(finding.severity != "error" for finding in error.diagnostics):
            raise AssertionError("no finding is an error") from error
        return None


def the_error(path: Path, **options: object) -> str:
    found = findings(path, memory=3 * GIGABYTE, **options)
    (code, severity, *_) = found[0]
    assert (len(found), severity) == (1, "error"), found[:5]
    return str(code)


def test_includes_that_fan_out(tmp_path: Path) -> None:
    include = "<include><name>{name}</name><uri>{uri}</uri></include>"
    assert the_error(fan_out(tmp_path, 20, include, LINK)) == "BP337"


def test_merged_models_that_fan_out(tmp_path: Path) -> None:
    frames = LINK + "".join(f"<frame name='f{n}'/>" for n in range(100))
    assert the_error(fan_out(tmp_path, 5, "<include merge='true'><uri>{uri}</uri></include>", frames)) == "BP015"


def test_large_models_that_fan_out(tmp_path: Path) -> None:
    include = "<include><name>{name}</name><uri>{uri}</uri></include>"
    links = "".join(f"<link name='l{n}'/>" for n in range(1000))
    assert the_error(fan_out(tmp_path, 4, include, links)) == "BP015"


def test_robots_of_other_formats_that_fan_out(tmp_path: Path) -> None:
    links = "".join(f"<link name='l{n}'/>" for n in range(1000))
    joints = "".join(
        f"<joint name='j{n}' type='fixed'><parent link='l{n}'/><child link='l{n + 1}'/></joint>" for n in range(999)
    )
    (tmp_path / "r.urdf").write_text(f"<robot name='r'>{links}{joints}</robot>", encoding="utf-8")
    include = "<include><name>{name}</name><uri>{uri}</uri></include>"
    robots = LINK + "".join(include.format(name=f"r{n}", uri="r.urdf") for n in range(10))
    assert the_error(fan_out(tmp_path, 3, include, robots)) == "BP015"


def test_directives_that_fan_out(tmp_path: Path) -> None:
    for level in range(30):
        lines = [f"- add_directives: {{file: 'file://{tmp_path}/{level + 1}.dmd.yaml'}}"] * 10
        (tmp_path / f"{level}.dmd.yaml").write_text("\n".join(["directives:", *lines]), encoding="utf-8")
    (tmp_path / "30.dmd.yaml").write_text("directives: []", encoding="utf-8")
    assert the_error(tmp_path / "0.dmd.yaml") == "BP015"


def in_world(inner: str, sections: str = "") -> str:
    """A document of MJCF."""
    return f"<mujoco><worldbody>{inner}</worldbody>{sections}</mujoco>"


def replicated(inner: str, *counts: int) -> str:
    """Copies of copies."""
    for count in counts:
        inner = f'<replicate count="{count}">{inner}</replicate>'
    return inner


def attached(kind: str, levels: int, inner: str) -> str:
    """Bodies or frames that each attach the one before twice."""
    made = f'<{kind} name="x0">{inner}</{kind}>'
    for level in range(1, levels):
        attach = "".join(f'<attach {kind}="x{level - 1}" prefix="{side}{level}"/>' for side in "lr")
        made += f'<{kind} name="x{level}">{attach}</{kind}>'
    return made


GEOM = '<geom size=".1"/>'
THINGS = f'<body name="b"><joint name="j"/>{GEOM}</body>'
COPIED = {
    "copies": (in_world(replicated(GEOM, 1_000_000)), 0),
    "copies of nothing": (in_world(replicated("", 10**9)), 0),
    "copies of copies": (in_world(replicated(THINGS, 1_000, 1_000)), 3_000),
    "copies doubled": (in_world(replicated(GEOM, *[2] * 60)), 300_000),
    "copies of what refers to nothing": (
        in_world(replicated(GEOM, *[10] * 5), f"<sensor>{'<clock/>' * 9}</sensor>"),
        300_000,
    ),
    "bodies that are attached twice": (in_world(attached("body", 60, GEOM)), 300_000),
    "frames that are attached twice": (in_world(attached("frame", 60, GEOM)), 300_000),
    "empty frames that are attached twice": (in_world(attached("frame", 45, "")), 300_000),
}


@pytest.mark.parametrize("name", COPIED)
def test_copies_are_counted_before_they_are_made(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text, most = COPIED[name]
    monkeypatch.setitem(budget.LIMITS, "copies", most_made := 30_000)
    made = 0
    plain = copies.Naming.copy_part

    def count(*given: Any, **named: Any) -> Any:
        nonlocal made
        made += 1
        return plain(*given, **named)

    monkeypatch.setattr(copies.Naming, "copy_part", count)
    with pytest.raises(bodyplan.LoadError) as caught:
        bodyplan.loads(text)
    (finding,) = caught.value.diagnostics
    assert (finding.code, f"more than {most_made} copies" in finding.message) == ("BP015", True)
    assert made <= min(most, most_made)


def test_frames_that_are_attached_in_a_long_row() -> None:
    frames = '<frame name="f0"/>' + "".join(
        f'<frame name="f{n}"><attach frame="f{n - 1}" prefix="p{n}"/></frame>' for n in range(1, 100)
    )
    with pytest.raises(bodyplan.LoadError) as caught:
        bodyplan.loads(in_world(frames))
    assert {finding.code for finding in caught.value.diagnostics} == {"BP336"}


@pytest.mark.parametrize(
    "text",
    [
        '<mujoco><asset><hfield name="h" nrow="2000000000" ncol="2000000000" size="1 1 1 1"/></asset></mujoco>',
        '<mujoco><asset><texture name="t" type="2d" builtin="flat" width="2000000000" height="2000000000"/></asset></mujoco>',
        in_world('<body><flexcomp name="f" type="grid" count="100000 100000 100000" spacing="1 1 1"/></body>'),
        in_world("", "<keyframe><key qpos='" + "1 " * 100_000 + "'/></keyframe>"),
        in_world("<body>" * 10_000 + "</body>" * 10_000),
    ],
)
def test_sizes_that_are_only_written_cost_nothing(text: str) -> None:
    loaded(text)


@pytest.mark.parametrize("what", ["elements", "frames", "links"])
def test_each_limit_ends_a_load_and_the_expansion(
    what: budget.What, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = fan_out(tmp_path, 2, "<include><name>{name}</name><uri>{uri}</uri></include>", LINK)
    document = bodyplan.load(path)
    monkeypatch.setitem(budget.LIMITS, what, 50)
    (finding,) = bodyplan.check(path, strict=False).diagnostics
    assert (finding.code, "more than 50 " + what in finding.message) == ("BP015", True)
    for again in (lambda: document.dumps(expand=True), lambda: document.root and document.scene):
        with pytest.raises(bodyplan.LoadError) as caught:
            again()
        assert [each.code for each in caught.value.diagnostics] == ["BP015"]


def test_worlds_of_a_hundred_thousand_links_are_read(tmp_path: Path) -> None:
    links = "".join(f"<link name='l{n}'/>" for n in range(1000))
    part = f"<sdf version='1.9'><model name='m'>{links}</model></sdf>"
    (tmp_path / "part.sdf").write_text(part, encoding="utf-8")
    includes = "".join(f"<include><name>m{n}</name><uri>part.sdf</uri></include>" for n in range(100))
    path = tmp_path / "world.sdf"
    path.write_text(f"<sdf version='1.9'><world name='w'>{includes}</world></sdf>", encoding="utf-8")
    assert bodyplan.check(path).diagnostics == ()


@pytest.mark.parametrize("version", ["1.0", "1.2", "1.3"])
@pytest.mark.parametrize(
    "part",
    [
        "<joint name='j' type='revolute'><parent link='a'/><child link='b'/><axis><xyz>0 0 1</xyz></axis></joint>",
        "<link name='c'><visual name='v'><geometry/><material><script>x</script></material></visual></link>",
        "<link name='c'><inertial><mass>1</mass></inertial></link>",
        "<joint name='j' type='revolute' parent='a' child='b'/>",
    ],
)
def test_an_attribute_of_an_old_version_written_as_an_element(version: str, part: str) -> None:
    text = f"<sdf version='{version}'><model name='m'><link name='a'/><link name='b'/>{part}</model></sdf>"
    document = loaded(text)
    if document is not None:
        document.dumps()
        assert document.scene.links


@pytest.mark.parametrize("version", ["1.5", "1.9", "1.12"])
@pytest.mark.parametrize(
    ("head", "tail"), [("<model name='m{n}'><link name='l'/>", "</model>"), ("<x><y/>", "</x>"), ("<a:x>", "</a:x>")]
)
def test_the_deepest_documents_are_written_copied_and_pickled(version: str, head: str, tail: str) -> None:
    depth = 189
    nest = "".join(head.format(n=n) for n in range(depth)) + tail * depth
    if not head.startswith("<model"):
        nest = f"<model name='m'><link name='l'/>{nest}</model>"
    document = bodyplan.loads(f"<sdf xmlns:a='a' version='{version}'>{nest}</sdf>")

    def all_of_it(calls: int) -> None:
        if calls:
            return all_of_it(calls - 1)
        document.dumps()
        document.dumps(expand=True)
        document.dumps(version="1.7")
        assert copy.deepcopy(document.root) == document.root
        assert pickle.loads(pickle.dumps(document)).root == document.root
        assert document.check().diagnostics == document.diagnostics
        return None

    all_of_it(200)  # as from within a large program


NUMBERS = ["1e308", "-1e308", "1e-308", "5e-324", "1e200", "inf", "-inf", "nan"]
INERTIAL = "<inertia><ixx>{0}</ixx><iyy>{0}</iyy><izz>{0}</izz><ixy>{0}</ixy><ixz>0</ixz><iyz>0</iyz></inertia>"
SDF = """<sdf version="1.11"><model name="m"><link name="a"><pose>{0} 0 0 0 {0} 0</pose><inertial><pose>0 0 0 {0} 0 0</pose>
<mass>{0}</mass>{1}</inertial></link><link name="b"><inertial auto="true"><density>{0}</density></inertial>
<collision name="s"><geometry><sphere><radius>{0}</radius></sphere></geometry></collision>
<collision name="c"><geometry><capsule><radius>{0}</radius><length>{0}</length></capsule></geometry></collision></link>
<joint name="j" type="screw"><pose>{0} {0} 0 0 0 0</pose><parent>a</parent><child>b</child>
<screw_thread_pitch>{0}</screw_thread_pitch><axis><xyz>{0} {0} 0</xyz></axis></joint></model></sdf>"""
URDF = """<robot name="r"><link name="a"><inertial><origin xyz="{0} 0 0" rpy="0 {0} 0"/><mass value="{0}"/>
<inertia ixx="{0}" iyy="{0}" izz="{0}" ixy="{0}" ixz="0" iyz="0"/></inertial></link><link name="b"/>
<joint name="j" type="revolute"><origin xyz="{0} 0 0" rpy="{0} 0 0"/><parent link="a"/><child link="b"/>
<axis xyz="{0} 1 0"/><limit lower="-{0}" upper="{0}" effort="{0}" velocity="{0}"/></joint></robot>"""
SKEL = """<skel version="1.0"><world name="w"><skeleton name="s"><body name="b"><transformation>{0} 0 0 0 {0} 0</transformation>
<inertia><mass>{0}</mass></inertia><collision_shape><geometry><capsule><radius>{0}</radius><height>{0}</height></capsule>
</geometry></collision_shape><collision_shape><geometry><sphere><radius>{0}</radius></sphere></geometry></collision_shape>
<collision_shape><geometry><cone><radius>{0}</radius><height>{0}</height></cone></geometry></collision_shape></body>
<joint type="free" name="j"><parent>world</parent><child>b</child><init_pos>{0} 0 0 {0} 0 0</init_pos></joint>
</skeleton></world></skel>"""


@pytest.mark.parametrize("text", [SDF, URDF, SKEL], ids=["sdformat", "urdf", "skel"])
@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("target", [None, "libsdformat", "drake", "urdfdom", "dart"])
def test_numbers_out_of_range_raise_and_warn_of_nothing(text: str, number: str, target: bodyplan.Target | None) -> None:
    one_by_one = text.split("{0}")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for place in range(-1, len(one_by_one) - 1):
            numbers = iter(number if place in (-1, at) else "1" for at in range(len(one_by_one)))
            document = "".join(part + (next(numbers) if part is not one_by_one[-1] else "") for part in one_by_one)
            document = document.replace("{1}", INERTIAL.format(number))
            made = loaded(document, target=target)
            if made is None:
                continue
            made.dumps()
            scene = made.scene
            scene_text(scene)
            render(drawing_of(scene))
            for q in (
                scene.default_configuration,
                {name: [1e308] * joint.dofs for name, joint in scene.joints.items()},
            ):
                poses = scene.forward_kinematics(q)
                assert [poses[frame] for frame in scene.frames]


def test_whole_numbers_of_thousands_of_digits() -> None:
    digits = "9" * 6000
    skeleton = f"<skeleton name='s'><body name='b'/><joint name='j'><dof local_index='{digits}'/></joint></skeleton>"
    texts = [
        f"<sdf version='1.{digits}'><model name='m'><link name='l'/></model></sdf>",
        f"<robot name='r' version='{digits}'><link name='l'/></robot>",
        f"<skel version='1.0'><world name='w'>{skeleton}</world></skel>",
    ]
    for text in texts:
        for target in ("libsdformat", "drake", "urdfdom", "dart"):
            loaded(text, target=target)


@pytest.mark.parametrize(
    "head", ["<?a b?>", "<!-- c --><?a b?>", "<!DOCTYPE skel><?a b?>", "<?xml version='1.0'?><?a?>"]
)
@pytest.mark.parametrize(
    "root", ["<skel version='1.0'><world name='w'/></skel>", "<robot name='r'><link name='l'/></robot>"]
)
def test_processing_instructions_before_the_root(head: str, root: str) -> None:
    for target in ("libsdformat", "drake", "urdfdom", "dart"):
        for text in (head + root, (head + root).encode()):
            loaded(text, target=target)

"""Pictures of a scene."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from math import inf, pi
from xml.etree import ElementTree

import bodyplan
import pytest
from bodyplan.diagnostics.errors import NameNotFound
from bodyplan.semantics.diagrams import dot as dots
from bodyplan.semantics.diagrams import mermaid as mermaids
from bodyplan.semantics.diagrams import svg as svgs
from bodyplan.semantics.diagrams.build import drawing_of
from bodyplan.semantics.diagrams.diagram import Kind, labels
from bodyplan.semantics.diagrams.joint_styles import FAMILIES, family_of, outline
from bodyplan.semantics.diagrams.number_format import format_limits, format_limits_long, format_pose, round_numbers
from bodyplan.semantics.diagrams.svg import A4
from bodyplan.semantics.diagrams.text_metrics import shorten_text, width
from bodyplan.semantics.ir.joints import Motion
from bodyplan.semantics.ir.scoped_names import shared_scope
from bodyplan.semantics.ir.world import WorldIR
from bodyplan.semantics.scene.scene import Scene, build
from bodyplan.semantics.spatial.transform import Transform

from tests.bounding import calls_of
from tests.pictures import Picture

BuildChain = Callable[..., WorldIR]
KINDS: tuple[Kind, ...] = ("frames", "poses", "joints")


def dot(scene: Scene, kind: Kind | None = None) -> str:
    return dots.render(drawing_of(scene, kind))


def mermaid(scene: Scene, kind: Kind | None = None) -> str:
    return mermaids.render(drawing_of(scene, kind))


def svg(scene: Scene, kind: Kind | None = None) -> str:
    return svgs.render(drawing_of(scene, kind))


def robot(count: int, above: Callable[[int], int], joint: str = 'type="fixed"', inner: str = "") -> Scene:
    """A robot of so many links, each below the one whose number is given for its own."""
    links = "".join(f'<link name="link_{n}"/>' for n in range(count))
    joints = "".join(
        f'<joint name="joint_{n}" {joint}><parent link="link_{above(n)}"/><child link="link_{n}"/>{inner}</joint>'
        for n in range(1, count)
    )
    return bodyplan.loads(f'<robot name="r">{links}{joints}</robot>').scene


def test_frames_point_at_what_they_are_attached_to_and_poses_at_what_they_are_relative_to(chain: BuildChain) -> None:
    scene = build(chain(Motion.REVOLUTE))
    frames = {(edge.start, edge.end) for edge in drawing_of(scene, "frames").edges}
    assert frames == {("m", "m::l0"), ("m::base", "m::l0"), ("m::j0", "m::l1")}
    poses = {(edge.start, edge.end) for edge in drawing_of(scene, "poses").edges}
    assert poses == {
        ("m", "world"),
        ("m::l0", "m"),
        ("m::l1", "m"),
        ("m::base", "m::l0"),
        ("m::j0", "m::l1"),
    }


def test_joints_point_from_parent_to_child_and_loops_are_dashed(four_bar: Scene) -> None:
    edges = {edge.label: edge for edge in drawing_of(four_bar, "joints").edges}
    assert (edges["jb"].start, edges["jb"].end, edges["jb"].type) == ("m::a", "m::b", "revolute")
    assert [name for name, edge in edges.items() if edge.line == "dashed"] == ["close"]
    assert "style=dashed" in dot(four_bar, "joints")
    assert "-.->" in mermaid(four_bar, "joints")
    assert 'stroke-dasharray="6 3"' in svg(four_bar, "joints")
    assert "closes at c" in svg(four_bar, "joints")


def test_joints_are_drawn_by_default_and_poses_where_there_are_none(four_bar: Scene) -> None:
    assert drawing_of(four_bar).kind == "joints"
    assert drawing_of(
        bodyplan.loads("<sdf version='1.9'><model name='m'><link name='l'/></model></sdf>").scene
    ).kind == ("poses")


@pytest.mark.parametrize("kind", KINDS)
def test_graphviz_understands_the_text(four_bar: Scene, kind: Kind) -> None:
    program = shutil.which("dot")
    if program is None:
        pytest.skip("graphviz is not installed")
    done = subprocess.run([program, "-Tplain"], input=dot(four_bar, kind), capture_output=True, text=True, check=True)
    assert done.stdout.startswith("graph")
    assert not done.stderr


def test_names_may_hold_anything() -> None:
    odd = 'a "b" <c>\\ #1\n\x1b[31m&amp;</text><script>'
    description = WorldIR(format="sdformat")
    description.add_model("m")
    description.add_link(odd, scope="m")
    description.add_link("l", scope="m")
    description.add_joint("<j>", scope="m", type="fixed", motion=Motion.FIXED, parent="l", child=odd)
    scene = build(description)
    assert r'"m::a \"b\" <c>\\ #1\\n\\x1b[31m&amp;</text><script>"' in dot(scene, "frames")
    assert "a #quot;b#quot; #lt;c#gt;" in mermaid(scene, "frames")
    for kind in KINDS:
        root = ElementTree.fromstring(svg(scene, kind))
        assert not list(root.iter("{*}script"))
        assert "\x1b" not in svg(scene, kind)


def test_names_that_look_alike_when_escaped_are_two_nodes() -> None:
    description = WorldIR(format="sdformat")
    description.add_model("m")
    for name in ("a\n", "a\\n", "a\\n (1)"):
        description.add_link(name, scope="m")
    nodes = re.findall(r'^  (".*") \[label', dots.render(drawing_of(build(description), "joints")), re.MULTILINE)
    assert len(nodes) == len(set(nodes)) == 3


# What is written


@pytest.mark.parametrize(
    ("values", "texts"),
    [
        ((0.3, 5.551e-17, -0.1), ["0.3", "0", "-0.1"]),
        ((5.551e-17, -1e-12), ["0", "0"]),
        ((0.12345, 1.0), ["0.123", "1"]),
        ((-1e-5, 1.0), ["0", "1"]),
        ((2e-5, 0.0), ["0.00002", "0"]),
        ((116.0,), ["116"]),
        ((1234.5678,), ["1235"]),
        ((1e9,), ["1e+09"]),
        ((float("nan"), inf), ["nan", "inf"]),
    ],
)
def test_numbers_are_rounded_as_people_do(values: tuple[float, ...], texts: list[str]) -> None:
    assert round_numbers(values) == texts


def test_a_pose_is_what_is_not_zero() -> None:
    assert format_pose(Transform.from_rpy((0, 0, 0), (0, 0, 0))) == ()
    assert format_pose(Transform.from_rpy((0.1, 5.551e-17, 0), (0, 0, 1e-17))) == ("xyz 0.1 0 0",)
    assert format_pose(Transform.from_rpy((0, 0, 0), (0, 0, pi / 2))) == ("rpy 0 0 1.571",)


@pytest.mark.parametrize(
    ("kind", "limit", "short", "long"),
    [
        ("revolute", '<limit lower="-1.5707963" upper="0.5" effort="1" velocity="1"/>', "-90° … 28.6°", "-1.571 … 0.5 rad (-90° … 28.6°)"),
        ("prismatic", '<limit lower="0" upper="0.31" effort="1" velocity="1"/>', "0 … 0.31 m", "0 … 0.31 m"),
        ("continuous", "", "", ""),
        ("fixed", "", "", ""),
    ],
)  # fmt: skip
def test_limits_have_units(kind: str, limit: str, short: str, long: str) -> None:
    joint = robot(2, lambda n: n - 1, f'type="{kind}"', limit).joints["r::joint_1"]
    assert (format_limits(joint), format_limits_long(joint)) == (short, long)


def test_one_limit_and_axes_of_several_kinds() -> None:
    text = (
        "<sdf version='1.9'><model name='m'><link name='a'/><link name='b'/><joint name='j' type='{}'>"
        "<parent>a</parent><child>b</child><axis><xyz>1 0 0</xyz><limit><lower>-1</lower></limit></axis>"
        "<axis2><xyz>0 1 0</xyz></axis2></joint></model></sdf>"
    )
    hinge = bodyplan.loads(text.format("revolute")).scene.joints["m::j"]
    assert format_limits(hinge) == "≥ -57.3°"
    universal = bodyplan.loads(text.format("universal")).scene.joints["m::j"]
    assert format_limits(universal) == "≥ -57.3°, no limits"


def test_names_go_without_the_scope_that_they_share() -> None:
    assert shared_scope(["world", "t::a", "t::b::c"]) == "t"
    assert shared_scope(["t", "t::a"], models=["t"]) == "t"
    assert shared_scope(["t::a", "u::a"]) == ""
    assert shared_scope(["t::a"]) == "t"
    hung = {"t": None, "t::a": "t", "t::b::c": "t::a", "t::b::d": "t::b::c"}
    assert labels(hung, "t") == {"t": "t", "t::a": "a", "t::b::c": "b::c", "t::b::d": "d"}


def test_kinds_of_joints_differ_in_shape_and_in_colour() -> None:
    for look in ("colour", "dark", "mark", "arrow"):
        assert len({getattr(family, look) for family in FAMILIES}) == len(FAMILIES), look
    assert len({outline(family.mark, 0, 0) for family in FAMILIES}) == len(FAMILIES)
    assert [each.mark for each in FAMILIES if outline(each.mark, 0, 0, upright=True) != outline(each.mark, 0, 0)] == [
        "bar"
    ]


def test_an_upright_bar_is_a_lying_one_turned() -> None:
    bars = [re.findall(r'"(.*?)"', outline("bar", 10, 20, upright=upright)) for upright in (False, True)]
    (x, y, width, height), (other_x, other_y, *other) = [list(map(float, bar)) for bar in bars]
    assert other == [height, width]
    assert (x + width / 2, y + height / 2) == pytest.approx((10, 20))
    assert (other_x + height / 2, other_y + width / 2) == pytest.approx((10, 20))


def test_joints_have_the_colours_of_their_families(chain: BuildChain) -> None:
    scene = build(chain(Motion.PRISMATIC))
    family = next(family for each in scene.joints.values() if (family := family_of(each)).name == "prismatic")
    assert f'color="{family.colour}", arrowhead={family.arrow}, penwidth=1.8' in dot(scene, "joints")


@pytest.mark.parametrize("motion", Motion)
def test_every_motion_has_a_family(chain: BuildChain, motion: Motion) -> None:
    scene = build(chain(motion))
    family = family_of(scene.joints["m::j0"])
    assert (family.name == "other") == (motion in (Motion.CURVILINEAR, Motion.GEARBOX))
    assert family.name in svg(scene, "joints")


def test_the_legend_names_what_is_there(four_bar: Scene) -> None:
    texts = {text.what for text in Picture.read(svg(four_bar, "joints")).texts}
    assert {"continuous", "closes a loop", "world", "link"} <= texts
    assert not texts & {"prismatic", "fixed", "coupled"}


def test_what_follows_is_dotted() -> None:
    scene = bodyplan.loads(
        '<robot name="r"><link name="a"/><link name="b"/><link name="c"/>'
        '<joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint>'
        '<joint name="k" type="continuous"><parent link="a"/><child link="c"/>'
        '<mimic joint="j" multiplier="-2" offset="0.5"/></joint></robot>'
    ).scene
    (edge,) = (edge for edge in drawing_of(scene).edges if edge.line == "dotted")
    assert (edge.start, edge.end) == ("r::b", "r::c")
    assert "mimics j × -2 + 0.5" in svg(scene)
    assert "style=dotted" in dot(scene)


# What part


def test_a_part_begins_at_the_root_and_ends_at_the_depth() -> None:
    scene = robot(7, lambda n: (n - 1) // 2)
    drawing = drawing_of(scene, root="link_1", depth=1)
    assert [node.label for node in drawing.nodes] == ["link_1", "link_3", "link_4"]
    assert len(drawing.edges) == 2
    (top,) = drawing_of(scene, depth=0).nodes
    assert top.notes == ("… 6 links below",)


def test_a_root_is_told_by_its_scoped_name_or_its_end() -> None:
    world = "".join(f"<model name='{name}'><link name='l'/><link name='{name}x'/></model>" for name in "ab")
    scene = bodyplan.loads(f"<sdf version='1.9'><world name='w'>{world}</world></sdf>").scene
    assert [node.name for node in drawing_of(scene, "joints", root="a::l").nodes] == ["a::l"]
    assert [node.name for node in drawing_of(scene, "joints", root="bx").nodes] == ["b::bx"]
    with pytest.raises(NameNotFound, match="ambiguous: there are 'a::l', 'b::l'"):
        drawing_of(scene, "joints", root="l")
    with pytest.raises(NameNotFound, match="there is no link or frame 'c'"):
        drawing_of(scene, "joints", root="c")


def test_fixed_joints_fold() -> None:
    scene = bodyplan.loads(
        '<robot name="r"><link name="a"/><link name="b"/><link name="c"/><link name="d"/>'
        '<joint name="ab" type="fixed"><parent link="a"/><child link="b"/></joint>'
        '<joint name="bc" type="continuous"><parent link="b"/><child link="c"/></joint>'
        '<joint name="cd" type="fixed"><parent link="c"/><child link="d"/></joint></robot>'
    ).scene
    drawing = drawing_of(scene, collapse_fixed=True)
    assert [(node.label, node.notes) for node in drawing.nodes] == [("a", ("+ b",)), ("c", ("+ d",))]
    assert [(edge.start, edge.end, edge.label) for edge in drawing.edges] == [("r::a", "r::c", "bc")]


def test_what_couples_or_closes_within_one_node_is_left_out() -> None:
    scene = bodyplan.loads(
        '<robot name="r"><link name="a"/><link name="b"/><link name="c"/><link name="d"/>'
        '<joint name="ab" type="continuous"><parent link="a"/><child link="b"/></joint>'
        '<joint name="bc" type="fixed"><parent link="b"/><child link="c"/></joint>'
        '<joint name="cd" type="continuous"><parent link="c"/><child link="d"/><mimic joint="ab"/></joint></robot>'
    ).scene
    drawing = drawing_of(scene, collapse_fixed=True)
    assert [(edge.start, edge.end, edge.line) for edge in drawing.edges] == [
        ("r::a", "r::b", "solid"),
        ("r::b", "r::d", "solid"),
        ("r::b", "r::d", "dotted"),
    ]
    assert Picture.read(svgs.render(drawing)).faults() == []


def test_links_of_static_models_hang_together_as_written() -> None:
    scene = bodyplan.loads(
        "<sdf version='1.9'><model name='m'><static>true</static><link name='a'/><link name='b'/>"
        "<joint name='j' type='revolute'><parent>a</parent><child>b</child><axis><xyz>0 0 1</xyz></axis></joint></model></sdf>"
    ).scene
    drawing = drawing_of(scene)
    assert [edge.line for edge in drawing.edges] == ["solid"]
    assert {node.label: node.notes for node in drawing.nodes} == {"a": ("static",), "b": ()}


# Where it stands

SHAPES = {
    "chain": lambda n: n - 1,
    "comb": lambda n: (n - 1) // 2 * 2 if n % 2 else n - 2,
    "star": lambda n: 0,
    "binary": lambda n: (n - 1) // 2,
    "arms": lambda n: 0 if n < 6 else n - 5,
}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("count", [2, 3, 30, 200])
def test_nothing_shares_a_place_and_each_link_is_there_once(shape: str, count: int, kind: Kind) -> None:
    scene = robot(count, SHAPES[shape], 'type="continuous"', '<origin xyz="0.1 0 1" rpy="0 1 0"/>')
    picture = Picture.read(svg(scene, kind))
    assert picture.faults() == []
    assert sorted(node.what for node in picture.nodes) == sorted(scene.links if kind == "joints" else scene.frames)


def test_loops_share_no_place_with_anything(four_bar: Scene) -> None:
    for kind in KINDS:
        assert Picture.read(svg(four_bar, kind)).faults() == []


@pytest.mark.parametrize("shape", ["star", "binary"])
def test_trees_fill_the_shape_of_a_page(shape: str) -> None:
    picture = Picture.read(svg(robot(120, SHAPES[shape])))
    assert picture.scale > 0.6
    assert picture.shown[0] <= A4[0] + 1
    assert picture.shown[1] <= A4[1] + 1
    assert 0.6 < picture.page.right / picture.page.bottom < 2.6


def test_what_is_too_large_for_a_page_keeps_its_size() -> None:
    picture = Picture.read(svg(robot(900, SHAPES["binary"])))
    assert picture.scale == 1
    assert picture.shown[0] > A4[0]


def test_children_stand_below_their_parents_and_parents_in_the_middle_above_them() -> None:
    scene = robot(4, lambda n: 0)
    boxes = {box.what: box for box in Picture.read(svg(scene)).nodes}
    root, *children = (boxes[f"r::link_{n}"] for n in range(4))
    assert all(child.top > root.bottom for child in children)
    assert [child.left for child in children] == sorted(child.left for child in children)
    assert children[0].left < (root.left + root.right) / 2 < children[-1].right


def test_joints_called_like_their_links_go_without_their_names_only_where_room_is_short() -> None:
    def drawn(count: int) -> str:
        links = "".join(f'<link name="a{n}_link"/>' for n in range(count))
        joints = "".join(
            f'<joint name="a{n}_joint" type="continuous"><parent link="a{n - 1}_link"/><child link="a{n}_link"/></joint>'
            for n in range(1, count)
        )
        return svg(bodyplan.loads(f'<robot name="r">{links}{joints}</robot>').scene)

    assert "a1_joint" in drawn(5)
    assert "a joint without a name is called like its link" not in drawn(5)
    assert "a1_joint" not in drawn(60)
    assert "a joint without a name is called like its link" in drawn(60)


def test_long_texts_lose_their_middle() -> None:
    assert shorten_text("short", 10, 100) == "short"
    cut = shorten_text("left_" + "x" * 10_000 + "_right", 10, 120)
    assert cut.startswith("left_")
    assert cut.endswith("_right")
    assert "…" in cut
    assert width(cut, 10) <= 120


@pytest.mark.slow
def test_depth_is_no_recursion() -> None:
    scene = robot(3000, lambda n: n - 1)
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(200)
    try:
        for kind in KINDS:
            drawing = drawing_of(scene, kind)
            svgs.render(drawing)
            dots.render(drawing)
    finally:
        sys.setrecursionlimit(limit)


@pytest.mark.slow
@pytest.mark.parametrize("shape", ["chain", "comb", "star"])
def test_work_grows_with_what_there_is(shape: str) -> None:
    scenes = [robot(count, SHAPES[shape]) for count in (2100, 4200)]
    for scene in scenes:
        drawing_of(scene, "joints")  # what a scene makes once
    few, many = (calls_of(lambda scene=scene: svg(scene, "joints")) for scene in scenes)  # type: ignore[misc]
    assert many < 2.6 * few

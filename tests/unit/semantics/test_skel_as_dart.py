"""What DART takes from a SKEL document, text by text, and what ends its reading."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import pytest
from bodyplan.semantics.ir.geometry import Box, MultiSphere, Plane, Sphere
from bodyplan.semantics.targets.dart.skel_parser import DartValueError, number

HELD = '<joint name="held" type="weld"><parent>world</parent><child>a</child></joint>'
BOX = "<geometry><box><size>1 1 1</size></box></geometry>"
MASS = "<inertia><mass>1</mass></inertia>"
MOMENT = "".join(f"<{name}>1</{name}>" for name in ("ixx", "iyy", "izz", "ixy", "ixz"))


def document(content: str, physics: str = "") -> str:
    return f'<skel version="1.0"><world name="w">{physics}<skeleton name="s">{content}</skeleton></world></skel>'


def body(content: str) -> str:
    return document(f'<body name="a">{content}</body>{HELD}')


def joint(content: str, type: str = "revolute") -> str:
    ends = "<parent>world</parent><child>a</child>"
    return document(f'<body name="a"/><joint name="j" type="{type}">{ends}{content}</joint>')


def refusals(text: str) -> list[str]:
    """What DART cannot get over."""
    try:
        bodyplan.loads(text, target="dart")
    except bodyplan.LoadError as error:
        return [found.message for found in error.diagnostics if found.severity == "error"]
    return []


class TestNumbers:
    @pytest.mark.parametrize(
        ("text", "value"),
        [
            ("1", 1.0),
            (" \t\n+1.5e1x", 15.0),
            ("1,2,3", 1.0),
            ("0.0.0", 0.0),
            ("0x1p-2", 0.25),
            ("0x", 0.0),
            (".5.", 0.5),
            ("1e", 1.0),
            ("-inf", float("-inf")),
            ("infinity", float("inf")),
            ("0e-999", 0.0),
        ],
    )
    def test_the_longest_leading_number_counts(self, text: str, value: float) -> None:
        assert number(text) == value

    def test_nan_is_a_number(self) -> None:
        assert number("NaN") != number("nan")

    @pytest.mark.parametrize("text", ["", "x", ",1", "e5", "1e999", "-1e999", "1e-310", "1e-999", "0x1p9999"])
    def test_otherwise_there_is_none(self, text: str) -> None:
        with pytest.raises(DartValueError):
            number(text)


class TestTexts:
    @pytest.mark.parametrize(
        ("text", "x_y_z"),
        [
            ("1 2 3 0 0 0", (1, 2, 3)),
            ("1 2", (1, 2, 0)),
            ("1 2 <!-- c --> 3 0 0 0", (1, 2, 0)),
            ("<!-- c --> 1 2 3", (1, 2, 3)),
            ("\n<!-- c --><!-- d -->\n1 2 3", (1, 2, 3)),
            ("1x 2,5 0x3 0 0 0 7 8", (1, 2, 3)),
            ("<![CDATA[1 2 3]]>", (1, 2, 3)),
            ("1 2 &#51;", (1, 2, 3)),
        ],
    )
    def test_poses(self, text: str, x_y_z: tuple[float, ...]) -> None:
        scene = bodyplan.loads(body(f"<transformation>{text}</transformation>"), target="dart").scene
        assert scene.pose("s::a").translation.tolist() == list(x_y_z)

    @pytest.mark.parametrize("text", ["1", "true", "TRUE"])
    def test_what_is_true(self, text: str) -> None:
        scene = bodyplan.loads(body(f"<gravity>{text}</gravity>"), target="dart").scene
        assert scene.links["s::a"].properties["gravity"] is True

    @pytest.mark.parametrize("text", [" 1", "yes", "0", "2", "true "])
    def test_everything_else_is_false(self, text: str) -> None:
        scene = bodyplan.loads(body(f"<gravity>{text}</gravity>"), target="dart").scene
        assert scene.links["s::a"].properties["gravity"] is False

    def test_blanks_around_names_count(self) -> None:
        text = document(
            '<body name=" a "/><body name="b"/><joint name="j" type="weld"><parent>world</parent><child> a </child></joint>'
            '<joint name="k" type="weld"><parent> world </parent><child>b</child></joint>'
        )
        assert list(bodyplan.loads(text, target="dart").scene.links) == ["s:: a "]

    def test_unknown_words_are_replaced(self) -> None:
        physics = "<physics><collision_detector>nosuch</collision_detector></physics>"
        scene = bodyplan.loads(document("", physics), target="dart").scene
        assert scene.properties["collision_detector"] == "fcl"
        scene = bodyplan.loads(joint("<axis_order>yxz</axis_order>", "euler"), target="dart").scene
        assert scene.joints["s::j"].properties["coordinates"] == ("j_x", "j_y", "j_z")
        scene = bodyplan.loads(joint('<plane type="xz"/>', "planar"), target="dart").scene
        assert scene.joints["s::j"].axes[0].xyz.tolist() == [1, 0, 0]
        text = joint("", "ball").replace("<joint", '<joint actuator="torque"')
        assert bodyplan.loads(text, target="dart").scene.joints["s::j"].properties["actuator"] == "force"

    def test_sizes_and_colours(self) -> None:
        for size in ("inf 1 1", "1 1", "-1 2 3"):
            shape = f"<geometry><box><size>{size}</size></box></geometry>"
            text = body(f"<visualization_shape>{shape}<color>1 2</color></visualization_shape>")
            (visual,) = bodyplan.loads(text, target="dart").scene.links["s::a"].visuals
            assert visual.geometry == Box((1, 1, 1))
            assert visual.properties["color"] == (0.5, 0.5, 1, 1)

    @pytest.mark.parametrize(
        ("shape", "read"),
        [
            ("<plane><normal>0 0 2 x</normal><offset>3z</offset><point>y</point></plane>", Plane((0, 0, 1), offset=3)),
            ("<plane><normal>0 0 2</normal><point>1 2 3z</point></plane>", Plane((0, 0, 1), offset=3)),
            (
                "<multi_sphere><sphere><radius>1m</radius><position>1 2 3 4</position></sphere></multi_sphere>",
                MultiSphere(((1, (1, 2, 3)),)),
            ),
        ],
    )
    def test_numbers_are_read_as_far_as_they_go(self, shape: str, read: object) -> None:
        text = body(f"<visualization_shape><geometry>{shape}</geometry></visualization_shape>")
        assert bodyplan.loads(text, target="dart").scene.links["s::a"].visuals[0].geometry == read

    def test_of_several_shapes_only_one_is_looked_at(self) -> None:
        both = "<geometry><box><size>x</size></box><sphere><radius>2</radius></sphere></geometry>"
        text = body(f"<visualization_shape>{both}</visualization_shape>")
        assert bodyplan.loads(text, target="dart").scene.links["s::a"].visuals[0].geometry == Sphere(2)

    @pytest.mark.parametrize(("index", "start"), [("0", 0.5), ("0x", 0.5), ("-1", 0.5), ("x", 0.5), ("1", 0.0)])
    def test_numbers_of_coordinates(self, index: str, start: float) -> None:
        dof = f'<dof local_index="{index}"><position initial="0.5z" lower="none"/></dof>'
        scene = bodyplan.loads(joint(f"<axis><xyz>0 0 1</xyz></axis>{dof}"), target="dart").scene
        assert scene.default_configuration == {"s::j": start}
        assert scene.joints["s::j"].axes[0].lower == float("-inf")


REFUSED = {
    "no mass": body("<inertia/>"),
    "an incomplete moment": body(f"<inertia><mass>1</mass><moment_of_inertia>{MOMENT}</moment_of_inertia></inertia>"),
    "an empty pose": body("<transformation/>"),
    "a blank pose": body("<transformation> <!-- c --> </transformation>"),
    "a pose with an element first": body("<transformation><b/>1 2 3</transformation>"),
    "a word for a number": body("<transformation>1 x 0 0 0 0</transformation>"),
    "a word in a gravity that is empty": body("<gravity/>"),
    "a switch that is a word": body(f"<collision_shape>{BOX}<collidable>true</collidable></collision_shape>"),
    "an axis without direction": joint("<axis/>"),
    "an euler joint without its order": joint("", "euler"),
    "an arbitrary plane without axes": joint('<plane type="arbitrary"/>', "planar"),
    "a coordinate below zero": joint('<axis><xyz>0 0 1</xyz></axis><dof local_index="-2"/>'),
    "a shape without geometry": body("<visualization_shape/>"),
    "a sphere without radius": body("<visualization_shape><geometry><sphere/></geometry></visualization_shape>"),
    "an unknown shape to collide with": body("<collision_shape><geometry/></collision_shape>"),
    "an unknown shape to weigh": body(f"{MASS}<visualization_shape><geometry/></visualization_shape>"),
    "an unreached body with a shape": document(
        f'<body name="a"><visualization_shape>{BOX}</visualization_shape></body>'
    ),
    "an unreached body to weigh": document(f'<body name="a">{MASS}</body>'),
    "a skin without mass": body("<soft_shape><geometry/></soft_shape>"),
    "a skin without geometry": body("<soft_shape><total_mass>1</total_mass></soft_shape>"),
    "a skin of less than no slices": body(
        "<soft_shape><total_mass>1</total_mass><geometry><sphere><radius>1</radius><num_slices>-1</num_slices>"
        "<num_stacks>3</num_stacks></sphere></geometry></soft_shape>"
    ),
    "a loop": document('<body name="a"/><joint type="weld"><parent>a</parent><child>a</child></joint>'),
    "no world": "<skel/>",
    "a second joint that cannot be read": document(
        '<body name="a"/>' + HELD + HELD.replace("</child>", "</child><transformation>x</transformation>")
    ),
}

ACCEPTED = {
    "a shape that is only seen": body("<visualization_shape><geometry/></visualization_shape>"),
    "an unknown shape and a detector that does not mind": document(
        f'<body name="a"><collision_shape><geometry/></collision_shape></body>{HELD}',
        "<physics><collision_detector>dart</collision_detector></physics>",
    ),
    "an unknown joint that cannot be read": document(
        f'<body name="a"/>{HELD}<joint type="hinge"><parent/><axis/></joint>'
    ),
    "the place of a joint without a child": document(
        f'<body name="a"/>{HELD}<joint type="weld"><parent>world</parent><child>b</child>'
        "<transformation>x</transformation></joint>"
    ),
    "what a weld joint does not have": joint("<init_pos>x</init_pos><dof><damping>x</damping></dof>", "weld"),
    "axes that a joint does not look at": joint("<axis><xyz>x</xyz></axis>", "ball"),
    "directions that a joint does not look at": joint("<axis><xyz>x</xyz></axis><axis_order>xyz</axis_order>", "euler"),
    "an unreached body that weighs nothing": document('<body name="a"/>'),
    "words that DART never reads": body("<self_collide>x</self_collide><friction_coefficient>x</friction_coefficient>"),
    "comments that XML forbids": body("<transformation>1 2 3 <!-- -- ---></transformation>"),
    "axes of a plane that is not arbitrary": joint(
        '<plane type="xy"><translation_axis1><xyz>x</xyz></translation_axis1></plane>', "planar"
    ),
}


@pytest.mark.parametrize("case", REFUSED)
def test_dart_does_not_survive(case: str) -> None:
    assert refusals(REFUSED[case])


@pytest.mark.parametrize("case", ACCEPTED)
def test_dart_does_not_mind(case: str) -> None:
    assert refusals(ACCEPTED[case]) == []


def test_what_dart_never_looks_at_is_noted() -> None:
    text = document(f'<immobile>1</immobile><body name="a"><self_collide>1</self_collide></body>{HELD}')
    found = bodyplan.loads(text, target="dart").diagnostics
    notes = [finding.message for finding in found if finding.code == "BP703"]
    assert notes == ["DART never looks at <immobile> in <skeleton>", "DART never looks at <self_collide> in <body>"]


def test_what_dart_leaves_out_is_a_warning() -> None:
    text = document(
        f'<body name="a"/><body name="b"/>{HELD}<joint name="j" type="screw"><parent>a</parent>'
        "<child>b</child><axis><xyz>0 0 1</xyz></axis></joint>"
    )
    found = bodyplan.loads(text, target="dart").diagnostics
    assert [finding.message for finding in found if finding.code == "BP702"] == [
        "DART leaves out body 'b', which no joint reaches",
        "DART builds no screw joints, and nothing of this skeleton after joint 'j'",
    ]


def test_findings_point_into_the_document(tmp_path: Path) -> None:
    path = tmp_path / "x.skel"
    path.write_text(body("\n<!-- c -->\n<immobile/>\n<inertia>\n<mass>x</mass></inertia>"), encoding="utf-8")
    (error,) = (found for found in bodyplan.check(path, target="dart").diagnostics if found.code == "BP701")
    assert (error.line, error.column) == (5, 1)
    assert error.xpath.endswith('body[@name="a"]/inertia/mass')
    assert error.message == "DART cannot read the document: in <mass>, 'x' does not begin with a number"


def test_a_changed_document_is_taken_as_it_is_now() -> None:
    document_ = bodyplan.loads(body("<transformation>1 2 <!-- c --> 3 0 0 0</transformation>"), target="dart")
    document_.root.world.skeleton[0].body[0].name = "changed"
    document_.root.world.skeleton[0].joint[0].child = "changed"
    assert list(document_.scene.links) == ["s::changed"]


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        ("<body/>", ["BP662"]),
        (f"<body>{MASS}</body>", ["BP701"]),
        ('<body name="c"/><body name="c"/>', ["BP702", "BP660"]),
        (f'<body name="c"/><body name="c">{MASS}</body>', ["BP660", "BP701"]),
    ],
)
def test_a_body_that_is_not_built_is_told_once(content: str, expected: list[str]) -> None:
    text = document(f'<body name="a"/>{HELD}\n{content}')
    try:
        found = bodyplan.loads(text, target="dart").diagnostics
    except bodyplan.LoadError as error:
        found = error.diagnostics
    assert sorted(finding.code for finding in found) == sorted(expected)


TEXTS = (
    "1 2 3 0 0 0",
    "1",
    "0",
    "true",
    "TRUE",
    "1.50",
    ".5",
    "1e-3",
    "0x1",
    "1x",
    " 1 ",
    "inf",
    "3.0",
    "x",
    "",
    "xyz",
    "fcl",
)
SKIN = "<geometry><cylinder><radius>1</radius><height>1</height><num_slices>{0}</num_slices></cylinder></geometry>"
PARTS = (
    *("<transformation>{}</transformation>", "<gravity>{}</gravity>", "<inertia><mass>{}</mass></inertia>"),
    f"{MASS}<collision_shape><collidable>{{}}</collidable>{BOX}<color>{{}}</color></collision_shape>",
    f"{MASS}<visualization_shape>{BOX}<color>{{}}</color></visualization_shape>",
    "<visualization_shape><geometry><sphere><radius>{}</radius></sphere><color>{}</color></geometry></visualization_shape>",
    "<visualization_shape><geometry><plane><normal>0 0 1</normal><offset>{}</offset></plane></geometry></visualization_shape>",
    f"<soft_shape><total_mass>1</total_mass>{SKIN}</soft_shape>",
)
JOINTS = (
    *("<axis><xyz>{}</xyz></axis>", "<axis><limit><effort>{}</effort></limit></axis>", "<init_pos>{}</init_pos>"),
    *("<axis_order>{}</axis_order>", '<dof local_index="{}"/>', '<dof local_index="0"><position lower="{}"/></dof>'),
    "<plane type='{}'><translation_axis1/></plane>",
)


def outcome(text: str) -> object:
    """What is said of a document, and what it means."""
    try:
        document = bodyplan.loads(text, target="dart")
    except bodyplan.LoadError as error:
        return list(map(str, error.diagnostics))
    scene = document.scene
    parts = [*scene.links.values(), *scene.joints.values()]
    looks = [
        [(shape.geometry, shape.properties) for shape in (*link.visuals, *link.collisions)]
        for link in scene.links.values()
    ]
    poses = [scene.pose(name).matrix.tolist() for name in scene.links]
    return list(map(str, document.diagnostics)), poses, looks, [part.properties for part in parts]


@pytest.mark.parametrize("text", TEXTS)
def test_a_document_that_is_read_as_written_says_the_same_when_it_is_read_again(text: str) -> None:
    documents = [body(part.format(text, text)) for part in PARTS]
    documents += [joint(part.format(text), type) for part in JOINTS for type in ("revolute", "euler", "planar")]
    for written in documents:
        # where there is an instruction of any kind, a comment may stand inside of a text
        assert outcome(written) == outcome(f"{written}<?read again?>"), written

"""Each thing that the language server does, asked over standard input and output: of whole texts and of those being typed.

A bar marks the caret. All texts have line ends of two characters, and before the caret a character that takes two units.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from .editor_client import Client, span

INERTIAL = '<inertial><mass value="2"/><inertia ixx="1" ixy="0" ixz="0" iyy="2" iyz="0" izz="3"/></inertial>'
URDF = f"""<robot name="r">
<!-- \U0001f916 --> <link name="base">{INERTIAL}<visual><origin xyz="0 0 1" rpy="0 0 1"/><geometry><mesh filename="package://p/hand.stl"/></geometry><material name="m"><color rgba="1 0 0 1"/></material></visual></link>
<!-- \U0001f916 --> <link name="hand"/><joint name="wrist" type="revolute"><origin xyz="0 0 2"/><parent link="base"/><child link="hand"/><limit lower="-1" upper="1" effort="1" velocity="1"/></joint>
<!-- \U0001f916 --> <gazebo><plugin filename="gz-sim-joint-position-controller-system" name="gz::sim::systems::JointPositionController"><joint_name>wrist</joint_name></plugin></gazebo>
</robot>
"""
PART = '<sdf version="1.9">\n<model name="part">\n<link name="\U0001f916"/><link name="tip"/><frame name="end" attached_to="tip"/></model></sdf>\n'
SDF = """<sdf version="1.9"><model name="m">
<!-- \U0001f916 --> <include><uri>package://p/part.sdf</uri><name>one</name></include>
<!-- \U0001f916 --> <link name="l"><pose relative_to="f">0 0 1 0 0 0</pose></link><frame name="f"><pose>0 0 2 0 0 0</pose></frame>
<!-- \U0001f916 --> <frame name="g" attached_to="one::tip"/>
</model></sdf>
"""
XACRO = """<robot name="x" xmlns:xacro="http://www.ros.org/wiki/xacro">
<!-- \U0001f916 --> <xacro:property name="width" value="0.5"/><xacro:arg name="side" default="left"/>
<!-- \U0001f916 --> <xacro:macro name="leg" params="n *origin"><link name="${n}_leg"><visual><xacro:insert_block name="origin"/><geometry><box size="${2 * width} 1 1"/></geometry></visual></link></xacro:macro>
<!-- \U0001f916 --> <link name="base"/><xacro:leg n="a"><origin xyz="0 0 1"/></xacro:leg>
</robot>
"""
SKEL = """<skel version="1.0"><world name="w"><skeleton name="s">
<!-- \U0001f916 --> <body name="low"><transformation>0 0 1 0 0 0</transformation><inertia><mass>1</mass></inertia></body>
<!-- \U0001f916 --> <body name="high"><inertia><mass>1</mass></inertia></body><joint name="j" type="revolute"><parent>low</parent><child>high</child><axis><xyz>1 0 0</xyz></axis></joint>
</skeleton></world></skel>
"""
MJCF = """<mujoco model="m">
<!-- \U0001f916 --> <asset><material name="red" rgba="1 0 0 1"/></asset>
<!-- \U0001f916 --> <worldbody><body name="b" pos="0 0 1"><joint name="hinge" type="hinge"/><geom name="g" size=".1" material="red"/></body></worldbody>
<!-- \U0001f916 --> <actuator><motor name="a" joint="hinge"/></actuator>
</mujoco>
"""
SRDF = """<robot name="r">
<!-- \U0001f916 --> <group name="arm"><joint name="wrist"/></group><group_state name="home" group="arm"><joint name="wrist" value="0"/></group_state>
<!-- \U0001f916 --> <disable_collisions link1="base" link2="hand" reason="Adjacent"/>
</robot>
"""
DIRECTIVES = """directives:
- add_model:
    name: one  # \U0001f916
    file: package://p/part.sdf
- add_weld:
    parent: world
    child: one::tip
"""
TEXTS = {
    "r.urdf": URDF,
    "part.sdf": PART,
    "top.sdf": SDF,
    "x.urdf.xacro": XACRO,
    "r.skel": SKEL,
    "m.xml": MJCF,
    "r.srdf": SRDF,
    "d.dmd.yaml": DIRECTIVES,
}
TEXTS = {name: text.replace("\n", "\r\n") for name, text in TEXTS.items()}
COUNTS = {
    "r.urdf": (1, 7, 1, 1, 1, 1),
    "part.sdf": (1, 5, 0, 0, 1, 1),
    "top.sdf": (1, 8, 1, 0, 2, 1),
    "x.urdf.xacro": (1, 13, 0, 0, 1, 1),
    "r.skel": (1, 7, 0, 0, 3, 1),
    "m.xml": (1, 8, 0, 1, 1, 1),
    "r.srdf": (1, 6, 0, 0, 1, 1),
    "d.dmd.yaml": (1, 3, 1, 0, 2, 1),
}
"""Outlines, names with a colour, links, colours, folds and lenses of each."""
ENDS = {".urdf": "</robot>", ".xacro": "</robot>", ".srdf": "</robot>", ".sdf": "</model></sdf>"}
ENDS |= {".skel": "</skeleton></world></skel>", ".xml": "</mujoco>"}
BROKEN = ("<", '<li name="')
"""What is there in place of the end while something is being typed."""


@pytest.fixture(scope="module")
def client(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Client]:
    folder = tmp_path_factory.mktemp("project")
    (folder / "package.xml").write_text("<package><name>p</name></package>")
    (folder / "hand.stl").write_text("solid a\nendsolid a\n")
    for name, text in TEXTS.items():
        (folder / name).write_bytes(text.encode())
    started = Client(folder)
    yield started
    started.stop()


def show(client: Client, name: str, ending: str | None, mark: str = "|") -> tuple[int, int]:
    """Opens a text whose end is another, with what is marked in it, and answers where the caret is."""
    text, plain = TEXTS[name], mark.replace("|", "")
    assert text.count(plain) >= 1, plain
    if ending is not None and (end := ENDS.get(Path(name).suffix)) is not None:
        text = text[: text.rindex(end)] + ending
    client.open(name, text)
    before = text[: text.index(plain) + mark.index("|")]
    line = before.rpartition("\n")[2]
    return before.count("\n"), len(line.encode("utf-16-le")) // 2


whole_and_broken = pytest.mark.parametrize("ending", [None, *BROKEN], ids=["whole", "tag", "attribute"])


@pytest.fixture(autouse=True)
def _close_all(client: Client) -> Iterator[None]:
    """Lets what is in the folder count again."""
    yield
    for name in TEXTS:
        client.say("textDocument/didClose", textDocument={"uri": client.uri(name)})


@whole_and_broken
@pytest.mark.parametrize(
    ("name", "mark", "words"),
    [
        ("r.urdf", 'r|py="0 0 1"', ["turns about the x, y and z axes", "unit: rad", "default: `0 0 0`"]),
        ("r.urdf", '<origin xyz="0 0 |2"', ["in the world: xyz 0 0 2"]),
        ("r.urdf", '<li|nk name="base"', ["mass 2 kg, principal moments 1, 2, 3 kg m²"]),
        ("r.urdf", '<link name="ba|se"', ["mass 2 kg", "in the world"]),
        ("r.urdf", 'parent link="ba|se"', ["link `base`", "mass 2 kg"]),
        ("r.urdf", "package://p/ha|nd.stl", ["found at", "hand.stl"]),
        ("r.urdf", "<joint_na|me>", ["Joint that it drives"]),
        ("top.sdf", "0 0 |1 0 0 0", ["in the world: xyz 0 0 3"]),
        ("top.sdf", "package://p/|part.sdf", ["found at"]),
        ("x.urdf.xacro", "${2 * wi|dth}", ["= `1.0`", "property `width`"]),
        ("x.urdf.xacro", "xacro:l|eg n=", ["macro `leg`", "`n`, `*origin`"]),
        ("x.urdf.xacro", '<ori|gin xyz="0 0 1"', ["`<origin>`"]),
        ("r.skel", "<transfor|mation>", ["unit: m, rad", "in the world: xyz 0 0 1"]),
        ("r.skel", "<parent>lo|w", ["body `low`"]),
        ("m.xml", 'material="r|ed"', ["material `red`"]),
        ("m.xml", "<bo|dy", ["principal moments", "in the world: xyz 0 0 1"]),
        ("r.srdf", 'link1="ba|se"', ["link `base`", "r.urdf"]),
        ("d.dmd.yaml", "one::t|ip", ["link `tip`"]),
        ("d.dmd.yaml", "add_w|eld", ["Joins two frames"]),
    ],
)
def test_hover(client: Client, name: str, mark: str, words: list[str], ending: str | None) -> None:
    told = client.at("hover", name, *show(client, name, ending, mark))
    assert told is not None
    assert [word for word in words if word not in told["contents"]["value"]] == []


@whole_and_broken
@pytest.mark.parametrize(
    ("name", "mark", "labels"),
    [
        ("r.urdf", " <|link", {"link", "joint", "material"}),
        ("r.urdf", '<link |name="hand"', {"type"}),
        ("r.urdf", 'type="|revolute', {"revolute", "fixed"}),
        ("r.urdf", 'parent link="|base', {"base", "hand", "world"}),
        ("r.urdf", "package://p/|hand", {"package://p/hand.stl"}),
        ("r.urdf", "|package://p/hand", {"package://p/hand.stl"}),
        ("r.urdf", "<|joint_name>", {"joint_name", "p_gain"}),
        ("top.sdf", 'attached_to="|one', {"one::tip", "one::end", "l", "f"}),
        ("top.sdf", "package://p/|part", {"package://p/part.sdf"}),
        ("x.urdf.xacro", "${2 * |width", {"width", "pi"}),
        ("x.urdf.xacro", '<|link name="base"', {"xacro:leg", "xacro:if", "link"}),
        ("x.urdf.xacro", "<xacro:property |name=", {"scope", "lazy_eval"}),
        ("x.urdf.xacro", '<|origin xyz="0 0 1"', {"origin"}),
        ("x.urdf.xacro", '<origin |xyz="0 0 1"', {"rpy"}),
        ("r.skel", "<parent>|low", {"low", "high", "world"}),
        ("r.skel", 'type="|revolute', {"weld", "ball"}),
        ("m.xml", "<motor |name", {"gear", "ctrlrange"}),
        ("m.xml", 'joint="|hinge', {"hinge"}),
        ("m.xml", 'type="|hinge', {"hinge", "slide", "ball", "free"}),
        ("r.srdf", 'group="|arm', {"arm"}),
        ("r.srdf", 'link1="|base', {"base", "hand"}),
        ("d.dmd.yaml", "parent: |world", {"world", "one::tip", "one::end"}),
        ("d.dmd.yaml", "package://p/|part", {"package://p/part.sdf"}),
        ("d.dmd.yaml", "- |add_weld", {"add_weld", "add_frame"}),
    ],
)
def test_completion(client: Client, name: str, mark: str, labels: set[str], ending: str | None) -> None:
    offered = {each["label"] for each in client.at("completion", name, *show(client, name, ending, mark))["items"]}
    assert labels - offered == set()
    if name == "d.dmd.yaml":  # a model is no frame
        assert "one" not in offered


@whole_and_broken
@pytest.mark.parametrize(
    ("name", "mark", "homes"),
    [
        ("r.urdf", 'parent link="ba|se"', {"r.urdf": 2, "r.srdf": 1}),
        ("r.urdf", 'joint name="wr|ist"', {"r.urdf": 1, "r.srdf": 2}),
        ("part.sdf", 'link name="t|ip"', {"part.sdf": 2, "top.sdf": 1, "d.dmd.yaml": 1}),
        ("top.sdf", "one::t|ip", {"part.sdf": 2, "top.sdf": 1, "d.dmd.yaml": 1}),
        ("x.urdf.xacro", "${2 * wi|dth}", {"x.urdf.xacro": 2}),
        ("r.skel", "<parent>lo|w", {"r.skel": 2}),
        ("m.xml", 'joint="hin|ge"', {"m.xml": 2}),
        ("r.srdf", 'link1="ba|se"', {"r.urdf": 2, "r.srdf": 1}),
        ("d.dmd.yaml", "one::t|ip", {"part.sdf": 2, "top.sdf": 1, "d.dmd.yaml": 1}),
    ],
)
def test_definition_references_and_rename(
    client: Client, name: str, mark: str, homes: dict[str, int], ending: str | None
) -> None:
    place = show(client, name, ending, mark)
    known = homes
    if (
        ending is not None and name == "r.urdf"
    ):  # a robot that is not complete is none that the other document speaks of
        known = {name: homes[name]}
    assert client.at("definition", name, *place)["uri"] == client.uri(next(iter(homes)))
    found = client.at("references", name, *place, context={"includeDeclaration": True})
    told = [each["uri"].rpartition("/")[2] for each in found]
    assert {each: told.count(each) for each in told} == known
    edits = client.at("rename", name, *place, newName="another")
    assert "changes" in edits, edits
    changed = {uri.rpartition("/")[2]: len(each) for uri, each in edits["changes"].items()}
    # parameters of plugins are changed as well
    assert changed.keys() == homes.keys()
    assert all(changed[each] >= count for each, count in homes.items())
    kept = client.at("prepareRename", name, *place)
    assert kept["start"]["line"] == place[0]
    marks = client.at("documentHighlight", name, *place)
    assert len(marks) == homes[name]


@whole_and_broken
def test_symbols_tokens_links_colours_folds_and_lenses(client: Client, ending: str | None) -> None:
    counts = {}
    for name in TEXTS:
        show(client, name, ending)
        answers = {}
        for what in (
            "documentSymbol",
            "semanticTokens/full",
            "documentLink",
            "documentColor",
            "foldingRange",
            "codeLens",
        ):
            answer = client.ask(f"textDocument/{what}", textDocument={"uri": client.uri(name)})
            assert "result" in answer, (name, what, answer)
            found = answer["result"]
            answers[what] = len(found["data"]) // 5 if isinstance(found, dict) else len(found)
        counts[name] = tuple(answers.values())
        client.say("textDocument/didClose", textDocument={"uri": client.uri(name)})
    assert counts == COUNTS


def test_findings_come_once_when_nothing_is_typed_any_more(client: Client) -> None:
    show(client, "r.skel", None)
    uri = client.uri("r.skel")
    for version in range(2, 8):
        change = {"text": TEXTS["r.skel"].replace('"low"', f'"low{version}"')}
        document = {"uri": uri, "version": version}
        client.say("textDocument/didChange", textDocument=document, contentChanges=[change])
    seen = []
    while not seen or seen[-1] != 7:
        told = client.published.get(True, 60)
        if told["uri"] == uri:
            seen.append(told["version"])
    assert len(seen) < 4
    client.change("r.skel", 8, {"text": TEXTS["r.skel"]})


def test_findings_have_pages_tags_and_related_places(client: Client) -> None:
    text = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">\r\n<xacro:property name="p" value="1"/>\r\n'
    text += '<link name="\U0001f916"/><link name="\U0001f916"/>\r\n</robot>'
    found = client.open("tags.urdf.xacro", text)
    assert any(each.get("tags") == [1] for each in found), found
    (twice,) = [each for each in found if each.get("relatedInformation")]
    assert twice["relatedInformation"][0]["location"]["range"]["start"]["line"] == 2
    assert all("/rules/BP" in each["codeDescription"]["href"] for each in found)
    text = '<sdf version="1.12"><model name="m"><link name="l"/><joint name="j" type="screw"><parent>world</parent>'
    text += "<child>l</child><axis><xyz>0 0 1</xyz></axis><thread_pitch>-3</thread_pitch></joint></model></sdf>"
    found = client.open("old.sdf", text)
    assert any(each.get("tags") == [2] for each in found), found


@pytest.mark.parametrize("end", ["</robot>", "<li"], ids=["whole", "broken"])
def test_code_actions(client: Client, end: str) -> None:
    text = '<robot name="r">\r\n<link name="a"/><link name="b"/> <!-- \U0001f916 --><joint name="j" type="continous">'
    text += '<origin rpy="0 0 90"/><parent link="a"/><child link="b"/></joint>\r\n'
    client.open("actions.urdf", text + end)
    column = len(text.split("\r\n")[1].partition("90")[0].encode("utf-16-le")) // 2
    made = client.ask(
        "textDocument/codeAction",
        textDocument={"uri": client.uri("actions.urdf")},
        range=span((1, column), (1, column)),
        context={"diagnostics": []},
    )["result"]
    kinds = [(each["kind"], each["title"]) for each in made]
    expected = {"quickfix", "refactor.rewrite.degrees"} | ({"source.fixAll"} if end == "</robot>" else set())
    assert {kind for kind, _ in kinds} == expected, kinds
    # a comment at the end of the line could be in a tag that is not complete
    assert any("do not report" in title for _, title in kinds) == (end == "</robot>")
    assert any("continuous" in title for _, title in kinds)

"""The language server, asked over standard input and output as editors ask."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import pytest

from .editor_client import WAIT, Client, span

PART = '<sdf version="1.9">\r\n<model name="part">\r\n<link name="\U0001f916 hook"/><link name="l"/></model></sdf>\r\n'


@pytest.fixture
def client(tmp_path: Path) -> Iterator[Client]:
    started = Client(tmp_path)
    yield started
    started.stop()


def test_findings_are_those_of_check_and_follow_the_text(client: Client) -> None:
    text = Path("examples/faulty.urdf").read_text(encoding="utf-8")
    found = client.open("faulty.urdf", text)
    import bodyplan

    report = bodyplan.check("examples/faulty.urdf")
    assert [(each["code"], each["range"]["start"]["line"] + 1) for each in found] == [
        (each.code, each.line) for each in report.diagnostics
    ]
    assert found[0]["codeDescription"]["href"].startswith("https://")
    assert found[0]["source"] == "bodyplan"
    whole = client.change("faulty.urdf", 2, {"text": '<robot name="r"><link name="a"/></robot>'})
    assert whole == []
    broken = client.change("faulty.urdf", 3, {"range": span((0, 32), (0, 40)), "text": "<li"})
    assert [each["code"] for each in broken] == ["BP003", "BP003"]
    assert client.end() == 0


def test_questions_about_a_broken_text_are_answered(client: Client) -> None:
    text = '<robot name="r">\n  <link name="\U0001f916"/><link name="b"/>\n  <joint name="j" type="'
    client.open("r.urdf", text)
    line = text.split("\n")[2]
    items = client.at("completion", "r.urdf", 2, len(line))["items"]
    assert {"revolute", "fixed"} <= {each["label"] for each in items}
    assert items[0]["textEdit"]["range"] == span((2, len(line)), (2, len(line)))
    hover = client.at("hover", "r.urdf", 1, 21)
    assert "`<link>`" in hover["contents"]["value"]
    # the character before takes two units
    assert hover["range"] == span((1, 20), (1, 24))
    symbols = client.ask("textDocument/documentSymbol", textDocument={"uri": client.uri("r.urdf")})["result"]
    assert [each["name"] for each in symbols[0]["children"]] == ["\U0001f916", "b"]
    assert symbols[0]["children"][0]["selectionRange"] == span((1, 14), (1, 16))


def test_two_open_texts_know_each_other(client: Client) -> None:
    client.open("part.sdf", PART)
    top = (
        '<sdf version="1.9"><model name="m"><include><uri>part.sdf</uri></include>\n'
        '<frame name="f" attached_to="part::l"/></model></sdf>'
    )
    found = client.open("top.sdf", top)
    assert [each["code"] for each in found if each["severity"] == 1] == []
    place = client.at("definition", "top.sdf", 1, 36)
    assert place["uri"] == client.uri("part.sdf")
    # the line end has two characters, and the name on its line one that takes two units
    assert place["range"]["start"]["line"] == 2
    places = client.at("references", "part.sdf", 2, 34, context={"includeDeclaration": True})
    assert {each["uri"] for each in places} == {client.uri("part.sdf"), client.uri("top.sdf")}
    changes = client.at("rename", "part.sdf", 2, 34, newName="ring")["changes"]
    assert changes[client.uri("part.sdf")][0]["range"] == span((2, 34), (2, 35))
    assert changes[client.uri("top.sdf")] == [{"range": span((1, 35), (1, 36)), "newText": "ring"}]
    refused = client.at("rename", "part.sdf", 2, 34, newName="\U0001f916 hook")
    assert "taken" in refused["message"]
    client.change("part.sdf", 2, {"text": PART.replace('"l"', '"k"')})
    assert "BP304" in [each["code"] for each in client.findings("top.sdf", 1)]


def test_layout_folds_fixes_and_symbols(client: Client) -> None:
    text = '<robot name="r">\n<link   name="a"/>\n<link name="b"/>\n<joint name="j" type="continous">' + (
        '<parent link="a"/><child link="b"/></joint>\n</robot>\n'
    )
    found = client.open("r.urdf", text)
    options = {"tabSize": 2, "insertSpaces": True}
    document = {"uri": client.uri("r.urdf")}
    edits = client.ask("textDocument/formatting", textDocument=document, options=options)["result"]
    assert {"range": span((1, 5), (1, 8)), "newText": " "} in edits
    actions = client.ask(
        "textDocument/codeAction", textDocument=document, range=span((3, 0), (3, 5)), context={"diagnostics": found}
    )["result"]
    titles = ["write 'continuous'", "do not report BP107 here", "apply all safe fixes"]
    assert [each["title"] for each in actions] == titles
    (edit,) = actions[0]["edit"]["changes"][client.uri("r.urdf")]
    assert edit["newText"] == "continuous"
    assert client.ask("textDocument/foldingRange", textDocument=document)["result"] == [{"startLine": 0, "endLine": 3}]
    fixed = client.ask(
        "textDocument/codeAction",
        textDocument=document,
        range=span((0, 0), (0, 0)),
        context={"diagnostics": [], "only": ["source.fixAll"]},
    )["result"]
    assert fixed[0]["edit"]["changes"][client.uri("r.urdf")] == [edit]
    marks = client.at("documentHighlight", "r.urdf", 2, 12)
    assert [each["range"]["start"]["line"] for each in marks] == [2, 3]
    named = client.ask("workspace/symbol", query="J")["result"]
    assert [each["name"] for each in named] == ["j"]


def test_actions_of_a_kind_are_those_of_the_kinds_in_it(client: Client) -> None:
    text = '<robot name="r">\n<link name="a"/><link name="b"/>\n<joint name="j" type="continous">'
    client.open("r.urdf", f'{text}<parent link="a"/><child link="b"/></joint>\n</robot>\n')
    kinds = []
    for only in (["source"], ["quickfix"], [""], ["refactor"], ["source.organizeImports"]):
        ask = {"textDocument": {"uri": client.uri("r.urdf")}, "range": span((2, 0), (2, 5))}
        made = client.ask("textDocument/codeAction", **ask, context={"diagnostics": [], "only": only})["result"]
        kinds.append({each["kind"] for each in made})
    assert kinds == [{"source.fixAll"}, {"quickfix"}, {"quickfix", "source.fixAll"}, set(), set()]


def test_editors_without_snippets_get_plain_texts(client: Client) -> None:
    client.open("r.urdf", '<robot name="r">\n<\n</robot>\n')
    items = client.at("completion", "r.urdf", 1, 1)["items"]
    (link,) = [each for each in items if each["label"] == "link"]
    assert (link["textEdit"]["newText"], link["insertTextFormat"]) == ('<link name=""></link>', 1)


def test_symbols_of_files_that_are_not_open_are_found(client: Client) -> None:
    (client.folder / "other.urdf").write_text('<robot name="o"><link name="Far_Away"/></robot>', encoding="utf-8")
    client.open("r.urdf", '<robot name="r"><link name="far_here"/></robot>')
    found = client.ask("workspace/symbol", query="far_")["result"]
    assert sorted((each["name"], each["location"]["uri"]) for each in found) == [
        ("Far_Away", client.uri("other.urdf")),
        ("far_here", client.uri("r.urdf")),
    ]


def test_names_lead_through_the_files_of_one_model_in_mjcf(client: Client) -> None:
    (client.folder / "robot.xml").write_text(
        '<mujoco><worldbody><body name="b"><joint name="j"/><geom size=".1"/></body></worldbody></mujoco>'
    )
    client.open("scene.xml", '<mujoco><include file="robot.xml"/>\n<actuator><motor joint="j"/></actuator></mujoco>')
    assert client.at("definition", "scene.xml", 1, 24)["uri"] == client.uri("robot.xml")
    assert [each["label"] for each in client.at("completion", "scene.xml", 1, 24)["items"]] == ["j"]
    changes = client.at("rename", "scene.xml", 1, 24, newName="elbow")["changes"]
    assert set(changes) == {client.uri("robot.xml"), client.uri("scene.xml")}
    refused = client.at("rename", "scene.xml", 1, 24, newName="a/b\n ")
    assert "message" in refused


def test_names_of_macros_lead_through_the_files_that_are_included_together(client: Client) -> None:
    head = '<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="r">\r\n'
    legs = f'{head}<!-- \U0001f916 --> <xacro:macro name="leg" params="n"><link name="${{n}}${{w}}"/></xacro:macro></robot>'
    (client.folder / "legs.xacro").write_bytes(legs.encode())
    (client.folder / "sizes.xacro").write_text(f'{head}<xacro:property name="w" value="1"/></robot>')
    text = f'{head}<xacro:include filename="legs.xacro"/><xacro:include filename="sizes.xacro"/>\r\n'
    client.open("legs.xacro", legs)
    client.open("r.urdf.xacro", f'{text}<xacro:leg n="x"/></robot>')
    place = client.at("definition", "r.urdf.xacro", 2, 8)
    # the name is behind a character that takes two units
    assert (place["uri"], place["range"]) == (client.uri("legs.xacro"), span((1, 31), (1, 34)))
    assert client.at("definition", "legs.xacro", 1, 65)["uri"] == client.uri("sizes.xacro")
    changes = client.at("rename", "r.urdf.xacro", 2, 11, newName="side")["changes"]
    assert {uri: len(edits) for uri, edits in changes.items()} == {
        client.uri("legs.xacro"): 2,
        client.uri("r.urdf.xacro"): 1,
    }
    client.change("r.urdf.xacro", 2, {"text": f"{text}<xacro:"})
    labels = {each["label"] for each in client.at("completion", "r.urdf.xacro", 2, 7)["items"]}
    assert {"xacro:leg", "xacro:property"} <= labels


def test_a_comment_keeps_a_finding_from_being_shown(client: Client) -> None:
    text = '<robot name="r">\n  <link name="a"/>\n  <link name="b"/>\n</robot>\n'
    found = client.open("r.urdf", text)
    line = found[0]["range"]["start"]["line"]
    actions = client.ask(
        "textDocument/codeAction",
        textDocument={"uri": client.uri("r.urdf")},
        range=span((line, 0), (line, 0)),
        context={"diagnostics": found},
    )["result"]
    action = next(each for each in actions if each["title"].startswith("do not report"))
    (edit,) = action["edit"]["changes"][client.uri("r.urdf")]
    left = client.change("r.urdf", 2, {"range": edit["range"], "text": edit["newText"]})
    assert found[0]["code"] not in [each["code"] for each in left]


def test_files_that_are_found_are_links(client: Client) -> None:
    client.open("part.sdf", PART)
    client.open("top.sdf", '<sdf version="1.9"><model name="m"><include><uri>part.sdf</uri></include></model></sdf>')
    links = client.ask("textDocument/documentLink", textDocument={"uri": client.uri("top.sdf")})["result"]
    assert [(each["range"], each["target"]) for each in links] == [(span((0, 49), (0, 57)), client.uri("part.sdf"))]
    hover = client.at("hover", "top.sdf", 0, 52)
    assert "found at" in hover["contents"]["value"]


def test_files_that_are_not_open_are_known_as_well(client: Client) -> None:
    (client.folder / "part.sdf").write_bytes(PART.encode())
    top = '<sdf version="1.9"><model name="m"><include><uri>part.sdf</uri></include>\n'
    top += '<frame name="f" attached_to="part::l"/></model></sdf>'
    (client.folder / "top.sdf").write_text(top, encoding="utf-8")
    client.open("part.sdf", PART)
    places = client.at("references", "part.sdf", 2, 34, context={"includeDeclaration": False}, workDoneToken="t")
    assert "message" not in places, places
    assert [each["uri"] for each in places] == [client.uri("top.sdf")]
    told = [each["value"]["kind"] for each in client.progress if each["token"] == "t"]
    assert told[0] == "begin"
    assert told[-1] == "end"
    changes = client.at("rename", "part.sdf", 2, 34, newName="ring")["changes"]
    assert {uri: [each["newText"] for each in edits] for uri, edits in changes.items()} == {
        client.uri("part.sdf"): ["ring"],
        client.uri("top.sdf"): ["ring"],
    }
    client.open("top.sdf", top)
    # from the place that refers to it, in a file that is not open any more
    client.say("textDocument/didClose", textDocument={"uri": client.uri("part.sdf")})
    changes = client.at("rename", "top.sdf", 1, 36, newName="ring")["changes"]
    assert set(changes) == {client.uri("part.sdf"), client.uri("top.sdf")}


def test_degrees_colours_and_names_are_told(client: Client) -> None:
    text = '<robot name="r"><link name="a"><visual><origin rpy="0 0 90"/>\n<material name="m"><color rgba="1 0 0 1"/>'
    client.open("r.urdf", text)
    document, whole = {"uri": client.uri("r.urdf")}, span((0, 0), (1, 40))
    ask = {"textDocument": document, "range": whole}
    assert client.ask("textDocument/inlayHint", **ask)["result"] == []
    client.say("workspace/didChangeConfiguration", settings={"bodyplan": {"inlayHints": {"degrees": True}}})
    (hint,) = client.ask("textDocument/inlayHint", **ask)["result"]
    assert (hint["label"], hint["position"]) == ("5157°", {"line": 0, "character": 58})
    (colour,) = client.ask("textDocument/documentColor", textDocument=document)["result"]
    assert colour == {"range": span((1, 32), (1, 39)), "color": {"red": 1, "green": 0, "blue": 0, "alpha": 1}}
    green = {"red": 0, "green": 1, "blue": 0, "alpha": 1}
    (shown,) = client.ask("textDocument/colorPresentation", **{**ask, "range": colour["range"]}, color=green)["result"]
    assert shown["label"] == "0 1 0 1"
    tokens = client.ask("textDocument/semanticTokens/full", textDocument=document)["result"]["data"]
    assert tokens[:10] == [0, 13, 1, 0, 1, 0, 15, 1, 1, 1]
    actions = client.ask(
        "textDocument/codeAction",
        textDocument=document,
        range=span((0, 57), (0, 57)),
        context={"diagnostics": [], "only": ["refactor.rewrite"]},
    )["result"]
    assert [each["title"] for each in actions] == ["convert from degrees: write 0 0 1.57079633"]
    (edit,) = actions[0]["edit"]["changes"][client.uri("r.urdf")]
    assert edit == {"range": span((0, 56), (0, 58)), "newText": "1.57079633"}


def test_a_configuration_that_cannot_be_read_is_told_once(tmp_path: Path) -> None:
    (tmp_path / "bodyplan.toml").write_text("targets = 3\n", encoding="utf-8")
    client = Client(tmp_path, isolated=False)
    try:
        found = client.open("r.urdf", '<robot name="r"><link name="a"/></robot>')
        assert found == []
        client.ask("workspace/symbol", query="")
        assert ["targets" in each["message"] for each in client.shown] == [True]
    finally:
        client.stop()


def test_the_live_view_shows_what_is_typed_and_shares_its_selection(client: Client) -> None:
    text = '<robot name="r">\n<link name="a"/>\n<link name="b"/>\n'
    text += '<joint name="j" type="fixed"><parent link="a"/>\n<child link="b"/></joint>\n</robot>\n'
    client.open("r.urdf", text)
    uri = client.uri("r.urdf")
    (lens,) = client.ask("textDocument/codeLens", textDocument={"uri": uri})["result"]
    assert lens["command"]["command"] == "bodyplan.view"
    address = client.ask("workspace/executeCommand", command="bodyplan.view", arguments=[uri, False])["result"]

    def scene() -> list[str]:
        with urlopen(f"{address}scene.json") as answer:
            return [each["short"] for each in json.load(answer)["documents"][0]["links"]]

    assert scene() == ["world", "a", "b"]
    with urlopen(f"{address}events") as events:
        first = [events.readline() for _ in range(8)]
        assert first[::3] == [b"event: shared\n", b"event: editor\n", b"event: scene\n"]
        client.change("r.urdf", 2, {"text": text.replace('"b"', '"hand"')})
        while events.readline() != b"event: scene\n":
            pass
        assert scene() == ["world", "a", "hand"]
        client.at("documentHighlight", "r.urdf", 4, 3)
        while (line := events.readline()) != b"event: select\n":
            assert line
        assert json.loads(events.readline().removeprefix(b"data: ")) == {"document": 0, "link": 2}
    request = Request(f"{address}select", json.dumps({"document": 0, "link": 1}).encode(), method="POST")
    with urlopen(request) as answer:
        assert answer.status == 204
    shown = client.documents.get(True, WAIT)
    assert (shown["uri"], shown["selection"]["start"]["line"]) == (uri, 1)
    # a line of a finding or of the tree is opened in the editor that asked for the view
    (client.folder / "r.urdf").write_text(text, encoding="utf-8")
    line = {"tab": 0, "document": 0, "file": 0, "line": 3, "column": 1}
    with urlopen(Request(f"{address}open", json.dumps(line).encode(), method="POST")) as answer:
        assert answer.status == 204
    shown = client.documents.get(True, WAIT)
    assert (shown["uri"], shown["selection"]["start"]["line"], shown["takeFocus"]) == (uri, 2, False)
    refusals = [
        ("select", b"{}"),
        ("select", b"x" * 1000),
        ("open", b"{}"),
        ("open", json.dumps({**line, "file": 9}).encode()),
    ]
    for what, given in refusals:
        with pytest.raises(HTTPError) as refused:
            urlopen(Request(f"{address}{what}", given, method="POST"))
        with refused.value as answer:
            assert answer.code == 400
    assert client.end() == 0

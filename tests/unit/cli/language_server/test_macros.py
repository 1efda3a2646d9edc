"""What an editor is told of macros, parameters, properties and arguments of xacro; a bar marks the caret."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import pytest
from bodyplan.cli.language_server.completion import complete
from bodyplan.cli.language_server.hover import describe_place
from bodyplan.cli.language_server.links import list_links
from bodyplan.cli.language_server.navigation import find_definition, find_name_range, find_references, rename_at
from bodyplan.cli.language_server.semantic_tokens import list_tokens
from bodyplan.cli.language_server.snapshot import Snapshot
from bodyplan.semantics.core.options import Options
from bodyplan.semantics.core.text_edits import apply_edits

HEAD = '<robot xmlns:xacro="http://www.ros.org/wiki/xacro" name="r">\n'
LEGS = f"""{HEAD}  <!-- A leg with its foot. -->
  <xacro:macro name="leg" params="side length:=${{size}} *foot">
    <xacro:property name="half" value="${{length / 2}}"/>
    <link name="leg_${{side}}"><inertial><origin xyz="0 0 ${{half}}"/><mass value="${{2 * half}}"/></inertial></link>
    <xacro:insert_block name="foot"/>
  </xacro:macro>
</robot>
"""
ROBOT = f"""{HEAD}  <xacro:include filename="$(find p)/legs.xacro"/>
  <xacro:include filename="sizes.xacro"/>
  <xacro:arg name="mass" default="2"/>
  <!-- ${{size}} is not used here -->
  <xacro:leg side="left" length="$(arg mass)"><link name="l"/></xacro:leg>
  <xacro:leg side="right"><link name="size_${{size}}"/></xacro:leg>
  <link name="$${{size}}"/>
</robot>
"""
SIZES = f'{HEAD}<xacro:property name="size" value="3"/>\n</robot>\n'


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "package.xml").write_text("<package><name>p</name></package>")
    for name, text in {"legs.xacro": LEGS, "robot.urdf.xacro": ROBOT, "sizes.xacro": SIZES}.items():
        (tmp_path / name).write_text(text)
    return tmp_path


def read(folder: Path, name: str, text: str | None = None) -> Snapshot:
    path = folder / name
    return Snapshot(path.read_text() if text is None else text, str(path), Options(base_dir=folder))


def offered(folder: Path, name: str, mark: str, written: str) -> list[str]:
    text = (folder / name).read_text()
    assert mark in text
    text = text.replace(mark, written, 1)
    return [each.label for each in complete(read(folder, name, text.replace("|", "")), text.index("|"))]


@pytest.mark.parametrize(
    ("mark", "written", "labels", "others"),
    [
        ("  <xacro:arg", "  <|\n  <xacro:arg", {"xacro:leg", "xacro:property", "link"}, {"xacro:insert_block"}),
        ("  <xacro:arg", "  <xacro:l|\n  <xacro:arg", {"xacro:leg"}, set()),
        ('side="left" ', "|", {"side"}, {"length", "foot"}),
        ('side="left" length="$(arg mass)"', "|", {"side", "length"}, {"foot", "params"}),
        ("$(arg mass)", "$(|", {"arg", "find"}, {"mass"}),
        ("$(arg mass)", "$(arg |", {"mass"}, {"size"}),
        ("size_${size}", "size_${s|", {"size", "sin"}, {"side", "half", "mass"}),
        ("$(find p)/legs.xacro", "|", {"sizes.xacro", "$(find p)/legs.xacro"}, set()),
        ("$(find p)/legs.xacro", "$(find p)/|", {"$(find p)/legs.xacro"}, {"sizes.xacro"}),
        ("$(find p)/legs.xacro", "$(find |", {"p"}, set()),
    ],
)
def test_what_may_be_written_of_xacro_is_offered(
    folder: Path, mark: str, written: str, labels: set[str], others: set[str]
) -> None:
    found = set(offered(folder, "robot.urdf.xacro", mark, written))
    assert labels <= found
    assert not others & found


@pytest.mark.parametrize(
    ("mark", "written", "labels"),
    [
        ("${half}", "${|}", {"half", "side", "length", "pi"}),
        ("${half}", "${math.|}", {"pi", "sin"}),
        ('block name="foot"', 'block name="|"', {"foot"}),
        ("<xacro:insert_block", "<|\n<xacro:insert_block", {"link", "xacro:insert_block", "xacro:if"}),
        ('name="half" value', '| name="half" value', {"scope", "default"}),
        ("value=", 'scope="|" value=', {"parent", "global"}),
    ],
)
def test_what_a_macro_knows_is_offered_in_it(folder: Path, mark: str, written: str, labels: set[str]) -> None:
    assert labels <= set(offered(folder, "legs.xacro", mark, written))


def test_a_call_is_completed_with_what_it_has_to_be_given(folder: Path) -> None:
    text = ROBOT.replace("<xacro:arg", "<\n<xacro:arg", 1)
    found = complete(read(folder, "robot.urdf.xacro", text), text.index("<\n") + 1)
    (leg,) = [each for each in found if each.label == "xacro:leg"]
    assert leg.text == '<xacro:leg side="$0"></xacro:leg>'
    assert leg.detail == "side length:=${size} *foot"


BLOCKS = f"""{HEAD}<xacro:macro name="arm" params="*origin **inner *any">
<link name="a"><visual><xacro:insert_block name="origin"/><xacro:insert_block name="inner"/>
<geometry><xacro:insert_block name="any"/></geometry></visual></link></xacro:macro>
"""


@pytest.mark.parametrize(
    ("written", "labels", "others"),
    [
        ("<xacro:arm><|", {"origin", "inner", "box", "mesh"}, {"link", "geometry"}),
        ("<xacro:arm>|</xacro:arm></robot>", {"origin", "inner"}, {"link"}),
        ('<xacro:arm><origin xyz="0 0 0"/><|</xacro:arm></robot>', {"inner"}, {"origin"}),
        ("<xacro:arm><origin |/></xacro:arm></robot>", {"xyz", "rpy"}, {"radius"}),
        ("<xacro:arm><inner><|</inner></xacro:arm></robot>", {"origin", "material"}, {"box"}),
        ("<xacro:arm><box |/></xacro:arm></robot>", {"size"}, {"xyz"}),
        ("<xacro:nobody><|</xacro:nobody></robot>", {"xacro:arm"}, {"link", "origin"}),
    ],
)
def test_a_call_holds_what_its_blocks_are_inserted_as(
    folder: Path, written: str, labels: set[str], others: set[str]
) -> None:
    text = BLOCKS + written
    (folder / "blocks.xacro").write_text(text)
    found = set(offered(folder, "blocks.xacro", written, written))
    assert labels <= found
    assert not others & found


@pytest.mark.parametrize(
    ("name", "mark", "home"),
    [
        ("robot.urdf.xacro", '<xacro:|leg side="left"', ("legs.xacro", 3, 22)),
        ("robot.urdf.xacro", "</xacro:|leg>", ("legs.xacro", 3, 22)),
        ("robot.urdf.xacro", '<xacro:leg |side="left"', ("legs.xacro", 3, 35)),
        ("robot.urdf.xacro", "size_${|size}", ("sizes.xacro", 2, 23)),
        ("robot.urdf.xacro", "$(arg |mass)", ("robot.urdf.xacro", 4, 20)),
        ("legs.xacro", "leg_${|side}", ("legs.xacro", 3, 35)),
        ("legs.xacro", "2 * |half", ("legs.xacro", 4, 27)),
        ("legs.xacro", 'block name="|foot"', ("legs.xacro", 3, 57)),
    ],
)
@pytest.mark.parametrize("rest", ["</robot>\n", "  <link na"])
def test_names_of_xacro_lead_to_where_they_are_given(
    folder: Path, name: str, mark: str, home: tuple[str, int, int], rest: str
) -> None:
    text = (folder / name).read_text().replace("</robot>\n", rest)
    assert mark.replace("|", "") in text
    offset = text.index(mark.replace("|", "")) + mark.index("|")
    found = find_definition(read(folder, name, text), offset)
    assert found is not None
    assert (Path(found.file or "").name, found.line, found.column) == home


def test_a_name_leads_to_what_is_included_with_its_file(folder: Path) -> None:
    legs, robot = read(folder, "legs.xacro"), read(folder, "robot.urdf.xacro")
    offset = LEGS.index("{size}") + 1
    assert find_definition(legs, offset) is None
    found = find_definition(legs, offset, [robot])
    assert found is not None
    assert Path(found.file or "").name == "sizes.xacro"


def rename_all(folder: Path, name: str, offset: int, new_name: str) -> dict[str, str]:
    """Renames at a place of a file, and saves it."""
    texts = [read(folder, each) for each in ("legs.xacro", "robot.urdf.xacro", "sizes.xacro")]
    own = next(each for each in texts if str(each.path).endswith(name))
    edits = rename_at(own, offset, new_name, texts)
    for each in texts:
        made = apply_edits(each.text, [edit for edit in edits if edit.file == each.path])
        Path(str(each.path)).write_text(made)
    return {Path(str(each.path)).name: Path(str(each.path)).read_text() for each in texts}


@pytest.mark.parametrize(
    ("name", "mark", "count"),
    [
        ("robot.urdf.xacro", "<xacro:|leg side", 5),
        ("robot.urdf.xacro", "<xacro:leg |side", 4),
        ("legs.xacro", "leg_${|side}", 4),
        ("legs.xacro", "${|size}", 3),
        ("sizes.xacro", 'name="|size"', 3),
        ("legs.xacro", "2 * |half", 3),
        ("legs.xacro", "*|foot", 2),
        ("robot.urdf.xacro", 'arg name="|mass"', 2),
    ],
)
def test_a_name_of_xacro_is_another_everywhere_and_nothing_else_is(
    folder: Path, name: str, mark: str, count: int
) -> None:
    pytest.importorskip("xacro", reason="the extra xacro is not installed")
    before = read(folder, "robot.urdf.xacro").expansion
    assert before is not None
    offset = (folder / name).read_text().index(mark.replace("|", "")) + mark.index("|")
    texts = [read(folder, each) for each in ("legs.xacro", "robot.urdf.xacro", "sizes.xacro")]
    own = next(each for each in texts if str(each.path).endswith(name))
    assert find_name_range(own, offset) is not None
    assert len(find_references(own, offset, texts)) == count
    assert len(find_references(own, offset, texts, with_definition=False)) == count - 1
    changed = rename_all(folder, name, offset, "other")
    assert sum(text.count("other") for text in changed.values()) == count
    assert "<!-- ${size} is not used here -->" in changed["robot.urdf.xacro"]
    assert "$${size}" in changed["robot.urdf.xacro"]
    assert read(folder, "robot.urdf.xacro").expansion == before


@pytest.mark.parametrize(
    ("name", "mark", "new_name", "words"),
    [
        ("robot.urdf.xacro", "<xacro:|leg side", "if", "no macro can"),
        ("legs.xacro", "leg_${|side}", "length", "taken"),
        ("legs.xacro", "leg_${|side}", "size", "taken"),
        ("legs.xacro", "leg_${|side}", "1side", "no property can"),
        ("sizes.xacro", 'name="|size"', "half", "taken"),
        ("robot.urdf.xacro", 'arg name="|mass"', "a b", "no argument can"),
    ],
)
def test_names_that_would_mean_something_else_are_refused(
    folder: Path, name: str, mark: str, new_name: str, words: str
) -> None:
    offset = (folder / name).read_text().index(mark.replace("|", "")) + mark.index("|")
    with pytest.raises(bodyplan.BadName, match=words):
        rename_all(folder, name, offset, new_name)


def test_another_name_that_changes_the_expansion_is_refused(folder: Path) -> None:
    pytest.importorskip("xacro", reason="the extra xacro is not installed")
    # the parameter gets its value by the name of the property
    (folder / "legs.xacro").write_text(LEGS.replace("length:=${size}", "size:=^ length:=${size}"))
    with pytest.raises(bodyplan.BadName, match="expanded"):
        rename_all(folder, "sizes.xacro", SIZES.index('"size"') + 1, "extent")


@pytest.mark.parametrize(
    ("name", "mark", "words"),
    [
        ("robot.urdf.xacro", "<xacro:|leg", ["macro `leg`", "`length:=${size}`", "`*foot`", "A leg with its foot."]),
        ("robot.urdf.xacro", "<xacro:leg |side", ["parameter `side` of macro `leg`", "legs.xacro, line 3"]),
        ("legs.xacro", 'name="|half', ["property `half`, line 4: `${length / 2}`"]),
        ("robot.urdf.xacro", 'name="|mass', ["argument `mass`, line 4: `2`"]),
        ("robot.urdf.xacro", "$(find p)/|legs", ["found at", "legs.xacro"]),
        ("legs.xacro", "${|side", ["parameter `side`"]),
    ],
)
def test_what_names_of_xacro_mean_is_said(folder: Path, name: str, mark: str, words: list[str]) -> None:
    text = (folder / name).read_text()
    found = describe_place(read(folder, name), text.index(mark.replace("|", "")) + mark.index("|"))
    assert found is not None
    assert [word for word in words if word not in found.text] == []


def test_files_that_are_included_are_links(folder: Path) -> None:
    found = list_links(read(folder, "robot.urdf.xacro"))
    assert [(ROBOT[slice(*place)], Path(path).name) for place, path in found] == [
        ("$(find p)/legs.xacro", "legs.xacro"),
        ("sizes.xacro", "sizes.xacro"),
    ]


def test_names_of_xacro_have_a_colour() -> None:
    text = LEGS.replace("length:=${size}", "length")
    snapshot = Snapshot(text, "legs.xacro", Options())
    found = {(text[slice(*each.range)], each.type, each.is_declaration) for each in list_tokens(snapshot)}
    assert {("leg", "macro", True), ("side", "parameter", True), ("side", "parameter", False)} <= found


def test_what_a_namespace_has_is_known(folder: Path) -> None:
    text = ROBOT.replace('filename="sizes.xacro"', 'filename="sizes.xacro" ns="s"').replace("size_${", "size_${s.")
    snapshot = read(folder, "robot.urdf.xacro", text)
    home = find_definition(snapshot, text.index("s.size") + 2)
    assert home is not None
    assert Path(home.file or "").name == "sizes.xacro"
    assert find_definition(snapshot, text.index("s.size")) is None


@pytest.mark.parametrize(
    "name",
    ["${a}/x.xacro", "$(arg nothing)/x.xacro", "${1 + 1}.xacro", "$(find nowhere)/x.xacro", "", "robot.urdf.xacro"],
)
def test_files_that_are_not_found_are_no_links(folder: Path, name: str) -> None:
    text = f'{HEAD}<xacro:property name="a" value="${{b}}"/><xacro:property name="b" value="${{a}}"/>'
    text += f'<xacro:include filename="{name}"/></robot>'
    found = read(folder, "robot.urdf.xacro", text).macro_files
    assert len(found.texts) == 1

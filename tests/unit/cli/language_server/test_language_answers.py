"""What an editor is told about places of a text; a bar marks the caret."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import pytest
from bodyplan.cli.language_server.completion import complete
from bodyplan.cli.language_server.hover import describe_place
from bodyplan.cli.language_server.navigation import find_definition, find_references, rename_at
from bodyplan.cli.language_server.snapshot import Snapshot
from bodyplan.cli.language_server.symbols import list_folds, list_symbols
from bodyplan.cli.language_server.vocabulary import find_verdicts, terms_of
from bodyplan.runtime.field_tables import parts_of
from bodyplan.semantics.core.bindings import bindings_of, versions_of
from bodyplan.semantics.core.options import Options
from bodyplan.semantics.core.text_edits import apply_edits

ROBOT = """<robot name="r">
  <link name="a"/><link name="b"/>
  {}
</robot>
"""


def at_caret(text: str, path: str = "r.urdf") -> tuple[Snapshot, int]:
    offset = text.index("|")
    return Snapshot(text.replace("|", ""), path, Options(base_dir=Path(path).parent)), offset


def offered(text: str, path: str = "r.urdf") -> list[str]:
    return [each.label for each in complete(*at_caret(text, path))]


@pytest.mark.parametrize(
    ("written", "labels"),
    [
        ("<|", {"link", "joint", "material", "/robot"}),
        ("<jo|", {"link", "joint"}),
        ("|", {"link", "joint"}),
        ('<joint name="j" |>', {"type"}),
        ('<joint name="j" type="|"', {"revolute", "fixed"}),
        ('<joint name="j" type="rev|"/>', {"revolute"}),
        ('<joint name="j" type="fixed"><parent link="|"/></joint>', {"a", "b", "world"}),
        ('<joint name="j" type="fixed"><parent link="', {"a", "b"}),
        ('<joint name="j" type="fixed"><|</joint>', {"parent", "child", "origin"}),
        ('<joint name="j" type="fixed">\n    <|', {"parent", "child"}),
        ('<joint name="j" type="fixed"></|', {"/joint"}),
    ],
)
def test_what_may_be_written_is_offered(written: str, labels: set[str]) -> None:
    written = written if "|" in written else f"{written}|"
    assert labels <= set(offered(ROBOT.format(written)))


@pytest.mark.parametrize("written", ["<!-- <| -->", "<![CDATA[<|]]>", '<link name="|"/>', "<nobody |/>"])
def test_nothing_is_offered_where_nothing_is_known(written: str) -> None:
    assert offered(ROBOT.format(written)) == []


def test_what_is_there_already_is_not_offered_again() -> None:
    there = offered(ROBOT.format('<joint name="j" type="fixed"><parent link="a"/><|</joint>'))
    assert "child" in there
    assert "parent" not in there
    assert "name" not in offered(ROBOT.format('<joint | name="j"/>'))


@pytest.mark.parametrize(
    ("written", "more"),
    [
        ("", {"world", "model", "actor", "light"}),
        ('<world name="w"/>', {"world"}),
        ('<model name="m"><link name="a"/></model>', set()),
    ],
)
def test_what_cannot_be_beside_the_root_that_is_there_is_not_offered(written: str, more: set[str]) -> None:
    there = offered(f'<sdf version="1.12">{written}<|</sdf>', "m.sdf")
    assert {label for label in there if not label.startswith("/")} == more


def test_an_element_is_completed_with_what_it_needs() -> None:
    snapshot, offset = at_caret(ROBOT.format("<lim|").replace("{}", ""))
    snapshot, offset = at_caret(ROBOT.format('<joint name="j" type="revolute"><lim|</joint>'))
    (limit,) = [each for each in complete(snapshot, offset) if each.label == "limit"]
    assert limit.text == '<limit effort="$0" velocity=""/>'
    assert snapshot.text[slice(*limit.range)] == "<lim"


def test_names_are_offered_as_they_are_seen_from_the_place() -> None:
    text = (
        '<sdf version="1.9"><model name="m"><link name="l"/><model name="n"><link name="k"/>'
        '<joint name="i" type="fixed"><parent>{}</parent></joint></model>'
        '<joint name="j" type="fixed"><parent>{}</parent></joint></model></sdf>'
    )
    assert {"l", "n::k", "world"} <= set(offered(text.format("k", "|"), "m.sdf"))
    inner = set(offered(text.format("|", "l"), "m.sdf"))
    assert "k" in inner
    assert not inner & {"l", "n::k"}


def test_names_that_an_include_brings_are_offered(tmp_path: Path) -> None:
    (tmp_path / "part.sdf").write_text('<sdf version="1.9"><model name="part"><link name="hook"/></model></sdf>')
    text = (
        '<sdf version="1.9"><model name="m"><include><uri>part.sdf</uri></include><link name="l"/>'
        '<frame name="f" attached_to="|"/></model></sdf>'
    )
    assert {"l", "part::hook"} <= set(offered(text, str(tmp_path / "m.sdf")))


def test_files_are_offered_for_uris(tmp_path: Path) -> None:
    (tmp_path / "package.xml").write_text("<package/>")
    (tmp_path / "meshes").mkdir()
    (tmp_path / "meshes" / "arm.stl").write_bytes(b"")
    text = ROBOT.format('<link name="c"><visual><geometry><mesh filename="{}|"/></geometry></visual></link>')
    path = str(tmp_path / "r.urdf")
    assert "meshes/" in offered(text.format(""), path)
    assert offered(text.format("meshes/"), path) == ["meshes/arm.stl"]
    assert offered(text.format(f"package://{tmp_path.name}/meshes/a"), path) == [
        f"package://{tmp_path.name}/meshes/arm.stl"
    ]


def test_the_version_of_a_document_decides_what_may_be_written() -> None:
    text = '<sdf version="{}"><model name="m"><link name="l"/><joint name="j" type="screw"><|</joint></model></sdf>'
    assert "screw_thread_pitch" in offered(text.format("1.12"), "m.sdf")
    assert "screw_thread_pitch" not in offered(text.format("1.6"), "m.sdf")


def test_an_empty_text_may_become_any_format() -> None:
    assert offered("|", "r.xml")[:4] == ["sdf", "robot", "skel", "mujoco"]


@pytest.mark.parametrize("format", ["sdformat", "urdf", "skel", "mjcf"])
def test_every_part_of_every_version_has_a_term(format: str) -> None:
    for version in versions_of(format):
        for cls in bindings_of(format, version).types.values():
            terms = terms_of(cls)
            assert len(terms) == len(parts_of(cls).by_field)
            for term in terms.values():
                assert "Unit:" not in term.documentation
                assert "Default:" not in term.documentation
                assert (term.kind == "text") == (not term.name)


def test_names_in_elements_of_drake_have_its_prefix() -> None:
    model = '<sdf version="1.9" xmlns:drake="drake.mit.edu"><model name="m"><link name="l"><drake:visual name="v">{}'
    found = offered(model.format("<|</drake:visual></link></model></sdf>"), "m.sdf")
    assert {"drake:geometry", "drake:pose", "drake:illustration_properties", "/drake:visual"} <= set(found)
    assert "drake:accepting_renderer" not in found, "which Drake reads in plain visuals only"
    assert "drake:pose" not in offered(model.format("<pose/><|</drake:visual></link></model></sdf>"), "m.sdf")
    assert not [each for each in found if "::" in each]
    assert {"drake:box", "drake:mesh"} <= set(offered(model.format("<drake:geometry><|"), "m.sdf"))


def test_words_that_only_older_releases_had_are_not_offered() -> None:
    text = '<mujoco><worldbody><flexcomp name="f"><edge equality="|"/></flexcomp></worldbody></mujoco>'
    labels = offered(text, "r.xml")
    assert "strain" in labels
    assert "vert" not in labels


def test_terms_say_what_the_description_says() -> None:
    joint = terms_of(bindings_of("sdformat").types["Joint"])
    pitch = joint["thread_pitch"]
    assert (pitch.unit, pitch.default, pitch.deprecated) == ("rad/m", "1.0", "screw_thread_pitch")
    assert joint["screw_thread_pitch"].since == "1.10"
    assert joint["@name"].required
    assert joint["sensor"].repeats
    assert joint["parent"].refers is not None
    assert find_verdicts("sdformat", "model/joint/axis/mimic")["Drake"][0] == "ignores"


ARM = Path("examples/arm.sdf").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("mark", "words"),
    [
        ('<|joint name="elbow"', ["Connection of two links"]),
        ('<joint name="elbow" t|ype=', ["relative motion", "`revolute`", "required"]),
        ("<parent>upper|_arm", ["link `upper_arm`, line 56", "mass 1.2 kg", "Name of the link"]),
        ('<li|nk name="forearm"', ["mass 0.6 kg, principal moments", "in the world: xyz"]),
        ("<eff|ort>", ["unit: N·m or N", "default: `inf`", "DART ignores it"]),
    ],
)
def test_what_something_means_is_said(mark: str, words: list[str]) -> None:
    assert ARM.count(mark.replace("|", "")) >= 1
    found = describe_place(*at_caret(ARM.replace(mark.replace("|", ""), mark, 1), "examples/arm.sdf"))
    assert found is not None
    assert [word for word in words if word not in found.text] == []


def test_a_name_leads_to_what_it_means() -> None:
    text = ROBOT.format('<joint name="j" type="fixed"><parent link="a"/><child link="b|"/></joint>')
    snapshot, offset = at_caret(text)
    found = find_definition(snapshot, offset)
    assert found is not None
    assert (found.line, found.column, found.end_column) == (2, 31, 32)
    assert [(each.line, each.column) for each in find_references(snapshot, offset)] == [(2, 31), (3, 63)]
    assert len(find_references(snapshot, offset, with_definition=False)) == 1
    made = apply_edits(snapshot.text, rename_at(snapshot, offset, "wheel"))
    assert made == snapshot.text.replace('"b"', '"wheel"')


def test_names_lead_into_other_files_and_back(tmp_path: Path) -> None:
    part = '<sdf version="1.9"><model name="part"><link name="hook"/></model></sdf>'
    (tmp_path / "part.sdf").write_text(part)
    text = (
        '<sdf version="1.9"><model name="m"><include><uri>part.sdf</uri></include><link name="l"/>'
        '<frame name="f" attached_to="part::ho|ok"/></model></sdf>'
    )
    top, offset = at_caret(text, str(tmp_path / "m.sdf"))
    inner = Snapshot(part, str(tmp_path / "part.sdf"), Options(base_dir=tmp_path))
    found = find_definition(top, offset)
    assert found is not None
    assert Path(found.file or "").name == "part.sdf"
    assert part[found.column - 1 :].startswith(("hook", 'name="hook'))
    places = find_references(inner, part.index("hook"), [top, inner])
    assert [Path(each.file or "").name for each in places] == ["part.sdf", "m.sdf"]
    edits = rename_at(top, offset, "ring", [top, inner])
    assert {Path(each.file).name for each in edits} == {"m.sdf", "part.sdf"}
    assert "part::ring" in apply_edits(top.text, [each for each in edits if each.file.endswith("m.sdf")])


def test_a_name_that_is_taken_is_refused() -> None:
    snapshot, offset = at_caret(ROBOT.replace('"a"', '"a|"').format(""))
    with pytest.raises(bodyplan.BadName):
        rename_at(snapshot, offset, "b")


def test_the_outline_has_what_has_a_name() -> None:
    snapshot = Snapshot(ROBOT.format('<joint name="j" type="fi'), "r.urdf", Options())
    (robot,) = list_symbols(snapshot)
    assert [(each.kind, each.name) for each in (robot, *robot.children)] == [
        ("robot", "r"),
        ("link", "a"),
        ("link", "b"),
    ]
    place = robot.children[1].name_range
    assert snapshot.text[slice(*place)] == "b"


def test_elements_of_several_lines_fold() -> None:
    assert list_folds(Snapshot("<robot>\n<link>\n<a/>\n</link>\n</robot>", "r.urdf", Options())) == [(1, 4), (2, 3)]


def test_what_is_around_the_caret_is_not_what_begins_behind_it() -> None:
    text = '<robot name="r"><link name="a">|<visual><geometry/></visual></link></robot>'
    assert "inertial" in offered(text)
    assert "geometry" not in offered(text)
    once = '<robot name="r"><link name="a"><visual>|<geometry/></visual></link></robot>'
    assert "geometry" not in offered(once)


def test_defaults_have_no_names() -> None:
    text = "<mujoco><default><joint |/></default></mujoco>"
    assert "damping" in offered(text, "m.xml")
    assert not {"name", "class"} & set(offered(text, "m.xml"))
    assert "name" in offered("<mujoco><worldbody><body><joint |/></body></worldbody></mujoco>", "m.xml")


def test_an_include_without_its_uri_leads_nowhere() -> None:
    text = '<sdf version="1.9"><world name="w"><include><name>a</name></include><frame name="f" attached_to="a::l|"/>'
    snapshot, offset = at_caret(text, "w.sdf")
    assert find_definition(snapshot, offset) is None


SHAPE = '<visual name="v"><pose>0 0 1 0 0 0</pose><geometry><sphere><radius>1</radius></sphere></geometry></visual>'
PLACED = f"""<sdf version="1.9"><model name="m"><pose>0 0 1 0 0 0</pose>
<link name="l"><pose>1 2 3 0 0 1</pose>{SHAPE}</link></model></sdf>"""


@pytest.mark.parametrize(
    ("mark", "place"),
    [
        ("<po|se>1 2 3", "xyz 1 2 4, rpy 0 0 1"),
        ("<pose>1 |2 3", "xyz 1 2 4, rpy 0 0 1"),
        ("<vis|ual", "xyz 1 2 5, rpy 0 0 1"),
        ("<pose>0 0| 1 0 0 0</pose><geo", "xyz 1 2 5, rpy 0 0 1"),
        ("<pose>0 0| 1 0 0 0</pose>\n", "xyz 0 0 1, rpy 0 0 0"),
    ],
)
@pytest.mark.parametrize("end", ["", "</model></sdf>"])
def test_a_pose_is_said_in_the_world(mark: str, place: str, end: str) -> None:
    text = PLACED.replace(mark.replace("|", ""), mark, 1).removesuffix(end)
    found = describe_place(*at_caret(text, "m.sdf"))
    assert found is not None
    assert f"in the world: {place}" in found.text


def test_a_part_of_models_is_completed_as_they_are() -> None:
    text = '<mujocoinclude>\n  <worldbody><body name="b"><|</body></worldbody>\n</mujocoinclude>\n'
    assert {"geom", "joint"} <= set(offered(text, "part.xml"))
    assert {"actuator", "sensor"} <= set(offered(text.replace("<|", "").replace("\n</muj", "\n<|\n</muj"), "part.xml"))

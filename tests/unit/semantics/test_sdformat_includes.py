"""Includes: what they bring, what they override, and what is wrong with them."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import numpy as np
import pytest

MUG = """
<sdf version="1.9"><model name="mug" canonical_link="body">
  <pose>9 9 9 0 0 0</pose>
  <link name="handle"><pose>0 1 0 0 0 0</pose></link>
  <link name="body"><pose>0 0 1 0 0 0</pose></link>
  <frame name="bottom" attached_to="body"><pose>0 0 -1.5 0 0 1</pose></frame>
</model></sdf>
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "mug.sdf").write_text(MUG, encoding="utf-8")
    return tmp_path


def world(contents: str) -> str:
    return f'<sdf version="1.12"><world name="w">{contents}</world></sdf>'


def errors(text: str, folder: Path, **options: object) -> list[str]:
    try:
        bodyplan.loads(text, base_dir=folder, **options)  # type: ignore[arg-type]
    except bodyplan.LoadError as error:
        return [found.code for found in error.diagnostics if found.severity == "error"]
    return []


def test_a_model_is_included_as_it_is(folder: Path) -> None:
    scene = bodyplan.loads(world("<include><uri>mug.sdf</uri></include>"), base_dir=folder).scene
    assert list(scene.frames) == ["world", "mug", "mug::handle", "mug::body", "mug::bottom"]
    assert scene.pose("mug").translation.tolist() == [9, 9, 9]
    assert scene.frames["mug"].attached_to == "mug::body"


def test_name_pose_and_static_are_overridden(folder: Path) -> None:
    text = world(
        "<include><uri>mug.sdf</uri><name>cup</name><static>true</static>"
        '<pose degrees="true">1 2 3 0 0 90</pose></include>'
    )
    scene = bodyplan.loads(text, base_dir=folder).scene
    assert scene.models["cup"].static
    assert scene.frames["cup::bottom"].attached_to == "cup::body"
    assert scene.pose("cup::handle").translation == pytest.approx([0, 2, 3])


def test_an_empty_pose_takes_the_pose_away(folder: Path) -> None:
    scene = bodyplan.loads(world("<include><uri>mug.sdf</uri><pose/></include>"), base_dir=folder).scene
    assert scene.pose("mug").translation.tolist() == [0, 0, 0]


@pytest.mark.parametrize("rotation", ["0.1 0.2 0.3", "0 0 0"])
def test_the_placement_frame_is_what_the_pose_places(folder: Path, rotation: str) -> None:
    pose = f"<pose>1 2 3 {rotation}</pose>"
    text = world(f"<include><uri>mug.sdf</uri><placement_frame>bottom</placement_frame>{pose}</include>")
    scene = bodyplan.loads(text, base_dir=folder).scene
    plain = bodyplan.loads(world(f'<frame name="f">{pose}</frame>')).scene
    assert np.allclose(scene.pose("mug::bottom").matrix, plain.pose("f").matrix, atol=1e-12)


def test_a_placement_frame_needs_a_pose(folder: Path) -> None:
    text = world("<include><uri>mug.sdf</uri><placement_frame>bottom</placement_frame></include>")
    assert errors(text, folder) == ["BP327"]


def test_an_unknown_placement_frame(folder: Path) -> None:
    text = world("<include><uri>mug.sdf</uri><placement_frame>lid</placement_frame><pose/></include>")
    assert errors(text, folder) == ["BP309"]


def test_including_is_like_nesting(folder: Path) -> None:
    including = '<include><uri>mug.sdf</uri><name>m</name><pose relative_to="base">1 0 0 0 0 1</pose></include>'
    nested = MUG.replace('<sdf version="1.9">', "").replace("</sdf>", "").replace('name="mug"', 'name="m"')
    nested = nested.replace("<pose>9 9 9 0 0 0</pose>", '<pose relative_to="base">1 0 0 0 0 1</pose>')
    texts = [
        f'<sdf version="1.9"><model name="top"><link name="base"><pose>1 1 1 1 1 1</pose></link>{inner}</model></sdf>'
        for inner in (including, nested)
    ]
    one, other = (bodyplan.loads(text, base_dir=folder).scene for text in texts)
    assert list(one.frames) == list(other.frames)
    for name in one.frames:
        assert np.allclose(one.pose(name).matrix, other.pose(name).matrix, atol=1e-12)
        assert one.frames[name].attached_to == other.frames[name].attached_to


def test_two_instances_of_one_file(folder: Path) -> None:
    text = world("<include><uri>mug.sdf</uri></include><include><uri>mug.sdf</uri><name>b</name></include>")
    scene = bodyplan.loads(text, base_dir=folder).scene
    assert list(scene.models) == ["mug", "b"]


def test_two_instances_of_one_name_are_reported_where_they_are_included(folder: Path) -> None:
    text = world("\n<include><uri>mug.sdf</uri></include>\n<include><uri>mug.sdf</uri></include>")
    with pytest.raises(bodyplan.LoadError) as caught:
        bodyplan.loads(text, base_dir=folder)
    (found,) = (found for found in caught.value.diagnostics if found.severity == "error")
    assert (found.code, found.line) == ("BP308", 3)


def test_a_fault_of_an_included_file_is_placed_in_that_file(folder: Path) -> None:
    broken = MUG.replace('attached_to="body"', 'attached_to="bodi"')
    (folder / "broken.sdf").write_text(broken, encoding="utf-8")
    with pytest.raises(bodyplan.LoadError) as caught:
        bodyplan.loads(world("<include><uri>broken.sdf</uri></include>"), base_dir=folder)
    (found,) = (found for found in caught.value.diagnostics if found.severity == "error")
    assert found.code == "BP304"
    assert found.file == str(folder / "broken.sdf")
    assert (found.line, found.column) == (6, 24)


@pytest.mark.parametrize(
    ("files", "include", "expected"),
    [
        ({}, "<uri>nothing.sdf</uri>", ["BP401"]),
        ({}, "<uri>https://example.org/mug</uri>", ["BP404"]),
        ({}, "<name>x</name>", ["BP406"]),
        ({"w.sdf": world("")}, "<uri>w.sdf</uri>", ["BP421"]),
        ({"e.sdf": '<sdf version="1.9"/>'}, "<uri>e.sdf</uri>", ["BP422"]),
        ({"x.sdf": "<sdf"}, "<uri>x.sdf</uri>", ["BP003"]),
        ({"text.txt": "no model"}, "<uri>text.txt</uri>", ["BP432"]),
    ],
)
def test_what_cannot_be_included(folder: Path, files: dict[str, str], include: str, expected: list[str]) -> None:
    for name, text in files.items():
        (folder / name).write_text(text, encoding="utf-8")
    assert errors(world(f"<include>{include}</include>"), folder) == expected


def test_several_models_in_an_included_file(folder: Path) -> None:
    two = '<sdf version="1.9"><model name="a"><link name="l"/></model><model name="b"><link name="l"/></model></sdf>'
    (folder / "two.sdf").write_text(two, encoding="utf-8")
    assert errors(world("<include><uri>two.sdf</uri></include>"), folder) == ["BP423"]


def population(content: str) -> str:
    return world(f"<population name='p'><model name='m'>{content}</model><distribution/></population>")


def test_includes_of_the_model_of_a_population_are_resolved_and_checked(folder: Path) -> None:
    assert errors(population("<include><uri>nowhere.sdf</uri></include>"), folder) == ["BP401"]
    text = '<sdf version="1.9"><model name="part"><link name="l"/><model name="n"><lnk/></model></model></sdf>'
    (folder / "part.sdf").write_text(text, encoding="utf-8")
    document = bodyplan.loads(population("<include><uri>part.sdf</uri></include>"), base_dir=folder)
    assert [(found.code, Path(found.file or "").name) for found in document.diagnostics] == [("BP201", "part.sdf")]
    assert list(document.scene.models) == []  # none of the world, however many there will be
    model = bodyplan.sdformat.loads(document.dumps(expand=True)).root.world[0].population[0].model
    assert model is not None
    assert [part.name for part in model.model] == ["part"]
    assert not model.include


def test_cycles_of_includes_name_their_members(folder: Path) -> None:
    for name, other in (("a", "b"), ("b", "a")):
        text = f'<sdf version="1.9"><model name="{name}"><include><uri>{other}.sdf</uri></include></model></sdf>'
        (folder / f"{name}.sdf").write_text(text, encoding="utf-8")
    report = bodyplan.check(folder / "a.sdf")
    (found,) = (found for found in report.diagnostics if found.code == "BP420")
    assert "a.sdf -> b.sdf -> a.sdf" in found.message


def test_static_of_a_model_holds_for_what_is_inside() -> None:
    text = world(
        '<model name="a"><static>true</static><link name="l"/>'
        '<model name="b"><static>false</static><link name="l"/></model></model>'
        '<model name="c"><link name="l"/><model name="d"><static>true</static><link name="l"/></model></model>'
    )
    scene = bodyplan.loads(text).scene
    assert {name: model.static for name, model in scene.models.items()} == {
        "a": True,
        "a::b": True,
        "c": False,
        "c::d": True,
    }


def test_lights_and_actors_are_included(folder: Path) -> None:
    (folder / "lamp.sdf").write_text('<sdf version="1.9"><light name="l" type="point"/></sdf>', encoding="utf-8")
    text = world("<include><uri>lamp.sdf</uri><name>lamp</name><pose>1 2 3 0 0 0</pose></include>")
    scene = bodyplan.loads(text, base_dir=folder).scene
    assert list(scene.attachments) == ["lamp"]
    inside = '<sdf version="1.9"><model name="m"><link name="l"/><include><uri>lamp.sdf</uri></include></model></sdf>'
    assert errors(inside, folder) == ["BP328"]


def test_an_include_without_a_world_is_the_root(folder: Path) -> None:
    text = '<sdf version="1.9"><include><uri>mug.sdf</uri><name>cup</name></include></sdf>'
    scene = bodyplan.loads(text, base_dir=folder).scene
    assert list(scene.models) == ["cup"]


def test_a_file_of_another_format_is_no_root(folder: Path) -> None:
    (folder / "arm.urdf").write_text('<robot name="arm"><link name="base"/></robot>', encoding="utf-8")
    text = '<sdf version="1.12"><include><uri>arm.urdf</uri></include></sdf>'
    assert "BP328" in errors(text, folder)


def test_an_include_of_an_include_starts_from_its_own_folder(folder: Path) -> None:
    inner = folder / "inner"
    inner.mkdir()
    (inner / "part.sdf").write_text(MUG, encoding="utf-8")
    whole = '<sdf version="1.9"><model name="whole"><include><uri>part.sdf</uri></include></model></sdf>'
    (inner / "whole.sdf").write_text(whole, encoding="utf-8")
    scene = bodyplan.loads(world("<include><uri>inner/whole.sdf</uri></include>"), base_dir=folder).scene
    assert list(scene.models) == ["whole", "whole::mug"]
    assert scene.frames["whole"].attached_to == "whole::mug::body"


def test_plugins_of_an_include_are_added(folder: Path) -> None:
    text = world('<include><uri>mug.sdf</uri><plugin name="p" filename="f"><x/></plugin></include>')
    expanded = bodyplan.loads(text, base_dir=folder).dumps(expand=True)
    assert '<plugin name="p" filename="f">' in expanded
    assert "<include>" not in expanded
    assert bodyplan.loads(expanded).scene.frames.keys() == bodyplan.loads(text, base_dir=folder).scene.frames.keys()


def test_includes_that_amount_to_too_much(folder: Path) -> None:
    for number in range(1, 30):
        twice = "".join(f"<include><uri>{number - 1}.sdf</uri><name>{name}</name></include>" for name in "ab")
        text = f'<sdf version="1.9"><model name="m">{twice}</model></sdf>'
        (folder / f"{number}.sdf").write_text(text, encoding="utf-8")
    (folder / "0.sdf").write_text(MUG, encoding="utf-8")
    assert "BP337" in errors(world("<include><uri>29.sdf</uri></include>"), folder)


def test_includes_that_lead_too_deep(folder: Path) -> None:
    for number in range(1, 400):
        text = f'<sdf version="1.9"><model name="m"><include><uri>{number - 1}.sdf</uri></include></model></sdf>'
        (folder / f"{number}.sdf").write_text(text, encoding="utf-8")
    (folder / "0.sdf").write_text(MUG, encoding="utf-8")
    assert "BP336" in errors(world("<include><uri>399.sdf</uri></include>"), folder)
    assert errors(world("<include><uri>50.sdf</uri></include>"), folder) == []
    # from the inside out, what is there already being deep
    inner = "".join(f"<include><uri>{number}.sdf</uri><name>n{number}</name></include>" for number in range(1, 400))
    assert "BP336" in errors(world(inner), folder)


def test_too_many_included_models_are_told_once(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bodyplan.semantics.formats.sdformat.includes.MOST_MODELS", 3)
    (folder / "one.sdf").write_text(
        '<sdf version="1.9"><model name="a"><link name="l"/></model></sdf>', encoding="utf-8"
    )
    several = "".join(f"<include><name>m{number}</name><uri>one.sdf</uri></include>" for number in range(6))
    assert len(errors(world(several), folder)) == 1
    assert errors(world(several[: several.index("<include><name>m2")]), folder) == []


@pytest.mark.parametrize("merge", ["", ' merge="true"'])
def test_values_that_do_not_fit_are_reported_in_what_is_included(merge: str, folder: Path) -> None:
    joint = "<joint name='j' type='ü'><parent>a</parent><child>b</child></joint>"
    model = f"<model name='m'><link name='a'/><link name='b'/>{joint}</model>"
    (folder / "faulty.sdf").write_text(f"<sdf version='1.9'>{model}</sdf>", encoding="utf-8")
    include = f"<include{merge}><uri>faulty.sdf</uri></include>"
    text = f"<sdf version='1.9'><model name='top'><link name='l'/>{include}</model></sdf>"
    assert errors(text, folder) == ["BP107"]


def test_a_light_of_no_known_type_is_reported_where_it_is_included(folder: Path) -> None:
    (folder / "lamp.sdf").write_text("<sdf version='1.9'><light name='l' type='ü'/></sdf>", encoding="utf-8")
    assert errors(world("<include><uri>lamp.sdf</uri><name>i</name></include>"), folder) == ["BP107"]


def test_a_document_may_consist_of_an_include(folder: Path) -> None:
    (folder / "box.sdf").write_text(
        '<sdf version="1.9"><model name="b"><link name="l"/></model></sdf>', encoding="utf-8"
    )
    text = '<sdf version="1.12"><include{}><uri>{}</uri><pose>1 0 0 0 0 0</pose></include>{}</sdf>'
    document = bodyplan.loads(text.format("", "box.sdf", ""), search_paths=[folder])
    assert document.diagnostics == ()
    assert "b" in document.scene.models
    assert errors(text.format("", "gone.sdf", ""), folder) == ["BP401"]
    assert errors(text.format(' merge="true"', "box.sdf", ""), folder) == ["BP343"]
    assert errors(text.format("", "box.sdf", '<model name="m"><link name="l"/></model>'), folder) == ["BP331"]


@pytest.mark.parametrize("is_first", [True, False])
def test_the_canonical_link_of_a_merger_stays_where_includes_are_expanded(tmp_path: Path, is_first: bool) -> None:
    (tmp_path / "part.sdf").write_text(
        '<sdf version="1.10"><model name="part"><link name="p0"/><link name="p1"/></model></sdf>'
    )
    parts = ['<include merge="true"><uri>part.sdf</uri></include>', '<link name="own"/><frame name="f"/>']
    (tmp_path / "top.sdf").write_text(
        f'<sdf version="1.10"><model name="top">{"".join(parts if is_first else parts[::-1])}</model></sdf>'
    )
    doc = bodyplan.load(tmp_path / "top.sdf")
    again = bodyplan.loads(doc.dumps(expand=True)).scene
    assert doc.scene.models["top"].canonical_link == ("top::p0" if is_first else "top::own")
    assert again.models["top"].canonical_link == doc.scene.models["top"].canonical_link
    assert again.frames["top::f"].attached_to == doc.scene.frames["top::f"].attached_to

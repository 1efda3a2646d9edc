"""Public functions take a document or its path alike, and say what is wanted where they are given something else."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import bodyplan
import pytest
from bodyplan import sdformat, urdf

ARM = '<robot name="arm"><link name="base"/><link name="tip"/><joint name="j" type="fixed"><parent link="base"/><child link="tip"/></joint></robot>'
TOOL = '<robot name="tool"><link name="lens"/></robot>'
WORLD = '<sdf version="1.12"><world name="w"><model name="a"><link name="l"/></model></world></sdf>'
MODEL = '<sdf version="1.12"><model name="b"><link name="l"/></model></sdf>'

CALLS: dict[str, Callable[[Any, Any], Any]] = {
    "load": lambda doc, _: bodyplan.load(doc).dumps(),
    "load with options": lambda doc, _: bodyplan.load(doc, target="drake").dumps(),
    "urdf.load": lambda doc, _: urdf.load(doc).root.name,
    "check": lambda doc, _: bodyplan.check(doc).diagnostics,
    "check with options": lambda doc, _: bodyplan.check(doc, target="drake", strict=True).diagnostics,
    "convert": lambda doc, _: bodyplan.convert(doc, "sdformat").document.dumps(),
    "diff": lambda doc, other: [(each.kind, each.name, each.change) for each in bodyplan.diff(doc, other)],
    "support": lambda doc, _: bodyplan.support(doc, target="drake").rows,
    "assets": lambda doc, _: bodyplan.assets(doc).files,
    "rename": lambda doc, _: [each.dumps() for each in bodyplan.rename(doc, "tip", "end")],
    "attach": lambda doc, other: bodyplan.document_of(bodyplan.attach(doc, other, "tip")).dumps(),
    "extract": lambda doc, _: bodyplan.extract(doc, "tip").dumps(),
    "dumps": lambda doc, _: bodyplan.dumps(doc),
    "element_of": lambda doc, _: bodyplan.location_of(bodyplan.element_of(doc, "arm::tip")).line,  # type: ignore[arg-type]
    "find_fixes": lambda doc, _: bodyplan.find_fixes(doc, bodyplan.check(doc).diagnostics),
    "fix": lambda doc, _: bodyplan.fix(doc).text,
}


@pytest.fixture
def paths(tmp_path: Path) -> tuple[Path, Path]:
    arm, tool = tmp_path / "arm.urdf", tmp_path / "tool.urdf"
    arm.write_text(ARM, encoding="utf-8")
    tool.write_text(TOOL, encoding="utf-8")
    return arm, tool


@pytest.mark.parametrize("name", CALLS)
def test_a_path_gives_what_its_document_gives(name: str, paths: tuple[Path, Path]) -> None:
    call, (arm, tool) = CALLS[name], paths
    of_paths = call(arm, tool)
    assert call(str(arm), str(tool)) == of_paths
    assert call(bodyplan.load(arm), bodyplan.load(tool)) == of_paths
    assert arm.read_text(encoding="utf-8") == ARM


@pytest.mark.parametrize("name", CALLS)
@pytest.mark.parametrize("wrong", [None, 5, b"arm.urdf"], ids=["none", "number", "bytes"])
def test_anything_else_is_refused_with_what_is_wanted(name: str, wrong: object, paths: tuple[Path, Path]) -> None:
    with pytest.raises(TypeError, match=r"takes a Document or the path of one, not (NoneType|int|bytes)$"):
        CALLS[name](wrong, paths[1])


@pytest.mark.parametrize(
    "name", sorted(CALLS.keys() - {"check", "check with options", "support", "assets", "find_fixes"})
)
def test_a_path_without_a_sound_document_is_a_load_error(name: str, paths: tuple[Path, Path]) -> None:
    with pytest.raises(bodyplan.LoadError):
        CALLS[name](paths[0].with_name("none.urdf"), paths[1])


def test_merge_takes_paths_and_answers_the_document(tmp_path: Path) -> None:
    world, model = tmp_path / "world.sdf", tmp_path / "model.sdf"
    world.write_text(WORLD, encoding="utf-8")
    model.write_text(MODEL, encoding="utf-8")
    doc = sdformat.load(world)
    made = bodyplan.merge(world, model)
    assert bodyplan.merge(doc, bodyplan.load(model)) is doc
    assert made.dumps() == doc.dumps() != WORLD
    assert world.read_text(encoding="utf-8") == WORLD
    for arguments in ((None, doc), (doc, None)):
        with pytest.raises(TypeError, match="merge takes a Document or the path of one, not NoneType"):
            bodyplan.merge(*arguments)  # type: ignore[arg-type]


def test_a_document_is_loaded_and_checked_as_it_is_now_with_other_options(paths: tuple[Path, Path]) -> None:
    doc = urdf.load(paths[0])
    assert bodyplan.load(doc) is doc
    doc.root.any_attributes["colour"] = "red"
    assert bodyplan.check(doc).ok
    assert not bodyplan.check(doc, target="drake", strict=True).ok
    with pytest.raises(bodyplan.LoadError, match="BP202"):
        bodyplan.load(doc, target="drake", strict=True)
    assert bodyplan.load(doc, max_bytes=1 << 20).root.any_attributes == {"colour": "red"}
    with pytest.raises(bodyplan.LoadError, match="BP011"):
        sdformat.load(doc)
    with pytest.raises(TypeError, match="arguments counts where a document is read: give it to load"):
        bodyplan.check(doc, arguments={"a": 1})
    with pytest.raises(TypeError, match="there is no option 'stirct'; did you mean 'strict'"):
        bodyplan.check(doc, stirct=True)  # type: ignore[call-arg]


def test_a_text_that_is_none_and_a_format_that_is_not_read_are_refused() -> None:
    with pytest.raises(TypeError, match=r"loads takes a text, not (Posix|Windows)Path; load takes a path"):
        bodyplan.loads(Path("arm.urdf"))  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="there is no format 'step' to read yet; there are sdformat, urdf, skel"):
        bodyplan.loads(ARM, format="step")  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="there is no format 'step': documents are made of sdformat"):
        bodyplan.new("step")  # type: ignore[arg-type]
    with pytest.raises(
        ValueError, match="there is no format 'step': documents are converted to dmd, mjcf, sdformat, skel, urdf"
    ):
        bodyplan.convert(bodyplan.loads(ARM), "step")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="target is 'bullet'; it has to be one of libsdformat, libsdformat12"):
        bodyplan.loads(ARM, target="bullet")


def test_search_paths_of_a_call_are_those_of_a_document_for_it(tmp_path: Path) -> None:
    (tmp_path / "elsewhere" / "parts").mkdir(parents=True)
    (tmp_path / "elsewhere" / "parts" / "a.stl").write_bytes(b"solid a\nendsolid a\n")
    mesh = '<visual><geometry><mesh filename="package://parts/a.stl"/></geometry></visual>'
    doc = bodyplan.loads(TOOL.replace("/>", f">{mesh}</link>"), base_dir=tmp_path)
    assert not bodyplan.assets(doc).ok
    assert bodyplan.assets(doc, search_paths=[tmp_path / "elsewhere"]).ok
    assert not bodyplan.assets(doc).ok


def test_several_things_of_one_name_are_told_apart_by_their_paths(paths: tuple[Path, Path]) -> None:
    paths[0].write_text(ARM.replace('name="j"', 'name="tip"'), encoding="utf-8")
    with pytest.raises(ValueError, match=r"'tip' is the name of 2 elements: /robot.*/link.*, /robot.*/joint"):
        bodyplan.rename(paths[0], "tip", "end")
    (doc,) = bodyplan.rename(paths[0], '/robot[@name="arm"]/link[@name="tip"]', "end")
    assert '<link name="end"/>' in doc.dumps()
    with pytest.raises(bodyplan.NameNotFound, match="nothing is called 'hand'"):
        bodyplan.rename(paths[0], "hand", "end")


def test_elements_of_scene_objects_have_places_without_the_root_being_asked_for(tmp_path: Path) -> None:
    (tmp_path / "b.sdf").write_text(MODEL, encoding="utf-8")
    text = WORLD.replace("</world>", "<include><uri>b.sdf</uri></include></world>")
    doc = sdformat.loads(text, base_dir=tmp_path)
    places = {name: bodyplan.element_of(doc, name) for name in ("a", "a::l", "b::l")}
    files = {name: bodyplan.location_of(element).file for name, element in places.items() if element is not None}
    assert files == {"a": None, "a::l": None, "b::l": str(tmp_path / "b.sdf")}
    own = bodyplan.element_of(doc, "a::l")
    assert own is not None
    assert bodyplan.document_of(own) is doc
    assert [each.name for each in bodyplan.scene_objects(doc, own)] == ["a::l"]
    with pytest.raises(TypeError, match="element_of takes an object of a scene or the scoped name of one, not int"):
        bodyplan.element_of(doc, 5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="scene_objects takes a Document or a Scene, not str"):
        bodyplan.scene_objects("a.sdf", own)  # type: ignore[arg-type]


def test_an_element_alone_keeps_the_document_of_a_path(paths: tuple[Path, Path]) -> None:
    tip = bodyplan.element_of(paths[0], "arm::tip")
    assert isinstance(tip, urdf.Link)
    tip.name = "end"
    assert '<link name="end"/>' in bodyplan.document_of(tip).dumps()
    with pytest.raises(bodyplan.NotInDocument):
        bodyplan.document_of(urdf.Link(name="alone"))

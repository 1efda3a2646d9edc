"""The worked examples of the composition proposal, each of their lines with its verdict (1.3, 1.4.2, 1.4.3)."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import pytest

MODEL = """
<sdf version="1.8">
  <model name="top_model">
    <frame name="top_frame"/>
    <link name="top_link">{top_link}</link>
    <model name="mid_model">
      {mid_model}
      <link name="mid_link">{mid_link}</link>
      <model name="bottom_model">
        {bottom_model}
        <link name="bottom_link">{bottom_link}</link>
        {in_bottom}
      </model>
      <model name="bottom_model_2">
        <model name="mid_model"><link name="mid_link"/></model>
        <link name="bottom_link">{bottom_link_2}</link>
      </model>
      {in_mid}
    </model>
  </model>
</sdf>
"""
PLACES = (
    "top_link",
    "mid_model",
    "mid_link",
    "bottom_model",
    "bottom_link",
    "in_bottom",
    "bottom_link_2",
    "in_mid",
)

WORLD = """
<sdf version="1.8">
  <world name="simple_world">
    <frame name="world_frame"/>
    {in_world}
    <model name="top_model">
      {top_model}
      <frame name="top_frame"/>
      {in_top}
      <link name="top_link">{top_link}</link>
    </model>
    <joint name="top_model_weld" type="fixed">
      <parent>{parent}</parent>
      <child>{child}</child>
    </joint>
  </world>
</sdf>
"""


def codes(text: str, base: Path | None = None) -> list[str]:
    """Codes of the errors in a document."""
    try:
        document = bodyplan.loads(text, base_dir=base)
    except bodyplan.LoadError as error:
        return [found.code for found in error.diagnostics if found.severity == "error"]
    assert document.scenes
    return []


def relative_to(frame: str) -> str:
    return f'<pose relative_to="{frame}"/>'


@pytest.mark.parametrize(
    ("place", "text", "expected"),
    [
        ("top_link", relative_to("top_frame"), []),
        ("top_link", relative_to("some_unknown_frame"), ["BP303"]),
        ("top_link", relative_to("top_model::top_frame"), ["BP303"]),
        ("mid_model", relative_to("top_link"), []),
        ("mid_link", "<pose/>", []),
        ("mid_link", relative_to("top_link"), ["BP303"]),
        ("bottom_model", relative_to("mid_link"), []),
        ("bottom_link", "<pose/>", []),
        ("bottom_link", relative_to("mid_link"), ["BP303"]),
        ("bottom_link", relative_to("mid_model::mid_link"), ["BP303"]),
        ("bottom_link", relative_to("top_frame"), ["BP303"]),
        ("in_bottom", '<frame name="bottom_frame" attached_to="bottom_link"/>', []),
        ("in_bottom", '<frame name="bottom_frame" attached_to="bottom_model::bottom_link"/>', ["BP304"]),
        ("bottom_link_2", relative_to("mid_model::mid_link"), []),
        ("in_mid", '<frame name="mid_to_top" attached_to="top_frame"/>', ["BP304"]),
        ("in_mid", '<frame name="mid_to_bottom" attached_to="bottom_model::bottom_link"/>', []),
        ("in_mid", '<frame name="mid_to_bottom" attached_to="bottom_link"/>', ["BP304"]),
        ("in_mid", '<frame name="mid_to_bottom" attached_to="mid_model::bottom_model::bottom_link"/>', ["BP304"]),
    ],
)
def test_references_in_models_lead_down_only(place: str, text: str, expected: list[str]) -> None:
    parts = dict.fromkeys(PLACES, "") | {place: text}
    assert codes(MODEL.format(**parts)) == expected


@pytest.mark.parametrize(
    ("place", "text", "expected"),
    [
        ("in_world", '<frame name="world_scope_frame" attached_to="world_frame"/>', []),
        ("in_world", '<frame name="world_scope_frame" attached_to="simple_world::world_frame"/>', ["BP304"]),
        ("top_model", relative_to("world_frame"), []),
        ("in_top", '<frame name="other" attached_to="world_frame"/>', ["BP304"]),
        ("top_link", relative_to("top_frame"), []),
        ("top_link", relative_to("top_model::top_frame"), ["BP303"]),
        ("parent", "world", []),
        ("parent", "world_frame", []),
        ("child", "top_model::top_link", []),
        ("child", "top_link", ["BP502"]),
    ],
)
def test_references_in_worlds_lead_down_only(place: str, text: str, expected: list[str]) -> None:
    usual = {"in_world": "", "top_model": "", "in_top": "", "top_link": ""}
    parts = usual | {"parent": "world", "child": "top_model::top_link"} | {place: text}
    assert codes(WORLD.format(**parts)) == expected


def test_a_finding_says_where_and_what_was_meant() -> None:
    text = '<sdf version="1.8">\n<model name="m">\n <link name="a"/>\n <link name="b"><pose relative_to="aa"/></link>\n'
    with pytest.raises(bodyplan.LoadError) as caught:
        bodyplan.loads(text + "</model></sdf>")
    (found,) = caught.value.diagnostics
    assert (found.code, found.line, found.column) == ("BP303", 4, 23)
    assert found.xpath == '/sdf/model[@name="m"]/link[@name="b"]/pose/@relative_to'


def test_model_frames_are_called_by_the_name_of_the_model() -> None:
    text = """
    <sdf version="1.8"><model name="top">
      <link name="base"/>
      <model name="inner"><pose>1 0 0 0 0 0</pose><link name="l"/></model>
      <frame name="a" attached_to="inner"/>
      <frame name="b" attached_to="inner::__model__"/>
    </model></sdf>
    """
    scene = bodyplan.loads(text).scene
    assert scene.frames["top::a"].attached_to == scene.frames["top::b"].attached_to == "top::inner::l"
    assert scene.pose("top::a").translation.tolist() == scene.pose("top::b").translation.tolist() == [1, 0, 0]


@pytest.fixture
def mid_model(tmp_path: Path) -> Path:
    (tmp_path / "mid_model.sdf").write_text(
        '<sdf version="1.8"><model name="mid_model"><link name="mid_link"/></model></sdf>', encoding="utf-8"
    )
    return tmp_path


@pytest.mark.parametrize(("frame", "expected"), [("my_custom_name::mid_link", []), ("mid_model::mid_link", ["BP304"])])
def test_an_included_model_is_known_by_the_name_that_the_include_gives_it(
    mid_model: Path, frame: str, expected: list[str]
) -> None:
    text = f"""
    <sdf version="1.8"><model name="top_model">
      <include><uri>file://mid_model.sdf</uri><name>my_custom_name</name></include>
      <frame name="top_to_mid" attached_to="{frame}"/>
    </model></sdf>
    """
    assert codes(text, mid_model) == expected


@pytest.mark.parametrize(("frame", "expected"), [("super_frame", []), ("mid_model::super_frame", ["BP303"])])
def test_the_pose_of_an_include_is_one_of_the_including_model(mid_model: Path, frame: str, expected: list[str]) -> None:
    text = f"""
    <sdf version="1.8"><model name="super_model">
      <link name="base"/><frame name="super_frame"/>
      <include><uri>mid_model.sdf</uri><pose relative_to="{frame}"/></include>
    </model></sdf>
    """
    assert codes(text, mid_model) == expected

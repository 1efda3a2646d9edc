"""Rules about names, by version."""

from __future__ import annotations

import bodyplan
import pytest


def model(contents: str, version: str = "1.12", name: str = "m") -> str:
    return f'<sdf version="{version}"><model name="{name}">{contents}</model></sdf>'


def found(text: str, severity: str = "error", **options: object) -> list[str]:
    try:
        document = bodyplan.loads(text, **options)  # type: ignore[arg-type]
    except bodyplan.LoadError as error:
        return [finding.code for finding in error.diagnostics if finding.severity == severity]
    return [finding.code for finding in document.diagnostics if finding.severity == severity]


@pytest.mark.parametrize("name", ["world", "__model__", "__root__", "__x__"])
@pytest.mark.parametrize("place", ["model", "link", "frame", "visual", "light", "sensor"])
def test_reserved_names(name: str, place: str) -> None:
    texts = {
        "model": model('<link name="l"/>', name=name),
        "link": model(f'<link name="{name}"/>'),
        "frame": model(f'<link name="l"/><frame name="{name}"/>'),
        "visual": model(
            f'<link name="l"><visual name="{name}"><geometry><sphere><radius>1</radius></sphere></geometry></visual></link>'
        ),
        "light": model(f'<link name="l"><light name="{name}" type="point"/></link>'),
        "sensor": model(f'<link name="l"><sensor name="{name}" type="imu"/></link>'),
    }
    assert found(texts[place]) == ["BP321"]


@pytest.mark.parametrize("name", ["worlds", "_private", "__half", "half__", "__", "___"])
def test_names_that_are_not_reserved(name: str) -> None:
    assert found(model(f'<link name="{name}"/>')) == []


def test_empty_names() -> None:
    assert found(model('<link name=""/>')) == ["BP320"]


@pytest.mark.parametrize(("version", "expected"), [("1.6", []), ("1.8", ["BP322"]), ("1.12", ["BP322"])])
def test_the_delimiter_is_no_part_of_a_name_since_1_8(version: str, expected: list[str]) -> None:
    text = model(
        '<link name="l"><visual name="a::b"><geometry><sphere><radius>1</radius></sphere></geometry></visual></link>',
        version,
    )
    assert found(text) == expected


def test_names_of_plugins_may_hold_anything() -> None:
    assert found(model('<link name="l"/><plugin name="a::b" filename="f"/><plugin name="a::b" filename="f"/>')) == []


LINKS = '<link name="a"/><link name="b"/>'


@pytest.mark.parametrize(
    "contents",
    [
        '<link name="a"/><link name="a"/>',
        LINKS + '<joint name="a" type="fixed"><parent>a</parent><child>b</child></joint>',
        LINKS + '<frame name="a"/>',
        LINKS + '<model name="a"><link name="l"/></model>',
    ],
)
def test_frames_of_one_name_beside_each_other(contents: str) -> None:
    assert found(model(contents)) == ["BP308"]


def test_before_1_7_the_later_kind_gets_another_name() -> None:
    text = model(
        LINKS
        + '<joint name="a" type="fixed"><parent>a</parent><child>b</child></joint>'
        + '<joint name="a_joint" type="fixed"><parent>a</parent><child>b</child></joint>',
        "1.6",
    )
    assert found(text, "warning").count("BP325") == 2
    assert list(bodyplan.loads(text).scene.joints) == ["m::a_joint", "m::a_joint_joint"]


def test_the_other_names_are_written_where_the_document_becomes_a_new_one() -> None:
    text = model(LINKS + '<joint name="a" type="fixed"><parent>a</parent><child>b</child></joint>', "1.5")
    document = bodyplan.loads(text)
    again = bodyplan.loads(document.dumps(expand=True))
    assert list(again.scene.frames) == list(document.scene.frames)


def test_two_shapes_of_one_name() -> None:
    visual = '<visual name="v"><geometry><sphere><radius>1</radius></sphere></geometry></visual>'
    assert found(model(f'<link name="l">{visual}{visual}</link>')) == ["BP323"]


def test_siblings_of_other_kinds_are_a_warning_and_an_error_where_that_is_asked_for() -> None:
    contents = '<visual name="v"><geometry><sphere><radius>1</radius></sphere></geometry></visual><collision name="v"><geometry><sphere><radius>1</radius></sphere></geometry></collision>'
    text = model(f'<link name="l">{contents}</link>')
    assert found(text, "warning") == ["BP324"]
    assert found(text, strict=True) == ["BP324"]


def test_worlds_and_lights() -> None:
    text = """<sdf version="1.12"><world name="w"><light name="x" type="point"/><light name="x" type="point"/>
    <model name="x"><link name="l"/></model></world><world name="w"/></sdf>"""
    assert sorted(found(text)) == ["BP323", "BP323"]
    assert set(found(text, "warning")) == {"BP324"}


def test_several_roots() -> None:
    text = '<sdf version="1.12"><model name="a"><link name="l"/></model><light name="b" type="point"/></sdf>'
    assert found(text) == ["BP331"]
    assert found('<sdf version="1.12"/>', "warning") == ["BP332"]


def test_the_root_model_stands_nowhere_in_particular() -> None:
    assert found(model('<pose relative_to="world"/><link name="l"/>')) == ["BP326"]


PADDED = """<sdf version="1.9"><model name=" m "><link name=" a "/><link name="b "/><frame name="	f" attached_to="a "/>
<joint name="j" type="fixed"><parent>a</parent><child> b </child></joint></model></sdf>"""


def test_blanks_around_a_name_are_no_part_of_it_and_are_written_back() -> None:
    document = bodyplan.loads(PADDED)
    assert list(document.scene.frames) == ["world", "m", "m::a", "m::b", "m::f", "m::j"]
    assert document.root.model.link[0].name == "a"
    assert '<link name=" a "/>' in document.dumps()
    document.root.model.link[0].name = "c"
    assert '<link name="c"/>' in document.dumps()


@pytest.mark.parametrize(("names", "code"), [(("a", "a "), "BP308"), (("a", " "), "BP320"), (("a", "\u00a0a"), None)])
def test_a_name_is_compared_without_the_blanks_around_it(names: tuple[str, str], code: str | None) -> None:
    links = "".join(f'<link name="{name}"/>' for name in names)
    assert found(model(links)) == ([code] if code else [])

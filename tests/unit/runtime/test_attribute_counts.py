"""An element with more attributes than are read is a finding, in every encoding and however large the document is."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import pytest
from bodyplan.runtime.attribute_counts import MAX_ATTRIBUTES
from bodyplan.semantics.document import parser


def robot(attributes: str, declaration: str = "") -> str:
    return f'{declaration}<robot name="r">\n  <link name="l"{attributes}/>\n</robot>\n'


def attributes(count: int, template: str = ' a{}="1"') -> str:
    return "".join(template.format(number) for number in range(count))


TOO_MANY = {
    "text": robot(attributes(MAX_ATTRIBUTES)),
    "bytes": robot(attributes(MAX_ATTRIBUTES)).encode(),
    "utf-16": robot(attributes(MAX_ATTRIBUTES)).encode("utf-16"),
    "an encoding with shifts": robot(
        attributes(MAX_ATTRIBUTES), '<?xml version="1.0" encoding="ISO-2022-JP"?>'
    ).encode(),
    "a document type": robot(attributes(MAX_ATTRIBUTES), "<!DOCTYPE robot>"),
    "as short as can be": robot(attributes(MAX_ATTRIBUTES).replace(" a", " ").replace(" ", " _").replace('"1"', '""')),
    "declarations": robot(attributes(MAX_ATTRIBUTES, ' xmlns:p{}="u{}"'.replace("u{}", "u"))),
    "a namespace": robot(' xmlns:p="u"' + attributes(MAX_ATTRIBUTES, ' p:a{}="1"')),
}


@pytest.mark.parametrize("kind", TOO_MANY)
@pytest.mark.parametrize("least", [1 << 19, -1])
def test_too_many_attributes_are_a_finding_that_states_the_limit(
    kind: str, least: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parser, "LARGE", least)
    with pytest.raises(bodyplan.LoadError) as error:
        bodyplan.loads(TOO_MANY[kind])
    (found,) = [each for each in error.value.diagnostics if each.severity == "error"]
    assert (found.code, found.line) == ("BP016", 2)
    assert f"<link> has more than {MAX_ATTRIBUTES} attributes" in found.message


@pytest.mark.parametrize("least", [1 << 19, -1])
def test_as_many_as_are_read_are_read(least: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(parser, "LARGE", least)
    document = bodyplan.loads(robot(attributes(MAX_ATTRIBUTES - 1)))
    assert len(document.root.link[0].any_attributes) == MAX_ATTRIBUTES - 1


def test_equals_signs_in_texts_and_values_are_no_attributes() -> None:
    text = robot(f' odd="{"=" * 9000}"').replace("<link", f"<!-- {'a=1 ' * 9000}-->\n  <link")
    assert bodyplan.loads(text).root.link[0].name == "l"


def test_no_command_takes_long_over_an_element_with_very_many(tmp_path: Path) -> None:
    path = tmp_path / "robot.urdf"
    path.write_text(robot(attributes(40_000)))
    assert [found.code for found in bodyplan.check(path, target="drake").diagnostics] == ["BP016"]

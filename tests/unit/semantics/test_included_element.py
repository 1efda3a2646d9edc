"""An include stands for one model, actor or light, and files do not include themselves."""

from __future__ import annotations

from pathlib import Path

import pytest
from bodyplan.runtime.sink import Sink
from bodyplan.semantics.includes.inclusion import IncludeChain, included_element
from lxml import etree


@pytest.mark.parametrize(
    ("content", "name", "codes"),
    [
        ('<model name="a"/>', "a", []),
        ('<actor name="a"/>', "a", []),
        ('<light name="a"/>', "a", []),
        ('<light name="b"/><model name="a"/>', "a", ["BP423"]),
        ('<model name="a"/><model name="b"/>', "a", ["BP423"]),
        ('<world name="w"><model name="a"/></world>', None, ["BP421"]),
        ("", None, ["BP422"]),
    ],
)
def test_one_element_of_a_file_is_included(content: str, name: str | None, codes: list[str]) -> None:
    sink = Sink()
    element = included_element(etree.fromstring(f'<sdf version="1.8">{content}</sdf>'), "f.sdf", sink)
    assert (None if element is None else element.get("name")) == name
    assert [d.code for d in sink.found] == codes


def test_file_that_includes_itself_through_another_is_reported(tmp_path: Path) -> None:
    sink = Sink()
    chain = IncludeChain(tmp_path / "top.sdf")
    with chain.enter_file(tmp_path / "a.sdf", sink) as a, chain.enter_file(tmp_path / "b.sdf", sink) as b:
        assert a
        assert b
        with chain.enter_file(tmp_path / "x" / ".." / "a.sdf", sink) as again:
            assert not again
    with chain.enter_file(tmp_path / "a.sdf", sink) as later:
        assert later
    (found,) = sink.found
    assert found.code == "BP420"
    assert found.message.endswith("a.sdf -> b.sdf -> a.sdf")

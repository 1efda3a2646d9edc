"""Comments with hyphens in them, which XML forbids and every reader of robot descriptions accepts."""

from __future__ import annotations

import pytest
from bodyplan.runtime.parser import parse
from bodyplan.runtime.sink import Sink
from bodyplan.runtime.source import Source


def read(text: bytes | str) -> tuple[list[str] | None, list[str]]:
    sink = Sink()
    root = parse(Source(None, text), sink)
    return (None if root is None else [str(element.tag) for element in root.iter()]), [d.code for d in sink.finish()]


@pytest.mark.parametrize(
    "text",
    [
        "<a><!-- x -- y --><b/></a>",
        "<a><!-- x ---><b/><!-- y ---></a>",
        "<a><!--<c>\n</c>---><b/></a>",
        "<a><!-- é -- ---><b/></a>",
    ],
)
def test_a_comment_ends_at_the_first_end_mark(text: str) -> None:
    for form in (text, text.encode()):
        tags, codes = read(form)
        assert tags == ["a", "b"]
        assert set(codes) == {"BP004"}


def test_what_looks_like_a_comment_in_a_section_of_text_is_left_alone() -> None:
    assert read("<a><b><![CDATA[<!-- -- -->]]></b><!-- -- --></a>") == (["a", "b"], ["BP004"])


def test_another_fault_is_still_one() -> None:
    for text in ("<a><!-- -- --><b></a>", "<a><!-- -- "):
        assert read(text) == (None, ["BP003"])


def test_an_undeclared_prefix_beside_it_is_reported_too() -> None:
    assert read("<a><!-- -- --><p:b/></a>") == (["a", "p:b"], ["BP004", "BP005"])

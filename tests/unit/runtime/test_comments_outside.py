"""Comments above and behind elements are found at the comments alone as they are at each element."""

from __future__ import annotations

import pytest
from bodyplan.runtime.saving.layout import Layout
from bodyplan.runtime.saving.style import Style
from bodyplan.runtime.saving.surrounding_comments import Surroundings

TEXTS = [
    "<!-- above -->\n<a/> <!-- behind -->",
    "<!-- further --> <!-- right before -->\n<a>\n  <!-- one -->\n  <!-- two -->\n  <b/>\n</a>",
    "<a>\n  <!-- with a blank line -->\n\n  <b/><!-- b --> <!-- b again -->\n  <!-- last -->\n</a>\n<!-- of none -->",
    "<a> <!-- inside -->\n  <b>\n    <c>1</c> <!-- c -->\n  </b> <!-- b -->\n  <d x='>'/>\t<!-- d\n  --> <!-- d too -->\n</a>",
    "<a>\r\n  <!-- one -->\r\n  <b/>\r\n  <![CDATA[<x>]]> <!-- behind no element -->\r\n  text <!-- nor this -->\r\n</a>",
    "<?xml version='1.0'?> <!-- behind no element -->\n<!-- root --><a/>",
]


@pytest.mark.parametrize("text", TEXTS)
def test_all_at_once_are_those_of_each_element(text: str) -> None:
    """Of elements without any nothing is said."""
    layout = Layout(text)
    surroundings = Surroundings(layout, Style(layout))
    each = {
        number: [comment.text for comment in surroundings.comments_of(number) if comment.zone != "inside"]
        for number in range(len(layout.starts))
    }
    assert surroundings.texts_outside() == {number: found for number, found in each.items() if found}

"""What is shown on a terminal does nothing there, and means what the document means."""

from __future__ import annotations

import pytest
from bodyplan.diagnostics.render.printable import printable_xml
from lxml import etree


@pytest.mark.parametrize("character", ["\x85", "\u2028", "\u2029", "\x9b", "\u202e", "\u200b"])
def test_references_stand_for_what_moves_a_cursor(character: str) -> None:
    written = f"<a b='1{character}2'>3{character}4</a>"
    shown = printable_xml(written)
    assert character not in shown
    assert etree.tostring(etree.fromstring(shown)) == etree.tostring(etree.fromstring(written))


def test_a_return_by_itself_is_the_line_end_that_parsers_read() -> None:
    written = "<a b='1\r2'>\r\n  <c>3\r4</c>\r</a>"
    shown = printable_xml(written)
    assert shown == "<a b='1\n2'>\r\n  <c>3\n4</c>\n</a>"
    assert etree.tostring(etree.fromstring(shown)) == etree.tostring(etree.fromstring(written))


def test_blanks_and_names_stay() -> None:
    written = "<ä\u2c00 b\u3042='\xa0\u3000\t'> \u200c\n</ä\u2c00>"
    assert printable_xml(written) == written

"""Spans of everything in a text, well-formed or not, and the well-formed text that is made of it."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from bodyplan.runtime.markup import Markup
from lxml import etree

EXAMPLES = sorted(path for path in Path("examples").iterdir() if path.suffix in (".sdf", ".urdf", ".skel", ".xml"))
BREAKS = [
    "<",
    "</",
    "<link",
    '<link name="',
    '"',
    ">",
    "&",
    "<!--",
    "=",
    "<a b=c>",
    "<b>",
    "</b>",
    "'",
    "<![CDATA[",
    "<?",
    "\0",
]


def outline(markup: Markup) -> list[tuple[str, str]]:
    return [(name, markup.text[start:end]) for name, start, end in zip(markup.names, markup.starts, markup.ends)]


def tree(text: str) -> etree._Element:
    return etree.fromstring(text.encode(), etree.XMLParser(resolve_entities=False))


def names(text: str) -> list[str]:
    return [
        f"{element.prefix}:{etree.QName(element).localname}" if element.prefix else str(element.tag)
        for element in tree(text).iter(etree.Element)
    ]


ODD = (
    '\ufeff<?xml version="1.0"?>\r\n<!-- <no a="1"> --><robot\tname = \'c&amp;t\' >\r\n\t<link name="\U0001f916>"/>'
    "<![CDATA[<no/>]]><text>\U0001f916 a &lt; b </text>\r\n</robot>\r\n<!-- behind -->"
)


def test_spans_are_exactly_what_is_written() -> None:
    markup = Markup(ODD)
    assert markup.is_well_formed
    assert markup.names == ["robot", "link", "text"]
    (name,) = markup.attributes(0)
    assert markup.text[name.start : name.end] == "name = 'c&amp;t'"
    assert markup.text[name.value_start : name.value_end] == "c&amp;t"
    assert outline(markup)[1] == ("link", '<link name="\U0001f916>"/>')
    content = markup.content(2)
    assert content is not None
    assert markup.text[slice(*content)] == "\U0001f916 a &lt; b"
    assert markup.text[markup.end_tags[2] : markup.ends[2]] == "</text>"
    assert markup.position(markup.starts[1]) == (3, 2)
    assert markup.content(0) is None


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_a_well_formed_text_stays_as_it_is(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    markup = Markup(text)
    assert markup.is_well_formed
    assert markup.repair()[0] == text
    careful = Markup(text, is_faulty=True)
    assert (careful.names, careful.starts, careful.tag_ends, careful.end_tags, careful.ends, careful.parents) == (
        markup.names,
        markup.starts,
        markup.tag_ends,
        markup.end_tags,
        markup.ends,
        markup.parents,
    )


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_a_truncated_text_has_every_element_that_ends_before_the_cut(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    whole = Markup(text)
    for cut in random.Random(1).sample(range(len(text)), 40):
        markup = Markup(text[:cut])
        complete = [(start, end) for start, end in zip(whole.starts, whole.ends) if end <= cut]
        assert set(complete) <= set(zip(markup.starts, markup.ends))
        repaired, _ = markup.repair()
        if markup.names:
            assert names(repaired) == markup.names
        assert repaired.count("\n") == text[:cut].count("\n")


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_a_text_that_is_being_typed_keeps_what_is_far_from_the_fault(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    root = Markup(text).names[0]
    chance = random.Random(2)
    kept = []
    for _ in range(40):
        at = chance.randrange(text.index(f"<{root}") + len(root) + 20, text.rindex("</"))
        written = text[:at] + chance.choice(BREAKS) + text[at:]
        markup = Markup(written)
        repaired, _ = markup.repair()
        assert repaired.count("\n") == written.count("\n")
        kept.append(len(markup.names) / len(Markup(text).names))
        assert markup.names[0] == root
    assert sorted(kept)[4] > 0.8


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ('<a><b c=1 d="2"/></a>', '<a><b c="1" d="2"/></a>'),
        ('<a><b c="1 d="2"/></a>', None),
        ('<a><b c="1></b></a>', '<a><b c="1"></b></a>'),
        ('<a><b c="1"d="2"/></a>', '<a><b c="1" d="2"/></a>'),
        ('<a><b c="1" c="2"/></a>', '<a><b c="1"      /></a>'),
        ('<a><b c="x<y"/></a>', '<a><b c="x&lt;y"/></a>'),
        ("<a><b></a>", "<a><b></b></a>"),
        ("<a></b></a>", "<a>    </a>"),
        ("<a>\n  <b>\n  <c/>\n</a>", "<a>\n  <b></b>\n  <c/>\n</a>"),
        ("<a>\n  <b>\n    <c/>\n</a>", "<a>\n  <b>\n    <c/></b>\n</a>"),
        ("<a>\n  <b>1\n  <c/>\n</a>", "<a>\n  <b>1</b>\n  <c/>\n</a>"),
        ('<a>\n  <b c="1"\n  <d/>\n</a>', "<a>\n          \n  <d/>\n</a>"),
        ('<a>\n  <b c="1"\n    <d/>\n  </b>\n</a>', '<a>\n  <b c="1">\n    <d/>\n  </b>\n</a>'),
        ("<a>\n  <\n  <b/>\n</a>", "<a>\n   \n  <b/>\n</a>"),
        ("<a>\n  <b/>\n  <!-- c\n  <d/>\n</a>", "<a>\n  <b/>\n        \n  <d/>\n</a>"),
        ("<a>\n  <b/>\n  <!-- c\n  <d/>", "<a>\n  <b/>\n        \n      </a>"),
        ("<a><b/></a></a>", "<a><b/>    </a>"),
        ("<a><b/></a><c/>", "<a><b/></a>    "),
        ("<a><b/></a", "<a><b/>   </a>"),
        ("<a><b/></a junk>", "<a><b/></a     >"),
    ],
)
def test_what_is_broken_is_put_right_where_it_is(written: str, meant: str | None) -> None:
    markup = Markup(written)
    repaired, _ = markup.repair()
    assert names(repaired) == markup.names
    assert markup.faults
    if meant is not None:
        assert repaired == meant


def test_columns_behind_a_repair_are_those_of_the_text() -> None:
    written = '<a><b c=1 d="2"/><e/></a>'
    repaired, repairs = Markup(written).repair()
    for column, character in enumerate(repaired, 1):
        line, back = repairs.find_written(1, column)
        assert line == 1
        if character != '"':
            assert written[back - 1] == character
    assert repairs.find_written_span(1, repaired.index("<e") + 1, 1, repaired.index("</a") + 1) == (1, 18, 1, 22)


def test_the_innermost_element_around_a_place_is_found() -> None:
    markup = Markup("<a> <b><c/> </b> </a> ")
    assert [markup.element_at(offset) for offset in (0, 3, 5, 7, 11, 12, 17, 21)] == [0, 0, 1, 2, 1, 1, 0, -1]
    assert [markup.children(0), markup.children(1)] == [[1], [2]]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_what_stands_before_a_fault_is_read_as_it_is_behind_one(path: Path) -> None:
    text, chance = path.read_text(encoding="utf-8"), random.Random(5)
    for _ in range(40):
        at = chance.randrange(len(text))
        broken = text[:at] + chance.choice(BREAKS) + text[at:]
        # the latter begins anew
        one, other = Markup(broken), Markup(broken, is_faulty=True)
        assert outline(one) == outline(other)
        assert (one.parents, one.tag_ends, one.end_tags) == (other.parents, other.tag_ends, other.end_tags)
        if one.is_well_formed:  # as far as the tags go
            continue
        assert (one.faults, one.cut, one.repair()[0]) == (other.faults, other.cut, other.repair()[0])


def test_nothing_is_written_into_a_tag_that_is_left_out() -> None:
    text = '<robot>\n  <link name="a"/>\n  <link name="<link name="b"/>\n  <link 3 a="\n</robot>'
    made, _ = Markup(text).repair()
    assert [each.get("name") for each in tree(made)] == ["a", "b"]
    assert "".join(tree(made).itertext()).strip() == ""


def test_a_mark_of_the_byte_order_stays_where_it_is() -> None:
    made, _ = Markup('\ufeff<?xml version="1.0"?>\n<robot>\n<link').repair()
    assert made.startswith("\ufeff<?xml")
    assert tree(made).tag == "robot"


def test_lines_end_with_any_line_end() -> None:
    for end in ("\n", "\r\n", "\r"):
        text = end.join(["<a>", "\x0b\u2028", "", "</a>", ""])
        starts = list(Markup(text).line_starts)
        assert [text[start:] for start in starts][2:] == [f"{end}</a>{end}", f"</a>{end}", ""]
    assert list(Markup("").line_starts) == [0]

"""References, control characters and document types: read as the readers of robot descriptions read them."""

from __future__ import annotations

import bodyplan
import pytest
from bodyplan.runtime.forbidden_xml import LONGEST_TAG, root_tag_end
from bodyplan.runtime.parser import parse
from bodyplan.runtime.sink import Sink
from bodyplan.runtime.source import Source
from bodyplan.semantics.core.options import Target

from ...bounding import at_most

TYPE = "<!DOCTYPE a [<!ENTITY n 'A]>'> <!-- ' ] > -->\n<!ENTITY m \"B\"> <!ATTLIST a d CDATA 'x'>]>\n"
BOMB = "<!ENTITY e0 'xxxxxxxxxx'>" + "".join(f"<!ENTITY e{n} '{f'&e{n - 1};' * 10}'>" for n in range(1, 10))


def read(text: bytes | str) -> tuple[tuple[str | None, str | None] | None, list[tuple[str, int, int]]]:
    """Attribute ``n`` and the text of the root, and the findings with their places."""
    sink = Sink()
    root = parse(Source(None, text), sink)
    return None if root is None else (root.get("n"), root.text), [(d.code, d.line, d.column) for d in sink.finish()]


@pytest.mark.parametrize("head", ["", TYPE])
def test_an_entity_stays_as_it_is_written(head: str) -> None:
    line = head.count("\n") + 1
    expected = ("x&n;y", "&m; z"), [("BP006", line, 8), ("BP006", line, 14)]
    text = head + "<a n='x&n;y'>&m; z</a>"
    assert read(text) == expected
    assert read(text.encode()) == expected


@pytest.mark.parametrize(
    ("declared", "place"),
    [
        ("<?xml version='0.0' ?>\n", (1, 20)),
        ("\n\n <?xml version='1.0'?>", (3, 7)),
        ("<?xml version='1.0'?><?xml version='1.0'?>", (1, 27)),
        ("<?xml?>", (1, 6)),
        ("<?xml version=1.0?>", (1, 15)),
        ("<?xml encoding='utf-8'?>", (1, 7)),
        ("<?xml version='1.0' standalone='maybe'?>", (1, 33)),
        ("<?note?><?xml version='1.0'?>", (1, 14)),
        ("<?XML version='1.0'?>", (1, 6)),
        ("<?xml version='1.0' note='\xbb'?>", (1, 21)),
    ],
)
def test_readers_look_at_nothing_in_a_declaration(declared: str, place: tuple[int, int]) -> None:
    text = declared + "<a n='\xe9'>x</a>"
    assert read(text.encode()) == read(text) == (("\xe9", "x"), [("BP004", *place)])


def test_an_encoding_that_there_is_not_is_not_looked_at() -> None:
    assert read(b"<?xml version='1.0' encoding='foo'?><a n='\xc3\xa9'/>") == (("\xe9", None), [("BP004", 1, 35)])


@pytest.mark.parametrize(
    "text",
    [
        "<!-- --><?xml version='1.0'?><a/>",
        "x<?xml version='1.0'?><a/>",
        "<?xml version='1.0'?>x<a/>",
        "<?xml version='1.0'>\n<a/>",
        "<a><?xml?></a>",
    ],
)
def test_declarations_come_before_all_else(text: str) -> None:
    value, found = read(text)
    assert value is None
    assert [code for code, *_ in found] == ["BP003"]


def test_places_after_a_declaration_that_is_none() -> None:
    text = "\n<?xml version='1.0'?>\n<robot name='r'><link name='l'/>\n  <link name='l'/></robot>"
    with pytest.raises(bodyplan.LoadError) as caught:
        bodyplan.loads(text)
    assert [(d.code, d.line, d.column) for d in caught.value.diagnostics if d.severity == "error"] == [("BP545", 4, 9)]


def test_the_finding_names_the_entity() -> None:
    (finding,) = bodyplan.loads("<robot name='&n;'><link name='l'/></robot>").diagnostics
    assert (finding.severity, finding.line, finding.column) == ("warning", 1, 14)
    assert "&n;" in finding.message
    assert "&amp;" in (finding.hint or "")


@pytest.mark.parametrize(
    "written",
    ["a & b", "a&b=2", "&;", "&amp", "&#xZZ;", "&#65", "&#X41;", "&#x110000;", "&#xD800;", "&#" + "9" * 9999 + ";"],
)
def test_what_begins_no_reference_is_read_as_it_is(written: str) -> None:
    value, found = read(f"<a n='{written}'>{written}</a>")
    assert value == (written, written)
    assert [code for code, *_ in found] == ["BP004", "BP004"]
    assert found[0] == ("BP004", 1, 7 + written.index("&"))


@pytest.mark.parametrize(
    ("written", "meant"), [("&lt;&gt;&amp;&quot;&apos;", "<>&\"'"), ("&#65;&#x42;", "AB"), ("&#38;n;", "&n;")]
)
def test_what_xml_knows_is_replaced(written: str, meant: str) -> None:
    assert read(f"<a n='{written}'>{written}</a>") == ((meant, meant), [])
    assert read(f"{TYPE}<a n='{written}'>{written}</a>") == ((meant, meant), [])


def test_sections_of_text_and_comments_have_no_references() -> None:
    assert read("<a n=''><!-- &n; & --><![CDATA[&n; & ]]>&n;</a>")[0] == ("", "&n; & &n;")


@pytest.mark.parametrize("written", ["\x0b", "&#11;", "&#x0B;", "\uffff"])
def test_a_control_character_gets_a_mark(written: str) -> None:
    assert read(f"<a n='x{written}'>{written}y</a>") == (
        ("x\ufffd", "\ufffdy"),
        [("BP004", 1, 8), ("BP004", 1, 10 + len(written))],
    )


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-16-le", "utf-32", "iso-8859-1"])
def test_in_every_encoding(encoding: str) -> None:
    text = f"<?xml version='1.0' encoding='{encoding.removesuffix('-le')}'?>{TYPE}<a n='ü&n;'>&</a>"
    assert read(text.encode(encoding))[0] == ("ü&n;", "&")
    assert {code for code, *_ in read(text.encode(encoding))[1]} == {"BP004", "BP006"}


def test_a_document_type_gives_no_attributes() -> None:
    root = parse(Source(None, f"{TYPE}<a/>"), Sink())
    assert root is not None
    assert not root.attrib


def test_a_reference_inside_a_document_type_is_reported() -> None:
    assert read("<!DOCTYPE a [\n <!ENTITY % x SYSTEM 'y'> %x;]><a/>") == ((None, None), [("BP006", 2, 27)])


@pytest.mark.parametrize(
    "text", ["<!DOCTYPE a [<a/>", "<!DOCTYPE a", f"{TYPE}<a>", f"{TYPE}", "<a n='&'></b>", "<a n='&#0;'/>"]
)
def test_other_faults_are_errors(text: str) -> None:
    value, found = read(text)
    assert value is None
    assert [code for code, *_ in found] == ["BP003"]


@pytest.mark.parametrize("odd", ["&#11;", "\x0b", "&", "&n;", "<!-- -- -->"])
def test_many_odd_pieces_hide_no_fault(odd: str) -> None:
    value, found = read("<a>" + f"{odd}\n" * 150 + "<b></c></a>")
    assert value is None
    assert [(code, line) for code, line, _ in found] == [("BP003", 151)]


def test_places_of_findings_do_not_move() -> None:
    text = f"{TYPE}<robot name='& &n; &n;'><link name='&n;'/><lnk/>\n<lonk/></robot>"
    found = {d.xpath: (d.line, d.column) for d in bodyplan.loads(text).diagnostics if d.code not in ("BP004", "BP006")}
    assert {place for path, place in found.items() if path.endswith("lnk")} == {(3, 43)}
    assert {place for path, place in found.items() if path.endswith("lonk")} == {(4, 1)}


@pytest.mark.parametrize("value", ["&n;", "a & b", "&#xZZ;", "x&#11;"])
def test_what_was_read_is_written(value: str) -> None:
    first = bodyplan.loads(f"{TYPE}<robot name='{value}'><link name='{value}'/></robot>")
    again = bodyplan.loads(first.dumps(canonical=True), strict=True)
    assert again.root == first.root
    assert again.dumps(canonical=True) == first.dumps(canonical=True)


@pytest.mark.parametrize("target", [None, "drake", "dart", "libsdformat"])
@pytest.mark.parametrize(
    "body",
    [
        "<robot name='&e9;'><link name='l'/></robot>",
        "<sdf version='1.4'><model name='m'><link name='&e9;'><pose>&e9;</pose></link></model></sdf>",
        "<skel version='1.0'><world name='w'><skeleton name='&e9;'><body name='b'/></skeleton></world></skel>",
    ],
)
def test_entities_are_expanded_nowhere(body: str, target: Target | None) -> None:
    try:
        text = bodyplan.loads(f"<!DOCTYPE r [{BOMB}]>{body}", target=target).dumps(canonical=True)
    except bodyplan.LoadError as error:
        text = str(error)
    assert "xxxx" not in text


@pytest.mark.slow
@pytest.mark.parametrize("odd", ["&", "&a;", "<!--", "<![CDATA[", '"', "\x0b", "<?"])
@pytest.mark.parametrize("place", ["<a n='{}'/>", "<a>{}</a>", "<!DOCTYPE a [{}]><a/>", "<!DOCTYPE a {}"])
def test_many_odd_pieces_take_work_in_proportion(odd: str, place: str) -> None:
    pieces = 100_000
    with at_most(60 * pieces):
        read(place.format(odd * pieces))


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("<sdf>", "<world/></sdf>"),
        ("<?xml version='1.0'?>\n<!-- <sdf> --><?style <a> ?>\n<sdf version='1.6'\n>", "</sdf>"),
        ("<sdf a='>' b=\">\" c='/'>", "<model/></sdf>"),
        ("<a/b>", ""),
        ("\ufeff<sdf>", "</sdf>"),
    ],
)
def test_the_content_of_the_root_begins_behind_its_start_tag(before: str, after: str) -> None:
    assert root_tag_end(before + after) == len(before)
    assert root_tag_end((before + after).encode()) == len(before.encode())


@pytest.mark.parametrize(
    "text",
    ["", "<", "<sdf", "<sdf/>", "<sdf a='>", "<sdf a=b'>", "<!-- <sdf>", "<!DOCTYPE sdf><sdf></sdf>", "</sdf>", "text"],
)
def test_a_root_without_content_or_with_a_document_type_has_none(text: str) -> None:
    assert root_tag_end(text) == -1
    assert root_tag_end(text.encode()) == -1


def test_wide_encodings_and_endless_tags_are_left_to_the_parser() -> None:
    for encoding in ("utf-16", "utf-16-le", "utf-32"):
        assert root_tag_end("<sdf></sdf>".encode(encoding)) == -1
    assert root_tag_end(f"<sdf {'a ' * LONGEST_TAG}>") == -1

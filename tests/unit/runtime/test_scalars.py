"""What each text is read as. The differential test measures the same texts with libsdformat."""

from __future__ import annotations

import locale
import math
from collections.abc import Iterator
from typing import Any

import pytest
from bodyplan.runtime import scalars
from bodyplan.runtime.bindings import Bindings
from bodyplan.runtime.decoder import Context
from bodyplan.runtime.lexical import Lexical
from bodyplan.runtime.sink import Sink
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

READERS = {
    **{kind: kind for kind in ("string", "vector2i", "vector2d", "vector3", "vector4", "quaternion", "color", "time")},
    **{kind: kind for kind in ("pose", "doubles", "strings")},
    "double": "double",
    "float": "double",
    "bool": "boolean",
    "int": "integer",
    "unsigned int": "unsigned_integer",
}
INF, NAN = math.inf, math.nan

# type, text, value (None: no value, the default stands), codes of the findings
TEXTS: list[tuple[str, str, object, str]] = [
    ("double", "1.5", 1.5, ""),
    ("double", " 1.5\n", 1.5, ""),
    ("double", "+1", 1.0, ""),
    ("double", "1e3", 1000.0, ""),
    ("double", "-.5E+2", -50.0, ""),
    ("double", "5.", 5.0, ""),
    ("double", "0", 0.0, ""),
    ("double", "-0.0", -0.0, ""),
    ("double", "0e5", 0.0, ""),
    ("double", "inf", INF, ""),
    ("double", "-INF", -INF, ""),
    ("double", "+Infinity", INF, ""),
    ("double", "NaN", NAN, ""),
    ("double", "0x10", 16.0, "BP110"),
    ("double", "0x1.8p1", 3.0, "BP110"),
    ("double", "0x0", 0.0, "BP110"),
    ("double", "2.5kg", 2.5, "BP102"),
    ("double", "1,5", 1.0, "BP102"),
    ("double", "1_000", 1.0, "BP102"),
    ("double", "1 2", 1.0, "BP102"),
    ("double", "0b1", 0.0, "BP102"),
    ("double", "1e", 1.0, "BP102"),
    ("double", "1e999", None, "BP105"),
    ("double", "0x1p9999", None, "BP105"),
    ("double", "-0X1P9999", None, "BP105"),
    ("double", "-1e999", None, "BP105"),
    ("double", "1e-400", None, "BP105"),
    ("double", "1e-310", None, "BP105"),
    ("double", "", None, "BP109"),
    ("double", " \t", None, "BP109"),
    ("double", "abc", None, "BP101"),
    ("double", "true", None, "BP101"),
    ("double", "٣", None, "BP101"),
    ("double", "−1", None, "BP101"),
    ("double", ".", None, "BP101"),
    ("float", "1.5", 1.5, ""),
    ("int", "5", 5, ""),
    ("int", " 7 ", 7, ""),
    ("int", "+3", 3, ""),
    ("int", "-2147483648", -(2**31), ""),
    ("int", "010", 10, ""),
    ("int", "0x1F", 31, ""),
    ("int", "0X1fg", 31, "BP102"),
    ("int", "-0x1F", 0, "BP102"),
    ("int", "5.7", 5, "BP102"),
    ("int", "1e3", 1, "BP102"),
    ("int", "2147483648", None, "BP105"),
    ("int", "9" * 5000, None, "BP105"),
    ("int", "abc", None, "BP101"),
    ("int", "", None, "BP109"),
    ("unsigned int", "4294967295", 2**32 - 1, ""),
    ("unsigned int", "0xFFFFffff", 2**32 - 1, ""),
    ("unsigned int", "0x1FFFFffff", None, "BP105"),
    ("unsigned int", "-5", None, "BP106"),
    ("unsigned int", "99999999999", None, "BP105"),
    ("bool", "true", True, ""),
    ("bool", "FALSE", False, ""),
    ("bool", "1", True, ""),
    ("bool", " 0 ", False, ""),
    ("bool", "yes", None, "BP101"),
    ("bool", "1.0", None, "BP101"),
    ("bool", "2", None, "BP101"),
    ("bool", "", None, "BP109"),
    ("string", " a b ", " a b ", ""),
    ("string", "", "", ""),
    ("vector3", "1 2 3", (1, 2, 3), ""),
    ("vector3", " 1\t2\n 3 ", (1, 2, 3), ""),
    ("vector3", "1 2 3 4", (1, 2, 3), "BP104"),
    ("vector3", "1 2 3kg", (1, 2, 3), "BP102"),
    ("vector3", "1 2", None, "BP103"),
    ("vector3", "1,2,3", None, "BP101"),
    ("vector3", "1kg 2 3", None, "BP101"),
    ("vector3", "1 2 x", None, "BP101"),
    ("vector3", "1 0x10 3", None, "BP101"),
    ("vector3", "1 2 inf", None, "BP101"),
    ("vector3", "nan 0 0", None, "BP101"),
    ("vector3", "1e999 0 0", None, "BP105"),
    ("vector3", "1_0 0 0", None, "BP101"),
    ("vector3", "", None, "BP109"),
    ("vector2d", "1 2", (1, 2), ""),
    ("vector2d", "1", None, "BP103"),
    ("vector2i", "1 2", (1, 2), ""),
    ("vector2i", "1.5 2", None, "BP101"),
    ("vector4", "1 2 3 4", (1, 2, 3, 4), ""),
    ("quaternion", "0 0 0 1", (0, 0, 0, 1), ""),
    ("quaternion", "0 0 0", None, "BP103"),
    ("color", "1 0 0", (1, 0, 0, 1), ""),
    ("color", "1 0 0 0.5", (1, 0, 0, 0.5), ""),
    ("color", "1 0", None, "BP103"),
    ("color", "1 0 0 1 1", None, "BP103"),
    ("color", "2 0 0 1", (2, 0, 0, 1), "BP111"),
    ("color", "-1 0 0", (-1, 0, 0, 1), "BP111"),
    ("color", "nan 0 0 1", (0, 0, 0, 1), "BP110"),
    ("color", "1x 0 0", (1, 0, 0, 1), "BP102"),
    ("color", "red", None, "BP103"),
    ("color", "a b c", None, "BP101"),
    ("color", "", None, "BP109"),
    ("vector2i", "1e3 2", None, "BP101"),
    ("vector2i", "1 2.5", (1, 2), "BP102"),
    ("vector2i", "1 2 3", (1, 2), "BP104"),
    ("vector2i", "1 99999999999", None, "BP105"),
    ("vector2d", "1 0x10", (1, 0), "BP102"),
    ("time", "1 2", (1, 2), ""),
    ("time", "1", None, "BP103"),
    ("time", "1.5 2", None, "BP101"),
    ("pose", "1 2 3 4 5 6", (1, 2, 3, 4, 5, 6), ""),
    ("pose", "1 2 3", None, "BP103"),
    ("pose", "1 2 3 4 5 6 7", None, "BP103"),
    ("pose", "1 2 3 inf 0 0", None, "BP101"),
    ("pose", "1 2 3 a 0 0", None, "BP101"),
    ("doubles", "1 2.5 -3", (1, 2.5, -3), ""),
    ("doubles", "1 x", None, "BP101"),
    ("strings", " a  b ", ("a", "b"), ""),
    ("strings", "", (), ""),
]

LEXICAL = Lexical(reads_hexadecimal=True, hexadecimal_integers=True)
VERSION = Bindings(format="", version="1.12", package="", root=("", "", ""), lexical=LEXICAL)


def read(kind: str, text: str | None, **attributes: str) -> tuple[Any, list[str], Sink]:
    sink = Sink()
    element = etree.Element("k", attributes)
    value = getattr(scalars, READERS[kind])(text, element, None, Context(sink, VERSION, {}))
    return value, [finding.code for finding in sink.found], sink


@pytest.mark.parametrize(("kind", "text", "value", "codes"), TEXTS)
def test_text_is_read_as(kind: str, text: str, value: object, codes: str) -> None:
    found, reported, _ = read(kind, text)
    assert found == value or repr(found) == repr(value)
    assert reported == codes.split()
    if isinstance(value, bool):
        assert found is value


def test_minus_zero_stays_minus_zero() -> None:
    assert math.copysign(1, read("double", "-0.0")[0]) == -1


def test_seven_numbers_are_a_pose_where_a_quaternion_is_written() -> None:
    value, codes, _ = read("pose", "1 2 3 0 0 0 1", rotation_format="quat_xyzw")
    assert (tuple(value), codes) == ((1, 2, 3, 0, 0, 0, 1), [])
    assert read("pose", "1 2 3 0 0 0", rotation_format="quat_xyzw")[1] == ["BP103"]


def test_poses_with_short_numbers_share_them_in_a_large_document() -> None:
    context = Context(Sink(), VERSION, {}, place=lambda _: 0)
    one, other = (scalars.pose(text, etree.Element("k"), None, context) for text in ("1 2.5 0 0 0 0", "7 2.5 1 0 0 3"))
    assert one is not None
    assert other is not None
    assert one[0] is other[2]
    assert one[1] is other[1]
    assert (tuple(one), tuple(other)) == ((1, 2.5, 0, 0, 0, 0), (7, 2.5, 1, 0, 0, 3))


@pytest.mark.parametrize("kind", sorted(READERS))
def test_an_element_without_text_is_an_empty_text(kind: str) -> None:
    assert read(kind, None)[:2] == read(kind, "")[:2]


def test_findings_quote_what_was_written() -> None:
    _, _, sink = read("double", "2.5kg")
    assert "'2.5kg'" in sink.found[0].message
    assert sink.found[0].hint == "remove 'kg'"


def test_findings_count_what_is_too_much() -> None:
    assert read("vector2i", "1 2 3 4")[2].found[0].message.endswith("has 4 values, more than the 2 that are meant")


def test_an_unsigned_number_that_readers_cut_off_is_a_warning() -> None:
    assert read("unsigned int", "99999999999")[2].found[0].severity == "warning"
    assert read("unsigned int", "9" * 21)[2].found[0].severity == "error"
    assert read("int", "99999999999")[2].found[0].severity == "error"


@pytest.fixture
def decimal_comma() -> Iterator[None]:
    before = locale.setlocale(locale.LC_NUMERIC)
    for name in ("de_DE.UTF-8", "de_DE.utf8", "fr_FR.UTF-8", "German"):
        try:
            locale.setlocale(locale.LC_NUMERIC, name)
        except locale.Error:
            continue
        yield
        locale.setlocale(locale.LC_NUMERIC, before)
        return
    pytest.skip("no locale with a decimal comma is installed")


@pytest.mark.usefixtures("decimal_comma")
def test_a_locale_with_a_decimal_comma_changes_nothing() -> None:
    assert read("double", "1.5")[:2] == (1.5, [])
    assert read("vector3", "1.5 2.5 3.5")[0] == (1.5, 2.5, 3.5)
    assert read("double", "1,5")[:2] == (1.0, ["BP102"])


@given(st.floats(allow_nan=False, allow_infinity=False, allow_subnormal=False))
def test_every_number_reads_as_what_was_written(number: float) -> None:
    """The shortest decimal text of a double reads back as the same double."""
    for text in (repr(number), f"{number:.17e}", f" {number!r}\t"):
        assert read("double", text)[:2] == (number, [])


@pytest.mark.slow
@given(st.sampled_from(sorted(READERS)), st.text(max_size=30))
def test_any_text_is_read_or_reported_and_never_fails(kind: str, text: str) -> None:
    value, codes, _ = read(kind, text)
    assert value is not None or codes

"""The lexical forms of numbers, and that there is no second definition of them."""

from __future__ import annotations

import math
import re
from pathlib import Path

import pytest
from bodyplan.runtime import numbers
from hypothesis import given
from hypothesis import strategies as st

# text; then what each form takes off its beginning, "" for nothing
TAKEN = [
    # text          C_NUMBER      C_DECIMAL    STRICT    FINITE   C_INTEGER  INTEGER
    ("1.5", ("1.5", "1.5", "1.5", "1.5", "1", "1")),
    (" -.5E+2 ", ("-.5E+2", "-.5E+2", "-.5E+2", "-.5E+2", "", "")),
    ("5.", ("5.", "5.", "5.", "5.", "5", "5")),
    ("1e", ("1", "1", "1", "1", "1", "1")),
    ("1e+", ("1", "1", "1", "1", "1", "1")),
    ("+7kg", ("+7", "+7", "+7", "+7", "+7", "+7")),
    ("0x1F", ("0x1F", "0", "0", "0", "0x1F", "0")),
    ("-0X.8p-1 3", ("-0X.8p-1", "-0", "-0", "-0", "-0", "-0")),
    ("0x", ("0", "0", "0", "0", "0", "0")),
    ("Infinity", ("Infinity", "Infinity", "Inf", "", "", "")),
    ("-inf", ("-inf", "-inf", "-inf", "", "", "")),
    ("NaN", ("NaN", "NaN", "NaN", "", "", "")),
    ("٣", ("", "", "", "", "", "")),
    ("−1", ("", "", "", "", "", "")),
    (".", ("", "", "", "", "", "")),
    ("+ 1", ("", "", "", "", "", "")),
    ("", ("", "", "", "", "", "")),
]
FORMS = ("C_NUMBER", "C_DECIMAL", "STRICT", "FINITE", "C_INTEGER", "INTEGER")


@pytest.mark.parametrize(("text", "taken"), TAKEN, ids=[text for text, _ in TAKEN])
def test_each_form_takes_the_longest_number_that_it_knows(text: str, taken: tuple[str, ...]) -> None:
    found = [getattr(numbers, form).match(text) for form in FORMS]
    assert tuple(match[1] if match else "" for match in found) == taken


@given(st.floats())
def test_every_number_is_read_back_in_both_spellings(value: float) -> None:
    for text in (repr(value), value.hex()):
        match = numbers.C_NUMBER.fullmatch(text)
        assert match is not None
        assert repr(numbers.to_float(match[1])) == repr(value)


@pytest.mark.parametrize(("text", "value"), [("0x1p9999", math.inf), ("-0X1P9999", -math.inf), ("-1e999", -math.inf)])
def test_what_is_too_large_is_infinite_and_overflows(text: str, value: float) -> None:
    assert numbers.to_float(text) == value
    assert numbers.overflows(value, text)


@pytest.mark.parametrize(
    ("text", "too_small"),
    [
        ("1e-400", True), ("0x1p-9999", True), ("-1e-310", True), ("0x.8p-1030", True),
        ("0", False), ("-0.0e-5", False), ("0e12", False), ("0x0p-3", False), (" -0x0p-3", False), (" -1e-400", True), ("2.3e-308", False), ("inf", False),
    ],
)  # fmt: skip
def test_what_is_too_near_to_zero_underflows(text: str, too_small: bool) -> None:
    assert numbers.underflows(numbers.to_float(text), text) is too_small
    assert not numbers.overflows(numbers.to_float(text), text)


def test_numbers_are_spelled_out_in_one_module(checkout: Path) -> None:
    spelled = re.compile(r"\\d\+\\\.\?|\[eE\]\[|\[pP\]\[|0x?\[xX\]|0x\[0-9a-f|inf\(\?:inity")
    found = [
        path.relative_to(checkout).as_posix()
        for folder in ("diagnostics", "runtime", "semantics", "cli", "codegen")
        for path in (checkout / folder).rglob("*.py")
        if spelled.search(path.read_text(encoding="utf-8"))
    ]
    # XML Schema has regular expressions of its own, which know no groups without a number
    assert sorted(found) == ["codegen/xsd_types.py", "runtime/numbers.py"]

"""Texts of every type through libsdformat's ``sdf::Param``: what it refuses is our error, what it takes is the value."""

from __future__ import annotations

import math
import subprocess
from pathlib import Path

import pytest
from bodyplan.runtime import scalars
from bodyplan.runtime.bindings import Bindings
from bodyplan.runtime.decoder import Context
from bodyplan.runtime.lexical import Lexical
from bodyplan.runtime.sink import Sink
from lxml import etree

from .building import CannotBuild, built, series

pytestmark = [pytest.mark.oracle, pytest.mark.slow]

PROGRAM = r"""
#include <sdf/Param.hh>
#include <gz/math/Color.hh>
#include <gz/math/Vector2.hh>
#include <gz/math/Vector3.hh>
#include <iostream>
#include <map>
#include <string>

template <class T> void show(sdf::Param &p) { T v{}; p.Get<T>(v); std::cout << v; }

int main() {
  std::map<std::string, std::string> defaults{{"bool", "false"}, {"string", ""}, {"color", "0 0 0 1"},
    {"pose", "0 0 0 0 0 0"}, {"vector3", "0 0 0"}, {"vector2d", "0 0"}, {"vector2i", "0 0"}, {"time", "0 0"},
    {"quaternion", "1 0 0 0"}};
  std::cout.precision(17);
  std::string line;
  while (std::getline(std::cin, line)) {
    const auto tab = line.find('\t');
    const std::string type = line.substr(0, tab);
    std::string text = line.substr(tab + 1);
    for (auto &c : text) if (c == '~') c = '\t'; else if (c == '^') c = '\n';
    sdf::Param p("k", type, defaults.count(type) ? defaults[type] : "0", false, "");
    std::cout << (p.SetFromString(text) ? "ok " : "no ");
    if (type == "double") show<double>(p);
    else if (type == "float") show<float>(p);
    else if (type == "int") show<int>(p);
    else if (type == "unsigned int") show<unsigned int>(p);
    else if (type == "bool") show<bool>(p);
    else if (type == "vector3") show<gz::math::Vector3d>(p);
    else if (type == "vector2d") show<gz::math::Vector2d>(p);
    else if (type == "vector2i") show<gz::math::Vector2i>(p);
    else if (type == "color") show<gz::math::Color>(p);
    std::cout << std::endl;
  }
}
"""

NUMBERS = (
    *("1.5", " 1.5 ", "+1", "1e3", "1E-3", "-.5e+2", "5.", ".5", "inf", "-INF", "nan", "infinity", "0x10", "2.5kg"),
    *("1,5", "1_000", "1 2", "0b1", "1e", "1e999", "1e-400", "1e-310", "", "abc", "true", "0", "-0.0", "0e5", "."),
    *("٣", "~7^", "99999999999", "-5", "010", "0x1F", "5.7", "2147483648", "-2147483648", "4294967295", "1.0"),
)
WORDS = ("true", "True", "FALSE", "1", "0", " true ", "yes", "2", "", "1.0", "t")
TUPLES = (
    *("1 2 3", "1 2", "1 2 3 4", "1,2,3", " 1~2  3 ", "1^2^3", "1 2 inf", "nan 0 0", "1 2 x", "1e3 0x10 3", "1 2 3kg"),
    *("", "1kg 2 3", "1e999 0 0", "1_0 0 0", "1", "1.5 2", "1 0 0", "1 0 0 0.5", "1 0", "2 0 0 1", "-1 0 0 1"),
    *("1 0 0 1 1", "nan 0 0 1", "1 2 3 4 5 6", "1 2 3 4 5 6 7", "1 2 3 inf 0 0", "1 2 3 a 0 0", "1e-400 0 0"),
)
TEXTS = [
    *((kind, text) for kind in ("double", "float", "int", "unsigned int") for text in NUMBERS),
    *(("bool", text) for text in WORDS),
    *((kind, text) for kind in ("vector3", "vector2d", "vector2i", "color", "time", "pose") for text in TUPLES),
]
READERS = {"bool": "boolean", "int": "integer", "unsigned int": "unsigned_integer", "float": "double"}

NUMERIC = ("double", "float", "int", "unsigned int")
KNOWN = {
    ("color", "1e-400 0 0"): "a part of a colour that is too near to zero is zero",
    **{(kind, "true"): "true as a number is 1 to libsdformat; we say that it is none" for kind in NUMERIC},
    (
        "unsigned int",
        "-5",
    ): "libsdformat takes the number of 32 bits that has the same bits; we warn and keep the default",
}
"""Differences that are meant, with their reason."""

LEXICAL = Lexical(reads_hexadecimal=True, hexadecimal_integers=True)
VERSION = Bindings(format="", version="1.12", package="", root=("", "", ""), lexical=LEXICAL)


@pytest.fixture(scope="module")
def answers(tmp_path_factory: pytest.TempPathFactory) -> list[tuple[bool, str]]:
    """What libsdformat says of each text: whether it takes it, and the value."""
    try:
        number = series()
    except CannotBuild as missing:
        pytest.skip(str(missing))
    folder = tmp_path_factory.mktemp("param")
    program = PROGRAM
    if number == 12:
        program = program.replace("<gz/math", "<ignition/math").replace("gz::math", "ignition::math")
    (folder / "param.cc").write_text(program, encoding="utf-8")
    binary = built(folder / "param.cc", folder / "param")
    return run(binary)


def run(binary: Path) -> list[tuple[bool, str]]:
    lines = "".join(f"{kind}\t{text}\n" for kind, text in TEXTS)
    done = subprocess.run([binary], input=lines, capture_output=True, text=True, check=True)
    return [(line.startswith("ok"), line[3:]) for line in done.stdout.splitlines()]


def ours(kind: str, text: str) -> tuple[bool, object]:
    sink = Sink()
    written = text.replace("~", "\t").replace("^", "\n")
    context = Context(sink, VERSION, {})
    value = getattr(scalars, READERS.get(kind, kind))(written, etree.Element("k"), None, context)
    return all(finding.severity != "error" for finding in sink.found), value


def test_what_libsdformat_refuses_is_an_error_and_nothing_else(answers: list[tuple[bool, str]]) -> None:
    assert len(answers) == len(TEXTS)
    wrong = [
        f"{kind} {text!r}: libsdformat {'takes' if taken else 'refuses'} it"
        for (kind, text), (taken, _) in zip(TEXTS, answers)
        if ours(kind, text)[0] != taken and (kind, text) not in KNOWN
    ]
    assert not wrong, "\n".join(wrong)


def test_what_libsdformat_takes_has_our_value(answers: list[tuple[bool, str]]) -> None:
    wrong = []
    for (kind, text), (taken, shown) in zip(TEXTS, answers):
        value = ours(kind, text)[1]
        if not taken or value is None or not shown:
            continue
        mine = [float(part) for part in (value if isinstance(value, tuple) else (value,))]
        theirs = [float(part) for part in shown.split()]
        same = len(mine) == len(theirs) and all(
            math.isclose(a, b, rel_tol=1e-6) or repr(a) == repr(b) for a, b in zip(mine, theirs)
        )
        if not same and (kind, text) not in KNOWN:
            wrong.append(f"{kind} {text!r}: {mine}, libsdformat {theirs}")
    assert not wrong, "\n".join(wrong)


def test_every_known_difference_is_one(answers: list[tuple[bool, str]]) -> None:
    for (kind, text), (taken, shown) in zip(TEXTS, answers):
        if (kind, text) in KNOWN:
            accepted, value = ours(kind, text)
            assert accepted != taken or str(value) != shown, f"{kind} {text!r} is no difference any more"

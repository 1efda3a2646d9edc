"""An option of one name means the same in every command, and every command that reads documents takes those that all take."""

from __future__ import annotations

import argparse
from collections import defaultdict
from collections.abc import Iterator

import pytest
from bodyplan.cli.main import COMMANDS, main, parser_of
from bodyplan.semantics.targets.registry import list_targets

ARM = '<robot name="arm"><link name="base"/><link name="tip"/><joint name="j" type="continuous"><parent link="base"/>\
<child link="tip"/><origin xyz="0 0 1"/></joint></robot>'


def walk(parser: argparse.ArgumentParser, name: str = "") -> Iterator[tuple[str, argparse.ArgumentParser]]:
    yield name, parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for word, below in action.choices.items():
                yield from walk(below, f"{name} {word}".strip())


def options() -> dict[str, dict[str, argparse.Action]]:
    found: dict[str, dict[str, argparse.Action]] = defaultdict(dict)
    for name, parser in walk(parser_of(COMMANDS)):
        for action in parser._actions:
            for option in action.option_strings:
                found[option][name] = action
    return found


COMMON = (
    "--config",
    "--isolated",
    "--trust",
    "--confine",
    "--env",
    "--search-path",
    "--arg",
    "--matrix",
    "--fetch",
    "--extensions",
    "--color",
    "--select",
    "--ignore",
    "--numbers",
)


@pytest.mark.parametrize("option", COMMON)
def test_what_all_take_is_the_same(option: str) -> None:
    reading = options()["--config"]
    said = {
        (each.help, each.metavar, each.nargs, type(each)) for name, each in options()[option].items() if name in reading
    }
    assert len(said) == 1


@pytest.mark.parametrize("option", sorted({each for each in options() if each.startswith("--")} - {"--help"}))
def test_an_option_takes_a_value_everywhere_or_nowhere(option: str) -> None:
    different = {
        "--strict": "what convert may lose",
        "--diff": "of convert",
        "--all": "a folder",
        "--check": "a file",
        "--version": "of the program",
    }
    takes = {each.nargs != 0 for each in options()[option].values()}
    assert len(takes) == 1 or option in different


def test_readers_are_called_alike_everywhere() -> None:
    known = {name: set(each.choices or ()) for name, each in options()["--target"].items()}
    # what is supported is known of readers that are no targets
    assert {name for name, each in known.items() if each != {*list_targets()}} == {"support"}
    assert known["support"] > {*list_targets()}


def test_documents_take_what_all_take() -> None:
    by_option = options()
    readers = set(by_option["--arg"])
    for option in ("--config", "--isolated", "--trust", "--confine", "--env", "--search-path", "--matrix", "--fetch"):
        assert readers <= set(by_option[option])


def test_names_are_short_where_they_are_clear(tmp_path: object, capsys: pytest.CaptureFixture[str]) -> None:
    path = f"{tmp_path}/arm.urdf"
    with open(path, "w", encoding="utf-8") as file:
        file.write(ARM)
    assert main(["pose", path, "arm::tip", "-q", "arm::j=1"]) == 0
    whole = capsys.readouterr().out
    assert main(["pose", path, "tip", "-q", "j=1", "--relative-to", "world"]) == 0
    assert capsys.readouterr().out == whole
    assert main(["pose", path, "tipp"]) == 2
    assert capsys.readouterr().err == "bodyplan: there is no frame 'tipp'; did you mean 'tip'?\n"


def test_explain_takes_a_uri(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explain-uri", "model://no_such_lamp"]) == main(["explain", "model://no_such_lamp"])
    told = capsys.readouterr().out
    assert told == told[: len(told) // 2] * 2

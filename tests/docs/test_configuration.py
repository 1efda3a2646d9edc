"""``docs/configuration.md`` has every key, and ``docs/cli.md`` every option."""

from __future__ import annotations

import argparse
import re
from collections.abc import Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from bodyplan.cli.config import _plain
from bodyplan.cli.main import COMMANDS, parser_of
from bodyplan.cli.settings.files import read_named
from bodyplan.cli.settings.resolution import ADDED, OPTIONS
from bodyplan.cli.settings.settings import DEFAULTS, KEYS, TABLES, Settings
from bodyplan.runtime import toml

DOCS = Path(__file__).resolve().parents[2] / "docs"
PAGE = (DOCS / "configuration.md").read_text(encoding="utf-8")
CALLS = (DOCS / "cli.md").read_text(encoding="utf-8")
COMMON = CALLS[CALLS.index("\nEvery command takes `--color") : CALLS.index("\nEvery command that reads documents")]
"""What is said of the options of all commands, and of those that print something."""
HEAD = re.compile(
    r"\*(?P<kind>[^,]+), default `(?P<default>[^`]+)`(?:; in a call `(?P<option>--[\w-]+)`(?:, which (?P<how>\w+) [\w ]+)?)?\.\*"
)


def section(page: str, title: str) -> str:
    """What stands below a heading of the second level."""
    (found,) = re.findall(rf"^## {re.escape(title)}\n\n(.*?)(?=^## |\Z)", page, re.MULTILINE | re.DOTALL)
    return str(found)


def test_every_key_has_a_section_in_the_order_of_the_settings() -> None:
    assert re.findall(r"^## `([\w-]+)`$", PAGE, re.MULTILINE) == list(KEYS)


@pytest.mark.parametrize("key", KEYS)
def test_section_says_what_a_key_takes_and_holds(key: str) -> None:
    field = KEYS[key]
    head = HEAD.match(section(PAGE, f"`{key}`"))
    assert head, "a section begins with *Type, default `…`; in a call `--option`.*"
    (kind,) = [str(each.type) for each in fields(Settings) if each.name == field]
    kinds = {"bool": "True or false", "str": ("File", "Folder", "Text"), "tuple": "List of "}
    wanted = "Table" if field in TABLES else kinds[kind.partition("[")[0]]
    assert head["kind"].startswith(wanted)
    assert toml.loads(f"x = {head['default']}")["x"] == _plain(field, getattr(DEFAULTS, field))
    option = f"--{OPTIONS[field].replace('_', '-')}" if field in OPTIONS else None
    has_option = option in {word for action in actions(parser_of(["check"])) for word in action.option_strings}
    assert head["option"] == (option if has_option else None)
    if has_option and kind != "bool":
        assert head["how"] == ("adds" if field in ADDED else "replaces")


@pytest.mark.parametrize("key", KEYS)
def test_example_of_a_key_is_one(key: str, tmp_path: Path) -> None:
    (example,) = re.findall(r"^```toml\n(.*?)^```", section(PAGE, f"`{key}`"), re.MULTILINE | re.DOTALL)
    (tmp_path / "bodyplan.toml").write_text(example)
    ((field, said),) = read_named(tmp_path / "bodyplan.toml").said.items()
    assert field == KEYS[key]
    assert said.value != getattr(DEFAULTS, field)


def actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The arguments of a parser, and of the commands below it."""
    for action in parser._actions:
        below: Any = action.choices if isinstance(action, argparse._SubParsersAction) else {}
        for each in below.values():
            yield from actions(each)
        yield action


@pytest.mark.parametrize("command", COMMANDS)
def test_every_option_is_told(command: str) -> None:
    (parser,) = [
        action.choices[command]
        for action in parser_of([command])._actions
        if isinstance(action, argparse._SubParsersAction)
    ]
    text = section(CALLS, command) + COMMON
    options = {word for action in actions(parser) for word in action.option_strings} - {"-h", "--help"}
    assert [option for option in sorted(options) if not re.search(rf"{option}(?![\w-])", text)] == []

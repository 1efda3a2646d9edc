"""The parsers of all commands, for tests that go over them."""

from __future__ import annotations

import argparse
from collections.abc import Iterator


def parsers(parser: argparse.ArgumentParser, name: str) -> Iterator[tuple[str, argparse.ArgumentParser]]:
    """The parser of a command, or those of its actions."""
    below = [action for action in parser._actions if isinstance(action, argparse._SubParsersAction)]
    if not below:
        yield name, parser
    for action in below:
        for word, each in action.choices.items():
            yield from parsers(each, f"{name} {word}".strip())

"""``bodyplan explain``: what a diagnostic or an element means."""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING

from ..diagnostics.render.printable import printable_lines
from .extensions import add_extensions, tables_for
from .messages import WrongCall, nearest
from .optional_deps import compiler
from .schema import WITH_SCHEMA
from .settings.resolution import add_reading
from .status import OK
from .terminal import supports_colour

if TYPE_CHECKING:
    from ..diagnostics.rule import Rule


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument(
        "subject",
        metavar="CODE | ELEMENT",
        help="diagnostic code or name (BP301), or element (mimic) or path of one (//joint/axis/limit)",
    )
    add_extensions(parser)
    add_reading(parser)


def run(arguments: Namespace) -> int:
    """Prints the explanation."""
    from ..diagnostics.registry import REGISTRY

    subject: str = arguments.subject
    rules = REGISTRY
    rule = find_rule(subject, rules)
    if rule is not None:
        from ..diagnostics.explanations.page import explanation
        from ..diagnostics.rule import address_of

        page = explanation(rule.code)
        if supports_colour(sys.stdout):
            sys.stdout.write(page.at_terminal(get_terminal_size().columns))
        else:
            sys.stdout.write(page.markdown)
        sys.stdout.write(f"\n{address_of(rule.code, rule.name)}\n")
        return OK
    tables = tables_for(arguments)
    texts = _elements(subject, tables)
    if not texts:
        words = [*rules, *(known.name for known in rules.values())]
        last = re.split(r"[/@]+", subject)[-1]
        hint = nearest(subject, words) or nearest(last, _words(tables) - {last})
        raise WrongCall(f"neither a diagnostic nor an element is called {subject!r}{hint}")
    sys.stdout.write(printable_lines("\n".join(texts)))
    return OK


def find_rule(subject: str, rules: dict[str, Rule]) -> Rule | None:
    """The rule of a code, in capitals or not, or of a name."""
    by_code = rules.get(subject.upper())
    return by_code or next((rule for rule in rules.values() if rule.name == subject), None)


def _elements(subject: str, tables: tuple[Path, ...]) -> list[str]:
    """What each format says of the elements of a name, or of those at a path in its newest version."""
    from ..codegen.errors import SchemaError

    texts = []
    with compiler():
        from ..codegen.queries import find_word, show

        for format in WITH_SCHEMA:
            try:
                named = "/" not in subject
                texts.append(find_word(format, subject, tables) if named else show(format, None, subject, tables))
            except SchemaError as error:
                if error.line:  # a faulty table, rather than an element that the format does not have
                    raise WrongCall(str(error)) from None
    return [text for text in texts if text]


def _words(tables: tuple[Path, ...]) -> set[str]:
    """What elements and attributes of all formats are called."""
    with compiler():
        from ..codegen.queries import list_words

        return {word for format in WITH_SCHEMA for word in list_words(format, tables)}

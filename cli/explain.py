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
    from ..semantics.formats.plugin_tables import Parameter, Plugin


def add_arguments(parser: ArgumentParser) -> None:
    """Declares the arguments."""
    parser.add_argument(
        "subject",
        metavar="CODE | ELEMENT",
        help="diagnostic code or name (BP301), element (mimic) or path of one (//joint/axis/limit), URI (model://lamp), or "
        "plugin of gz-sim (DiffDrive) or a parameter of one (DiffDrive/left_joint)",
    )
    add_extensions(parser)
    add_reading(parser)


def run(arguments: Namespace) -> int:
    """Prints the explanation."""
    from ..diagnostics.registry import REGISTRY

    subject: str = arguments.subject
    if "://" in subject:
        return _explain_uri(arguments)
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
    plugins = _plugins(subject)
    if plugins:
        sys.stdout.write(printable_lines("\n".join(plugins)))
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


def _explain_uri(arguments: Namespace) -> int:
    """Prints where a URI is looked up from the current folder; ``explain-uri`` takes more options."""
    from . import explain_uri

    parser = ArgumentParser(add_help=False)
    explain_uri.add_arguments(parser)
    return explain_uri.run(Namespace(**{**vars(parser.parse_args(["--", arguments.subject])), **vars(arguments)}))


def find_rule(subject: str, rules: dict[str, Rule]) -> Rule | None:
    """The rule of a code, in capitals or not, or of a name."""
    by_code = rules.get(subject.upper())
    return by_code or next((rule for rule in rules.values() if rule.name == subject), None)


def _plugins(subject: str) -> list[str]:
    """What plugins of gz-sim of a name read: a class, a library, or a parameter after one of these and a slash."""
    from ..semantics.formats.plugin_tables import class_of, libraries, library_by_class, library_of, read_plugins

    named, _, path = subject.partition("/")
    name = class_of(named) or named
    library = library_by_class().get(name) or library_of(named)
    if library not in libraries():
        return _other_plugins(named, path)
    texts = []
    for plugin in read_plugins(library).values():
        if name in (plugin.name, library) or library_of(named):
            texts += _describe_plugin(plugin, f"plugin of gz-sim, library gz-sim-{library}-system", path)
    return texts


def _other_plugins(named: str, path: str) -> list[str]:
    """What plugins that are not gz-sim's own read, by class or library."""
    from ..semantics.formats.plugin_tables import other_plugins, plain_library

    return [
        text
        for own in other_plugins().values()
        for plugin in own
        if named in (plugin.name, plugin.name.rpartition("::")[2]) or plain_library(named) == plugin.library
        for text in _describe_plugin(plugin, f"plugin for gz-sim, library {plugin.library}", path)
    ]


def _describe_plugin(plugin: Plugin, what: str, path: str) -> list[str]:
    rows = [each for each in plugin.all_parameters() if not path or each.path == path]
    where = f", in {' or '.join(f'<{each}>' for each in plugin.at)}" if plugin.at else ""
    head = f"{plugin.name}: {what}{where}\n{plugin.doc}\n"
    return ["\n".join([head, *map(_parameter, rows)]) + "\n"] if rows or not path else []


def _parameter(parameter: Parameter) -> str:
    kind = parameter.type or "element"
    more = [f"default {parameter.default}" if parameter.default else "", parameter.unit or ""]
    more += [f"name of a {parameter.names}" if parameter.names else "", "any number" if parameter.is_repeated else ""]
    if parameter.majors:
        more.append(f"gz-sim {', '.join(map(str, parameter.majors))}")
    said = "; ".join([kind, *filter(None, more)])
    return f"  {parameter.path} ({said})\n      {parameter.doc}"


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

"""The texts of what a project begins with: a configuration for what was found in a folder, and files for pipelines."""

from __future__ import annotations

import json
from collections.abc import Container, Iterator
from typing import TYPE_CHECKING

from ...runtime.patterns import compile_pattern
from ...semantics.formats.registry import FORMATS
from ..checking.baseline import FILE as BASELINE
from ..settings.argument_sets import OWN_KEYS

if TYPE_CHECKING:
    from .argument_search import FoundSet
    from .survey import ProjectSurvey

_MAGIC = compile_pattern(r"[\\*?\[\]!#]")
WORKFLOW = ".github/workflows/bodyplan.yml"
HOOKS = ".pre-commit-config.yaml"
MOST_NAMED = 12
"""How many names a comment lists."""


def make_text(found: ProjectSurvey, *, has_baseline: bool = False) -> str:
    """The configuration, with comments that say what was found and what else could be said.

    Args:
        found: what there is.
        has_baseline: whether findings that are there now are kept in a baseline.
    """
    parts = (_about(found), _targets(found), _further(found), _baseline(has_baseline), _arguments(found))
    return "\n".join(line for part in parts for line in part) + "\n"


def _about(found: ProjectSurvey) -> Iterator[str]:
    yield "# How bodyplan checks this project; docs/configuration.md has every key."
    counts = [f"{count} of {FORMATS[format].title}" for format, count in sorted(found.formats.items())]
    counts += [f"{len(found.entry_points)} in xacro"] if found.entry_points else []
    yield f"# Found documents: {', '.join(counts) or 'none'}."
    if found.packages:
        yield f"# Found packages: {_list_names(found.packages)}."
    if found.entry_points:
        yield f"# Robots in xacro: {_list_names(found.entry_points)}."
    yield ""


def _targets(found: ProjectSurvey) -> Iterator[str]:
    yield "# The programs that read these documents: what they would reject, warn about or ignore is reported, too."
    for target, because in found.targets.items():
        told = ", but it does not read all that is here" if target in found.unfit else ""
        yield f"#   {target}: {because}{told}"
    fitting = [target for target in found.targets if target not in found.unfit]
    listed = json.dumps(fitting or list(found.targets) or ["libsdformat"])
    yield f"targets = {listed}" if fitting else f"# targets = {listed}"
    yield ""


def _further(found: ProjectSurvey) -> Iterator[str]:
    yield "# Folders and files that are not checked, as in .gitignore."
    if found.missing:
        yield "# These need arguments that no launch file has: name them in [[arguments]], and take them out here."
        yield from (_one_line(f"#   {path}: {name}") for path, name in found.missing.items())
        yield f"exclude = [{', '.join(_text(f'/{_pattern(path)}') for path in found.missing)}]"
    else:
        yield '# exclude = ["third_party/"]'
    yield ""
    yield "# Folders with models and packages outside of this project; those inside of it are found without being named."
    yield '# search-paths = ["../models"]'
    yield ""
    yield "# Whether every warning is an error."
    yield "# strict = true"
    yield ""
    yield "# Findings that are not shown, by code or name; `bodyplan explain CODE` says what one means."
    yield '# ignore = ["deprecated"]'


def _baseline(is_there: bool) -> Iterator[str]:
    yield ""
    yield "# Findings that were there before, and are not shown; `bodyplan check --write-baseline` writes them anew."
    yield f'{"" if is_there else "# "}baseline = "{BASELINE}"'


def _arguments(found: ProjectSurvey) -> Iterator[str]:
    taken: set[str] = set()
    for sets, documents in found.sets.items():
        several = len(sets) > 1
        names = _find_names(sets, documents, taken)
        taken.update(names)
        for each, name in zip(sets, names):
            yield ""
            if each is sets[0]:
                told = f", from {each.file}" if each.file else ""
                yield _one_line(f"# {'Each of' if several else ''} {_list_names(documents)}{told}".replace("#  ", "# "))
            yield "[[arguments]]"
            yield from [f"name = {_text(name)}"] if several else []
            yield f"files = [{', '.join(_text(f'/{_pattern(name)}') for name in documents)}]"
            plain = {name: value for name, value in each.values if _key(name) == name and name not in OWN_KEYS}
            others = {name: value for name, value in each.values if name not in plain}
            yield from (f"{name} = {_text(value)}" for name, value in plain.items())
            if others:
                yield f"values = {{ {', '.join(f'{_key(name)} = {_text(value)}' for name, value in others.items())} }}"


def _find_names(sets: tuple[FoundSet, ...], documents: list[str], taken: Container[str]) -> list[str]:
    """Names of sets that no others have: with that of the first of their documents before them where others are called so."""
    names = [each.name for each in sets]
    prefixes = documents[0].partition(".")[0].split("/")
    for number in range(1, len(prefixes) + 1):
        if not any(name in taken for name in names):
            break
        names = [f"{'-'.join(prefixes[-number:])}-{each.name}" for each in sets]
    return names


def _text(value: str) -> str:
    return json.dumps(value, ensure_ascii=False)


def _pattern(path: str) -> str:
    """A pattern, as in .gitignore, that fits a path alone."""
    return _MAGIC.sub(r"\\\g<0>", path)


def _key(name: str) -> str:
    return name if name.replace("_", "").replace("-", "").isalnum() and name.isascii() else json.dumps(name)


def _list_names(names: list[str]) -> str:
    shown = ", ".join(names[:MOST_NAMED])
    return _one_line(shown + (f" and {len(names) - MOST_NAMED} more" if len(names) > MOST_NAMED else ""))


def _one_line(text: str) -> str:
    """A text that stays in its comment, whatever names are made of."""
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def make_workflow(version: str) -> str:
    """A workflow that checks each push and each pull request with a release of the action."""
    return f"""\
name: bodyplan
on: [push, pull_request]

permissions:
  contents: read
  security-events: write

jobs:
  bodyplan:
    runs-on: ubuntu-latest
    steps:
      - uses: actions/checkout@v4
      - uses: bodyplan/bodyplan@v{version}
"""


def make_hooks(version: str) -> str:
    """The hooks that check the documents of a commit with a release."""
    return f"""\
repos:
  - repo: https://github.com/bodyplan/bodyplan
    rev: v{version}
    hooks:
      - id: bodyplan-check
"""

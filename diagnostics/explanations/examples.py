"""An example on a page: the document, the finding with its line as a terminal shows it, and the fixed document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..snippets import cut_line
from .blocks import Block, Code, Heading, Paragraph
from .loader import Example

_LANGUAGES = {"yaml": "yaml", "py": "python", "obj": "text", "txt": "text", "toml": "toml"}
_SWITCHES = {"search_paths": "search-path"}
"""What the command line calls a keyword, where that is another name."""


def render_example(example: Example) -> Iterator[Block]:
    """The blocks of an example."""
    yield Heading(f"Example: {example.name}")
    yield Code(example.bad, _language(example.name))
    yield from _others(example.files)
    told = [example.finding, *_excerpt(example)]
    if not example.is_script:
        told.insert(0, f"$ {_call(example, example.options)}")
    yield Code("\n".join(told), "console")
    yield Paragraph("Mended:")
    if example.fixed != example.bad or not (example.fixed_files or example.fixed_options is not None):
        yield Code(example.fixed, _language(example.name))
    yield from _others(example.fixed_files)
    if example.fixed_options is not None:
        yield Code(f"$ {_call(example, example.fixed_options)}", "console")


def _others(files: dict[str, str]) -> Iterator[Block]:
    for path, text in files.items():
        yield Paragraph(f"`{path}`:" if text.strip() else f"`{path}` is empty.")
        if text.strip():
            yield Code(text, _language(path))


def _language(path: str) -> str:
    return _LANGUAGES.get(path.rpartition(".")[2], "xml")


def _call(example: Example, options: dict[str, Any]) -> str:
    """What a user types."""
    words = ["bodyplan print" if example.version else "bodyplan check", example.name]
    if example.version:
        words.append(f"--version {example.version}")
    for keyword, value in options.items():
        switch = f"--{_SWITCHES.get(keyword, keyword.replace('_', '-'))}"
        values = value if isinstance(value, list) else [value]
        words += [switch if each is True else f"{switch} {each}" for each in values]
    return " ".join(words)


def _excerpt(example: Example) -> Iterator[str]:
    """The line of the finding, with a mark below."""
    name, line, column = example.where
    source = example.bad if name == example.name else example.files.get(name, "")
    if not source or not line:
        return
    text, before, length = cut_line(source.splitlines()[line - 1], column)
    yield f"{line:5d} | {text}"
    if column:
        yield f"      | {before}{'^' * length}"

"""The page of a rule: what it says, why it matters, examples, what readers do, and where it comes from."""

from __future__ import annotations

import string
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

from ..diagnostic import READERS
from ..records import dataclass
from ..registry import REGISTRY
from ..rule import Rule
from ..snippets import cut_line
from ..table_keys import LISTS, names_in_tables
from ..zip_tables import SCHEMAS, read_table
from .blocks import WIDTH, Block, Code, Heading, Items, Paragraph, Table, markdown, plain
from .loader import Example, Explanation, read_explanation

_LANGUAGES = {"yaml": "yaml", "py": "python", "obj": "text", "txt": "text", "toml": "toml"}
_SWITCHES = {"search_paths": "search-path"}
"""What the command line calls a keyword, where that is another name."""


@dataclass(frozen=True, slots=True)
class Page:
    """What is known of one rule."""

    blocks: tuple[Block, ...]

    @property
    def markdown(self) -> str:
        """As Markdown that reads well as it is."""
        return markdown(self.blocks)

    @property
    def text(self) -> str:
        """As text without any markup but backticks."""
        return plain(self.blocks)

    def at_terminal(self, width: int = WIDTH) -> str:
        """As text with ANSI colours, for a terminal of so many columns."""
        return plain(self.blocks, width=min(width, WIDTH), colour=True)


def explanation(code: str) -> Page:
    """The page of the rule of that code.

    Raises:
        KeyError: there is no such rule.
    """
    return page_of(REGISTRY[code], read_explanation(code))


def page_of(rule: Rule, explained: Explanation) -> Page:
    """The page of a rule, which need not be in the registry."""
    return Page(tuple(_blocks(rule, explained)))


def format_template(template: str) -> str:
    """A rule's template with its fields as words: ``{what!r} is bad`` becomes ``‹what› is bad``."""
    return "".join(
        text + (f"‹{field}›" if field is not None else "") for text, field, _, _ in string.Formatter().parse(template)
    )


def code_of(template: str) -> str:
    """A message or hint with its fields as words, as code in a line of Markdown."""
    text = format_template(template)
    fence = "``" if "`" in text else "`"
    blank = " " if fence == "``" else ""
    return f"{fence}{blank}{text}{blank}{fence}"


def _blocks(rule: Rule, explained: Explanation) -> Iterator[Block]:
    yield Heading(f"{rule.code}: {rule.name}", 1)
    yield Heading("What it checks")
    yield Paragraph(code_of(rule.message))
    if rule.group:
        yield Paragraph(f"Only with `--{rule.group}`, or `{rule.group} = true` in the configuration.")
    yield Heading("Why it matters")
    yield from (Paragraph(" ".join(each.split())) for each in explained.why.split("\n\n"))
    for example in explained.example:
        yield from _example(example)
    if explained.targets:
        yield Heading("What readers do")
        yield Table(("reader", "does"), tuple((READERS[name], said) for name, said in explained.targets.items()))
    yield Heading("Severity")
    yield from _severity(rule, explained)
    if rows := find_lenient_parts(rule):
        yield Paragraph(
            "By default a warning in these parts, which do not keep some reader of the format from loading the document:"
        )
        yield Table(
            ("format", "parts"), tuple((name, ", ".join(f"`{part}`" for part in parts)) for name, parts in rows)
        )
    if refusing := _describe_refusals(rule):
        yield Paragraph(f"Findings that are warnings say who refuses the document because of them: {refusing}.")
    yield Heading("Where the spec says so")
    yield Paragraph(explained.spec)
    if rule.hint:
        yield Heading("Hint")
        yield Paragraph(code_of(rule.hint))
    if explained.nevertheless:
        yield Heading("Why, where a reader is silent")
        yield Paragraph(explained.nevertheless)
    if said := _find_messages(rule.code):
        yield Heading("What targets say")
        yield Table(("row", "words"), said)
    yield Heading("Since")
    yield Paragraph(f"bodyplan {explained.since}")


def _example(example: Example) -> Iterator[Block]:
    yield Heading(f"Example: {example.name}")
    yield Code(example.bad, _language(example.name))
    yield from _others(example.files)
    lines = [example.finding, *_excerpt(example)]
    if not example.is_script:
        lines.insert(0, f"$ {_call(example, example.options)}")
    yield Code("\n".join(lines), "console")
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


def _severity(rule: Rule, explained: Explanation) -> Iterator[Block]:
    usual = rule.severity.capitalize()
    yield Paragraph(f"{usual}." if rule.strict == rule.severity else f"{usual}; {rule.strict} in strict mode.")
    other = [f"{severity} where {when}" for severity, when in explained.cases]
    other += [
        f"{severities[rule.name]} with `--target {target}`"
        for target, severities in _target_severities().items()
        if rule.name in severities
    ]
    if other:
        yield Items(tuple(other))


def find_lenient_parts(rule: Rule) -> list[tuple[str, list[str]]]:
    """The formats with parts in which an error of that rule is a warning by default, each with those parts."""
    if rule.severity != "error":
        return []
    names = {*names_in_tables(rule)}
    found = []
    for path in sorted(SCHEMAS.glob("*/leniency.toml")):
        rows = [row for row in read_table(path).get("warning", ()) if names & {*row["rules"]}]
        if rows:
            parts = [part + _kinds(row.get("types", ())) for row in rows for part in row["parts"]]
            found.append((path.parent.name, parts))
    return found


def _describe_refusals(rule: Rule) -> str:
    """Who is known to refuse a document over a warning of that rule, and where; empty where nobody is."""
    known = [(READERS[reader], f" ({_place(root)})" if root else "") for root, reader in rule.refused_by]
    names = {*names_in_tables(rule)} if rule.severity == "error" else set()
    for path in sorted(SCHEMAS.glob("*/leniency.toml") if names else ()):
        for row in read_table(path).get("warning", ()):
            if names & {*row["rules"]}:
                parts = ", ".join(f"`{part}{_kinds(row.get('types', ()))}`" for part in row["parts"])
                known += [(READERS[reader], f" ({parts})") for reader in row.get("refused_by", ())]
    return "; ".join(name + where for name, where in known)


def _place(root: str) -> str:
    """A root element, or one that a path from it ends in."""
    return f"`{root}`" if "/" in root else f"`<{root}>`"


def _kinds(types: Sequence[str]) -> str:
    """What narrows a part down to some types of the element."""
    return f"[{' or '.join(f'@type={each!r}' for each in types)}]" if types else ""


def _find_messages(code: str) -> tuple[tuple[str, str], ...]:
    """The row and the words of everything that targets say with a code, by target, in the order of their tables."""
    names = [name for name, rule in LISTS.items() if rule.code == code]
    return tuple(
        (f"{path.parent.name}/{id}", code_of(words))
        for path in sorted(SCHEMAS.glob("*/rules.toml") if names else ())
        for name in names
        for id, words in read_table(path).get(name, {}).items()
    )


@cache
def _target_severities() -> dict[str, dict[str, str]]:
    return {path.parent.name: read_table(path).get("severity", {}) for path in sorted(SCHEMAS.glob("*/rules.toml"))}

"""What is put into generated modules is code, and nothing else can be."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from bodyplan.codegen.code import PythonCode, comment, identifier, inside_docstring, module_path, quote
from bodyplan.codegen.errors import SchemaError
from bodyplan.codegen.generator import inside, templates
from jinja2.exceptions import TemplateAssertionError

CODEGEN = Path(__file__).resolve().parents[3] / "codegen"


@dataclass(frozen=True)
class Pair:
    left: str
    right: tuple[str, ...]


@pytest.mark.parametrize(
    "value",
    [
        "a",
        "'\"",
        "\\",
        "\n\r\0\u2028",
        "\ud800",
        '"""',
        True,
        None,
        3,
        1.5,
        [],
        ["a", [1]],
        (),
        ("a",),
        {"a'": ("b", 1)},
    ],
    ids=repr,
)
def test_a_quoted_value_reads_back_equal(value: Any) -> None:
    assert ast.literal_eval(quote(value)) == value
    assert quote(value).isprintable()


def test_numbers_that_have_no_literal_and_records_are_written_as_calls() -> None:
    assert quote(float("-inf")) == 'float("-inf")'
    assert eval(quote(Pair("'", ('"',))), {"Pair": Pair}) == Pair("'", ('"',))


@pytest.mark.parametrize("value", [object(), {1, 2}, PythonCode("x"), b"x"], ids=["object", "set", "code", "bytes"])
def test_other_values_cannot_be_quoted(value: object) -> None:
    with pytest.raises(TypeError):
        quote(value)


@pytest.mark.parametrize("name", ["", "class", "a b", "1a", "a;b", "\ufb01", "a\n", "a.b"])
def test_what_is_no_name_is_no_identifier(name: str) -> None:
    with pytest.raises(SchemaError):
        identifier(name)
    with pytest.raises(SchemaError):
        module_path(f"..x.{name}." if name == "a.b" else f"..x.{name}")


def test_code_is_put_together_of_code_alone() -> None:
    one = identifier("one")
    assert PythonCode("{}({})").format(one, quote("x")) == "one('x')"
    for compose in (
        lambda: one + "text",
        lambda: "text" + one,
        lambda: PythonCode("{}").format("text"),
        lambda: PythonCode(", ").join([one, "text"]),
        lambda: one.replace("one", "text"),
        lambda: PythonCode("%s") % "text",
    ):
        with pytest.raises(TypeError, match="'text' is no code"):
            compose()


@pytest.mark.parametrize(
    "template",
    [
        "{{ text }}",
        "{{ 'a' if no else text }}",
        "{{ [text, 'b'] | join(', ') }}",
        "{{ ['a', text] | join(', ') }}",
        "{{ ['a', 'b'] | join(text) }}",
        "{% macro m(x) %}{{ x }}{% endmacro %}{{ m(text) }}",
        "{{ text | inside(4) }}",
        "{{ 'a' + text }}",
        "{{ ('%s' % text) }}",
        "{{ 'x{}'.format(text) }}",
    ],
)
def test_a_template_prints_no_other_text(template: str) -> None:
    for text in ("plain", 'a" + b'):
        with pytest.raises(TypeError, match="is no code"):
            templates().from_string(template).render(text=text, no=False)


def test_a_template_prints_its_own_texts_and_code() -> None:
    template = "{% macro m(x) %}f({{ x }}){% endmacro %}{{ m('a') | inside(2) }} {{ 'b' if yes }} {{ name | identifier }}{{ 'c' if no }}"
    assert templates().from_string(template).render(yes=True, no=False, name="n") == "f(a) b n"
    with pytest.raises(TemplateAssertionError, match="~"):
        templates().from_string("{{ 'a' ~ name }}")
    with pytest.raises(TemplateAssertionError, match="safe"):
        templates().from_string("{{ name | safe }}")


def test_only_constants_are_declared_to_be_code() -> None:
    """But where texts are escaped, and where lines of code are laid out."""
    others = []
    for path in sorted({*CODEGEN.rglob("*.py")} - {CODEGEN / "code.py", CODEGEN / "docstrings.py"}):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "PythonCode":
                others += [f"{path.name}: {ast.unparse(node)}"] * (not isinstance(node.args[0], ast.Constant))
    assert others == [
        "generator.py: PythonCode(textwrap.indent(str(_require_code(text)).strip('\\n'), ' ' * width).lstrip(' '))"
    ]


@pytest.mark.parametrize(
    "text", ["a\nimport os", "a\rb", "\u2028", "coding: utf-7", "vim: set fileencoding=latin-1", "\ud800"]
)
def test_a_comment_is_one_line_that_says_nothing_of_the_file(text: str) -> None:
    line = comment(text)
    assert len(line.splitlines()) == 1
    assert line.isascii()
    assert not {":", "="} & set(line)


def test_a_docstring_can_be_put_together() -> None:
    text = 'a "b" \\ \n""" c"'
    assert ast.literal_eval(f'"""{inside_docstring(text)}"""') == text
    assert ast.literal_eval(f'"""{inside_docstring(text)} and more"""') == f"{text} and more"


def test_lines_are_indented_as_they_stand() -> None:
    assert inside(PythonCode("\na\n  b\n\nc\n"), 2) == "a\n    b\n\n  c"

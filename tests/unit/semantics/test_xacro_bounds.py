"""No document in xacro takes for ever, fills the memory, or reaches what xacro keeps from expressions."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import Any

import bodyplan
import pytest
from bodyplan.runtime.sink import Sink
from bodyplan.runtime.source import Source
from bodyplan.semantics.core.options import options_of
from bodyplan.semantics.xacro.expansion import expand

pytest.importorskip("xacro", reason="the extra xacro is not installed")

NAMESPACE = 'xmlns:xacro="http://www.ros.org/wiki/xacro"'


def codes(content: str, **options: object) -> list[str]:
    try:
        found = bodyplan.loads(f'<robot name="r" {NAMESPACE}>{content}<link name="l"/></robot>', **options).diagnostics
    except bodyplan.LoadError as error:
        found = error.diagnostics
    return [d.code for d in found if d.severity == "error"]


def named(expression: str) -> str:
    return f'<link name="${{{expression}}}"/>'


def value(expression: str, **properties: str) -> str:
    """A link with the value of an expression as its name; values of properties may hold braces."""
    before = "".join(f'<xacro:property name="{name}" value="{escape(text)}"/>' for name, text in properties.items())
    return f'{before}<link name="{escape("${" + expression + "}")}"/>'


def repeated(content: str) -> str:
    """Content that a macro brings many times."""
    calls = '<xacro:m n="300"/>' * 100
    return (
        f'<xacro:macro name="m" params="n"><xacro:if value="${{n}}">{content}<xacro:m n="${{n-1}}"/></xacro:if>'
        f"</xacro:macro><gazebo>{calls}</gazebo>"
    )


DOUBLED = "".join(f'<xacro:property name="p{n + 1}" value="${{p{n}}}${{p{n}}}"/>' for n in range(40))
NESTED = "".join(f'<xacro:property name="p{n + 1}" value="${{[p{n}] * 10}}"/>' for n in range(12))

BOMBS = {
    "a long text": named("'x' * 10**9"),
    "a long list": named("[0] * 10**9"),
    "lists of lists": named("[[0] * 1000000 for i in range(1000)]"),
    "a large number": named("10 ** 10 ** 10"),
    "a shifted number": named("1 &lt;&lt; 10 ** 10"),
    "a factorial": named("math.factorial(10 ** 8)"),
    "a range": named("list(range(10 ** 10))"),
    "turns of a loop": named("python.sum(1 for a in range(10000) for b in range(10000))"),
    "a padded text": named("'x'.ljust(10 ** 10)"),
    "a padded text of a class": named("str.ljust('x', 10 ** 10)"),
    "a layout": named("'%1000000000d' % 1"),
    "a layout with a width": named("'%*d' % (1000000000, 1)"),
    "a layout with braces": named("'{:1000000000}'.format(1)").replace("{:", "&#123;:").replace("000}", "000&#125;"),
    "replaced": named("('x' * 100000).replace('x', 'y' * 100000)"),
    "joined": named("('x' * 100000).join(['y'] * 100000)"),
    "doubled properties": '<xacro:property name="p0" value="xx"/>' + DOUBLED + named("p40"),
    "nested lists": '<xacro:property name="p0" value="xx"/>' + NESTED + named("str(p12)"),
    "functions": named("(lambda f: f(f, 40))(lambda f, n: [f(f, n - 1), f(f, n - 1)] if n else 1)"),
    "a macro that calls itself": '<xacro:macro name="a"><xacro:a/></xacro:macro><xacro:a/>',
    "a macro that calls itself twice": (
        '<xacro:macro name="a" params="n"><xacro:if value="${n}"><link name="x"/><xacro:a n="${n-1}"/>'
        '<xacro:a n="${n-1}"/></xacro:if></xacro:macro><xacro:a n="40"/>'
    ),
    "parameters that never end": (
        f'<xacro:macro name="a" params="a:={"x" * 60}&quot;{"&apos;" * 61}"><link name="x"/></xacro:macro><xacro:a/>'
    ),
    "words that never end": named("xacro.tokenize('a' * 60 + '!', ']|(a+)+$|[')"),
}


LONG = "".join(f'<xacro:property name="t{n + 1}" value="${{t{n}}}${{t{n}}}"/>' for n in range(18))
LONG = f'<xacro:property name="t0" value="xx"/>{LONG}'  # t18 has half a million letters
GROWN = "(lambda l: [[l[i + 1].append(l[i]), l[i + 1].append(l[i])] for i in python.range(50)] and {})([[] for i in python.range(51)])"
ONE_HASH = "i * (2 ** 61 - 1)"

WHATEVER_THE_FUNCTION = {
    "the largest of a range": value("max(range(10 ** 18))"),
    "a range written out": value("str(list(range(10 ** 8)))"),
    "a product": value("math.prod(python.range(1, 900000))"),
    "a common multiple": value("math.lcm(*python.range(1, 900000))"),
    "permutations": value("math.perm(10 ** 6)"),
    "a function that another calls": value("list(map(math.factorial, [10 ** 7]))"),
    "a key": value("max(python.range(10), key=lambda i: 'x' * 10 ** 9)"),
    "a sum of lists": value("python.sum([[1] * 1000] * 1000, [])"),
    "a rounded number": value("round(1, -10 ** 9)"),
    "digits": value("int('f' * 900000, 16)"),
    "a negative power": value("(-3) ** 10 ** 9"),
    "a search from the end": LONG + value("t18.rfind('b' + t18)"),
    "letters on both sides": LONG + value("t18.strip(t18.replace('x', 'y') + 'x')"),
    "a table of long texts": LONG + value("t18.translate(['y' * 1000000] * 128)"),
    "many layouts": value("('%99999d' * 10000) % python.tuple([1] * 10000)"),
    "a layout of a real number": value("'%1000000000f' % 1.5"),
    "a layout by a key": value("'%(a(b))1000000000d' % python.dict([('a(b)', 1)])"),
    "a layout with braces in braces": value("f.format(1, '9' * 9)", f="{0:>{1}}"),
    "a layout of an item": value("f.format(1, [10 ** 9])", f="{0:>{1[0]}}"),
    "a layout many times": value("(f * 10000).format(1)", f="{0:>99999}"),
    "a layout of a mapping": value("f.format_map(dict(a=1, b=10 ** 9))", f="{a:>{b}}"),
    "a layout of the class": value("str.format(f, 1)", f="{:>9999999999}"),
    "a list that grows while it is read": value("(lambda l: list(map(l.append, l)))([1])"),
    "a list that takes itself": value("(lambda l: [l.extend(l) for i in python.range(60)])([1, 2])"),
    "lists in lists, compared": value(GROWN.format("l[50] == l[49]")),
    "lists in lists, written out": value(GROWN.format("l[50]")),
    "many of one hash": value(f"len(python.set([{ONE_HASH} for i in python.range(100000)]))"),
    "many of one hash, one by one": value(
        f"(lambda s: [s.add({ONE_HASH}) for i in python.range(100000)])(python.set())"
    ),
    "tuples": value("list(python.zip(*[python.range(900000)] * 20))"),
    "stars": value("[" + ", ".join(["*r"] * 1000) + "]", r="${python.range(900000)}"),
    "a range gone through again and again": value("[x in r for x in ['a'] for y in r]", r="${python.range(900000)}"),
    "a long expression": value(", ".join(["1"] * 50000)),
    "a deep expression": value("not " * 5000 + "1"),
    "warnings": value("[xacro.warning('x') for i in python.range(900000)]"),
    "values of attributes": LONG + repeated('<a v="${t18}"/>'),
    "texts": LONG + repeated("<a>${t18}</a>"),
    "names of elements": LONG + repeated('<xacro:element xacro:name="${t18}"/>'),
    "a copied text": repeated("<a/>" + "x" * 100_000),
    "a copied comment": repeated(f"<a/><!--{'x' * 100_000}-->"),
    "copied attributes": repeated("<a " + " ".join(f'a{n}="1"' for n in range(5000)) + "/>"),
    "evaluated": '<link name="$(eval [0] * 10**9)"/>',
    "evaluated with a layout": "<link name=\"$(eval f'{1:1000000000}')\"/>",
    "evaluated with layouts": "<link name=\"$(eval f'" + "{1:999999}" * 2000 + "')\"/>",
}


SLOW = {
    "turns of a loop", "functions", "a macro that calls itself twice", "a list that grows while it is read",
    "a list that takes itself", "many of one hash", "stars", "a range gone through again and again", "warnings",
    "copied attributes",
}  # fmt: skip
"""Bombs that take more than a second to reach the limit."""


def with_slow_marked(bombs: Iterable[str]) -> list[Any]:
    """The names of bombs as parameters of a test."""
    return [pytest.param(each, marks=[pytest.mark.slow] if each in SLOW else []) for each in bombs]


def test_bombs_that_are_marked_slow_are_there() -> None:
    assert {*BOMBS, *WHATEVER_THE_FUNCTION} >= SLOW


@pytest.mark.parametrize("bomb", with_slow_marked(WHATEVER_THE_FUNCTION))
def test_what_is_too_much_is_an_error_that_states_the_limit(bomb: str) -> None:
    content = WHATEVER_THE_FUNCTION[bomb]
    with pytest.raises(bodyplan.LoadError) as refused:
        bodyplan.loads(f'<robot name="r" {NAMESPACE}>{content}<link name="l"/></robot>')
    (found,) = (each for each in refused.value.diagnostics if each.severity == "error")
    assert found.code == "BP449"
    assert any(character.isdigit() for character in found.arguments["what"])


def test_yaml_that_is_merged_into_itself(tmp_path) -> None:  # type: ignore[no-untyped-def]
    lines = ["a0: &a0 {x: 1, y: 2}"]
    lines += [f"a{n}: &a{n} {{<<: [{', '.join([f'*a{n - 1}'] * 10)}]}}" for n in range(1, 12)]
    (tmp_path / "bomb.yaml").write_text("\n".join(lines))
    # PyYAML merges a mapping once from 6.0.4 on, so that this is a number there: the link has a name and no joint
    assert codes(named("len(xacro.load_yaml('bomb.yaml'))"), base_dir=tmp_path) in (["BP449"], ["BP543"])


def test_a_number_of_many_parts_in_yaml(tmp_path) -> None:  # type: ignore[no-untyped-def]
    (tmp_path / "bomb.yaml").write_text("a: 1" + ":1" * 100_000)
    assert codes(named("xacro.load_yaml('bomb.yaml')"), base_dir=tmp_path) == ["BP449"]


@pytest.mark.parametrize("expression", ["int('9' * 5000)", "str(10 ** 5000)", "10 ** 5000", "float(10 ** 5000)"])
def test_a_number_of_thousands_of_digits_is_a_finding(expression: str) -> None:
    (code,) = codes(value(expression))
    assert code in ("BP441", "BP448")


@pytest.mark.parametrize("bomb", with_slow_marked(BOMBS))
def test_a_bomb_is_an_error(bomb: str) -> None:
    found = codes(BOMBS[bomb])
    assert len(found) == 1
    assert found[0] in ("BP441", "BP443", "BP447", "BP448", "BP449")


def test_a_file_that_includes_itself(tmp_path) -> None:  # type: ignore[no-untyped-def]
    file = tmp_path / "a.xacro"
    file.write_text(f'<robot name="r" {NAMESPACE}><xacro:include filename="a.xacro"/></robot>')
    assert [d.code for d in bodyplan.check(file).diagnostics] == ["BP447"]


def test_a_yaml_bomb(tmp_path) -> None:  # type: ignore[no-untyped-def]
    lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    lines += [f"a{n}: &a{n} [{', '.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 12)]
    (tmp_path / "bomb.yaml").write_text("\n".join(lines))
    assert codes(named("str(xacro.load_yaml('bomb.yaml'))"), base_dir=tmp_path) == ["BP449"]


ESCAPES = [
    "().__class__",
    "[x.__class__ for x in [1]]",
    "(x for x in [1]).gi_frame.f_back",
    "__import__('os')",
    "open('/etc/passwd')",
    "(lambda: __builtins__)()",
    "eval('1')",
    "python.type.__subclasses__(python.type)",
    "python.vars(python.type)['__subclasses__'](python.type)",
    "python.vars(xacro)",
    "python.type('T', (), python.dict())",
    "python.type(lambda: 0)(1, 2)",
    "python.type(x for x in [1])()",
    "math.prod.__self__",
    "str.join.functions",
    "'x'.join.owner",
    "'x'.encode()",
    "str(b'x', 'idna')",
    "(1).to_bytes(10 ** 10, 'big')",
    "(lambda: (yield))()",
    "xacro.tokenize.func_globals",
    "python.dict.__subclasses__()",
    "min.__call__(1, 2)",
]


@pytest.mark.parametrize("expression", ESCAPES)
def test_an_expression_does_not_leave_the_sandbox(expression: str) -> None:
    assert codes(named(expression)) in (["BP441"], ["BP440"])


@pytest.mark.parametrize(
    "layout", ["{0.__class__}", "{0.tokenize.__globals__}", "{0[tokenize].__globals__[os].environ}", "{0.tokenize}"]
)
def test_a_layout_reaches_no_attributes(layout: str) -> None:
    for call in ("f.format(xacro)", "str.format(f, xacro)"):
        assert codes(value(call, f=layout)) == ["BP441"]


@pytest.mark.parametrize(
    "expression", ["open('/etc/passwd').read()", "exec('x = 1')", "().__class__", "getattr(1, 'real')"]
)
def test_eval_reaches_nothing_outside_of_the_document(expression: str) -> None:
    assert codes(f'<link name="$(eval {expression.replace("()", "(1,)")})"/>') in (["BP441"], ["BP440"])


def test_what_robots_need_is_within_bounds() -> None:
    repeated = (
        '<xacro:macro name="a" params="n"><xacro:if value="${n}"><a/><xacro:a n="${n-1}"/></xacro:if></xacro:macro>'
    )
    assert codes(f'{repeated}<gazebo><xacro:a n="300"/></gazebo>') == []
    assert codes("<gazebo><a>${[x * y for x in range(100) for y in range(100)]}</a></gazebo>") == []


EXPRESSIONS = [
    "1 + 2 * 3 - 4 / 5 // 6 % 7 ** 2",
    "1 &lt;&lt; 4 | 3 ^ 5 &amp; 6 >> 1",
    "-2 ** 2, not 0, ~5, +3",
    "'a' * 3 + 'b', [1] * 2, (1, 2) + (3,), 2 * 'x'",
    "'%s-%5.2f-%(a)s' % 1 if False else '%d|%05.1f|%-4s|%%|%*d' % (3, 2.5, 'x', 6, 7)",
    "'%(a)s' % dict(a=1)",
    "[x * y for x in range(3) for y in [1, 2] if x]",
    "list(map(lambda x: x + 1, [1, 2])), list(map(str, [1, 2]))",
    "python.sorted([3, 1, 2], key=lambda x: -x, reverse=True), max(1, 2), min([3, 4], key=lambda x: -x)",
    "max(python.range(10)), len(python.range(10)), 3 in python.range(5), python.range(1, 10, 2)[1:]",
    "python.sum([1, 2.5]), python.sum([[1], [2]], []), python.sum(x for x in [0.1] * 10), python.sum([1], 5)",
    "math.prod([2, 3.5]), math.factorial(5), math.comb(5, 2), math.perm(5), math.perm(5, 2), math.lcm(4, 6), math.gcd(4, 6)",
    "round(2.5), round(2.567, 2), round(1234, -2), abs(-1) if False else python.abs(-1), python.divmod(7, 2)",
    "str([1, 'a', None, True, 2.0]), python.repr('x'), str(1e30), str(10 ** 30), int('12'), int('ff', 16), float('1e3')",
    "'a,b c'.split(','), ' x '.strip(), 'abc'.rfind('c'), 'a-b'.rpartition('-'), 'x'.rjust(3), '7'.zfill(3), 'a\tb'.expandtabs(4)",
    "'-'.join(str(x) for x in [1, 2]), str.join('+', ['a', 'b']), 'aXbX'.replace('X', 'yy'), 'abc'.translate(str.maketrans('a', 'z'))",
    "'abc'.upper().title(), 'abc'[::-1], 'abc'[1], 'b' in 'abc', 'abc' == 'abc', 'a' &lt; 'b' &lt; 'c'",
    "(lambda d: (d.get('a'), list(d.items()), list(d.keys()), d.setdefault('c', 3), d.pop('a'), len(d)))(dict(a=1, b=2))",
    "dict([('a', 1)], b=2), python.dict.fromkeys([1, 2], 0), python.set([1, 1]), python.len(python.set([1, 2]) | python.set([3]))",
    "(lambda l: (l.append(4), l.extend([5]), l.insert(0, 0), l.sort(key=lambda x: -x), l.index(4), l.count(5), l))([1])",
    "python.set([1]).union([2], [3]), python.frozenset([1, 2]) &amp; python.set([2]), python.set([1, 2]).issuperset([1])",
    "list(python.zip([1, 2], 'ab')), list(python.enumerate('ab')), list(python.filter(None, [0, 1])), list(python.reversed([1, 2]))",
    "python.any([0, 1]), python.all([1, 1]), python.isinstance(1, int), python.type(1) == int, python.tuple([1]), [*[1], *(2,)]",
    "(3).real, (2.5).is_integer(), (7).bit_length(), python.complex(1, 2).imag, python.slice(1, 5).stop, python.range(4).stop",
    "1 if 2 > 1 else 3, 1 and 2 or 3, (lambda f: f(f, 5))(lambda f, n: n * f(f, n - 1) if n else 1)",
    "pi, math.pi, math.sqrt(2), math.floor(2.5), sin(0.5), radians(180), degrees(pi), math.hypot(3, 4), math.fsum([0.1] * 10)",
    "xacro.tokenize('a, b'), xacro.arg('n'), xacro.message('x'), xacro.dotify(dict(a=dict(b=1))).a.b, (lambda x=1, *a, **k: x)(2)",
]


EVALUATED = [
    "f'{1}-{2.5:6.1f}-{3!r:>5}'",
    "{x: y for x in [1, 2] for y in 'ab'}",
    "{1, 1}",
    "{**{'a': 1}, 'b': [x * 2 for x in [1, 2]]}",
    "{x % 2 for x in [1, 2, 3]} - {0}",
]


@pytest.mark.parametrize(
    "text", [*(f"${{{each}}}" for each in EXPRESSIONS), *(f"$(eval {each})" for each in EVALUATED)]
)
def test_expressions_have_the_values_that_xacro_gives_them(text: str, tmp_path) -> None:  # type: ignore[no-untyped-def]
    import xacro

    file = tmp_path / "a.xacro"
    file.write_text(
        f'<robot name="r" {NAMESPACE}><xacro:arg name="n" default="7"/><a v="{text.replace(chr(34), "&quot;")}"/></robot>'
    )
    expected = xacro.process_file(str(file)).toprettyxml(indent="  ")
    sink = Sink()
    made = expand(Source(str(file), file.read_bytes()), sink, options_of({}, tmp_path, None))
    assert made is not None, sink.found
    assert made.text == expected

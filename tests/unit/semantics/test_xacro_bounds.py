"""No document in xacro takes for ever, fills the memory, or reaches what xacro keeps from expressions."""

from __future__ import annotations

import bodyplan
import pytest

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


@pytest.mark.parametrize("bomb", BOMBS)
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
]


@pytest.mark.parametrize("expression", ESCAPES)
def test_an_expression_does_not_leave_the_sandbox(expression: str) -> None:
    assert codes(named(expression)) in (["BP441"], ["BP440"])


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

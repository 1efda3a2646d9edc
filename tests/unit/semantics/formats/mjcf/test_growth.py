"""Costs of checking grow as documents do, by the calls of functions; nothing of a document is compared with all of it."""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import Any

import bodyplan
import pytest

WORLD = "<mujoco>{before}<worldbody>{inside}</worldbody>{after}</mujoco>"
BOUND = 2.3
"""How many times as many calls a document of twice the size may take."""


def each(template: str, count: int) -> str:
    """A template for each number."""
    return "".join(template.replace("{i}", str(number)) for number in range(count))


def document(inside: str = "", *, before: str = "", after: str = "") -> str:
    return WORLD.format(inside=inside, before=before, after=after)


def section(tag: str, template: str, count: int) -> str:
    return f"<{tag}>{each(template, count)}</{tag}>"


GEOM = '<geom size=".1"/>'
BODY = '<body name="b{i}"><joint name="j{i}"/><geom size=".1"/></body>'
SHAPES: dict[str, Callable[[int], str]] = {
    "bodies": lambda n: document(each(BODY, n)),
    "geoms without names in one body": lambda n: document("<body>" + each(GEOM, n) + '<geom size="0"/></body>'),
    "sites": lambda n: document(each('<site name="s{i}"/>', n)),
    "classes": lambda n: document(
        each('<geom class="c{i}"/>', n),
        before="<default>" + each('<default class="c{i}"><geom size=".1"/></default>', n) + "</default>",
    ),
    "actuators": lambda n: document(each(BODY, n), after=section("actuator", '<motor joint="j{i}"/>', n)),
    "references that lead nowhere": lambda n: document(
        each(BODY, n), after=section("actuator", '<motor joint="of_{i}"/>', n)
    ),
    "classes that are nowhere": lambda n: document(each('<geom size="1" class="c{i}"/>', n)),
    "names twice": lambda n: document(each('<geom name="g" size="1"/>', n)),
    "copies": lambda n: document(f'<replicate count="{n}">{BODY}</replicate>'),
    "bodies that are attached": lambda n: document(
        '<body name="a"><geom size="1"/></body>' + each('<attach body="a" prefix="p{i}"/>', n)
    ),
    "copies of many, with what moves them": lambda n: document(
        each(f'<replicate count="2" sep="_">{BODY}</replicate>', n),
        after=section("actuator", '<motor joint="j{i}"/>', n),
    ),
    "bodies that are attached with what moves them": lambda n: document(
        BODY.replace("{i}", "") + each('<attach body="b" prefix="p{i}"/>', n),
        after='<actuator><motor name="a" joint="j"/></actuator>',
    ),
    "bodies to attach that are nowhere": lambda n: document(
        each(BODY, n) + each('<attach body="of_{i}" prefix="p{i}"/>', n)
    ),
    "contacts left out": lambda n: document(
        each(BODY, n), after=section("contact", '<exclude body1="b{i}" body2="b0"/>', n)
    ),
    "keyframes": lambda n: document(
        '<body><freejoint/><geom size="1"/></body>',
        after=section("keyframe", '<key name="k{i}" qpos="0 0 0 1 0 0 0"/>', n),
    ),
    "steps of a tendon": lambda n: document(
        each('<site name="s{i}"/>', n), after="<tendon>" + section("spatial", '<site site="s{i}"/>', n) + "</tendon>"
    ),
}


def count_calls(text: str) -> int:
    """How many functions checking a document calls, with those that put its findings into words."""
    calls = 0

    def count(_frame: Any, event: str, _argument: Any) -> None:
        nonlocal calls
        calls += event in ("call", "c_call")

    sys.setprofile(count)
    try:
        bodyplan.loads(text)
    except bodyplan.LoadError as error:
        _ = list(map(str, error.diagnostics))
    finally:
        sys.setprofile(None)
    return calls


@pytest.mark.parametrize("name", SHAPES)
def test_costs_grow_in_proportion(name: str) -> None:
    make = SHAPES[name]
    count_calls(make(2))
    few, some, many = (count_calls(make(size)) for size in (100, 200, 400))
    assert many - some <= BOUND * (some - few)

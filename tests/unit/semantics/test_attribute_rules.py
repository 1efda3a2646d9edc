"""Rules that only set attributes do to a typed root what reading a converted tree does."""

from __future__ import annotations

import pytest
from bodyplan.runtime.parser import parse
from bodyplan.runtime.sink import Sink
from bodyplan.runtime.source import Source
from bodyplan.semantics.core.bindings import bindings_of
from bodyplan.semantics.upgrade.attribute_rules import set_attributes
from bodyplan.semantics.upgrade.to_newest import applicable_steps, upgrade
from lxml import etree

AXIS = "<axis><xyz>0 0 1</xyz><limit><lower>1</lower></limit></axis>"
BOTH = f"{AXIS}<axis2><xyz>1 0 0</xyz></axis2>"


def model(axes: str, *, outside: str = "") -> str:
    return f'<model name="m"><joint name="j" type="revolute"><parent>a</parent><child>b</child>{axes}</joint>{outside}</model>'


@pytest.mark.parametrize(
    ("version", "inside", "is_possible"),
    [
        ("1.4", model(AXIS), True),
        ("1.4", model(BOTH), True),
        ("1.4", f'<world name="w">{model(AXIS)}{model(BOTH)}</world>', True),
        ("1.4", model(AXIS, outside=model(AXIS)), True),
        ("1.4", model('<axis><xyz expressed_in="x">0 0 1</xyz></axis>'), True),
        ("1.4", model("<axis><limit/></axis>"), False),
        ("1.4", model("<axis><xyz>up</xyz></axis>"), True),
        ("1.4", model(AXIS * 2), False),
        ("1.4", model("<axis><xyz>0 0 1</xyz><use_parent_model_frame>1</use_parent_model_frame></axis>"), False),
        ("1.4", model('<axis xmlns="other"><xyz>0 0 1</xyz></axis>'), False),
        ("1.4", model('<axis><xyz xmlns="other">0 0 1</xyz><xyz>0 0 1</xyz></axis>'), False),
        ("1.4", model(AXIS, outside='<link name="l"><pose frame="j">0 0 0 0 0 0</pose></link>'), False),
    ],
)
def test_typed_root_is_that_of_the_converted_tree(version: str, inside: str, is_possible: bool) -> None:
    document = f'<sdf version="{version}">{inside}</sdf>'
    newest, own = bindings_of("sdformat"), bindings_of("sdformat", version)
    converted, plain = Source(None, document.encode()), Source(None, document.encode())
    expected, tree = parse(converted, Sink()), parse(plain, Sink())
    assert expected is not None
    assert tree is not None
    upgrade(expected, version, converted, Sink())
    sink = Sink()
    root = own.decode(tree, sink, into=newest, newest=newest)
    root.version = newest.version
    steps = applicable_steps(version, plain)
    before = etree.tostring(tree)
    assert set_attributes(root, tree, steps, plain, newest.context(sink, silent=True)) is is_possible
    assert etree.tostring(tree) == before
    assert plain.has_new_values is is_possible
    if is_possible:
        assert root == newest.decode(expected, Sink(), silent=True)

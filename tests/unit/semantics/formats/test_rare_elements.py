"""Elements that a large text is noticed to have none of."""

from __future__ import annotations

import itertools
from typing import Any, get_args, get_type_hints

import bodyplan
import pytest
from bodyplan.runtime import stream_parser
from bodyplan.runtime.element import Element
from bodyplan.runtime.field_tables import parts_of
from bodyplan.semantics.core.bindings import bindings_of
from bodyplan.semantics.core.rare_elements import FILES_OF_SDFORMAT, RARE
from bodyplan.semantics.core.uri_fields import find_uri_fields
from bodyplan.semantics.document import parser
from bodyplan.semantics.formats.sdformat.file_checks import THROUGH

MESH = "<mesh><uri>a.dae</uri></mesh>"
WORLD = f"""<sdf version="1.12">
  <world name="w">
    <model name="a"><link name="l"/></model>
    <model name="b"><link name="l"><visual name="v"><geometry>{MESH}</geometry></visual></link></model>
    <model name="c"><link name="l"><visual name="v"><geometry>{MESH}</geometry></visual></link></model>
  </world>
</sdf>
"""


def test_each_name_of_a_file_is_in_one_of_the_elements_that_are_looked_for() -> None:
    ahead, seen = [bindings_of("sdformat").root], set[Any]()
    while ahead:
        cls = ahead.pop()
        seen.add(cls)
        own = {name for name, _ in find_uri_fields(cls)}
        for name, part in parts_of(cls).by_field.items():
            if part.tag.rpartition(":")[2].rpartition("}")[2] in FILES_OF_SDFORMAT:
                continue
            assert name not in own, (cls, name)
            if name in THROUGH:
                ahead += [each for each in _classes(get_type_hints(cls)[name]) if each not in seen]
    assert len(seen) > 10


def _classes(hint: Any) -> set[Any]:
    inner = get_args(hint)
    if not inner:
        return {hint} if isinstance(hint, type) and issubclass(hint, Element) else set()
    return set(itertools.chain.from_iterable(map(_classes, inner)))


@pytest.mark.parametrize("block", [1, 100, stream_parser.BLOCK])
@pytest.mark.parametrize(
    ("text", "there"), [(WORLD, {"sdf", "mesh", "uri"}), (WORLD.replace(MESH, "<empty/>"), {"sdf"})]
)
def test_a_large_text_tells_which_of_them_it_has(
    block: int, text: str, there: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parser, "LARGE", -1)
    monkeypatch.setattr(stream_parser, "BLOCK", block)
    source = bodyplan.loads(text)._parsed_document.source
    assert source.absent == set(RARE) - there
    assert source.mentions("<mesh") == ("mesh" in there)
    assert source.mentions("mesh") == ("mesh" in there)

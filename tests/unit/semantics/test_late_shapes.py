"""Records of shapes are made when they are asked for: those of a large world would take more memory than its text."""

from __future__ import annotations

import bodyplan
import pytest
from bodyplan.runtime.source import LARGE
from bodyplan.semantics.document.document import get_parsed
from bodyplan.semantics.ir.geometry import Box, Cylinder

SHAPES = "<{0} name='s{1}'><geometry><{2}</geometry></{0}>"
SDF_BOX, SDF_TUBE = "box><size>.2 .2 .2</size></box>", "cylinder><radius>.1</radius><length>.2</length></cylinder>"
SDF = "<sdf version='1.9'><model name='m'>{}</model></sdf>".format(
    "".join(
        f"<link name='l{number}'>{SHAPES.format('visual', 1, SDF_BOX)}{SHAPES.format('collision', 2, SDF_TUBE)}</link>"
        for number in range(2)
    )
)
URDF_BOX, URDF_TUBE = "box size='.2 .2 .2'/>", "cylinder radius='.1' length='.2'/>"
URDF = "<robot name='m'>{}{}</robot>".format(
    "".join(
        f"<link name='l{number}'>{SHAPES.format('visual', 1, URDF_BOX)}{SHAPES.format('collision', 2, URDF_TUBE)}</link>"
        for number in range(2)
    ),
    "<joint name='j' type='fixed'><parent link='l0'/><child link='l1'/></joint>",
)


@pytest.mark.parametrize("text", [SDF, URDF])
def test_a_check_makes_no_records_of_shapes(text: str) -> None:
    meaning = get_parsed(bodyplan.loads(text)).meaning
    assert meaning is not None
    links = meaning[0].description.links
    assert [link.made_shapes() for link in links] == [[], []]
    assert [[type(shape) for shape in link.find_geometries()] for link in links] == [[Box, Cylinder]] * 2
    assert [[type(shape.geometry) for shape in link.visuals] for link in links] == [[Box]] * 2
    assert [[type(shape) for shape in link.find_geometries()] for link in links] == [[Box, Cylinder]] * 2


def test_what_a_large_document_is_is_not_looked_for_in_its_text() -> None:
    links = "".join(f"<link name='l{number}'/>" for number in range(LARGE // 10))
    source = get_parsed(bodyplan.loads(f"<sdf version='1.9'><model name='m'>{links}</model></sdf>".encode())).source
    assert source.numbers_given
    assert source._text is None

"""URDF documents are written in each of its versions, with what they mean."""

from __future__ import annotations

import bodyplan
import pytest
from lxml import etree

ROBOT = """<robot name="r"{}><link name="a"><visual>{}</visual></link><link name="b"/>
<joint name="j" type="revolute"><parent link="a"/><child link="b"/><axis xyz="0 0 1"/>{}</joint></robot>"""
BOX = '<geometry><box size="1 1 1"/></geometry>'
LIMIT = '<limit effort="1" velocity="1"/>'


def exported(text: str, version: str | None) -> tuple[etree._Element, list[str]]:
    written, losses = bodyplan.loads(text).export(version)
    bodyplan.loads(written)
    return etree.fromstring(written.encode()), [f"{each.code}: {each.message}" for each in losses]


def attributes(root: etree._Element, path: str) -> dict[str, str]:
    element = root.find(path)
    assert element is not None
    return {str(name): str(value) for name, value in element.attrib.items()}


def test_a_document_keeps_its_version_without_one_asked_for() -> None:
    root, losses = exported(ROBOT.format("", BOX, LIMIT), None)
    assert root.get("version") is None
    assert losses == []


@pytest.mark.parametrize("version", ["1.0", "1.1", "1.2"])
def test_every_version_is_written_from_every_other(version: str) -> None:
    for own in ("", ' version="1.0"', ' version="1.1"', ' version="1.2"'):
        root, losses = exported(ROBOT.format(own, BOX, LIMIT), version)
        assert root.get("version", "1.0") == version
        assert losses == []


def test_limits_keep_their_meaning() -> None:
    root, _ = exported(ROBOT.format("", BOX, LIMIT), "1.2")
    assert attributes(root, "joint/limit")["lower"] == "0"
    root, losses = exported(ROBOT.format(' version="1.2"', BOX, "<limit/>"), "1.0")
    assert attributes(root, "joint/limit") == {
        "lower": "-inf",
        "upper": "inf",
        "effort": "inf",
        "velocity": "inf",
    }
    assert losses == []


def test_a_quaternion_becomes_angles_where_there_are_none() -> None:
    origin = '<origin xyz="1 2 3" quat_xyzw="0 0 1 0"/>'
    root, losses = exported(ROBOT.format(' version="1.1"', origin + BOX, LIMIT), "1.0")
    written = attributes(root, "link/visual/origin")
    assert [float(angle) for angle in written.pop("rpy").split()] == pytest.approx([0, 0, 3.141592653589793])
    assert written == {"xyz": "1 2 3"}
    assert losses == []


def test_a_shape_that_there_is_not_takes_what_has_it_along() -> None:
    capsule = '<geometry><capsule radius="1" length="2"/></geometry>'
    root, losses = exported(ROBOT.format(' version="1.1"', capsule, LIMIT), "1.0")
    assert root.find("link/visual") is None
    assert [loss.partition(" is lost: ")[2] for loss in sorted(losses)] == [
        "URDF 1.0 has no <visual> with nothing in its <geometry>",
        "URDF 1.0 has no <capsule> in <geometry>",
    ]


def test_there_is_no_other_version() -> None:
    with pytest.raises(ValueError, match=r"URDF .* version 1\.0 up to version 1\.2, not '1\.3'"):
        bodyplan.loads(ROBOT.format("", BOX, LIMIT)).dumps(version="1.3")

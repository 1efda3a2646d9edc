"""Elements that scenes hold have places, in the texts that they were read from."""

from __future__ import annotations

from pathlib import Path

import bodyplan

WORLD = '<sdf version="1.9"><world name="w">\n<include><uri>crate</uri></include></world></sdf>'
CRATE = '<sdf version="1.9"><model name="crate">\n\n<link name="body"/></model></sdf>'
CONFIG = '<model><name>crate</name><sdf version="1.9">model.sdf</sdf></model>'


def test_an_element_of_the_document_itself(checkout: Path) -> None:
    doc = bodyplan.urdf.load(checkout / "examples" / "arm.urdf")
    element = doc.scene.links["arm::forearm"].element
    assert isinstance(element, bodyplan.urdf.Link)
    assert bodyplan.location_of(element).line == bodyplan.location_of(doc.root.link[2]).line


def test_an_element_of_an_included_document(tmp_path: Path) -> None:
    crate = tmp_path / "crate"
    crate.mkdir()
    (crate / "model.config").write_text(CONFIG, encoding="utf-8")
    (crate / "model.sdf").write_text(CRATE, encoding="utf-8")
    (tmp_path / "world.sdf").write_text(WORLD, encoding="utf-8")
    doc = bodyplan.load(tmp_path / "world.sdf", search_paths=[tmp_path])
    element = doc.scene.links["crate::body"].element
    assert isinstance(element, bodyplan.sdformat.Link)
    place = bodyplan.location_of(element)
    assert (place.file, place.line) == (str(crate / "model.sdf"), 3)

"""The page around the scene: in files, for programs, for notebooks."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from html import unescape
from pathlib import Path
from typing import Any

import bodyplan
import numpy as np
import pytest
from bodyplan.semantics.view import page
from bodyplan.semantics.view.page import NoViewer, page_text

ARM = Path(__file__).resolve().parents[3] / "examples" / "arm.urdf"


def scene_in(text: str) -> dict[str, Any]:
    (found,) = re.findall(r'id="scene"[^>]*>(.*?)</script>', text, re.DOTALL)
    document: dict[str, Any] = json.loads(found)["documents"][0]
    return document


@pytest.mark.usefixtures("small_page")
def test_names_that_stand_for_parts_of_the_page_stay_what_they_are() -> None:
    text = page_text('__SCENE__"<b>', '{"a":"__TITLE__"}')
    assert "<title>__SCENE__&quot;&lt;b&gt;</title>" in text
    assert '{"a":"__TITLE__"}' in text
    assert 'data-live="false"' in text
    assert "'self'" not in text
    live = page_text("a", None)
    assert 'data-live="true"' in live
    assert "'self'" in live
    assert ">null<" in live


def test_a_page_that_was_not_built_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(page, "FOLDER", Path("nowhere"))
    page._template.cache_clear()
    try:
        with pytest.raises(NoViewer, match="npm run build"):
            page_text("a", None)
    finally:
        page._template.cache_clear()


@pytest.mark.usefixtures("small_page")
def test_scenes_and_documents_draw_themselves_in_notebooks() -> None:
    document = bodyplan.load(ARM)
    for shown in (document, document.scene, document.scene.view(q={"arm::elbow": 0.5})):
        framed = shown._repr_html_()
        assert framed.startswith("<iframe srcdoc=")
        assert 'sandbox="allow-scripts' in framed
        (inner,) = re.findall(r'srcdoc="([^"]*)"', framed)
        assert len(scene_in(unescape(inner))["links"]) == 7


@pytest.mark.usefixtures("small_page")
def test_a_view_shows_its_configuration(tmp_path: Path) -> None:
    scene = bodyplan.load(ARM).scene
    scene.view(q={"arm::elbow": 0.5, "arm::left_slide": 0.01}).save(tmp_path / "arm.html")
    coordinates = scene_in((tmp_path / "arm.html").read_text(encoding="utf-8"))["coordinates"]
    assert {each["name"]: each["value"] for each in coordinates} == {
        "shoulder": 0, "elbow": 0.5, "left_slide": 0.01, "right_slide": 0.01,
    }  # fmt: skip
    assert scene_in(scene.view().html)["coordinates"][1]["value"] == 0
    with pytest.raises(KeyError):
        scene.view(q={"no": 1})
    with pytest.raises(ValueError, match="many configurations"):
        scene.view(q=np.zeros((3, 4)))


@pytest.mark.usefixtures("small_page")
def test_findings_are_on_the_page_of_a_document(tmp_path: Path) -> None:
    path = tmp_path / "r.urdf"
    path.write_text('<robot name="r"><link name="a"/><material name="m"/></robot>', encoding="utf-8")
    document = bodyplan.load(path)
    assert document.diagnostics
    (inner,) = re.findall(r'srcdoc="([^"]*)"', document._repr_html_())
    assert len(scene_in(unescape(inner))["findings"]) == len(document.diagnostics)


def test_who_draws_nothing_loads_nothing_of_it() -> None:
    program = (
        "import bodyplan, sys; bodyplan.load(sys.argv[1]).scene; print([m for m in sys.modules if 'viewing' in m])"
    )
    done = subprocess.run([sys.executable, "-c", program, str(ARM)], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


def test_the_page_without_meshes_has_a_megabyte_at_most() -> None:
    try:
        text = page_text("a", '{"documents":[]}')
    except NoViewer as reason:
        pytest.skip(str(reason))
    assert len(text.encode()) <= 1_000_000

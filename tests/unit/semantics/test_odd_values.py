"""What documents may hold where nobody expects it raises nothing of its own, and costs nothing."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import bodyplan
import numpy as np
import pytest
from bodyplan.cli.main import main
from bodyplan.runtime.strict_xml import strict_fault
from bodyplan.runtime.values import lexical
from bodyplan.semantics.core.xpath import parse_path
from bodyplan.semantics.diagrams.number_format import format_mass
from bodyplan.semantics.diff.values import alike
from bodyplan.semantics.view import mesh_files
from lxml import etree

NAN = """<robot name="r"><link name="l"><inertial><mass value="nan"/>
<inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link></robot>"""
DIGITS = "9" * 5000


@pytest.mark.parametrize("command", ["tree", "graph", "resolve", "support", "print"])
def test_a_mass_may_be_no_number(command: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "nan.urdf").write_text(NAN)
    assert main([command, str(tmp_path / "nan.urdf")]) in (0, 1)
    assert capsys.readouterr().out
    assert (format_mass(float("nan")), format_mass(float("inf")), format_mass(0.0)) == ("nan kg", "inf kg", "0 kg")


@pytest.mark.parametrize("other", [None, 1.0, "a", (1.0, 2.0), [], {}])
def test_an_array_is_unlike_anything_else(other: object) -> None:
    assert not alike(np.zeros(2), other, 1e-6)
    assert not alike(other, np.zeros(2), 1e-6)
    assert not alike({"a": np.zeros(3)}, {"a": other}, 1e-6)


def test_counts_of_a_mesh_may_have_any_number_of_digits(tmp_path: Path) -> None:
    many = int("9" * 4300)
    described = {
        "accessors": [{"count": many}],
        "meshes": [{"primitives": [{"indices": 0}] * 20}],
    }
    text = json.dumps(described)
    (tmp_path / "m.gltf").write_text(text)
    with pytest.raises(mesh_files.NotShown, match="facets; at most"):
        mesh_files.mesh_file(str(tmp_path / "m.gltf"), bodyplan.load(tmp_text(tmp_path))._options.files)


def tmp_text(folder: Path) -> Path:
    (folder / "r.urdf").write_text('<robot name="r"><link name="l"/></robot>')
    return folder / "r.urdf"


def test_a_number_of_a_document_or_path_may_have_any_number_of_digits() -> None:
    assert lexical(DIGITS, 7) == "7"
    assert lexical("0007", 7) == "0007"
    assert parse_path(f"/robot/link[{DIGITS}]").steps[1].number is not None
    document = bodyplan.loads('<robot name="r"><link name="l"/></robot>')
    assert bodyplan.find(document, f"/robot/link[{DIGITS}]") is None


def test_conversion_takes_a_path_or_a_document_and_nothing_else(tmp_path: Path) -> None:
    path = tmp_text(tmp_path)
    assert bodyplan.convert(path, "sdformat").document.format == "sdformat"
    assert bodyplan.convert(str(path), "sdformat").document.ok
    for other in (3, None, b"r.urdf", path.read_text):
        with pytest.raises(TypeError, match="convert takes a Document or the path of one, not"):
            bodyplan.convert(other, "sdformat")  # type: ignore[arg-type]
    with pytest.raises(bodyplan.LoadError):
        bodyplan.convert(tmp_path / "nowhere.urdf", "sdformat")


STORING = """<sdf version="1.12" xmlns:bodyplan="urn:bodyplan:kept"><model name="m"><link name="l"/><link name="k"/>
<joint name="j" type="fixed"><parent>l</parent><child>k</child></joint><bodyplan:kept>{}</bodyplan:kept></model></sdf>"""
STORED = [
    *(
        f'<bodyplan:prefix bodyplan:in="/" name="{name}" uri="{uri}"/>'
        for name, uri in product(("a b", "", "1", "xml", "xmlns", "a", "&lt;x", "bodyplan"), ("u", "", "&quot;&lt;"))
    ),
    *(
        f'<bodyplan:comment bodyplan:in="{place}" bodyplan:after="{after}" {target}>{text}</bodyplan:comment>'
        for place, after, target, text in product(
            ("/", "/robot", "/robot/link[@name='l']"),
            ("", f"link[{DIGITS}]", "link[@name='%FFFFFF;']"),
            ("", 'target="xml"', 'target="a b"'),
            ("a--b", "-", "x?&gt;y"),
        )
    ),
    *(
        f'<bodyplan:attribute bodyplan:in="/robot" name="{name}" value="v"/>'
        for name in ("a b", "", "1x", "x:y", "xmlns:q", "xmlns", "{u}v", "a}b", ":", "a:b:c")
    ),
    '<bodyplan:here bodyplan:in="/robot" bodyplan:of="link[1]"/>',
    '<bodyplan:way version="9" target="zz"/>',
    *(f'<bodyplan:not-lost bodyplan:in="{path}" bodyplan:was="x"/>' for path in ("count(//*)", "//*[", "1", "'a'")),
]


@pytest.mark.slow
@pytest.mark.parametrize("keep", [False, True])
def test_what_somebody_else_has_stored_is_put_back_as_far_as_it_can_be(keep: bool) -> None:
    for stored in STORED:
        document = bodyplan.loads(STORING.format(stored))
        made = bodyplan.convert(document, "urdf", keep=keep)
        assert strict_fault(made.document.dumps().encode()) is None, stored


def test_an_expression_in_a_document_is_not_evaluated(monkeypatch: pytest.MonkeyPatch) -> None:
    from bodyplan.semantics.convert.round_trip import node_paths

    root = etree.fromstring("<sdf><model name='m'/></sdf>")
    assert node_paths.element_at(root, "/sdf/model[@name='m']/@name", {}) is root[0]
    for expression in (
        "//model",
        "count(//*)",
        "/sdf/model[count(//*) > 0]",
        "/sdf/*",
        "/descendant::model",
        "/sdf/model | /sdf",
        "1 div 0",
    ):
        assert node_paths.element_at(root, expression, {}) is None


def test_a_directive_that_cannot_be_read_is_never_lost(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    package = tmp_path / "pkg"
    package.mkdir()
    (package / "package.xml").write_text('<package format="3"><name>pkg</name></package>')
    (package / "a.urdf").write_text('<robot name="r"><link name="l"/></robot>')
    model = "- add_model: {name: q, file: !!str package://pkg/a.urdf}\n"
    twice = "- add_model:\n    file: package://pkg/a.urdf\n    file: package://pkg/a.urdf\n    name: c\n"
    path = package / "doc.dmd.yaml"
    for broken in ("- - add_model: {file: 3}\n", "- 3\n", "- add_model: [1]\n"):
        path.write_text(f"directives:\n{broken}{model}{twice}")
        status = main(["assets", str(path), "--copy", str(tmp_path / "out"), "--search-path", str(tmp_path)])
        assert status == 2
        assert "a directive that cannot be read would get lost" in capsys.readouterr().err
        assert not (tmp_path / "out").exists()

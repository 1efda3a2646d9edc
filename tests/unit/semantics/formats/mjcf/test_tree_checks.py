"""Namespaces in MJCF documents, and parts that scenes have no place for."""

from __future__ import annotations

from pathlib import Path

import bodyplan
import pytest
from bodyplan.runtime.source import LARGE
from bodyplan.semantics.document.document import get_parsed

BODY = '<body name="b"><geom size="1"/></body>'


def found(path: Path) -> list[tuple[int, str, str]]:
    return [(each.line, each.severity, each.code) for each in bodyplan.check(path).diagnostics]


def written(folder: Path, text: str, root: str = "<mujoco>") -> Path:
    path = folder / "model.xml"
    path.write_text(f"{root}\n{text}\n</mujoco>")
    return path


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('<worldbody><geom size="1" x:odd="1"/></worldbody>', "BP202"),
        ("<worldbody><x:odd/></worldbody>", "BP201"),
        ("<x:odd/>", "BP201"),
        ('<worldbody><geom size="1" xmlns:y="urn:y"/></worldbody>', "BP202"),
        ('<option xmlns="urn:y"/>', "BP202"),
    ],
)
def test_namespaces_inside_are_refused(text: str, code: str, tmp_path: Path) -> None:
    path = written(tmp_path, text, '<mujoco xmlns:x="urn:x">')
    assert (2, "error", code) in found(path)
    hints = {each.hint for each in bodyplan.check(path).diagnostics if each.code == code}
    assert hints == {"remove it"}


def test_namespaces_of_the_root_pass_as_do_those_in_frames(tmp_path: Path) -> None:
    root = '<mujoco xmlns:x="urn:x" x:odd="1" xmlns="urn:y" xml:lang="en">'
    assert found(written(tmp_path, f'<worldbody><frame xmlns:z="urn:z">{BODY}</frame></worldbody>', root)) == []


def test_namespaces_of_included_files_are_looked_at(tmp_path: Path) -> None:
    (tmp_path / "part.xml").write_text('<any xmlns:x="urn:x">\n<option xmlns:y="urn:y"/></any>')
    (finding,) = bodyplan.check(written(tmp_path, '<include file="part.xml"/>')).diagnostics
    assert (Path(str(finding.file)).name, finding.line, finding.code) == ("part.xml", 2, "BP202")


@pytest.mark.parametrize(
    ("text", "severity"),
    [
        ('<worldbody><flexcomp name="f" type="grid" count="2 2 2" dim="3"/></worldbody>', "note"),
        ('<worldbody><body><geom size="1"/><plugin plugin="p"/></body></worldbody>', "note"),
        (f'<worldbody><frame scale="2">{BODY}</frame></worldbody>', "warning"),
        (f'<worldbody><frame massscale="2">{BODY}</frame></worldbody>', "warning"),
        (BODY, "warning"),
    ],
)
def test_what_a_scene_has_no_place_for_is_said(text: str, severity: str, tmp_path: Path) -> None:
    assert (2, severity, "BP696") in found(written(tmp_path, text))


@pytest.mark.parametrize(
    "text",
    [
        f'<worldbody><frame scale="1 1 1" massscale="0">{BODY}</frame></worldbody>',
        '<extension><plugin plugin="p"/></extension>',
        '<worldbody><replicate count="2"><geom size="1"/></replicate></worldbody>',
    ],
)
def test_what_changes_nothing_is_not_said(text: str, tmp_path: Path) -> None:
    assert [code for _, _, code in found(written(tmp_path, text)) if code == "BP696"] == []


@pytest.mark.parametrize(
    ("text", "codes"),
    [
        ('<include file="part.xml"/>', ["BP696"]),
        ('<worldbody><include file="part.xml"/></worldbody>', []),
        ('<worldbody><body name="a"><include file="part.xml"/></body></worldbody>', []),
        ('<worldbody><include file="parts.xml"/></worldbody>', []),
    ],
)
def test_a_body_of_an_included_file_is_read_where_the_include_is(text: str, codes: list[str], tmp_path: Path) -> None:
    (tmp_path / "part.xml").write_text(f"<mujocoinclude>{BODY}</mujocoinclude>")
    (tmp_path / "parts.xml").write_text('<mujocoinclude><include file="part.xml"/></mujocoinclude>')
    path = written(tmp_path, text)
    assert [code for _, _, code in found(path)] == codes
    assert ("MuJoCo Model::b" in bodyplan.load(path).scene.links) == (not codes)


def test_what_an_included_file_has_is_left_out_by_where_the_include_is(tmp_path: Path) -> None:
    (tmp_path / "part.xml").write_text(
        '<mujocoinclude><flexcomp name="f" type="grid" count="2 2 2" dim="3"/></mujocoinclude>'
    )
    assert (1, "note", "BP696") in found(written(tmp_path, '<worldbody><include file="part.xml"/></worldbody>'))


@pytest.mark.parametrize(
    ("scale", "ok"),
    [
        ('scale="2"', True),
        ('scale="2 2 2"', True),
        ('scale="1 2 1" scaling="geometry"', True),
        ('massscale="0"', True),
        ('scale="1 2 1"', False),
        ('scale="2 2"', False),
        ('scale="0"', False),
        ('scale="1 1 -1" scaling="geometry"', False),
        ('scale="inf"', False),
        ('massscale="-1"', False),
    ],
)
def test_a_scale_that_nothing_can_have_is_refused(scale: str, ok: bool, tmp_path: Path) -> None:
    path = written(tmp_path, f"<worldbody><replicate count='2'><frame {scale}><site/></frame></replicate></worldbody>")
    errors = [line for line, severity, _ in found(path) if severity == "error"]
    assert errors == ([] if ok else [2])


@pytest.mark.parametrize(
    "text",
    [
        BODY,
        f'<worldbody><frame scale="2">{BODY}</frame></worldbody>',
        '<worldbody><site name="s"/></worldbody><tendon><spatial name="t"><site site="s"/></spatial></tendon>',
        '<option xmlns:y="urn:y"/>',
        '<worldbody><frame><geom size="1" odd="1"/><body class="none"><geom size="1"/></body></frame></worldbody>',
    ],
)
def test_large_documents_lack_no_finding(text: str, tmp_path: Path) -> None:
    small = found(written(tmp_path, text))
    assert small
    assert found(written(tmp_path, f"{text}<!--{' ' * LARGE}-->")) == small


def test_a_large_document_without_them_is_read_once() -> None:
    bodies = "".join(f'<body name="b{number}"><joint/><geom size="1"/></body>' for number in range(LARGE // 40))
    source = get_parsed(bodyplan.loads(f"<mujoco><worldbody>{bodies}</worldbody></mujoco>".encode())).source
    assert source.numbers_given
    assert not source._by_number

"""Whatever a file holds: a report of our own, in bounded time and memory, and no other exception."""

from __future__ import annotations

import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import bodyplan
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ..bounding import at_most
from ..memory import peak

SDF = b"""<?xml version="1.0"?>
<!-- c --><sdf version="1.9"><model name="m"><pose>0 0 0 0 0 0</pose><link name="l"><inertial><mass>1</mass></inertial>
<visual name="v"><geometry><box><size>1 1 1</size></box></geometry></visual></link><link name="k"/>
<joint name="j" type="revolute"><parent>l</parent><child>k</child><axis><xyz>0 0 1</xyz></axis></joint>
<plugin name="p" filename="f"><a b="&lt;"><![CDATA[<x>]]></a></plugin></model></sdf>
"""
URDF = b"""<robot name="r"><link name="l"><visual><geometry><mesh filename="package://a/b.stl"/></geometry></visual></link>
<link name="k"/><joint name="j" type="revolute"><parent link="l"/><child link="k"/><axis xyz="1 0 0"/>
<limit lower="-1" upper="1" effort="2" velocity="3"/><mimic joint="i"/></joint></robot>
"""
SKEL = b"""<skel version="1.0"><world name="w"><skeleton name="s"><body name="b"><transformation>0 0 0 0 0 0</transformation>
<inertia><mass>1</mass></inertia></body><joint type="free" name="j"><parent>world</parent><child>b</child></joint>
</skeleton></world></skel>
"""
GIGABYTE = 1 << 30


@pytest.fixture(scope="module", autouse=True)
def everything_is_imported() -> None:
    """Once and for all: a bound on calls is about reading alone."""
    for document in (SDF, URDF, SKEL):
        with suppress(bodyplan.LoadError):
            bodyplan.loads(document)


def check(folder: Path, data: bytes) -> bodyplan.Report:
    path = folder / "document.xml"
    path.write_bytes(data)
    with at_most(100_000 + len(data) // 10):
        return bodyplan.check(path)


def codes(report: bodyplan.Report) -> set[str]:
    return {finding.code for finding in report.diagnostics}


@pytest.mark.parametrize("place", ["<model name='m'>&e9;</model>", "<model name='&e9;'/>"])
def test_entity_bomb_is_refused(place: str, tmp_path: Path) -> None:
    entities = "<!ENTITY e0 'xxxxxxxxxx'>" + "".join(f"<!ENTITY e{n} '{f'&e{n - 1};' * 10}'>" for n in range(1, 10))
    report = check(tmp_path, f"<!DOCTYPE sdf [{entities}]><sdf version='1.9'>{place}</sdf>".encode())
    assert codes(report) & {"BP003", "BP006"}
    assert not report.ok


@pytest.mark.parametrize(
    "text",
    [
        "<!DOCTYPE robot [<!ENTITY x SYSTEM '{secret}'>]><robot name='r'>&x;</robot>",
        "<!DOCTYPE robot [<!ENTITY x SYSTEM '{secret}'>]><robot name='&x;'/>",
        "<!DOCTYPE robot [<!ENTITY % x SYSTEM '{secret}'> %x;]><robot name='r'/>",
        "<!DOCTYPE robot SYSTEM '{secret}'><robot name='r'>&x;</robot>",
        "<!DOCTYPE robot SYSTEM 'http://127.0.0.1:9/x.dtd'><robot name='r'>&x;</robot>",
    ],
)
def test_external_entities_are_not_read(text: str, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    secret.write_text("swordfish", encoding="utf-8")
    report = check(tmp_path, text.format(secret=secret).encode())
    assert codes(report) & {"BP003", "BP006"}
    assert "swordfish" not in str(report.to_dict())


NESTS = {
    "first children": (b"<model name='m'>", b"</model>"),
    "later children": (b"<model name='m'><link name='l'/>", b"</model>"),
    "unknown elements": (b"<x><y/>", b"</x>"),
    "plugins": (b"<plugin name='p' filename='f'><z/>", b"</plugin>"),
}


@pytest.mark.parametrize("nest", sorted(NESTS))
@pytest.mark.parametrize("depth", [190, 240, 300, 100_000])
def test_deeply_nested_elements_are_read_or_refused(nest: str, depth: int, tmp_path: Path) -> None:
    head, tail = NESTS[nest]
    data = b"<sdf version='1.12'>" + head * depth + tail * depth + b"</sdf>"
    report = check(tmp_path, data)
    if depth > 256:
        assert codes(report) == {"BP008"}
    with suppress(bodyplan.LoadError):
        bodyplan.loads(data).dumps()


def test_nested_elements_in_every_format(tmp_path: Path) -> None:
    for root in (b"<robot name='r'>", b"<skel>"):
        end = b"</" + root.split()[0].strip(b"<>") + b">"
        assert codes(check(tmp_path, root + b"<gazebo>" * 100_000 + b"</gazebo>" * 100_000 + end)) == {"BP008"}


def test_long_attribute_is_bounded(tmp_path: Path) -> None:
    report = check(tmp_path, b"<robot name='" + b"x" * 20_000_000 + b"'/>")
    assert sum(len(finding.message) for finding in report.diagnostics) < 1_000_000


def test_long_text_of_numbers_is_bounded(tmp_path: Path) -> None:
    data = SDF.replace(b"0 0 0 0 0 0", b"1 " * 2_000_000)
    report = check(tmp_path, data)
    assert "BP103" in codes(report)
    assert len(str(report.to_dict())) < 100_000


def test_a_file_over_the_limit_is_not_read(tmp_path: Path) -> None:
    path = tmp_path / "large.sdf"
    with path.open("wb") as file:
        file.truncate(GIGABYTE)  # sparse: takes no room on the disk
    before = peak()
    assert codes(bodyplan.check(path)) == {"BP002"}
    assert peak() - before < 100_000_000
    small = tmp_path / "small.sdf"
    small.write_bytes(SDF)
    assert codes(bodyplan.check(small, max_bytes=len(SDF) - 1)) == {"BP002"}
    assert "BP002" not in codes(bodyplan.check(small, max_bytes=len(SDF)))


def test_memory_is_bounded_by_the_size_of_the_document() -> None:
    program = (
        "import bodyplan\n"
        "data = b'<sdf version=\"1.12\"><world name=\"w\">' + b'<lnik/>' * 200_000 + b'</world></sdf>'\n"
        "try: bodyplan.loads(data)\n"
        "except bodyplan.LoadError: pass\n"
        "from tests.memory import peak\n"
        "print(peak())"
    )
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run([sys.executable, "-c", program], cwd=root, capture_output=True, text=True, check=True)
    assert int(done.stdout) < 400_000_000  # for 1.4 MB that are nothing but faults


@pytest.mark.parametrize("encoding", ["utf-16", "utf-16-le", "utf-32", "latin-1", "cp037", "utf-7"])
@pytest.mark.parametrize("declared", ["utf-8", "utf-16", "iso-8859-1", "nonsense", "ascii", None])
def test_wrong_encodings_are_read_or_reported(encoding: str, declared: str | None, tmp_path: Path) -> None:
    head = f'<?xml version="1.0" encoding="{declared}"?>' if declared else ""
    report = check(tmp_path, f"{head}<robot name='ü'><link name='l'/></robot>".encode(encoding))
    assert report.ok or codes(report)


@pytest.mark.parametrize("position", range(0, len(URDF), 29))
def test_nul_bytes_are_reported(position: int, tmp_path: Path) -> None:
    assert not check(tmp_path, URDF[:position] + b"\0" + URDF[position:]).ok


@pytest.mark.parametrize("document", [SDF, URDF, SKEL], ids=["sdformat", "urdf", "skel"])
def test_truncated_files_are_reported(document: bytes, tmp_path: Path) -> None:
    path = tmp_path / "document.xml"
    complete = len(document.rstrip())
    for length in range(complete):
        path.write_bytes(document[:length])
        report = bodyplan.check(path)
        assert codes(report) == {"BP003"}, length
        assert report.diagnostics[0].line >= 1


def test_what_is_no_file_is_reported(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "missing.sdf", Path("nul\0byte"), Path("x" * 5000)):
        report = bodyplan.check(path)
        assert codes(report) == {"BP001"}
        with pytest.raises(bodyplan.LoadError):
            bodyplan.load(path)


def test_other_kinds_of_files_are_reported(tmp_path: Path) -> None:
    for data in (
        b"",
        b"\n",
        b"\x7fELF\x02\x01\x01",
        b"solid cube\n",
        b"{}",
        b"<html/>",
        b"<?xml version='1.0'?>",
        b"<a:b/>",
    ):
        assert codes(check(tmp_path, data)) & {"BP003", "BP005", "BP007"}, data


@settings(max_examples=300)
@given(
    document=st.sampled_from([SDF, URDF, SKEL]),
    edits=st.lists(
        st.tuples(
            st.integers(0, 900),
            st.integers(0, 12),
            st.one_of(
                st.binary(max_size=6),
                st.sampled_from(
                    [
                        b"<",
                        b">",
                        b"/>",
                        b"&",
                        b'"',
                        b"nan",
                        b"1e999",
                        b"::",
                        b"name='l'",
                        b"<link/>",
                        b"<pose/>",
                        b"<include/>",
                        b"__model__",
                    ]
                ),
            ),
        ),
        min_size=1,
        max_size=6,
    ),
)
def test_mutated_documents_raise_nothing_but_our_error(document: bytes, edits: list[tuple[int, int, bytes]]) -> None:
    for place, removed, added in edits:
        start = place % (len(document) + 1)
        document = document[:start] + added + document[start + removed :]
    findings: tuple[bodyplan.Diagnostic, ...] = ()
    loaded = None
    try:
        loaded = bodyplan.loads(document)
    except bodyplan.LoadError as error:
        findings = error.diagnostics
    if loaded is not None:
        bodyplan.loads(loaded.dumps())
    else:
        assert any(finding.severity == "error" for finding in findings)
        assert all(finding.message and finding.line >= 0 for finding in findings)

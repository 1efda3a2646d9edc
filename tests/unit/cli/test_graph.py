"""``bodyplan graph``: what is written where, and which programs draw."""

from __future__ import annotations

import os
import shutil
import struct
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from bodyplan.cli import render_image
from bodyplan.cli.browsers import browsers
from bodyplan.cli.main import main
from bodyplan.semantics.diagrams.svg import SMALLEST

from tests.pictures import Picture

ROBOT = """\
<robot name="arm">
  <link name="base"/><link name="upper"/><link name="hand"/>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/><limit lower="-1" upper="2" effort="3" velocity="4"/></joint>
  <joint name="wrist" type="fixed"><parent link="upper"/><child link="hand"/></joint>
</robot>
"""
Run = Callable[..., tuple[int, str, str]]
browser = pytest.mark.skipif(next(browsers(), None) is None, reason="there is no Chromium, Chrome or Edge")


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "arm.urdf").write_text(ROBOT, encoding="utf-8")

    def call(*words: str) -> tuple[int, str, str]:
        status = main(list(words))
        out, err = capsys.readouterr()
        return status, out, err

    return call


@pytest.mark.parametrize(
    ("name", "begins"), [("a.svg", "<svg"), ("a.dot", "digraph"), ("a.gv", "digraph"), ("a.mmd", "flowchart"), ("A.SVG", "<svg")]
)  # fmt: skip
def test_the_ending_says_the_format(run: Run, name: str, begins: str) -> None:
    assert run("graph", "arm.urdf", "-o", name) == (0, "", "")
    assert Path(name).read_text(encoding="utf-8").startswith(begins)


def test_without_a_file_it_is_printed_as_dot(run: Run) -> None:
    status, out, err = run("graph", "arm.urdf")
    assert (status, err) == (0, "")
    assert '"arm::base" -> "arm::upper" [label="shoulder\\nrevolute -57.3° … 114.6°"' in out


def test_the_format_may_be_said_against_the_ending(run: Run) -> None:
    assert run("graph", "arm.urdf", "-o", "picture", "--format", "svg")[0] == 0
    assert Path("picture").read_text(encoding="utf-8").startswith("<svg")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("-o", "a.jpg"), "-o a.jpg: the file extension is none of .dot"),
        (("--format", "png"), "--format png needs a file to write: -o robot.png"),
        (("--root", "uper"), "--root: there is no link or frame 'uper'; did you mean 'upper'?"),
        (("--depth", "-1"), "'-1' is no number of steps"),
        (("--collapse-fixed", "--kind", "poses"), "--collapse-fixed requires --kind joints"),
    ],
)
def test_calls_that_ask_for_what_there_is_not(run: Run, words: tuple[str, ...], message: str) -> None:
    status, out, err = run("graph", "arm.urdf", *words)
    assert (status, out) == (2, "")
    assert message in err


def test_a_file_that_cannot_be_written(run: Run) -> None:
    status, _, err = run("graph", "arm.urdf", "-o", "nowhere/a.svg")
    assert status == 2
    assert err == "bodyplan: nowhere/a.svg: No such file or directory\n"


def test_parts_and_folded_links(run: Run) -> None:
    _, out, _ = run("graph", "arm.urdf", "--root", "upper", "--collapse-fixed", "--format", "mermaid")
    assert out.splitlines() == ["flowchart TB", '  n0("upper<br>+ hand")']
    _, out, _ = run("graph", "arm.urdf", "--depth", "0", "--format", "mermaid")
    assert out.splitlines() == ["flowchart TB", '  n0("base<br>… 2 links below")']


@pytest.mark.parametrize("format", ["png", "pdf"])
def test_without_a_program_that_draws_it_says_what_to_install(
    run: Run, format: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(shutil, "which", lambda name: None)
    status, out, err = run("graph", "arm.urdf", "-o", f"a.{format}")
    assert (status, out) == (2, "")
    assert "Chromium, Chrome, Edge or Graphviz, and none of these is installed; -o robot.svg needs nothing" in err
    assert not Path(f"a.{format}").exists()


def program(folder: Path, name: str, body: str) -> None:
    """A program of that name which is the first on the search path, and the only one."""
    folder.mkdir()
    file = folder / name
    file.write_text(f"#!{sys.executable}\nimport sys\n{body}", encoding="utf-8")
    file.chmod(0o755)


@pytest.mark.skipif(os.name == "nt", reason="there are no scripts")
def test_graphviz_draws_where_there_is_no_browser(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    body = "text = sys.stdin.read()\nopen(sys.argv[-1], 'w').write(' '.join(sys.argv[1:-1]) + text)\n"
    program(tmp_path / "bin", "dot", body)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(render_image, "browsers", lambda: iter(()))
    _, text, _ = run("graph", "arm.urdf", "--format", "dot")
    assert run("graph", "arm.urdf", "-o", "a.png") == (0, "", "")
    assert Path("a.png").read_text(encoding="utf-8").endswith(text)
    assert Path("a.png").read_text(encoding="utf-8").startswith("-Tpng -Gdpi=144 -odigraph ")
    assert run("graph", "arm.urdf", "-o", "a.pdf") == (0, "", "")
    assert Path("a.pdf").read_text(encoding="utf-8").startswith("-Tpdf -odigraph ")


@pytest.mark.skipif(shutil.which("dot") is None, reason="graphviz is not installed")
@pytest.mark.parametrize("format", ["png", "pdf"])
def test_graphviz_draws_it(run: Run, format: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(render_image, "browsers", lambda: iter(()))
    odd = ROBOT.replace('"upper"', '"u &quot;p&quot; \\\\ &#10; &lt;b&gt; é"')
    Path("odd.urdf").write_text(odd, encoding="utf-8")
    for name in ("arm", "odd"):
        assert run("graph", f"{name}.urdf", "-o", f"{name}.{format}")[0] == 0
        data = Path(f"{name}.{format}").read_bytes()
        assert data.startswith({"png": b"\x89PNG", "pdf": b"%PDF"}[format])
    if format == "png":
        wide, high = struct.unpack(">II", data[16:24])
        assert min(wide, high) > 150  # three nodes above each other, at two pixels to a point


@pytest.mark.skipif(os.name == "nt", reason="there are no scripts")
@pytest.mark.parametrize("body", ["sys.exit('no display')", "print('done')", "import time\ntime.sleep(30)"])
def test_a_program_that_fails_is_told(run: Run, body: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    program(tmp_path / "bin", "chromium", body)
    monkeypatch.setenv("PATH", str(tmp_path / "bin"))
    monkeypatch.setattr(render_image, "TIME", 2)
    status, out, err = run("graph", "arm.urdf", "-o", "a.pdf")
    assert (status, out) == (2, "")
    assert "chromium" in err
    assert not Path("a.pdf").exists()


@browser
def test_png_has_the_size_of_the_picture(run: Run) -> None:
    assert run("graph", "arm.urdf", "-o", "a.svg")[0] == 0
    assert run("graph", "arm.urdf", "-o", "a.png")[0] == 0
    page = Picture.read(Path("a.svg").read_text(encoding="utf-8")).page
    data = Path("a.png").read_bytes()
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", data[16:24]) == (2 * page.right, 2 * page.bottom)


@browser
def test_pdf_is_one_lying_page_of_a4(run: Run) -> None:
    assert run("graph", "arm.urdf", "-o", "a.pdf")[0] == 0
    data = Path("a.pdf").read_bytes()
    assert data.startswith(b"%PDF")
    assert data.count(b"/MediaBox") == 1
    box = data.partition(b"/MediaBox [")[2].partition(b"]")[0].split()
    assert sorted(round(float(number)) for number in box) == [0, 0, 595, 842]


def test_large_pictures_get_larger_pages() -> None:
    assert render_image._page(500, 300)[:2] == (297.0, 210.0)
    assert render_image._page(300, 500)[:2] == (210.0, 297.0)
    width, height, scale = render_image._page(11000, 5000)
    assert scale == pytest.approx(SMALLEST, rel=0.01)
    assert width / render_image.MM >= 11000 * scale
    assert width / height == pytest.approx(297 / 210)


@pytest.mark.skipif(shutil.which("dot") is None, reason="graphviz is not installed")
def test_graphviz_reads_what_is_written_for_it(run: Run) -> None:
    run("graph", "arm.urdf", "-o", "a.dot")
    done = subprocess.run(["dot", "-Tplain", "a.dot"], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert sum(line.startswith("edge") for line in done.stdout.splitlines()) == 2

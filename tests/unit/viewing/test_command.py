"""``bodyplan view`` as it is called, without a browser."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from bodyplan.cli.main import main
from bodyplan.cli.viewing import picture

from .test_meshes import stl

EXAMPLES = Path(__file__).resolve().parents[3] / "examples"
ARM = str(EXAMPLES / "arm.urdf")

pytestmark = pytest.mark.usefixtures("small_page")


def documents(page: str) -> list[dict[str, Any]]:
    (found,) = re.findall(r'id="scene"[^>]*>(.*?)</script>', page, re.DOTALL)
    shown: list[dict[str, Any]] = json.loads(found)["documents"]
    return shown


def test_a_page_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["view", ARM, "-o", str(tmp_path / "arm.html")]) == 0
    assert [each["name"] for each in documents((tmp_path / "arm.html").read_text(encoding="utf-8"))] == ["arm.urdf"]
    assert main(["view", ARM, "--output", "-", "--with", str(EXAMPLES / "arm.sdf")]) == 0
    both = documents(capsys.readouterr().out)
    assert [each["name"] for each in both] == ["arm.urdf", "arm.sdf"]
    assert all(each["differences"] for each in both)


def test_a_document_with_errors_has_a_page_and_the_status_of_errors(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["view", str(EXAMPLES / "faulty.urdf"), "-o", str(tmp_path / "a.html")]) == 1
    assert "BP107" in capsys.readouterr().err
    (document,) = documents((tmp_path / "a.html").read_text(encoding="utf-8"))
    assert "BP107" in {finding["code"] for finding in document["findings"]}


def test_a_file_that_is_not_there_has_no_page(tmp_path: Path) -> None:
    assert main(["view", str(tmp_path / "no.urdf"), "-o", str(tmp_path / "a.html")]) == 2
    assert main(["view", ARM, "--with", str(tmp_path / "no.urdf"), "-o", str(tmp_path / "a.html")]) == 2
    assert not (tmp_path / "a.html").exists()


def test_what_is_left_out_is_told_and_embed_puts_it_in(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bodyplan.semantics.view.page.LIMIT", 10)
    (tmp_path / "a.stl").write_bytes(stl(100))
    path, page = tmp_path / "r.urdf", tmp_path / "a.html"
    path.write_text(
        '<robot name="r"><link name="a"><visual><geometry><mesh filename="a.stl"/></geometry></visual></link></robot>',
        encoding="utf-8",
    )
    assert main(["view", str(path), "-o", str(page)]) == 0
    assert "1 file of 0.0 MB" in capsys.readouterr().err
    assert documents(page.read_text(encoding="utf-8"))[0]["meshes"][0]["data"] is None
    assert main(["view", str(path), "-o", str(page), "--embed"]) == 0
    assert "--embed" not in capsys.readouterr().err
    assert documents(page.read_text(encoding="utf-8"))[0]["meshes"][0]["data"] is not None


def test_windows_is_told_what_to_do_instead_of_pictures(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture, "sys", SimpleNamespace(platform="win32"))
    assert main(["view", ARM, "--png", str(tmp_path / "a.png")]) == 2
    assert "write a page with -o" in capsys.readouterr().err
    assert not (tmp_path / "a.png").exists()


@pytest.mark.skipif(sys.platform == "win32", reason="pictures are taken on Linux and macOS")
def test_what_takes_pictures_is_named_where_there_is_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture, "browsers", lambda: iter(()))
    assert main(["view", ARM, "--png", str(tmp_path / "a.png")]) == 2
    assert "install Chromium" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="pictures are taken on Linux and macOS")
def test_a_browser_that_does_nothing_is_told(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(picture, "browsers", lambda: iter(("false",)))
    assert main(["view", ARM, "--png", str(tmp_path / "a.png")]) == 2
    assert "failed to take the picture" in capsys.readouterr().err
    assert not (tmp_path / "a.png").exists()


@pytest.mark.parametrize("words", [["--port", "70000"], ["--port", "x"], ["--size", "10"], ["--size", "1x1"]])
def test_numbers_that_are_none_are_refused(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["view", ARM, *words]) == 2
    assert words[1] in capsys.readouterr().err


def test_a_port_that_is_taken_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    import socket

    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        assert main(["view", ARM, "--port", str(taken.getsockname()[1]), "--no-open"]) == 2
    assert "port" in capsys.readouterr().err


@pytest.mark.skipif(sys.platform == "win32", reason="there is no Ctrl-C for one process")
def test_ctrl_c_ends_the_server(small_page: None) -> None:
    import signal

    program = (
        "import sys, signal; signal.signal(signal.SIGINT, signal.default_int_handler);"
        "from bodyplan.semantics.view import page; page._template = lambda: '';"
        "from bodyplan.cli.main import main; sys.exit(main(['view', sys.argv[1], '--no-open']))"
    )
    with subprocess.Popen(
        [sys.executable, "-c", program, ARM], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        assert "http://127.0.0.1:" in server.stdout.readline()
        server.send_signal(signal.SIGINT)
        _, said = server.communicate()
    assert server.returncode == 0
    assert "Traceback" not in said


def test_the_ending_of_an_output_says_what_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for call, told in (
        (["-o", "a.pdf"], "ends with .html, .png, .gif or .webm"),
        (["-o", "a.png", "--png", "b.png"], "two outputs of one kind"),
        (["--png", "a.jpg"], "ends with .png"),
        (["--gif", "a.png"], "ends with .gif"),
        (["--webm", "a.mp4"], "ends with .webm"),
        (["-o", "a.webm", "--webm", "b.webm"], "two outputs of one kind"),
        (["-o", "a.html", "--turntable"], "add --gif OUT or --webm OUT"),
        (["-o", "a.html", "--sweep", "elbow"], "add --gif OUT or --webm OUT"),
    ):
        at = [str(tmp_path / word) if "." in word else word for word in call]
        assert main(["view", ARM, *at]) == 2, call
        assert told in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []
    assert main(["view", ARM, "-o", str(tmp_path / "page")]) == 0
    assert "<html" in (tmp_path / "page").read_text(encoding="utf-8")


def test_an_output_that_is_a_picture_is_taken_as_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    calls: list[tuple[Any, ...]] = []
    monkeypatch.setattr(picture, "save_picture", lambda _, *rest: calls.append(rest))
    monkeypatch.setattr(picture, "save_animation", lambda _, *rest: calls.append(rest))
    assert main(["view", ARM, "-o", "a.PNG", "--gif", "b.gif", "--sweep", "elbow", "--state", "q=elbow:1"]) == 0
    moving = {"turntable": False, "sweep": ["elbow"]}
    assert calls == [("a.PNG", (1280, 960), "q=elbow:1"), ("b.gif", (640, 480), "q=elbow:1", moving, "gif")]
    calls.clear()
    assert main(["view", ARM, "-o", "c.webm", "--turntable", "--frames", "9"]) == 0
    assert calls == [("c.webm", (640, 480), "", {"turntable": True, "sweep": [], "frames": 9}, "webm")]


def test_a_bundle_has_its_meshes_once_and_beside_it(tmp_path: Path) -> None:
    for name in ("a.stl", "b.stl"):
        (tmp_path / name).write_bytes(stl(100))
    shapes = "".join(f'<visual><geometry><mesh filename="{name}.stl"/></geometry></visual>' for name in "aab")
    path, site = tmp_path / "r.urdf", tmp_path / "site"
    path.write_text(f'<robot name="r"><link name="a">{shapes}</link></robot>', encoding="utf-8")
    for _ in range(2):  # a second time over the first
        assert main(["view", str(path), "--bundle", str(site)]) == 0
    scene = json.loads((site / "scene.json").read_text(encoding="utf-8"))
    found = [mesh["href"] for mesh in scene["documents"][0]["meshes"]]
    assert sorted(each.name for each in (site / "meshes").iterdir()) == sorted(href.partition("/")[2] for href in found)
    assert [(site / href).read_bytes() for href in found] == [stl(100)] * 2

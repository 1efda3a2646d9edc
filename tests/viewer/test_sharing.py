"""What the page gives to others: addresses, links, frames and pictures."""

from __future__ import annotations

import base64
import io
import threading
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from bodyplan.cli.main import main

from ..viewing.browsing import Opened, a_browser
from .scenes import arm, page

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with a_browser() as made:
        yield made


@pytest.fixture
def shown(browser: Browser, tmp_path: Path) -> Iterator[Opened]:
    opened = Opened(browser, page(tmp_path, arm()).as_uri(), size=(1100, 700))
    yield opened
    assert opened.told == []
    assert [url for url in opened.asked[1:] if not url.startswith(("data:", "blob:", "file:"))] == []
    opened.close()


def test_the_address_follows_what_is_shown_and_brings_it_back(shown: Opened, browser: Browser) -> None:
    shown.page.get_by_role("slider", name="elbow", exact=True).focus()
    shown.ask("() => bodyplan.set({shoulder: 0.3, elbow: 0.25})")
    shown.page.locator("#view").focus()
    for key in ("2", "ArrowLeft", "+"):
        shown.page.keyboard.press(key)
    shown.ask("() => bodyplan.select('hand')")
    shown.wait("() => location.hash.includes('select=hand')")
    eye = shown.ask("() => bodyplan.eye()")
    other = Opened(browser, shown.page.url, size=(1100, 700))
    assert other.ask("() => bodyplan.values()") == pytest.approx({"shoulder": 0.3, "elbow": 0.25, "wrist": -0.4})
    assert other.ask("() => bodyplan.selected()") == "hand"
    found = other.ask("() => bodyplan.eye()")
    assert found["position"] == pytest.approx(eye["position"], rel=1e-4)
    assert found["target"] == pytest.approx(eye["target"], rel=1e-4)
    assert other.ask("() => document.querySelector('[data-layer=collisions]').checked")
    assert other.told == []
    # a camera that came from an address can be moved on
    other.page.locator("#view").focus()
    other.page.keyboard.press("ArrowRight")
    assert other.ask("() => bodyplan.eye().position") != found["position"]
    other.close()


def test_an_address_that_is_entered_changes_what_is_shown(shown: Opened) -> None:
    shown.ask("() => bodyplan.set({elbow: 1})")
    shown.ask("() => { location.hash = '#q=shoulder:-0.5&layers=frames&select=upper&look=5,0,1,0,0,1'; }")
    shown.wait("() => bodyplan.selected() === 'upper'")
    assert shown.ask("() => bodyplan.values()") == pytest.approx({"shoulder": -0.5, "elbow": 0, "wrist": 0.1})
    assert shown.ask("() => bodyplan.eye().position") == pytest.approx([5, 0, 1])


def test_names_with_commas_and_signs_come_back(browser: Browser, tmp_path: Path) -> None:
    doc = arm()
    name = "a,b:c%2C&d=<e>"
    doc["joints"][0]["name"] = doc["joints"][0]["short"] = doc["coordinates"][0]["name"] = name
    one = Opened(browser, page(tmp_path, doc).as_uri())
    one.ask("name => bodyplan.set({[name]: 0.5})", name)
    address = one.ask("() => bodyplan.address()")
    other = Opened(browser, f"{page(tmp_path, doc).as_uri()}#{address}")
    assert other.ask("name => bodyplan.values()[name]", name) == 0.5
    for opened in (one, other):
        assert opened.told == []
        opened.close()


def test_a_link_is_copied_by_menu_and_key(shown: Opened) -> None:
    shown.ask("() => bodyplan.set({elbow: 0.5})")
    search = shown.page.get_by_role("searchbox", name="Search links and joints")
    shown.page.get_by_role("button", name="Share").click()
    menu = shown.page.get_by_role("menu", name="Share")
    assert [item.split("\n")[0] for item in menu.get_by_role("menuitem").all_inner_texts()] == [
        "Copy link", "Copy frame for a web page", "Save PNG", "Save GIF of a turntable", "Save WebM of a turntable",
    ]  # fmt: skip
    shown.page.keyboard.press("ArrowDown")
    shown.page.keyboard.press("Enter")
    assert not menu.is_visible()
    shown.wait("() => document.getElementById('busy').textContent.includes('copied')")
    search.focus()
    shown.page.keyboard.press("Control+V")
    frame = search.input_value()
    assert frame.startswith('<iframe src="page.html#q=elbow:0.5')
    search.fill("")
    shown.page.locator("#view").focus()
    shown.page.keyboard.press("l")
    shown.wait("() => document.getElementById('busy').textContent === 'The link is copied'")
    search.focus()
    shown.page.keyboard.press("Control+V")
    assert search.input_value().startswith("file:///")
    assert "q=elbow:0.5" in search.input_value()
    search.fill("")


def test_a_menu_is_left_by_escape_and_by_a_touch_elsewhere(shown: Opened) -> None:
    button = shown.page.get_by_role("button", name="Share")
    for leave in (lambda: shown.page.keyboard.press("Escape"), lambda: shown.page.mouse.click(500, 400)):
        button.click()
        assert shown.page.get_by_role("menu").is_visible()
        leave()
        assert not shown.page.get_by_role("menu").is_visible()


def test_pictures_are_saved_by_the_page(shown: Opened) -> None:
    image = pytest.importorskip("PIL.Image", reason="pillow is not installed")
    shown.page.locator("#view").focus()
    with shown.page.expect_download() as saved:
        shown.page.keyboard.press("s")
    assert saved.value.suggested_filename == "a-title.png"
    picture = image.open(io.BytesIO(Path(saved.value.path()).read_bytes())).convert("RGB")
    stage = shown.page.locator("#view").bounding_box()
    assert stage is not None
    assert picture.size == (round(stage["width"]), round(stage["height"]))
    assert len(set(picture.resize((64, 48)).tobytes())) > 20
    shown.page.get_by_role("button", name="Share").click()
    with shown.page.expect_download() as saved:
        shown.page.get_by_role("menuitem", name="Save GIF of a turntable").click()
    film = image.open(io.BytesIO(Path(saved.value.path()).read_bytes()))
    assert (film.n_frames, film.size[0], film.info["loop"]) == (40, 640, 0)


def test_a_gif_shows_what_moves_and_leaves_it_where_it_was(shown: Opened) -> None:
    image = pytest.importorskip("PIL.Image", reason="pillow is not installed")
    np = pytest.importorskip("numpy")
    shown.ask("() => bodyplan.set({elbow: 0.1, shoulder: 0.4})")
    eye = shown.ask("() => bodyplan.eye()")
    text = shown.ask("() => bodyplan.gif({turntable: true, sweep: ['shoulder'], frames: 4, width: 320})")
    film = image.open(io.BytesIO(base64.b64decode(text)))
    assert film.n_frames == 8
    frames = []
    for number in range(film.n_frames):
        film.seek(number)
        frames.append(np.asarray(film.convert("RGB"), dtype=int))
    still = image.open(io.BytesIO(base64.b64decode(shown.ask("() => bodyplan.picture(320)").partition(",")[2])))
    apart = abs(frames[0] - np.asarray(still.convert("RGB"), dtype=int))
    assert apart.mean() < 3  # the few colours of a GIF come close
    assert (abs(frames[4] - frames[0]).max(axis=2) > 40).mean() < 0.001  # a sweep begins where it was
    for other in (1, 2, 3, 5, 7):
        assert (abs(frames[other] - frames[0]).max(axis=2) > 40).mean() > 0.005
    assert shown.ask("() => bodyplan.values().shoulder") == pytest.approx(0.4)
    now = shown.ask("() => bodyplan.eye()")
    assert now["position"] == pytest.approx(eye["position"])
    assert now["target"] == pytest.approx(eye["target"])
    with pytest.raises(Exception, match="no coordinate nothing"):
        shown.ask("() => bodyplan.gif({sweep: ['nothing']})")


PLAYED = """async text => {
  const video = document.createElement("video");
  video.src = `data:video/webm;base64,${text}`;
  await new Promise((done, failed) => { video.onloadeddata = done; video.onerror = () => failed(new Error(video.error.message)); });
  const canvas = document.createElement("canvas");
  canvas.width = video.videoWidth;
  canvas.height = video.videoHeight;
  const context = canvas.getContext("2d");
  const shown = [];
  for (const time of [0.05, 2.6, 3.7]) {
    const there = new Promise(done => (video.onseeked = done));
    video.currentTime = time;
    await there;
    context.drawImage(video, 0, 0);
    shown.push(Array.from(context.getImageData(0, 0, canvas.width, canvas.height).data));
  }
  return [video.duration, canvas.width, canvas.height, ...shown];
}"""
"""Plays a video, and tells how long and large it is, and what it shows at three times."""


def test_a_video_plays_and_shows_what_moves(browser: Browser, shown: Opened, tmp_path: Path) -> None:
    np = pytest.importorskip("numpy")
    shown.ask("() => bodyplan.set({elbow: 0.1})")
    text = shown.ask("() => bodyplan.webm({sweep: ['elbow', 'shoulder'], frames: 25, width: 161})")
    assert shown.ask("() => bodyplan.values().elbow") == pytest.approx(0.1)
    other = browser.new_page()
    duration, width, height, *pictures = other.evaluate(PLAYED, text)
    other.close()
    still = shown.ask("() => bodyplan.picture(161)")
    image = pytest.importorskip("PIL.Image", reason="pillow is not installed")
    expected = np.asarray(image.open(io.BytesIO(base64.b64decode(still.partition(",")[2]))).convert("RGB"), dtype=int)
    assert duration == pytest.approx(8, abs=0.05)  # 4 s for each joint
    assert (height, width) == expected.shape[:2]
    first, second, _ = (np.array(each).reshape(height, width, 4)[..., :3] for each in pictures)
    assert abs(first - expected).mean() < 4  # it begins where it was, and an encoder comes close
    assert (abs(second - first).max(axis=2) > 40).mean() > 0.005
    with pytest.raises(Exception, match="no coordinate nothing"):
        shown.ask("() => bodyplan.webm({sweep: ['nothing']})")
    shown.page.get_by_role("button", name="Share").click()
    with shown.page.expect_download() as saved:
        shown.page.get_by_role("menuitem", name="Save WebM of a turntable").click()
    assert Path(saved.value.path()).read_bytes()[:4] == b"\x1a\x45\xdf\xa3"
    assert saved.value.suggested_filename.endswith(".webm")
    assert shown.told == []


def test_the_command_takes_pictures_of_a_state(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    image = pytest.importorskip("PIL.Image", reason="pillow is not installed")
    document = str(Path(__file__).resolve().parents[2] / "examples/arm.urdf")
    size = ("--size", "200x150")
    pictures = []
    for state in ("", "q=elbow:1.2", "file:///x/arm.html#q=elbow:1.2"):
        assert main(["view", document, "-o", str(tmp_path / "a.png"), *size, "--state", state]) == 0
        pictures.append(image.open(io.BytesIO((tmp_path / "a.png").read_bytes())).convert("RGB").tobytes())
    assert pictures[0] != pictures[1] == pictures[2]
    assert main(["view", document, "--gif", str(tmp_path / "a.gif"), *size, "--frames", "3", "--sweep", "elbow"]) == 0
    film = image.open(io.BytesIO((tmp_path / "a.gif").read_bytes()))
    assert (film.n_frames, film.size) == (3, (200, 150))
    assert main(["view", document, "-o", str(tmp_path / "a.webm"), *size, "--frames", "3", "--turntable"]) == 0
    assert b"webm" in (tmp_path / "a.webm").read_bytes()[:96]
    assert main(["view", document, "--gif", str(tmp_path / "b.gif"), *size, "--sweep", "nothing"]) == 2
    assert "there is no coordinate nothing that can be moved" in capsys.readouterr().err
    assert not (tmp_path / "b.gif").exists()


def test_a_bundle_is_shown_by_a_server_and_says_so_on_disk(browser: Browser, tmp_path: Path) -> None:
    document = tmp_path / "r.urdf"
    (tmp_path / "a part.obj").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", encoding="utf-8")
    document.write_text(
        '<robot name="r"><link name="a"><visual><geometry><mesh filename="a part.obj"/></geometry></visual></link></robot>',
        encoding="utf-8",
    )
    folder = tmp_path / "site"
    assert main(["view", str(document), "--bundle", str(folder)]) == 0
    handler = partial(SimpleHTTPRequestHandler, directory=str(folder))
    handler.func.log_message = lambda *_: None  # type: ignore[method-assign, assignment]
    server = ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    opened = Opened(browser, f"http://127.0.0.1:{server.server_port}/index.html")
    stats = opened.ask("() => bodyplan.stats()")
    assert (stats["facets"], stats["missing"]) == (1, 0)
    assert opened.told == []
    opened.close()
    server.shutdown()
    server.server_close()
    opened = Opened(browser, (folder / "index.html").as_uri())
    assert "http.server" in opened.page.locator("#busy").inner_text()
    opened.close()

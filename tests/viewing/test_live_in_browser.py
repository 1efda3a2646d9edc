"""The live page while a document is being worked on: its errors, its tabs, the editor, and files that are dropped on it."""

from __future__ import annotations

import base64
import io
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Thread
from typing import TYPE_CHECKING

import pytest
from bodyplan.cli.main import parser_of
from bodyplan.cli.viewing.documents import read_request
from bodyplan.cli.viewing.live_documents import LiveView
from bodyplan.cli.viewing.server import PageServer

from .browsing import Opened, a_browser, until

if TYPE_CHECKING:
    from playwright.sync_api import Browser

pytestmark = [pytest.mark.browser, pytest.mark.slow]

BOX = "<visual><geometry><box size='1 1 1'/></geometry></visual>"
ROBOT = f"""<robot name="r">
<link name="a">{BOX}</link>
<link name="b">{BOX}</link>
<joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>
</robot>
"""
OTHER = """<sdf version="1.9"><model name="other"><link name="only"><pose>0 0 3 0 0 0</pose><visual name="v"><geometry><box>
<size>1 1 1</size></box></geometry></visual></link></model></sdf>"""
DROP = """([path, data]) => {
  const transfer = new DataTransfer();
  const bytes = Uint8Array.from(atob(data), character => character.charCodeAt(0));
  transfer.items.add(new File([bytes], path));
  for (const type of ["dragover", "drop"]) {
    document.body.dispatchEvent(new DragEvent(type, {dataTransfer: transfer, bubbles: true, cancelable: true}));
  }
}"""


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with a_browser() as made:
        yield made


@contextmanager
def served(*words: str) -> Iterator[tuple[PageServer, list[tuple[str, int, int]]]]:
    """A server of the documents, and the lines that it was asked to open."""
    arguments = parser_of(["view"]).parse_args(["view", *words])
    lines: list[tuple[str, int, int]] = []
    live = LiveView(lambda: read_request(arguments), is_reporting=False)
    server = PageServer(live, "r.urdf", 0, editor=lambda *place: lines.append(place))
    Thread(target=server.serve_forever, args=(0.1,), daemon=True).start()
    try:
        yield server, lines
    finally:
        live.end()
        server.shutdown()
        server.server_close()


def changed(server: PageServer, path: Path, text: str) -> None:
    path.write_text(text, encoding="utf-8")
    server.live.renew()


def test_an_error_is_told_with_its_line_over_the_last_good_robot(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "r.urdf"
    path.write_text(ROBOT, encoding="utf-8")
    with served(str(path)) as (server, lines):
        opened = Opened(browser, server.url)
        banner = opened.page.get_by_role("alert")
        assert not banner.is_visible()
        changed(server, path, ROBOT.replace('<child link="b"/>', '<child link="none"/>'))
        until(banner.is_visible, opened.page, "the banner")
        assert "none" in banner.inner_text()
        assert opened.ask("() => getComputedStyle(document.querySelector('#view')).filter") == "grayscale(1)"
        assert opened.ask("() => window.bodyplan.pose('r::b')") is not None
        banner.get_by_role("button", name="r.urdf:4").click()
        until(lambda: lines, opened.page, "the editor")
        assert [(file, line) for file, line, _ in lines] == [(str(path), 4)]
        banner.get_by_role("button").last.click()
        assert opened.page.get_by_role("tab", name="Findings").get_attribute("aria-selected") == "true"
        changed(server, path, ROBOT)
        until(lambda: not banner.is_visible(), opened.page, "the end of the banner")
        assert opened.ask("() => getComputedStyle(document.querySelector('#view')).filter") == "none"
        assert opened.told == []
        opened.close()


def test_what_never_was_whole_is_shown_as_far_as_it_goes(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "r.urdf"
    path.write_text("<robot name='r'><link name='a'>", encoding="utf-8")
    with served(str(path)) as (server, _):
        opened = Opened(browser, server.url)
        assert opened.page.get_by_role("alert").is_visible()
        assert opened.ask("() => getComputedStyle(document.querySelector('#view')).filter") == "none"
        assert opened.told == []
        opened.close()


def test_a_place_opens_the_editor_by_keys_too(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "r.urdf"
    path.write_text(ROBOT, encoding="utf-8")
    with served(str(path)) as (server, lines):
        opened = Opened(browser, server.url)
        opened.ask("() => window.bodyplan.select('r::b')")
        place = opened.page.locator("#details").get_by_role("button", name="r.urdf:3")
        place.focus()
        opened.page.keyboard.press("Enter")
        until(lambda: lines, opened.page, "the editor")
        assert lines == [(str(path), 3, 1)]
        opened.close()


def test_documents_are_tabs(browser: Browser, tmp_path: Path) -> None:
    path, other = tmp_path / "r.urdf", tmp_path / "other.sdf"
    path.write_text(ROBOT, encoding="utf-8")
    other.write_text(OTHER, encoding="utf-8")
    with served(str(path), "--tab", str(other)) as (server, lines):
        opened = Opened(browser, server.url)
        tabs = opened.page.get_by_role("tablist", name="Documents").get_by_role("tab")
        assert tabs.all_inner_texts() == ["r.urdf", "other.sdf"]
        tabs.nth(1).click()
        assert opened.ask("() => window.bodyplan.pose('other::only')")[2][3] == 3
        assert opened.ask("() => window.bodyplan.pose('r::a')") is None
        opened.ask("() => window.bodyplan.select('other::only')")
        opened.page.locator("#details").get_by_role("button", name="other.sdf:1").click()
        until(lambda: lines, opened.page, "the editor")
        assert lines[0][:2] == (str(other), 1)
        tabs.nth(1).focus()
        opened.page.keyboard.press("ArrowRight")
        assert opened.ask("() => window.bodyplan.pose('r::a')") is not None
        assert opened.ask("() => document.activeElement.textContent") == "r.urdf"
        changed(server, other, OTHER.replace("0 0 3", "0 0 4"))
        opened.page.keyboard.press("ArrowRight")
        opened.wait("() => window.bodyplan.pose('other::only')?.[2][3] === 4")
        assert opened.told == []
        opened.close()


def test_files_that_are_dropped_are_shown(browser: Browser, tmp_path: Path) -> None:
    path = tmp_path / "r.urdf"
    path.write_text(ROBOT, encoding="utf-8")
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("models/other.sdf", OTHER)
    with served(str(path)) as (server, _):
        opened = Opened(browser, server.url)
        opened.page.evaluate(DROP, ["other.zip", base64.b64encode(packed.getvalue()).decode()])
        opened.wait("() => window.bodyplan.pose('other::only') !== null")
        opened.page.evaluate(DROP, ["notes.txt", base64.b64encode(b"nothing").decode()])
        opened.wait("() => document.querySelector('#state').textContent.includes('no robot or world')")
        opened.page.locator("#files").set_input_files(
            [{"name": "chosen.urdf", "mimeType": "text/xml", "buffer": ROBOT.replace('"r"', '"chosen"').encode()}]
        )
        opened.wait("() => window.bodyplan.pose('chosen::a') !== null")
        folders = list(server.live.dropped_folders)
        assert all(folder.is_dir() for folder in folders)
        opened.close()
    assert not any(folder.exists() for folder in folders)

"""Models of Fuel are downloaded where the user asks for it, from a server that answers as Fuel's do."""

from __future__ import annotations

import base64
import hashlib
import io
import json
import os
import re
import stat
import struct
import subprocess
import sys
import threading
import zipfile
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from urllib.parse import unquote

import pytest
from bodyplan.cli import fetch_command
from bodyplan.cli.fuel.servers import servers_of
from bodyplan.cli.main import main
from bodyplan.cli.optional_deps import needs

pytest.importorskip("requests", reason="the extra fuel is not installed")

from bodyplan.cli.fuel.archive import ArchiveBounds, ArchiveRefused, unpack
from bodyplan.cli.fuel.download import Download, DownloadFailed, TransferBounds
from bodyplan.cli.fuel.fetcher import FuelFetcher

CONFIG = '<model><name>Lamp</name><sdf version="1.9">model.sdf</sdf></model>'
MODEL = """<sdf version="1.9"><model name="lamp"><link name="a"><visual name="v"><geometry><mesh>
<uri>model://old_lamp/meshes/a b.stl</uri></mesh></geometry></visual></link></model></sdf>"""
MESH = b"\0" * 84
BOUNDS = TransferBounds(connect=5, silence=5, seconds=60, pause=0)


def zipped(files: dict[str, bytes | str]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()


LAMP = zipped({"model.config": CONFIG, "model.sdf": MODEL, "meshes/a b.stl": MESH})


class Fuel:
    """A server with models and worlds, each by ``owner/models/name`` and version, and what it was asked for.

    Attributes:
        items: the zips.
        asked: path and range of each call.
        breaks: after how many bytes each of the next calls is broken off.
        statuses: of the next calls, where they are not fulfilled.
        hangs: whether it answers at all.
        headers: further ones.
    """

    def __init__(self) -> None:
        self.items: dict[str, dict[int, bytes]] = {}
        self.asked: list[tuple[str, str | None]] = []
        self.breaks: list[int] = []
        self.statuses: list[int] = []
        self.hangs = False
        self.location = ""
        self.has_validator = True
        self.headers: dict[str, str] = {}
        self.done = threading.Event()
        outer = self

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                outer.answer(self)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.host = f"127.0.0.1:{self.server.server_port}"
        self.command = f"fuel http://{self.host}"
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def url(self, rest: str) -> str:
        return f"http://{self.host}/1.0/{rest}"

    def answer(self, call: BaseHTTPRequestHandler) -> None:
        self.asked.append((call.path, call.headers.get("Range")))
        if self.hangs:
            self.done.wait(30)
            return
        match = re.fullmatch(r"/1\.0/([^/]+/(?:models|worlds)/([^/]+))/(tip|[0-9]+)/([^/]+)\.zip", call.path)
        versions = {} if match is None else self.items.get(unquote(match[1]), {})
        number = 0 if match is None else max(versions, default=0) if match[3] == "tip" else int(match[3])
        if self.location or self.statuses or number not in versions:
            status = 302 if self.location else self.statuses.pop(0) if self.statuses else 404
            call.send_response(status)
            if self.location:
                call.send_header("Location", self.location)
            call.send_header("Content-Length", "0")
            call.end_headers()
            return
        data, start = versions[number], 0
        tag = f'"{hashlib.md5(data, usedforsecurity=False).hexdigest()}"'
        asked = re.fullmatch("bytes=([0-9]+)-", call.headers.get("Range", ""))
        if asked and call.headers.get("If-Range") == tag:
            start = int(asked[1])
        if start >= len(data):
            call.send_response(416)
            call.send_header("Content-Length", "0")
            call.end_headers()
            return
        call.send_response(206 if start else 200)
        call.send_header("Content-Type", "application/zip")
        call.send_header("X-Ign-Resource-Version", str(number))
        call.send_header("Content-Length", str(len(data) - start))
        if self.has_validator:
            call.send_header("ETag", tag)
        if start:
            call.send_header("Content-Range", f"bytes {start}-{len(data) - 1}/{len(data)}")
        for name, value in self.headers.items():
            call.send_header(name, value)
        call.end_headers()
        end = start + self.breaks.pop(0) if self.breaks else len(data)
        call.wfile.write(data[start:end])
        if end < len(data):
            call.close_connection = True


@pytest.fixture
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("GZ_FUEL_CACHE_PATH", str(tmp_path / "fuel"))
    for name in ("HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"):
        monkeypatch.delenv(name, raising=False)
    return tmp_path / "fuel"


@pytest.fixture
def fuel(cache: Path) -> Iterator[Fuel]:
    made = Fuel()
    made.items["open robotics/models/lamp"] = {1: zipped({"model.config": CONFIG, "model.sdf": "<sdf/>"}), 3: LAMP}
    yield made
    made.done.set()
    made.server.shutdown()
    made.server.server_close()


def fetcher(fuel: Fuel, bounds: TransferBounds = BOUNDS, limits: ArchiveBounds | None = None) -> FuelFetcher:
    return FuelFetcher(servers_of(fuel.command) or {}, bounds=bounds, limits=limits)


def folder_of(cache: Path, fuel: Fuel, rest: str) -> Path:
    return cache / fuel.host.replace(":", "%3A") / rest


def write_world(path: Path, *uris: str) -> str:
    includes = "".join(f"<include><uri>{uri}</uri><name>m{n}</name></include>" for n, uri in enumerate(uris))
    path.write_text(f'<sdf version="1.9"><world name="w">{includes}</world></sdf>')
    return str(path)


LAMP_URI = "Open%20Robotics/models/Lamp"


def test_versions_and_the_newest_are_kept_where_gazebo_has_them(fuel: Fuel, cache: Path) -> None:
    first, newest = (
        folder_of(cache, fuel, "open robotics/models/lamp/1"),
        folder_of(cache, fuel, "open robotics/models/lamp/3"),
    )
    bring = fetcher(fuel)
    assert bring(fuel.url(f"{LAMP_URI}/1")) == first
    # of the newest that is in the cache, as Gazebo does; another version is asked for by its number
    assert bring(fuel.url(f"{LAMP_URI}")) == first
    assert bring(fuel.url(f"{LAMP_URI}/3/files/meshes/a b.stl")) == newest / "meshes/a b.stl"
    assert bring(fuel.url(f"{LAMP_URI}/tip")) == newest
    assert [path for path, _ in fuel.asked] == [
        "/1.0/open%20robotics/models/lamp/1/lamp.zip",
        "/1.0/open%20robotics/models/lamp/3/lamp.zip",
    ]
    assert (newest / "meshes/a b.stl").read_bytes() == MESH
    assert os.listdir(cache / ".bodyplan") == []


def test_the_newest_is_what_the_server_says(fuel: Fuel, cache: Path) -> None:
    assert fetcher(fuel)(fuel.url(f"{LAMP_URI}/tip")) == folder_of(cache, fuel, "open robotics/models/lamp/3")


def test_worlds_are_downloaded(fuel: Fuel, cache: Path) -> None:
    fuel.items["me/worlds/yard"] = {2: zipped({"yard.sdf": "<sdf/>"})}
    place = folder_of(cache, fuel, "me/worlds/yard/2/yard.sdf")
    assert fetcher(fuel)(fuel.url("me/worlds/yard/tip/files/yard.sdf")) == place


def test_addresses_elsewhere_are_left_alone(fuel: Fuel, cache: Path) -> None:
    bring = fetcher(fuel)
    for uri in ("https://fuel.gazebosim.org/1.0/a/models/b", "model://lamp", "https://example.org/x", "lamp.sdf"):
        assert bring(uri) is None
    assert fuel.asked == []
    assert not cache.exists()


def test_names_of_files_become_addresses_as_gazebo_writes_them(fuel: Fuel, cache: Path) -> None:
    files: dict[str, bytes | str] = {
        "model.config": CONFIG,
        "model.sdf": MODEL.replace("</link>", "<collision name='c'>model://chair/seat.stl</collision></link>").replace(
            "<link", "<include><uri>model://old_lamp/meshes/a b.stl</uri></include><link"
        ),
        "meshes/a b.stl": MESH,
    }
    fuel.items["me/models/lamp"] = {7: zipped(files)}
    folder = fetcher(fuel)(fuel.url("me/models/lamp"))
    assert folder is not None
    text = (folder / "model.sdf").read_text()
    assert f"<uri>http://{fuel.host}/1.0/me/models/lamp/7/files/meshes/a b.stl</uri>" in text
    assert "model://chair/seat.stl" in text
    assert "<include><uri>model://old_lamp/meshes/a b.stl</uri></include>" in text


def test_a_world_is_whole_then_offline_from_the_cache(
    fuel: Fuel, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    fuel.items["me/models/stand"] = {
        1: zipped(
            {
                "model.config": CONFIG,
                "model.sdf": '<sdf version="1.9"><model name="stand"><link name="s"/><include><uri>'
                + fuel.url("Open Robotics/models/Lamp/3")
                + "</uri></include></model></sdf>",
            }
        )
    }
    world = write_world(tmp_path / "w.sdf", fuel.url("me/models/Stand"))
    assert main(["check", world]) == 1
    assert fuel.asked == []
    capsys.readouterr()
    assert main(["assets", world, "--fetch", fuel.command, "--format", "json"]) == 0
    shown = capsys.readouterr().out
    listed = json.loads(shown[shown.index("{") :])
    assert listed["ok"]
    assert {Path(each["path"]).name for each in listed["assets"]} == {"model.sdf", "model.config", "a b.stl"}
    assert len(fuel.asked) == 2
    fuel.hangs = True
    capsys.readouterr()
    assert main(["assets", world]) == 0
    shown = capsys.readouterr().out
    assert "a b.stl" in shown
    assert "lamp/3" in shown
    assert main(["check", world]) == 0
    assert main(["tree", world, "--fetch", fuel.command]) == 0
    assert "lamp::a" in capsys.readouterr().out
    assert len(fuel.asked) == 2


def test_what_gazebo_downloaded_is_not_asked_for(fuel: Fuel, cache: Path, tmp_path: Path) -> None:
    for folder in (folder_of(cache, fuel, "me/models/box/2"), cache / "fuel.gazebosim.org/me/models/box/2"):
        folder.mkdir(parents=True)
        (folder / "model.config").write_text(CONFIG)
        (folder / "model.sdf").write_text('<sdf version="1.9"><model name="box"><link name="b"/></model></sdf>')
    world = write_world(tmp_path / "w.sdf", fuel.url("me/models/box"), "https://fuel.gazebosim.org/1.0/me/models/box/2")
    assert main(["check", world, "--fetch", fuel.command]) == 0
    assert fuel.asked == []


def test_what_gazebo_left_empty_is_downloaded(fuel: Fuel, cache: Path) -> None:
    folder = folder_of(cache, fuel, "open robotics/models/lamp/3")
    folder.mkdir(parents=True)
    assert fetcher(fuel)(fuel.url(f"{LAMP_URI}/3")) == folder
    assert (folder / "model.sdf").is_file()


def test_a_missing_model_is_told_at_its_uri_and_asked_for_once(
    fuel: Fuel, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    world = write_world(
        tmp_path / "w.sdf", fuel.url("me/models/no"), fuel.url("me/models/no/"), fuel.url("me/models/no/5")
    )
    assert main(["check", world, "--fetch", fuel.command, "--format", "json"]) == 1
    (report,) = json.loads(capsys.readouterr().out)
    assert {each["code"] for each in report["diagnostics"]} == {"BP405"}
    assert f"me/no: {fuel.host} has none of that name and version" in report["diagnostics"][0]["message"]
    assert [path for path, _ in fuel.asked] == ["/1.0/me/models/no/tip/no.zip", "/1.0/me/models/no/5/no.zip"]
    assert main(["tree", world, "--fetch", fuel.command]) == 0


def test_a_missing_file_of_a_model_is_told(fuel: Fuel) -> None:
    bring = fetcher(fuel)
    for file in ("meshes/other.stl", "%2e%2e/%2e%2e/x"):
        with pytest.raises(DownloadFailed, match=r"has no file .* in version 3"):
            bring(fuel.url(f"{LAMP_URI}/3/files/{file}"))
    assert len(fuel.asked) == 1


def linked() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        entry = zipfile.ZipInfo("meshes")
        entry.external_attr = (stat.S_IFLNK | 0o777) << 16
        archive.writestr(entry, "/etc")
        archive.writestr("meshes/passwd", "x")
    return made.getvalue()


def doubled() -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        archive.writestr("a", "1")
        with pytest.warns(UserWarning, match="Duplicate"):
            archive.writestr("a", "2")
    return made.getvalue()


def damaged() -> bytes:
    data = zipped({"a": bytes(range(256)) * 9})
    return data[:50] + bytes([data[50] ^ 255]) + data[51:]


def with_long_listing() -> bytes:
    data = zipped({"a": "x"})
    return data[:-10] + struct.pack("<L", 1 << 30) + data[-6:]


def understated() -> bytes:
    """A zip that says that its one file has a byte, where it unpacks to more."""
    data = bytearray(zipped({"a": b"x" * 100_000}))
    for mark, at in ((b"PK\x03\x04", 22), (b"PK\x01\x02", 24)):
        start = data.index(mark) + at
        data[start : start + 4] = struct.pack("<L", 1)
    return bytes(data)


@pytest.mark.parametrize(
    ("data", "says"),
    [
        (b"<html>sign in first</html>", "it is no zip"),
        (LAMP[:-30], "it is no zip"),
        (b"", "it is no zip"),
        (damaged(), "damaged"),
        (understated(), "damaged|longer"),
        (with_long_listing(), "table of contents is too long"),
        (zipped({"../../evil": "x"}), "leads out"),
        (zipped({"/etc/evil": "x"}), "leads out"),
        (zipped({"a\\..\\..\\evil": "x"}), "leads out"),
        (zipped({"C:/evil": "x"}), "leads out"),
        (linked(), "a link or a device"),
        (zipped({f"f{n}": "" for n in range(11)}), "more than 10 files"),
        (zipped({"bomb": b"\0" * 2_000_000}), "more than 1000000 bytes"),
        (zipped({"a": b"\0" * 600_000, "b": b"\0" * 600_000}), "more than 1000000 bytes"),
    ],
)
def test_a_zip_that_is_none_or_does_harm_is_refused(data: bytes, says: str, tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(data)
    (tmp_path / "inner/folder").mkdir(parents=True)
    with pytest.raises(ArchiveRefused, match=says):
        unpack(str(tmp_path / "a.zip"), str(tmp_path / "inner/folder"), ArchiveBounds(files=10, size=1_000_000))
    assert sorted(os.listdir(tmp_path)) == ["a.zip", "inner"]
    assert os.listdir(tmp_path / "inner") == ["folder"]
    assert sum(each.stat().st_size for each in (tmp_path / "inner").rglob("*") if each.is_file()) < 1_000_000


def test_files_are_in_a_zip_once(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(doubled())
    (tmp_path / "folder").mkdir()
    with pytest.raises(ArchiveRefused, match="'a' is in it twice"):
        unpack(str(tmp_path / "a.zip"), str(tmp_path / "folder"))


def test_small_zips_are_packed_as_well_as_they_like_and_large_ones_are_not(tmp_path: Path) -> None:
    (tmp_path / "a.zip").write_bytes(zipped({"a": b"\0" * 500_000}))
    (tmp_path / "folder").mkdir()
    unpack(str(tmp_path / "a.zip"), str(tmp_path / "folder"))
    with pytest.raises(ArchiveRefused, match="its files have more than"):
        unpack(str(tmp_path / "a.zip"), str(tmp_path / "folder"), ArchiveBounds(free=1000))


@pytest.mark.parametrize("data", [b"no zip", zipped({"../evil": "x"}), linked()])
def test_nothing_of_a_refused_zip_is_in_the_cache(data: bytes, fuel: Fuel, cache: Path) -> None:
    fuel.items["me/models/bad"] = {1: data}
    bring = fetcher(fuel)
    for _ in range(2):
        with pytest.raises(DownloadFailed, match="me/bad: "):
            bring(fuel.url("me/models/bad"))
    assert [path.name for path in cache.rglob("*")] == [".bodyplan"]
    assert len(fuel.asked) == 1


def test_a_download_is_resumed_where_it_broke_off(fuel: Fuel, cache: Path) -> None:
    fuel.breaks = [100, 50]
    assert fetcher(fuel)(fuel.url(f"{LAMP_URI}/3")) is not None
    assert [asked for _, asked in fuel.asked] == [None, "bytes=100-", "bytes=150-"]


def test_the_next_call_resumes_as_well(fuel: Fuel, cache: Path) -> None:
    fuel.breaks = [100]
    with pytest.raises(DownloadFailed, match="broke off"):
        fetcher(fuel, BOUNDS._replace(attempts=1))(fuel.url(f"{LAMP_URI}/3"))
    assert not list(cache.rglob("model.sdf"))
    assert fetcher(fuel)(fuel.url(f"{LAMP_URI}/3")) is not None
    assert [asked for _, asked in fuel.asked] == [None, "bytes=100-"]


def test_a_file_that_changed_meanwhile_is_downloaded_anew(fuel: Fuel) -> None:
    fuel.breaks = [100]
    with pytest.raises(DownloadFailed):
        fetcher(fuel, BOUNDS._replace(attempts=1))(fuel.url(f"{LAMP_URI}/tip"))
    fuel.items["open robotics/models/lamp"][4] = zipped({"model.config": CONFIG, "model.sdf": "<sdf/>"})
    folder = fetcher(fuel)(fuel.url(f"{LAMP_URI}/tip"))
    assert folder is not None
    assert folder.name == "4"
    assert (folder / "model.sdf").read_text() == "<sdf/>"


def test_without_a_mark_of_what_was_sent_nothing_is_resumed(fuel: Fuel) -> None:
    fuel.has_validator, fuel.breaks = False, [100]
    assert fetcher(fuel)(fuel.url(f"{LAMP_URI}/3")) is not None
    assert [asked for _, asked in fuel.asked] == [None, None]


def test_errors_of_a_server_are_tried_again_a_few_times(fuel: Fuel) -> None:
    fuel.statuses = [503, 429, 500]
    assert fetcher(fuel)(fuel.url(f"{LAMP_URI}/3")) is not None
    assert len(fuel.asked) == 4
    fuel.statuses = [503] * 9
    with pytest.raises(DownloadFailed, match="answers with status 503"):
        fetcher(fuel)(fuel.url(f"{LAMP_URI}/1"))
    assert len(fuel.asked) == 8


def test_no_other_server_is_asked(fuel: Fuel) -> None:
    other = Fuel()
    for place in (f"http://{other.host}/x.zip", "https://example.org/x.zip", "file:///etc/passwd"):
        fuel.location = place
        with pytest.raises(DownloadFailed, match="leads to another server"):
            fetcher(fuel)(fuel.url(f"{LAMP_URI}/3"))
    fuel.location = "/1.0/again"
    with pytest.raises(DownloadFailed, match="from one address to the next"):
        fetcher(fuel)(fuel.url(f"{LAMP_URI}/3"))
    assert other.asked == []
    other.server.shutdown()
    other.server.server_close()


def test_a_server_that_hangs_is_given_up_and_not_asked_for_the_rest(fuel: Fuel) -> None:
    fuel.hangs = True
    bring = fetcher(fuel, BOUNDS._replace(silence=0.2, attempts=2))
    for name in ("a", "b", "c"):
        with pytest.raises(DownloadFailed, match=r"sent nothing for 0\.2 seconds"):
            bring(fuel.url(f"me/models/{name}"))
    assert [path for path, _ in fuel.asked] == ["/1.0/me/models/a/tip/a.zip"] * 2


def test_a_server_that_is_not_there_is_told(fuel: Fuel) -> None:
    bring = fetcher(fuel, BOUNDS._replace(attempts=2))
    fuel.server.shutdown()
    fuel.server.server_close()
    with pytest.raises(DownloadFailed, match=f"{fuel.host} cannot be reached"):
        bring(fuel.url("me/models/a"))


def test_a_download_is_bounded(fuel: Fuel, cache: Path) -> None:
    with pytest.raises(DownloadFailed, match="more than 100"):
        fetcher(fuel, BOUNDS._replace(size=100))(fuel.url(f"{LAMP_URI}/3"))
    with pytest.raises(DownloadFailed, match="took more than 0 seconds"):
        fetcher(fuel, BOUNDS._replace(seconds=0))(fuel.url(f"{LAMP_URI}/3"))
    assert not list(cache.rglob("model.sdf"))


@pytest.mark.parametrize("name", ["Repr-Digest", "Digest"])
def test_a_fingerprint_is_compared_where_the_server_gives_one(name: str, fuel: Fuel) -> None:
    def given(data: bytes) -> str:
        text = base64.b64encode(hashlib.sha256(data).digest()).decode()
        return f"sha-256=:{text}:" if name == "Repr-Digest" else f"SHA-256={text}"

    fuel.headers = {name: given(b"something else")}
    with pytest.raises(DownloadFailed, match="something else than its fingerprint says"):
        fetcher(fuel)(fuel.url(f"{LAMP_URI}/3"))
    fuel.headers, fuel.breaks = {name: given(LAMP)}, [100]
    assert fetcher(fuel)(fuel.url(f"{LAMP_URI}/3")) is not None


@pytest.mark.parametrize("number", ["", "0", "-1", "1/../..", "many"])
def test_a_version_has_to_be_a_number(number: str, fuel: Fuel, tmp_path: Path) -> None:
    download = Download(fuel.url("open robotics/models/lamp/3/lamp.zip"), str(tmp_path / "a"), "lamp", BOUNDS)
    fuel.headers = {"X-Gz-Resource-Version": number}
    with pytest.raises(DownloadFailed, match="does not say which version"):
        download.run()


BRING_ONE = """
import sys
from bodyplan.cli.fuel.download import TransferBounds
from bodyplan.cli.fuel.fetcher import FuelFetcher
from bodyplan.cli.fuel.servers import servers_of

_, command, uri = sys.argv
print(FuelFetcher(servers_of(command) or {}, bounds=TransferBounds(connect=5, silence=5, seconds=60, pause=0))(uri))
"""


def test_two_processes_at_once_download_once(fuel: Fuel, cache: Path) -> None:
    call = [sys.executable, "-c", BRING_ONE, fuel.command, fuel.url(f"{LAMP_URI}/3")]
    both = [subprocess.Popen(call, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    found = {each.communicate()[0].strip() for each in both}
    assert found == {str(folder_of(cache, fuel, "open robotics/models/lamp/3"))}
    assert len(fuel.asked) == 1
    assert os.listdir(cache / ".bodyplan") == []


@pytest.mark.parametrize(
    ("command", "hosts"),
    [
        ("fuel", ["fuel.gazebosim.org"]),
        ("fuel https://fuel.gazebosim.org http://localhost:8007/", ["fuel.gazebosim.org", "localhost:8007"]),
        ("./fuel", None),
        ("bring fuel", None),
    ],
)
def test_servers_are_those_that_are_named(command: str, hosts: list[str] | None) -> None:
    found = servers_of(command)
    assert (None if found is None else list(found)) == hosts


@pytest.mark.parametrize(
    "server",
    ["http://example.org", "ftp://a", "example.org", "https://a/b", "https://me@a", "http://localhost.example.org"],
)
def test_a_server_without_a_safe_connection_is_refused(
    server: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(ValueError, match=re.escape(server)):
        servers_of(f"fuel {server}")
    assert main(["check", "--fetch", f"fuel {server}", write_world(tmp_path / "w.sdf")]) == 2
    assert "--fetch" in capsys.readouterr().err


def test_a_folder_does_not_switch_it_on(fuel: Fuel, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bodyplan.toml").write_text(f'fetch = "{fuel.command}"\n')
    world = write_world(tmp_path / "w.sdf", fuel.url(f"{LAMP_URI}/3"))
    assert main(["check", world]) == 1
    assert "BP927: 'fetch' has no effect" in capsys.readouterr().err
    assert fuel.asked == []
    assert main(["check", world, "--trust"]) == 0
    assert len(fuel.asked) == 1


def test_the_extra_is_named_where_it_is_not_installed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(fetch_command, "find_spec", lambda _: None)
    fetch_command.fuel_fetcher.cache_clear()
    assert main(["check", "--fetch", "fuel", write_world(tmp_path / "w.sdf")]) == 2
    assert needs("requests", "fuel") in capsys.readouterr().err

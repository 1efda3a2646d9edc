"""The live page: it follows the files that it comes from, answers this machine alone, and serves nothing else."""

from __future__ import annotations

import http.client
import json
import os
import socket
import threading
from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

import pytest
from bodyplan.cli.main import parser_of
from bodyplan.cli.viewing import server as serving
from bodyplan.cli.viewing.documents import find_config_files, read_request
from bodyplan.cli.viewing.live_documents import LiveView
from bodyplan.cli.viewing.server import MOST_LISTENING, MOST_WAITING, PageServer

from .test_meshes import stl

ROBOT = '<robot name="r"><link name="a"/>{}</robot>'
BOX = '<link name="{}"><visual><geometry><box size="1 1 1"/></geometry></visual></link>'


def called(*words: str) -> Namespace:
    return parser_of(["view"]).parse_args(["view", *words])


def live_of(*words: str) -> LiveView:
    arguments = called(*words)
    return LiveView(lambda: read_request(arguments), find_config_files(arguments))


def document(live: LiveView) -> dict[str, Any]:
    found: dict[str, Any] = json.loads(live.text)["documents"][0]
    return found


def links(live: LiveView) -> list[str]:
    return [link["short"] for link in document(live)["links"]]


def write(path: Path, text: str) -> None:
    """Writes a file with another time than it had, however coarse the clock of the file system is."""
    before = path.stat().st_mtime_ns if path.exists() else 0
    path.write_text(text, encoding="utf-8")
    if path.stat().st_mtime_ns <= before:
        os.utime(path, ns=(before + 1_000_000, before + 1_000_000))


def test_a_changed_document_is_shown_again(tmp_path: Path) -> None:
    path = tmp_path / "r.urdf"
    write(path, ROBOT.format(""))
    live = live_of(str(path))
    while live.look():  # it was written as it was read
        pass
    number = live.number
    assert links(live) == ["world", "a"]
    assert not live.look()
    write(
        path, ROBOT.format('<link name="b"/><joint name="j" type="fixed"><parent link="a"/><child link="b"/></joint>')
    )
    assert live.look()
    assert links(live) == ["world", "a", "b"]
    assert live.number == number + 1


def test_an_include_that_changes_or_turns_up_is_shown(tmp_path: Path) -> None:
    model = '<sdf version="1.9"><model name="m"><link name="{}"/></model></sdf>'
    write(tmp_path / "w.sdf", '<sdf version="1.9"><world name="w"><include><uri>m.sdf</uri></include></world></sdf>')
    live = live_of(str(tmp_path / "w.sdf"))
    assert [finding["severity"] for finding in document(live)["findings"]] == ["warning"]
    write(tmp_path / "m.sdf", model.format("one"))
    assert live.look()
    assert links(live) == ["world", "one"]
    assert not document(live)["findings"]
    write(tmp_path / "m.sdf", model.format("two"))
    assert live.look()
    assert links(live) == ["world", "two"]


def test_files_that_xacro_takes_in_are_followed(tmp_path: Path) -> None:
    pytest.importorskip("xacro")
    head = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">'
    write(
        tmp_path / "r.urdf.xacro",
        f'{head}<xacro:arg name="side" default="left"/><xacro:include filename="parts.xacro"/>'
        '<xacro:part name="$(arg side)"/></robot>',
    )
    macro = head + '<xacro:macro name="part" params="name"><link name="{}${{name}}"/></xacro:macro></robot>'
    write(tmp_path / "parts.xacro", macro.format("arm_"))
    live = live_of(str(tmp_path / "r.urdf.xacro"), "--arg", "side:=right")
    assert links(live) == ["world", "arm_right"]
    write(tmp_path / "parts.xacro", macro.format("leg_"))
    assert live.look()
    assert links(live) == ["world", "leg_right"]


def test_arguments_of_the_configuration_are_followed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("xacro")
    head = '<robot name="r" xmlns:xacro="http://www.ros.org/wiki/xacro">'
    write(tmp_path / "r.urdf.xacro", f'{head}<xacro:arg name="side" default="left"/><link name="$(arg side)"/></robot>')
    live = live_of(str(tmp_path / "r.urdf.xacro"))
    assert links(live) == ["world", "left"]
    write(tmp_path / "bodyplan.toml", '[arguments]\nside = "right"\n')
    assert live.look()
    assert links(live) == ["world", "right"]
    write(tmp_path / "bodyplan.toml", "[arguments\n")
    assert not live.look()
    assert "bodyplan.toml" in capsys.readouterr().err
    assert not live.look()
    write(tmp_path / "bodyplan.toml", '[arguments]\nside = "middle"\n')
    assert live.look()
    assert links(live) == ["world", "middle"]


def test_a_broken_document_keeps_what_was_whole_and_tells_the_error(tmp_path: Path) -> None:
    path = tmp_path / "r.urdf"
    joint = '<joint name="j" type="{}"><parent link="a"/><child link="b"/></joint>'
    write(path, ROBOT.format('<link name="b"/>' + joint.format("fixed")))
    live = live_of(str(path))
    write(path, ROBOT.format('<link name="c"/><link name="b"/>' + joint.format("hinge")))
    assert live.look()
    assert links(live) == ["world", "a", "b"]
    (finding,) = (each for each in document(live)["findings"] if each["code"] == "BP107")
    assert document(live)["links"][finding["link"]]["short"] == "b"
    write(path, "<robot")
    assert live.look()
    assert links(live) == ["world", "a", "b"]
    assert {each["severity"] for each in document(live)["findings"]} == {"error"}
    write(path, ROBOT.format(""))
    assert live.look()
    assert links(live) == ["world", "a"]


def test_a_mesh_that_changes_gets_another_address(tmp_path: Path) -> None:
    path, mesh = tmp_path / "r.urdf", tmp_path / "a.stl"
    mesh.write_bytes(stl(1))
    write(
        path,
        '<robot name="r"><link name="a"><visual><geometry><mesh filename="a.stl"/></geometry></visual></link></robot>',
    )
    live = live_of(str(path))
    first = document(live)["meshes"][0]
    assert first["data"] is None
    assert first["href"].startswith("mesh/0?v=")
    mesh.write_bytes(stl(2))
    assert live.look()
    assert document(live)["meshes"][0]["href"] != first["href"]
    href = document(live)["meshes"][0]["href"]
    shown = live.serving.meshes[int(href.partition("?")[0].removeprefix("mesh/"))]
    assert shown is not None
    assert shown.data == stl(2)


def test_two_documents_are_both_followed(tmp_path: Path) -> None:
    for name in ("a.urdf", "b.urdf"):
        write(tmp_path / name, ROBOT.format(""))
    live = live_of(str(tmp_path / "a.urdf"), "--with", str(tmp_path / "b.urdf"))
    assert [len(each["differences"]) for each in json.loads(live.text)["documents"]] == [0, 0]
    write(tmp_path / "b.urdf", '<robot name="r"><link name="b"/></robot>')
    assert live.look()
    first, second = ([row["text"] for row in each["differences"]] for each in json.loads(live.text)["documents"])
    assert first == ["model r: canonical_link: a -> b", "link a: removed"]
    assert second == ["model r: canonical_link: a -> b", "link b: added"]


@pytest.fixture
def server(tmp_path: Path, small_page: None) -> Iterator[PageServer]:
    (tmp_path / "a.stl").write_bytes(stl(1))
    (tmp_path / "r.urdf").write_text(
        '<robot name="r"><link name="a"><visual><geometry><mesh filename="a.stl"/></geometry></visual></link></robot>',
        encoding="utf-8",
    )
    made = PageServer(live_of(str(tmp_path / "r.urdf")), "r.urdf", 0)
    thread = threading.Thread(target=made.serve_forever, args=(0.02,), daemon=True)
    thread.start()
    yield made
    made.live.end()
    made.shutdown()
    made.server_close()
    thread.join()


def asked(
    server: PageServer, path: str, host: str | None = None, method: str = "GET", **headers: str
) -> tuple[int, bytes, str]:
    """The answer to a request for something below the token."""
    return asked_outside(server, f"/{server.token}{path}", host, method, **headers)


def asked_outside(
    server: PageServer, path: str, host: str | None = None, method: str = "GET", **headers: str
) -> tuple[int, bytes, str]:
    connection = http.client.HTTPConnection("127.0.0.1", server.server_port)
    connection.putrequest(method, path, skip_host=True)
    for name, value in {"Host": host or f"localhost:{server.server_port}", **headers}.items():
        connection.putheader(name, value)
    connection.endheaders()
    answer = connection.getresponse()
    body, kind = answer.read(), answer.headers.get("Content-Type", "")
    connection.close()
    return answer.status, body, kind


def test_the_server_has_the_page_and_what_it_shows(server: PageServer) -> None:
    assert server.server_address[0] == "127.0.0.1"
    status, body, kind = asked(server, "/")
    assert (status, kind) == (200, "text/html; charset=utf-8")
    assert b'data-live="true"' in body
    status, body, kind = asked(server, "/scene.json", f"127.0.0.1:{server.server_port}")
    assert (status, kind) == (200, "application/json")
    assert json.loads(body)["documents"][0]["meshes"][0]["href"].startswith("mesh/0")
    assert asked(server, "/mesh/0?v=1")[:2] == (200, stl(1))
    assert asked(server, "/", method="HEAD")[:2] == (200, b"")


@pytest.mark.parametrize(
    "path", ["/mesh/1", "/texture/0", "/mesh/-1", "/mesh/0/..", "/../r.urdf", "/r.urdf", "/mesh/a.stl", "/%2e%2e/x", "/scene.json/"]
)  # fmt: skip
def test_the_server_has_nothing_else(path: str, server: PageServer) -> None:
    assert asked(server, path)[0] == 404


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "127.0.0.1", "localhost:1", "127.0.0.1.evil.example"]
)
def test_names_of_others_are_refused(host: str, server: PageServer) -> None:
    for path in ("/", "/scene.json", "/events", "/mesh/0"):
        assert asked(server, path, host)[0] == 403
        assert asked_outside(server, path, host)[0] == 403


@pytest.mark.parametrize("path", ["/", "/scene.json", "/events", "/mesh/0", "", "/none", "/favicon.ico"])
def test_who_does_not_know_the_address_gets_nothing(path: str, server: PageServer) -> None:
    for token in ("", "x", server.token[:-1], server.token + "x", server.token.swapcase()):
        before = f"/{token}" if token else ""
        status, body, _ = asked_outside(server, before + path or "/")
        assert (status, server.token.encode() in body) == (403, False)
    assert asked_outside(server, "//")[0] == 403
    assert len(server.token) >= 32


def test_each_server_has_an_address_of_its_own(server: PageServer) -> None:
    other = PageServer(server.live, "r.urdf", 0)
    other.server_close()
    assert server.token in server.url
    assert other.token != server.token


def test_pages_of_other_origins_are_refused(server: PageServer) -> None:
    port = server.server_port
    for origin in ("http://evil.example", "null", f"https://localhost:{port}", "http://localhost:1", ""):
        assert asked(server, "/scene.json", Origin=origin)[0] == 403, origin
    assert asked(server, "/scene.json", Origin=f"http://127.0.0.1:{port}")[0] == 200


@pytest.mark.parametrize("method", ["GET", "POST", "GET /\u00e9", "GET /" + "x" * 70000])
def test_every_answer_says_what_a_browser_may_do(method: str, server: PageServer) -> None:
    with socket.create_connection(("127.0.0.1", server.server_port)) as connection:
        connection.sendall(f"{method} / HTTP/1.1\r\nHost: x\r\n\r\n".encode())
        head = connection.makefile("rb").read().partition(b"\r\n\r\n")[0].decode().lower()
    assert "x-content-type-options: nosniff" in head
    assert "referrer-policy: no-referrer" in head
    assert "content-type: text/plain" in head


@pytest.mark.parametrize("sent", [b"", b"GET / HTTP/1.1\r\nHost: x\r\nX: "])
def test_idle_connections_keep_nobody_out(sent: bytes, server: PageServer) -> None:
    idle = []
    try:
        for _ in range(300):
            idle.append(socket.create_connection(("127.0.0.1", server.server_port)))
            idle[-1].sendall(sent)
            assert threading.active_count() < MOST_WAITING + 32
        assert asked(server, "/scene.json")[0] == 200
        assert idle[0].recv(1) == b""  # it made way
    finally:
        for connection in idle:
            connection.close()


def test_a_request_that_does_not_end_is_dropped(server: PageServer, monkeypatch: pytest.MonkeyPatch) -> None:
    with socket.create_connection(("127.0.0.1", server.server_port)) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nX: ")
        monkeypatch.setattr(serving, "REQUEST_SECONDS", 0.0)
        assert connection.recv(1) == b""


def test_so_many_pages_listen(server: PageServer, monkeypatch: pytest.MonkeyPatch) -> None:
    listening = []
    for _ in range(MOST_LISTENING):
        connection = socket.create_connection(("127.0.0.1", server.server_port))
        connection.sendall(
            f"GET /{server.token}/events HTTP/1.1\r\nHost: localhost:{server.server_port}\r\n\r\n".encode()
        )
        assert _told(connection.makefile("rb")) == server.live.number
        listening.append(connection)
    assert asked(server, "/events")[0] == 503
    assert asked(server, "/scene.json")[0] == 200
    for connection in listening:
        connection.close()


def test_the_address_is_not_among_the_words_of_a_call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setenv("DISPLAY", ":0")
    monkeypatch.setattr("webbrowser.open_new_tab", opened.append)
    serving._open("http://127.0.0.1:1/secret/", tmp_path)
    (address,) = opened
    assert "secret" not in address
    assert 'url=http://127.0.0.1:1/secret/"' in Path(url2pathname(urlsplit(address).path)).read_text()


def test_names_of_files_are_told_with_escapes(tmp_path: Path, small_page: None) -> None:
    name = "<script>\n\x1b[2J\u202e'\".urdf"
    (tmp_path / name).write_text(ROBOT.format(""), encoding="utf-8")
    title = read_request(called(str(tmp_path / name))).title
    assert title == "<script>\\n\\x1b[2J\\u202e'\".urdf"
    made = PageServer(live_of(str(tmp_path / name)), title, 0)
    made.server_close()
    assert b"<script>\\n" not in made.page
    assert b"&lt;script&gt;\\n" in made.page
    assert json.loads(made.live.text)["title"] == title


def test_the_server_only_answers(server: PageServer) -> None:
    assert asked(server, "/", method="POST")[0] == 404
    assert asked(server, "/select", method="POST")[0] == 400


def test_changes_are_told_while_they_happen(server: PageServer, tmp_path: Path) -> None:
    with socket.create_connection(("127.0.0.1", server.server_port)) as connection:
        connection.sendall(
            f"GET /{server.token}/events HTTP/1.1\r\nHost: localhost:{server.server_port}\r\n\r\n".encode()
        )
        stream = connection.makefile("rb")
        number = _told(stream)
        write(tmp_path / "r.urdf", ROBOT.format(""))
        assert server.live.look()
        assert _told(stream) == number + 1
        server.live.end()  # who listens is let go
        while stream.readline():
            pass


def _told(stream: Any) -> int:
    """The number of the next event."""
    while (line := stream.readline()) != b"event: scene\r\n" and line != b"event: scene\n":
        assert line, "the server hung up"
    return int(stream.readline().partition(b":")[2])

"""What calls bodyplan for others: hooks of pre-commit, the Action, pytest, ``python -m`` and the live view, in a hostile repository."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import urllib.error
import urllib.request
import zipfile
from pathlib import Path
from typing import Any

import pytest
from ruamel.yaml import YAML

from tests.hostile.conftest import Scene, report
from tests.hostile.machine import CHECKOUT, SECRET, limit, watched
from tests.hostile.ways import MODULES, robot, xacro
from tests.pipelines.test_action import steps_of

HOOKS: list[dict[str, Any]] = YAML(typ="safe").load(CHECKOUT / ".pre-commit-hooks.yaml")
ACTION: dict[str, Any] = YAML(typ="safe").load(CHECKOUT / "action.yml")


def committed(repository: Path) -> list[str]:
    """The names of files as git lists them: links are files, and folders, pipes and what is ignored are not."""
    found = []
    for folder, folders, names in os.walk(repository):
        links = [name for name in folders if os.path.islink(os.path.join(folder, name))]
        for name in (*names, *links):
            path = Path(folder, name)
            if path.is_symlink() or path.is_file():
                found.append(path.relative_to(repository).as_posix())
    return sorted(name for name in found if not name.startswith(".git/"))


@pytest.mark.slow
@pytest.mark.parametrize("hook", HOOKS, ids=[hook["id"] for hook in HOOKS])
def test_hooks_do_nothing_else(hook: dict[str, Any], scene: Scene) -> None:
    names = [name for name in committed(scene.repository) if re.search(hook["files"], name)]
    assert any(name.startswith("names/") for name in names)
    # those at the root would be options, if anything took a name for one
    for name in ("--fetch=.evil.urdf", "--config=x.sdf", "-o.urdf", "--trust.urdf", "--output-file=x.urdf"):
        (scene.repository / name).write_text("<robot name='r'><link name='l'/></robot>")
        names.append(name)
    before = scene.machine.state(scene.root)
    written = [scene.repository / name for name in names if not (scene.repository / name).is_symlink()]
    done = scene.machine.run([*hook["entry"].split(), *names], scene.repository)
    named = written if "--fix" in hook["entry"] or " format " in hook["entry"] else []
    assert done.status in (0, 1, 2)
    assert b"--trust.urdf" in done.out or hook["id"] == "bodyplan-format"
    report([*scene.problems("hook", done.out, done.effects, named, raw=False), *scene.changed(before, named)])


def message(method: str, number: int | None = None, **values: Any) -> bytes:
    """What an editor says to the language server."""
    named = {} if number is None else {"id": number}
    data = json.dumps({"jsonrpc": "2.0", **named, "method": method, "params": values}).encode()
    return b"Content-Length: %d\r\n\r\n" % len(data) + data


@pytest.mark.slow
@pytest.mark.parametrize("options", [(), ("--confine",)], ids=["plain", "confined"])
def test_language_server_does_nothing_else(options: tuple[str, ...], scene: Scene) -> None:
    pytest.importorskip("pygls", reason="the extra lsp is not installed")
    path = scene.repository / "configured" / "robot.urdf"
    text, document = path.read_text(), {"uri": path.as_uri()}
    said = [
        message("initialize", 0, processId=None, rootUri=scene.repository.as_uri(), capabilities={}),
        message("initialized"),
        message("textDocument/didOpen", textDocument={**document, "languageId": "xml", "version": 1, "text": text}),
        message("textDocument/documentSymbol", 1, textDocument=document),
        message("textDocument/completion", 2, textDocument=document, position={"line": 1, "character": 1}),
        message("textDocument/hover", 3, textDocument=document, position={"line": 1, "character": 2}),
        message("shutdown", 4),
        message("exit"),
    ]
    before = scene.machine.state(scene.root)
    words = ["bodyplan", "lsp", "--stdio", *options]
    done = scene.machine.run(words, scene.repository, stdin=b"".join(said))
    assert done.status == 0
    assert all(b'"id":%d' % number in done.out.replace(b" ", b"") for number in range(5))
    report([*scene.problems("editor", done.out, done.effects, (), raw=True), *scene.changed(before, ())])


def wheel(folder: Path) -> None:
    """A wheel that brings what is watched instead of bodyplan itself, so that nothing has to be built."""
    info = "bodyplan-9.9.9.dist-info"
    files = {
        "watched.pth": watched(),
        f"{info}/METADATA": "Metadata-Version: 2.1\nName: bodyplan\nVersion: 9.9.9\n",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: tests\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": "[console_scripts]\nbodyplan = bodyplan.cli.main:main\n",
    }
    files[f"{info}/RECORD"] = "".join(f"{name},,\n" for name in (*files, f"{info}/RECORD"))
    folder.mkdir()
    with zipfile.ZipFile(folder / "bodyplan-9.9.9-py3-none-any.whl", "w") as file:
        for name, text in files.items():
            file.writestr(name, text)


@pytest.mark.slow
def test_action_does_nothing_else(scene: Scene) -> None:
    wheel(scene.root.parent / "wheels")
    settings = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(scene.root.parent / "wheels"), "PIP_NO_CACHE_DIR": "1"}
    before = scene.machine.state(scene.root)
    done = steps_of(
        ACTION,
        {"version": "9.9.9", "paths": "names\nnames/*.urdf\ntexts\nconfigured\nmeshes\nuris\nxacro-reads"},
        scene.repository,
        scene.machine.environment(**settings),
        {"steps.python.outputs.python-path": str(scene.machine.python)},
        CHECKOUT,
    )
    made = (scene.root / "temporary", scene.root / "outputs", scene.repository / "bodyplan.sarif")
    output = done.said.encode() + made[2].read_bytes()
    problems = scene.problems("action", output, scene.machine.effects(), made, raw=False)
    report([*problems, *scene.changed(before, made)])
    assert done.outputs["status"] == "1", done.said[-3000:]
    commands = {line for line in done.said.splitlines() if line.startswith("::")}
    assert commands
    assert [
        line for line in commands if not re.match(r"::(error|warning|notice) (file=[^,]*,line=|title=)", line)
    ] == []
    json.loads(made[2].read_text(encoding="utf-8"))


@pytest.mark.slow
@pytest.mark.parametrize("is_confined", [False, True])
def test_pytest_does_nothing_else(is_confined: bool, scene: Scene) -> None:
    before = scene.machine.state(scene.root)
    report_file = scene.out / "junit.xml"
    more = ["--bodyplan-confine"] if is_confined else []
    words = [
        "pytest",
        "--bodyplan",
        "-p",
        "no:cacheprovider",
        f"--junitxml={report_file}",
        *more,
        "configured",
        "texts",
        "uris",
        "links/r.urdf",
    ]
    done = scene.machine.run(words, scene.repository)
    assert done.status == 1, done.out[-500:]
    assert b"BP" in done.out
    mode = "confined" if is_confined else "plain"
    output = done.out + report_file.read_bytes()
    problems = scene.problems(mode, output, done.effects, (scene.out,), raw=False)
    report([*problems, *scene.changed(before, (scene.out,))])


@pytest.mark.parametrize("words", [("-m", "bodyplan"), ("-I", "-B", "-m", "bodyplan")])
def test_python_m_imports_nothing_of_the_folder(words: tuple[str, ...], scene: Scene) -> None:
    """But for what ``-m`` itself imports before bodyplan is begun, which ``-I`` keeps Python from."""
    folder, empty = scene.out / "modules", scene.out / "empty"
    for each in (folder, empty):
        each.mkdir()
    (empty / "loaded.py").write_text("import sys; print(*sys.modules)")
    loaded = scene.machine.run([str(scene.machine.python), "-m", "loaded"], empty).out.decode().split()
    for name in set(MODULES) - (set() if "-I" in words else {"bodyplan", *(each.split(".")[0] for each in loaded)}):
        (folder / f"{name}.py").write_text(f"open({str(scene.outside / 'ran')!r}, 'a').write(__name__)\n")
    (folder / "r.urdf").write_text(robot())
    (folder / "r.urdf.xacro").write_text(xacro("<link name='a${1}'/>"))
    before = scene.machine.state(scene.root)
    for command in (("check", "."), ("xacro", "r.urdf.xacro"), ("view", "r.urdf", "-o", "-")):
        done = scene.machine.run([str(scene.machine.python), *words, *command], folder)
        problems = scene.problems("plain", done.out, done.effects, (scene.out,), raw=command[0] == "view")
        report([*problems, *scene.changed(before, ())])
        assert done.status in (0, 1), done.out


@pytest.mark.slow
def test_live_view_shows_nothing_to_others(scene: Scene) -> None:
    before = scene.machine.state(scene.root)
    scene.machine.log.write_bytes(b"")
    process = subprocess.Popen(
        ["bodyplan", "view", "--no-open", "--port", "0", "--confine", "meshes/r.urdf"],
        cwd=scene.repository,
        env=scene.machine.environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        preexec_fn=limit,  # noqa: PLW1509 - the tests have no threads of their own
    )
    assert process.stdout is not None
    said = b""
    while b"http://127.0.0.1:" not in said:
        line = process.stdout.readline()
        assert line, said
        said += line
    address = re.search(rb"http://127\.0\.0\.1:\d+/", said)
    whole = re.search(rb"http://127\.0\.0\.1:\d+/[^/ ]+/", said)
    assert address is not None
    assert whole is not None
    with pytest.raises(urllib.error.HTTPError, match="403"):
        urllib.request.urlopen(address[0].decode())
    shown = b"".join(urllib.request.urlopen(whole[0].decode() + path).read() for path in ("scene.json", ""))
    process.send_signal(signal.SIGINT)
    said += process.communicate()[0]
    assert process.returncode == 0
    assert SECRET.encode() not in shown
    problems = scene.problems("live", said + shown, scene.machine.effects(), (), raw=False)
    report([*problems, *scene.changed(before, ())])

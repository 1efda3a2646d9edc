"""What ``bodyplan review`` says of commits, and that nothing which a repository names runs."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest
from bodyplan.cli.main import main
from bodyplan.cli.markdown import code_span
from bodyplan.cli.reviewing.comment import MARKER

pytestmark = pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")

ARM = """<robot name="arm">
  <link name="base"/>
  <link name="hand"><inertial><mass value="{mass}"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <joint name="elbow" type="revolute"><parent link="base"/><child link="hand"/>
    <axis xyz="0 0 1"/><limit lower="-1" upper="{upper}" effort="1" velocity="1"/></joint>
</robot>
"""
PART = """<robot xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:macro name="wheel" params="n"><link name="${{n}}"><inertial><mass value="{mass}"/>
    <inertia ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link></xacro:macro>
</robot>
"""
CAR = """<robot name="car" xmlns:xacro="http://www.ros.org/wiki/xacro">
  <xacro:include filename="../parts/wheel.xacro"/>
  <xacro:wheel n="l"/>
</robot>
"""
WORLD = """<sdf version="1.9"><model name="m"><include><uri>model://part</uri><name>p</name></include></model></sdf>
"""
INCLUDED = """<sdf version="1.9"><model name="p"><link name="l"><inertial><mass>{mass}</mass></inertial></link></model></sdf>
"""
CONFIG = "<model><name>p</name><sdf version='1.9'>model.sdf</sdf></model>"

Git = Callable[..., str]


@pytest.fixture
def git(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Git:
    folder = tmp_path / "repository"
    folder.mkdir()
    monkeypatch.chdir(folder)
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")

    def call(*words: str) -> str:
        who = ("-c", "user.name=n", "-c", "user.email=n@example.org", "-c", "core.fsmonitor=false")
        return subprocess.run(["git", *who, *words], check=True, capture_output=True, text=True).stdout.strip()

    call("init", "-q", "-b", "main", ".")
    return call


def commit(git: Git, files: dict[str, str | None]) -> str:
    for name, text in files.items():
        path = Path(name)
        if text is None:
            path.unlink()
            continue
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    git("add", "-A")
    git("commit", "-q", "-m", "files")
    return git("rev-parse", "HEAD")


def review(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, dict[str, dict[str, object]]]:
    capsys.readouterr()
    status = main(["review", *words, "--format", "json"])
    return status, {each["path"]: each for each in json.loads(capsys.readouterr().out)["documents"]}


def test_changed_added_deleted_and_renamed_documents(git: Git, capsys: pytest.CaptureFixture[str]) -> None:
    before = ARM.format(mass=1, upper=1)
    one = commit(
        git,
        {
            "a.urdf": before,
            "gone.urdf": "<robot name='g'><link name='z'/></robot>",
            "old.urdf": ARM.format(mass=5, upper=3),
        },
    )
    two = commit(
        git,
        {
            "a.urdf": ARM.format(mass=2, upper=-2),
            "gone.urdf": None,
            "old.urdf": None,
            "sub/new.urdf": ARM.format(mass=6, upper=3),
            "added.urdf": "<robot name='n'><link name='a'/><link name='b'/></robot>",
        },
    )
    status, found = review(capsys, one, two)
    assert status == 1
    assert {path: (each["status"], each["was"]) for path, each in found.items()} == {
        "a.urdf": ("changed", None),
        "added.urdf": ("added", None),
        "gone.urdf": ("deleted", None),
        "sub/new.urdf": ("renamed", "old.urdf"),
    }
    assert [(d["name"], d["what"], d["new"]) for d in found["a.urdf"]["differences"]] == [  # type: ignore[attr-defined]
        ("hand", "mass", 2.0),
        ("elbow", "upper", -2.0),
    ]
    assert [f["code"] for f in found["a.urdf"]["new"]] == ["BP550"]  # type: ignore[attr-defined]
    assert [f["severity"] for f in found["added.urdf"]["new"]] == ["error"]  # type: ignore[attr-defined]
    assert [d["what"] for d in found["sub/new.urdf"]["differences"]] == ["mass"]  # type: ignore[attr-defined]
    assert found["sub/new.urdf"]["new"] == found["sub/new.urdf"]["gone"] == []
    status, found = review(capsys, two, one)
    assert status == 0, "the common ancestor of both is the end itself"
    assert found == {}


def test_what_is_gone(git: Git, capsys: pytest.CaptureFixture[str]) -> None:
    one = commit(git, {"a.urdf": ARM.format(mass=1, upper=-2)})
    commit(git, {"a.urdf": "\n<!-- moved -->\n" + ARM.format(mass=1, upper=2)})
    status, found = review(capsys, one, "HEAD")
    assert status == 0
    assert ([f["code"] for f in found["a.urdf"]["gone"]], found["a.urdf"]["new"]) == (["BP550"], [])  # type: ignore[attr-defined]


def test_layout_changes_nothing(git: Git, capsys: pytest.CaptureFixture[str]) -> None:
    one = commit(git, {"a.urdf": ARM.format(mass=1, upper=-2)})
    commit(git, {"a.urdf": ARM.format(mass="1.0", upper=-2).replace("\n", "\n\n")})
    status, found = review(capsys, one, "HEAD")
    assert (status, found["a.urdf"]["differences"], found["a.urdf"]["new"], found["a.urdf"]["gone"]) == (0, [], [], [])
    assert main(["review", one]) == 0
    text = capsys.readouterr().out
    assert "Nothing changed in meaning: `a.urdf`" in text
    assert main(["review", one, "-o", "../review.md"]) == 0
    assert capsys.readouterr().out == ""
    assert Path("../review.md").read_text(encoding="utf-8") == text


def test_robots_change_by_what_they_include(git: Git, capsys: pytest.CaptureFixture[str]) -> None:
    files = {"worlds/w.sdf": WORLD, "part/model.config": CONFIG, "part/model.sdf": INCLUDED.format(mass=1)}
    one = commit(git, {**files, "worlds/other.urdf": ARM.format(mass=1, upper=1)})
    commit(git, {"part/model.sdf": INCLUDED.format(mass=2)})
    _, found = review(capsys, one, "HEAD")
    assert {path: each["through"] for path, each in found.items()} == {
        "part/model.sdf": [],
        "worlds/w.sdf": ["part/model.sdf"],
    }
    assert [d["what"] for d in found["worlds/w.sdf"]["differences"]] == ["mass"]  # type: ignore[attr-defined]


def test_documents_in_xacro_change_by_their_parts(git: Git, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("xacro", reason="the extra xacro is not installed")
    one = commit(git, {"robots/car.urdf.xacro": CAR, "parts/wheel.xacro": PART.format(mass=1)})
    commit(git, {"parts/wheel.xacro": PART.format(mass=2)})
    _, found = review(capsys, one, "HEAD")
    assert found["robots/car.urdf.xacro"]["through"] == ["parts/wheel.xacro"]
    assert [d["what"] for d in found["robots/car.urdf.xacro"]["differences"]] == ["mass"]  # type: ignore[attr-defined]


def test_the_working_tree_is_the_head_where_none_is_named(git: Git, capsys: pytest.CaptureFixture[str]) -> None:
    commit(git, {"a.urdf": ARM.format(mass=1, upper=1), ".gitignore": "ignored.urdf\n"})
    Path("a.urdf").write_text(ARM.format(mass=2, upper=1), encoding="utf-8")
    Path("unknown.urdf").write_text(ARM.format(mass=2, upper=1), encoding="utf-8")
    Path("ignored.urdf").write_text(ARM.format(mass=2, upper=1), encoding="utf-8")
    os.makedirs("below", exist_ok=True)
    os.chdir("below")
    _, found = review(capsys, "main")
    assert {path: each["status"] for path, each in found.items()} == {"a.urdf": "changed", "unknown.urdf": "added"}


def test_a_change_is_what_came_after_the_common_ancestor(git: Git, capsys: pytest.CaptureFixture[str]) -> None:
    commit(git, {"a.urdf": ARM.format(mass=1, upper=1), "b.urdf": ARM.format(mass=1, upper=1)})
    git("checkout", "-q", "-b", "change")
    commit(git, {"a.urdf": ARM.format(mass=2, upper=1)})
    git("checkout", "-q", "main")
    commit(git, {"b.urdf": ARM.format(mass=3, upper=1)})
    _, found = review(capsys, "main", "change")
    assert list(found) == ["a.urdf"]


@pytest.mark.parametrize("words", [["nowhere"], ["--", "-x"], ["HEAD", "nowhere"], ["HEAD:a.urdf"]])
def test_what_is_no_commit(words: list[str], git: Git, capsys: pytest.CaptureFixture[str]) -> None:
    commit(git, {"a.urdf": ARM.format(mass=1, upper=1)})
    assert main(["review", *words]) == 2
    assert "bodyplan: " in capsys.readouterr().err


def test_a_folder_in_no_repository(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    if any((each / ".git").exists() for each in tmp_path.parents):
        pytest.skip("the temporary folder is in a repository")
    assert main(["review", "HEAD"]) == 2
    assert "in no Git repository" in capsys.readouterr().err


def test_names_are_only_texts(git: Git, capsys: pytest.CaptureFixture[str]) -> None:
    one = commit(git, {"a.urdf": ARM.format(mass=1, upper=1)})
    evil = "&lt;img src=x onerror=y>`a|`` @someone https://x.example --> ## [l](u)"
    commit(
        git,
        {
            "a.urdf": ARM.format(mass=1, upper=1).replace("hand", evil),
            "`|<b>.urdf": "<robot name='r'><link name='c'/><link name='d'/></robot>",
        },
    )
    main(["review", one, "HEAD"])
    text = capsys.readouterr().out
    assert text.startswith(f"{MARKER}\n")
    markup = (
        pytest.importorskip("markdown_it", reason="markdown-it-py is not installed")
        .MarkdownIt("gfm-like", {"linkify": False})
        .enable("table")
    )
    shown = markup.render(text)
    assert "<img" not in shown
    assert "<a " not in shown
    assert "<b>" not in shown
    assert "&lt;img src=x onerror=y&gt;`a|`` @someone" in shown


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("a", "`a`"),
        ("a`b", "``a`b``"),
        ("`", "`` ` ``"),
        ("a|b", r"`a\|b`"),
        ("a\nb", r"`a\nb`"),
        ("", ""),
        (" ", ""),
    ],
)
def test_code_in_markdown(text: str, code: str) -> None:
    assert code_span(text) == code


def test_a_comment_is_short_enough(git: Git, capsys: pytest.CaptureFixture[str]) -> None:
    one = commit(git, {"README": ""})
    links = "".join(f"<link name='{'x' * 150}{n}'/>" for n in range(300))
    files: dict[str, str | None] = {f"{n}.urdf": f"<robot name='r{n}'>{links}</robot>" for n in range(8)}
    commit(git, files)
    assert main(["review", one, "HEAD"]) == 1
    text = capsys.readouterr().out
    assert len(text) < 65_536
    assert "… there is more than is shown here." in text
    assert "more documents changed: `bodyplan review` shows them all." in text


@pytest.mark.skipif(os.name == "nt", reason="programs are shell scripts")
def test_nothing_that_a_repository_names_is_run(git: Git, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = commit(
        git, {"a.urdf": ARM.format(mass=1, upper=1), ".gitattributes": "*.urdf diff=evil filter=evil export-subst\n"}
    )
    commit(git, {"a.urdf": ARM.format(mass=2, upper=1)})
    blob = git("rev-parse", "HEAD:a.urdf")
    ran, program = tmp_path / "ran", tmp_path / "evil.sh"
    program.write_text(f"#!/bin/sh\necho ran >> {ran}\ncat\n")
    program.chmod(0o755)
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "secret.urdf").write_text(ARM.format(mass=7, upper=1))
    hooks = Path(".git/hooks")
    for hook in ("post-checkout", "post-index-change", "reference-transaction", "fsmonitor-watchman"):
        (hooks / hook).write_bytes(program.read_bytes())
        (hooks / hook).chmod(0o755)
    with open(".git/config", "a", encoding="utf-8") as config:
        config.write(
            f"[core]\n fsmonitor = {program}\n pager = {program}\n sshCommand = {program}\n editor = {program}\n"
            f" worktree = {outside}\n gitProxy = {program}\n hooksPath = {hooks.absolute()}\n"
            f'[diff]\n external = {program}\n[diff "evil"]\n textconv = {program}\n command = {program}\n'
            f'[filter "evil"]\n clean = {program}\n smudge = {program}\n process = {program}\n required = true\n'
            f'[tar "tar"]\n command = {program}\n[extensions]\n partialClone = origin\n'
            f'[remote "origin"]\n url = ext::{program}\n promisor = true\n uploadpack = {program}\n'
            f"[alias]\n cat-file = !{program}\n ls-tree = !{program}\n[protocol]\n allow = always\n"
            f'[protocol "ext"]\n allow = always\n[credential]\n helper = {program}\n'
        )
    for words in ([one], [one, "HEAD"]):
        _, found = review(capsys, *words)
        assert list(found) == ["a.urdf"], "and nothing of the folder that the repository names as its own"
    stored = Path(".git/objects", blob[:2], blob[2:])
    stored.chmod(0o600)
    stored.unlink()
    assert main(["review", one, "HEAD"]) == 2
    assert "a.urdf is not in this repository" in capsys.readouterr().err
    assert not ran.exists()


@pytest.mark.skipif(os.name == "nt", reason="links take a privilege")
def test_links_lead_nowhere_else(git: Git, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = commit(git, {"real.urdf": ARM.format(mass=1, upper=1)})
    secret = tmp_path / "secret.urdf"
    secret.write_text("<robot name='s'><link name='SENTINEL'/><link name='b'/></robot>")
    os.makedirs("a/b")
    for link, target in {
        "inside.urdf": "real.urdf",
        "absolute.urdf": str(secret),
        "up": "../..",
        "a/b/top": "../..",
        "a/b/out": "top/..",
        "a/b/out.urdf": "out/../../../../../../../../../.." + str(secret),
    }.items():
        os.symlink(target, link)
    git("add", "-A")
    git("commit", "-q", "-m", "links")
    for words in ([one, "HEAD"], [one]):
        assert main(["review", *words, "--format", "json"]) == 0
        out = capsys.readouterr().out
        assert "SENTINEL" not in out
        assert {each["path"] for each in json.loads(out)["documents"]} == {"inside.urdf"}


def test_configurations_of_commits_start_nothing(git: Git, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    one = commit(git, {"a.urdf": ARM.format(mass=1, upper=1)})
    ran = tmp_path / "ran"
    mesh = '<visual><geometry><mesh filename="foo://x.stl"/></geometry></visual>'
    commit(
        git,
        {
            "a.urdf": ARM.format(mass=1, upper=1).replace('<link name="base"/>', f'<link name="base">{mesh}</link>'),
            "bodyplan.toml": 'fetch = "./bring.sh"\n',
            "bring.sh": f"#!/bin/sh\ntouch {ran}\n",
        },
    )
    Path("bring.sh").chmod(0o755)
    git("add", "-A")
    git("commit", "-q", "--allow-empty", "-m", "mode")
    for words in ([one, "HEAD"], [one]):
        assert main(["review", *words]) in (0, 1)
    assert "BP927" in capsys.readouterr().err
    assert not ran.exists()


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The pictures that were taken; each holds the page that it is of."""
    paths: list[str] = []

    def save(page: str, path: str, size: tuple[int, int]) -> None:
        paths.append(path)
        Path(path).write_text(page)

    monkeypatch.setattr("bodyplan.cli.viewing.picture.save_picture", save)
    return paths


def test_pictures_show_what_means_something_else(git: Git, tmp_path: Path, taken: list[str]) -> None:
    for mass, name in ((1, "one"), (2, "two")):
        commit(
            git,
            {"arm.urdf": ARM.format(mass=mass, upper=1), "same.urdf": ARM.format(mass=1, upper=1) + f"<!-- {name} -->"},
        )
    out = tmp_path / "out" / "review.md"
    out.parent.mkdir()
    main(["review", "HEAD~1", "HEAD", "-o", str(out), "--pictures", str(out.parent / "shown here")])
    names = ("before", "after", "differences")
    assert taken == [str(out.parent / "shown here" / "1" / f"{name}.png") for name in names]
    images = " | ".join(f"![{name}](shown%20here/1/{name}.png)" for name in names)
    assert f"| {images} |" in out.read_text()
    pages = [Path(path).read_text() for path in taken]
    assert all("arm" in page for page in pages)
    assert pages[0] != pages[1]


def test_pictures_show_what_was_added_and_deleted(git: Git, tmp_path: Path, taken: list[str]) -> None:
    commit(git, {"gone.urdf": "<robot name='first'><link name='z'/></robot>", "broken.urdf": "<robot"})
    commit(
        git, {"gone.urdf": None, "broken.urdf": None, "new.urdf": ARM.format(mass=1, upper=1), "bad.urdf": "<robot>"}
    )
    out = tmp_path / "review.md"
    main(["review", "HEAD~1", "HEAD", "-o", str(out), "--pictures", str(tmp_path / "p")])
    assert taken == [str(tmp_path / "p" / "1" / "before.png"), str(tmp_path / "p" / "2" / "after.png")]
    assert "first" in Path(taken[0]).read_text()
    assert "elbow" in Path(taken[1]).read_text()
    text = out.read_text()
    assert "| before |\n| --- |\n| ![before](p/1/before.png) |" in text
    assert "| after |\n| --- |\n| ![after](p/2/after.png) |" in text


def test_a_comment_can_link_to_pictures_instead(
    git: Git, tmp_path: Path, taken: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    commit(git, {"arm.urdf": ARM.format(mass=1, upper=1)})
    commit(git, {"arm.urdf": ARM.format(mass=2, upper=1)})
    words = ["review", "HEAD~1", "HEAD", "--pictures-url", "https://x.example/runs/1 (a)#artifacts"]
    main([*words, "--pictures", str(tmp_path / "p")])
    assert len(taken) == 3
    text = capsys.readouterr().out
    assert "\n[Pictures](https://x.example/runs/1%20%28a%29#artifacts): `1`\n" in text
    assert "![" not in text
    assert main(words) == 2
    assert "--pictures-url is for --pictures" in capsys.readouterr().err

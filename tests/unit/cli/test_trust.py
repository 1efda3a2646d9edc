"""What a configuration that is found in a folder may decide, and how more is allowed."""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from bodyplan.cli.main import COMMANDS, main, parser_of
from bodyplan.cli.messages import WrongCall
from bodyplan.cli.settings import project as projects
from bodyplan.cli.settings.files import configuration_for, forget, user_configuration
from bodyplan.cli.settings.key_scope import REACH
from bodyplan.cli.settings.resolution import SettingsResolver
from bodyplan.cli.settings.settings import KEYS, LISTED
from bodyplan.diagnostics.diagnostic import Diagnostic

from tests.command_parsers import parsers

MODEL = '<sdf version="1.9"><model name="lamp"><link name="a"/></model></sdf>'
ROBOT = """<robot name="r">
  <link name="a"><visual><geometry><mesh filename="foo://x/y.obj"/></geometry></visual></link>
</robot>
"""

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture(autouse=True)
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The user's folder for configuration, which is not there yet."""
    monkeypatch.setenv("BODYPLAN_CONFIG_DIR", str(tmp_path / "own"))
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    forget()
    return tmp_path / "own"


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a stranger, in which the call is made."""
    folder = tmp_path / "project"
    folder.mkdir()
    (folder / "r.urdf").write_text(ROBOT)
    (folder / "s.urdf").write_text(ROBOT.replace('"r"', '"s"'))
    (folder / "m.sdf").write_text(MODEL)
    (folder / "x.urdf.xacro").write_text(ROBOT)
    program = folder / "bring.sh"
    program.write_text(f"#!/bin/sh\necho ran >> {tmp_path}/ran\n")
    program.chmod(0o755)
    monkeypatch.chdir(folder)
    return folder


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str]) -> Run:
    def call(*words: object) -> tuple[int, str, str]:
        forget()
        status = main([str(word) for word in words])
        return status, *capfd.readouterr()

    return call


def configure(folder: Path, text: str) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "bodyplan.toml").write_text(text)
    forget()
    return folder / "bodyplan.toml"


def decided(path: Path, **options: object) -> tuple[Any, list[Diagnostic]]:
    """What holds for a document, and what is warned of."""
    forget()
    warnings: list[Diagnostic] = []
    return SettingsResolver(Namespace(**options), warnings.append)(path).settings, warnings


READING = [
    ("check", "r.urdf"), ("check", "--confine", "r.urdf"), ("check", "--strict", "m.sdf"), ("check", "."),
    ("check", "--fix", "r.urdf"), ("check", "--diff", "r.urdf"), ("check", "--jobs", "2", "r.urdf", "s.urdf"),
    ("config", "show", "r.urdf"), ("resolve", "r.urdf"), ("pose", "r.urdf", "r::a"), ("print", "r.urdf"),
    ("format", "--check", "."), ("upgrade", "r.urdf"), ("convert", "r.urdf", "--to", "sdformat"),
    ("set", "r.urdf", "/robot/@name", "q"), ("rename", "r.urdf", "a", "b", "--diff"),
    ("attach", "r.urdf", "s.urdf", "--to", "a", "--prefix", "s_"), ("diff", "r.urdf", "r.urdf"), ("tree", "r.urdf"),
    ("inertia", "r.urdf"),
    ("graph", "r.urdf"), ("view", "r.urdf", "--with", "s.urdf", "-o", "-"), ("xacro", "x.urdf.xacro"),
    ("support", "r.urdf"), ("explain", "//link"), ("explain-uri", "foo://x/y.obj", "--from", "r.urdf"),
    ("explain-uri", "foo://x/y.obj"), ("assets", "r.urdf"), ("schema", "show", "urdf", "1.0", "//link"),
    ("schema", "diff", "1.11", "1.12", "--corpus", "."),
]  # fmt: skip
FETCHING = {"check", "resolve", "convert", "view", "explain-uri", "assets"}
"""Some commands that fetch what nothing else finds."""


@pytest.mark.parametrize("words", READING, ids=" ".join)
@pytest.mark.parametrize("named", [False, True])
def test_no_command_runs_what_a_folder_names(
    words: tuple[str, ...], named: bool, run: Run, project: Path, tmp_path: Path
) -> None:
    if "xacro" in words:
        pytest.importorskip("xacro", reason="the extra xacro is not installed")
    file = configure(project, 'fetch = "./bring.sh"\nextensions = ["evil_tags"]\n')
    (project / "evil_tags.py").write_text(f"open({str(tmp_path / 'ran')!r}, 'w')\n")
    if named:  # as with a file that comes with a pull request
        file = file.rename(project / "ci.toml")
    options = ("--config", "ci.toml") if named else ()
    sys.path.insert(0, str(project))
    try:
        status, _, said = run(*words, *options)
        isolated, _, quiet = run(*words, "--isolated")
    finally:
        sys.path.remove(str(project))
    assert not (tmp_path / "ran").exists()
    assert re.findall(r"^(\S+): warning BP927: '([\w-]+)' has no effect\b", said, re.MULTILINE) == [
        (f"{file.name}:1:1", "fetch"),
        (f"{file.name}:2:1", "extensions"),
    ]
    assert "run bodyplan trust ci.toml, or give --trust" in said if named else "run bodyplan trust ., or" in said
    assert (status, "BP927" in quiet) == (isolated, False)
    if words[0] in FETCHING and "r.urdf" in words and not {"--confine", "--jobs"} & {*words}:
        file.write_text('fetch = "./bring.sh"\n')
        run(*words, *options, "--trust")
        assert (tmp_path / "ran").exists()


WITHOUT = {
    "codegen": "compiles descriptions that the call names",
    "completion": "reads nothing",
    "doctor": "is about this machine and the folder that it is called in",
    "example": "writes what is in the package",
    "trust": "reads configurations alone",
    "schema report": "reads nothing",
    "schema scene": "reads nothing",
}
"""Commands that read no documents, and why."""


def test_every_command_that_reads_documents_has_the_same_options() -> None:
    wanted = {"--config", "--isolated", "--trust", "--confine"}
    seen = set()
    for name, parser in parsers(parser_of(COMMANDS), ""):
        options = {word for action in parser._actions for word in action.option_strings}
        reason = next((each for each in WITHOUT if f"{name} ".startswith(f"{each} ")), None)
        seen.add(reason)
        assert (wanted & options) == (wanted if reason is None else set()), name
    assert seen - {None} == WITHOUT.keys()


def test_every_key_says_how_far_it_reaches() -> None:
    assert [field for field in REACH if field not in LISTED.values()] == list(KEYS.values())
    assert REACH.keys() >= {*LISTED, *LISTED.values()}


@pytest.mark.parametrize(
    ("text", "refused"),
    [
        ('fetch = "bring"', '"bring" (a program to run)'),
        ('fetch = "fuel https://models.example.org"', '"fuel https://models.example.org" (downloads from a server)'),
        ('extensions = ["acme_tags"]', '"acme_tags" (a Python package to import)'),
        ('cache-dir = ".cache"', "/.cache\" (a folder to write to)"),
        ('search-paths = ["/"]', '"/" (outside of the project)'),
        ('search-paths = ["in", "../beside", "~"]', '/beside" (outside of the project), '),
        ('package-roots = ["link"]', '/link" (outside of the project)'),
        ('package-roots = ["in/../link/etc"]', '/link/etc" (outside of the project)'),
        ('extensions = ["/t/tags.toml"]', '"/t/tags.toml" (outside of the project)'),
        ('extensions = ["link/tags.toml"]', '/link/tags.toml" (outside of the project)'),
        ('baseline = "link/new.json"', '/link/new.json" (outside of the project)'),
    ],
)  # fmt: skip
def test_what_reaches_too_far_has_no_effect(text: str, refused: str, project: Path) -> None:
    (project / "in").mkdir()
    (project / "link").symlink_to("/")
    configure(project, f"strict = true\n{text}\n")
    settings, (warning,) = decided(project / "r.urdf")
    plain, none = decided(project / "r.urdf", isolated=True)
    field = KEYS[text.partition(" ")[0]]
    kept = (str(project / "in"),) if '"in"' in text else getattr(plain, field)
    assert (getattr(settings, field), settings.strict, none) == (kept, True, [])
    assert (warning.code, warning.line, warning.column, warning.severity) == ("BP927", 2, 1, "warning")
    assert refused in str(warning.detail)
    assert f"({refused.partition(' (')[2].rpartition(')')[0].partition(')')[0]})" in warning.message
    trusted, none = decided(project / "r.urdf", trust=True)
    assert (getattr(trusted, field) != kept, none) == (True, [])


@pytest.mark.parametrize(
    "text",
    [
        'search-paths = ["models", "in/link"]',
        'package-roots = ["."]',
        'extensions = ["tags.toml"]',
        'baseline = "known.json"',
        'fetch = ""',
        "confine = false",
        'select = ["BP1"]\nignore = ["BP2"]\ninclude = ["*.x"]\nexclude = ["a/"]\ntargets = ["drake"]\nstrict = true',
        'respect-gitignore = false\n[arguments]\narm = "/etc/passwd"\n[severity]\nBP1 = "note"\n[per-file-ignores]\n"*" = ["BP3"]',
    ],
)
def test_what_stays_in_the_project_needs_no_leave(text: str, project: Path) -> None:
    (project / "in").mkdir()
    (project / "in" / "link").symlink_to("..")
    configure(project, text)
    settings, warnings = decided(project / "r.urdf")
    assert (settings, warnings) == (decided(project / "r.urdf", trust=True)[0], [])


def test_the_project_is_the_repository_but_never_the_home_folder(tmp_path: Path) -> None:
    home, deep = tmp_path / "home", tmp_path / "home" / "src" / "repository" / "robots"
    deep.mkdir(parents=True)

    def is_inside(path: Path) -> bool:
        (deep / "pyproject.toml").write_text(f"[tool.bodyplan]\nsearch-paths = ['{path}']\n")
        return not decided(deep / "r.urdf")[1]

    configure(deep.parent, "")  # which is another configuration
    assert (is_inside(deep), is_inside(deep.parent)) == (True, False)
    (deep.parent / ".git").write_text("gitdir: elsewhere")  # as of a submodule
    projects._project_folder.cache_clear()
    assert (is_inside(deep), is_inside(deep.parent), is_inside(deep.parent.parent)) == (True, True, False)
    (deep.parent / ".git").unlink()
    (home / ".git").mkdir()
    projects._project_folder.cache_clear()
    assert (is_inside(deep), is_inside(deep.parent), is_inside(home / "models")) == (True, False, False)
    for folder in (home, tmp_path):
        configure(folder, 'search-paths = ["src"]')
        assert [each.code for each in decided(folder / "r.urdf")[1]] == ["BP927"]


def test_search_folders_of_a_stranger_do_not_undo_confining(run: Run, project: Path, tmp_path: Path) -> None:
    secret = tmp_path / "secret"
    (secret / "lamp").mkdir(parents=True)
    (secret / "lamp" / "model.sdf").write_text(MODEL)
    (project / "link").symlink_to(secret)
    (project / "w.sdf").write_text(
        '<sdf version="1.9"><world name="w"><include><uri>model://lamp/model.sdf</uri></include></world></sdf>'
    )
    for text in ('search-paths = ["link"]', 'package-roots = ["/"]', 'package-roots = ["l*"]'):
        configure(project, text)
        for options in (("--confine",), ()):
            status, out, said = run("check", "--no-cache", *options, "w.sdf")
            assert (status, "BP40" in out) == (1, True), text
            assert ("BP927" in said) == ("l*" not in text)
    configure(project, 'search-paths = ["link"]')
    assert run("check", "--no-cache", "--confine", "--trust", "w.sdf")[0] == 0


def test_a_warning_changes_neither_status_nor_reports(run: Run, project: Path) -> None:
    configure(
        project, 'fetch = "bring"\ncache-dir = "/nowhere"\nsearch-paths = ["/", "/etc", "/usr", "/opt", "/var"]\n'
    )
    for format in ("json", "sarif", "github", "junit"):
        status, out, said = run("check", "--strict", "--format", format, "m.sdf")
        assert (status, "BP927" in out) == (0, False)
        assert [said.count(f"'{key}' has no effect") for key in ("fetch", "cache-dir", "search-paths")] == [1, 1, 1]
        assert " and 2 more (" in said


def test_values_of_a_stranger_cannot_write_to_the_terminal(run: Run, project: Path) -> None:
    configure(project, 'extensions = ["bring \\u001b[2J"]\n')
    for words in (("check", "m.sdf"), ("config", "show", "m.sdf"), ("trust", ".")):
        _, out, said = run(*words)
        assert "\x1b" not in out + said
        assert "\\u001b[2J" in out + said


def test_nothing_is_written_where_a_folder_says(run: Run, project: Path, tmp_path: Path) -> None:
    configure(project, f'cache-dir = "{tmp_path}/planted"\n')
    assert run("check", "m.sdf")[0] == 0
    assert not (tmp_path / "planted").exists()


def test_own_configuration_holds_where_the_project_says_nothing(project: Path, own: Path) -> None:
    configure(own, 'strict = true\nfetch = "bring-model"\nsearch-paths = ["models", "/shared"]\ncache-dir = "cache"\n')
    settings, warnings = decided(project / "r.urdf")
    assert (settings.strict, settings.fetch, settings.cache_dir, warnings) == (
        True,
        "bring-model",
        str(own / "cache"),
        [],
    )
    assert settings.search_paths == (str(own / "models"), "/shared")
    configure(project, 'strict = false\nsearch-paths = ["here", "/shared", "/other"]\nfetch = "other"\n')
    settings, warnings = decided(project / "r.urdf")
    assert (settings.strict, settings.fetch) == (False, "bring-model")
    assert settings.search_paths == (str(project / "here"), "/shared")  # which the user names, too
    assert [("other" in str(each.detail), "/shared" in str(each.detail)) for each in warnings] == [
        (True, False),
        (True, False),
    ]
    configure(project, 'fetch = "bring-model"\n')
    assert decided(project / "r.urdf")[1] == []
    settings, warnings = decided(project / "r.urdf", isolated=True)
    assert (settings.strict, settings.fetch, warnings) == (False, "", [])


def test_own_confinement_is_not_undone_by_a_stranger(project: Path, own: Path) -> None:
    configure(own, "confine = true\n")
    configure(project, "confine = false\n")
    settings, (warning,) = decided(project / "r.urdf")
    assert settings.confine
    assert "'confine' has no effect (documents could name any file)" in warning.message
    assert not decided(project / "r.urdf", trust=True)[0].confine


def test_folders_can_be_trusted_in_the_own_configuration(project: Path, own: Path, tmp_path: Path, run: Run) -> None:
    configure(project, 'fetch = "./bring.sh"\n')
    (tmp_path / "ours").symlink_to(tmp_path)
    for text, count in (('["../ours"]', 0), ('["~/src"]', 1), ('["../projec"]', 1), ("[]", 1)):
        configure(own, f"trusted = {text}\n")
        assert len(decided(project / "r.urdf")[1]) == count, text
    configure(project, 'trusted = ["/"]\n')
    status, _, said = run("check", "m.sdf")
    assert (status, "'trusted' can only be set in the user's own configuration" in said) == (2, True)
    configure(own, 'trusted = "all"\n')
    with pytest.raises(WrongCall, match=r"bodyplan.toml:1: trusted has to be a list"):
        user_configuration()


def test_own_configuration_is_none_that_is_found(own: Path) -> None:
    configure(own, 'trusted = []\nfetch = "bring"\nstrict = true\n')
    (own / "models").mkdir()
    assert configuration_for(own / "models" / "r.urdf").file is None
    settings, warnings = decided(own / "models" / "r.urdf")
    assert (settings.strict, settings.fetch, warnings) == (True, "bring", [])
    settings, warnings = decided(own / "models" / "r.urdf", config=str(own / "bodyplan.toml"))
    assert (settings.fetch, warnings) == ("bring", [])


def test_trusting_a_folder_holds_until_a_file_changes(run: Run, project: Path, own: Path, tmp_path: Path) -> None:
    below = project / "below"
    file = configure(project, 'fetch = "./bring.sh"\nsearch-paths = ["/", "models"]\n')
    configure(below, "strict = true\n")
    configure(project / ".hidden", 'fetch = "x"\n')
    (tmp_path / "elsewhere").mkdir()
    other = configure(tmp_path / "elsewhere", 'fetch = "x"\n')
    (project / "link").symlink_to(tmp_path / "elsewhere")
    status, out, said = run("trust", ".")
    assert status == 0
    assert out.splitlines() == [
        str(file),
        f'  fetch: "{project}/bring.sh" (a program to run)',
        '  search-paths: "/" (outside of the project)',
        str(below / "bodyplan.toml"),
    ]
    assert "2 configurations trusted" in said
    store = own / "trusted.json"
    if os.name == "posix":
        assert [path.stat().st_mode & 0o777 for path in (own, store)] == [0o700, 0o600]
    assert json.loads(store.read_text())["files"].keys() == {str(file), str(below / "bodyplan.toml")}
    settings, warnings = decided(project / "r.urdf")
    assert (settings.fetch, settings.search_paths[0], warnings) == (str(project / "bring.sh"), "/", [])
    assert len(decided(other)[1]) == 1
    file.write_text(file.read_text() + "# more\n")
    settings, warnings = decided(project / "r.urdf")
    assert settings.fetch == ""
    assert ["changed since it was trusted" in each.message for each in warnings] == [True, True]
    run("trust", "below")  # which the file above does not apply to
    assert len(decided(project / "r.urdf")[1]) == 2
    run("trust", project)
    assert decided(project / "r.urdf")[1] == []
    status, out, said = run("trust", "--remove", ".")
    assert (status, sorted(out.splitlines())) == (0, sorted([str(file), str(below / "bodyplan.toml")]))
    assert "not trusted" in decided(project / "r.urdf")[1][0].message


def test_the_configuration_that_applies_to_a_folder_is_trusted(run: Run, project: Path) -> None:
    file = configure(project, 'fetch = "x"\n')
    (project / "robots").mkdir()
    assert run("trust", "robots")[:2] == (0, f'{file}\n  fetch: "x" (a program to run)\n')
    assert decided(project / "r.urdf")[1] == []
    file.write_text("stric = true\n")  # what cannot be read any more can go
    assert run("trust", "--remove", "robots")[0] == 0
    assert run("trust", ".")[0] == 2
    file.unlink()
    assert run("trust", "--remove", ".")[:2] == (0, f"{file}\n")
    assert run("trust", ".")[0] == 2


def test_a_file_that_a_call_names_is_trusted_by_its_name(run: Run, project: Path) -> None:
    (project / "ci.toml").write_text('fetch = "x"\n')
    assert len(decided(project / "r.urdf", config="ci.toml")[1]) == 1
    assert run("trust", "ci.toml")[0] == 0
    assert decided(project / "r.urdf", config="ci.toml")[1] == []
    assert run("trust", "--remove", "ci.toml")[0] == 0
    assert len(decided(project / "r.urdf", config="ci.toml")[1]) == 1
    assert run("trust", "missing")[0] == 2


def test_a_link_to_a_trusted_file_is_not_trusted(run: Run, project: Path, tmp_path: Path) -> None:
    ours = configure(tmp_path / "ours", 'fetch = "./bring.sh"\n')  # which would be another program in another folder
    run("trust", ours.parent)
    (project / "bodyplan.toml").symlink_to(ours)
    settings, warnings = decided(project / "r.urdf")
    assert (settings.fetch, len(warnings)) == ("", 1)


@pytest.mark.parametrize(
    "content",
    ["", "[]", "{", "null", '{"files": {}}', '{"bodyplan-trusted": 2, "files": {"FILE": "DIGEST"}}', "[" * 100_000, "\xff",
     '{"bodyplan-trusted": 1, "files": {"FILE": 1}}', '{"bodyplan-trusted": 1, "files": ["FILE"]}'],
)  # fmt: skip
def test_a_broken_store_trusts_nothing_and_says_so(content: str, run: Run, project: Path, own: Path) -> None:
    file = configure(project, 'fetch = "./bring.sh"\n')
    run("trust", ".")
    digest = json.loads((own / "trusted.json").read_text())["files"][str(file)]
    text = content.replace("FILE", str(file)).replace("DIGEST", digest)
    (own / "trusted.json").write_bytes(text.encode("latin-1"))
    settings, (warning,) = decided(project / "r.urdf")
    assert settings.fetch == ""
    assert f"{own / 'trusted.json'} is ignored: " in warning.message
    assert run("trust", ".")[0] == 0
    assert decided(project / "r.urdf")[1] == []


@pytest.mark.skipif(os.name != "posix", reason="permissions are those of POSIX")
@pytest.mark.parametrize(("name", "mode"), [("trusted.json", 0o666), ("trusted.json", 0o620), (".", 0o777)])
def test_a_store_that_others_could_have_written_is_ignored(
    name: str, mode: int, run: Run, project: Path, own: Path
) -> None:
    configure(project, 'fetch = "./bring.sh"\n')
    run("trust", ".")
    (own / name).chmod(mode)
    settings, (warning,) = decided(project / "r.urdf")
    assert settings.fetch == ""
    assert re.search(r"is ignored: others can write to it \(chmod go-w\)", warning.message)
    assert run("trust", ".")[0] == (2 if name == "." else 0)


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only the superuser gives files away")
@pytest.mark.parametrize("name", ["trusted.json", "."])
def test_a_store_of_another_user_is_ignored(name: str, run: Run, project: Path, own: Path) -> None:
    configure(project, 'fetch = "./bring.sh"\n')
    run("trust", ".")
    os.chown(own / name, 12345, -1)
    settings, (warning,) = decided(project / "r.urdf")
    assert settings.fetch == ""
    assert "is ignored: it belongs to another user" in warning.message


def test_what_holds_is_shown_with_what_has_no_effect(run: Run, project: Path, own: Path) -> None:
    configure(own, "strict = true\n")
    file = configure(project, 'fetch = "./bring.sh"\nsearch-paths = ["models", "/"]\n')
    status, out, _ = run("config", "show", ".")
    assert status == 0
    rows = {line.split()[0]: line for line in out.splitlines()[1:]}
    assert rows["strict"].endswith(str(own / "bodyplan.toml") + ":1")
    assert rows["fetch"].split(None, 2)[1:] == [
        '""',
        f'default; no effect for "{project}/bring.sh" (a program to run): not trusted',
    ]
    assert f'["{project}/models"]' in rows["search-paths"]
    assert f'{file}:2; no effect for "/" (outside of the project)' in rows["search-paths"]
    shown = json.loads(run("config", "show", "--format", "json", ".")[1])["settings"]
    assert shown["strict"] == {"value": True, "from": f"{own / 'bodyplan.toml'}:1"}
    assert shown["search-paths"]["value"] == [str(project / "models")]
    assert shown["search-paths"]["without-effect"] == ["/"]


def test_doctor_says_what_has_no_effect(run: Run, project: Path, own: Path) -> None:
    configure(own, "strict = true\n")
    configure(project, 'fetch = "./bring.sh"\npackage-roots = ["/"]\n')
    _, out, said = run("doctor")
    assert out.count("BP927") == 2
    assert str(own / "bodyplan.toml") in out
    assert "BP927" not in said


def test_a_live_page_trusts_no_file_that_changed(
    run: Run, project: Path, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    from bodyplan.cli.viewing.documents import find_config_files, read_request
    from bodyplan.cli.viewing.live_documents import LiveView

    file = configure(project, 'fetch = "./bring.sh"\n')
    run("trust", ".")
    arguments = parser_of(["view"]).parse_args(["view", "r.urdf"])
    live = LiveView(lambda: read_request(arguments), find_config_files(arguments))
    assert (tmp_path / "ran").exists()
    (tmp_path / "ran").unlink()
    capfd.readouterr()
    file.write_text('fetch = "./bring.sh --now"\n')
    assert live.look()
    assert not (tmp_path / "ran").exists()
    assert capfd.readouterr().err.count("changed since it was trusted") == 1
    (project / "r.urdf").write_text(ROBOT.replace('"a"', '"b"'))
    assert live.look()
    assert "BP927" not in capfd.readouterr().err  # it was said
    main(["trust", "."])
    assert live.look()
    assert (tmp_path / "ran").exists()


def test_programs_are_found_in_absolute_folders_of_the_path_alone(
    run: Run, project: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copy(project / "bring.sh", project / "bring")
    bin_folder = tmp_path / "bin"
    bin_folder.mkdir()
    for entry in ("", ".", os.curdir + os.sep):
        monkeypatch.setenv("PATH", os.pathsep.join((entry, str(bin_folder))))
        _, out, _ = run("check", "--no-cache", "--fetch", "bring", "r.urdf")
        assert "bring cannot be called: there is no such program on the path" in out
    assert not (tmp_path / "ran").exists()
    shutil.copy(project / "bring.sh", bin_folder / "bring")
    run("check", "--no-cache", "--fetch", "bring", "r.urdf")
    assert (tmp_path / "ran").exists()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("a" + ".a" * 100_000 + " = 1\n", "a key has more than 300 parts (at line 1)"),
        ("x = {" + "a." * 100_000 + "a = 1}\n", "a key has more than 300 parts (at line 1)"),
        ("[" + "a." * 100_000 + "a]\n", "a key has more than 300 parts (at line 1)"),
        ("a = " + "[" * 100_000, "recursion"),
        ("# " + "x" * (1 << 20), "at most 1048576 are read"),
        ("strict = " + "9" * 5000, "integer string conversion"),
        ("[arguments]\na = 0x" + "f" * 5000, "has a value that cannot be written"),
        ('search-paths = ["a\\u0000b"]', "has to be a path"),
        ('search-paths = ["~no-such-user/x"]', ""),
        ('fetch = "a\\u0000b"', "has to be a command"),
        ('extensions = ["a\\u0000b"]', "has to be a list of tables and packages"),
        ("tool = 1\n", "there is no key 'tool'"),
    ],
)
def test_a_configuration_of_a_stranger_ends_in_one_message(text: str, said: str, run: Run, project: Path) -> None:
    configure(project, text)
    status, _, told = run("check", "m.sdf")
    assert (status, said in told) == (2 if said else 0, True), told[:1000]
    (project / "bodyplan.toml").unlink()
    (project / "pyproject.toml").write_text(text)  # which may be whatever it likes
    assert run("check", "m.sdf")[0] == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_configuration_is_a_regular_file(run: Run, project: Path) -> None:
    os.mkfifo(project / "bodyplan.toml")
    assert run("check", "m.sdf")[0] == 2
    (project / "bodyplan.toml").unlink()
    (project / "bodyplan.toml").symlink_to("/dev/zero")
    status, _, said = run("check", "m.sdf")
    assert (status, "it is no regular file" in said) == (2, True)

"""Every command in a hostile repository, under an audit hook and a file watcher: nothing but what is on the list happens."""

from __future__ import annotations

import argparse
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest
from bodyplan.cli.main import COMMANDS, parser_of
from bodyplan.cli.settings.settings import KEYS

from tests.command_parsers import parsers
from tests.hostile import ways
from tests.hostile.conftest import Call, Scene, report
from tests.hostile.forms import ABOUT_NO_DOCUMENT, COSTLY, COSTLY_IN_XACRO, FORMS, LEFT_OUT, LOOKING, TRUSTING
from tests.hostile.ways import WAYS, Way

MODES = ("plain", "confined")


def all_parsers() -> dict[str, argparse.ArgumentParser]:
    return dict(parsers(parser_of(set(COMMANDS)), ""))


# -- nothing is forgotten ------------------------------------------------------------------------------------------


def test_every_command_is_called_with_each_of_its_options() -> None:
    assert sorted(COMMANDS.keys() - FORMS.keys() - LEFT_OUT.keys()) == [], "a new command needs calls in forms.py"
    assert sorted(FORMS.keys() - COMMANDS.keys()) == []
    forgotten = []
    for name, parser in all_parsers().items():
        command, _, action = name.partition(" ")
        if name in LEFT_OUT:
            continue
        calls = [form.words.split() for form in FORMS[command]]
        called = {word for words in calls if not action or words[0] == action for word in words}
        if not any(not action or words[:1] == [action] for words in calls):
            forgotten.append(name)
        for each in parser._actions:
            options = set(each.option_strings)
            if options and not options & (called | LEFT_OUT.keys() | {"--help"}):
                forgotten.append(f"{name} {'|'.join(sorted(options))}")
    assert forgotten == [], "a new option needs a call in forms.py, or a reason in LEFT_OUT"


def test_what_is_left_out_is_there() -> None:
    options = {
        option for parser in all_parsers().values() for each in parser._actions for option in each.option_strings
    }
    assert sorted(LEFT_OUT.keys() - options - COMMANDS.keys() - all_parsers().keys()) == []


def test_every_key_of_a_configuration_has_a_hostile_value() -> None:
    assert ways.KEYS.keys() == KEYS.keys(), "a new key needs a hostile value in ways.py"


def test_every_command_that_reads_documents_can_be_kept_from_them() -> None:
    lacking = {
        name: missing
        for name, parser in all_parsers().items()
        if name.partition(" ")[0] not in ABOUT_NO_DOCUMENT
        and (missing := set(TRUSTING) - {option for each in parser._actions for option in each.option_strings})
    }
    assert lacking == {}


# -- the commands --------------------------------------------------------------------------------------------------


def documents(way: Way) -> list[str]:
    """The documents of a way that commands are called with."""
    endings = (".urdf", ".sdf", ".skel", ".dmd.yaml", ".urdf.xacro")
    named = [name for name in way.files if name.endswith(endings) and not name.startswith("../")]
    return [f"{way.name}/{name}" for name in named] or (
        [f"{way.name}/r.urdf"] if way.name.startswith("configuration-") else []
    )


def calls_of(scene: Scene, way: Way, mode: str) -> Iterator[Call]:
    """The calls with a way: of each command one, of some with documents beside the main one, and all with the first way."""
    for document in documents(way):
        is_main = way.document is not None and document == f"{way.name}/{way.document}"
        for command, forms in FORMS.items():
            if way is WAYS[0] and is_main:
                chosen = forms
            elif command in ABOUT_NO_DOCUMENT or not (is_main or command in LOOKING):
                continue
            else:
                chosen = tuple(form for form in forms if "{document}" in form.words and "{folder}" not in form.words)[
                    :1
                ]
                if is_main and way.is_walked:
                    chosen += tuple(form for form in forms if form.words.endswith("{folder}"))[:1]
            for call in scene.calls(command, chosen, document, mode):
                # what is kept is made sure of for each run, which takes longer than the rest of it
                keeps = command != "check" or way.name in ("configured", "kept")
                yield call if keeps else call._replace(words=(*call.words, "--no-cache"))


@pytest.mark.slow
@pytest.mark.parametrize("mode", MODES)
def test_commands_with_what_tries_to_run_read_and_write(mode: str, whole_scene: Scene) -> None:
    calls = [call for way in WAYS if not way.is_costly for call in calls_of(whole_scene, way, mode)]
    report(whole_scene.drive(calls, mode))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(2))
def test_commands_with_what_takes_all_that_there_is(part: int, whole_scene: Scene) -> None:
    calls: list[Call] = []
    for way in [way for way in WAYS if way.is_costly][part::2]:
        for document in documents(way)[:3]:
            for command in COSTLY_IN_XACRO if document.endswith(".xacro") else COSTLY:
                taken = [
                    form for form in FORMS[command] if "{document}" in form.words and "{folder}" not in form.words
                ][:1]
                calls += whole_scene.calls(command, taken, document, "confined")
    report(whole_scene.drive(calls, "confined"))


@pytest.mark.slow
@pytest.mark.parametrize(
    "words",
    [
        ("check", "."),
        ("format", "--check", "."),
        ("check", "--confine", "--jobs", "2", "."),
        ("config", "show"),
        ("doctor",),
    ],
)
def test_commands_that_go_through_all_of_it(words: tuple[str, ...], scene: Scene) -> None:
    mode = "confined" if "--confine" in words else "plain"
    before = scene.machine.state(scene.root)
    done = scene.machine.run(["bodyplan", *words], scene.repository)
    problems = scene.problems(mode, done.out, done.effects, (), raw=False)
    report([*problems, *scene.changed(before, ())])
    assert done.status in (0, 1, 2)


@pytest.mark.slow
def test_each_command_started_as_a_program(scene: Scene) -> None:
    """What is imported late comes from Python and from bodyplan, although the folder has a module of each name."""
    found: list[str] = []
    for command, forms in FORMS.items():
        for call in list(scene.calls(command, forms, "configured/robot.urdf", "plain"))[:1]:
            done = scene.machine.run(["bodyplan", *call.words], scene.repository)
            problems = scene.problems("plain", done.out, done.effects, (scene.out,), raw=command in ("format",))
            found += [f"{call.words}: {problem}" for problem in problems]
            assert done.status in (0, 1, 2), call.words
    report(found)
    assert not (scene.outside / "ran").exists()


# -- what watches --------------------------------------------------------------------------------------------------

EVIL = """
import os, subprocess, socket
open({outside!r} + "/ran", "w").close()
open({outside!r} + "/secret.txt").close()
exec(compile(open({repository!r} + "/numpy.py").read(), {repository!r} + "/numpy.py", "exec"))
subprocess.run(["true"])
socket.socket().close()
os.mkdir({outside!r} + "/made")
"""


def test_the_watch_sees_what_is_not_on_the_list(scene: Scene) -> None:
    script = scene.root.parent / "evil.py"
    script.write_text(EVIL.format(outside=str(scene.outside), repository=str(scene.repository)))
    before = scene.machine.state(scene.root)
    done = scene.machine.run([str(scene.machine.python), str(script)], scene.repository)
    assert done.status == 0, done.out
    others = scene.allowed("plain", script).others(done.effects)
    kinds = [(kind, Path(what).name if what.startswith("/") else "") for kind, what in others]
    assert ("write", "ran") in kinds
    assert ("run", "numpy.py") in kinds
    assert ("entry", "made") in kinds
    assert {"start", "socket.__new__"} <= {kind for kind, _ in kinds}
    assert ("read", "secret.txt") in [
        (kind, Path(what).name) for kind, what in scene.allowed("confined", script).others(done.effects)
    ]
    assert [Path(name).name for name in scene.changed(before, ())] == ["made", "ran"]


def test_the_watch_sees_what_isolated_programs_and_their_children_do(scene: Scene) -> None:
    code = "import subprocess, sys; subprocess.run([sys.executable, '-I', '-c', \"open('made', 'w')\"])"
    done = scene.machine.run([str(scene.machine.python), "-I", "-c", code], scene.out)
    assert ("write", str(scene.out / "made")) in done.effects
    assert subprocess.run(["true"], check=False).returncode == 0

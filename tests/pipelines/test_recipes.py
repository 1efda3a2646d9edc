"""The recipes of ``docs/pipelines.md`` for services: their lines fail on a faulty robot, and pass on a sound one."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from ruamel.yaml import YAML

from tests.docs.blocks import Block, blocks_of
from tests.pipelines.repositories import committed, released

GOOD = '<robot name="r"><link name="l"/></robot>\n'
BAD = '<robot name="r">\n  <link name="l"/>\n  <link name="l"/>\n</robot>\n'
ENVIRONMENT = ("python3 -m venv .venv", ". .venv/bin/activate")
"""Lines that make an environment, which the quick tests have already."""


class Recipe(NamedTuple):
    """The lines that a service runs, and the files that it takes afterwards."""

    lines: list[str]
    takes: list[str]


def github(text: str) -> Recipe:
    (job,) = YAML(typ="safe").load(text)["jobs"].values()
    return Recipe([step["run"] for step in job["steps"] if "run" in step], [])


def gitlab(text: str) -> Recipe:
    (job,) = YAML(typ="safe").load(text).values()
    assert job["artifacts"]["when"] == "always"
    return Recipe([*job["before_script"], *job["script"]], list(job["artifacts"]["reports"].values()))


def jenkins(text: str) -> Recipe:
    (script,) = re.findall(r"sh '''\n(.*?)'''", text, re.DOTALL)
    takes = re.findall(r"(?:pattern: |junit )'(.*?)'", text)
    return Recipe([line.strip() for line in script.splitlines() if line.strip()], takes)


def azure(text: str) -> Recipe:
    steps = YAML(typ="safe").load(text)["steps"]
    takes = [step["inputs"]["testResultsFiles"] for step in steps if "testResultsFiles" in step.get("inputs", {})]
    return Recipe([step["script"] for step in steps if "script" in step], takes)


READERS: dict[str, Callable[[str], Recipe]] = {
    ".github/workflows/models-by-hand.yml": github,
    ".gitlab-ci.yml": gitlab,
    "Jenkinsfile": jenkins,
    "azure-pipelines.yml": azure,
}


def recipe(checkout: Path, name: str) -> Recipe:
    (text,) = [block.text for block in page(checkout) if block.file == name]
    return READERS[name](text)


def page(checkout: Path) -> list[Block]:
    return blocks_of((checkout / "docs" / "pipelines.md").read_text(encoding="utf-8"))


def run(lines: list[str], folder: Path, environment: dict[str, str]) -> subprocess.CompletedProcess[str]:
    """Runs lines as services do: until one fails."""
    command = ["bash", "--noprofile", "--norc", "-e", "-c", "\n".join(lines)]
    return subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)


@pytest.mark.parametrize("name", READERS)
def test_recipe_fails_and_then_passes(name: str, checkout: Path, programs: dict[str, str], tmp_path: Path) -> None:
    lines, takes = recipe(checkout, name)
    assert "pip install bodyplan" in lines
    left = [line for line in lines if line not in ENVIRONMENT]
    for text, status in ((BAD, 1), (GOOD, 0)):
        (tmp_path / "robot.urdf").write_text(text)
        done = run(left, tmp_path, programs)
        assert done.returncode == status, done.stderr
        for file in takes:
            assert ("BP545" in (tmp_path / file).read_text()) == bool(status)
            (tmp_path / file).unlink()
        assert takes or ("::error file=robot.urdf,line=3" in done.stdout) == bool(status)


@pytest.mark.slow
def test_recipe_works_on_an_empty_machine(
    checkout: Path, machine: Callable[[], dict[str, str]], tmp_path: Path
) -> None:
    (tmp_path / "robot.urdf").write_text(BAD)
    lines, takes = recipe(checkout, ".gitlab-ci.yml")
    done = run(lines, tmp_path, machine())
    assert done.returncode == 1, done.stderr
    assert all("BP545" in (tmp_path / file).read_text() for file in takes)


AMENT = """
function(ament_add_test testname)
  cmake_parse_arguments(ARG "GENERATE_RESULT_FOR_RETURN_CODE_ZERO;SKIP_TEST"
    "OUTPUT_FILE;RESULT_FILE;RUNNER;SKIP_RETURN_CODE;TIMEOUT;WORKING_DIRECTORY"
    "APPEND_ENV;APPEND_LIBRARY_DIRS;COMMAND;ENV" ${ARGN})
  if(ARG_UNPARSED_ARGUMENTS OR NOT ARG_COMMAND)
    message(FATAL_ERROR "ament_add_test: ${ARG_UNPARSED_ARGUMENTS}")
  endif()
  add_test(NAME ${testname} COMMAND ${ARG_COMMAND} WORKING_DIRECTORY ${ARG_WORKING_DIRECTORY})
endfunction()
"""
"""Stands in for ROS: takes the arguments that ament_add_test takes, and adds the test."""


@pytest.mark.parametrize("name", ["CMakeLists.txt", "ament/CMakeLists.txt"])
def test_cmake_runs_the_check(name: str, checkout: Path, programs: dict[str, str], tmp_path: Path) -> None:
    (text,) = [block.text for block in page(checkout) if block.file == name]
    project, build = tmp_path / "project", tmp_path / "build"
    project.mkdir()
    (project / "CMakeLists.txt").write_text(text)
    (tmp_path / "ament").mkdir()
    (tmp_path / "ament" / "ament_cmake_testConfig.cmake").write_text(AMENT)
    (project / "robot.urdf").write_text(GOOD)
    environment = {**programs, "ament_cmake_test_DIR": str(tmp_path / "ament")}
    try:
        made = run([f'cmake -S "{project}" -B "{build}"'], tmp_path, environment)
    except FileNotFoundError:
        pytest.skip("there is no bash")
    if made.returncode == 127:
        pytest.skip("there is no cmake")
    assert made.returncode == 0, made.stderr
    test = [f'ctest --test-dir "{build}" --output-on-failure']
    done = run(test, tmp_path, environment)
    assert done.returncode == 0, done.stdout
    (project / "robot.urdf").write_text(BAD)
    done = run(test, tmp_path, environment)
    assert done.returncode != 0
    assert "robot.urdf:3:9: error BP545" in done.stdout


def hooks(checkout: Path) -> list[dict[str, object]]:
    content: list[dict[str, object]] = YAML(typ="safe").load(checkout / ".pre-commit-hooks.yaml")
    return content


def test_hooks_take_documents_and_manifests(checkout: Path) -> None:
    assert [hook["id"] for hook in hooks(checkout)] == ["bodyplan-check", "bodyplan-fix", "bodyplan-format"]
    names = ["a.sdf", "b/c.world", "d.URDF", "e.skel", "f.dmd.yaml", "m/model.config"]
    for hook in hooks(checkout):
        taken = [
            name
            for name in [*names, "a.sdf.bak", "x.yaml", "my_model.config", "sdf"]
            if re.search(str(hook["files"]), name)
        ]
        assert taken == (names[:4] if hook["id"] == "bodyplan-format" else names)


def test_pre_commit_understands_the_hooks(checkout: Path) -> None:
    pytest.importorskip("pre_commit", reason="pre-commit is not installed: pip install pre-commit")
    command = [sys.executable, "-m", "pre_commit", "validate-manifest", str(checkout / ".pre-commit-hooks.yaml")]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout


@pytest.mark.parametrize("id", ["bodyplan-check", "bodyplan-fix", "bodyplan-format"])
def test_hook_calls_what_there_is(id: str, checkout: Path, programs: dict[str, str], tmp_path: Path) -> None:
    (hook,) = [hook for hook in hooks(checkout) if hook["id"] == id]
    (tmp_path / "good.urdf").write_text('<robot name="r">\n  <link name="l"/>\n</robot>\n')
    done = run([f"{hook['entry']} good.urdf"], tmp_path, programs)
    assert done.returncode == 0, done.stderr


def test_hook_that_fixes_writes_what_is_safe(checkout: Path, programs: dict[str, str], tmp_path: Path) -> None:
    (hook,) = [hook for hook in hooks(checkout) if hook["id"] == "bodyplan-fix"]
    (tmp_path / "lamp.urdf").write_text('<robot name="r">\n  <lnk name="l"/>\n</robot>\n')
    done = run([f"{hook['entry']} lamp.urdf"], tmp_path, programs)
    assert (done.returncode, (tmp_path / "lamp.urdf").read_text()) == (
        0,
        '<robot name="r">\n  <link name="l"/>\n</robot>\n',
    )


@pytest.mark.slow
def test_pre_commit_fails_on_a_faulty_document_and_passes_on_a_sound_one(
    checkout: Path, machine: Callable[[], dict[str, str]], tmp_path: Path
) -> None:
    environment = machine()
    repository = released(checkout, tmp_path / "released", "v0")
    project = tmp_path / "project"
    project.mkdir()
    (project / "robot.urdf").write_text(BAD)
    (project / "notes.txt").write_text("no robot")
    committed(project)
    assert run(["pip install pre-commit"], project, environment).returncode == 0
    check = [f'pre-commit try-repo --all-files --ref v0 "{repository}" bodyplan-check']
    done = run(check, project, environment)
    assert done.returncode == 1, done.stdout + done.stderr
    assert "robot.urdf:3:9: error BP545" in done.stdout
    (project / "robot.urdf").write_text(GOOD)
    done = run(check, project, environment)
    assert done.returncode == 0, done.stdout + done.stderr
    assert re.search(r"^bodyplan check\.+Passed$", done.stdout, re.MULTILINE)

"""``action.yml``: its steps are run as GitHub runs them, but for the actions of others."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from ruamel.yaml import YAML

from tests.pipelines.expressions import filled, value_of
from tests.pipelines.repositories import released

GOOD = '<robot name="r"><link name="l"/></robot>\n'
BAD = '<robot name="r">\n  <link name="l"/>\n  <link name="l"/>\n</robot>\n'
DOUBTFUL = '<robot name="r">\n  <link name="l">\n    <colour/>\n  </link>\n</robot>\n'

PYTHON = """#!/bin/sh
# python -I -m venv FOLDER: makes what stands in for it; python -I -m pip …: notes what would be installed, and where
[ "$1" = -I ] || exit 9
if [ "$3" = venv ]; then
    mkdir -p "$4/bin"
    cp "$0" "$4/bin/python"
    printf '#!/bin/sh\\necho "$@" >> "$RUNNER_TEMP/calls"\\nexec "{python}" -m bodyplan.cli.main "$@"\\n' > "$4/bin/bodyplan"
    chmod +x "$4/bin/bodyplan"
else
    echo "$PWD" "$@" > "$RUNNER_TEMP/pip"
fi
"""


class Done(NamedTuple):
    """What a run of the action did."""

    status: int
    said: str
    outputs: dict[str, str]
    used: dict[str, dict[str, str]]
    """The actions of others that were called, with their inputs."""
    installed: str


Run = Callable[..., Done]


@pytest.fixture(scope="module")
def action(checkout: Path) -> dict[str, Any]:
    content: dict[str, Any] = YAML(typ="safe").load(checkout / "action.yml")
    return content


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "project").mkdir()
    (tmp_path / "project" / "good.urdf").write_text(GOOD)
    return tmp_path / "project"


@pytest.fixture
def run(action: dict[str, Any], project: Path, programs: dict[str, str], tmp_path: Path, checkout: Path) -> Run:
    python = tmp_path / "python"
    python.write_text(PYTHON.replace("{python}", sys.executable))
    python.chmod(0o755)

    def act(
        environment: dict[str, str] = programs,
        python: str = str(python),
        source: Path = checkout,
        event: dict[str, str] | None = None,
        **inputs: str,
    ) -> Done:
        outputs = {"steps.python.outputs.python-path": python, **(event or {})}
        return steps_of(action, inputs, project, environment, outputs, source)

    return act


def steps_of(
    action: dict[str, Any],
    inputs: dict[str, str],
    project: Path,
    environment: dict[str, str],
    outputs: dict[str, str],
    source: Path,
) -> Done:
    """Runs the steps one after the other, until one fails."""
    given = {name.replace("_", "-"): value for name, value in inputs.items()}
    assert given.keys() <= action["inputs"].keys()
    names = {f"inputs.{name}": given.get(name, row["default"]) for name, row in action["inputs"].items()}
    names |= {"github.action_path": str(source), **outputs}
    temporary, file = project.parent / "temporary", project.parent / "outputs"
    temporary.mkdir()
    status, said, used = 0, "", dict[str, dict[str, str]]()
    for step in action["runs"]["steps"]:
        if "if" in step and not value_of(step["if"], names):
            continue
        if "uses" in step:
            used[step["uses"].partition("@")[0]] = {key: filled(value, names) for key, value in step["with"].items()}
            continue
        file.write_text("")
        assert step["shell"] == "bash"
        done = subprocess.run(
            ["bash", "--noprofile", "--norc", "-e", "-o", "pipefail", "-c", step["run"]],
            cwd=project,
            env={
                **environment,
                "RUNNER_TEMP": str(temporary),
                "GITHUB_OUTPUT": str(file),
                **{name: filled(value, names) for name, value in step.get("env", {}).items()},
            },
            capture_output=True,
            text=True,
            check=False,
        )
        status, said = done.returncode, said + done.stdout + done.stderr
        if "id" in step:
            written = dict(line.split("=", 1) for line in file.read_text().splitlines())
            names |= {f"steps.{step['id']}.outputs.{name}": value for name, value in written.items()}
        if status:
            break
    made = {name: filled(row["value"], names) for name, row in action["outputs"].items()}
    installed = temporary / "pip"
    return Done(status, said, made, used, installed.read_text() if installed.exists() else "")


def test_scripts_hold_no_expressions(action: dict[str, Any]) -> None:
    scripts = [step["run"] for step in action["runs"]["steps"] if "run" in step]
    assert len(scripts) == 3
    assert [script for script in scripts if "${{" in script] == []


def test_every_input_and_output_is_described_and_used(action: dict[str, Any], checkout: Path) -> None:
    used = set(re.findall(r"inputs\.([\w-]+)", (checkout / "action.yml").read_text()))
    assert used == action["inputs"].keys()
    page = (checkout / "docs" / "pipelines.md").read_text()
    for name, row in action["inputs"].items():
        assert row["description"].endswith(".")
        shown = re.search(rf"^\| `{name}` \| .* \| (.*) \|$", page, re.MULTILINE)
        assert shown, name
        assert not row["default"] or shown[1] == f"`{row['default']}`", name


def test_faulty_document_is_annotated_uploaded_and_fails_the_job(run: Run, project: Path, checkout: Path) -> None:
    (project / "deep").mkdir()
    (project / "deep" / "bad.urdf").write_text(BAD)
    done = run()
    assert (done.status, done.outputs) == (1, {"status": "1", "sarif-file": "bodyplan.sarif"}), done.said
    assert re.search(r"^::error file=deep/bad\.urdf,line=3,col=9,", done.said, re.MULTILINE)
    assert done.used["github/codeql-action/upload-sarif"] == {"sarif_file": "bodyplan.sarif", "category": "bodyplan"}
    assert done.installed.split()[0] == str(project.parent / "temporary")
    assert done.installed.split()[-1] == f"{checkout}[xacro]"
    (result,) = json.loads((project / "bodyplan.sarif").read_text())["runs"][0]["results"]
    assert result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "deep/bad.urdf"


def test_sound_documents_pass(run: Run, project: Path) -> None:
    done = run()
    assert (done.status, done.outputs["status"]) == (0, "0"), done.said
    assert "::" not in done.said
    assert json.loads((project / "bodyplan.sarif").read_text())["runs"][0]["results"] == []


@pytest.mark.parametrize(
    ("inputs", "status"),
    [
        ({}, 0),
        ({"strict": "true"}, 1),
        ({"args": " --strict\n --jobs 1 "}, 1),
        ({"args": "--select BP3", "strict": "true"}, 0),
        ({"config": "strict.toml"}, 1),
        ({"strict": "true", "fail_on_error": "false"}, 0),
        ({"target": "libsdformat urdfdom"}, 1),
        ({"paths": "good.urdf", "strict": "true"}, 0),
        ({"paths": "\n my robots\n\ngood.urdf\n", "strict": "true"}, 2),
        ({"paths": "my robots\ngood.urdf\n", "strict": "true"}, 1),
        ({"paths": "none.urdf", "fail_on_error": "false"}, 2),
        ({"args": "--no-such-option", "fail_on_error": "false"}, 2),
    ],
)
def test_inputs_decide(run: Run, project: Path, inputs: dict[str, str], status: int) -> None:
    (project / "my robots").mkdir()
    (project / "my robots" / "doubtful.urdf").write_text(DOUBTFUL)
    (project / "strict.toml").write_text("strict = true\n")
    done = run(**inputs)
    assert done.status == status, done.said


@pytest.mark.parametrize(
    "text", ["$(touch pwned)", "`touch pwned`", '"; touch pwned; "', "'; touch pwned; '", "x\ntouch pwned"]
)
def test_inputs_are_never_run(run: Run, project: Path, text: str) -> None:
    names = (
        "paths",
        "target",
        "config",
        "args",
        "sarif_file",
        "version",
        "strict",
        "confine",
        "annotate",
        "fail_on_error",
    )
    done = run(**dict.fromkeys(names, text))
    assert done.status == 2
    assert not list(project.parent.rglob("pwned"))


def test_switches_turn_uploads_annotations_and_python_off(run: Run, project: Path) -> None:
    (project / "bad.urdf").write_text(BAD)
    done = run(upload="false", annotate="false", python_version="", sarif_file="out.sarif", version="9.9")
    assert done.status == 1
    assert done.used == {}
    assert "::error" not in done.said
    assert done.outputs["sarif-file"] == "out.sarif"
    assert (project / "out.sarif").exists()
    assert done.installed.split()[-1] == "bodyplan[xacro]==9.9"


def test_nothing_is_uploaded_where_nothing_was_written(run: Run, project: Path) -> None:
    (project / "bodyplan.sarif").write_text("of another run")
    assert run(config="missing.toml").used.keys() == {"actions/setup-python"}


OWN = {"github.repository": "us/robots"}
PULL = {**OWN, "github.event.pull_request.number": "7"}
FROM = "github.event.pull_request.head.repo.full_name"


@pytest.mark.parametrize(
    ("event", "trust", "is_trusted"),
    [
        (OWN, "true", True),
        (OWN, "false", False),
        (OWN, "", False),
        ({**PULL, FROM: "us/robots"}, "true", True),
        ({**PULL, FROM: "them/robots"}, "true", False),
        (PULL, "true", False),  # the repository that it comes from was deleted
        ({**OWN, "github.event.issue.pull_request.url": "https://example.org/7"}, "true", False),
        ({**OWN, "github.event.workflow_run.head_repository.full_name": "them/robots"}, "true", False),
        ({**OWN, "github.event.workflow_run.head_repository.full_name": "us/robots"}, "true", True),
    ],
)
def test_configurations_are_trusted_where_that_is_asked_for_and_nothing_comes_from_a_fork(
    run: Run, project: Path, event: dict[str, str], trust: str, is_trusted: bool
) -> None:
    done = run(event=event, trust=trust)
    assert done.status == 0, done.said
    calls = (project.parent / "temporary" / "calls").read_text().splitlines()
    assert len(calls) == 2
    assert ["--trust" in call.split() for call in calls] == [is_trusted] * 2
    assert ("of a fork are not trusted" in done.said) == (trust == "true" and not is_trusted)


def test_programs_of_a_pull_request_are_not_run(run: Run, project: Path) -> None:
    (project / "bring.sh").write_text(f"#!/bin/sh\ntouch {project.parent}/pwned\n")
    (project / "bring.sh").chmod(0o755)
    (project / "bodyplan.toml").write_text('fetch = "./bring.sh"\n')
    (project / "ci.toml").write_text('fetch = "./bring.sh"\n')
    mesh = '<visual><geometry><mesh filename="model://no/x.obj"/></geometry></visual>'
    (project / "mesh.urdf").write_text(f'<robot name="r"><link name="l">{mesh}</link></robot>')
    for number, inputs in enumerate(({}, {"config": "ci.toml"}, {"trust": "true"})):
        shutil.rmtree(project.parent / "temporary", ignore_errors=True)
        event = {**PULL, FROM: "them/robots"}
        done = run(event=event, **inputs)
        assert done.status == 0, done.said
        assert "warning BP927: 'fetch' has no effect" in done.said, number
        assert not (project.parent / "pwned").exists()
    shutil.rmtree(project.parent / "temporary")
    run(event=OWN, trust="true")
    assert (project.parent / "pwned").exists()


def test_installing_imports_nothing_of_the_checkout(run: Run, project: Path, programs: dict[str, str]) -> None:
    for name in ("venv", "textwrap", "pip", "ensurepip", "logging", "argparse", "subprocess", "tempfile", "shutil"):
        (project / f"{name}.py").write_text(f"open({str(project.parent / 'pwned')!r}, 'w')\n")
    (project / "pip.conf").write_text("[global]\nindex-url = https://example.invalid/\n")
    environment = {**programs, "PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": "pip.conf", "PYTHONPATH": ""}
    done = run(environment=environment, python=os.path.realpath(sys.executable), version="9.9")
    assert "No matching distribution found for bodyplan[xacro]==9.9" in done.said
    assert "example.invalid" not in done.said
    assert not (project.parent / "pwned").exists()


def test_findings_are_not_written_through_links_out_of_the_workspace(run: Run, project: Path) -> None:
    outside = project.parent / "outside"
    outside.mkdir()
    (project / "reports").symlink_to(outside)
    assert run(sarif_file="reports/out.sarif").status == 2
    assert not list(outside.iterdir())
    shutil.rmtree(project.parent / "temporary")
    (outside / "kept").write_text("kept")
    (project / "out.sarif").symlink_to(outside / "kept")
    assert run(sarif_file="out.sarif").status == 0
    assert (outside / "kept").read_text() == "kept"
    assert not (project / "out.sarif").is_symlink()
    shutil.rmtree(project.parent / "temporary")
    (project / "deep").mkdir()
    (project / "inside").symlink_to("deep")
    assert run(sarif_file="inside/out.sarif").status == 0
    assert (project / "deep" / "out.sarif").exists()


def test_values_of_inputs_are_no_options(run: Run, project: Path) -> None:
    (project / "bad.urdf").write_text(BAD)
    for inputs in ({"sarif_file": "--exit-zero"}, {"config": "--trust"}, {"target": "--exit-zero"}):
        shutil.rmtree(project.parent / "temporary", ignore_errors=True)
        done = run(**inputs)
        assert done.status == (1 if "sarif_file" in inputs else 2), done.said


@pytest.mark.slow
def test_action_installs_what_it_is_part_of(
    run: Run, project: Path, machine: Callable[[], dict[str, str]], tmp_path: Path, checkout: Path
) -> None:
    (project / "bad.urdf").write_text(BAD)
    environment = machine()
    repository = released(checkout, tmp_path / "released", "v0")
    done = run(environment=environment, python=os.path.realpath(sys.executable), source=repository)
    assert (done.status, done.outputs["status"]) == (1, "1"), done.said
    assert "::error file=bad.urdf,line=3,col=9," in done.said

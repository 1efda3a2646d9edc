"""The two workflows of ``docs/pipelines.md`` that post a review: what each of them may do, and what the second one posts."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest
from bodyplan.cli.reviewing.comment import MARKER
from ruamel.yaml import YAML

from tests.docs.blocks import blocks_of

READING, POSTING = ".github/workflows/review.yml", ".github/workflows/review-comment.yml"
GH = """#!/bin/sh
echo "$*" >> "$CALLS"
case "$*" in
  *pulls*) cat "$PULLS" ;;
  *--paginate*comments) cat "$COMMENTS" ;;
esac
"""
needs_programs = pytest.mark.skipif(
    os.name == "nt" or shutil.which("jq") is None, reason="the workflow runs under Linux, with jq"
)


@pytest.fixture(scope="module")
def texts(checkout: Path) -> dict[str, str]:
    blocks = blocks_of((checkout / "docs" / "pipelines.md").read_text(encoding="utf-8"))
    return {block.file: block.text for block in blocks if block.file in (READING, POSTING)}


@pytest.fixture(scope="module")
def workflows(texts: dict[str, str]) -> dict[str, Any]:
    return {file: YAML(typ="safe").load(text) for file, text in texts.items()}


def steps(workflow: Any) -> list[dict[str, Any]]:
    (job,) = workflow["jobs"].values()
    return list(job["steps"])


def test_the_job_that_reads_a_stranger_has_no_secret(workflows: dict[str, Any], texts: dict[str, str]) -> None:
    reading = workflows[READING]
    assert reading["on"] == "pull_request"
    assert reading["permissions"] == {"contents": "read"}
    assert "secrets." not in texts[READING]
    assert "token" not in texts[READING]
    (checkout,) = (step for step in steps(reading) if step.get("uses", "").startswith("actions/checkout"))
    assert checkout["with"]["persist-credentials"] is False
    assert "--confine" in steps(reading)[2]["run"]


def test_the_comment_leads_to_the_pictures(workflows: dict[str, Any]) -> None:
    (step,) = (each for each in steps(workflows[READING]) if "bodyplan" in each.get("run", ""))
    assert step["env"]["URL"].endswith("/actions/runs/${{ github.run_id }}#artifacts")
    assert '--pictures "$RUNNER_TEMP/pictures" --pictures-url "$URL"' in step["run"]
    uploads = {
        each["with"]["name"]: each["with"] for each in steps(workflows[READING]) if "upload" in each.get("uses", "")
    }
    assert uploads["bodyplan-pictures"]["path"] == "${{ runner.temp }}/pictures"
    (download,) = (each for each in steps(workflows[POSTING]) if "uses" in each)
    assert download["with"]["name"] == "bodyplan-review"


def test_the_job_that_posts_takes_nothing_of_a_stranger_but_the_text(workflows: dict[str, Any]) -> None:
    posting = workflows[POSTING]
    assert posting["permissions"] == {}
    assert posting["on"]["workflow_run"]["workflows"] == [workflows[READING]["name"]]
    (job,) = posting["jobs"].values()
    assert job["permissions"] == {"actions": "read", "pull-requests": "write"}
    assert [step["uses"].split("@")[0] for step in job["steps"] if "uses" in step] == ["actions/download-artifact"]


def test_no_expression_is_part_of_a_script(workflows: dict[str, Any]) -> None:
    for workflow in workflows.values():
        for step in steps(workflow):
            assert "${{" not in step.get("run", "")
            assert "run" not in step or step["shell"] == "bash"


@pytest.mark.skipif(shutil.which("actionlint") is None, reason="actionlint is not installed")
def test_actionlint_finds_nothing(texts: dict[str, str], tmp_path: Path) -> None:
    for file, text in texts.items():
        path = tmp_path / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        assert subprocess.run(["actionlint", str(path)], capture_output=True, text=True, check=False).stdout == ""


def post(
    workflows: dict[str, Any], folder: Path, body: str, comments: list[Any], commit: str = "c1"
) -> tuple[int, str]:
    """Runs the step that posts, with a program in place of ``gh``; answers its status, and the calls that change something."""
    (folder / "review").mkdir()
    (folder / "review" / "review.md").write_text(body, encoding="utf-8")
    (folder / "bin").mkdir()
    program = folder / "bin" / "gh"
    program.write_text(GH)
    program.chmod(0o755)
    (folder / "pulls").write_text(
        json.dumps([{"number": 6, "head": {"sha": "c0"}}, {"number": 7, "head": {"sha": "c1"}}])
    )
    (folder / "comments").write_text(json.dumps(comments))
    environment = {
        **os.environ,
        "PATH": f"{folder / 'bin'}{os.pathsep}{os.environ['PATH']}",
        "CALLS": str(folder / "calls"),
        "PULLS": str(folder / "pulls"),
        "COMMENTS": str(folder / "comments"),
        "REPOSITORY": "o/r",
        "OWNER": "someone",
        "BRANCH": "b",
        "COMMIT": commit,
    }
    script = steps(workflows[POSTING])[1]["run"]
    done = subprocess.run(
        ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script], cwd=folder, env=environment, check=False
    )
    calls = (folder / "calls").read_text() if (folder / "calls").exists() else ""
    return done.returncode, "\n".join(line for line in calls.splitlines() if "PATCH" in line or "POST" in line)


BODY = f"{MARKER}\n### bodyplan\n"
OWN = {"id": 41, "user": {"login": "github-actions[bot]"}, "body": BODY}


@needs_programs
def test_a_comment_is_posted_once_and_renewed(workflows: dict[str, Any], tmp_path: Path) -> None:
    for name in ("first", "again", "stranger"):
        (tmp_path / name).mkdir()
    _, calls = post(workflows, tmp_path / "first", BODY, [{**OWN, "body": "something else"}])
    assert calls == "api --silent --method POST repos/o/r/issues/7/comments -F body=@review/review.md"
    _, calls = post(workflows, tmp_path / "again", BODY, [{**OWN, "id": 40, "body": ""}, OWN])
    assert calls == "api --silent --method PATCH repos/o/r/issues/comments/41 -F body=@review/review.md"
    _, calls = post(workflows, tmp_path / "stranger", BODY, [{**OWN, "user": {"login": "someone"}}])
    assert "POST" in calls


@needs_programs
@pytest.mark.parametrize(
    ("body", "commit", "status"), [("no marker\n", "c1", 1), (BODY + "x" * 66_000, "c1", 1), (BODY, "c9", 0)]
)
def test_nothing_else_is_posted(body: str, commit: str, status: int, workflows: dict[str, Any], tmp_path: Path) -> None:
    assert post(workflows, tmp_path, body, [], commit) == (status, "")

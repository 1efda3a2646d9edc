"""``pytest --bodyplan``: each document is a test, run as users run it."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.entry_points import entry_points

pytestmark = pytest.mark.slow

GOOD = '<robot name="r"><link name="l"/></robot>\n'
BAD = '<robot name="r">\n  <link name="l"/>\n  <link name="l"/>\n</robot>\n'
DOUBTFUL = '<robot name="r">\n  <link name="l">\n    <colour/>\n  </link>\n</robot>\n'


@pytest.fixture
def installed(tmp_path_factory: pytest.TempPathFactory, checkout: Path) -> Path:
    """A folder for PYTHONPATH with the entry points that an install of the checkout has."""
    return entry_points(checkout, tmp_path_factory.mktemp("site"))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    (tmp_path / "pytest.ini").write_text("[pytest]\nfilterwarnings = error\n")
    (tmp_path / "robots").mkdir()
    (tmp_path / "robots" / "good.urdf").write_text(GOOD)
    (tmp_path / "robots" / "bad.urdf").write_text(BAD)
    (tmp_path / "test_own.py").write_text("def test_own():\n    pass\n")
    return tmp_path


def run(project: Path, installed: Path, *words: str) -> tuple[int, str]:
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTEST", "FORCE_COLOR"))}
    paths = [str(installed), *filter(None, [kept.get("PYTHONPATH")])]
    command = [sys.executable, "-m", "pytest", "-p", "no:cacheprovider", "-rA", *words]
    done = subprocess.run(
        command,
        cwd=project,
        env={**kept, "PYTHONPATH": os.pathsep.join(paths)},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def test_documents_are_tests_whose_failures_are_the_findings(project: Path, installed: Path) -> None:
    status, said = run(project, installed, "--bodyplan")
    assert status == 1, said
    assert "PASSED test_own.py::test_own\n" in said
    assert "PASSED robots/good.urdf::bodyplan\n" in said
    assert re.search(r"^_+ bodyplan: robots/bad\.urdf _+\nrobots/bad\.urdf:3:9: error BP", said, re.MULTILINE), said
    assert '    3 |   <link name="l"/>\n      |         ^' in said
    assert re.search(r"^FAILED robots/bad\.urdf::bodyplan - 1 error: BP\d{3}$", said, re.MULTILINE), said
    assert "Traceback" not in said


def test_without_the_option_nothing_is_collected_and_nothing_is_loaded(project: Path, installed: Path) -> None:
    (project / "test_own.py").write_text(
        "import sys\n\n\ndef test_own():\n    print(*sorted(name for name in sys.modules if name.startswith('bodyplan')))\n"
    )
    status, said = run(project, installed)
    assert status == 0, said
    assert "robots" not in said
    assert "\nbodyplan bodyplan.cli bodyplan.cli.pytest_plugin\n" in said


def test_same_findings_in_several_processes(project: Path, installed: Path) -> None:
    status, said = run(project, installed, "--bodyplan", "-n2")
    assert status == 1, said
    assert "robots/bad.urdf:3:9: error BP" in said
    assert "1 failed, 2 passed" in said


def test_one_document_can_be_asked_for(project: Path, installed: Path) -> None:
    assert "1 passed" in run(project, installed, "--bodyplan", "robots/good.urdf")[1]
    status, said = run(project, installed, "--bodyplan", "robots/bad.urdf::bodyplan")
    assert status == 1
    assert "robots/bad.urdf:3:9: error" in said
    assert "passed" not in said


def test_warnings_fail_only_in_strict_mode(project: Path, installed: Path) -> None:
    (project / "robots" / "bad.urdf").write_text(DOUBTFUL)
    status, said = run(project, installed, "--bodyplan")
    assert status == 0, said
    assert " Captured bodyplan call " in said
    assert "robots/bad.urdf:3:5: warning BP201" in said
    status, said = run(project, installed, "--bodyplan", "--bodyplan-strict")
    assert status == 1
    assert "robots/bad.urdf:3:5: error BP201" in said
    (project / "bodyplan.toml").write_text("strict = true\n")
    assert run(project, installed, "--bodyplan")[0] == 1


def test_target_is_asked_too(project: Path, installed: Path) -> None:
    (project / "robots" / "bad.urdf").write_text('<robot name="r"><link name="l"/></robot>\n')
    assert run(project, installed, "--bodyplan")[0] == 0
    status, said = run(project, installed, "--bodyplan", "--bodyplan-target", "libsdformat")
    assert (status, "robots/bad.urdf:1:17: error BP701" in said) == (1, True), said
    status, said = run(project, installed, "--bodyplan", "--bodyplan-target", "drak")
    assert (status, said.strip().splitlines()[-1]) == (
        4,
        (
            "ERROR: bodyplan: no reader is called 'drak'; did you mean 'drake'?; there are "
            "libsdformat, libsdformat12, libsdformat14, libsdformat17, drake, "
            "drake1.20, drake1.30, drake1.40, drake1.51, urdfdom, dart, mujoco, gazebo, ros"
        ),
    )


def test_configuration_comments_and_baseline_hold(project: Path, installed: Path) -> None:
    (project / "old").mkdir()
    (project / "old" / "a.urdf").write_text(BAD)
    (project / "bodyplan.toml").write_text('exclude = ["old/"]\nbaseline = "known.json"\n')
    program = "import sys; from bodyplan.cli.main import main; sys.exit(main(['check', '--write-baseline', '.']))"
    subprocess.run([sys.executable, "-c", program], cwd=project, check=False, capture_output=True)
    commented = BAD.replace('<link name="l"/>\n</', '<!-- bodyplan: ignore[BP545] twins --><link name="l"/>\n</')
    (project / "robots" / "commented.urdf").write_text(commented)
    status, said = run(project, installed, "--bodyplan")
    assert status == 0, said
    assert "4 passed" in said
    assert "old/" not in said


def test_configurations_reach_no_further_than_the_user_allows(project: Path, installed: Path) -> None:
    mesh = '<visual><geometry><mesh filename="foo://x/y.obj"/></geometry></visual>'
    (project / "robots" / "bad.urdf").write_text(f'<robot name="r"><link name="l">{mesh}</link></robot>')
    (project / "bring.sh").write_text(f"#!/bin/sh\ntouch {project}/ran\n")
    (project / "bring.sh").chmod(0o755)
    (project / "bodyplan.toml").write_text('fetch = "./bring.sh"\n')
    (project / "ci.toml").write_text('\nfetch = "./bring.sh"\n')
    for words, place in (((), "bodyplan.toml:1:1"), (("--bodyplan-config", "ci.toml"), "ci.toml:2:1")):
        for more in ((), ("-q",), ("--bodyplan-strict", "robots/good.urdf"), ("-n1",)):
            status, said = run(project, installed, "--bodyplan", "-W", "error", *words, *more)
            assert status == 0, said
            assert said.count(f"{place}: warning BP927: 'fetch' has no effect") == 1
            assert not (project / "ran").exists()
    status, said = run(project, installed, "--bodyplan", "--bodyplan-isolated")
    assert (status, "BP927" in said) == (0, False)
    status, said = run(project, installed, "--bodyplan", "--bodyplan-isolated", "--bodyplan-config", "ci.toml")
    assert (status, "--bodyplan-isolated uses no configuration" in said) == (4, True)
    status, said = run(project, installed, "--bodyplan", "--bodyplan-trust")
    assert (status, "BP927" in said) == (0, False), said
    assert (project / "ran").exists()


def test_documents_can_be_confined(project: Path, installed: Path) -> None:
    inside = '<sdf version="1.9"><world name="w"><include><uri>link.sdf</uri></include></world></sdf>'
    (project / "m.sdf").write_text('<sdf version="1.9"><model name="m"><link name="l"/></model></sdf>')
    (project / "robots" / "link.sdf").symlink_to(project / "m.sdf")
    (project / "robots" / "w.sdf").write_text(inside)
    assert run(project, installed, "--bodyplan", "robots/w.sdf")[0] == 0
    status, said = run(project, installed, "--bodyplan", "--bodyplan-confine", "robots/w.sdf")
    assert (status, "BP407" in said) == (1, True), said


def test_faulty_configuration_is_told_without_a_trace(project: Path, installed: Path) -> None:
    (project / "bodyplan.toml").write_text("stric = true\n")
    status, said = run(project, installed, "--bodyplan")
    assert status == 4
    assert "bodyplan.toml:1: there is no key 'stric'; did you mean 'strict'?" in said
    assert "Traceback" not in said


def test_findings_are_coloured_as_at_a_terminal(project: Path, installed: Path) -> None:
    assert "robots/bad.urdf:3:9: \x1b[1;31merror BP" in run(project, installed, "--bodyplan", "--color=yes")[1]


@pytest.mark.skipif(os.name != "posix", reason="names cannot hold this elsewhere")
def test_names_of_files_do_nothing_to_a_terminal_or_a_log(project: Path, installed: Path) -> None:
    names = ["\x1b[2J\n::error::\u202e##[add-mask]x.urdf", "::error::y.urdf", "z[1].urdf"]
    for name in names:
        (project / name).write_text(BAD.replace('name="r"', 'name="##[add-mask]r"'))
    for words in ([], ["-v"], ["-q"]):
        status, said = run(project, installed, "--bodyplan", ".", *words)
        assert status == 1, said
        assert not re.search(r"\x1b|\u202e|^\s*::|##\[", said, re.MULTILINE), said
        failed = [
            rf"FAILED {name}::bodyplan"
            for name in (
                r"\x1b\x5b2J\n:\x3aerror:\x3a\u202e\x23#\x5badd-mask]x.urdf",
                r":\x3aerror:\x3ay.urdf",
                "z[1].urdf",
            )
        ]
        assert [each for each in failed if each not in said] == [], said

"""``nox -s new-rule``, ``new-target`` and ``new-format`` write the files that docs/developing.md lists, and these work."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest
from bodyplan.codegen.rule_registry import RETIRED
from bodyplan.diagnostics.registry import REGISTRY

from ..scratch import add_bindings, bodyplan, copied, run

pytest.importorskip("nox", reason="nox is part of the extra 'dev'")

ALWAYS = ("tests/test_architecture.py", "tests/test_naming.py", "tests/unit/cli/test_rule_pages.py")
"""Tests of names, imports and freshness, for all that is made."""

RULE = "joint-of-glue"
EXPLAINED = (
    "tests/docs/test_explanations.py::test_rule_is_explained_and_examples_give_its_finding",
    "tests/docs/test_explanations.py::test_fixed_examples_have_no_finding",
)
CHECKS = "tests/test_rule_checks.py::test_files_of_rules_say_where_their_checks_are"
VALIDATION = "semantics/scene/validation.py"
CHECK = """

_validate = validate


def report_glue(description, sink=None):
    from ...diagnostics import rules

    for joint in description.joints:
        if sink is not None and joint.name.endswith("glue"):
            sink.report(rules.JOINT_OF_GLUE, joint.element, name=joint.name)
    return _validate(description, sink)


validate = report_glue
"""
WHY = "Glue gives way when it gets warm, and then the arm drops what it holds, motor, gear and all that is on it."
BROKEN = """\
<robot name="r"><link name="a"/><link name="b"/>
  <joint name="glue" type="fixed"><parent link="a"/><child link="b"/></joint>
</robot>"""


def make_copy(checkout: Path, root: Path) -> Path:
    made = copied(checkout, root, "noxfile.py", "changelog.d", "hatch_build.py", "README.md", "tests")
    (made / ".gitignore").write_text("__pycache__/\n.*_cache/\n", encoding="utf-8")
    git(made, "init", "--quiet")
    git(made, "add", "--all")
    git(made, "-c", "user.name=nobody", "-c", "user.email=", "commit", "--quiet", "--message", "copy")
    return made


@pytest.fixture
def copy(checkout: Path, tmp_path: Path) -> Path:
    """A copy under version control."""
    return make_copy(checkout, tmp_path)


@pytest.fixture(scope="module")
def unchanged(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy that no test changes."""
    copy = make_copy(checkout, tmp_path_factory.mktemp("unchanged"))
    (copy / "changelog.d" / "rule-pages.added.md").touch()
    return copy


def git(copy: Path, *words: str) -> str:
    return subprocess.run(["git", *words], cwd=copy, capture_output=True, text=True, check=True).stdout


def scaffold(copy: Path, session: str, *words: str) -> set[str]:
    """Runs a session, or a module; answers which files that makes or changes, all of which it names."""
    done = run(copy, "-m", *(("nox", "-s", session, "--") if "-" in session else (session,)), *words)
    assert done.returncode == 0, done.stdout + done.stderr
    touched = {line[3:] for line in git(copy, "status", "--porcelain", "--untracked-files=all").splitlines()}
    assert {line for line in done.stdout.splitlines() if (copy / line).is_file()} >= touched
    return touched


def listed(copy: Path, heading: str, **names: str) -> set[str]:
    """The files that a section of docs/developing.md lists, with names in the place of ``<…>``."""
    text = (copy / "docs" / "developing.md").read_text(encoding="utf-8").split(f"## {heading}\n")[1]
    items = re.search(r"^\* (?:.+\n)+", text, re.MULTILINE)
    assert items is not None
    paths = re.findall(r"`([\w.<>-]+/[\w.<>/-]+)`", items[0])
    found = {re.sub(r"<(\w+)>", lambda name: names[name[1]], path).removeprefix("./") for path in paths}
    folders = {path for path in found if path.endswith("/")}
    files = (file for path in folders for file in (copy / path).rglob("*") if file.is_file())
    return found - folders | {file.relative_to(copy).as_posix() for file in files}


def failures(copy: Path, *tests: str) -> set[str]:
    """Tests that fail, and what is said of them."""
    said = run(copy, "-m", "pytest", "-n", "0", "-q", *tests).stdout
    assert " passed" in said or " failed" in said, said
    return set(re.findall(r"^FAILED (\S+)", said, re.MULTILINE))


def assert_fresh_and_clean(copy: Path, touched: set[str]) -> None:
    """What is generated is up to date, and ruff finds nothing."""
    done = bodyplan(copy, "codegen", "check")
    assert done.returncode == 0, done.stdout + done.stderr
    files = [name for name in touched if name.endswith(".py")]
    assert run(copy, "-m", "ruff", "check", *files).stdout == "All checks passed!\n"
    assert run(copy, "-m", "ruff", "format", "--diff", *files).stdout == ""


@pytest.mark.slow
def test_a_new_rule_waits_for_its_check_and_its_explanation_and_works_then(copy: Path) -> None:
    touched = scaffold(
        copy, "new-rule", RULE, "--family", "BP5", "--after", "BP566", "--message", "joint {name!r} is glued"
    )
    file = next(copy.glob(f"diagnostics/rules/*-{RULE}.toml"))
    code = file.name[:5]
    assert code > "BP566"
    assert code not in {*REGISTRY, *RETIRED}
    assert touched == listed(copy, "Add a rule", code=code, name=RULE)
    assert_fresh_and_clean(copy, touched)
    page = copy / "docs" / "rules" / f"{code}-{RULE}.md"
    assert "`joint ‹name› is glued`" in page.read_text(encoding="utf-8")

    explained = [f"{test}[{code}]" for test in EXPLAINED]
    tests = (*ALWAYS, CHECKS, *explained)
    assert failures(copy, *tests) == {CHECKS, *explained}

    text = file.read_text(encoding="utf-8")
    for words in (WHY, BROKEN, BROKEN.replace("glue", "screw")):
        text = text.replace("FILL IN", words, 1)
    file.write_text(text.replace('"1:1"', '"2:3"'), encoding="utf-8")
    with (copy / VALIDATION).open("a", encoding="utf-8") as validation:
        validation.write(CHECK)
    run(copy, "-m", "pytest", "-n", "0", "-q", CHECKS, *explained, "--update")
    assert 'checks = ["semantics.scene.validation.report_glue"]\n' in file.read_text(encoding="utf-8")
    assert bodyplan(copy, "codegen", "generate").returncode == 0
    assert f"error {code}: joint 'r::glue' is glued" in page.read_text(encoding="utf-8")
    assert failures(copy, *tests) == set()
    (copy / "arm.urdf").write_text(BROKEN, encoding="utf-8")
    assert f"arm.urdf:2:3: error {code}: joint 'r::glue' is glued\n" in bodyplan(copy, "check", "arm.urdf").stdout


@pytest.mark.slow
@pytest.mark.parametrize(
    ("session", "words", "said"),
    [
        ("rule", ["Joint_Glue"], "is no name in kebab-case"),
        ("rule", ["pose-cycle-", "--family", "BP3"], "is no name in kebab-case"),
        ("rule", ["xml-syntax"], "BP003 is called xml-syntax already"),
        ("rule", ["rule-pages"], "there is a changelog.d/rule-pages.added.md already"),
        ("rule", ["late", "--family", "BP5", "--after", "BP599"], "BP5 has no code left behind BP599"),
        ("format", ["Gantry"], "is no name in lower case"),
        ("format", ["class"], "is no name in lower case"),
        ("format", ["urdf"], "there is a schemas/urdf/1.0/root.sdf already"),
        ("target", ["Toaster"], "is no name in lower case"),
        ("target", ["drake"], "there is a schemas/drake/rules.toml already"),
    ],
)
def test_what_cannot_be_made_changes_nothing(session: str, words: list[str], said: str, unchanged: Path) -> None:
    before = git(unchanged, "status", "--porcelain")
    done = run(unchanged, "-m", f"bodyplan.codegen.scaffolds.{session}", *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert git(unchanged, "status", "--porcelain") == before


@pytest.mark.slow
def test_a_new_target_is_asked_for(copy: Path) -> None:
    touched = scaffold(copy, "new-target", "toaster")
    files = {name for name in listed(copy, "Add a target", name="toaster") if not name.startswith("docs/rules/")}
    assert {name for name in touched if not re.match("docs/rules/BP70[123]-", name)} == files
    assert_fresh_and_clean(copy, touched)
    assert failures(copy, *ALWAYS, "tests/unit/semantics/test_consumer_registry.py") == set()
    (copy / "arm.urdf").write_text('<robot name="r"><link name="a"/>\n<gazebo><a/></gazebo></robot>', encoding="utf-8")
    said = bodyplan(copy, "check", "--target", "toaster", "arm.urdf").stdout
    assert said == "arm.urdf:2:1: note BP703: toaster makes nothing of <gazebo>\n"


@pytest.mark.slow
def test_a_new_format_is_read_and_written(copy: Path) -> None:
    # the session installs the checkout anew besides
    touched = scaffold(copy, "bodyplan.codegen.scaffolds.format", "gantry")
    assert touched == listed(copy, "Add a format", name="gantry")
    add_bindings(copy, "gantry")
    assert_fresh_and_clean(copy, {name for name in touched if not name.startswith("generated/")})
    assert failures(copy, *ALWAYS, "tests/unit/semantics/test_format_registry.py") == set()
    text = '<gantry version="1.0" name="g"><link name="a"/></gantry>\n'
    (copy / "good.gantry").write_text(text, encoding="utf-8")
    (copy / "bad.gantry").write_text(text.replace("link name", "lnk name"), encoding="utf-8")
    said = bodyplan(copy, "check", "good.gantry", "bad.gantry").stdout
    assert said.startswith("bad.gantry:1:32: error BP201: <gantry> has no element <lnk>; did you mean <link>?\n")
    program = "import bodyplan; d = bodyplan.gantry.load('good.gantry'); print(*d.scene.links, d.dumps(), end='')"
    assert run(copy, "-c", program).stdout == f"g::a {text}"

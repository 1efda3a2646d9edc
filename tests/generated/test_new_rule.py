"""``nox -s new-rule`` makes a rule that lacks its check and its example, and nothing else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from bodyplan.codegen.new_rule import find_declared_rules
from bodyplan.diagnostics.registry import all_rules
from bodyplan.diagnostics.rule import RETIRED, declare

from ..scratch import copied, run

pytest.importorskip("nox", reason="nox is part of the extra 'dev'")

NAME = "joint-of-glue"
TESTS = (
    "tests/unit/cli/test_rule_pages.py",
    "tests/test_architecture.py::test_every_rule_is_reported_somewhere",
    "tests/test_architecture.py::test_rules_have_names_that_complete_allow",
)
EXPLAINED = (
    "tests/docs/test_explanations.py::test_rule_is_explained_and_examples_give_its_finding",
    "tests/docs/test_explanations.py::test_fixed_examples_have_no_finding",
)
CHECK = """

_validate = validate


def validate(description, sink=None):
    from ...diagnostics import {module}

    for joint in description.joints:
        if sink is not None and joint.name.endswith("glue"):
            sink.report({module}.JOINT_OF_GLUE, joint.element, name=joint.name)
    return _validate(description, sink)
"""
WHY = "Glue gives way when it gets warm, and then the arm drops what it holds, motor, gear and all that hangs on it."
BROKEN = """\
<robot name="r"><link name="a"/><link name="b"/>
  <joint name="glue" type="fixed"><parent link="a"/><child link="b"/></joint>
</robot>"""


@pytest.fixture(scope="module")
def copy(checkout: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    root = tmp_path_factory.mktemp("new_rule")
    return copied(
        checkout,
        root,
        "noxfile.py",
        "changelog.d",
        "tests/conftest.py",
        "tests/unit/cli",
        "tests/docs/test_explanations.py",
        "tests/test_architecture.py",
    )


@pytest.fixture(scope="module")
def made(copy: Path) -> dict[str, Path]:
    """What was made, by what it is."""
    words = (NAME, "--family", "BP5", "--message", "joint {name!r} is glued")
    done = run(copy, "-m", "nox", "-s", "new-rule", "--", *words)
    assert done.returncode == 0, done.stderr
    return {what: copy / path for what, path in re.findall(r"^(\w+) +(\S+/\S+)$", done.stdout, re.MULTILINE)}


def test_entry_explanation_page_and_fragment_are_made_and_laid_out(copy: Path, made: dict[str, Path]) -> None:
    assert set(made) == {"registry", "explanation", "page", "changelog"}
    code = made["page"].name[:5]
    assert code not in all_rules()
    assert code not in RETIRED
    assert f'"{code}", "{NAME}", "error", "joint {{name!r}} is glued"' in made["registry"].read_text(encoding="utf-8")
    assert "`joint ‹name› is glued`" in made["page"].read_text(encoding="utf-8")
    assert made["changelog"].read_text(encoding="utf-8").startswith(f"`check` reports {code} ({NAME}): ")
    assert run(copy, "-m", "ruff", "check", made["registry"]).stdout == "All checks passed!\n"


def test_tests_wait_for_the_developer_and_name_the_file_and_pass_then(copy: Path, made: dict[str, Path]) -> None:
    code, reported = made["explanation"].stem, TESTS[1]
    explained = [f"{test}[{code}]" for test in EXPLAINED]
    tests = ("-m", "pytest", "-n", "0", "-q", *TESTS, *explained)
    waiting = run(copy, *tests).stdout
    assert set(re.findall(r"^FAILED (\S+)", waiting, re.MULTILINE)) == {reported, *explained}
    assert f"diagnostics/explanations/{code}.toml: FILL IN wants to be written" in waiting
    assert f"diagnostics/{made['registry'].name}: JOINT_OF_GLUE is reported nowhere" in waiting

    text = made["explanation"].read_text(encoding="utf-8")
    for words in (WHY, BROKEN, BROKEN.replace("glue", "screw")):
        text = text.replace("FILL IN", words, 1)
    made["explanation"].write_text(text.replace('"1:1"', '"2:3"'), encoding="utf-8")
    with (copy / "semantics" / "scene" / "validation.py").open("a", encoding="utf-8") as file:
        file.write(CHECK.format(module=made["registry"].stem))
    run(copy, *tests, "--update")
    run(copy, "-c", "from bodyplan.cli.main import main; main(['codegen', 'generate'])")
    assert "error " + code + ": joint 'r::glue' is glued" in made["page"].read_text(encoding="utf-8")
    assert run(copy, *tests).returncode == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["Joint_Glue"], "is no name in kebab-case"),
        (["pose-cycle-", "--family", "BP3"], "is no name in kebab-case"),
        (["xml-syntax"], "BP003 is called xml-syntax already"),
        (["rule-pages"], "there is a changelog fragment of 'rule-pages' already"),
        (["other-joint-of-glue", "--module", "rules_nowhere"], "rules_nowhere"),
    ],
)
def test_what_cannot_be_made_changes_nothing(copy: Path, words: list[str], said: str) -> None:
    (copy / "changelog.d" / "rule-pages.added.md").touch()
    files = {path: path.stat().st_mtime_ns for path in (copy / "diagnostics").rglob("*.py")}
    done = run(copy, "-m", "bodyplan.codegen.new_rule", *words)
    assert done.returncode == 2
    assert said in done.stderr
    assert files == {path: path.stat().st_mtime_ns for path in (copy / "diagnostics").rglob("*.py")}
    assert not list((copy / "changelog.d").glob("other-joint*"))


def test_every_rule_of_the_registry_is_seen(checkout: Path) -> None:
    assert {(rule.code, rule.name) for rule in find_declared_rules(checkout)} == {
        (r.code, r.name) for r in all_rules().values()
    }


def test_retired_codes_stay_so() -> None:
    with pytest.raises(ValueError, match="BP108 is retired"):
        declare("BP108", "new-words", "error", "{what}", spec="bodyplan")

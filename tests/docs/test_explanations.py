"""Every rule is explained, with examples that give its finding and, fixed, none.

``pytest tests/docs/test_explanations.py --update`` writes what the findings say into the examples, and fails.
"""

from __future__ import annotations

import json
import re
import runpy
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import bodyplan
import pytest
from bodyplan.cli.checking.check_one import examine
from bodyplan.cli.checking.filter import FindingFilter
from bodyplan.cli.checking.job import CheckJob
from bodyplan.cli.settings.resolution import SettingsResolver
from bodyplan.diagnostics.diagnostic import Diagnostic
from bodyplan.diagnostics.explanations.loader import FOLDER, Example, read_explanation
from bodyplan.diagnostics.explanations.page import explanation
from bodyplan.diagnostics.registry import REGISTRY

RULES = list(REGISTRY)
ENVIRONMENT = (
    "SDF_PATH",
    "GAZEBO_MODEL_PATH",
    "IGN_GAZEBO_RESOURCE_PATH",
    "GZ_SIM_RESOURCE_PATH",
    "ROS_PACKAGE_PATH",
    "AMENT_PREFIX_PATH",
)


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """An empty folder to be in; what the machine has installed is not looked at."""
    for name in ENVIRONMENT:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def file_of(code: str) -> Path:
    """The file of a rule."""
    return FOLDER / f"{code}-{REGISTRY[code].name}.toml"


def findings(example: Example, text: str, files: dict[str, str], options: dict[str, Any]) -> Sequence[Diagnostic]:
    """What is found in an example."""
    if example.name.endswith(".xacro"):
        pytest.importorskip("xacro", reason="the extra xacro is not installed")
    for path, held in {**files, example.name: text}.items():
        Path(path).parent.mkdir(parents=True, exist_ok=True)
        Path(path).write_text(held, encoding="utf-8")
    if example.is_script:
        try:
            names = runpy.run_path(example.name, run_name="__main__")
        except bodyplan.LoadError as error:
            return error.diagnostics
        return list(names.get("findings", ()))
    if example.command:
        warnings: list[Diagnostic] = []
        settings = SettingsResolver(Namespace(), warnings.append)(example.name).settings
        asked = CheckJob(example.name, replace(settings, **options))
        return [*warnings, *FindingFilter()(examine(asked), asked.settings).shown]
    if example.version:
        return bodyplan.load(example.name, **options).export(example.version)[1]
    return bodyplan.check(example.name, **options).diagnostics


def place(found: Diagnostic, example: Example, folder: Path) -> str:
    """The place of a finding, as examples write it."""
    file = (folder / found.file).relative_to(folder).as_posix() if found.file else example.name
    if found.file is None and example.is_script:
        file = "<text>"
    where = f"{found.line}:{found.column}" if found.line else ""
    return where if file == example.name else f"{file}:{where}" if where else file


def says(found: Diagnostic, folder: Path) -> str:
    """What a finding says, wherever the folder is."""
    text = f"{found.severity} {found.code}: {found.format_words()}"
    return text.replace(f"{folder}/", "/home/me/").replace(str(folder), "/home/me")


@pytest.mark.parametrize("code", RULES)
def test_rule_is_explained_and_examples_give_its_finding(
    code: str, folder: Path, request: pytest.FixtureRequest
) -> None:
    explained = read_explanation(code)
    file = file_of(code)
    if "FILL IN" in file.read_text(encoding="utf-8"):
        pytest.fail(f"diagnostics/rules/{file.name}: FILL IN is still to be written", pytrace=False)
    assert len(explained.why) > 80
    assert re.fullmatch(r"\d+\.\d+", explained.since)
    assert explained.example, "an example is missing"
    for number, example in enumerate(explained.example):
        here = folder / str(number)
        here.mkdir()
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(here)
            found = findings(example, example.bad, example.files, example.options)
            assert [each.code for each in found] == [code], "\n".join(map(str, found))
            assert place(found[0], example, here) == example.place
            now = says(found[0], here)
        if now != example.says and request.config.getoption("--update"):
            write_says(file, number, now)
            pytest.fail(f"{file.name} is written anew", pytrace=False)
        assert now == example.says, "run this file's tests with --update, and then `nox -s generate`"


WIDTH = 120
"""Characters that a finding takes without the name of its file, in a terminal and in reviews."""


def test_findings_fit_a_line() -> None:
    wide = {code for code in RULES if any(len(example.says) > WIDTH for example in read_explanation(code).example)}
    assert wide == set(), "shorten the message or the hint; what explains them belongs in `detail`"


@pytest.mark.parametrize("code", RULES)
def test_fixed_examples_have_no_finding(code: str, folder: Path) -> None:
    explained = read_explanation(code)
    for number, example in enumerate(explained.example):
        here = folder / str(number)
        here.mkdir()
        with pytest.MonkeyPatch.context() as patch:
            patch.chdir(here)
            options = example.options if example.fixed_options is None else example.fixed_options
            found = findings(example, example.fixed, {**example.files, **example.fixed_files}, options)
            assert [str(each) for each in found] == []
        assert (example.bad, example.files, example.options) != (example.fixed, example.fixed_files, options)


def write_says(file: Path, number: int, words: str) -> None:
    """Puts what a finding says into an example of a file."""
    head, *parts = re.split(r"^(?=\[\[example\]\])", file.read_text(encoding="utf-8"), flags=re.MULTILINE)
    said = f"says = {json.dumps(words, ensure_ascii=False)}\n"
    part, count = re.subn(r"^says = .*\n", lambda _: said, parts[number], flags=re.MULTILINE)
    if not count:
        part = re.sub(r"^(?=fixed = )|^(?=\[example\.)|\Z", lambda _: said, part, count=1, flags=re.MULTILINE)
    parts[number] = part
    file.write_text("".join([head, *parts]), encoding="utf-8")


def test_no_two_rules_are_explained_in_the_same_sentence() -> None:
    said: dict[str, str] = {}
    twice = []
    for code in RULES:
        explained = read_explanation(code)
        for sentence in re.split(r"(?<=\.)\s+", explained.why):
            words = " ".join(sentence.split())
            if words and said.setdefault(words, code) != code:
                twice.append(f"{code} and {said[words]}: {words}")
    assert twice == []


def test_tags_in_prose_are_code() -> None:
    bare = []
    for code in RULES:
        explained = read_explanation(code)
        for text in (explained.why, *explained.targets.values()):
            bare += [f"{code}: {tag}" for tag in re.findall(r"</?[a-z]\S*", re.sub(r"`[^`]*`", "", text))]
    assert bare == []


def test_pages_are_markdown_and_text_and_coloured() -> None:
    page = explanation("BP205")
    assert "## Why it matters\n" in page.markdown
    assert "```xml\n<robot" in page.markdown
    assert "```" not in page.text
    assert "\x1b" not in page.text
    assert "Why it matters\n--------------\n" in page.text
    assert "\x1b[1mWhy it matters\x1b[0m\n" in page.at_terminal(80)
    assert "\x1b[1;33mwarning BP205\x1b[0m" in page.at_terminal(80)
    assert "\x1b[1;33m^" in page.at_terminal(80), "the mark has the colour of the severity"
    assert (
        max(
            len(line) for line in re.sub("\x1b\\[[0-9;]*m", "", page.at_terminal(60)).splitlines() if line[:4] != "    "
        )
        <= 60
    )

"""The site: every page has its place, what is made for it is right, and it builds without a warning."""

from __future__ import annotations

import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
from functools import cache
from pathlib import Path
from types import ModuleType

import bodyplan
import pytest

from tests.docs.test_documentation import PAGES, ROOT

SITE = ROOT / "docs" / "site"
INDEX = (ROOT / "docs" / "index.md").read_text(encoding="utf-8")
FORMATS = ("sdformat", "urdf", "skel")


@cache
def part(name: str) -> ModuleType:
    """A module of docs/site."""
    if str(SITE) not in sys.path:
        sys.path.append(str(SITE))
    spec = importlib.util.find_spec(name)
    assert spec is not None
    assert spec.origin == str(SITE / f"{name}.py")
    return importlib.import_module(name)


@cache
def reference(format: str) -> object:
    pytest.importorskip("xsdata.codegen", reason="the reference needs the extra 'codegen'")
    pages = importlib.import_module("bodyplan.codegen.reference.pages")
    return pages.ReferencePages(ROOT / "schemas", format)


def test_every_page_stands_in_the_contents() -> None:
    sections = part("contents").sections(INDEX)
    targets = {item.target for items in sections.values() for item in items}
    pages = {path.name for path in (ROOT / "docs").glob("*.md")} - {"index.md"}
    assert sorted(pages - targets) == [], "docs/index.md is the table of contents: it leads to every page"
    assert "rules/README.md" in targets


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.relative_to(ROOT).as_posix())
def test_links_lead_to_pages_of_the_site(page: Path) -> None:
    outside = part("outside")
    source = page.relative_to(ROOT).as_posix()
    text, lost = outside.with_links(page.read_text(encoding="utf-8"), source, outside.located(source)[1])
    assert lost == []
    assert text


def test_links_are_those_of_the_site() -> None:
    outside = part("outside")
    text = "[a](../README.md#set-up) [b](../examples/composition/) [![c](pictures/arm.svg)](rules/README.md)\n```\n[d](../x)\n```\n"
    expected = "[a](readme.md#set-up) [b](examples.md#composition) [![c](pictures/arm.svg)](rules/README.md)\n```\n[d](../x)\n```\n"
    assert outside.with_links(text, "docs/page.md", "page.md") == (expected, [])
    assert outside.with_links("see [e](../noxfile.py).", "docs/page.md", "page.md") == ("see e.", [])
    assert outside.with_links("[f](../nothing)", "docs/page.md", "page.md")[1] == ["../nothing"]


def test_pictures_and_tables_are_in_step() -> None:
    stale = [path.name for path, _ in part("pictures").out_of_date()]
    assert stale == [], "run `nox -s pictures`"


@pytest.mark.parametrize("format", FORMATS)
def test_example_of_every_element_is_as_the_format_allows(format: str, tmp_path: Path) -> None:
    examples = reference(format).examples()  # type: ignore[attr-defined]
    assert len(examples) > 30
    ending = {"sdformat": "sdf"}.get(format, format)
    faults = {}
    for name, text in examples.items():
        path = tmp_path / f"{name}.{ending}"
        path.write_text(text, encoding="utf-8")
        found = [
            str(each)
            for each in bodyplan.check(path).diagnostics
            if each.code[:3] in ("BP0", "BP1", "BP2")
            and each.code != "BP206"  # some are deprecated altogether
            and not (each.code == "BP203" and "<hardware>" in each.message)  # which the parser does not ask for
        ]
        if found:
            faults[name] = found
    assert faults == {}


@pytest.mark.parametrize("format", FORMATS)
def test_reference_has_every_part_of_every_version(format: str) -> None:
    pages = reference(format).pages()  # type: ignore[attr-defined]
    compiling = importlib.import_module("bodyplan.codegen.compiler")
    addresses = importlib.import_module("bodyplan.codegen.queries")
    compiled = compiling.compile_format(ROOT / "schemas", format)
    anchors = {name: set(re.findall(r"\{#([^}]+)\}$", text, re.MULTILINE)) for name, text in pages.items()}
    missing = []
    for version in compiled.versions:
        if "+" in version:
            continue
        unused = set(compiled.find_unused(version))
        for definition in compiled.definitions[version].values():
            if definition.key in unused:
                continue
            for each in (None, *definition.parts):
                address = addresses.address_of(compiled, definition, each)
                page, _, anchor = address.partition(f"/reference/{format}/")[2].partition("/#")
                if anchor not in anchors[page]:
                    missing.append(f"{version}: {page}#{anchor}")
    assert missing == []


def test_reference_says_what_is_known_of_a_part() -> None:
    text = reference("urdf").pages()["joint"]  # type: ignore[attr-defined]
    lower = text.partition("{#Limit.@lower}")[2].partition("\n### ")[0]
    assert "`double` · rad or m · default `-inf`" in lower
    dynamics = text.partition("{#Dynamics.@K}")[2].partition("\n### ")[0]
    assert "Drake ignores it" in dynamics
    damping = text.partition("{#Dynamics.@damping}")[2].partition("\n### ")[0]
    assert damping
    assert "Drake ignores it, at" not in damping
    parent = text.partition("{#JointParent.@link}")[2].partition("\n### ")[0]
    assert "refers to a" in parent
    acceleration = text.partition("{#Limit.@acceleration}")[2].partition("\n### ")[0]
    assert "since 1.2" in acceleration
    assert "Drake does without it, at `limit/@effort`" in text.partition("{#Limit.@effort}")[2].partition("\n### ")[0]
    kinds = text.partition("{#Joint.@type}")[2].partition("\n### ")[0]
    assert "| `prismatic` |" in kinds
    sdformat = reference("sdformat").pages()["joint"]  # type: ignore[attr-defined]
    assert "until 1." in sdformat
    assert "By version, default: " in "".join(reference("sdformat").pages().values())  # type: ignore[attr-defined]
    assert "| unknown elements | refused |" in reference("sdformat").pages()["index"]  # type: ignore[attr-defined]
    changes = reference("sdformat").pages()["changes"]  # type: ignore[attr-defined]
    assert changes.index("## 1.12, from 1.11") < changes.index("## 1.2, from 1.0")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built without a warning."""
    folder = tmp_path_factory.mktemp("site")
    pytest.importorskip("mkdocstrings_handlers.python", reason="the site needs the extra 'docs'")
    pytest.importorskip("material", reason="the site needs the extra 'docs'")
    command = [sys.executable, "-m", "mkdocs", "build", "--quiet", "-f", str(SITE / "mkdocs.yml"), "-d", str(folder)]
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, "NO_MKDOCS_2_WARNING": "1"}, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    return folder


@pytest.mark.slow
def test_search_finds_an_element_first(site: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("the search is a program for browsers, which needs node here")
    command = [node, str(Path(__file__).with_name("search.mjs")), str(site), "limit effort"]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    assert found[0] in ("reference/sdformat/joint/#AxisLimit.effort", "reference/urdf/joint/#Limit.@effort")
    pages = list(dict.fromkeys(address.partition("#")[0] for address in found))
    assert set(pages[:2]) == {"reference/sdformat/joint/", "reference/urdf/joint/"}


@pytest.mark.slow
def test_site_has_every_page(site: Path) -> None:
    assert (site / "rules" / "BP301-pose-relative-to-cycle" / "index.html").is_file()
    joint = (site / "reference" / "sdformat" / "joint" / "index.html").read_text(encoding="utf-8")
    assert 'id="AxisLimit.lower"' in joint
    load = (site / "reference" / "python" / "documents" / "index.html").read_text(encoding="utf-8")
    assert "search_paths" in load
    listed = (site / "llms.txt").read_text(encoding="utf-8")
    assert "(https://bodyplan.readthedocs.io/en/latest/tutorial-types/): " in listed
    for address in re.findall(r"\(https://bodyplan\.readthedocs\.io/en/latest/([^)]*)\)", listed):
        assert (site / address / "index.html").is_file(), address

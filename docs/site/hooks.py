"""What mkdocs asks while it builds: generated pages, navigation, links, llms.txt."""

from __future__ import annotations

import logging
import re
import shutil
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import contents
import fragments
import gallery
import outside
import python_pages
from bodyplan.codegen.queries import SCHEMAS
from bodyplan.codegen.reference.pages import ReferencePages, formats
from bodyplan.diagnostics.families import FAMILIES, family_of
from mkdocs.structure.files import File, Files  # pyright: ignore[reportMissingImports]

LOG = logging.getLogger("mkdocs.hooks.bodyplan")  # warnings there count for --strict
DOCS = outside.ROOT / "docs"
TITLED = re.compile(r"^```(\w+) ([\w./-]+)$", re.MULTILINE)
"""A block that is a file: GitHub shows the language, the site the name as well."""
BOOSTS = {"sdformat": 2.5, "urdf": 2.5}
"""How far before other pages the search has the elements of a format, 2 for those that fewer look for."""
sources: dict[str, str] = {}
"""Page of the site to its path in the repository, for those that do not stand in docs/."""


def on_files(files: Files, config: Any) -> Files:
    """Adds what stands outside of docs/ or is made of schemas and docstrings, and makes the navigation."""
    for source, page in outside.taken().items():
        sources[page] = source
        files.append(File.generated(config, page, content=(outside.ROOT / source).read_text(encoding="utf-8")))
    files.append(File.generated(config, "examples.md", content=outside.examples()))
    reference: list[Any] = []
    for format in formats(SCHEMAS):
        made = ReferencePages(SCHEMAS, format, fragments.of_examples(format))
        pages = made.pages()
        for name, text in pages.items():
            content = f"---\nsearch:\n  boost: {BOOSTS.get(format, 2)}\n---\n\n{text}"
            files.append(File.generated(config, f"reference/{format}/{name}.md", content=content))
        reference.append({made.title: entries(f"reference/{format}", pages)})
    python = python_pages.pages()
    for name, text in python.items():
        files.append(File.generated(config, f"reference/python/{name}.md", content=text))
    reference.append({"Python": entries("reference/python", python)})
    config.nav = navigation(reference, by_family())
    return files


def entries(folder: str, names: Iterable[str]) -> list[Any]:
    """Pages of a folder, called by their names, the first of them what is shown for all."""
    return [f"{folder}/{name}.md" if name == "index" else {name: f"{folder}/{name}.md"} for name in names]


def by_family() -> list[Any]:
    """The pages of the rules, as the index has them in families."""
    found: list[Any] = ["rules/README.md"]
    for path in sorted((DOCS / "rules").glob("BP*.md")):
        family = FAMILIES[family_of(path.name.partition("-")[0])]
        if not (isinstance(found[-1], dict) and family in found[-1]):
            found.append({family: []})
        found[-1][family].append({path.stem.replace("-", " ", 1): f"rules/{path.name}"})
    return found


def navigation(reference: list[Any], rules: list[str]) -> list[Any]:
    """The contents as mkdocs has them: a tab for each section."""
    found: list[Any] = [{"Home": "index.md"}]
    for heading, items in contents.sections((DOCS / "index.md").read_text(encoding="utf-8")).items():
        entries: list[Any] = []
        for item in items:
            _, page = outside.located(f"docs/{item.target}")
            if page == "rules/README.md":
                entries.append({"Every rule": rules})
            elif page.endswith(".md") and not page.startswith("reference/"):
                entries.append({item.title: page})
        found.append({heading: entries + (reference if heading == "Reference" else [])})
    return found


def on_page_markdown(markdown: str, page: Any, **_: Any) -> str:
    """Links to what stands outside of docs/, and titles of blocks."""
    name = page.file.src_uri
    if not name.startswith("reference/"):
        source = sources.get(name, f"docs/{name}")
        markdown, lost = outside.with_links(markdown, source, name)
        for target in lost:
            LOG.warning("%s: %s is no part of the site", source, target)
    if name == gallery.PAGE:
        markdown += gallery.show_pages(pages_of_robots()[1])
    return TITLED.sub(r'```\1 title="\2"', markdown)


@cache
def pages_of_robots() -> tuple[Path, list[gallery.MadePage]]:
    """The folder with the gallery's pages; they are made once for all builds of a server."""
    return gallery.make_folder()


def on_post_build(config: Any) -> None:
    """Writes the gallery's pages and llms.txt."""
    shutil.copytree(pages_of_robots()[0], Path(config.site_dir, "gallery"), dirs_exist_ok=True)
    lines = [f"# {config.site_name}", "", f"> {config.site_description}", ""]
    for heading, items in contents.sections((DOCS / "index.md").read_text(encoding="utf-8")).items():
        lines += [f"## {heading}", ""]
        for item in items:
            _, page = outside.located(f"docs/{item.target}")
            address = config.site_url + re.sub(r"(^|/)(index|README)/$", r"\1", page.removesuffix(".md") + "/")
            lines.append(f"- [{item.title}]({address}){f': {item.about}' if item.about else ''}")
        lines.append("")
    Path(config.site_dir, "llms.txt").write_text("\n".join(lines), encoding="utf-8")

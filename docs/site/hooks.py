"""What mkdocs asks while it builds: generated pages, navigation, links, llms.txt."""

from __future__ import annotations

import logging
import re
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).parent))

import contents
import outside
import python_pages
from bodyplan.codegen.queries import SCHEMAS
from bodyplan.codegen.reference.pages import Reference, formats
from mkdocs.structure.files import File, Files

LOG = logging.getLogger("mkdocs.hooks.bodyplan")  # warnings there count for --strict
DOCS = outside.ROOT / "docs"
TITLED = re.compile(r"^```(\w+) ([\w./-]+)$", re.MULTILINE)
"""A block that is a file: GitHub shows the language, the site the name as well."""
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
        made = Reference(SCHEMAS, format)
        pages = made.pages()
        for name, text in pages.items():
            files.append(File.generated(config, f"reference/{format}/{name}.md", content=text))
        reference.append({made.title: [f"reference/{format}/{name}.md" for name in pages]})
    python = python_pages.pages()
    for name, text in python.items():
        files.append(File.generated(config, f"reference/python/{name}.md", content=text))
    reference.append({"Python": [f"reference/python/{name}.md" for name in python]})
    rules = sorted(path.name for path in (DOCS / "rules").glob("BP*.md"))
    config.nav = navigation(reference, [f"rules/{name}" for name in ["README.md", *rules]])
    return files


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
    return TITLED.sub(r'```\1 title="\2"', markdown)


def on_post_build(config: Any) -> None:
    """Writes llms.txt."""
    lines = [f"# {config.site_name}", "", f"> {config.site_description}", ""]
    for heading, items in contents.sections((DOCS / "index.md").read_text(encoding="utf-8")).items():
        lines += [f"## {heading}", ""]
        for item in items:
            _, page = outside.located(f"docs/{item.target}")
            address = config.site_url + re.sub(r"(^|/)(index|README)/$", r"\1", page.removesuffix(".md") + "/")
            lines.append(f"- [{item.title}]({address}){f': {item.about}' if item.about else ''}")
        lines.append("")
    Path(config.site_dir, "llms.txt").write_text("\n".join(lines), encoding="utf-8")

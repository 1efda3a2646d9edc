"""What of the repository outside of docs/ is part of the site, and under which name."""

from __future__ import annotations

import posixpath
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FENCE = re.compile(r"^(`{3,}).*?^\1[ ]*$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(!?\[(?:[^\[\]]|\[[^\]]*\]\([^)]*\))*?\]\()([^)#\s]+)((?:#[^)\s]*)?\))")
LANGUAGES = {".py": "python", ".sdf": "xml", ".urdf": "xml", ".skel": "xml", ".config": "xml", ".toml": "toml"} | {
    ".json": "json", ".ipynb": "json", ".yaml": "yaml", ".yml": "yaml", ".xml": "xml", ".txt": "cmake", ".md": "markdown"
}  # fmt: skip
PAGES = {
    "README.md": "readme.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
    "CODE_OF_CONDUCT.md": "code-of-conduct.md",
    "benchmarks/README.md": "benchmarks.md",
    "benchmarks/growth.md": "growth.md",
    "benchmarks/growth_large.md": "growth_large.md",
}


def taken() -> dict[str, str]:
    """Path in the repository to the page of the site, for those that are there."""
    return {source: page for source, page in PAGES.items() if (ROOT / source).is_file()}


def with_links(text: str, source: str, page: str) -> tuple[str, list[str]]:
    """A page with its links as the site has them, and the links that lead nowhere.

    Args:
        text: Markdown.
        source: path of the page in the repository; links are relative to it.
        page: path of the page in the site.
    """
    lost: list[str] = []

    def changed(match: re.Match[str]) -> str:
        target = match[2]
        if ":" in target or target.startswith("#"):
            return match[0]
        path = posixpath.normpath(posixpath.join(posixpath.dirname(source), target))
        found = _in_site(path)
        if found is None:
            if match[1].startswith("!") or not (ROOT / path).exists():
                lost.append(target)
            return match[1][1:-2]  # what is in the repository alone is named and no link
        there, anchor = found
        relative = posixpath.relpath(there, posixpath.dirname(page) or ".")
        return f"{match[1]}{relative}{f'#{anchor})' if anchor else match[3]}"

    pieces: list[str] = []
    at = 0
    for fence in FENCE.finditer(text):
        pieces += [LINK.sub(changed, text[at : fence.start()]), fence[0]]
        at = fence.end()
    pieces.append(LINK.sub(changed, text[at:]))
    return "".join(pieces), lost


def located(path: str) -> tuple[str, str]:
    """Anchor and page of a path in the repository that is part of the site.

    Raises:
        ValueError: it is none.
    """
    found = _in_site(posixpath.normpath(path))
    if found is None:
        raise ValueError(f"{path} is no part of the site")
    return found[1], found[0]


def _in_site(path: str) -> tuple[str, str] | None:
    if path in PAGES:
        return PAGES[path], ""
    if path == "examples" or path.startswith("examples/"):
        return "examples.md", anchor_of(path) if path != "examples" else ""
    if path.startswith("docs/"):
        return path.removeprefix("docs/"), ""
    return None


def anchor_of(path: str) -> str:
    """Where an example, or the first of a folder, stands on the page of examples."""
    return re.sub(r"\W+", "-", path.removeprefix("examples/")).strip("-").lower()


def examples() -> str:
    """A page that shows every example."""
    lines = ["# Examples\n", "What stands in `examples/`, file by file; tests run it all.\n"]
    folder = ROOT / "examples"
    named: set[str] = set()
    for path in sorted(folder.rglob("*"), key=lambda path: (len(path.relative_to(folder).parts) > 1, path)):
        name = path.relative_to(folder).as_posix()
        if not path.is_file() or path.suffix not in LANGUAGES:
            continue
        for parent in reversed(path.relative_to(folder).parents[:-1]):
            if parent.as_posix() not in named:
                named.add(parent.as_posix())
                lines.append(f"## {parent.as_posix()}/ {{#{anchor_of(parent.as_posix())}}}\n")
        text = path.read_text(encoding="utf-8").rstrip()
        fence = "````" if "```" in text else "```"
        level = "###" if "/" in name else "##"
        lines.append(
            f"{level} {name} {{#{anchor_of(name)}}}\n\n{fence}{LANGUAGES.get(path.suffix, 'text')}\n{text}\n{fence}\n"
        )
    return "\n".join(lines)

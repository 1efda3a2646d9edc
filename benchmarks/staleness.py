"""Whether the pages of figures are of these sources and of this machine: each says what it was measured of."""

from __future__ import annotations

import platform
import re
import subprocess
from pathlib import Path

HERE = Path(__file__).parent
CHECKOUT = HERE.parent
SOURCES = ("runtime", "semantics", "generated", "diagnostics", "cli", "schemas", "viewer", "public.py")
"""What all figures depend on, beside the program that measures them."""
PAGES = {
    "README.md": "run.py",
    "checks.md": "checks.py",
    "conversion.md": "conversion.py",
    "costs.md": "costs.py",
    "fleets.md": "fleets.py",
    "growth.md": "growth.py",
    "growth_large.md": "growth.py",
    "language_server.md": "language_server.py",
    "mjcf.md": "mjcf.py",
    "mjcf_conversion.md": "mjcf_conversion.py",
    "shares.md": "shares.py",
    "viewing.md": "viewing.py",
}
"""The program that makes each page, or a part of it."""
_MADE = re.compile(r"Measured at commit `([\w.]+)` on `([^`]*)`")


def stamp() -> str:
    """The line of a page that says what it is measured of."""
    commit = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=CHECKOUT, check=True, capture_output=True, text=True
    ).stdout.strip()
    return f"Measured at commit `{commit}` on `{machine()}`."


def machine() -> str:
    """The processor and the interpreter."""
    processor = platform.processor() or platform.machine()
    facts = Path("/proc/cpuinfo")
    if facts.exists():
        named = re.search(r"model name\s*:\s*(.+)", facts.read_text(encoding="utf-8"))
        processor = named[1].strip() if named else processor
    return f"{processor}, Python {platform.python_version()}"


def find_stale(folder: Path = HERE) -> list[str]:
    """Why pages are stale, a line for each reason."""
    stale: list[str] = []
    for page, program in PAGES.items():
        made = find_stamp(folder / page)
        if made is None:
            stale.append(f"{page} does not say what it was measured of")
            continue
        commit, place = made
        sources = (*SOURCES, f"benchmarks/{program}")
        changed = subprocess.run(["git", "diff", "--quiet", commit, "--", *sources], cwd=CHECKOUT, check=False)
        if changed.returncode:
            stale.append(f"{page} was measured at commit {commit}: sources have changed since")
        if place != machine():
            stale.append(f"{page} was measured on {place}, and this is {machine()}")
    return stale


def find_stamp(page: Path) -> tuple[str, str] | None:
    """The commit and the machine of a page."""
    made = _MADE.search(page.read_text(encoding="utf-8")) if page.exists() else None
    return None if made is None else (made[1], made[2])


def check_pages() -> int:
    """Says which pages are stale; 1 where one is."""
    stale = find_stale()
    print("\n".join(stale) or "all pages hold")
    return 1 if stale else 0


def write_page(page: Path, text: str) -> None:
    """Writes a page, with what it is measured of as its last line."""
    page.write_text(f"{text.rstrip()}\n\n{stamp()}\n", encoding="utf-8", newline="\n")

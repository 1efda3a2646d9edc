"""Moves what is in ``changelog.d/`` into ``CHANGELOG.md``: ``nox -s changelog -- VERSION``.

A version that stands in the changelog as unreleased gets the new items under the headings that it has; another one gets a
section of its own above the others. ``--date DAY`` makes the section that of a release.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

CHECKOUT = Path(__file__).resolve().parent.parent
UNRELEASED = "unreleased"
KINDS = ("Added", "Changed", "Deprecated", "Removed", "Fixed", "Security")
ALSO = "**Also**"
_SECTION = re.compile(r"^## ", re.MULTILINE)
_HEADING = re.compile(r"^### (?P<kind>\w+)\n", re.MULTILINE)


def main() -> int:
    """Writes the changelog and takes the fragments away."""
    parser = argparse.ArgumentParser(prog="nox -s changelog --", description=(__doc__ or "").partition(":")[0] + ".")
    parser.add_argument("version", help="such as 0.2.0; the one that public.py has")
    parser.add_argument("--date", default=UNRELEASED, help="the day of the release, such as 2027-01-31")
    parser.add_argument("--dry-run", action="store_true", help="print the changelog, and leave all files as they are")
    arguments = parser.parse_args()
    changelog = CHECKOUT / "CHANGELOG.md"
    text = assembled(
        changelog.read_text(encoding="utf-8"), rendered(arguments.version), arguments.version, arguments.date
    )
    if arguments.dry_run:
        sys.stdout.write(text)
        return 0
    changelog.write_text(text, encoding="utf-8", newline="\n")
    for fragment in fragments():
        fragment.unlink()
    return 0


def fragments() -> list[Path]:
    """The files of changes that are in no version yet."""
    return [path for path in sorted((CHECKOUT / "changelog.d").glob("*.md")) if path.name != "README.md"]


def rendered(version: str) -> str:
    """What towncrier makes of the fragments: a heading for each kind and its items; an empty text without fragments."""
    if not fragments():
        return ""
    command = (sys.executable, "-m", "towncrier", "build", "--draft", "--version", version, "--date", "")
    return subprocess.run(command, cwd=CHECKOUT, stdout=subprocess.PIPE, encoding="utf-8", check=True).stdout


def assembled(changelog: str, rendered: str, version: str, date: str = UNRELEASED) -> str:
    """The changelog with new items.

    Args:
        changelog: as it is.
        rendered: headings of kinds with items below them.
        version: the version whose section gets them.
        date: what that section's heading says after the version.

    Raises:
        SystemExit: the version is released.
    """
    head, *sections = _SECTION.split(changelog)
    own = re.compile(rf"{re.escape(version)} — (?P<date>.+)\n")
    found = next((number for number, section in enumerate(sections) if own.match(section)), None)
    if found is None:
        sections.insert(0, f"{version} — {UNRELEASED}\n\n")
        found = 0
    title, _, body = sections[found].partition("\n")
    if not title.endswith(UNRELEASED):
        raise SystemExit(f"{version} is released; the next changes belong to a later version")
    before, kinds = by_kind(body)
    for kind, items in by_kind(rendered)[1].items():
        kinds[kind] = joined(kinds.get(kind, ""), items)
    parts = [f"{version} — {date}", before, *(f"### {kind}\n\n{kinds[kind]}" for kind in KINDS if kind in kinds)]
    sections[found] = "\n\n".join(part for part in parts if part) + "\n\n"
    return "## ".join([head, *sections]).rstrip("\n") + "\n"


def joined(before: str, items: str) -> str:
    """Items below others of their kind: where these have been sorted by subject, under a subject of their own."""
    if before.startswith("**") and ALSO not in before:
        return f"{before}\n\n{ALSO}\n\n{items}"
    return f"{before}\n{items}" if before else items


def by_kind(text: str) -> tuple[str, dict[str, str]]:
    """What stands before the first heading, and the items below each."""
    before, *rest = _HEADING.split(text)
    return before.strip(), {kind: items.strip() for kind, items in zip(rest[::2], rest[1::2], strict=True)}


if __name__ == "__main__":
    sys.exit(main())

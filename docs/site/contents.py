"""The table of contents, which is docs/index.md: for the site's navigation and for llms.txt."""

from __future__ import annotations

import re
from typing import NamedTuple

LINK = re.compile(r"\[([^\]]+)\]\(([^)#]+)(?:#[^)]*)?\)")


class Item(NamedTuple):
    """A line of the contents."""

    title: str
    target: str
    about: str


def sections(index: str) -> dict[str, list[Item]]:
    """Headings of the second level, each with the pages that are named below it, in order."""
    found: dict[str, list[Item]] = {}
    for part in re.split(r"^## ", index, flags=re.MULTILINE)[1:]:
        heading, _, body = part.partition("\n")
        items = found.setdefault(heading.strip(), [])
        for entry in re.split(r"^\* ", body, flags=re.MULTILINE)[1:]:
            text = " ".join(entry.split())
            links = LINK.findall(text)
            about = LINK.sub(r"\1", text.partition(": ")[2]) if len(links) == 1 else ""
            items += [Item(title, target, about) for title, target in links]
    return found

"""From verdicts to the tables ``schemas/<target>/reads.toml``."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import tomllib

ABOUT = Path(__file__).parent / "about.toml"
HEAD = """\
# What {title} makes of each element of the formats that it reads, for `bodyplan support`.
# Made by `python -m tests.differential.reads`; what is written by hand stands in tests/differential/reads/about.toml.

[reader]
title = {quoted}
release = "{release}"
"""
ORDER = ("uses", "keeps", "warns", "ignores", "refuses", "unknown")
FROM_ABOVE = {"ignores": "ignores", "warns": "ignores", "refuses": "refuses", "keeps": "keeps"}

Verdicts = dict[str, str]


def about() -> dict[str, Any]:
    """What is known of the targets besides what is tried."""
    return tomllib.loads(ABOUT.read_text(encoding="utf-8"))


def from_lines(lines: Iterable[str]) -> Verdicts:
    """The verdicts of lines ``verdict path …``."""
    found = {}
    for line in lines:
        matched = re.match(r"(uses|keeps|warns|ignores|refuses|unknown) +(\S+)", line)
        if matched:
            found[matched[2]] = matched[1]
    return found


def settled(found: Verdicts, known: Mapping[str, Any]) -> Verdicts:
    """The verdicts with those that are put in, of an element that something in it is used of, of what was not to be told."""
    same = tuple(f"{start}/" for start in known.get("same", {}))
    anywhere = [path for path in found if not set(path.split("/")).isdisjoint(known.get("anywhere", ()))]
    settled = {
        path: verdict
        for path, verdict in found.items()
        if path not in anywhere
        and not path.startswith(tuple(f"{each}/" for each in known.get("inside", ())) or ("//",))
        and path not in known.get("same", {})
        and not path.startswith(same or ("//",))
        and "drake:" not in path
    }
    refused = set(known.get("put", {}).get("refuses", ()))
    for path, verdict in settled.items():
        # a part that is refused may as well be one that trying gave no value that is good
        if verdict == "refuses" and path not in refused:
            settled[path] = "unknown"
    for verdict, paths in known.get("put", {}).items():
        for path in paths:
            if verdict in FROM_ABOVE:
                for each in [each for each in settled if each.startswith(f"{path}/")]:
                    del settled[each]
            settled[path] = verdict
    for path in [path for path, verdict in settled.items() if verdict == "uses"]:
        while "/" in path:
            path = path.rpartition("/")[0]
            settled.setdefault(path, "uses")
            settled[path] = "uses"
    for path in anywhere:
        around = path.rpartition("/")[0]
        if not around or settled.get(around) == "uses":
            settled[path] = "uses"
    return settled


def table(found: Verdicts, known: Mapping[str, Any]) -> str:
    """The lists of a table, without what follows from what it stands in."""
    others = known["others"]
    lists: dict[str, dict[str, list[str]]] = {verdict: {} for verdict in ORDER}
    for path, verdict in found.items():
        expected = others
        around = path
        while "/" in around:
            around = around.rpartition("/")[0]
            if found.get(around) in FROM_ABOVE:
                expected = FROM_ABOVE[found[around]]
                break
        if verdict != expected:
            parent, _, name = path.rpartition("/")
            lists[verdict].setdefault(parent, []).append(name)
    return "".join(
        f"\n[{known['format']}.{verdict}]\n"
        + "".join(_line(parent, names) for parent, names in sorted(lists[verdict].items()))
        for verdict in ORDER
        if lists[verdict]
    )


def _line(parent: str, names: list[str]) -> str:
    line = f"{json.dumps(parent)} = {json.dumps(names)}\n"
    if len(line) <= 120:
        return line
    rows = [f"{json.dumps(parent)} = [\n"]
    row = "   "
    for name in names:
        if len(row) + len(name) > 112:
            rows.append(row + "\n")
            row = "   "
        row += f" {json.dumps(name)},"
    return "".join([*rows, row, "\n]\n"])


def document(reader: str, tried: Mapping[str, Verdicts]) -> str:
    """The whole file of a target, by what was found out for each format."""
    own = about()[reader]
    text = HEAD.format(title=own["title"], quoted=json.dumps(own["title"]), release=own["release"])
    if "extension" in own:
        text += f'extension = "{own["extension"]}"\n'
    for format, known in own.items():
        if not isinstance(known, dict):
            continue
        text += f"\n[{format}]\nhow = {json.dumps(known['how'])}\nothers = {json.dumps(known['others'])}\n"
        if "versions" in known:
            text += f"versions = {json.dumps(known['versions'])}\n"
        found = settled(tried.get(format, {}), known)
        text += table(found, {**known, "format": format})
        for name in ("inside", "same", "words"):
            if known.get(name):
                text += f"\n[{format}.{name}]\n" + "".join(
                    f"{json.dumps(path)} = {json.dumps(words, ensure_ascii=False)}\n"
                    for path, words in known[name].items()
                )
    return text

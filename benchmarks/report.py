"""A run as Markdown: targets, times side by side, growth, starting, and where the time goes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from staleness import stamp
from targets import judge

START, END = "<!-- measured: start -->", "<!-- measured: end -->"


def markdown(run: dict[str, Any]) -> str:
    """Everything that was measured."""
    sections = [_targets(run), _side_by_side(run), _corpus(run), _growth(run), _startup(run), _profile(run)]
    return "\n\n".join(section for section in sections if section)


def rewrite(page: Path, run: dict[str, Any]) -> None:
    """Puts the tables into their place on a page."""
    text = page.read_text(encoding="utf-8")
    place = re.compile(f"{re.escape(START)}.*{re.escape(END)}", re.DOTALL)
    if place.search(text) is None:
        raise ValueError(f"{page} has no place for the tables")
    filled = place.sub(lambda _: f"{START}\n\n{markdown(run)}\n\n{stamp()}\n\n{END}", text)
    page.write_text(filled, encoding="utf-8", newline="\n")


def _targets(run: dict[str, Any]) -> str:
    rows = [[row.workload, row.target, row.measured, "yes" if row.met else "**no**", row.note] for row in judge(run)]
    return "## Targets\n\n" + table(["workload", "target", "measured", "met", ""], rows) if rows else ""


def _side_by_side(run: dict[str, Any]) -> str:
    rows = []
    for found in run["files"].values():
        label = f"{found['file']}, {found['bytes'] / 1000:.3g} kB"
        for timing in found["timings"]:
            if timing["seconds"]:
                note = "" if timing["status"] == "read" else "finds errors in it"
                ms, ratio = f"{1e3 * timing['seconds']:.3g}", f"{timing['ratio']:.1f}"
            else:
                ms, ratio, note = "–", "–", "does not read it"
            rows.append([label, _with_version(run, timing["reader"]), ms, ratio, note])
            label = ""
    if not rows:
        return ""
    return "## Side by side\n\n" + table(["file", "reader", "ms", "× bare parse", ""], rows)


def _with_version(run: dict[str, Any], reader: str) -> str:
    version = run["versions"].get(reader, "")
    return f"{reader} {version}" if version and not reader.startswith("bodyplan") else reader


def _corpus(run: dict[str, Any]) -> str:
    found = run.get("corpus", {})
    rows = [
        [
            _with_version(run, name),
            f"{row['files']:.0f}",
            f"{row['files per second']:.0f}",
            f"{row['ours on the same files']:.0f}",
        ]
        for name, row in found.items()
    ]
    if not rows:
        return ""
    head = ["reader", "files", "files per second", "bodyplan on the same files"]
    return "## The whole corpus\n\nOne process each, warm.\n\n" + table(head, rows)


def _growth(run: dict[str, Any]) -> str:
    rows = [
        [
            f"{row['models']}",
            f"{row['bytes'] / 1e6:.3g}",
            f"{1e6 * row['bodyplan']:.1f}",
            f"{1e6 * row['lxml']:.1f}",
            f"{row['memory']['peak']:.1f}",
            f"{row['memory']['added']:.1f}",
            f"{row['memory']['kept']:.1f}",
        ]
        for row in run.get("growth", [])
    ]
    if not rows:
        return ""
    head = [
        "models",
        "MB",
        "µs per model",
        "bare parse, µs",
        "peak memory / size",
        "added by the load / size",
        "after it / size",
    ]
    return "## Generated worlds\n\n" + table(head, rows)


def _startup(run: dict[str, Any]) -> str:
    found = run.get("startup", {})
    if not found:
        return ""
    base = found["import lxml.etree"]
    rows = [[f"`{name}`", f"{1e3 * seconds:.0f}", f"{seconds / base:.1f}"] for name, seconds in found.items()]
    return "## Starting\n\nNew processes, from start to end.\n\n" + table(["", "ms", "× `import lxml.etree`"], rows)


def _profile(run: dict[str, Any]) -> str:
    found = run.get("profile", {})
    if not found:
        return ""
    stages = list(dict.fromkeys(stage for row in found.values() for stage in row["stages"]))
    floors = list(dict.fromkeys(floor for row in found.values() for floor in row["floors"]))
    shares, bounds = [], []
    for file, row in found.items():
        whole = sum(row["stages"].values())
        each = [f"{1e3 * row['stages'][stage]:.3g} ({row['stages'][stage] / whole:.0%})" for stage in stages]
        shares.append([file, f"{1e3 * whole:.3g}", *each])
        bare = row["floors"][floors[0]]
        bounds.append(
            [file, *(f"{1e3 * row['floors'][floor]:.3g} ({row['floors'][floor] / bare:.1f} ×)" for floor in floors)]
        )
    return (
        "## Where the time goes\n\nms, and the share of the whole; each stage without what it calls of the others.\n\n"
        + table(["file", "all", *stages], shares)
        + "\n\n## The floor\n\nWhat reading with lxml in Python costs at least, in ms.\n\n"
        + table(["file", *floors], bounds)
    )


def table(head: list[str], rows: list[list[str]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)

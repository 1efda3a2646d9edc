"""The committed tables of what engines make of results."""

from __future__ import annotations

import json
from pathlib import Path

import tomllib

from .engines import DIRECTIONS, READ, TABLE
from .robots import LIST
from .robots import TABLE as OF_ROBOTS


def test_table_has_every_direction_and_no_silent_difference() -> None:
    rows = json.loads(TABLE.read_text(encoding="utf-8"))["rows"]
    assert [*rows] == [
        f"{of} to {to} in {engine}"
        for of, to in DIRECTIONS
        for engine, formats in READ.items()
        if {of, to} <= {*formats}
    ]
    assert not [name for name, row in rows.items() if row["silent"]]


def test_the_page_shows_the_table() -> None:
    page = (Path(__file__).parents[2] / "docs" / "converting.md").read_text(encoding="utf-8")
    for name, row in json.loads(TABLE.read_text(encoding="utf-8"))["rows"].items():
        figures = [
            row[kind] for kind in ("same", "reported", "silent", "result refused", "not converted", "source refused")
        ]
        titles = name.replace(" to ", " | ").replace(" in ", " | ")
        assert f"| {titles} | {' | '.join(map(str, figures))} |" in page


def test_table_of_robots_of_others_has_all_of_them_and_no_silent_difference() -> None:
    table = json.loads(OF_ROBOTS.read_text(encoding="utf-8"))
    rows = tomllib.loads(LIST.read_text(encoding="utf-8"))["repository"]
    assert sum(table["robots"].values()) == sum(len(row["files"]) for row in rows) >= 40
    assert all(len(row["commit"]) == 40 for row in rows)
    assert not [
        name for name, row in table["rows"].items() for kind, count in row.items() if "silent" in kind and count
    ]

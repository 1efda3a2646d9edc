"""The committed table of what engines make of results."""

from __future__ import annotations

import json

from .engines import DIRECTIONS, READ, TABLE


def test_table_has_every_direction_and_no_silent_difference() -> None:
    rows = json.loads(TABLE.read_text(encoding="utf-8"))["rows"]
    assert [*rows] == [
        f"{of} to {to} in {engine}"
        for of, to in DIRECTIONS
        for engine, formats in READ.items()
        if {of, to} <= {*formats}
    ]
    assert not [name for name, row in rows.items() if row["silent"]]

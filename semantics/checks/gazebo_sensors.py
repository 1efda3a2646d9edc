"""Sensors of SDFormat in the ``<gazebo>`` blocks of a robot, which are kept as they are written."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from ...diagnostics import rules
from ...runtime.source import literal_tag
from ..formats.schema_tables import read_schema_table
from ..formats.value_places import find_first
from .order import FILE, report_order

if TYPE_CHECKING:
    from lxml.etree import _Element

    from .context import RecordContext


def check_gazebo_sensors(context: RecordContext) -> None:
    """Reports numbers out of bounds, and ranges that are the wrong way round, as those of sensors of SDFormat."""
    # first, so that a small document without sensors is checked without reading tables
    if not context.sink.has_element("sensor"):
        return
    embedded = read_schema_table(context.description.format, FILE).get("embedded_sensors")
    if embedded is None:
        return
    format, path = embedded["format"], embedded["path"].split("/")
    rows = read_schema_table(format, FILE)["sensor"]
    for model in context.description.models:
        robot: Any = model.element
        if robot is None:
            continue
        for block in vars(robot).get(embedded["field"]) or ():
            written = block.source_element
            for child in written.iterchildren("{*}sensor") if written is not None else ():
                if literal_tag(child) == "sensor":
                    report_order(child, rows, _number_at, context, kind="sensor", name=child.get("name", ""))
                    _check_bounds(child, path, embedded, context)


def _check_bounds(sensor: _Element, path: list[str], embedded: dict[str, Any], context: RecordContext) -> None:
    """Reports numbers that are outside of what the specification describes, and those below 0 that cannot be."""
    from ..formats.described_bounds import find_out_of_bounds  # with what reads descriptions, which few documents need

    for at, value, case, limit in find_out_of_bounds(sensor, path, embedded["format"]):
        context.sink.report(rules.OUT_OF_RANGE, at, value=value, case=case, limit=limit)
    for below in embedded["nonnegative"]:
        number = _number_at(sensor, below)
        if number is not None and number < 0:
            place, _ = find_first(sensor, (below,))
            context.sink.report(rules.OUT_OF_RANGE, place, value=number, case="min", limit=0.0)


def _number_at(sensor: _Element, path: str) -> float | None:
    """The number in the element at a path; None where there is none."""
    at = sensor
    for step in path.split("/"):
        child = next((child for child in at if literal_tag(child) == step), None)
        if child is None:
            return None
        at = child
    try:
        value = float(at.text or "")
    except ValueError:
        return None
    return None if isnan(value) else value

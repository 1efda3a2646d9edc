"""Sensors of SDFormat in the ``<gazebo>`` blocks of a robot, which are kept as they are written."""

from __future__ import annotations

from math import isnan
from typing import TYPE_CHECKING, Any

from ...diagnostics import rules
from ...runtime.source import literal_tag
from ..formats.schema_tables import read_schema_table
from .order import FILE, report_order

if TYPE_CHECKING:
    from lxml.etree import _Element

    from .context import RecordContext


def check_gazebo_sensors(context: RecordContext) -> None:
    """Reports negative update rates, and ranges that are the wrong way round, as those of sensors of SDFormat."""
    embedded = read_schema_table(context.description.format, FILE).get("embedded_sensors")
    if embedded is None or not context.sink.mentions("<sensor"):
        return
    rows = read_schema_table(embedded["format"], FILE)["sensor"]
    for model in context.description.models:
        robot: Any = model.element
        if robot is None:
            continue
        for block in vars(robot).get(embedded["field"]) or ():
            written = block.source_element
            for child in written if written is not None else ():
                if literal_tag(child) == "sensor":
                    _check_sensor(child, rows, context)


def _check_sensor(sensor: _Element, rows: list[dict[str, Any]], context: RecordContext) -> None:
    report_order(sensor, rows, _number_at, context, kind="sensor", name=sensor.get("name", ""))
    rate = next((child for child in sensor if literal_tag(child) == "update_rate"), None)
    value = _number_at(sensor, "update_rate")
    if rate is not None and value is not None and value < 0:
        context.sink.report(rules.OUT_OF_RANGE, rate, value=value, case="min", limit=0.0)


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

"""What the installed libsdformat reads in results of conversions for Gazebo is what it reads in their sources."""

from __future__ import annotations

import dataclasses
import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bodyplan
import pytest

from .building import CannotBuild
from .conversions import DIRECTIONS, WAYS_BACK, documents, find_silent
from .conversions import TABLE as CONVERSIONS
from .conversions import judge as judge_conversions
from .gazebo_readings import OPTIONS, TABLE, VERDICTS, compare, judge, reader
from .oracles import Worker
from .test_conversion import BODY, ROBOTS

MASS = "<inertial><mass>2</mass></inertial>"
SPHERE = "<geometry><sphere><radius>0.5</radius></sphere></geometry>"
SURFACE = "<surface><friction><ode><mu>0.3</mu><mu2>0.2</mu2></ode></friction></surface>"
MODELS = {
    "friction": f'<link name="a">{MASS}<collision name="c">{SPHERE}{SURFACE}</collision></link>',
    "gravity": f'<link name="a">{MASS}<gravity>false</gravity></link>',
    "a sensor on a fixed joint": f'<link name="a">{MASS}</link><link name="b"><pose>0 0 1 0 0 0</pose>{MASS}'
    '<sensor name="s" type="imu"><update_rate>50</update_rate></sensor></link>'
    '<joint name="j" type="fixed"><parent>a</parent><child>b</child></joint>',
    "a plugin": f'<link name="a">{MASS}</link><plugin name="p" filename="f"><x>1</x></plugin>',
    "colours": f'<link name="a">{MASS}<visual name="v">{SPHERE}<material><ambient>0.2 0 0 1</ambient>'
    "<diffuse>1 0 0 1</diffuse></material></visual></link>",
}


@pytest.fixture(scope="module")
def worker() -> Iterator[Worker]:
    try:
        with reader() as made:
            yield made
    except CannotBuild as reason:
        pytest.skip(str(reason))


def verdict(worker: Worker, text: str, name: str, folder: Path) -> tuple[str, Any]:
    path = folder / name
    path.write_text(text, encoding="utf-8")
    document = bodyplan.load(path)
    found, differences = compare(worker, document, path, "urdf" if path.suffix == ".sdf" else "sdformat")
    return found, [(each.kind, each.name, each.what, each.old, each.new) for each in differences]


@pytest.mark.oracle
@pytest.mark.parametrize("name", ["revolute", "prismatic", "fixed", "world"])
def test_robots_are_read_as_libsdformat_makes_them(worker: Worker, name: str, tmp_path: Path) -> None:
    massive = ROBOTS[name].replace('<link name="m"></link>', f'<link name="m">{BODY}</link>')
    text = massive.replace('<joint name="c"', '<joint name="last"')  # libsdformat takes each name once
    assert verdict(worker, text, "robot.urdf", tmp_path) == ("same", [])


@pytest.mark.oracle
@pytest.mark.parametrize("inside", MODELS.values(), ids=MODELS)
def test_models_are_read_as_they_were(worker: Worker, inside: str, tmp_path: Path) -> None:
    text = f'<sdf version="1.9"><model name="m">{inside}</model></sdf>'
    found, differences = verdict(worker, text, "model.sdf", tmp_path)
    assert (found, differences) == ("same", [])


@pytest.mark.oracle
def test_another_friction_is_seen(worker: Worker, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = f'<sdf version="1.9"><model name="m">{MODELS["friction"]}</model></sdf>'
    changed = bodyplan.loads(text.replace("<mu>0.3", "<mu>0.4"))
    path = tmp_path / "model.sdf"
    path.write_text(text, encoding="utf-8")
    found, differences = compare(worker, changed, path, "urdf")
    assert found != "same"
    assert any("friction" in (each.what or "") for each in differences)


@pytest.mark.oracle
@pytest.mark.corpus
@pytest.mark.parametrize("direction", OPTIONS)
def test_a_sample_of_the_corpora_has_no_silent_difference(worker: Worker, direction: tuple[str, str]) -> None:
    row, _ = judge(worker, documents(direction[0], every=40), direction[1])
    assert row["differs, silent"] == 0
    assert row["result refused"] <= 1
    assert row["same"]


def test_the_table_has_all_directions_and_no_silent_difference() -> None:
    table = json.loads(TABLE.read_text(encoding="utf-8"))
    assert list(table["rows"]) == [f"{of} to {to}" for of, to in OPTIONS]
    for row in table["rows"].values():
        assert tuple(row) == VERDICTS
        assert row["differs, silent"] == 0


def test_no_target_of_any_direction_has_a_silent_difference() -> None:
    rows = json.loads(CONVERSIONS.read_text(encoding="utf-8"))["rows"]
    directed = [f"{of} to {to} for {target}" for (of, to), targets in DIRECTIONS.items() for target in targets]
    assert list(rows) == [*directed, *(f"{of} to {to} and back" for of, to in WAYS_BACK)]
    assert not [name for name, row in rows.items() if row["silent"]]


@pytest.mark.corpus
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_the_complete_diff_of_a_sample_of_the_corpora_is_reported(direction: tuple[str, str]) -> None:
    of, to = direction
    for target in (None, *DIRECTIONS[direction]):
        row, _ = judge_conversions(documents(of, every=60), to, target)
        assert row["documents"]
        assert row["silent"] == 0


def test_what_is_not_reported_is_silent() -> None:
    document = bodyplan.loads(f'<sdf version="1.9"><model name="m">{MODELS["friction"]}</model></sdf>')
    made = bodyplan.convert(document, "urdf", target="gazebo")
    assert find_silent(document, made) == []
    (silent,) = find_silent(document, dataclasses.replace(made, changes=(), losses=()))
    assert (silent.kind, silent.name, silent.what) == ("collision", "a::c", "friction")


def test_the_page_shows_the_tables() -> None:
    repository = Path(__file__).parents[2]
    page = (repository / "docs" / "converting.md").read_text(encoding="utf-8")
    for name, row in json.loads(TABLE.read_text(encoding="utf-8"))["rows"].items():
        assert f"| {name} | {' | '.join(map(str, row.values()))} |" in page
    for name, row in json.loads(CONVERSIONS.read_text(encoding="utf-8"))["rows"].items():
        if not name.endswith(" and back"):
            of, to, target = name.replace(" to ", " ").replace(" for ", " ").split()
            assert (
                f"| {of} | {to} | {target} | {row['documents']} | {row['differing']} | {row['differences']} |" in page
            )
            continue
        assert re.search(rf"{row['same']} of\s+{row['documents']} ", page)

"""A fleet of workers says what one process says, whatever becomes of a worker."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bodyplan
import pytest
from bodyplan.cli.checking import processes
from bodyplan.cli.checking.job import CheckJob, PackedResult
from bodyplan.cli.main import main

ROBOT = '<robot name="{0}"><link name="l"/><odd/></robot>'
FILES = 900


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    distributed = pytest.importorskip("distributed", reason="the extra fleet is not installed")
    with distributed.LocalCluster(
        n_workers=2, threads_per_worker=1, dashboard_address=None, memory_limit=0, silence_logs=50
    ) as made:
        yield made


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for number in range(FILES):
        (tmp_path / f"{number:04}.urdf").write_text(ROBOT.format(number), encoding="utf-8")
    return tmp_path


def _killed_in_the_middle(here: Any, documents: tuple[CheckJob, ...]) -> list[PackedResult]:
    mark = Path(documents[0].path).with_name("killed")
    if documents[0].path.endswith("0400.urdf") and not mark.exists():
        mark.touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return _perform(here, documents)


_perform = processes.check_elsewhere


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_the_same_report_with_a_worker_killed_in_the_middle(
    cluster: Any, folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(folder)
    assert main(["check", ".", "--format", "json", "--jobs", "1"]) == 0
    expected = capsys.readouterr().out
    assert expected.count("BP201") == FILES
    assert main(["check", ".", "--format", "json", "--scheduler", cluster.scheduler_address]) == 0
    assert capsys.readouterr().out == expected
    monkeypatch.setattr(processes, "check_elsewhere", _killed_in_the_middle)
    assert main(["check", ".", "--format", "json", "--scheduler", cluster.scheduler_address]) == 0
    told = capsys.readouterr()
    assert told.out == expected
    assert "1 worker lost: tcp://" in told.err
    assert (folder / "killed").exists()


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_an_executor_of_dask_is_one_like_others(cluster: Any, folder: Path) -> None:
    distributed = pytest.importorskip("distributed")
    paths = sorted(folder.glob("*.urdf"))[:250]
    expected = [report.to_dict() for report in bodyplan.check_many(paths)]
    with distributed.Client(cluster, set_as_default=False) as client:
        found = bodyplan.check_many(paths, executor=client.get_executor())
        assert [report.to_dict() for report in found] == expected


def test_without_the_extra_it_is_named(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert main(["check", str(folder / "0001.urdf"), "--scheduler", "tcp://localhost:1"]) == 2
    assert "bodyplan[fleet]" in capsys.readouterr().err

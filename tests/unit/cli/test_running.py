"""Documents are checked in several processes, and none is lost with one of these."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from bodyplan.cli.checking import check_one, scheduler
from bodyplan.cli.checking.job import CheckJob, CheckResult
from bodyplan.cli.checking.scheduler import found_in, jobs_for
from bodyplan.cli.settings.settings import DEFAULTS

ROBOT = '<robot name="{0}"><link name="l"/></robot>'


@pytest.fixture
def documents(tmp_path: Path) -> list[CheckJob]:
    for number in range(40):
        (tmp_path / f"{number}.urdf").write_text(ROBOT.format(number), encoding="utf-8")
    return [CheckJob(str(tmp_path / f"{number}.urdf"), DEFAULTS) for number in range(40)]


def _deadly(asked: CheckJob) -> CheckResult:
    if asked.path.endswith("7.urdf"):
        os.kill(os.getpid(), signal.SIGKILL)
    return _examine(asked)


_examine = check_one.examine


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes are killed in another way here")
def test_an_ended_process_takes_no_other_document_along(
    documents: list[CheckJob], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_one, "examine", _deadly)
    found = list(found_in(documents, 2))
    assert [each.path for each in found] == [asked.path for asked in documents]
    for each in found:
        expected = ["BP014"] if each.path.endswith("7.urdf") else []
        assert [d.code for d in each.reports[0].diagnostics] == expected


def test_order_is_that_of_the_documents(documents: list[CheckJob]) -> None:
    assert [each.path for each in found_in(documents[::-1], 2)] == [asked.path for asked in documents[::-1]]


def test_few_documents_are_not_worth_a_process() -> None:
    assert jobs_for(1) == jobs_for(10) == 1
    assert jobs_for(10_000) == scheduler.processors()

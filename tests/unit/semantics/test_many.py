"""Work on many things elsewhere: results in order, none lost."""

from __future__ import annotations

import multiprocessing
import os
import select
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import BrokenExecutor, Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path
from typing import Any

import bodyplan
import pytest
from bodyplan.semantics.batch.ordered_map import CachedResult, map_in_order
from bodyplan.semantics.batch.worker_pools import ExternalPool, LocalPool, workers_of

ROBOT = '<robot name="{0}"><link name="l"/><odd/></robot>'
needs_kill = pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="processes are killed in another way here")


def double(numbers: tuple[int, ...]) -> list[int]:
    return [2 * number for number in numbers]


def deadly(numbers: tuple[int, ...]) -> list[int]:
    if 7 in numbers:
        os.kill(os.getpid(), signal.SIGKILL)
    return double(numbers)


def deadly_once(mark: str, numbers: tuple[int, ...]) -> list[int]:
    if 7 in numbers and not os.path.exists(mark):
        Path(mark).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return double(numbers)


def faulty(numbers: tuple[int, ...]) -> list[int]:
    raise bodyplan.ExtensionError("there is no such extension")


class Unsteady(Executor):
    """Loses every third task, as an executor may that has its own way to say so."""

    def __init__(self) -> None:
        self.count = 0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **keywords: Any) -> Future[Any]:
        future: Future[Any] = Future()
        self.count += 1
        if self.count % 3:
            future.set_result(fn(*args, **keywords))
        else:
            future.set_exception(RuntimeError("a worker is gone"))
        return future


@pytest.fixture
def processes() -> Iterator[LocalPool]:
    made = LocalPool(2)
    yield made
    made.end()


def lost(number: int) -> int:
    return -number


@pytest.mark.parametrize("size", [1, 3, 100])
def test_results_are_in_order_with_those_that_are_known(processes: LocalPool, size: int) -> None:
    items = [CachedResult("known") if number % 3 else number for number in range(50)]
    expected = ["known" if number % 3 else 2 * number for number in range(50)]
    assert list(map_in_order(double, items, processes, size, lost)) == expected


@needs_kill
def test_what_ends_a_process_takes_nothing_else_along(processes: LocalPool) -> None:
    expected = [-7 if number == 7 else 2 * number for number in range(30)]
    assert list(map_in_order(deadly, range(30), processes, 4, lost)) == expected


@needs_kill
def test_a_process_that_is_ended_once_loses_nothing(processes: LocalPool, tmp_path: Path) -> None:
    work = partial(deadly_once, str(tmp_path / "mark"))
    assert list(map_in_order(work, range(30), processes, 4, lost)) == [2 * number for number in range(30)]
    assert processes.losses == 1


def test_what_the_work_raises_is_raised(processes: LocalPool) -> None:
    with pytest.raises(bodyplan.ExtensionError, match="no such extension"):
        list(map_in_order(faulty, range(3), processes, 1, lost))


def test_an_executor_that_loses_tasks_loses_no_result() -> None:
    place = ExternalPool(Unsteady(), 2)
    assert list(map_in_order(double, range(30), place, 4, lost)) == [2 * number for number in range(30)]
    assert place.losses > 0
    place.end()


@needs_kill
def test_a_broken_executor_is_left_for_a_process_of_our_own(tmp_path: Path) -> None:
    with ProcessPoolExecutor(2) as pool:
        place = ExternalPool(pool, 2)
        expected = [-7 if number == 7 else 2 * number for number in range(30)]
        assert list(map_in_order(deadly, range(30), place, 4, lost)) == expected
        place.end()
        with pytest.raises(BrokenExecutor):
            pool.submit(double, (1,))


def test_tasks_of_a_fleet_are_some_hundred_documents() -> None:
    place = ExternalPool(Unsteady(), 2)
    assert [place.task_size(number) for number in (1, 10, 300, 1000, 5000, 100_000)] == [1, 5, 100, 100, 312, 500]
    assert workers_of(ThreadPoolExecutor(3)) == 3
    assert workers_of(Unsteady()) == 1


@pytest.mark.parametrize("kind", [ThreadPoolExecutor, ProcessPoolExecutor, lambda _: Unsteady()])
def test_check_many_says_the_same_on_any_executor(tmp_path: Path, kind: Callable[[int], Executor]) -> None:
    paths = [tmp_path / f"{number}.urdf" for number in range(12)]
    for path in paths:
        path.write_text(ROBOT.format(path.stem), encoding="utf-8")
    expected = [report.to_dict() for report in bodyplan.check_many(paths)]
    with kind(2) as executor:
        assert [report.to_dict() for report in bodyplan.check_many(paths, executor=executor)] == expected
    assert [report.to_dict() for report in bodyplan.check_many(paths, jobs=2)] == expected


BY_COMMAND = (
    "from bodyplan.cli.main import main; main(['check', '--jobs', '3', '--isolated', '--no-cache', sys.argv[1]])"
)
BY_FUNCTION = """import bodyplan, pathlib
if __name__ == '__main__':
    for report in bodyplan.check_many(sorted(pathlib.Path(sys.argv[1]).iterdir()), jobs=3):
        print(report.path, flush=True)
"""


@pytest.mark.slow
@needs_kill
@pytest.mark.parametrize("call", [BY_COMMAND, BY_FUNCTION])
@pytest.mark.parametrize("start", multiprocessing.get_all_start_methods())
def test_workers_end_with_a_process_that_is_killed(call: str, start: str, tmp_path: Path) -> None:
    for number in range(600):
        (tmp_path / f"{number}.urdf").write_text(ROBOT.format(number), encoding="utf-8")
    script = tmp_path / "call.py"
    script.write_text(
        f"import multiprocessing, sys\nif __name__ == '__main__':\n    multiprocessing.set_start_method({start!r})\n"
        + (call if "__main__" in call else f"    {call}\n"),
        encoding="utf-8",
    )
    process = subprocess.Popen(
        [sys.executable, str(script), str(tmp_path)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    )
    with process as parent:
        assert parent.stdout is not None
        assert parent.stdout.readline()
        parent.kill()
        parent.wait()
        while select.select([parent.stdout], [], [], 60)[0]:
            if not parent.stdout.read1(1 << 16):  # type: ignore[attr-defined]  # nobody is left who could write
                return
    raise AssertionError("the workers are still there")

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import bodyplan
import pytest

ROBOT = '<robot name="r"><link name="a"/></robot>'


@pytest.fixture(autouse=True)
def _collector() -> Iterator[None]:
    yield
    gc.unfreeze()
    gc.enable()


def test_the_collector_is_on_after_a_load_and_after_a_failed_one() -> None:
    bodyplan.loads(ROBOT)
    assert gc.isenabled()
    with pytest.raises(bodyplan.LoadError):
        bodyplan.loads("<robot")
    assert gc.isenabled()


def test_a_collector_that_was_off_stays_off() -> None:
    gc.disable()
    bodyplan.loads(ROBOT)
    assert not gc.isenabled()


def test_loads_in_threads_leave_it_on() -> None:
    with ThreadPoolExecutor(4) as pool:
        list(pool.map(bodyplan.loads, [ROBOT] * 40))
    assert gc.isenabled()


def test_nothing_is_left_out_of_later_collections() -> None:
    class Node:
        def __init__(self) -> None:
            self.itself = self

    gone = []
    node = Node()
    weakref.finalize(node, gone.append, True)
    bodyplan.loads(ROBOT)
    del node
    gc.collect()
    assert gone
    assert gc.get_freeze_count() == 0


def test_what_the_program_has_frozen_stays_frozen() -> None:
    gc.freeze()
    before = gc.get_freeze_count()
    bodyplan.loads(ROBOT)
    assert gc.get_freeze_count() > before // 2

from __future__ import annotations

import gc
import weakref
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

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


FAULTY = {
    "urdf": '<robot name="r"><link name="a"/><gazebo reference="b"/><gazebo reference="b"/>'
    '<joint name="j" type="fixed"><parent link="a"/><child link="aa"/></joint></robot>',
    "sdf": '<sdf version="1.6"><model name="m"><link name="a"><visual name="v"><geometry><box/></geometry></visual></link>'
    '<frame name="f" attached_to="b"/><odd/></model></sdf>',
    "skel": '<skel version="1.0"><world name="w"><skeleton name="s"><body name="a"><odd/></body>'
    '<joint name="j" type="weld"><parent>b</parent><child>a</child></joint></skeleton></world></skel>',
}


@pytest.mark.parametrize("format", FAULTY)
@pytest.mark.parametrize("looked_at", [False, True])
def test_a_load_leaves_nothing_to_the_collector(format: str, looked_at: bool, tmp_path: Path) -> None:
    path = tmp_path / f"model.{format}"
    path.write_text(FAULTY[format])

    def load() -> None:
        try:
            found = bodyplan.load(path).diagnostics
        except bodyplan.LoadError as error:
            found = error.diagnostics
        assert found
        if looked_at:
            assert all(map(str, found))

    load()
    gc.collect()
    gc.disable()
    load()
    gc.disable()
    assert gc.collect() == 0


def test_what_the_program_has_frozen_stays_frozen() -> None:
    gc.freeze()
    before = gc.get_freeze_count()
    bodyplan.loads(ROBOT)
    assert gc.get_freeze_count() > before // 2

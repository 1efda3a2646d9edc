from __future__ import annotations

import gc
import threading
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
    "mjcf": '<mujoco><worldbody><replicate count="2"><body name="a"><joint name="j" axis="0 0 0"/><geom size="1" odd="1"/>'
    '<body name="b"><geom type="box" size="1 1"/></body></body></replicate></worldbody>'
    '<actuator><motor joint="k"/></actuator></mujoco>',
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

    # what makes the first objects of a class goes with the last of them, once in a process
    for _ in range(20):
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


ROBOTS = {
    "urdf": ROBOT.replace(
        "</robot>", "<link name='b'/><joint name='j' type='fixed'><parent link='a'/><child link='b'/></joint></robot>"
    ),
    "sdf": '<sdf version="1.12"><model name="m"><link name="a"/><link name="b"/><joint name="j" type="revolute">'
    "<parent>a</parent><child>b</child><axis/></joint></model></sdf>",
}


def look_at_all(scene: bodyplan.Scene) -> None:
    for objects in (scene.links, scene.joints, scene.frames, scene.models, scene.attachments):
        assert all(map(repr, objects.values()))
    assert scene.pose(list(scene.links)[-1]) is not None
    assert scene.forward_kinematics().stack().size
    assert scene.mass_properties is not None
    assert scene.collision_filter is not None
    assert (scene.constraints, scene.force_elements) == ((), ())


@pytest.mark.parametrize("format", ROBOTS)
def test_a_scene_leaves_nothing_to_the_collector(format: str) -> None:
    look_at_all(bodyplan.loads(ROBOTS[format]).scene)
    gc.collect()
    gc.disable()
    look_at_all(bodyplan.loads(ROBOTS[format]).scene)
    assert gc.collect() == 0


def test_garbage_that_was_taken_for_old_does_not_pile_up() -> None:
    class Node:
        def __init__(self, more: object) -> None:
            self.itself, self.more = self, more

    alive: weakref.WeakSet[Node] = weakref.WeakSet()
    most = 0
    for _ in range(40):
        for _ in range(500):
            alive.add(Node([[] for _ in range(10)]))
        bodyplan.loads(ROBOT)
        most = max(most, len(alive))
    assert most < 40 * 500 // 2


class Cycle:
    """What only the collector takes away."""

    def __init__(self) -> None:
        self.itself = self


def loads_until_gone(gone: weakref.ref[Cycle]) -> bool:
    return any(bodyplan.loads(ROBOT) is not None and gone() is None for _ in range(400))


def test_a_programs_garbage_that_outlived_loads_is_collected_while_it_goes_on_loading() -> None:
    cycle = Cycle()
    gone = weakref.ref(cycle)
    for _ in range(5):
        bodyplan.loads(ROBOT)  # by now it is no longer among the youngest
    del cycle
    assert loads_until_gone(gone)


def test_a_programs_garbage_is_collected_while_another_load_never_ends(tmp_path: Path) -> None:
    path = tmp_path / "world.sdf"
    path.write_text(
        '<sdf version="1.12"><world name="w"><include><uri>https://example.org/a</uri></include></world></sdf>'
    )
    begun, may_end = threading.Event(), threading.Event()

    def fetch(uri: str) -> None:
        begun.set()
        may_end.wait(60)

    other = threading.Thread(target=bodyplan.check, args=(path,), kwargs={"fetch": fetch})
    other.start()
    try:
        assert begun.wait(60)
        cycle = Cycle()
        gone = weakref.ref(cycle)
        del cycle
        assert loads_until_gone(gone)
    finally:
        may_end.set()
        other.join()

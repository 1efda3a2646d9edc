"""Which gains actuators take from classes that speak of several kinds of them, beside what MuJoCo makes of the document."""

from __future__ import annotations

from itertools import product

import bodyplan
import numpy as np
import pytest

mujoco = pytest.importorskip("mujoco")
pytestmark = pytest.mark.oracle

KINDS = {
    "motor": 'gear="2"',
    "position": 'kp="5"',
    "velocity": 'kv="3"',
    "muscle": 'range="0.6 1.1" force="9"',
    "general": 'gainprm="7 9" biasprm="1 2 3"',
    "damper": 'kv="4" ctrlrange="0 1"',
    "cylinder": 'area="2"',
    "intvelocity": 'kp="6" actrange="-1 1"',
}
NEEDED = {"damper": 'ctrlrange="0 1"', "intvelocity": 'actrange="-1 1"'}
NUMBERS = ("gainprm", "biasprm", "dynprm", "gaintype", "biastype", "dyntype", "ctrlrange", "actrange", "gear")


def text_of(outer: tuple[str, ...], inner: tuple[str, ...], kind: str) -> str:
    given = ["".join(f"<{each} {KINDS[each]}/>" for each in kinds) for kinds in (outer, inner)]
    return f"""<mujoco><default>{given[0]}<default class="c">{given[1]}</default></default>
        <worldbody><body><joint name="j"/><geom size=".1"/></body></worldbody>
        <actuator><{kind} class="c" joint="j" lengthrange="0 1" {NEEDED.get(kind, "")}/></actuator></mujoco>"""


@pytest.mark.parametrize("kind", KINDS)
def test_expanded_actuators_have_the_gains_of_their_classes(kind: str) -> None:
    wrong = []
    count = 0
    chains = [((a,), (b,)) for a, b in product(KINDS, KINDS)]
    chains += [(("cylinder", "position"), tuple(dict.fromkeys(pair))) for pair in product(KINDS, KINDS)]
    for outer, inner in chains:
        text = text_of(outer, inner, kind)
        try:
            meant = mujoco.MjModel.from_xml_string(text)
        except ValueError:
            with pytest.raises(bodyplan.LoadError):
                bodyplan.loads(text, target="mujoco")
            continue
        expanded, _ = bodyplan.loads(text, target="mujoco").export(expand=True)
        made = mujoco.MjModel.from_xml_string(expanded)
        count += 1
        wrong += [
            (outer, inner, name)
            for name in NUMBERS
            if not np.array_equal(getattr(meant, f"actuator_{name}"), getattr(made, f"actuator_{name}"))
        ]
    assert wrong == []
    assert count > 90

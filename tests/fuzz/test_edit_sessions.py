"""Texts are edited again and again: all that the server answers is what one answers that knows nothing of the past."""

from __future__ import annotations

import random
from argparse import Namespace
from pathlib import Path

import pytest
from bodyplan.cli.language_server.open_texts import OpenTexts
from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule, run_state_machine_as_test

from .editing import answers_of, make_edit

PART = Path("examples/arm.urdf").read_text(encoding="utf-8")[:3000]
INNER = (
    '<sdf version="1.9">\r\n<model name="part">\r\n<link name="\U0001f916 hook"/><link name="l"/></model>\r\n</sdf>\r\n'
)
OUTER = """<sdf version="1.9"><model name="m">
<include><uri>inner.sdf</uri></include>
<link name="a"/><frame name="f" attached_to="part::l"/>
<joint name="j" type="fixed"><parent>a</parent><child>f</child></joint>
</model></sdf>
"""
SCENE = '<mujoco><worldbody><body name="b"><joint name="j"/><geom size=".1"/></body></worldbody>\n'
SCENE += '<actuator><motor joint="j"/></actuator></mujoco>\n'
TEXTS = {"arm.urdf": PART, "inner.sdf": INNER, "outer.sdf": OUTER, "scene.xml": SCENE}


class EditSession(RuleBasedStateMachine):
    """An editor with a few texts, of which one includes another."""

    longest = 0
    """Edits of the longest session so far."""

    @initialize()
    def open_texts(self) -> None:
        self.now = {Path(name).absolute().as_uri(): text for name, text in TEXTS.items()}
        self.first = dict(self.now)
        self.texts = OpenTexts(Namespace(isolated=True))
        self.version = 0
        self.changed = next(iter(self.now))
        for uri in self.now:
            self.texts.put(uri, self.now[uri], 0)
        self.offset = 0

    @rule(seed=st.integers(0, 2**16 - 1))
    def edit(self, seed: int) -> None:
        """One number for each edit, since what Hypothesis draws for all of them has to be small."""
        chance = random.Random(seed)
        uri = self.changed = chance.choice(list(self.now))
        what = chance.random()
        if what < 0.1:
            self.now[uri] = self.first[uri]
        else:
            self.now[uri] = make_edit(self.now[uri], chance)
        if what > 0.9:
            self.texts.remove(uri)
        self.version += 1
        self.offset = chance.randrange(len(self.now[uri]) + 1)
        EditSession.longest = max(EditSession.longest, self.version)
        self.texts.put(uri, self.now[uri], self.version)

    @invariant()
    def answers_are_those_of_a_server_that_was_just_started(self) -> None:
        if not hasattr(self, "now"):
            return
        fresh = OpenTexts(Namespace(isolated=True))
        for uri, text in self.now.items():
            fresh.put(uri, text, self.version)
        # that which was changed, and each of the others in turn
        for uri in {self.changed, list(self.now)[self.version % len(self.now)]}:
            assert answers_of(self.texts, uri, self.offset) == answers_of(fresh, uri, self.offset)


def run_sessions(examples: int, steps: int) -> int:
    """Tries sessions of some steps; the answer is how many edits the longest had."""
    EditSession.longest = 0
    chosen = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        phases=[Phase.generate],
        # long sessions take a while
        suppress_health_check=list(HealthCheck),
    )
    run_state_machine_as_test(EditSession, settings=chosen)
    return EditSession.longest


def test_answers_do_not_depend_on_what_was_there_before() -> None:
    assert run_sessions(4, 30) > 10


@pytest.mark.slow
def test_answers_hold_over_a_thousand_edits_in_a_row() -> None:
    total = 0
    for _ in range(10):  # the first step opens the texts, and some sessions end early
        total += run_sessions(2, 1010)
        if total >= 1000:
            break
    assert total >= 1000

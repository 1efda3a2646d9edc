"""DC motors as MuJoCo knew them until 3.11, with gains of voltages, as motors with gains of torques.

The old controller set a voltage, which what the motor induces itself went against; that of today makes up for it.
"""

from __future__ import annotations

from math import sqrt
from typing import TYPE_CHECKING

from ....diagnostics import rules
from ....runtime.numbers import to_float
from ....runtime.values import format_double

if TYPE_CHECKING:
    from lxml.etree import _Element

    from ....runtime.sink import Sink
    from ...upgrade.xml_tree import Editor

INPUTS = {"position": "pos", "velocity": "vel"}
"""What each word became."""
GAINS = 3


def rewire_motors(tree: _Element, editor: Editor, sink: Sink) -> None:
    """Rewrites motors whose input is a position or a speed; reports those whose gains are not known."""
    for motor in tree.iter("dcmotor"):
        word = motor.get("input", "")
        if word not in INPUTS:
            continue
        editor.set_attribute(motor, "input", INPUTS[word])
        constant, resistance = _constant_of(motor), next(iter(_numbers(motor, "resistance")), 0.0)
        if not (constant > 0 and resistance > 0):
            _report(motor, "controller", "gains of voltages without 'motorconst' and 'resistance'", sink)
            continue
        factor, induced = constant / resistance, constant * constant / resistance
        kp, ki, kd = _numbers(motor, "controller", GAINS)[:GAINS]
        rest = _numbers(motor, "controller")[GAINS:]
        if word == "position":
            gains = [factor * kp, factor * ki, factor * kd + induced]
        else:
            if ki:
                _report(motor, "controller", "the integral gain of a speed", sink)
            gains = [0.0, 0.0, factor * kp]
            damping = _numbers(motor, "damping", 1)
            _set(motor, "damping", [damping[0] + induced, *damping[1:]], editor)
        _set(motor, "controller", [*gains, *rest], editor)


def _constant_of(motor: _Element) -> float:
    """The constant of torque, or that of voltage, or the mean of the two."""
    known = [each for each in _numbers(motor, "motorconst") if each > 0]
    return sqrt(known[0] * known[1]) if len(known) > 1 else next(iter(known), 0.0)


def _numbers(motor: _Element, name: str, least: int = 0) -> list[float]:
    """The numbers of an attribute, with zeros up to as many as are asked for."""
    found = [to_float(word) for word in motor.get(name, "").split()]
    return found + [0.0] * (least - len(found))


def _set(motor: _Element, name: str, numbers: list[float], editor: Editor) -> None:
    editor.set_attribute(motor, name, " ".join(map(format_double, numbers)))


def _report(motor: _Element, attribute: str, what: str, sink: Sink) -> None:
    sink.report(
        rules.DEPRECATED_PLACE,
        motor,
        attribute=attribute if motor.get(attribute) is not None else None,
        path=what,
        version="MuJoCo 4.0",
    )

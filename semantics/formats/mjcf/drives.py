"""What an actuator makes of its inputs: gain, bias and dynamics, which shortcuts say in words of their own.

Spec: MJCF reference, ``actuator``. An actuator begins as what the ``default`` elements of its class leave, whatever shortcuts
these are. What is said of range, gear and transmission counts for all of them, gains for the same shortcut and ``general`` only.
"""

from __future__ import annotations

from math import pi, sqrt
from typing import TYPE_CHECKING, Any

from ....diagnostics.records import dataclass, field
from ..tokens import format_enum

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from ....runtime.element import Element

Written = "Mapping[str, Any]"
REFUSED_BELOW_ZERO = {
    "position": ("kv", "dampratio", "timeconst"),
    "intvelocity": ("kv", "dampratio", "timeconst"),
    "orientation": ("kv", "dampratio"),
    "pid": ("kv", "dampratio", "slewmax"),
    "damper": ("kv",),
    "adhesion": ("gain",),
    "muscle": ("tausmooth",),
    "dcmotor": (),
}
"""Numbers that may not be negative, by the shortcut."""
SERVOS = ("position", "intvelocity", "orientation", "pid")
CHARTS = {"expmap": 3, "quat": 4}
"""Kinds of input of an orientation, and how many numbers they are."""
STATELESS = ("none", "dcmotor")
MANY_STATES = ("user", "dcmotor", "pid")
"""Dynamics that may have several states."""


@dataclass(slots=True)
class Gains:
    """What shortcuts say each in their own words."""

    shortcut: str | None = None
    dynamics: str = "none"
    gain: str = "fixed"
    bias: str = "none"
    dynamics_numbers: list[float] = field(default_factory=lambda: [1.0, *[0.0] * 9])
    gain_numbers: list[float] = field(default_factory=lambda: [1.0, *[0.0] * 9])
    bias_numbers: list[float] = field(default_factory=lambda: [0.0] * 10)
    states: int = -1
    """Of ``actdim``; negative: as many as the dynamics need."""
    inherited_range: float = 0.0
    is_early: bool = False
    input: tuple[str, ...] = ()


@dataclass(slots=True)
class Drive:
    """An actuator's gains and ranges, with what its class gives."""

    gains: Gains = field(default_factory=Gains)
    control_range: tuple[float, float] = (0.0, 0.0)
    control_switch: str = "auto"
    force_range: tuple[float, float] = (0.0, 0.0)
    force_switch: str = "auto"
    state_range: tuple[float, float] = (0.0, 0.0)
    state_switch: str = "auto"
    faults: list[tuple[Element, str | None, str]] = field(default_factory=list)
    """Element, field and what is wrong with it, as the words behind the actuator's name."""

    def read(self, tag: str, element: Element, *, with_gains: bool = True) -> None:
        """Takes what an element says: one of the class, of which gains may be for other actuators only, or the actuator."""
        written = vars(element)
        gains = self.gains
        for name, value in written.items():
            attribute = PLAIN.get(name)
            if attribute is not None:
                setattr(self, attribute, tuple(value) if attribute.endswith("range") else format_enum(value))
        if with_gains and "inheritrange" in written:
            gains.inherited_range = written["inheritrange"] or 0.0
            if gains.inherited_range > 0:
                self._inherit(tag, element, written)
        elif "ctrlrange" in written or "posrange" in written:
            gains.inherited_range = 0.0
        if with_gains:
            gains.shortcut = tag
            SHORTCUTS[tag](self, element, written)

    def _inherit(self, tag: str, element: Element, written: Mapping[str, Any]) -> None:
        """What an inherited range does to one that is there."""
        replaced = "actrange" if tag == "intvelocity" else "ctrlrange"
        for name in (replaced, "posrange"):
            if any(written.get(name) or ()):
                self.refuse(element, "inheritrange", f"has both {name!r} and 'inheritrange'")
        if replaced == "ctrlrange" and "ctrlrange" not in written:
            self.control_range = (0.0, 0.0)

    def copy(self) -> Drive:
        """One that gets faults of its own; its gains are read already, and shared."""
        return Drive(
            self.gains,
            self.control_range,
            self.control_switch,
            self.force_range,
            self.force_switch,
            self.state_range,
            self.state_switch,
            list(self.faults),
        )

    def refuse(self, element: Element, name: str | None, fault: str) -> None:
        """Keeps in mind what is wrong."""
        self.faults.append((element, name, fault))

    @property
    def inputs(self) -> int:
        """How many numbers it is controlled by."""
        gains = self.gains
        if gains.gain == "so3":
            return CHARTS.get(gains.input[0] if gains.input else "expmap", 3)
        if gains.gain == "pid":
            return len(gains.input) or 2
        if gains.gain == "dcmotor":
            return 0 if gains.input == ("none",) else len(gains.input) or 1
        return 1

    @property
    def activations(self) -> int:
        """How many states it has."""
        gains = self.gains
        if gains.gain == "so3":
            return 3 if gains.dynamics == "integrator" else 0
        if gains.gain == "pid" and gains.dynamics == "pid":
            return (gains.dynamics_numbers[1] > 0) + (gains.gain_numbers[0] > 0)
        if gains.states >= 0:
            return gains.states
        return int(gains.dynamics not in STATELESS)


PLAIN = {
    "ctrlrange": "control_range",
    "posrange": "control_range",
    "ctrllimited": "control_switch",
    "forcerange": "force_range",
    "forcelimited": "force_switch",
    "actrange": "state_range",
    "actlimited": "state_switch",
}
"""Fields that mean the same for all shortcuts."""


def _be_general(drive: Drive, element: Element, written: Mapping[str, Any]) -> None:
    gains = drive.gains
    gains.dynamics = format_enum(written.get("dyntype", gains.dynamics))
    gains.gain = format_enum(written.get("gaintype", gains.gain))
    gains.bias = format_enum(written.get("biastype", gains.bias))
    for name, numbers in (
        ("dynprm", gains.dynamics_numbers),
        ("gainprm", gains.gain_numbers),
        ("biasprm", gains.bias_numbers),
    ):
        given = written.get(name) or ()
        numbers[: len(given)] = given
    gains.states = written.get("actdim", gains.states)
    gains.is_early = bool(written.get("actearly", gains.is_early))
    _read_input(drive, element, written)


def _read_input(drive: Drive, element: Element, written: Mapping[str, Any]) -> None:
    if "input" in written:
        drive.gains.input = tuple(format_enum(written["input"]).split())


def _be_motor(drive: Drive, element: Element, written: Mapping[str, Any]) -> None:
    gains = drive.gains
    gains.gain_numbers[0] = 1.0
    gains.dynamics, gains.gain, gains.bias = "none", "fixed", "none"


def _damp(drive: Drive, element: Element, written: Mapping[str, Any]) -> None:
    """Velocity gain or damping ratio of a servo."""
    if "kv" in written and "dampratio" in written:
        drive.refuse(element, "dampratio", "has both 'kv' and 'dampratio'")
    if written.get("kv") is not None:
        drive.gains.bias_numbers[2] = -written["kv"]
    if written.get("dampratio") is not None:
        drive.gains.bias_numbers[2] = written["dampratio"]


def _be_position(drive: Drive, element: Element, written: Mapping[str, Any]) -> None:
    gains = drive.gains
    kp = _number(written, "kp", gains.gain_numbers[0])
    gains.gain_numbers[0], gains.bias_numbers[1] = kp, -kp
    _damp(drive, element, written)
    constant = written.get("timeconst")
    if constant is not None:
        gains.dynamics_numbers[0] = constant
        gains.dynamics = "filterexact" if constant else "none"
    elif gains.dynamics != "filterexact":
        gains.dynamics = "none"
    gains.gain, gains.bias = "fixed", "affine"


def _be_velocity_integral(drive: Drive, element: Element, written: Mapping[str, Any]) -> None:
    _be_position(drive, element, written)
    drive.gains.dynamics = "integrator"


def _be_orientation(drive: Drive, element: Element, written: Mapping[str, Any]) -> None:
    gains = drive.gains
    kp = _number(written, "kp", gains.gain_numbers[0])
    gains.gain_numbers[0], gains.bias_numbers[1] = kp, -kp
    _damp(drive, element, written)
    _read_input(drive, element, written)
    gains.dynamics, gains.gain, gains.bias = "none", "so3", "so3"


def _be_pid(drive: Drive, element: Element, written: Mapping[str, Any]) -> None:
    gains = drive.gains
    is_first = gains.gain != "pid"
    if is_first:
        gains.gain_numbers[0] = gains.dynamics_numbers[0] = gains.dynamics_numbers[1] = 0.0
    gains.bias_numbers[1] = -_number(written, "kp", -gains.bias_numbers[1])
    _damp(drive, element, written)
    gains.gain_numbers[0] = _number(written, "ki", gains.gain_numbers[0])
    largest = _number(written, "imax", gains.dynamics_numbers[0])
    if gains.gain_numbers[0]:
        gains.dynamics_numbers[0] = largest
        if largest < 0:
            drive.refuse(element, "imax", f"has the negative 'imax' {largest:g}")
    gains.dynamics_numbers[1] = _number(written, "slewmax", gains.dynamics_numbers[1])
    gains.dynamics = "pid" if gains.gain_numbers[0] or gains.dynamics_numbers[1] else "none"
    gains.gain, gains.bias = "pid", "affine"
    _read_input(drive, element, written)


def _be_velocity(drive: Drive, element: Element, written: Mapping[str, Any]) -> None:
    gains = drive.gains
    kv = _number(written, "kv", gains.gain_numbers[0])
    gains.gain_numbers[0] = kv
    gains.bias_numbers[:] = [0.0, 0.0, -kv, *[0.0] * 7]
    gains.dynamics, gains.gain, gains.bias = "none", "fixed", "affine"


def _be_damper(drive: Drive, element: Element, written: Mapping[str, Any]) -> None:
    gains = drive.gains
    kv = _number(written, "kv", -gains.gain_numbers[2] if gains.gain == "affine" else 0.0)
    gains.gain_numbers[:] = [0.0, 0.0, -kv, *[0.0] * 7]
    gains.dynamics, gains.gain, gains.bias = "none", "affine", "none"
    _be_one_sided(drive, element)


def _be_adhesion(drive: Drive, element: Element, written: Mapping[str, Any]) -> None:
    gains = drive.gains
    gains.gain_numbers[0] = _number(written, "gain", gains.gain_numbers[0])
    gains.gain, gains.bias = "fixed", "none"
    _be_one_sided(drive, element)


def _be_one_sided(drive: Drive, element: Element) -> None:
    drive.control_switch = "true"
    if min(drive.control_range) < 0:
        drive.refuse(element, "ctrlrange", "has a range of its control that begins below 0")


def _be_cylinder(drive: Drive, element: Element, written: Mapping[str, Any]) -> None:
    gains = drive.gains
    gains.dynamics_numbers[0] = _number(written, "timeconst", gains.dynamics_numbers[0])
    bias = written.get("bias") or ()
    gains.bias_numbers[: len(bias)] = bias
    gains.gain_numbers[0] = _number(written, "area", gains.gain_numbers[0])
    diameter = _number(written, "diameter", -1.0)
    if diameter >= 0:
        gains.gain_numbers[0] = pi / 4 * diameter * diameter
    gains.dynamics, gains.gain, gains.bias = "filter", "fixed", "affine"


MUSCLE = (("range", 0, 0.75), ("range", 1, 1.05), ("force", 2, -1.0), ("scale", 3, 200.0), ("lmin", 4, 0.5), ("lmax", 5, 1.6), ("vmax", 6, 1.5), ("fpmax", 7, 1.3), ("fvmax", 8, 1.2))  # fmt: skip
"""Field, which number of the gain it is, and a muscle's own default."""
MUSCLE_TIMES = (0.01, 0.04)
"""To activate and to deactivate, s."""


def _be_muscle(drive: Drive, element: Element, written: Mapping[str, Any]) -> None:
    gains = drive.gains
    if gains.gain != "muscle":  # what other gains are is forgotten, whatever says it
        gains.gain_numbers = [*(default for _, _, default in MUSCLE), 0.0]
        gains.dynamics_numbers = [*MUSCLE_TIMES, *[0.0] * 8]
    for name, at, _ in MUSCLE:
        value = written.get(name)
        if value is not None:
            value = value[at] if name == "range" else value
            if value >= 0:
                gains.gain_numbers[at] = value
    constants = written.get("timeconst")
    for at, value in enumerate(constants or ()):
        if value >= 0:
            gains.dynamics_numbers[at] = value
    gains.dynamics_numbers[2] = _number(written, "tausmooth", gains.dynamics_numbers[2])
    gains.bias_numbers[:9] = gains.gain_numbers[:9]
    gains.dynamics, gains.gain, gains.bias = "muscle", "muscle", "muscle"


def _be_dcmotor(drive: Drive, element: Element, written: Mapping[str, Any]) -> None:
    gains = drive.gains
    is_same = gains.gain == "dcmotor"
    old_gains, old_states = (gains.gain_numbers, gains.dynamics_numbers) if is_same else ([0.0] * 10, [0.0] * 10)
    old_bias = gains.bias_numbers if is_same else [0.0] * 10
    torque, back = _several(written, "motorconst", (old_gains[1], 0.0))
    resistance = _number(written, "resistance", old_gains[0])
    voltage, stall, speed = _several(written, "nominal", (0.0, 0.0, 0.0))
    damping = (written.get("damping") or (0.0,))[0]
    if voltage > 0 and back <= 0 and speed > 0:
        back = _find_constant(voltage, stall, speed, damping, resistance)
    constant = sqrt(torque * back) if torque > 0 and back > 0 else torque if torque > 0 else back
    if not resistance and voltage > 0 and stall > 0 and constant > 0:
        resistance = constant * voltage / stall
    if constant <= 0:
        drive.refuse(element, "motorconst", "needs a motor constant above 0, from 'motorconst' or 'nominal'")
        return
    if resistance <= 0:
        drive.refuse(element, "resistance", "needs a resistance above 0, from 'resistance' or 'nominal'")
        return
    gains.gain_numbers[:2] = resistance, constant
    saturation = _several(written, "saturation", (0.0, 0.0, 0.0))
    if saturation[0] > 0 or saturation[1] > 0:
        largest = saturation[0] or constant * saturation[1]
        drive.force_range, drive.force_switch = (-largest, largest), "true"
    inductance = _several(written, "inductance", (0.0, old_states[0]))
    for value, name in zip(inductance, ("an inductance", "an electrical time constant")):
        if value < 0:
            drive.refuse(element, "inductance", f"has {name} below 0")
    controller = _several(written, "controller", (*old_gains[4:7], *old_states[7:9], old_gains[7]))
    thermal = _several(
        written, "thermal", (old_states[2], old_states[3], 0.0, old_gains[2], old_gains[3], old_states[4])
    )
    friction = _several(written, "lugre", (*old_states[5:7], *old_bias[3:6]))
    gains.gain_numbers[4:7] = controller[:3]
    gains.dynamics_numbers[0] = inductance[0] / resistance if inductance[0] > 0 else inductance[1]
    gains.dynamics_numbers[7:9] = controller[3:5]
    gains.dynamics_numbers[5:7] = friction[:2]
    is_thermal = max(thermal[:3]) > 0
    if is_thermal and sum(value > 0 for value in thermal[:3]) < 2:
        drive.refuse(element, "thermal", "needs two of thermal resistance, capacitance and time constant")
    gains.dynamics_numbers[2:4] = thermal[:2]
    gains.states = sum(
        (gains.dynamics_numbers[0] > 0, controller[3] > 0, controller[1] > 0, is_thermal, friction[0] > 0)
    )
    gains.is_early = True
    drive.state_switch = "false"
    gains.dynamics, gains.gain, gains.bias = "dcmotor", "dcmotor", "dcmotor"
    _read_input(drive, element, written)


def _find_constant(voltage: float, stall: float, speed: float, damping: float, resistance: float) -> float:
    """The motor constant that the nominal values give."""
    if damping > 0 and resistance > 0:
        root = voltage * voltage - 4 * resistance * damping * speed * speed
        return (voltage + sqrt(root)) / (2 * speed) if root > 0 else voltage / speed
    if damping > 0 and stall > 0:
        exact = voltage / speed - voltage * damping / stall
        return exact if exact > 0 else voltage / speed
    return voltage / speed


def _number(written: Mapping[str, Any], name: str, otherwise: float) -> float:
    value = written.get(name)
    return otherwise if value is None else float(value)


def _several(written: Mapping[str, Any], name: str, otherwise: tuple[float, ...]) -> tuple[float, ...]:
    given = tuple(written.get(name) or ())[: len(otherwise)]
    return (*given, *otherwise[len(given) :])


SHORTCUTS: dict[str, Callable[[Drive, Element, Mapping[str, Any]], None]] = {
    "general": _be_general,
    "motor": _be_motor,
    "position": _be_position,
    "intvelocity": _be_velocity_integral,
    "orientation": _be_orientation,
    "pid": _be_pid,
    "velocity": _be_velocity,
    "damper": _be_damper,
    "adhesion": _be_adhesion,
    "cylinder": _be_cylinder,
    "muscle": _be_muscle,
    "dcmotor": _be_dcmotor,
    "plugin": _be_general,
}


def check_gains(drive: Drive, element: Element) -> None:
    """Keeps in mind what cannot be together in an actuator, once its class and itself are read."""
    gains = drive.gains
    refuse = drive.refuse
    if "so3" in (gains.gain, gains.bias) and gains.gain != gains.bias:
        refuse(element, "gaintype", "has to have 'so3' as type of gain and bias, or as neither")
    if gains.dynamics == "pid" and gains.gain != "pid":
        refuse(element, "dyntype", "has the dynamics 'pid' without that gain")
    if gains.gain == "pid":
        if gains.bias != "affine":
            refuse(element, "biastype", "has the gain 'pid' without an affine bias")
        if gains.dynamics == "pid" and gains.input and "pos" not in gains.input:
            refuse(element, "input", "has a controller with states and no input 'pos'")
    if gains.dynamics == "dcmotor" and not gains.is_early:
        refuse(element, "actearly", "is a DC motor without 'actearly'")
    is_many = gains.states > 1 and gains.dynamics not in MANY_STATES and gains.gain != "so3"
    if is_many or (gains.states == 1 and gains.dynamics == "none"):
        refuse(element, "actdim", f"has {gains.states} states, which its dynamics {gains.dynamics!r} cannot have")
    if gains.states == 0 and gains.dynamics not in (*STATELESS, "pid"):
        refuse(element, "actdim", f"has no states, which its dynamics {gains.dynamics!r} need")
    for kind, numbers in ((gains.gain, gains.gain_numbers), (gains.bias, gains.bias_numbers)):
        if kind == "muscle":
            _check_muscle(drive, element, numbers)
            break


def _check_muscle(drive: Drive, element: Element, numbers: list[float]) -> None:
    if numbers[0] >= numbers[1]:
        drive.refuse(element, "range", f"is a muscle with the range {numbers[0]:g} {numbers[1]:g}, which is crossed")
    if not numbers[4] < 1 < numbers[5]:
        name = "lmin" if numbers[4] >= 1 else "lmax"
        drive.refuse(element, name, "is a muscle whose lengths do not lie about 1: lmin < 1 < lmax")
    for name, at in (("scale", 3), ("vmax", 6), ("fpmax", 7), ("fvmax", 8)):
        if numbers[at] <= 0:
            drive.refuse(element, name, f"is a muscle whose {name!r} is {numbers[at]:g}; it has to be above 0")

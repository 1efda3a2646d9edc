"""Robots that make sense: masses of real materials, moments of their shapes, limits that motors have."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass, field


@dataclass
class Part:
    """A link with one shape, and the joint that holds it."""

    name: str
    shape: str
    """``box``, ``cylinder`` or ``sphere``."""
    size: tuple[float, ...]
    """Lengths of the sides; radius and length; radius."""
    density: float
    center: tuple[float, float, float] = (0.0, 0.0, 0.0)
    turned: tuple[float, float, float] = (0.0, 0.0, 0.0)
    """Roll, pitch and yaw of the shape."""
    parent: str = ""
    joint: str = ""
    joint_type: str = "revolute"
    origin: tuple[float, float, float] = (0.0, 0.0, 0.0)
    axis: tuple[float, float, float] = (0.0, 0.0, 1.0)
    limits: tuple[float, float] = (-1.5, 1.5)
    mimic: tuple[str, float] | None = None

    @property
    def volume(self) -> float:
        """In m³."""
        if self.shape == "box":
            return math.prod(self.size)
        if self.shape == "cylinder":
            return math.pi * self.size[0] ** 2 * self.size[1]
        return 4 / 3 * math.pi * self.size[0] ** 3

    @property
    def mass(self) -> float:
        """In kg."""
        return float(f"{self.volume * self.density:.4g}")

    @property
    def moments(self) -> tuple[float, float, float]:
        """About the axes of the shape through its middle, in kg m²."""
        mass = self.mass
        if self.shape == "box":
            x, y, z = (side * side for side in self.size)
            return mass * (y + z) / 12, mass * (x + z) / 12, mass * (x + y) / 12
        if self.shape == "cylinder":
            radius, length = self.size
            across = mass * (3 * radius**2 + length**2) / 12
            return across, across, mass * radius**2 / 2
        ball = 0.4 * mass * self.size[0] ** 2
        return ball, ball, ball


@dataclass
class Robot:
    """Parts, each after the one that it hangs on."""

    name: str
    parts: list[Part] = field(default_factory=list)
    fixed_base: bool = False


def make_arm(name: str, chance: random.Random, links: int) -> Robot:
    """A serial arm on a pedestal, with a two-finger gripper whose right finger follows the left."""
    height = round(chance.uniform(0.2, 0.4), 2)
    robot = Robot(name, fixed_base=True)
    words = ["shoulder", "upper_arm", "forearm", "wrist", "hand"]
    robot.parts.append(
        Part("pedestal", "cylinder", (0.09, height), chance.choice([700, 1100]), (0, 0, round(height / 2, 3)))
    )
    last, last_length = "pedestal", height
    for number in range(links):
        length = round(chance.uniform(0.15, 0.35), 2)
        part = Part(
            words[number],
            "box" if number % 2 else "cylinder",
            (0.06, 0.07, round(length - 0.04, 2)) if number % 2 else (0.035, round(length - 0.04, 2)),
            chance.choice([900, 1400, 2000]),
            (0, 0, round(length / 2, 3)),
            parent=last,
            joint=f"{words[number]}_joint",
            joint_type="continuous" if number == 3 else "revolute",
            origin=(0, 0, last_length),
            axis=(0, 0, 1) if number % 3 == 0 else (0, 1, 0),
            limits=(-round(chance.uniform(1.2, 2.4), 2), round(chance.uniform(1.2, 2.4), 2)),
        )
        robot.parts.append(part)
        last, last_length = part.name, length
    for side, sign in (("left", 1), ("right", -1)):
        robot.parts.append(
            Part(
                f"{side}_finger",
                "box",
                (0.02, 0.012, 0.05),
                1200,
                (0, 0, 0.025),
                parent=last,
                joint=f"{side}_finger_joint",
                joint_type="prismatic",
                origin=(0, round(sign * 0.03, 3), last_length),
                axis=(0, sign, 0),
                limits=(0, 0.04),
                mimic=("left_finger_joint", 1.0) if side == "right" else None,
            )
        )
    return robot


def make_rover(name: str, chance: random.Random) -> Robot:
    """A chassis on four wheels, with a mast and a head that pans."""
    length, width = round(chance.uniform(0.5, 0.9), 2), round(chance.uniform(0.3, 0.5), 2)
    radius = round(chance.uniform(0.08, 0.13), 3)
    robot = Robot(name, [Part("chassis", "box", (length, width, 0.15), 300)])
    for end, along in (("front", 1), ("rear", -1)):
        for side, across in (("left", 1), ("right", -1)):
            robot.parts.append(
                Part(
                    f"{end}_{side}_wheel",
                    "cylinder",
                    (radius, 0.06),
                    950,
                    turned=(1.5708, 0, 0),
                    parent="chassis",
                    joint=f"{end}_{side}_wheel_joint",
                    joint_type="continuous",
                    origin=(round(along * length * 0.35, 3), round(across * (width / 2 + 0.05), 3), -0.05),
                    axis=(0, 1, 0),
                )
            )
    robot.parts.append(
        Part(
            "mast",
            "cylinder",
            (0.025, 0.4),
            2700,
            (0, 0, 0.21),
            parent="chassis",
            joint="mast_joint",
            joint_type="fixed",
            origin=(round(length * 0.25, 3), 0, 0.075),
        )
    )
    robot.parts.append(
        Part(
            "head",
            "sphere",
            (round(chance.uniform(0.05, 0.08), 3),),
            800,
            (0, 0, 0.1),
            parent="mast",
            joint="pan_joint",
            origin=(0, 0, 0.42),
            limits=(-1.57, 1.57),
        )
    )
    return robot


def make_legs(name: str, chance: random.Random) -> Robot:
    """A pelvis on two legs of hip, thigh, shin and foot."""
    thigh, shin = round(chance.uniform(0.3, 0.42), 2), round(chance.uniform(0.3, 0.4), 2)
    robot = Robot(name, [Part("pelvis", "box", (0.2, 0.3, 0.15), 900)])
    for side, sign in (("left", 1), ("right", -1)):
        above = "pelvis"
        rows = (
            ("hip", "sphere", (0.05,), (0, 0, -0.06), (0, round(sign * 0.1, 3), -0.075), (0, 0, 1), (-0.6, 0.6)),
            (
                "thigh",
                "cylinder",
                (0.06, round(thigh - 0.05, 2)),
                (0, 0, round(-thigh / 2, 3)),
                (0, 0, -0.12),
                (0, 1, 0),
                (-1.6, 0.5),
            ),
            (
                "shin",
                "cylinder",
                (0.045, round(shin - 0.05, 2)),
                (0, 0, round(-shin / 2, 3)),
                (0, 0, -thigh),
                (0, 1, 0),
                (0, 2.2),
            ),
            ("foot", "box", (0.22, 0.09, 0.03), (0.04, 0, -0.03), (0, 0, -shin), (0, 1, 0), (-0.7, 0.7)),
        )
        for word, shape, size, center, origin, axis, limits in rows:
            robot.parts.append(
                Part(
                    f"{side}_{word}",
                    shape,
                    size,
                    1050,
                    center,
                    parent=above,
                    joint=f"{side}_{word}_joint",
                    origin=origin,
                    axis=axis,
                    limits=limits,
                )
            )
            above = f"{side}_{word}"
    return robot


def make_crane(name: str, chance: random.Random) -> Robot:
    """A gantry: a rail, a trolley, a hoist and a load on a hook."""
    span = round(chance.uniform(1.5, 3.0), 2)
    return Robot(
        name,
        [
            Part("rail", "box", (span, 0.12, 0.1), 2700, (0, 0, 1.5)),
            Part(
                "trolley",
                "box",
                (0.25, 0.2, 0.12),
                1500,
                parent="rail",
                joint="travel",
                joint_type="prismatic",
                origin=(0, 0, 1.38),
                axis=(1, 0, 0),
                limits=(round(-span / 3, 2), round(span / 3, 2)),
            ),
            Part(
                "hoist",
                "cylinder",
                (0.02, 0.5),
                5000,
                (0, 0, -0.26),
                parent="trolley",
                joint="lift",
                joint_type="prismatic",
                origin=(0, 0, -0.06),
                axis=(0, 0, 1),
                limits=(-0.3, 0),
            ),
            Part(
                "hook",
                "sphere",
                (0.06,),
                6000,
                (0, 0, -0.07),
                parent="hoist",
                joint="swivel",
                origin=(0, 0, -0.52),
                limits=(-3.1, 3.1),
            ),
        ],
    )


MAKERS = ("arm", "rover", "legs", "crane")


def make_robot(kind: str, seed: int) -> Robot:
    """The robot of a kind that belongs to a seed."""
    chance = random.Random(f"{kind} {seed}")
    name = f"{kind}_{seed}"
    if kind == "arm":
        return make_arm(name, chance, 3 + seed % 3)
    return {"rover": make_rover, "legs": make_legs, "crane": make_crane}[kind](name, chance)

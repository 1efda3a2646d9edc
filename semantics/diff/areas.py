"""What differences concern, in the words of ``diff --only``."""

from __future__ import annotations

import re
from typing import Literal, get_args

Area = Literal["kinematics", "limits", "inertia", "collision", "visual", "sensors", "control", "simulation", "other"]
AREAS: tuple[Area, ...] = get_args(Area)

_KINDS: dict[str, Area] = {
    **dict.fromkeys(("model", "link", "joint", "frame", "initial position", "keyframe"), "kinematics"),
    "visual": "visual",
    "light": "visual",
    "collision": "collision",
    "collision filter": "collision",
    "world": "simulation",
    "Actuator": "control",
    **dict.fromkeys(("sensor", "camera"), "sensors"),
    **dict.fromkeys(("LinearBushing", "Spring"), "limits"),
}
"""By kind of thing; constraints are kinematics."""
_FACTS: dict[str, Area] = {
    **dict.fromkeys(("mass", "com", "inertia"), "inertia"),
    **dict.fromkeys(
        (
            *("lower", "upper", "velocity", "effort", "acceleration", "damping", "friction", "stiffness"),
            *("rest_position", "armature"),
        ),
        "limits",
    ),
}
"""By fact of links and joints."""
_WORDS: tuple[tuple[re.Pattern[str], Area], ...] = (
    (re.compile("sensor|camera|imu|lidar|ray"), "sensors"),
    (re.compile("transmission|ros2_control|safety_controller|calibration|actuator|plugin|controller"), "control"),
    (re.compile("inertial|added_mass|density"), "inertia"),
    (re.compile("visual|material|light|texture|rgba|meta|cast_shadows|transparency"), "visual"),
    (re.compile("collision|surface|contact|[cC]ollide|proximity|contype|conaffinity|mu1|mu2|/k[pd]$"), "collision"),
    (re.compile("limit|dynamics|damping|friction"), "limits"),
    (re.compile("pose|frame|axis|joint|link"), "kinematics"),
    (re.compile("gazebo|physics|gravity|option|compiler|wind|kinematic|provide_feedback"), "simulation"),
)
"""By what is in the first names of a path, the first that fits."""


def area_of(kind: str, fact: str | None = None) -> Area:
    """What a difference of a thing concerns as a whole, or in one of its facts."""
    found = None if fact is None else _FACTS.get(fact.partition(" of axis")[0])
    return found or _own_area(kind)


def area_of_part(kind: str, label: str) -> Area:
    """What a difference in a part of a thing's element concerns, by the path of that."""
    own = _own_area(kind)
    if own not in ("kinematics", "simulation", "other"):
        return own
    path = re.sub(r"\[[^]]*\]", "", label)
    rest: Area = "other" if own == "kinematics" else own
    for words, area in _WORDS:
        if words.search(path):
            return area
    return rest


def _own_area(kind: str) -> Area:
    rest: Area = "kinematics" if kind.endswith(("Constraint", "Coupling")) else "other"
    return _KINDS.get(kind, rest)

"""What ``option`` and its flags say of the whole model.

Spec: MJCF reference, ``option``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ....diagnostics import rules
from ..tokens import format_enum
from .orientation import AXES

if TYPE_CHECKING:
    from ....runtime.element import Element
    from .context import MjcfContext

GRAVITY = (0.0, 0.0, -9.81)
MOST_GROUPS = 30
"""The last group of actuators that can be disabled."""


BOUNDS = {
    ("size", ""): {"njmax": ("min", -1), "nconmax": ("min", -1)},
    ("statistic", ""): {"extent": ("above", 0)},
    ("visual", "map"): {"znear": ("above", 0)},
}
"""By section and element in it, the numbers that MuJoCo bounds."""


def add_options(context: MjcfContext) -> None:
    """Sets the gravity and what else is said of the world; reports numbers that cannot be."""
    description, model = context.description, context.model
    _check_numbers(context)
    description.models[0].needs_link = False
    option = model.option("gravity")
    gravity = GRAVITY if option is None else tuple(vars(option)["gravity"])
    description.gravity = gravity if is_switched_on(context, "gravity") else (0.0, 0.0, 0.0)
    for name in ("timestep", "integrator"):
        option = model.option(name)
        if option is not None:
            value = getattr(option, name)
            description.properties[name] = value if isinstance(value, float) else format_enum(value)


def check_unused_settings(context: MjcfContext) -> None:
    """Reports letters of ``eulerseq`` that are no axes, and that no orientation asks for; after all orientations."""
    for element in context.model.settings.elements:
        sequence = vars(element).get("eulerseq")
        if sequence and not set(sequence) <= AXES and not context.sink.about(element, rules.EULER_SEQUENCE):
            about = {"attribute": "eulerseq", "sequence": sequence}
            context.sink.report(rules.EULER_SEQUENCE, element, severity="warning", **about)


def _check_numbers(context: MjcfContext) -> None:
    sections, sink = context.model.sections, context.sink
    for (tag, inner), bounds in BOUNDS.items():
        for part in sections.get(tag, ()):
            for element in part.of(inner) if inner else (part.element,):
                written = vars(element)
                for field, (case, limit) in bounds.items():
                    value = written.get(field)
                    if value is not None and (value <= limit if case == "above" else value < limit):
                        about = {"value": value, "case": case, "limit": limit}
                        sink.report(rules.OUT_OF_RANGE, element, attribute=field, severity="error", **about)
    for part in sections.get("option", ()):
        step = vars(part.element).get("timestep")
        if step is not None and step <= 0:
            sink.report(rules.OUT_OF_RANGE, part.element, attribute="timestep", value=step, case="above", limit=0)
        for group in vars(part.element).get("actuatorgroupdisable") or ():
            if not 0 <= group <= MOST_GROUPS:
                case, limit = ("min", 0) if group < 0 else ("max", MOST_GROUPS)
                about = {"value": group, "case": case, "limit": limit}
                sink.report(
                    rules.OUT_OF_RANGE, part.element, attribute="actuatorgroupdisable", severity="error", **about
                )


def is_switched_on(context: MjcfContext, name: str) -> bool:
    """Whether a flag is enabled, as all that are asked for here are where nothing is written."""
    written: list[Element] = [
        flag for part in context.model.sections.get("option", ()) for flag in part.of("flag") if name in vars(flag)
    ]
    return not written or format_enum(getattr(written[-1], name)) != "disable"

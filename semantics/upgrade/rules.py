"""The steps between versions of a format, as they were compiled."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from importlib.util import find_spec, resolve_name
from itertools import pairwise

from ...runtime.conversions import VersionStep


def versions_of(format: str) -> dict[str, str]:
    """The versions of a format, oldest first, each with the name of its package."""
    found: dict[str, str] = import_module(resolve_name(f"...{format}.versions", __package__)).VERSIONS
    return found


@cache
def rules_for(version: str, format: str = "sdformat") -> VersionStep | None:
    """The step that leads on from ``version``; None for the newest version and for an unknown one."""
    known = versions_of(format)
    after = dict(pairwise(known)).get(version)
    if after is None:
        return None
    module = resolve_name(f"...{format}.{known[after]}.conversions", __package__)
    if find_spec(module) is None:
        return VersionStep(version, after)  # a format without conversion rules
    step: VersionStep = import_module(module).step()
    return step


@cache
def steps_from(version: str, format: str = "sdformat") -> tuple[VersionStep, ...]:
    """All steps from ``version`` to the newest one, in order."""
    steps: list[VersionStep] = []
    while (step := rules_for(version, format)) is not None:
        steps.append(step)
        version = step.target
    return tuple(steps)

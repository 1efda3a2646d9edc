"""Robots before and after conversion, loaded with Drake: whether both are the same mechanism.

``python -m tests.differential.conversion [PATH…]`` tries every URDF of the corpus that Drake loads, or those below the
paths, each in a process that may abort, and prints what is different; the exit status is 1 if anything is.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import bodyplan

from . import mechanisms
from .one_by_one import campaign
from .plants import Plant, Refused, of_text
from .telling import verdict

FINE = ("same", "same without shapes", "drake", "refused")


def plant_of(text: str, format: str) -> Any:
    """A finished plant with what Drake makes of a text, without its shapes.

    Raises:
        Refused: it makes nothing of it.
    """
    return of_text(text, format).plant


def differences(text: str, converted: str) -> Iterator[str]:
    """What Drake makes otherwise of a URDF and of the SDFormat document made of it.

    Raises:
        Refused: Drake loads one of the two not.
    """
    old = of_text(text, "urdf", shapes=None)
    yield from plant_differences(old, of_text(converted, "sdf", shapes=old.scene is not None), text)


def plant_differences(old: Plant, new: Plant, text: str) -> Iterator[str]:
    """What is different in two plants with one robot each, of the same names.

    Friction that ``<gazebo>`` blocks give a robot is not counted: in SDFormat Drake reads it, too.
    """
    yield from mechanisms.differences(old, new, exact=True, friction="<gazebo" not in text)


def stages(path: Path) -> Iterator[str]:
    """Up to one line: ``same``, ``drake``: it loads it not, ``refused`` by our reader, or what is different."""
    yield "drake"
    try:
        text = path.read_text(encoding="utf-8", errors="surrogateescape")
        old = of_text(text, "urdf", shapes=None)
    except (Refused, UnicodeError, OSError):
        return
    yield "not converted: the process ends"
    document = None
    for target in (None, "drake"):
        try:
            document = bodyplan.load(path, target=target)
            break
        except bodyplan.LoadError as error:
            refused = f"refused: {next(each.code for each in error.diagnostics if each.severity == 'error')}"
    if document is None:
        yield refused
        return
    made = bodyplan.convert(document, "sdformat", target="drake")
    # what a plant without a scene graph does not read, Drake refuses in the robot, too
    own = {each.code for each in bodyplan.check(path, target="drake").diagnostics if each.severity == "error"}
    errors = [str(each) for each in made.document.diagnostics if each.severity == "error" and each.code not in own]
    if errors:
        yield f"error: {errors[0]}"
        return
    yield "not loaded: the process ends"
    try:
        new = of_text(made.document.dumps(), "sdf", shapes=old.scene is not None)
    except Refused as refusal:
        yield f"not loaded: {refusal}"
        return
    yield "not compared: the process ends"
    yield verdict(plant_differences(old, new, text), made, "same" if old.scene is not None else "same without shapes")


def main(given: list[str]) -> int:
    """Prints verdicts."""
    return campaign(stages, given, [".urdf"], FINE)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

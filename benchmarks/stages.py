"""Where the time of a load goes: the stages of bodyplan's pipeline, each without what it calls of the others.

    python benchmarks/stages.py FILE

Prints one JSON object. Timers wrap the functions that the pipeline is made of, so that the sum is a little more
than a load without them.
"""

from __future__ import annotations

import functools
import gc
import importlib
import json
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any

STAGES = (
    ("parse", "semantics.document.parser", "parse"),
    ("decode", "runtime.bindings", "Bindings.decode"),
    ("convert", "semantics.formats.sdformat.decoder", "upgrade"),
    ("convert", "semantics.formats.sdformat.decoder", "applicable_steps"),
    ("convert", "semantics.formats.sdformat.decoder", "set_attributes"),
    ("describe", "semantics.document.analysis", "describe"),
    ("validate", "semantics.scene.validation", "validate"),
    ("target", "semantics.targets.policies", "check_for_target"),
    ("positions", "runtime.sink", "Sink.report"),
    ("positions", "runtime.sink", "Sink.finish_later"),
)
"""Name of the stage, module of bodyplan, function in it as its caller finds it."""

REST = "rest"
RUNS = 15


class Stopwatch:
    """Time of nested stages, each without those inside it."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}
        self._inside: list[float] = []

    def around(self, stage: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """The same function, timed."""

        @functools.wraps(function)
        def timed(*arguments: Any, **named: Any) -> Any:
            self._inside.append(0.0)
            start = time.perf_counter()
            try:
                return function(*arguments, **named)
            finally:
                spent = time.perf_counter() - start
                self.seconds[stage] = self.seconds.get(stage, 0.0) + spent - self._inside.pop()
                if self._inside:
                    self._inside[-1] += spent

        return timed


def stages_of(path: str) -> dict[str, float]:
    """Median time of each stage of loading a file, in s."""
    import bodyplan

    load(path)  # imports what this file needs
    watch = Stopwatch()
    for stage, module, name in STAGES:
        owner: Any = importlib.import_module(f"{bodyplan.__name__}.{module}")
        *outer, last = name.split(".")
        for part in outer:
            owner = getattr(owner, part)
        setattr(owner, last, watch.around(stage, getattr(owner, last)))
    rounds: list[dict[str, float]] = []
    whole = watch.around(REST, load)
    for _ in range(RUNS + 2):
        watch.seconds.clear()
        kept = whole(path)
        rounds.append(dict(watch.seconds))
        del kept
    names = dict.fromkeys([stage for stage, _, _ in STAGES] + [REST])
    return {name: statistics.median(found.get(name, 0.0) for found in rounds[2:]) for name in names}


def load(path: str) -> object:
    """The document, or its findings where it is faulty."""
    import bodyplan

    try:
        return bodyplan.load(path)
    except bodyplan.LoadError as error:
        return error.diagnostics


def poses_of(path: str) -> float:
    """Median time of the poses of all frames as one array, once a file is loaded, in s; 0 where it is faulty."""
    import bodyplan

    times = []
    for _ in range(RUNS):
        document: Any = load(path)
        if not isinstance(document, bodyplan.Document):
            return 0.0
        gc.collect()
        start = time.perf_counter()
        kept = document.scene.forward_kinematics().stack()
        times.append(time.perf_counter() - start)
        del kept
    return statistics.median(times)


def saving_of(path: str) -> float:
    """Median ratio of writing the text of a file with one number changed to loading it; 0 where it is faulty.

    The mass of the SDFormat link in the middle is changed; 0 also where there is none.
    """
    import bodyplan

    ratios = []
    for _ in range(RUNS):
        gc.collect()
        start = time.perf_counter()
        document: Any = load(path)
        loaded = time.perf_counter() - start
        inertials = (
            bodyplan.find_all(document, bodyplan.sdformat.Inertial) if isinstance(document, bodyplan.Document) else []
        )
        if not inertials:
            return 0.0
        inertials[len(inertials) // 2].mass += 1.0
        gc.collect()
        start = time.perf_counter()
        kept = document.dumps()
        ratios.append((time.perf_counter() - start) / loaded)
        del kept, document, inertials
    return statistics.median(ratios)


def floors(path: str) -> dict[str, float]:
    """What no reader that uses lxml from Python can be faster than, in s."""
    from lxml import etree

    def touched() -> object:
        """Every element's name, text, attributes and children are looked at once."""
        root = etree.parse(path).getroot()
        return [(element.tag, element.text, element.items(), len(element)) for element in root.iter()]

    class Typed:  # what is made for an element
        __slots__ = ("attributes", "text", "children")
        attributes: list[tuple[str, str]]
        text: str | None
        children: list[Any]

    def typed() -> object:
        """And an object is made for each that has children, with the texts of the others."""

        def make(element: Any) -> Typed:
            found = Typed()
            found.attributes, found.text = element.items(), element.text
            found.children = [make(child) if len(child) else (child.tag, child.text) for child in element]
            return found

        return make(etree.parse(path).getroot())

    runs: tuple[tuple[str, Callable[[], object]], ...] = (
        ("bare parse", functools.partial(etree.parse, path)),
        ("every element looked at", touched),
        ("and an object made", typed),
    )
    result = {}
    for name, run in runs:
        times = []
        for _ in range(RUNS):
            gc.collect()
            gc.disable()  # as bodyplan does while it loads
            start = time.perf_counter()
            kept = run()
            times.append(time.perf_counter() - start)
            gc.enable()
            del kept
        result[name] = statistics.median(times[2:])
    return result


def main() -> int:
    """Prints what was measured."""
    path = sys.argv[1]
    found = {"floors": floors(path), "poses": poses_of(path), "saving": saving_of(path), "stages": stages_of(path)}
    print(json.dumps(found))
    return 0


if __name__ == "__main__":
    sys.exit(main())

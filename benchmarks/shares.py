"""Which parts of bodyplan the time of the slowest calls goes to: why figures of other pages are what they are.

    python benchmarks/shares.py [--only NAME,...] [--write]

Shares are of time as ``cProfile`` sees it, which makes Python's functions heavier than what is written in C; what a function
of the interpreter or of a library takes counts for the module that calls it. Of memory they are of what ``tracemalloc`` sees,
of cold starts of the time that modules take to import, without what they import. ``--write`` writes ``shares.md``.
"""

from __future__ import annotations

import argparse
import contextlib
import cProfile
import io
import os
import pstats
import re
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import workloads
from processes import environment
from staleness import CHECKOUT, write_page
from startup import SMALL

PAGE = Path(__file__).with_suffix(".md")
LEAST = 0.02
"""Smaller shares are counted as the rest."""
MODELS = 10_000
"""Of the world whose memory is looked at."""
STARTS = 6
"""New processes whose imports are timed: of each module the shortest time counts, and the first process compiles it."""
REST = "rest"
PARTS: tuple[tuple[str, str], ...] = (
    ("parsing", r"runtime/(parser|stream_parser|stream_locations|forbidden_xml|attribute_counts|files)\.py"),
    ("decoding", r"generated/|runtime/(decoder|scalars|field_tables|bindings|unknown_elements|values|lexical|presence)\.py"),
    ("decoding", r"semantics/formats/(tree_decoder|\w+/decoder)\.py|semantics/formats/dmd/"),
    ("letting go of what was read", r"contextlib\.py|garbage_collection\.py|document/loader\.py"),
    ("expansion", r"semantics/xacro/"),
    ("older versions", r"semantics/upgrade/"),
    ("suggestions", r"runtime/spelling\.py|semantics/postprocess/|rapidfuzz"),
    ("findings and their places", r"diagnostics/|runtime/(sink|lazy_finding|source|end_tags)\.py|semantics/core/location\.py"),
    ("description", r"semantics/(formats|ir|spatial|includes)/"),
    ("frames, references and checks", r"semantics/(frames|scene|kinematics|checks|constraints|core)/"),
    ("what the target says", r"semantics/targets/"),
    ("files and folders", r"semantics/resources/|posixpath|pathlib|genericpath|<frozen os>"),
    ("conversion", r"semantics/(convert|edit|compose)/"),
    ("writing", r"runtime/(encoder|saving/|markup)|semantics/document/(serialization|readback|layout)"),
    ("the page", r"semantics/(view|diagrams)/|json/"),
    ("numpy", r"numpy"),
    ("command line", r"/cli/|argparse"),
)  # fmt: skip
"""Parts by what is in the paths of their modules; the first that fits."""


def main() -> int:
    """Measures."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument(
        "--only", default="", help="rows to measure, by a part of their names, with commas between them"
    )
    parser.add_argument("--write", action="store_true", help=f"write the page to {PAGE.name}")
    asked = parser.parse_args()
    words = [word for word in asked.only.split(",") if word]
    lines = ["# Where the time and the memory go", ""]
    lines += [
        "Made by `python benchmarks/shares.py --write`, which says how.",
        "",
        "| what | largest parts |",
        "| --- | --- |",
    ]
    for name, find in rows():
        if not words or any(word in name for word in words):
            lines.append(f"| {name} | {say(find())} |")
            print(lines[-1], file=sys.stderr, flush=True)
    text = "\n".join([*lines, ""])
    print(text)
    if asked.write:
        write_page(PAGE, text)
    return 0


def rows() -> Iterator[tuple[str, Callable[[], Counter[str]]]]:
    """What is measured, and what measures it."""
    found = workloads.corpus()
    robot, world = workloads.largest_robot(found, "urdf"), workloads.shapes(found)
    others = [workloads.largest_robot(found, "sdformat"), workloads.largest_robot(found, "skel")]
    if robot is None or world is None or None in others:
        raise SystemExit(f"{workloads.CORPUS} is not there")
    checked = {
        robot: (None, "urdfdom", "libsdformat", "drake"), world: (None, "drake"), others[0]: (None, "drake"),
        others[1]: (None, "dart"),
    }  # fmt: skip
    for file, targets in checked.items():
        assert file is not None
        for target in targets:
            name = f"check {file.path.name}" + ("" if target is None else f" `--target {target}`")
            yield name, partial(shares_of_time, partial(_check, str(file.path), target))
    yield f"save {robot.path.name} after one edit", partial(shares_of_time, _saver(str(robot.path)))
    yield f"convert {robot.path.name} to SDFormat", partial(shares_of_time, partial(_convert, str(robot.path)))
    gripper = str(workloads.CORPUS / "drake" / "examples" / "planar_gripper" / "planar_gripper.xacro")
    with tempfile.TemporaryDirectory() as folder:
        page = os.path.join(folder, "page.html")
        for words in (
            ["xacro", gripper],
            ["resolve", str(world.path)],
            ["view", str(world.path), "-o", page, "--no-open"],
        ):
            title = f"`{words[0]} {os.path.basename(words[1])}`, the modules imported"
            yield title, partial(shares_of_time, partial(_command, words))
        yield "`check small.urdf` in a new process: imports", partial(shares_of_imports, Path(folder))
        yield f"memory of a load of {MODELS} models", partial(shares_of_memory, Path(folder))


def say(shares: Counter[str]) -> str:
    """The largest parts in words."""
    whole = sum(shares.values())
    large = [(part, took) for part, took in shares.most_common() if took >= LEAST * whole and part != REST]
    words = [f"{part} {took / whole:.0%}" for part, took in large]
    return ", ".join([*words, f"{REST} {1 - sum(took for _, took in large) / whole:.0%}"])


def shares_of_time(call: Callable[[], object]) -> Counter[str]:
    """Time by part, in s."""
    call()
    profile = cProfile.Profile(time.process_time)  # which does not count what else the machine does
    profile.runcall(call)
    found: Counter[str] = Counter()
    statistics: Any = pstats.Stats(profile)
    for (file, _, _), (_, _, own, _, callers) in statistics.stats.items():
        if file != "~":
            found[part_of(file)] += own
            continue
        for (caller, _, _), (_, _, took, _) in callers.items():  # of a builtin function
            found[part_of(caller)] += took
    return found


def shares_of_imports(folder: Path) -> Counter[str]:
    """Time of imports by where the modules are, in µs."""
    (folder / "small.urdf").write_text(SMALL, encoding="utf-8")
    words = [
        "-X",
        "importtime",
        "-c",
        "from bodyplan.cli.main import main; main()",
        "check",
        "small.urdf",
        "--no-cache",
    ]
    kept = {**environment(), "PYTHONPYCACHEPREFIX": str(folder / "compiled"), "PYTHONDONTWRITEBYTECODE": ""}
    shortest: dict[str, int] = {}
    for _ in range(STARTS):
        done = subprocess.run(
            [sys.executable, *words], cwd=folder, env=kept, check=False, capture_output=True, text=True
        )
        for own, name in re.findall(r"import time:\s+(\d+) \|\s+\d+ \|\s+(\S+)", done.stderr):
            shortest[name] = min(int(own), shortest.get(name, int(own)))
    found: Counter[str] = Counter()
    for name, took in shortest.items():
        first, *rest = name.split(".")
        where = "lxml" if first == "lxml" else "the standard library"
        if first == "bodyplan":
            is_element = len(rest) > 1 and rest[0] in ("urdf", "sdformat", "generated")
            where = (
                "bodyplan: classes and decoders of elements"
                if is_element
                else f"bodyplan: {rest[0] if rest else 'itself'}"
            )
        found[where] += took
    return found


def shares_of_memory(folder: Path) -> Counter[str]:
    """Memory that is held once a world is loaded, by part, in bytes."""
    import bodyplan

    path = workloads.write_world(MODELS, folder)
    bodyplan.load(path)
    tracemalloc.start()
    kept = bodyplan.load(path)
    traces = tracemalloc.take_snapshot().statistics("lineno")
    tracemalloc.stop()
    found: Counter[str] = Counter()
    for each in traces:
        file = each.traceback[0].filename
        found["the text" if each.size == path.stat().st_size + 33 or file.endswith("files.py") else part_of(file)] += (
            each.size
        )
    size = path.stat().st_size
    assert kept.path
    return Counter({f"{part} ({took / size:.1f} × the text)": took for part, took in found.items()})


def part_of(path: str) -> str:
    """The part that a module belongs to."""
    inside = path.removeprefix(str(CHECKOUT))
    return next((part for part, form in PARTS if re.search(form, inside)), REST)


def _check(path: str, target: Any) -> None:
    import bodyplan

    bodyplan.check(path, **({} if target is None else {"target": target}))


def _saver(path: str) -> Callable[[], object]:
    import bodyplan

    document: Any = bodyplan.load(path)

    def save() -> None:
        document.root.link[-1].inertial.mass.value += 1.0
        document.dumps()

    return save


def _convert(path: str) -> None:
    import bodyplan

    bodyplan.convert(bodyplan.load(path), "sdformat")


def _command(words: list[str]) -> None:
    from bodyplan.cli.main import main

    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        main(words)


if __name__ == "__main__":
    sys.exit(main())

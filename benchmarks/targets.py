"""What is aimed at, and whether a run has it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Row:
    """One target and what was measured."""

    workload: str
    target: str
    measured: str
    met: bool
    note: str = ""


RATIOS: tuple[tuple[str, str, float], ...] = (
    ("shapes", "lxml", 6),
    ("shapes", "libsdformat", 0.45),
    ("shapes", "drake", 0.25),
    ("shapes", "xsdata", 0.2),
    ("sdformat", "lxml", 8),
    ("sdformat", "libsdformat", 0.15),
    ("sdformat", "drake", 0.15),
    ("urdf", "lxml", 4.5),
    ("urdf", "yourdfpy", 0.5),
    ("skel", "lxml", 6),
    ("skel", "dartpy", 1),
)
"""Workload, what bodyplan is compared with, and how many times its time bodyplan may take."""

CORPUS_TIMES = 8
GROWTH = 1.10
MEMORY = 12
COLD = 6
LIBSDFORMAT = 17
"""Version of libsdformat that is meant; older ones are slower, so that a target against one of those is met too easily."""
POSES_MS = 5
SAVING = 1


def judge(run: dict[str, Any]) -> list[Row]:
    """One row for each target that the run can measure."""
    rows = [row for aim in RATIOS if (row := _ratio(run, *aim)) is not None]
    corpus = run.get("corpus", {})
    if "libsdformat" in corpus:
        theirs = corpus["libsdformat"]
        times = theirs["ours on the same files"] / theirs["files per second"]
        rows.append(
            Row(
                "the whole corpus, files per second",
                f"at least {CORPUS_TIMES} × libsdformat",
                f"{times:.1f} ×",
                times >= CORPUS_TIMES,
                _older(run, "libsdformat"),
            )
        )
    growth = run.get("growth", [])
    if len(growth) > 1:
        times = growth[-1]["bodyplan"] / growth[0]["bodyplan"]
        span = f"{growth[0]['models']} to {growth[-1]['models']} models"
        rows.append(
            Row(f"time per model, {span}", f"at most {GROWTH - 1:.0%} more", f"{times - 1:+.0%}", times <= GROWTH)
        )
        peak = growth[-1]["memory"]["peak"]
        rows.append(
            Row(
                f"peak memory, {growth[-1]['models']} models",
                f"at most {MEMORY} × the document",
                f"{peak:.1f} ×",
                peak <= MEMORY,
            )
        )
    start = run.get("startup", {})
    if start:
        times = start["bodyplan check small.urdf"] / start["import lxml.etree"]
        rows.append(
            Row(
                "`bodyplan check small.urdf`, cold",
                f'at most {COLD} × `python -c "import lxml.etree"`',
                f"{times:.1f} ×",
                times <= COLD,
            )
        )
    poses = run.get("poses")
    if poses is not None:
        rows.append(
            Row(
                f"all poses of {poses['file']} as arrays",
                f"at most {POSES_MS} ms more",
                f"{1e3 * poses['seconds']:.1f} ms",
                1e3 * poses["seconds"] <= POSES_MS,
            )
        )
    saving = run.get("saving")
    if saving is not None:
        rows.append(
            Row(
                f"`dumps` of {saving['file']} with one number changed",
                f"at most {SAVING:g} × its `load`",
                f"{saving['loads']:.2f} ×",
                saving["loads"] <= SAVING,
            )
        )
    return rows


def _ratio(run: dict[str, Any], workload: str, other: str, most: float) -> Row | None:
    found = run.get("files", {}).get(workload)
    if found is None:
        return None
    # ratios to the floor were taken in each round, so that they hold whatever else the machine did
    ratios = {timing["reader"]: timing["ratio"] for timing in found["timings"] if timing["seconds"]}
    if other not in ratios or "bodyplan" not in ratios:
        return None
    ratio = ratios["bodyplan"] / ratios[other]
    return Row(
        f"`load` of {found['file']}", f"at most {most:g} × {other}", f"{ratio:.2f} ×", ratio <= most, _older(run, other)
    )


def _older(run: dict[str, Any], reader: str) -> str:
    version = run["versions"].get(reader, "")
    if reader != "libsdformat" or int(version.split(".")[0] or 0) >= LIBSDFORMAT:
        return ""
    return f"{version}; {LIBSDFORMAT} is meant"

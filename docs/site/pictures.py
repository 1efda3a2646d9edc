"""Makes docs/pictures/ from documents in examples/ and in the pages, and docs/agreement.md from what was counted.

``--check`` says what is out of date instead.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path

import bodyplan
from bodyplan.cli.browsers import browsers
from bodyplan.cli.viewing.picture import render_picture
from bodyplan.semantics.diagrams.build import drawing_of
from bodyplan.semantics.diagrams.svg import render

sys.path.insert(0, str(Path(__file__).parent))

import agreement
import drawing

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"


def example(name: str) -> bodyplan.Scene:
    """The scene of a file in examples/."""
    return bodyplan.load(ROOT / "examples" / name).scene


def shown_in(page: str, name: str) -> bodyplan.Scene:
    """The scene of a document that a page of docs/ holds as a block with its name."""
    text = (ROOT / "docs" / page).read_text(encoding="utf-8")
    (block,) = re.findall(rf"^```xml {re.escape(name)}\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    return bodyplan.loads(block).scene


def printed(*call: str, cwd: Path = ROOT) -> str:
    """What the program shows at a terminal with colours."""
    done = subprocess.run(
        [sys.executable, "-m", "bodyplan", *call],
        cwd=cwd,
        env={**os.environ, "FORCE_COLOR": "1", "NO_COLOR": ""},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stdout + done.stderr


def check_at_terminal() -> str:
    """The first findings of the faulty robot, with what they are about."""
    text = printed("check", "--format", "full", "examples/faulty.urdf")
    lines = text.splitlines()
    some = [n for n, line in enumerate(lines) if re.match(r"examples/faulty.urdf:(24|25|28|35):", line)]
    kept = [line for n in some for line in lines[n : n + 3]]  # without what is related
    return drawing.terminal("bodyplan check examples/faulty.urdf", "\n".join([*kept, lines[-1]]) + "\n")


def crane(**q: float) -> str:
    """The crane of the page on meaning."""
    scene = shown_in("meaning.md", "crane.sdf")
    title = f"luff = {q['luff']:g} rad" if q else "as it is written"
    return drawing.space(scene, title, q={f"crane::{name}": value for name, value in q.items()} or None)


def gripper_alone() -> str:
    """The gripper in its own coordinates."""
    scene = example("composition/gripper.sdf")
    shown = ["gripper", "gripper::palm", "gripper::mount", "gripper::grasp"]
    notes = {"gripper::mount": "placement frame", "gripper": "model frame"}
    return drawing.space(scene, "gripper.sdf", shown=shown, notes=notes)


def gripper_placed() -> str:
    """The robot that it is part of."""
    scene = example("composition/nested.sdf")
    shown = {"arm::tip": "", "flange::front": "", "gripper": "model frame"}
    shown |= {"gripper::mount": "on flange::front", "gripper::grasp": ""}
    notes = {f"robot::{name}": note for name, note in shown.items()}
    return drawing.space(scene, "nested.sdf", shown=notes, notes=notes)


def elbow(ending: str) -> str:
    """One joint as a format has it."""
    names = {"sdf": "SDFormat", "urdf": "URDF", "skel": "SKEL"}
    scene = shown_in("meaning.md", f"elbow.{ending}")
    shown = [name for name, frame in scene.frames.items() if frame.kind in ("link", "joint")]
    return drawing.space(scene, names[ending], shown=shown, axes=True, size=(222, 320))


def door(version: str) -> str:
    """An axis whose meaning changed."""
    scene = shown_in("meaning.md", f"door-{version}.sdf")
    return drawing.space(scene, f"SDFormat {version}", axes=True, size=(334, 260))


PICTURES: dict[str, Callable[[], str]] = {
    "check.svg": check_at_terminal,
    "arm.svg": lambda: render(drawing_of(example("arm.sdf"))),
    "arm-frames.svg": lambda: drawing.space(example("arm.sdf"), "its frames", size=(720, 250), notes={}),
    "crane.svg": crane,
    "crane-moved.svg": lambda: crane(luff=0.7),
    "gripper.svg": gripper_alone,
    "gripper-placed.svg": gripper_placed,
    "nested.svg": lambda: render(drawing_of(example("composition/nested.sdf"))),
    "merged.svg": lambda: render(drawing_of(example("composition/merged.sdf"))),
    **{f"elbow-{ending}.svg": lambda ending=ending: elbow(ending) for ending in ("sdf", "urdf", "skel")},
    **{f"door-{version}.svg": lambda version=version: door(version) for version in ("1.4", "1.5")},
}


def photograph(options: str, *call: str, size: tuple[int, int] = (1120, 680), cwd: Path = ROOT) -> bytes:
    """The page of documents, as a browser shows it.

    Args:
        options: what stands behind ``#`` in its address.
        call: the arguments of ``bodyplan view``.
        size: pixels across and down.
        cwd: where the command is called.
    """
    with tempfile.TemporaryDirectory() as folder:
        page = Path(folder) / "page.html"
        printed("view", *call, "-o", str(page), cwd=cwd)
        return render_picture(page.read_text(encoding="utf-8"), size, options)


def mistaken_arm() -> bytes:
    """The arm of the examples with two mistakes."""
    text = (ROOT / ARM).read_text(encoding="utf-8")
    for right, wrong in (
        ('mass value="1.2"', 'mass value="-1.2"'),
        ('lower="-2.5" upper="2.5"', 'lower="2.5" upper="-2.5"'),
    ):
        assert right in text, right
        text = text.replace(right, wrong)
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "arm.urdf").write_text(text, encoding="utf-8")
        return photograph("layers=visuals,findings,grid&select=arm::upper_arm", "arm.urdf", cwd=Path(folder))


ARM = "examples/arm.urdf"
PHOTOGRAPHS: dict[str, Callable[[], bytes]] = {
    "view-arm.png": lambda: photograph(
        "layers=visuals,frames,joints,names,grid&q=shoulder:0.6,elbow:-0.9&select=arm::forearm", ARM
    ),
    "view-findings.png": mistaken_arm,
    "view-edges.png": lambda: photograph(
        "bare&background=white&layers=visuals,shadows,edges,joints&q=shoulder:0.6,elbow:-0.9", ARM, size=(720, 420)
    ),
    "view-both.png": lambda: photograph("", ARM, "--with", "examples/arm.sdf"),
    "view-masses.png": lambda: photograph(
        "bare&background=white&layers=inertias,masses,joints,frames,grid", ARM, size=(720, 420)
    ),
}
"""Pictures that take a browser, and are not the same to the last pixel on another machine."""

MADE = {**{f"pictures/{name}": make for name, make in PICTURES.items()}, "agreement.md": agreement.page}
"""File in docs/ to what makes it."""


def out_of_date() -> Iterator[tuple[Path, str]]:
    """Files that are not as they would be made now, each with that."""
    for name, make in MADE.items():
        path, text = DOCS / name, make()
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            yield path, text


def take_photographs() -> None:
    """Takes the pictures that take a browser; says so where there is none."""
    if next(browsers(), None) is None:
        print(f"there is no browser: {', '.join(PHOTOGRAPHS)} stay as they are")
        return
    for name, make in PHOTOGRAPHS.items():
        (DOCS / "pictures" / name).write_bytes(make())


def main() -> int:
    """Makes or checks all; answers the exit status."""
    if "--check" not in sys.argv:
        take_photographs()
    found = list(out_of_date())
    for path, text in found:
        print(path.relative_to(ROOT))
        if "--check" not in sys.argv:
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8", newline="\n")
    return int(bool(found) and "--check" in sys.argv)


if __name__ == "__main__":
    sys.exit(main())

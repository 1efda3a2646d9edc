"""MJCF made URDF, and URDF made MJCF, beside truerig and urdf2mjcf: what MuJoCo compiles of it, and what of the robot is there.

    python benchmarks/mjcf_conversion.py [--write] [--truerig PYTHON] [--urdf2mjcf PYTHON]

Eight models of dm_control and MuJoCo go one way, eight of the robots that truerig's page names the other. Files of
meshes are not in the corpus: a box stands for each, for all converters alike. MuJoCo compiles what comes out, with no
body fused; bodies and joints are found by their names. Run it with an interpreter that has mujoco and trimesh; the converters may have
interpreters of their own, and those that are nowhere are named.
"""

from __future__ import annotations

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from staleness import write_page

HERE = Path(__file__).resolve().parent
TABLE = Path(__file__).with_suffix(".md")
CORPUS = HERE.parents[1] / "shared" / "corpus"
SUITE = CORPUS / "mjcf" / "dm_control" / "dm_control" / "suite"
MODELS = (
    *(SUITE / f"{name}.xml" for name in ("acrobot", "cheetah", "fish", "hopper", "humanoid", "quadruped", "walker")),
    CORPUS / "mjcf" / "mujoco" / "model" / "humanoid" / "humanoid.xml",
)
ROBOTS = tuple(
    CORPUS / "example-robot-data" / "robots" / path
    for path in (
        "a1_description/urdf/a1.urdf",
        "allegro_hand_description/urdf/allegro_right_hand.urdf",
        "anymal_c_simple_description/urdf/anymal.urdf",
        "b1_description/urdf/b1.urdf",
        "baxter_description/urdf/baxter.urdf",
        "go2_description/urdf/go2.urdf",
        "panda_description/urdf/panda.urdf",
        "z1_description/urdf/z1.urdf",
    )
)
PATIENCE = 120
MASS = 1e-4
"""Of the whole, by which masses may differ: for MuJoCo links between joints of one body weigh 1e-6 kg."""
_MESH = re.compile(r'(?<=filename=")[^"]*?([^"/]+)\.(?:dae|stl|obj)(?=")', re.IGNORECASE)
TRUERIG = "import sys; from truerig.cli import main; sys.exit(main())"
URDF2MJCF = "import sys; from urdf2mjcf.convert import main; sys.exit(main())"
VERSION = "import sys; from importlib.metadata import version; print(version(sys.argv[1]))"


class Parts(NamedTuple):
    """What a model has that has a name, and what it weighs."""

    bodies: frozenset[str]
    joints: frozenset[str]
    mass: float


class Converter(NamedTuple):
    """A row, for each direction that it has."""

    name: str
    arguments: Mapping[str, Callable[[Path, Path], Iterable[str | Path]]]
    """What it is called with, by the format that is made."""


CONVERTERS = (
    Converter(
        "bodyplan",
        {
            "urdf": lambda source, out: (
                "-m",
                "bodyplan",
                "convert",
                source,
                "-o",
                out,
                "--to",
                "urdf",
                "--target",
                "mujoco",
            ),
            "mjcf": lambda source, out: ("-m", "bodyplan", "convert", source, "-o", out, "--to", "mjcf"),
        },
    ),
    Converter(
        "truerig",
        {
            "urdf": lambda source, out: ("-c", TRUERIG, "convert", source, out),
            "mjcf": lambda source, out: ("-c", TRUERIG, "convert", source, out),
        },
    ),
    Converter("urdf2mjcf", {"mjcf": lambda source, out: ("-c", URDF2MJCF, source, "--output", out)}),
)
ENDINGS = {"urdf": ".urdf", "mjcf": ".xml"}


def compiled(path: Path) -> Parts:
    """What MuJoCo compiles of a file; of joints those that have an axis.

    Raises:
        ValueError: it refuses the file.
    """
    mujoco: Any = import_module("mujoco")  # which has no types
    spec = mujoco.MjSpec.from_file(str(path))
    spec.compiler.fusestatic = False
    model = spec.compile()
    bodies = frozenset(model.body(number).name for number in range(model.nbody)) - {""}
    turning = {int(mujoco.mjtJoint.mjJNT_HINGE), int(mujoco.mjtJoint.mjJNT_SLIDE)}
    joints = frozenset(model.joint(number).name for number in range(model.njnt) if model.jnt_type[number] in turning)
    return Parts(bodies, joints - {""}, float(model.body_mass.sum()))


def written(path: Path) -> Parts:
    """The links, moving joints and mass of a robot of URDF, as its text has them."""
    from lxml import etree

    root = etree.parse(path).getroot()
    moving = (joint.get("name", "") for joint in root.iterchildren("joint") if joint.get("type") != "fixed")
    mass = sum(float(each.get("value", "nan")) for each in root.iterfind("link/inertial/mass"))
    return Parts(frozenset(link.get("name", "") for link in root.iterchildren("link")), frozenset(moving), mass)


def copy_robot(path: Path, folder: Path) -> Path:
    """A copy of a robot of URDF whose meshes are boxes beside it."""
    trimesh: Any = import_module("trimesh")  # which has no types
    box = trimesh.creation.box((0.1, 0.1, 0.1))

    def put_box(found: re.Match[str]) -> str:
        name = f"{found[1]}.stl"
        box.export(folder / name)
        return name

    copy = folder / path.name
    copy.write_text(_MESH.sub(put_box, path.read_text(encoding="utf-8")), encoding="utf-8")
    return copy


def convert(converter: Converter, python: str, source: Path, kind: str) -> Parts | str:
    """What MuJoCo makes of the result of a converter, or why nothing."""
    out = source.with_name(f"{source.stem}_by_{converter.name}{ENDINGS[kind]}")
    command = [python, *converter.arguments[kind](source, out)]
    # a copy of the package that this file is beside comes first
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False, cwd=source.parent)
    if not out.is_file():
        return f"it writes nothing, and ends with {done.returncode}: {done.stderr.strip()[-80:]}"
    try:
        return compiled(out)
    except ValueError as error:
        return f"it ends with {done.returncode}, and MuJoCo says: {' '.join(str(error).split())[:100]}"


def measure(converter: Converter, python: str, kind: str, sources: Mapping[Path, Parts]) -> str:
    """The row of a converter in one direction; says of each model what is wrong with it."""
    made, bodies, joints, heavy, whole = 0, 0, 0, 0, 0
    for source, before in sources.items():
        after = convert(converter, python, source, kind)
        if isinstance(after, str):
            print(f"{converter.name}: {source.name}: {after}", file=sys.stderr, flush=True)
            continue
        made += 1
        kept = len(before.bodies & after.bodies), len(before.joints & after.joints)
        bodies, joints = bodies + kept[0], joints + kept[1]
        is_heavy = abs(after.mass - before.mass) <= MASS * before.mass
        if not is_heavy:
            print(f"{converter.name}: {source.name}: {after.mass:g} kg of {before.mass:g}", file=sys.stderr, flush=True)
        heavy += is_heavy
        whole += kept == (len(before.bodies), len(before.joints))
    all_bodies = sum(len(each.bodies) for each in sources.values())
    all_joints = sum(len(each.joints) for each in sources.values())
    cells = (
        *(f"{made} of {len(sources)}", f"{whole} of {len(sources)}", f"{bodies} of {all_bodies}"),
        *(f"{joints} of {all_joints}", f"{heavy} of {len(sources)}"),
    )
    return " | ".join(cells)


def find_version(name: str, python: str) -> str | None:
    """The version of a converter that an interpreter has; None where it has none."""
    done = subprocess.run([python, "-c", VERSION, name], capture_output=True, text=True, check=False)
    return done.stdout.strip() if not done.returncode else None


def table(pythons: Mapping[str, str]) -> str:
    """The page."""
    lines = [
        "# MJCF beside other converters",
        "",
        "Made by `python benchmarks/mjcf_conversion.py --write`, which says how. A model is whole where all its named bodies and joints",
        "are in what MuJoCo compiles; bodies, joints and masses of what it refuses are not there.",
        "",
        "| direction | converter | compiled | whole | bodies | joints | mass equal |",
        "| --- | --- | ---: | ---: | ---: | ---: | ---: |",
    ]
    with tempfile.TemporaryDirectory() as scratch:
        for kind, title in (("urdf", "MJCF → URDF"), ("mjcf", "URDF → MJCF")):
            sources: dict[Path, Parts] = {}
            for number, path in enumerate(MODELS if kind == "urdf" else ROBOTS):
                folder = Path(scratch, f"{kind}{number}")
                folder.mkdir()
                if kind == "mjcf":
                    copy = copy_robot(path, folder)
                    sources[copy] = written(copy)
                else:
                    sources[_copy_model(path, folder)] = compiled(path)
            for converter in CONVERTERS:
                if kind not in converter.arguments:
                    continue
                version = find_version(converter.name, pythons[converter.name])
                if version is None:
                    print(f"{converter.name} is left out: it is not installed", file=sys.stderr)
                    row = " | ".join("–" * 5)
                else:
                    row = measure(converter, pythons[converter.name], kind, sources)
                lines.append(f"| {title} | {converter.name} {version or ''} | {row} |")
                title = ""
    return "\n".join([*lines, ""])


def _copy_model(path: Path, folder: Path) -> Path:
    """A copy of a model with what it includes, where that is beside it."""
    copy = folder / path.name
    copy.write_bytes(path.read_bytes())
    if (path.parent / "common").is_dir():
        os.symlink(path.parent / "common", folder / "common")
    return copy


def main() -> None:
    """Prints the page."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--write", action="store_true", help=f"write the page to {TABLE.name}")
    for name in ("truerig", "urdf2mjcf"):
        parser.add_argument(f"--{name}", default=sys.executable, help=f"the interpreter that has {name}")
    arguments = parser.parse_args()
    made = table({"bodyplan": sys.executable, "truerig": arguments.truerig, "urdf2mjcf": arguments.urdf2mjcf})
    print(made)
    if arguments.write:
        write_page(TABLE, made)


if __name__ == "__main__":
    main()

"""``python -m tests.differential.engines [FOLDER…]``: what physics engines make of documents before and after conversion.

Each document of a sample of the corpora, or below the folders, is converted in every direction for every target, and both it and the
result are loaded by every engine that reads the two formats: Drake, MuJoCo, pinocchio and DART. Compared are degrees of freedom, total
mass, the mass matrix (its eigenvalues where the robot starts, and where all its coordinates of one number are a little larger, which
tells poses and axes), gravity and limits. A document of which an engine makes something
else, and of which the conversion reported neither a loss nor a change, is a silent difference: of those there may be none.
``--write`` renews the table beside this file.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import bodyplan
import numpy as np
from bodyplan.semantics.compose.transplant import rebase_paths
from bodyplan.semantics.convert.targets import TARGETS

from .one_by_one import CORPUS, in_a_process
from .references import for_mujoco

TABLE = Path(__file__).with_name("engines.json")
ENDINGS = {"urdf": ".urdf", "sdformat": ".sdf", "skel": ".skel", "mjcf": ".xml", "dmd": ".dmd.yaml"}
READ = {
    "drake": ("urdf", "sdformat", "mjcf", "dmd"),
    "mujoco": ("urdf", "mjcf"),
    "pinocchio": ("urdf", "mjcf"),
    "dart": ("urdf", "skel"),
}
"""The formats that each engine reads; the SDFormat that DART reads ends with 1.6, and needs products of inertia that are 0."""
DIRECTIONS = (
    *(("urdf", to) for to in ("sdformat", "mjcf", "skel", "dmd")),
    *(("sdformat", to) for to in ("urdf", "mjcf", "skel", "dmd")),
    *(("skel", to) for to in ("sdformat", "urdf")),
    *(("mjcf", to) for to in ("urdf", "sdformat", "skel", "dmd")),
    *(("dmd", to) for to in ("sdformat", "urdf", "mjcf", "skel")),
)
NO_LIMIT = 1e9
MOVED = 0.3
"""Radians and metres: other axes, poses and inertia make another mass matrix there."""
NEAR = 1e-6
"""How far numbers may be apart, in parts of the larger one."""
VERDICTS = ("same", "reported", "silent", "source refused", "result refused", "not converted")


class Mechanism(NamedTuple):
    """What an engine makes of a document; None for what it does not say."""

    coordinates: int
    mass: float
    masses: list[float]
    """Eigenvalues of the mass matrix in the configuration that the engine starts in."""
    moved: list[float]
    """The same where every joint of one coordinate is ``MOVED`` further."""
    gravity: list[float]
    limits: list[tuple[float, float]]


def _of_drake(path: Path, near: Path) -> Mechanism:
    from .plants import plant_of

    def add(parser: Any) -> None:
        packages = parser.package_map()
        for manifest in (folder / "package.xml" for folder in (*near.parents, path.parent)):
            if manifest.is_file():
                name = manifest.parent.name if b"<name>" not in manifest.read_bytes() else ""
                name = name or manifest.read_text().partition("<name>")[2].partition("<")[0].strip()
                if packages.Contains(name):
                    packages.Remove(name)
                packages.Add(name, str(manifest.parent))
        parser.AddModels(str(path))

    plant = plant_of(add).plant
    context = plant.CreateDefaultContext()
    plant.SetPositions(context, plant.GetDefaultPositions())
    matrix = plant.CalcMassMatrix(context)
    positions = plant.GetPositions(context)
    for index in plant.GetJointIndices():
        joint = plant.get_joint(index)
        if joint.num_positions() == 1:
            positions[joint.position_start()] += MOVED
    plant.SetPositions(context, positions)
    moved = _eigenvalues(plant.CalcMassMatrix(context))
    limits = zip(plant.GetPositionLowerLimits(), plant.GetPositionUpperLimits())
    mass = float(plant.CalcTotalMass(context))
    gravity = [*map(float, plant.gravity_field().gravity_vector())]
    return Mechanism(plant.num_velocities(), mass, _eigenvalues(matrix), moved, gravity, _bounded(limits))


def _of_mujoco(path: Path, near: Path) -> Mechanism:
    import mujoco

    model = mujoco.MjModel.from_xml_path(str(path))
    data = mujoco.MjData(model)
    values = []
    for move in (0.0, MOVED):
        for place, kind in zip(model.jnt_qposadr, model.jnt_type):
            if kind in (mujoco.mjtJoint.mjJNT_SLIDE, mujoco.mjtJoint.mjJNT_HINGE):
                data.qpos[place] += move
        mujoco.mj_forward(model, data)
        matrix = np.zeros((model.nv, model.nv))
        mujoco.mj_fullM(model, data, matrix)
        values.append(_eigenvalues(matrix))
    limits = [tuple(bounds) for bounds, limited in zip(model.jnt_range, model.jnt_limited) if limited]
    mass = float(sum(model.body_mass[1:]))
    return Mechanism(model.nv, mass, *values, [*map(float, model.opt.gravity)], _bounded(limits))


def _of_pinocchio(path: Path, near: Path) -> Mechanism:
    import pinocchio

    if path.suffix == ".xml":
        model = pinocchio.buildModelFromMJCF(str(path))
    else:  # it holds the root where nobody says otherwise, which no robot says of itself
        is_held = b'<link name="world"' in path.read_bytes()
        model = pinocchio.buildModelFromUrdf(str(path), *(() if is_held else (pinocchio.JointModelFreeFlyer(),)))
    data = model.createData()
    velocity = np.zeros(model.nv)
    values = []
    for move in (0.0, MOVED):
        for joint in model.joints:
            if joint.nv == 1:
                velocity[joint.idx_v] = move
        matrix = pinocchio.crba(model, data, pinocchio.integrate(model, pinocchio.neutral(model), velocity))
        values.append(_eigenvalues(np.triu(matrix) + np.triu(matrix, 1).T))
    limits = zip(model.lowerPositionLimit, model.upperPositionLimit) if model.nq == model.nv else ()
    mass = sum(each.mass for each in model.inertias[1:])
    return Mechanism(model.nv, float(mass), *values, [*map(float, model.gravity.linear)], _bounded(limits))


def _of_dart(path: Path, near: Path) -> Mechanism:
    import dartpy

    if path.suffix == ".skel":
        world = dartpy.utils.SkelParser.readWorld(f"file://{path}")
        robots = [world.getSkeleton(number) for number in range(world.getNumSkeletons())]
    else:
        robots = [dartpy.utils.DartLoader().parseSkeleton(str(path))]
    if None in robots or not robots:
        raise ValueError("DART reads nothing")
    values: list[float] = []
    moved: list[float] = []
    limits: list[tuple[float, float]] = []
    for robot in robots:
        values += _eigenvalues(np.asarray(robot.getMassMatrix())) if robot.getNumDofs() else []
        for joint in (robot.getJoint(number) for number in range(robot.getNumJoints())):
            if joint.getNumDofs() == 1:
                joint.setPosition(0, joint.getPosition(0) + MOVED)
        moved += _eigenvalues(np.asarray(robot.getMassMatrix())) if robot.getNumDofs() else []
        limits += [*zip(robot.getPositionLowerLimits(), robot.getPositionUpperLimits())]
    count, mass = sum(each.getNumDofs() for each in robots), sum(each.getMass() for each in robots)
    return Mechanism(count, float(mass), sorted(values), sorted(moved), [], _bounded(limits))


ENGINES: dict[str, Callable[[Path, Path], Mechanism]] = {
    "drake": _of_drake,
    "mujoco": _of_mujoco,
    "pinocchio": _of_pinocchio,
    "dart": _of_dart,
}


def _eigenvalues(matrix: Any) -> list[float]:
    return sorted(map(float, np.linalg.eigvalsh(matrix))) if matrix.size else []


def _bounded(limits: Any) -> list[tuple[float, float]]:
    """Limits that mean something, in an order that does not depend on that of joints."""
    return sorted((float(low), float(high)) for low, high in limits if abs(low) < NO_LIMIT or abs(high) < NO_LIMIT)


def differences(one: Mechanism, other: Mechanism) -> list[str]:
    """The names of what two mechanisms have differently."""
    found = []
    for name in Mechanism._fields:
        values = [np.asarray(getattr(each, name), dtype=float).ravel() for each in (one, other)]
        scale = max((float(np.abs(each[np.isfinite(each)]).max(initial=1e-9)) for each in values), default=1.0)
        if len(values[0]) != len(values[1]) or not np.allclose(*values, rtol=NEAR, atol=NEAR * scale):
            found.append(name)
    return found


def stages(path: Path, of: str, to: str, engine: str) -> Iterator[str]:
    """The verdict should the process end from there on; the last one is the verdict."""
    yield "source refused"
    source = path
    if (engine, of) == ("mujoco", "urdf"):  # it finds no meshes of packages
        plain = Path(tempfile.mkdtemp(), path.name)
        plain.write_text(for_mujoco(path.read_text(encoding="utf-8", errors="replace")), encoding="utf-8")
        path = plain
    try:
        before = ENGINES[engine](path, source)
    except Exception:  # noqa: BLE001 - each engine has its own ways to refuse a document
        return
    yield "not converted"
    with tempfile.TemporaryDirectory() as folder:
        output = Path(folder, f"made{ENDINGS[to]}")
        if to == "dmd":  # directives name files by their packages
            Path(folder, "package.xml").write_text("<package><name>made</name><version>1.0.0</version></package>")
        try:
            document = bodyplan.load(path, search_paths=[path.parent])
            target: Any = engine if engine in TARGETS[to] else None
            more: Any = {"output": output} if to == "dmd" else {}
            made = bodyplan.convert(document, to, target=target, **more)
            if to != "dmd":  # files that are named by relative paths stay where they are
                rebase_paths([made.document.root], source.parent, Path(folder))
            made.document.save(output)
            for name, each in (made.files or {}).items():
                each.save(Path(folder, name))
        except (bodyplan.BodyplanError, ValueError, OSError):
            return
        yield "result refused"
        try:
            after = ENGINES[engine](output, source)
        except Exception as refusal:  # noqa: BLE001
            yield f"result refused {str(refusal)[:200]}"
            return
    found = differences(before, after)
    if not found:
        yield "same"
    else:
        yield f"{'reported' if made.losses or made.changes else 'silent'} {', '.join(found)}"


def documents(format: str, folders: list[Path], most: int) -> list[Path]:
    """Up to so many documents of a format, spread over all that there are."""
    found = []
    for path in sorted(each for folder in folders for each in folder.rglob("*") if each.is_file()):
        if not path.name.endswith(ENDINGS[format]) or "probes" in str(path) or "snippets" in str(path):
            continue
        if format == "mjcf" and b"<mujoco" not in path.read_bytes()[:4000]:
            continue
        found.append(path)
    return found[:: max(1, len(found) // most)][:most]


def rows(only: str = "") -> Iterator[tuple[str, str, str, str]]:
    """The rows of the table that have a text in their names: the name, both formats and the engine."""
    for of, to in DIRECTIONS:
        for engine, formats in READ.items():
            name = f"{of} to {to} in {engine}"
            if {of, to} <= set(formats) and only in name:
                yield name, of, to, engine


def judge(paths: Iterable[Path], of: str, to: str, engine: str) -> Counter[str]:
    """The row of some documents in one direction by one engine; what is not the same is printed."""
    row: Counter[str] = Counter(dict.fromkeys(VERDICTS, 0))
    for path in paths:
        verdict = in_a_process(stages, path, of, to, engine)
        kind = next((each for each in VERDICTS if verdict.startswith(each)), "result refused")
        row[kind] += 1
        if kind in ("silent", "reported", "result refused"):
            print(f"  {path}: {verdict}", flush=True)
    return row


def main() -> int:
    """Prints the rows, and writes the table if that is asked for."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("folders", nargs="*", type=Path, default=[CORPUS], metavar="FOLDER")
    parser.add_argument("--most", type=int, default=14, metavar="N", help="documents of each format (default: 14)")
    parser.add_argument("--only", default="", metavar="TEXT", help="rows that have this in their names")
    parser.add_argument("--write", action="store_true", help="write the table")
    options = parser.parse_args()
    table: dict[str, dict[str, int]] = {}
    for name, of, to, engine in rows(options.only):
        row = judge(documents(of, options.folders, options.most), of, to, engine)
        table[name] = dict(row)
        print(f"{name}: {', '.join(f'{count} {kind}' for kind, count in row.items())}", flush=True)
    if options.write:
        TABLE.write_text(json.dumps({"most": options.most, "rows": table}, indent=2) + "\n", encoding="utf-8")
    return int(any(row["silent"] for row in table.values()))


if __name__ == "__main__":
    sys.exit(main())

"""Random changes of files, links, variables and options: what is kept has to be what would be found.

As a program: ``python -m tests.fuzz.caching STEPS [SEED]``.
"""

from __future__ import annotations

import os
import random
import shutil
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from bodyplan.cli.checking.cache.cache import Cache
from bodyplan.cli.checking.cache.runs import RunOutput
from bodyplan.cli.checking.check_one import examine
from bodyplan.cli.checking.filter import FindingFilter
from bodyplan.cli.checking.job import CheckJob, pack_result
from bodyplan.cli.settings.settings import DEFAULTS, Settings

MODEL = "<sdf version='{0}'><model name='{1}'><link name='l'/>{2}</model></sdf>"
WORLD = "<sdf version='1.9'><world name='w'>{0}</world></sdf>"
INCLUDE = "<include><uri>{0}</uri>{1}</include>"
ROBOT = "<robot name='r'><link name='l'>{0}</link></robot>"
MESH = "<visual><geometry><mesh filename='{0}'/></geometry></visual>"
SKEL = (
    "<skel version='1.0'><world name='w'><skeleton name='s'><body name='b'><inertia><mass>1</mass></inertia>"
    "<collision_shape><geometry><mesh><file_name>{0}</file_name><scale>1 1 1</scale></mesh></geometry>"
    "</collision_shape></body></skeleton></world></skel>"
)
OBJ = "v 0 0 0\nv {0} 0 0\nv 0 1 0\nv 0 0 1\nf 1 2 3\nf 1 2 4\nf 1 3 4\nf 2 3 4\n"
CONFIG = "<model><name>{0}</name><sdf version='1.6'>{1}</sdf></model>"
URIS = (
    "model://arm",
    "model://arm/model.sdf",
    "arm",
    "part.sdf",
    "model://hand",
    "package://pkg/part.sdf",
    "../part.sdf",
)
MESHES = ("package://pkg/meshes/a.obj", "package://other/a.obj", "meshes/a.obj", "model://arm/a.obj", "file:a.obj")
MODELS = [
    MODEL.format(version, name, more)
    for version in ("1.4", "1.9", "7.0")
    for name in ("m", "n")
    for more in ("", "<!-- bodyplan: ignore[BP2] --><odd/>", "<joint name='j' type='fixed'/>")
]

CONTENTS: dict[str, list[str]] = {
    "docs/world.sdf": [WORLD.format("".join(INCLUDE.format(uri, "") for uri in URIS[i : i + 4])) for i in range(4)],
    "docs/model.sdf": [
        *MODELS,
        MODEL.format("1.9", "m", INCLUDE.format("part.sdf", "<merge>1</merge>")),
        MODEL.format("1.9", "m", INCLUDE.format("docs/model.sdf", "")),
    ],
    "docs/robot.urdf": [ROBOT.format("".join(map(MESH.format, MESHES[i : i + 3]))) for i in range(3)]
    + [ROBOT.format("")],
    "docs/toy.skel": [SKEL.format(name) for name in ("a.obj", "meshes/a.obj", "../pkg/meshes/a.obj")],
    "docs/all.dmd.yaml": [
        f"directives:\n- add_model: {{name: x, file: '{uri}'}}\n" for uri in ("package://pkg/part.sdf", "model.sdf")
    ],
    "docs/part.sdf": MODELS,
    "part.sdf": MODELS,
    "docs/a.obj": [OBJ.format(size) for size in (1, 2)],
    "docs/meshes/a.obj": [OBJ.format(size) for size in (1, 2)],
    "docs/package.xml": ["<package><name>pkg</name></package>", "<package><name>other</name></package>"],
    **{
        f"{home}/{name}": made
        for home in ("models", "more")
        for name, made in {
            "arm/model.config": [
                CONFIG.format("arm", "model.sdf"),
                CONFIG.format("hand", "older.sdf"),
                "<model/>",
                "<",
            ],
            "arm/manifest.xml": [CONFIG.format("arm", "older.sdf")],
            "arm/model.sdf": MODELS,
            "arm/older.sdf": MODELS,
            "arm/a.obj": [OBJ.format(1)],
            "hand/model.config": [CONFIG.format("hand", "model.sdf")],
            "hand/model.sdf": [ROBOT.format(""), *MODELS],
            "pkg/package.xml": ["<package><name>pkg</name></package>", "<package><name>other</name></package>"],
            "pkg/part.sdf": MODELS,
            "pkg/meshes/a.obj": [OBJ.format(1)],
        }.items()
    },
}
"""What may stand in each file."""

DOCUMENTS = ("docs/world.sdf", "docs/model.sdf", "docs/robot.urdf", "docs/toy.skel", "docs/all.dmd.yaml", "gone.sdf")
VARIABLES = ("GZ_SIM_RESOURCE_PATH", "ROS_PACKAGE_PATH", "SDF_PATH", "AMENT_PREFIX_PATH")


class Changing:
    """A folder that changes step by step, and a cache that is asked about it after each.

    Args:
        root: the folder.
        cache: where what was found is kept.
        seed: of the changes.
    """

    def __init__(self, root: Path, cache: Path, seed: int) -> None:
        self.root, self.cache = root, cache
        self.hits = 0
        """Documents of which what would be found was kept."""
        self.repeated = 0
        """Steps after which all that would be told was kept."""
        self._random = random.Random(seed)
        self._settings = DEFAULTS
        for name in CONTENTS:
            self._write(name)

    def step(self) -> None:
        """One change, after which everything that is kept is as it would be found."""
        for _ in range(self._random.choice((0, 1, 1, 2))):
            self._change()
        kept = Cache(str(self.cache))
        with_fixes = self._random.random() < 0.3
        documents = [CheckJob(str(self.root / name), self._settings, None, with_fixes) for name in DOCUMENTS]
        told = kept.find_run(documents, DEFAULTS, "as text")
        judge, lines = FindingFilter(), []
        for asked in documents:
            fresh = examine(asked)
            found = kept.get(asked)
            if found is not None:
                assert pack_result(found).found == pack_result(fresh).found, asked.path
            kept.put(asked, pack_result(fresh))
            verdict = judge(fresh, asked.settings)
            lines.append(str((verdict.path, [*map(str, verdict.shown)], [*map(str, verdict.repeated)])))
        text = "\n".join(lines)
        if told is not None:
            assert told.text == text
            self.repeated += 1
        kept.store_run(RunOutput(text, 0, {}, judge.path_of))
        self.hits += kept.hits
        assert kept.problem is None
        kept.close()

    def _change(self) -> None:
        change = self._random.choice(
            (
                self._write,
                self._write,
                self._write,
                self._remove,
                self._move,
                self._link,
                self._folder,
                self._set,
                self._choose,
            )
        )
        with suppress(OSError):  # a file where a folder has to be, and the like
            change(self._random.choice(list(CONTENTS)))

    def _write(self, name: str) -> None:
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(self._random.choice(CONTENTS[name]), encoding="utf-8")

    def _remove(self, name: str) -> None:
        path = self.root / self._random.choice((name, name, os.path.dirname(name) or name))
        shutil.rmtree(path) if path.is_dir() and not path.is_symlink() else path.unlink()

    def _move(self, name: str) -> None:
        other = self._random.choice(list(CONTENTS))
        if self._random.random() < 0.3:
            name, other = os.path.dirname(name) or name, os.path.dirname(other) + "_"
        os.rename(self.root / name, self.root / other)

    def _link(self, name: str) -> None:
        other = self._random.choice(list(CONTENTS))
        if self._random.random() < 0.4:
            name, other = os.path.dirname(name) or name, os.path.dirname(other) or other
        self._remove(name)
        os.symlink(self.root / other, self.root / name)

    def _folder(self, name: str) -> None:
        self._remove(name)
        (self.root / name).mkdir()

    def _set(self, _: str) -> None:
        folder = self._random.choice(("models", "more", "nowhere"))
        value = self._random.choice(
            ("", str(self.root / folder), f"{self.root / 'models'}{os.pathsep}{self.root / 'more'}")
        )
        os.environ[self._random.choice(VARIABLES)] = value

    def _choose(self, _: str) -> None:
        homes = tuple(str(self.root / name) for name in ("models", "more", "docs", "models/arm"))
        self._settings = Settings(
            search_paths=tuple(self._random.sample(homes, self._random.randrange(4))),
            confine=self._random.random() < 0.3,
            strict=self._random.random() < 0.2,
            targets=self._random.choice(((), (), ("drake",), ("libsdformat", "dart"))),
        )


def main() -> None:
    """Changes files for as many steps as the call says."""
    steps, seed = int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 0
    with tempfile.TemporaryDirectory() as folder:
        changing = Changing(Path(folder, "files"), Path(folder, "kept"), seed)
        for number in range(steps):
            changing.step()
            if number % 500 == 499:
                print(
                    f"{number + 1} steps, {changing.hits} of {(number + 1) * len(DOCUMENTS)} answers kept", flush=True
                )


if __name__ == "__main__":
    main()

"""Gives the top-level folders their place under the one import package ``bodyplan``."""

from __future__ import annotations

import io
import lzma
import os
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

from hatchling.builders.config import BuilderConfig
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

TOP = {"__init__.py": "public.py"} | {
    name: name for name in ("__main__.py", "dmd.py", "geometry.py", "interface.py", "py.typed")
}
"""Files of the package at the top of the checkout, by their name in the package."""
EXAMPLES = ("arm.urdf", "arm.sdf", "arm.xml", "pendulum.skel", "faulty.urdf")
"""What ``bodyplan example`` writes. A checkout has them in the same place, beside ``cli``."""
PACKED = {
    "diagnostics/rules": ("*.toml",),
    "schemas/*/docs": ("*.toml",),
    "schemas/*/[0-9]*": ("*.sdf",),
    "schemas/gz-sim/[0-9]*": ("*.toml",),
    "viewer/bundle": ("page.html", "draco.*"),
}
"""Folders of many small files, or of large ones, and those of them that become one archive."""
FINDER = "editable_finder.py"
"""The import hook of editable installs."""
INSTALLED_FINDER = "_bodyplan_editable"
"""The module that it is installed as. It is a file of the installation and none of ``editable/``, since pytest would load
the package itself, by its links, if an installation with a plugin had no module."""


class OnePackage(BuildHookInterface[BuilderConfig]):
    """Adds the files of ``TOP`` and the archives of ``PACKED`` to a wheel; lays out ``editable/bodyplan`` for an editable install."""

    _made: tempfile.TemporaryDirectory[str] | None = None

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before a build; ``version`` is the build's kind."""
        root = Path(self.root)
        if version != "editable":
            build_data["force_include"] |= {str(root / file): f"bodyplan/{name}" for name, file in TOP.items()}
            build_data["force_include"] |= {
                str(root / "examples" / name): f"bodyplan/examples/{name}" for name in EXAMPLES
            }
            self._made = tempfile.TemporaryDirectory()
            found = sorted(
                (folder, files)
                for pattern, patterns in PACKED.items()
                for folder in root.glob(pattern)
                if (files := sorted(file for each in patterns for file in folder.glob(each)))
            )
            for number, (folder, files) in enumerate(found):
                archive = Path(self._made.name) / f"{number}.xz"
                pack(files, archive)
                name = folder.relative_to(root).as_posix().removesuffix("/bundle")
                build_data["force_include"][str(archive)] = f"bodyplan/{name}/all.zip.xz"
            return
        lay_out(root / "editable" / "bodyplan", members(root, self.build_config.target_config["only-include"]))
        self._made = tempfile.TemporaryDirectory()
        start = Path(self._made.name) / f"{INSTALLED_FINDER}.pth"
        start.write_text(f"import {INSTALLED_FINDER} as finder; finder.install({str(root)!r})\n", encoding="utf-8")
        build_data["force_include_editable"] |= {
            str(root / FINDER): f"{INSTALLED_FINDER}.py",
            str(start): start.name,
        }

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        """Called by hatchling after a build."""
        if self._made is not None:
            self._made.cleanup()
        if version != "editable":
            pack_closer(Path(artifact_path))


def pack(files: list[Path], archive: Path) -> None:
    """Puts files of a folder into one archive, the same bytes each time.

    A wheel packs each of its files for itself, and a row for each besides: these hundreds of small ones take a quarter of
    that when they are packed as one.
    """
    stored = io.BytesIO()
    with zipfile.ZipFile(stored, "w", zipfile.ZIP_STORED) as made:
        for file in files:
            made.writestr(zipfile.ZipInfo(file.name), file.read_bytes())
    archive.write_bytes(lzma.compress(stored.getvalue(), preset=9 | lzma.PRESET_EXTREME))


def pack_closer(wheel: Path) -> None:
    """Compresses a wheel as far as its format goes, which no setting asks for, with all else as it was."""
    with zipfile.ZipFile(wheel) as archive:
        files = [(about, archive.read(about)) for about in archive.infolist()]
    with zipfile.ZipFile(wheel, "w") as archive:
        for about, data in files:
            archive.writestr(about, data, zipfile.ZIP_DEFLATED, compresslevel=9)


def members(root: Path, entries: list[str]) -> dict[str, Path]:
    """What the package holds, by name: every entry under its first folder, what is in ``generated`` without that."""
    found = {name: root / file for name, file in TOP.items()}
    for entry in entries:
        if entry == "generated":
            found |= {part.name: part for part in sorted((root / entry).glob("*")) if is_package(part)}
        else:
            found[entry.partition("/")[0]] = root / entry
    return found


def is_package(folder: Path) -> bool:
    """Whether ``folder`` is one that can be imported; leftovers such as ``__pycache__`` are not."""
    return folder.is_dir() and folder.name.isidentifier() and not folder.name.startswith("_")


def lay_out(package: Path, wanted: dict[str, Path]) -> None:
    """Makes ``package`` a folder of links to ``wanted``; links that are right stay, so that importers go on working."""
    package.mkdir(parents=True, exist_ok=True)
    right = {name for name, source in wanted.items() if (package / name).resolve() == source.resolve()}
    for entry in package.iterdir():
        if entry.name not in right and entry.name != "__pycache__":
            entry.unlink()
    for name in sorted(wanted.keys() - right):
        make_link(wanted[name], package / name)


def make_link(source: Path, target: Path) -> None:
    """Makes ``target`` another name for ``source``."""
    if sys.platform != "win32":
        target.symlink_to(os.path.relpath(source, target.parent))
    elif source.is_dir():
        import _winapi  # a junction needs no privilege, a symlink does

        _winapi.CreateJunction(str(source), str(target))
    else:
        os.link(source, target)

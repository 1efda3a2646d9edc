"""Folders of many small files, which a wheel holds as one archive each: ``hatch_build.py`` packs them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any

ARCHIVE = "all.zip.xz"
SCHEMAS = Path(__file__).resolve().parents[1] / "schemas"
MADE_TABLES = "tables.json"
"""What is generated of the tables in a folder of ``SCHEMAS``."""

if TYPE_CHECKING:
    import zipfile

    AnyPath = Path | zipfile.Path
else:
    AnyPath = Path


def home_of(folder: Path) -> AnyPath:
    """Where the files of a folder are: in its archive, or in the folder of a checkout."""
    archive = folder / ARCHIVE
    if not archive.is_file():
        return folder
    return _open_archive(archive)


@cache
def _open_archive(archive: Path) -> zipfile.Path:
    import lzma  # what a checkout and most calls do without
    import zipfile

    held = zipfile.ZipFile(BytesIO(lzma.decompress(archive.read_bytes())))
    held.filename = str(archive)
    return zipfile.Path(held)


def tables_in(folder: Path) -> Iterator[tuple[str, AnyPath]]:
    """The tables of a folder by their names without the ending, those that were put beside its archive included."""
    found: dict[str, AnyPath] = {}
    for home in (home_of(folder), folder):
        for path in home.iterdir() if home.is_dir() else ():
            if path.name.endswith(".toml"):
                found[path.name.removesuffix(".toml")] = path
    yield from sorted(found.items())


def read_table(path: AnyPath) -> dict[str, Any]:
    """What a TOML file holds."""
    if sys.version_info >= (3, 11):
        import tomllib
    else:
        import tomli as tomllib

    data: dict[str, Any] = tomllib.loads(path.read_text(encoding="utf-8"))
    return data

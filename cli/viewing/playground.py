"""What a page does that has bodyplan in itself: it places files that it was given, and runs commands on them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Sequence
from contextlib import redirect_stderr, redirect_stdout
from pathlib import Path
from typing import Any

from ..main import main
from .dropped_files import NothingDropped, find_dropped, write_dropped

ROOT = Path("/files")
"""Where files are placed in the memory of a page."""


def place_files(files: Sequence[tuple[str, bytes]], root: Path = ROOT) -> dict[str, Any]:
    """Places files in a new folder below ``root``: ``documents`` are the paths of those among them, ``problem`` why there is none."""
    root.mkdir(parents=True, exist_ok=True)
    folder = root / str(sum(1 for _ in root.iterdir()) + 1)
    folder.mkdir()
    try:
        write_dropped(files, folder)
    except NothingDropped as reason:
        return {"documents": [], "problem": str(reason)}
    documents = find_dropped(folder)
    return {"documents": documents, "problem": "" if documents else "there is no robot or world among these files"}


def run_call(words: Sequence[str]) -> dict[str, Any]:
    """Runs one call of the command line: its ``status``, and what it wrote as ``out`` and ``err``."""
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        status = main(list(words))
    return {"status": status, "out": out.getvalue(), "err": err.getvalue()}


def pack_folder(document: str) -> bytes:
    """A zip file of all that was placed with a document, as it is now."""
    folder = next((each for each in Path(document).parents if each.parent.name == ROOT.name), Path(document).parent)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                archive.write(path, path.relative_to(folder).as_posix())
    return made.getvalue()

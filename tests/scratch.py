"""Copies of the checkout that tests may change."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

PACKAGES = ("cli", "codegen", "diagnostics", "runtime", "semantics", "schemas")
COPIED = (
    *PACKAGES, "viewer", "generated", "docs", "public.py", "__main__.py", "dmd.py", "geometry.py", "interface.py", "py.typed", "pyproject.toml",
)  # fmt: skip
"""What every copy holds."""


def copied(checkout: Path, root: Path, *more: str) -> Path:
    """A checkout of its own at ``root/checkout``, with ``more`` of its files and folders than the package is made of."""
    copy = root / "checkout"
    for name in (*COPIED, *more):
        (copy / name).parent.mkdir(parents=True, exist_ok=True)
        if (checkout / name).is_dir():
            shutil.copytree(checkout / name, copy / name, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
        else:
            shutil.copy(checkout / name, copy / name)
    package = root / "site" / "bodyplan"
    package.mkdir(parents=True)
    (package / "__init__.py").symlink_to(copy / "public.py")
    for folder in PACKAGES:
        (package / folder).symlink_to(copy / folder, target_is_directory=True)
    (package / "viewer").symlink_to(copy / "viewer" / "bundle", target_is_directory=True)
    for file in ("__main__.py", "dmd.py", "geometry.py", "interface.py", "py.typed"):
        (package / file).symlink_to(copy / file)
    for folder in (copy / "generated").iterdir():
        if folder.is_dir():
            add_bindings(copy, folder.name)
    return copy


def add_bindings(copy: Path, format: str) -> None:
    """Makes Python import the bindings of a format of a copy."""
    package = copy.parent / "site" / "bodyplan"
    (package / format).symlink_to(copy / "generated" / format, target_is_directory=True)


def environment(copy: Path) -> dict[str, str]:
    """Variables with which Python imports the package from a copy."""
    return {**os.environ, "PYTHONPATH": str(copy.parent / "site"), "PYTHONDONTWRITEBYTECODE": "1"}


def run(copy: Path, *words: object) -> subprocess.CompletedProcess[str]:
    """What Python says to these words, in the copy."""
    command = [sys.executable, *map(str, words)]
    return subprocess.run(command, cwd=copy, env=environment(copy), capture_output=True, text=True, check=False)


def bodyplan(copy: Path, *words: object) -> subprocess.CompletedProcess[str]:
    """What the command line of a copy says to these words."""
    return run(copy, "-c", "import sys; from bodyplan.cli.main import main; sys.exit(main(sys.argv[1:]))", *words)

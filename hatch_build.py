"""Gives the top-level folders their place under the one import package ``bodyplan``."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class OnePackage(BuildHookInterface):  # type: ignore[type-arg]
    """Adds public.py to a wheel; lays out ``.editable/bodyplan`` for an editable install."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Called by hatchling before a build; ``version`` is the build's kind."""
        root = Path(self.root)
        if version != "editable":
            build_data["force_include"][str(root / "public.py")] = "bodyplan/__init__.py"
            return
        package = root / ".editable" / "bodyplan"
        shutil.rmtree(package, ignore_errors=True)
        package.mkdir(parents=True)
        link(root / "public.py", package / "__init__.py")
        for entry in self.build_config.target_config["only-include"]:
            source = root / entry
            if entry == "generated":
                for part in sorted(source.iterdir()):
                    if not part.name.startswith((".", "__")):
                        link(part, package / part.name)
            else:
                link(source, package / entry)


def link(source: Path, target: Path) -> None:
    """Makes ``target`` another name for ``source``."""
    if sys.platform != "win32":
        target.symlink_to(os.path.relpath(source, target.parent))
    elif source.is_dir():
        import _winapi  # a junction needs no privilege, a symlink does

        _winapi.CreateJunction(str(source), str(target))
    else:
        os.link(source, target)

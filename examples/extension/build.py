"""Compiles the table into the package ``acme_robots`` while the wheel is built."""

import subprocess
import sys
from pathlib import Path
from tempfile import mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class CompileTable(BuildHookInterface[Any]):
    """Makes the bindings anew for each build, with the bodyplan that builds."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Puts what was compiled into the wheel."""
        package = Path(mkdtemp()) / "acme_robots"
        command = [sys.executable, "-m", "bodyplan", "codegen", "generate"]
        command += ["--extensions", str(Path(self.root) / "acme.toml"), "--output", str(package)]
        subprocess.run(command, check=True)
        build_data["force_include"][str(package)] = "acme_robots"

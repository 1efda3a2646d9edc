"""A new target in a checkout: its table, its checks, its row in the registry, its name and its place in the documentation.

``nox -s new-target -- NAME`` runs this. What it makes works: ``bodyplan check --target NAME`` applies the table, which
ignores one element. The facts of the target take the place of that.
"""

from __future__ import annotations

import re
import sys
from argparse import ArgumentParser
from pathlib import Path

from .. import rule_pages
from ..json_tables import write_tables
from .files import insert_before, run_scaffold, write_files

NAME = re.compile(r"[a-z][a-z0-9_]*")

TABLE = """\
# What {name} makes of URDF.

[target]
release = "1.0"

[ignores]
gazebo = "{name} makes nothing of <{{name}}>"

[[rule]]
format = "urdf"
path = ["/robot/gazebo"]
whole = true
says = "gazebo"
"""
CHECKS = '''\
"""What {name} would make of a document: what its table says."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..apply_table import apply_tables
from ..registry import {constant}

if TYPE_CHECKING:
    from ....runtime.sink import Sink
    from ...core.options import Options
    from ...core.parsed import ParsedDocument
    from ...ir.world import WorldIR


def check(parsed: ParsedDocument[Any], descriptions: tuple[WorldIR, ...], sink: Sink, options: Options) -> None:
    """Applies the table."""
    apply_tables({constant}, sink)
'''
REGISTRY = "semantics/targets/registry.py"
OPTIONS = "semantics/core/options.py"
PAGE = "docs/diagnostics.md"


def add_target(checkout: Path, name: str) -> list[str]:
    """Writes the files of a new target of URDF; answers their paths in the checkout.

    Raises:
        ValueError: the name is none or taken.
    """
    if NAME.fullmatch(name) is None:
        raise ValueError(f"{name!r} is no name in lower case")
    constant = name.upper()
    profiles = insert_before(
        checkout,
        REGISTRY,
        "ROWS = ",
        f'{constant} = TargetProfile(name="{name}", formats=("urdf",), checks="checks:check")\n\n',
    )
    made = {
        f"schemas/{name}/rules.toml": TABLE.format(name=name),
        f"semantics/targets/{name}/__init__.py": f'"""What {name} makes of a document."""\n',
        f"semantics/targets/{name}/checks.py": CHECKS.format(name=name, constant=constant),
        f"changelog.d/target-{name}.added.md": f'`--target {name}` and `target="{name}"` report what {name} makes of a document.\n',
    }
    changed = {
        REGISTRY: re.sub(r"(?m)^(ROWS = \(\n(?: .*\n)+)\)$", rf"\1    {constant},\n)", profiles),
        OPTIONS: _read(checkout, OPTIONS).replace('    "mujoco",\n', f'    "mujoco",\n    "{name}",\n'),
        PAGE: insert_before(checkout, PAGE, "| `gazebo` |", f"| `{name}` | URDF | |\n"),
    }
    write_files(checkout, made, changed)
    return [*made, *changed, *rule_pages.write(rule_pages.render(checkout), checkout), *write_tables(checkout)]


def _read(checkout: Path, name: str) -> str:
    return (checkout / name).read_text(encoding="utf-8")


def main(words: list[str]) -> int:
    """Takes the words after ``nox -s new-target --``."""
    parser = ArgumentParser(prog="nox -s new-target --", description="Make a target that reads URDF.")
    parser.add_argument("name", metavar="NAME", help="in lower case, as users write it after --target")
    rest = "Now write what {name} refuses, warns about and ignores into {made[0]}."
    return run_scaffold(parser, words, add_target, rest)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

"""Imports point one way; rules have one code each and are reported somewhere; a check loads no more than it needs."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from bodyplan.runtime import diagnostics
from bodyplan.runtime.diagnostics.rule import REGISTRY

FORMATS = ("sdformat", "urdf", "skel")
MAY_IMPORT = {
    "runtime": {"runtime"},
    "codegen": {"codegen", "runtime"},  # the compiler shares names and the registry of rules with the runtime
    **{format: {format, "runtime"} for format in FORMATS},
    "semantics": {"semantics", "runtime", "schemas", *FORMATS},
    "public": {"semantics", "runtime", *FORMATS},
    "cli": {"cli", "public", "semantics", "runtime", "codegen", *FORMATS},
}


def modules(checkout: Path) -> Iterator[tuple[str, list[str], Path]]:
    """Layer, package path and file of each module."""
    for layer in ("runtime", "codegen", "semantics", "cli"):
        for file in (checkout / layer).rglob("*.py"):
            yield layer, list(file.relative_to(checkout).parts[:-1]), file
    for format in FORMATS:
        for file in (checkout / "generated" / format).rglob("*.py"):
            yield format, list(file.relative_to(checkout / "generated").parts[:-1]), file
    yield "public", [], checkout / "public.py"


def imported(file: Path, package: list[str]) -> Iterator[tuple[int, str]]:
    """Layer that each import of our own leads to."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            for name in node.names:
                if name.name.split(".")[0] == "bodyplan":
                    yield node.lineno, _layer(name.name)
        elif isinstance(node, ast.ImportFrom) and node.level:
            base = package[: len(package) - node.level + 1]
            path = base + (node.module or "").split(".") if node.module else base
            targets = [path[0]] if path and path[0] else [name.name for name in node.names]
            for target in targets:
                yield node.lineno, target
        elif isinstance(node, ast.ImportFrom) and (node.module or "").split(".")[0] == "bodyplan":
            yield node.lineno, _layer(node.module or "")


def _layer(name: str) -> str:
    return name.split(".")[1] if "." in name else "public"


def test_imports_point_one_way(checkout: Path) -> None:
    wrong, count = [], 0
    for layer, package, file in modules(checkout):
        for line, target in imported(file, package):
            count += 1
            if target not in MAY_IMPORT[layer] and not (target == "__version__" or layer == "public"):
                wrong.append(f"{file.relative_to(checkout)}:{line}: {layer} imports {target}")
    assert count > 1000
    assert wrong == []


def test_rules_have_names_that_complete_allow() -> None:
    for module in pkgutil.iter_modules(diagnostics.__path__):
        importlib.import_module(f"{diagnostics.__name__}.{module.name}")
    assert len(REGISTRY) > 100
    for code, rule in REGISTRY.items():
        assert re.fullmatch(r"BP\d{3}", code)
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", rule.name), code
        assert rule.message, code
        assert rule.spec, code
    names = [rule.name for rule in REGISTRY.values()]
    assert sorted(name for name in set(names) if names.count(name) > 1) == []


def test_every_rule_is_reported_somewhere(checkout: Path) -> None:
    declared: dict[str, str] = {}
    for file in sorted((checkout / "runtime" / "diagnostics").glob("rules*.py")):
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            value = getattr(node, "value", None)
            if isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(value, ast.Call):
                target = node.target if isinstance(node, ast.AnnAssign) else node.targets[0]
                if isinstance(value.func, ast.Name) and value.func.id == "declare" and isinstance(target, ast.Name):
                    declared[target.id] = file.name
    assert len(declared) > 100
    used: set[str] = set()
    for layer in ("runtime", "semantics", "cli", "generated"):
        for file in (checkout / layer).rglob("*.py"):
            if file.parent.name == "diagnostics" and file.name.startswith("rules"):
                continue
            used |= set(re.findall(r"\b[A-Z][A-Z0-9_]{3,}\b", file.read_text(encoding="utf-8")))
    assert sorted(f"{file}: {name}" for name, file in declared.items() if name not in used) == []


def test_checking_a_small_file_loads_neither_numpy_nor_the_compiler(tmp_path: Path) -> None:
    for name, text in {
        "a.sdf": '<sdf version="1.9"><model name="m"><link name="l"/></model></sdf>',
        "a.urdf": '<robot name="r"><link name="l"/></robot>',
        "a.skel": "<skel version='1.0'><world name='w'/></skel>",
    }.items():
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        program = (
            "import sys; from bodyplan.cli.main import main; main(['check', sys.argv[1]]); "
            "print(*sorted(sys.modules), file=sys.stderr)"
        )
        done = subprocess.run([sys.executable, "-c", program, path], capture_output=True, text=True, check=True)
        loaded = set(done.stderr.split())
        assert "lxml.etree" in loaded
        unwanted = {
            "numpy",
            "jinja2",
            "xsdata.codegen",
            "xsdata.formats.dataclass.parsers",
            "bodyplan.codegen",
            "click",
        }
        assert loaded & unwanted == set(), name


def test_rules_are_named_by_their_constants(checkout: Path) -> None:
    wrong, count = [], 0
    for layer in ("runtime", "codegen", "semantics", "cli"):
        for file in (checkout / layer).rglob("*.py"):
            if file.parent.name == "diagnostics" and file.name.startswith(("rules", "families")):
                continue
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    count += 1
                    if re.fullmatch(r"BP\d{1,3}", node.value):
                        wrong.append(f"{file.relative_to(checkout)}:{node.lineno}: {node.value}")
    assert count > 1000
    assert wrong == []
    for file in (checkout / "schemas").glob("*/*.toml"):
        assert not re.search(r"\bBP\d{3}\b", file.read_text(encoding="utf-8")), file


def test_no_one_outside_consumers_asks_which_one_it_is(checkout: Path) -> None:
    names = {path.name for path in (checkout / "semantics" / "consumers").iterdir() if path.is_dir()} - {"__pycache__"}
    assert len(names) > 3
    wrong = []
    for layer in ("runtime", "semantics", "cli"):
        for file in (checkout / layer).rglob("*.py"):
            place = file.relative_to(checkout)
            if "consumers" in place.parts:
                continue
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Compare):
                    told = {each.value for each in ast.walk(node) if isinstance(each, ast.Constant)}
                    wrong += [f"{place}:{node.lineno}: {name}" for name in names & told]
                if place.parts[:2] == ("semantics", "formats") and isinstance(node, ast.ImportFrom):
                    path = (node.module or "").split(".")
                    if "consumers" in (*path, *(name.name for name in node.names)):
                        wrong.append(f"{place}:{node.lineno}: imports consumers")
    assert wrong == []

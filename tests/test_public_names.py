"""What stands in ``bodyplan`` and in the packages of formats is what is meant for users, at run time and for editors."""

from __future__ import annotations

import ast
import importlib
import inspect
import subprocess
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import bodyplan
import pytest

PAGES = {
    "bodyplan": "public.py",
    **{f"bodyplan.{name}": f"{name}.py" for name in ("dmd", "geometry", "interface")},
    **{f"bodyplan.{name}": f"generated/{name}/__init__.py" for name in ("sdformat", "urdf", "skel")},
}


def bound(body: list[ast.stmt]) -> set[str]:
    """Names that the statements of a module bind as type checkers see them."""
    names: set[str] = set()
    for node in body:
        if isinstance(node, ast.If):
            names |= bound(node.body)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            names |= {alias.asname or alias.name for alias in node.names} - {"*"}
        elif isinstance(node, ast.Assign):
            names |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
            names.add(node.target.id)
        elif isinstance(node, ast.Delete):
            names -= {target.id for target in node.targets if isinstance(target, ast.Name)}
    return {name for name in names if not name.startswith("_")}


@pytest.mark.parametrize(("name", "file"), PAGES.items(), ids=list(PAGES))
def test_editors_and_programs_are_offered_the_same_names(name: str, file: str, checkout: Path) -> None:
    module = importlib.import_module(name)
    offered = {public for public in dir(module) if not public.startswith("_")}
    tree = ast.parse((checkout / file).read_text(encoding="utf-8"))
    stars = [
        node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom) and node.names[0].name == "*"
    ]
    expected = bound(tree.body)
    for star in stars:
        expected |= set(importlib.import_module(f".{star}", name).__all__)
    assert offered == expected
    assert set(module.__all__) - {"__version__"} == offered
    assert [public for public in offered if not hasattr(module, public)] == []


@pytest.mark.parametrize("name", PAGES)
def test_a_name_that_there_is_not_is_an_error(name: str) -> None:
    with pytest.raises(AttributeError, match="has no attribute 'laod'"):
        getattr(importlib.import_module(name), "laod")  # noqa: B009


def test_a_star_brings_what_is_public() -> None:
    program = "from bodyplan import *; from bodyplan.urdf import *; print(Robot.__name__, Scene.__name__, load)"
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout.startswith("Robot Scene <bound method FormatLoader.load")


READERS = [bodyplan.load, bodyplan.loads, bodyplan.check, bodyplan.check_many, bodyplan.urdf.load, bodyplan.urdf.loads]
OPTIONS = ["search_paths", "parsers", "strict", "target", "fetch", "max_bytes", "confine", "bindings"]


@pytest.mark.parametrize("function", READERS, ids=lambda function: function.__qualname__)
def test_signatures_show_every_option_with_its_default(function: object) -> None:
    parameters = inspect.signature(function).parameters  # type: ignore[arg-type]
    is_door = "FormatLoader" in function.__qualname__  # type: ignore[attr-defined]
    assert [name for name in parameters if name in OPTIONS] == [
        name for name in OPTIONS if name != "bindings" or not is_door
    ]
    shown = list(parameters.values())[1:]
    assert all(each.kind is each.KEYWORD_ONLY and each.default is not each.empty for each in shown)
    assert parameters["strict"].default is False
    assert "Raises" in (inspect.getdoc(function) or "") or "check" in function.__qualname__  # type: ignore[attr-defined]


def test_modules_are_not_loaded_before_they_are_needed() -> None:
    program = (
        "import sys, bodyplan, bodyplan.sdformat; before = set(sys.modules); bodyplan.sdformat.load; "
        "print(sorted(name for name in sys.modules if name.startswith('bodyplan.sdformat.v1')), 'numpy' in sys.modules, "
        "'lxml' in before)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert done.stdout == "[] False False\n"


def test_pages_of_formats_have_a_door_each() -> None:
    for name in ("sdformat", "urdf", "skel", "dmd"):
        page: ModuleType = getattr(bodyplan, name)
        assert page.load.__self__.format == page.loads.__self__.format == name


RENAMED = {
    "Reader": "SupportTarget", "Reading": "Resolution", "Spot": "Location", "Treatment": "SupportStatus",
    "Tried": "Attempt", "fixed": "fix", "fixed_text": "fix_text", "fixes_of": "find_fixes", "things_of": "scene_objects",
    "with_fixes": "attach_fixes",
}  # fmt: skip


@pytest.mark.parametrize(("old", "new"), RENAMED.items())
def test_an_earlier_name_warns_and_means_today_s(old: str, new: str, checkout: Path) -> None:
    with pytest.warns(DeprecationWarning, match=rf"bodyplan\.{old} is called bodyplan\.{new} now") as caught:
        assert getattr(bodyplan, old) is getattr(bodyplan, new)
    assert caught[0].filename == __file__
    assert old not in dir(bodyplan)
    assert f"| `{old}` | `{new}` |" in (checkout / "docs/stability.md").read_text(encoding="utf-8")


def test_every_earlier_name_is_tested(checkout: Path) -> None:
    tree = ast.parse((checkout / "public.py").read_text(encoding="utf-8"))
    (table,) = (
        node.value for node in tree.body if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "_RENAMED"
    )
    assert ast.literal_eval(table) == RENAMED


def test_things_of_takes_a_scene() -> None:
    doc = bodyplan.urdf.loads('<robot name="r"><link name="l"/></robot>')
    link = doc.root.link[0]
    with pytest.warns(DeprecationWarning, match="scene_objects"):
        things_of: Any = bodyplan.things_of  # type: ignore[attr-defined]
    assert [each.name for each in things_of(doc.scene, link)] == ["r::l"]
    assert [each.name for each in bodyplan.scene_objects(doc, link)] == ["r::l"]


@pytest.mark.parametrize("name", ["geometry", "interface"])
def test_pages_offer_all_that_their_modules_do(name: str) -> None:
    page: ModuleType = getattr(bodyplan, name)
    home = importlib.import_module(
        {"geometry": "bodyplan.semantics.ir.geometry", "interface": "bodyplan.semantics.includes.interface"}[name]
    )
    own = {each for each, value in vars(home).items() if getattr(value, "__module__", None) == home.__name__}
    assert {each for each in own if each[0] != "_"} <= set(page.__all__)
    assert all(getattr(page, each) is getattr(home, each) for each in page.__all__)
    assert page is importlib.import_module(f"bodyplan.{name}")

"""Imports lead to lower floors; rules have one code each and are reported; a check loads no more than it needs."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from bodyplan import diagnostics
from bodyplan.diagnostics.rule import REGISTRY

FLOORS = {
    # texts, findings, what generated code calls; the compiler of specifications
    "diagnostics.spans": "",
    "runtime.source": "diagnostics.spans",
    "runtime.files": "",
    "diagnostics.zip_tables": "",
    "runtime.float_errors": "",
    "diagnostics": "diagnostics.spans runtime.source",
    "diagnostics.explanations": "diagnostics.zip_tables diagnostics",
    "diagnostics.render": "runtime.files diagnostics diagnostics.explanations",
    "runtime": "diagnostics.spans runtime.source runtime.files diagnostics",
    "codegen": "runtime",
    "sdformat": "runtime",
    "urdf": "runtime",
    "skel": "runtime",
    # what documents mean: from records to the objects that users hold
    "semantics.core.errors": "runtime",
    "semantics.core.lazy_mapping": "runtime .errors",
    "semantics.spatial.transform": "runtime.float_errors",
    "semantics.ir": "runtime .transform",
    "semantics.frames": "runtime .description",
    "semantics.kinematics": "runtime .errors .mapping .description .frames",
    "semantics.constraints": "runtime .transform .description .frames .joints",
    "semantics.scene": "runtime .errors .mapping .transform .description .frames .joints .constraints",
    "semantics.diagrams": "runtime .description .joints .constraints .scene .transform .mapping .errors",
    # what reading needs besides the text
    "semantics.upgrade": "runtime .description",
    "semantics.includes": "runtime .transform .description .scene .upgrade",
    "semantics.core.target": "runtime .description",
    "semantics.core.options": "runtime .includes .consumer",
    "semantics.core.parsed": "runtime .scene",
    "semantics.core.handles": "runtime .parsed",
    "semantics.core.bindings": "runtime",
    "semantics.core.references": "runtime",
    "semantics.core.extensions": "runtime codegen .errors",
    "semantics.core.protocols": "runtime .description .options .parsed",
    # formats; drake is what Drake's tags mean in URDF and SDFormat alike
    "semantics.formats": "runtime .description .upgrade .options .parsed .bindings .references .pipeline",
    "semantics.formats.drake": "runtime sdformat urdf .description .formats",
    "semantics.formats.sdformat": "runtime sdformat .transform .description .frames .upgrade .includes .consumer "
    ".options .parsed .bindings .pipeline .formats .formats.drake",
    "semantics.formats.urdf": "runtime urdf .description .joints .includes .consumer .options .parsed .bindings "
    ".pipeline .formats .formats.drake",
    "semantics.formats.skel": "runtime skel .description .includes .consumer .options .parsed .bindings .pipeline "
    ".formats",
    "semantics.formats.dmd": "runtime .transform .description .frames .joints .includes .options .parsed .pipeline "
    ".formats",
    # what is read in the place of a document in xacro
    "semantics.xacro": "runtime .includes .options .formats .formats.urdf",
    # what consumers make of it
    "semantics.targets": "runtime .description .upgrade .consumer .options .parsed .formats",
    "semantics.targets.urdfdom": "runtime .description .options .parsed .consumers",
    "semantics.targets.libsdformat": "runtime .description .upgrade .scene .options .parsed .pipeline .formats "
    ".formats.sdformat .consumers .consumers.urdfdom",
    "semantics.targets.drake": "runtime .description .frames .joints .scene .includes .options .parsed .bindings "
    ".formats .formats.drake .formats.sdformat .consumers .consumers.libsdformat",
    "semantics.targets.dart": "runtime skel .description .options .parsed .bindings .formats .formats.skel .consumers",
    # elements that a program changes
    "semantics.core.traversal": "runtime",
    "semantics.edit": "runtime .errors .description .live .elements",
    # the steps of loading, one a file, and what calls them
    "semantics": "runtime sdformat urdf skel .errors .extensions .references .description .scene .upgrade .includes .options "
    ".parsed .live .elements .bindings .pipeline .formats .formats.dmd .xacro .consumers",
    # what is done with whole documents
    "semantics.diff": "runtime semantics .transform .description .constraints .scene",
    "semantics.fix": "runtime semantics .errors .description .options .bindings .consumers .comparing",
    "semantics.compose": "runtime semantics .errors .references .transform .description .scene .upgrade .includes .live "
    ".elements .editing .bindings .formats.dmd",
    "semantics.assets": "runtime sdformat semantics .errors .includes .elements .bindings .formats .options",
    "semantics.view": "runtime semantics .errors .transform .description .frames .joints .constraints .scene .includes "
    ".options .formats .comparing .assets",
    "semantics.batch": "runtime semantics .options",
    "semantics.support": "runtime semantics .errors .consumer .options .consumers .formats",
    "semantics.convert": "runtime semantics .errors .transform .description .frames .joints .includes .assets .options "
    ".elements .bindings .formats .formats.drake .formats.dmd .consumers .consumers.libsdformat .editing .composing",
    "public": "runtime sdformat urdf skel .",
    "cli": "runtime codegen sdformat urdf skel public .",
}
"""The rooms of the package and those that each may import from, lowest floor first: rows name only rows above them.

A room is a file, or a folder with all in it that has no row of its own. ``.frames`` is ``semantics.frames``, ``.`` all
of semantics, and ``runtime`` all of the runtime; other names stand for one room.
"""

ELSEWHERE = {
    "runtime.sink": "runtime",
    **dict.fromkeys(("sdformat", "urdf", "skel", "dmd"), "public"),
}
"""Files that stand on another floor than their folder: the sink knows typed elements, the pages of the formats load."""


Module = tuple[str, ...]


@cache
def modules(checkout: Path) -> dict[Module, Path]:
    """The file of each module of the package, by its place there."""
    found = {(name,): file for name in ("public", "dmd") if (file := checkout / f"{name}.py").is_file()}
    for home, folder in [(checkout, name) for name in ("runtime", "codegen", "semantics", "cli")] + [
        (checkout / "generated", path.name) for path in (checkout / "generated").iterdir() if path.is_dir()
    ]:
        for file in (home / folder).rglob("*.py"):
            path = file.relative_to(home).with_suffix("").parts
            found[path[:-1] if path[-1] == "__init__" else path] = file
    return found


@cache
def imports(checkout: Path) -> dict[Module, list[tuple[int, Module]]]:
    """The modules of our own that each module imports, for type checking and inside functions too, with the lines."""
    files = modules(checkout)
    found: dict[Module, list[tuple[int, Module]]] = {}
    for module, file in files.items():
        package = () if module in (("public",), ("dmd",)) else module if file.name == "__init__.py" else module[:-1]
        found[module] = []
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            for path in _paths(node, package):
                # ``from a import b`` is module a.b, or something in module a; what is neither is the package's own
                target = next((path[:end] for end in (len(path), len(path) - 1) if path[:end] in files), ("public",))
                if target != module:
                    found[module].append((node.lineno, target))
    return found


def _paths(node: ast.AST, package: Module) -> Iterator[Module]:
    """What an import names, as places in the package."""
    if isinstance(node, ast.Import):
        for name in node.names:
            if name.name.split(".")[0] == "bodyplan":
                yield tuple(name.name.split(".")[1:])
    elif isinstance(node, ast.ImportFrom):
        module = tuple((node.module or "").split(".")) if node.module else ()
        if node.level:
            base = package[: len(package) - node.level + 1] + module
        elif module[:1] == ("bodyplan",):
            base = module[1:]
        else:
            return
        for name in node.names:
            yield (*base, name.name)


def room_of(module: Module) -> str | None:
    """The row of ``FLOORS`` that a module belongs to."""
    name = ".".join(module)
    if name in ELSEWHERE:
        return ELSEWHERE[name]
    return next((room for end in range(len(module), 0, -1) if (room := ".".join(module[:end])) in FLOORS), None)


def allowed_in(room: str) -> set[str]:
    """The rooms that a row names."""
    found: set[str] = set()
    for name in FLOORS[room].split():
        full = "semantics" + name.rstrip(".") if name.startswith(".") else name
        inside = name == "." or (name == "runtime" and room != "runtime")
        found |= {row for row in FLOORS if row == full or (inside and row.startswith(f"{full}."))}
        assert full in FLOORS, f"{room} names {name}, which is no room"
    return found


def test_rows_name_only_floors_below_them() -> None:
    rows = list(FLOORS)
    wrong = [f"{row} names {name}" for row in rows for name in allowed_in(row) if rows.index(name) >= rows.index(row)]
    assert wrong == []


def test_every_room_has_files_and_every_file_a_room(checkout: Path) -> None:
    rooms = {module: room_of(module) for module in modules(checkout)}
    assert [".".join(module) for module, room in rooms.items() if room is None] == []
    assert sorted(FLOORS.keys() - set(rooms.values())) == []
    assert sorted(name for name in ELSEWHERE if tuple(name.split(".")) not in rooms) == []


def test_imports_lead_to_lower_floors(checkout: Path) -> None:
    files, wrong, count = modules(checkout), [], 0
    for module, targets in imports(checkout).items():
        room = room_of(module)
        for line, target in targets:
            count += 1
            there = room_of(target)
            if there != room and (room is None or there not in allowed_in(room)):
                wrong.append(
                    f"{files[module].relative_to(checkout)}:{line}: {room} imports {'.'.join(target)} of {there}"
                )
    assert count > 1000
    assert not wrong, "\n".join(wrong)


def _way_back(start: Module, edges: dict[Module, set[Module]]) -> list[Module]:
    """The shortest chain of imports from a module back to it; empty where there is none."""
    before = dict.fromkeys(edges[start], start)
    level = list(before)
    while level and start not in before:
        level = [
            other for module in level for other in sorted(edges[module]) if before.setdefault(other, module) is module
        ]
    if start not in before:
        return []
    chain = [start]
    while (module := before[chain[-1]]) != start:
        chain.append(module)
    return chain[::-1]


def test_no_files_import_each_other_in_a_circle(checkout: Path) -> None:
    edges = {module: {target for _, target in targets} for module, targets in imports(checkout).items()}
    circles = set()
    for start in edges:
        circle = _way_back(start, edges)
        if circle:
            first = circle.index(min(circle))
            circles.add(" -> ".join(".".join(module) for module in [*circle[first:], *circle[:first], circle[first]]))
    assert not circles, "\n".join(sorted(circles))


def test_imports_for_type_checking_and_inside_functions_are_seen(tmp_path: Path) -> None:
    for name, text in {
        "public.py": "from .semantics.frames.frame_names import Name\n",
        "semantics/frames/frame_names.py": (
            "if TYPE_CHECKING:\n    from ..scene.scene import Scene\n\n\nclass Name: ...\n"
        ),
        "semantics/scene/scene.py": "def load():\n    from bodyplan.semantics.frames import names\n",
        "generated/urdf/__init__.py": "",
    }.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text, encoding="utf-8")
    names, scene = ("semantics", "frames", "names"), ("semantics", "scene", "scene")
    found = imports(tmp_path)
    assert found == {("public",): [(1, names)], names: [(2, scene)], scene: [(2, names)], ("urdf",): []}
    assert _way_back(names, {module: {target for _, target in targets} for module, targets in found.items()}) == [
        scene,
        names,
    ]
    assert room_of(scene) == "semantics.scene"
    assert "semantics.scene" not in allowed_in("semantics.frames")


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
    unused = [f"diagnostics/{file}: {name}" for name, file in declared.items() if name not in used]
    assert not unused, "\n".join(f"{rule} is reported nowhere" for rule in sorted(unused))


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
            if file.parent.name == "diagnostics" and file.name.startswith(("rule", "families")):
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


OPENERS = {
    "semantics.support.tables": "reads the package's own tables",
    "runtime.files": "opens whatever is read",
    "runtime.user_key": "reads and makes the key of who runs bodyplan, whose owner and permissions count",
    "runtime.atomic_write": "saves a document where the caller says",
    "diagnostics.explanations.tables": "reads the package's own tables",
    "semantics.targets.facts": "reads the package's own tables",
    "semantics.formats.leniency": "reads the package's own tables",
    "semantics.view.materials": "reads the package's own tables",
    "semantics.view.page": "reads the package's own page",
    "semantics.upgrade.grammar": "reads the package's own descriptions",
    "cli.schema": "reads the package's own schemas of reports and of what pages are told",
    "cli.checking.fsspec_source": "opens documents elsewhere that the call names",
    "cli.main": "opens the null device, for output that cannot be written",
}
"""Modules besides the compiler that open files, and what for: documents are read through ``runtime.files`` alone."""


def test_one_module_opens_what_is_read(checkout: Path) -> None:
    found = set()
    for module, file in modules(checkout).items():
        if module[0] in ("codegen", "sdformat", "urdf", "skel"):
            continue
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and _called(node) in (
                "open",
                "fdopen",
                "read_bytes",
                "read_text",
                "fromfile",
            ):
                found.add(".".join(module))
            if isinstance(node, ast.Call) and ast.unparse(node.func) in ("etree.parse", "json.load", "np.load"):
                found.add(".".join(module))
    assert found == set(OPENERS)


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")

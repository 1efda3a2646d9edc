"""Imports lead to lower floors; rules have one code each and are reported; a check loads no more than it needs."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from bodyplan.diagnostics.explanations.loader import read_explanation
from bodyplan.diagnostics.registry import REGISTRY
from bodyplan.semantics.formats.registry import FORMATS, with_schema

BINDINGS = with_schema()

FLOORS = {
    # what is wrong with a document, and how that is shown; what generated code calls; the compiler of specifications
    "diagnostics": "",
    "diagnostics.explanations": "diagnostics",
    "diagnostics.render": "diagnostics diagnostics.explanations",
    "runtime": "diagnostics",
    "codegen": "diagnostics runtime",
    **dict.fromkeys(BINDINGS, "runtime"),
    "semantics": "",
    # one home for each piece of mathematics, and the records that every format becomes
    "semantics.spatial": "diagnostics runtime",
    "semantics.ir": "diagnostics runtime .spatial",
    # files and versions
    "semantics.upgrade": "diagnostics runtime .spatial",
    "semantics.resources": "diagnostics runtime .upgrade",
    # from records to the objects that users hold
    "semantics.frames": "diagnostics runtime .spatial .ir",
    "semantics.kinematics": "diagnostics runtime .spatial .ir .frames",
    "semantics.constraints": "diagnostics runtime .spatial .ir .frames .kinematics",
    "semantics.scene": "diagnostics runtime .spatial .ir .frames .kinematics .constraints",
    "semantics.diagrams": "diagnostics runtime .spatial .ir .kinematics .constraints .scene",
    "semantics.includes": "diagnostics runtime .spatial .ir .scene",
    # what a parsed document is, and what is done to its elements and findings
    "semantics.core": "diagnostics runtime codegen .ir .resources .scene .includes",
    "semantics.edit": "diagnostics runtime .ir .core",
    "semantics.postprocess": "diagnostics runtime .ir .core",
    # formats; drake is what Drake's tags mean in URDF and SDFormat alike
    "semantics.formats": "diagnostics runtime .spatial .ir .upgrade .core",
    "semantics.formats.drake": "diagnostics runtime sdformat urdf .spatial .ir .formats",
    "semantics.formats.sdformat": "diagnostics runtime sdformat .spatial .ir .frames .upgrade .resources .includes "
    ".core .formats .formats.drake",
    "semantics.formats.urdf": "diagnostics runtime urdf .spatial .ir .kinematics .resources .core .formats "
    ".formats.drake",
    "semantics.formats.skel": "diagnostics runtime skel .spatial .ir .resources .core .formats",
    "semantics.formats.mjcf": "diagnostics runtime mjcf .spatial .upgrade .ir .kinematics .resources .includes "
    ".core .formats",
    "semantics.formats.dmd": "diagnostics runtime .spatial .ir .frames .kinematics .resources .includes .core .formats",
    # what is read in the place of a document in xacro
    "semantics.formats.srdf": "diagnostics runtime srdf .ir .resources .core .formats",
    "semantics.xacro": "diagnostics runtime .resources .core .formats .formats.urdf",
    # what other programs make of a document
    "semantics.targets": "diagnostics runtime .spatial .ir .upgrade .core .formats",
    "semantics.targets.urdfdom": "diagnostics runtime .ir .core .targets",
    "semantics.targets.libsdformat": "diagnostics runtime .spatial .ir .upgrade .scene .core .formats "
    ".formats.sdformat .targets .targets.urdfdom",
    "semantics.targets.drake": "diagnostics runtime mjcf .spatial .ir .frames .kinematics .scene .resources .core .formats "
    ".formats.drake .formats.mjcf .formats.sdformat .formats.urdf .targets .targets.libsdformat",
    "semantics.targets.dart": "diagnostics runtime skel .spatial .ir .core .formats .formats.skel .targets",
    "semantics.targets.mujoco": "diagnostics runtime mjcf .spatial .ir .core .formats .formats.mjcf .targets",
    # rules about what documents describe, for all formats at once
    "semantics.checks": "diagnostics runtime srdf .spatial .ir .frames .kinematics .constraints .scene .resources .core .formats "
    ".formats.srdf",
    # the steps of loading, checking and saving, and what calls them
    "semantics.document": "diagnostics runtime sdformat urdf skel mjcf srdf .ir .scene .upgrade .resources .includes .core "
    ".postprocess .formats .formats.dmd .formats.srdf .xacro .targets .checks",
    # what is done with whole documents
    "semantics.diff": "diagnostics runtime .spatial .ir .constraints .scene .core .formats .document",
    "semantics.fix": "diagnostics runtime .spatial .ir .core .postprocess .formats .targets .document .diff",
    "semantics.compose": "diagnostics runtime sdformat urdf srdf .spatial .ir .scene .upgrade .resources .core .edit .formats "
    ".formats.dmd .formats.srdf .document",
    "semantics.assets": "diagnostics runtime sdformat .resources .core .formats .document",
    "semantics.batch": "diagnostics runtime .core .postprocess .document",
    "semantics.support": "diagnostics runtime .core .formats .targets .document",
    "semantics.view": "diagnostics runtime .spatial .ir .frames .kinematics .constraints .scene .resources .core "
    ".formats .document .diff .assets",
    "semantics.convert": "diagnostics runtime sdformat urdf skel mjcf .spatial .ir .frames .kinematics .constraints .scene .resources .core "
    ".edit .formats .formats.drake .formats.dmd .formats.mjcf .formats.skel .targets .targets.libsdformat .document .diff .assets "
    ".compose",
    "public": f"diagnostics runtime {' '.join(BINDINGS)} .",
    "cli": f"diagnostics runtime codegen {' '.join(BINDINGS)} public .",
}
"""The rooms of the package and those that each may import from, lowest floor first: rows name only rows above them.

A room is a folder with all in it that has no row of its own. ``.frames`` is ``semantics.frames``, ``.`` all of
semantics, ``runtime`` and ``diagnostics`` all that is in them; other names stand for one room.
"""

ELSEWHERE = {
    "runtime.sink": "runtime",
    **dict.fromkeys((*BINDINGS, "dmd", "geometry", "interface"), "public"),
}
"""Files that stand on another floor than their folder: the sink knows typed elements, the pages of the formats load."""


MOST_ROOMS = 33
"""Folders of ``semantics``, and the other folders at the top that hold code."""
MOST_FLOORS = 13
"""How deep the folders of ``semantics`` import each other."""
MOST_ARROWS = 131
"""Pairs of folders of ``semantics`` of which one imports the other."""

LOOSE = ("public", "dmd", "geometry", "interface")
"""Modules of the package that stand at the top."""

Module = tuple[str, ...]


@cache
def modules(checkout: Path) -> dict[Module, Path]:
    """The file of each module of the package, by its place there."""
    found = {(name,): file for name in LOOSE if (file := checkout / f"{name}.py").is_file()}
    for home, folder in [(checkout, name) for name in ("diagnostics", "runtime", "codegen", "semantics", "cli")] + [
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
        package = () if module in ((name,) for name in LOOSE) else module if file.name == "__init__.py" else module[:-1]
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
        inside = name == "." or (name in ("runtime", "diagnostics") and not room.startswith(name))
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


def test_the_house_stays_small(checkout: Path) -> None:
    edges: dict[str, set[str]] = {}
    for module, targets in imports(checkout).items():
        if module[0] == "semantics" and len(module) > 1:
            edges.setdefault(module[1], set()).update(
                target[1] for _, target in targets if target[0] == "semantics" and len(target) > 1
            )
    for room, others in edges.items():
        others.discard(room)
    floors: dict[str, int] = {}
    while len(floors) < len(edges):
        # circles end here: none of their rooms stands above all that it imports
        rest = {room for room in edges if room not in floors and edges[room] <= floors.keys()}
        assert rest, f"rooms import each other in a circle: {sorted(edges.keys() - floors.keys())}"
        floors |= {room: 1 + max((floors[other] for other in edges[room]), default=0) for room in rest}
    others = [
        name
        for name in ("runtime", "diagnostics", "cli", "codegen", "viewer", "editors", "benchmarks")
        if (checkout / name).is_dir()
    ]
    assert len(edges) + len(others) <= MOST_ROOMS
    assert max(floors.values()) <= MOST_FLOORS
    assert sum(map(len, edges.values())) <= MOST_ARROWS


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
        "public.py": "from .semantics.frames.names import Name\n",
        "semantics/frames/names.py": ("if TYPE_CHECKING:\n    from ..scene.scene import Scene\n\n\nclass Name: ...\n"),
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
    assert len(REGISTRY) > 100
    for code, rule in REGISTRY.items():
        assert re.fullmatch(r"BP\d{3}", code)
        assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", rule.name), code
        assert rule.message, code
        assert read_explanation(code).spec, code
    names = [rule.name for rule in REGISTRY.values()]
    assert sorted(name for name in set(names) if names.count(name) > 1) == []


def test_checking_a_small_file_loads_neither_numpy_nor_the_compiler(tmp_path: Path) -> None:
    for name, text in {
        "a.sdf": '<sdf version="1.9"><model name="m"><link name="l"/></model></sdf>',
        "a.urdf": '<robot name="r"><link name="l"/></robot>',
        "a.skel": "<skel version='1.0'><world name='w'/></skel>",
        "a.mjcf": "<mujoco><worldbody><body><joint/><geom size='1'/></body></worldbody></mujoco>",
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
        formats = {each.split(".")[-1] for each in loaded if each.startswith("bodyplan.semantics.formats.")}
        own = {"a.sdf": "sdformat", "a.urdf": "urdf", "a.skel": "skel", "a.mjcf": "mjcf"}[name]
        others = {each for each in FORMATS if each != own} - {"sdformat" if own == "urdf" else own}
        assert formats & others == set(), name
        bindings = {each for each in loaded if re.fullmatch(r"bodyplan\.\w+\.v[\d_]+", each)}
        assert {each.split(".")[1] for each in bindings} == {own}, name


def test_rules_are_named_by_their_constants(checkout: Path) -> None:
    wrong, count = [], 0
    exempt = [
        checkout / name
        for name in ("diagnostics/rules/__init__.py", "diagnostics/families.py", "codegen/rule_registry.py")
    ]
    for layer in ("diagnostics", "runtime", "codegen", "semantics", "cli"):
        for file in (checkout / layer).rglob("*.py"):
            if file in exempt:
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


def _compared_words(checkout: Path, folders: tuple[str, ...]) -> Iterator[tuple[str, str]]:
    """Files outside of folders of ``semantics``, and words with which they compare something."""
    for layer in ("public.py", "diagnostics", "runtime", "semantics", "cli"):
        for file in sorted((checkout / layer).rglob("*.py")) or [checkout / layer]:
            place = file.relative_to(checkout)
            if place.parts[0] == "semantics" and place.parts[1] in folders:
                continue
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, (ast.Compare, ast.MatchValue)):
                    words = {each.value for each in ast.walk(node) if isinstance(each, ast.Constant)}
                    yield from ((place.as_posix(), word) for word in words if isinstance(word, str))


def test_only_targets_compare_with_the_name_of_a_target(checkout: Path) -> None:
    names = {path.name for path in (checkout / "semantics" / "targets").iterdir() if path.is_dir()} - {"__pycache__"}
    assert len(names) > 3
    assert [f"{file}: {word}" for file, word in _compared_words(checkout, ("targets",)) if word in names] == []


NAMED_FORMATS = {
    "cli/codegen.py": "what is imported for MJCF is MuJoCo's own file, and options go with it",
    "semantics/assets/uri_fields.py": "what a document keeps of another vocabulary is read as SDFormat, in its own version",
    "semantics/convert/api.py": "documents are made of the newest version of SDFormat, and exported to others",
    "semantics/convert/reparse.py": "to libsdformat a robot is another document",
    "semantics/convert/to_sdformat/model_joints.py": "only URDF gives a joint limits that its type does not have",
    "semantics/convert/to_urdf/from_any.py": "which included documents Gazebo's converter reads",
}
"""Files outside of formats and targets that compare something with the name of a format or of its root, and why."""
MOST_NAMED_FORMATS = 6
"""How often they do so."""


def test_only_formats_compare_with_the_name_of_a_format(checkout: Path) -> None:
    # <gazebo> and <mujoco> are blocks of URDF, too
    names = {*FORMATS, *(tag for row in FORMATS.values() for tag in row.tags)} - {"gazebo", "mujoco"}
    parts = {f".{name}." for name in names}
    assert len(names) > 5
    found = [file for file, word in _compared_words(checkout, ("formats", "targets")) if word in names | parts]
    assert sorted(set(found)) == sorted(NAMED_FORMATS)
    assert len(found) <= MOST_NAMED_FORMATS


OPENERS = {
    "runtime.files": "opens whatever is read",
    "runtime.user_key": "reads and makes the key of who runs bodyplan, whose owner and permissions count",
    "runtime.atomic_write": "saves a document where the caller says",
    "diagnostics.registry": "reads the package's own registry of rules",
    "diagnostics.zip_tables": "reads the package's own tables",
    "semantics.targets.facts": "reads the package's own tables",
    "semantics.formats.schema_tables": "reads the package's own tables",
    "semantics.view.materials": "reads the package's own tables",
    "semantics.view.page": "reads the package's own page",
    "semantics.upgrade.grammar": "reads the package's own descriptions",
    "cli.lsp": "speaks with an editor through copies of its own standard streams",
    "cli.example": "reads the package's own examples",
    "cli.schema": "reads the package's own schemas of reports and of what pages are told",
    "cli.reviewing.git": "writes what Git has of a commit, and files of the working tree, to a folder of its own",
    "cli.fuel.archive": "unpacks what a server sent into a cache",
    "cli.fuel.fetcher": "holds a file in a cache, so that no other process adds the same to it",
    "cli.fuel.download": "writes what a server sends, and reads that again",
    "cli.checking.fsspec_source": "opens documents elsewhere that the call names",
    "cli.main": "opens the null device, for output that cannot be written",
}
"""Modules besides the compiler that open files, and what for: documents are read through ``runtime.files`` alone."""


def test_one_module_opens_what_is_read(checkout: Path) -> None:
    found = set()
    for module, file in modules(checkout).items():
        if module[0] in ("codegen", *BINDINGS):
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


SHARED = {
    "_origin", "_specs", "_was_set",  # what elements have besides their fields, see ``runtime.element``
    "_place",  # the same of an element that no class describes, which is xsdata's
    "_BINDINGS",  # what a generated package has besides its classes
}  # fmt: skip
"""Private names that other modules may read: they stand on objects whose other names are those of a format."""
FOREIGN = {
    "_Element", "_Comment", "_ProcessingInstruction",  # types of lxml
    "_replace", "_fields", "_asdict",  # of named tuples
    "_exit", "_run_exitfuncs", "_processes", "_SubParsersAction",  # of the standard library
    "_global_symbols", "_eval_dict", "_value",  # of xacro and of its parser
}  # fmt: skip
"""Those of other packages."""


def test_no_module_reads_the_private_names_of_another(checkout: Path) -> None:
    found, seen = [], set()
    for module, file in modules(checkout).items():
        if file.is_relative_to(checkout / "generated"):
            continue
        tree = ast.parse(file.read_text(encoding="utf-8"))
        own = set(_private_names_of(tree))
        for node in ast.walk(tree):
            if not isinstance(node, ast.Attribute) or node.attr[0] != "_" or node.attr[:2] == "__":
                continue
            is_own = isinstance(node.value, ast.Name) and node.value.id in ("self", "cls")
            if not is_own and node.attr not in own:
                seen.add(node.attr)
                if node.attr not in SHARED | FOREIGN:
                    found.append(f"{'.'.join(module)}:{node.lineno}: {ast.unparse(node)}")
    assert found == []
    assert seen == SHARED | FOREIGN, "a name that nothing reads leaves the lists"


def _private_names_of(tree: ast.Module) -> Iterator[str]:
    """Names that a module defines: of functions and classes, of variables, of attributes of its own objects."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            yield node.name
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            yield node.id
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store) and ast.unparse(node.value) == "self":
            yield node.attr
        elif isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__slots__":
            yield from (each.value for each in ast.walk(node.value) if isinstance(each, ast.Constant))

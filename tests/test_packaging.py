"""What users install: the wheel made from the sdist, and the editable install, each in its own empty virtualenv."""

from __future__ import annotations

import ast
import io
import json
import lzma
import os
import re
import subprocess
import sys
import tarfile
import venv
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path, PurePosixPath

import bodyplan
import pytest
from bodyplan.cli.example import EXAMPLES

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

pytestmark = pytest.mark.slow

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ["cli", "codegen", "diagnostics", "generated", "runtime", "schemas", "semantics", "viewer/bundle"]
LEFT_OUT = ("PROVENANCE.toml", "README.md", "kinematics.mjs", "playground.html", "playground_worker.mjs")
"""Files for who works in a checkout."""
IN_TABLES = (
    "schemas/gz-sim/*.toml",
    "schemas/sdformat/gazebo.toml",
    "schemas/*/coverage.toml",
    "schemas/*/facts.toml",
    "schemas/*/foreign.toml",
    "schemas/*/gone.toml",
    "schemas/*/left_out.toml",
    "schemas/*/masses.toml",
    "schemas/*/order.toml",
    "schemas/*/places.toml",
    "schemas/*/refusals.toml",
    "schemas/*/ros2_control.toml",
    "schemas/*/rules.toml",
    "schemas/*/simulator_parts.toml",
)
"""Tables of facts that are read from ``tables.json`` alone."""
PACKED = (
    "diagnostics/rules/*.toml",
    "schemas/*/docs/*.toml",
    "schemas/*/[0-9]*/*.sdf",
    "schemas/gz-sim/[0-9]*/*.toml",
    "viewer/bundle/page.html",
    "viewer/bundle/draco.*",
)
"""Files of which the wheel has one archive for each folder."""
USER_PROGRAM = ROOT / "tests" / "typing" / "user_program.py"

CONTRACT = {
    "BodyplanError", "Diagnostic", "Document", "LoadError", "Report", "Scene", "Transform",
    "check", "check_many", "load", "loads",
}  # fmt: skip
BINDINGS = [
    "bodyplan.sdformat",
    *(f"bodyplan.sdformat.v1_{minor}" for minor in (0, *range(2, 13))),
    "bodyplan.urdf",
    "bodyplan.skel",
    "bodyplan.dmd",
    "bodyplan.geometry",
    "bodyplan.interface",
]


@dataclass(frozen=True)
class Environment:
    """A virtualenv that bodyplan was installed in, and a folder elsewhere to run in."""

    folder: Path
    elsewhere: Path

    @property
    def scripts(self) -> Path:
        return self.folder / ("Scripts" if sys.platform == "win32" else "bin")

    @property
    def python(self) -> str:
        return str(self.scripts / "python")

    def run(self, *command: str) -> str:
        return run(*command, cwd=self.elsewhere)


def run(*command: str, cwd: Path, expect: int | None = 0) -> str:
    """Standard output of ``command``, which has to end with the status ``expect``, if one is given."""
    clean = {name: value for name, value in os.environ.items() if name not in {"PYTHONPATH", "VIRTUAL_ENV"}}
    done = subprocess.run(command, cwd=cwd, env=clean, capture_output=True, text=True, check=False)
    if expect is not None and done.returncode != expect:
        said = f"{done.stdout}\n{done.stderr}"
        pytest.fail(f"{' '.join(command)} ended with {done.returncode}\n{said[-4000:]}", pytrace=False)
    return done.stdout


def install(folder: Path, elsewhere: Path, wheel: Path) -> Environment:
    venv.create(folder, with_pip=False)
    environment = Environment(folder, elsewhere)
    run(sys.executable, "-m", "pip", "--python", environment.python, "install", "--quiet", str(wheel), cwd=elsewhere)
    return environment


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Folder with the sdist, and the wheel that was made from it."""
    folder = tmp_path_factory.mktemp("dist")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", str(folder), str(ROOT), cwd=folder)
    return folder


@pytest.fixture(scope="module")
def wheel(built: Path) -> Path:
    (path,) = built.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def unpacked_sdist(built: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    (path,) = built.glob("*.tar.gz")
    folder = tmp_path_factory.mktemp("sdist")
    with tarfile.open(path) as archive:
        archive.extractall(folder, filter="data") if hasattr(tarfile, "data_filter") else archive.extractall(folder)
    (checkout,) = folder.iterdir()
    return checkout


@pytest.fixture(scope="module")
def from_wheel(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    return install(tmp_path_factory.mktemp("wheel") / "venv", tmp_path_factory.mktemp("elsewhere"), wheel)


@pytest.fixture(scope="module")
def editable(unpacked_sdist: Path, tmp_path_factory: pytest.TempPathFactory) -> Environment:
    """What ``pip install -e`` makes of a checkout: the backend's editable wheel, installed."""
    folder = tmp_path_factory.mktemp("editable")
    lay_out_editable(unpacked_sdist, folder)
    (wheel,) = folder.glob("*.whl")
    return install(folder / "venv", tmp_path_factory.mktemp("elsewhere"), wheel)


def lay_out_editable(checkout: Path, folder: Path) -> None:
    run(
        sys.executable,
        "-c",
        f"from hatchling.build import build_editable; build_editable({str(folder)!r})",
        cwd=checkout,
    )


@pytest.fixture(params=["from_wheel", "editable"])
def environment(request: pytest.FixtureRequest) -> Environment:
    installed: Environment = request.getfixturevalue(request.param)
    return installed


def in_package(path: PurePosixPath) -> str:
    """Where a file of the checkout stands in the wheel."""
    if path.parts[0] == "generated":
        return str(PurePosixPath("bodyplan", *path.parts[1:]))
    if path.parts[0] == "viewer":
        return str(PurePosixPath("bodyplan", "viewer", *path.parts[2:]))
    return str("bodyplan" / path)


def test_wheel_from_sdist_holds_what_the_folders_hold(wheel: Path) -> None:
    files = [
        path.relative_to(ROOT)
        for folder in FOLDERS
        for path in (ROOT / folder).rglob("*")
        if path.is_file()
        and "__pycache__" not in path.parts
        and path.parent != ROOT / "generated"
        and path.name not in LEFT_OUT
        and not any(path.relative_to(ROOT).match(pattern) for pattern in (*PACKED, *IN_TABLES))
    ]
    wanted = {in_package(PurePosixPath(path.as_posix())): (ROOT / path).read_bytes() for path in files}
    wanted["bodyplan/__init__.py"] = (ROOT / "public.py").read_bytes()
    wanted["bodyplan/__main__.py"] = (ROOT / "__main__.py").read_bytes()
    for name in ("dmd", "geometry", "interface"):
        wanted[f"bodyplan/{name}.py"] = (ROOT / f"{name}.py").read_bytes()
    wanted["bodyplan/py.typed"] = b""
    wanted |= {f"bodyplan/examples/{name}": (ROOT / "examples" / name).read_bytes() for name in EXAMPLES}
    with zipfile.ZipFile(wheel) as archive:
        held = {name: archive.read(name) for name in archive.namelist() if ".dist-info/" not in name}
    archives = [name for name in held if name.endswith("/all.zip.xz")]
    homes = {
        in_package(PurePosixPath(path.parent.relative_to(ROOT).as_posix()))
        for pattern in PACKED
        for path in ROOT.glob(pattern)
    }
    assert {str(PurePosixPath(name).parent) for name in archives} == homes
    for archived in archives:
        with zipfile.ZipFile(io.BytesIO(lzma.decompress(held.pop(archived)))) as archive:
            packed = {name: archive.read(name) for name in archive.namelist()}
        folder = ROOT.joinpath(*PurePosixPath(archived).parts[1:-1])
        folder = folder / "bundle" if folder.name == "viewer" else folder
        assert packed == {path.name: path.read_bytes() for path in folder.iterdir() if path.name in packed}
        assert not any(name in held for name in (f"{PurePosixPath(archived).parent}/{each}" for each in packed))
    assert held.keys() == wanted.keys()
    assert [name for name in held if held[name] != wanted[name]] == []


def test_wheel_carries_licence_and_command(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        notes = {PurePosixPath(name).name: archive.read(name) for name in archive.namelist() if ".dist-info/" in name}
    assert b"Apache License" in notes["LICENSE"]
    assert b"License-Expression: Apache-2.0" in notes["METADATA"]
    assert b"bodyplan = bodyplan.cli.process:run_process" in notes["entry_points.txt"]
    assert b"[pytest11]\nbodyplan = bodyplan.cli.pytest_plugin" in notes["entry_points.txt"]


def test_every_public_name_can_be_imported_from_another_folder(environment: Environment) -> None:
    program = """
import importlib, json, sys
import bodyplan
for name in json.loads(sys.argv[1]):
    importlib.import_module(name)
missing = [name for name in bodyplan.__all__ if getattr(bodyplan, name, None) is None]
print(json.dumps([bodyplan.__all__, missing]))
"""
    public, missing = json.loads(environment.run(environment.python, "-c", program, json.dumps(BINDINGS)))
    assert missing == []
    assert set(public) >= CONTRACT


def test_command_explains_a_rule_without_any_extra(environment: Environment) -> None:
    page = environment.run(str(environment.scripts / "bodyplan"), "explain", "BP205")
    assert "## Why it matters\n" in page
    assert "| Drake | " in page


def test_command_checks_a_file_from_another_folder(environment: Environment) -> None:
    command = str(environment.scripts / "bodyplan")
    for example in ("arm.sdf", "arm.urdf", "pendulum.skel"):
        run(command, "check", str(ROOT / "examples" / example), cwd=environment.elsewhere)
    out = run(command, "check", str(ROOT / "examples" / "faulty.urdf"), cwd=environment.elsewhere, expect=1)
    assert "faulty.urdf:25:5: warning BP201" in out


@pytest.mark.parametrize("name", EXAMPLES)
def test_command_writes_an_example(environment: Environment, name: str) -> None:
    printed = environment.run(str(environment.scripts / "bodyplan"), "example", name, "-o", "-")
    assert printed == (ROOT / "examples" / name).read_text(encoding="utf-8")


def test_installed_package_needs_none_of_the_extras(from_wheel: Environment) -> None:
    listed = json.loads(
        run(
            sys.executable,
            "-m",
            "pip",
            "--python",
            from_wheel.python,
            "list",
            "--format=json",
            cwd=from_wheel.elsewhere,
        )
    )
    names = {re.sub(r"[-_.]+", "-", entry["name"]).lower() for entry in listed}
    assert names <= {"bodyplan", "ruamel-yaml-clib", "colorama", *map(plain_name, dependencies())}


def test_editable_install_sees_new_modules_and_drops_old_packages(editable: Environment, unpacked_sdist: Path) -> None:
    module = unpacked_sdist / "semantics" / "added_later.py"
    package = unpacked_sdist / "generated" / "added_format"
    link = unpacked_sdist / "editable" / "bodyplan" / package.name
    try:
        module.write_text('"""A module that was not there when the package was installed."""\n')
        editable.run(editable.python, "-c", "import bodyplan.semantics.added_later")
        package.mkdir()
        (package / "__init__.py").write_text('"""A format that was not there when the package was installed."""\n')
        lay_out_editable(unpacked_sdist, editable.folder.parent)
        editable.run(editable.python, "-c", "import bodyplan.added_format")
    finally:
        module.unlink()
        for path in package.rglob("*.py*"):
            path.unlink()
        for path in sorted(package.rglob("*"), reverse=True):
            path.rmdir()
        package.rmdir()
    lay_out_editable(unpacked_sdist, editable.folder.parent)
    assert not link.is_symlink()
    assert (link.parent / "semantics").is_dir()


IMPORTED = """
import json, sys
import bodyplan.cli.main, bodyplan.dmd, bodyplan.semantics.view.page, bodyplan.sdformat.v1_12, bodyplan.urdf
print(json.dumps({name: module.__file__ for name, module in sys.modules.items()
                  if name.partition(".")[0] == "bodyplan" and getattr(module, "__file__", None)}))
"""
BREAKING = """
import bdb, os, sys
class Debugger(bdb.Bdb):
    def user_line(self, frame):
        if self.get_all_breaks() and self.break_here(frame):
            print(frame.f_code.co_filename)
        self.set_continue()
debugger = Debugger()
for file in sys.argv[2:]:
    name, _, line = file.rpartition(":")
    error = debugger.set_break(name, int(line))
    assert error is None, error
import bodyplan
debugger.runcall(bodyplan.loads, open(sys.argv[1]).read())
"""
COVERED = """
import json, sys
sys.path += sys.argv[2:]
from coverage import Coverage
coverage = Coverage(data_file=None, config_file=False)
coverage.start()
import bodyplan
bodyplan.load(sys.argv[1])
coverage.stop()
print(json.dumps(sorted(coverage.get_data().measured_files())))
"""
FAILING = """
import bodyplan, traceback
try:
    bodyplan.loads("<sdf")
except Exception:
    print(traceback.format_exc())
"""


def first_line_of(file: Path, function: str) -> int:
    """The first line of the body of a function at the top of a module."""
    body = ast.parse(file.read_text(encoding="utf-8")).body
    *_, found = (each for each in body if isinstance(each, ast.FunctionDef) and each.name == function)
    return next(each.lineno for each in found.body if not isinstance(each, ast.Expr))


def test_modules_of_an_editable_install_are_the_files_of_the_checkout(
    editable: Environment, unpacked_sdist: Path
) -> None:
    files = json.loads(editable.run(editable.python, "-c", IMPORTED))
    assert files["bodyplan"] == str(unpacked_sdist / "public.py")
    assert files["bodyplan.dmd"] == str(unpacked_sdist / "dmd.py")
    assert files["bodyplan.sdformat.v1_12"] == str(unpacked_sdist / "generated" / "sdformat" / "v1_12" / "__init__.py")
    assert [name for name, file in files.items() if os.path.realpath(file) != file or "/editable/" in file] == []


def test_breakpoints_at_real_paths_fire_in_an_editable_install(editable: Environment, unpacked_sdist: Path) -> None:
    loader = unpacked_sdist / "semantics" / "document" / "loader.py"
    (decoder,) = unpacked_sdist.glob("generated/sdformat/v1_12/joint_xml.py")
    places = [f"{loader}:{first_line_of(loader, 'loads')}", f"{decoder}:{first_line_of(decoder, 'decode_joint')}"]
    arm = str(ROOT / "examples" / "arm.sdf")
    stopped = editable.run(editable.python, "-c", BREAKING, arm, *places).splitlines()
    assert set(stopped) == {str(loader), str(decoder)}


def test_coverage_and_tracebacks_name_real_paths_in_an_editable_install(
    editable: Environment, unpacked_sdist: Path
) -> None:
    coverage = pytest.importorskip("coverage", reason="coverage is part of the extra 'dev'")
    arm, packages = str(ROOT / "examples" / "arm.sdf"), str(Path(coverage.__file__).parents[1])
    measured = json.loads(editable.run(editable.python, "-c", COVERED, arm, packages))
    assert {str(unpacked_sdist / "public.py"), str(unpacked_sdist / "semantics" / "document" / "loader.py")} <= set(
        measured
    )
    assert not [file for file in measured if "/editable/" in file]
    text = editable.run(editable.python, "-c", FAILING)
    assert f'File "{unpacked_sdist}{os.sep}semantics' in text
    assert "/editable/" not in text


DATA = """
import importlib.resources, json, multiprocessing, pickle, pkgutil
import bodyplan
from bodyplan.semantics.view.page import page_text

def versions(name):
    return bodyplan.__file__

if __name__ == "__main__":
    data = importlib.resources.files("bodyplan")
    document = bodyplan.load(ARM)
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        (spawned,) = pool.map(versions, ["one"])
    print(json.dumps({
        "data": [data.joinpath(*path).is_file() for path in (
            ("py.typed",), ("schemas", "urdf", "leniency.toml"), ("viewer", "LICENSES.txt"))],
        "page": page_text("arm", None).startswith("<!doctype html>"),
        "modules": sorted(each.name for each in pkgutil.iter_modules(bodyplan.__path__)),
        "pickled": pickle.loads(pickle.dumps(document.root)) == document.root,
        "spawned": spawned == bodyplan.__file__,
    }))
"""


def test_data_pickles_and_processes_work_in_either_install(environment: Environment) -> None:
    program = environment.elsewhere / "uses_data.py"
    program.write_text(DATA.replace("ARM", repr(str(ROOT / "examples" / "arm.sdf"))), encoding="utf-8")
    found = json.loads(environment.run(environment.python, str(program)))
    assert found["data"] == [True, True, True]
    assert found["page"]
    assert found["pickled"]
    assert found["spawned"]
    assert {"cli", "dmd", "sdformat", "semantics", "urdf"} <= set(found["modules"])
    assert not {"noxfile", "hatch_build", "public"} & set(found["modules"])
    environment.run(environment.python, "-m", "bodyplan", "--version")


def test_python_starts_quietly_where_the_checkout_is_gone(editable: Environment, unpacked_sdist: Path) -> None:
    gone = unpacked_sdist.with_name("moved")
    unpacked_sdist.rename(gone)
    try:
        done = subprocess.run([editable.python, "-c", "print(1)"], capture_output=True, text=True, check=True)
    finally:
        gone.rename(unpacked_sdist)
    assert (done.stdout, done.stderr) == ("1\n", "")


def test_pytest_loads_the_plugin_from_the_files_of_the_checkout(tmp_path: Path) -> None:
    """pytest loads plugins of editable installs by itself where it knows no module of theirs."""
    test = tmp_path / "test_place.py"
    test.write_text(
        "import bodyplan, bodyplan.cli.pytest_plugin\n"
        "def test_place():\n"
        f"    assert bodyplan.__file__ == {str(ROOT / 'public.py')!r}\n"
        f"    assert bodyplan.cli.pytest_plugin.__file__ == {str(ROOT / 'cli' / 'pytest_plugin.py')!r}\n"
    )
    if Path(bodyplan.__file__ or "").parent.name == "bodyplan":
        pytest.skip("bodyplan is not installed as an editable install")
    run(sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", str(test), cwd=tmp_path)


REVEALED = re.compile(r"reveal_type\(.*\)  # -> \"(?P<type>.+)\"")


def expected_types() -> dict[int, str]:
    """Line number to type, of the lines of the user's program that reveal one."""
    lines = USER_PROGRAM.read_text().splitlines()
    return {number: match["type"] for number, line in enumerate(lines, 1) if (match := REVEALED.search(line))}


def plain(revealed: str) -> str:
    """A type as a person would write it: no modules, a named tuple by its name."""
    return re.sub(
        r"tuple\[[^][]*, fallback=(\w+)\]", r"\1", re.sub(r"\b(?:[A-Za-z_]\w*\.)+(?=[A-Za-z_])", "", revealed)
    )


def mypy_reveals(environment: Environment) -> dict[int, str]:
    out = environment.run(
        sys.executable, "-m", "mypy", "--strict", "--disallow-any-expr", "--config-file=", "--python-executable", environment.python,
        "--cache-dir", str(environment.folder / "mypy"), "--show-absolute-path", "--no-pretty", str(USER_PROGRAM),
    )  # fmt: skip
    return {int(m[1]): m[2] for m in re.finditer(r":(\d+): note: Revealed type is \"(.+)\"", out)}


def pyright_reveals(environment: Environment) -> dict[int, str]:
    config = environment.elsewhere / "pyrightconfig.json"
    config.write_text(
        json.dumps({"typeCheckingMode": "strict", "include": [os.path.relpath(USER_PROGRAM, config.parent)]})
    )
    command = ("--project", str(config), "--pythonpath", environment.python, "--outputjson")
    report = json.loads(run(sys.executable, "-m", "pyright", *command, cwd=environment.elsewhere, expect=None))
    assert report["summary"]["filesAnalyzed"] == 1
    found = {}
    for finding in report["generalDiagnostics"]:
        line = finding["range"]["start"]["line"] + 1
        match = re.match(r'Type of ".+" is "(.+)"$', finding["message"])
        found[line] = match[1] if match and finding["severity"] == "information" else finding["message"]
    return found


@pytest.mark.parametrize("reveals", [mypy_reveals, pyright_reveals], ids=["mypy", "pyright"])
def test_type_checkers_understand_a_users_program(
    environment: Environment, reveals: Callable[[Environment], dict[int, str]]
) -> None:
    expected = expected_types()
    assert expected
    assert {line: plain(revealed) for line, revealed in reveals(environment).items()} == expected


def test_the_users_program_runs(environment: Environment) -> None:
    environment.run(environment.python, str(USER_PROGRAM), str(ROOT / "examples"))


def dependencies() -> list[str]:
    """The packages that every install brings."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    return [re.split(r"[<>=;\[ ]", requirement)[0] for requirement in project["dependencies"]]


def plain_name(package: str) -> str:
    return re.sub(r"[-_.]+", "-", package).lower()


def test_readme_names_every_runtime_dependency() -> None:
    readme = (ROOT / "README.md").read_text()
    assert [name for name in dependencies() if f"| {name} |" not in readme] == []


def test_the_same_checkout_gives_the_same_bytes(tmp_path: Path) -> None:
    archives = []
    for attempt in ("one", "two"):
        os.environ["SOURCE_DATE_EPOCH"] = "1700000000"
        try:
            run(
                sys.executable,
                "-m",
                "build",
                "--no-isolation",
                "--outdir",
                str(tmp_path / attempt),
                str(ROOT),
                cwd=tmp_path,
            )
        finally:
            del os.environ["SOURCE_DATE_EPOCH"]
        archives.append({path.name: path.read_bytes() for path in (tmp_path / attempt).iterdir()})
    assert archives[0].keys() == {
        f"bodyplan-{bodyplan.__version__}.tar.gz",
        f"bodyplan-{bodyplan.__version__}-py3-none-any.whl",
    }
    assert [name for name in archives[0] if archives[0][name] != archives[1][name]] == []


def test_the_wheel_is_small(wheel: Path) -> None:
    assert wheel.stat().st_size <= 4_500_000  # 1 MB of it is MJCF in four releases


def test_metadata_lead_to_the_project(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        (name,) = (name for name in archive.namelist() if name.endswith(".dist-info/METADATA"))
        text = archive.read(name).decode()
    assert f"\nVersion: {bodyplan.__version__}\n" in text
    for label in ("Documentation", "Source", "Issues", "Changelog"):
        assert f"\nProject-URL: {label}, https://" in text


def test_indexes_take_the_packages(built: Path) -> None:
    pytest.importorskip("twine", reason="twine is not installed: pip install twine")
    said = run(sys.executable, "-m", "twine", "check", "--strict", *map(str, sorted(built.iterdir())), cwd=built)
    assert said.count("PASSED") == 2


def test_the_wheel_holds_nothing_that_does_not_belong(wheel: Path) -> None:
    pytest.importorskip("check_wheel_contents", reason="check-wheel-contents is not installed")
    run(
        sys.executable,
        "-m",
        "check_wheel_contents",
        "--config",
        str(ROOT / "pyproject.toml"),
        str(wheel),
        cwd=wheel.parent,
    )


def test_the_sdist_holds_what_contributors_need(built: Path) -> None:
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    for name in (
        "tests/conftest.py",
        "docs/index.md",
        "examples/arm.sdf",
        "noxfile.py",
        ".ci/run",
        "CHANGELOG.md",
        "LICENSE",
    ):
        assert name in held
    assert not [name for name in held if name.partition("/")[0] == "editable"]

"""Every kind of fault in schemas is reported with file and line: one file in ``bad_schemas/`` for each.

A case file names what to run and the expected beginning of the error, then holds the schemas, each after ``--- path``;
``«[» × 3`` stands for ``[[[``.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("jinja2", reason="generating needs the extra 'codegen'")

from bodyplan.codegen import import_upstream, sync
from bodyplan.codegen.compiler import compile_given
from bodyplan.codegen.errors import SchemaError

CASES = sorted((Path(__file__).parent / "bad_schemas").glob("*.txt"))
NOT_REACHED_BY_A_SCHEMA = {
    "ruff cannot format": "generated code that is no Python would be a fault of the compiler",
    "needs ruff": "the tests run where it is",
}
REPEATED = re.compile(r"«(.*?)» × (\d+)")
SOURCES = ("readers", "passes", "sdformat_import.py", "compiler.py", "conversions.py", "sync.py")


def raised(case: Path, folder: Path) -> tuple[str, str, SchemaError]:
    """Expected beginning and text of the error that a case raises, with the error itself."""
    head, *parts = case.read_text(encoding="utf-8").split("\n--- ")
    run, expected = (line.split(": ", 1)[1] for line in head.splitlines())
    for part in parts:
        name, _, text = part.partition("\n")
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        data = (REPEATED.sub(lambda found: found[1] * int(found[2]), text) + "\n").encode()
        (folder / name).write_bytes(data.replace(b"\\xff", b"\xff"))
    runs: dict[str, Callable[[], object]] = {
        "import": lambda: import_upstream.prepare_import(
            folder / "official", folder / "toy", "1.0" if [*(folder / "official").glob("*.sdf")] else None
        ),
        "extension": lambda: sync.render_extension(folder, *sorted(folder.glob("**/acme.toml"))),
        "compile": lambda: sync.render(folder, ["toy"]),
        "given": lambda: compile_given(folder, folder / "given", "toy"),
        "compile all": lambda: sync.render(folder),
    }
    with pytest.raises(SchemaError) as caught:
        runs[run]()
    return expected, str(caught.value).replace(f"{folder}/", ""), caught.value


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.stem)
def test_fault_is_reported_with_its_place(case: Path, tmp_path: Path) -> None:
    expected, text, error = raised(case, tmp_path)
    assert text.startswith(expected)
    assert str(error).endswith(f"{error.file}:{error.line}: {error.message}")


def test_every_kind_of_fault_has_a_case(tmp_path: Path, checkout: Path) -> None:
    reached = set()
    for number, case in enumerate(CASES):
        _, _, error = raised(case, tmp_path / str(number))
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        assert trace is not None
        reached.add((Path(trace.tb_frame.f_code.co_filename).name, trace.tb_lineno))
    places = []
    for source in SOURCES:
        path = checkout / "codegen" / source
        for file in sorted(path.glob("*.py")) if path.is_dir() else [path]:
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Raise) and "SchemaError" in ast.unparse(node):
                    lines = range(node.lineno, (node.end_lineno or node.lineno) + 1)
                    hit = any((file.name, line) in reached for line in lines)
                    excused = any(text in ast.unparse(node) for text in NOT_REACHED_BY_A_SCHEMA)
                    places.append((f"{file.name}:{node.lineno}", hit != excused))
    assert len(places) > 30
    assert [place for place, good in places if not good] == []

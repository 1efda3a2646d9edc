"""Names of modules, classes and functions: one word for each thing, verbs for functions, each class name once."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from .test_architecture import imports, modules

ROOMS = ("diagnostics", "runtime", "codegen", "semantics", "cli")

WORDS = {
    "consumer": "target",
    "program": "target, or command where one is started",
    "reader": "target; what parses something is a parser or loader",
    "mend": "fix; of a misspelling that is read on from, correct",
    "tell": "report",
    "told": "report",
    "say": "report, message",
    "said": "report, message",
    "echo": "duplicate",
    "twin": "duplicate",
    "door": "loader",
    "spot": "location",
    "lent": "pool",
    "meant": "corrected",
    "took": "import, copy, consume, store",
    "take": "import, copy, consume, store",
    "taken": "import, copy, consume, store",
    "taking": "import, copy, consume, store",
    "judged": "analyze",
    "wholes": "entry point",
    "helper": "what it helps with",
    "utils": "what is in it",
    "misc": "what is in it",
}
"""Words that name no module, class or function, each with what we say instead."""

INFLECTED = {
    "consumers",
    "programs",
    "readers",
    "mends",
    "mended",
    "mending",
    "mender",
    "tells",
    "telling",
    "says",
    "saying",
}
INFLECTED |= {"echoes", "echoed", "twins", "doors", "spots", "takes", "helpers"}

OTHER_MEANINGS = {
    "codegen": {"reader", "readers"},  # of schema files, in codegen/readers/
    "codegen/readers": {"reader", "readers"},
}
"""Folders in which one of the words means something else."""

IRREGULAR = {
    *[
        "begun",
        "bent",
        "bound",
        "bought",
        "broken",
        "brought",
        "built",
        "chosen",
        "dealt",
        "done",
        "drawn",
        "driven",
        "fed",
        "felt",
        "found",
        "given",
        "gone",
        "grown",
        "held",
    ],
    *[
        "hidden",
        "kept",
        "known",
        "laid",
        "led",
        "left",
        "lent",
        "lost",
        "made",
        "meant",
        "met",
        "paid",
        "seen",
        "sent",
        "shown",
        "sold",
        "spent",
        "spoken",
        "spun",
        "stood",
    ],
    *["taken", "taught", "thought", "thrown", "told", "won", "worn", "written"],
}
"""Participles that do not end in -ed; those that are an imperative as well, such as ``put`` and ``read``, may stand."""

NOUNS = {
    *[
        "bushing",
        "damping",
        "docstring",
        "encoding",
        "finding",
        "friction",
        "mapping",
        "padding",
        "spacing",
        "spelling",
        "spring",
        "string",
        "warning",
    ],
}
"""Nouns that end like participles."""

PUBLIC = {
    "Assets.missing": "in CONTRACT of the public interface",
    "Element.implied": "generated code and users call it",
    "Budget.remaining": "an adjective that stands for a noun, as in remaining budget",
    "unchecked": "in docs/typed-bindings.md",
}
"""Functions that keep a name of one participle, and why."""

SMALLEST = 40
"""Lines of a module that has a single importer, from which on it stands by itself."""

SMALL: dict[str, dict[str, str]] = {
    "codegen/passes": {"history": "one pass for each file"},
    "semantics/checks": {"directions": "one check for each file"},
    "semantics/checks/plausible": {"registry": "the one list of checks of physics"},
    "semantics/postprocess": {"passes": "the one list of passes"},
}
"""By folder: modules that are smaller, and why."""


def words_of(name: str) -> list[str]:
    """The words that a name consists of, in lower case."""
    return re.sub(r"(?<=[a-z0-9])(?=[A-Z])", "_", name).lower().strip("_").split("_")


def files(checkout: Path) -> Iterator[tuple[str, ast.Module]]:
    """Each handwritten file of the package, by its path."""
    for room in ROOMS:
        for path in sorted((checkout / room).rglob("*.py")):
            yield path.relative_to(checkout).as_posix(), ast.parse(path.read_text(encoding="utf-8"))


def definitions(
    tree: ast.AST, prefix: str = ""
) -> Iterator[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef]]:
    """Each function and class in a tree, with the names of those around it."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            yield prefix + node.name, node
            yield from definitions(node, f"{prefix}{node.name}.")
        else:
            yield from definitions(node, prefix)


def faults(path: str, tree: ast.Module) -> list[str]:
    """What is wrong with the names in a file."""
    found = []
    excused = {word for folder, words in OTHER_MEANINGS.items() if path.startswith(f"{folder}/") for word in words}
    banned = (WORDS.keys() | INFLECTED) - excused
    for part in Path(path).with_suffix("").parts:
        found += [f"{path}: a file is named with {word!r}" for word in words_of(part) if word in banned]
    for name, node in definitions(tree):
        words = words_of(node.name)
        found += [f"{path}:{node.lineno}: {name} is named with {word!r}" for word in words if word in banned]
        is_bare = len(words) == 1 and not node.name.startswith("__") and words[0] not in NOUNS
        if is_bare and not isinstance(node, ast.ClassDef) and name not in PUBLIC:
            (word,) = words
            if word in IRREGULAR or re.search(r"(?:[^e]ed|ing)$", word):
                found.append(f"{path}:{node.lineno}: {name} is a participle; say what is done to what")
    return found


def test_names_have_one_word_for_each_thing_and_functions_say_what_they_do(checkout: Path) -> None:
    found = [fault for path, tree in files(checkout) for fault in faults(path, tree)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("def judged(): ...", 2),
        ("def _made(): ...", 1),
        ("class A:\n    def keeping(self): ...", 1),
        ("class ConsumerRow: ...", 1),
        ("def tell_once(): ...", 1),
        ("def f():\n    def given(): ...", 1),
        ("def read(): ...\ndef put(): ...\ndef need(): ...\ndef feed(): ...\nclass Written: ...", 0),
    ],
)
def test_bad_names_are_seen(text: str, count: int) -> None:
    assert len(faults("semantics/a.py", ast.parse(text))) == count


def test_bad_names_of_modules_are_seen() -> None:
    assert faults("semantics/doors.py", ast.parse("")) == ["semantics/doors.py: a file is named with 'doors'"]
    assert faults("codegen/readers/xml.py", ast.parse("class XmlReader: ...")) == []


def test_each_class_name_is_declared_once(checkout: Path) -> None:
    places: dict[str, set[str]] = {}
    for path, tree in files(checkout):
        for _, node in definitions(tree):
            if isinstance(node, ast.ClassDef):
                # one file may declare a class for type checkers and another for the interpreter
                places.setdefault(node.name, set()).add(path)
    assert len(places) > 500
    assert {name: found for name, found in places.items() if len(found) > 1} == {}


def test_small_modules_have_several_importers(checkout: Path) -> None:
    importers: dict[tuple[str, ...], set[tuple[str, ...]]] = {}
    for module, targets in imports(checkout).items():
        for _, target in targets:
            importers.setdefault(target, set()).add(module)
    small: dict[str, set[str]] = {}
    for module, path in modules(checkout).items():
        has_one = module[0] in ROOMS and path.name != "__init__.py" and len(importers.get(module, ())) == 1
        if has_one and len(path.read_text(encoding="utf-8").splitlines()) < SMALLEST:
            small.setdefault("/".join(module[:-1]), set()).add(module[-1])
    assert small == {folder: set(rows) for folder, rows in SMALL.items()}

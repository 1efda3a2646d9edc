"""``help()`` of public names tells what they are, take, hold and raise, in which unit and shape, and shows an example."""

from __future__ import annotations

import dataclasses
import doctest
import inspect
import re
import shutil
from collections.abc import Callable
from functools import cached_property
from pathlib import Path
from types import ModuleType
from typing import Any, get_origin

import bodyplan
import pytest

from .describing import function_of, public_objects
from .raising import raised

ROOT = Path(__file__).resolve().parents[2]
OBJECTS = dict(public_objects())
MODULES = {
    f"bodyplan.{name}": value for name in dir(bodyplan) if isinstance(value := getattr(bodyplan, name), ModuleType)
}
FUNCTIONS = {inspect.unwrap(value) for value in map(function_of, OBJECTS.values()) if inspect.isfunction(value)}


def help_of(name: str) -> str:
    """What ``help()`` says first."""
    return inspect.getdoc(function_of({**OBJECTS, **MODULES}[name])) or ""


def parameters(value: Any) -> list[str]:
    """Names of what a call takes; options of reading stand with ``load``, and those of a class may be told as fields."""
    if isinstance(value, (property, cached_property)) or inspect.isclass(value) or not callable(function_of(value)):
        return []
    given = inspect.signature(inspect.unwrap(function_of(value)), follow_wrapped=True).parameters.values()
    return [each.name for each in given if each.name not in ("self", "cls") and each.kind is not each.VAR_KEYWORD]


def fields(value: Any) -> list[str]:
    """Names of what an object holds that is made of its parts: a dataclass or a named tuple."""
    if not inspect.isclass(value):
        return []
    if dataclasses.is_dataclass(value):
        return [each.name for each in dataclasses.fields(value) if each.name[0] != "_" and each.init]
    return list(getattr(value, "_fields", ()))


def is_type(name: str) -> bool:
    value = OBJECTS[name]
    return not inspect.isclass(value) and (get_origin(value) is not None or not callable(function_of(value)))


DOCUMENTED = [name for name in OBJECTS if not is_type(name)]


@pytest.mark.parametrize("name", [*DOCUMENTED, *MODULES])
def test_public_names_say_what_they_are(name: str) -> None:
    summary = help_of(name).partition("\n\n")[0]
    assert summary, "it has no docstring"
    assert summary.rstrip()[-1] in ".:…" or len(summary) < 100
    assert not summary.startswith(("dict(", "Mapping", name.rpartition(".")[2] + "("))


READING = {
    "search_paths", "parsers", "strict", "target", "fetch", "max_bytes", "confine", "extensions", "bindings", "arguments", "env", "project", "partial", "with_",
    "plausible",
}  # fmt: skip
"""Options that stand with ``load``."""
OF_OPTIONS = (ValueError, bodyplan.ExtensionError)
"""What is raised for such options, which stands there, too."""


def is_reader(text: str) -> bool:
    """Whether its options are told of elsewhere."""
    return re.search(r"``(?:bodyplan\.)?(?:load|loads|check)``", text) is not None


@pytest.mark.parametrize("name", [name for name in DOCUMENTED if parameters(OBJECTS[name])])
def test_public_names_tell_their_parameters(name: str) -> None:
    text = help_of(name)
    wanted = [each for each in parameters(OBJECTS[name]) if not (is_reader(text) and each in READING)]
    assert [each for each in wanted if not re.search(rf"\b{each}\b[\w, ]*:|``{each}``", text)] == []


@pytest.mark.parametrize("name", [name for name in DOCUMENTED if fields(OBJECTS[name])])
def test_classes_tell_what_their_objects_hold(name: str) -> None:
    attributes = help_of(name).partition("Attributes:\n")[2]
    assert [each for each in fields(OBJECTS[name]) if not re.search(rf"^ +{each}: \S", attributes, re.MULTILINE)] == []


def answer(name: str) -> str:
    """What a property or call answers, as it is annotated."""
    return str(getattr(function_of(OBJECTS[name]), "__annotations__", {}).get("return"))


ARRAYS = [name for name in DOCUMENTED if re.search(r"Array\b", answer(name))]
NUMBERS = [name for name in DOCUMENTED if re.search(r"\b(Array|float)\b", answer(name))]


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays_have_shapes(name: str) -> None:
    assert re.search(r"\b[Ss]hapes? \(|same shape", help_of(name))


UNIT = re.compile(r"\b(m|m³|kg|rad|N)\b|unit|rotation|homogeneous|derivative|factor|ratio|of the angles", re.IGNORECASE)


@pytest.mark.parametrize("name", NUMBERS)
def test_numbers_have_units(name: str) -> None:
    assert UNIT.search(help_of(name))


@pytest.mark.parametrize("name", [name for name in DOCUMENTED if dataclasses.is_dataclass(OBJECTS[name])])
def test_numbers_that_objects_hold_have_units(name: str) -> None:
    told = dict(re.findall(r"^ +(\w+): (.*(?:\n {8,}.*)*)", help_of(name).partition("Attributes:\n")[2], re.MULTILINE))
    numbers = [
        each.name for each in dataclasses.fields(OBJECTS[name]) if re.search(r"float|Array|Vector", str(each.type))
    ]
    assert [each for each in numbers if not UNIT.search(told[each])] == []


@pytest.mark.parametrize("format", ["sdformat", "urdf", "skel"])
def test_elements_tell_what_their_fields_hold(format: str) -> None:
    module = getattr(bodyplan, format)
    found = [getattr(module, name) for name in module.__all__]
    classes = [value for value in found if inspect.isclass(value) and issubclass(value, bodyplan.Element)]
    assert classes
    untold = [
        f"{value.__name__}.{name}"
        for value in classes
        for name in value._specs.keys() - bodyplan.Element._specs.keys()
        if f"\n    {name}: " not in (inspect.getdoc(value) or "")
    ]
    assert untold == []


def test_fields_have_units_in_help_and_are_left_out_where_no_source_is(monkeypatch: pytest.MonkeyPatch) -> None:
    from bodyplan.runtime import field_docs

    assert re.search(r"Attributes:\n    lower: .*\n?.* Unit: rad or m", inspect.getdoc(bodyplan.urdf.Limit) or "")
    monkeypatch.setattr(field_docs, "_classes", field_docs._classes.__wrapped__)
    monkeypatch.setattr(inspect, "getsource", lambda module: (_ for _ in ()).throw(OSError))
    assert (inspect.getdoc(bodyplan.urdf.Limit) or "").startswith("Bounds of the motion.")
    assert "Attributes:" not in (inspect.getdoc(bodyplan.urdf.Limit) or "")


def of_itself(name: str) -> tuple[Any, type | None, str]:
    """The function that a name runs, the class that it belongs to, and what is told of it."""
    value = OBJECTS[name]
    if inspect.isclass(value):
        made = value.__dict__.get("__init__")
        if dataclasses.is_dataclass(value) or getattr(value, "_is_protocol", False):
            made = None  # Python writes it
        return made, value, f"{help_of(name)}\n{inspect.getdoc(made) if made else ''}"
    owner = OBJECTS.get(name.rpartition(".")[0])
    return function_of(value), owner if inspect.isclass(owner) else None, help_of(name)


RUNNING = [name for name in DOCUMENTED if inspect.isfunction(of_itself(name)[0])]


def untold(name: str) -> list[str]:
    """The errors that a public name raises and does not tell of, neither by their names nor by those of their base classes."""
    function, owner, text = of_itself(name)
    told = text.partition("Raises:\n")[2]
    found = raised(function, owner, FUNCTIONS)
    known = {kind for kind in found if any(f"{base.__name__}: " in told for base in kind.__mro__[:-3])}
    return sorted(kind.__name__ for kind in found - known if not (is_reader(text) and issubclass(kind, OF_OPTIONS)))


@pytest.mark.parametrize("name", RUNNING)
def test_public_names_tell_what_they_raise(name: str) -> None:
    assert untold(name) == []


def test_most_of_what_is_raised_is_seen() -> None:
    """A test that reads sources could read nothing and be content."""
    seen = {name: raised(*of_itself(name)[:2], FUNCTIONS) for name in RUNNING}
    assert len([name for name, kinds in seen.items() if kinds]) > 25
    assert bodyplan.NameNotFound in seen["bodyplan.Scene.pose"]
    assert {bodyplan.LoadError, ValueError} <= seen["bodyplan.load"]
    assert ValueError in seen["bodyplan.Pose.matrix"] or ValueError in seen["bodyplan.QuaternionPose.to_quaternion"]


ARM = "examples/arm.urdf"
NO_READER: Any = "no-such-reader"
FAULTS: list[tuple[str, type[Exception], Callable[[bodyplan.Document[Any]], object]]] = [
    ("load", bodyplan.LoadError, lambda doc: bodyplan.load("examples/faulty.urdf")),
    ("load", bodyplan.LoadError, lambda doc: bodyplan.load("no-such-file.urdf")),
    ("load", ValueError, lambda doc: bodyplan.load(ARM, target=NO_READER)),
    ("load", bodyplan.ExtensionError, lambda doc: bodyplan.load(ARM, extensions=["no-such-tags"])),
    ("loads", bodyplan.LoadError, lambda doc: bodyplan.loads("<robot>")),
    ("check", ValueError, lambda doc: bodyplan.check(ARM, target=NO_READER)),
    ("new", ValueError, lambda doc: bodyplan.new("step")),  # type: ignore[arg-type]
    ("diff", bodyplan.LoadError, lambda doc: bodyplan.diff("examples/faulty.urdf", doc)),
    ("fix", bodyplan.LoadError, lambda doc: bodyplan.fix("no-such-file.urdf")),
    ("format_text", bodyplan.LoadError, lambda doc: bodyplan.format_text("<robot>")),
    ("extract", bodyplan.NameNotFound, lambda doc: bodyplan.extract(doc, "no-such-link")),
    ("attach", bodyplan.BadName, lambda doc: bodyplan.attach(doc, bodyplan.load(ARM), "tool")),
    ("attach", bodyplan.NameNotFound, lambda doc: bodyplan.attach(doc, bodyplan.load(ARM), "no-such-link", prefix="b_")),
    ("merge", ValueError, lambda doc: bodyplan.merge(doc, bodyplan.load(ARM))),
    ("rename", bodyplan.BadName, lambda doc: bodyplan.rename(doc, doc.root.link[0], "tool")),
    ("element_of", bodyplan.NameNotFound, lambda doc: bodyplan.element_of(doc, "no-such-frame")),
    ("remove", ValueError, lambda doc: bodyplan.remove(doc.root)),
    ("remove", bodyplan.NotInDocument, lambda doc: bodyplan.remove(bodyplan.urdf.Link(name="new"))),
    ("location_of", bodyplan.NotInDocument, lambda doc: bodyplan.location_of(bodyplan.urdf.Link(name="new"))),
    ("location_of", AttributeError, lambda doc: bodyplan.location_of(doc.root, "no_such_field")),
    ("unset", AttributeError, lambda doc: bodyplan.unset(doc.root, "no_such_field")),
    ("Element", TypeError, lambda doc: bodyplan.urdf.Link()),  # type: ignore[call-arg]
    ("Element", AttributeError, lambda doc: setattr(doc.root, "no_such_field", 1)),
    ("Document.save", OSError, lambda doc: doc.save("no-such-folder/arm.urdf")),
    ("Document.dumps", ValueError, lambda doc: doc.dumps(version="0.9")),
    ("Document.scene", bodyplan.LoadError, lambda doc: scene_of_faulty(doc)),
    ("Scene.pose", bodyplan.NameNotFound, lambda doc: doc.scene.pose("no-such-frame")),
    ("Scene.pose", ValueError, lambda doc: doc.scene.pose("arm::tool", q={"arm::elbow": [0.0, 1.0]})),
    ("Scene.forward_kinematics", bodyplan.NameNotFound, lambda doc: doc.scene.forward_kinematics({"no-such-joint": 0.0})),
    ("Scene.forward_kinematics", ValueError, lambda doc: doc.scene.forward_kinematics([0.0])),
    ("Scene.jacobian", bodyplan.NameNotFound, lambda doc: doc.scene.jacobian("no-such-frame")),
    ("Scene.solve", ValueError, lambda doc: doc.scene.solve({"arm::elbow": [0.0, 1.0]})),
    ("Scene.solve", bodyplan.NameNotFound, lambda doc: doc.scene.solve(held=["no-such-joint"])),
    ("Scene.mass_properties", bodyplan.NameNotFound, lambda doc: doc.scene.mass_properties(links=["no-such-link"])),
    ("Scene.mass_matrix", bodyplan.NameNotFound, lambda doc: doc.scene.mass_matrix({"no-such-joint": 0.0})),
    ("Scene.vector", bodyplan.NameNotFound, lambda doc: doc.scene.vector({"no-such-joint": 0.0})),
    ("Scene.configuration", ValueError, lambda doc: doc.scene.configuration([0.0])),  # type: ignore[arg-type]
    ("Scene.expand", ValueError, lambda doc: doc.scene.expand({"arm::elbow": [[0.0, 1.0]]})),
    ("Poses.stack", bodyplan.NameNotFound, lambda doc: doc.scene.forward_kinematics().stack(["no-such-frame"])),
    ("Poses.transform", ValueError, lambda doc: doc.scene.forward_kinematics([[0.0] * 4] * 2).transform("arm::tool")),
    ("Constraint.residual", bodyplan.NameNotFound, lambda doc: doc.scene.constraints[0].residual(doc.scene, {"no": 0.0})),
    ("CollisionFilter.excludes", bodyplan.NameNotFound, lambda doc: doc.scene.collision_filter.excludes("no", "world")),
    ("Assets.copy", OSError, lambda doc: bodyplan.assets(doc).copy("examples")),
    ("Transform", ValueError, lambda doc: bodyplan.Transform([[1.0]])),
    ("Transform.from_quaternion", ValueError, lambda doc: bodyplan.Transform.from_quaternion(quaternion=(0, 0, 0, 0))),
    ("Pose.matrix", ValueError, lambda doc: bodyplan.Pose.quaternion(qw=0.0).matrix()),
    ("QuaternionPose.replace", TypeError, lambda doc: bodyplan.Pose.quaternion().replace(yaw=1.0, qx=1.0)),
]  # fmt: skip


def scene_of_faulty(doc: bodyplan.Document[Any]) -> object:
    doc.root.joint[0].child.link = "no-such-link"
    return doc.scene


@pytest.mark.parametrize(("name", "error", "call"), FAULTS, ids=lambda value: getattr(value, "__name__", value))
def test_what_is_told_to_be_raised_is_raised(
    name: str, error: type[Exception], call: Callable[[Any], object], in_a_copy: None
) -> None:
    with pytest.raises(error):
        call(bodyplan.load(ARM))
    assert f"{error.__name__}: " in of_itself(f"bodyplan.{name}")[2].partition("Raises:\n")[2]


WITH_EXAMPLES = [
    name for name in (*OBJECTS, *MODULES) if not (name in OBJECTS and is_type(name)) and ">>> " in help_of(name)
]
NO_OBJECTS = ("AnyDocument", "Format", "Target", "__version__")
PUBLIC = [f"bodyplan.{name}" for name in dir(bodyplan) if name not in NO_OBJECTS]
METHODS = ["Document.save", "Document.dumps", "Document.check", "Scene.pose", "Scene.forward_kinematics",
           "Scene.jacobian", "Scene.solve", "Scene.mass_properties", "Scene.mass_matrix"]  # fmt: skip


@pytest.mark.parametrize("name", [*PUBLIC, *(f"bodyplan.{name}" for name in METHODS)])
def test_public_names_have_an_example(name: str) -> None:
    assert name in WITH_EXAMPLES


@pytest.fixture
def in_a_copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The working folder holds ``examples/``, which may be written to."""
    shutil.copytree(ROOT / "examples", tmp_path / "examples")
    monkeypatch.chdir(tmp_path)


@pytest.mark.parametrize("name", WITH_EXAMPLES)
def test_examples_of_public_names_do_what_they_show(name: str, in_a_copy: None) -> None:
    if ".xacro" in help_of(name):
        pytest.importorskip("xacro", reason="the extra xacro is not installed")
    test = doctest.DocTestParser().get_doctest(help_of(name), {"bodyplan": bodyplan}, name, None, None)
    failures: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(test, out=failures.append)
    assert not failures, "".join(failures)

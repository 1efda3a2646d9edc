"""Records are what ``dataclasses`` makes, whenever their methods are made."""

from __future__ import annotations

import copy
import dataclasses
import inspect
import math
import pickle
import subprocess
import sys
import threading
import typing
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar, Generic, TypeVar

import pytest
from bodyplan.diagnostics import records
from bodyplan.runtime.deferred_imports import defer_functions
from bodyplan.runtime.patterns import compile_pattern
from typing_extensions import Self

T = TypeVar("T")
OPTIONS = [
    {},
    {"slots": True},
    {"slots": True, "kw_only": True},
    {"frozen": True},
    {"frozen": True, "slots": True},
    {"frozen": True, "slots": True, "eq": False},
    {"eq": False, "repr": False},
    {"order": True, "slots": True},
]


def make(home: Any, **options: Any) -> Any:
    class Point(Generic[T]):
        """A point."""

        SPACE: ClassVar[int] = 3
        x: float
        y: float = 0.0
        tags: list[str] = home.field(default_factory=list, compare=False)
        note: str = home.field(default="", repr=False, kw_only=True)
        seen: int = home.field(default=0, init=False)

        def shifted(self) -> Any:
            return dataclasses.replace(self, x=self.x + 1)

    return home.dataclass(**options)(Point)


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_records_are_as_dataclasses_makes_them(options: dict[str, Any]) -> None:
    ours, theirs = make(records, **options), make(dataclasses, **options)

    def look(cls: Any) -> list[Any]:
        one, other = cls(x=1.0), cls(x=1.0, note="n")
        seen = [hasattr(one, "__dict__"), repr(one).split(" object at")[0], one == other, one == cls(x=1.0), one == 1.0]
        seen += [
            one.shifted().x,
            one.seen,
            [each.name for each in dataclasses.fields(cls)],
            cls.__match_args__,
            cls.SPACE,
        ]
        seen += [dataclasses.is_dataclass(cls), str(inspect.signature(cls)), cls.__doc__, cls.__qualname__]
        seen.append(cls.__hash__ is None or (hash(one) == hash(cls(x=1.0))))
        for call in (lambda: cls(), lambda: setattr(one, "x", 2.0), lambda: one < cls(x=3.0), lambda: cls(x=1.0, z=1)):
            try:
                seen.append(call())
            except (TypeError, AttributeError) as error:
                seen.append((type(error), str(error)))
        return seen

    assert look(ours) == look(theirs)


@pytest.mark.parametrize(
    "first",
    [
        lambda cls: [each.name for each in dataclasses.fields(cls)],
        lambda cls: str(inspect.signature(cls)),
        lambda cls: cls.__match_args__,
        lambda cls: dataclasses.is_dataclass(cls),
    ],
)
def test_what_dataclasses_puts_on_a_class_is_there_before_an_object_is(first: Callable[[Any], Any]) -> None:
    assert first(make(records, slots=True)) == first(make(dataclasses, slots=True))


@records.dataclass(frozen=True, slots=True)
class Base:
    a: int
    b: int = 2

    def __post_init__(self) -> None:
        object.__setattr__(self, "b", self.b + 1)


@records.dataclass(slots=True)
class Counter:
    count: int = records.field(default=0, init=False)


@records.dataclass(slots=True)
class NamedCounter(Counter):
    name: str


@records.dataclass(frozen=True, slots=True)
class Derived(Base):
    c: str = "c"


@dataclasses.dataclass(frozen=True)
class Foreign(Base):
    d: int = 0


def test_records_are_derived_from() -> None:
    assert repr(Derived(1)) == "Derived(a=1, b=3, c='c')"
    assert Foreign(1, d=2) == Foreign(1, d=2) != Foreign(1)
    assert Derived.__slots__ == ("c",)
    assert repr(NamedCounter("n")) == "NamedCounter(count=0, name='n')" if sys.version_info >= (3, 11) else True


def test_records_are_copied_and_pickled() -> None:
    for made in (copy.copy(Derived(1)), copy.deepcopy(Derived(1)), pickle.loads(pickle.dumps(Derived(1)))):
        assert made == Derived(1)
        assert hash(made) == hash(Derived(1))
    with pytest.raises(dataclasses.FrozenInstanceError):
        Derived(1).a = 2  # type: ignore[misc]


def test_threads_make_first_objects_at_once() -> None:
    for _ in range(50):
        cls = make(records, slots=True)
        start, made = threading.Barrier(4), []

        def run(cls: Any = cls, start: Any = start, made: Any = made) -> None:
            start.wait(10)
            made.append(repr(cls(1.0)))

        threads = [threading.Thread(target=run) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(10)
        assert len(made) == 4
        assert len(set(made)) == 1


def test_methods_are_not_made_before_they_are_needed() -> None:
    cls: Any = make(records, slots=True)
    before = cls.__init__
    cls(1.0)
    assert cls.__init__ is not before


@records.dataclass(slots=True, kw_only=True)
class Named(Counter):
    name: str
    seen: list[str] = records.field(default_factory=list)


@records.dataclass(slots=True)
class Whole:
    first: int
    second: str = "s"

    def __post_init__(self) -> None:
        self.second += str(self.first)


@dataclasses.dataclass
class Extended(Whole):
    third: int = 3


def test_the_first_init_of_a_record_makes_nothing_else_and_does_what_dataclasses_would() -> None:
    # a class of its own: others are looked at by whoever goes through all that the process has
    @records.dataclass(frozen=True, slots=True)
    class Reading:
        value: float
        tags: list[str] = records.field(default_factory=list)
        unit: str = records.field(default="m", kw_only=True)
        FORMS: ClassVar[int] = 2

    name = Reading.__qualname__
    one, other = Reading(1.0), Reading(1.0)
    assert "__repr__" in vars(Reading)
    assert vars(Reading)["__repr__"].__qualname__ != f"{name}.__repr__"  # it is made when it is called
    one.tags.append("x")
    assert (one.value, one.tags, other.tags, one.unit, one.FORMS) == (1.0, ["x"], [], "m", 2)
    assert repr(Reading(2.0, ["a"], unit="s")) == f"{name}(value=2.0, tags=['a'], unit='s')"
    for wrong, words in (
        (lambda: Reading(), f"{name}.__init__() missing 1 required positional argument: 'value'"),  # type: ignore[call-arg]
        (lambda: Reading(1.0, [], "m"), f"{name}.__init__() takes from 2 to 3 positional arguments but 4 were given"),  # type: ignore[misc]
        (lambda: Reading(1.0, no=2), f"{name}.__init__() got an unexpected keyword argument 'no'"),  # type: ignore[call-arg]
    ):
        with pytest.raises(TypeError) as caught:
            wrong()
        assert str(caught.value).startswith(words)


def test_the_first_init_of_a_record_heeds_bases_and_what_comes_after_it() -> None:
    assert (Whole(1).second, Whole(2, second="t").second) == ("s1", "t2")
    assert repr(Extended(1, third=4)) == "Extended(first=1, second='s1', third=4)"
    assert (Named(name="n").count, Named(name="n").seen) == (0, [])
    assert dataclasses.replace(Whole(1), first=2) == Whole(2, "s1")


def make_tuple(base: Any) -> Any:
    class Reading(base):
        """A reading."""

        value: float
        unit: str = "m"
        tags: tuple[str, ...] = ()

        @property
        def text(self) -> str:
            return f"{self.value} {self.unit}"

    return Reading


@pytest.mark.parametrize(
    "look",
    [
        lambda cls: (cls(1.0), cls(1.0, tags=("a",)), repr(cls(1.0)), cls(2.0, "s").text, hash(cls(1.0))),
        lambda cls: [(each.name, each.default, each.kind) for each in inspect.signature(cls).parameters.values()],
        lambda cls: (
            cls._fields,
            cls._field_defaults,
            cls.__match_args__,
            cls.__doc__,
            cls.__slots__,
            cls.__qualname__,
        ),
        lambda cls: (cls(1.0)._replace(unit="s"), cls._make([1.0, "k", ()]), cls(1.0)._asdict(), cls(1.0)[1]),
        lambda cls: (copy.copy(cls(1.0)), copy.deepcopy(cls(1.0)), cls(1.0) == (1.0, "m", ()), cls(1.0) < cls(2.0)),
        lambda cls: cls._make([1.0]),
        lambda cls: cls(),
        lambda cls: cls(1.0, no=2),
        lambda cls: setattr(cls(1.0), "unit", "s"),
        lambda cls: cls(1.0).no,
        lambda cls: cls.value.__doc__,
    ],
)
def test_named_tuples_are_as_typing_makes_them(look: Callable[[Any], Any]) -> None:
    def answer(cls: Any) -> Any:
        try:
            return look(cls)
        except (TypeError, ValueError, AttributeError) as error:
            return type(error), str(error)

    assert answer(make_tuple(records.NamedTuple)) == answer(make_tuple(typing.NamedTuple))


CALLS: list[tuple[tuple[Any, ...], dict[str, Any]]] = [
    ((1.0,), {}),
    ((1.0, "s"), {"tags": ("a",)}),
    ((), {"tags": ("b",), "value": 2.0}),
    ((), {"unit": "s"}),
    ((1.0,), {"value": 2.0}),
    ((1.0, "s", (), 4), {}),
    ((1.0,), {"no": 1}),
    ((), {}),
]


@pytest.mark.parametrize("before", [0, 5, 10, 11, 30])
@pytest.mark.parametrize(("given", "named"), CALLS, ids=str)
def test_a_call_does_the_same_however_many_objects_were_made(
    given: tuple[Any, ...], named: dict[str, Any], before: int
) -> None:
    def make_record(home: Any) -> Any:
        class Reading:
            value: float
            unit: str = "m"
            tags: tuple[str, ...] = home.field(default_factory=tuple)

        return home.dataclass(Reading)

    def answer(cls: Any) -> Any:
        for _ in range(before):
            cls(0.0)
        try:
            made = cls(*given, **named)
        except TypeError as error:
            return str(error)
        return made.value, made.unit, made.tags

    assert answer(make_tuple(records.NamedTuple)) == answer(make_tuple(typing.NamedTuple))
    assert answer(make_record(records)) == answer(make_record(dataclasses))


def test_the_keys_of_a_derived_typed_dictionary_are_those_of_its_base_and_its_own() -> None:
    def make_keys(base: Any) -> Any:
        class Few(base, total=False):
            one: int

        class More(Few, total=False):
            two: str

        return [*More.__annotations__], More.__total__, More(one=1, two="2"), {**More(one=3)}

    assert make_keys(records.TypedDict) == make_keys(typing.TypedDict)


class Pair(records.NamedTuple):
    left: int
    right: int = 0


class Doubled(Pair):
    __slots__ = ()

    def __new__(cls, left: int) -> Self:
        return super().__new__(cls, 2 * left)


def test_named_tuples_are_pickled_and_derived_from() -> None:
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        assert pickle.loads(pickle.dumps(Pair(1, 2), protocol)) == Pair(1, 2)
    with pytest.raises(ValueError, match="units"):
        Pair(1)._replace(units=2)  # type: ignore[call-arg]
    assert Doubled(2) == (4, 0)
    assert type(Doubled(2)) is Doubled
    assert str(inspect.signature(Doubled)) == "(left: 'int') -> 'Self'"
    assert typing.get_type_hints(Pair) == {"left": int, "right": int}


def test_replace_is_what_dataclasses_has() -> None:
    made: Any = make(records, slots=True)(1.0)
    with pytest.raises(ValueError, match="init=False"):
        records.replace(made, seen=1)
    assert records.replace(Whole(1), first=2) == dataclasses.replace(Whole(1), first=2)
    assert records.replace(Named(name="n", seen=["a"]), name="m") == Named(name="m", seen=["a"])
    assert records.replace(Foreign(1, d=2), d=3) == Foreign(1, 3, 3) != Foreign(1, d=2)
    with pytest.raises(TypeError):
        records.replace(Whole(1), no=2)  # type: ignore[call-arg]


@pytest.mark.parametrize("times", [1, 1000])
def test_records_are_hashed_and_compared_as_dataclasses_has_it(times: int) -> None:
    def make_hashed(home: Any) -> Any:
        class Key:
            name: str
            rank: int = home.field(default=2, compare=False)
            size: float = home.field(default=1.0, hash=False)

        return home.dataclass(frozen=True, slots=True)(Key)

    def compare(cls: Any) -> list[bool]:
        one = cls("a")
        return [
            one == other for other in (cls("a"), cls("b"), cls("a", 3), cls("a", size=2.0), cls("a", size=math.nan), 1)
        ]

    ours, theirs = make_hashed(records), make_hashed(dataclasses)
    assert {hash(ours("a")) for _ in range(times)} == {hash(theirs("a"))}
    assert [compare(ours) for _ in range(times)] == [compare(theirs)] * times
    assert ours("a", size=math.nan) != theirs("a", size=math.nan)


def test_fields_are_known_without_dataclasses() -> None:
    assert records.field_defaults(Whole) == {"first": records.NO_DEFAULT, "second": "s"}
    assert list(records.field_defaults(make(records))) == ["x", "y", "tags", "note", "seen"]


def test_a_check_imports_none_of_what_records_are_made_without(tmp_path: Path) -> None:
    program = (
        "import sys\n"
        "there = set(sys.modules)\n"  # a package that is installed may import much when Python starts
        "from bodyplan.cli.main import main\n"
        "main(['check', '--no-cache', '--quiet', sys.argv[1]])\n"
        "print(*sys.modules.keys() - there)"
    )
    robot = tmp_path / "robot.urdf"
    robot.write_text('<robot name="r"><link name="a"/></robot>')
    done = subprocess.run([sys.executable, "-c", program, str(robot)], capture_output=True, text=True, check=True)
    assert not {"dataclasses", "hashlib", "numpy"} & set(done.stdout.split())


def test_patterns_are_compiled_when_used() -> None:
    pattern: Any = compile_pattern(r"(\d+)", 0)
    assert "match" not in vars(pattern)
    assert pattern.match("12")[1] == "12"
    assert pattern.sub("x", "1a") == "xa"
    assert pattern.pattern == r"(\d+)"
    assert "pattern" in vars(compile_pattern("a"))  # what it is compiled of is known without
    with pytest.raises(AttributeError):
        pattern.no_such_method  # noqa: B018


def test_functions_are_imported_when_called() -> None:
    namespace: dict[str, Any] = {"__package__": "json"}
    defer_functions(namespace, {"scanstring": ".decoder"})
    stub = namespace["scanstring"]
    assert stub('a"', 0) == ("a", 2)
    assert namespace["scanstring"] is not stub


def test_a_check_does_not_read_decoders_of_what_is_not_there() -> None:
    program = (
        "import sys, bodyplan\n"
        'bodyplan.loads(\'<robot name="r"><link name="a"/></robot>\')\n'
        "print(*(name for name in sys.modules if name.endswith('_xml')))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    names = {name.rpartition(".")[2] for name in done.stdout.split()}
    assert "link_xml" in names
    assert not names & {"ros2_control_xml", "drake_xml", "transmission_xml", "gazebo_xml"}


def test_a_check_imports_no_classes_of_what_is_not_there() -> None:
    program = (
        "import sys, typing, bodyplan\n"
        'root = bodyplan.loads(\'<robot name="r"><link name="a"/></robot>\').root\n'
        "print(*(name for name in sys.modules if name.startswith('bodyplan.urdf')))\n"
        "module = sys.modules[type(root).__module__]\n"
        "print(module.Joint is bodyplan.urdf.Joint, typing.get_type_hints(type(root))['material'], hasattr(module, 'No'))"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    modules, looked_for = done.stdout.splitlines()
    names = {name.rpartition(".")[2] for name in modules.split()}
    assert "link" in names
    assert not names & {"ros2_control", "drake", "transmission", "gazebo", "joint"}
    assert looked_for == "True list[bodyplan.urdf.v1_0.material.Material] False"


@pytest.mark.parametrize("slots", [True, False])
def test_frozen_records_of_many_fields_are_closed_once_they_are_made(slots: bool) -> None:
    @records.dataclass(frozen=True, slots=slots)
    class Many:
        a: int
        b: int
        c: int
        d: int
        e: int
        f: int = 7

    class Further(Many):
        __slots__ = ()

    for kind in (Many, Further):
        made = [kind(*range(number, number + 5)) for number in range(40)]
        assert {type(each) for each in made} == {kind}
        assert [(each.a, each.e, each.f) for each in made] == [(number, number + 4, 7) for number in range(40)]
        with pytest.raises(AttributeError):
            made[-1].a = 1  # type: ignore[misc]
        assert made[-1] == kind(39, 40, 41, 42, 43)

"""``dataclass``, ``NamedTuple`` and ``TypedDict`` as the standard library has them, but for the time at which their methods are made.

``dataclasses.dataclass`` writes ``__init__``, ``__repr__``, ``__eq__`` … as text and compiles each: some 2 million
instructions a class, where importing lxml takes 100 million; the module itself takes 70 million with what it imports.
``typing.NamedTuple`` compiles ``__new__``: 0.6 million a class. A command imports many records and makes few of them, so
here a class gets its methods when one of them is first called. Reading one file of one link, half of the classes never do,
and of all others no more is called than ``__init__``: it is made alone, which takes a quarter of what all methods take.
"""

from __future__ import annotations

import sys
from _thread import RLock
from collections import namedtuple
from functools import partial
from operator import eq
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import dataclass, field, replace
    from typing import NamedTuple, TypedDict
else:

    def field(**options: Any) -> Any:
        """Declares a field of a record; see ``dataclasses.field``."""
        return FieldDeclaration(options)

    def replace(record: Any, /, **changes: Any) -> Any:
        """A record like another, but for some fields; see ``dataclasses.replace``."""
        known = _fields_to_set(type(record)) if type(record) in _RECORDS else None
        if known is None or not all(each.is_given for each in known.values()):
            import dataclasses

            return dataclasses.replace(record, **changes)
        return type(record)(**({name: getattr(record, name) for name in known} | changes))

    class _TupleType(type):
        """Makes a class of annotated fields one of tuples."""

        def __new__(mcs, name: str, bases: tuple[type, ...], namespace: dict[str, Any]) -> type:
            """A plain class: nothing of this is left in it."""
            return _make_tuple_class(name, namespace)

    NamedTuple = type.__new__(_TupleType, "NamedTuple", (), {"__doc__": "See ``typing.NamedTuple``."})

    class TypedDict(dict):
        """See ``typing.TypedDict``, which compiles each annotation."""

        def __init_subclass__(cls, *, total: bool = True) -> None:
            cls.__total__ = total
            cls.__annotations__ = {**getattr(cls.__base__, "__annotations__", {}), **cls.__annotations__}

    def dataclass(cls: type | None = None, /, *, slots: bool = False, **options: Any) -> Any:
        """Makes a class a record; see ``dataclasses.dataclass``."""
        return _defer(cls, slots, options) if cls is not None else lambda cls: _defer(cls, slots, options)


__all__ = [
    "NO_DEFAULT",
    "NamedTuple",
    "TypedDict",
    "dataclass",
    "field",
    "field_defaults",
    "make_open_duplicate",
    "replace",
]


class FieldDeclaration:
    """What is said of a field of a record, until ``dataclasses`` is asked."""

    __slots__ = ("options",)

    def __init__(self, options: dict[str, Any]) -> None:
        self.options = options


_LOCK = RLock()
_RECORDS: dict[type, tuple[dict[str, Any], dict[str, Any]]] = {}
"""What is written in each class that was made a record, and the options that it was made one with."""
_FACTORY = object()
"""Stands for an argument that is not given, where each object gets a default of its own."""
NO_DEFAULT = _FACTORY
_ARE_TUPLES_COMPARED = sys.version_info < (3, 13)
"""Whether ``dataclasses`` compares records as tuples, in which a value is equal to itself, or each value."""
_FEW = 100
"""How often a class of records compares and hashes before what does it is compiled."""
_MANY_FIELDS = 6
"""Fields of a frozen record from which on two changes of its class take less than a call for each field."""
_FEW_OBJECTS = 10
"""How many objects of a class are made before what makes them is compiled, which takes as long as a hundred of them."""
_Slot: Any = type(FieldDeclaration.__dict__["options"])
_ORDERS = ("__lt__", "__le__", "__gt__", "__ge__")
_MADE = ("__init__", "__repr__", "__eq__", "__hash__", "__setattr__", "__delattr__", *_ORDERS)
_ON_CLASS = ("__dataclass_fields__", "__dataclass_params__", "__match_args__", "__replace__", "__signature__")


class _ClassAttribute:
    """An attribute of a class that there is once its methods have been made."""

    __slots__ = ("complete", "name")

    def __init__(self, name: str, complete: Callable[[], type]) -> None:
        self.name = name
        self.complete = complete

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        self.complete()
        if self.name == "__signature__":
            from inspect import signature

            return signature(owner)
        return getattr(owner if instance is None else instance, self.name)


def _defer(cls: type, slots: bool, options: dict[str, Any]) -> type:
    written = {name: value for name, value in cls.__dict__.items() if name not in ("__dict__", "__weakref__")}
    namespace = dict(written)
    if slots:
        names = [name for name, text in written.get("__annotations__", {}).items() if _is_field(text)]
        taken = {name for base in cls.__mro__[1:-1] for name in base.__dict__.get("__slots__", ())}
        for name in names:
            namespace.pop(name, None)
        namespace["__slots__"] = tuple(name for name in names if name not in taken)
        if options.get("frozen"):
            namespace.setdefault("__getstate__", _get_state)
            namespace.setdefault("__setstate__", _set_state)
    is_pending = True

    def complete() -> type:
        nonlocal is_pending
        with _LOCK:
            if is_pending:
                _complete(made, written, {"slots": slots, **options})
                is_pending = False
        return made

    added: dict[str, Any] = {name: _make_method(name, complete) for name in _find_methods(written, options)}
    if "__init__" in added:
        added["__init__"] = _make_first_init(complete)
    added.update(
        (name, method) for name, method in _make_first_comparisons(lambda: made, complete).items() if name in added
    )
    if options.get("eq", True) and not options.get("frozen") and not _has_hash(written):
        added["__hash__"] = None
    added.update((name, _ClassAttribute(name, complete)) for name in _ON_CLASS)
    if slots:
        made = _copy_class(cls, namespace | added)
    else:
        made = cls
        for name, value in added.items():
            setattr(made, name, value)
        for name in written.get("__annotations__", {}):
            _put_default(made, name, written.get(name))
    _RECORDS[made] = written, options
    return made


def _put_default(cls: type, name: str, value: Any) -> None:
    """Puts a default in the place of the declaration of a field, as it is read from the class."""
    if isinstance(value, FieldDeclaration):
        if "default" in value.options:
            setattr(cls, name, value.options["default"])
        else:
            delattr(cls, name)


def _copy_class(cls: type, namespace: dict[str, Any]) -> type:
    made = type(cls)(cls.__name__, cls.__bases__, namespace)
    made.__qualname__ = cls.__qualname__
    return made


def _is_field(annotation: str) -> bool:
    return not annotation.startswith(("ClassVar", "KW_ONLY"))


def _has_hash(written: dict[str, Any]) -> bool:
    """Whether a class says itself how it is hashed; None beside ``__eq__`` is Python's own doing."""
    return "__hash__" in written and not (written["__hash__"] is None and "__eq__" in written)


def _find_methods(written: dict[str, Any], options: dict[str, Any]) -> list[str]:
    """The methods that ``dataclasses`` will make, of those that are not written."""
    is_compared, is_frozen = options.get("eq", True), options.get("frozen", False)
    found = ["__init__"]
    if options.get("repr", True):
        found.append("__repr__")
    if is_compared:
        found.append("__eq__")
    if is_frozen:
        found += ("__setattr__", "__delattr__")
    if options.get("order"):
        found += _ORDERS
    found = [name for name in found if name not in written]
    if is_compared and is_frozen and not _has_hash(written):
        found.append("__hash__")
    return found


def _make_method(name: str, complete: Callable[[], type]) -> Callable[..., Any]:
    def method(self: Any, /, *arguments: Any, **keywords: Any) -> Any:
        return getattr(complete(), name)(self, *arguments, **keywords)

    return method


def _make_first_init(complete: Callable[[], type]) -> Callable[..., None]:
    """The ``__init__`` of the first objects, which then puts one that is compiled in its place."""
    left = _FEW_OBJECTS
    ways: dict[type, _WayToSet | None] = {}

    def find_way(cls: type) -> _WayToSet | None:
        made = next((base for base in cls.__mro__ if base.__dict__.get("__init__") is __init__), None)
        fields = None if made is None else _fields_to_set(made)
        return None if made is None or fields is None else _WayToSet(made, fields)

    def __init__(self: Any, /, *arguments: Any, **keywords: Any) -> None:
        nonlocal left
        cls = type(self)
        if cls not in ways:
            ways[cls] = find_way(cls)
        way = ways[cls]
        if way is None:
            complete().__init__(self, *arguments, **keywords)  # type: ignore[misc]
            return
        left -= 1
        if left < 0 or not way.set_fields(self, arguments, keywords):
            init = way.cls.__init__ = _make_init(way.cls, way.fields)  # type: ignore[misc]
            init(self, *arguments, **keywords)

    return __init__


class _WayToSet:
    """Does what ``_make_init`` compiles, for a few objects of a class."""

    __slots__ = ("by_place", "cls", "count", "defaults", "fields", "has_more", "makers", "names", "set_field")

    def __init__(self, cls: type, fields: dict[str, _SetField]) -> None:
        self.cls = cls
        self.fields = fields
        self.count = sum(1 for spec in fields.values() if spec.is_given or spec.make is not None)
        self.names = {name for name, spec in fields.items() if spec.is_given}
        self.by_place = [name for name in self.names if not fields[name].is_by_name]
        self.by_place.sort(key=list(fields).index)
        self.makers = {name: spec.make for name, spec in fields.items() if spec.make is not None}
        self.defaults = {
            name: spec.default for name, spec in fields.items() if spec.make is None and spec.default is not _FACTORY
        }
        self.set_field = object.__setattr__ if _RECORDS[cls][1].get("frozen") else setattr
        self.has_more = hasattr(cls, "__post_init__")

    def set_fields(self, record: Any, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> bool:
        """Whether it is done; where a call is wrong, what is compiled says so as ``dataclasses`` does."""
        given = dict(zip(self.by_place, arguments))
        if len(given) < len(arguments) or not (keywords.keys() <= self.names and keywords.keys().isdisjoint(given)):
            return False
        values = self.defaults | given | keywords
        for name, make in self.makers.items():
            if name not in values:
                values[name] = make()
        if len(values) < self.count:
            return False
        set_field = self.set_field
        for name, value in values.items():
            set_field(record, name, value)
        if self.has_more:
            record.__post_init__()
        return True


def _make_first_comparisons(
    find_class: Callable[[], type], complete: Callable[[], type]
) -> dict[str, Callable[..., Any]]:
    """``__hash__`` and ``__eq__`` of a record that is looked up a few times, as settings are, whose other methods nobody calls."""
    left = _FEW
    names: dict[str, list[str]] | None = None

    def values(record: Any, method: str) -> tuple[Any, ...] | None:
        """What counts; None where that is to be compiled."""
        nonlocal left, names
        left -= 1
        if names is None:
            names = _find_compared(find_class())
        return None if left < 0 or names is None else tuple([getattr(record, name) for name in names[method]])

    def __hash__(self: Any) -> int:
        own = values(self, "__hash__")
        compiled: Any = complete() if own is None else None
        return hash(own) if compiled is None else int(compiled.__hash__(self))

    def __eq__(self: Any, other: object) -> Any:
        if other.__class__ is not self.__class__:
            return NotImplemented
        own, others = values(self, "__eq__"), values(other, "__eq__")
        if own is None or others is None:
            compiled: Any = complete()
            return compiled.__eq__(self, other)
        return own == others if _ARE_TUPLES_COMPARED else all(map(eq, own, others))

    return {"__hash__": __hash__, "__eq__": __eq__}


def _find_compared(cls: type) -> dict[str, list[str]] | None:
    """The fields that count in ``__hash__`` and in ``__eq__``; None where ``dataclasses`` has to say."""
    found: dict[str, tuple[bool, bool]] = {}
    for base in reversed(cls.__mro__):
        if base not in _RECORDS:
            if "__dataclass_fields__" in base.__dict__:
                return None
            continue
        written, _ = _RECORDS[base]
        for name, annotation in written.get("__annotations__", {}).items():
            if "InitVar" in annotation:
                return None
            if _is_field(annotation):
                value = written.get(name)
                said = value.options if isinstance(value, FieldDeclaration) else {}
                is_compared, is_hashed = said.get("compare", True), said.get("hash")
                found[name] = is_compared if is_hashed is None else is_hashed, is_compared
    return {
        "__hash__": [name for name, (is_hashed, _) in found.items() if is_hashed],
        "__eq__": [name for name, (_, is_compared) in found.items() if is_compared],
    }


def _make_init(cls: type, fields: dict[str, _SetField]) -> Callable[..., None]:
    """``__init__`` as ``dataclasses`` makes it, without anything else."""
    _, options = _RECORDS[cls]
    known: dict[str, Any] = {"_FACTORY": _FACTORY, "_set": object.__setattr__}
    taken: dict[bool, list[str]] = {False: [], True: []}
    lines: list[str] = []
    values: dict[str, str] = {}
    for name, spec in fields.items():
        value, default, make, is_by_name = name, spec.default, spec.make, spec.is_by_name
        slot: Any = vars(cls).get(name)
        if not spec.is_given:
            if make is not None:
                known[f"_make_{name}"] = make
                lines.append(f"self.{name} = _make_{name}()")
            continue
        if make is not None:
            known[f"_make_{name}"], value = make, f"_make_{name}() if {name} is _FACTORY else {name}"
            taken[is_by_name].append(f"{name}=_FACTORY")
        elif default is not _FACTORY:
            known[f"_default_{name}"] = default
            taken[is_by_name].append(f"{name}=_default_{name}")
        else:
            taken[is_by_name].append(name)
        values[name] = value
        if not options.get("frozen"):
            lines.append(f"self.{name} = {value}")
        elif isinstance(slot, _Slot):
            known[f"_set_{name}"] = slot.__set__  # which looks the name up once for all objects, in half of the time
            lines.append(f"_set_{name}(self, {value})")
        else:
            lines.append(f"_set(self, {name!r}, {value})")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    if options.get("frozen") and len(values) == len(fields) >= _MANY_FIELDS and _has_slots_alone(cls, fields):
        known |= {
            "_open": make_open_duplicate(cls),
            "_closed": cls,
            "_set_class": object.__dict__["__class__"].__set__,
            "_set_each": partial(_set_each, [vars(cls)[name].__set__ for name in values]),
        }
        # objects of a derived class are rare, and to compile both ways takes twice as long
        lines = [
            f"if self.__class__ is not _closed: return _set_each(self, {', '.join(values.values())})",
            "_set_class(self, _open)",
            *(f"self.{name} = {value}" for name, value in values.items()),
            "self.__class__ = _closed",
        ]
    arguments = ["self", *taken[False], *(["*", *taken[True]] if taken[True] else [])]
    exec(f"def __init__({', '.join(arguments)}):\n " + "\n ".join(lines or ["pass"]), known)  # noqa: S102 - as dataclasses does it
    init: Callable[..., None] = known["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    init.__module__ = cls.__module__
    return init


def _set_each(setters: list[Callable[[Any, Any], None]], record: Any, *values: Any) -> None:
    for set_field, value in zip(setters, values):
        set_field(record, value)


def _has_slots_alone(cls: type, fields: dict[str, _SetField]) -> bool:
    """Whether ``__init__`` sets nothing but fields, each in a slot of the class."""
    return (
        _RECORDS.keys().isdisjoint(cls.__mro__[1:])
        and not cls.__dictoffset__
        and set(cls.__dict__.get("__slots__", ())) == set(fields)
        and not hasattr(cls, "__post_init__")
    )


def make_open_duplicate(cls: type) -> type:
    """A class with the same slots, whose objects may be changed: what a frozen one is while it is made.

    To set its fields so takes two fifths of the time: each is stored at once, not by a call that says which.
    """
    return type(cls.__name__, cls.__bases__, {"__slots__": cls.__dict__["__slots__"]})


class _SetField:
    """How ``__init__`` sets a field.

    Attributes:
        default: what it is where it is not given, unless ``make`` makes that.
        is_by_name: whether it is given by its name only.
        is_given: whether it is given at all.
    """

    __slots__ = ("default", "is_by_name", "is_given", "make")

    def __init__(self, default: Any, make: Callable[[], Any] | None, is_by_name: bool, is_given: bool) -> None:
        self.default, self.make, self.is_by_name, self.is_given = default, make, is_by_name, is_given


def _fields_to_set(cls: type) -> dict[str, _SetField] | None:
    """How each field is set, by its name; None where ``__init__`` has more to do."""
    found: dict[str, _SetField] = {}
    for base in reversed(cls.__mro__):
        if base not in _RECORDS:
            if "__dataclass_fields__" in base.__dict__:
                return None
            continue
        written, options = _RECORDS[base]
        for name, annotation in written.get("__annotations__", {}).items():
            if annotation.startswith("ClassVar"):
                continue
            default, make, is_by_name, is_given = written.get(name, _FACTORY), None, options.get("kw_only", False), True
            if isinstance(default, FieldDeclaration):
                said = default.options
                default, make = said.get("default", _FACTORY), said.get("default_factory")
                is_by_name, is_given = said.get("kw_only", is_by_name), said.get("init", True)
            has_more = not is_given and (default is not NO_DEFAULT or options.get("frozen"))
            if has_more or not _is_field(annotation) or "InitVar" in annotation or name == "self":
                return None
            found[name] = _SetField(default, make, is_by_name, is_given)
    return found


def field_defaults(cls: type) -> dict[str, Any]:
    """By the names of the fields of a record what each is where it is not given; ``NO_DEFAULT`` where it has to be."""
    found: dict[str, Any] = {}
    for base in reversed(cls.__mro__):
        written = _RECORDS[base][0] if base in _RECORDS else {}
        for name, annotation in written.get("__annotations__", {}).items():
            if _is_field(annotation):
                value = written.get(name, NO_DEFAULT)
                found[name] = value.options.get("default", NO_DEFAULT) if isinstance(value, FieldDeclaration) else value
    return found


def _complete(cls: type, written: dict[str, Any], options: dict[str, Any]) -> None:
    """Puts into a class what ``dataclasses`` makes of a twin of it: the class is usable by other threads all the while."""
    import dataclasses

    declared = {
        name: dataclasses.field(**value.options) if isinstance(value, FieldDeclaration) else value
        for name, value in written.items()
    }
    twin: Any = dataclasses.dataclass(**options)(_copy_class(cls, declared))
    for name in (*_MADE, *_ON_CLASS):
        if name in twin.__dict__ and twin.__dict__[name] is not written.get(name):
            setattr(cls, name, twin.__dict__[name])
        elif isinstance(cls.__dict__.get(name), _ClassAttribute):
            delattr(cls, name)


def _get_state(self: Any) -> list[Any]:
    return [getattr(self, name) for name in self.__dataclass_fields__]


def _set_state(self: Any, state: list[Any]) -> None:
    for name, value in zip(self.__dataclass_fields__, state, strict=True):
        object.__setattr__(self, name, value)  # the record is frozen


class _TupleMethods(tuple[Any, ...]):
    """What each class of named tuples has besides its fields."""

    __slots__ = ()
    if TYPE_CHECKING:
        _fields: tuple[str, ...]

    @classmethod
    def _make(cls, iterable: Any) -> Any:
        made = tuple.__new__(cls, iterable)
        if len(made) != len(cls._fields):
            raise TypeError(f"Expected {len(cls._fields)} arguments, got {len(made)}")
        return made

    def _replace(self, /, **changes: Any) -> Any:
        made = self._make(changes.pop(name, value) for name, value in zip(self._fields, self))
        if changes:
            raise ValueError(f"Got unexpected field names: {list(changes)!r}")
        return made

    __replace__ = _replace

    def _asdict(self) -> dict[str, Any]:
        return dict(zip(self._fields, self))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{name}={value!r}' for name, value in zip(self._fields, self))})"

    def __getnewargs__(self) -> tuple[Any, ...]:
        return tuple(self)


_SHARED = {
    name: vars(_TupleMethods)[name]
    for name in ("_make", "_replace", "__replace__", "_asdict", "__repr__", "__getnewargs__")
}
_Part: Any = type(namedtuple("_One", "part").part)  # type: ignore[attr-defined]


def _make_tuple_class(name: str, namespace: dict[str, Any]) -> type:
    fields = tuple(namespace.get("__annotations__", ()))
    defaults = {field: namespace[field] for field in fields if field in namespace}
    made_of = {
        **_SHARED,
        **namespace,
        **{field: _Part(at, f"Alias for field number {at}") for at, field in enumerate(fields)},
        "__slots__": (),
        "__match_args__": fields,
        "_fields": fields,
        "_field_defaults": defaults,
    }
    made_of.setdefault("__doc__", f"{name}({', '.join(fields)})")

    left = _FEW_OBJECTS

    def __new__(cls: Any, /, *values: Any, **named: Any) -> Any:
        nonlocal left
        left -= 1
        names = fields[len(values) :]
        whole = *values, *[named[name] if name in named else defaults.get(name, _FACTORY) for name in names]
        is_right = (
            len(whole) == len(fields) and named.keys() <= {*names} and not any(each is _FACTORY for each in whole)
        )
        if left < 0 or not is_right:
            return _make_new(made)(cls, *values, **named)  # which says what is wrong with the call, if so
        return tuple.__new__(cls, whole)

    made = type(name, (tuple,), made_of | {"__new__": __new__, "__signature__": _TupleSignature()})
    return made


def _make_new(cls: Any) -> Callable[..., Any]:
    """``__new__`` as ``collections.namedtuple`` makes it, put into a class."""
    fields = ", ".join(cls._fields)
    known = {"_make": tuple.__new__, "__builtins__": {}, "__name__": cls.__module__}
    new: Any = eval(f"lambda _cls, {fields}: _make(_cls, ({fields}{',' if fields else ''}))", known)
    new.__name__, new.__qualname__ = "__new__", f"{cls.__name__}.__new__"
    new.__annotations__ = dict(cls.__annotations__)
    new.__defaults__ = tuple(cls._field_defaults.values())
    cls.__new__ = new
    made: Callable[..., Any] = new
    return made


class _TupleSignature:
    """The signature of a class of named tuples, made when it is asked for."""

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        from inspect import signature

        # a class that is derived from one may have a ``__new__`` of its own
        home = next(cls for cls in owner.__mro__ if "__new__" in cls.__dict__)
        of_new = signature(_make_new(home) if "_field_defaults" in home.__dict__ else home.__new__)
        return of_new.replace(parameters=list(of_new.parameters.values())[1:])

"""``dataclass`` as the standard library has it, but for the time at which its methods are made.

``dataclasses.dataclass`` writes ``__init__``, ``__repr__``, ``__eq__`` … as text and compiles each: some 2 million
instructions a class, where importing lxml takes 100 million. A command imports many records and makes few of them, so
here a class gets its methods when one of them is first called. Reading one file of one link, half of the classes never do,
and of all others no more is called than ``__init__``: it is made alone, which takes a quarter of what all methods take.
"""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from dataclasses import dataclass
else:

    def dataclass(cls: type | None = None, /, *, slots: bool = False, **options: Any) -> Any:
        """Makes a class a record; see ``dataclasses.dataclass``."""
        return _defer(cls, slots, options) if cls is not None else lambda cls: _defer(cls, slots, options)


__all__ = ["dataclass"]

_LOCK = threading.RLock()
_RECORDS: dict[type, tuple[dict[str, Any], dict[str, Any]]] = {}
"""What is written in each class that was made a record, and the options that it was made one with."""
_FACTORY = object()
"""Stands for an argument that is not given, where each object gets a default of its own."""
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
    from dataclasses import MISSING, Field

    if isinstance(value, Field):
        if value.default is MISSING:
            delattr(cls, name)
        else:
            setattr(cls, name, value.default)


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
    """The ``__init__`` that puts the one that does the work in its place."""

    def __init__(self: Any, /, *arguments: Any, **keywords: Any) -> None:
        made = next((cls for cls in type(self).__mro__ if cls.__dict__.get("__init__") is __init__), None)
        init = None if made is None else _make_init(made)
        if made is None or init is None:
            complete().__init__(self, *arguments, **keywords)  # type: ignore[misc]
        else:
            made.__init__ = init  # type: ignore[misc]
            init(self, *arguments, **keywords)

    return __init__


def _make_init(cls: type) -> Callable[..., None] | None:
    """``__init__`` as ``dataclasses`` makes it, without anything else; None where it would have more to do than set fields."""
    fields = _fields_to_set(cls)
    if fields is None:
        return None
    _, options = _RECORDS[cls]
    known: dict[str, Any] = {"_FACTORY": _FACTORY, "_set": object.__setattr__}
    taken: dict[bool, list[str]] = {False: [], True: []}
    lines = []
    for name, (default, make, is_by_name) in fields.items():
        value = name
        if make is not None:
            known[f"_make_{name}"], value = make, f"_make_{name}() if {name} is _FACTORY else {name}"
            taken[is_by_name].append(f"{name}=_FACTORY")
        elif default is not _FACTORY:
            known[f"_default_{name}"] = default
            taken[is_by_name].append(f"{name}=_default_{name}")
        else:
            taken[is_by_name].append(name)
        lines.append(f"_set(self, {name!r}, {value})" if options.get("frozen") else f"self.{name} = {value}")
    if hasattr(cls, "__post_init__"):
        lines.append("self.__post_init__()")
    arguments = ["self", *taken[False], *(["*", *taken[True]] if taken[True] else [])]
    exec(f"def __init__({', '.join(arguments)}):\n " + "\n ".join(lines or ["pass"]), known)  # noqa: S102 - as dataclasses does it
    init: Callable[..., None] = known["__init__"]
    init.__qualname__ = f"{cls.__qualname__}.__init__"
    init.__module__ = cls.__module__
    return init


def _fields_to_set(cls: type) -> dict[str, tuple[Any, Callable[[], Any] | None, bool]] | None:
    """By the name of each field its default, what makes one, and whether it is given by name only; None: there are others."""
    from dataclasses import MISSING, Field

    found: dict[str, tuple[Any, Callable[[], Any] | None, bool]] = {}
    for base in reversed(cls.__mro__):
        if base not in _RECORDS:
            if "__dataclass_fields__" in base.__dict__:
                return None
            continue
        written, options = _RECORDS[base]
        for name, annotation in written.get("__annotations__", {}).items():
            if annotation.startswith("ClassVar"):
                continue
            spec = written.get(name, MISSING)
            default, make, is_by_name = spec, None, options.get("kw_only", False)
            if isinstance(spec, Field):
                default, make = spec.default, None if spec.default_factory is MISSING else spec.default_factory
                is_by_name = is_by_name if spec.kw_only is MISSING else spec.kw_only
            is_given = not isinstance(spec, Field) or spec.init
            if not is_given or not _is_field(annotation) or "InitVar" in annotation or name == "self":
                return None
            found[name] = (_FACTORY if default is MISSING else default, make, is_by_name)
    return found


def _complete(cls: type, written: dict[str, Any], options: dict[str, Any]) -> None:
    """Puts into a class what ``dataclasses`` makes of a twin of it: the class is usable by other threads all the while."""
    import dataclasses

    twin: Any = dataclasses.dataclass(**options)(_copy_class(cls, dict(written)))
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

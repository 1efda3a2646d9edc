"""``dataclass`` as the standard library has it, but for the time at which its methods are made.

``dataclasses.dataclass`` writes ``__init__``, ``__repr__``, ``__eq__`` … as text and compiles each: some 2 million
instructions a class, where importing lxml takes 100 million. A command imports many records and makes few of them, so
here a class gets its methods when one of them is first called. Reading one file of one link, half of the classes never do.
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

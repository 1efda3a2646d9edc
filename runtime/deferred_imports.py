"""Functions of other modules that are imported when they are first called, and classes that are when they are looked for.

A document uses few of the elements that its format has. A module of decoders imports those of the elements inside only
once such an element is there, which leaves out half of the modules of a small document. A module of classes names those of
other modules in its annotations, which are texts: who reads these finds the names in the module.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from functools import cache
from importlib import import_module
from types import ModuleType
from typing import Any


def defer_functions(namespace: dict[str, Any], modules: Mapping[str, str]) -> None:
    """Gives a module functions of others.

    Args:
        namespace: ``globals()`` of the module.
        modules: name of a function to the module that has it, relative to the package of the one that gets it.
    """
    for name, module in modules.items():
        namespace[name] = _make_stub(namespace, name, module)


def _make_stub(namespace: dict[str, Any], name: str, module: str) -> Callable[..., Any]:
    def call(*arguments: Any) -> Any:
        function = namespace[name] = getattr(import_module(module, namespace["__package__"]), name)
        return function(*arguments)

    return call


def defer_classes(module: str, classes: str) -> None:
    """Gives a module classes of others.

    Args:
        module: its name.
        classes: a line for each module that has some, its name relative to the package of the one that gets them, and
            theirs. It is a text, which is read when a class is looked for: of mappings, all modules of a wheel take more.
    """
    made: Any = sys.modules[module]
    made._deferred_text = classes
    made.__class__ = _ModuleOfClasses


class _ModuleOfClasses(ModuleType):
    """A module that imports classes which its annotations name when one is looked for, or all that it has is.

    ``typing.get_type_hints`` looks for all, and so does who reads a class by it, such as xsdata.
    """

    _deferred_text: str

    def __getattr__(self, name: str) -> Any:
        home = _read_homes(self._deferred_text).get(name)
        if home is None:
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        cls = getattr(import_module(home, self.__package__), name)
        setattr(self, name, cls)
        return cls

    @property
    def __dict__(self) -> dict[str, Any]:  # type: ignore[override]
        own: dict[str, Any] = _OWN_NAMES(self)
        for name in _read_homes(own["_deferred_text"]):
            if name not in own:
                getattr(self, name)
        return own


@cache
def _read_homes(text: str) -> dict[str, str]:
    """The module that each class is in."""
    lines = [line.split() for line in text.split("\n")]
    return {name: line[0] for line in lines for name in line[1:]}


_OWN_NAMES: Any = vars(ModuleType)["__dict__"].__get__

"""Functions of other modules that are imported when they are first called.

A document uses few of the elements that its format has. A module of decoders imports those of the elements inside only
once such an element is there, which leaves out half of the modules of a small document.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
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

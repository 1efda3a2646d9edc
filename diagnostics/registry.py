"""Every rule there is, whether or not a check has needed it so far."""

from __future__ import annotations

import pkgutil
import string
from importlib import import_module

from . import __path__ as folder
from .rule import REGISTRY, Rule

PACKAGE = __name__.rpartition(".")[0]


def all_rules() -> dict[str, Rule]:
    """The registry by code, in order, after every module that declares rules was imported."""
    for module in pkgutil.iter_modules(folder):
        if module.name.startswith("rules"):
            import_module(f"{PACKAGE}.{module.name}")
    return dict(sorted(REGISTRY.items()))


def format_template(template: str) -> str:
    """A rule's template with its fields as words: ``{what!r} is bad`` becomes ``‹what› is bad``."""
    return "".join(
        text + (f"‹{field}›" if field is not None else "") for text, field, _, _ in string.Formatter().parse(template)
    )

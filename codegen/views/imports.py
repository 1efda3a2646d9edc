"""What generated modules import."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..code import PythonCode, identifier
from .records import ClassView, ImportView


class Imports:
    """Paths from one module to others.

    Args:
        module: dotted path of the module under the package, such as ``sdformat.v1_12.joint``.
        home: import path of the package in which foreign modules are found; empty inside bodyplan itself.
        own: dotted paths of the packages that are generated along with the module.
    """

    def __init__(self, module: str, home: str, own: Iterable[str]) -> None:
        self._module = module.split(".")
        self._home = home
        self._own = tuple(f"{package}." for package in own)
        self.runtime = f"{home}.runtime" if home else "...runtime"

    def path(self, other: str) -> str:
        """How the module imports another one, given by its dotted path under the package or relative already."""
        if other.startswith("."):
            return other
        there = other.split(".")
        if self._home and not other.startswith(self._own):
            return f"{self._home}.{other}"
        if self._module[:2] == there[:2]:
            return "." + ".".join(there[2:])
        return ".." + ".".join(there[1:])

    def of_types(
        self,
        values: Iterable[PythonCode],
        takes: Iterable[str],
        enums: Mapping[str, str],
        kinds: Iterable[str],
        classes: Mapping[str, str],
        *,
        defers: bool,
    ) -> list[ImportView]:
        """Imports of a module of classes.

        Args:
            values: value types, as they are imported.
            takes: names of ``runtime.value_types``.
            enums: enumeration, or the type of its texts, to the module that holds it.
            kinds: constants of the kinds of names.
            classes: class that is made where it is not written, to the module that holds it.
            defers: whether it names other classes of other modules.
        """
        found = [
            ImportView(module=self.runtime, names=[PythonCode("fields as xml")]),
            ImportView(
                module=f"{self.runtime}.deferred_imports", names=[PythonCode("defer_classes")] if defers else []
            ),
            ImportView(module=f"{self.runtime}.element", names=[PythonCode("Element")]),
            ImportView(module=f"{self.runtime}.value_types", names=[*map(identifier, sorted(takes))]),
            ImportView(module=f"{self.runtime}.values", names=sorted(values)),
            *self.of_names(enums),
            ImportView(module="..names", names=[*map(identifier, sorted(kinds))]),
            *self.of_names(classes),
        ]
        return [item for item in found if item.names]

    def of_names(self, names: Mapping[str, str]) -> list[ImportView]:
        """Imports of names, each with the module that holds it."""
        return [
            ImportView(module=self.path(module), names=[identifier(name)]) for name, module in sorted(names.items())
        ]

    def of_code(self, views: list[ClassView], enums: Mapping[str, str], defers: bool) -> list[ImportView]:
        """Imports of a module of decoders.

        Args:
            views: the classes.
            enums: enumeration to the module that holds it.
            defers: whether it uses decoders of other modules.
        """
        parts = [part for view in views for part in view.parts]
        read = {part.reader.enum for part in parts if part.reader and part.reader.kind in ("enum", "words")}
        literal = [
            f"literal_{what}"
            for what, found in (
                ("name", [view.attributes for view in views]),
                ("tag", [view.children for view in views]),
            )
            if any(part.is_literal for group in found for part in group)
        ]
        found = [
            ImportView(
                module=self.runtime,
                names=[PythonCode("scalars")]
                if any(part.reader and part.reader.kind == "scalar" for part in parts)
                else [],
            ),
            ImportView(
                module=f"{self.runtime}.decoder",
                names=[PythonCode("NO_CONDITIONS"), PythonCode("parts_by_value")]
                if any(view.conditions for view in views)
                else [],
            ),
            ImportView(
                module=f"{self.runtime}.deferred_imports", names=[PythonCode("defer_functions")] if defers else []
            ),
            ImportView(
                module=f"{self.runtime}.presence",
                names=[PythonCode("PresenceRules"), PythonCode("find_broken_rules")]
                if any(view.presence for view in views)
                else [],
            ),
            ImportView(module=f"{self.runtime}.source", names=[*map(identifier, literal)]),
            *self.of_names({f"{name}_VALUES": module for name, module in enums.items() if name in read}),
        ]
        return [item for item in found if item.names]

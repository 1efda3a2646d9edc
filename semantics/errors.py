"""The exceptions that leave the package."""

from __future__ import annotations

from collections.abc import Iterable

from ..runtime.diagnostics.diagnostic import Diagnostic


class BodyplanError(Exception):
    """Base class of everything that this package raises because of what a document or a call says."""


class LoadError(BodyplanError):
    """A document that cannot be used; ``diagnostics`` says everything that is wrong with it.

    Example:
        >>> try:
        ...     bodyplan.loads('<robot name="cart"><joint name="j" type="hinge"/></robot>')
        ... except bodyplan.LoadError as error:
        ...     print([finding.code for finding in error.diagnostics])
        ['BP544', 'BP203', 'BP203', 'BP107']
    """

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self.diagnostics: tuple[Diagnostic, ...] = tuple(diagnostics)
        super().__init__(self.diagnostics)

    def __str__(self) -> str:
        errors = [diagnostic for diagnostic in self.diagnostics if diagnostic.severity == "error"]
        shown = [str(diagnostic) for diagnostic in (errors or self.diagnostics)[:10]]
        if len(errors) > len(shown):
            shown.append(f"… and {len(errors) - len(shown)} more errors")
        return "\n".join(shown)


class ExtensionError(BodyplanError):
    """An extension that cannot be used: there is no such package or table, or the table is faulty."""


class NameNotFound(BodyplanError, KeyError):
    """A frame, link or joint of that name is not in the scene."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class NotInDocument(BodyplanError, LookupError):
    """An element does not stand where that was asked for: in no document, or in no text."""


class ExpansionError(BodyplanError, ValueError):
    """A document was made by xacro: its text is an expansion, which has no place in the file that it was made of."""


class BadName(BodyplanError, ValueError):
    """A name that something cannot have: it is taken, reserved or not allowed there."""

"""The exceptions that leave the package."""

from __future__ import annotations

from collections.abc import Iterable

from .diagnostic import Diagnostic


class BodyplanError(Exception):
    """Base class of everything that this package raises because of what a document or a call says.

    Example:
        >>> try:
        ...     bodyplan.load("examples/faulty.urdf")
        ... except bodyplan.BodyplanError as error:
        ...     print(type(error).__name__)
        LoadError
    """


class LoadError(BodyplanError):
    """A document that cannot be used; as text its first ten errors.

    Attributes:
        diagnostics: everything that is wrong with it, each a ``Diagnostic``.

    Example:
        >>> try:
        ...     bodyplan.loads('<robot name="cart"><joint name="j" type="hinge"/></robot>')
        ... except bodyplan.LoadError as error:
        ...     print([finding.code for finding in error.diagnostics])
        ['BP544', 'BP203', 'BP203', 'BP107']
    """

    def __init__(self, diagnostics: Iterable[Diagnostic]) -> None:
        self._found = diagnostics
        super().__init__()

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """Everything that is wrong; see above."""
        found = self._found
        if not isinstance(found, tuple):
            found = self._found = tuple(found)
        return found

    def __reduce__(self) -> tuple[type[LoadError], tuple[tuple[Diagnostic, ...]]]:
        return type(self), (self.diagnostics,)

    def __str__(self) -> str:
        errors = [diagnostic for diagnostic in self.diagnostics if diagnostic.severity == "error"]
        shown = [str(diagnostic) for diagnostic in (errors or self.diagnostics)[:10]]
        if len(errors) > len(shown):
            shown.append(f"… and {len(errors) - len(shown)} more errors")
        return "\n".join(shown)


class ExtensionError(BodyplanError):
    """An extension that cannot be used: there is no such package or table, or the table is faulty.

    Example:
        >>> bodyplan.load("examples/arm.urdf", extensions=["no_such_robots"])
        Traceback (most recent call last):
        bodyplan.diagnostics.errors.ExtensionError: there is no package 'no_such_robots' of an extension: ...
    """


class NameNotFound(BodyplanError, KeyError):
    """A frame, link or joint of that name is not in the scene; a ``KeyError``, too.

    Example:
        >>> bodyplan.load("examples/arm.urdf").scene.frames["arm::tol"]
        Traceback (most recent call last):
        bodyplan.diagnostics.errors.NameNotFound: there is no frame 'arm::tol'; did you mean 'arm::tool'?
    """

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class NotInDocument(BodyplanError, LookupError):
    """An element is not in a document, or in no text, where one is needed; a ``LookupError``, too.

    Example:
        >>> bodyplan.location_of(bodyplan.urdf.Link(name="base"))
        Traceback (most recent call last):
        bodyplan.diagnostics.errors.NotInDocument: Link(name='base') was made in Python, and is in no text
    """


class ExpansionError(BodyplanError, ValueError):
    """A document was made by xacro: its text is an expansion, which has no place in the file that it was made of.

    A ``ValueError``, too.

    Example:
        >>> text = '<robot name="cart" xmlns:xacro="http://www.ros.org/wiki/xacro"><link name="${1 + 1}"/></robot>'
        >>> with open("cart.urdf.xacro", "w") as file:
        ...     _ = file.write(text)
        >>> bodyplan.load("cart.urdf.xacro").save()
        Traceback (most recent call last):
        bodyplan.diagnostics.errors.ExpansionError: cart.urdf.xacro is written in xacro, and the document is its expansion: ...
    """


class BadName(BodyplanError, ValueError):
    """A name that something cannot have: it is taken, reserved or not allowed there; a ``ValueError``, too.

    Example:
        >>> doc = bodyplan.load("examples/arm.urdf")
        >>> bodyplan.rename(doc, bodyplan.find(doc, "link", "tool"), "forearm")
        Traceback (most recent call last):
        bodyplan.diagnostics.errors.BadName: 'forearm' is taken, by Link(name='forearm')
    """


class UnreadableResult(BodyplanError, ValueError):
    """What was made of a document is no document that can be read, so it was not written; a ``ValueError``, too.

    Attributes:
        reason: what is wrong with it, with line and column.
        is_ours: whether the document that it was made of has no such fault, so that bodyplan has made it.
        path: of that document; None for a text.

    Example:
        >>> print(bodyplan.UnreadableResult("3:7: unbound prefix", True, "arm.urdf"))
        arm.urdf: what would be written cannot be read back, and nothing is written: 3:7: unbound prefix; this is a fault of ...
    """

    def __init__(self, reason: str, is_ours: bool, path: str | None = None) -> None:
        self.reason = reason
        self.is_ours = is_ours
        self.path = path
        super().__init__(reason, is_ours, path)

    def __str__(self) -> str:
        blame = (
            "this is a fault of bodyplan; please report it, with the document"
            if self.is_ours
            else "it comes from what is wrong with the document; see what bodyplan check says of that"
        )
        place = "" if self.path is None else f"{self.path}: "
        return f"{place}what would be written cannot be read back, and nothing is written: {self.reason}; {blame}"

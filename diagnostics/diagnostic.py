"""A diagnostic: one finding at one place."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from typing import TYPE_CHECKING, Any

from .families import family_of
from .rule import Rule, Severity

if TYPE_CHECKING:
    from .fix import Fix

_PLACE = ("line", "column", "xpath", "element", "attribute")
_END = ("end_line", "end_column")
_TEXT_FIELDS = ("message", "hint", "arguments")


def place_text(file: str, line: int, column: int) -> str:
    """``file:line:column``, without the numbers that are 0."""
    if not line:
        return file
    return f"{file}:{line}:{column}" if column else f"{file}:{line}"


@dataclass(frozen=True, slots=True)
class Related:
    """Another place that a finding speaks of, such as the first of two definitions.

    Attributes:
        message: what is there.
        file: the path; None for a text.
        line: where it begins, from 1; 0 where that is not known.
        column: likewise.
        end_line: where it ends; None where that is not known.
        end_column: the column behind its last character.

    Example:
        >>> finding = bodyplan.check("examples/faulty.urdf").diagnostics[-1]
        >>> finding.code, finding.line, [(other.message, other.line) for other in finding.related]
        ('BP540', 37, [('the joint that it hangs on', 30)])
    """

    message: str
    file: str | None
    line: int
    column: int
    end_line: int | None = None
    end_column: int | None = None


@dataclass(frozen=True)
class Diagnostic:
    """One finding. ``line`` and ``column`` count from 1; 0 where a finding has no place in the text.

    What it is about goes from there to ``end_line`` and ``end_column``, the column behind its last character: a start
    tag, an attribute with its value, an element with its text where that is no value; None where that is not known.

    Attributes:
        code: of its rule: ``"BP540"``; ``bodyplan explain BP540`` tells more.
        name: that of its rule, in words.
        severity: ``"error"``, ``"warning"`` or ``"note"``.
        message: what is wrong.
        file: the path, as it was given; None for a text.
        line: where it begins.
        column: likewise.
        xpath: path of the element or attribute in the document; ``bodyplan.find`` takes it.
        hint: what to do about it; None where there is nothing to say.
        related: other places that it speaks of.
        arguments: what the finding says, as data; checks read these, never the message or the hint.
        element: tag of the element that it is about, as written; empty where it is about none.
        attribute: name of the attribute of that element that it is about, if any.
        row: for a finding that speaks for a consumer, which of its rows: ``drake/unused``.
        end_line: see above.
        end_column: see above.
        fix: how it can be mended, where that was asked for and there is a way; see ``bodyplan.attach_fixes``.

    The place of a finding about an element is looked up when it is asked for, and so is what the finding says.

    Example:
        >>> finding = bodyplan.check("examples/faulty.urdf").diagnostics[0]
        >>> finding.code, finding.severity, finding.line, finding.column, finding.xpath
        ('BP640', 'warning', 8, 13, '/robot[@name="faulty"]/link[@name="arm"]/inertial/mass/@value')
    """

    code: str
    name: str
    severity: Severity
    message: str
    file: str | None
    line: int
    column: int
    xpath: str
    hint: str | None = field(default_factory=lambda: None)
    related: tuple[Related, ...] = field(default_factory=tuple)
    arguments: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    element: str = field(default_factory=str, compare=False, repr=False)
    attribute: str | None = field(default_factory=lambda: None, compare=False, repr=False)
    row: str = field(default="", compare=False, repr=False)
    end_line: int | None = field(default_factory=lambda: None, compare=False, repr=False)
    end_column: int | None = field(default_factory=lambda: None, compare=False, repr=False)
    fix: Fix | None = field(default=None, compare=False, repr=False)

    @property
    def family(self) -> str:
        """The beginning of the code that it shares with its kind; see ``families``."""
        return family_of(self.code)

    @classmethod
    def later(
        cls, rule: Rule, said: dict[str, Any], tag: str, attribute: str | None, fields: dict[str, Any]
    ) -> Diagnostic:
        """A finding of which not everything is found out yet.

        Args:
            rule: its kind.
            said: the arguments; those that only the hint speaks of may be functions that find them out.
            tag: name of the element that it is about; empty where that is not known.
            attribute: name of the attribute that it is about.
            fields: all other fields but ``message``; in the place of ``line``, ``column``, ``xpath``, ``element`` and
                ``attribute`` there may be ``_about``: the source, the element or its number, and the name of the
                attribute; in that of ``related`` ``_related``: for each the text, the source and the element or its
                number.
        """
        found = object.__new__(cls)
        fields["_said"] = rule, said, tag, attribute
        object.__setattr__(found, "__dict__", fields)
        return found

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            # reached only for what the object does not hold
            if name in _PLACE and "_about" in vars(self):
                self._find_place()
            elif name in _TEXT_FIELDS and "_said" in vars(self):
                self._fill_in()
            elif name == "related" and "_related" in vars(self):
                self._find_related()
            elif name in _END:
                self._find_end()
            else:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
            return vars(self)[name]

    def argument(self, name: str) -> Any:
        """One of the arguments, without finding out the others or putting anything into words; None where it has none."""
        left = vars(self).get("_said")
        value = (self.arguments if left is None else left[1]).get(name)
        return value() if callable(value) else value

    def detach(self) -> None:
        """Finds out now what was left until it is asked for, and lets go of the document."""
        self._find_end()
        self._find_related()
        self._fill_in()
        vars(self).pop("_order", None)

    def find_path(self) -> None:
        """Looks up now what changes of the tree would change: the path. Lines and columns stay."""
        fields = vars(self)
        about = fields.get("_about")
        if about is not None and "xpath" not in fields:
            source, place, attribute = about
            element = source.element(place)
            fields.update(xpath=source.xpath(element, attribute), element=source.tag_of(element), attribute=attribute)

    def _find_place(self) -> None:
        self.find_path()
        fields = vars(self)
        about = fields.get("_about")
        if about is not None:
            source, place, attribute = about
            line, column, end_line, end_column = source.span(source.element(place), attribute)
            fields.update(line=line, column=column, end_line=end_line, end_column=end_column)
            fields.pop("_about", None)

    def _find_end(self) -> None:
        self._find_place()
        fields = vars(self)
        if "end_line" not in fields:
            order = fields.get("_order")
            end = None if order is None else order.source.end_of(order, self.attribute)
            fields["end_line"], fields["end_column"] = end or (None, None)

    def _find_related(self) -> None:
        fields = vars(self)
        left = fields.get("_related")
        if left is not None:
            fields["related"] = tuple(
                Related(text, None, 0, 0)
                if source is None or place is None
                else Related(text, source.name, *source.span(source.element(place)))
                for text, source, place in left
            )
            fields.pop("_related", None)

    def _fill_in(self) -> None:
        fields = vars(self)
        left = fields.get("_said")
        if left is not None:
            rule, arguments, tag, attribute = left
            words = rule.words(tag, attribute, arguments) if rule.words is not None else {}
            said = {name: value() if callable(value) else value for name, value in arguments.items()}
            message = rule.message.format(**{**arguments, **words})
            hint = rule.hint.format(**{**said, **words}) or None if rule.hint else None
            fields.update(message=message, arguments=said, hint=hint)
            fields.pop("_said", None)

    def is_about(self, place: object) -> bool:
        """Whether this is known to be about an element, without looking its place up."""
        about = vars(self).get("_about")
        return about is not None and about[1] is not None and about[1] == place

    def is_beside(self, other: Diagnostic) -> bool:
        """Whether both are known to be about the same, without looking their places up."""
        about = vars(self).get("_about")
        return about is not None and about == vars(other).get("_about")

    def anchor(self) -> tuple[object, ...]:
        """The same for findings about one element, without looking its place up."""
        about = vars(self).get("_about")
        if about is None:
            return self.file, self.line, self.column
        source, place, _ = about
        return source, source.anchor(source.element(place))

    def line_for_order(self) -> float | None:
        """The line that orders findings whose place was not looked up; None where only the place tells."""
        about = vars(self).get("_about")
        if about is not None:
            source, place, _ = about
            line: float | None = source.tag_line(place)
            return line
        order = vars(self).get("_order")
        return None if order is None else order.source.tag_line(order)

    def __getstate__(self) -> dict[str, Any]:
        self.detach()
        return vars(self)

    def __str__(self) -> str:
        """``file:line:column: severity CODE: what is wrong; what to do``, without the numbers that it does not have."""
        return self.format_line("<text>")

    def format_line(self, path: str) -> str:
        """The same, with ``path`` for the file where the finding names none."""
        place = place_text(self.file or path, self.line, self.column)
        text = f"{place}: {self.severity} {self.code}: {self.message}"
        return f"{text}; {self.hint}" if self.hint else text

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        data: dict[str, Any] = {
            "code": self.code,
            "name": self.name,
            "severity": self.severity,
            "message": self.message,
            "file": self.file,
            "line": self.line,
            "column": self.column,
            "end_line": self.end_line,
            "end_column": self.end_column,
            "xpath": self.xpath,
            "hint": self.hint,
        }
        if self.related:
            data["related"] = [asdict(related) for related in self.related]
        if self.fix is not None:
            data["fix"] = self.fix.to_dict()
        return data


def report_data(path: str, diagnostics: Sequence[Diagnostic], repeated: Sequence[Diagnostic]) -> dict[str, Any]:
    """The findings of one document as plain data for JSON.

    Args:
        path: the document.
        diagnostics: its findings.
        repeated: those that were told with an earlier document; they count for ``ok`` alone.
    """
    ok = all(diagnostic.severity != "error" for diagnostic in (*diagnostics, *repeated))
    return {"path": path, "ok": ok, "diagnostics": [diagnostic.to_dict() for diagnostic in diagnostics]}

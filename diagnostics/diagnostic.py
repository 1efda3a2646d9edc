"""A diagnostic: one finding at one place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final

from .families import family_of
from .records import dataclass, field, make_open_duplicate
from .rule import Severity

if TYPE_CHECKING:
    from .fix import Fix


_IN_JSON = ["code", "name", "severity", "message", "file", "line", "column", "end_line", "end_column", "xpath", "hint"]
_OF_PLACE = ["line", "column", "end_line", "end_column", "xpath"]
_WORDS = ["message", "hint"]
READERS: Final = {
    "libsdformat": "libsdformat",
    "gz-sim": "Gazebo (gz-sim)",
    "gazebo-classic": "Gazebo classic",
    "drake": "Drake",
    "urdfdom": "urdfdom",
    "ros": "ROS",
    "pinocchio": "pinocchio",
    "mujoco": "MuJoCo",
    "dart": "DART",
    "xml": "XML parsers",
}
"""The readers that findings and explanations speak of, in the order of the pages, and how they are called there."""
_LINES_NAMED = 3
"""Further lines that are named of a finding that is repeated."""
_ADVISED = ("hint", "arguments")
"""What advice is in."""


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


class _Advised:
    """What may have its advice found out late: to look for a name among all takes more than all else that a finding is made of."""

    __slots__ = ("_find_advice",)

    if not TYPE_CHECKING:  # or any name would be taken for one of its attributes

        def __getattr__(self, name: str) -> Any:
            """The hint or the arguments, where they are found out now."""
            if name not in _ADVISED:
                raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)
            for each, value in zip(_ADVISED, self._find_advice()):
                object.__setattr__(self, each, value)
            return getattr(self, name)


def advise_later(finding: Diagnostic, find_advice: Callable[[], tuple[str | None, dict[str, Any]]]) -> None:
    """Has the hint and the arguments of a finding found out when one of them is first asked for."""
    object.__setattr__(finding, "_find_advice", find_advice)
    for each in _ADVISED:
        object.__delattr__(finding, each)


@dataclass(frozen=True, slots=True)
class Diagnostic(_Advised):
    """One finding. ``line`` and ``column`` count from 1; 0 where a finding has no place in the text.

    What it is about goes from there to ``end_line`` and ``end_column``, the column behind its last character: a start
    tag, an attribute with its value, an element with its text where that is no value; None where that is not known.

    Attributes:
        code: of its rule: ``"BP540"``; ``bodyplan explain BP540`` prints its page.
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
        row: for a finding that speaks for a target, which of its rows: ``drake/unused``.
        end_line: see above.
        end_column: see above.
        detail: what a person may want to know besides, such as where a file was looked for; None where there is nothing.
        fix: how it can be fixed, where that was asked for and there is a way; see ``bodyplan.attach_fixes``.
        places: the findings that it stands for, in the order of the text, where a file repeats one; the first of them
            says what this one says. Empty for a finding that stands for itself. See ``Report.fold()``.
        refused_by: of a warning, the readers that are known to refuse the document because of it, such as ``"urdfdom"``.
        argument_sets: of a document in xacro that is checked with several sets of arguments, the names of those that it is
            found with; empty where it is found with all of them.

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
    hint: str | None = None
    related: tuple[Related, ...] = ()
    arguments: dict[str, Any] = field(default_factory=dict, compare=False, repr=False)
    element: str = field(default="", compare=False, repr=False)
    attribute: str | None = field(default=None, compare=False, repr=False)
    row: str = field(default="", compare=False, repr=False)
    end_line: int | None = field(default=None, compare=False, repr=False)
    end_column: int | None = field(default=None, compare=False, repr=False)
    fix: Fix | None = field(default=None, compare=False, repr=False)
    detail: str | None = field(default=None, compare=False, repr=False)
    places: tuple[Diagnostic, ...] = field(default=(), repr=False)
    refused_by: tuple[str, ...] = field(default=(), compare=False, repr=False)
    argument_sets: tuple[str, ...] = field(default=(), compare=False, repr=False)

    @property
    def count(self) -> int:
        """How many findings it stands for: 1, or the number of its ``places``."""
        return len(self.places) or 1

    @property
    def family(self) -> str:
        """The beginning of the code that it shares with its kind; see ``families``."""
        return family_of(self.code)

    def __str__(self) -> str:
        """``file:line:column: severity CODE: what is wrong; what to do``, without the numbers that it does not have."""
        return self.format_line("<text>")

    def format_line(self, path: str) -> str:
        """The same, with ``path`` for the file where the finding names none."""
        return f"{place_text(self.file or path, self.line, self.column)}: {self.severity} {self.code}: {self.format_words()}"

    def format_words(self) -> str:
        """What is wrong; who refuses the document for it; what to do, and where else that is so."""
        text = "; ".join(filter(None, (self.message, _describe_refusal(self.refused_by), self.hint)))
        if self.argument_sets:
            text += f" (with {', '.join(self.argument_sets)})"
        if not self.places:
            return text
        is_same = all(each.message == self.message for each in self.places)
        return f"{text} ({_describe_repetition([each.line for each in self.places], is_same=is_same)})"

    def to_dict(self) -> dict[str, Any]:
        """Plain data for JSON."""
        data: dict[str, Any] = {name: getattr(self, name) for name in _IN_JSON}
        if self.detail is not None:
            data["detail"] = self.detail
        if self.refused_by:
            data["refused_by"] = list(self.refused_by)
        if self.argument_sets:
            data["argument_sets"] = list(self.argument_sets)
        if self.places:
            data["count"] = self.count
            data["places"] = [_place_data(each, self) for each in self.places]
        if self.related:
            data["related"] = _related_data(self)
        if self.fix is not None:
            data["fix"] = self.fix.to_dict()
        return data


OpenDiagnostic: Any = make_open_duplicate(Diagnostic)
"""What a finding of a load is until its fields are set, by their names, and its class is made ``Diagnostic``.

``Diagnostic.__init__`` is compiled for the tenth finding of a process, which takes 2 million instructions: a twelfth of what a check
of ``dog.skel`` takes; and a function that is given all fields takes a third of what all else of a finding does.
"""


def _describe_refusal(readers: Sequence[str]) -> str:
    """Who refuses a document; empty where that is nobody."""
    *others, last = [READERS.get(each, each) for each in readers] or [""]
    if not others:
        return f"{last} refuses this" if last else ""
    return f"{', '.join(others)} and {last} refuse this"


def _describe_repetition(lines: Sequence[int], *, is_same: bool) -> str:
    """How often something was found, and where besides the first place.

    Args:
        lines: the line of each place, the first one first.
        is_same: whether the same is said of all; names or numbers differ otherwise.
    """
    count = f"{len(lines):,} times" if is_same else f"and {len(lines) - 1:,} like it"
    others = _others(lines)
    return f"{count}; {others}" if others else count


def _others(lines: Iterable[int]) -> str:
    others = list(dict.fromkeys(lines))[1:]
    if not others:
        return ""
    named = ", ".join(map(str, others[:_LINES_NAMED]))
    return f"also line{'s' if len(others) > 1 else ''} {named}{', …' if len(others) > _LINES_NAMED else ''}"


def _place_data(place: Diagnostic, whole: Diagnostic) -> dict[str, Any]:
    """What a finding says that another stands for, as far as that does not say it for all."""
    data: dict[str, Any] = {name: getattr(place, name) for name in _OF_PLACE}
    data |= {name: getattr(place, name) for name in _WORDS if getattr(place, name) != getattr(whole, name)}
    if place.related:
        data["related"] = _related_data(place)
    if place.fix is not None:
        data["fix"] = place.fix.to_dict()
    return data


def _related_data(finding: Diagnostic) -> list[dict[str, Any]]:
    from dataclasses import asdict

    return [asdict(related) for related in finding.related]


def report_data(path: str, diagnostics: Sequence[Diagnostic], repeated: Sequence[Diagnostic]) -> dict[str, Any]:
    """The findings of one document as plain data; ``repeated`` were reported before, and only count for ``ok``."""
    ok = all(diagnostic.severity != "error" for diagnostic in (*diagnostics, *repeated))
    return {"path": path, "ok": ok, "diagnostics": [diagnostic.to_dict() for diagnostic in diagnostics]}

"""What is remembered while a document is expanded: where it is at, how values come about, how much it has amounted to."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Protocol
from xml.dom.minidom import Element

from ...diagnostics.records import NamedTuple, dataclass, field
from ...runtime.budget import OverBudget
from .located_text import FileSpan, SourceText, XacroFile, tag_place
from .meter import CHARACTERS_PER_STEP, Meter

STEPS_PER_WARNING = 100


@dataclass(frozen=True, eq=False, slots=True)
class MacroStep:
    """One thing that led to an element: a call, an include, a block that was inserted, a condition."""

    label: str
    """What it is, in words."""
    file: XacroFile
    offset: int
    before: MacroStep | None
    """What led there in turn."""

    @property
    def place(self) -> FileSpan:
        """Where it is written."""
        return tag_place(self.file, self.offset)

    def chain(self) -> Iterator[MacroStep]:
        """This, and all that led to it."""
        step: MacroStep | None = self
        while step is not None:
            yield step
            step = step.before


class LocatedElement(Protocol):
    """An element that knows where it was written."""

    file: XacroFile | None
    offset: int
    tagName: str

    @property
    def place(self) -> FileSpan | None:
        """Its start tag."""

    def chain(self) -> MacroStep | None:
        """What led to it, the last thing first."""


@dataclass(eq=False, slots=True)
class XacroDefinition:
    """A value that has a name: a property, an argument, what a call passes."""

    name: str
    text: SourceText | None
    value: Evaluation | None = None
    """How it came about; None until it was evaluated, and for a value as it is written."""


class Evaluation(NamedTuple):
    """How a text was evaluated."""

    text: SourceText | None
    uses: tuple[XacroDefinition, ...]
    """What it was made of."""
    through: XacroDefinition | None
    """What it is the value of, with nothing added."""


class XacroFault(NamedTuple):
    """What ended the expansion."""

    place: FileSpan | None
    step: MacroStep | None
    """What led to the place."""
    used: tuple[FileSpan, ...] = ()
    """Texts whose evaluation led there."""
    uses: tuple[XacroDefinition, ...] = ()
    """What the text was going to be made of."""
    expression: str = ""
    """What could not be evaluated; empty where it was an element that could not be handled."""


class XacroWarning(NamedTuple):
    """A warning of xacro's, or the name of a variable that was not read, with its place."""

    text: str
    place: FileSpan | None
    step: MacroStep | None


@dataclass(eq=False, slots=True)
class _Evaluation:
    text: str
    uses: list[XacroDefinition] = field(default_factory=list)
    start: int = 0
    end: int = 0


class Recorder:
    """Follows one expansion."""

    def __init__(self, meter: Meter) -> None:
        self.meter = meter
        self.current: LocatedElement | None = None
        """What is being handled."""
        self.fault: XacroFault | None = None
        self.warned: list[XacroWarning] = []
        self.unread_variables: list[XacroWarning] = []
        """Names of variables of the environment in whose place defaults were read."""
        self.last: Evaluation | None = None
        """The evaluation that ended last."""
        self.used: set[str] = set()
        """Names of what was looked up."""
        self.hidden: list[tuple[XacroDefinition, XacroDefinition]] = []
        """Definitions that hide one outside, each with that one."""
        self.names: set[str] = set()
        """Names of properties and parameters."""
        self.declared: set[str] = set()
        """Names of arguments that the document declares."""
        self._fresh: Evaluation | None = None
        self._evaluating: list[_Evaluation] = []

    def step_of(self, label: str, at: LocatedElement) -> MacroStep | None:
        """A step that is written at an element."""
        return None if at.file is None else MacroStep(label, at.file, at.offset, at.chain())

    def pass_literal(self, text: str) -> str:
        """The value of a text in which nothing is to be evaluated, as most are: what ``begin`` and ``end`` come to."""
        meter = self.meter
        meter.step(1 + len(text) / CHARACTERS_PER_STEP)
        if not isinstance(text, SourceText):
            return text
        try:
            meter.characters(len(text))
        except OverBudget:
            self._evaluating.append(_Evaluation(text, end=len(text)))
            self.give_up()
            raise
        self.last, self._fresh = Evaluation(text, (), None), None
        return str(text)

    def begin(self, text: str) -> None:
        """A text is going to be evaluated."""
        self.meter.step(1 + len(text) / CHARACTERS_PER_STEP)
        self._evaluating.append(_Evaluation(text))

    def at(self, start: int, end: int) -> None:
        """A part of the text is going to be evaluated."""
        top = self._evaluating[-1]
        top.start, top.end = start, end

    def count_uses(self) -> int:
        """How many values the text has asked for."""
        return len(self._evaluating[-1].uses)

    def end(self, part: tuple[int, int] | None) -> None:
        """The text was evaluated; the uses in ``part`` are of the name that it is, with nothing added."""
        done = self._evaluating.pop()
        if not isinstance(done.text, SourceText):
            if self._evaluating:
                self._evaluating[-1].uses += done.uses
            return
        through = done.uses[part[0]] if part is not None and part[1] - part[0] == 1 else None
        self.last = Evaluation(done.text, tuple(dict.fromkeys(done.uses)), through)
        self._fresh = self.last if done.uses else None

    def give_up(self) -> None:
        """The text could not be evaluated."""
        failed = self._evaluating.pop()
        if not isinstance(failed.text, SourceText) and self._evaluating:
            self._evaluating[-1].uses += failed.uses
        if isinstance(failed.text, SourceText) and self.fault is None:
            place = failed.text.part(failed.start, failed.end)
            expression = failed.text[failed.start : failed.end]
            uses = tuple(dict.fromkeys(failed.uses))
            self.fault = XacroFault(place, self._get_chain(), tuple(self._places()), uses, expression)

    def fail(self, at: LocatedElement | None, place: FileSpan | None = None) -> None:
        """An element could not be handled; what was noted inside of it counts."""
        if self.fault is None:
            self.fault = XacroFault(place, None) if at is None else XacroFault(place or at.place, at.chain())

    def use(self, definition: XacroDefinition) -> None:
        """A value was looked up by its name."""
        self.used.add(definition.name)
        if self._evaluating:
            self._evaluating[-1].uses.append(definition)

    def consume_value(self) -> Evaluation | None:
        """How the text came about that was just evaluated, where it took other values."""
        fresh, self._fresh = self._fresh, None
        return fresh

    def warn(self, text: str) -> None:
        """Notes a warning of what is being handled."""
        self._note(self.warned, self.meter.keep(text))

    def hide_variable(self, name: str) -> None:
        """Notes that a variable of the environment is not read, though it might be set."""
        self._note(self.unread_variables, name)

    def _note(self, notes: list[XacroWarning], text: str) -> None:
        """Notes something at the innermost expression that is being evaluated, or else at the element."""
        self.meter.step(STEPS_PER_WARNING)
        place = next(self._places(), None if self.current is None else self.current.place)
        notes.append(XacroWarning(text, place, self._get_chain()))

    def _places(self) -> Iterator[FileSpan]:
        """Where the expressions are that are being evaluated, the innermost first."""
        for each in reversed(self._evaluating):
            if isinstance(each.text, SourceText):
                yield each.text.part(each.start, each.end)

    def _get_chain(self) -> MacroStep | None:
        return None if self.current is None else self.current.chain()


class Arguments(dict[str, str]):
    """The arguments of a document, at first those of the caller, which note who looks them up."""

    def __init__(self, given: dict[str, str], recorder: Recorder) -> None:
        super().__init__(given)
        self._recorder = recorder
        self._known = {name: XacroDefinition(name, None) for name in given}

    def __getitem__(self, name: str) -> str:
        value = super().__getitem__(name)
        self._recorder.use(self._known[name])
        return value

    def __setitem__(self, name: str, value: str) -> None:
        last = self._recorder.last
        self._known[name] = XacroDefinition(name, None if last is None else last.text, last)
        super().__setitem__(name, value)


def origins(value: Evaluation) -> Iterator[XacroDefinition]:
    """The definition whose value something is, that which this is the value of, and so on."""
    through = value.through
    while through is not None:
        yield through
        through = None if through.value is None else through.value.through


def symbols_noting(table: Any, recorder: Recorder) -> None:
    """Makes a class of xacro's tables of symbols, one expansion's own, note where values are written and who asks."""
    set_item, get_item, literal = table._setitem, table.__getitem__, table._eval_literal

    def _setitem(self: Any, key: str, value: Any, unevaluated: bool) -> None:
        last = recorder.last
        if isinstance(value, SourceText):
            definition = XacroDefinition(key, value)
        elif isinstance(value, Element):
            definition = XacroDefinition(key, None)
        else:
            definition = XacroDefinition(key, None if last is None else last.text, last)
        outer = definition_in(self.parent, key)
        if outer is not None and key not in _places(self):
            recorder.hidden.append((definition, outer))
        set_item(self, key, value, unevaluated)
        recorder.names.add(key)
        _places(self)[key] = definition

    def _getitem(self: Any, key: str) -> Any:
        if not dict.__contains__(self, key):
            return get_item(self, key)
        definition = _places(self).get(key)
        is_new = key in self.unevaluated
        value = get_item(self, key)
        if definition is not None:
            if is_new:
                definition.value = recorder.last
            recorder.use(definition)
        return value

    def _eval_literal(value: Any) -> Any:
        made = literal(value)
        if isinstance(value, SourceText) and type(made) is str and len(made) == len(value) - 2:
            return value.inner(made, 1)
        return made

    table._setitem, table.__getitem__, table._eval_literal = _setitem, _getitem, staticmethod(_eval_literal)


def definition_in(table: Any, key: str) -> XacroDefinition | None:
    """The definition that a name has in a table or outside of it."""
    while hasattr(type(table), "_resolve_"):
        found = _places(table).get(key)
        if found is not None:
            return found
        table = table.parent
    return None


def _places(table: Any) -> dict[str, XacroDefinition]:
    # asking for what a namespace does not have looks among its symbols
    places: dict[str, XacroDefinition] = vars(table).setdefault("_definitions", {})
    return places

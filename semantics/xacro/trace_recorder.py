"""What is remembered while a document is expanded: where it is at, how values come about, how much it has amounted to."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.dom.minidom import Element

from .located_text import Place, Text
from .meter import CHARACTERS_PER_STEP
from .trace_steps import Definition, Step, Value

if TYPE_CHECKING:
    from .meter import Meter
    from .trace_steps import Kind, Placed

STEPS_PER_WARNING = 100


class Fault(NamedTuple):
    """What ended the expansion."""

    error: BaseException
    place: Place | None
    step: Step | None
    """What led to the place."""
    used: tuple[Place, ...]
    """Texts whose evaluation led there."""
    uses: tuple[Definition, ...] = ()
    """What the text was going to be made of."""
    expression: str = ""
    """What could not be evaluated; empty where it was an element that could not be handled."""


class Warned(NamedTuple):
    """What is to be told of a place."""

    text: str
    place: Place | None
    step: Step | None


@dataclass(eq=False, slots=True)
class _Evaluation:
    text: str
    uses: list[Definition] = field(default_factory=list)
    start: int = 0
    end: int = 0


class Recorder:
    """Follows one expansion.

    Args:
        meter: counts what it costs.
    """

    def __init__(self, meter: Meter) -> None:
        self.meter = meter
        self.current: Placed | None = None
        """What is being handled."""
        self.fault: Fault | None = None
        self.warned: list[Warned] = []
        self.unread_variables: list[Warned] = []
        """Names of variables of the environment in whose place defaults were read."""
        self.last: Value | None = None
        """The evaluation that ended last."""
        self.used: set[str] = set()
        """Names of what was looked up."""
        self.hidden: list[tuple[Definition, Definition]] = []
        """Definitions that hide one outside, each with that one."""
        self.names: set[str] = set()
        """Names of properties and parameters."""
        self.declared: set[str] = set()
        """Names of arguments that the document declares."""
        self._fresh: Value | None = None
        self._evaluating: list[_Evaluation] = []

    def step_of(self, kind: Kind, at: Placed, name: str = "") -> Step | None:
        """A step that is written at an element."""
        return None if at.file is None else Step(kind, name, at.file, at.offset, at.chain())

    def begin(self, text: str) -> None:
        """A text is going to be evaluated."""
        self.meter.step(1 + len(text) / CHARACTERS_PER_STEP)
        self._evaluating.append(_Evaluation(text))

    def at(self, start: int, end: int) -> None:
        """A part of the text is going to be evaluated."""
        top = self._evaluating[-1]
        top.start, top.end = start, end

    def end(self, is_through: bool) -> None:
        """The text was evaluated; ``is_through``: it is a name and nothing else."""
        done = self._evaluating.pop()
        if not isinstance(done.text, Text):
            if self._evaluating:
                self._evaluating[-1].uses += done.uses
            return
        through = done.uses[0] if is_through and len(done.uses) == 1 else None
        self.last = Value(done.text, tuple(dict.fromkeys(done.uses)), through)
        self._fresh = self.last if done.uses else None

    def give_up(self, error: BaseException) -> None:
        """The text could not be evaluated."""
        failed = self._evaluating.pop()
        if not isinstance(failed.text, Text) and self._evaluating:
            self._evaluating[-1].uses += failed.uses
        if isinstance(failed.text, Text) and self.fault is None:
            place = failed.text.part(failed.start, failed.end)
            outer = tuple(
                each.text.part(each.start, each.end)
                for each in reversed(self._evaluating)
                if isinstance(each.text, Text)
            )
            expression = failed.text[failed.start : failed.end]
            self.fault = Fault(error, place, self._led(), outer, tuple(dict.fromkeys(failed.uses)), expression)

    def fail(self, error: BaseException, at: Placed | None, place: Place | None = None) -> None:
        """An element could not be handled; what was noted inside of it counts."""
        if self.fault is None:
            place = place or (None if at is None else at.place)
            self.fault = Fault(error, place, None if at is None else at.chain(), ())

    def use(self, definition: Definition) -> None:
        """A value was looked up by its name."""
        self.used.add(definition.name)
        if self._evaluating:
            self._evaluating[-1].uses.append(definition)

    def take_value(self) -> Value | None:
        """How the text came about that was just evaluated, where it took other values."""
        fresh, self._fresh = self._fresh, None
        return fresh

    def warn(self, text: str) -> None:
        """Notes a warning of what is being handled."""
        self.meter.step(STEPS_PER_WARNING)
        self.warned.append(Warned(self.meter.keep(text), self._place(), self._led()))

    def hide_variable(self, name: str) -> None:
        """Notes that a variable of the environment is not read, though it might be set."""
        self.meter.step(STEPS_PER_WARNING)
        self.unread_variables.append(Warned(name, self._place(), self._led()))

    def _place(self) -> Place | None:
        """The innermost expression that is being evaluated, or else the element."""
        place = next(
            (
                each.text.part(each.start, each.end)
                for each in reversed(self._evaluating)
                if isinstance(each.text, Text)
            ),
            None,
        )
        return place or (None if self.current is None else self.current.place)

    def _led(self) -> Step | None:
        return None if self.current is None else self.current.chain()


class Arguments(dict[str, str]):
    """The arguments of a document, which note who looks them up.

    Args:
        given: those of the caller.
        recorder: is told.
    """

    def __init__(self, given: dict[str, str], recorder: Recorder) -> None:
        super().__init__(given)
        self._recorder = recorder
        self._known = {name: Definition(name, None) for name in given}

    def __getitem__(self, name: str) -> str:
        value = super().__getitem__(name)
        self._recorder.use(self._known[name])
        return value

    def __setitem__(self, name: str, value: str) -> None:
        last = self._recorder.last
        self._known[name] = Definition(name, None if last is None else last.text, last)
        super().__setitem__(name, value)


def origins(value: Value) -> Iterator[Definition]:
    """The definition whose value something is, that which this is the value of, and so on."""
    through = value.through
    while through is not None:
        yield through
        through = None if through.value is None else through.value.through


def symbols_noting(table: Any, recorder: Recorder) -> None:
    """Makes xacro's tables of symbols note where values are written, and who looks them up.

    Args:
        table: the class, which is one expansion's own.
        recorder: is told.
    """
    set_item, get_item, literal = table._setitem, table.__getitem__, table._eval_literal

    def _setitem(self: Any, key: str, value: Any, unevaluated: bool) -> None:
        last = recorder.last
        if isinstance(value, Text):
            definition = Definition(key, value)
        elif isinstance(value, Element):
            definition = Definition(key, None)
        else:
            definition = Definition(key, None if last is None else last.text, last)
        outer = _definition_of(self.parent, key)
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
        if isinstance(value, Text) and type(made) is str and len(made) == len(value) - 2:
            return Text.at(made, value.file, value.offset, value.attribute, value.skipped + 1)
        return made

    table._setitem, table.__getitem__, table._eval_literal = _setitem, _getitem, staticmethod(_eval_literal)


def definition_in(table: Any, key: str) -> Definition | None:
    """The definition that a name has in a table or outside of it."""
    return _definition_of(table, key)


def _definition_of(table: Any, key: str) -> Definition | None:
    while hasattr(type(table), "_resolve_"):
        found = _places(table).get(key)
        if found is not None:
            return found
        table = table.parent
    return None


def _places(table: Any) -> dict[str, Definition]:
    # asking for what a namespace does not have looks among its symbols
    places: dict[str, Definition] = vars(table).setdefault("_definitions", {})
    return places

"""The functions, methods and attributes that expressions of xacro may use, and what each costs.

All else is hidden. A function that makes no more than it is given is called once that is counted; others have a rule here
that knows how much they make, or does step by step what they do at once.
"""

from __future__ import annotations

import builtins
import math
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial, reduce
from string import Formatter
from types import FunctionType
from typing import TYPE_CHECKING, Any

from ...diagnostics.records import dataclass
from ...runtime.patterns import compile_pattern
from .meter import COMPARISONS_PER_STEP, CONTAINERS, ITEMS_PER_STEP, STEPS_PER_CALL, VIEWS, Meter

if TYPE_CHECKING:
    Rule = Callable[["Functions", Any, tuple[Any, ...], dict[str, Any]], Any]
    """Calls a function, or a method bound to its owner, with what it is given, and counts that before."""

FILE_NAME = "<expression>"
"""Where the code of expressions says that it comes from."""

_EVALUATED = (
    "abs all any bool chr complex dict divmod enumerate filter float frozenset hash hex int isinstance issubclass len "
    "list map max min oct ord range repr reversed round set slice sorted str sum tuple zip"
)
BUILTINS = {name: getattr(builtins, name) for name in _EVALUATED.split()}
"""What ``$(eval …)`` may call besides its own functions: nothing that reaches out of the document."""

_CONVERSION = compile_pattern(r"%(?:\([^()]*\))?[#0 +-]*(\*|\d*)(?:\.(\*|\d*))?[hlL]?[^(]", re.DOTALL)
_NUMBER = compile_pattern(r"\d+")
HASH_BITS = 61
"""Whole numbers of fewer bits are their own hashes."""
_DIGITS = 10
"""Of a width: a longer one is too large by far."""


class Forbidden(Exception):
    """An expression uses what is hidden from it."""


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class Method:
    """A method as expressions get it: of a value, or of a class, which takes the value first."""

    functions: Functions
    owner: Any
    name: str

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        """What the method answers."""
        return self.functions.call(self, *arguments, **keywords)


class Functions:
    """What the expressions of one document may call, the functions of ``module`` among it if they get hold of them."""

    def __init__(self, meter: Meter, module: Mapping[str, Any]) -> None:
        self.meter, self._module = meter, module
        self._rules: dict[Any, Rule] = dict(_RULES)

    def allow(self, function: Any) -> None:
        """Lets expressions call a function whose cost follows from what it is given, or from the function it wraps."""
        self._rules.setdefault(function, self._rules.get(_unwrap_function(function), _plain))

    def call(self, function: Any, /, *arguments: Any, **keywords: Any) -> Any:
        """What a call answers; raises ``Forbidden`` where it calls what is hidden."""
        self.meter.step(STEPS_PER_CALL)
        if isinstance(function, Method):
            return self._call_method(function, arguments, keywords)
        if isinstance(function, FunctionType) and function.__code__.co_filename == FILE_NAME:
            return self.meter.keep(function(*arguments, **keywords))
        rule = self._rule_of(function)
        answer = rule(self, function, arguments, keywords)
        return answer if rule is _at_once else self.meter.keep(answer)

    def get(self, value: Any, name: str) -> Any:
        """An attribute; raises ``Forbidden`` where it is hidden."""
        is_class = isinstance(value, type)
        kind = value if is_class else _kind_of(value)
        if name in _METHODS.get(kind, ()):
            return Method(self, value, name)
        if not is_class:
            if name in _PLAIN.get(kind, ()):
                return getattr(value, name)
            if isinstance(value, dict) and type(value) is not dict:  # a namespace, or what YAML holds
                try:
                    return value[name]
                except KeyError:
                    raise NameError(f"name '{name}' is not defined") from None
        if hasattr(value, name):
            raise Forbidden(name)
        return getattr(value, name)

    def count_argument(self, value: Any) -> Any:
        """An argument that is going to be gone through, once that is counted, or as it goes on."""
        return self.meter.count_values(value) if hasattr(type(value), "__next__") else self.meter.touch(value)

    def set_of(self, values: Iterable[Any]) -> set[Any]:
        """A set of values that are counted, with what it takes to compare those that have one hash."""
        found: set[Any] = set()
        alike: dict[int, int] = {}
        for value in values:
            before = len(found)
            found.add(value)
            if len(found) > before:
                self._count_alike(alike, value)
        return found

    def dict_of(self, pairs: Iterable[Any]) -> dict[Any, Any]:
        """The same of keys with their values."""
        found: dict[Any, Any] = {}
        alike: dict[int, int] = {}
        for key, value in pairs:
            before = len(found)
            found[key] = value
            if len(found) > before:
                self._count_alike(alike, key)
        return found

    def layout(self, layout: str) -> str:
        """The format of a value, once its width is counted."""
        self.expect_widths(_NUMBER.findall(layout))
        return layout

    def percent(self, text: str | bytes, values: Any) -> Any:
        """The value of ``text % values``."""
        self.meter.touch(values)
        shown = text if isinstance(text, str) else text.decode("latin-1")
        conversions = _CONVERSION.findall(shown)
        given = values if isinstance(values, tuple) else (values,)
        widest = str(max((abs(each) for each in given if isinstance(each, int)), default=0) % 10**_DIGITS)
        widths = [widest if each == "*" else each for pair in conversions for each in pair if each]
        rest = _CONVERSION.sub("", shown)
        self.expect_widths(widths + (_NUMBER.findall(rest) if "%" in rest else []))
        if isinstance(values, dict):
            self.meter.expect_items(len(conversions) * self.meter.items(values))
        return self.meter.keep(text % values)

    def expect_widths(self, widths: Iterable[str]) -> None:
        """Makes sure that a text may have all these widths together."""
        width = sum(int(each[:_DIGITS]) for each in widths)
        self.meter.expect_items(width)
        self.meter.spend_bytes(width)

    def _rule_of(self, function: Any) -> Rule:
        try:
            rule = self._rules.get(function)
        except TypeError:  # a list, or another value that is no function
            rule = None
        if rule is not None:
            return rule
        if isinstance(function, FunctionType) and function.__globals__ is self._module:
            return _plain
        if callable(function):
            raise Forbidden(getattr(function, "__name__", type(function).__name__))
        return _at_once  # which says what it is instead

    def _call_method(self, method: Method, arguments: tuple[Any, ...], keywords: dict[str, Any]) -> Any:
        owner, name = method.owner, method.name
        kind = owner if isinstance(owner, type) else _kind_of(owner)
        if owner is kind and name not in _STATIC:
            if not arguments or not isinstance(arguments[0], kind):
                raise TypeError(f"{kind.__name__}.{name} takes a {kind.__name__}")
            owner, *rest = arguments
            arguments = tuple(rest)
        rule = _METHODS[kind][name]
        function = getattr(owner, name)
        if rule in (_at_once, _add):
            return rule(self, function, arguments, keywords)
        self.meter.touch(owner)
        return self.meter.keep(rule(self, function, arguments, keywords))

    def expect_product(self, left: Any, right: Any) -> None:
        """Makes sure that two numbers may be multiplied, where both are whole."""
        if isinstance(left, int) and isinstance(right, int):
            self.meter.step(left.bit_length() / COMPARISONS_PER_STEP)
            self.meter.expect_bits(left.bit_length() + right.bit_length())

    def _count_alike(self, alike: dict[int, int], value: Any) -> None:
        number = hash(value)
        count = alike[number] = alike.get(number, 0) + 1
        if count > 1:
            self.meter.step(count)


def _plain(functions: Functions, function: Any, arguments: Any, keywords: Any) -> Any:
    given = {name: functions.count_argument(value) for name, value in keywords.items()}
    return function(*map(functions.count_argument, arguments), **given)


def _at_once(functions: Functions, function: Any, arguments: Any, keywords: Any) -> Any:
    """Looks at nothing inside of what it is given."""
    return function(*arguments, **keywords)


def _call_with_callbacks(functions: Functions, function: Any, arguments: Any, keywords: Any) -> Any:
    """Calls what it is given, among it functions that are to be counted, too."""

    def wrap_callback(value: Any) -> Any:
        return partial(functions.call, value) if callable(value) else functions.count_argument(value)

    return function(*map(wrap_callback, arguments), **{name: wrap_callback(value) for name, value in keywords.items()})


def _type(functions: Functions, function: Any, arguments: Any, keywords: Any) -> Any:
    if len(arguments) != 1 or keywords:
        raise Forbidden("type")  # a new class
    return type(arguments[0])


def _text(functions: Functions, function: Any, arguments: Any, keywords: Any) -> Any:
    if len(arguments) + len(keywords) > 1:
        raise Forbidden("str")  # of bytes, by the module of a codec
    for value in (*arguments, *keywords.values()):
        functions.meter.touch(value)
    return function(*arguments, **keywords)


def _range(functions: Functions, function: Any, arguments: Any, keywords: Any) -> Any:
    made = function(*arguments, **keywords)
    functions.meter.expect_items((abs(made.stop - made.start) + abs(made.step) - 1) // abs(made.step) if made else 0)
    return made


def _round(functions: Functions, function: Any, arguments: Any, keywords: Any) -> Any:
    digits = arguments[1] if len(arguments) > 1 else keywords.get("ndigits")
    if isinstance(digits, int):
        functions.meter.expect_bits(-4 * digits)
    return function(*arguments, **keywords)


def _factorial(functions: Functions, function: Any, arguments: Any, keywords: Any) -> Any:
    """A factorial and its like, which multiply so many whole numbers."""
    of, *count = [each for each in arguments if each is not None] or [0]
    if all(isinstance(each, int) for each in (of, *count)):
        functions.meter.expect_bits(min(of, *count, of) * of.bit_length())
    return function(*arguments, **keywords)


def _product(functions: Functions, function: Any, arguments: Any, keywords: Any) -> Any:
    def times(left: Any, right: Any) -> Any:
        if not isinstance(left, (int, float, complex)) or not isinstance(right, (int, float, complex)):
            raise TypeError("a product is one of numbers")
        functions.expect_product(left, right)
        return function((right,), start=left)

    (values,) = arguments
    return reduce(times, functions.count_argument(values), keywords.get("start", 1))


def _multiple(functions: Functions, function: Any, arguments: Any, keywords: Any) -> Any:
    """The least common multiple, of two numbers at a time."""

    def of_two(left: Any, right: Any) -> Any:
        functions.expect_product(left, right)
        return function(left, right)

    return reduce(of_two, arguments, 1)


def _sum(functions: Functions, function: Any, arguments: Any, keywords: Any) -> Any:
    (values, *start) = arguments
    values, start = list(functions.count_argument(values)), [*start, *keywords.values()]
    if any(isinstance(each, CONTAINERS) for each in (*values, *start)):
        # each sum on the way is a list
        return reduce(lambda left, right: functions.meter.keep(left + right), values, *start or [0])
    return function(values, *start)


def _make_set(functions: Functions, function: Any, arguments: Any, keywords: Any) -> Any:
    return function(*(functions.set_of(functions.count_argument(each)) for each in arguments), **keywords)


def _dict(functions: Functions, function: Any, arguments: Any, keywords: Any) -> Any:
    tables = (
        functions.count_argument(each) if isinstance(each, dict) else functions.dict_of(functions.count_argument(each))
        for each in arguments
    )
    return function(*tables, **keywords)


def _add(functions: Functions, function: Any, arguments: Any, keywords: Any) -> Any:
    """Adds to a set or dictionary, where values other than texts and common numbers may be made to have one hash."""
    for value in arguments[:1]:
        if not isinstance(value, (str, float)) and not (isinstance(value, int) and value.bit_length() < HASH_BITS):
            functions.meter.step(len(function.__self__) / ITEMS_PER_STEP)
    return function(*arguments, **keywords)


def _from_keys(functions: Functions, function: Any, arguments: Any, keywords: Any) -> Any:
    keys, *value = arguments
    return function(functions.dict_of((key, None) for key in functions.count_argument(keys)), *value)


def _pad(functions: Functions, function: Any, arguments: Any, keywords: Any) -> Any:
    for width in arguments[:1]:
        functions.meter.expect_items(width if isinstance(width, int) else 0)
    return function(*arguments, **keywords)


def _expand_tabs(functions: Functions, function: Any, arguments: Any, keywords: Any) -> Any:
    for width in (*arguments, *keywords.values()):
        functions.meter.expect_items(function.__self__.count("\t") * width if isinstance(width, int) else 0)
    return function(*arguments, **keywords)


def _replace(functions: Functions, function: Any, arguments: Any, keywords: Any) -> Any:
    owner = function.__self__
    if len(arguments) > 1 and all(isinstance(each, str) for each in arguments[:2]):
        functions.meter.expect_items(len(owner) + owner.count(arguments[0]) * len(arguments[1]))
    return function(*arguments, **keywords)


def _join(functions: Functions, function: Any, arguments: Any, keywords: Any) -> Any:
    (values,) = arguments
    parts = list(functions.count_argument(values))
    functions.meter.expect_items(sum(len(function.__self__) + len(each) for each in parts if isinstance(each, str)))
    return function(parts)


def _translate(functions: Functions, function: Any, arguments: Any, keywords: Any) -> Any:
    (table,) = map(functions.count_argument, arguments)
    if not isinstance(table, (dict, list, tuple, str)):
        raise Forbidden("translate")
    texts = table.values() if isinstance(table, dict) else table
    longest = max((len(each) for each in texts if isinstance(each, str)), default=1)
    functions.meter.expect_items(len(function.__self__) * longest)
    return function(table)


def _search(functions: Functions, function: Any, arguments: Any, keywords: Any) -> Any:
    """Searches from the end, or for any of some letters, which may compare each letter with each."""
    for each in (*arguments, *keywords.values()):
        if isinstance(each, str):
            functions.meter.step(len(function.__self__) * len(each) / COMPARISONS_PER_STEP)
    return function(*arguments, **keywords)


def _format(functions: Functions, function: Any, arguments: Any, keywords: Any) -> Any:
    return _Layout(functions).vformat(function.__self__, arguments, keywords)


def _format_map(functions: Functions, function: Any, arguments: Any, keywords: Any) -> Any:
    (mapping,) = arguments
    return _Layout(functions).vformat(function.__self__, (), mapping)


class _Layout(Formatter):
    """``str.format`` without a way to attributes, which counts what it makes."""

    def __init__(self, functions: Functions) -> None:
        self._functions = functions

    def get_field(self, field_name: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        if "." in field_name.partition("[")[0] or "]." in field_name:
            raise Forbidden(field_name)
        self._functions.meter.step(STEPS_PER_CALL)
        value, used = super().get_field(field_name, args, kwargs)
        return self._functions.meter.touch(value), used

    def format_field(self, value: Any, format_spec: str) -> Any:
        return self._functions.meter.keep(format(value, self._functions.layout(format_spec)))


def _kind_of(value: Any) -> Any:
    return next((kind for kind in _METHODS if isinstance(value, kind)), None)


def _unwrap_function(function: Any) -> Any:
    """The function that one of xacro's wrappers calls, once it has warned."""
    names = getattr(getattr(function, "__code__", None), "co_freevars", ())
    return function.__closure__[names.index("f")].cell_contents if "f" in names else None


def _by_name(rules: dict[Rule, str]) -> dict[str, Rule]:
    return {name: rule for rule, names in rules.items() for name in names.split()}


_SET_METHODS: dict[Rule, str] = {
    _plain: "copy",
    _make_set: "union intersection difference symmetric_difference issubset issuperset isdisjoint",
}
_TEXT_METHODS: dict[Rule, str] = {
    _plain: "capitalize casefold count endswith find index isalnum isalpha isascii isdecimal isdigit isidentifier "
    "islower isnumeric isprintable isspace istitle isupper lower maketrans partition removeprefix removesuffix split "
    "splitlines startswith swapcase title upper",
    _search: "rfind rindex rpartition rsplit strip lstrip rstrip",
    _pad: "ljust rjust center zfill",
    _expand_tabs: "expandtabs",
    _replace: "replace",
    _join: "join",
    _translate: "translate",
    _format: "format",
    _format_map: "format_map",
}
_LIST_METHODS: dict[Rule, str] = {
    _plain: "clear copy count extend index insert remove reverse",
    _at_once: "append pop",
    _call_with_callbacks: "sort",
}
_DICT_METHODS: dict[Rule, str] = {
    _plain: "clear copy",
    _at_once: "get items keys pop popitem values",
    _add: "setdefault",
    _dict: "update",
    _from_keys: "fromkeys",
}
_SET_UPDATES: dict[Rule, str] = {
    _make_set: "update intersection_update difference_update symmetric_difference_update",
    _at_once: "discard pop remove",
    _add: "add",
    _plain: "clear",
}
_METHODS: dict[Any, dict[str, Rule]] = {
    str: _by_name(_TEXT_METHODS),
    list: _by_name(_LIST_METHODS),
    tuple: _by_name({_plain: "count index"}),
    dict: _by_name(_DICT_METHODS),
    set: {**_by_name(_SET_METHODS), **_by_name(_SET_UPDATES)},
    frozenset: _by_name(_SET_METHODS),
    **dict.fromkeys(VIEWS, _by_name({_make_set: "isdisjoint"})),
    range: _by_name({_plain: "count index"}),
    slice: _by_name({_plain: "indices"}),
    int: _by_name({_plain: "as_integer_ratio bit_count bit_length conjugate is_integer"}),
    float: _by_name({_plain: "as_integer_ratio conjugate fromhex hex is_integer"}),
    complex: _by_name({_plain: "conjugate"}),
}
"""Methods with their rules, by the kind of what has them."""
_PLAIN: dict[Any, tuple[str, ...]] = {
    **dict.fromkeys((range, slice), ("start", "stop", "step")),
    int: ("real", "imag", "numerator", "denominator"),
    **dict.fromkeys((float, complex), ("real", "imag")),
}
"""Attributes that are plain values, by the kind of what has them."""
_STATIC = frozenset({"fromhex", "fromkeys", "maketrans"})

_RULES: dict[Any, Rule] = {
    **dict.fromkeys(BUILTINS.values(), _plain),
    **dict.fromkeys((value for name, value in vars(math).items() if callable(value) and name[0] != "_"), _plain),
    **dict.fromkeys((bool, isinstance, issubclass, len), _at_once),
    **dict.fromkeys((filter, map, max, min, sorted), _call_with_callbacks),
    **dict.fromkeys((math.factorial, math.comb, math.perm), _factorial),
    **dict.fromkeys((frozenset, set), _make_set),
    **dict.fromkeys((repr, str), _text),
    dict: _dict,
    math.lcm: _multiple,
    math.prod: _product,
    range: _range,
    round: _round,
    sum: _sum,
    type: _type,
}
"""How functions are called that every document has."""

"""A copy of the package ``xacro`` for each expansion, which reports places, reads by ``Files`` and knows bounds.

Nothing of the copy is shared: neither with other threads, nor with a program that uses the package itself. Its modules
are executed anew, with functions of ours in the place of those that open files, evaluate expressions and handle elements.
"""

from __future__ import annotations

import builtins
import os
import re
from collections.abc import Callable, Iterator
from functools import cache, partial
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any
from xml import dom, parsers
from xml.dom import minidom

from ...diagnostics import rules
from ...diagnostics.render.printable import printable
from ...runtime.files import FILES, Files, Unreadable
from ...runtime.patterns import compile_pattern
from .functions import BUILTINS, Functions
from .located_text import NotWellFormed, SourceText, XacroFile
from .located_tree import Builder, PlacedElement
from .parameters import PARAMETER
from .sandbox import Bounds
from .trace_recorder import Arguments, Evaluation, MacroStep, Recorder, definition_in, symbols_noting

if TYPE_CHECKING:
    from ...diagnostics.rule import Rule
    from .meter import Meter

PACKAGE = "xacro"
MODULES = ("xmlutils", "substitution_args", "__init__")
MOST_BYTES = 1 << 24
"""Of a module."""
MOST_INCLUDES = 100
"""Files that are being read at once, each included by the one before it."""
_SINGLE_REFERENCE = compile_pattern(r"\s*\$(?:\{\s*[A-Za-z_]\w*\s*\}|\(\s*arg\s+[^\s()]+\s*\))\s*")
_WITH_DEFAULT = compile_pattern(r"\s*[^\s:=]+\s*:?=")
STEPS_PER_LETTER_OF_YAML = 2
BITS_OF_DIGIT = 4
MOST_QUOTES = 12
"""In a list of parameters that has to be read just as xacro does."""


class Refused(Exception):
    """A document asks for what it does not get, such as a package; the arguments are those of the finding about it."""

    def __init__(self, rule: Rule, **arguments: Any) -> None:
        super().__init__(*arguments.values())
        self.rule, self.arguments = rule, arguments


class UnknownPackage(Refused):
    """A package is not found, which a file asks for."""

    def __init__(self, package: str, asking: str | None) -> None:
        super().__init__(rules.UNKNOWN_PACKAGE, package=package)
        self.asking = asking


class FileNotRead(Refused):
    """A file is not read."""


@cache
def _codes() -> dict[str, Any] | None:
    """The code of each module; None where the package is not installed, or is another one."""
    try:
        found = find_spec(PACKAGE)
        folders = list(found.submodule_search_locations or ()) if found is not None else []
        if not folders:
            return None
        paths = {name: os.path.join(folders[0], f"{name}.py") for name in MODULES}
        return {name: compile(FILES.read(path, MOST_BYTES), path, "exec") for name, path in paths.items()}
    except (ImportError, Unreadable, SyntaxError, ValueError):
        return None


def is_installed() -> bool:
    """Whether there is a package ``xacro`` to expand documents with."""
    return _codes() is not None


class Engine:
    """One expansion.

    Args:
        read: reads a file, or raises ``FileNotRead``.
        package: the folder of a package that a file asks for; None where there is none.
        variable: the value of a variable of the environment, None where it is not set; or raises ``Refused``.
    """

    def __init__(
        self,
        files: Files,
        read: Callable[[str], XacroFile],
        package: Callable[[str, str | None], str | None],
        variable: Callable[[str], str | None],
        arguments: dict[str, str],
        recorder: Recorder,
    ) -> None:
        self._files, self._read, self._package, self._variable = files, read, package, variable
        self.recorder, self._meter = recorder, recorder.meter
        self.arguments = Arguments(arguments, recorder)
        self.element: type[PlacedElement] = type("Element", (PlacedElement,), {"recorder": recorder})

        # expressions call these by the names that they have here
        def warning(*words: Any, **_: Any) -> None:
            recorder.warn(" ".join(map(str, words)))

        def error(*words: Any, **_: Any) -> None:
            warning(*words)

        self._modules: dict[str, ModuleType] = {
            "cli": _module("cli", {"process_args": None}),
            "color": _module("color", {"message": message, "warning": warning, "error": error}),
        }
        codes = _codes()
        assert codes is not None, "the package was looked for before"
        own = {**vars(builtins), "__import__": self._import_module, "open": None, "print": message}
        for name in MODULES:
            self._modules[name] = _module(name, {"__builtins__": own, "__package__": PACKAGE})
            exec(codes[name], vars(self._modules[name]))  # noqa: S102 - the installed package's own code
        self.xacro: Any = self._modules["__init__"]
        self._refit()

    def expand(self, top: XacroFile, name: str) -> Any:
        """The tree of a file, expanded; whatever ends the expansion is raised, and the recorder has the fault.

        ``name`` is what the file is called; for a text a name in the folder that it is as seen from.
        """
        self.xacro.init_stacks(name)
        document = self._tree(top, None)
        try:
            self.xacro.process_doc(document, mappings=self.arguments, verbosity=0)
        except Exception:
            self.recorder.fail(document.documentElement)
            raise
        return document

    def banner(self, document: Any, name: str) -> None:
        """Puts the comments before the root that the command writes there."""
        rule, dashes = f" {'=' * 83} ", re.sub(r"-+", "-", printable(name))
        words = (
            f" |    This document was autogenerated by xacro from {dashes:<30} | ",
            f" |    EDITING THIS FILE BY HAND IS NOT RECOMMENDED  {'':<30} | ",
        )
        first = document.firstChild
        for comment in (rule, *words, rule):
            document.insertBefore(minidom.Comment(comment), first)

    def _import_module(
        self, name: str, globals: Any = None, locals: Any = None, names: Any = (), level: int = 0
    ) -> Any:
        if level:
            return self._modules[name]
        if name.startswith("xml."):
            # as far as the package uses it, which would else change the library's own class
            trees = SimpleNamespace(**{**vars(minidom), "Element": self.element})
            nodes = SimpleNamespace(minidom=trees, Node=dom.Node, NotFoundErr=dom.NotFoundErr)
            return SimpleNamespace(dom=nodes, parsers=parsers)
        if name == "glob":
            return SimpleNamespace(glob=self._files.find_matching)
        return builtins.__import__(name, globals, locals, names or (), level)

    def _refit(self) -> None:
        xacro, substitution = self.xacro, self._modules["substitution_args"]
        symbols_noting(xacro.Table, self.recorder)
        substitution.eval = self._evaluate_expression  # type: ignore[attr-defined]
        own = {"find": self._find_package, "env": self._environment, "optenv": self._optional_environment}
        for name, function in own.items():
            setattr(substitution, f"_eval_{name}", function)
        substitution._eval_dict.update(own)
        xacro.print_location = message  # findings have places
        xacro.safe_eval = self._safe_eval
        xacro.eval_text = self._eval_text
        xacro.load_yaml = self._load_yaml
        xacro.parse = self._parse
        xacro.tokenize = _tokenize(xacro.tokenize)
        xacro.parse_macro_arg = partial(self._parse_parameter, xacro.parse_macro_arg)
        for name in ("check_attrs", "reqd_attrs"):
            setattr(xacro, name, partial(self._check_attributes, getattr(xacro, name)))
        for name in ("eval_all", "handle_macro_call", "process_include"):
            setattr(xacro, name, partial(self._handle, getattr(xacro, name), name))
        xacro.eval_default_arg = partial(self._evaluate_default, xacro.eval_default_arg)
        xacro.eval_extension = partial(self._evaluate_extension, xacro.eval_extension)
        # what was made of the functions as they were
        symbols = xacro.create_global_symbols()
        functions = Functions(self._meter, vars(substitution))
        for function in (*own.values(), *_functions_in(symbols)):
            functions.allow(function)
        self._bounds = Bounds(functions)
        xacro._global_symbols = {**symbols, **self._bounds.names}
        # the first of its patterns that matches is the token, and its name is the kind
        lexer = xacro.LEXER
        kinds = {number: name for name, number in vars(lexer).items() if isinstance(number, int)}
        patterns = (f"(?P<{kinds[number]}>{each.pattern.removeprefix('^')})" for number, each in enumerate(lexer.res))
        self._match_token = re.compile("|".join(patterns)).match

    def _check_attributes(self, function: Any, tag: PlacedElement, *arguments: Any) -> Any:
        self.recorder.current = tag
        found = function(tag, *arguments)
        if tag.tagName == "xacro:arg" and tag.hasAttribute("name"):
            self.recorder.declared.add(tag.getAttribute("name"))
        return found

    def _handle(self, function: Any, name: str, node: PlacedElement, *arguments: Any) -> Any:
        """Handles an element by one of xacro's functions, and leaves what is current as it was."""
        recorder = self.recorder
        if name == "handle_macro_call" and not node.tagName.startswith("xacro:"):
            return False
        before, recorder.current = recorder.current, node
        try:
            done = function(node, *arguments)
        except Exception as error:
            # an element of its own, such as a condition, is in the one that is gone through
            at = recorder.current if name == "eval_all" else node
            unknown = re.match(r'Invalid parameter "(.*)"$', str(error.args[0]) if error.args else "")
            recorder.fail(at, at.attribute_place(unknown[1]) if at is not None and unknown is not None else None)
            raise
        finally:
            recorder.current = before
        if name == "process_include":
            recorder.fault = None  # a file that may be missing was
        return done

    def _parse(self, inp: Any, filename: str | None = None) -> Any:
        if inp is not None:
            raise TypeError("files alone are read")
        stack, current = self.xacro.filestack, self.recorder.current
        try:
            if len(stack) > MOST_INCLUDES:
                raise RecursionError
            file = self._read(str(filename))
        except FileNotRead as error:
            stack.pop()
            absent = OSError(str(error))
            absent.__cause__ = error
            raise self.xacro.XacroException(str(error), exc=absent) from error
        led = None if current is None else self.recorder.step_of("included here", current)
        return self._tree(file, led)

    def _tree(self, file: XacroFile, led: MacroStep | None) -> Any:
        try:
            return Builder(file, self.element, led).build_tree()
        except parsers.expat.ExpatError as error:
            words = str(error).partition(": line")[0]
            raise NotWellFormed(file, error.lineno, error.offset + 1, words) from None

    def _eval_text(self, text: str, symbols: Any) -> Any:
        recorder, meter = self.recorder, self._meter
        if isinstance(text, str) and text and "$" not in text:
            return recorder.pass_literal(text)
        recorder.begin(text)
        try:
            results: list[Any] = []
            part: tuple[int, int] | None = None
            place, length = 0, len(text)
            while place < length:
                match = self._match_token(text, place)
                recorder.at(place, length if match is None else match.end())
                if match is None or match.lastgroup is None:
                    raise self.xacro.XacroException("invalid expression: " + text[place:])
                known = recorder.count_uses()
                results.append(self._token(match.lastgroup, match[0], symbols))
                if results[-1] != "" and _SINGLE_REFERENCE.fullmatch(match[0]) is not None:
                    part = known, recorder.count_uses()
                place = match.end()
            value = results[0] if len(results) == 1 else meter.keep("".join(str(meter.touch(each)) for each in results))
            meter.characters(len(value) if isinstance(value, str) and value is not text else 0)
        except BaseException:
            recorder.give_up()
            raise
        # beside a prefix that is empty, a name is a name and nothing else
        recorder.end(part if sum(each != "" for each in results) == 1 else None)
        return value

    def _token(self, kind: str, token: str, symbols: Any) -> Any:
        if kind == "TEXT":
            return token
        xacro, inner = self.xacro, token[2:-1]
        if kind == "EXPR":
            try:
                return xacro.safe_eval(self._eval_text(inner, symbols), symbols)
            except Exception as error:
                suffix = f"{os.linesep}when evaluating expression '{inner}'"
                raise xacro.XacroException(exc=error, suffix=suffix) from error
        if kind == "EXTENSION":
            return xacro.eval_extension(f"$({self._eval_text(inner, symbols)})")
        return token[1:]

    def _safe_eval(self, expression: str, globals: Any, locals: Any = None) -> Any:
        globals.update(__builtins__={})
        return self._bounds.evaluate(expression, globals, locals)

    def _evaluate_expression(self, expression: str, globals: Any, locals: Any = None) -> Any:
        return self._bounds.evaluate(expression, {"__builtins__": BUILTINS, **self._bounds.names}, locals)

    def _find_package(self, package: str) -> str:
        folder = self._package(package, self.xacro.filestack[-1])
        if folder is None:
            raise UnknownPackage(package, self.xacro.filestack[-1])
        return folder

    def _environment(self, name: str) -> str:
        value = self._variable(name)
        if value is None:
            raise self._modules["substitution_args"].SubstitutionException(f"environment variable {name!r} is not set")
        return value

    def _optional_environment(self, name: str, default: str = "") -> str:
        try:
            value = self._variable(name)
        except Refused:
            self.recorder.hide_variable(name)
            value = None
        return default if value is None else value

    def _evaluate_extension(self, function: Any, text: str) -> Any:
        self.xacro.substitution_args_context["filename"] = self.xacro.filestack[-1]
        return function(text)

    def _evaluate_default(self, function: Any, forward: str | None, text: str | None, symbols: Any, macro: Any) -> Any:
        """The default of a parameter, which notes whose value it is."""
        recorder = self.recorder
        recorder.last = None
        value = function(forward, text, symbols, macro)
        outer = definition_in(symbols, forward) if recorder.last is None and forward is not None else None
        if outer is not None:
            recorder.last = Evaluation(None, (outer,), outer)
        return value

    def _parse_parameter(self, function: Any, text: str) -> Any:
        """A parameter of a macro, which keeps where its default is written."""
        found = PARAMETER.match(text)
        if found is None:
            quotes = text.count("'") + text.count('"')
            if quotes > MOST_QUOTES and _WITH_DEFAULT.match(text) is not None:
                raise self.xacro.XacroException("params with quotes that do not match")
            name, value, rest = function(text)
        else:
            name, default, rest = found["name"], found["default"] or None, found["rest"]
            if default is not None and isinstance(text, SourceText):
                default = text.inner(default, found.start("default"))
            value = (name if found["forward"] else None, default)
        return name, value, text.inner(rest, len(text) - len(rest)) if isinstance(text, SourceText) else rest

    def _load_yaml(self, filename: str) -> Any:
        yaml: Any = import_module("yaml")
        xacro, meter = self.xacro, self._meter
        # one of its own, so that the library's stays as it is
        loader: Any = type("Loader", (_CountedLoading, yaml.SafeLoader), {"meter": meter})
        for unit in xacro.ConstructUnits:
            loader.add_constructor(unit.value.tag, unit.constructor)
        path = xacro.abs_filename_spec(filename)
        try:
            text = self._read(path).text
        except FileNotRead as error:
            raise OSError(str(error)) from error
        xacro.filestack.append(path)
        try:
            meter.step(len(text) * STEPS_PER_LETTER_OF_YAML)
            content = yaml.load(text, loader)
            return xacro.YamlListWrapper.wrap(meter.keep(content))
        finally:
            xacro.filestack.pop()


class _CountedLoading:
    """What a loader of YAML does besides loading, so that short texts stay small; ``meter`` is set in a class made of it."""

    meter: Meter

    def flatten_mapping(self, node: Any) -> None:
        """Puts what a mapping is merged with into it, which may be large by then."""
        super().flatten_mapping(node)  # type: ignore[misc]
        self.meter.step(len(node.value))

    def construct_scalar(self, node: Any) -> Any:
        """Makes a text, of which a number may be made: of sexagesimal parts, or of so many digits."""
        if node.tag.endswith((":int", ":float")):
            self.meter.expect_bits(BITS_OF_DIGIT * len(node.value))
        return super().construct_scalar(node)  # type: ignore[misc]


def _functions_in(symbols: dict[str, Any]) -> Iterator[Any]:
    """Functions of xacro's own among the symbols that every document has; those of Python have rules of their own."""
    for value in symbols.values():
        if isinstance(value, dict):
            yield from _functions_in(value)
        elif callable(value) and value.__module__ != "builtins":
            yield value


def _module(name: str, content: dict[str, Any]) -> ModuleType:
    made = ModuleType(f"{PACKAGE}.{name}")
    vars(made).update(content)
    return made


def message(*_: Any, **__: Any) -> None:
    """Prints and reports nothing."""


def _tokenize(function: Any) -> Any:
    def tokenize(s: str, sep: str = ",; ", skip_empty: bool = True) -> Any:
        if re.search(r"[\[\]\\(]", sep):
            raise ValueError(f"{sep!r} does not separate words")
        return function(s, sep, skip_empty)

    return tokenize

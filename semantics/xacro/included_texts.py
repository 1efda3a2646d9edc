"""A text of xacro with the files that it includes, found without an expansion: also of a text that cannot be expanded."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING

from ...diagnostics.records import replace
from ...runtime.files import Unreadable
from ...runtime.patterns import compile_pattern
from ...runtime.source_lines import MOST_BYTES, decode
from ..resources.resolver import Finder, finder_for
from .written_names import EXPRESSION, WrittenNames, names_in_text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ..core.options import Options
    from .written_names import WrittenMacro, XacroName

MOST_FILES = 100
"""Files that a text may include."""
MOST_STEPS = 8
"""Properties of which one is the value of the one before it."""
_FIND = compile_pattern(r"\$\(\s*find\s+(?P<package>[\w.+-]+)\s*\)")
_ARGUMENT = compile_pattern(r"\$\(\s*arg\s+(?P<argument>[^\s()]+)\s*\)")
_PROPERTY = compile_pattern(r"\$\{\s*(?P<property>[A-Za-z_]\w*)\s*\}")
_FOLDER = compile_pattern(r"\$\(\s*(?:dirname|cwd)\s*\)")
_WILD = compile_pattern(r"[*?\[]")


class IncludedTexts:
    """A text and the files that it includes, and these in turn.

    Args:
        names: of the text.
        path: the file that the text is to be.
        options: what it is read with.

    Attributes:
        texts: the names in each file, by its real path; that of the text first.
        paths: how each file is called, by its real path.
        files: the files that each element of the text includes, by where its name is written.
    """

    def __init__(self, names: WrittenNames, path: str, options: Options) -> None:
        self._options = options
        self._arguments = dict(options.arguments)
        self._finders: dict[str, Finder] = {}
        self.texts: dict[str, WrittenNames] = {}
        self.paths: dict[str, str] = {}
        self.files: dict[tuple[int, int], list[str]] = {}
        self._add(names, os.path.abspath(path))

    def definitions(self, symbol: tuple[str, str, str]) -> Iterator[tuple[str, WrittenNames, XacroName]]:
        """Where something gets its name: the file, the names in it, and the name."""
        for real, names in self.texts.items():
            for each in names.names:
                if each.is_definition and each.symbol == symbol:
                    yield self.paths[real], names, each

    def macros(self) -> dict[str, WrittenMacro]:
        """The macros by their names."""
        return {each.name: each for names in reversed(self.texts.values()) for each in reversed(names.macros)}

    def names_of(self, kind: str, scopes: set[str]) -> dict[str, XacroName]:
        """What is defined of a kind, in some scopes, by its name."""
        found: dict[str, XacroName] = {}
        for names in self.texts.values():
            for each in names.names:
                if each.is_definition and each.kind == kind and each.scope in scopes:
                    found.setdefault(each.name, each)
        return found

    def _add(self, names: WrittenNames, path: str) -> None:
        real = self._options.files.real(path)
        if real in self.texts or len(self.texts) >= MOST_FILES:
            return
        is_first = not self.texts
        self.texts[real], self.paths[real] = names, path
        for include in names.includes:
            found = list(self._find_files(include.file, os.path.dirname(path)))
            if is_first:
                self.files[include.start, include.end] = found
            for each in found:
                try:
                    text = decode(self._options.files.read(each, MOST_BYTES))
                except (Unreadable, ValueError):
                    continue
                self._add(names_in_text(text), each)

    def _find_files(self, name: str, folder: str) -> Iterator[str]:
        filled = self.fill(name, folder)
        if filled is None:
            return
        files, path = self._options.files, os.path.normpath(os.path.join(folder, filled))
        if _WILD.search(path) is not None:
            yield from sorted(files.find_matching(path))
        elif files.is_file(path):
            yield path

    def fill(self, text: str, folder: str, steps: int = MOST_STEPS) -> str | None:
        """A text without its expressions; None where one of them is more than a name."""
        made: list[str] = []
        at = 0
        for found in EXPRESSION.finditer(text):
            value = self._evaluate(found[0], folder, steps) if steps else None
            if value is None:
                return None
            made += [text[at : found.start()], value]
            at = found.end()
        return "".join([*made, text[at:]])

    def _evaluate(self, expression: str, folder: str, steps: int) -> str | None:
        if _FOLDER.fullmatch(expression) is not None:
            return folder
        package = _FIND.fullmatch(expression)
        if package is not None:
            if folder not in self._finders:
                self._finders[folder] = finder_for(replace(self._options, base_dir=Path(folder)))
            found = self._finders[folder].find(f"package://{package['package']}", ())
            return None if found is None else os.path.normpath(found.file)
        argument = _ARGUMENT.fullmatch(expression)
        if argument is not None and argument["argument"] in self._arguments:
            return self._arguments[argument["argument"]]
        name = argument or _PROPERTY.fullmatch(expression)
        if name is None:
            return None
        symbol = (str(name.lastgroup), "", name[1])
        value = next((names.values[symbol] for names in self.texts.values() if symbol in names.values), None)
        return None if value is None else self.fill(re.sub('^"(.*)"$', r"\1", value), folder, steps - 1)

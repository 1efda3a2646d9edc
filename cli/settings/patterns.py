"""Patterns of files as ``.gitignore`` has them."""

from __future__ import annotations

import os
import re
import warnings
from collections.abc import Iterable, Iterator
from contextlib import suppress
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING

from ...runtime.patterns import compile_pattern

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


_TOKEN = compile_pattern(r"\(\?:\.\+/\)\?|\(\?:/\.\+\)\?/|\[\^/\]\*|\[\^?\]?(?:\\.|[^\]\\])*\]|\\.|.", re.DOTALL)
"""Parts of the regular expressions that pathspec makes: folders of any depth, any letters of a name, classes, letters."""
_FOLDERS = ("(?:.+/)?", "(?:/.+)?/")
_LETTERS = "[^/]*"
_TAIL = "(?:(?P<ps_d>/)|$)"


class Patterns:
    """Patterns that are as seen from a folder: ``*.sdf``, ``old/``, ``/models/**/test_*``.

    Args:
        patterns: the patterns; of several that match the last one counts, and ``!`` before one lets a file in again.
        home: the folder.
    """

    def __init__(self, patterns: Iterable[str], home: str) -> None:
        self._patterns = tuple(patterns)
        self._home = home

    def __bool__(self) -> bool:
        return bool(self._patterns)

    def has(self, path: str, *, is_folder: bool = False) -> bool:
        """Whether a pattern matches a file or folder, given by its absolute path, or a folder that it is in."""
        if not self._patterns:
            return False
        seen = self._relative_path(path, is_folder)
        return seen is not None and not seen.startswith(os.pardir) and compile_patterns(self._patterns).match_file(seen)

    def decide(self, path: str, *, is_folder: bool = False) -> bool | None:
        """Whether a file or folder is let out, True, or in again, False; None where no pattern matches."""
        seen = self._relative_path(path, is_folder)
        return None if seen is None else compile_patterns(self._patterns).check_file(seen).include

    def _relative_path(self, path: str, is_folder: bool) -> str | None:
        """A file or folder as patterns speak of it; None on another drive than theirs."""
        try:
            return os.path.relpath(path, self._home).replace(os.sep, "/") + ("/" if is_folder else "")
        except ValueError:
            return None


@cache
def compile_patterns(patterns: tuple[str, ...]) -> GitIgnoreSpec:
    """What matches paths."""
    from pathspec import GitIgnoreSpec

    made = []
    for pattern in patterns:
        with suppress(ValueError), warnings.catch_warnings():  # what is no pattern matches nothing, as git has it
            warnings.simplefilter("ignore", FutureWarning)  # of brackets in brackets
            for each in GitIgnoreSpec.from_lines([pattern]).patterns:
                if each.regex is not None:
                    each.regex = re.compile(without_search(each.regex.pattern))
                    made.append(each)
    return GitIgnoreSpec(made)


def without_search(expression: str) -> str:
    """A regular expression of pathspec that matches the same, in time that grows with the pattern times the path.

    Where ``*`` or ``**`` is followed by another of its kind, the first place at which what stands between them fits is as good
    as any later one; unless it is stopped, ``re`` tries all of them, and for each all of the next.
    """
    body, tail = expression.removesuffix(_TAIL), expression[len(expression.removesuffix(_TAIL)) :]
    tokens = _TOKEN.findall(body)
    numbers = iter(range(len(tokens)))
    folders = [at for at, token in enumerate(tokens) if token in _FOLDERS]
    made, start = "", 0
    for at, end in pairwise(folders):
        made += _segments(tokens[start:at], numbers)
        first = "(?:.+?/)??" if tokens[at] == _FOLDERS[0] else "(?:/.+?)??/"
        made += _first_fit(first + _segments(tokens[at + 1 : end], numbers) + "(?=/)", numbers)
        start = end
    return made + _segments(tokens[start:], numbers) + tail


def _segments(tokens: list[str], numbers: Iterator[int]) -> str:
    """Names in a path, in which each ``*`` but the last is taken as far as the first place where what follows it fits."""
    made, at = "", 0
    # a class has no slash, as git has it
    tokens = [
        f"(?!/){token}" if token.startswith("[^") and token not in (_LETTERS, "[^/]") else token for token in tokens
    ]
    while at < len(tokens):
        end = at + 1
        if tokens[at] == _LETTERS:
            while end < len(tokens) and tokens[end] != _LETTERS and not _ends_name(tokens[end]):
                end += 1
            if end < len(tokens) and tokens[end] == _LETTERS:
                made += _first_fit("[^/]*?" + "".join(tokens[at + 1 : end]), numbers)
                at = end
                continue
            end = at + 1
        made += tokens[at]
        at = end
    return made


def _ends_name(token: str) -> bool:
    return token == "/" or token in _FOLDERS or token in "()"


def _first_fit(expression: str, numbers: Iterator[int]) -> str:
    """What matches as ``expression`` does at first, and nothing else."""
    name = f"_{next(numbers)}"
    return f"(?=(?P<{name}>{expression}))(?P={name})"

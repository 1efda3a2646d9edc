"""Patterns match what pathspec says, and no pattern and path take for ever."""

from __future__ import annotations

import re
from contextlib import suppress
from random import Random

import pytest
from bodyplan.cli.settings.patterns import Patterns, compile_patterns
from pathspec import GitIgnoreSpec

PIECES = ("*", "**", "a", "b", "/", "/**/", "?", "[ab]", "!", "\\*", ".", "a*", "b/", "(", "]", "**/", "[]a]")
NAMES = ("a", "b", "/", "*", ".", "(", "aa/", "]", "!")


def test_patterns_match_what_pathspec_says() -> None:
    random, matched, none = Random(1), 0, GitIgnoreSpec.from_lines([])
    for _ in range(4_000):
        pattern = "".join(random.choice(PIECES) for _ in range(random.randrange(1, 9)))
        expected, ours = none, compile_patterns((pattern, "!a/b"))
        with suppress(ValueError):  # what is no pattern matches nothing
            expected = GitIgnoreSpec.from_lines([pattern, "!a/b"])
        for _ in range(8):
            path = re.sub("/+", "/", "".join(random.choice(NAMES) for _ in range(random.randrange(1, 12)))).strip("/")
            if path:
                decided = expected.check_file(path).include
                assert ours.check_file(path).include is decided, (pattern, path)
                matched += decided is True
    assert matched > 1_000


@pytest.mark.parametrize("pattern", ["!", "\\", "a\\", "//", "/", "", "[", "[[a]", "[a-", "!!!"])
def test_what_is_no_pattern_matches_nothing_and_leaves_the_others(pattern: str) -> None:
    patterns = Patterns([pattern, "b"], "/home")
    assert patterns.has("/home/b")
    assert not Patterns([pattern], "/home").has("/home/c")


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*a" * 100 + "b", "a" * 250),
        ("a*" * 100 + "b", "/".join(["a" * 250] * 4)),
        ("**/a/" * 40 + "b", "a/" * 2_000 + "c"),
        ("a/**/" * 40 + "b", "a/" * 2_000 + "c"),
        ("**/*a*a*a*a/" * 20 + "b", "aaaaaaaaaaaaaaaa/" * 200),
        ("[ab]*" * 60 + "c", "ab" * 120),
        ("*" * 200 + "b", "a" * 250),
    ],
)
def test_patterns_that_could_fit_in_many_ways_end(pattern: str, path: str) -> None:
    assert not Patterns([pattern], "/home").has(f"/home/{path}")

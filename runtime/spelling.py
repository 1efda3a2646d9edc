"""Words of messages: what a misspelt name was most likely meant to be, and counted things.

A name is suggested where a person would have slipped: a letter left out, doubled, changed or exchanged with its
neighbour, two in a long word; upper and lower case, underscores and hyphens; a plural; a namespace that was forgotten.
Numbers and single letters distinguish names, as in ``wheel_2`` and ``l_arm``: these are no slips.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

from .patterns import compile_pattern

SHORT = 3
"""Letters of a word in which one is never changed into another: ``rpy`` is no ``xyz``."""
LONG = 8
"""Letters from which on a person may slip twice in a word."""
LONGEST = 100
"""Characters of the longest name that one is suggested for."""
MOST_LONGER = 4
"""How much longer or shorter a name may be than what was meant to be it, where it has no namespace."""
FEW = 40
"""Look-ups from which on an index pays: to make one takes as long as to look at the letters of all names so often."""
MOST_OTHER = 3
"""Letters of one name that the other may not have at all: two slips, and a zero in front of a number."""
MOST_UNINDEXED = 16
"""So many names are compared one by one, without an index."""
MOST_COMPARED = 40
"""Names that one misspelt name is compared with where there is an index."""
ENDS = 4
"""Letters at either end of a long name by which it is found in the index where it has two slips."""

_WORD = compile_pattern(r"[A-Z]?[a-z]+|[A-Z]+|[0-9]+|[^\W\d_A-Za-z]+")
_BETWEEN = compile_pattern(r"[\W_]+")
_NAMESPACE = compile_pattern(r".*[:/](?=[^:/])")
_NUMBER = compile_pattern(r"[0-9]+")
_SEPARATORS = frozenset(character for character in map(chr, range(128)) if not character.isalnum())


class SpellingIndex:
    """Names among which misspelt ones are looked up; many look-ups among many names cost little more than reading them.

    Args:
        names: what may have been meant, the likelier first; read when something is first looked up.
    """

    __slots__ = ("_by_key", "_found", "_given", "_letters", "_lookups", "_names")

    def __init__(self, names: Iterable[str]) -> None:
        self._given = names
        self._names: list[str] | None = None
        self._letters: dict[str, frozenset[str]] = {}
        """Of each name that was looked at, without separators and case."""
        self._by_key: dict[str, list[str]] = {}
        self._found: dict[str, str | None] = {}
        """What was answered: documents have the same mistake many times."""
        self._lookups = 0

    def nearest(self, word: str) -> str | None:
        """The name that ``word`` was most likely meant to be; None where no slip leads to one."""
        if len(word) > LONGEST:
            return None
        if self._names is None:
            self._names = [name for name in self._given if name and len(name) <= LONGEST]
        self._lookups += 1
        if self._lookups == FEW and len(self._names) > MOST_UNINDEXED:
            self._index(self._names)
            self._found.clear()
        if word not in self._found:
            self._found[word] = self._compare(word)
        return self._found[word]

    def _compare(self, word: str) -> str | None:
        best: tuple[int, str] | None = None
        for name in self._candidates(word):
            cost = _cost(word, name)
            if cost is not None and (best is None or cost < best[0]):
                best = cost, name
        return None if best is None else best[1]

    def advice(self, word: str) -> str:
        """A hint that names what was most likely meant, or nothing."""
        return suggest(self.nearest(word), "{!r}", "")

    def _index(self, names: list[str]) -> None:
        by_key = self._by_key
        for name in names:
            for key in _keys(name):
                found = by_key.setdefault(key, [])
                # what many names share does not show which is meant
                if len(found) < MOST_COMPARED:
                    found.append(name)

    def _candidates(self, word: str) -> Iterable[str]:
        """The names that may be meant, as far as that is known without comparing them."""
        if self._by_key:
            return self._find_by_key(word)
        wanted, known = _letters_in(word), self._letters
        least, most = len(word) - MOST_LONGER, len(word) + MOST_LONGER
        found = []
        for name in self._names or ():
            # slips and an ending in the plural change the length by little, only a namespace by more
            is_near = least <= len(name) <= most
            if not (is_near or ":" in name or "/" in name):
                continue
            letters = known.get(name)
            if letters is None:
                letters = known[name] = _letters_in(name)
            if len(wanted - letters) <= MOST_OTHER and (
                (is_near and len(letters - wanted) <= MOST_OTHER) or ":" in name or "/" in name
            ):
                found.append(name)
        return found

    def _find_by_key(self, word: str) -> Iterator[str]:
        seen: set[str] = set()
        for key in _keys(word):
            for name in self._by_key.get(key, ()):
                if name not in seen:
                    seen.add(name)
                    yield name
                    if len(seen) == MOST_COMPARED:
                        return


@lru_cache(maxsize=1024)
def nearest(word: str, known: tuple[str, ...]) -> str | None:
    """The known spelling that a word was most likely meant to be; see ``Names``."""
    return SpellingIndex(known).nearest(word)


class Suggestion(str):
    """Advice that names what was most likely meant."""

    meant: str
    """That name."""


def suggest(near: str | None, form: str, otherwise: str = "remove it, or put it in a namespace") -> str:
    """Advice that names the nearest known spelling, as a ``Suggestion``, if one is near."""
    if not near:
        return otherwise
    advice = Suggestion(f"did you mean {form.format(near)}?")
    advice.meant = near
    return advice


def format_count(count: int, what: str) -> str:
    """A number of things in words: ``1 link``, ``2 links``."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _cost(word: str, name: str) -> int | None:
    """How many slips lead from one name to another; None where they are different names."""
    plain, other = _plain(word), _plain(name)
    if word == name or not plain or not other:
        return None
    if plain == other or plain == _plain(_NAMESPACE.sub("", name)):
        return 0
    if [*map(int, _NUMBER.findall(plain))] != [*map(int, _NUMBER.findall(other))]:
        return None
    slips = _slips_of(word, name, plain, other)
    return None if slips is None or _letters(word) != _letters(name) else slips


def _slips_of(word: str, name: str, plain: str, other: str) -> int | None:
    """How many slips lead from one name to another, word by word; ``plain`` and ``other`` are both without what parts them."""
    words, others = _WORD.findall(word), _WORD.findall(name)
    if len(words) != len(others):
        return _slips(plain, other, 1)
    total = 0
    for one, another in zip(words, others):
        one, another = one.lower(), another.lower()
        if one != another:
            slips = 1 if one.isdecimal() else _slips(one, another, 2 if min(len(one), len(another)) >= LONG else 1)
            if slips is None and one[-1] != another[-1] and "s" in (one[-1], another[-1]):
                # a plural, in which there is a slip besides
                slips = _slips(one.removesuffix("s"), another.removesuffix("s"), 1)
                slips = None if slips is None else slips + 1
            if slips is None:
                return None
            total += slips
    return total if total <= 2 else None


def _letters(name: str) -> list[str]:
    """The single letters among the words of a name."""
    return [part for part in _BETWEEN.split(name.lower()) if len(part) == 1 and not part.isdecimal()]


def _slips(a: str, b: str, most: int) -> int | None:
    """How many letters are left out, put in, changed or exchanged between two words; None if more than ``most``."""
    if min(len(a), len(b)) < 2:
        return None
    return _edits(a, b, most, may_change=min(len(a), len(b)) > SHORT)


def _edits(a: str, b: str, most: int, may_change: bool) -> int | None:
    if abs(len(a) - len(b)) > most:
        return None
    start, end_a, end_b = 0, len(a), len(b)
    while start < end_a and start < end_b and a[start] == b[start]:
        start += 1
    while end_a > start and end_b > start and a[end_a - 1] == b[end_b - 1]:
        end_a, end_b = end_a - 1, end_b - 1
    a, b = a[start:end_a], b[start:end_b]
    if not (a and b):
        return len(a) + len(b)
    if most == 0:
        return None
    tries = [(a[1:], b), (a, b[1:])]
    if may_change:
        tries.append((a[1:], b[1:]))
    if a[:2] == b[1::-1]:
        tries.append((a[2:], b[2:]))
    found = [edits for each in tries if (edits := _edits(*each, most - 1, may_change)) is not None]
    return 1 + min(found) if found else None


def _plain(name: str) -> str:
    """A name without what is easily mistaken in it: case, and the separators between its words."""
    return _BETWEEN.sub("", name).lower()


def _letters_in(name: str) -> frozenset[str]:
    """The characters of the plain name."""
    return frozenset(name.lower()) - _SEPARATORS if name.isascii() else frozenset(_plain(name))


def _keys(name: str) -> Iterator[str]:
    """What two names between which there is a slip have in common, the surest first.

    That is the plain name, and what is left of it without one of its letters; where there are two slips, an end.
    """
    plain = _plain(name)
    yield plain
    inner = _plain(_NAMESPACE.sub("", name))
    if inner != plain:
        yield inner
    for text in (plain, plain[:-1]) if plain.endswith("s") else (plain,):
        for at in range(len(text)):
            yield text[:at] + text[at + 1 :]
    if len(plain) >= LONG:
        yield plain[:ENDS] + "\0"
        yield "\0" + plain[-ENDS:]

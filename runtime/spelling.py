"""Words of messages: what a misspelt name was most likely meant to be, and counted things.

A name is suggested where a person would have slipped: a letter left out, doubled, changed or exchanged with its
neighbour, two in a long word; upper and lower case, underscores and hyphens; a plural; a namespace that was forgotten.
Numbers and single letters distinguish names, as in ``wheel_2`` and ``l_arm``: these are no slips.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache
from operator import itemgetter

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


class _Spelling:
    """A name with what is compared of it, found out once for all names that it is compared with."""

    __slots__ = ("name", "plain", "letters", "_numbers", "_single", "_words")

    def __init__(self, name: str) -> None:
        self.name = name
        self.plain = _plain(name)
        self.letters = frozenset(self.plain)
        self._numbers: list[int] | None = None
        self._single: list[str] | None = None
        self._words: list[str] | None = None

    @property
    def numbers(self) -> list[int]:
        """The numbers in it."""
        if self._numbers is None:
            self._numbers = [] if self.plain.isalpha() else [*map(int, _NUMBER.findall(self.plain))]
        return self._numbers

    @property
    def single(self) -> list[str]:
        """The single letters among its words."""
        if self._single is None:
            parts = _BETWEEN.split(self.name.lower())
            self._single = [part for part in parts if len(part) == 1 and not part.isdecimal()]
        return self._single

    @property
    def words(self) -> list[str]:
        """Its words."""
        if self._words is None:
            self._words = [word.lower() for word in _WORD.findall(self.name)]
        return self._words


class SpellingIndex:
    """Names among which misspelt ones are looked up; many look-ups among many names cost little more than reading them.

    Args:
        names: what may have been meant, the likelier first; read when something is first looked up.
    """

    __slots__ = ("_by_key", "_by_length", "_found", "_given", "_lookups", "_names", "_spelled")

    def __init__(self, names: Iterable[str]) -> None:
        self._given = names
        self._names: list[str] | None = None
        self._by_length: dict[int, list[tuple[int, str]]] = {}
        """The names with their places among all; at 0 those in a namespace."""
        self._spelled: dict[str, _Spelling] = {}
        """What is known of names that were looked at."""
        self._by_key: dict[str, list[str]] = {}
        self._found: dict[str, str | None] = {}
        """What was answered: documents have the same mistake many times."""
        self._lookups = 0

    def let_go(self) -> None:
        """Keeps the names as they are now, and nothing of what they were given in: all elements of a document may be in that."""
        if self._names is None:
            self._given = list(self._given)

    def nearest(self, word: str) -> str | None:
        """The name that ``word`` was most likely meant to be; None where no slip leads to one."""
        if len(word) > LONGEST:
            return None
        given = self._given  # before it is asked whether there are names, for another thread may be reading them
        if self._names is None:
            self._names = [name for name in given if name and len(name) <= LONGEST]
            self._given = ()
        self._lookups += 1
        if self._lookups == FEW and len(self._names) > MOST_UNINDEXED:
            self._index(self._names)
            self._found.clear()
        if word not in self._found:
            self._found[word] = self._compare(word)
        return self._found[word]

    def _compare(self, word: str) -> str | None:
        best: tuple[int, str] | None = None
        wanted = _Spelling(word)
        for name in self._candidates(wanted):
            cost = _cost(wanted, name)
            if cost is not None and (best is None or cost < best[0]):
                best = cost, name.name
        return None if best is None else best[1]

    def advice(self, word: str) -> str:
        """A hint that names what was most likely meant, or nothing."""
        return suggest(self.nearest(word), "{!r}", "")

    def advise_later(self, word: str) -> LateAdvice:
        """The same, when it is asked for."""
        return LateAdvice(self, word)

    def _index(self, names: list[str]) -> None:
        by_key: dict[str, list[str]] = {}
        for name in names:
            for key in _keys(name):
                found = by_key.setdefault(key, [])
                # what many names share does not show which is meant
                if len(found) < MOST_COMPARED:
                    found.append(name)
        self._by_key = by_key

    def _candidates(self, word: _Spelling) -> Iterable[_Spelling]:
        """The names that may be meant, in their order, as far as that is known without comparing them."""
        if self._by_key:
            return map(_Spelling, self._find_by_key(word.name))
        if not self._by_length:
            by_length: dict[int, list[tuple[int, str]]] = {}
            for number, name in enumerate(self._names or ()):
                length = 0 if ":" in name or "/" in name else len(name)
                by_length.setdefault(length, []).append((number, name))
            self._by_length = by_length
        known, letters, length = self._spelled, word.letters, len(word.name)
        found: list[tuple[int, _Spelling]] = []
        # slips and an ending in the plural change the length by little, only a namespace by more
        for near in (0, *range(max(1, length - MOST_LONGER), length + MOST_LONGER + 1)):
            for number, name in self._by_length.get(near, ()):
                other = known.get(name)
                if other is None:
                    other = known[name] = _Spelling(name)
                common = len(letters & other.letters)
                if len(letters) - common <= MOST_OTHER and (not near or len(other.letters) - common <= MOST_OTHER):
                    found.append((number, other))
        return [other for _, other in sorted(found, key=itemgetter(0))]

    def _find_by_key(self, word: str) -> Iterator[str]:
        seen: set[str] = set()
        for key in _keys(word):
            for name in self._by_key.get(key, ()):
                if name not in seen:
                    seen.add(name)
                    yield name
                    if len(seen) == MOST_COMPARED:
                        return


class LateAdvice:
    """Advice about a name that is found out when it is asked for, be it after everything else of the document is gone."""

    __slots__ = ("_index", "_word")

    def __init__(self, index: SpellingIndex, word: str) -> None:
        self._index, self._word = index, word

    def __call__(self) -> str:
        """The advice."""
        return self._index.advice(self._word)

    def let_go(self) -> None:
        """See ``SpellingIndex``."""
        self._index.let_go()


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


def _cost(word: _Spelling, name: _Spelling) -> int | None:
    """How many slips lead from one name to another; None where they are different names."""
    plain, other = word.plain, name.plain
    if word.name == name.name or not plain or not other:
        return None
    if plain == other or ((":" in name.name or "/" in name.name) and plain == _plain(_NAMESPACE.sub("", name.name))):
        return 0
    if word.numbers != name.numbers:
        return None
    slips = _slips_of(word, name)
    return None if slips is None or word.single != name.single else slips


def _slips_of(word: _Spelling, name: _Spelling) -> int | None:
    """How many slips lead from one name to another, word by word."""
    if len(word.words) != len(name.words):
        return _slips(word.plain, name.plain, 1)
    total = 0
    for one, another in zip(word.words, name.words):
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
    plain = name.lower().replace("_", "")  # which is all that there is in most names
    return plain if plain.isalnum() and plain.isascii() else _BETWEEN.sub("", name).lower()


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

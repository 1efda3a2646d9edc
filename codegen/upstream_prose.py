"""What official prose seems to say that facts do not: allowed words, references to frames, links and joints."""

from __future__ import annotations

import re

_QUOTED = re.compile(r"""(?<!\w)["'`](\w[\w.+-]*)["'`](?!\w)""")
_IN_BRACKETS = re.compile(r"(?:^|[:,;.]|\bor\b|\band\b)\s*\(([\w.+-]+)\)")
_LIST = re.compile(
    r"\b(?:one of(?: the following)?|(?:values|options|types|choices|modes)(?: are| include|:))\s*:?\s*([^.]+)",
    re.IGNORECASE,
)
_ITEMS = re.compile(r"\s*(?:[,;]|\bor\b|\band\b)\s*")
_WORD = re.compile(r"[\w+-]+")
_REFERENCE = re.compile(
    r"(?:relative_to|expressed_in|resolve_to|attached_to|(?:\w+_)?(?:frame|link|joint|body)(?:_name)?)", re.IGNORECASE
)
_NAMES = re.compile(r"\bnames? of (?:the|a|an) (?:[\w-]+ ){0,2}(?:frame|link|joint|body|model)\b", re.IGNORECASE)
_NO_VALUES = {"true", "false", "the", "a", "an", "following"}


def words_in(prose: str) -> list[str]:
    """Words that look like values: quoted, in brackets at the head of an item, or in a list of values."""
    found = [*_QUOTED.findall(prose), *_IN_BRACKETS.findall(prose)]
    for match in _LIST.finditer(prose):
        items = _ITEMS.split(match[1])
        found += [item for item in items if len(items) > 1 and _WORD.fullmatch(item)]
    return [word for word in dict.fromkeys(found) if word.lower() not in _NO_VALUES]


def seems_a_reference(name: str, prose: str) -> bool:
    """Whether a text is by its name or its prose the name of something else in the document."""
    return _REFERENCE.fullmatch(name) is not None or _NAMES.search(prose) is not None

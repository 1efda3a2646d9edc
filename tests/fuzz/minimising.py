"""The smallest document that still fails in the same way."""

from __future__ import annotations

from collections.abc import Callable

from .mutating import TOKEN
from .seeds import Seed

TRIES = 1500


def minimised(seed: Seed, fails: Callable[[Seed], bool], tries: int = TRIES) -> Seed:
    """A document with as many tokens taken out as can go while ``fails`` stays true.

    Args:
        seed: a document that fails.
        fails: whether one fails in the way that is looked for.
        tries: how often that is asked at most.
    """
    tokens = TOKEN.findall(seed.data)
    left = tries
    size = max(1, len(tokens) // 2)
    while size:
        start, shrunk = 0, False
        while start < len(tokens) and left > 0:
            shorter = tokens[:start] + tokens[start + size :]
            left -= 1
            if fails(seed._replace(data=b"".join(shorter))):
                tokens, shrunk = shorter, True
            else:
                start += size
        if not shrunk or size > 1:
            size //= 2
    return seed._replace(data=b"".join(tokens))

"""Words of messages: what a misspelt one was most likely meant to be, and counted things."""

from __future__ import annotations

from functools import lru_cache


@lru_cache(maxsize=1024)
def nearest(word: str, known: tuple[str, ...]) -> str | None:
    """The known spelling that a word was most likely meant to be."""
    import difflib  # only a document with faults needs it

    near = difflib.get_close_matches(word, [name for name in known if name], n=1, cutoff=0.6)
    return near[0] if near else None


def suggest(near: str | None, form: str, otherwise: str = "remove it, or put it in a namespace") -> str:
    """Advice that names the nearest known spelling, if one is near."""
    return f"did you mean {form.format(near)}?" if near else otherwise


def counted(count: int, what: str) -> str:
    """A number of things in words: ``1 link``, ``2 links``."""
    return f"{count} {what}" if count == 1 else f"{count} {what}s"

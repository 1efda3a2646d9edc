"""Whether what a program did in the hostile repository is on the committed list."""

from __future__ import annotations

import fnmatch
import os
import re
import sys
import sysconfig
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from tests.hostile.machine import CHECKOUT, Effect

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

SENTINEL = re.compile(rb"SENTINEL-[\w-]+")
CONTROLS = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028\u2029\u202a-\u202e\u2066-\u2069]")
COLOURS = re.compile(r"\x1b\[[0-9;]*m")
PLACES = {
    "{python}": (sys.prefix, sys.base_prefix, sysconfig.get_path("stdlib"), sysconfig.get_path("platlib")),
    "{bodyplan}": (str(CHECKOUT),),
    "{checkout-parent}": (str(CHECKOUT.parent),),
}


class Allowed:
    """The committed list.

    Args:
        mode: in which the program was run.
        places: the folders that the list names in braces, with where they are.
    """

    def __init__(self, mode: str, places: Mapping[str, Iterable[str | Path]]) -> None:
        known = {**PLACES, **{name: tuple(map(str, folders)) for name, folders in places.items()}}
        known["{above}"] = tuple(str(folder) for place in known["{root}"] for folder in Path(place).parents)
        self._rows: list[tuple[frozenset[str], tuple[str, ...], tuple[re.Pattern[str], ...]]] = []
        for row in rows():
            if mode not in row.get("when", [mode]):
                continue
            below = tuple(place for name in _list(row.get("below")) for place in _filled(name, known))
            whole = tuple(
                re.compile(fnmatch.translate(p)) for name in _list(row.get("is")) for p in _filled(name, known)
            )
            self._rows.append((frozenset(_list(row["kind"])), tuple(map(os.path.realpath, below)) + below, whole))

    def has(self, effect: Effect) -> bool:
        """Whether an effect is on it: where links lead counts, but for the name of a link itself that is written."""
        kind, what = effect
        real = os.path.realpath(what) if what.startswith("/") else what
        if kind == "entry":  # of a folder: where a link leads that is made or removed is no matter
            kind, real = "write", os.path.join(os.path.realpath(os.path.dirname(what)), os.path.basename(what))
        return any(
            kind in kinds and (_is_below(real, below) or any(pattern.match(what) for pattern in whole))
            for kinds, below, whole in self._rows
        )

    def others(self, effects: Iterable[Effect]) -> list[Effect]:
        """The effects that are not on it."""
        return [effect for effect in effects if not self.has(effect)]


def rows() -> list[dict[str, Any]]:
    """The rows of the list."""
    found: list[dict[str, Any]] = tomllib.loads(Path(__file__).with_name("allowed.toml").read_text(encoding="utf-8"))[
        "allowed"
    ]
    return found


def _list(value: Any) -> list[str]:
    return [] if value is None else [value] if isinstance(value, str) else list(value)


def _filled(text: str, places: Mapping[str, Iterable[str]]) -> list[str]:
    name = text[: text.find("}") + 1] if "{" in text else ""
    start = text.find("{")
    if start < 0:
        return [text]
    name = text[start : text.find("}") + 1]
    return [text.replace(name, place) for place in places.get(name, ())]


def _is_below(path: str, folders: Iterable[str]) -> bool:
    return any(path == folder or path.startswith(folder.rstrip("/") + "/") for folder in folders)


def secrets_in(data: bytes) -> set[str]:
    """The secrets that an output shows."""
    return {match.decode() for match in SENTINEL.findall(data)}


def controls_in(data: bytes) -> str:
    """What of an output would do something to a terminal; empty where nothing would."""
    text = COLOURS.sub("", data.decode("utf-8", "replace"))
    match = CONTROLS.search(text)
    return ascii(text[max(0, match.start() - 60) : match.end() + 20]) if match else ""


def shown_in(mode: str) -> set[str]:
    """The secrets that an output may show in a mode, since the documents name them and nothing confines these."""
    found: dict[str, Any] = tomllib.loads(Path(__file__).with_name("allowed.toml").read_text(encoding="utf-8"))
    return {row["secret"] for row in found.get("shown", []) if mode in row["when"]}

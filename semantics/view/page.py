"""The page as one text: the template that ``viewer/`` builds, with the scene in it."""

from __future__ import annotations

import re
from functools import cache
from html import escape
from importlib.resources import files

FOLDER = files(__name__.partition(".")[0]) / "viewer"
"""Where the package holds what is built; ``viewer/bundle`` of a checkout."""

_HOLES = re.compile("__(TITLE|LIVE|CONNECT|SCENE)__")


class NoViewer(Exception):
    """The page was not built; the text says what to do."""


def page_text(title: str, scene: str | None) -> str:
    """The page with Scene JSON in it; without, one that asks its server.

    Raises:
        NoViewer: the page was not built.
    """
    is_live = scene is None
    filled = {
        "TITLE": escape(title.encode("utf-8", "replace").decode("utf-8")),
        "LIVE": "true" if is_live else "false",
        "CONNECT": "'self' data: blob:" if is_live else "data: blob:",
        "SCENE": scene or "null",
    }
    # in one pass, since a name may hold what stands for another part
    return _HOLES.sub(lambda hole: filled[hole[1]], _template())


@cache
def _template() -> str:
    """The page with holes in it, as it was built, with its program and its layout."""
    if not (FOLDER / "page.html").is_file():
        raise NoViewer("the page of the viewer was not built: `npm run build` in viewer/ makes it")
    return (FOLDER / "page.html").read_text(encoding="utf-8")

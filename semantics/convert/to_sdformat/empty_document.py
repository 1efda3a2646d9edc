"""The SDFormat document that a conversion begins with, and what the root of any declares."""

from __future__ import annotations

import re
from typing import Any

from ....runtime.sink import Sink
from ....runtime.source import Source
from ...core.options import Options
from ...document.document import Document
from ...document.parser import read
from ...formats.registry import FORMATS
from ..coverage.ledger import NAMESPACE

DRAKE = "http://drake.mit.edu"
_USED = re.compile(r"<drake:|<[^!?>]*\sdrake:\w+=")
_ROOT = re.compile(
    r"(?:\s|<\?.*?\?>|<!--.*?-->|<!DOCTYPE[^>\[]*(?:\[.*?\])?\s*>)*<(?:sdf|robot)(?=[\s>/])([^>]*)>", re.DOTALL
)


def empty_sdformat(*, keep: bool, for_drake: bool = False) -> Document[Any]:
    """A document of the newest version with nothing in it.

    Args:
        keep: whether parts that have no place will be stored in it.
        for_drake: whether Drake's tags may appear in it.
    """
    version = FORMATS["sdformat"].newest_version()
    spaces = f' xmlns:bodyplan="{NAMESPACE}"' if keep else ""
    spaces += f' xmlns:drake="{DRAKE}"' if for_drake else ""
    text = f'<?xml version="1.0"?>\n<sdf version="{version}"{spaces}>\n</sdf>\n'
    options = Options()
    parsed = read(Source(None, text), Sink(), options, format="sdformat")
    assert parsed is not None, "it was just written"
    return Document(parsed, None, options, ())


def declare_drake_prefix(text: str) -> str:
    """A text whose root declares Drake's prefix if anything in it has that: what is made may, whatever the source says."""
    root = _ROOT.match(text)
    if root is None or "xmlns:drake=" in root[1] or not _USED.search(text):
        return text
    return f'{text[: root.start(1)]} xmlns:drake="{DRAKE}"{text[root.start(1) :]}'

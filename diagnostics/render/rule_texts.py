"""What is said of a rule to people who have only the log: whole sentences, without fields of templates."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import NamedTuple

from ..diagnostic import Diagnostic
from ..explanations.blocks import Block, Heading, markdown, plain
from ..explanations.loader import read_explanation
from ..explanations.page import explanation
from ..registry import REGISTRY

_FIELD = "‹"
_SENTENCE = re.compile(r".*?\.(?=\s+[A-Z<`]|$)", re.DOTALL)


class RuleTexts(NamedTuple):
    """The texts of one rule."""

    short: str
    whole: str
    text: str
    markdown: str


def texts_of(d: Diagnostic) -> RuleTexts:
    """Those of the rule of a finding, whose own words are the example where nothing explains the rule."""
    if d.code not in REGISTRY:
        said = f"{d.message}; {d.hint}" if d.hint else d.message
        return RuleTexts(d.name.replace("-", " ").capitalize() + ".", f"For example: {said}.", said, said)
    why = " ".join(read_explanation(d.code).why.split())
    first = _SENTENCE.match(why)
    blocks = list(_without_fields(explanation(d.code).blocks))
    return RuleTexts(first[0] if first else why, why, plain(blocks), markdown(blocks))


def _without_fields(blocks: Iterable[Block]) -> Iterable[Block]:
    """The blocks that hold no template, and the headings that something stands under."""
    heading: Heading | None = None
    for block in blocks:
        if isinstance(block, Heading):
            if block.level == 1:
                yield block
            else:
                heading = block
        elif _FIELD not in markdown((block,)):
            if heading is not None:
                yield heading
                heading = None
            yield block

"""What may be in a call of a macro: the elements that its blocks are inserted as."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...diagnostics.records import replace
from ...semantics.xacro.written_names import BLOCK, OWN_TAGS, PREFIX
from .vocabulary import Term, terms_inside

if TYPE_CHECKING:
    from collections.abc import Iterator

    from ...runtime.markup import Markup
    from ...semantics.xacro.included_texts import IncludedTexts
    from ...semantics.xacro.parameters import MacroParameter
    from ...semantics.xacro.written_names import WrittenMacro, WrittenNames

TRANSPARENT = frozenset({"xacro:macro", "xacro:if", "xacro:unless"})
"""Elements of xacro that hold what may be around them."""


def is_call(tag: str) -> bool:
    """Whether an element with a tag calls a macro."""
    return tag.startswith(PREFIX) and tag not in OWN_TAGS


def find_block_terms(files: IncludedTexts, tag: str, root: Term) -> dict[str, Term]:
    """The elements that a call holds, by their names: those of the places where the macro inserts its blocks.

    Args:
        files: the text of the call and those that it includes.
        tag: of the call.
        root: what the description says of the root element.
    """
    made: dict[str, Term] = {}
    for names in files.texts.values():
        for macro in names.macros:
            if macro.name == tag.rpartition(".")[2].removeprefix(PREFIX):
                for parameter in macro.parameters:
                    if parameter.is_block:
                        for around in _find_surroundings(names, macro, parameter, root):
                            made |= _terms_of_block(parameter, around)
                return made
    return made


def _find_surroundings(
    names: WrittenNames, macro: WrittenMacro, parameter: MacroParameter, root: Term
) -> Iterator[Term]:
    """What the description says of the elements into which a macro inserts a block."""
    markup = names.markup
    for number, tag in enumerate(markup.names):
        if tag == BLOCK and macro in names.macros_around(number):
            given = {each.name: markup.text[each.value_start : each.value_end] for each in markup.attributes(number)}
            around = _find_term(markup, markup.parents[number], root)
            if given.get("name") == parameter.name and around is not None:
                yield around


def _terms_of_block(parameter: MacroParameter, around: Term) -> dict[str, Term]:
    if parameter.stars > 1:  # what is in it is inserted, whatever it is called
        return {parameter.name: replace(around, name=parameter.name, documentation="", required=True, repeats=False)}
    elements = {name: each for name, each in terms_inside(around).items() if each.kind == "element"}
    # most blocks are called like the element that they are to be
    chosen = {parameter.name: elements[parameter.name]} if parameter.name in elements else elements
    return {name: replace(each, repeats=False) for name, each in chosen.items()}


def _find_term(markup: Markup, number: int, root: Term) -> Term | None:
    if number < 0 or markup.parents[number] < 0:
        return root
    around = _find_term(markup, markup.parents[number], root)
    if around is None or markup.names[number] in TRANSPARENT:
        return around
    return terms_inside(around).get(markup.names[number])

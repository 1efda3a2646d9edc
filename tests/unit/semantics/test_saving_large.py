"""Documents whose tree was not kept are saved like others, and at a cost that grows as they do."""

from __future__ import annotations

import copy
import sys
from collections.abc import Callable
from typing import Any

import bodyplan
import pytest
from bodyplan.runtime import source
from bodyplan.runtime.element import Element
from bodyplan.semantics.document import parser

LINK = """    <!-- about {i} -->
    <link name="l{i}" odd="1"> <!-- here -->
      <inertial><mass>{i}.5</mass></inertial>
      <visual name="v"><geometry><box><size>1 1 1</size></box></geometry></visual>
      <unknown a="b"/>
    </link>
"""
JOINT = '  <joint name="j{i}" type="fixed"><parent link="l{j}"/><child link="l{i}"/></joint>\n'
BODY = '  <body name="b{i}"><inertia><mass>1</mass></inertia></body>\n'
HELD = '  <joint name="j{i}" type="weld"><parent>{j}</parent><child>b{i}</child></joint>\n'


def each(template: str, count: int, first: int = 0) -> str:
    return "".join(
        template.replace("{i}", str(i)).replace("{j}", str(i - 1) if "link=" in template else f"b{i - 1}")
        for i in range(first, count)
    )


def sdformat(count: int) -> str:
    return f'<sdf version="1.12">\n  <model name="m">\n{each(LINK, count)}  </model>\n</sdf>\n'


def one_line(count: int) -> str:
    return sdformat(count).replace("\n", "")


def urdf(count: int) -> str:
    links = each(
        '  <link name="l{i}">\n    <visual><geometry><sphere radius="1"/></geometry></visual>\n  </link>\n', count
    )
    return f'<robot name="r">\n{links}{each(JOINT, count, 1)}</robot>\n'


def skel(count: int) -> str:
    held = each(HELD, count).replace("b-1", "world")
    return f'<skel version="1.0"><world name="w"><skeleton name="s">\n{each(BODY, count)}{held}</skeleton></world></skel>\n'


def plain(count: int) -> str:
    return sdformat(count).replace(' odd="1"', "").replace('      <unknown a="b"/>\n', "")


DOCUMENTS = {"sdformat": sdformat, "plain": plain, "one line": one_line, "urdf": urdf, "skel": skel}


def many(document: bodyplan.AnyDocument) -> list[Any]:
    """The longest list of elements that belong together."""
    ahead: list[Any] = [document.root]
    longest: list[Any] = []
    while ahead:
        for value in vars(ahead.pop()).values():
            inside = [each for each in (value if isinstance(value, list) else [value]) if isinstance(each, Element)]
            ahead += inside
            if isinstance(value, list) and len(inside) > len(longest):
                longest = value
    return longest


def rename(document: bodyplan.AnyDocument) -> None:
    many(document)[-2].name = "other"


def rename_all(document: bodyplan.AnyDocument) -> None:
    for each in many(document):
        each.name += "_x"


def insert(document: bodyplan.AnyDocument) -> None:
    found = many(document)
    new = copy.deepcopy(found[1])
    new.name = "new"
    found.insert(2, new)


def insert_half(document: bodyplan.AnyDocument) -> None:
    found = many(document)
    for number, anchor in enumerate(found[::2]):
        new = type(anchor)(name=f"new{number}")
        bodyplan.insert_after(anchor, new)


def remove(document: bodyplan.AnyDocument) -> None:
    del many(document)[1]


def remove_half(document: bodyplan.AnyDocument) -> None:
    del many(document)[::2]


def swap(document: bodyplan.AnyDocument) -> None:
    found = many(document)
    found[1], found[-1] = found[-1], found[1]


def reverse(document: bodyplan.AnyDocument) -> None:
    many(document).reverse()


def repeat(document: bodyplan.AnyDocument) -> None:
    many(document).append(copy.deepcopy(many(document)[0]))


def move(document: bodyplan.AnyDocument) -> None:
    """Takes a part out of a later one into an earlier one, and leaves the lists as if nothing were missing."""
    holders = [each for each in many(document) if vars(each).get("visual")]
    if holders:
        holders[0].visual.append(holders[-1].visual.pop())
    else:
        many(document).append(many(document).pop(0))


def empty(document: bodyplan.AnyDocument) -> None:
    many(document).clear()


def forget_unknown(document: bodyplan.AnyDocument) -> None:
    for each in many(document)[1::2]:
        each.any_attributes.clear()
        each.any_elements.clear()


def ask_for_everything(document: bodyplan.AnyDocument) -> None:
    for each in many(document):
        for name in type(each)._specs:
            getattr(each, name)


EDITS = (
    rename,
    rename_all,
    insert,
    remove,
    remove_half,
    swap,
    reverse,
    repeat,
    move,
    empty,
    forget_unknown,
    ask_for_everything,
)


@pytest.mark.parametrize("kind", DOCUMENTS)
@pytest.mark.parametrize("edit", EDITS)
def test_a_document_without_a_tree_is_saved_as_one_with_a_tree(
    kind: str, edit: Callable[[bodyplan.AnyDocument], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    written = []
    for least in (1 << 19, -1):
        monkeypatch.setattr(parser, "LARGE", least)
        monkeypatch.setattr(source, "LARGE", least)
        document = bodyplan.loads(DOCUMENTS[kind](7))
        edit(document)
        written.append(document.dumps())
    assert written[0] == written[1]
    changes_nothing = edit is ask_for_everything or (edit is forget_unknown and kind not in ("sdformat", "one line"))
    assert (written[0] == DOCUMENTS[kind](7)) == changes_nothing


def instructions(run: Callable[[], object]) -> int:
    """How many instructions of the interpreter are executed."""
    count = 0

    def trace(frame: Any, event: str, argument: object) -> Any:
        nonlocal count
        frame.f_trace_opcodes, frame.f_trace_lines = True, False
        count += event == "opcode"
        return trace

    before = sys.gettrace()
    sys.settrace(trace)
    try:
        run()
    finally:
        sys.settrace(before)
    return count


@pytest.mark.slow
@pytest.mark.parametrize("is_large", [False, True])
@pytest.mark.parametrize("kind", DOCUMENTS)
@pytest.mark.parametrize("edit", [*EDITS, insert_half])
def test_saving_costs_in_proportion_to_the_document(
    kind: str, edit: Callable[[bodyplan.AnyDocument], None], is_large: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_large:
        monkeypatch.setattr(parser, "LARGE", -1)
    costs = []
    for count in (20, 20, 80):  # the first one is for whatever is imported or made once
        document = bodyplan.loads(DOCUMENTS[kind](count))
        edit(document)
        costs.append(instructions(document.dumps))
    assert costs[2] < costs[1] * 4 * 1.2


@pytest.mark.slow
@pytest.mark.parametrize("is_large", [False, True])
@pytest.mark.parametrize("kind", DOCUMENTS)
def test_saving_one_value_takes_no_more_than_loading(
    kind: str, is_large: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_large:
        monkeypatch.setattr(parser, "LARGE", -1)
    text = DOCUMENTS[kind](60)
    for _ in range(2):  # once for whatever is imported or made once
        loading = instructions(lambda: bodyplan.loads(text))
        document = bodyplan.loads(text)
        rename(document)
        saving = instructions(document.dumps)
    assert saving < loading

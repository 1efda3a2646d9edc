"""Drake model directives are saved as the text that was read, with patches where something was changed."""

from __future__ import annotations

import math
import pickle
from collections.abc import Callable
from copy import deepcopy

import pytest
from bodyplan.dmd import AddFrame, AddModelInstance, AddWeld, Directives, DirectiveTransform
from bodyplan.runtime.poses import quaternion_from_rpy
from bodyplan.runtime.sink import Sink
from bodyplan.runtime.source import Source
from bodyplan.semantics.core.options import Options
from bodyplan.semantics.document.document import Document
from bodyplan.semantics.formats.dmd.decoder import decode_text
from bodyplan.semantics.formats.dmd.directives import alike, plain

TEXT = """\
# head
directives:
# the arm
- add_model:
    name: arm
    file: package://a/arm.sdf   # here
    default_joint_positions:
        j1: [0.5]
        j2: [  1, 2.0 ]

# loose

- add_weld:
    parent: world
    child: 'arm::base'
    X_PC:
        translation: [0, 0, 1.50]
        rotation: !Rpy { deg: [0, 0, 90] }

# a group
- add_collision_filter_group:
    name: g
    members: [arm::a, arm::b]
    ignored_collision_filter_groups:
        - g
        # self
        - h  # other
"""
GROUP = TEXT[TEXT.index("# a group") :]
WELD = TEXT[TEXT.index("- add_weld") : TEXT.index("\n# a group")]
Edit = Callable[[Directives], object]


def read(text: str | bytes) -> Document[Directives]:
    parsed = decode_text(Source("a.dmd.yaml", text), Sink(), Options())
    assert parsed is not None
    return Document(parsed, None, Options(), ())


def turned(root: Directives) -> None:
    root.directives[1].X_PC.pose = (0.0, 0.0, 1.5, *quaternion_from_rpy(0, 0, math.radians(45)))


def moved(root: Directives) -> None:
    root.directives[1].X_PC.pose = (0.25, *root.directives[1].X_PC.pose[1:])


def straightened(root: Directives) -> None:
    root.directives[1].X_PC.pose = (*root.directives[1].X_PC.pose[:3], 1.0, 0.0, 0.0, 0.0)


CHANGES: dict[str, tuple[Edit, str, str]] = {
    "a text": (lambda r: setattr(r.directives[0], "file", "package://b/c.sdf"), "package://a/arm.sdf", "package://b/c.sdf"),
    "a text in quotes": (lambda r: setattr(r.directives[1], "child", "it's"), "'arm::base'", "'it''s'"),
    "a text that needs quotes": (lambda r: setattr(r.directives[0], "name", "a: b"), "name: arm", 'name: "a: b"'),
    "a word of YAML": (lambda r: setattr(r.directives[0], "name", "yes"), "name: arm", 'name: "yes"'),
    "a number": (lambda r: r.directives[0].default_joint_positions["j2"].__setitem__(0, 3.5), "[  1, ", "[  3.5, "),
    "a number with an exponent": (
        lambda r: r.directives[0].default_joint_positions["j1"].__setitem__(0, 1e-7), "[0.5]", "[1.0e-07]",
    ),
    "a key that is added": (
        lambda r: r.directives[0].default_joint_positions.update(j3=[7.0]), "2.0 ]\n", "2.0 ]\n        j3: [7.0]\n",
    ),
    "a key that is taken out": (lambda r: r.directives[0].default_joint_positions.pop("j1"), "        j1: [0.5]\n", ""),
    "all keys": (
        lambda r: r.directives[0].default_joint_positions.clear(),
        "    default_joint_positions:\n        j1: [0.5]\n        j2: [  1, 2.0 ]\n", "",
    ),
    "a translation": (moved, "[0, 0, 1.50]", "[0.25, 0, 1.50]"),
    "a rotation": (turned, "[0, 0, 90]", "[0, 0, 45.0]"),
    "no rotation": (straightened, "        rotation: !Rpy { deg: [0, 0, 90] }\n", ""),
    "a part of a pose": (
        lambda r: setattr(r.directives[1].X_PC, "base_frame", "arm::x"), "[0, 0, 90] }\n",
        "[0, 0, 90] }\n        base_frame: arm::x\n",
    ),
    "an entry that is added": (lambda r: r.directives[2].members.append("arm::c"), "arm::b]", "arm::b, arm::c]"),
    "an entry in a line of its own": (
        lambda r: r.directives[2].ignored_collision_filter_groups.insert(1, "k"), "        - g\n", "        - g\n        - k\n",
    ),
    "an entry that is taken out with its comments": (
        lambda r: r.directives[2].ignored_collision_filter_groups.remove("h"), "        # self\n        - h  # other\n", "",
    ),
    "a directive that is added": (
        lambda r: r.directives.insert(1, AddFrame(name="f", X_PF=DirectiveTransform(base_frame="arm::b", pose=(1, 0, 0, 1, 0, 0, 0)))),
        "- add_weld",
        "- add_frame:\n    name: f\n    X_PF:\n      base_frame: arm::b\n      translation: [1.0, 0.0, 0.0]\n- add_weld",
    ),
    "a directive at the end": (
        lambda r: r.directives.append(AddModelInstance(name="x")), "  # other\n",
        "  # other\n- add_model_instance:\n    name: x\n",
    ),
    "a directive that is taken out": (lambda r: r.directives.pop(1), f"{WELD}\n", ""),
    "a directive that is taken out with its comment": (lambda r: r.directives.pop(2), f"\n{GROUP}", ""),
    "directives in another order": (lambda r: r.directives.reverse(), TEXT[TEXT.index("# the arm") :], ""),
    "another directive": (
        lambda r: r.directives.__setitem__(1, AddWeld(parent="world", child="arm::c")),
        WELD, "- add_weld:\n    parent: world\n    child: 'arm::c'\n",
    ),
}  # fmt: skip


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_nothing_changes_where_nothing_was_changed(line_end: str) -> None:
    text = TEXT.replace("\n", line_end)
    document = read(text)
    assert document.root.directives
    assert document.dumps() == text


@pytest.mark.parametrize("case", CHANGES)
def test_only_what_was_changed_is_written(case: str) -> None:
    edit, old, new = CHANGES[case]
    document = read(TEXT)
    edit(document.root)
    made = document.dumps()
    if new or case != "directives in another order":
        assert TEXT.count(old) == 1
        assert made == TEXT.replace(old, new)
    else:
        assert sorted(filter(None, made.splitlines())) == sorted(filter(None, TEXT.splitlines()))
    assert alike(plain(read(made).root), plain(document.root))
    again = read(TEXT.replace("\n", "\r\n"))
    edit(again.root)
    assert again.dumps() == made.replace("\n", "\r\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "directives:\n- add_model_instance:\n    name: x\n"),
        ("# c", "# c\ndirectives:\n- add_model_instance:\n    name: x\n"),
        ("directives:\n# d\n", "directives:\n- add_model_instance:\n    name: x\n# d\n"),
        ("directives: []  # e\n", "directives:\n- add_model_instance:\n    name: x  # e\n"),
        (
            "directives: [{add_model_instance: {name: q}}]\n",
            "directives: [{add_model_instance: {name: q}}, { add_model_instance: { name: x } }]\n",
        ),
        (
            "directives:\n  -   add_weld:\n          parent: q\n          child: r",
            (
                "directives:\n  -   add_weld:\n          parent: q\n          child: r\n"
                "  -   add_model_instance:\n          name: x\n"
            ),
        ),
    ],
)
def test_a_directive_is_added_in_the_manner_of_the_text(text: str, expected: str) -> None:
    document = read(text)
    document.root.directives.append(AddModelInstance(name="x"))
    assert document.dumps() == expected


def test_the_last_directive_leaves_an_empty_list() -> None:
    document = read(TEXT)
    document.root.directives.clear()
    assert document.dumps() == "# head\ndirectives: []\n\n# loose\n\n"
    assert read(document.dumps()).root == Directives()


ALIASES = """\
directives:
- add_frame: {name: a, X_PF: &p {base_frame: w, translation: [1, 2, 3]}}
# b
- add_frame: {name: b, X_PF: *p}
# c
- add_model_instance: {name: c}
"""


def test_an_alias_is_written_out_where_it_no_longer_says_the_same() -> None:
    document = read(ALIASES)
    document.root.directives[1].X_PF.base_frame = "v"
    assert document.dumps() == ALIASES.replace("*p", "{ base_frame: v, translation: [1.0, 2.0, 3.0] }")


def test_what_an_alias_stands_for_changes_alone() -> None:
    document = read(ALIASES)
    document.root.directives[0].X_PF.base_frame = "v"
    made = document.dumps()
    assert alike(plain(read(made).root), plain(document.root))
    assert "# b\n" in made
    assert made.endswith("# c\n- add_model_instance: {name: c}\n")


def test_a_copy_keeps_to_its_text() -> None:
    document = read(TEXT)
    twin = deepcopy(document)
    twin.root.directives[0].name = "other"
    assert document.dumps() == TEXT
    assert twin.dumps() == TEXT.replace("name: arm", "name: other")


def test_bytes_come_back() -> None:
    data = "\N{ZERO WIDTH NO-BREAK SPACE}directives:\r\n- add_model_instance: {name: ä}  # ö".encode()
    document = read(data)
    document.root.directives[0].name = "ü"
    assert document.dumps().encode() == data.replace("ä".encode(), '"ü"'.encode())


@pytest.mark.parametrize("name", CHANGES)
def test_a_pickled_document_keeps_what_was_changed(name: str) -> None:
    document = read(TEXT)
    CHANGES[name][0](document.root)
    twin = pickle.loads(pickle.dumps(pickle.loads(pickle.dumps(document))))
    assert twin.root == document.root
    assert twin.dumps() == document.dumps()
    assert [twin._parsed_document.source.position_of(each.element) for each in twin.root.directives] == [
        document._parsed_document.source.position_of(each.element) for each in document.root.directives
    ]

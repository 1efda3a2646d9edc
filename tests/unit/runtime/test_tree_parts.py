"""Findings of very large worlds are found with parts of the tree, and are the same as with all of it."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from pathlib import Path
from typing import Any

import bodyplan
import pytest
from bodyplan.runtime import source, stream_parser
from bodyplan.runtime.source import LAST_LINE, Source
from bodyplan.runtime.text_blocks import TextBlocks
from bodyplan.runtime.tree_parts import TreeParts
from bodyplan.semantics.document import parser

SOUND = '<model name="s{i}"><link name="l"><inertial><mass>{i}.5</mass></inertial></link></model>'
WRONG = {
    "mass": '<model name="m{i}"><link name="l"><inertial><mass>-{i}</mass></inertial></link></model>',
    "deep": """<model name="d{i}"><link name="l"/>
  <model name="inner"><link name="é"><inertial>
    <mass>1</mass><inertia><ixx>-1</ixx></inertia></inertial></link>
  </model>
</model>""",
    "attribute": '<model name="a{i}"><link name="l"/><frame name="f"\n  attached_to="nowhere"><pose relative_to="f"/></frame></model>',
    "text": '<model name="t{i}"><link name="l"/><joint name="j" type="fixed"><parent>l</parent>\n<child>\n gone\n</child></joint></model>',
    "equal": '<model name="e{i}"><link name="l"/><link name="l"/><frame name="f"/><frame name="f"/></model>',
    "same": '<model name="twin"><link name="l"/></model>',
    "nameless": "<include><uri>model://nowhere_{i}</uri></include>",
    "limits": """<model name="l{i}"><link name="a"/><link name="b"/><joint name="j" type="revolute"><parent>a</parent><child>b</child>
  <axis><xyz>0 0 1</xyz><limit><lower>2</lower><upper>1</upper></limit></axis></joint></model>""",
}
BETWEEN = (
    "\n",
    "",
    "\n\n  ",
    "<!-- <model> & > -->",
    "<!--\n" + "<model name='hidden'>\n  </model>\n" * 9 + "-->",
    "\r\n",
)
BLOCKS = (64, 400, 5000)

Findings = list[tuple[Any, ...]]


@pytest.fixture(autouse=True)
def _stream(monkeypatch: pytest.MonkeyPatch) -> None:
    """All documents are large."""
    monkeypatch.setattr(parser, "LARGE", 0)


def _find(path: Path) -> Findings:
    return [
        (str(each), each.end_line, each.end_column, each.xpath, each.element, each.attribute, each.hint, each.related)
        for each in bodyplan.check(path).diagnostics
    ]


def _write(path: Path, kinds: list[str], between: tuple[str, ...] = BETWEEN) -> Path:
    gaps = itertools.cycle(between)
    parts = [(WRONG | {"sound": SOUND})[kind].replace("{i}", str(i + 1)) + next(gaps) for i, kind in enumerate(kinds)]
    text = f'<?xml version="1.0"?>\n<!-- < é -->\n<sdf version="1.12">\n <world name="w">{"".join(parts)}</world>\n</sdf>\n'
    path.write_text(text, "utf-8", newline="")
    return path


@pytest.fixture
def find_twice(monkeypatch: pytest.MonkeyPatch) -> Callable[[Path], tuple[Findings, Findings, list[bool]]]:
    """What is found with parts of the tree and with all of it, and of each whole tree that was made whether there were parts."""
    made: list[bool] = []
    make = Source._make_tree

    def note(self: Source) -> Any:
        made.append(self.parts is not None)
        return make(self)

    def find(path: Path) -> tuple[Findings, Findings, list[bool]]:
        made.clear()
        monkeypatch.setattr(Source, "_make_tree", note)
        monkeypatch.setattr(source, "VERY_LARGE", 0)
        found = _find(path)
        monkeypatch.setattr(source, "VERY_LARGE", 1 << 62)
        return found, _find(path), list(made)

    return find


FindTwice = Callable[[Path], tuple[Findings, Findings, list[bool]]]


@pytest.mark.parametrize("block", BLOCKS)
@pytest.mark.parametrize("kind", [kind for kind in WRONG if kind != "nameless"])
def test_findings_are_the_same_without_the_whole_tree(
    kind: str, block: int, tmp_path: Path, find_twice: FindTwice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream_parser, "BLOCK", block)
    path = _write(tmp_path / "world.sdf", [kind, *["sound"] * 9, kind, kind, *["sound"] * 30, kind])
    found, wanted, made = find_twice(path)
    assert found == wanted
    assert len(found) >= 3
    assert made, "the tree is made where there are no parts"
    assert not any(made)


@pytest.mark.parametrize("block", BLOCKS)
def test_findings_of_all_kinds_are_in_one_order(
    block: int, tmp_path: Path, find_twice: FindTwice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream_parser, "BLOCK", block)
    path = _write(tmp_path / "world.sdf", [*WRONG, "sound", *WRONG, "sound", *reversed(WRONG)])
    found, wanted, _ = find_twice(path)
    assert found == wanted
    assert len({each[3] for each in found}) > 3 * len(WRONG)
    assert any("/include[2]/" in each[3] for each in found)


def test_lines_are_counted_as_far_as_the_text_goes(tmp_path: Path, find_twice: FindTwice) -> None:
    path = _write(tmp_path / "world.sdf", ["mass", *["sound"] * 40, "deep"], ("\n" * (LAST_LINE // 20),))
    found, wanted, made = find_twice(path)
    assert found == wanted
    assert f":{LAST_LINE // 20 * 41 + 6}:" in found[-1][0]
    assert made
    assert not any(made)


def test_a_part_that_is_larger_than_a_block_is_one_all_the_same(
    tmp_path: Path, find_twice: FindTwice, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stream_parser, "BLOCK", 1 << 10)
    path = _write(tmp_path / "world.sdf", ["sound", "mass", "sound"])
    links = "".join(f'<link name="k{i}"><inertial><mass>-{i}</mass></inertial></link>\n' for i in range(1, 200))
    path.write_text(path.read_text("utf-8").replace("</link></model>", f"</link>{links}</model>", 2), "utf-8")
    found, wanted, made = find_twice(path)
    assert found == wanted
    assert len(found) == 199 * 2 + 1
    assert made
    assert not any(made)


def test_what_is_wrong_with_the_world_itself_takes_the_whole_tree(tmp_path: Path, find_twice: FindTwice) -> None:
    path = _write(tmp_path / "world.sdf", ["mass", *["sound"] * 9])
    path.write_text(path.read_text("utf-8").replace('"w">', '"world">'), "utf-8")
    found, wanted, _ = find_twice(path)
    assert found == wanted


def test_each_part_is_made_once_whatever_is_wrong_in_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(source, "VERY_LARGE", 0)
    monkeypatch.setattr(stream_parser, "BLOCK", 1 << 10)
    made: list[object] = []
    make = TreeParts._make_part
    monkeypatch.setattr(TreeParts, "_make_part", lambda self, group: made.append(group) or make(self, group))
    assert len(_find(_write(tmp_path / "world.sdf", ["mass"] * 300))) == 300
    assert len(made) == len(set(map(id, made))) > 10
    del made[:]
    assert len(_find(_write(tmp_path / "world.sdf", ["sound"] * 150 + ["mass"] + ["sound"] * 150))) == 1
    assert len(made) == 1


def test_start_tags_in_comments_are_none_whatever_block_these_begin_in() -> None:
    text = "<a><b/><!-- " + "<c/>" * 4000 + " --><d/>\n<e/>" + "<f>" * 20_000 + "<g x='>"
    starts = [0, 20, 400, 16_000, text.index("<d/>") + 4, text.index("<f>")]
    blocks = TextBlocks(lambda start, end: text[start:end], starts)

    def place(end: int, count: int) -> int | None:
        found = blocks.find_start(end, count)
        return None if found is None else blocks.starts[found[0]] + found[2]

    assert place(400, 1) == place(16_000, 1) == text.index("<b/>")
    assert place(text.index("<d/>") + 4, 2) == text.index("<b/>")
    assert place(len(text), 20_000) == text.index("<f>")
    assert place(len(text), 20_002) == text.index("<d/>")
    assert place(len(text), 20_004) == 0
    assert place(len(text), 20_005) is None

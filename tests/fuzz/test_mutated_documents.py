"""Five thousand mutated documents, and whether what looks at them would see anything; ``nox -s fuzz`` tries a million."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import bodyplan
import pytest
from bodyplan.semantics.document.document import Document

from .judging import Choice, Judge, choice_of
from .minimising import minimised
from .mutating import document
from .running import Search, failures_in
from .seeds import CHECKOUT, Seed

COUNT = 5_000
BLOCKS = 10
CORPORA = (CHECKOUT.parent / "shared" / "corpus").is_dir()
ROBOT = Seed(b"<robot name='r'><link name='l'> stray <x/></link></robot>", ".urdf")


@pytest.mark.slow
@pytest.mark.parametrize("block", range(BLOCKS))
def test_nothing_fails_for_mutated_documents(block: int) -> None:
    size = COUNT // BLOCKS
    found = failures_in(block * size, size, CORPORA)
    assert [
        f"{key} ({count} times): document {number}, {failure.detail}" for key, (number, count, failure) in found.items()
    ] == []


def test_documents_are_of_every_format_and_some_can_be_loaded(tmp_path: Path) -> None:
    Judge(tmp_path)  # makes the files that are included
    endings, loaded = set(), 0
    for number in range(200):
        seed = document(number, corpora=False)
        assert seed == document(number, corpora=False)
        endings.add(seed.ending)
        try:
            bodyplan.loads(seed.data, format=seed.format, base_dir=tmp_path, search_paths=(tmp_path,))
        except bodyplan.LoadError:
            continue
        loaded += 1
    assert endings == {".sdf", ".urdf", ".skel", ".mjcf", ".dmd.yaml"}
    assert 50 < loaded < 150


DIGEST = """
import sys
from pathlib import Path
import bodyplan
from tests.fuzz.mutating import document
from tests.fuzz.judging import choice_of
for number in range(300):
    seed, choice = document(number, False), choice_of(number)
    path = Path(sys.argv[1], "document" + seed.ending)
    path.write_bytes(seed.data)
    print(number, bodyplan.check(path, **choice._asdict()).to_dict())
"""


def test_findings_are_the_same_in_every_process(tmp_path: Path) -> None:
    said = []
    for seed in ("1", "2"):
        command = [sys.executable, "-c", DIGEST, str(tmp_path)]
        environment = {**os.environ, "PYTHONHASHSEED": seed}
        done = subprocess.run(command, cwd=CHECKOUT, env=environment, capture_output=True, text=True, check=True)
        said.append(done.stdout)
    assert said[0] == said[1]
    assert said[0].count("\n") == 300


def keys(tmp_path: Path, seed: Seed = ROBOT) -> list[str]:
    return [failure.key for failure in Judge(tmp_path).failures(seed, Choice(None, False))]


def test_a_sound_document_has_no_failures(tmp_path: Path) -> None:
    assert keys(tmp_path) == []


def broken(*arguments: Any, **options: Any) -> Any:
    raise ZeroDivisionError


def test_what_fails_is_seen(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    check, dumps = bodyplan.check, Document.dumps
    with monkeypatch.context() as patch:
        patch.setattr(bodyplan, "check", broken)
        assert keys(tmp_path) == ["exception: ZeroDivisionError in ?"]
    with monkeypatch.context() as patch:
        patch.setattr(bodyplan, "load", broken)
        assert keys(tmp_path) == ["exception: ZeroDivisionError in ?"]
    with monkeypatch.context() as patch:
        patch.setattr(Document, "dumps", lambda self, **options: dumps(self, **options).replace("stray", "stray stray"))
        assert keys(tmp_path) == [
            "saved: is not the text that was read",
            "written: means something else: Link.any_elements",
            "written: differs the second time",
        ]
    with monkeypatch.context() as patch:
        patch.setattr(Document, "dumps", lambda self, **options: dumps(self, **options)[:-9])
        assert keys(tmp_path) == ["saved: is not the text that was read", "written: is refused: BP003"]
    with monkeypatch.context() as patch:
        patch.setattr(bodyplan, "load", lambda path, **options: bodyplan.loads("<robot/>"))
        assert keys(tmp_path) == ["verdict: ok is True"]
    with monkeypatch.context() as patch:
        strict = iter((False, True))
        patch.setattr(bodyplan, "check", lambda path, **options: check(path, **{**options, "strict": next(strict)}))
        assert keys(tmp_path) == ["words: BP208"]


def test_a_hang_is_ended(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def forever(*arguments: Any, **options: Any) -> Any:
        while True:
            pass

    monkeypatch.setattr("tests.fuzz.judging.SECONDS", 0.1)
    monkeypatch.setattr(bodyplan, "load", forever)
    assert [key.partition(":")[0] for key in keys(tmp_path)] == ["hang"]


def test_a_failing_document_is_made_small() -> None:
    seed = Seed(b"<robot name='r'>" + b"<link name='l'/>" * 30 + b"<joint name='j' type='odd'/></robot>", ".urdf")
    small = minimised(seed, lambda each: b"odd" in each.data and b"<robot" in each.data)
    assert small.data == b"<robot'odd'"


def test_a_search_goes_on_where_it_stopped(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.fuzz.running.BLOCK", 4)
    monkeypatch.setattr(Document, "dumps", broken)
    search = Search(tmp_path, corpora=False, salt="a")
    lines = list(search.run(8, jobs=1))
    assert search.next == 8
    assert len(lines) == len(search.found) == 1
    again = Search(tmp_path, corpora=False, salt="a")
    assert (again.next, again.found) == (8, search.found)
    assert len(list(again.again())) == 1
    monkeypatch.undo()
    assert list(again.again()) == []
    assert Search(tmp_path, corpora=False, salt="a").found == {}


def test_choices_are_of_every_consumer() -> None:
    assert {choice_of(number).target for number in range(100)} >= {None, "libsdformat", "drake", "urdfdom", "dart"}

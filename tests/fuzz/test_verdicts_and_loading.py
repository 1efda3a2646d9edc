"""A file has one verdict: ``check`` finds no error exactly where ``load`` loads, whatever the bytes are and for each target."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import bodyplan
import pytest
from bodyplan.semantics.targets.registry import TARGET_PROFILES

TARGETS = (None, *TARGET_PROFILES)
ENDINGS = {".sdf", ".world", ".urdf", ".skel", ".yaml"}
LARGEST = 20_000
"""Bytes of the largest document that is mutated; larger ones say nothing else and take longer."""
BROKEN = {
    "ampersand in the name of the root": b"<&sdf version='1.12'/>",
    "ampersand in the name of an element": b"<robot name='r'><link name='a'/><&b/></robot>",
    "ampersand in the name of an attribute": b"<robot name='r'><link &name='a'/></robot>",
    "ampersand after the name of an element": b"<robot name='r'><link name='a'/><b &/></robot>",
    "control character in the name of the root": b"<\x01sdf version='1.12'/>",
    "nothing but an ampersand": b"<&/>",
    "no element": b"<!-- -->",
    "nothing": b"",
}
PIECES = [bytes([byte]) for byte in b"<>&;\"'/=:! \n\0\x01\xff"] + [
    b"<!--", b"-->", b"<![CDATA[", b"]]>", b"<!DOCTYPE a>", b"<?x?>", b"</", b"/>", b"xmlns=''", b"&#0;", b"&lt;", b"::",
    b"__model__", b"world", b"nan", b"1e999", b"-1", b"name=''",
]  # fmt: skip


def disagreements(path: Path, target: str | None) -> list[object]:
    """What is wrong with the verdict on a file: nothing where ``check`` and ``load`` agree."""
    report = bodyplan.check(path, target=target)  # type: ignore[arg-type]
    try:
        found = bodyplan.load(path, target=target).diagnostics  # type: ignore[arg-type]
        loads = True
    except bodyplan.LoadError as error:
        found, loads = error.diagnostics, False
    errors = [finding.code for finding in found if finding.severity == "error"]
    return [] if report.ok == loads == (not errors) else [target, report.ok, loads, errors]


@pytest.mark.parametrize("case", BROKEN)
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("ending", [".sdf", ".urdf", ".skel", ""])
def test_what_does_not_load_has_an_error(case: str, target: str | None, ending: str, tmp_path: Path) -> None:
    path = tmp_path / f"a{ending}"
    path.write_bytes(BROKEN[case])
    assert disagreements(path, target) == []
    assert not bodyplan.check(path, target=target).ok  # type: ignore[arg-type]


def mutants(paths: list[Path], count: int, seed: int) -> Iterator[tuple[Path, bytes]]:
    """Documents with one to three bytes changed, taken out, doubled, or replaced by a piece of markup."""
    chance = random.Random(seed)
    for _ in range(count):
        path = chance.choice(paths)
        data = bytearray(path.read_bytes())
        for _ in range(chance.randint(1, 3)):
            start = chance.randrange(len(data) + 1)
            # half of the changes fall where the root is
            start = start % 60 if chance.random() < 0.2 else start
            end = min(len(data), start + chance.choice((0, 1, 1, 2, 8, 40)))
            piece = chance.choice((b"", chance.choice(PIECES), bytes(data[start:end]) * 2))
            data[start:end] = piece
        yield path, bytes(data)


def check_mutants(paths: list[Path], count: int, seed: int, folder: Path) -> None:
    wrong = []
    for number, (path, data) in enumerate(mutants(paths, count, seed)):
        mutant = folder / f"mutant{''.join(path.suffixes[-2:])}"
        mutant.write_bytes(data)
        target = TARGETS[number % len(TARGETS)]
        if found := disagreements(mutant, target):
            wrong.append((path.name, data, found))
    assert wrong == []


def test_mutants_of_the_examples_have_one_verdict(checkout: Path, tmp_path: Path) -> None:
    paths = [
        path for path in sorted((checkout / "examples").rglob("*")) if path.suffix in ENDINGS and path.stat().st_size
    ]
    check_mutants([path for path in paths if path.stat().st_size < LARGEST], 1000, 1, tmp_path)


@pytest.mark.corpus
def test_real_files_have_one_verdict(corpus_files: tuple[Path, ...]) -> None:
    wrong = [
        (path.name, found)
        for number, path in enumerate(corpus_files)
        if (found := disagreements(path, TARGETS[number % len(TARGETS)]))
    ]
    assert wrong == []


@pytest.mark.corpus
def test_mutants_of_real_files_have_one_verdict(corpus_files: tuple[Path, ...], tmp_path: Path) -> None:
    check_mutants([path for path in corpus_files if 0 < path.stat().st_size < LARGEST], 3000, 2, tmp_path)

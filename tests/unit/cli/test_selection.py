"""``--select`` and ``--ignore``."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from bodyplan.cli.checking.selection import Selection, codes
from bodyplan.cli.messages import WrongCall
from bodyplan.cli.settings.settings import Settings
from bodyplan.cli.settings.values import check_codes
from bodyplan.diagnostics.diagnostic import Diagnostic

FOUND = [
    Diagnostic(code, name, "error", "m", "f", 1, 1, "")
    for code, name in (("BP101", "not-a-value"), ("BP201", "unknown-element"), ("BP202", "unknown-attribute"))
]


@pytest.mark.parametrize(
    ("select", "ignore", "shown"),
    [
        ([], [], ["BP101", "BP201", "BP202"]),
        (["BP2"], [], ["BP201", "BP202"]),
        (["BP2"], ["BP201"], ["BP202"]),
        ([], ["unknown-element"], ["BP101", "BP202"]),
        (["not-a-value", "BP202"], [], ["BP101", "BP202"]),
        (["BP"], ["BP"], []),
    ],
)
def test_findings_are_chosen_by_code_beginning_or_name(select: list[str], ignore: list[str], shown: list[str]) -> None:
    settings = Settings(select=tuple(select), ignore=tuple(ignore))
    assert [d.code for d in Selection(settings)(FOUND, "f")] == shown


def test_word_that_names_no_rule_is_a_mistake() -> None:
    check_codes(["BP1", "unknown-element"])
    with pytest.raises(WrongCall, match="did you mean 'unknown-element'"):
        check_codes(["unknown-elment"])


def test_words_of_an_option_are_separated_by_commas() -> None:
    assert codes("BP1, BP2,") == ["BP1", "BP2"]


def test_severities_are_replaced_and_the_exactest_word_counts() -> None:
    selection = Selection(Settings(severity=(("BP2", "note"), ("BP202", "warning"))))
    assert [d.severity for d in selection.map_severities(FOUND)] == ["error", "note", "warning"]


def test_what_is_ignored_in_some_files_is_shown_in_others(tmp_path: Path) -> None:
    settings = Settings(per_file_ignores=(("old/**", ("BP2",)),), home=str(tmp_path))
    for folder, shown in (("old", ["BP101"]), ("new", ["BP101", "BP201", "BP202"])):
        file = str(tmp_path / folder / "a.sdf")
        assert [d.code for d in Selection(settings)([replace(d, file=file) for d in FOUND], "b.sdf")] == shown


def test_what_a_reader_says_is_asked_for_with_the_reader() -> None:
    assert not Selection(Settings()).selects("BP703", "ignored-by-consumer")
    assert Selection(Settings(targets=("drake",))).selects("BP703", "ignored-by-consumer")
    assert Selection(Settings(select=("ignored-by-consumer",))).selects("BP703", "ignored-by-consumer")

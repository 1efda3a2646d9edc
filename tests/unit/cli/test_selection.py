"""``--select`` and ``--ignore``."""

from __future__ import annotations

import pytest
from bodyplan.cli.messages import WrongCall
from bodyplan.cli.selection import Selection, codes
from bodyplan.runtime.diagnostics.diagnostic import Diagnostic

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
    assert [d.code for d in Selection(select, ignore)(FOUND)] == shown


def test_word_that_names_no_rule_is_a_mistake() -> None:
    Selection(["BP1"], ["unknown-element"]).check()
    with pytest.raises(WrongCall, match="did you mean 'unknown-element'"):
        Selection([], ["unknown-elment"]).check()


def test_words_of_an_option_are_separated_by_commas() -> None:
    assert codes("BP1, BP2,") == ["BP1", "BP2"]

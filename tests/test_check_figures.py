"""The page of ``benchmarks/checks.py``: it says what it was measured of, and what is said to be met is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    import checks  # type: ignore[import-not-found]

    return checks


def test_the_page_says_what_it_was_measured_of_and_its_figures_agree(checks: Any) -> None:
    page = checks.TABLE.read_text(encoding="utf-8")
    assert checks._MADE.search(page)
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in page.splitlines() if line.startswith("|")]
    judged = [row for row in rows if row[-1] in ("yes", "**no**")]
    assert len(judged) > 12
    for row in judged:
        measured, wanted = float(row[-3].split(" ")[0]), float(row[-2])
        # what is printed is rounded
        assert row[-1] == ("yes" if measured <= wanted else "**no**") or measured == pytest.approx(wanted, rel=0.05)


def test_a_page_of_another_machine_or_of_none_is_stale(
    checks: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    page = tmp_path / "checks.md"
    monkeypatch.setattr(checks, "TABLE", page)
    assert checks.check_table() == 1
    page.write_text(f"Measured at commit `HEAD` on `{checks.machine()} of another kind`.\n", encoding="utf-8")
    monkeypatch.setattr(checks, "SOURCES", ("no/such/folder",))
    assert checks.check_table() == 1
    assert "of another kind" in capsys.readouterr().out
    page.write_text(f"Measured at commit `HEAD` on `{checks.machine()}`.\n", encoding="utf-8")
    if (checks.CHECKOUT / ".git").exists():
        assert checks.check_table() == 0

"""The pages of figures: they say what they were measured of, and what is said to be met is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

BENCHMARKS = Path(__file__).parent.parent / "benchmarks"


@pytest.fixture
def staleness(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    import staleness  # type: ignore[import-not-found]

    return staleness


@pytest.mark.parametrize(("page", "least"), [("checks.md", 12), ("costs.md", 7)])
def test_figures_and_verdicts_of_a_page_agree(page: str, least: int) -> None:
    text = (BENCHMARKS / page).read_text(encoding="utf-8")
    rows = [[cell.strip() for cell in line.strip("|").split("|")] for line in text.splitlines() if line.startswith("|")]
    judged = [row for row in rows if row[-1] in ("yes", "**no**")]
    assert len(judged) >= least
    compared = 0
    for row in judged:
        measured, wanted = row[-3].split(" ")[0], row[-2].split(" ")[0]
        try:
            figures = float(measured), float(wanted)
        except ValueError:
            continue
        compared += 1
        # what is printed is rounded; of many files it is said how many times as fast, and more is better
        is_met = (
            figures[0] >= figures[1] if "as fast" in text and row[0] in MORE_IS_BETTER else figures[0] <= figures[1]
        )
        assert row[-1] == ("yes" if is_met else "**no**") or figures[0] == pytest.approx(figures[1], rel=0.05)
    assert compared >= least


MORE_IS_BETTER = ("again", "two processes, by the clock")


def test_all_pages_of_figures_say_what_they_were_measured_of(staleness: Any) -> None:
    assert {page.name for page in BENCHMARKS.glob("*.md")} == set(staleness.PAGES)
    for page, program in staleness.PAGES.items():
        assert staleness.find_stamp(BENCHMARKS / page), page
        assert (BENCHMARKS / program).is_file()
    if (staleness.CHECKOUT / ".git").exists():
        for source in staleness.SOURCES:
            assert (staleness.CHECKOUT / source).exists(), source


def test_a_page_of_another_machine_or_of_none_is_stale(
    staleness: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    page = tmp_path / "checks.md"
    monkeypatch.setattr(staleness, "PAGES", {"checks.md": "checks.py"})
    monkeypatch.setattr(staleness, "SOURCES", ("no/such/folder",))
    assert len(staleness.find_stale(tmp_path)) == 1
    page.write_text(f"Measured at commit `HEAD` on `{staleness.machine()} of another kind`.\n", encoding="utf-8")
    assert any("of another kind" in line for line in staleness.find_stale(tmp_path))
    if (staleness.CHECKOUT / ".git").exists():
        page.write_text(f"Measured at commit `0000000` on `{staleness.machine()}`.\n", encoding="utf-8")
        assert any("sources have changed" in line for line in staleness.find_stale(tmp_path))


def test_a_written_page_holds_until_sources_change(
    staleness: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    if not (staleness.CHECKOUT / ".git").exists():
        pytest.skip("needs the history")
    monkeypatch.setattr(staleness, "PAGES", {"checks.md": "no_such_program.py"})
    monkeypatch.setattr(staleness, "SOURCES", ("no/such/folder",))
    staleness.write_page(tmp_path / "checks.md", "# Figures\n")
    assert staleness.find_stale(tmp_path) == []

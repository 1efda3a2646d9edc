"""How far bodyplan agrees with libsdformat over the collection of real files.

The figures of ``floors_libsdformat.json`` are floors: they may rise, by ``pytest --update``, and never fall.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

FLOORS = Path(__file__).parent / "floors_libsdformat.json"
VERDICTS_NEEDED = 0.995
MINUTES = 15


@pytest.fixture(scope="module")
def rates(shared: Path, tmp_path_factory: pytest.TempPathFactory) -> dict[str, float]:
    """The share of each quantity that agrees."""
    tool = shared / "tools" / "agree.py"
    if not tool.is_file() or not (shared / "expected" / "libsdformat").is_dir():
        pytest.skip("../shared has no expected results of libsdformat")
    result = tmp_path_factory.mktemp("agreement") / "rates.json"
    command = [sys.executable, str(tool), "libsdformat", "--json", str(result), "--show", "5"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60 * MINUTES, check=False)
    sys.stdout.write(done.stdout)
    sys.stderr.write(done.stderr)
    measured: dict[str, float] = json.loads(result.read_text(encoding="utf-8"))
    return measured


@pytest.mark.corpus
@pytest.mark.slow
def test_nothing_agrees_less_than_before(rates: dict[str, float], request: pytest.FixtureRequest) -> None:
    floors: dict[str, float] = json.loads(FLOORS.read_text(encoding="utf-8"))
    below = {name: (rates.get(name), floor) for name, floor in floors.items() if rates.get(name, 0.0) < floor}
    assert not below
    risen = {name: max(rate, floors.get(name, 0.0)) for name, rate in sorted(rates.items())}
    if request.config.getoption("--update") and risen != floors:
        FLOORS.write_text(json.dumps(risen, indent=1) + "\n", encoding="utf-8")
        pytest.fail("the floors were raised")


@pytest.mark.corpus
@pytest.mark.slow
def test_what_has_to_agree_agrees(rates: dict[str, float]) -> None:
    assert rates["verdicts"] >= VERDICTS_NEEDED
    assert {name: rate for name, rate in rates.items() if name != "verdicts" and rate < 1} == {}

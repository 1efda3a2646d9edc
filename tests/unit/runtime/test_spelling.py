"""Names are suggested where a person would have slipped."""

from __future__ import annotations

import pytest
from bodyplan.runtime.spelling import SpellingIndex, nearest

from tests.bounding import calls_of

SLIPS = {
    "left out": ("sholder", "shoulder"),
    "doubled": ("collission", "collision"),
    "exchanged": ("chlid", "child"),
    "exchanged in a short word": ("xzy", "xyz"),
    "changed": ("geometri", "geometry"),
    "two in a long word": ("acelleration", "acceleration"),
    "one in each of two words": ("gripper_jiont", "gripper_joint"),
    "a plural with a letter left out": ("limts", "limit"),
    "a plural": ("visuals", "visual"),
    "case": ("BaseLink", "baselink"),
    "an underscore": ("baselink", "base_link"),
    "a hyphen": ("base-link", "base_link"),
    "zeros": ("wheel_01", "wheel_1"),
    "a namespace": ("controller_gains", "drake:controller_gains"),
}
OTHERS = {
    "other words": ("controller_gains", "safety_controller"),
    "few letters in common": ("traits", "axis"),
    "other short words": ("rpy", "xyz"),
    "another number": ("wheel_2", "wheel_3"),
    "another side": ("l_arm", "r_arm"),
    "one side of both": ("l_arm", "arm"),
    "a gain": ("k_velocity", "velocity"),
    "the other end": ("min_value", "max_value"),
    "opposites": ("upper", "lower"),
    "itself": ("link", "link"),
}


@pytest.mark.parametrize(("word", "meant"), SLIPS.values(), ids=SLIPS)
def test_slips_lead_to_what_was_meant(word: str, meant: str) -> None:
    others = [f"other_{number}" for number in range(100)]
    assert nearest(word, ("something", meant, "else")) == meant
    assert SpellingIndex([*others, meant, *reversed(others)]).nearest(word) == meant


@pytest.mark.parametrize(("word", "other"), OTHERS.values(), ids=OTHERS)
def test_other_names_are_no_misspellings(word: str, other: str) -> None:
    assert nearest(word, (other,)) is None
    assert SpellingIndex([other, *(f"other_{number}" for number in range(100))]).nearest(word) is None


def test_the_nearest_of_several_is_suggested() -> None:
    assert nearest("linkk", ("limk", "link")) == "link"


def test_many_look_ups_among_many_names_cost_as_much_each() -> None:
    def look_up(count: int) -> None:
        names = SpellingIndex([f"part_number_{number:05d}_of_many" for number in range(count)])
        found = [names.nearest(f"part_numbr_{number:05d}_of_many") for number in range(count)]
        assert found[0] == "part_number_00000_of_many"

    few, many = (calls_of(lambda count=count: look_up(count)) for count in (100, 400))
    assert many < 5 * few

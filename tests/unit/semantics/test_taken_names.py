"""Numbers that tell names apart are the smallest that are free, however often one is asked for."""

from __future__ import annotations

import random

from bodyplan.semantics.convert.to_sdformat.free_names import UsedNames, free_name


def test_the_same_name_is_found_as_by_trying_all_numbers() -> None:
    source = random.Random(2)
    for _ in range(200):
        taken = UsedNames(source.sample(["a", "a_1", "a_2", "a_4", "b", "b_1"], 3))
        plain = set(taken)
        for _ in range(12):
            wanted = source.choice(["a", "b", "a_1"])
            assert taken.free(wanted) == free_name(wanted, plain)
            if source.random() < 0.8:
                name = source.choice([free_name(wanted, plain), "a_5", "b_2"])
                taken.add(name)
                plain.add(name)

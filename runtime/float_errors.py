"""Arithmetic on numbers that a document made up: what is too large becomes infinite, and that is no warning."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from typing import ParamSpec, TypeVar

import numpy as np

Arguments = ParamSpec("Arguments")
Result = TypeVar("Result")


def silent(function: Callable[Arguments, Result]) -> Callable[Arguments, Result]:
    """The same function, in which numpy warns of no overflow, division by zero or number that is none."""

    @wraps(function)
    def wrapper(*args: Arguments.args, **kwargs: Arguments.kwargs) -> Result:
        with np.errstate(all="ignore"):
            return function(*args, **kwargs)

    return wrapper

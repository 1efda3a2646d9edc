"""Verdicts on documents, each found in a process of its own: what is compared with may end it."""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from pathlib import Path
from typing import Any

PATIENCE = 60
"""Seconds for one document."""


def in_a_process(verdict: Callable[..., str], ended: str, path: Path, *more: str) -> str:
    """The verdict on one document.

    Args:
        verdict: finds it.
        ended: the verdict where the process ended.
        path: of the document.
        more: what ``verdict`` takes besides.
    """
    here, there = multiprocessing.Pipe(False)
    process = multiprocessing.get_context("fork").Process(target=_work, args=(verdict, there, path, *more))
    process.start()
    there.close()
    try:
        return str(here.recv()) if here.poll(PATIENCE) else "no answer in time"
    except EOFError:
        return ended
    finally:
        process.kill()
        process.join()


def _work(verdict: Callable[..., str], answer: Any, path: Path, *more: str) -> None:
    try:
        answer.send(verdict(path, *more))
    except Exception as error:  # noqa: BLE001 - any of them is a finding
        answer.send(f"exception: {type(error).__name__}: {error}")

"""A fleet of workers that a scheduler of Dask knows, with the extra ``fleet``."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from ...semantics.batch.worker_pools import ExternalPool
from ..messages import WrongCall, complain, format_number
from ..optional_deps import extra

WAIT_SECONDS = 30
"""Seconds for which a scheduler, and a first worker, are waited for."""


@contextmanager
def fleet_at(address: str) -> Iterator[ExternalPool]:
    """The workers of a scheduler; on leaving, those that were lost are reported.

    Raises:
        WrongCall: the extra is not installed, there is no scheduler, or it has no workers.
    """
    with extra("fleet"):
        from distributed import Client  # pyright: ignore[reportMissingImports]
    try:
        connect: Any = Client
        client = connect(address, timeout=WAIT_SECONDS, set_as_default=False)
    except (OSError, ValueError) as error:
        raise WrongCall(f"--scheduler {address}: {error or type(error).__name__}") from None
    with client:
        try:
            client.wait_for_workers(1, timeout=WAIT_SECONDS)
        except TimeoutError:
            raise WrongCall(f"--scheduler {address}: it has no workers") from None
        threads: dict[str, int] = client.nthreads()
        fleet = ExternalPool(client.get_executor(), max(1, sum(threads.values())))
        yield fleet
        gone = sorted(set(threads) - set(client.nthreads()))
        if gone:
            complain(f"{format_number(len(gone), 'worker')} lost: {', '.join(gone)}; their tasks were run again")
        elif fleet.losses:
            complain(f"{format_number(fleet.losses, 'task')} lost and run again")

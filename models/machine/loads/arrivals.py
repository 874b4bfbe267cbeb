"""When requests of a load come: after the answers to others, or at random times (open loads)."""

from collections.abc import Callable

from models.machine.machine import Machine
from models.setting import setting
from models.sim.loop import Process

MOST_RATE = 10**7
"""Largest rate of an open load (1/s). A larger one is probably a typo; the run would not finish."""


def a_rate() -> float:
    """Return the field of a load for its rate."""
    return setting(
        0.0,
        "Requests that arrive per second whether or not others are answered; 0: threads wait for answers",
        "1/s",
        least=0,
        most=MOST_RATE,
    )


def a_turnaround() -> float | None:
    """Return the field of a load for its clients' turnaround."""
    text = "Time from an answer to the client's next request; none: network.turnaround"
    return setting(None, text, "s", least=0)


def arrivals(
    machine: Machine, rate: float, request: Callable[[], Process], sources: int = 1
) -> Process:
    """Yield the times between the arrivals at one of `sources` sources, `rate` a second at all of
    them. request: returns the process of one more request."""
    random = machine.random.random

    def one() -> Process:
        machine.under_way += 1
        yield from request()
        machine.under_way -= 1

    while True:
        yield 2 * random() * sources / rate
        machine.loop.spawn(one())

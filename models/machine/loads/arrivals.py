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


class Arrivals:
    """Requests that arrive at random times at one of `sources` sources, `rate` a second at all of them.

    request(late): returns the process of one more request, which arrived `late` seconds ago. While
    `machine.most_open` requests of all sources are under way, further ones are held without being made:
    they come evenly, each is made when another is answered, and all are counted."""

    def __init__(
        self,
        machine: Machine,
        rate: float,
        request: Callable[[float], Process],
        sources: int = 1,
    ):
        self.machine, self.request = machine, request
        self.rate, self.sources, self.every = rate, sources, sources / rate
        self.most = max(1, machine.most_open / sources)
        self.open = self.made = 0  # requests under way, and those made since `full`
        self.full: float | None = None  # when the first was held that is not made yet (s)
        self.room = machine.loop.event()
        machine.arrivals.append(self)

    @property
    def held(self) -> int:
        """Return the number of requests that have arrived and are not made."""
        if self.full is None:
            return 0
        return max(0, int((self.machine.loop.now - self.full) / self.every) + 1 - self.made)

    def one(self, late: float) -> Process:
        """Yield the waits of one request."""
        machine = self.machine
        machine.under_way += 1
        self.open += 1
        yield from self.request(late)
        machine.under_way -= 1
        self.open -= 1
        if self.full is not None and not self.room.fired:
            self.room.fire()

    def run(self) -> Process:
        """Yield the times between arrivals."""
        loop, random = self.machine.loop, self.machine.random.random
        while True:
            yield 2 * random() * self.sources / self.rate
            if self.open < self.most:
                loop.spawn(self.one(0.0))
                continue
            self.full, self.made = loop.now, 0
            while (late := loop.now - self.full - self.made * self.every) >= 0:
                if self.open < self.most:
                    self.made += 1
                    loop.spawn(self.one(late))
                    yield 0.0  # it begins
                else:
                    self.room = loop.event()
                    yield self.room
            self.full = None

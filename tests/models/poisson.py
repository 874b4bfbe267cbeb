"""Requests that come by chance, none knowing of the other."""

from figures.queues_resilvering.experiments.arrivals import exponential


def poisson(rate, random):
    """Times (s) without end, `rate` a second on average."""
    now = 0.0
    while True:
        now += exponential(random.random) / rate
        yield now

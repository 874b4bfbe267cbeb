"""Run the same closed loop of clients and one server in three engines: SimPy, the event loop, and a
station without a loop.

Each client thinks for a fixed time and then queues. Service times are drawn in the order of
service, so all engines must give the same mean response time.
"""

import json
import time
from collections.abc import Callable, Generator
from heapq import heapify, heapreplace
from random import Random
from typing import Any

from models.sim.loop import Loop
from models.sim.station import Station
from models.units import ms

CLIENTS = 8
THINK = 5 * ms
SHORTEST, LONGEST = 0.5 * ms, 1.5 * ms
ROUNDS = 5


def services(seed: int = 1) -> Callable[[], float]:
    """Return a function that draws a service time (s) at each call."""
    draw = Random(seed).random
    return lambda: SHORTEST + (LONGEST - SHORTEST) * draw()


def in_simpy(requests: int) -> float:
    """Run the closed loop in SimPy, and return the mean response time (s) of the first `requests`
    requests."""
    import simpy

    env = simpy.Environment()
    server, service, responses = simpy.Resource(env), services(), []
    enough = env.event()

    def client() -> Generator[Any, Any, None]:
        while True:
            yield env.timeout(THINK)
            began = env.now
            with server.request() as turn:
                yield turn
                yield env.timeout(service())
            responses.append(env.now - began)
            if len(responses) == requests:
                enough.succeed()

    for _ in range(CLIENTS):
        env.process(client())
    env.run(until=enough)
    return sum(responses[:requests]) / requests


def on_the_loop(requests: int) -> float:
    """Run the closed loop with a station in `models.sim.loop`, and return the mean response time
    (s) of the first `requests` requests."""
    loop, station, service = Loop(), Station(), services()
    responses: list[float] = []

    def client() -> Generator[Any, Any, None]:
        while len(responses) < requests:
            yield THINK
            now = loop.now
            done = station.serve(now, service())
            responses.append(done - now)
            yield done - now

    for _ in range(CLIENTS):
        loop.spawn(client())
    loop.run()
    return sum(responses[:requests]) / requests


def closed_loop(
    serve: Callable[[float], float], think: Callable[[], float], threads: int, requests: int
) -> tuple[float, float]:
    """Run `threads` clients until `requests` requests are done. Each client sends a request, waits
    for it, and thinks before the next one.

    `serve(now)` returns when (s) a request finishes that is sent at `now`; `think()` returns how
    long (s) a client thinks. Return the last finish time (s) and the mean response time (s).
    """
    ready = [think() for _ in range(threads)]
    heapify(ready)
    total = last = 0.0
    for _ in range(requests):
        now = ready[0]
        last = serve(now)
        total += last - now
        heapreplace(ready, last + think())
    return last, total / requests


def as_a_station(requests: int) -> float:
    """Run the closed loop with a station alone (`models.sim.station`), and return the mean response
    time (s)."""
    station, service = Station(), services()
    return closed_loop(lambda now: station.serve(now, service()), lambda: THINK, CLIENTS, requests)[
        1
    ]


ENGINES = {"SimPy": in_simpy, "models.sim.loop": on_the_loop, "models.sim.station": as_a_station}


def measure(requests: int = 40_000) -> str:
    """Return JSON that maps each engine to its requests per second, the best of several rounds.
    Raise RuntimeError if the engines disagree about the mean response time."""
    best = dict.fromkeys(ENGINES, 0.0)
    answers = {}
    for _ in range(ROUNDS):
        for name, engine in ENGINES.items():
            began = time.perf_counter()
            answers[name] = engine(requests)
            best[name] = max(best[name], requests / (time.perf_counter() - began))
    if max(answers.values()) - min(answers.values()) > 1e-9:
        raise RuntimeError(f"the engines disagree about the mean response: {answers}")
    return json.dumps(best)

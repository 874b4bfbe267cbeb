"""The laws of each watched machine, whatever a reader sets: `STUDIES` says how many are drawn (100; 3,000 in `make
prove`), or which, as in STUDIES=200-300."""

import json
import os
from functools import partial
from math import fsum
from random import Random

import pytest

from models.lab import run
from models.lab.events import KINDS, Event, refuse_impossible
from models.lab.limit import ALIKE, FULL, NAMES, figures, limit, settled
from models.machine import Cifs, Create, Iscsi, Local, Nfs
from tests.conftest import WHOLE
from tests.models.machine.random_machines import random_load, random_order

FIRST, _, LAST = os.environ.get("STUDIES", "3000" if WHOLE else "20").rpartition("-")
STEP, SAMPLES, ENOUGH = 0.01, 5, 1000
"""Seconds of a sample, samples of a run, and requests after which it is ended sooner."""
LOADS = Nfs | Cifs | Local | Iscsi | Create


class Noted(run.Watch):
    """A watch that notes when requests begin and end."""

    made: list

    def __init__(self, machine, load, random):
        self.begun, self.times, self.calls = 0, [], 0
        super().__init__(machine, load, random)
        Noted.made.append(self)

    def begin(self):
        self.begun += 1
        self.times.append(-self.machine.loop.now)
        return super().begin()

    def end(self, size, latency, path):
        assert latency >= 0
        self.begun -= 1
        self.times.append(self.machine.loop.now)
        if path is not None and path.steps:  # a file system without paths leaves it empty
            assert path.end - path.begun == pytest.approx(latency, rel=1e-6, abs=1e-9)
        super().end(size, latency, path)

    def under_way(self):
        """Return the time of all requests under way, ended or not (s)."""
        return fsum(self.times) + self.begun * self.machine.loop.now


def random_events(random, order, loads):
    """Return events that can happen; those that cannot are refused in a line."""
    found = []
    for _ in range(random.choice((0, 1, 1, 2, 4))):
        kind = random.choice(list(KINDS))
        options = {
            name: random.choice((0, 1, 2, 7) if name != "times" else (1, 4, 50))
            for name in KINDS[kind].options
        }
        event = Event(random.random() * STEP * SAMPLES, kind, options=options)
        try:
            refuse_impossible(order, [*found, event], loads)
        except ValueError as error:
            assert "\n" not in str(error) and "must" in str(error)
        else:
            found.append(event)
    return found


def random_study(number):
    """Return the order, loads and events of study `number`."""
    random = Random(number)
    order = random_order(random)
    wanted = random.choice((1, 1, 2, 3, 4))
    drawn = (random_load(random, order) for _ in iter(int, 1))
    loads = [next(one for one in drawn if isinstance(one, LOADS)) for _ in range(wanted)]
    return order, loads, random_events(random, order, len(loads)), random.randrange(wanted)


@pytest.mark.parametrize("number", range(int(FIRST or 0), int(LAST)))
def test_a_watched_machine_keeps_the_laws_whatever_is_set(number, monkeypatch):
    monkeypatch.setattr(run, "STEP", STEP)
    monkeypatch.setattr(run, "Watch", Noted)
    Noted.made = []
    order, loads, events, followed = random_study(number)
    samples, mean = [], [0.0] * len(loads)
    go = partial(run.watched, order, loads, events, STEP * SAMPLES, number, followed, True)
    try:
        for one in go():
            samples.append(one)
            look(one, samples, Noted.made, mean)
            if sum([watch.answered for watch in Noted.made]) > ENOUGH:
                break
    except ValueError as error:
        assert "\n" not in str(error) and "must" in str(error)
        pytest.skip(str(error))
    look_at_limit(samples, followed)


def look(one, samples, watches, mean):
    """Check what holds in each sample."""
    assert json.loads(json.dumps(one, allow_nan=False)) == one
    for number, (load, watch) in enumerate(zip(one["loads"], watches, strict=True)):
        asked, answered, size = (
            sum([s["loads"][number][name] for s in samples])
            for name in ("asked", "answered", "bytes")
        )
        if not (isinstance(watch.load, Local) and watch.load.calls > 1):
            assert asked == answered + load["waiting"]
            assert size == answered * watch.load.size
        mean[number] += load["mean waiting"] * STEP
        if not load["held"]:
            assert mean[number] == pytest.approx(watch.under_way(), rel=1e-6, abs=1e-9)
        assert sum(load["fine"].values()) == sum(load["counts"].values()) == load["answered"]
        if threads := load["threads"]:
            assert load["waiting"] <= threads and load["mean waiting"] <= threads * (1 + 1e-9)
    for part in one["parts"].values():
        assert all(0 <= use <= 1 + 1e-9 for use in (part["use"], *part["each"]))
        assert part["waits"] >= 0 <= part["works"] and part["wait50"] <= part["wait99"]
    followed = one["loads"][one["load"]]
    here = fsum([part["waits"] + part["works"] for part in one["parts"].values()])
    own = one["parts"]["programs"]["works"] if followed["threads"] else 0.0
    if one["followed"]:
        assert here - own == pytest.approx(followed["mean waiting"], rel=0.02, abs=1e-9)
    assert all(number >= 0 for row in one["moved"].values() for number in row)


def look_at_limit(samples, followed):
    """Check that the sentence names the part with the highest use, or the one with most requests."""
    begin, end = settled(samples), samples[-1]["to"]
    found = limit(samples, begin, end)
    assert "\n" not in found.sentence and found.sentence.endswith(".")
    ones = [s["parts"] for s in samples if s["from"] >= begin]
    mean = {
        part: [
            fsum([one[part][name] for one in ones]) / len(ones)
            for name in ("use", "waits", "works")
        ]
        for part in NAMES
    }
    way = {part: use for part, (use, waits, works) in mean.items() if waits + works > 0}
    if found.rule in ("use", "ticks"):
        assert found.sentence.startswith(NAMES[found.part])
        assert (max(way.values()) >= FULL) is (found.rule == "use")
    if found.rule == "use":
        assert way[found.part] == found.use > max(way.values()) - ALIKE
        others = {part: use for part, use in way.items() if part != found.part}
        assert found.next_use == max(others.values(), default=0.0)
    one = figures(samples, followed, begin, end)
    assert 0 <= one.median <= one.p99 <= one.p999

"""A station that serves one of each line in turn: against the rule played out, and by what follows from it."""

from collections import deque
from itertools import pairwise
from random import Random

import pytest

from models.sim.loop import Loop
from models.sim.turns import TurnStation


def ends(work):
    """When each of `work` (comes, service, line) is done."""
    loop, done = Loop(), {}
    station = TurnStation(loop)

    def one(number, comes, service, line):
        yield comes
        yield station.serve(line, service)
        done[number] = loop.now

    for number, each in enumerate(work):
        loop.spawn(one(number, *each))
    loop.run()
    assert station.busy == pytest.approx(sum(service for _, service, _ in work))
    return [done[number] for number in range(len(work))]


def played(work):
    """The same by hand, one service after the other."""
    coming, lines, turns, done, now = deque(enumerate(work)), {}, deque(), {}, 0.0

    def come(until, serving=None):
        while coming and coming[0][1][0] <= until:
            number, (_, service, line) = coming.popleft()
            waiting = lines.setdefault(line, deque())
            if not waiting and line != serving:
                turns.append(line)
            waiting.append((number, service))

    while coming or turns:
        if not turns:
            now = max(now, coming[0][1][0])
        come(now)
        line = turns.popleft()
        number, service = lines[line].popleft()
        now += service
        come(now, serving=line)
        done[number] = now
        if lines[line]:
            turns.append(line)
    return [done[number] for number in range(len(work))]


def drawn(seed, count=400, lines=5):
    random = Random(seed)
    times = sorted(random.random() * count for _ in range(count))
    return [(time, 0.1 + 1.7 * random.random(), int(random.random() ** 2 * lines)) for time in times]


@pytest.mark.parametrize("seed", range(5))
def test_it_serves_in_turn(seed):
    assert ends(drawn(seed)) == pytest.approx(played(drawn(seed)))


def test_a_line_alone_is_served_in_order_of_arrival():
    work = [(time, service, 0) for time, service, _ in drawn(3)]
    free, wanted = 0.0, []
    for comes, service, _ in work:
        free = max(free, comes) + service
        wanted.append(free)
    assert ends(work) == pytest.approx(wanted)


@pytest.mark.parametrize("others", [1, 5, 20])
def test_who_has_little_waits_one_of_each_other_line_however_much_these_have(others):
    for depth in (2, 50):
        work = [(0.0, 1.0, line) for line in range(others) for _ in range(depth)] + [(0.5, 0.25, "little")]
        assert ends(work)[-1] == pytest.approx(others + 0.25)


def test_whoever_comes_it_is_busy_until_all_is_done():
    done = sorted(ends([(0.0, 1.0, n % 3) for n in range(30)]))
    assert all(after - before == pytest.approx(1.0) for before, after in pairwise(done))

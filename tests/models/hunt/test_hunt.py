"""Tests of the hunt: broken servers, the tools that ask them, and the score."""

import re
from collections import Counter

import pytest

from models.check import seeded
from models.hunt.clients import Clients
from models.hunt.probes import PROBES, ask
from models.hunt.proofs import PROOFS, lines, shortest, shows
from models.hunt.run import KEPT, of_seed, ran
from models.hunt.scenes import (
    BASES,
    COMPLAINTS,
    FAULTS,
    ODDITIES,
    SECONDS,
    case_of,
    complaint,
    drawn,
)
from models.hunt.score import score
from tests.models.hunt.solver import averages, devices, diagnosis

MANY = [drawn(seeded(seed)) for seed in range(2000)]
LAST = "link"
FIRST = {
    fault: case_of(next(seed for seed, one in enumerate(MANY) if one[:2] == ("RAID-Z2", fault)))
    for fault in sorted(FAULTS, key=LAST.__eq__)
    if FAULTS[fault].act
}
"""The first case of each fault on the server with the fewest clients, which is run soonest. The tests below use the
last one's run, which is kept."""


def test_a_blind_guess_is_right_at_most_one_time_in_ten():
    """Whatever is known before a tool is asked: nothing, the base server, or what users say."""
    assert len(FAULTS) >= 12
    for known in (None, *BASES, *COMPLAINTS):
        faults = Counter(
            one.fault for seed, one in enumerate(MANY) if known in (None, one.base, complaint(seed))
        )
        share = max(faults.values()) / faults.total()
        assert share <= 0.1 + 3 * (0.09 / faults.total()) ** 0.5
    assert {one.oddity for one in MANY} == {*ODDITIES}
    assert len(faults) >= 11


@pytest.mark.parametrize("fault", FIRST)
def test_the_tools_tell_each_fault(fault):
    """By their text alone; and the score is higher the less was asked."""
    case = FIRST[fault]
    said, asked = diagnosis(lambda name: ask(case.seed, name))
    assert said == fault
    assert shows(fault, asked) and shows(fault, shortest(fault)) and not shows(fault, ())
    told = lines(case.seed)
    assert told and all(line in ask(case.seed, PROOFS[fault].probe) for line in told)
    if (case.seed, False) in KEPT:
        assert told != lines(case.seed, now=False)
    right = score(case.seed, said, asked)
    assert right.right and right.points > score(case.seed, said, [*PROBES]).points >= 20
    guess = score(case.seed, said, ["list"] if fault != "full" else ["status"])
    assert (guess.right, guess.shown, guess.points) == (True, False, 20)
    other = next(one for one in FAULTS if one != fault)
    assert score(case.seed, other, asked).points == 0


def test_the_same_seed_says_the_same_and_another_does_not():
    case = FIRST[LAST]
    texts = {name: ask(case.seed, name) for name in PROBES if PROBES[name].now}
    KEPT.clear()
    assert texts == {name: ask(case.seed, name) for name in texts}
    assert ran(case.scene, case.seed + 1).seconds != of_seed(case.seed).seconds


def test_the_tools_count_the_same_requests():
    """Reads and writes are as many in sar, nfsstat and the datasets; what zilstat has written to the log device is
    what iostat saw there."""
    case = FIRST[LAST]
    card = averages(ask(case.seed, "sar"))
    nfs = ask(case.seed, "nfsstat")
    read, write = (
        int(n) for n in re.findall(r"\nreadlink.*\n\d+ +\d+% +(\d+) +\d+% +(\d+)", nfs)[0]
    )
    assert (read, write) == pytest.approx(
        (SECONDS * card["sread/s"], SECONDS * card["swrite/s"]), abs=0.1
    )
    totals = Counter[str]()
    for name, value in re.findall(
        r"^(reads|writes) +4 +(\d+)", ask(case.seed, "kstat"), re.MULTILINE
    ):
        totals[name] += int(value)
    first = Counter(
        op for (_, op), ones in of_seed(case.seed).seconds[0].ops.items() for _ in ones
    )  # is in both readings
    assert totals == {"reads": read + first["read"], "writes": write + first["write"]}
    leaf = case.scene.order.pool.count
    log = [*devices(ask(case.seed, "iostat")).values()][leaf:]
    run = of_seed(case.seed)
    device = [sum(one["w/s"] for one in rows) for rows in log]
    assert device == pytest.approx(
        [sum(one[4][0] for s in run.seconds for one in s.logs)], rel=0.01
    )
    records = sum(count for one in run.seconds for count in one.reads.values())
    waiting = sum(
        load.clients for load in case.scene.loads
    )  # at most, when the tools begin to look
    assert records + waiting >= read


def test_bad_names_and_mixed_clients_are_refused():
    with pytest.raises(ValueError, match="probe must be"):
        ask(1, "top")
    with pytest.raises(ValueError, match="diagnosis must be"):
        score(1, "ghosts", [])
    with pytest.raises(ValueError, match="reads must be 0 or 1"):
        Clients(reads=0.5)

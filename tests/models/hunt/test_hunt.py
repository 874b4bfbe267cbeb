"""Tests of the hunt: broken servers, the tools that ask them, and the score."""

import re
from collections import Counter

import pytest

from models.hunt.clients import Clients
from models.hunt.probes import PROBES, ask, score
from models.hunt.run import KEPT, of_seed, ran
from models.hunt.scenes import BASES, FAULTS, ODDITIES, SECONDS, case_of
from tests.models.hunt.solver import averages, devices, diagnosis

MANY = [case_of(seed) for seed in range(2000)]
FIRST = {
    fault: next(case for case in MANY if case.fault == fault)
    for fault in FAULTS
    if FAULTS[fault].act
}
"""The first case of each fault."""


def test_a_blind_guess_is_right_at_most_one_time_in_ten():
    """Whatever is known before a tool is asked: nothing, or the base server."""
    assert len(FAULTS) >= 12
    for known in (None, *BASES):
        faults = Counter(case.fault for case in MANY if known in (None, case.base))
        share = max(faults.values()) / faults.total()
        assert share <= 0.1 + 3 * (0.09 / faults.total()) ** 0.5
    assert {case.oddity for case in MANY} == {*ODDITIES}
    assert len(faults) >= 11


@pytest.mark.parametrize("fault", FIRST)
def test_the_tools_tell_each_fault(fault):
    """By their text alone; and the score is higher the less was asked."""
    case = FIRST[fault]
    said, asked = diagnosis(lambda name: ask(case.seed, name))
    assert said == fault
    right = score(case.seed, said, asked)
    assert right.right and right.points > score(case.seed, said, [*PROBES]).points >= 20
    other = next(one for one in FAULTS if one != fault)
    assert score(case.seed, other, asked).points == 0


def test_the_same_seed_says_the_same_and_another_does_not():
    case = FIRST["log died"]
    texts = {name: ask(case.seed, name) for name in PROBES if PROBES[name].now}
    KEPT.clear()
    assert texts == {name: ask(case.seed, name) for name in texts}
    assert ran(case.scene, case.seed + 1).seconds != of_seed(case.seed).seconds


def test_the_tools_count_the_same_requests():
    """Reads and writes are as many in sar, nfsstat and the datasets; what zilstat has written to the log device is
    what iostat saw there."""
    case = FIRST["slow disk"]
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
    assert totals == {"reads": read, "writes": write}
    leaf = case.scene.order.pool.count
    log = [*devices(ask(case.seed, "iostat")).values()][leaf:]
    run = of_seed(case.seed)
    device = [sum(one["w/s"] for one in rows) for rows in log]
    assert device == pytest.approx(
        [sum(one[4][0] for s in run.seconds for one in s.logs)], rel=0.01
    )
    assert sum(count for one in run.seconds for count in one.reads.values()) >= read


def test_bad_names_and_mixed_clients_are_refused():
    with pytest.raises(ValueError, match="probe must be"):
        ask(1, "top")
    with pytest.raises(ValueError, match="diagnosis must be"):
        score(1, "ghosts", [])
    with pytest.raises(ValueError, match="reads must be 0 or 1"):
        Clients(reads=0.5)

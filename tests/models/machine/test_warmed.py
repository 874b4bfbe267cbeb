"""Caches filled by a described past hold what a run of that past leaves in them."""

import json

import pytest

from models.__main__ import main
from models.machine import SUN_7410, Create, Machine, Nfs, Order, Reads, warmed
from models.units import GB, MB, KiB, MiB, hour

PAST = 6.0


def small(flash: int) -> Order:
    return SUN_7410.order(
        recordsize=8 * KiB,
        pool={"vdevs": 8},
        cache={"arc": 16 * MiB, "pointers_held": True, "flash": {"devices": flash}},
    ).without("queue", "drive queue")


def reading(data: float, reads: float = 1.0) -> Nfs:
    return Nfs(4, 8, 8 * KiB, reads=reads, blocks=Reads(data))


@pytest.mark.parametrize("flash", [0, 1])
def test_the_tiers_answer_as_after_a_run_of_that_past(flash):
    load = reading(120 * MB)
    ran = Machine(small(flash)).run(load, seconds=2, warm=PAST)
    described = Machine(warmed(small(flash), load, PAST)).run(load, seconds=2)
    turn = small(flash).cache.feed.write / load.blocks.data
    for tier in ("memory", "flash", "disk"):
        assert described.tiers[tier] == pytest.approx(ran.tiers[tier], abs=0.02 + flash * turn)


def test_no_past_leaves_the_caches_empty_and_a_long_one_full():
    load, order = reading(100 * GB), SUN_7410.order(recordsize=8 * KiB)
    assert warmed(order, load, 0.0).cache.held == (0.0, 0.0)
    memory, flash = warmed(order, load, 1000 * hour).cache.held
    assert memory == pytest.approx(min(1.0, order.cache.arc / 100e9), abs=0.01)
    assert flash == 0


def test_a_load_that_reads_nothing_or_unevenly_is_refused():
    for load in (reading(1 * GB, reads=0.0), Nfs(reads=1.0, blocks=Reads(1 * GB, 1.0)), Create()):
        with pytest.raises(ValueError, match=r"cache\.warm must be 0 unless .* got 3600 s"):
            warmed(small(0), load, hour)


def test_the_command_line_fills_the_caches_first(capsys):
    words = (
        "run 7410 nfs --set reads=1 --set data=1GB --set threads=8 --seconds 0.05 --json".split()
    )
    assert main(words) == 0
    cold = json.loads(capsys.readouterr().out)
    assert main([*words, "--set", "cache.warm=1h"]) == 0
    warm = json.loads(capsys.readouterr().out)
    assert cold["tiers"]["memory"] < 0.5 and warm["tiers"]["memory"] > 0.98
    assert main(["run", "7410", "nfs", "local", "--set", "cache.warm=1h"]) == 2
    assert "cache.warm must be 0 with several loads, got 3600 s" in capsys.readouterr().err

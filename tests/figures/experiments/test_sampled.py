"""Every k-th block tells what all of them do; and clients that wait go faster as their answers come
sooner."""

from dataclasses import replace
from random import Random

import pytest

from figures.flash.experiments.cache_reads import cache_reads
from figures.flash.experiments.spatial_sampling import (
    COARSEST,
    LEAST,
    READS,
    Sampled,
    covered,
    fitting,
)
from figures.flash.experiments.tier_times import TierTimes
from figures.kit.sampling import caches, one_in
from models.machine import SUN_7410, Machine, Nfs, Reads
from models.sim.stats import mean
from models.units import GB, MB, KiB, MiB, hour, minute
from models.zfs.l2arc.feed_spec import FeedSpec

BLOCK = 8 * KiB
SMALL = FeedSpec(
    devices=2, capacity=12 * MiB, write=16 * BLOCK, boost=16 * BLOCK, rate=2 * MB, segment=1 * MiB
)


def of(feeder, **more):
    return replace(SMALL, feeder=feeder, **more)


def warming(
    k, spec=SMALL, heat=0.2, seed=1, spans=6, threads=2, memory=4 * MiB, start=16.0, reads=10**7
):
    times = TierTimes(size=BLOCK, threads=threads, devices=2, disks=4, span=1 * GB)
    run = Sampled(
        memory=memory,
        working_set=16 * MiB,
        block=BLOCK,
        spec=spec,
        times=times,
        k=k,
        start=start,
        heat=heat,
        seed=seed,
        reads=reads,
    )
    return list(run.run(2 * minute, spans))


def shares(span):
    return [span.memory, span.flash, span.disk]


@pytest.mark.alike("a sample stands for all")
def test_one_block_in_four_answers_as_all_of_them():
    feeder, heat = "2015", 0.8
    every = warming(1, of(feeder), heat)
    few = [warming(4, of(feeder), heat, seed=seed) for seed in range(1, 4)]
    for number, span in enumerate(every):
        for tier, expected in enumerate(shares(span)):
            assert mean([shares(run[number])[tier] for run in few]) == pytest.approx(
                expected, abs=0.03
            )
        assert mean([run[number].on_flash for run in few]) == pytest.approx(span.on_flash, rel=0.08)


def test_a_quarter_of_the_reads_evenly_spread_tells_what_all_of_them_do():
    feeder, heat, most = "2008", 0.2, 10_000
    every = warming(2, of(feeder), heat)
    assert sum(span.reads for span in every) / 2 > 4 * most
    few = warming(2, of(feeder), heat, reads=most)
    assert sum(span.reads for span in few) == pytest.approx(
        sum(span.reads for span in every), rel=0.1
    )
    for now, then in zip(few[2:], every[2:], strict=True):
        assert shares(now) == pytest.approx(shares(then), abs=0.05)
        assert now.on_flash == pytest.approx(then.on_flash, rel=0.1)
    assert few[-1].answer.rate == pytest.approx(every[-1].answer.rate, rel=0.12)


def test_the_sample_is_as_coarse_as_the_reads_demand_within_limits():
    block, data = 8 * KiB, 500 * GB
    fine = data / block / LEAST
    assert fitting(data, block, 3600.0, 100.0) == fine  # few reads: as fine as may be
    rate = 2 * READS * fine / 3600.0
    assert fitting(data, block, 3600.0, rate) == pytest.approx(2 * fine)
    assert fitting(data, block, 3600.0, 1e9) == COARSEST * fine
    assert fitting(data, block, 3600.0, 100.0, 4.0) == fine / 4
    assert fitting(1 * MB, block, 3600.0, 100.0) == 1.0  # never finer than all of it


def test_the_best_of_the_data_gets_as_many_reads_as_it_is_hot():
    assert [covered(part, 0.6) for part in (0.0, 0.1, 0.2, 0.6, 1.0, 3.0)] == pytest.approx(
        [0, 0.3, 0.6, 0.8, 1, 1]
    )
    assert covered(0.35) == pytest.approx(0.35)


def test_reads_of_the_blocks_kept_by_name_are_answered_alike():
    """A trace with every block, and the same trace with only those reads whose block's name falls
    in a quarter."""
    random, k, blocks, gap = Random(5), 4, 4096, 0.002
    trace = [int(random.random() * blocks) for _ in range(60_000)]
    kept = [key for key in trace if key * 2654435761 % 2**32 * k < 2**32]
    assert len(set(kept)) == pytest.approx(blocks / k, rel=0.05)
    found = []
    for part, keys in ((1, trace), (k, kept)):
        cache, half = Machine(one_in(part, caches(8 * MiB, SMALL, BLOCK))).cache, len(keys) // 2
        draw = iter(keys).__next__
        cache_reads(cache, draw, BLOCK, half, 0.0, gap * part)
        late = cache_reads(cache, draw, BLOCK, half, gap * part * half, gap * part)
        found.append([n / half for n in late.values()])
    assert found[1] == pytest.approx(found[0], abs=0.03)


def test_as_flash_warms_up_the_clients_get_more_and_memory_gives_up_more():
    spans = warming(2, spans=12)
    assert spans[-1].answer.rate > 2 * spans[0].answer.rate
    assert spans[-1].answer.latency < 0.5 * spans[0].answer.latency
    assert spans[-1].captured + spans[-1].missed > 1.5 * (spans[1].captured + spans[1].missed)
    for span in spans[2:]:
        assert span.answer.rate * (span.answer.latency + 340e-6) == pytest.approx(
            2, rel=0.01
        )  # Little's law


def test_nothing_is_fed_before_the_start_and_at_most_what_the_feeder_may_after_it():
    start = 1 * minute
    for span in warming(2, start=start, spans=8):
        if span.end < start:
            assert span.on_flash == span.fed == 0
        assert span.fed <= 1.05 * SMALL.write * (span.end - span.begin) + 8 * 2 * BLOCK


def test_what_is_not_looked_at_once_nothing_changes_went_on_as_before():
    spans = warming(2, of("2015", rate=20 * MB), spans=24)
    busy = max(spans[:-1], key=lambda span: span.answer.rate)
    assert spans[-1].answer.rate == pytest.approx(busy.answer.rate, rel=0.02)
    assert spans[-1].reads == pytest.approx(
        spans[-1].answer.rate * (spans[-1].end - spans[-1].begin), rel=0.1
    )
    assert spans[-1].captured == pytest.approx(busy.captured + busy.missed, rel=0.25)
    assert spans[-1].on_flash == pytest.approx(16 * MiB, rel=0.02)


def test_the_expected_shares_are_those_of_the_reads():
    run = Sampled(
        memory=4 * MiB,
        working_set=16 * MiB,
        block=BLOCK,
        spec=SMALL,
        k=1,
        heat=0.6,
        times=TierTimes(size=BLOCK, devices=2, threads=2),
    )
    list(run.run(60.0, 2))
    expected, seen = run.expected(), {"memory": 0, "flash": 0, "disk": 0}
    run.cache.next = 1e9
    for _ in range(150):
        for tier, n in run.ask(20, 0.001).items():
            seen[tier] += n
    for tier, n in seen.items():
        assert n / 3000 == pytest.approx(expected[tier], abs=0.03)


def test_cold_random_reads_of_a_large_7410_are_those_of_the_machine_and_a_tenth_above_what_was_measured():
    """28,559 reads a second of 8 KiB, 20 clients of 20 threads, 272 disks (Bourbonnais 2009,
    Compared Performance). Drives that choose would do more."""
    answer = TierTimes(size=BLOCK, threads=400, disks=272, span=2 * 1600 * GB / 272).answer(
        0.0, 0.0, 1.0
    )
    machine = Machine(
        SUN_7410.order(
            pool={"layout": "mirror", "vdevs": 136, "jbods": 12}, held=(0.0, 0.0)
        ).without("queue", "drive queue")
    )
    ran = machine.run(
        Nfs(clients=20, threads=20, reads=1.0, blocks=Reads(1600 * GB)), seconds=0.3, warm=0.2
    )
    assert answer.rate == pytest.approx(ran.rate, rel=0.03)
    assert 1.05 * 28_559 < answer.rate < 1.15 * 28_559


@pytest.mark.alike("a sample stands for all")
def test_flash_fills_as_fast_where_not_every_read_is_simulated_but_memory_gives_up_nothing():
    """Fewer reads bring fewer blocks before the feeder: so more of them are simulated while flash
    fills."""

    def full(reads, data=50 * GB):
        times = TierTimes(size=8192, threads=256, devices=6, disks=44, span=2 * data / 44)
        run = Sampled(
            memory=550 * GB,
            working_set=data,
            block=8192,
            spec=FeedSpec(),
            times=times,
            k=data / 8192 / LEAST * 3,
            start=2 * hour,
            heat=0.95,
            reads=reads,
        )
        spans = list(run.run(96 * hour, 72))
        return next(
            span.end for span in spans if span.on_flash >= 0.9 * data
        ) - 2 * hour, run.thinned

    (few, thinned), (every, hardly) = full(READS), full(1_000_000)
    assert thinned > 5 * hardly
    assert few == pytest.approx(every, abs=1.4 * hour)


@pytest.mark.parametrize(("most", "seconds", "spans"), [(100, 1e12, 20), (5000, 1e3, 7)])
def test_no_run_simulates_more_reads_than_it_may(most, seconds, spans):
    run = Sampled(
        memory=4 * MiB,
        working_set=16 * MiB,
        block=BLOCK,
        spec=SMALL,
        k=2,
        reads=most,
        times=TierTimes(size=BLOCK, devices=2, threads=256),
    )
    asked, ask = [], run.ask
    run.ask = lambda count, gap: asked.append(count) or ask(count, gap)
    found = list(run.run(seconds, spans))
    assert len(found) == spans and found[-1].end == pytest.approx(seconds)
    assert sum(asked) <= most + 31 * spans
    assert run.thinned > 1.0

"""How long the slowest reads take: of reads from disk alone we learn what all reads in line would show."""
import pytest

from models.experiments.caching.late_reads import late, weighted
from models.experiments.caching.read_tiers import ReadTiers, Shares
from models.experiments.caching.tier_times import TierTimes
from models.sim.stats import percentile
from models.units import GB, KiB

SOME = TierTimes(size=8 * KiB, threads=64, span=45 * GB)


@pytest.mark.parametrize(("parts", "near"), [
    ((0.35, 0.0, 0.65), 0.08), ((0.3, 0.68, 0.02), 0.08),
    ((0.3, 0.7, 0.0), 0.15)])                                  # from flash alone both are simulated, and both scatter
def test_the_slowest_of_a_hundred_are_those_of_reads_that_wait_in_line(parts, near):
    reads = ReadTiers(size=8 * KiB, span=45 * GB, seed=3).reads(Shares(*parts), 24_000, 64)[2000:]
    measured = percentile([taken for _, taken, _ in reads], 0.99)
    assert late(SOME, *parts) == pytest.approx(measured, rel=near)


def test_seeds_agree_within_a_few_percent():
    found = [late(SOME, 0.3, 0.5, 0.2, seed=seed) for seed in range(1, 9)]
    assert max(found) < 1.08 * min(found)


def test_more_clients_and_fewer_disks_make_the_slowest_slower():
    def of(**more):
        return late(TierTimes(size=8 * KiB, span=45 * GB, **{"threads": 32, **more}), 0.3, 0.2, 0.5, count=8000)

    assert of(threads=8) < of() < of(threads=128)
    assert of(disks=132) < of() < of(disks=12)


def test_a_lone_client_waits_for_no_one():
    times = TierTimes(size=8 * KiB, threads=1, span=45 * GB)
    slowest = late(times, 0.0, 0.0, 1.0, share=1.0)
    assert slowest == pytest.approx(max(times.drives) + times.server)
    assert late(times, 1.0, 0.0, 0.0) < 2 * times.server


def test_values_count_as_they_weigh():
    assert weighted([(3.0, 0.1), (1.0, 0.5), (2.0, 0.4)], 0.5) == 1.0
    assert weighted([(3.0, 0.1), (1.0, 0.5), (2.0, 0.4)], 0.6) == 2.0
    assert weighted([(3.0, 0.1), (1.0, 0.5), (2.0, 0.4)], 1.0) == 3.0

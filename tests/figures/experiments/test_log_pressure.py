"""Many who commit to one log: closed and open arrivals, a stall, and when the devices were busy."""

import itertools

import pytest

from figures.crowds.convoys_and_trains import LogPressure
from models.units import MiB, ms


def run(seconds=0.15, rule="convoy", spec=None, **settings):
    seen = []
    load = LogPressure(
        {"rule": rule, "out": 4, **(spec or {})},
        seen=lambda t, latency: seen.append((t, latency)),
        **settings,
    )
    load.loop.run(until=seconds)
    return load, seen


@pytest.mark.parametrize("rule", ["convoy", "train"])
def test_threads_that_wait_are_rate_times_their_round(rule):
    load, seen = run(rule=rule, threads=40)
    late = [latency for t, latency in seen if t > 0.05]
    turnaround = load.machine.order.network.turnaround
    assert len(late) / 0.1 * (sum(late) / len(late) + turnaround) == pytest.approx(40, rel=0.04)


@pytest.mark.parametrize("rate", [3000.0, 20_000.0])
@pytest.mark.parametrize("rule", ["convoy", "train"])
def test_those_from_outside_come_at_their_rate_whatever_the_log_does(rule, rate):
    load, seen = run(rule=rule, rate=rate, stall=10 * ms, at=0.05, seconds=0.3)
    assert len(seen) / 0.3 == pytest.approx(rate, rel=0.05)
    assert load.machine.server.count == len(seen)


@pytest.mark.parametrize("rule", ["convoy", "train"])
@pytest.mark.parametrize("stall", [0.0, 6 * ms])
def test_a_device_serves_one_command_at_a_time_and_none_while_it_is_stalled(rule, stall):
    load, _ = run(rule=rule, threads=100, stall=stall, at=0.07)
    busy = sorted(load.busy())
    assert not list(load.busy())
    for one, other in itertools.pairwise(busy):
        assert one.device != other.device or one.finish <= other.start + 1e-12
    start, end = load.stalled
    assert end - start == pytest.approx(stall)
    if stall:
        assert start >= 0.07
        assert not any(
            one.device == 0 and one.start < end - 1e-9 and one.finish > start + 1e-9 for one in busy
        )
    for device, logzilla in enumerate(load.machine.boxes.log_drives):
        served = sum(one.finish - one.start for one in busy if one.device == device)
        assert served == pytest.approx(logzilla.busy - stall * (device == 0), rel=1e-6)


def test_a_convoy_of_a_hundred_waits_for_one_commit_and_is_let_go_at_once():
    load, _ = run(threads=100)
    assert max(batch.records for batch in load.log.batches) >= 40
    trains, _ = run(rule="train", threads=100)
    assert max(batch.records for batch in trains.log.batches) == 4


def test_a_limit_on_what_log_devices_take_makes_a_slow_commit_the_first_of_many():
    """Large commits go to the disks, take ten times as long, and meanwhile as many gather again
    (zil_slog_limit)."""
    for limit, far in ((None, 0), (MiB, 4)):
        load, _ = run(
            0.2, spec={"slog_limit": limit, "wake": "last"}, rate=36_000.0, stall=8 * ms, at=0.04
        )
        late = [batch for batch in load.log.batches if batch.start > 0.08]
        assert sum(batch.spilled for batch in late) >= far
        assert max(batch.records for batch in late) > 250 or not far
        assert far or max(batch.released - batch.start for batch in late) < 6 * ms


def test_the_same_seed_gives_the_same_run():
    assert run(rate=20_000.0, seed=3)[1] == run(rate=20_000.0, seed=3)[1]
    assert run(rate=20_000.0, seed=3)[1] != run(rate=20_000.0, seed=4)[1]

"""Trains: commits of a length, several on their way, that end in the order in which they left."""

import itertools
from random import Random

import pytest

from models.units import KiB, MiB, ms, us
from models.zfs.zil.log_spec import LogSpec
from tests.models.logs import Programs, disks, flash, memory, pairs

PLACES = {
    "one disk": ([], lambda: disks(1)),
    "three disks": ([], lambda: disks(3)),
    "flash": (flash, lambda: disks(2)),
    "pairs": (pairs, lambda: disks(2)),
    "memory": (memory, lambda: disks(1)),
}


def run(threads, rounds, place="flash", **settings):
    logs, vdevs = PLACES[place]
    return Programs(threads, rounds, vdevs(), logs() if logs else (), **settings).run()


@pytest.mark.parametrize(("out", "recording"), [(1, True), (8, False)])
@pytest.mark.parametrize("place", PLACES)
def test_one_thread_cannot_tell_trains_from_convoys(place, out, recording):
    convoy = run(1, 150, place, recording=recording)
    train = run(1, 150, place, recording=recording, rule="train", out=out)
    assert train.told == convoy.told
    assert train.pool.logs or [r.finish for r in train.trace(train.pool.vdevs)] == [
        r.finish for r in convoy.trace(convoy.pool.vdevs)
    ]


@pytest.mark.parametrize("spec", [{"wake": "random"}, {"rule": "train", "out": 6}])
@pytest.mark.parametrize("place", PLACES)
def test_every_record_is_safe_once_after_its_blocks_are_and_in_order(place, spec):
    made = run(24, 20, place, size=(2 * KiB, 8 * KiB, 50 * KiB, 200 * KiB), seed=3, **spec)
    numbers = [number for _, number in made.told]
    assert sorted(numbers) == list(range(24 * 20))
    assert not made.broken
    assert [number for batch in made.log.chain for number in batch.numbers] == sorted(numbers)
    times = {number: time for time, number in made.told}
    assert all(times[n] <= times[n + 1] for n in range(len(numbers) - 1))


@pytest.mark.parametrize("out", [1, 4])
def test_bytes_in_commits_are_bytes_on_devices(out):
    made = run(16, 25, "flash", size=(2 * KiB, 8 * KiB, 50 * KiB), rule="train", out=out)
    assert sum(batch.bytes for batch in made.batches) == sum(
        r.size for r in made.trace(made.pool.logs)
    )
    assert sum(batch.records for batch in made.batches) == 16 * 25
    assert not made.trace(made.pool.vdevs)


@pytest.mark.parametrize("length", [8 * KiB, 32 * KiB, 256 * KiB])
def test_no_train_is_longer_than_its_length_unless_one_write_is(length):
    sizes = (2 * KiB, 8 * KiB, 24 * KiB)
    made = run(60, 10, "flash", size=sizes, rule="train", train_bytes=length, think=50 * us)
    most = max(length, max(sizes))
    for batch in made.batches:
        blocks = 1 + most // (120 * KiB)
        assert batch.records == 1 or batch.bytes <= most + batch.records * 192 + blocks * (
            4 * KiB + 192
        )


def test_a_large_write_travels_alone():
    made = run(40, 100, "flash", size=(4 * KiB, 64 * KiB), rule="train", think=20 * us)
    assert {batch.records for batch in made.batches if batch.bytes > 40 * KiB} == {1}
    assert max(batch.records for batch in made.batches) == 8


def test_under_throughput_a_train_is_cut_by_its_operations():
    made = Programs(
        200, 4, disks(2), (), rule="train", bias="throughput", train_ops=40, think=1 * us
    ).run()
    assert max(batch.records for batch in made.batches) == 40


def test_many_who_come_at_once_leave_in_full_trains_at_once():
    made = run(64, 1, "flash", rule="train", think=1 * us)
    full = [batch for batch in made.batches if batch.records == 4]
    assert len(full) >= 15
    assert max(batch.start for batch in full) <= 1 * us


def test_a_train_that_is_not_full_waits_until_one_of_those_before_it_is_home():
    made = run(3, 1, "memory", rule="train", out=1, think=1 * us)
    first, second = made.batches
    assert (first.records, second.records) == (1, 2)
    assert second.start == first.finish
    assert [
        batch.records for batch in run(3, 1, "memory", rule="train", out=3, think=1 * us).batches
    ] == [1, 1, 1]


@pytest.mark.parametrize("out", [1, 2, 3])
def test_with_out_at_most_so_many_trains_that_are_not_full_are_on_their_way(out):
    made = run(3, 200, "flash", rule="train", out=out, think=100 * us)
    moments = [(batch.start, 1) for batch in made.batches] + [
        (batch.finish, -1) for batch in made.batches
    ]
    on_their_way = itertools.accumulate(step for _, step in sorted(moments))
    assert max(on_their_way) == out


def test_a_train_that_is_home_early_waits_for_those_before_it():
    slow, quick = memory(1, access=5 * ms), memory(1)
    made = Programs(2, 1, disks(1), [*slow, *quick], rule="train", out=2, think=1 * us).run()
    assert [round(batch.finish, 3) for batch in made.batches] == [0.005, 0.0]
    assert made.batches[1].released == made.batches[0].finish == made.told[1][0]


def test_convoys_have_one_commit_out_whatever_out_says():
    made = run(30, 20, "flash", out=8)
    assert all(one.finish <= other.start for one, other in itertools.pairwise(made.batches))


def test_a_lone_commit_and_full_trains_behind_it_keep_their_order():
    for recording in (True, False):
        logs = [*memory(1, access=2 * ms), *memory(3)]
        made = Programs(
            9, 30, disks(1), logs, rule="train", recording=recording, think=300 * us
        ).run()
        numbers = [number for _, number in sorted(made.told, key=lambda one: one[0])]
        assert numbers == sorted(numbers)


def test_trains_help_where_devices_lie_idle_and_lose_where_one_is_busy():
    """A convoy of a few writes fills one block and so one device; on a lone device small blocks
    cost more commands."""

    def rate(rule, threads, devices):
        made = Programs(threads, 10**6, disks(1), flash(devices), rule=rule, recording=False).run(
            until=0.2
        )
        return len(made.told) / 0.2

    assert rate("train", 32, 4) > 1.6 * rate("convoy", 32, 4)
    assert rate("train", 200, 1) < 0.95 * rate("convoy", 200, 1)


def test_a_device_in_a_stream_of_trains_gives_what_its_data_sheet_allows():
    made = Programs(200, 10**6, disks(1), flash(1), rule="train", recording=False).run(until=0.3)
    told = sum(time > 0.1 for time, _ in made.told)
    train = 4 * (8 * KiB + 192) + 192
    block = -(-train // 4096) * 4096
    assert told / 0.2 == pytest.approx(4 / (63 * us + block / 110e6), rel=0.03)


def test_mixed_trains_are_never_mixed():
    def bias(random):
        return random.choice(["latency", "throughput"])

    made = Programs(12, 30, disks(3), flash(2), rule="train", out=2, own=bias, record=8 * KiB).run()
    for batch in made.batches:
        assert batch.data in (0, batch.records * 8 * KiB)
    assert sum(batch.data for batch in made.batches) == sum(
        r.size for r in made.trace(made.pool.vdevs) if r.size == 8 * KiB
    )


def test_a_quick_commit_behind_a_slow_one_of_its_dataset_waits_for_it():
    """Bourbonnais 2015: redo in latency mode linked behind DB writers in throughput mode,
    milliseconds instead of 0.1."""

    def run_of(mixed):
        random = Random(1)
        made = Programs(
            8 if mixed else 0,
            40,
            disks(3),
            flash(1),
            rule="train",
            out=2,
            record=8 * KiB,
            think=5 * ms,
            own=lambda _: "throughput",
        )
        waits = []

        def redo():
            for _ in range(60):
                came = made.loop.now
                yield from made.log.commit(4 * KiB, bias="latency")
                waits.append(made.loop.now - came)
                yield 3 * ms * random.random()

        made.loop.spawn(redo())
        made.run()
        return sorted(waits)[30]

    alone, behind = run_of(False), run_of(True)
    assert alone == pytest.approx(63 * us + 8 * KiB / 110e6, rel=0.01)
    assert behind > 2 * ms


@pytest.mark.parametrize("rule", ["convoy", "train"])
def test_the_same_seed_gives_the_same_run(rule):
    def told(seed):
        return run(20, 15, "pairs", rule=rule, wake="random", seed=seed).told

    assert told(4) == told(4)
    assert told(4) != told(5)


def test_an_unknown_rule_is_refused():
    with pytest.raises(ValueError, match="rule must be one of convoy, train, parallel, got 'bus'"):
        LogSpec(rule="bus")
    with pytest.raises(ValueError, match="train_bytes must be above 0, got 0"):
        LogSpec(rule="train", train_bytes=0)


def test_one_mebibyte_a_commit_is_what_log_devices_get_of_a_very_large_one():
    def blocks(count, limit):
        made = Programs(
            count, 1, disks(2), flash(2), think=0.0, slog_limit=limit, wake="last"
        ).run()
        return [(block.log, block.size) for block in (written.block for written in made.log.chain)]

    assert all(log for log, _ in blocks(250, MiB))  # 2,000 KiB: less than twice the limit
    mixed = blocks(400, MiB)
    assert MiB <= sum(size for log, size in mixed if log) <= MiB + 128 * KiB
    assert sum(size for _, size in mixed) == sum(size for _, size in blocks(400, None))
    assert all(log for log, _ in blocks(400, None))

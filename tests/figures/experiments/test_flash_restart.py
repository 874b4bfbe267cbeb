"""After a restart the notes on flash are read back in minutes; fed anew, the same flash takes days."""

from itertools import pairwise

import pytest

from figures.flash.experiments import after_restart
from figures.flash.experiments.after_restart import AfterRestart, restart_pace
from figures.flash.experiments.read_back import Notes, ReadBack
from figures.kit.sampling import caches
from models.catalogue.machines import values
from models.machine import Machine
from models.units import GB, TB, KiB, MiB, hour, minute
from models.zfs.l2arc.feed_spec import FeedSpec
from models.zfs.l2arc.store import Segments

SUN, NEW = values("7410"), values("zfs-2015")
LATENCY = SUN["cache.flash.access"] + SUN["cache.flash.spread"] / 2


def test_a_segment_of_8_kib_blocks_has_1024_of_them_and_40_kib_of_notes():
    notes = Notes()
    assert notes.blocks == 1024 and notes.size == 40 * KiB
    assert notes.size / notes.segment == pytest.approx(40 / (8 * KiB))


@pytest.mark.parametrize(
    ("segment", "block", "blocks"),
    [(1 * MiB, 512, 2048), (64 * MiB, 32 * KiB, 2048), (8 * MiB, 6000, 1398)],
)
def test_notes_grow_with_the_blocks_of_a_segment(segment, block, blocks):
    notes = Notes(segment, 100, block)
    assert notes.blocks == blocks and notes.size == 100 * blocks
    store = Segments(2 * segment, segment)
    for key in range(blocks + 1):
        store.put(key, block)
    assert [len(filled.blocks) for filled in store.list] == [blocks, 1]


def pace(threads, others=0.0, devices=1, segments=2000, **order):
    machine = caches(64 * GB, FeedSpec("2015", devices), 8 * KiB).order(**order)
    return restart_pace(machine, Notes(), threads, others, segments)


def test_one_thread_pays_each_read_and_the_work_after_it():
    """Closed form: access, half the spread, the transfer, then a core's time for each block."""
    notes = Notes()
    one = LATENCY + notes.size / SUN["cache.flash.rate"] + notes.blocks * NEW["l2_enter"]
    assert pace(1).segments == pytest.approx(1 / one, rel=0.01)


def test_many_threads_are_held_up_by_the_cable_the_few_channels_and_the_cores():
    notes, work = Notes(), Notes().blocks * NEW["l2_enter"]
    assert pace(16).segments == pytest.approx(
        SUN["cache.flash.rate"] / notes.size, rel=0.03
    )  # the cable
    flash = pace(64, segments=4000, flash={"rate": 1e12}, cores=1000)
    assert flash.segments == pytest.approx(
        SUN["cache.flash.channels"] / LATENCY, rel=0.06
    )  # and behind it
    assert pace(16, cores=2).segments == pytest.approx(2 / work, rel=0.03)  # the cores
    assert 6 * pace(16, devices=6).segments == pytest.approx(SUN["head.cores"] / work, rel=0.035)


def test_two_threads_on_a_fast_device_are_twice_as_fast_as_one():
    one, two = (pace(n, flash={"rate": 1e12}).segments for n in (1, 2))
    assert two / one == pytest.approx(2, rel=0.035)


def test_ten_terabytes_on_one_device_are_known_again_in_minutes():
    assert 2 * minute < 10 * TB / Notes().segment / pace(4).segments < 10 * minute


def test_others_wait_a_little_for_few_threads_and_long_for_many():
    alone = LATENCY + 8 * KiB / SUN["cache.flash.rate"]
    few, many = (pace(n, 2000.0).others for n in (1, 16))
    assert alone < few < 1.6 * alone and many > 4 * alone


def test_the_others_slow_the_import_a_little():
    idle, busy = (pace(8, others).segments for others in (0.0, 6000.0))
    assert 0.6 * idle < busy < 0.95 * idle


def test_a_small_machine_reads_its_flash_back_as_the_sampled_one_does():
    """All of it on one loop: four devices of 60 segments, read back while nobody reads."""
    notes, devices, blocks = Notes(segment=1 * MiB), 4, 4 * 60 * 128
    order = caches(64 * MiB, FeedSpec("2015", devices, 60.0 * MiB, segment=1.0 * MiB), 8 * KiB)
    whole = Machine(order)
    held = [
        [list(range(blocks))[device * 7680 :][n : n + 128] for n in range(0, 7680, 128)]
        for device in range(devices)
    ]
    back = ReadBack(
        whole.loop, whole.cpu, whole.cache, whole.reads.flash, notes, held, whole.random
    )
    whole.loop.run(until=0.003)
    part = len(whole.cache.place)
    assert 0 < part < blocks and whole.cache.on_flash == part * 8 * KiB
    whole.loop.run(until=1.0)
    assert sorted(whole.cache.place) == list(range(blocks)) and len(back.done) == 240
    assert whole.cache.arc.reserved == blocks * NEW["l2_header"]
    new = machine(
        memory=64 * MiB, data=blocks * 8 * KiB, spec=order.cache.feed, notes=notes, clients=1
    )
    list(new.moments([1.0]))
    assert new.imported == pytest.approx(back.done[-1], rel=0.1)
    assert new.segments == pytest.approx(60, rel=0.01)


def machine(feeder="2015", **more):
    return AfterRestart(
        **{
            "memory": 512 * GB,
            "data": 20 * TB,
            "spec": FeedSpec(feeder, devices=6, capacity=1.6 * TB),
            "notes": Notes(),
            **more,
        }
    )


TIMES = [float(t) for t in (1, 2, 4, 8, 16, 32, 64, 128, 1000, 10_000, 30_000, 86_400)]


def test_hits_begin_before_the_import_ends_and_grow_with_it():
    new = machine()
    seen = list(new.moments(TIMES))
    assert 10 < new.imported < 300
    during = [m for m in seen if m.now < new.imported]
    assert len(during) >= 3 and all(0 < m.flash < 0.75 for m in during[1:])
    assert all(a.tracked < b.tracked and a.flash <= b.flash for a, b in pairwise(during))
    full = next(m for m in seen if m.now > new.imported)
    for m in during[1:]:  # segments hold a fair mix: hits follow what is tracked
        assert m.flash / full.flash == pytest.approx(m.tracked / full.tracked, abs=0.06)
    assert full.latency < 0.5 * seen[0].latency


def test_the_import_takes_as_long_as_its_segments():
    """Closed form: bytes of a device, over bytes of a segment, over the pace without anyone else."""
    new = machine(clients=1)
    list(new.moments([10.0 * (n + 1) for n in range(40)]))
    held = len(new.held) * new.k * new.block / 6
    assert new.imported == pytest.approx(held / (8 * MiB) / pace(4, devices=6).segments, rel=0.05)
    assert new.read == pytest.approx(held * 6 * 40 * KiB / (8 * MiB), rel=1e-6)


@pytest.mark.parametrize(
    ("block", "devices", "capacity", "memory"),
    [
        (8192, 6, 1.6 * TB, 512 * GB),
        (8192, 1, 10 * TB, 512 * GB),
        (8192, 6, 100 * GB, 128 * GB),
        (512, 6, 1.6 * TB, 512 * GB),
        (32768, 12, 100 * GB, 16 * GB),
        (8192, 5, 400 * GB, 16 * GB),
    ],
)
def test_all_that_is_found_can_be_hit_once_all_notes_are_read(block, devices, capacity, memory):
    """And it is what the devices hold, or what the guard on headers lets in, if that is less."""
    notes, spec = Notes(block=block), FeedSpec("2015", devices=devices, capacity=capacity)
    new = machine(spec=spec, notes=notes, memory=memory, data=2 * devices * capacity)
    after = next(m for m in new.moments([10.0 * n for n in range(1, 200)]) if new.imported)
    found = new.done * notes.segment * devices
    assert after.tracked == pytest.approx(found, rel=0.01)
    assert found == pytest.approx(devices * spec.usable(memory, block), rel=0.02)


def test_what_was_lost_comes_back_at_the_feeder_s_rate():
    *_, day = machine("2008").moments(TIMES)
    assert 0.5 < day.tracked / (86_400 * 8 * MiB) < 1.25
    *_, kept = machine().moments(TIMES)
    assert kept.tracked > 8 * day.tracked and kept.flash > 2 * day.flash


def test_equal_seeds_give_equal_hours():
    one, two, other = (list(machine(seed=s).moments(TIMES)) for s in (4, 4, 5))
    assert one == two != other


@pytest.mark.parametrize("feeder", ["2008", "2015"])
def test_what_there_is_at_a_time_does_not_depend_on_who_looks_when(feeder):
    few, often = [hour, 20 * hour], [600.0 * (n + 1) for n in range(200)]
    seen = {moment.now: moment for moment in readzillas(feeder).moments(often)}
    for moment in readzillas(feeder).moments(few):
        assert moment == seen[moment.now]


def readzillas(feeder, **more):
    """The six of a 7410, and 128 GB of memory."""
    return machine(
        feeder,
        memory=128 * GB,
        data=1.2 * TB,
        spec=FeedSpec(feeder, devices=6, capacity=100 * GB),
        **more,
    )


def test_six_readzillas_are_full_after_the_20_8_hours_that_feeding_takes_as_of_a_larger_sample(
    monkeypatch,
):
    times = [5 * hour, 20 * hour, 48 * hour]
    monkeypatch.setattr(after_restart, "PROBES", 3000)
    early, nearly, full = readzillas("2008").moments(times)
    assert (
        1 < early.tracked / (5 * 3600 * 8 * MiB) < 1.16
    )  # it began twice as fast, until memory was full
    assert nearly.tracked == pytest.approx(20 * 3600 * 8 * MiB, rel=0.06)
    assert full.tracked == pytest.approx(600 * GB, rel=0.01)
    monkeypatch.setattr(after_restart, "SAMPLE", 6000)
    monkeypatch.setattr(after_restart, "LEAST", 6000)
    for less, more in zip((early, nearly, full), readzillas("2008").moments(times), strict=True):
        assert less.tracked == pytest.approx(more.tracked, rel=0.035)
        assert (less.memory, less.flash) == pytest.approx((more.memory, more.flash), abs=0.06)


def test_caches_that_have_settled_stay_as_they_are(monkeypatch):
    """Reads that are left out once they have would have changed nothing."""
    *_, short = readzillas("2008").moments([5 * 86_400.0])
    monkeypatch.setattr(after_restart, "SETTLED", -1.0)
    *_, whole = readzillas("2008").moments([5 * 86_400.0])
    assert (short.memory, short.flash) == pytest.approx((whole.memory, whole.flash), abs=0.05)
    assert short.tracked == pytest.approx(whole.tracked, rel=0.01)

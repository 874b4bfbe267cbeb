"""Flash: what its data sheets allow, who waits for whom, and what survives a power failure."""

from random import Random

import pytest

from models.catalogue.machines import values
from models.devices.ssd import PAGE, Logzilla, Readzilla
from models.sim.stats import mean
from models.units import GB, MB, KiB, MiB, us
from tests.models.nvram import Nvram

SUN, BOX = values("7410"), values("freebsd-box")


def closed(device, operation, offsets, size, deep=1):
    """The time in which so many requests are done, `deep` of them out at a time."""
    out = [0.0] * deep
    for offset in offsets:
        now = min(out)
        out[out.index(now)] = operation(now, offset, size)
    return max(out)


def test_a_logzilla_reaches_both_limits_of_its_data_sheet():
    small = closed(log := Logzilla(), log.write, range(0, 4000 * 4 * KiB, 4 * KiB), 4 * KiB)
    assert 4000 / small == pytest.approx(10_000, rel=0.01)
    large = closed(log := Logzilla(), log.write, range(0, 400 * MiB, MiB), MiB)
    assert 100 * MB < 400 * MiB / large < 110 * MB


def test_a_logzilla_takes_a_time_for_the_command_and_a_time_for_each_byte():
    assert Logzilla().write(0.0, 0, 8 * KiB) == pytest.approx(
        63 * us + 8192 / (110 * MB), rel=1e-12
    )
    assert Logzilla().read(0.0, 0, 8 * KiB) == Logzilla().write(0.0, 0, 8 * KiB)


def test_a_logzilla_holds_18_gigabytes_and_no_byte_more():
    log = Logzilla()
    assert log.capacity == 18 * GB
    log.write(0.0, 18 * GB - 512, 512)
    with pytest.raises(
        ValueError,
        match=r"^offset of a command of 513 bytes must be 0-17999999487, got 17999999488$",
    ):
        log.write(0.0, 18 * GB - 512, 513)


def test_commands_are_served_in_the_order_in_which_they_came():
    log = Logzilla()
    finishes = [log.write(0.0, 0, 4096) for _ in range(10)]
    one = Logzilla().write(0.0, 0, 4096)
    assert finishes == pytest.approx([one * (k + 1) for k in range(10)])
    assert log.busy == pytest.approx(10 * one)
    assert log.ready == log.drain(0.0) == finishes[-1]


@pytest.mark.parametrize("cost", [0.0, 1e-3])
@pytest.mark.parametrize("device", [Logzilla, lambda **cost: Readzilla(Random(1), **cost)])
def test_a_flush_waits_for_nothing_and_nothing_waits_for_it(device, cost):
    device = device(flush_cost=cost)
    finish = device.write(1.0, 0, MiB)
    assert device.flush(1.0) == 1.0 + cost < finish
    assert device.drain(1.0) == finish


@pytest.mark.parametrize("make", [Logzilla, lambda: Readzilla(Random(1))])
def test_what_a_device_with_a_capacitor_has_answered_is_safe_and_nothing_before_that(make):
    device = make()
    finish = device.write(0.0, 8192, 4096)
    assert not device.stable(finish * 0.999, 8192, 4096)
    assert device.stable(finish, 8192, 4096)
    assert device.stable(0.0, 0, 8192)
    assert device.stable(0.0, 12288, 4096)
    assert not device.stable(0.0, 12287, 512)


def test_an_answer_stays_answered_when_later_writes_come():
    log = Logzilla()
    answered = [log.write(0.0, 4096 * k, 4096) for k in range(500)]
    for k in (0, 100, 499):
        assert log.stable(answered[k], 0, 4096 * (k + 1))
        assert log.stable(answered[k], 4096 * (k + 1), 4096) == (k == 499)


def test_it_is_known_of_what_a_late_write_has_overtaken():
    log = Logzilla()
    finish = log.write(0.0, 0, 4096)
    log.write(finish * 2, 4096, 4096)
    assert not log.stable(finish / 2, 0, 4096)


def test_a_trace_is_kept_on_request():
    log = Logzilla()
    log.write(0.0, 0, 512)
    log.recording = True
    log.write(0.0, 512, 512)
    log.read(0.0, 0, 512)
    log.flush(0.0)
    assert [(r.op, r.offset, r.size) for r in log.trace] == [
        ("write", 512, 512),
        ("read", 0, 512),
        ("flush", 0, 0),
    ]
    assert [r.finish for r in log.trace[1:]] == [log.ready, 0.0]


def reads(size, count=4000, deep=1, channels=None, seed=3):
    random = Random(seed)
    device = Readzilla(random) if channels is None else Readzilla(random, channels=channels)
    device.recording = True
    places = [random.randrange(device.capacity // size - 1) * size for _ in range(count)]
    return closed(device, device.read, places, size, deep), device


def test_a_readzilla_answers_512_bytes_over_nfs_within_the_measured_range():
    _, device = reads(512)
    latencies = [request.latency + SUN["head.cpu_read"] for request in device.trace]
    assert 128 * us <= min(latencies) < 131 * us
    assert 256 * us < max(latencies) <= 260 * us
    assert mean(latencies) == pytest.approx(194 * us, rel=0.01)


def test_4_kib_take_a_little_longer_than_512_bytes_and_not_8_times_as_long():
    small, large = (mean([r.latency for r in reads(size)[1].trace]) for size in (512, 4096))
    assert 1.01 < large / small < 1.5


def test_a_single_reader_never_waits():
    _, device = reads(512, channels=1)
    assert (
        max(r.latency for r in device.trace)
        <= SUN["cache.flash.access"] + SUN["cache.flash.spread"] + 2 * us
    )


def test_channels_work_at_once():
    """All channels always have work when each is asked for by a reader of its own."""
    one = 0.0
    for channels in (1, 2, 4):
        device = Readzilla(Random(1), spread=0.0, channels=channels)
        last = closed(
            device,
            device.read,
            [k % channels * PAGE for k in range(1000 * channels)],
            512,
            deep=channels,
        )
        one = one or last
        assert last == pytest.approx(one, rel=0.05)
        assert device.busy == pytest.approx(1000 * channels * SUN["cache.flash.access"])


def test_readers_of_one_channel_stand_in_line_while_others_are_idle():
    device = Readzilla(Random(1), spread=0.0)
    same = [device.read(0.0, k * PAGE * len(device.channels), 512) for k in range(4)]
    assert same == pytest.approx([SUN["cache.flash.access"] * (k + 1) for k in range(4)], rel=0.02)
    other = Readzilla(Random(1), spread=0.0)
    assert max(other.read(0.0, k * PAGE, 512) for k in range(4)) < same[1]


def test_more_readers_get_more_but_random_ones_not_all_that_the_channels_could():
    alone, four, many = (4000 / reads(4096, deep=deep)[0] for deep in (1, 4, 64))
    assert 2 * alone < four < 4 * alone
    assert four < many < 4 * alone * 1.05


def test_large_reads_are_limited_by_the_cable():
    last, _ = reads(MiB, count=400, deep=16)
    assert 0.95 < 400 * MiB / last / SUN["cache.flash.rate"] <= 1


def test_a_readzilla_has_nothing_left_to_do_when_its_last_channel_is_idle():
    device = Readzilla(Random(1))
    finishes = [device.read(0.0, k * PAGE, 4096) for k in range(7)]
    assert device.drain(0.0) == max(finishes)
    assert device.drain(1.0) == 1.0


def test_the_service_of_a_command_is_known_without_its_wait():
    log = Logzilla()
    first = log.write(0.0, 0, 4096)
    log.write(0.0, 0, 4096)
    assert log.service == pytest.approx(first)
    device = Readzilla(Random(1), spread=0.0, channels=1)
    device.read(0.0, 0, 4096)
    second = device.read(0.0, 0, 4096)
    assert device.service < second


def test_a_ram_disk_takes_the_time_of_the_box():
    finish = Nvram(64 * MiB, volatile=True).write(0.0, 0, 12 * KiB)
    assert finish == pytest.approx(BOX["ramdisk.access"] + 12 * KiB / BOX["ramdisk.rate"])
    assert 20 * us < finish < 30 * us


def test_it_is_several_times_as_fast_as_a_logzilla_for_a_small_write():
    assert 3 < Logzilla().write(0.0, 0, 4096) / Nvram(MiB).write(0.0, 0, 4096) < 6


def test_of_a_ram_disk_nothing_survives():
    ram = Nvram(MiB, volatile=True)
    finish = ram.flush(ram.write(0.0, 0, 4096))
    assert not ram.stable(finish, 0, 4096)
    assert not ram.stable(finish + 1e6, 8192, 512)

"""What a drive would still have after the power failed: exact to the sector, whenever one asks."""

from random import Random

import pytest

from models.units import GB, KiB, MiB, ms
from tests.models.drives import TURN, drive

SECTOR, BLOCK = 512, 8 * KiB


def lands(geometry, turn, skew, start, offset, size):
    """When each sector of a write has passed the head, counted sector by sector, the first
    beginning at `start`."""
    times, t = {}, start
    for sector in range(offset, offset + size, SECTOR):
        place = geometry.place(sector)
        t += SECTOR / place.track * turn
        times[sector] = t
        if place.left <= SECTOR:
            t += skew
    return times


def logged(disk):
    """The disk, and a list that its writes and landings are added to in the order in which they
    come about."""
    log, put, keep = [], disk.put, disk.keep

    def logging_put(now, offset, size):
        finish = put(now, offset, size)
        log.append(("land", disk.last[2], offset, size))
        return finish

    def logging_keep(now, offset, size):
        log.append(("write", now, offset, size))
        keep(now, offset, size)

    disk.put, disk.keep = logging_put, logging_keep
    return disk, log


def commands(seed, count=150):
    """(op, pause before it, offset, size): blocks written once, again, in a row, with and without
    pauses."""
    random = Random(seed)
    places = [random.randrange(40_000) * 64 * KiB for _ in range(40)]
    offset = 0
    for _ in range(count):
        op = random.choice(["write"] * 8 + ["read", "flush"])
        offset = random.choice([random.choice(places), random.choice(places), offset + BLOCK])
        yield op, random.choice([0.0, 0.0, 0.3 * ms, random.random() * 0.05]), offset, BLOCK


@pytest.mark.parametrize("seed", range(3))
def test_asking_what_is_stable_agrees_with_the_log_of_the_platter_and_changes_nothing(seed):
    asked = drive(cache=True, memory=256 * KiB, capacity=4 * GB, phase=0.3)
    plain, log = logged(drive(cache=True, memory=256 * KiB, capacity=4 * GB, phase=0.3))
    random, now, questions = Random(seed), 0.0, []
    for op, pause, offset, size in commands(seed):
        now += pause
        arguments = () if op == "flush" else (offset, size)
        finish = getattr(asked, op)(now, *arguments)
        assert getattr(plain, op)(now, *arguments) == finish
        written = len([entry for entry in log if entry[0] == "write"])
        for when in sorted(now + random.random() * 30 * ms for _ in range(3)):
            sector = (
                random.choice([e for e in log if e[0] == "write"] or [(0, 0, 0)])[2]
                + random.randrange(16) * SECTOR
            )
            questions.append((when, sector, written, asked.stable(when, sector, SECTOR)))
            now = when
        now = max(now, finish) if random.random() < 0.8 else now
    plain.drain(now)
    answers = set()
    for when, sector, written, answer in questions:
        count, safe = 0, 0.0
        for kind, t, offset, size in log:
            if kind == "write":
                count += 1
                if count <= written and offset <= sector < offset + size:
                    safe = None  # a newer version, not yet on the platter
            elif safe is None and offset <= sector < offset + size:
                safe = lands(plain.geometry, plain.turn, plain.spec.skew, t, offset, size)[sector]
        if safe is not None and abs(safe - when) < 1e-9:
            continue
        assert answer is (safe is not None and safe <= when)
        answers.add(answer)
    assert answers == {True, False}


def test_nothing_is_at_risk_on_a_disk_that_was_never_written():
    disk = drive(cache=True)
    assert disk.stable(5.0, 0, 1 * MiB)
    assert disk.at_risk(5.0) == []


def test_a_cached_write_is_at_risk_until_its_last_sector_has_passed_the_head():
    disk = drive(cache=True)
    disk.write(0.0, 1 * GB, 64 * KiB)
    told = disk.ready
    probe = drive(cache=True)
    probe.write(0.0, 1 * GB, 64 * KiB)
    safe = probe.drain(told)
    assert not disk.stable(told, 1 * GB, 64 * KiB)
    assert not disk.stable(safe - 1e-6, 1 * GB, 64 * KiB)
    assert disk.stable(safe, 1 * GB, 64 * KiB)
    assert disk.at_risk(safe) == []


def test_while_a_write_lands_its_beginning_is_safe_and_its_end_is_not():
    disk, size = drive(cache=True), 128 * KiB
    disk.write(0.0, 1 * GB, size)
    probe = drive(cache=True)
    probe.write(0.0, 1 * GB, size)
    probe.drain(0.0)
    begun, over = probe.last[2], probe.last[3]
    middle = (begun + over) / 2
    assert not disk.stable(middle, 1 * GB, size)
    assert disk.stable(middle, 1 * GB, 512)
    assert not disk.stable(middle, 1 * GB + size - 512, 512)
    ((offset, left),) = disk.at_risk(middle)
    assert offset + left == 1 * GB + size
    assert left % 512 == 0
    assert 0.4 * size < left < 0.6 * size


def test_an_uncached_write_is_at_risk_until_it_is_answered():
    disk = drive()
    finish = disk.write(0.0, 1 * GB, 4096)
    assert not disk.stable(0.0, 1 * GB, 4096)
    assert not disk.stable(finish - 1e-9, 1 * GB, 4096)
    assert disk.stable(finish, 1 * GB, 4096)


def test_a_block_that_is_written_again_is_at_risk_again():
    disk = drive(cache=True)
    now = disk.drain(disk.write(0.0, 1 * GB, BLOCK)) + 1 * ms
    assert disk.stable(now, 1 * GB, BLOCK)
    now = disk.write(now, 1 * GB, BLOCK)
    assert not disk.stable(now, 1 * GB, BLOCK)
    assert disk.stable(now, 1 * GB + BLOCK, BLOCK)


def test_a_write_over_part_of_an_older_one_needs_both_on_the_platter():
    disk = drive(cache=True)
    now = disk.write(0.0, 400 * GB, BLOCK)  # keeps the platter away meanwhile
    now = disk.write(now, 1 * GB, BLOCK)
    now = disk.write(now, 1 * GB + BLOCK // 2, BLOCK)
    for offset in (1 * GB, 1 * GB + BLOCK // 2, 1 * GB + BLOCK):
        assert not disk.stable(now, offset, 512)
    assert disk.stable(disk.drain(now), 1 * GB, 2 * BLOCK)


@pytest.mark.parametrize("seed", range(3))
def test_after_a_flush_nothing_is_at_risk_and_before_it_ends_something_is(seed):
    random, disk = Random(seed), drive(cache=True, phase=seed / 3)
    now = 0.0
    for _ in range(20):
        now = disk.write(now, random.randrange(10 * GB) // 4096 * 4096, 4096)
    finish = disk.flush(now)
    assert disk.at_risk(now) != []
    assert len(disk.at_risk(finish - TURN / 2000)) == 1
    assert disk.at_risk(finish) == []


def test_the_drive_forgets_what_has_long_landed():
    disk, now = drive(), 0.0
    for n in range(500):
        now = disk.write(now, n * BLOCK, BLOCK)
    assert len(disk.landings) <= 2


def test_a_drive_is_busy_while_a_command_is_under_way():
    disk = drive()
    first = disk.read(0.0, 1 * GB, BLOCK)
    second = disk.read(first + 1.0, 2 * GB, BLOCK)
    assert disk.busy == pytest.approx(first + (second - first - 1.0))
    third = disk.read(0.5 * (first + second), 3 * GB, BLOCK)  # issued while the second is under way
    assert disk.busy == pytest.approx(third - 1.0)

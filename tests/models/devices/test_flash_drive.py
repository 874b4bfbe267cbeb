"""SSDs of today: each keeps its data sheet, slows down as cleaning wants it, and loses what is not flushed."""

from dataclasses import replace
from heapq import heappop, heappush, heapreplace
from random import Random

import pytest

from models.catalogue.machines import part, values
from models.catalogue.ssds import KINDS, PAGE, spare
from models.devices.flash_drive import SSDS, FlashDrive
from models.sim.stats import mean
from models.units import GB, MB, KiB, MiB, ms, us

SHEET = {kind: part("ssds", f"{kind}.sheet") for kind in KINDS}
EACH = pytest.mark.parametrize("kind", KINDS)
FLASH = pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "optane"])
LATENCIES = {  # reads and writes of 4 KiB at queue depth 1, of the data sheets
    "sata-consumer": (1 / 10_000, 1 / 42_000),
    "sata-server": (110 * us, 52 * us),
    "nvme-consumer": (1 / 22_000, 1 / 80_000),
    "nvme-server": (80 * us, 15 * us),
    "optane": (10 * us, 10 * us),
}


def drive(kind, **more):
    return FlashDrive(replace(SSDS[kind], **more))


def a_second(device, op, depth, commands, size=PAGE, random=True, skip=0):
    """How many commands a second are done, after the first `skip`, while `depth` are always out."""
    draw, ready, begun = Random(2), [0.0] * depth, 0.0
    for number in range(commands):
        place = draw.randrange(device.capacity // size) if random else number
        if number == skip:
            begun = max(ready)
        heapreplace(ready, getattr(device, op)(ready[0], place * size, size))
    return (commands - skip) / (max(ready) - begun)


@EACH
def test_a_lone_command_takes_the_latency_of_the_data_sheet(kind):
    for op, latency in zip(("read", "write"), LATENCIES[kind], strict=True):
        assert a_second(drive(kind), op, 1, 100) == pytest.approx(1 / latency, rel=1e-9)


@EACH
def test_many_reads_at_a_time_are_as_many_a_second_as_the_data_sheet_has(kind):
    sheet = SHEET[kind]
    reads = a_second(drive(kind), "read", sheet["depth"], 20_000)
    assert reads == pytest.approx(sheet["reads"], rel=0.08)


@pytest.mark.alike("long random writes are those of the data sheet")
@pytest.mark.parametrize("kind", ["sata-server", "nvme-server", "optane"])
def test_long_random_writes_are_those_of_the_data_sheet(kind):
    writes = a_second(drive(kind), "write", 32, 60_000, skip=30_000)
    assert writes == pytest.approx(SHEET[kind]["writes"], rel=0.03)


@pytest.mark.alike("writes in a row have the rate of the data sheet")
@EACH
def test_writes_in_a_row_have_the_rate_of_the_data_sheet(kind):
    spec = SSDS[kind]
    rate = a_second(drive(kind), "write", 16, 4000, 128 * KiB, random=False) * 128 * KiB
    assert rate == pytest.approx(spec.interface_write, rel=0.03)
    slow = drive(kind, slc=0.0)
    rate = a_second(slow, "write", 16, 4000, 128 * KiB, random=False, skip=2000) * 128 * KiB
    assert rate == pytest.approx(min(spec.program_rate, spec.interface_write), rel=0.04)


def test_writes_into_holes_are_cleaned_like_random_ones():
    row, holes = FlashDrive(SSDS["nvme-server"]), FlashDrive(SSDS["nvme-server"], scattered=True)
    rates = [
        a_second(one, "write", 16, 4000, 128 * KiB, random=False, skip=2000) for one in (row, holes)
    ]
    assert rates[0] / rates[1] == pytest.approx(row.amplification, rel=0.05)


@pytest.mark.alike("a fresh drive is faster than a full one and spare flash helps")
@FLASH
def test_a_fresh_drive_is_faster_than_a_full_one_and_spare_flash_helps(kind):
    new, half, full, roomy = (
        a_second(drive(kind, slc=0.0, **more), "write", 32, 20_000, skip=10_000)
        for more in ({"filled": 0.0}, {"filled": 0.5}, {}, {"spare": 0.5})
    )
    assert new >= half > 2 * full and roomy > 2 * full


@pytest.mark.parametrize("amplification", [1.2, 2.36, 3.6, 6.4, 12.0])
def test_cleaning_is_the_closed_form_and_its_inverse(amplification):
    """Source of 2.36 with 0.3 spare: Luojie and Kurkoski 2012, whose simulation has 2.35."""
    extra = spare(amplification * PAGE, 1)
    assert replace(SSDS["nvme-server"], spare=extra).amplification == pytest.approx(amplification)
    assert spare(2.36 * PAGE, 1) == pytest.approx(0.3, rel=0.01)


def test_cleaning_is_what_a_simulated_flash_does():
    """Blocks that are written and cleaned in turn, with pages written at random."""
    random, pages, blocks, ratio = Random(1), 64, 200, 1.25
    data = int(pages * blocks / ratio)
    where, log, programs = [-1] * data, [], 0

    def put(page):
        where[page] = len(log)
        log.append(page)

    for page in range(data):
        put(page)
    cleaned, writes = 0, 0
    while writes < 8 * data:
        while len(log) - cleaned > pages * (blocks - 1):
            for place in range(cleaned, cleaned + pages):
                if where[log[place]] == place:
                    put(log[place])
            cleaned += pages
        put(random.randrange(data))
        writes += 1
        if writes == 4 * data:
            programs = len(log)
    measured = (len(log) - programs) / (4 * data)
    spec = replace(SSDS["nvme-server"], spare=ratio - 1)
    assert spec.amplification == pytest.approx(measured, rel=0.05)


@pytest.mark.parametrize(
    ("kind", "least", "most"),
    [
        ("sata-consumer", 2155 * us, 2156 * us),
        ("sata-server", 116 * us, 117 * us),
        ("nvme-consumer", 411 * us, 412 * us),
        ("nvme-server", 15 * us, 15.1 * us),
        ("optane", 10 * us, 10.1 * us),
    ],
)
def test_a_write_and_its_flush_take_the_median_of_their_class(kind, least, most):
    device = drive(kind)
    assert least <= device.flush(device.write(0.0, 0, PAGE)) <= most


def test_a_flush_without_protection_waits_for_the_buffer_and_one_after_it_for_nothing():
    device = drive("nvme-consumer", slc=0.0, filled=0.0)
    written = device.write(0.0, 0, 14 * MB)
    done = device.flush(written)
    last = device.spec.program_time  # which the flush contains
    assert done - written == pytest.approx(10 * ms - last + device.flush_cost, rel=0.01)
    small = drive("nvme-consumer")
    written = small.write(0.0, 0, 16 * KiB)
    assert small.flush(written) == written + small.flush_cost
    assert device.flush(done) == done and device.flush(written) == done


def test_fua_takes_as_long_as_a_write_and_its_flush_and_spares_the_flush():
    device = drive("nvme-consumer", fua=True)
    written = device.write(0.0, 0, PAGE)
    assert 411 * us < written < 412 * us
    assert device.stable(written, 0, PAGE) and not device.stable(written * 0.99, 0, PAGE)
    assert device.flush(written) == written
    safe = drive("nvme-server", fua=True)
    assert safe.write(0.0, 0, PAGE) == pytest.approx(15 * us)


def safe_writes(jobs, kind, **more):
    """How many writes a second of several programs are safe, each with a flush or FUA of its own."""
    device, loop, done = drive(kind, **more), [(0.0, number, "write") for number in range(jobs)], 0
    while done < 1000:
        now, number, op = heappop(loop)
        if op == "flush":
            end, op = device.flush(now), "write"
            done += 1
        else:
            end = device.write(now, number * MiB, PAGE)
            done += more.get("fua", False)
            op = "write" if more.get("fua") else "flush"
        heappush(loop, (end, number, op))
    return done / now


@pytest.mark.parametrize("fua", [True, False])
@pytest.mark.parametrize("jobs", [2, 5, 10])
def test_while_a_flush_runs_the_others_gather_for_the_next(fua, jobs):
    """One program's write begins a flush alone, and those of the others wait for the next, so that
    each program has one write in the time of two; a flush of its own covers all that was sent."""
    alone, many = (safe_writes(number, "sata-consumer", fua=fua) for number in (1, jobs))
    assert 0.95 * jobs / 2 < many / alone < 1.05 * jobs / (2 if fua else 1)


def test_with_protection_safe_writes_take_turns_and_flushes_are_merged():
    one, five, flushed = (
        safe_writes(jobs, "sata-server", fua=fua)
        for jobs, fua in ((1, True), (5, True), (5, False))
    )
    spec = SSDS["sata-server"]
    assert five == pytest.approx(1 / spec.flush, rel=0.02) and one < five < flushed


@EACH
def test_what_was_answered_survives_only_with_protection_or_after_a_flush(kind):
    device = drive(kind)
    written = device.write(0.0, 8192, PAGE)
    assert device.stable(written, 8192, PAGE) == SSDS[kind].protected
    assert device.stable(written, 0, 8192)
    flushed = device.flush(written)
    assert device.stable(flushed, 8192, PAGE)
    if not SSDS[kind].protected:
        assert not device.stable(flushed * 0.99, 8192, PAGE)


def test_the_slc_part_runs_full_and_empties_while_the_drive_is_idle():
    device = drive("nvme-consumer", slc=256.0 * MiB)
    ends = [0.0]
    for number in range(512):
        ends.append(device.write(ends[-1], number * MiB, MiB))
    fast, slow = ends[128] / 128, (ends[512] - ends[384]) / 128
    assert MiB / fast == pytest.approx(6900 * MB, rel=0.15)
    assert MiB / slow == pytest.approx(1400 * MB, rel=0.05)
    idle = device.drain(ends[-1]) + 256 * MiB / (1400 * MB)
    assert device.write(idle, 0, MiB) - idle == pytest.approx(ends[1], rel=0.05)


def test_a_read_waits_for_a_program_that_runs_and_for_no_other():
    device = drive("nvme-server")
    for number in range(2000):
        device.write(0.0, (number * 7919 % 100_000) * 64 * KiB, PAGE)
    at = device.station.free
    alone = 80 * us
    waits = [device.read(at, number * PAGE, PAGE) - at for number in range(100)]
    assert alone <= min(waits) < 2 * alone < max(waits) < 0.5 * ms + 2 * alone
    assert mean(waits) > 1.5 * alone


def test_readers_hold_up_writes_that_wait_for_cleaning():
    lone = a_second(drive("sata-server"), "write", 32, 20_000, skip=10_000)
    device, draw, ready, writes, begun = drive("sata-server"), Random(3), [0.0] * 64, 0, 0.0
    for number in range(40_000):
        now, place = ready[0], draw.randrange(device.capacity // PAGE) * PAGE
        write = draw.random() < 0.8
        writes += write
        if number == 20_000:
            writes, begun = 0, max(ready)
        heapreplace(ready, (device.write if write else device.read)(now, place, PAGE))
    assert 0.5 * lone < writes / (max(ready) - begun) < lone
    assert device.moved[0] + device.moved[1] == 40_000


@EACH
def test_the_same_commands_take_the_same_time_and_no_more_of_a_drive_works_than_there_is(kind):
    first, second = drive(kind), drive(kind)
    for device in (first, second):
        a_second(device, "write", 16, 500)
        a_second(device, "read", 16, 500)
    assert vars(first).keys() == vars(second).keys()
    assert (first.ready, first.last, first.moved) == (second.ready, second.last, second.moved)
    now = first.drain(0.0)
    assert 0 < first.worked(now) <= now


def test_each_kind_has_every_constant_from_a_data_sheet_or_a_reason():
    constants = values("ssds")
    assert {name.partition(".")[0] for name in constants} == set(KINDS)
    assert [kind for kind in KINDS if SSDS[kind].protected] == [
        "sata-server",
        "nvme-server",
        "optane",
    ]
    assert all(SSDS[kind].capacity >= 100 * GB for kind in KINDS)

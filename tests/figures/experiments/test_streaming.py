"""Reads and writes in a row: sizes on the wire, disks that are read in turn, and what each part of
a machine could carry."""

from dataclasses import replace
from itertools import pairwise
from math import fsum
from random import Random

import pytest

from figures.define.claims import measured
from figures.kit.pipeline import limit
from figures.kit.streams import HEADS, ran, streamer
from figures.streaming.experiments.stages import (
    RECORD,
    WrittenBytes,
    at_most,
    copies,
    disks_read,
    head,
    in_turn,
    logged,
    read_stages,
    write_stages,
)
from models.devices.hdd import HardDisk
from models.machine import SUN_7310, SUN_7410, Machine, Stream
from models.machine.loads.streams import COSTS, PARTS
from models.protocols.nfs.wire import message, on_the_wire
from models.sim.stats import mean
from models.units import GB, MB, TB, GiB, KiB, MiB

OF_7310 = streamer("7310", jbods=2, hbas=1, chains=1)
JANUARY = Stream("read", 10, 2, 2, 128 * KiB, direct=False, data=1 * TB)
WRITES = Stream("write", 20, 2, 2, 32 * KiB)


def rate(path):
    return limit(path).rate


def slowest(path):
    return limit(path).stage.name


# ---- NFS on the wire


def overhead(seen):
    return seen.both / seen.payload - 1


def test_an_answer_to_a_read_holds_its_data_and_so_does_a_write():
    assert (
        message("READ", 8192)[1] - message("READ", 0)[1]
        == 8192
        == message("WRITE", 8192)[0] - message("WRITE", 0)[0]
    )
    assert message("READ", 1)[1] - message("READ")[1] == 4  # XDR counts in words


def test_eight_kib_reads_carry_four_or_five_percent_besides():
    assert (
        0.04 < overhead(on_the_wire("READ", 8192, transfer=8192, mtu=9000)) < 0.05
    )  # Gregg 2009: 4 and 5 %


def test_smaller_requests_and_smaller_frames_cost_more_and_a_rest_is_a_request_of_its_own():
    large, small, frames = (
        overhead(on_the_wire("READ", MiB, transfer=t, mtu=m))
        for t, m in ((MiB, 9000), (32 * KiB, 9000), (MiB, 1500))
    )
    assert large < small < frames
    whole, rest = (on_the_wire("WRITE", n, transfer=32 * KiB) for n in (32 * KiB, KiB))
    assert on_the_wire("WRITE", 33 * KiB, transfer=32 * KiB).both == pytest.approx(
        whole.both + rest.both
    )


def test_commits_are_hardly_seen_on_the_wire():
    plain, often = (on_the_wire("WRITE", 32 * KiB, committed=n) for n in (0, MiB))
    assert plain.both < often.both < 1.001 * plain.both


# ---- disks


def test_one_stream_gets_the_media_and_many_get_a_seek_for_each_run():
    spec = SUN_7410.drive
    assert in_turn(spec, 1, span=14 * GB) == pytest.approx(spec.media_rate, rel=0.03)
    many = in_turn(spec, 40, span=14 * GB)
    least = 512 * KiB / spec.media_rate + spec.seek_track
    most = least + spec.seek_average + 1 / spec.speed
    assert 512 * KiB / most < many < 512 * KiB / least


def test_streams_that_lie_further_apart_and_shorter_runs_are_slower():
    spec = SUN_7410.drive
    rates = [in_turn(spec, 20, span=span, run=RECORD) for span in (10 * GB, 100 * GB, 900 * GB)]
    assert rates == sorted(rates, reverse=True)
    assert in_turn(spec, 20, span=10 * GB, run=MiB) > 2.5 * rates[0]


@pytest.mark.parametrize(
    ("streams", "span"), [(1, 14e9), (2, 14e9), (20, 14e9), (20, 900e9), (40, 100e9)]
)
def test_the_mean_over_all_places_is_what_drives_do_whose_streams_chance_places(streams, span):
    """120 reads each, of drives that see each read; the mean of so few is off by 2 % or so."""
    random, times, reads = Random(5), [], 120
    for _ in range(24):
        disk = HardDisk(SUN_7410.drive, phase=random.random())
        disk.recording = False
        at = [
            int(random.random() * min(span, disk.capacity - reads * RECORD)) // 512 * 512
            for _ in range(streams)
        ]
        now = 0.0
        for n in range(reads):
            now = disk.read(now, at[n % streams], RECORD)
            at[n % streams] += RECORD
        times.append(now / reads)
    mean = fsum(times) / len(times)
    assert in_turn(SUN_7410.drive, streams, span=span, run=RECORD) == pytest.approx(
        RECORD / mean, rel=0.05
    )


def test_two_streams_are_as_slow_as_forty():
    rates = [in_turn(SUN_7410.drive, n, span=14 * GB) for n in (1, 2, 3, 5, 10, 40, 640)]
    assert rates[0] > 1.5 * rates[1] and len(set(rates[1:])) == 1


@pytest.mark.parametrize("data", [10 * GB, 1000 * GB, 10_000 * GB])
def test_more_disks_give_more_and_each_of_them_a_little_more(data):
    rates = [disks_read(streamer(jbods=n), replace(JANUARY, data=data)) / n for n in range(1, 13)]
    assert all(a <= b < 1.35 * a for a, b in pairwise(rates))


# ---- the machine itself


@pytest.mark.alike("streams")
@pytest.mark.parametrize(
    ("order", "load"),
    [
        (streamer(), JANUARY),
        (OF_7310, replace(JANUARY, clients=20, ports=1, size=MiB, direct=True, cached=True)),
        (streamer("ht3", cards=2), Stream("read", 20, 10, 2, cached=True)),
        (streamer("ht3", cards=2, gigabit=2), Stream("read", 20, 10, 2, cached=True)),
        (streamer(), Stream("read", 10, 16, 2, 8 * KiB, cached=True)),
        (streamer(), replace(JANUARY, clients=1)),
        (
            streamer(jbods=2, each=22, capacity=500 * GB, chains=2, mtu=1500),
            replace(JANUARY, clients=20, threads=1, mtu=1500),
        ),
    ],
    ids=["January", "7310", "slots", "board", "8 KiB", "one client", "two JBODs"],
)
def test_a_run_comes_to_what_the_slowest_part_carries(order, load):
    found = limit(read_stages(order, load))
    assert mean([ran(order, load, found.rate, seed).bytes for seed in (1, 2, 3)]) == pytest.approx(
        found.rate, rel=0.05
    )


def test_half_of_the_price_of_a_packet_would_meet_what_two_jbods_gave(monkeypatch):
    order = streamer(jbods=2, each=22, capacity=500 * GB, ports=1, hbas=1, chains=2, mtu=1500)
    load = replace(JANUARY, clients=20, threads=1, ports=1, mtu=1500, data=400 * GB)
    as_taken = limit(read_stages(order, load))
    monkeypatch.setattr(COSTS, "packet_share", COSTS.packet_share / 2)
    halved = limit(read_stages(order, load))
    assert as_taken.stage.name == halved.stage.name == "cores"
    assert as_taken.rate < 0.9 * measured("filebench-read")
    assert halved.rate == pytest.approx(measured("filebench-read"), rel=0.05)


def test_where_the_disks_are_the_limit_a_run_shows_them_busy_and_comes_near_to_what_they_carry():
    order, load = (
        streamer("ht3", jbods=1, each=12, cards=2),
        replace(JANUARY, clients=20, threads=2),
    )
    found = limit(read_stages(order, load))
    for discipline, least in (("sptf", 0.92), ("fscan", 0.7)):  # sweeps break runs up
        done = ran(order.order(discipline=discipline), load, found.rate, 1)
        assert found.stage.name == "disks" and done.used["disks"] > 0.97
        # a side has four runs of a file in a row, of which its read-ahead holds the next
        assert least < done.bytes / found.rate < 1.45


def test_too_long_a_run_is_left_out():
    order, load = streamer("ht3", cards=2), Stream("read", 20, 10, 2)
    assert ran(order, load, rate(read_stages(order, load)), 1) is None


# ---- reading


def test_the_7310_of_the_catalogue_is_the_one_that_was_tested():
    load = Stream("read", 20, 2)
    assert [stage.capacity for stage in read_stages(SUN_7310, load)] == [
        s.capacity for s in read_stages(OF_7310, load)
    ]


def test_without_disks_the_path_ends_at_the_processors():
    path = read_stages(streamer(), replace(JANUARY, cached=True))
    assert [stage.name for stage in path][-1] == "cores"
    assert [stage.name for stage in read_stages(streamer(), JANUARY)][-3:] == [
        "disk cards' slots",
        "disk cables",
        "disks",
    ]


def test_one_client_gets_what_its_port_carries():
    path = read_stages(OF_7310, Stream("read", 1, 8))
    assert slowest(path) == "clients' ports"
    assert rate(path) == pytest.approx(125 * MB * 8948 / 9038, rel=0.002)


def test_a_small_head_is_held_by_its_processors_and_reads_slower_from_disk():
    memory, disk = (
        read_stages(OF_7310, Stream("read", 20, 2, cached=cached)) for cached in (True, False)
    )
    assert slowest(memory) == slowest(disk) == "cores"
    assert rate(disk) < 0.8 * rate(memory)


def test_two_cards_of_two_ports_carry_what_their_slots_do_and_ports_on_the_board_come_on_top():
    load = Stream("read", 20, 10, 2, cached=True)
    seen, path = load.seen(), read_stages(streamer("ht3", cards=2), load)
    assert slowest(path) == "network cards' slots"
    assert rate(path) * seen.both / seen.payload == pytest.approx(2.87 * GiB, rel=0.03)
    more = read_stages(streamer("ht3", cards=2, gigabit=2), load)
    assert rate(more) * seen.both / seen.payload == pytest.approx(3.06 * GiB, rel=0.03)


def test_the_disks_are_the_limit_of_a_part_of_a_jbod_and_with_two_jbods_there_is_plenty():
    paths = [
        read_stages(streamer(jbods=n, each=each), JANUARY)
        for n, each in ((1, 12), (1, 20), (2, 24), (6, 24))
    ]
    assert slowest(paths[0]) == slowest(paths[1]) == "disks" != slowest(paths[2])
    assert rate(paths[1]) < 0.9 * rate(paths[2]) and rate(paths[2]) == rate(paths[3])


def test_requests_ahead_help_who_waits_for_each():
    few = [
        read_stages(streamer("ht3", cards=2), Stream("read", 2, 1, 2, 32 * KiB, direct=direct))
        for direct in (True, False)
    ]
    assert slowest(few[0]) == "clients' requests"
    assert rate(few[1]) > 1.5 * rate(few[0])


# ---- writing


def test_mirrors_write_twice_and_double_parity_writes_two_columns_of_fourteen_more():
    assert copies("mirror", 14) == 2 and copies("stripe", 14) == 1
    assert copies("raidz2", 14) == pytest.approx(14 / 12, rel=0.02)


def test_a_log_block_of_128_kib_takes_three_writes_of_32_kib():
    assert 4 / 3 <= logged(32 * KiB) < 1.4


def test_what_a_commit_finds_in_memory_grows_with_the_rate_of_a_client_up_to_all():
    written = WrittenBytes(streamer(), WRITES)
    found = [written.at_risk(each * MB) for each in (10, 100, 1000, 10_000)]
    assert found[1] == pytest.approx(10 * found[0])
    assert found[-1] == 1.0
    assert written.at_risk(500 * MB) < WrittenBytes(
        streamer(), replace(WRITES, clients=10)
    ).at_risk(500 * MB)


def test_larger_writes_and_log_devices_leave_only_the_copies():
    assert WrittenBytes(streamer(), WRITES).disk_bytes(500 * MB) > 2.3
    assert WrittenBytes(streamer(), replace(WRITES, size=64 * KiB)).disk_bytes(500 * MB) == 2.0
    logs = WrittenBytes(streamer(log={"devices": 1}), WRITES)
    extra = WrittenBytes(streamer(), WRITES).log_bytes(500 * MB)
    assert (
        logs.disk_bytes(500 * MB) == 2 < logs.all_bytes(500 * MB) == 2 + extra
    )  # there one copy is kept


def test_one_cable_carries_what_the_small_head_writes():
    load = replace(WRITES, threads=5)
    path = write_stages(OF_7310, load)
    cable = next(stage for stage in path if stage.name == "disk cables")
    assert cable.capacity * WrittenBytes(OF_7310, load).disk_bytes(cable.capacity) == pytest.approx(
        4 * 3e9 * 0.8 / 8
    )
    assert rate(path) == pytest.approx(cable.capacity, rel=0.03)


def test_double_parity_sends_about_half_as_much_to_disk_and_is_a_little_slower():
    orders = {layout: streamer(jbods=5, layout=layout) for layout in ("mirror", "raidz2")}
    found = {layout: rate(write_stages(order, WRITES)) for layout, order in orders.items()}
    assert 0.8 < found["raidz2"] / found["mirror"] < 1
    sent = {
        layout: each * WrittenBytes(orders[layout], WRITES).disk_bytes(each)
        for layout, each in found.items()
    }
    assert 0.4 < sent["raidz2"] / sent["mirror"] < 0.6


def test_faster_links_make_the_thread_of_the_group_faster():
    old, new = (
        write_stages(streamer(name, jbods=8), replace(WRITES, clients=10))
        for name in ("launch", "ht3")
    )
    assert slowest(new) == "the group's thread"
    assert 1.2 * rate(old) < rate(new) < 2 * rate(old)


def test_the_thread_pays_for_each_line_what_it_costs_at_that_load():
    """At rest, and on one socket, where no link is waited for: base and lines by hand."""
    c = head(OF_7310).constants
    cpi = c["base"] + c["op_lines"] / c["op_instructions"] * c["memory"] * c["clock"] / c["overlap"]
    for at in (1.0, 4e8):
        assert WrittenBytes(OF_7310, WRITES).thread(at) == pytest.approx(
            c["clock"] / PARTS["sync_instructions"] / cpi
        )
    speeds = [WrittenBytes(streamer(), WRITES).thread(at) for at in (1.0, 2e8, 4e8, 6e8)]
    assert speeds == sorted(speeds, reverse=True) and speeds[0] > 1.3 * speeds[-1]


SCALE = 25
"""Groups and what is written between two COMMITs are so many times smaller in a run, which leaves their ratio as it is. A
flush of each group, nothing beside five seconds, is left out."""


def written(head="launch", seconds=0.8, **settings):
    """A run of two JBODs, whose groups are from the start no larger than the closed form has them, and
    what the closed form has."""
    order, load = (
        streamer(head, jbods=2, **settings),
        replace(WRITES, committed=WRITES.committed / SCALE),
    )
    group, path = PARTS["group"] / SCALE, write_stages(order, WRITES)
    small = order.order(
        write_cache="ignored",
        groups={
            "interval": group,
            "synctime": group,
            "limit": int(group * rate(path)),
            "least": 8 * MiB,
            "tick": 0.01 / SCALE,
        },
    )
    return (
        Machine(small, 1).run(load, seconds=seconds, warm=seconds / 2),
        path,
        WrittenBytes(order, WRITES),
    )


@pytest.mark.alike("a part is full")
def test_a_run_of_writes_comes_near_to_what_the_thread_hands_out_and_logs_what_commits_find():
    done, path, forms = written()
    assert slowest(path) == "the group's thread"
    assert done.bytes == pytest.approx(rate(path), rel=0.15)
    assert done.iostat["disks"][3] / done.bytes == pytest.approx(
        forms.disk_bytes(done.bytes), rel=0.12
    )


@pytest.mark.alike("a part is full")
def test_on_one_socket_cores_and_cable_are_both_full_in_a_run():
    done, path, _ = written("7310", 0.6, hbas=1, chains=1)
    assert done.used["cores"] > 0.97 and done.used["cables"] > 0.9
    assert done.bytes == pytest.approx(rate(path), rel=0.08)


@pytest.mark.alike("a part is full")
def test_without_the_thread_cores_would_be_the_limit_of_a_run(monkeypatch):
    monkeypatch.setattr(COSTS, "sync_instructions", 1e-6)
    done, path, _ = written(seconds=0.6)
    assert slowest(path) == "cores" and done.used["cores"] > 0.97
    assert done.bytes == pytest.approx(rate(path), rel=0.15) and done.bytes > 1.2 * 563 * MiB


# ---- all of them


def more_of_each(settings, load):
    """Settings with one capacity raised: what, the other settings, the other load."""
    for what in ("cards", "hbas", "chains", "jbods"):
        yield what, {**settings, what: settings[what] + 1}, load
    yield "ports", {**settings, "ports": 2}, load
    yield "clients", settings, replace(load, clients=load.clients + 1)
    yield "threads", settings, replace(load, threads=load.threads + 1)
    yield "clients' ports", settings, replace(load, ports=min(4, load.ports + 1))
    yield "read ahead", settings, replace(load, direct=False)
    yield "log devices", {**settings, "log": {"devices": 1}}, load
    yield "COMMITs", settings, replace(load, committed=2 * load.committed)


@pytest.mark.parametrize("seed", range(2))
def test_no_capacity_that_is_raised_makes_anything_slower(seed):
    random = Random(seed)
    settings = {
        "head": random.choice(list(HEADS)),
        "cards": random.randint(1, 4),
        "ports": random.randint(1, 2),
        "hbas": random.randint(1, 4),
        "chains": random.randint(1, 8),
        "jbods": random.randint(1, 12),
        "layout": random.choice(["mirror", "raidz2", "stripe"]),
    }
    load = Stream(
        "write",
        random.choice([2, 5, 10, 20, 40]),
        random.choice([1, 2, 5, 16]),
        random.randint(1, 4),
        random.choice([8, 16, 32, 64, 128]) * KiB,
        random.choice([1500, 9000]),
        random.random() < 0.5,
        committed=random.choice([1e8, 5e8, 1.25e9, 1e10]),
    )
    for op, stages, layout in (
        ("write", write_stages, settings["layout"]),
        ("read", read_stages, "mirror"),
    ):
        here, asked = {**settings, "layout": layout}, replace(load, op=op)
        least = rate(stages(streamer(**here), asked))
        for what, other, others in more_of_each(here, asked):
            assert rate(stages(streamer(**other), others)) >= least * (1 - 1e-9), what


def test_what_commits_cost_depends_on_each_client_s_rate_and_not_on_its_threads():
    """The 7310's clients sent 24 MB/s each from five threads, the 7410's 29 MB/s from two (Gregg
    2009)."""
    found = [
        WrittenBytes(streamer(jbods=2), replace(WRITES, threads=threads)).disk_bytes(20 * each * MB)
        for each, threads in ((24, 5), (24, 2), (29.5, 2))
    ]
    assert found[0] == found[1]
    assert found[0] == pytest.approx(2.34 * 1.022, rel=0.03) and found[2] == pytest.approx(
        1.38 * 1024 / 563, rel=0.03
    )


def test_the_highest_rate_that_fits_is_found():
    assert at_most(lambda x: x * x <= 4e18) == pytest.approx(2e9, rel=1e-6)
    assert at_most(lambda x: False) == pytest.approx(0, abs=100)

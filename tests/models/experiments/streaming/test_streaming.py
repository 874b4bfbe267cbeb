"""Reads and writes in a row: sizes on the wire, disks that are read in turn, and the slowest stage of each path."""

from dataclasses import replace
from itertools import pairwise
from math import fsum
from random import Random

import pytest

from models.devices.hdd import HardDisk
from models.experiments.streaming.many_streams import in_turn
from models.experiments.streaming.parts import HEADS, PARTS, Clients, Disks, Server, at_most, disk_of
from models.experiments.streaming.reads import read_stages
from models.experiments.streaming.shared_transfer import shares, transfer
from models.experiments.streaming.writes import WIDTHS, Target, copies, group_thread, logged, write_stages
from models.machine import SUN_7410
from models.protocols.nfs.wire import BEFORE_DATA, message, on_the_wire
from models.sim.pipeline import limit
from models.units import GB, MB, GiB, KiB, MiB

TESTS = {"hbas": 3, "chains": 6}
WRITES = {"size": 32 * KiB, "transfer": 32 * KiB}


def rate(path):
    return limit(path).rate


def slowest(path):
    return limit(path).stage.name


# ---- NFS on the wire

def test_an_answer_to_a_read_holds_its_data_and_so_does_a_write():
    assert message("READ", 8192)[1] - message("READ", 0)[1] == 8192 == message("WRITE", 8192)[0] - message("WRITE", 0)[0]
    assert message("READ", 1)[1] - message("READ")[1] == 4                       # XDR counts in words


def test_version_4_says_more_for_the_same():
    for op in ("READ", "WRITE", "COMMIT"):
        assert all(new > old for old, new in zip(BEFORE_DATA["3", op], BEFORE_DATA["4", op], strict=True))


def test_eight_kib_reads_carry_four_or_five_percent_besides():
    assert 0.04 < on_the_wire("READ", 8192, transfer=8192, mtu=9000).overhead < 0.05     # Gregg 2009: 4 and 5 %


def test_smaller_requests_and_smaller_frames_cost_more_and_a_rest_is_a_request_of_its_own():
    large, small, frames = (on_the_wire("READ", MiB, transfer=t, mtu=m).overhead
                            for t, m in ((MiB, 9000), (32 * KiB, 9000), (MiB, 1500)))
    assert large < small < frames
    whole, rest = (on_the_wire("WRITE", n, transfer=32 * KiB) for n in (32 * KiB, KiB))
    assert on_the_wire("WRITE", 33 * KiB, transfer=32 * KiB).both == pytest.approx(whole.both + rest.both)


def test_commits_are_hardly_seen_on_the_wire():
    plain, often = (on_the_wire("WRITE", 32 * KiB, committed=n) for n in (0, MiB))
    assert plain.both < often.both < 1.001 * plain.both


# ---- disks

def test_one_stream_gets_the_media_and_many_get_a_seek_for_each_record():
    spec = SUN_7410.drive
    assert in_turn(spec, 1, span=14 * GB) == pytest.approx(spec.media_rate, rel=0.03)
    many = in_turn(spec, 40, span=14 * GB)
    least = 128 * KiB / spec.media_rate + spec.seek_track
    most = least + spec.seek_average + 1 / spec.speed
    assert 128 * KiB / most < many < 128 * KiB / least


def test_streams_that_lie_further_apart_and_shorter_runs_are_slower():
    spec = SUN_7410.drive
    rates = [in_turn(spec, 20, span=span) for span in (10 * GB, 100 * GB, 900 * GB)]
    assert rates == sorted(rates, reverse=True)
    assert in_turn(spec, 20, span=10 * GB, run=MiB) > 2.5 * rates[0]


@pytest.mark.parametrize(("streams", "span"), [(1, 14e9), (2, 14e9), (20, 1e9), (20, 14e9), (20, 900e9), (40, 100e9)])
def test_the_mean_over_all_places_is_what_drives_do_whose_streams_chance_places(streams, span):
    """120 reads each, of drives that see each read; the mean of so few is off by 2 % or so."""
    random, times, reads = Random(5), [], 120
    for _ in range(24):
        disk = HardDisk(SUN_7410.drive, phase=random.random())
        disk.recording = False
        at = [int(random.random() * min(span, disk.capacity - reads * 128 * KiB)) // 512 * 512 for _ in range(streams)]
        now = 0.0
        for n in range(reads):
            now = disk.read(now, at[n % streams], 128 * KiB)
            at[n % streams] += 128 * KiB
        times.append(now / reads)
    assert in_turn(SUN_7410.drive, streams, span=span) == pytest.approx(128 * KiB / (fsum(times) / len(times)), rel=0.05)


def test_two_streams_are_as_slow_as_forty():
    rates = [in_turn(SUN_7410.drive, n, span=14 * GB) for n in (1, 2, 3, 5, 10, 40, 640)]
    assert rates[0] > 5 * rates[1] and len(set(rates[1:])) == 1


@pytest.mark.parametrize("data", [10 * GB, 256 * GB, 1000 * GB, 10_000 * GB])
def test_more_disks_give_more_and_each_of_them_a_little_more(data):
    rates = [Disks(n, data=data).rate(20) / n for n in range(1, 13) if 12e12 * n >= data]
    assert all(a <= b < 1.35 * a for a, b in pairwise(rates))


def test_two_jbods_give_what_filebench_read_less_a_fifth():
    with_44 = Disks(2, 22, 400 * GB, disk_of(500 * GB))
    assert with_44.rate(20) == pytest.approx(0.8 * 924 * MiB, rel=0.03)                  # Gregg 2009, citing Filebench


# ---- reading

def test_without_disks_the_path_ends_at_the_processors():
    path = read_stages(Server(), Clients())
    assert [stage.name for stage in path][-1] == "processors"
    assert [stage.name for stage in read_stages(Server(), Clients(), Disks())][-3:] == [
        "disk cards' slots", "SAS cables", "disks"]


def test_one_client_gets_what_its_port_carries():
    path = read_stages(Server(), Clients(1, 8))
    assert slowest(path) == "clients' ports"
    assert rate(path) == pytest.approx(125 * MB * 8948 / 9038, rel=0.002)


def test_a_small_head_is_held_by_its_processors_and_reads_slower_from_disk():
    memory, disk = (read_stages(Server(), Clients(), disks) for disks in (None, Disks()))
    assert slowest(memory) == slowest(disk) == "processors"
    assert rate(disk) < 0.8 * rate(memory)


def test_two_cards_of_two_ports_carry_what_their_slots_do_and_ports_on_the_board_come_on_top():
    clients, server = Clients(20, 10, 2), Server("ht3", cards=2, **TESTS)
    seen = clients.seen("READ")
    path = read_stages(server, clients)
    assert slowest(path) == "network cards' slots"
    assert rate(path) * seen.both / seen.payload == pytest.approx(2.87 * GiB, rel=0.03)
    more = read_stages(replace(server, gigabit=2), clients)
    assert rate(more) * seen.both / seen.payload == pytest.approx(3.06 * GiB, rel=0.03)


def test_the_disks_are_the_limit_of_two_jbods_and_with_about_three_there_is_plenty():
    clients = Clients(10, 2, 2, 128 * KiB, 128 * KiB, direct=False)
    paths = [read_stages(Server("launch", **TESTS), clients, Disks(n, data=1000 * GB)) for n in (1, 2, 3, 4, 6)]
    assert slowest(paths[0]) == slowest(paths[1]) == "disks" != slowest(paths[3])
    assert rate(paths[1]) < 0.7 * rate(paths[3])
    assert 0.95 * rate(paths[3]) < rate(paths[2]) <= rate(paths[3]) == rate(paths[4])


def test_requests_ahead_help_who_waits_for_each():
    few = [read_stages(Server("ht3", cards=2), Clients(2, 1, 2, 32 * KiB, 32 * KiB, direct=direct))
           for direct in (True, False)]
    assert slowest(few[0]) == "clients' requests"
    assert rate(few[1]) > 1.5 * rate(few[0])


def test_files_must_fit():
    with pytest.raises(ValueError, match=r"^data must fit on 48 mirrored disks, 24000 GB, got 30000 GB$"):
        Disks(2, data=30_000 * GB).rate(1)


# ---- writing

def test_mirrors_write_twice_and_double_parity_writes_two_columns_of_fourteen_more():
    assert copies("mirror", 14) == 2 and copies("stripe", 14) == 1
    assert copies("raidz2", 14) == pytest.approx(14 / 12, rel=0.02)


def test_a_log_block_of_128_kib_takes_three_writes_of_32_kib():
    assert 4 / 3 <= logged(32 * KiB) < 1.4


def test_what_a_commit_finds_in_memory_grows_with_the_rate_of_a_client_up_to_all():
    target = Target()
    shares = [target.at_risk(each * MB, 20) for each in (10, 100, 1000, 10_000)]
    assert shares[1] == pytest.approx(10 * shares[0])
    assert shares[-1] == 1.0
    assert target.at_risk(500 * MB, 20) < target.at_risk(500 * MB, 10)


def test_larger_writes_and_log_devices_leave_only_the_copies():
    small, large = (Clients(**{"size": n * KiB, "transfer": n * KiB}) for n in (32, 64))
    assert Target().on_disks(500 * MB, small) > 2.3
    assert Target().on_disks(500 * MB, large) == 2.0 == Target(logs=True).on_disks(500 * MB, small)


def test_one_cable_carries_what_the_small_head_writes():
    path = write_stages(Server(), Clients(20, 5, **WRITES), Target(jbods=2))
    cable = next(stage for stage in path if stage.name == "SAS cables")
    on_disks = cable.capacity * Target().on_disks(cable.capacity, Clients(20, 5, **WRITES))
    assert on_disks == pytest.approx(4 * 3e9 * 0.8 / 8)
    assert rate(path) == pytest.approx(cable.capacity, rel=0.03)


def test_double_parity_sends_about_half_as_much_to_disk_and_is_a_little_slower():
    clients = Clients(20, 2, 2, **WRITES)
    found = {layout: rate(write_stages(Server("launch", **TESTS), clients, Target(layout)))
             for layout in ("mirror", "raidz2")}
    assert 0.8 < found["raidz2"] / found["mirror"] < 1
    sent = {layout: each * Target(layout).on_disks(each, clients) for layout, each in found.items()}
    assert 0.4 < sent["raidz2"] / sent["mirror"] < 0.6


def test_faster_links_make_the_thread_of_the_group_faster():
    clients = Clients(10, 2, 2, **WRITES)
    old, new = (write_stages(Server(name, **TESTS), clients, Target(jbods=8)) for name in ("launch", "ht3"))
    assert slowest(new) == "the group's thread"
    assert 1.2 * rate(old) < rate(new) < 2 * rate(old)


def test_the_thread_pays_for_each_line_what_it_costs_at_that_load():
    """At rest, and on one socket, where no link is waited for: base and lines by hand."""
    server, clients, target = Server("7310"), Clients(20, 5, **WRITES), Target(jbods=2)
    c = server.head.constants
    cpi = c["base"] + c["op_lines"] / c["op_instructions"] * c["memory"] * c["clock"] / c["overlap"]
    for at in (1.0, 4e8):
        assert group_thread(server, clients, target, at) == pytest.approx(c["clock"] / PARTS["sync_instructions"] / cpi)
    four = Server("launch", **TESTS)
    speeds = [group_thread(four, clients, Target(), at) for at in (1.0, 2e8, 4e8, 6e8)]
    assert speeds == sorted(speeds, reverse=True) and speeds[0] > 1.3 * speeds[-1]


def more_of_each(server, clients, target, disks):
    """Settings with one capacity raised: (what, the path to write on, the path to read on). None: of no use there."""
    servers = [("cards", replace(server, cards=server.cards + 1)), ("disk cards", replace(server, hbas=server.hbas + 1)),
               ("SAS ports", replace(server, chains=server.chains + 1)), ("ports", replace(server, ports=2))]
    for what, other in servers:
        yield what, (other, clients, target), (other, clients, disks)
    for what, others in (("clients", replace(clients, count=clients.count + 1)),
                         ("threads", replace(clients, threads=clients.threads + 1)),
                         ("clients' ports", replace(clients, ports=min(4, clients.ports + 1)))):
        alone = disks and clients.streams == 1 and what != "clients' ports"        # a second file costs the disks seeks
        yield what, (server, others, target), None if alone else (server, others, disks)
    yield "read ahead", None, (server, replace(clients, direct=False), disks)
    yield "log devices", (server, clients, replace(target, logs=True)), None
    yield "COMMITs", (server, clients, replace(target, committed=2 * target.committed)), None
    yield "JBODs", (server, clients, replace(target, jbods=target.jbods + 1)), (
        server, clients, disks and replace(disks, jbods=disks.jbods + 1))


@pytest.mark.parametrize("seed", range(2))
def test_no_capacity_that_is_raised_makes_anything_slower(seed):
    random = Random(seed)
    server = Server(random.choice(list(HEADS)), random.randint(1, 4), random.randint(1, 2), 0, hbas=random.randint(1, 4),
                    chains=random.randint(1, 8))
    size = random.choice([8, 16, 32, 64, 128]) * KiB
    clients = Clients(random.choice([1, 2, 5, 10, 20, 40]), random.choice([1, 2, 5, 16]), random.randint(1, 4), size, size,
                      random.choice([1500, 9000]), direct=random.random() < 0.5)
    target = Target(random.choice(list(WIDTHS)), random.randint(1, 12), 24, random.randint(4, 24),
                    random.choice([1e8, 2e8, 5e8, 1.25e9, 1e10]), random.choice([1.0, 5.0, 10.0]))
    disks = random.choice([None, Disks(random.randint(1, 12), data=random.choice([1e10, 2.56e11, 1e12, 5e12]))])
    written, seen = rate(write_stages(server, clients, target)), rate(read_stages(server, clients, disks))
    for what, to, back in more_of_each(server, clients, target, disks):
        assert to is None or rate(write_stages(*to)) >= written * (1 - 1e-9), what
        assert back is None or rate(read_stages(*back)) >= seen * (1 - 1e-9), what


def test_log_devices_take_one_copy_and_the_cables_carry_it():
    clients, rate_ = Clients(**WRITES), 500 * MB
    plain, logs = Target(), Target(logs=True)
    extra = plain.twice(rate_, clients)
    assert plain.moved(rate_, clients) == plain.on_disks(rate_, clients) == 2 * (1 + extra)
    assert logs.on_disks(rate_, clients) == 2 < logs.moved(rate_, clients) == 2 + extra


def test_what_commits_cost_depends_on_each_client_s_rate_and_not_on_its_threads():
    """The 7310's clients sent 24 MB/s each from five threads, the 7410's 29 MB/s from two (Gregg 2009)."""
    found = [Target(jbods=2).on_disks(20 * each * MB, Clients(20, threads, **WRITES))
             for each, threads in ((24, 5), (24, 2), (29.5, 2))]
    assert found[0] == found[1]
    assert found[0] == pytest.approx(2.34 * 1.022, rel=0.03) and found[2] == pytest.approx(1.38 * 1024 / 563, rel=0.03)


def test_the_highest_rate_that_fits_is_found():
    assert at_most(lambda x: x * x <= 4e18) == pytest.approx(2e9, rel=1e-6)
    assert at_most(lambda x: False) == pytest.approx(0, abs=100)


# ---- sharing

def test_who_wants_less_gets_it_and_the_others_share_the_rest():
    assert shares(10, [1, 100, 100]) == [1, 4.5, 4.5]
    assert shares(10, [1, 2]) == [1, 2]
    assert shares(9, [5, 5, 5]) == [3, 3, 3]
    assert shares(9, [100, 100], [2, 1]) == [6, 3]
    assert shares(9, [1, 100, 100], [2, 2, 1]) == pytest.approx([1, 16 / 3, 8 / 3])


def test_all_bytes_arrive_and_a_slow_client_ends_last_and_alone():
    steps = list(transfer([100.0] * 3, [50.0, 50.0, 20.0], lambda t: 90.0, 0.3))
    assert fsum(fsum(step.moved) for step in steps) == pytest.approx(300)
    assert steps[-1].end == pytest.approx(5.0)                    # 100 at 20 a second
    assert steps[-1].moved[0] == 0 < steps[-1].moved[2]
    assert all(a.end == pytest.approx(b.start) for a, b in pairwise(steps))


def test_the_length_of_a_step_changes_no_end():
    ends = [list(transfer([70.0, 30.0], [1e9, 1e9], lambda t: 10.0, step))[-1].end for step in (0.1, 1.0, 100.0)]
    assert ends == pytest.approx([10.0] * 3)


def test_what_never_ends_goes_on_until_it_is_stopped():
    steps = list(transfer([float("inf")] * 2, [1e9] * 2, lambda t: 10.0, 1.0, until=7.5))
    assert steps[-1].end == 7.5 and fsum(fsum(step.moved) for step in steps) == pytest.approx(75)

"""`python -m models replay`: a trace of requests on a machine, what must hold of its latencies, and
what it refuses."""

import json
import subprocess
import sys
import time
from math import ceil, fsum
from pathlib import Path
from random import Random

import jsonschema
import pytest

from models.__main__ import main
from models.catalogue.machines import MACHINES, values
from models.cli.machine_file import named
from models.cli.raw_disks import DRIVE, FURTHER, SERVES, STRIPE, Queued, Striped, raw_machine
from models.cli.replay import on_disks
from models.cli.trace_csv import TraceRequest, read
from models.devices.drive_spec import DriveSpec, drive_of
from models.devices.hdd import HardDisk
from models.devices.queued_disk import QueuedDisk, fcfs
from models.sim.loop import Loop
from models.units import GB, KiB, ms, rpm, sector, us
from models.zfs.pool.vdev import Single

SCHEMA = json.loads(
    (Path(__file__).resolve().parents[3] / "schemas" / "replay.schema.json").read_text(
        encoding="utf-8"
    )
)
COLUMNS = "time,op,offset,size"
DISKS = ("freebsd-box", "enterprise-disk", "7110", "server-today")


def random_trace(
    count, seed=1, gap=10 * ms, span=140 * GB, ops=("read", "write", "write", "flush")
):
    """Requests of up to 256 KiB, `gap` (s) apart on average."""
    random, now, trace = Random(seed), 0.0, []
    for _ in range(count):
        op = ops[int(random.random() * len(ops))]
        size = 0 if op == "flush" else sector * (1 + int(random.random() * 512))
        trace.append(
            TraceRequest(now, op, sector * int(random.random() * span / sector), size, None)
        )
        now += 2 * gap * random.random()
    return trace


def csv_of(trace, measured=()):
    lines = [COLUMNS + (",latency" if measured else "")]
    for n, one in enumerate(trace):
        more = f",{measured[n]!r}" if measured else ""
        lines.append(f"{one.time!r},{one.op},{one.offset},{one.size}{more}")
    return "\n".join(lines) + "\n"


def said(capsys, *arguments):
    """What a replay prints, as it stands."""
    assert main(["replay", *map(str, arguments)]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    return captured.out


@pytest.fixture
def replayed(capsys, tmp_path):
    """Replay a trace through the command line with --json; the result is of its schema."""

    def run(machine, text, *more):
        trace = tmp_path / "trace.csv"
        trace.write_text(text if isinstance(text, str) else csv_of(text), encoding="utf-8")
        if isinstance(machine, dict):
            file = tmp_path / "machine.json"
            file.write_text(json.dumps(machine), encoding="utf-8")
            machine = file
        result = json.loads(said(capsys, "--machine", machine, trace, "--json", *more))
        jsonschema.validate(result, SCHEMA, jsonschema.Draft202012Validator)
        return result

    return run


def synchronous(machine, changed, count, ops):
    """Each request is issued 0.1 ms after the answer to the one before: found by replaying ever
    longer traces."""
    trace, now, offset = [], 0.0, 0
    for _ in range(count):
        for op, size in ops:
            trace.append(TraceRequest(now, op, offset, size, None))
            now += on_disks(raw_machine(machine, changed), trace)[-1] + 0.1 * ms
        offset += ops[0][1]
    return trace


@pytest.mark.alike("a sequential synchronous write takes a turn and its transfer")
@pytest.mark.parametrize("name", DISKS)
@pytest.mark.parametrize(
    ("changed", "ops"),
    [
        ({"pool.disks.cache_size": 0}, [("write", 12 * KiB)]),
        ({}, [("write", 12 * KiB), ("flush", 0)]),
    ],
    ids=["no cache", "cache and flushes"],
)
def test_a_sequential_synchronous_write_takes_a_turn_and_its_transfer(replayed, name, changed, ops):
    trace = synchronous(name, changed, 45, ops)
    requests = replayed({"machine": name, "constants": changed}, trace)["requests"]
    answers = [one["time"] + one["latency"] for one in requests if one["op"] == ops[-1][0]]
    c = values(name)
    assert (answers[-1] - answers[0]) / 44 == pytest.approx(
        1 / c["pool.disks.speed"] + 12 * KiB / c["pool.disks.media_rate"], rel=2e-3
    )


@pytest.mark.parametrize("name", DISKS)
def test_a_large_read_takes_its_bytes_at_the_sustained_rate(replayed, name):
    size = 400 * 1000 * KiB
    found = replayed(name, f"{COLUMNS}\n0,read,0,{size}\n")["requests"][0]["latency"]
    assert found == pytest.approx(size / values(name)["pool.disks.media_rate"], rel=0.01)


def test_a_large_read_from_the_7410_takes_a_share_of_it_from_each_pair_over_one_cable(replayed):
    """The first sides of all pairs, whose turn it is, are in one box."""
    size = 22 * 800 * STRIPE
    found = replayed("7410", f"{COLUMNS}\n0,read,0,{size}\n")["requests"][0]["latency"]
    c = values("7410")
    at_the_platter, on_the_cable = (
        800 * STRIPE / c["pool.disks.media_rate"],
        size / c["pool.cable_rate"],
    )
    assert found == pytest.approx(at_the_platter + on_the_cable, rel=0.02)


@pytest.mark.parametrize("gap", [0.0, 10 * ms])
@pytest.mark.parametrize("name", SERVES)
def test_no_latency_is_below_the_time_of_service(name, gap):
    trace = random_trace(400, gap=gap)
    c = values(name)
    for one, latency in zip(trace, on_disks(raw_machine(name), trace), strict=True):
        data = (
            one.size / c["pool.disks.interface_rate"]
            if one.op == "write" and name in DISKS
            else 0.0
        )
        assert latency >= c["pool.disks.command"] + data - 1e-9


def test_first_come_is_first_served_on_the_freebsd_box():
    trace = random_trace(1000, gap=5 * ms)
    answers = [
        one.time + latency
        for one, latency in zip(trace, on_disks(raw_machine("freebsd-box"), trace), strict=True)
    ]
    assert answers == sorted(answers)


def test_the_enterprise_disk_serves_random_reads_out_of_order_and_faster_for_it():
    trace = random_trace(1000, gap=0, ops=["read"])
    queued = on_disks(raw_machine("enterprise-disk"), trace)  # all are issued at zero
    alone = on_disks(raw_machine("enterprise-disk", {"pool.disks.depth": 1}), trace)
    assert queued != sorted(queued)
    assert max(queued) < 0.6 * max(alone)


@pytest.mark.parametrize("name", SERVES)
def test_requests_that_are_far_apart_do_not_wait_for_each_other(name):
    trace = random_trace(300, gap=0.0, ops=["read"])
    apart = [one._replace(time=k * 1.0) for k, one in enumerate(trace)]
    c = values(name)
    longest = (
        c["pool.disks.command"]
        + c["pool.disks.seek_full"]
        + 2 / c["pool.disks.speed"]
        + 256 * KiB * 2 / c["pool.disks.media_rate"]
        + 2 * c["pool.disks.skew"]
    )
    assert (
        max(on_disks(raw_machine(name), apart)) < longest < max(on_disks(raw_machine(name), trace))
    )


@pytest.mark.parametrize("name", SERVES)
def test_a_flush_waits_for_what_was_answered_before_it(name):
    c = values(name)
    writes = [TraceRequest(0.0, "write", sector * 10**6 * k, 64 * KiB, None) for k in range(100)]
    answered = max(on_disks(raw_machine(name), writes))
    found = on_disks(raw_machine(name), [*writes, TraceRequest(answered, "flush", 0, 0, None)])
    # A drive cannot write 100 places, or a pair its share of them, faster than with a track's seek
    # each.
    share = 1 if name in DISKS else 100 // 22
    assert max(found[:-1]) == answered
    assert answered + found[-1] > share * (
        c["pool.disks.seek_track"] + 64 * KiB / c["pool.disks.media_rate"]
    )


def test_writes_are_answered_by_the_cache_until_it_is_full(replayed):
    cache = values("freebsd-box")["pool.disks.cache_size"]
    trace = [
        TraceRequest(0.0, "write", 10**9 * k, 128 * KiB, None)
        for k in range(2 * cache // (128 * KiB))
    ]
    found = replayed("freebsd-box", trace)["requests"]
    quick = 1.001 * (72 * us + 128 * KiB / (300e6))
    for n, one in enumerate(found):
        before = found[n - 1]["latency"] if n else 0.0
        if 128 * KiB * (n + 1) <= cache:
            assert one["latency"] - before < quick
    assert found[-1]["latency"] > 0.1


@pytest.mark.parametrize("name", SERVES)
def test_percentiles_and_means_are_those_of_the_listed_latencies(replayed, name):
    trace = random_trace(617)
    random = Random(3)
    result = replayed(name, csv_of(trace, [random.random() * ms for _ in trace]))
    for whose, key in (("model", "latency"), ("measured", "measured")):
        for op, summary in result[whose].items():
            listed = sorted(one[key] for one in result["requests"] if op in ("all", one["op"]))
            assert summary["count"] == len(listed)
            assert summary["mean"] == fsum(listed) / len(listed)
            assert summary["max"] == listed[-1]
            for share, percentile in ((0.5, "p50"), (0.9, "p90"), (0.99, "p99"), (0.999, "p999")):
                assert summary[percentile] == listed[ceil(share * len(listed)) - 1]
            last = max(one["time"] + one[key] for one in result["requests"])
            assert summary["iops"] == pytest.approx(len(listed) / last)
    for op, difference in result["difference"].items():
        for name, value in difference.items():
            assert value == result["model"][op][name] - result["measured"][op][name]


@pytest.mark.parametrize("name", SERVES)
def test_the_same_trace_gives_the_same_output_and_another_seed_another(capsys, tmp_path, name):
    file = tmp_path / "trace.csv"
    file.write_text(csv_of(random_trace(200)))
    first = said(capsys, "--machine", name, file, "--json")
    assert said(capsys, "--machine", name, file, "--json") == first
    assert said(capsys, "--machine", name, file, "--json", "--seed", 1) == first
    assert said(capsys, "--machine", name, file, "--json", "--seed", 2) != first


@pytest.mark.parametrize("name", SERVES)
def test_what_a_replay_says_can_be_replayed(replayed, name):
    random = Random(5)
    trace = random_trace(200)
    first = replayed(name, csv_of(trace, [random.random() for _ in trace]))
    again = [
        TraceRequest(one["time"], one["op"], one["offset"], one["size"], None)
        for one in first["requests"]
    ]
    assert (
        replayed(
            {"machine": first["machine"], "constants": first["constants"]},
            csv_of(again, [one["measured"] for one in first["requests"]]),
            "--seed",
            first["seed"],
        )
        == first
    )


def test_time_zero_is_the_first_request(replayed):
    trace = [one._replace(time=k / 64) for k, one in enumerate(random_trace(300))]
    later = [
        one._replace(time=one.time + 1_262_304_000) for one in trace
    ]  # 2010, exact to the last bit
    first, second = replayed("freebsd-box", trace), replayed("freebsd-box", later)
    assert second["model"] == first["model"]
    assert [one["latency"] for one in second["requests"]] == [
        one["latency"] for one in first["requests"]
    ]


def test_what_comes_later_changes_nothing_before_it():
    trace = random_trace(300)
    for name in ("freebsd-box", "7410"):
        assert on_disks(raw_machine(name), trace[:200]) == on_disks(raw_machine(name), trace)[:200]


class Noted:
    """A vdev that notes what it was asked."""

    capacity = 1000

    def __init__(self):
        self.asked = []

    def write(self, now, offset, size, path=None, kind=""):
        self.asked.append((offset, size))
        return now

    read = write


@pytest.mark.parametrize("vdevs", [1, 2, 3, 7])
def test_stripes_lie_on_the_vdevs_in_turn_each_byte_once(vdevs, monkeypatch):
    monkeypatch.setattr("models.cli.raw_disks.sector", 1)
    unit, random = 10, Random(vdevs)
    for _ in range(300):
        striped = Striped(Loop(), [Noted() for _ in range(vdevs)], unit)
        offset = int(random.random() * (striped.capacity - 1))
        size = 1 + int(random.random() * min(200, striped.capacity - offset))
        striped.serve(0.0, "write", offset, size)
        wanted = [[] for _ in range(vdevs)]
        for byte in range(offset, offset + size):
            stripe, within = divmod(byte, unit)
            wanted[stripe % vdevs].append(stripe // vdevs * unit + within)
        for vdev, places in zip(striped.vdevs, wanted, strict=True):
            assert vdev.asked == ([(places[0], len(places))] if places else [])
            assert places == list(range(places[0], places[0] + len(places))) if places else True


def test_requests_take_whole_sectors():
    striped = Striped(Loop(), [Noted()], sector)
    striped.serve(0.0, "read", 511, 2)
    assert striped.vdevs[0].asked == [(0, 1024)]


def test_a_queue_of_one_is_first_come_first_served():
    spec = drive_of("enterprise-disk", cache_size=0, read_ahead=0)
    issues = [
        (one.time, one.op, one.offset, one.size)
        for one in random_trace(500, gap=5 * ms, ops=["read", "write"])
    ]
    queued = Queued(QueuedDisk(spec, fcfs, depth=1, phase=0.3)).finishes(issues)
    plain = Striped(Loop(), [Single(HardDisk(spec, phase=0.3))], sector).finishes(issues)
    assert queued == pytest.approx(plain, abs=1e-9)


class Counted(QueuedDisk):
    """A drive that notes how many commands it has in hand at most."""

    most = in_hand = 0

    def submit(self, now, op, offset, size):
        self.in_hand += 1
        self.most = max(self.most, self.in_hand)
        return super().submit(now, op, offset, size)

    def step(self):
        done = super().step()
        self.in_hand -= len(done)
        return done


@pytest.mark.parametrize("depth", [1, 4, 32])
def test_a_drive_has_no_more_commands_in_hand_than_its_depth(depth):
    disk = Counted(drive_of("enterprise-disk"), depth=depth)
    trace = random_trace(500, gap=0.1 * ms, ops=["read", "write"])
    issues = [(one.time, one.op, one.offset, one.size) for one in trace]
    finishes = Queued(disk).finishes(issues)
    assert disk.most == depth
    assert disk.in_hand == 0
    assert all(finish > issue[0] for finish, issue in zip(finishes, issues, strict=True))


def test_nothing_passes_a_flush():
    issues = [(one.time, one.op, one.offset, one.size) for one in random_trace(500, gap=2 * ms)]
    finishes = Queued(QueuedDisk(drive_of("enterprise-disk"))).finishes(issues)
    for n, issue in enumerate(issues):
        if issue[1] == "flush":
            assert (
                max(finishes[:n], default=0.0) < finishes[n] < min(finishes[n + 1 :], default=1e9)
            )


def specs(disks):
    """The drives' data sheets."""
    if isinstance(disks, Queued):
        return [disks.disk.spec]
    return [
        getattr(device, "device", device).spec for vdev in disks.vdevs for device in vdev.devices
    ]


@pytest.mark.parametrize("name", SERVES)
def test_a_machine_has_the_drives_of_the_catalogue(name):
    disks = raw_machine(name)
    assert specs(disks) == [drive_of(name)] * (44 if name == "7410" else 1)
    shares = 22 if name == "7410" else 1
    assert (
        shares * (values(name)["pool.disks.capacity"] - STRIPE)
        < disks.capacity
        <= shares * values(name)["pool.disks.capacity"]
    )


@pytest.mark.parametrize("name", SERVES)
def test_another_speed_turns_the_same_tracks_and_a_rate_that_is_given_holds(name):
    c = values(name)
    faster = (1 / c["pool.disks.speed"] + c["pool.disks.skew"]) / (
        1 / (10_000 * rpm) + c["pool.disks.skew"]
    )
    for changed, rate in [
        ({"pool.disks.speed": 10_000 * rpm}, faster * c["pool.disks.media_rate"]),
        ({"pool.disks.speed": 10_000 * rpm, "pool.disks.media_rate": 80e6}, 80e6),
        ({"pool.disks.media_rate": 80e6}, 80e6),
    ]:
        for spec in specs(raw_machine(name, changed)):
            assert spec.media_rate == pytest.approx(rate)
            assert spec.speed == changed.get("pool.disks.speed", c["pool.disks.speed"])


def test_every_field_of_a_drive_can_be_changed_in_a_file(tmp_path):
    file = tmp_path / "own.json"
    constants = {
        "speed": "10000 rpm",
        "capacity": "100GB",
        "heads": 4,
        "media_rate": 2e8,
        "skew": "0.5ms",
        "cache_size": "32MiB",
        "destage_set": 20.0,
        "command": "50us",
        "host": "1ms",
        "log.wake": "first",
    }
    file.write_text(json.dumps({"machine": "freebsd-box", "constants": constants}))
    own = named(str(file))
    [spec] = specs(raw_machine(own.name, own.changed))
    assert spec == DriveSpec(
        speed=10_000 * rpm,
        capacity=100 * GB,
        heads=4,
        media_rate=2e8,
        skew=0.5 * ms,
        cache_size=32 * 1024 * KiB,
        destage_set=20,
        command=50 * us,
    )
    assert (own.changed["head.host"], own.changed["log.wake"]) == (1 * ms, "first")


def test_a_file_may_hold_the_tables_of_a_drive_that_was_measured(tmp_path, replayed):
    zones, curve = [["0", "200MB/s"], ["100GB", 1e8]], [[0, "1ms"], ["50%", 0.008], [1, "17ms"]]
    for name in ("freebsd-box", "7410"):
        own = {"machine": name, "constants": {"zones": zones, "seek_curve": curve}}
        (tmp_path / "own.json").write_text(json.dumps(own))
        read = named(str(tmp_path / "own.json"))
        for spec in specs(raw_machine(read.name, read.changed)):
            assert spec.zones == ((0.0, 2e8), (1e11, 1e8)) and spec.seek_curve == (
                (0.0, 1e-3),
                (0.5, 8e-3),
                (1.0, 17e-3),
            )
        assert replayed(own, random_trace(20))["constants"]["pool.disks.zones"] == [
            [0, 2e8],
            [1e11, 1e8],
        ]


@pytest.mark.parametrize(
    ("constants", "words"),
    [
        ({"zones": 5}, "zones must be [[bytes, bytes a second], ...], got 5"),
        ({"zones": [["0", "1ms"]]}, "zones must be bytes per second here, got '1ms'"),
        ({"seek_curve": [[0, True]]}, "seek_curve must be a time here, got True"),
        ({"zones": [[1, 2e8]]}, "zones must begin at 0 and rise, got [1.0]"),
    ],
)
def test_a_table_that_is_none_is_refused_in_one_line(capsys, tmp_path, constants, words):
    file = tmp_path / "own.json"
    file.write_text(json.dumps({"machine": "freebsd-box", "constants": constants}))
    (tmp_path / "trace.csv").write_text("time,op,offset,size\n0,read,0,512\n")
    assert words in refused(capsys, "--machine", file, tmp_path / "trace.csv")


@pytest.mark.alike("what describe prints is a machine file")
@pytest.mark.parametrize("name", SERVES)
def test_what_describe_prints_is_a_machine_file(capsys, replayed, name):
    assert main(["describe", name, "--json"]) == 0
    described = json.loads(capsys.readouterr().out)
    trace = random_trace(50)
    assert replayed(described, trace) == replayed(name, trace)
    next(c for c in described["constants"] if c["name"] == "pool.disks.speed").update(
        value=90.0, shown=5400, unit="rpm"
    )
    trace = random_trace(500)
    slow = replayed(described, trace)
    assert slow["constants"] == {"pool.disks.speed": 90.0}
    assert slow["model"]["all"]["mean"] > replayed(name, trace)["model"]["all"]["mean"]


@pytest.fixture
def through(capsys, tmp_path):
    """The latencies of a trace that comes over NFS to a 7410 with two log devices, ordered as said."""

    def run(requests, *settings):
        trace = tmp_path / "trace.csv"
        trace.write_text("\n".join(["time,op,offset,size", *requests]), encoding="utf-8")
        sets = [part for setting in ("log.devices=2", *settings) for part in ("--set", setting)]
        result = json.loads(said(capsys, "--order", "7410", *sets, trace, "--json"))
        jsonschema.validate(result, SCHEMA, jsonschema.Draft202012Validator)
        assert result["order"] == "7410" and result["set"][0] == "log.devices=2"
        return [request["latency"] for request in result["requests"]]

    return run


def test_on_a_whole_machine_what_was_written_is_read_from_memory(through):
    *_, write, read, elsewhere = through(
        [  # the first read brings the pointers into memory
            "0,read,131072,131072",
            "0.1,write,0,131072",
            "0.2,read,0,131072",
            "0.3,read,99999744,131072",
        ]
    )
    assert write < 2 * ms
    assert read < 2 * ms
    assert elsewhere > 4 * ms


def test_a_flush_makes_safe_what_was_written_and_always_makes_it_so_at_once(through):
    lines = ["0,read,131072,131072", "0.1,write,0,131072", "0.11,flush,,", "0.2,flush,,"]
    _, write, flush, nothing = through(lines)
    _, safe, *_ = through(lines, "sync=always")
    assert write < flush
    assert nothing < flush
    assert safe == pytest.approx(write + flush, rel=0.35)


def test_a_read_of_two_records_takes_as_long_as_the_slower_and_others_wait_for_a_block_on_its_way(
    through,
):
    first, second, both = (
        through([line])[0]
        for line in ("0,read,0,131072", "0,read,131072,131072", "0,read,0,262144")
    )
    assert 0.9 * min(first, second) <= both < first + second
    one, other = through(["0,read,0,131072", "0.001,read,0,131072"])
    assert other == pytest.approx(one - 1 * ms, rel=0.2)


def test_a_trace_for_a_whole_machine_ends_within_a_day_and_within_its_pool(
    through, capsys, tmp_path
):
    trace = tmp_path / "long.csv"
    for lines, words in (
        (["0,read,0,512", "90000,read,0,512"], "time must be at most 86400 s after the first"),
        (["0,read,99e15,512"], "a request must end within the machine's"),
    ):
        trace.write_text("\n".join(["time,op,offset,size", *lines]), encoding="utf-8")
        assert words in refused(capsys, "--order", "7410", str(trace))


def test_columns_may_come_in_any_order_among_others_and_ops_in_capitals(replayed):
    plain = replayed("freebsd-box", f"{COLUMNS}\n0,write,0,4096\n0.5,flush,0,0\n1,read,8192,512\n")
    odd = "\ufeffpid, Size ,op,offset,TIME\r\n7,4096, Write ,0,0.0\r\n\r\n7,,FLUSH,,.5\r\n7,512.0,READ,8192.0,1e0\r\n"
    assert replayed("freebsd-box", odd) == plain


def test_people_read_a_table_in_milliseconds(capsys, tmp_path):
    file = tmp_path / "trace.csv"
    file.write_text(f"{COLUMNS},latency\n0,write,0,4096,0.001\n1,write,4096,4096,0.003\n")
    text = said(capsys, "--machine", "freebsd-box", file, "--requests")
    lines = text.splitlines()
    assert lines[0].split() == ["time", "op", "offset", "size", "latency,", "ms", "measured,", "ms"]
    assert lines[1].split() == ["0.0", "write", "0", "4096", "0.086", "1.000"]
    assert lines[4] == "freebsd-box: latencies in ms"
    rows = {line.split()[-9]: line.split()[-8:] for line in lines[6:8]}
    assert rows["model"][0] == rows["measured"][0] == "2"
    assert rows["measured"][2:] == ["2.000", "1.000", "3.000", "3.000", "3.000", "3.000"]
    assert lines[8].split()[2:] == ["-1.914", "-0.914", "-2.914", "-2.914", "-2.914", "-2.914"]
    assert "all" not in text
    assert "measured" not in said(
        capsys, "--machine", "7410", write(tmp_path, f"{COLUMNS}\n0,read,0,1\n")
    )


def test_a_trace_without_any_time_has_no_rate(replayed):
    result = replayed("freebsd-box", f"{COLUMNS},latency\n5,read,0,512,0\n")
    assert result["measured"]["all"]["iops"] is None
    assert result["difference"]["all"]["iops"] is None


def test_a_trace_of_20000_lines_takes_a_processor_less_than_a_second(tmp_path):
    file = write(tmp_path, csv_of(random_trace(20_000), [0.001] * 20_000))
    begun = time.process_time()
    assert len(read(file, 500 * GB)) == 20_000
    assert time.process_time() - begun < 1


def write(folder, text, name="other.csv"):
    file = folder / name
    file.write_bytes(text if isinstance(text, bytes) else text.encode())
    return file


GOOD = f"{COLUMNS}\n0,read,0,4096\n1,write,4096,4096\n"
WRONG_TRACES = {
    "empty": (
        "",
        "line 1: the first line must name the columns time,op,offset,size[,latency]; missing time, op, offset",
    ),
    "only names": (
        f"{COLUMNS}\n",
        "line 1: the first line must be followed by one line per request",
    ),
    "no names": ("0,read,0,4096\n", "line 1: the first line must name the columns"),
    "two sizes": (f"{COLUMNS},size\n0,read,0,1,1\n", "line 1: the column size must be named once"),
    "op": (f"{GOOD}2,trim,0,512\n", "line 4: op must be one of read, write, flush, got 'trim'"),
    "negative time": (
        f"{COLUMNS}\n-1,read,0,512\n",
        "line 2: time must be a finite number of seconds, 0 or more, got '-1'",
    ),
    "nan": (f"{COLUMNS}\nnan,read,0,512\n", "line 2: time must be"),
    "backwards": (
        f"{GOOD}0.5,read,0,512\n",
        "line 4: time must not decrease, got 0.5 s after 1 s",
    ),
    "very late": (
        f"{GOOD}1e300,read,0,512\n",
        "line 4: time must be at most 1e+08 s after the first",
    ),
    "negative offset": (
        f"{COLUMNS}\n0,read,-512,512\n",
        "line 2: offset must be a whole number of bytes, 0 or more",
    ),
    "offset nan": (f"{COLUMNS}\n0,read,nan,512\n", "line 2: offset must be"),
    "half an offset": (f"{COLUMNS}\n0,read,0.5,512\n", "line 2: offset must be"),
    "size zero": (f"{GOOD}\n2,write,0,0\n", "line 5: size must be 1 byte or more, got 0"),
    "size in words": (
        f"{COLUMNS}\n0,write,0,8KiB\n",
        "line 2: size must be a whole number of bytes, 0 or more, got '8KiB'",
    ),
    "odd flush": (f"{COLUMNS}\n0,flush,x,\n", "line 2: offset must be"),
    "beyond the end": (
        f"{COLUMNS}\n0,read,499999999999,2\n",
        "line 2: a request must end within the machine's 500000000000",
    ),
    "huge size": (f"{COLUMNS}\n0,read,0,1e300\n", "line 2: a request must end within"),
    "5000 digits": (f"{COLUMNS}\n0,read,{'9' * 5000},1\n", "line 2: offset must be"),
    "latency": (f"{COLUMNS},latency\n0,read,0,1,soon\n", "line 2: latency must be a finite number"),
    "too few fields": (f"{GOOD}2,read,0\n", "line 4: a line must have 4 fields, as line 1, got 3"),
    "an open quote": (f'{GOOD}2,"read,0,1\n', "line 4: a line must have 4 fields"),
    "a long field": (f"{GOOD}2,{'x' * 200_000},0,1\n", "line 4: field larger than field limit"),
    "binary": (bytes(range(256)) * 100, "must be UTF-8 text; byte "),
    "nulls": (b"\0" * 1000, "line 1: "),
}


def refused(capsys, *arguments):
    """The one line with which a replay is refused."""
    assert main(["replay", *map(str, arguments)]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("models: ")
    assert captured.err.count("\n") == 1
    assert len(captured.err) < 420
    return captured.err


@pytest.mark.parametrize("what", WRONG_TRACES)
def test_a_wrong_trace_is_one_line_that_says_where(capsys, tmp_path, what):
    text, words = WRONG_TRACES[what]
    assert words in refused(capsys, "--machine", "freebsd-box", write(tmp_path, text))


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("none.json", "No such file"),
        ("folder.json", "folder.json must be a "),
        ("zero.json", "zero.json must be a "),
        ("loop.json", "cannot read loop.json"),
        (f"{'x' * 300}.json", "File name too long"),
        ("no/where.json", "No such file"),
    ],
)
def test_what_is_no_file_is_no_trace_and_no_machine(capsys, tmp_path, monkeypatch, path, words):
    monkeypatch.chdir(tmp_path)
    Path("folder.json").mkdir()
    Path("zero.json").symlink_to("/dev/zero")
    Path("loop.json").symlink_to("loop.json")
    assert words in refused(capsys, "--machine", "freebsd-box", path)
    assert words in refused(capsys, "--machine", path, write(tmp_path, GOOD))


def own(**constants):
    return json.dumps({"machine": "freebsd-box", "constants": constants})


WRONG_MACHINES = {
    "empty": ("", "line 1 must be JSON"),
    "half": ('{"machine": "freebsd-box",\n', "line 2 must be JSON"),
    "deep": ("[" * 100_000, "nested too deeply"),
    "a list": ("[]", 'a file must be {"machine": NAME, "constants"'),
    "more": ('{"machine": "freebsd-box", "constants": {}, "constant": {}}', "a file must be {"),
    "unknown machine": ('{"machine": "vax", "constants": {}}', "unknown machine 'vax'"),
    "constants of another form": (
        '{"machine": "freebsd-box", "constants": 7}',
        "constants must be",
    ),
    "a list of numbers": (
        '{"machine": "freebsd-box", "constants": [7]}',
        "a constant in a list must be",
    ),
    "shown changed": (
        '{"machine": "freebsd-box", "constants": [{"name": "speed", "value": 120, "shown": 9000, '
        '"unit": "rpm"}]}',
        "value and shown of speed must agree",
    ),
    "unknown constant": (own(spede=1), "unknown setting 'spede'; perhaps pool.disks.speed"),
    "a word": (own(speed="fast"), "speed must be a rate, such as 7200 rpm, got 'fast'"),
    "a list as value": (own(speed=[7200]), "speed must be a number, 0 to 2**53, got [7200]"),
    "nan": (own(speed=float("nan")), "expected a finite number, got NaN"),
    "negative": (own(command=-1), "pool.disks.command must be a number, 0 to 2**53, got -1"),
    "5000 digits": ('{"machine": "freebsd-box", "constants": {"capacity": %s}}' % ("9" * 5000), ""),
    "another dimension": (own(speed="3 MB"), "speed must be a rate, such as 7200 rpm, got '3 MB'"),
    "a number for a word": (own(wake=1), "log.wake must be a word such as 'random', got 1"),
    "standing still": (own(speed=0), "speed must be 3600-15000 rpm, got 0"),
    "two and a half heads": (own(heads=2.5), "heads must be a whole number, 1-10000, got 2.5"),
    "no heads": (own(heads=0), "heads must be 1-10000, got 0"),
    "no capacity": (own(capacity=512), "capacity must be more than a track"),
    "hardly a rate": (
        own(media_rate=1000),
        "so that a track holds a sector",
    ),
}


def test_a_queue_of_no_commands_is_refused(capsys, tmp_path):
    text = json.dumps({"machine": "enterprise-disk", "constants": {"depth": 0}})
    file = write(tmp_path, text, "machine.json")
    assert (
        refused(capsys, "--machine", file, write(tmp_path, GOOD))
        == f"models: {file}: pool.disks.depth must be 1-10000, got 0\n"
    )


@pytest.mark.parametrize("what", WRONG_MACHINES)
def test_a_wrong_machine_file_is_one_line_that_says_what_would_be_right(capsys, tmp_path, what):
    text, words = WRONG_MACHINES[what]
    machine = write(tmp_path, text, "machine.json")
    assert words in refused(capsys, "--machine", machine, write(tmp_path, GOOD))


@pytest.mark.parametrize("name", SERVES)
@pytest.mark.parametrize("value", [0, 1e-9, 2**53])
def test_any_value_of_any_constant_that_counts_is_a_machine_or_one_line(
    capsys, tmp_path, name, value
):
    trace = write(tmp_path, GOOD)
    for constant in MACHINES[name].keys() & {*DRIVE, *FURTHER.get(name, ())}:
        text = json.dumps({"machine": name, "constants": {constant: value}})
        assert main(
            ["replay", "--machine", str(write(tmp_path, text, "machine.json")), str(trace)]
        ) in (0, 2)
        captured = capsys.readouterr()
        assert captured.err.count("\n") == (not captured.out)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "required: TRACE.csv"),
        (["trace.csv"], "one of the arguments --machine --order is required"),
        (["--machine", "7410", "--order", "7410", "trace.csv"], "not allowed with"),
        (
            ["--machine", "7410", "--set", "log.devices=2", "trace.csv"],
            "--set works only with --order",
        ),
        (["--order", "7410", "--set", "logs", "trace.csv"], "--set must be NAME=VALUE, got 'logs'"),
        (["--machine", "vax", "trace.csv"], "unknown machine 'vax'; known: freebsd-box"),
        (["--machine", "", "trace.csv"], "unknown machine ''"),
        (
            ["--machine", "7410", "--seed", "x", "trace.csv"],
            "seed must be a whole number, 0 to 2,147,483,647, got 'x'",
        ),
        (["--machine", "7410", "a.csv", "b.csv"], "unrecognized arguments: b.csv"),
    ],
)
def test_wrong_use_is_one_line(capsys, arguments, words):
    assert words in refused(capsys, *arguments)


@pytest.mark.parametrize(
    ("settings", "line", "words"),
    [
        ([], "0,read,0,1e11", "line 2: size must be 1-1073741824 bytes, got 100000000000"),
        ([], "0,write,0,4e12", "line 2: size must be 1-1073741824 bytes, got 4000000000000"),
        (
            ["recordsize=512"],
            "0,read,0,1e9",
            "line 2: size must be 65,536 blocks or less, 33554432 bytes with a recordsize of 512, got 1000000000",
        ),
        (["dedup=none"], "0,read,0,512", "filesystem.dedup.on must be yes or no, got 'none'"),
        (
            ["ports=0"],
            "0,read,0,512",
            "ports must be 1 or more for NFS, or the network must be left out, got 0",
        ),
    ],
)
def test_what_a_whole_machine_is_not_asked_is_one_line(capsys, tmp_path, settings, line, words):
    trace = write(tmp_path, f"{COLUMNS}\n{line}\n")
    assert words in refused(
        capsys, "--order", "7410", *[part for each in settings for part in ("--set", each)], trace
    )


def test_the_help_names_each_machine_that_has_disks(capsys):
    with pytest.raises(SystemExit) as done:
        main(["replay", "--help"])
    text = capsys.readouterr().out
    assert done.value.code == 0
    assert all(f"\n  {name} " in text for name in SERVES)
    assert {
        name
        for name, constants in MACHINES.items()
        if {"pool.disks.speed", "pool.disks.media_rate"} <= set(constants)
    } == set(SERVES)


def test_a_trace_may_come_through_a_pipe():
    command = [
        sys.executable,
        "-m",
        "models",
        "replay",
        "--machine",
        "freebsd-box",
        "/dev/stdin",
        "--json",
    ]
    done = subprocess.run(command, input=GOOD, capture_output=True, text=True, check=True)
    assert json.loads(done.stdout)["model"]["all"]["count"] == 2


def changed(value, path, new):
    """A copy in which the value at `path` is another."""
    value = json.loads(json.dumps(value))
    inner = value
    for step in path[:-1]:
        inner = inner[step]
    inner[path[-1]] = new
    return value


def test_the_schema_refuses_a_replay_of_another_form(replayed):
    good = replayed("freebsd-box", f"{COLUMNS},latency\n0,read,0,4096,0.01\n")
    for path, new in (
        (["machine"], ""),
        (["more"], 1),
        (["measured"], None),
        (["difference"], None),
        (["model", "all", "p50"], None),
        (["model", "all", "p95"], 0.1),
        (["model", "trim"], {}),
        (["requests"], []),
        (["requests", 0, "op"], "READ"),
        (["requests", 0, "size"], 0),
        (["requests", 0, "measured"], None),
        (["constants", "speed"], [7200]),
    ):
        with pytest.raises(jsonschema.ValidationError):
            jsonschema.validate(changed(good, path, new), SCHEMA, jsonschema.Draft202012Validator)

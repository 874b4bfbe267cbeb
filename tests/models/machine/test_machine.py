"""A machine without its optional parts: laws that hold for whatever is ordered."""

from itertools import pairwise
from statistics import median

import pytest

from models.catalogue.machines import values
from models.devices.hdd import HardDisk
from models.head.cpu import Cpu
from models.machine import FREEBSD_BOX, SUN_7410, Local, Machine, Nfs, ram_disk
from models.machine.order.names import PATHS
from models.units import KiB, MiB, ms, rpm, us
from models.zfs.pool.vdev import Mirror, Single

SUN, BOX = values("7410"), values("freebsd-box")


class Run:
    """A machine under load for some seconds, and the latencies that it counted after warming up."""

    def __init__(
        self,
        seconds,
        warm=0.0,
        clients=1,
        threads=1,
        size=8 * KiB,
        turnaround=None,
        fast_forward=True,
        on=None,
        seed=1,
        recording=False,
        **settings,
    ):
        self.done = []
        self.machine = Machine(
            SUN_7410.order(**settings).bare(),
            seed,
            commands=recording,
            writes=recording,
            seen=lambda t, latency: self.done.append((t, latency)),
        )
        if on is not None:
            self.machine.use_logs(on)
        self.machine.start(Nfs(clients, threads, size, turnaround, fast_forward=fast_forward))
        self.machine.loop.run(until=warm)
        self.before, self.length = self.machine.used(), seconds - warm
        self.machine.loop.run(until=seconds)
        self.after = self.machine.used()
        self.latencies = [latency for t, latency in self.done if t > warm]
        self.rate = len(self.latencies) / self.length
        self.mean = sum(self.latencies) / len(self.latencies)

    def use(self, part):
        return (getattr(self.after, part) - getattr(self.before, part)) / self.length


class Watched(Cpu):
    """Cores that note how long requests wait for them before their latency is counted."""

    waited = 0.0

    def serve(self, now, service, what="works", path=None):
        end = super().serve(now, service, what, path)
        self.waited += (end - now - service) * (what == "interrupt and TCP")
        return end


BIG = dict(
    pool={"layout": "mirror", "vdevs": 66, "jbods": 6},
    clients=10,
    size=512,
    turnaround=SUN["client.turnaround_blade"],
)
LOGGED = dict(BIG, threads=20, log={"devices": 8, "mirrored": True})


@pytest.mark.parametrize(
    "settings, threads",
    [
        (dict(seconds=10.0, warm=1.0, log={"devices": 0}), 1),
        (dict(seconds=2.0, log={"devices": 2}), 1),
        (dict(seconds=1.5, log={"devices": 2}, threads=7), 7),
        (dict(LOGGED, seconds=0.25, warm=0.08), 200),
        (dict(LOGGED, seconds=1.5, warm=0.5, log={"devices": 0, "mirrored": False}), 200),
    ],
)
def test_little_threads_are_rate_times_latency_turnaround_and_wait_for_a_core(
    settings, threads, monkeypatch
):
    monkeypatch.setattr("models.machine.machine.Cpu", Watched)
    run = Run(**settings)
    turnaround = settings.get("turnaround", SUN["network.turnaround"])
    assert run.rate * (
        run.mean + turnaround + run.machine.cpu.waited / len(run.done)
    ) == pytest.approx(threads, rel=0.01)


@pytest.mark.parametrize(
    "settings",
    [
        dict(seconds=5.0, log={"devices": 0}),
        dict(seconds=2.0, log={"devices": 2}),
        dict(LOGGED, seconds=0.16, warm=0.08, datasets=5),
    ],
)
def test_no_part_is_in_use_for_longer_than_time_goes_on(settings):
    run = Run(**settings)
    for part in ("cpu", "disk", "log"):
        assert 0 <= run.use(part) <= 1 + 1e-9
    for cable in run.machine.boxes.cables:
        assert cable.busy <= run.machine.loop.now + 1e-9


def test_a_write_takes_at_least_what_its_parts_take():
    run = Run(seconds=5.0, log={"devices": 2})
    block = 12 * KiB
    least = (
        0.85 * SUN["head.cpu_write"]
        + 8 * KiB * SUN["head.cpu_byte"]
        + SUN["log.device.access"]
        + block / SUN["log.device.rate"]
        + block / SUN["pool.cable_rate"]
    )
    assert min(run.latencies) >= least - 1e-9
    assert median(run.latencies) == pytest.approx(least + 0.15 * SUN["head.cpu_write"], rel=0.01)


def test_a_price_found_under_load_is_that_price_under_that_load_and_less_at_rest():
    whole = Machine(SUN_7410.order())
    prices, kind = whole.prices, whole.prices.usual
    most = prices.head.most(kind.operation).rate
    raised = {
        name: SUN[f"head.cpu_{name}"]
        * kind.rest
        / prices.at(kind, SUN.get(f"head.cpu_{name}_load", 0.001) * most)
        for name in ("write", "network", "byte")
    }
    assert [whole.server.write_time, whole.server.network, whole.server.copy] == pytest.approx(
        [*raised.values()]
    )
    assert whole.server.write_time == SUN["head.cpu_write"]
    assert SUN["head.cpu_network"] / 2 < whole.server.network < 0.6 * SUN["head.cpu_network"]


def test_a_byte_costs_a_write_what_it_costs_a_read_at_rest_and_other_heads_do_all_in_proportion():
    whole, other = Machine(SUN_7410.order()), Machine(SUN_7410.order(head="head-7310"))
    large, small = (whole.prices.kind(size).rest for size in (8 * KiB, 512))
    assert SUN["head.cpu_byte"] == pytest.approx((large - small) / (7.5 * KiB), rel=0.01)
    assert other.server.write_time / whole.server.write_time == pytest.approx(
        other.prices.kind(8 * KiB).rest / large
    )


def test_on_disks_a_write_takes_up_to_a_turn_and_what_the_drive_and_the_server_add():
    run = Run(seconds=12.0, log={"devices": 0}, seed=5)
    longest = (
        1.15 * SUN["head.cpu_write"]
        + 8 * KiB * SUN["head.cpu_byte"]
        + 1 / SUN["pool.disks.speed"]
        + 2 * SUN["pool.disks.command"]
        + SUN["pool.disks.flush"]
    )
    ordinary = sorted(run.latencies)[: int(0.97 * len(run.latencies))]
    assert longest - 0.3 * ms < max(ordinary) < longest + 0.3 * ms


def test_the_same_seed_is_the_same_run_and_another_is_another():
    assert (
        Run(seconds=0.5, log={"devices": 2}, threads=3).done
        == Run(seconds=0.5, log={"devices": 2}, threads=3).done
    )
    assert (
        Run(seconds=2.0, log={"devices": 0}, seed=1).done
        != Run(seconds=2.0, log={"devices": 0}, seed=2).done
    )


@pytest.mark.parametrize(
    ("threads", "logs", "turnaround", "sizing"),
    [
        (1, 2, 300 * us, "fit"),
        (1, 0, 0.0, "ahead"),
        (2, 2, 0.0, "ahead"),
        (17, 0, 300 * us, "fit"),
        (17, 2, 0.0, "ahead"),
    ],
)
def test_recording_changes_nothing_so_the_short_way_of_a_lone_thread_is_the_long_one(
    threads, logs, turnaround, sizing
):
    settings = dict(
        log={"devices": logs, "sizing": sizing},
        threads=threads,
        turnaround=turnaround,
        pool={"layout": "mirror", "vdevs": 4},
    )
    short, long = (
        Run(seconds=0.25, **settings, recording=recording, fast_forward=False)
        for recording in (False, True)
    )
    assert short.done == long.done
    assert [disk.busy for disk in short.machine.disks] == [disk.busy for disk in long.machine.disks]


LONE = [
    dict(log={"devices": 2}, groups={"age": 29.2}),
    dict(log={"devices": 1}, size=512),
    dict(log={"devices": 4, "mirrored": True}),
    dict(log={"devices": 2, "place": "head"}, groups={"age": 29.3}),
    dict(log={"devices": 3}, on=0.6, groups={"age": 29.2}),
    dict(log={"devices": 2}, groups={"interval": 0.6}),
    dict(log={"devices": 2, "sizing": "fit"}, turnaround=2 * ms),
    dict(log={"devices": 2, "device.capacity": 20 * MiB}),
]


@pytest.mark.alike("is one stroke")
@pytest.mark.parametrize("settings", LONE)
def test_many_writes_at_one_stroke_are_those_writes(settings):
    together, single = (
        Run(seconds=1.8, warm=0.3, fast_forward=fast_forward, **settings)
        for fast_forward in (True, False)
    )
    assert len(together.done) == len(single.done)
    for mine, other in zip(together.done, single.done, strict=True):
        assert mine == pytest.approx(other, rel=1e-6)
    a, b = together.machine, single.machine
    assert together.after == pytest.approx(single.after, rel=1e-6)
    assert a.pool.log_used == b.pool.log_used
    assert a.zfs.groups.dirty == b.zfs.groups.dirty
    assert [group.bytes for group in a.zfs.groups.history] == [
        group.bytes for group in b.zfs.groups.history
    ]
    assert [sum(log.moved[:2]) for log in a.boxes.log_drives] == [
        sum(log.moved[:2]) for log in b.boxes.log_drives
    ]
    assert [cable.busy for cable in a.boxes.cables] == pytest.approx(
        [cable.busy for cable in b.boxes.cables]
    )


def test_strokes_are_for_a_thread_that_is_alone():
    together, apart = (
        Run(seconds=0.5, log={"devices": 2}, threads=2, fast_forward=fast_forward).done
        for fast_forward in (True, False)
    )
    assert together == apart


def test_one_dataset_keeps_one_pair_of_log_devices_busy_however_many_there_are():
    for logs in (2, 8):
        run = Run(**dict(LOGGED, log={"devices": logs, "mirrored": True}), seconds=0.2, warm=0.08)
        assert run.use("log") == pytest.approx(2 / logs, rel=0.05)


@pytest.mark.parametrize("datasets", [1, 10])
def test_more_log_devices_never_make_fewer_writes(datasets):
    """Of 200 threads, whose datasets each have one commit out at a time. One takes the records of about as
    many threads as there are cores, which a log block or two hold."""
    load = dict(BIG, threads=20, size=8 * KiB, datasets=datasets, seconds=0.16, warm=0.06)
    rates = [Run(log={"devices": logs}, **load).rate for logs in (1, 2, 4, 8)]
    assert all(more >= fewer for fewer, more in pairwise(rates))
    assert rates[-1] >= (1.6 if datasets > 1 else 1.0) * rates[0]


def test_more_threads_never_make_fewer_writes():
    rates = [
        Run(**dict(LOGGED, threads=threads), seconds=0.2, warm=0.08).rate for threads in (1, 5, 20)
    ]
    assert all(more >= 0.97 * fewer for fewer, more in pairwise(rates))


def test_processors_of_twice_the_speed_are_in_use_half_as_much_for_the_same_work():
    slow = Run(**LOGGED, seconds=0.2, warm=0.08)
    fast = Run(
        **LOGGED,
        seconds=0.2,
        warm=0.08,
        head={name: SUN[f"head.{name}"] / 2 for name in ("cpu_write", "cpu_byte", "cpu_network")},
    )
    assert fast.use("cpu") / fast.rate == pytest.approx(slow.use("cpu") / slow.rate / 2, rel=0.02)


def test_a_transaction_group_stalls_a_log_device_on_its_cable_and_not_one_in_the_server():
    among, apart = (
        Run(seconds=3.0, log={"devices": 2, "place": place}, groups={"age": 28.0})
        for place in ("jbod", "head")
    )
    stalled = [latency for latency in among.latencies if latency > 1 * ms]
    assert 50 < len(stalled) < 200
    assert max(apart.latencies) < 0.4 * ms


def test_a_mirrored_log_writes_twice_what_a_single_one_does():
    single, mirrored = (
        Run(seconds=1.0, log={"devices": 2, "mirrored": twice}).machine for twice in (False, True)
    )
    each = [
        sum(sum(log.moved[:2]) for log in machine.boxes.log_drives) / machine.server.count
        for machine in (single, mirrored)
    ]
    assert each == pytest.approx([1.0, 2.0], rel=0.01)


def test_log_devices_are_left_out_until_they_are_switched_on():
    machine = Machine(SUN_7410.order(log={"devices": 2}).bare())
    machine.use_logs(2.0)
    machine.start(Nfs())
    machine.loop.run(until=2.0)
    assert sum(sum(log.moved[:2]) for log in machine.boxes.log_drives) == 0
    machine.loop.run(until=4.0)
    assert sum(sum(log.moved[:2]) for log in machine.boxes.log_drives) > 3000


def test_clients_are_spread_over_the_datasets():
    machine = Machine(SUN_7410.order(log={"devices": 2}, datasets=3).bare())
    machine.start(Nfs(6, size=512))
    machine.loop.run(until=0.2)
    counts = [log.number for log in machine.datasets]
    assert len(counts) == 3 and min(counts) > 0.8 * max(counts)


def test_a_faster_spindle_turns_the_same_tracks():
    slow, fast = HardDisk(SUN_7410.drive), HardDisk(SUN_7410.order(speed=15000 * rpm).drive)
    track = slow.geometry.place(0).track
    assert fast.geometry.place(0).track == pytest.approx(track, rel=1e-3)
    assert fast.turn == pytest.approx(slow.turn * 7200 / 15000)


def boxes(logs, count, log=None):
    machine = Machine(SUN_7410.order(log={"devices": logs, **(log or {})}, jbods=count).bare())
    return [sum(one in machine.log_devices for one in box) for box in machine.boxes.boxes]


def test_log_devices_fill_the_last_box_first():
    assert boxes(2, 2) == [0, 2]
    assert boxes(4, 2) == [2, 2]
    assert boxes(2, 2, log={"per_jbod": 1}) == [1, 1]
    assert boxes(8, 6) == [1, 1, 1, 1, 2, 2]
    assert boxes(2, 2, log={"place": "head"}) == [0, 0]


def test_the_sides_of_a_mirror_are_in_different_boxes_and_its_log_in_pairs():
    machine = Machine(SUN_7410.order(log={"devices": 4, "mirrored": True}).bare())
    assert all(isinstance(vdev, Mirror) for vdev in (*machine.pool.vdevs, *machine.log_vdevs))
    assert [len(box) for box in machine.boxes.boxes] == [24, 24]
    for vdev in machine.pool.vdevs:
        assert len({id(side.cable) for side in vdev.devices}) == 2
    assert all(
        isinstance(vdev, Single)
        for vdev in Machine(SUN_7410.order(log={"devices": 3}).bare()).log_vdevs
    )


@pytest.mark.parametrize(
    ("layout", "width", "disks"),
    [
        ("stripe", None, 1),
        ("mirror", None, 2),
        ("mirror", 3, 3),
        ("raidz1", None, 6),
        ("raidz2", None, 10),
        ("raidz3", 5, 5),
    ],
)
def test_every_layout_has_its_disks_and_takes_writes(layout, width, disks):
    run = Run(seconds=1.0, pool={"layout": layout, "vdevs": 4, "width": width})
    assert [len(vdev.devices) for vdev in run.machine.pool.vdevs] == [disks] * 4
    assert len(run.machine.disks) == run.machine.order.pool.count == 4 * disks
    assert run.rate > 50


@pytest.mark.parametrize("kind", ["disk", "array", "ssd"])
def test_what_zfs_takes_for_a_disk_may_be_an_array_or_an_ssd(kind):
    """It takes writes and a transaction group, and no more of it is in use than there is."""
    machine = Machine(FREEBSD_BOX.order(disks={"kind": kind}, sync="always"))
    ran = machine.run(Local(think=2 * ms), seconds=7.0)
    moved = ran.iostat["disks"]
    assert moved[3] > 1.5 * ran.bytes > 0
    assert 0 < ran.used["disks"] <= 1
    assert machine.disk.drain(machine.loop.now) >= machine.loop.now


def test_sectors_reach_the_vdevs():
    machine = Machine(
        SUN_7410.order(pool={"layout": "raidz1", "vdevs": 1, "width": 4, "ashift": 12}).bare()
    )
    assert machine.pool.vdevs[0].allocated(8 * KiB) == 16 * KiB


def test_a_box_knows_its_cable():
    machine = Machine(
        SUN_7410.order(pool={"layout": "stripe", "vdevs": 6, "jbods": 3}, cable_rate=1e9).bare()
    )
    boxes = machine.boxes
    disks = [vdev.devices[0] for vdev in machine.pool.vdevs]
    assert [disks.index(one) for one in boxes.boxes[1]] == [1, 4]
    assert all(one.cable is boxes.cables[1] for one in boxes.boxes[1])
    disks[0].write(0.0, 4 * MiB, 1 * MiB)
    assert boxes.cables[0].busy == pytest.approx(1 * MiB / 1e9)
    assert boxes.cables[1].busy == 0


# Programs on the machine itself


def local(load, seconds, seed=1, **settings):
    """A box that a load has run on for so long (s)."""
    machine = Machine(FREEBSD_BOX.order(**settings).bare(), seed, commands=True)
    machine.start(load)
    machine.loop.run(until=seconds)
    return machine


@pytest.mark.parametrize(
    ("filesystem", "load"), [("raw", Local()), ("ufs", Local(o_sync=False)), ("zfs", Local(8))]
)
def test_the_same_seed_gives_the_same_commands_to_the_last_bit(filesystem, load):
    one, same, other = (
        local(load, 1.0, seed, filesystem=filesystem).disk.trace for seed in (5, 5, 6)
    )
    assert one == same != other


def test_constants_ordered_with_their_own_values_change_nothing():
    own = {name: BOX[name] for name in BOX.keys() & PATHS.keys()}
    again = FREEBSD_BOX.order(own)
    by_default = "filesystem.recordsize"  # none, which stands for the catalogue's value or less
    assert again.filesystem.record == FREEBSD_BOX.filesystem.record == own[by_default]
    assert all(again.value(name) == FREEBSD_BOX.value(name) for name in PATHS if name != by_default)
    assert FREEBSD_BOX.order(cache_size=8 * MiB).drive.cache_size == 8 * MiB


def test_seconds_are_rows_of_iostat():
    machine = Machine(FREEBSD_BOX.order(filesystem="raw", write_cache="off").bare(), commands=True)
    machine.start(Local())
    rows = list(machine.seconds(3))
    assert [row.t for row in rows] == [0.0, 1.0, 2.0]
    assert sum(row.transfers for row in rows) == sum(r.finish < 3.0 for r in machine.disk.trace)


def test_a_program_that_thinks_longer_than_a_turn_writes_every_second_turn():
    machine = local(Local(think=0.010), 4.0, filesystem="raw", write_cache="off")
    assert len(machine.done) / 4.0 == pytest.approx(60, abs=1)


@pytest.mark.parametrize("filesystem", ["raw", "ufs"])
def test_for_a_lone_program_that_waits_the_queues_of_disk_and_zfs_change_nothing(filesystem):
    full = FREEBSD_BOX.order(filesystem=filesystem, write_cache="off")
    bare, whole = (Machine(order).run(Local(), seconds=1.0) for order in (full.bare(), full))
    assert whole.rate == pytest.approx(bare.rate, abs=1)
    assert whole.writes.mean == pytest.approx(bare.writes.mean, rel=0.01)


def test_every_program_has_a_part_of_the_raw_disk_of_its_own():
    offsets = [
        r.offset
        for r in local(Local(3, 16 * KiB), 0.5, filesystem="raw", write_cache="off").disk.trace
    ]
    assert len(offsets) == len(set(offsets)) > 3


def raidz(**logs):
    """What the five disks of a RAID-Z wrote in a second of synchronous writes and the group after
    it: (sizes, bytes)."""
    box = local(
        Local(),
        1.0,
        pool={"layout": "raidz1", "vdevs": 1, "width": 5},
        groups={"interval": 1.0},
        **logs,
    )
    written = sum(write.size for write in box.done)
    box.loop.run(until=1.8)
    sizes = [
        r.size
        for disk in box.disks
        for r in disk.trace
        if r.op == "write" and r.issued < 1.0 + 0.5 * bool(logs)
    ]
    return sizes, written


def test_behind_a_log_the_disks_of_a_raidz_get_whole_stripes_only():
    staged, written = raidz(log={"devices": 1, "device": ram_disk(256 * MiB)})
    full = [
        size for size in staged if size == 32 * KiB
    ]  # a record of 128 KiB over four disks, and its parity
    assert sum(full) == pytest.approx(written * 5 / 4, rel=0.01)
    assert len(staged) - len(full) < 0.05 * len(staged)
    alone, _ = raidz()
    assert max(alone) < 8 * KiB  # a log block of 12 KiB, cut up


def test_a_ram_disk_costs_a_command_and_the_copying():
    device = ram_disk(64 * MiB).made()
    assert device.write(0.0, 0, 12 * KiB) == pytest.approx(
        BOX["ramdisk.command"] + 12 * KiB / BOX["ramdisk.rate"]
    )
    assert ram_disk(64 * MiB, 10e-6).made().write(0.0, 0, 512) < 11e-6
    assert not device.stable(1.0, 0, 512)


def test_only_zfs_has_a_zfs():
    box = Machine(FREEBSD_BOX.bare())
    assert box.zfs.log is box.log
    raw = Machine(FREEBSD_BOX.order(filesystem="raw").bare())
    for part in ("zfs", "log"):
        with pytest.raises(ValueError, match=r"^filesystem.kind must be zfs for this, got raw$"):
            getattr(raw, part)
    with pytest.raises(ValueError, match=r"^filesystem.kind must be zfs for NFS, got raw$"):
        raw.run(Nfs(turnaround=0.001))

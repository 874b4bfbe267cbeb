"""Settings of orders and loads: each acts or is refused, in any order, and none means nothing."""

import re
from collections.abc import Mapping
from itertools import permutations, zip_longest

import pytest

from models.__main__ import main
from models.cli.typed import KINDS, value_of
from models.cli.whole_machine import LOADS, run_of, settings_of
from models.machine.machine import Machine
from models.machine.order import ORDERS, Order
from models.machine.order.names import PATHS
from tests.conftest import sample


def names_of(load):
    """All settings that can be typed."""
    return sorted({*(f"{load}.{name}" for name in settings_of(LOADS[load])), *KINDS, "without"})


NONSENSE = [
    "",
    " ",
    "nan",
    "inf",
    "-inf",
    "1e308",
    "1e30",
    "-1",
    "-0",
    "-0.0",
    "1_000",
    "\u0663",
    "True",
    "None",
    "[]",
    "{}",
    "[[]]",
    "0x10",
    "1,000",
    "1 000",
    "1e-300",
    "x" * 4000,
    "\0",
]


@pytest.mark.parametrize("turn", range(len(ORDERS)))
@pytest.mark.parametrize("load", LOADS)
def test_a_value_that_means_nothing_is_refused_in_a_line_that_names_the_setting(turn, load):
    machine = list(ORDERS)[turn]
    for name in names_of(load):
        for value in NONSENSE[turn :: len(ORDERS)]:  # each value on one of the machines
            with pytest.raises(ValueError) as error:
                run_of(machine, load, [f"{name}={value}"])
            said = str(error.value)
            assert name.removeprefix(f"{load}.") in said, (value, said)
            assert "\n" not in said
            assert len(said) < 400 or "unknown setting" in said


PAIRS = [
    ("7410 nfs", "log.devices=2", "log.device=nvram", "log.place=head"),
    ("7410 nfs", "log.device.rate=1GB/s", "log.device=nvram", "log=1"),
    ("server-today nfs", "width=2", "pool=mirror:4"),
    ("server-today nfs", "arc=600GiB", "memory=1TiB"),
    ("server-today local", "filesystem=raw", "pool=stripe:1", "jbods=0"),
    ("7410 nfs", "chains=4", "jbods=4"),
    ("7410 nfs", "mirrored=yes", "log=2"),
    ("7410 nfs", "dedup=yes", "table_memory=100GiB", "memory=400GiB"),
    ("7410 iscsi", "target=daemon", "queues=2"),
    ("7410 nfs", "reads=1", "data=1GiB"),
    ("7410 nfs", "mirrored=yes", "log=3"),
    ("7410 nfs", "pool=mirror:4", "width=1", "recordsize=5"),
    ("7410 nfs", "log=1", "log.devices=2"),
    ("7410 nfs", "without=cache", "arc=1GiB"),
    ("server-today nfs", "throttle=tick", "tick=5ms"),
    ("7410 nfs", "speed=15000rpm", "disks.model=server-today", "skew=1ms"),
]


@pytest.mark.parametrize("settings", PAIRS)
def test_the_order_of_settings_changes_nothing(settings):
    words, *settings = settings
    came = set()
    for each in permutations(settings):
        try:
            came.add(repr(run_of(*words.split(), each)))
        except ValueError as error:
            came.add(" ".join(sorted(str(error).split())))
    assert len(came) == 1


def test_a_setting_that_comes_twice_alike_is_one_and_one_of_the_command_line_beats_the_file_s(
    tmp_path,
):
    assert run_of("7410", None, ["log=2", "log.devices=2"]) == run_of("7410", None, ["log=2"])
    (tmp_path / "order.json").write_text('{"machine": "7410", "width": 2, "log": {"devices": 1}}')
    order, _ = run_of(str(tmp_path / "order.json"), None, ["log=4", "pool=mirror:4"])
    assert (order.log.devices, order.pool.vdevs, order.pool.width) == (4, 4, 2)


def test_a_short_form_reaches_what_one_setting_alone_is_called():
    order, load = run_of("freebsd-box", "local", ["sync=always", "recordsize=8KiB", "o_sync=no"])
    assert (order.filesystem.sync, order.filesystem.recordsize, load.o_sync) == (
        "always",
        8192,
        False,
    )
    order, _ = run_of("freebsd-box", "local", ["groups.flush=no", "indirect=64KiB"][:1])
    assert not order.txg_spec.flush and order.log_spec.flush
    order, _ = run_of(
        "7410", "nfs", ["groups.indirect=8KiB", "groups.pending=5", "queue.pending=3"]
    )
    assert (order.groups.indirect, order.groups.pending, order.queue.pending) == (8192, 5, 3)


MOVED = {
    "logs": "log.devices",
    "txg_interval": "groups.interval",
    "record": "filesystem.recordsize",
    "readzilla_rate": "cache.flash.rate",
    "disk_cache": "pool.disks.write_cache",
}


@pytest.mark.parametrize("name", MOVED)
def test_a_name_that_was_moved_is_refused_with_the_new_one(capsys, tmp_path, name):
    line = f"{name} is now called {MOVED[name]}\n"
    assert main(["run", "7410", "nfs", "--set", f"{name}=1"]) == 2
    assert capsys.readouterr().err == f"models: {line}"
    (tmp_path / "old.json").write_text(f'{{"machine": "7410", "{name}": 1}}')
    assert main(["run", str(tmp_path / "old.json"), "nfs"]) == 2
    assert capsys.readouterr().err == f"models: {tmp_path / 'old.json'}: {line}"
    for new in MOVED.values():
        assert new in PATHS


def test_a_short_form_of_several_settings_is_refused_with_all_of_them():
    for name in ("rule", "flush", "capacity", "turnaround"):
        with pytest.raises(ValueError, match=rf"^{name} is short for several settings: \S+, \S+"):
            run_of("7410", "nfs", [f"{name}=1"])


REFUSED = {
    "server-today nfs log.device.flush=5ms": "log.device.flush must be set with log.devices of 1",
    "server-today nfs log=1 log.device=logzila": "log.device.kind must be one of logzilla, nvram, sata-",
    "server-today nfs log=1 log.device.fua=yes": "log.device.fua must be set with an SSD whose flush takes time",
    "server-today nfs disks=ssd ssd.fua=yes": "pool.disks.ssd.fua must be set with an SSD whose",
    "7410 nfs disks=ssd ssd.filled=50%": "pool.disks.ssd.filled must be set with pool.disks.ssd of another",
    "7410 nfs disks=disk ssd=optane": "pool.disks.ssd.kind must be set with pool.disks.kind=ssd",
    "7410 nfs disks=ssd ssd=optane flash.rate=1GB/s": "cache.flash.rate must be set with cache.flash.devices",
    "7410 nfs cache.flash.rate=1MB/s": "cache.flash.rate must be set with cache.flash.devices of 1",
    "7410 nfs flash.used=1GiB": "cache.flash.used must be set with cache.flash.devices of 1",
    "7410 iscsi oltp.users=7": "oltp.users must be left as it is, got '7': it is a constant of the figures",
    "7410 nfs without=queue queue.pending=4": "queue.pending must be set with ZFS's queue",
    "7410 nfs without=cache arc=1GiB": "cache.arc must be set with the cache",
    "7410 nfs data=1GiB": "nfs.data must be set with reads above 0, or with over=yes",
    "7410 nfs rate=100 threads=4": "nfs.threads must be left out if rate is set",
    "7410 iscsi queues=2": "iscsi.queues must be set with target=daemon",
    "7410 nfs delay_scale=5ms": "groups.delay_scale must be set with groups.throttle=curve",
    "freebsd-box local hash_rate=1GB/s": "head.hash_rate must be set with filesystem.dedup=yes",
    "freebsd-box local ufs.block=8KiB": "filesystem.ufs.block must be set with filesystem.kind=ufs",
    "freebsd-box local filesystem=ufs recordsize=8KiB": "filesystem.recordsize must be set with",
    "7410 nfs filesystem=ufs pool=stripe:1": "filesystem.kind must be zfs or raw on the 7410",
    "server-today nfs disks=ssd pool=stripe:1 jbods=0 speed=15000rpm": "pool.disks.speed must be set with",
    "freebsd-box local filesystem=ufs disks=ssd": "pool.disks.kind must be disk with",
    "freebsd-box local filesystem=ufs disks=array": "pool.disks.kind must be disk",
    "freebsd-box local filesystem=raw cache.flash.used=1GB": "must be set with filesystem.kind=zfs",
    "freebsd-box local cable_rate=1GB/s": "pool.cable_rate must be set with pool.jbods of 1 or more",
    "server-today nfs jbods=0 chains=1": "pool.chains must be set with pool.jbods of 1 or more",
    "7410 nfs train_ops=3": "log.train_ops must be set with log.rule=train",
    "7410 nfs sync_read_max=30": 'queue.sync_read_max must be set with queue.rule "per class"',
    "server-today nfs queue.pending=3": "queue.pending must be left as it is with limits per class: set queue.sync_read_max",
    "7410 nfs allocator=1": "pool.allocator must be set in Python",
    "7410 nfs queue=1GiB": "queue must be one of its settings, because it is a part: queue.rule,",
}


@pytest.mark.parametrize("words", REFUSED)
def test_a_setting_that_cannot_act_is_refused(capsys, words):
    order, load, *settings = words.split()
    assert main(["run", order, load, *[part for each in settings for part in ("--set", each)]]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and REFUSED[words] in err


MENDED = {
    "nfs pool.disks=36": "got '36'; the number of disks is pool.vdevs times pool.width",
    "nfs disks=36": "got '36'; the number of disks is pool.vdevs times pool.width",
    "nfs pool.disks.count=36": ": the number of disks is pool.vdevs times pool.width",
    "nfs pool.groups=2": ": the number of vdevs is pool.vdevs",
    "nfs disk.sector=4k": ": the smallest I/O of the pool is pool.ashift",
    "nfs pool.fragmentation=50%": ": blocks lie at random places with pool.scattered, or with pool.filled and pool.overwritten",
    "nfs log.flush=20us": "must be yes or no, got '20us'; the time of a flush is log.device.flush",
    "nfs size=10G": "must be 1 B to 1 GiB, such as 8 KiB, got '10G'; the size of the file is nfs.data",
    "nfs size=1G": "size must be nfs.size (of a request) or nfs.data (of the file), got '1G'",
    "nfs seed=42": "unknown setting 'seed': it is the command's option --seed",
    "nfs runtime=60": "unknown setting 'runtime': it is the command's option --seconds",
    "nfs ramp_time=5": "unknown setting 'ramp_time': it is the command's option --warm",
    "nfs pool.dedup=on": "; perhaps filesystem.dedup",
    "nfs head.mtu=9000": "; perhaps network.mtu",
    "nfs head.arc=1GiB": "; perhaps cache.arc",
    "nfs flash.write_max=8MiB": "; perhaps cache.feed.write",
    "nfs queue.depth=4": "; perhaps pool.disks.depth",
    "nfs log.rate=1GB/s": "; perhaps log.device.rate",
    "nfs log.access=10us": "; perhaps log.device.access",
    "nfs cache.l2arc=1": "; perhaps cache.flash, cache.feed",
    "nfs filesystem.ashift=12": "; perhaps pool.ashift",
    "nfs pool.txg_timeout=5": "; perhaps groups.interval",
    "nfs queue.txg_timeout=5": "; perhaps groups.interval",
    "nfs log.txg_timeout=5": "; perhaps groups.interval",
    "nfs filesystem.txg_timeout=5": "; perhaps groups.interval",
    "nfs zfs_txg_timout=5": "; perhaps groups.interval",
    "nfs zfs_vdev_sync_reads_max_active=5": "; perhaps queue.sync_read_max",
    "nfs zfs_vdev_aggregation_limits=1M": "; perhaps queue.aggregation",
    "nfs disks.rmp=7200": "; perhaps pool.disks.speed",
    "nfs numjob=4": "; perhaps numjobs",
    "nfs nfs.numjob=4": "; perhaps nfs.threads",
    "nfs direct=1": "local.o_direct must be a setting of the load, which is nfs",
    "nfs disks.type=nvme": "and the kind of SSD pool.disks.ssd.kind",
    "nfs disks.model=optane": ", got 'optane'; the kind of SSD is pool.disks.ssd.kind",
    "nfs model=nvme-server": "; the kind of SSD is pool.disks.ssd.kind",
    "nfs log=ssd": "got 'ssd'; the kind of device is log.device.kind",
    "nfs pool.spares=1": ": the machine has no hot spares; those of dRAID are pool.draid_spares",
    "nfs aged=2y": ", or with pool.filled and pool.overwritten",
    "local fsync=1": ": a write is made safe by local.o_sync or nfs.stable",
    "nfs copies=2": "; the machine keeps one copy of a record",
    "nfs cpu.clock=3GHz": ": the clock and sockets of a head follow head.model",
    "nfs zfs_prefetch_disable=1": ": see cache.prefetch",
    "nfs nconnect=4": ": the machine does not count connections",
    "create rwmixread=70": "nfs.reads must be a setting of the load, which is create, with clients",
    "create filesize=1g": "nfs.data must be a setting of the load, which is create, with clients",
    "nfs thinktime=1ms": "local.think must be a setting of the load, which is nfs, with clients",
    "local sync=yes": "disabled, got 'yes'; a load has settings of its own: local.o_sync",
    "nfs rwmixread=1": "rwmixread must be 1% or 100%, got '1'",
    "nfs numjobs=4 iodepth=16": "got '4' and '16'; for jobs and their depth, use the product",
    "nfs net.speed=10G": "network.port_rate must be bytes per second, such as 10 Gbit/s, got '10G'",
    "nfs net.speed=10000": "network.port_rate must be 125000 B/s or more, such as 10 Gbit/s, got",
    "nfs nfs.sync=on": "nfs.stable must be a number, such as 0, 1 or 2, got 'on'",
    "nfs ashift=4KiB": "pool.ashift must be a number without a unit, such as 9 or 12, got '4KiB'",
    "nfs disk.capacity=12T": "pool.disks.capacity must be 12TB or 12TiB, got '12T'",
    "nfs bs=4Kb": "nfs.size must be 4KB or 4KiB, got '4Kb'",
    "nfs zfs_txg_timeout=5m": "groups.interval must be 5min or 5ms, got '5m'",
    "nfs pool.begin=100%": "pool.begin must be 0 or more and below 100 %, such as 50 %, got '100%'",
    "nfs pool.vdevs=1e3": "got 10,000 with 1,000 vdevs",
    "nfs zfs_arc_max=0": "got 0; for the default, leave it out",
    "nfs =6": "--set must be NAME=VALUE, got '=6'",
    "nfs zfs_vdev_scrub_max_active=4": "because no load scrubs or resilvers; here it changes nothing",
    "nfs arc.meta_limit=75%": "because no load reads metadata; here it changes nothing",
}


@pytest.mark.parametrize("words", MENDED)
def test_a_name_or_value_that_is_not_meant_leads_to_the_right_one(words):
    load, *settings = words.split()
    with pytest.raises(ValueError) as error:
        run_of("server-today", load, settings)
    assert MENDED[words] in str(error.value) and "\n" not in str(error.value)


@pytest.mark.parametrize(
    ("typed", "path", "value"),
    [
        ("zfs_dirty_data_max_percent=10", "groups.memory_share", 0.1),
        ("zfs_dirty_data_max_percent=0.1", "groups.memory_share", 0.1),
        ("zfs_delay_min_dirty_percent=60", "groups.delay_from", 0.6),
        ("zfs_delay_scale=500000", "groups.delay_scale", 0.0005),
        ("zfs_delay_scale=0.0005", "groups.delay_scale", 0.0005),
        ("zfs_delay_max_ns=200000000", "groups.delay_most", 0.2),
        ("delay_max_ns=1000", "groups.delay_most", 1e-6),
        ("disk.model=Enterprise-Disk", "pool.disks.model", "enterprise-disk"),
        ("disk.capacity=12TB", "pool.disks.capacity", 12e12),
        ("dedup=1", "filesystem.dedup.on", True),
        ("compression=on", "filesystem.compression", "lz4"),
        ("compression=zstd-19", "filesystem.compression", "zstd"),
        ("zfs.compression=zstd-fast-10", "filesystem.compression", "zstd"),
        ("filled=80%", "pool.filled", 0.8),
        ("slog=2", "log.devices", 2),
        ("ssd.type=optane", "pool.disks.ssd.kind", "optane"),
        ("special=0", "pool.special.devices", 0),
        ("pool=draid2:4d:24c:1s", "pool.width", 24),
        ("pool=draid2:4d:24c:1s", "pool.draid_data", 4),
        ("pool=draid2:4d:24c:1s", "pool.draid_spares", 1),
        ("pool=draid:24c", "pool.layout", "draid1"),
        ("pool=draid:24c", "pool.vdevs", 1),
        ("disks=ssd", "pool.jbods", 0),
        ("ssd=sata-server", "pool.jbods", 1),
    ],
)
def test_a_value_under_its_name_in_openzfs_is_read_as_there(typed, path, value):
    order, _ = run_of("server-today", None, [typed])
    assert order.value(path) == pytest.approx(value)


def test_a_value_under_its_name_in_fio_is_read_as_there():
    assert run_of("7410", "iscsi", ["rwmixread=70"])[1].reads == pytest.approx(0.7)
    assert run_of("7410", "iscsi", ["rwmixread=0.7"])[1].reads == 0.7
    assert not run_of("7410", "local", ["o_sync=0"])[1].o_sync
    assert run_of("server-today", "local", ["reads=1", "direct=1"])[1].o_direct
    assert run_of("7410", "smb", []) == run_of("7410", "cifs", [])


def test_a_ratio_is_read_as_zfs_prints_it():
    order, _ = run_of("server-today", None, ["compression=lz4", "compressratio=2.00x"])
    assert order.filesystem.ratio == 2


def test_a_part_that_is_left_out_may_keep_its_settings(tmp_path):
    (tmp_path / "order.json").write_text(
        '{"machine": "server-today", "log": {"devices": 1, "device": {"kind": "optane"}, "mirrored": false},'
        ' "special": {"devices": 2, "kind": "optane"}}'
    )
    order, _ = run_of(str(tmp_path / "order.json"), "nfs", ["log.devices=0", "special=0"])
    assert (order.log.devices, order.pool.special.devices) == (0, 0)


def test_the_file_of_overwrites_has_a_size_and_one_of_reads_is_held_in_records():
    assert run_of("7410", "local", ["over=yes", "local.data=50GB"])[1].blocks.data == 50e9
    words = ["reads=1", "recordsize=1M", "size=4k"]
    order, load = run_of("server-today", "local", [*words, "local.data=350TB"])
    Machine(order).run(load, seconds=0.001)
    order, load = run_of("server-today", "local", [*words, "local.data=351TB"])
    with pytest.raises(ValueError, match=r"data must be 350,9.* the capacity of the pool"):
        Machine(order).run(load, seconds=0.001)


@pytest.mark.parametrize("load", LOADS)
def test_an_example_in_an_error_is_a_value_that_the_setting_can_have(load):
    known = {f"{load}.{name}": about for name, about in settings_of(LOADS[load]).items()}
    known |= {path: (PATHS[path], kinds) for path, kinds in KINDS.items()}
    for name, (about, kinds) in known.items():
        if not kinds & {int, float}:
            continue
        with pytest.raises(ValueError) as error:
            value_of(name, "x", about, kinds)
        if example := re.search(
            r", such as (.*?)(,| or |$)", str(error.value).rpartition(", got")[0]
        ):
            value_of(name, example[1], about, kinds)


SMALL = ["pool.layout=mirror", "pool.vdevs=1", "pool.jbods=1"]
BASES = [
    ("nfs", []),
    ("nfs", ["log.devices=2", "log.place=jbod"]),
    ("nfs", ["cache.flash.devices=1", "reads=50%"]),
    ("local", []),
    ("nfs", ["log.devices=1", "log.device.kind=plain-nvme"]),
    ("nfs", ["log.devices=1", "log.rule=train"]),
    ("nfs", ["filesystem.dedup.on=yes"]),
    ("nfs", ["groups.throttle=limit"]),
    ("nfs", ["groups.throttle=curve"]),
    ("nfs", ["queue.rule=per class"]),
    ("nfs", ["cache.flash.devices=1", "cache.feed.feeder=2015", "reads=50%"]),
    ("iscsi", ["target=daemon"]),
    ("iscsi", []),
    ("nfs", ["pool.disks.kind=ssd", "pool.disks.ssd.kind=readzilla"]),
    ("nfs", ["pool.disks.ssd.kind=nvme-consumer"]),
    (
        "nfs",
        ["pool.layout=mirror", "pool.vdevs=4", "pool.jbods=4", "log.devices=4", "log.place=jbod"],
    ),
    ("local", ["filesystem.kind=ufs", "pool.layout=stripe", "pool.vdevs=1", "pool.jbods=0"]),
]
OTHERS = [
    "yes",
    "no",
    "1",
    "2",
    "3",
    "64KiB",
    "1MiB",
    "50%",
    "1ms",
    "always",
    "head",
    "off",
    "fcfs",
    "sstf",
    "ssd",
    "first",
    "ahead",
    "fit",
    "throughput",
    "tick",
    "raw",
    "head-7410-istanbul",
    "enterprise-disk",
    "with credit",
    "deadline",
]
INERT = {
    "head.cpu_network_load": "at rest the price of the network is the catalogue's",
    "pool.hbas": "one card carries what comes over the one chain of a 7310",
    "log.device.in_memory": "it acts where the devices leave no memory",
    "pool.disks.ageing": "inside the function by which a disk chooses; acts where its queue is deep",
    "groups.limit_most": "acts where memory_share of the memory is more",
    "groups.memory_share": "acts where it is less than limit_most",
    "cache.arc_share": "acts where memory is small",
    "cache.warm": "fills the caches before the run: test_warmed",
}


def numbers(thing, seen):
    """All numbers and words in a machine, the order left out: what it was built from."""
    if isinstance(thing, bool | int | float | str) or thing is None:
        yield (
            None if isinstance(thing, int) and thing > 10**14 else thing
        )  # where an object lies, no size
    elif id(thing) not in seen and not isinstance(thing, Order | type):
        seen.add(id(thing))
        if isinstance(thing, Mapping):
            inside = list(thing.values())
        elif isinstance(thing, list | tuple | set | frozenset):
            inside = [] if isinstance(thing, set | frozenset) else list(thing)
        elif type(thing).__module__.startswith("models."):
            slots = [
                name for kind in type(thing).__mro__ for name in getattr(kind, "__slots__", ())
            ]
            inside = [
                value
                for name, value in getattr(thing, "__dict__", {}).items()
                if name != "constants"
            ]
            inside += [getattr(thing, name, None) for name in slots if name != "__dict__"]
        else:
            inside = [getattr(thing, "__qualname__", None)]
        for each in inside:
            yield from numbers(each, seen)


def built(order, load):
    """What a machine did in a millisecond of a load, and what it then is, as far as somebody asks."""
    made = Machine(order, 1)
    yield repr(made.run(load, seconds=0.001))
    yield from numbers(made, set())


def differs(ordered, base):
    """Whether an order and a load make anything but what is known."""
    return any(one != other for one, other in zip_longest(built(*ordered), base))


def other(order, name):
    """Values that such a setting may have instead."""
    value = order.value(name)
    if name == "pool.ashift":
        return ["9", "12"]
    if isinstance(value, bool):
        return ["no" if value else "yes"]
    if not value or isinstance(value, str):
        return [*PATHS[name].words, "0.001", *OTHERS]
    return (
        [repr(value * 2), repr(value // 2)]
        if isinstance(value, int)
        else [repr(value * 1.25), repr(value * 0.75)]
    )


@pytest.mark.alike("acts")
@pytest.mark.parametrize("machine", sample(list(ORDERS), 1, lambda name: name == "freebsd-box"))
def test_a_setting_that_is_taken_acts(machine):
    """The product of machines and settings: one that is taken anywhere changes with some load what
    the machine is or does."""
    small = [] if machine == "freebsd-box" else SMALL
    idle, acting = set(), set(INERT)
    for load, more in BASES:
        settings = [*{each.partition("=")[0]: each for each in [*small, *more]}.values()]
        if machine == "freebsd-box" and load == "nfs":
            settings.append("network.turnaround=1ms")
        try:
            plain = run_of(machine, load, settings)
            base = [*built(*plain)]
        except ValueError:  # this machine has no such thing
            continue
        assert not differs(plain, base)
        for name in sorted(KINDS):
            for value in other(plain[0], name) if name not in acting else ():
                rest = [each for each in settings if each.partition("=")[0] != name]
                try:
                    ordered = run_of(machine, load, [*rest, f"{name}={value}"])
                    if ordered[0].value(name) != plain[0].value(name):
                        (acting if differs(ordered, base) else idle).add(name)
                except ValueError:
                    pass
                if name in acting:
                    break
    assert len(acting) > 60
    if idle - acting:
        pytest.fail(f"these change nothing, and nobody says so: {', '.join(sorted(idle - acting))}")


@pytest.mark.parametrize(
    ("text", "value"),
    [("8k", 8192), ("8K", 8192), ("8KiB", 8192), ("1m", 2**20), ("8KB", 8000), ("8192", 8192)],
)
def test_bytes_may_be_written_as_fio_and_zfs_write_them(text, value):
    _, load = run_of("7410", "nfs", [f"bs={text}"])
    assert load.size == value


@pytest.mark.parametrize("text", ["450", "450/s", "450 1/s", "450iops", "450Hz"])
def test_a_rate_of_requests_may_be_written_in_any_of_these_ways(text):
    _, load = run_of("7410", "nfs", [f"rate={text}"])
    assert load.rate == 450


def test_rates_may_be_in_bits_and_switches_on_or_off():
    order, _ = run_of("7410", None, ["network.speed=10Gbit/s", "dedup=on"])
    assert order.network.port_rate == 1.25e9 and order.filesystem.dedup.on


@pytest.mark.parametrize(
    ("load", "typed", "line"),
    [
        ("nfs", "threads=-4", "nfs.threads must be 1 to 10,000, got '-4'"),
        (
            "nfs",
            "speed=720",
            "pool.disks.speed must be 3600 rpm to 15000 rpm, such as 7200 rpm, got '720'",
        ),
        (
            "iscsi",
            "reads=70",
            "iscsi.reads must be 0 to 100 %, such as 50 %, got '70', which is 7000 %",
        ),
        ("nfs", "size=8q", "nfs.size must be a number of bytes, such as 8 KiB, got '8q'"),
        ("nfs", "nfs.thread=4", "unknown setting 'nfs.thread'; perhaps nfs.threads"),
        (
            "iscsi",
            "nfs.threads=4",
            "nfs.threads must be a setting of the load, which is iscsi, with initiators, ",
        ),
        ("nfs", "groups.limit=600GiB", "groups.limit must be "),
    ],
)
def test_a_value_out_of_range_is_refused_as_typed_with_the_range(load, typed, line):
    with pytest.raises(ValueError, match=f"^{re.escape(line)}"):
        run_of("7410", load, [typed])


def test_a_file_sets_each_setting_once(tmp_path):
    path = tmp_path / "order.json"
    path.write_text('{"machine": "7410", "log": {"devices": 2}, "log.devices": 4}')
    with pytest.raises(ValueError, match=r"log\.devices must have one value, got '2' and '4'"):
        run_of(str(path), None, [])
    path.write_text('{"machine": "7410", "log": {"devices": 2}, "log": {"mirrored": true}}')
    with pytest.raises(ValueError, match="each key must occur once, got 'log' more than once"):
        run_of(str(path), None, [])


def test_the_default_recordsize_set_by_hand_changes_what_it_says():
    unset, _ = run_of("7410", None, [])
    default, _ = run_of("7410", None, ["recordsize=none"])
    assert unset.filesystem.recordsize is None and unset.filesystem.record == 128 * 1024
    assert default.filesystem == unset.filesystem

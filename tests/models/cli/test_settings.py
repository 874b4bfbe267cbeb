"""Settings of orders and loads: each acts or is refused, in any order, and none means nothing."""

from collections.abc import Mapping
from itertools import permutations

import pytest

from models.__main__ import main
from models.catalogue.machines import values
from models.cli.whole_machine import LOADS, known, run_of, settings_of
from models.devices.drive_spec import TABLES
from models.machine.machine import Machine
from models.machine.order import ORDERS, Order
from models.zfs.txg.txg_spec import TxgSpec
from models.zfs.zil.log_spec import LogSpec

KINDS = (Order, LogSpec, TxgSpec)


def names_of(machine, load):
    """All settings that can be typed."""
    return sorted(
        {
            *settings_of(LOADS[load]),
            *(name for kind in KINDS for name in known(kind)),
            *TABLES,
            *values(ORDERS[machine].machine),
            "pool",
            "log_device",
            "dedup",
            "without",
        }
    )


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


ALSO = {"recordsize": "record size", "nvme_capacity": "capacity", "flash_size": "capacity"}


@pytest.mark.parametrize("machine", ORDERS)
@pytest.mark.parametrize("load", LOADS)
def test_a_value_that_means_nothing_is_refused_in_a_line_that_names_the_setting(machine, load):
    for name in names_of(machine, load):
        for value in NONSENSE:
            with pytest.raises(ValueError) as error:
                run_of(machine, load, [f"{name}={value}"])
            said = str(error.value)
            assert name in said or ALSO.get(name, name) in said, (value, said)
            assert "\n" not in said
            assert len(said) < 400 or "unknown setting" in said


PAIRS = [
    ("7410 nfs", "logs=2", "log_device=nvram", "logs_at=head"),
    ("server-today nfs", "width=2", "pool=mirror:4"),
    ("server-today nfs", "arc=600GiB", "memory=1TiB"),
    ("server-today local", "filesystem=raw", "pool=stripe:1", "jbods=0"),
    ("7410 nfs", "chains=4", "jbods=4"),
    ("7410 nfs", "mirrored_logs=yes", "logs=2"),
    ("7410 nfs", "dedup=memory:100GiB", "memory=400GiB"),
    ("7410 iscsi", "target=daemon", "queues=2"),
    ("7410 nfs", "reads=1", "data=1GiB"),
    ("7410 nfs", "mirrored_logs=yes", "logs=3"),
    ("7410 nfs", "pool=mirror:4", "width=1", "recordsize=5"),
    ("7410 nfs", "nonsense=1", "other=2", "logs=x"),
    ("7410 nfs", "logs=1", "logs=2"),
    ("7410 nfs", "without=cache", "arc=1GiB"),
    ("server-today nfs", "throttle=tick", "tick=5ms"),
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
    assert run_of("7410", None, ["logs=2", "logs=2"]) == run_of("7410", None, ["logs=2"])
    (tmp_path / "order.json").write_text('{"machine": "7410", "width": 2, "logs": 1}')
    assert run_of(str(tmp_path / "order.json"), None, ["logs=4", "pool=mirror:4"])[0].logs == 4


REFUSED = {
    "server-today nfs plain_nvme_flush=5ms": "plain_nvme_flush must be set with log devices of the kind plain-nvme",
    "server-today nfs logs=1 log_device=logzilla": "log_device of the server-today must be nvme, plain-nvme or nvram",
    "server-today nfs logs=1 log_device=nvme plain_nvme_flush=5ms": "plain_nvme_flush must be set with",
    "server-today nfs nvme_rate=1GB/s": "nvme_rate must be set with log devices of the kind nvme",
    "7410 nfs logs=1 log_device=nvram logzilla_rate=1MB/s": "logzilla_rate must be set with",
    "7410 nfs readzilla_rate=1MB/s": "readzilla_rate must be set with 1 or more of flash",
    "7410 nfs flash_size=1GiB": "flash_size must be set with 1 or more of flash",
    "7410 iscsi iscsi_work=2": "iscsi_work must be set as work of the load iscsi",
    "7410 nfs oltp_users=7": "oltp_users must be left as it is: it is a constant of the figures",
    "7410 nfs without=queue pending=4": "pending must be set with ZFS's queue",
    "7410 nfs without=cache arc=1GiB": "arc must be set with the cache",
    "7410 nfs data=1GiB": "data must be set with reads above 0, or with over=yes",
    "7410 nfs rate=100 threads=4": "threads must be left out with a rate",
    "7410 iscsi queues=2": "queues must be set with target=daemon",
    "7410 nfs tick=5ms": "tick must be set with throttle=tick",
    "7410 nfs hash_rate=1GB/s": "unknown setting 'hash_rate'",
    "freebsd-box local hash_rate=1GB/s": "hash_rate must be set with dedup",
    "freebsd-box local ufs_block=8KiB": "ufs_block must be set with filesystem=ufs",
    "freebsd-box local filesystem=ufs recordsize=8KiB": "recordsize must be set with filesystem=zfs",
    "server-today nfs disk_kind=ssd pool=stripe:1 jbods=0 speed=15000rpm": "speed must be set with disks that turn",
    "server-today local filesystem=raw pool=stripe:1 jbods=0 disk_kind=ssd": "disk_kind must be disk with raw",
    "server-today local filesystem=raw pool=stripe:1 jbods=0 disk_kind=array": "disk_kind must be disk with raw",
    "freebsd-box local cable_rate=1GB/s": "unknown setting 'cable_rate'",
    "server-today nfs jbods=0 chains=1": "chains must be",
}


@pytest.mark.parametrize("words", REFUSED)
def test_a_setting_that_cannot_act_is_refused(capsys, words):
    order, load, *settings = words.split()
    assert main(["run", order, load, *[part for each in settings for part in ("--set", each)]]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1 and REFUSED[words] in err


SMALL = ["pool=mirror:1", "jbods=1"]
BASES = [
    ("nfs", []),
    ("nfs", ["logs=2", "logs_at=jbod"]),
    ("nfs", ["flash=1", "reads=50%"]),
    ("local", []),
    ("nfs", ["logs=1", "log_device=plain-nvme"]),
    ("nfs", ["logs=1", "log_device=nvme"]),
    ("nfs", ["dedup=yes"]),
    ("nfs", ["throttle=tick"]),
    ("nfs", ["throttle=curve"]),
    ("iscsi", ["target=daemon"]),
    ("iscsi", []),
    ("nfs", ["disk_kind=ssd"]),
    ("nfs", ["pool=mirror:4", "jbods=4", "logs=4", "logs_at=jbod"]),
    ("local", ["filesystem=ufs", "pool=stripe:1", "jbods=0"]),
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
    "memory": "of a machine whose ARC and dirty data have sizes of their own it is a limit",
    "cpu_network_load": "the price of the network is for a head that is loaded so; at rest it is the catalogue's",
    "hbas": "one card carries what comes over the one chain of a 7310",
    "scrub_min": "a run has no scrub",
    "scrub_max": "a run has no scrub",
    "ageing": "it is inside the function by which a drive chooses, and acts where its queue is deep",
    "flush": "of this name the log's setting, yes or no, comes first",
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
    """What a machine is, after a millisecond of a load."""
    made = Machine(order, 1)
    ran = made.run(load, seconds=0.001)
    return hash((repr(ran), tuple(numbers(made, set()))))


def other(name, value):
    """Values that such a setting may have instead."""
    if name == "sector":
        return ["512", "4096"]
    if not value or isinstance(value, str):
        return ["0.001", *OTHERS]
    return (
        [repr(value * 2), repr(value // 2)]
        if isinstance(value, int)
        else [repr(value * 1.25), repr(value * 0.75)]
    )


@pytest.mark.parametrize("machine", ORDERS)
def test_a_setting_that_is_taken_acts(machine):
    """The product of machines and settings: one that is taken anywhere changes with some load what
    the machine is or does."""
    small = [] if machine == "freebsd-box" else SMALL
    constants = values(ORDERS[machine].machine)
    wanted = {
        name: other(name, constants.get(name))
        for kind in (Order, LogSpec, TxgSpec)
        for name in known(kind)
    }
    wanted |= {name: other(name, value) for name, value in constants.items()}
    idle, acting = set(), set(INERT)
    for load, more in BASES:
        settings = [*{each.partition("=")[0]: each for each in [*small, *more]}.values()]
        settings += ["turnaround=1ms"] if machine == "freebsd-box" and load == "nfs" else []
        try:
            plain = run_of(machine, load, settings)
            base = built(*plain)
        except ValueError:  # this machine has no such thing
            continue
        assert built(*plain) == base
        for name, value in [
            (name, value) for name, given in sorted(wanted.items()) for value in given
        ]:
            if name not in acting:
                rest = [each for each in settings if each.partition("=")[0] != name]
                try:
                    ordered = run_of(machine, load, [*rest, f"{name}={value}"])
                    if ordered != plain:
                        (acting if built(*ordered) != base else idle).add(name)
                except ValueError:
                    pass
    assert len(acting) > 40
    if idle - acting:
        pytest.fail(f"these change nothing, and nobody says so: {', '.join(sorted(idle - acting))}")

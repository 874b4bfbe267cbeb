"""Settings that cannot act on a machine as it is ordered, or in a load: each is refused with what
it needs."""

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from models.devices.drive_spec import DriveSpec
from models.machine.iscsi import Iscsi
from models.machine.loads import Nfs
from models.machine.log_device import ordered
from models.machine.order import ORDERS, Order
from models.zfs.txg.txg_spec import TxgSpec
from models.zfs.zil.log_spec import LogSpec

FIGURES = """random_span ramdisk_command ramdisk_access ramdisk_rate read_span sockets clock tar_changes tar_asks oltp_users
    oltp_work oltp_reads oltp_changes oltp_entries oltp_redo oltp_block oltp_burst turnaround_blade daemon_command_trips
    daemon_data_trips daemon_wake daemon_hold daemon_copy daemon_sleep blanking_time blanking_packets interrupt_work
    packet_work readzilla_feed nvme_iops nvme_depth l2_headroom l2_again""".split()
"""Constants that figures take, and no order."""
ISCSI = {"iscsi_work": "work", "initiator_own": "own", "initiator_port": "port"}
LOG = {
    "logzilla": "access rate capacity",
    "nvme": "access rate flush",
    "plain_nvme": "access rate capacity flush",
}
FLASH = """readzilla_access readzilla_spread readzilla_rate readzilla_capacity readzilla_channels nvme_read_access
    nvme_read_rate nvme_channels nvme_capacity""".split()
L2ARC = "flash_size l2_feed l2_boost l2_turn l2_header".split()
SPEC = [one.name for one in fields(DriveSpec)]
DRIVE = {*SPEC, "disk_model", "disk_cache", "discipline", "speed_error", "depth", "ageing"} - {
    "flush"
}
ZFS = {
    *(one.name for one in (*fields(LogSpec), *fields(TxgSpec))),
    *"""recordsize arc arc_max memory meta_limit txg_interval
    sync datasets age pending rule log_header log_granule log_sizing log_wake log_indirect dedup ports port_rate mtu dirty_max
    dirty_low dirty_high aggregation read_gap async_write_min async_write_max""".split(),
} - set(SPEC)
THROTTLES = {
    "tick": "synctime least tick tick_from",
    "curve": "delay_scale delay_from delay_most pending_least",
}


def needs(order: Order) -> Iterable[tuple[Iterable[str], bool, str]]:
    """Names of settings, whether they can act, and what they need."""
    c, fast = order.constants, order.disk_kind == "ssd"
    kind = ordered(order.log_device, c).kind if order.logs else ""
    yield FIGURES, False, "left as it is: it is a constant of the figures, not of an order"
    for name, own in ISCSI.items():
        yield [name], False, f"set as {own} of the load iscsi"
    for device, names in LOG.items():
        called = device.replace("_", "-")
        yield (
            [f"{device}_{name}" for name in names.split()],
            kind == device,
            f"set with log devices of the kind {called}",
        )
    yield (
        FLASH,
        bool(order.flash) or fast or kind == "nvme",
        "set with 1 or more of flash, or with disk_kind=ssd",
    )
    yield L2ARC, bool(order.flash) and order.has("flash"), "set with 1 or more of flash"
    yield (
        [name for name in c if name.startswith("ufs_")],
        order.filesystem == "ufs",
        "set with filesystem=ufs",
    )
    yield ZFS, order.filesystem == "zfs", "set with filesystem=zfs"
    yield ["hash_rate"], bool(order.dedup), "set with dedup"
    yield DRIVE, not fast, "set with disks that turn, not with disk_kind=ssd"
    yield (
        ["discipline", "depth", "ageing"],
        order.has("drive queue"),
        "set with the drive queue, which is left out",
    )
    yield (
        ["pending", "rule", "aggregation", "read_gap"],
        order.has("queue"),
        "set with ZFS's queue, which is left out",
    )
    yield (
        ["arc", "arc_max", "meta_limit"],
        order.has("cache"),
        "set with the cache, which is left out",
    )
    yield (
        ["ports", "port_rate", "mtu"],
        order.has("network"),
        "set with the network, which is left out",
    )
    yield ["chains", "hbas", "cable_rate"], bool(order.jbods), "set with 1 or more jbods"
    yield ["logs_at"], bool(order.jbods), "set with 1 or more jbods"
    yield ["record"], False, "set as recordsize"
    yield (
        ["ports", "port_rate"],
        not order.cards,
        f"left as it is: the cards of the {order.name} are given",
    )
    yield (
        ["pending"],
        "sync_read_min" not in c or order.rule not in ("", "with credit"),
        "set as sync_read_max and its like",
    )
    yield (
        ["logs_a_jbod"],
        bool(order.logs and order.jbods and order.logs_at == "jbod"),
        "set with logs in a jbod",
    )
    yield (
        ["train_bytes", "train_ops", "out"],
        False,
        "left as it is: the log's rule is convoy, which has no trains",
    )
    throttle = order.groups.get("throttle", "curve" if "dirty_max" in c else "limit")
    for name, names in THROTTLES.items():
        yield names.split(), throttle == name, f"set with throttle={name}"


def load_needs(load: Any) -> Iterable[tuple[Iterable[str], bool, str]]:
    """The same of a load."""
    if isinstance(load, Nfs):
        yield (
            ["data", "skew"],
            bool(load.reads or load.over),
            "set with reads above 0, or with over=yes",
        )
        yield ["threads"], not load.rate, "left out with a rate, at which requests wait for nobody"
    if isinstance(load, Iscsi):
        yield (
            ["queues", "daemon_threads", "spin"],
            load.target == "daemon",
            "set with target=daemon",
        )
        yield ["work"], load.target == "kernel", "set with target=kernel"


def check_that_all_act(order: Order, load: Any, given: Iterable[str]) -> None:
    """Raise ValueError for a setting of these names that changes nothing."""
    before, names = ORDERS[order.name or order.machine], set(given)
    for name, most, what in (
        ("jbods", order.boxed(), "disk or log device"),
        ("chains", order.jbods, "JBOD"),
    ):
        if (now := getattr(order, name)) != getattr(before, name) and (now or 0) > most:
            raise ValueError(f"{name} must be {most} or less, one for each {what}, got {now}")
    for name in () if order.logs else ("log_device", "logs_at", "mirrored_logs"):
        if getattr(order, name) != getattr(before, name):
            raise ValueError(f"{name} must come with 1 or more logs, got {order.logs}")
    own = load_needs(load)
    for settings, act, what in (*own, *needs(order)):
        if not act and (idle := sorted(names & set(settings))):
            raise ValueError(f"{idle[0]} must be {what}; here it changes nothing")

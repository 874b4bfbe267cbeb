"""Machines with SSDs of today: in the pool, for the log and for the L2ARC."""

import pytest

from models.catalogue.ssds import KINDS
from models.devices.flash_drive import SSDS, FlashDrive
from models.devices.solid_state import SolidState
from models.devices.ssd import Readzilla
from models.machine import NVME, SERVER_TODAY, SUN_7410, Local, Machine, Nfs, Reads
from models.machine.order.log_device import KINDS as DEVICES
from models.units import GiB, KiB

POOL = SERVER_TODAY.order(pool={"layout": "mirror", "vdevs": 2})
SYNC = Nfs(1, 1, 4 * KiB)


def pool_of(kind, **more):
    return POOL.order({"pool.disks.ssd": {"kind": kind, **more}})


def rate(order, load=SYNC, seconds=0.1):
    return Machine(order, 1).run(load, seconds=seconds).rate


def test_a_kind_of_ssd_makes_the_disks_of_the_pool_ssds_of_its_data_sheet():
    order = pool_of("sata-server", filled=0.5)
    assert order.pool.disks.kind == "ssd" and order.pool.disks.ssd.capacity == 1920e9
    (drive, *_) = Machine(order).disks
    assert isinstance(drive, FlashDrive) and drive.spec.filled == 0.5
    assert drive.amplification < FlashDrive(SSDS["sata-server"]).amplification


def test_without_a_kind_the_machines_of_the_texts_have_readzillas_and_the_server_nvme():
    old, new = (Machine(one.order(disks={"kind": "ssd"})).disks[0] for one in (SUN_7410, POOL))
    assert type(old) is Readzilla and new.spec == SSDS["nvme-server"]


def test_a_synchronous_write_to_a_pool_costs_the_flush_of_its_drives():
    rates = {kind: rate(pool_of(kind)) for kind in KINDS}
    assert rates["sata-consumer"] < 500 < 1500 < rates["nvme-consumer"] < rates["sata-server"]
    assert rates["sata-server"] < rates["nvme-server"] < rates["optane"]


def test_a_synchronous_write_to_a_raw_drive_of_today_is_flushed():
    one = {"filesystem": "raw", "pool": {"layout": "stripe", "vdevs": 1, "jbods": 0}}
    spec = SSDS["nvme-consumer"]
    today, old = (
        machine.order(one).order({"pool.disks.ssd.kind": spec.kind})
        for machine in (SERVER_TODAY, SUN_7410)
    )
    assert rate(today, Local(1, 4 * KiB)) == pytest.approx(1 / (1 / 80_000 + spec.flush), rel=0.01)
    for fast in (
        rate(today, Local(1, 4 * KiB, o_sync=False, think=1e-9)),
        rate(today.order({"pool.disks.write_cache": "ignored"}), Local(1, 4 * KiB)),
        rate(old, Local(1, 4 * KiB)),
    ):
        assert fast == pytest.approx(80_000, rel=0.01)


def test_fua_and_a_flush_are_two_ways_to_a_safe_write():
    log = POOL.order(log={"devices": 1, "device": {"kind": "sata-consumer"}})
    flushed, through = rate(log), rate(log.order({"log.device.fua": True}))
    assert through == pytest.approx(flushed, rel=0.1)
    assert through < rate(log.order({"log.device.kind": "sata-server"}))


@pytest.mark.parametrize("kind", ["logzilla", "nvram", *KINDS])
def test_each_machine_may_have_each_kind_of_log_device(kind):
    for order in (SERVER_TODAY, SUN_7410):
        made = Machine(order.order(log={"devices": 1, "device": {"kind": kind}}))
        (drive,) = made.boxes.log_drives
        assert isinstance(drive, FlashDrive) == (kind in KINDS)
        assert isinstance(drive, SolidState) and made.order.log.device.kind == kind


def test_a_logzilla_in_the_server_of_today_is_a_logzilla():
    order = SERVER_TODAY.order({"log.device.kind": "logzilla"})
    assert order.log.device == SUN_7410.log.device


def test_former_names_of_kinds_are_still_taken():
    order = SUN_7410.order({"log.device.kind": "nvme"})
    assert order.log.device == NVME == SERVER_TODAY.log.device
    assert SUN_7410.order({"log.device.kind": "plain-nvme"}).log.device == DEVICES["nvme-consumer"]


def test_the_l2arc_reads_as_fast_as_its_kind():
    cold = SERVER_TODAY.order(flash={"devices": 1}, held=(0.0, 1.0))
    load = Nfs(1, 1, 4 * KiB, reads=1.0, blocks=Reads(GiB))
    rates = [
        rate(cold.order({"cache.flash.kind": kind}), load)
        for kind in ("sata-server", "nvme-server", "optane")
    ]
    assert rates == sorted(rates) and rates[2] > 1.3 * rates[0]
    slow = cold.order({"cache.flash.kind": "optane", "cache.flash.access": 1e-3})
    assert rate(slow, load) < 1000


def test_long_random_overwrites_are_slower_on_a_full_drive_than_on_a_fresh_one():
    load = Nfs(4, 16, 8 * KiB, over=True, blocks=Reads(64 * GiB), stable=0)
    small = {"groups.limit": 64 * 2**20, "pool.scattered": True, "pool.disks.ssd.slc": 0.0}
    fresh, full = (
        rate(pool_of("sata-consumer", filled=filled).order(small), load, 1.0)
        for filled in (0.0, 1.0)
    )
    assert full < fresh

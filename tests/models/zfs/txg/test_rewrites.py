"""Random overwrites: whole records, and every block above them once."""

from itertools import pairwise
from random import Random

import pytest

from figures.transaction_groups.experiments.rewrites import rewrites
from models.machine import FREEBSD_BOX, SUN_7410, Iscsi, Local, Machine, Nfs, Overwriting, Reads
from models.units import GiB, KiB, MiB, ms
from models.zfs.txg.rewrites import MAPS, ROOTS, distinct, map_bytes
from models.zfs.txg.txg_spec import TxgSpec


@pytest.mark.parametrize(("places", "hits"), [(1, 5), (10, 3), (1000, 50), (1000, 5000)])
def test_the_mean_number_of_places_hit_is_that_of_draws(places, hits):
    random = Random(1)
    drawn = [len({int(random.random() * places) for _ in range(hits)}) for _ in range(200)]
    assert distinct(places, hits) == pytest.approx(sum(drawn) / len(drawn), rel=0.03)


def test_no_more_places_are_hit_than_there_are_nor_than_there_are_hits():
    for hits in (1, 10, 100, 10_000):
        assert distinct(64, hits) <= min(64, hits) + 1e-9
    assert distinct(64, 1) == pytest.approx(1.0)
    assert distinct(64, 1e6) == pytest.approx(64.0)


@pytest.mark.parametrize("record", [8 * KiB, 128 * KiB])
@pytest.mark.parametrize("writes", [1, 300, 20_000])
def test_records_and_indirect_blocks_are_those_of_a_tree_that_is_walked(record, writes):
    spec, file, size = TxgSpec(record=record), 2 * GiB, 8 * KiB
    random, marked = Random(2), [set() for _ in range(4)]
    for _ in range(writes):
        place = int(random.random() * (file // size)) * size // record
        for level in marked:
            level.add(place)
            place //= spec.pointers
    found = rewrites(spec, file, writes, size)
    depth = 2 if record == 128 * KiB else 3
    assert found.records == pytest.approx(len(marked[0]), rel=0.03)
    assert found.blocks == pytest.approx(
        sum(len(level) for level in marked[1 : depth + 1]) + ROOTS, rel=0.05
    )


@pytest.mark.parametrize(
    ("record", "size", "pointers"),
    [(8 * KiB, 8 * KiB, 128), (128 * KiB, 8 * KiB, 128), (8 * KiB, 64 * KiB, 1024)],
)
def test_a_group_of_the_machine_gathers_as_much_and_its_disk_writes_it(record, size, pointers):
    machine = Machine(
        FREEBSD_BOX.order(recordsize=record, groups={"pointers": pointers, "limit": GiB}).bare()
    )
    machine.start(Overwriting(1 * GiB, size, 400.0))
    machine.loop.run(until=10.0)
    groups = machine.zfs.groups
    found = rewrites(groups.spec, 1 * GiB, 4000, size)
    assert groups.dirty == pytest.approx(found.data, rel=0.02)
    assert groups.above == pytest.approx(found.blocks, rel=0.03)
    while not groups.history:
        machine.loop.run(until=machine.loop.now + 1.0)
    gathered = rewrites(groups.spec, 1 * GiB, 6000, size)  # when the group went out, after 15 s
    assert machine.disk.moved[3] == pytest.approx(gathered.data + gathered.above, rel=0.02)


def test_one_write_writes_its_record_and_the_way_up_to_the_root():
    found = rewrites(TxgSpec(), 10 * GiB, 1, 8 * KiB)
    assert found.data == pytest.approx(128 * KiB)
    assert found.blocks == pytest.approx(
        3 + ROOTS
    )  # 81,920 records: 640 blocks, 5 above them, and one
    assert found.amplification == pytest.approx((128 + 5 * 2 * 4) / 8)


@pytest.mark.parametrize("record", [8 * KiB, 32 * KiB, 128 * KiB])
def test_the_larger_the_group_the_less_it_writes_for_each_byte(record):
    shares = [
        rewrites(TxgSpec(record=record), 10 * GiB, writes, 8 * KiB).amplification
        for writes in (10, 100, 1000, 10_000, 100_000)
    ]
    assert all(more > less for more, less in pairwise(shares))


def test_what_is_overwritten_before_its_group_goes_out_never_reaches_the_disk():
    found = rewrites(TxgSpec(record=8 * KiB), 16 * MiB, 100_000, 8 * KiB)
    assert found.data == pytest.approx(16 * MiB)
    assert found.amplification < 0.03


def test_a_write_of_many_records_touches_just_those():
    found = rewrites(TxgSpec(record=8 * KiB), 1 * GiB, 10, 64 * KiB)
    assert found.records == pytest.approx(80, rel=0.01)


OVER = Reads(4 * GiB)
RATE, SECONDS = 400, 10.0


@pytest.mark.parametrize(
    "load",
    [
        Overwriting(OVER.data, 8 * KiB, RATE),
        Nfs(2, 2, 8 * KiB, blocks=OVER, over=True, rate=RATE),
        Iscsi(1, 4, 8 * KiB, 0.0, OVER, over=True, way=10 * ms),
        Local(4, 8 * KiB, think=10 * ms, over=True, blocks=OVER),
    ],
    ids=lambda load: type(load).__name__,
)
def test_an_overwrite_costs_the_same_for_all_loads(load):
    machine = Machine(
        SUN_7410.order(
            pool={"layout": "stripe", "vdevs": 4, "jbods": 0},
            recordsize=8 * KiB,
            groups={"interval": SECONDS},
            log={"devices": 2},
        ).bare("network")
    )
    machine.start(load)
    groups = machine.zfs.groups
    while not groups.history:
        machine.loop.run(until=machine.loop.now + 0.1)
    machine.loop.run(until=machine.loop.now + 1.0)
    group, spec = groups.history[0], groups.spec
    found = rewrites(spec, int(OVER.data), group.freed / (8 * KiB), 8 * KiB)
    slabs = 4 * MAPS["slabs"]
    maps = map_bytes(spec, found.records, slabs * OVER.data // machine.pool.capacity, slabs)
    assert group.bytes == group.freed > 1000 * 8 * KiB
    written = machine.boxes.moved("disks")[3]
    assert written == pytest.approx(found.data + found.above + maps, rel=0.02)
    assert written / group.bytes > 1.4


def test_frees_all_over_a_pool_rewrite_the_map_of_each_slab_or_append_to_one_log():
    maps = map_bytes(TxgSpec(), 100_000, 800, 800)
    assert maps == (800 + 25) * 3 * 4 * KiB
    assert map_bytes(TxgSpec(), 1, 800, 800) == 2 * 3 * 4 * KiB
    assert map_bytes(TxgSpec(map_log=True), 1000, 800, 800) == 4 * 3 * 4 * KiB
    assert map_bytes(TxgSpec(), 0, 1, 200) == 0

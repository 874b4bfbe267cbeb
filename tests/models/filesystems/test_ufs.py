"""UFS: whole blocks, an inode for each synchronous write, an indirect block for each new one behind
the first twelve."""

import itertools
from random import Random

import pytest

from models.machine import FREEBSD_BOX, Local, Machine
from models.units import KiB


def trace_of(seconds, size=8 * KiB, sync=True, cache="off", seed=1, **constants):
    ufs = {n: v for n, v in constants.items() if n in ("block", "cluster")}
    rest = {n: v for n, v in constants.items() if n not in ufs}
    order = FREEBSD_BOX.order(
        filesystem={"kind": "ufs", "ufs": ufs}, write_cache=cache, **rest
    ).bare()
    machine = Machine(order, seed, commands=True)
    machine.start(Local(size=size, o_sync=sync))
    machine.loop.run(until=seconds)
    return machine, machine.disk.trace


def kinds(machine, requests):
    ufs = machine.filesystem
    return [{ufs.inode: "inode", ufs.indirect: "indirect"}.get(r.offset, "data") for r in requests]


def test_two_writes_of_8_kib_cost_five_transfers_once_the_direct_blocks_are_full():
    machine, trace = trace_of(4.0)
    writes = len(machine.done)
    behind = [r for r in trace if r.issued >= machine.done[2 * 12].issued]
    assert writes > 100
    assert len(behind) / (writes - 24) == pytest.approx(2.5, abs=0.05)


def test_each_write_is_its_data_and_then_its_inode():
    machine, trace = trace_of(4.0)
    order = kinds(machine, trace)[: 2 * 24]
    assert order == ["data", "inode"] * 24


def test_behind_the_direct_blocks_a_new_block_takes_the_indirect_block_along():
    machine, trace = trace_of(4.0)
    order = kinds(machine, trace)[2 * 24 : 2 * 24 + 50]
    assert order == ["indirect", "data", "inode", "data", "inode"] * 10


def test_every_transfer_is_a_whole_block():
    _, trace = trace_of(2.0, block=32 * KiB)
    assert {r.size for r in trace} == {32 * KiB}


def test_a_write_of_many_blocks_writes_the_inode_once():
    machine, trace = trace_of(2.0, size=64 * KiB)
    order = kinds(machine, trace)
    assert order[: 4 + 1] == ["data"] * 4 + ["inode"]
    assert order.count("inode") == pytest.approx(len(machine.done), abs=1)


@pytest.mark.parametrize("cluster", [16 * KiB, 64 * KiB, 128 * KiB])
def test_an_asynchronous_writer_makes_the_disk_see_clusters_one_behind_the_other(cluster):
    _, trace = trace_of(2.0, sync=False, cluster=cluster)
    assert {r.size for r in trace} == {cluster}
    assert all(a.offset + cluster == b.offset for a, b in itertools.pairwise(trace))


def test_gathered_writes_reach_the_disk_in_the_measure_in_which_they_were_made():
    machine, trace = trace_of(3.0, sync=False)
    written, gone = sum(w.size for w in machine.done), sum(r.size for r in trace)
    assert 0 <= written - gone < 256 * KiB


def test_no_more_clusters_are_out_than_the_writer_may_leave():
    machine, trace = trace_of(2.0, sync=False)
    for now in (0.5, 1.0, 1.5):
        assert sum(r.issued <= now < r.finish for r in trace) <= machine.filesystem.spec.pending


def test_another_seed_puts_the_file_elsewhere():
    homes = {trace_of(0.1, seed=seed)[1][0].offset for seed in range(12)}
    assert len(homes) > 8


def test_over_many_placements_the_disk_makes_more_transfers_than_it_turns():
    rates = sorted(
        len(trace_of(2.0, seed=Random(seed).randrange(10**6))[1]) / 2.0 for seed in range(9)
    )
    assert 120 < rates[4] < 200  # 145 were measured with one placement

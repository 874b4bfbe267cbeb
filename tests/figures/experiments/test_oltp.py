"""A database on a 7410: nothing is committed or written twice, users are conserved, and logbias
does what it says."""

from functools import cache
from itertools import pairwise

import pytest

from figures.crowds.experiments.oltp import OltpDatabase, OltpSpec, moved, shares
from models.machine import SUN_7410, Machine
from models.protocols.nfs.server import HEADERS
from models.units import KiB
from models.zfs.zil.log_spec import LogSpec

SECONDS, WARM = 0.9, 0.15


class Run:
    """A database on a pool of 40 disks with Logzillas, watched for some time."""

    def __init__(
        self,
        logs=1,
        rule="convoy",
        out=1,
        apart=True,
        data="throughput",
        seed=1,
        redo_record=128 * KiB,
        redo_held=True,
        record=8 * KiB,
        **spec,
    ):
        self.machine = Machine(
            SUN_7410.order(
                pool={"layout": "mirror", "vdevs": 20},
                log={"devices": logs},
                recordsize=8 * KiB,
                pointers_held=True,
            ),
            seed,
            commands=True,
            writes=True,
        )
        self.spec = OltpSpec(**spec)
        self.files = shares(
            self.machine,
            LogSpec(rule=rule, out=out),
            apart=apart,
            data=data,
            block=record,
            redo_record=redo_record,
            redo_held=redo_held,
            seed=seed,
        )
        self.database = OltpDatabase(self.machine, self.spec, self.files, seed=seed)
        self.machine.loop.run(until=SECONDS)
        self.late = [one for one in self.database.committed if one.time > WARM]
        self.rate = len(self.late) / (SECONDS - WARM)
        self.wait = sum(one.wait for one in self.late) / len(self.late)


@cache
def played(**settings):
    """A run; several tests look at the same ones."""
    return Run(**settings)


WAYS = [
    {},
    {"data": "latency"},
    {"apart": False, "data": "latency"},
    {"apart": False, "rule": "train", "out": 4},
    {"users": 64},
    {"misses": 1},
]


@pytest.fixture(scope="module", params=range(len(WAYS)))
def run(request):
    return played(**WAYS[request.param])


@pytest.mark.alike("carries")
def test_every_transaction_is_carried_to_the_redo_log_once(run):
    database = run.database
    assert len(database.committed) == sum(write.carried for write in database.redone)


@pytest.mark.alike("what transactions change is written or still in memory")
def test_what_transactions_change_is_written_or_still_in_memory(run):
    database, spec = run.database, run.spec
    blocks = spec.changes + spec.entries
    waiting = len(database.queue) + len(database.committed)
    out = database.dirty + len(database.stored) // spec.burst * spec.burst - waiting * blocks
    assert 0 <= out <= spec.users * blocks  # those whose redo is on its way


def test_one_redo_write_is_out_at_a_time(run):
    writes = run.database.redone
    assert all(a.time <= b.time - b.latency for a, b in pairwise(writes))


@pytest.mark.parametrize("way", WAYS[:4])
def test_users_are_their_rate_times_the_time_of_a_transaction(way):
    run = played(**way)
    spec, machine = run.spec, run.machine
    server = machine.server
    price = server.prices.of(server.prices.kind(spec.block).rest)
    cards = sum(
        card.wire(size) / card.rate
        for card, size in ((machine.come, HEADERS), (machine.out, spec.block + HEADERS))
    )
    read = run.database.client.turnaround + price + cards
    cycle = spec.work + spec.reads * read + run.wait
    assert run.rate * cycle == pytest.approx(spec.users, rel=0.03)


def test_a_commit_is_never_quicker_than_network_server_and_log():
    run = Run(users=1)
    order = run.machine.order
    least = order.log.device.access + 4 * KiB / order.log.device.rate
    assert min(one.wait for one in run.late) > least + 0.8 * (
        order.network.turnaround + order.head.cpu_write
    )
    assert min(
        batch.released - batch.start for batch in run.files.redo.log.batches
    ) == pytest.approx(least, rel=0.05)


def test_data_files_by_throughput_stay_off_the_log_devices():
    run = played()
    assert all(not written.block.log for written in run.files.data.log.chain)
    assert all(
        written.block.log
        for log in (run.files.redo.log, run.files.entries.log)
        for written in log.chain
    )


def test_redo_waits_less_when_data_files_leave_the_log_device():
    table, latency = played(), played(data="latency")
    assert latency.wait > 2 * table.wait
    assert table.rate > 1.2 * latency.rate
    assert latency.machine.log_devices[0].busy > 1.3 * table.machine.log_devices[0].busy


@pytest.mark.alike("two runs wait differently")
def test_with_two_log_devices_there_is_less_to_gain():
    def gain(logs):
        return played(**logs).rate / played(**logs, data="latency").rate

    assert gain({}) > gain({"logs": 2}) + 0.1


@pytest.mark.alike("two runs wait differently")
def test_in_one_dataset_redo_waits_behind_data_files():
    one, apart = ({"rule": "train", "out": 4, **more} for more in ({"apart": False}, {}))
    assert played(**one).wait > 2 * played(**apart).wait


@pytest.mark.alike("two runs move different amounts")
def test_more_is_written_at_commit_and_less_with_the_group_by_throughput():
    def of(data):
        run = Run(data=data)
        run.database.running = False
        return moved(run.machine, run.files), len(run.database.committed)

    (latency, n), (table, m) = of("latency"), of("throughput")
    assert latency.pool_ios == 0 < table.pool_ios
    assert table.pool_bytes / m > 3 * 8 * KiB * 0.8
    assert table.log_bytes / m < 0.6 * latency.log_bytes / n
    # both groups write the same pointers and space maps
    assert table.group_bytes / m < 0.7 * latency.group_bytes / n
    assert table.group_ios / m < 0.65 * latency.group_ios / n


def test_blocks_of_files_that_are_larger_than_those_of_the_database_are_read_and_written_whole():
    right, wrong = played(data="latency"), Run(data="latency", record=128 * KiB)
    assert right.machine.boxes.moved("disks")[0] == 0
    reads, *_ = wrong.machine.boxes.moved("disks")
    assert reads > 0.9 * len(wrong.database.stored)
    assert len(wrong.database.stored) < 0.8 * len(right.database.stored)


@pytest.mark.alike("two runs move different amounts")
def test_redo_logs_that_are_not_in_memory_are_read_once_a_block():
    def reads(record):
        run = Run(redo_held=False, redo_record=record, seed=2)
        return run.machine.boxes.moved("disks")[0], run

    (large, one), (small, other) = reads(128 * KiB), reads(8 * KiB)
    redo = sum(write.carried for write in one.database.redone) * one.spec.redo
    assert large == pytest.approx(redo / (128 * KiB), abs=2)
    assert small > 2 * large
    assert other.wait > one.wait


def test_users_wait_when_no_buffer_is_clean():
    run = Run(users=128, burst=50, buffers=60)
    assert run.database.starved > 0
    assert run.database.dirty < 60 + 128 * 4


def test_the_same_seed_gives_the_same_run():
    few = {"users": 8}
    assert (
        Run(**few, seed=2).database.committed
        == Run(**few, seed=2).database.committed
        != Run(**few).database.committed
    )


def test_the_buffers_hold_a_burst():
    with pytest.raises(ValueError, match=r"^buffers must be at least burst, 500 blocks, got 400$"):
        OltpSpec(burst=500, buffers=400)

"""Initiators on the daemon and on the kernel target."""

from itertools import pairwise

import pytest

from figures.iscsi.experiments.under_load import SERVER, UnderLoad, from_memory, server
from models.head.pcie import Slot
from models.machine import Iscsi, Machine
from models.machine.loads.iscsi import slower
from models.protocols.iscsi.comstar import pieces
from models.protocols.iscsi.pdu import IscsiSession
from models.units import KiB, us

NEW = server(head="head-7410-istanbul")


def prices(order=SERVER):
    return Machine(order).prices


def most(size, target="kernel", order=SERVER, work=Iscsi.work):
    """Reads a second if nothing but cores and links limits them."""
    asked, kernel = prices(order), target == "kernel"
    return asked.head.most(asked.kind(size, work if kernel else 1.0, kernel).operation).rate


def load(target, count=10, threads=10, size=8 * KiB, own=20 * us, reads=100, order=SERVER, **how):
    how = {"port": 1.25e9, "way": 40 * us, **how}
    return from_memory(target, count, threads, size, order, own=own, **how).reads(reads)


def test_a_command_costs_the_kernel_target_more_than_nfs_and_a_copy_besides():
    assert most(512) < 0.85 * most(512, "daemon")
    assert most(128 * KiB, work=1.0) < 0.9 * most(128 * KiB, "daemon")
    plain, copied = (prices().kind(512, copies=copies).rest for copies in (0, 1))
    assert plain < copied < 1.05 * plain


def test_reads_cost_more_the_more_there_are():
    asked = prices()
    kind, top = asked.kind(8 * KiB, Iscsi.work, True), most(8 * KiB)
    costs = [asked.at(kind, share * top) for share in (0.01, 0.3, 0.6, 0.9, 1.0, 2.0)]
    assert costs == sorted(costs) and costs[-1] == costs[-2] > 1.3 * costs[0]
    assert costs[-1] * top == pytest.approx(16 * asked.share)


def test_one_thread_gains_little_from_the_new_processors_where_all_cores_gain_much():
    assert most(512, order=NEW) > 1.7 * most(512)
    assert 0.8 < slower("head-7410-istanbul") < 1.2
    assert slower("head-7410") == 1.0


def test_a_write_costs_as_much_more_than_a_read_as_over_nfs():
    """A lone write that memory answers, less the way there and back."""
    for target in ("kernel", "daemon"):
        how = {"target": target, "cache": True, "own": 0.0, "way": 0.0}
        path = Machine(SERVER).trace("write", 8 * KiB, by=Iscsi(**how))
        read = Machine(SERVER).trace("read", 8 * KiB, by=Iscsi(**how))
        cores = [
            sum(step.length for step in one.steps if step.component == "processor")
            for one in (path, read)
        ]
        if target == "kernel":
            nfs = Machine(SERVER).server
            assert cores[0] / cores[1] == pytest.approx(
                (nfs.write_time + nfs.network + 8 * KiB * nfs.copy) / prices().usual.rest
            )


def test_the_kernel_target_is_limited_by_its_cores():
    found = load("kernel", count=40, reads=2000)
    assert found.rate == pytest.approx(most(8 * KiB), rel=0.03)
    assert found.cpus == pytest.approx(16 * prices().share, rel=0.01)
    assert found.limit == "cores"


def test_more_cores_help_the_kernel_target_and_not_the_daemon():
    kernel = [
        load("kernel", count=80, size=512, order=order, reads=1000).rate for order in (NEW, SERVER)
    ]
    assert kernel[0] > 1.7 * kernel[1]
    assert (
        0.8
        < load("daemon", order=NEW).rate * slower("head-7410-istanbul") / load("daemon").rate
        < 1.02
    )


def test_initiators_limit_what_they_ask_for():
    found = load("kernel", own=500 * us)
    assert found.rate == pytest.approx(10 / (500 * us), rel=0.02)
    assert found.limit == "initiators"


def test_network_cards_limit_large_reads():
    found = load(
        "kernel", count=20, size=128 * KiB, own=1 * us, order=server(1, "head-7410-istanbul")
    )
    assert found.limit == "out"
    assert 0.98 * Slot().rate < found.wire < 1.02 * Slot().rate


def test_a_queue_for_each_lun_would_lift_the_daemons_limit_to_that_of_the_cores():
    one, ten = load("daemon"), load("daemon", queues=10, reads=400)
    assert one.limit == "lock"
    assert ten.limit == "cores"
    assert ten.rate > 1.6 * one.rate


SETTINGS = [
    (10, 10, 8 * KiB, {}),
    (20, 2, 32 * KiB, {"daemon_threads": 1, "queues": 2}),
    (8, 2, 128 * KiB, {}),
    (20, 4, 128 * KiB, {"daemon_threads": 1, "queues": 10}),
    (10, 20, 512, {"spin": True}),
    (10, 3, 8 * KiB, {"queues": 3}),
    (8, 10, 512, {}),
]


@pytest.mark.parametrize("count, threads, size, how", SETTINGS)
def test_littles_law_and_the_cores_that_there_are(count, threads, size, how):
    """Latencies as each read of a longer run had them, not as the measurement takes them from the
    rate."""
    made = from_memory("daemon", count, threads, size, own=20 * us, port=1.25e9, way=40 * us, **how)
    made.until([3] * len(made.done))
    short = made.reads(100)
    made.until([len(done) + 9 for done in made.done])
    taken = [one.took for done in made.done for one in done[-9:]]
    assert short.rate * sum(taken) / len(taken) == pytest.approx(count * threads, rel=0.03)
    assert short.rate * short.latency == pytest.approx(count * threads, rel=0.01)
    for found in (short, made.reads(33)):
        assert found.cpus <= 16 * prices().share * 1.001
        assert max(found.used.values()) <= 1.01
        assert found.rate == pytest.approx(short.rate, rel=0.03)


@pytest.mark.parametrize("size", [512, 64 * KiB])
def test_more_threads_lead_to_a_plateau_without_a_peak_before_it(size):
    """The measurements' author stepped clients and threads up until more gave nothing: he found no
    peak."""
    rates = [
        from_memory("daemon", 8, threads, size).reads(33 if size > 8192 else 200).rate
        for threads in (1, 2, 3, 10)
    ]
    assert max(rates) < 1.03 * rates[-1]
    for fewer, more in pairwise(rates):
        assert more > 0.97 * fewer


def test_more_initiators_than_fill_the_queue_do_not_help():
    rates = [from_memory("daemon", count, 10, 8 * KiB).reads().rate for count in (5, 10, 20, 30)]
    assert max(rates) < 1.05 * min(rates)


def test_a_thread_alone_waits_for_nobody():
    made = from_memory("kernel", 1, 1, 8 * KiB, own=20 * us, port=1.25e9, way=40 * us)
    found, machine, wire = made.reads(), made.machine, made.target.wire(8 * KiB, True)
    work = made.target.kind(8 * KiB).rest / machine.prices.share
    cards = (
        machine.come.wire(wire.to_target) / machine.come.rate
        + machine.out.wire(wire.to_initiator) / machine.out.rate
    )
    assert found.latency == pytest.approx(60 * us + work + cards + wire.port, rel=0.01)


def test_fitted_to_8_kib_the_daemon_meets_the_other_two_measurements():
    small, large = (
        from_memory("daemon", 8, 10, 512).reads(),
        from_memory("daemon", 8, 2, 128 * KiB).reads(50),
    )
    assert small.rate == pytest.approx(37056, rel=0.05)
    assert large.wire == pytest.approx(311 * 2**20, rel=0.05)


def test_the_work_that_ten_cpus_show_meets_what_the_new_head_was_measured_to_give():
    """Fitted to 10 CPUs at 85,000 reads of 8 KiB on the old head; 318,000 reads of 512 bytes on the
    new one follow."""
    assert from_memory("kernel", 10, 10, 8 * KiB).reads(1000).cpus == pytest.approx(10, rel=0.05)
    assert most(512, order=NEW) == pytest.approx(318_000, rel=0.1)


# How writes reach the intent log.


PLAIN = IscsiSession(immediate=False)


def written(target, size, *, threads=1, count=10, session=None, **how):
    load = Iscsi(
        count,
        threads,
        size,
        0.0,
        target=target,
        session=session or IscsiSession(),
        spread=0.15,
        **how,
    )
    return UnderLoad(server(log={"devices": 2}, datasets=count), load).writes(200)


def test_what_comes_with_the_command_is_a_write_of_its_own():
    assert pieces(IscsiSession(), 8 * KiB) == [8 * KiB]
    assert pieces(IscsiSession(), 32 * KiB) == [8 * KiB, 24 * KiB]
    assert pieces(PLAIN, 32 * KiB) == [32 * KiB]
    assert pieces(PLAIN, 300 * KiB) == [128 * KiB, 128 * KiB, 44 * KiB]


@pytest.mark.parametrize("size", [512, 8 * KiB, 100_000])
def test_pieces_are_all_of_a_write(size):
    assert sum(pieces(IscsiSession(), size)) == size


@pytest.mark.parametrize(("size", "log"), [(32 * KiB, 28 + 28), (64 * KiB, 60 + 60)])
def test_a_block_for_the_small_piece_is_as_large_as_for_the_large_one(size, log):
    assert written("kernel", size).inflation == pytest.approx(log * KiB / size, rel=0.02)


@pytest.mark.parametrize(
    ("size", "log"), [(8 * KiB, 12), (32 * KiB, 36), (64 * KiB, 68), (128 * KiB, 256)]
)
def test_in_one_piece_only_the_header_is_added_unless_it_spills_into_another_block(size, log):
    found = written("kernel", size, session=PLAIN)
    assert found.inflation == pytest.approx(log * KiB / size, rel=0.02)


def test_with_the_devices_full_throughput_is_what_the_log_blocks_leave():
    for session in (IscsiSession(), PLAIN):
        found = written("kernel", 64 * KiB, session=session)
        assert found.log > 0.97
        block = found.inflation * 64 * KiB / found.blocks
        assert found.rate == pytest.approx(
            2 * 64 * KiB / found.blocks / (63 * us + block / 110e6), rel=0.03
        )


def test_the_daemon_writes_no_faster_with_larger_writes_or_more_threads():
    small = written("daemon", 8 * KiB)
    assert written("daemon", 64 * KiB).rate == pytest.approx(small.rate, rel=0.03)
    assert written("daemon", 8 * KiB, threads=8).rate == pytest.approx(small.rate, rel=0.03)
    assert written("kernel", 8 * KiB, threads=8).rate > 1.2 * small.rate


def test_one_lun_keeps_one_device_busy_at_a_time():
    assert written("kernel", 8 * KiB, count=1, threads=10).log < 0.55

"""Initiators on the daemon and on the kernel target."""
from itertools import pairwise

import pytest

from models.catalogue.machines import values
from models.experiments.iscsi.reads import Initiators, Readers
from models.head.head import Head
from models.head.pcie import Slot
from models.protocols.iscsi.comstar import TargetHost
from models.protocols.iscsi.daemon import Costs
from models.units import KiB, us

SUN = values("7410")
COSTS = Costs(SUN["daemon_hold"], SUN["daemon_wake"], 1 / SUN["daemon_copy"], SUN["daemon_sleep"])
HOST, NEW = TargetHost(), TargetHost("head-7410-istanbul")


def load(target, count=10, threads=10, size=8 * KiB, own=20 * us, host=HOST, **how):
    return Readers(target, host, COSTS, Initiators(count, threads, own, 1.25e9, 40 * us), size=size, **how).measure()


def test_the_daemons_part_in_the_kernel_is_an_nfs_read():
    head = Head()
    assert HOST.most(4 * KiB, "daemon") == pytest.approx(head.most(head.cached_read(4 * KiB)).rate)
    assert HOST.out == 2 * Slot().rate


def test_a_command_costs_the_kernel_target_more_than_nfs_and_a_copy_besides():
    assert HOST.most(512) < 0.85 * HOST.most(512, "daemon")
    bare = TargetHost(iscsi_work=1.0)
    assert bare.most(128 * KiB) < 0.9 * bare.most(128 * KiB, "daemon")
    assert bare.seconds(512, "kernel", 0.0) == pytest.approx(bare.seconds(512, "daemon", 0.0), rel=0.05)


def test_reads_cost_more_the_more_there_are():
    most = HOST.most(8 * KiB)
    costs = [HOST.seconds(8 * KiB, "kernel", share * most) for share in (0.0, 0.3, 0.6, 0.9, 1.0, 2.0)]
    assert costs == sorted(costs) and costs[-1] == costs[-2] > 1.3 * costs[0]
    assert costs[-1] * most == pytest.approx(HOST.cores * HOST.share)


def test_one_thread_gains_little_from_the_new_processors_where_all_cores_gain_much():
    assert NEW.most(512) > 1.7 * HOST.most(512)
    assert 0.8 < NEW.slower(HOST, 30_000) < 1.2
    assert HOST.slower(HOST, 30_000) == 1.0


def test_a_write_costs_more_than_a_read():
    assert HOST.write_seconds(8 * KiB, "kernel") > HOST.seconds(8 * KiB, "kernel", 0.0)
    assert HOST.write_seconds(8 * KiB, "daemon") == pytest.approx(SUN["cpu_write"] + SUN["cpu_network"])


def test_the_kernel_target_is_limited_by_its_cores():
    found = load("kernel", count=40)
    assert found.rate == pytest.approx(HOST.most(8 * KiB), rel=0.03)
    assert found.cpus == pytest.approx(16 * HOST.share, rel=0.01)
    assert found.limit == "cores"


def test_more_cores_help_the_kernel_target_and_not_the_daemon():
    assert load("kernel", count=80, size=512, host=NEW).rate > 1.7 * load("kernel", count=80, size=512).rate
    assert load("daemon", host=NEW).rate == pytest.approx(load("daemon").rate, rel=0.01)


def test_initiators_limit_what_they_ask_for():
    found = load("kernel", own=500 * us)
    assert found.rate == pytest.approx(10 / (500 * us), rel=0.02)
    assert found.limit == "initiators"


def test_network_cards_limit_large_reads():
    card = TargetHost("head-7410-istanbul", cards=1)
    found = load("kernel", count=20, size=128 * KiB, own=1 * us, host=card)
    assert found.limit == "out"
    assert 0.98 * Slot().rate < found.wire < 1.02 * Slot().rate


def test_a_queue_for_each_lun_would_lift_the_daemons_limit_to_that_of_the_cores():
    one, ten = load("daemon"), load("daemon", queues=10)
    assert one.limit == "lock"
    assert ten.limit == "cores"
    assert ten.rate > 1.6 * one.rate


SETTINGS = [(10, 10, 8 * KiB, {}), (20, 2, 32 * KiB, {"daemon_threads": 1, "queues": 2}), (8, 2, 128 * KiB, {}),
            (20, 4, 128 * KiB, {"daemon_threads": 1, "queues": 10}), (10, 20, 512, {"spin": True}),
            (10, 3, 8 * KiB, {"queues": 3}), (8, 10, 512, {})]


@pytest.mark.parametrize("count, threads, size, how", SETTINGS)
def test_littles_law_and_the_cores_that_there_are(count, threads, size, how):
    """Latencies as each read of a longer run had them, not as the measurement takes them from the rate."""
    made = Readers("daemon", HOST, COSTS, Initiators(count, threads, 20 * us, 1.25e9, 40 * us), size=size, **how)
    short = made.measure(100 if size < 32 * KiB else 33)
    made.until([len(ended) + 6 for ended in made.ended], 1e-3)
    taken = [after - before for ended in made.ended for before, after in pairwise(ended)]
    assert short.rate * sum(taken) / len(taken) == pytest.approx(count * threads, rel=0.03)
    assert short.rate * short.latency == pytest.approx(count * threads, rel=0.01)
    for found in (short, made.measure(33)):
        assert found.cpus <= HOST.cores * HOST.share * 1.001
        assert max(found.used.values()) <= 1.01
        assert found.rate == pytest.approx(short.rate, rel=0.03)


def test_little_holds_for_the_kernel_target_too():
    found = load("kernel")
    assert found.rate * found.latency == pytest.approx(100, rel=0.01)


@pytest.mark.parametrize("size", [512, 64 * KiB])
def test_more_threads_lead_to_a_plateau_without_a_peak_before_it(size):
    """The measurements' author stepped clients and threads up until more gave nothing: he found no peak."""
    own = SUN["initiator_own"]
    for count in (8,):
        rates = [Readers("daemon", HOST, COSTS, Initiators(count, threads, own, 2.5e8), size=size).measure(33 if size > 8192
                 else 200).rate for threads in (1, 2, 3, 10)]
        assert max(rates) < 1.03 * rates[-1]
        for fewer, more in pairwise(rates):
            assert more > 0.97 * fewer


def test_more_initiators_than_fill_the_queue_do_not_help():
    rates = [load("daemon", count=count, own=SUN["initiator_own"]).rate for count in (5, 10, 20, 30)]
    assert max(rates) < 1.05 * min(rates)


def test_a_thread_alone_waits_for_nobody():
    found = load("kernel", count=1, threads=1)
    test = Readers("kernel", HOST, COSTS, Initiators(1, 1, 20 * us, 1.25e9, 40 * us), size=8 * KiB)
    wire = test.exchange.to_initiator.counted
    assert found.latency == pytest.approx(60 * us + test.work[0] + wire / HOST.out + wire / 1.25e9, rel=1e-6)
    assert test.work[0] == pytest.approx(HOST.seconds(8 * KiB, "kernel", 0.0) / HOST.share, rel=0.1)


def test_fitted_to_8_kib_the_daemon_meets_the_other_two_measurements():
    small = Readers("daemon", HOST, COSTS, Initiators(8, 10, SUN["initiator_own"], 2.5e8), size=512).measure()
    large = Readers("daemon", HOST, COSTS, Initiators(8, 2, SUN["initiator_own"], 2.5e8), size=128 * KiB).measure(50)
    assert small.rate == pytest.approx(37056, rel=0.05)
    assert large.wire == pytest.approx(311 * 2**20, rel=0.05)


def test_the_work_that_ten_cpus_show_meets_what_the_new_head_was_measured_to_give():
    """Fitted to 10 CPUs at 85,000 reads of 8 KiB on the old head; 318,000 reads of 512 bytes on the new one follow."""
    old = Readers("kernel", HOST, COSTS, Initiators(10, 10, SUN["initiator_own"], 2.5e8), size=8 * KiB).measure()
    assert old.cpus == pytest.approx(10, rel=0.05)
    assert NEW.most(512) == pytest.approx(318_000, rel=0.1)

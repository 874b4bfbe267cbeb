"""The machine as an iSCSI target: the same cores, cards, cache, log and disks as over NFS."""
import pytest

from models.head.head import Head
from models.machine import SUN_7410, Card, Iscsi, Machine, Nfs, Reads
from models.machine.cores import USUAL
from models.protocols.iscsi.pdu import Session
from models.units import KiB, MiB

ORDER = SUN_7410.order(pool=("mirror", 4), logs=2, cards=(Card(),) * 2)
WAYS = [(op, target) for op in ("read", "write") for target in ("kernel", "daemon")]


def test_a_read_costs_the_cores_what_the_head_says_at_the_present_load():
    """Of 160 threads of quick initiators, which fill the cores."""
    machine = Machine(ORDER)
    load = Iscsi(40, 20, blocks=Reads(64 * KiB), held=True, own=0.0, port=1e10)
    ran = machine.run(load, seconds=0.02, warm=0.02)
    head, kind = Head(), machine.prices.kind(USUAL, Iscsi.work, True)
    most = head.most(kind.operation)
    assert ran.rate == pytest.approx(most.rate, rel=0.03) and ran.used["cores"] > 0.999
    assert machine.prices.of(kind.rest, kind) == pytest.approx(16 * most.busy / most.rate / machine.prices.share, rel=0.02)


def test_with_work_as_for_nfs_and_no_copy_it_would_cost_what_nfs_costs():
    prices = Machine(ORDER).prices
    assert prices.kind(8 * KiB).rest < prices.kind(8 * KiB, Iscsi.work, True).rest


@pytest.mark.parametrize(("op", "target"), WAYS)
def test_a_trace_is_a_request_from_its_program_and_back_step_by_step(op, target):
    machine, size = Machine(ORDER), 32 * KiB
    path = machine.trace(op, size, by=Iscsi(target=target))
    starts, ends = [step.start for step in path.steps], [step.finish for step in path.steps]
    assert starts == pytest.approx([path.begun, *ends[:-1]])
    assert {"network", "cores"} <= {step.part for step in path.steps}
    assert ("disk" if op == "read" else "logdevice") in {step.part for step in path.steps}
    assert path.total() == pytest.approx(path.end - path.begun)
    assert path.total() > 4 * Iscsi.own + Iscsi.way


def test_without_immediate_data_there_is_one_write_to_the_log_and_with_it_there_are_two():
    def commits(immediate):
        machine = Machine(ORDER, writes=True)
        machine.trace("write", 64 * KiB, by=Iscsi(session=Session(immediate=immediate)))
        return len(machine.log.batches)

    assert (commits(False), commits(True)) == (1, 2)


def test_initiators_share_disks_and_log_with_other_loads():
    machine = Machine(ORDER)
    ran = machine.run(Iscsi(4, 4, reads=0.5, blocks=Reads(512 * MiB)), Nfs(4, 2), seconds=0.3, warm=0.1)
    alone = Machine(ORDER).run(Nfs(4, 2), seconds=0.3, warm=0.1)
    assert ran.reads.number and ran.rate > alone.rate * 0.9
    assert ran.used["log devices"] > alone.used["log devices"] and ran.used["disks"] > alone.used["disks"] == 0
    assert all(share <= 1 + 1e-9 for share in ran.used.values())


def test_what_the_cache_holds_no_disk_reads():
    held, fresh = (Machine(ORDER).run(Iscsi(2, 4, blocks=Reads(1 * MiB), held=held), seconds=0.05) for held in (True, False))
    assert held.iostat["disks"][0] == 0 < fresh.iostat["disks"][0]
    assert held.tiers["memory"] == 1.0


def test_each_initiator_reads_a_lun_of_its_own():
    machine = Machine(ORDER)
    machine.run(Iscsi(4, 1, blocks=Reads(8 * KiB)), seconds=0.2)
    assert machine.reads.count["disk"] == 4


def test_slots_hold_back_what_ports_could_carry():
    plain, seated = (Machine(SUN_7410.order(ports=4, cards=cards)) for cards in ((), (Card(),) * 2))
    assert plain.out.rate == pytest.approx(5e9) and seated.out.rate == pytest.approx(2 * 2.0e9 * 64 / 84, rel=0.01)


def test_equal_seeds_give_equal_runs_and_others_do_not():
    def run(seed):
        return Machine(ORDER, seed).run(Iscsi(2, 2, reads=0.5), seconds=0.1)

    assert run(1) == run(1) != run(2)


@pytest.mark.parametrize(("field", "value"), [("target", "user"), ("reads", 1.5), ("threads", 0), ("own", -1.0), ("size", 0),
                                              ("daemon_threads", 3), ("port", 0.0)])
def test_a_load_that_cannot_be_is_refused(field, value):
    with pytest.raises(ValueError, match=rf"^{field} must be "):
        Iscsi(**{field: value})


def test_it_needs_zfs():
    with pytest.raises(ValueError, match=r"^filesystem must be zfs"):
        Machine(SUN_7410.order(pool=("stripe", 1), filesystem="raw")).run(Iscsi())

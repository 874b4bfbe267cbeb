"""The machine as an iSCSI target: the same cores, cards, cache, log and disks as over NFS."""

import pytest

from models.head.head import Head
from models.machine import SUN_7410, Card, Iscsi, Machine, Nfs, Reads
from models.machine.cores import USUAL
from models.protocols.iscsi.daemon import COSTS
from models.protocols.iscsi.pdu import IscsiSession
from models.sim.path import SERVICE, WAITING, RequestPath
from models.units import KiB, MiB, us

ORDER = SUN_7410.order(
    pool={"layout": "mirror", "vdevs": 4}, log={"devices": 2}, cards=(Card(),) * 2
)
WAYS = [(op, target) for op in ("read", "write") for target in ("kernel", "daemon")]


def test_a_read_costs_the_cores_what_the_head_says_at_the_present_load():
    """Of 160 threads of quick initiators, which fill the cores."""
    machine = Machine(ORDER)
    load = Iscsi(40, 20, blocks=Reads(64 * KiB), held=True, own=0.0, port=1e10)
    ran = machine.run(load, seconds=0.02, warm=0.02)
    head, kind = Head(), machine.prices.kind(USUAL, Iscsi.work, True)
    most = head.most(kind.operation)
    assert ran.rate == pytest.approx(most.rate, rel=0.03) and ran.used["cores"] > 0.999
    assert machine.prices.of(kind.rest, kind) == pytest.approx(
        16 * most.busy / most.rate / machine.prices.share, rel=0.02
    )


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
    own, _, way = Iscsi().clients(ORDER)
    assert path.total() > 4 * own + way


def loaded(op, target, **how):
    """A machine under load, and how long requests take there, as the server sees them (s)."""
    machine = Machine(ORDER)
    how = {"reads": float(op == "read"), "blocks": Reads(64 * KiB), "held": True, **how}
    machine.run(Iscsi(8, 8, target=target, **how), seconds=0.05, warm=0.05)
    return machine, sum(latency for *_, latency in machine.requests) / len(machine.requests)


def at_server(path):
    return sum(step.length for step in path.steps if step.component not in ("client", "network"))


@pytest.mark.parametrize(("op", "target"), WAYS)
def test_a_traced_request_under_load_takes_about_as_long_as_those_of_the_load(op, target):
    machine, mean = loaded(op, target)
    paths = [machine.trace(op, by=Iscsi(target=target)) for _ in range(3)]
    assert sum(map(at_server, paths)) / 3 == pytest.approx(mean, rel=0.2)
    for path in paths:
        starts, ends = [step.start for step in path.steps], [step.finish for step in path.steps]
        assert starts == [path.begun, *ends[:-1]] and ends == sorted(ends)
        assert abs(path.total() - (path.end - path.begun)) < 1e-9


def test_a_traced_request_goes_to_the_daemon_of_its_lun_and_to_the_target_that_is_like_its_own():
    machine = Machine(ORDER)
    one, other = Iscsi(3, 1, target="daemon", queues=3), Iscsi(3, 1, target="daemon")
    machine.start(one, Iscsi(), other)
    machine.pass_time(0.01)
    machine.trace("read", by=one)
    machine.trace("read", by=Iscsi(5, target="daemon"))
    machine.trace("read", by=one)
    assert [len(target.initiators) for target in machine.targets] == [5, 1, 4]
    daemons = [each.daemon for each in machine.targets[0].initiators]
    assert daemons == [*machine.targets[0].daemons, daemons[0], daemons[0]]


def test_what_a_request_waits_for_in_the_daemon_counts_as_waiting_and_what_is_done_for_it_as_service():
    """Whatever else there is to do: its trips hold the lock as long, and its data are copied once."""
    for machine in (Machine(ORDER), loaded("read", "daemon")[0]):
        steps = [
            step
            for step in machine.trace("read", by=Iscsi(target="daemon")).steps
            if step.component == "daemon"
        ]
        served = sum(step.length for step in steps if step.kind == SERVICE)
        assert served == pytest.approx(2 * sum(COSTS.trips) * COSTS.hold + 8 * KiB * COSTS.copy)
    waits = {step.what for step in steps if step.kind == WAITING}
    assert {"waits for a thread", "waits for the lock", "its thread wakes up"} <= waits
    assert sum(step.length for step in steps) > 4 * served


def test_threads_of_a_daemon_that_wait_for_a_core_are_waited_for():
    """Beside something that has all cores for the first 100 us; the kernel's work comes last, and
    is service."""
    machine = Machine(ORDER)
    machine.cpu.free = [100 * us] * machine.cpu.cores
    path = machine.trace("write", by=Iscsi(target="daemon", own=0.0, way=0.0))
    waits = [step for step in path.steps if step.what == "waits for a core"]
    assert waits and {step.kind for step in waits} == {WAITING}
    assert waits[0].finish == pytest.approx(100 * us)
    assert [step.kind for step in path.steps if step.what == "ZFS and network"] == [SERVICE]


@pytest.mark.parametrize(
    ("what", "load"),
    [
        ("waits for its initiator", {"own": 200 * us}),
        ("waits for its initiator's port", {"port": 2e7}),
    ],
)
def test_a_request_waits_for_its_initiator_behind_those_of_other_threads(what, load):
    paths = []

    def trace():
        paths.append(RequestPath(machine.loop.now))
        return paths[-1]

    machine = Machine(ORDER)
    machine.run(Iscsi(1, 4, blocks=Reads(64 * KiB), held=True, trace=trace, **load), seconds=0.02)
    done = [
        path for path in paths[8:] if path.steps and path.steps[-1].what == "network and initiator"
    ]
    assert [step.kind for step in done[-1].steps if step.what == what] == [WAITING]
    ends = [
        sum(
            step.length
            for step in path.steps
            if step.component == "client" and step.kind == SERVICE
        )
        for path in done
    ]
    assert len(done) > 20 and ends == pytest.approx([ends[0]] * len(ends))


@pytest.mark.parametrize("target", ["kernel", "daemon"])
def test_a_write_over_a_part_of_a_record_reads_it_first_and_one_of_whole_records_does_not(target):
    def run(over, size):
        machine = Machine(ORDER.order(recordsize=128 * KiB))
        load = Iscsi(
            2,
            2,
            size,
            0.0,
            Reads(256 * MiB),
            over,
            target=target,
            session=IscsiSession(segment=size, first_burst=size),
        )
        return machine.run(load, seconds=0.2, warm=0.05).rate, machine.reads.count["disk"]

    (new, none), (over, some), (whole, no) = (
        run(False, 8 * KiB),
        run(True, 8 * KiB),
        run(True, 128 * KiB),
    )
    assert none == no == 0 < some
    assert over < 0.5 * new and whole > 0


def test_luns_of_one_dataset_have_blocks_of_their_own_to_write_over():
    """Each initiator has one record, which is read once and is in memory from then on."""
    machine = Machine(ORDER.order(recordsize=128 * KiB))
    machine.run(Iscsi(3, 1, reads=0.0, blocks=Reads(128 * KiB), over=True), seconds=0.2)
    assert machine.reads.count["disk"] == 3


def test_without_immediate_data_there_is_one_write_to_the_log_and_with_it_there_are_two():
    def commits(immediate):
        machine = Machine(ORDER, writes=True)
        machine.trace("write", 64 * KiB, by=Iscsi(session=IscsiSession(immediate=immediate)))
        return len(machine.log.batches)

    assert (commits(False), commits(True)) == (1, 2)


def test_initiators_share_disks_and_log_with_other_loads():
    machine = Machine(ORDER)
    ran = machine.run(
        Iscsi(4, 4, reads=0.5, blocks=Reads(512 * MiB)), Nfs(4, 2), seconds=0.3, warm=0.1
    )
    alone = Machine(ORDER).run(Nfs(4, 2), seconds=0.3, warm=0.1)
    assert ran.reads.number and ran.rate > alone.rate * 0.9
    assert (
        ran.used["log devices"] > alone.used["log devices"]
        and ran.used["disks"] > alone.used["disks"] == 0
    )
    assert all(share <= 1 + 1e-9 for share in ran.used.values())


def test_what_the_cache_holds_no_disk_reads():
    held, fresh = (
        Machine(ORDER).run(Iscsi(2, 4, blocks=Reads(1 * MiB), held=held), seconds=0.05)
        for held in (True, False)
    )
    assert held.iostat["disks"][0] == 0 < fresh.iostat["disks"][0]
    assert held.tiers["memory"] == 1.0


def test_each_initiator_reads_a_lun_of_its_own():
    machine = Machine(ORDER)
    machine.run(Iscsi(4, 1, blocks=Reads(8 * KiB)), seconds=0.2)
    assert machine.reads.count["disk"] == 4


def test_slots_hold_back_what_ports_could_carry():
    plain, seated = (Machine(SUN_7410.order(ports=4, cards=cards)) for cards in ((), (Card(),) * 2))
    assert plain.out.rate == pytest.approx(5e9) and seated.out.rate == pytest.approx(
        2 * 2.0e9 * 64 / 84, rel=0.01
    )
    assert seated.out.rate < seated.come.rate < plain.come.rate


def test_equal_seeds_give_equal_runs_and_others_do_not():
    def run(seed):
        return Machine(ORDER, seed).run(Iscsi(2, 2, reads=0.5), seconds=0.1)

    assert run(1) == run(1) != run(2)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("target", "user"),
        ("reads", 1.5),
        ("threads", 0),
        ("own", -1.0),
        ("size", 0),
        ("daemon_threads", 3),
        ("port", 0.0),
    ],
)
def test_a_load_that_cannot_be_is_refused(field, value):
    with pytest.raises(ValueError, match=rf"^{field} must be "):
        Iscsi(**{field: value})


def test_it_needs_zfs():
    with pytest.raises(ValueError, match=r"^filesystem.kind must be zfs"):
        Machine(SUN_7410.order(pool={"layout": "stripe", "vdevs": 1}, filesystem="raw")).run(
            Iscsi()
        )

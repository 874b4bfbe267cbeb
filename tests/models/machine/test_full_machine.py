"""A machine with all its parts: what is left out costs its minimum and no more, and no time and no
byte gets lost."""

from functools import cache

import pytest

from figures.kit.sampling import caches, one_in
from models.head.head import Head
from models.machine import FREEBSD_BOX, SERVER_TODAY, SUN_7410, Local, Machine, Nfs, Reads
from models.machine import machine as whole_machine
from models.protocols.nfs.server import HEADERS
from models.units import GB, TB, GiB, KiB, MiB, ms, us
from models.zfs.l2arc.feed_spec import FEEDERS, FeedSpec

FULL = SUN_7410.order(pool={"layout": "mirror", "vdevs": 6}, log={"devices": 2})
LONE, CROWD = (
    Nfs(fast_forward=False),
    Nfs(3, 8, reads=0.5, blocks=Reads(64 * MiB), turnaround=300 * us),
)


def ran(order, *loads, seed=1, seconds=0.3, warm=0.02):
    return Machine(order, seed).run(*loads, seconds=seconds, warm=warm)


@pytest.mark.parametrize("logs", [0, 1, 2])
@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_left_out_costs_a_lone_writer_its_minimum_and_nothing_else(logs, seed):
    order = FULL.order(log={"devices": logs})
    seconds = 0.3 if logs else 3.0
    full, bare = (ran(one, LONE, seed=seed, seconds=seconds) for one in (order, order.bare()))
    assert full.writes.mean == pytest.approx(bare.writes.mean, rel=0.03)
    assert full.rate == pytest.approx(bare.rate, rel=0.03)


@pytest.mark.parametrize("logs", [1, 2])
def test_many_writes_at_one_stroke_are_counted_one_by_one(logs):
    strokes, single = (
        ran(FULL.order(log={"devices": logs}).bare(), Nfs(fast_forward=fast))
        for fast in (True, False)
    )
    assert strokes.writes.number == pytest.approx(single.writes.number, abs=1)
    assert strokes.writes.mean == pytest.approx(single.writes.mean, rel=1e-3)
    assert strokes.iostat["log devices"] == pytest.approx(single.iostat["log devices"], rel=0.01)


ORDERS = {
    "full": FULL,
    "bare": FULL.bare(),
    "no logs": FULL.order(log={"devices": 0}),
    "today": SERVER_TODAY.order(pool={"layout": "raidz1", "vdevs": 1}, log={"devices": 1}),
}


@pytest.mark.parametrize("name", ORDERS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_steps_of_a_request_have_no_gap_and_sum_to_what_it_took(name, seed):
    machine = Machine(ORDERS[name], seed)
    machine.start(CROWD)
    machine.pass_time(30 * ms)
    for op, size, block in (
        ("write", 8 * KiB, 0),
        ("read", 8 * KiB, 3),
        ("read", 8 * KiB, 10**6 + seed),
        ("write", 512, 7),
        ("read", 32 * KiB, 5000 + seed),
    ):
        begun = machine.loop.now
        path = machine.trace(op, size, block)
        at = path.begun
        assert at == begun
        for step in path.steps:
            assert step.start == pytest.approx(at, abs=1e-9) and step.finish > step.start
            at = step.finish
        assert path.total() == pytest.approx(at - begun, abs=1e-9)
        assert 0 <= machine.loop.now - at <= 1 * ms + 1e-9  # a trace looks at the clock that often
        assert path.steps[0].what == "client and network"


def test_a_program_on_a_machine_without_clients_is_traced_from_its_file_system_to_its_disk():
    for op, first in (("write", "takes the write"), ("read", "command and cable")):
        machine = Machine(FREEBSD_BOX)
        path = machine.trace(op)
        assert path.steps[0].what == first and path.steps[-1].part == "disk"
        assert path.total() == pytest.approx(path.end - path.begun, abs=1e-9)


@pytest.mark.parametrize(
    ("order", "part"),
    [
        (SUN_7410.order(flash={"devices": 2}, held=(0.0, 1.0)), "flash"),
        (SUN_7410.order(disks={"kind": "ssd"}), "disk"),
    ],
)
def test_a_read_from_solid_state_says_where_that_is(order, part):
    assert ("finds it", part) in [
        (step.what, step.part) for step in Machine(order).trace("read").steps
    ]


@pytest.mark.parametrize(
    "wrong",
    [{"block": -1}, {"block": 2.5}, {"block": None}, {"by": Nfs()}, {"op": "erase"}, {"size": 0}],
)
def test_what_cannot_be_traced_is_refused(wrong):
    with pytest.raises(ValueError, match=f"^{next(iter(wrong))} must "):
        Machine(SUN_7410).trace(**wrong)


@pytest.mark.parametrize("name", ["full", "bare"])
def test_what_a_trace_says_a_write_took_is_what_the_server_counted(name):
    counted = []
    machine = Machine(ORDERS[name], 1, seen=lambda t, latency: counted.append((t, latency)))
    machine.start(CROWD)
    machine.pass_time(20 * ms)
    path = machine.trace("write")
    came = max(step.finish for step in path.steps if step.what == "interrupt and TCP")
    answered = max(step.finish for step in path.steps if step.component != "network")
    then = [
        latency for t, latency in counted if t == pytest.approx(answered, abs=1e-9)
    ]  # a commit answers many
    assert any(latency == pytest.approx(answered - came, abs=1e-9) for latency in then)


def test_answers_to_writes_take_their_headers_time_on_the_card_out():
    machine = Machine(ORDERS["full"])
    ran = machine.run(Nfs(2, 4, spread=0.0), seconds=0.2)
    wire = (HEADERS + 90) / machine.out.rate  # one packet
    assert ran.used["cards out"] == pytest.approx(ran.rate * wire, rel=0.01)
    *_, last = machine.trace("write").steps
    assert (last.what, last.part) == (
        "crosses the link",
        "network",
    ) and last.length == pytest.approx(wire)


@cache
def cached_reads(threads):
    """Reads that memory answers, once it holds all of them."""
    load = Nfs(20, threads // 20, reads=1.0, blocks=Reads(1 * MiB))
    return ran(SUN_7410, load, seconds=0.1, warm=0.1)


def test_cached_reads_of_many_threads_are_as_many_as_the_head_says():
    head = Head("head-7410")
    found = cached_reads(400)
    assert found.tiers["memory"] > 0.99
    assert found.rate == pytest.approx(head.most(head.cached_read(8 * KiB)).rate, rel=0.03)


@pytest.mark.parametrize("threads", [20, 100])
def test_fewer_threads_get_no_more(threads):
    assert cached_reads(threads).rate <= cached_reads(400).rate * 1.01


@pytest.mark.parametrize(
    ("order", "threads"),
    [(FULL, 1), (FULL, 16), (FULL.bare(), 16), (FULL.order(log={"devices": 0}), 16)],
)
def test_threads_are_their_rate_times_latency_and_pause(order, threads):
    """Writes; what lies between an answer and the next request's count is the turnaround, of which
    interrupts are a part."""
    load = Nfs(1, threads, fast_forward=False)
    found = ran(order, load, seconds=0.5 if order.log.devices else 3.0, warm=0.1)
    assert found.rate * (found.writes.mean + order.network.turnaround) == pytest.approx(
        threads, rel=0.02
    )


@pytest.mark.parametrize(
    "order",
    [
        FULL,
        FULL.bare(),
        FULL.order(log={"devices": 4, "mirrored": True}),
        FULL.order(log={"place": "head"}),
    ],
)
@pytest.mark.parametrize(
    ("threads", "size"), [(1, 8 * KiB), (24, 8 * KiB), (24, 512), (10, 32 * KiB)]
)
def test_what_clients_write_is_on_the_log_devices_with_headers_chain_and_rounding(
    order, threads, size
):
    machine = Machine(order, 1, writes=True)
    found = machine.run(Nfs(1, threads, size), seconds=0.1)
    assert all(0 <= share <= 1 for share in found.used.values())
    spec, chain = machine.log.spec, machine.log.chain
    copies = 2 if order.log.mirrored else 1
    blocks = [written.block.size for written in chain]
    inside = machine.server.count * (size + spec.header) + len(blocks) * spec.chain
    moved = machine.boxes.moved("log devices")[3]
    out = sum(sorted(blocks)[-2:])  # those of a commit that is on its way
    assert moved == pytest.approx(copies * sum(blocks), abs=copies * out)
    assert all(block % spec.granule == 0 for block in blocks)
    assert inside <= sum(blocks)
    if spec.sizing == "fit":  # what is not inside is rounding, less than a granule
        assert sum(blocks) - inside < len(blocks) * spec.granule + threads * (size + spec.header)


def test_the_same_seed_is_the_same_run_and_another_is_another():
    one, same, other = (ran(FULL, CROWD, seed=seed, seconds=0.05) for seed in (4, 4, 5))
    assert one == same != other


@pytest.mark.parametrize(
    "load", [Nfs(rate=4000), Nfs(rate=4000, reads=1.0, blocks=Reads(10_000 * MiB))]
)
def test_requests_that_come_faster_than_they_are_answered_are_refused_in_one_line(
    load, monkeypatch
):
    monkeypatch.setattr(whole_machine, "MOST_WAITING", 300)
    with pytest.raises(
        ValueError,
        match=r"^the load must be within the machine's capacity: after [\d.]+ s "
        r"\d+ requests are queued, and the queue grows$",
    ):
        ran(SUN_7410.order(pool={"layout": "mirror", "vdevs": 1}), load, seconds=100.0)


@pytest.mark.parametrize("warm", [0.0, 0.2])
def test_a_queue_that_grows_throughout_is_refused_at_the_end_of_the_run(warm):
    with pytest.raises(
        ValueError,
        match=r"^the load must be within the machine's capacity: after [\d.]+ s [\d,]+ requests are ",
    ):
        ran(
            SUN_7410.order(pool={"layout": "mirror", "vdevs": 1}),
            Nfs(rate=4000, reads=1.0, blocks=Reads(10_000 * MiB)),
            seconds=0.4,
            warm=warm,
        )


def test_a_load_that_the_machine_keeps_up_with_gets_its_rate():
    assert ran(FULL, Nfs(rate=2000), seconds=1.0).rate == pytest.approx(2000, rel=0.05)


def test_programs_on_the_machine_itself_are_counted_too():
    machine = Machine(SUN_7410.order(pool={"layout": "mirror", "vdevs": 2}, log={"devices": 1}))
    found = machine.run(Local(), seconds=0.1)
    assert found.writes.number == len(machine.done) > 100


# Of a machine one block in k: its caches, its feeder and its segments are so many times
# smaller, and no time is.


BLOCK = 8 * KiB


@pytest.mark.parametrize("feeder", FEEDERS)
@pytest.mark.parametrize("k", [1.0, 100.0, 50_000.0])
def test_sizes_and_rates_are_divided_by_k(feeder, k):
    whole = caches(64 * GiB, FeedSpec(feeder, 3), BLOCK)
    part = one_in(k, whole)
    was, now = whole.cache.feed, part.cache.feed
    assert part.cache.arc == pytest.approx(whole.cache.arc / k)
    for name in ("capacity", "rate", "write", "boost"):
        assert getattr(now, name) == pytest.approx(getattr(was, name) / k)
    assert now.devices == 3 and (now.rate if feeder == "2015" else now.write) * now.turn >= min(
        8 * BLOCK, was.rate
    )
    assert (
        1 <= now.segment / BLOCK <= max(8, was.segment / k / BLOCK)
        and now.capacity / now.segment > 100
    )


def test_a_machine_has_the_flash_that_is_ordered():
    spec = FeedSpec("2015", 2, 1 * TB, guard=0.1, header=100.0, segment=2.0 * MiB)
    machine = Machine(caches(64 * GB, spec, BLOCK).order(flash={"rate": 1e9, "capacity": 2 * TB}))
    assert machine.cache.spec == spec and machine.cache.most_known == 64 * GB * 0.1 / 100
    assert [(drive.rate, drive.capacity) for drive in machine.reads.flash] == [(1e9, 2 * TB)] * 2
    assert {store.segment for store in machine.cache.stores} == {2 * MiB}


def test_metadata_keeps_to_the_limit_that_is_ordered():
    arc = Machine(caches(4.0 * MiB).order(meta_limit=0.25)).cache.arc
    for n in range(600):
        arc.read(n, 16 * KiB, float(n), metadata=n % 2 == 0)
        assert arc.metadata <= 1 * MiB
    assert Machine(SUN_7410.without("flash")).cache.arc.meta_limit is None

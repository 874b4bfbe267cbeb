"""What holds for machines with clients, drawn at random, as many as `test_random_machines` draws."""

from itertools import pairwise
from statistics import fmean

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from models.catalogue.machines import machine
from models.devices.flash_drive import SSDS
from models.machine import (
    ORDERS,
    PARTS,
    SUN_7410,
    Machine,
    Nfs,
    Reads,
)
from models.machine.order import LAYOUTS
from models.machine.order.log_device import KINDS
from models.machine.order.names import PATHS
from models.protocols.nfs.server import HEADERS
from models.units import MB, GiB, KiB, MiB, dimension, ms, rpm, us
from tests.conftest import sample
from tests.models.machine.test_random_machines import NUMBERS

pytestmark = pytest.mark.timeout(3600)
MANY = len(NUMBERS)
drawn = settings(
    max_examples=MANY,
    database=None,
    suppress_health_check=list(HealthCheck),
)
dear = settings(drawn, max_examples=MANY // 5)
SIZES = st.sampled_from([512, 4 * KiB, 8 * KiB, 32 * KiB])
SHOPS = [order for name, order in ORDERS.items() if name != "freebsd-box"]
KINDS_OF_POOL = st.sampled_from(list(LAYOUTS))


LOGS, LEFT_OUT = st.integers(0, 4), st.sets(st.sampled_from(list(PARTS)))
READS = st.sampled_from([0.0, 0.3, 0.8, 1.0])


@st.composite
def orders(draw, logs=LOGS):
    """A machine of one of the shops, with parts left out."""
    shop = draw(st.sampled_from([SUN_7410, *SHOPS]))
    order = shop.order(
        pool={
            "layout": draw(KINDS_OF_POOL),
            "width": None,
            "vdevs": draw(st.integers(1, 4)),
            "jbods": draw(st.integers(1, 3)),
            "scattered": draw(st.booleans()),
        },
        log={
            "devices": draw(logs),
            "device": draw(st.sampled_from(list(KINDS.values()))),
        },
        datasets=draw(st.integers(1, 3)),
        arc=draw(st.sampled_from([4 * MiB, 1 * GiB])),
        flash={"devices": draw(st.integers(0, 2))},
    )
    if record := draw(st.sampled_from([None, 8 * KiB, 128 * KiB])):
        order = order.order(recordsize=record)
    if kind := draw(st.sampled_from([None, None, *SSDS])):
        order = order.order({"pool.disks.ssd.kind": kind})
    return order.without(*draw(LEFT_OUT))


@st.composite
def loads(draw):
    """Clients that read and write."""
    return Nfs(
        draw(st.integers(1, 3)),
        draw(st.integers(1, 5)),
        draw(SIZES),
        draw(st.sampled_from([100 * us, 1 * ms])),
        reads=draw(READS),
        blocks=Reads(
            draw(st.sampled_from([2 * MiB, 64 * MiB, 100 * GiB])), draw(st.sampled_from([0.0, 1.0]))
        ),
        over=draw(st.booleans()),
    )


@drawn
@given(orders(), loads(), st.integers(1, 10**6))
def test_threads_are_their_rate_times_the_time_of_a_round(order, load, seed):
    """Little's law over the whole machine: whoever does not wait at the server is on the way to it
    or from it."""
    whole = Machine(order, seed)
    whole.start(load)
    whole.pass_time(0.02)
    server = whole.server
    begun, came, inside = whole.loop.now, 0.0, 0.0
    count = server.count
    for _ in range(300):  # how many are at the server, looked at often
        whole.loop.run(until=whole.loop.now + 0.1 * ms)
        inside += server.waiting * 0.1 * ms
        came += 0.1 * ms
    latencies = inside / max(1, server.count - count)
    assert inside / came <= load.clients * load.threads + 1e-9
    ran = whole.run(seconds=0.05)
    every = ran.reads.number + ran.writes.number
    if every > 400 * load.clients * load.threads:
        took = (ran.reads.mean * ran.reads.number + ran.writes.mean * ran.writes.number) / every
        assert latencies == pytest.approx(took, rel=0.2)
    assert begun < whole.loop.now


@drawn
@given(orders(), loads(), st.integers(1, 10**6), st.booleans())
def test_the_steps_of_a_request_have_no_gap_and_add_up_to_what_it_took(order, load, seed, reads):
    whole = Machine(order, seed)
    whole.start(load)
    whole.pass_time(0.01)
    path = whole.trace("read" if reads else "write", load.size, seed % 1000)
    at = path.begun
    for step in path.steps:
        assert step.start == pytest.approx(at, abs=1e-9)
        at = step.finish
    assert path.total() == pytest.approx(path.end - path.begun, abs=1e-9)


@drawn
@given(
    orders(logs=st.integers(1, 4)),
    st.integers(1, 3),
    st.integers(1, 6),
    SIZES,
    st.integers(1, 10**6),
)
def test_what_clients_write_is_on_the_log_devices_with_its_headers_and_no_more_than_a_block_a_record(
    order, clients, threads, size, seed
):
    whole = Machine(order, seed)
    whole.start(Nfs(clients, threads, size))
    whole.pass_time(0.03)
    log, answered = whole.log.spec, whole.server.count
    written = sum(device.moved[3] for device in whole.boxes.log_drives) / (
        2 if order.log.mirrored else 1
    )
    least = answered * (size + log.header)
    most = (answered + clients * threads) * 2 * log.rounded(max(size + log.header, log.granule))
    assert least <= written <= most + log.block * len(whole.datasets)


@drawn
@given(orders(logs=st.integers(1, 2)), st.integers(2, 8), SIZES, st.integers(1, 10**6))
def test_no_answer_comes_before_the_sum_of_what_its_parts_take_at_least(order, threads, size, seed):
    latencies = []
    whole = Machine(order, seed, seen=lambda t, latency: latencies.append(latency))
    whole.start(Nfs(1, threads, size))
    whole.pass_time(0.03)
    device, server = order.log.device, whole.server
    block = whole.log.spec.rounded(size + whole.log.spec.header)
    least = 0.85 * server.write_time + size * server.copy + device.access + block / device.rate
    assert min(latencies) >= least - 1e-9


def rate(order, load, seed, seconds):
    """Mean of some runs: how a crowd of writers meets at first makes a tenth either way."""
    return fmean(
        Machine(order, seed + n).run(load, seconds=seconds, warm=0.02).rate for n in range(6)
    )


@dear
@given(
    st.sampled_from(SHOPS),
    st.sampled_from(["cores", "spindles", "logs", "disks"]),
    st.integers(4, 24),
    SIZES,
    st.integers(1, 10**6),
)
def test_more_cores_devices_and_faster_spindles_are_never_slower(shop, more, threads, size, seed):
    logs = 1 if more == "logs" else 0
    pool = {"layout": "stripe", "vdevs": 2, "width": None}
    order = shop.order(pool=pool, log={"devices": logs}, cores=2).bare()
    better = order.order(
        **{
            "cores": {"cores": 8},
            "spindles": {"speed": 15_000 * rpm},
            "logs": {"log": {"devices": 4}},
            "disks": {"pool": {"layout": "stripe", "vdevs": 4}},
        }[more]
    )
    load = Nfs(
        2, threads, size, 100 * us, reads=1.0 if more == "disks" else 0.0, blocks=Reads(100 * GiB)
    )
    seconds = 0.06 if logs else 0.3
    assert rate(better, load, seed, seconds) >= 0.94 * rate(order, load, seed, seconds)


@dear
@given(st.integers(0, 8), st.sampled_from([2, 8, 40]), SIZES, st.integers(1, 10**6))
def test_writes_that_share_a_commit_are_never_fewer_than_writes_that_do_not(
    logs, threads, size, seed
):
    order = SUN_7410.order(
        pool={"layout": "mirror", "vdevs": 4, "jbods": 2}, log={"devices": logs}
    ).bare()
    load, seconds = Nfs(1, threads, size, 100 * us), 0.06 if logs else 0.5
    assert rate(order, load, seed, seconds) >= 0.96 * rate(
        order.order(log={"group": False}), load, seed, seconds
    )


def test_one_log_loses_no_writes_to_more_devices():
    """One commit is out at a time, on one device; how a crowd falls into two groups at first is
    chance, hence many seeds."""
    crowds = sample((1, 2, 4, 8, 12, 16, 24, 48, 100, 200), 2, lambda threads: 8 < threads < 48)
    for threads in crowds:
        seeds = range(24 if 8 < threads < 48 else 5)
        rates = [
            fmean(
                Machine(logged(logs), seed).run(Nfs(1, threads), seconds=0.04, warm=0.02).rate
                for seed in seeds
            )
            for logs in (1, 2, 4, 8)
        ]
        for fewer, more in pairwise(rates):
            assert more >= 0.95 * fewer, threads


def logged(logs, datasets=1, **log):
    return SUN_7410.order(
        pool={"layout": "mirror", "vdevs": 4, "jbods": 2},
        log={"devices": logs, **log},
        datasets=datasets,
    ).bare()


@pytest.mark.parametrize("threads", sample([1, 2, 8, 12], 1, lambda threads: threads > 4))
def test_where_devices_are_the_limit_twice_as_many_make_far_more_writes(threads):
    """Of sixteen logs, each with a commit out, wherever twice as many devices are still in use
    nearly all the time."""

    def of(logs):
        runs = [
            Machine(logged(logs, datasets=16), seed).run(Nfs(16, threads), seconds=0.05, warm=0.03)
            for seed in range(5)
        ]
        return fmean(run.rate for run in runs), fmean(run.used["log devices"] for run in runs)

    few = [of(logs) for logs in (1, 2, 4, 8)]
    limited = [(fewer[0], more[0]) for fewer, more in pairwise(few) if more[1] >= 0.95]
    assert len(limited) >= 2
    for fewer, more in limited:
        assert more >= 1.6 * fewer


def test_a_convoy_keeps_its_members_and_costs_only_as_a_block_is_sized_for_the_larger_one():
    """Who is let go together comes back together, as no way to a client and back takes as long as a
    commit."""

    def rates(seed, sizing):
        whole = Machine(logged(2, sizing=sizing), seed)
        whole.start(Nfs(1, 12))
        whole.pass_time(0.05)
        return [whole.run(seconds=0.2).rate for _ in range(4)]

    ahead, fit = ([rates(seed, sizing) for seed in range(1, 9)] for sizing in ("ahead", "fit"))
    for run in ahead:
        assert max(run) < 1.02 * min(run)
    assert max(run[0] for run in ahead) > 1.2 * min(run[0] for run in ahead)
    assert max(run[0] for run in fit) < 1.02 * min(run[0] for run in fit)
    assert max(run[0] for run in ahead) < 1.02 * fit[0][0]


@dear
@given(st.sampled_from([8 * KiB, 32 * KiB]), st.integers(40, 100), st.integers(1, 10**6))
def test_more_disks_cost_logged_writes_nothing_but_turns_on_a_cable_that_log_devices_share_with_them(
    size, threads, seed
):
    """Many disks take a group as fast as the cable carries it, and each with something to send has
    its turn there before the log device has another: writes wait, at most for as long as the
    group's bytes are on the cable."""

    def run(pairs, at):
        order = SUN_7410.order(
            pool={"layout": "mirror", "vdevs": pairs},
            log={"devices": 2, "place": at, "sizing": "fit"},
            groups={"interval": 0.25},
        )
        return Machine(order.bare(), seed).run(Nfs(1, threads, size), seconds=0.5, warm=0.25)

    apart, among = ([run(pairs, at).rate for pairs in (2, 16)] for at in ("head", "jbod"))
    assert apart[1] >= 0.97 * apart[0]
    on_the_cable = among[0] * size / SUN_7410.pool.cable_rate  # a copy of all on each of two
    assert among[1] >= (0.97 - on_the_cable) * among[0]


def slower(order, times):
    """The same machine in a world where everything takes so many times as long."""
    scaled = {}
    for name in machine(order.machine).keys() & PATHS.keys():
        kind = dimension(machine(order.machine)[name].unit)
        if kind == "time":
            scaled[name] = order.value(name) * times
        elif kind in ("rate", "bytes a second"):
            scaled[name] = order.value(name) / times
    return order.order(scaled)


@drawn
@given(KINDS_OF_POOL, st.integers(0, 2), SIZES, st.integers(1, 10**6))
def test_where_all_takes_twice_as_long_a_run_is_the_same_run(layout, logs, size, seed):
    order = SUN_7410.order(
        pool={"layout": layout, "vdevs": 2},
        log={"devices": logs},
        speed=14_400 * rpm,
        media_rate=180 * MB,
    ).bare()
    once = Machine(order, seed).run(Nfs(1, 1, size, 300 * us, spread=0.0), seconds=0.1)
    twice = Machine(slower(order, 2), seed).run(Nfs(1, 1, size, 600 * us, spread=0.0), seconds=0.2)
    close = 0.02 if logs else 0.07  # where on the platter the first writes come does not scale
    assert twice.writes.number == pytest.approx(once.writes.number, abs=2, rel=close)
    assert twice.writes.mean == pytest.approx(2 * once.writes.mean, rel=close)


def test_what_the_cards_carry_is_what_was_asked_and_its_headers():
    whole = Machine(SUN_7410.order(log={"devices": 2}), 1)
    whole.start(Nfs(2, 4))
    whole.pass_time(0.05)
    wire = whole.come.wire(8 * KiB + HEADERS)
    assert whole.come.busy * whole.come.rate == pytest.approx(
        whole.server.arrived * wire, abs=10 * wire
    )

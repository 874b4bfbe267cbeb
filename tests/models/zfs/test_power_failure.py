"""What a power failure takes: laws of promises, and a second reading of the log that knows no
bookkeeping."""

from random import Random

import pytest

from figures.intent_log.experiments.outage import Outage
from models.devices.ssd import Logzilla
from models.sim.loop import Loop
from models.units import GiB, KiB, MiB, ms
from models.zfs.dataset import Zfs
from models.zfs.pool.pool import Pool, uberblock
from models.zfs.pool.vdev import Mirror, Single
from models.zfs.power_failure import PowerFailure
from models.zfs.txg.txg_spec import TxgSpec
from models.zfs.zil.log_spec import LogSpec
from tests.models.drives import drive
from tests.models.nvram import Nvram


def moments(seed, end, count=150):
    """Times between 0 and `end`, at random."""
    random = Random(seed)
    return sorted(random.random() * end for _ in range(count))


def outage(seed=1, programs=1, size=8 * KiB, think=3 * ms, share=1.0, interval=0.4, **settings):
    machine = Outage(groups={"interval": interval}, seed=seed, **settings)
    machine.start(programs, size=size, think=think, share=share)
    return machine


def watched(seed=1, end=1.3, count=150, **settings):
    """A machine, and what failures at many moments would leave: [(time, Loss)]."""
    machine = outage(seed=seed, **settings)
    return machine, list(machine.watch(moments(seed, end, count)))


def read_again(zfs, now, gone=()):
    """(told, on disk, replayed, lost, asked) at `now`, counted anew from all that was told; `gone`:
    failed log vdevs."""

    def safe(block):
        return block.vdev not in gone and block.vdev.stable(now, block.offset, block.size)

    label, groups = zfs.pool.vdevs[0], zfs.groups
    txg = (
        groups.rooted
        if label.stable(now, *uberblock(label, groups.rooted)[1:3])
        else groups.rooted - 1
    )
    while txg > 0 and not all(safe(block) for block in groups.blocks.get(txg, ())):
        txg -= 1
    found = []
    for log in zfs.logs:
        numbers = set()
        for written in log.chain:
            if written.txg > txg:
                if not all(safe(block) for block in (written.block, *written.pointed)):
                    break
                numbers |= set(written.numbers)
        found.append(numbers)
    sums = [0, 0, 0, 0, 0]
    for told in zfs.acknowledged:
        where = 1 if told.txg <= txg else 2 if told.record in found[told.log] else 3
        sums[0] += told.size
        sums[where] += told.size
        sums[4] += told.size if where == 3 and told.sync_asked else 0
    return tuple(sums)


SAFE = [
    dict(),
    dict(cache="off"),
    dict(programs=4),
    dict(programs=24, think=0.5 * ms),
    dict(programs=3, size=64 * KiB),
    dict(programs=3, size=200 * KiB),
    dict(share=0.4, programs=5),
    dict(pool="stripe", programs=4),
    dict(pool="mirror", programs=2),
    dict(pool="mirror", failed="disk", programs=2),
    dict(log="device", programs=6),
    dict(log="striped", programs=6),
    dict(log="mirrored", failed="log", programs=6),
    dict(log="mirrored", pool="stripe"),
    dict(sync="always", share=0.0, programs=2),
]
UNSAFE = [
    dict(cache="ignored"),
    dict(cache="ignored", programs=6, share=0.7),
    dict(cache="ignored", pool="stripe", programs=3, think=1 * ms),
    dict(cache="ignored", pool="mirror", programs=3, think=1 * ms),
    dict(sync="disabled", programs=3),
    dict(share=0.0),
    dict(log="device", failed="log", programs=2),
    dict(log="striped", failed="log", programs=2),
    dict(log="memory", programs=2),
    dict(pool="stripe", failed="disk"),
]


def name(settings):
    return " ".join(f"{key}={value}" for key, value in settings.items()) or "plain"


@pytest.mark.parametrize("settings", SAFE, ids=name)
def test_what_asked_for_safety_survives_a_failure_at_any_moment(settings):
    _, seen = watched(count=100, **settings)
    assert [loss.lost_sync for _, loss in seen] == [0] * len(seen)
    assert not any(loss.damaged or loss.pool_lost for _, loss in seen)
    assert seen[-1][1].acknowledged > 0 and seen[-1][1].txg >= 2
    assert any(loss.replayed for _, loss in seen)


@pytest.mark.parametrize("settings", SAFE[::5] + UNSAFE[::2], ids=name)
def test_acknowledged_is_on_disk_or_replayed_or_lost_and_what_is_kept_never_shrinks(settings):
    _, seen = watched(seed=2, count=80, **settings)
    told = kept = on_disk = 0
    for _, loss in seen:
        assert loss.acknowledged == loss.on_disk + loss.replayed + loss.lost
        assert 0 <= loss.lost_sync <= loss.lost
        assert (loss.writes > 0) == (loss.lost > 0)
        assert (
            loss.acknowledged >= told
            and loss.on_disk >= on_disk
            and loss.acknowledged - loss.lost >= kept
        )
        told, on_disk, kept = loss.acknowledged, loss.on_disk, loss.acknowledged - loss.lost


@pytest.mark.parametrize(
    "settings",
    [
        dict(programs=24, think=0.5 * ms),
        dict(cache="ignored", programs=6, share=0.7),
        dict(cache="ignored", pool="stripe", programs=3, think=1 * ms),
        dict(log="striped", failed="log", programs=2),
        dict(log="memory", programs=2),
        dict(sync="disabled", programs=3),
        dict(sync="always", share=0.0, programs=2),
    ],
    ids=name,
)
def test_one_who_reads_the_log_anew_each_time_counts_the_same(settings):
    machine = outage(**settings)
    gone = {vdev for vdev, _ in machine.hit}
    for now, loss in machine.watch(moments(1, 1.0, 25)):
        assert loss[:5] == read_again(machine.zfs, now, gone)
        assert PowerFailure(machine.zfs, machine.hit).at(now) == loss


@pytest.mark.parametrize("settings", UNSAFE[1::2], ids=name)
def test_what_is_replayed_is_the_beginning_of_the_chain(settings):
    machine = outage(**settings)
    for _, loss in machine.watch(moments(7, 0.9, 30)):
        numbers = [n for written in machine.zfs.log.chain for n in written.numbers]
        assert numbers == sorted(numbers)
        open_group = [
            told
            for told in machine.zfs.acknowledged
            if told.txg > machine.plug.txg and told.record is not None
        ]
        fates = [
            machine.plug.fate(told) for told in sorted(open_group, key=lambda told: told.record)
        ]
        assert fates == sorted(fates)  # log, log, ... lost, lost
        assert loss.replayed == sum(
            told.size for told, fate in zip(open_group, fates, strict=True) if fate == "log"
        )


@pytest.mark.parametrize(
    "settings",
    [
        dict(sync="disabled"),
        dict(sync="disabled", programs=4),
        dict(share=0.0, programs=2),
        dict(log="device", failed="log", programs=2),
        dict(log="memory", programs=2),
    ],
    ids=name,
)
def test_without_a_log_that_is_left_all_since_the_last_group_closed_is_lost_and_no_more(settings):
    machine = outage(**settings)
    losses = set()
    for _, loss in machine.watch(moments(3, 1.3, 200)):
        closed = max(
            (group.closed for group in machine.zfs.groups.history if group.number <= loss.txg),
            default=0.0,
        )
        if loss.txg == machine.zfs.groups.synced:
            since = sum(told.size for told in machine.zfs.acknowledged if told.time > closed)
            on_their_way = (
                8 * KiB * settings.get("programs", 1) if "log" in settings else 0
            )  # as the group closed
            assert since - on_their_way <= loss.lost <= since
            assert loss.replayed == 0
            losses.add(loss.lost)
    assert max(losses) > 100 * KiB


def test_one_of_two_logs_in_turn_takes_what_came_after_the_first_block_on_it():
    machine, seen = watched(log="striped", failed="log")
    lost = [loss for _, loss in seen if loss.lost]
    assert all(loss.replayed <= 8 * KiB for loss in lost)
    last, loss = seen[-1]
    stranded = machine.plug.stranded(last)
    assert sum(told.size for told in stranded) == pytest.approx(loss.lost / 2, abs=8 * KiB)


@pytest.mark.parametrize(
    "settings", [dict(), dict(pool="stripe", programs=2, think=1 * ms)], ids=name
)
def test_an_ignored_flush_loses_no_more_than_the_caches_hold_and_what_lies_behind_the_gap(settings):
    machine = outage(cache="ignored", **settings)
    worst = 0
    for now, loss in machine.watch(moments(2, 1.3, 300)):
        risk = sum(
            size
            for vdev in machine.zfs.pool.vdevs
            for disk in vdev.devices
            for _, size in disk.at_risk(now)
        )
        stranded = sum(told.size for told in machine.plug.stranded(now))
        torn = (
            8 * KiB * settings.get("programs", 1) * len(machine.zfs.pool.vdevs)
        )  # a block of which a part has landed
        assert loss.lost_sync - stranded <= risk + torn
        assert risk <= 16 * MiB * len(machine.zfs.pool.vdevs)
        worst = max(worst, loss.lost_sync)
    assert worst > 0


def test_a_lone_writers_ignored_flush_loses_what_was_told_in_about_the_last_turn():
    machine = outage(cache="ignored", interval=60.0, think=1 * ms)
    for now, loss in machine.watch(moments(4, 1.0, 200)):
        if loss.lost:
            assert now - machine.lost_since() < 1.2 / 120


def test_one_of_two_disks_may_have_the_root_before_the_other_has_what_it_points_to():
    seen = list(
        outage(seed=1, cache="ignored", pool="stripe", think=6 * ms, interval=2.0).watch(
            2.01 + n * 0.1 * ms for n in range(200)
        )
    )
    damaged = [loss for _, loss in seen if loss.damaged]
    assert damaged
    assert {loss.txg for loss in damaged} == {0}
    assert seen[-1][1].txg == 1


def test_a_pool_that_loses_its_only_disk_is_gone_with_all_it_held():
    _, seen = watched(failed="disk")
    assert all(
        loss.pool_lost and loss.lost == loss.acknowledged == loss.lost_sync for _, loss in seen
    )


def test_a_devices_state_is_told():
    machine, seen = watched(log="memory", cache="ignored")
    states = {state.name: state for state in machine.states(seen[-1][0])}
    assert states["log device"].says == "forgot everything"
    assert states["log device"].risk == machine.zfs.pool.log_used
    failed, _ = watched(log="mirrored", failed="log")
    assert [state.says for state in failed.states(2.0)] == [
        "all it had taken is on its platter",
        "failed too",
        "kept all that it had answered",
    ]


def by_hand(logs, flush=True, indirect=None, size=8 * KiB, vdevs=None, programs=2):
    """A ZFS of parts, and programs that write to it."""
    loop = Loop()
    pool = Pool(vdevs or [Single(drive(cache=True))], logs)
    zfs = Zfs(
        loop,
        pool,
        log=LogSpec(flush=flush, indirect=indirect),
        txg=TxgSpec(interval=0.5, flush=flush),
        host=50e-6,
        copy=0.0,
        random=Random(1),
    )

    def program():
        for n in range(100_000):
            yield 1 * ms
            yield from zfs.write(n * size, size, True)

    for n in range(programs):
        loop.spawn(program(), at=n * 0.3 * ms)
    return loop, zfs


def test_a_log_in_memory_that_spills_hides_what_it_spilled():
    loop, zfs = by_hand([Single(Nvram(5 * MiB, volatile=True))])
    loop.run(until=0.45)
    assert zfs.pool.spilled > 10
    plug = PowerFailure(zfs)
    loss = plug.at(0.45)
    assert loss.replayed == 0 and loss.lost == loss.acknowledged
    assert len(plug.stranded(0.45)) >= zfs.pool.spilled - 2


def test_a_log_on_flash_that_spills_to_disk_is_replayed_whole():
    loop, zfs = by_hand([Single(Logzilla(capacity=5 * MiB))])
    plug = PowerFailure(zfs)
    for now in moments(1, 1.4):
        loop.run(until=now)
        assert plug.at(now).lost == 0
    assert zfs.pool.spilled > 10


def test_data_that_a_record_points_to_is_safe_before_the_answer_if_the_disk_is_flushed():
    loop, zfs = by_hand([], indirect=32 * KiB, size=128 * KiB)
    plug = PowerFailure(zfs)
    for now in moments(1, 1.4):
        loop.run(until=now)
        assert plug.at(now).lost == 0
    assert any(written.pointed for written in zfs.log.chain)


def test_a_record_is_lost_with_the_data_it_points_to_though_the_log_has_it():
    vdevs = [Single(drive(cache=True)), Single(Nvram(2 * GiB))]
    loop, zfs = by_hand([], flush=False, indirect=32 * KiB, size=128 * KiB, vdevs=vdevs)
    plug, seen = PowerFailure(zfs), 0
    for now in moments(1, 1.4, 400):
        loop.run(until=now)
        loss, chain = plug.at(now), plug.chains[0]
        if loss.lost and chain.read < len(chain.blocks):
            gap = chain.blocks[chain.read]
            seen += plug.survives(gap.block, now) and not all(
                plug.survives(block, now) for block in gap.pointed
            )
    assert seen > 0


def test_two_datasets_have_chains_of_their_own():
    loop, zfs = by_hand([Single(Nvram(64 * MiB))])
    second = zfs.dataset(LogSpec(), Random(2))

    def program():
        while True:
            yield 2 * ms
            yield from zfs.write(0, 8 * KiB, True, log=second)

    loop.spawn(program())
    plug = PowerFailure(zfs)
    for now in moments(1, 0.9, 50):
        loop.run(until=now)
        assert plug.at(now).lost == 0
    assert {told.log for told in zfs.acknowledged} == {0, 1}


def test_raid_and_mirrors_of_three_lose_nothing_with_as_many_disks_as_they_can_spare():
    disks = [drive(cache=True, phase=n / 3) for n in range(3)]
    loop, zfs = by_hand([], vdevs=[Mirror(disks)])
    vdev = zfs.pool.vdevs[0]
    plugs = [
        PowerFailure(zfs, [(vdev, 0), (vdev, 2)]),
        PowerFailure(zfs, [(vdev, 0), (vdev, 1), (vdev, 2)]),
    ]
    for now in moments(1, 1.2, 60):
        loop.run(until=now)
        two, three = (plug.at(now) for plug in plugs)
        assert two.lost == 0 and not two.pool_lost
        assert three.pool_lost and three.lost == three.acknowledged
    assert not vdev.failed  # asking breaks nothing


@pytest.mark.parametrize(("sector", "size", "places"), [(512, 1 * KiB, 128), (4096, 4 * KiB, 32)])
def test_the_roots_of_groups_go_round_a_ring_in_the_label(sector, size, places):
    vdev = Single(Nvram(64 * MiB), sector)
    ring = [uberblock(vdev, txg) for txg in range(places + 1)]
    assert {block.size for block in ring} == {size}
    assert [block.offset for block in ring] == [128 * KiB + n * size for n in range(places)] + [
        128 * KiB
    ]


def test_what_nobody_asked_to_be_safe_is_told_apart_from_what_was_promised():
    machine = outage(share=0.5, programs=2, cache="ignored", interval=60.0)
    losses = [loss for _, loss in machine.watch(moments(3, 1.0, 40))]
    assert all(loss.lost_sync + loss.lost_async == loss.lost for loss in losses)
    assert max(loss.lost_async for loss in losses) > 0

from collections import Counter
from dataclasses import replace
from math import inf, isfinite, log

import pytest

from models.sizing.demand.disk import mechanics, reads_of
from models.sizing.demand.load import load_of
from models.sizing.demand.order import order_of
from models.sizing.demand.spread import Layout, spread_of, vdev_of
from models.sizing.demand.use import NO_GROUP, Beside, disk_use, group_of
from models.sizing.pools.build import Build
from models.sizing.pools.drive import Drive
from models.sizing.pools.wants import Asked, Wants
from models.sizing.speed.by_machine import Candidate, by_machine, settled
from models.sizing.speed.held import HELD, held
from models.sizing.speed.latency import behind, slower
from models.sizing.speed.rebuild import pace, rebuild
from models.sizing.speed.speed import most, p99, speed
from models.sizing.speed.waits import chance_longer
from models.units import GB, TB, GiB, KiB, MiB, ms, rpm

DRIVES = {
    "disk": Drive("disk", "disk", 22 * TB),
    "fast": Drive("fast", "disk", 2.4 * TB, 10_500 * rpm, seek_average=3.8 * ms),
    "nvme": Drive("nvme", "nvme", 7.68 * TB),
    "sata": Drive("sata", "ssd", 1.92 * TB),
}
READS = Wants(recordsize=8 * KiB, asked=Asked(size=8 * KiB, reads=1.0, rate=200, p99=0.1))
LOGS = {"log": "nvme", "logs": 2}


def asked(wants=READS, **changed):
    return replace(wants, asked=replace(wants.asked, **changed))


def test_an_order_has_what_was_bought():
    build = Build("raidz2", 3, 8, "fast", memory=128 * GiB, special="nvme", specials=2, **LOGS)
    order = order_of(build, DRIVES, replace(READS, compression=2.0))
    pool = order.pool
    assert (pool.layout, pool.vdevs, pool.width, pool.filled) == ("raidz2", 3, 8, 0.8)
    assert order.drive.speed == 10_500 * rpm
    assert order.drive.seek_full / order.drive.seek_average == pytest.approx(15 / 7.4)
    assert (order.log.devices, order.log.mirrored) == (2, True)
    assert (pool.special.devices, order.head.memory) == (2, 128 * GiB)
    assert order.filesystem.ratio == 2.0


def test_an_ssd_that_the_list_knows_better_keeps_the_rest_of_the_catalogue():
    own = Drive("own", "nvme", 3.84 * TB, read_access=60e-6, channels=50)
    ssd = order_of(Build("mirror", 1, 2, "own"), {"own": own}, READS).pool.disks.ssd
    assert (ssd.read_access, ssd.dies, ssd.capacity) == (60e-6, 50, 3.84 * TB)
    assert ssd.program_rate == 5.6 * GB


def test_a_missing_drive_is_named():
    with pytest.raises(KeyError, match="other"):
        speed(Build("mirror", 1, 2, "other"), DRIVES, READS)


@pytest.mark.parametrize(
    ("layout", "width", "record"),
    [
        ("raidz2", 12, 8 * KiB),
        ("raidz1", 6, MiB),
        ("raidz1", 11, 128 * KiB),
        ("raidz3", 11, 16 * KiB),
    ],
)
def test_the_busiest_disk_is_that_of_a_long_stretch_of_records(layout, width, record):
    shape, count = Layout(layout, width, 0, 0, TB, 4096), 4000
    spread, vdev = spread_of(shape, record), vdev_of(shape)
    read = Counter(
        column.device
        for at in range(count)
        for column in vdev.columns(spread.unit * at, record)
        if not column.parity
    )
    assert max(read.values()) / count == pytest.approx(spread.most, rel=0.01)


def test_small_records_all_lie_on_the_same_disks_of_a_narrow_raidz2():
    narrow = spread_of(Layout("raidz2", 6, 0, 0, 22 * TB, 4096), 8 * KiB)
    assert narrow.shares == ((1.0, 2),)  # of six disks two hold the data of every record
    wide = spread_of(Layout("raidz2", 10, 0, 0, 22 * TB, 4096), 8 * KiB)
    assert wide.shares == ((0.2, 10),)


def test_a_lost_disk_is_read_from_others():
    layout = Layout("raidz2", 6, 0, 0, 22 * TB, 4096)
    whole, lost = spread_of(layout, 128 * KiB), spread_of(layout, 128 * KiB, True)
    assert sum(share * disks for share, disks in lost.shares) == pytest.approx(
        sum(share * disks for share, disks in whole.shares)
    )
    assert spread_of(Layout("mirror", 3, 0, 0, 22 * TB, 4096), 8 * KiB, True).sides == 2


def test_a_disk_takes_less_time_if_it_can_choose():
    disk = mechanics(DRIVES["disk"], 0.8)
    assert disk.alone == pytest.approx(7.0 * ms + disk.turn / 2, rel=0.05)
    one, two = (reads_of(DRIVES["disk"], 0.8, 8 * KiB, sides) for sides in (1, 2))
    assert 1 / disk.alone < one.most < 2.5 / disk.alone
    assert two.most == pytest.approx(2 * one.most)
    assert chance_longer(one, 0.5 * one.most, 30 * ms) > chance_longer(two, 0.5 * two.most, 30 * ms)


def test_latency_grows_with_the_rate_and_ends_at_the_limit():
    load = load_of(Build("mirror", 4, 2, "disk"), DRIVES, READS)
    highest, limit = most(load)
    times = [p99(load, share * highest) for share in (0.2, 0.5, 0.8, 1.0)]
    assert times == sorted(times) and limit == "disks"
    assert times[-1] == pytest.approx(READS.asked.p99, rel=0.15)
    assert p99(load, 10 * highest) == inf


@pytest.mark.parametrize("layout, width, size", [("mirror", 2, 8), ("raidz2", 10, 128)])
@pytest.mark.parametrize("lost", [False, True])
def test_reads_that_wait_for_a_group_are_late_the_more_the_fuller_the_disks(
    layout, width, size, lost
):
    wants = replace(asked(reads=0.5, size=size * KiB), recordsize=size * KiB)
    vdev = load_of(Build(layout, 1, width, "disk"), DRIVES, wants, {}, lost).vdev
    full = 1.0
    for _ in range(50):
        full /= disk_use(vdev, full, group_of(vdev, full))
    rates = [full * share for share in (*[k / 20 for k in range(1, 20)], 0.99, 0.9999, 1.0001)]
    for time in (20 * ms, 50 * ms, 100 * ms, 200 * ms):
        late = [slower(vdev, rate, time, group_of(vdev, rate)) for rate in rates]
        assert [max(1e-5, one) for one in late] == sorted(max(1e-5, one) for one in late)
        assert late[-1] == pytest.approx(0.5 * vdev.missed)  # all that read a disk
        assert late[-2] > 0.99 * late[-1]
        for rate, chance in zip(rates, late, strict=True):
            assert chance >= slower(vdev, rate, time, NO_GROUP)
            assert chance >= slower(vdev, rate, 1.1 * time, group_of(vdev, rate))


def test_more_of_everything_is_never_slower():
    small = speed(Build("raidz2", 2, 6, "disk", memory=64 * GiB), DRIVES, READS)
    assert speed(Build("raidz2", 4, 6, "disk", memory=64 * GiB), DRIVES, READS).rate > small.rate
    few = asked(working_set=1e-3)
    memory = [speed(Build("raidz2", 2, 6, "disk", memory=n * GiB), DRIVES, few) for n in (32, 256)]
    assert memory[0].rate < memory[1].rate


def test_safe_writes_are_for_log_devices():
    wants = asked(reads=0.0, sync=True, p99=0.03)
    without = speed(Build("mirror", 6, 2, "disk"), DRIVES, wants)
    assert speed(Build("mirror", 6, 2, "disk", **LOGS), DRIVES, wants).rate > 10 * without.rate


def test_pointers_that_memory_cannot_hold_are_read_too():
    wants = asked(working_set=1.0)
    build = Build("mirror", 6, 2, "disk", memory=16 * GiB)
    assert load_of(build, DRIVES, wants).vdev.pointers > 0.5
    assert load_of(build._replace(memory=2048 * GiB), DRIVES, wants).vdev.pointers == 0


def test_a_resilver_costs_rate_and_a_load_costs_days():
    build = Build("raidz2", 1, 6, "disk")
    low = asked(rate=30)
    calm, hurt = (speed(build, DRIVES, low, {}, beside) for beside in (False, True))
    assert hurt.rate < calm.rate and hurt.p99 > calm.p99
    assert rebuild(build, DRIVES, asked(rate=1e-3)) < rebuild(build, DRIVES, asked(rate=60))


def test_spare_space_on_all_disks_is_filled_sooner_than_one_disk():
    spread = Build("draid2", 1, 24, "disk", 6, 2)
    calm = asked(rate=1e-3)
    assert rebuild(spread, DRIVES, calm) < rebuild(Build("raidz2", 3, 8, "disk"), DRIVES, calm) / 2


def test_each_load_has_the_error_of_the_machine_on_measurements():
    one = held(Build("mirror", 1, 2, "disk", **LOGS), DRIVES, asked(reads=0.5, sync=True))
    assert [each.kind for each in one] == [
        "random reads from disks",
        "safe writes to disks, with a log device",
    ]
    assert all(each.cells > 1 and each.low < each.high for each in HELD.values())


LIKE = [
    ("mirror", 2, 2, "disk", 1.0, 8, {}),
    ("mirror", 1, 3, "disk", 1.0, 128, {}),
    ("raidz2", 1, 6, "disk", 1.0, 8, {}),
    ("raidz1", 1, 4, "fast", 1.0, 128, {}),
    ("mirror", 2, 2, "disk", 0.7, 8, {}),
    ("mirror", 1, 2, "nvme", 1.0, 8, {}),
]


@pytest.mark.parametrize("layout, vdevs, width, disk, reads, size, more", LIKE)
@pytest.mark.parametrize("share", [0.3, 0.6])
def test_latency_is_like_that_of_the_machine(layout, vdevs, width, disk, reads, size, more, share):
    size *= KiB
    wants = replace(asked(reads=reads, size=size), recordsize=size)
    wants = asked(wants, p99=0.1 if disk != "nvme" else 0.001)
    build = Build(layout, vdevs, width, disk, memory=512 * GiB, **more)
    load = load_of(build, DRIVES, wants)
    rate = share * most(load)[0]
    if disk == "nvme":
        rate = min(rate, 20_000)
    requests = 800 if reads == 1 else 1600  # two groups
    ran = Candidate(build, DRIVES, wants, {}, load, requests=requests).p99(rate)
    assert isfinite(ran)
    assert abs(log(p99(load, rate) / ran)) < log(1.5)


def test_a_resilver_goes_on_as_in_the_machine():
    from models.lab.events import resilver
    from models.machine.loads.blocks import Reads
    from models.machine.loads.nfs import Nfs
    from models.machine.machine import Machine

    wants = replace(asked(size=128 * KiB), recordsize=128 * KiB)
    build = Build("mirror", 1, 2, "disk")
    load = load_of(build, DRIVES, wants, {}, True)
    for rate in (20, 60):
        order = order_of(build, DRIVES, wants).order({"cache.held": (0.0, 0.0)})
        machine = Machine(order)
        resilver(machine, {})
        machine.start(Nfs(clients=4, size=128 * KiB, reads=1.0, rate=rate, blocks=Reads(1e12)))
        machine.loop.run(until=1.0)
        begun = machine.resilvers[0].blocks
        machine.loop.run(until=5.0)
        passed = (machine.resilvers[0].blocks - begun) / 4 * 128 * KiB / wants.fill
        found = pace(load._replace(vdev=load.vdev._replace(missed=1.0)), rate, 1.0, 1 / 8)
        assert found == pytest.approx(passed, rel=0.35)


def test_the_machine_decides_near_the_edge():
    build = Build("mirror", 1, 2, "disk")
    closed, ran = speed(build, DRIVES, READS), by_machine(build, DRIVES, READS)
    assert ran.rate == pytest.approx(closed.rate, rel=0.3)
    assert ran.limit == closed.limit == "disks"


def test_a_percentile_is_sure_if_the_ranks_around_it_are_near():
    assert settled([1.0 + n / 10_000 for n in range(1000)], 0.01)
    assert not settled([1.0 + n / 10_000 for n in range(200)], 0.01)  # two are above it
    assert not settled([1.0] * 985 + [2.0] * 15, 0.01)
    assert settled([1.0] * 900 + [2.0] * 100, 0.01)


def test_a_command_waits_for_those_of_a_resilver_that_are_in_the_drive():
    times = [k * ms for k in range(4)]
    found = [[behind(Beside(1 * ms, busy, 2), time) for time in times] for busy in (0, 0.5, 1)]
    assert found == [[0, 0, 0, 0], [0.5, 0.25, 0, 0], [1, 1, 0, 0]]
    assert behind(Beside(1 * ms, 1, 2), 1.5 * ms) == 0.5


def test_a_commit_to_ssds_waits_for_what_a_resilver_writes_to_the_new_one():
    wants = asked(size=16 * KiB, reads=0.7, sync=True, rate=10_000, p99=2 * ms, working_set=0.3)
    wants = replace(wants, recordsize=16 * KiB)
    build = Build("raidz2", 1, 8, "sata", memory=256 * GiB)
    calm, hurt = (load_of(build, DRIVES, wants, {}, lost) for lost in (False, True))
    ran = Candidate(build, DRIVES, wants, {}, hurt).p99(10_000)
    assert p99(hurt, 10_000) == pytest.approx(ran, rel=0.15)
    assert p99(calm, 10_000) < ran / 2
    with_log = load_of(build._replace(**LOGS), DRIVES, wants, {}, True)
    assert p99(with_log, 10_000) < ran / 2

"""OpenZFS's queue: a minimum and a maximum for each class."""

from random import Random

import pytest

from models.devices.drive_spec import drive_of
from models.devices.queued_disk import QueuedDisk, sptf
from models.units import GB, KiB
from models.zfs.io.queue_order import CLASSES, PerClass, WithCredit, Zio, class_of
from models.zfs.io.scheduler import VdevQueue
from tests.models.poisson import poisson
from tests.models.zfs.io.test_scheduler import step

SPEC = drive_of("enterprise-disk")
KINDS = (
    ("read", "sync read"),
    ("write", "sync write"),
    ("read", "async read"),
    ("write", "async write"),
    ("read", "scrub"),
    ("read", "rebuild"),
)


def queue(**options):
    return VdevQueue(
        QueuedDisk(SPEC, sptf(0.004), cache=False, phase=0.4),
        rule="per class",
        aggregation=0,
        **options,
    )


def crowd(one, count=60):
    """So many of each class at once."""
    random = Random(1)
    return [
        one.submit(0.0, op, int(random.random() * 2**27) * 8 * KiB, 8 * KiB, kind)
        for _ in range(count)
        for op, kind in KINDS
    ]


def in_drive(one):
    return {
        name: sum(class_of(head) == name for head, _ in one.in_drive.values()) for name in CLASSES
    }


def drain(one, look=lambda: None):
    while one.drive.due < float("inf"):
        step(one)
        look()


@pytest.mark.parametrize("dirty", [0.0, 0.45, 1.0])
def test_no_class_has_more_than_its_maximum_and_each_has_its_minimum_while_it_waits(dirty):
    one = queue(dirty=dirty)
    sent, seen = crowd(one), []
    most = {name: limit for name, (_, limit) in CLASSES.items()}
    most["async write"] = one.order.most("async write")

    def look():
        active, waits = in_drive(one), {class_of(zio) for zio in sent if zio.issued == float("inf")}
        seen.append(active)
        for name, (least, _) in CLASSES.items():
            assert active[name] <= most[name]
            if name in waits:
                assert active[name] == most[name] >= least

    look()
    drain(one, look)
    assert {name: max(active[name] for active in seen) for name in CLASSES} == most
    assert all(zio.finish < float("inf") for zio in sent)


def test_asynchronous_writes_get_more_as_changed_data_fills_the_memory():
    most = [PerClass(dirty=share / 100).most("async write") for share in range(101)]
    assert most == sorted(most)
    assert [most[0], most[29], most[45], most[61], most[100]] == [1, 1, 5, 10, 10]
    assert PerClass(dirty=1.0).most("scrub") == CLASSES["scrub"][1]


def test_when_the_whole_is_short_minimums_go_first_and_then_the_class():
    """zfs_vdev_max_active below the sum: whoever is under the minimum goes, in the order of the
    classes."""
    line = PerClass()
    line.max_active = 21
    zios = [
        Zio(op, n * 8 * KiB, 8 * KiB, 0.0, kind, number=n)
        for n, (op, kind) in enumerate(KINDS * 30)
    ]
    for zio in zios:
        line.add(zio)
    order = []
    while (head := line.head()) is not None:
        head.issued = 0.0
        line.count_active(head, 1)
        order.append(class_of(head))
    assert order == ["sync read"] * 10 + ["sync write"] * 10 + ["async read"]


def test_who_waits_for_a_read_never_waits_behind_ten_of_others():
    """Beside a resilver of any size every read goes down at once, as long as fewer than ten are
    there."""
    one, random = queue(), Random(3)
    for n in range(500):
        one.submit(0.0, "read", n * GB, 8 * KiB, "resilver")
    reads, times = [], poisson(40, random)
    while len(reads) < 100:
        now = next(times)
        while one.drive.due <= now:
            step(one)
        reads.append(one.submit(now, "read", int(random.random() * 2**27) * 8 * KiB, 8 * KiB))
    assert all(read.waited == 0 for read in reads)
    assert in_drive(one)["scrub"] == CLASSES["scrub"][1]


def test_synchronous_go_as_they_came_and_others_by_place_onward():
    one = queue()
    one.order.limits |= {"sync read": (1, 1), "scrub": (1, 1)}
    sync = [one.submit(0.0, "read", place * GB, 512) for place in (9, 3, 7, 1)]
    other = [one.submit(0.0, "read", place * GB, 512, "scrub") for place in (5, 2, 8, 6)]
    drain(one)
    assert sorted(sync, key=lambda zio: zio.issued) == sync
    assert [zio.offset // GB for zio in sorted(other, key=lambda zio: zio.issued)] == [5, 6, 8, 2]


def test_classes_of_the_old_queue_find_their_place():
    def name(op, kind):
        return class_of(Zio(op, 0, 512, 0.0, kind))

    assert [name("read", "resilver"), name("write", "resilver")] == ["scrub", "async write"]
    assert [name("read", "rebuild"), name("write", "rebuild")] == ["rebuild", "rebuild"]
    assert [name("write", "log write"), name("write", "free"), name("read", "ddt prefetch")] == [
        "sync write",
        "async write",
        "async read",
    ]


def beside_a_scrub(rule, place):
    """Latencies of 40 reads a second beside a scrub whose reads lie at `place`(n)."""
    one, random = (
        VdevQueue(QueuedDisk(SPEC, sptf(0.004), cache=False, phase=0.4), rule=rule, aggregation=0),
        Random(3),
    )
    for n in range(32):
        one.submit(0.0, "read", place(n), 128 * KiB, "scrub")
    reads, times, scrubbed = [], poisson(40, random), 32
    comes = next(times)
    while len(reads) < 150 or any(read.finish == float("inf") for read in reads):
        if comes <= one.drive.due and len(reads) < 150:
            reads.append(one.submit(comes, "read", int(random.random() * 2**27) * 8 * KiB, 8 * KiB))
            comes = next(times)
            continue
        for zio in step(one):
            if zio.kind == "scrub":
                one.submit(one.now, "read", place(scrubbed), 128 * KiB, "scrub")
                scrubbed += 1
    return sum(read.latency for read in reads) / len(reads), scrubbed * 128 * KiB / one.now


def test_a_scrub_in_disk_order_starved_reads_for_seconds_and_credit_ended_it():
    """As users of OpenZFS found with the sorted scrub of 2017 (issues 6921 and 10253), and as the
    credit of 2020 mended: the drive goes on with what lies next, for two such I/Os are always
    there."""

    def along(n):
        return 10**11 + n * 128 * KiB

    (slow, scrubbed), (mended, less) = (
        beside_a_scrub("per class", along),
        beside_a_scrub("with credit", along),
    )
    assert slow > 1.0
    assert mended < 0.06
    assert scrubbed > less > 0.02 * scrubbed


def test_without_others_credit_does_not_matter():
    def total(rule):
        one = VdevQueue(QueuedDisk(SPEC, sptf(0.004), cache=False), rule=rule, aggregation=0)
        zios = [one.submit(0.0, "read", n * GB, 8 * KiB, "scrub") for n in range(60)]
        most = []
        drain(one, lambda: most.append(len(one.in_drive)))
        return max(most), max(zio.finish for zio in zios)

    (two, before), (three, after) = total("per class"), total("with credit")
    assert (two, three) == (2, 3)
    assert after < 1.1 * before


def test_credit_is_one_when_a_read_goes_down_and_five_after_an_answer():
    line = WithCredit()
    read, scrub = Zio("read", 0, 512, 0.0), Zio("read", 512, 512, 0.0, "scrub")
    assert line.admits(read) and line.admits(scrub)
    line.count_active(read, 1)
    assert (line.most("scrub"), line.least("scrub")) == (1, 1)
    line.count_active(scrub, 1)
    assert (line.most("scrub"), line.least("scrub")) == (0, 0)
    line.count_active(read, 1)
    line.count_active(read, -1)
    assert line.credit == 5
    line.count_active(read, -1)
    assert line.credit == 0
    for _ in range(5):
        line.count_active(scrub, -1)
        line.count_active(scrub, 1)
    assert line.most("scrub") == 3

"""Application reads beside a resilver: what a depth gives each of them; and the two queues
alone give what the machine gives."""

from itertools import count as counted
from itertools import islice, pairwise, product
from random import Random

import pytest

from figures.queues_resilvering.experiments.rebuild import BOX
from figures.queues_resilvering.experiments.trial import (
    anywhere,
    application,
    queues_alone,
    side_by_side,
)
from models.machine import Machine
from models.units import GB, TB, KiB, day, ms

SIZE, SPAN = 8 * KiB, 2000 * GB
DEPTHS = (1, 2, 4, 10, 35)


def stream(order, block=None):
    """A resilver's reads: anywhere, or one behind the other."""
    if order == "metadata":
        return ((offset, block or SIZE) for offset in anywhere(block or SIZE, SPAN, Random(5)))
    block = block or 128 * KiB
    return ((number * block, block) for number in counted(100 * GB // block)) if order else None


def machine(depth, rule="deadline", aggregation=0, **drive):
    return Machine(
        BOX.order(
            write_cache="off",
            queue={"pending": depth, "rule": rule, "aggregation": aggregation},
            disks=drive,
        ),
        4,
        commands=True,
    )


def alone(depth, order="metadata", count=600, rate=40.0, **options):
    device = machine(depth, **options).pool.vdevs[0].devices[0]
    return queues_alone(device, application(rate, count, 3, SPAN), stream(order))


def readable(depth, order="metadata", count=300, block=None, inflight=32, **options):
    return side_by_side(
        machine(depth, **options), application(40.0, count, 3, SPAN), stream(order, block), inflight
    )[0]


@pytest.mark.parametrize(
    ("rule", "depth", "order"),
    [
        *product(["deadline"], [1, 10], ["metadata", "disk"]),
        ("deadline", 40, "metadata"),
        ("fcfs", 1, "disk"),
        ("fcfs", 40, "metadata"),
        *product(["per class", "with credit"], [1], ["metadata", "disk"]),
        ("deadline", 10, None),
        ("with credit", 1, None),
    ],
)
def test_the_queues_alone_are_the_machine(depth, rule, order):
    count = 30 if rule == "per class" else 60 if order == "disk" and depth > 2 else 120
    one, other = alone(depth, order, count, rule=rule), readable(depth, order, count, rule=rule)
    assert len(one.reads) == len(other.reads) == count
    for mine, theirs in zip(one.reads, other.reads, strict=True):
        assert (mine.arrived, mine.issued, mine.finish) == (
            theirs.arrived,
            theirs.issued,
            theirs.finish,
        )
    assert one[1:] == other[1:]


def test_a_stream_that_ends_is_read_to_its_end():
    work = list(islice(stream("metadata"), 50))
    device = machine(4).pool.vdevs[0].devices[0]
    one = queues_alone(device, application(40.0, 200, 3, SPAN), work)
    assert (one.ios, one.read) == (50, 50 * SIZE)


def test_neighbours_joined_are_as_good_as_large_reads():
    """A stream of 8 KiB blocks in disk order, 512 on their way and joined in ZFS's queue, against
    32 of 128 KiB."""
    joined = readable(2, "disk", 200, block=8 * KiB, inflight=512, aggregation=128 * KiB)
    large = readable(2, "disk", 200)
    assert joined.rate == pytest.approx(large.rate, rel=0.15)
    assert joined.mean == pytest.approx(large.mean, rel=0.15)


@pytest.mark.alike("a deeper queue slows the reads and speeds the resilver")
@pytest.mark.parametrize("order", ["metadata", "disk"])
def test_a_deeper_queue_slows_the_reads_and_speeds_the_resilver(order):
    found = [alone(depth, order, 300 if order == "disk" else 600) for depth in DEPTHS]
    for shallow, deep in pairwise(found):
        assert deep.mean > shallow.mean
    assert found[-1].rate > 1.5 * found[0].rate
    assert found[-1].mean > 5 * found[0].mean


def test_without_a_resilver_the_depth_hardly_matters():
    quiet = [alone(depth, None).mean for depth in DEPTHS]
    assert max(quiet) < 1.25 * min(quiet)
    assert alone(35).mean > 6 * max(quiet)


def test_where_the_reads_wait_moves_with_the_depth():
    """In ZFS's queue at depth 1, where they overtake the resilver; in the drive's hands at depth
    35, where they do not."""
    shares = []
    for depth in DEPTHS:
        one = alone(depth)
        shares.append(one.waited / one.mean)
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 0.4
    assert shares[-1] < 0.05


def test_at_depth_one_a_read_waits_for_one_resilver_io_at_most():
    """For what is left of the I/O that the drive has and for the reads that wait already; then it
    is next."""
    reads = alone(1, rate=10.0, count=300).reads
    spec = machine(1).disk.spec
    longest = 1 / spec.speed + spec.seek_full + spec.command + 1 * ms
    for read in reads:
        others = (
            sum(
                other.arrived < read.arrived + longest and other.finish > read.arrived
                for other in reads
            )
            - 1
        )
        assert read.issued - read.arrived < (others + 1) * longest
    assert min(read.finish - read.arrived for read in reads) < longest


def test_trials_of_old_come_out_as_they_did():
    """40 reads a second: random 8 KiB takes weeks at depth 1 and 2, a week at 35; in disk order, of
    blocks that touch, with 4 MiB on their way, a third of a day."""
    days = {depth: TB / alone(depth, count=800).rate / day for depth in (1, 2, 35)}
    assert 18 < days[2] < 40
    assert 18 < days[1] < 40
    assert 6 < days[35] < 9
    assert alone(35, count=800).mean == pytest.approx(165 * ms, rel=0.1)
    for depth in (1, 2):
        assert TB / alone(depth, "disk", count=400).rate / day == pytest.approx(0.3, rel=0.2)


def test_a_drive_that_does_not_read_ahead_loses_a_turn_for_each_command_in_disk_order():
    """With one command at a time the next one comes a moment too late."""
    assert alone(1, "disk", count=100).rate > 4 * alone(1, "disk", count=100, read_ahead=0).rate

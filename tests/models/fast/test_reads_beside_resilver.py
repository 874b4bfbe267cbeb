"""Application reads beside a resilver: what a depth gives each of them; and the flat loop is the readable one."""

from itertools import islice, pairwise, product

import pytest

from models.devices.disk_scheduling import sptf
from models.devices.drive_spec import drive_of
from models.devices.hdd import HardDisk
from models.devices.queued_disk import QueuedDisk
from models.experiments.queues.load import Applications, disk_order, metadata_order, side_by_side
from models.fast.reads_beside_resilver import two_streams
from models.sim.loop import Loop
from models.sim.stats import mean, percentile
from models.units import GB, TB, KiB, day, ms
from models.zfs.io.queued_device import QueuedDevice

SPEC, AGEING, SIZE = drive_of("enterprise-disk"), 0.004, 8 * KiB
APPLICATIONS = Applications(40.0)
DEPTHS = (1, 2, 4, 10, 35)


def stream(order, block=None):
    return (metadata_order(block or SIZE, APPLICATIONS.span, 5) if order == "metadata"
            else disk_order(block or 128 * KiB, APPLICATIONS.span, 100 * GB))


def flat(depth, order="metadata", count=600, rate=40.0, inflight=32, **options):
    work = stream(order) if order else None
    return two_streams(HardDisk(SPEC, phase=0.4), Applications(rate).reads(count, 3), SIZE, work, inflight,
                       max_pending=depth, ageing=AGEING, **options)


def readable(depth, order="metadata", count=300, block=None, inflight=32, reads=None, **options):
    disk = QueuedDisk(SPEC, sptf(AGEING), cache=False, read_ahead=True, phase=0.4)
    device = QueuedDevice(Loop(), disk, max_pending=depth, **options)
    work = stream(order, block) if order else None
    return side_by_side(device, reads or APPLICATIONS.reads(count, 3), SIZE, work, inflight)


@pytest.mark.parametrize(("rule", "depth", "order"), [
    *product(["deadline"], [1, 10], ["metadata", "disk"]), ("deadline", 40, "metadata"), ("strict", 2, "metadata"),
    ("strict", 10, "disk"), ("fcfs", 1, "disk"), ("fcfs", 40, "metadata"), ("per class", 1, "metadata"),
    ("per class", 1, "disk"), ("with credit", 1, "metadata"), ("with credit", 1, "disk"), ("deadline", 10, None),
    ("with credit", 1, None)])
def test_the_flat_loop_is_the_readable_one(depth, rule, order):
    count = 30 if rule == "per class" else 60 if order == "disk" and depth > 2 else 120
    one, other = flat(depth, order, count, rule=rule), readable(depth, order, count, rule=rule, aggregation=0)
    assert len(one.reads) == len(other.reads) == count
    for mine, theirs in zip(one.reads, other.reads, strict=True):
        assert mine == pytest.approx((theirs.came, theirs.issued, theirs.finish), abs=1e-9)
    assert (one.resilver, one.resilvered) == (len(other.resilver), other.resilvered)
    assert (one.seconds, one.waiting, one.active, one.busy) \
        == pytest.approx((other.seconds, other.waiting, other.active, other.busy), rel=1e-9)


def test_a_stream_that_ends_is_read_to_its_end():
    work = list(islice(stream("metadata"), 50))
    one = two_streams(HardDisk(SPEC), APPLICATIONS.reads(200, 3), SIZE, iter(work), max_pending=4)
    assert (one.resilver, one.resilvered) == (50, 50 * SIZE)


def test_neighbours_joined_are_as_good_as_large_reads():
    """A stream of 8 KiB blocks in disk order, 512 on their way and joined in ZFS's queue, against 32 of 128 KiB."""
    joined = readable(2, "disk", 200, block=8 * KiB, inflight=512)
    large = readable(2, "disk", 200, aggregation=0)
    assert joined.rate == pytest.approx(large.rate, rel=0.15)
    assert mean([z.latency for z in joined.reads]) == pytest.approx(mean([z.latency for z in large.reads]), rel=0.15)


def latency(outcome, share=None):
    taken = [read.finish - read.came for read in outcome.reads]
    return percentile(taken, share) if share else mean(taken)


@pytest.mark.parametrize("order", ["metadata", "disk"])
def test_a_deeper_queue_slows_the_reads_and_speeds_the_resilver(order):
    found = [flat(depth, order, 300 if order == "disk" else 600) for depth in DEPTHS]
    for shallow, deep in pairwise(found):
        assert latency(deep) > latency(shallow)
    assert found[-1].rate > 1.5 * found[0].rate
    assert latency(found[-1]) > 5 * latency(found[0])


def test_without_a_resilver_the_depth_hardly_matters():
    alone = [latency(flat(depth, None)) for depth in DEPTHS]
    assert max(alone) < 1.25 * min(alone)
    assert latency(flat(35)) > 6 * max(alone)


def test_where_the_reads_wait_moves_with_the_depth():
    """In ZFS's queue at depth 1, where they overtake the resilver; in the drive's hands at depth 35, where they do not."""
    shares = []
    for depth in DEPTHS:
        reads = flat(depth).reads
        shares.append(mean([r.issued - r.came for r in reads]) / mean([r.finish - r.came for r in reads]))
    assert shares == sorted(shares, reverse=True)
    assert shares[0] > 0.4
    assert shares[-1] < 0.05


def test_at_depth_one_a_read_waits_for_one_resilver_io_at_most():
    """For what is left of the I/O that the drive has and for the reads that wait already; then it is next."""
    reads = flat(1, rate=10.0, count=300).reads
    longest = 1 / SPEC.speed + SPEC.seek_full + SPEC.command + 1 * ms
    for read in reads:
        others = sum(other.came < read.came + longest and other.finish > read.came for other in reads) - 1
        assert read.issued - read.came < (others + 1) * longest
    assert min(read.finish - read.came for read in reads) < longest


def test_trials_of_old_come_out_as_they_did():
    """40 reads a second: random 8 KiB takes weeks at depth 1 and 2, a week at 35; in disk order, of blocks that touch, with
    4 MiB on their way, a third of a day."""
    days = {depth: TB / flat(depth, count=800).rate / day for depth in (1, 2, 35)}
    assert 18 < days[2] < 40
    assert 18 < days[1] < 40
    assert 6 < days[35] < 9
    assert latency(flat(35, count=800)) == pytest.approx(165 * ms, rel=0.1)
    for depth in (1, 2):
        assert TB / flat(depth, "disk", count=400).rate / day == pytest.approx(0.3, rel=0.2)


def test_a_drive_that_does_not_read_ahead_loses_a_turn_for_each_command_in_disk_order():
    """With one command at a time the next one comes a moment too late."""
    fast = flat(1, "disk", count=100)
    work = stream("disk")
    slow = two_streams(HardDisk(drive_of("enterprise-disk", read_ahead=0), phase=0.4), APPLICATIONS.reads(100, 3), SIZE, work,
                       max_pending=1, ageing=AGEING)
    assert fast.rate > 4 * slow.rate

"""Trials of a device, an order, a rule and a depth: whole resilvers give the same, and no device
does what it cannot."""

from itertools import islice

import pytest

from figures.queues_resilvering.experiments.rebuild import ApplicationLoad, rebuild
from figures.queues_resilvering.experiments.trial import SCALE, SPAN, tape, trial, watched
from models.catalogue.enterprise_disk import ENTERPRISE_DISK
from models.sim.stats import mean
from models.units import TB, KiB, day
from models.zfs.resilver.job import Job, metadata_share


@pytest.mark.parametrize("order", ["metadata", "disk", "none"])
@pytest.mark.parametrize("rule", ["deadline", "with credit"])
def test_a_trial_is_what_watching_every_io_gives(order, rule):
    one = trial("disk", order, 4, rule=rule, count=80)
    seen, resilver = watched("disk", order, 4, rule=rule, count=80)
    assert [read.finish for read in one.reads] == pytest.approx(
        [zio.finish for zio in seen.reads], abs=1e-9
    )
    assert len(resilver) == seen.ios
    assert one.rate == pytest.approx(seen.rate, rel=1e-9)
    assert (one.waiting, one.active, one.busy) == pytest.approx(
        (seen.waiting, seen.active, seen.busy), rel=1e-9
    )


@pytest.mark.parametrize("depth", [10])
def test_a_whole_resilver_takes_as_long(depth):
    """As a resilver, which also writes, on two disks: in metadata order, and in disk order with the
    first phase."""
    order = {name: trial("disk", name, depth, count=400) for name in ("metadata", "disk")}
    whole = {name: rebuild(Job(), name, ApplicationLoad(depth=depth)) for name in order}
    days = {name: TB / one.rate / day for name, one in order.items()}
    days["disk"] += metadata_share() * days["metadata"]
    for name, outcome in whole.items():
        assert days[name] == pytest.approx(TB / outcome.rate / day, rel=0.3)
        assert order[name].mean == pytest.approx(mean(outcome.answers), rel=0.3)


@pytest.mark.parametrize("depth", [35])
def test_no_resilver_is_faster_than_the_disk_streams(depth):
    rate = ENTERPRISE_DISK["pool.disks.media_rate"].value
    for scattered in (0.0, 0.5, 1.0):
        assert trial("disk", "disk", depth, scattered=scattered, rate=5.0, count=15).rate < rate


def test_what_is_copied_is_what_is_used():
    """Half of the places are in use: at random, about two thirds of what is read; all of it where
    files lie together."""
    for scattered, low, high in ((1.0, 0.45, 0.7), (0.0, 0.999, 1.0)):
        one = tape("disk", "disk", 8 * KiB, scattered, 5)
        assert len(list(islice(one, 2000))) == 2000
        assert low <= one.useful(2000) <= high


def test_a_tape_gives_every_depth_the_same_work():
    first, second = (list(islice(tape("disk", "metadata", 8 * KiB, 1.0, 7), 300)) for _ in range(2))
    assert first == second
    assert first != list(islice(tape("disk", "metadata", 8 * KiB, 1.0, 8), 300))


@pytest.mark.parametrize("kind", SCALE)
@pytest.mark.parametrize("order", ["metadata", "disk"])
def test_all_that_is_read_lies_on_the_device(kind, order):
    for offset, size in islice(tape(kind, order, 8 * KiB, 1.0, 3), 2000):
        assert 0 <= offset < offset + size <= SPAN[kind]


def test_the_rules_of_thumb():
    """A deep queue makes an array and flash do more at little cost; a disk's reads pay for it many
    times over."""

    def gain(kind, shallow, deep):
        few, many = (
            trial(kind, "metadata", shallow, count=150),
            trial(kind, "metadata", deep, count=150),
        )
        return many.rate / few.rate, many.mean / few.mean

    faster, slower = gain("disk", 2, 10)
    assert faster < 3 and slower > 2.2
    faster, slower = gain("ssd", 2, 16)
    assert faster > 3
    assert trial("ssd", "metadata", 16, count=150).mean < 0.002
    faster, slower = gain("array", 4, 35)
    assert faster > 20 and slower < 1

"""What no resilver can do is refused in one lower-case line."""

from itertools import islice
from math import inf, nan
from random import Random

import pytest

from models.devices.drive_spec import drive_of
from models.sim.arrivals import evenly_many
from models.zfs.resilver.bound import metadata_share, random, streaming, throttled
from models.zfs.resilver.history import History, worn
from models.zfs.resilver.order import in_disk_order, steps
from models.zfs.resilver.resilver import ApplicationLoad, Job, alone, rebuild
from tests.models.test_bad_input import LINE

NO_NUMBERS = (nan, "x", None, True)
NO_TIMES = (*NO_NUMBERS, inf, -1)
NO_COUNTS = (*NO_TIMES, 0, 1.5, 10**30)
REFUSED = {
    "a job": (lambda **x: Job(**x), {
        "used": (*NO_TIMES, 0, 1.5, 10**30), "capacity": (*NO_TIMES, 0, 1.5), "block": (*NO_COUNTS, 3000),
        "scattered": (*NO_TIMES, 1.1), "born": (*NO_TIMES, 1.1, 0, 1e-12), "layout": ("stripe", None, 1, []),
        "width": (*NO_COUNTS, 1, 3), "failed": (*NO_COUNTS, 2), "sector": (*NO_COUNTS, 100)}),
    "a load": (lambda **x: ApplicationLoad(**x), {
        "reads": (*NO_TIMES, 1000), "rule": ("x", None, 1), "start": (nan, "x", True, inf, -1, 0, 1.5, 10**30),
        "size": NO_COUNTS, "depth": NO_COUNTS, "in_flight": NO_COUNTS, "delay": NO_TIMES}),
    "a resilver": (lambda **x: rebuild(**{"job": Job(), "order": "disk", **x}), {
        "job": (0, None, "x"), "load": (0, "x", Job()), "spec": (0, -1, "x", []),
        "order": ("x", None, 1), "count": (*(c for c in NO_COUNTS if c is not None), 103),
        "seed": (nan, inf, "x", None, True, 1.5)}),
    "an application alone": (lambda **x: alone(Job(), **x), {"seconds": (*NO_TIMES, 0)}),
    "steps": (lambda **x: list(islice(steps(Job(), **{"order": "disk", "random": Random(1), "count": 3, **x}), 2)), {
        "order": ("x", None, 1)}),
    "aggregates": (lambda **x: next(in_disk_order(Job(), Random(1), 3, **x)), {
        "aggregation": (*NO_TIMES, 1.5), "gap": (*NO_TIMES, 1.5)}),
    "a history": (lambda **x: History(**x), {"files": NO_COUNTS, "blocks": NO_COUNTS, "places": (*NO_COUNTS, 10)}),
    "a history's overwrites": (lambda share: History().overwrite(share, Random(1)), {"share": (*NO_TIMES, 1.1)}),
    "a worn pool": (lambda **x: worn(**{"full": 0.5, "times": 1, "random": Random(1), **x}), {
        "full": (*NO_TIMES, 0, 0.95), "times": (*NO_TIMES, 1000)}),
    "a stream": (lambda **x: streaming(**{"size": 1, "rate": 1, **x}), {"size": NO_TIMES, "rate": (*NO_TIMES, 0)}),
    "movements": (lambda **x: random(**{"blocks": 1, "iops": 1, **x}), {"blocks": NO_TIMES, "iops": (*NO_TIMES, 0)}),
    "a throttle": (lambda **x: throttled(**{"blocks": 1, **x}), {"blocks": NO_TIMES, "delay": NO_TIMES}),
    "metadata": (lambda **x: metadata_share(**x), {"born": (*NO_TIMES, 2), "scattered": (*NO_TIMES, 2)}),
    "reads to come": (lambda **x: next(evenly_many(**{"rate": 1, "random": Random(1), **x})), {
        "rate": NO_TIMES, "window": NO_COUNTS[:-1]}),
}


@pytest.mark.parametrize(("make", "name", "value"), [
    pytest.param(make, name, value, id=f"{what}, {name}={value!r:.20}")
    for what, (make, wrong) in REFUSED.items() for name, values in wrong.items() for value in values])
def test_it_is_refused_in_one_line(make, name, value):
    with pytest.raises(ValueError, match=LINE):
        make(**{name: value})


@pytest.mark.parametrize(("wrong", "line"), [
    ({"used": 0}, "used and born must leave something to resilver, got 0 bytes and 1 of them"),
    ({"born": 0.0}, "used and born must leave something to resilver, got 1000000000000 bytes and 0 of them"),
    ({"used": 3 * 10**12}, "used must fit on the disk of 2000000000000 bytes, got 3000000000000"),
    ({"failed": 2}, "failed must be at most 1 of the disks of a mirror, got 2"),
    ({"layout": "raidz1", "width": 5, "failed": 2}, "failed must be at most 1 of the disks of a raidz1, got 2"),
    ({"layout": "raidz2", "width": 2}, "raidz2 needs 3 or more disks, got 2"),
    ({"width": 3}, "width must be 2 for a mirror, got 3"),
])
def test_what_the_job_cannot_be(wrong, line):
    with pytest.raises(ValueError) as refused:
        Job(**wrong)
    assert str(refused.value) == line


def test_a_drive_that_is_smaller_than_what_the_job_says():
    with pytest.raises(ValueError) as refused:
        rebuild(Job(), "disk", spec=drive_of("enterprise-disk", capacity=10**9))
    assert str(refused.value) == ("spec must be of a drive of at least 2000000000000 bytes, as the disks of the job, "
                                  "got 1000000000")


def test_a_queue_of_no_depth_and_an_application_that_leaves_no_time(monkeypatch):
    with pytest.raises(ValueError, match=r"^depth must be 1 or more, got 0$"):
        ApplicationLoad(depth=0)
    assert rebuild(Job(), "metadata", ApplicationLoad(reads=1e-9), count=200).answers == []
    monkeypatch.setattr("models.zfs.resilver.resilver.LONGEST", 3.0)
    assert rebuild(Job(), "disk", ApplicationLoad(in_flight=1000, depth=1000)).jumps < 1   # its sample is longer
    with pytest.raises(ValueError, match=r"^reads must leave the disks some time for the resilver, got 200 a second$"):
        rebuild(Job(), "metadata", ApplicationLoad(reads=200, depth=1, rule="strict"))

"""FIFO, LRU and ARC have libcachesim's hits, request by request. (Its ARC moves its target by a
real number, too.)"""

import sys
from functools import cache
from platform import machine

import pytest

from models.zfs.arc.replacement import Arc, Fifo, Lru
from tests.models.policies import TRACES, zipf

HAS_WHEELS = sys.platform == "linux" and machine() == "x86_64" and sys.version_info < (3, 14)
pytestmark = pytest.mark.skipif(
    not HAS_WHEELS, reason="libcachesim has wheels for Linux on x86_64 and CPython before 3.14"
)
OURS = {"FIFO": Fifo, "LRU": Lru, "ARC": Arc}


@cache
def trace(name):
    return TRACES[name]()


def peers(policy, size, keys):
    """The peer's hits. Where it belongs to the environment and is not there, this fails."""
    import libcachesim

    there, request = getattr(libcachesim, policy)(size), libcachesim.Request()
    request.obj_size = 1
    hits = []
    for key in keys:
        request.obj_id = key + 1
        hits.append(there.get(request))
    return hits


@pytest.mark.parametrize(
    ("policy", "size", "name"),
    [
        ("FIFO", 1_000, "scan + zipf"),
        ("LRU", 1_000, "scan + zipf"),
        ("ARC", 100, "zipf"),
        ("ARC", 1_000, "loop"),
        ("ARC", 3_000, "scan + zipf"),
        ("ARC", 10_000, "zipf"),
    ],
)
def test_hits_are_the_peer_s_to_the_last_request(name, policy, size):
    keys = trace(name)[:60_000]
    assert list(map(OURS[policy](size).access, keys)) == peers(policy, size, keys)


class WholeSteps(Arc):
    """ARC whose target moves by whole blocks: another algorithm."""

    def access(self, key):
        found = super().access(key)
        self.p = int(self.p)
        return found


def test_whole_steps_would_be_found_out():
    keys = zipf(50_000, 0.9, 50_000, 1)
    hits = list(map(WholeSteps(3_000).access, keys))
    assert hits != peers("ARC", 3_000, keys)
    assert hits != list(map(Arc(3_000).access, keys))

"""Where the next request goes."""

from itertools import islice
from random import Random

import pytest

from models.sim.workload import sequential, uniform


def test_sequential_requests_touch():
    assert list(islice(sequential(4096, start=512), 3)) == [512, 4608, 8704]


def test_random_requests_are_aligned_and_stay_within_their_span():
    offsets = list(islice(uniform(8192, 1_000_000, Random(1)), 5000))
    assert all(offset % 8192 == 0 for offset in offsets)
    assert min(offsets) >= 0
    assert max(offsets) + 8192 <= 1_000_000


def test_every_place_has_the_same_chance():
    places, draws = 20, 20_000
    hits = [0] * places
    for offset in islice(uniform(100, 100 * places, Random(5)), draws):
        hits[offset // 100] += 1
    chi = sum((n - draws / places) ** 2 / (draws / places) for n in hits)
    assert chi < 45  # 19 degrees of freedom: exceeded once in a thousand


def test_a_span_that_holds_no_request_is_refused():
    with pytest.raises(ValueError, match="at least one request of 8192 bytes, got 100"):
        next(uniform(8192, 100, Random(1)))

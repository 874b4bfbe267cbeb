"""What hashing costs."""

import pytest

from models.head.checksum import FLETCHER4, SHA256, seconds
from models.units import KiB


def test_a_hash_takes_its_block_over_its_rate():
    assert seconds(128 * KiB) == pytest.approx(1.024e-3)
    assert seconds(8 * KiB) == pytest.approx(64e-6)


def test_the_usual_sum_is_many_times_faster_and_slower_than_memory():
    assert 10 * SHA256 < FLETCHER4 < 10e9


@pytest.mark.parametrize(("size", "rate", "line"), [
    (0, 1e8, "size must be 1 byte or more, got 0"), (8192, 0, "rate must be above 0, got 0"),
    (8192, float("nan"), "rate must be"), ("8 KiB", 1e8, "size must be")])
def test_what_cannot_be_is_refused(size, rate, line):
    with pytest.raises(ValueError, match=line):
        seconds(size, rate)

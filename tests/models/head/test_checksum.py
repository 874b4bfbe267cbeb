"""What hashing costs."""

import pytest

from models.head.cpu import FLETCHER4, SHA256, checksum_time
from models.units import KiB


def test_a_hash_takes_its_block_over_its_rate():
    assert checksum_time(128 * KiB) == pytest.approx(1.024e-3)
    assert checksum_time(8 * KiB) == pytest.approx(64e-6)


def test_the_usual_sum_is_many_times_faster_and_slower_than_memory():
    assert 10 * SHA256 < FLETCHER4 < 10e9

"""How clients share what a server can carry."""

from itertools import pairwise
from math import fsum

import pytest

from figures.streaming.experiments.shared_transfer import shares, transfer


def test_who_wants_less_gets_it_and_the_others_share_the_rest():
    assert shares(10, [1, 100, 100]) == [1, 4.5, 4.5]
    assert shares(10, [1, 2]) == [1, 2]
    assert shares(9, [5, 5, 5]) == [3, 3, 3]
    assert shares(9, [100, 100], [2, 1]) == [6, 3]
    assert shares(9, [1, 100, 100], [2, 2, 1]) == pytest.approx([1, 16 / 3, 8 / 3])


def test_all_bytes_arrive_and_a_slow_client_ends_last_and_alone():
    steps = list(transfer([100.0] * 3, [50.0, 50.0, 20.0], lambda t: 90.0, 0.3))
    assert fsum(fsum(step.moved) for step in steps) == pytest.approx(300)
    assert steps[-1].end == pytest.approx(5.0)  # 100 at 20 a second
    assert steps[-1].moved[0] == 0 < steps[-1].moved[2]
    assert all(a.end == pytest.approx(b.start) for a, b in pairwise(steps))


def test_the_length_of_a_step_changes_no_end():
    ends = [
        list(transfer([70.0, 30.0], [1e9, 1e9], lambda t: 10.0, step))[-1].end
        for step in (0.1, 1.0, 100.0)
    ]
    assert ends == pytest.approx([10.0] * 3)


def test_what_never_ends_goes_on_until_it_is_stopped():
    steps = list(transfer([float("inf")] * 2, [1e9] * 2, lambda t: 10.0, 1.0, until=7.5))
    assert steps[-1].end == 7.5 and fsum(fsum(step.moved) for step in steps) == pytest.approx(75)

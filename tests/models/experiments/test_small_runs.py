"""Small runs that exercises ask for, against what can be said without them."""
import pytest

from models.experiments.log.few_records import safe_moments
from models.units import ms


def test_who_comes_alone_waits_a_commit_and_who_comes_meanwhile_the_next():
    assert safe_moments([0.0], 2 * ms) == pytest.approx([2 * ms])
    assert safe_moments([0.0, 0.5 * ms, 1 * ms, 9 * ms], 2 * ms) == pytest.approx([2 * ms, 4 * ms, 4 * ms, 11 * ms])

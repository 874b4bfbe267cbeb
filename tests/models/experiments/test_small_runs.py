"""Small runs that exercises ask for, against what can be said without them."""
import pytest

from models.experiments.log.few_records import safe_moments
from models.experiments.transaction_groups.held_back import go_on_moments
from models.units import MiB, ms
from models.zfs.txg.txg_spec import TxgSpec


def test_who_comes_alone_waits_a_commit_and_who_comes_meanwhile_the_next():
    assert safe_moments([0.0], 2 * ms) == pytest.approx([2 * ms])
    assert safe_moments([0.0, 0.5 * ms, 1 * ms, 9 * ms], 2 * ms) == pytest.approx([2 * ms, 4 * ms, 4 * ms, 11 * ms])


def test_below_sixty_percent_nobody_is_held_back_and_above_one_after_the_other():
    times, curve = [1.0, 1.0, 1.0], TxgSpec(throttle="curve", limit=100 * MiB)
    assert go_on_moments(times, 59 * MiB, curve) == times
    first, second, third = go_on_moments(times, 80 * MiB, curve)
    assert second - first == pytest.approx(third - second) == pytest.approx(first - 1.0)
    assert first - 1.0 == pytest.approx(0.5 * ms)       # 500 us x (80 - 60) / (100 - 80)

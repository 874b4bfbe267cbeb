"""Small runs that exercises ask for, against what can be said without them."""
import pytest

from models.experiments.transaction_groups.held_back import go_on_moments
from models.units import MiB, ms
from models.zfs.txg.txg_spec import TxgSpec


def test_below_sixty_percent_nobody_is_held_back_and_above_one_after_the_other():
    times, curve = [1.0, 1.0, 1.0], TxgSpec(throttle="curve", limit=100 * MiB)
    assert go_on_moments(times, 59 * MiB, curve) == times
    first, second, third = go_on_moments(times, 80 * MiB, curve)
    assert second - first == pytest.approx(third - second) == pytest.approx(first - 1.0)
    assert first - 1.0 == pytest.approx(0.5 * ms)       # 500 us x (80 - 60) / (100 - 80)

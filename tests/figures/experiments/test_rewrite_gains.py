"""What the changes of 2010 gain, and that it does not hang on the size of the sample."""

from dataclasses import replace
from functools import cache

import pytest

from figures.allocation.experiments.gains import (
    CHANGES,
    SCENES,
    Scene,
    rate,
    switched_rules,
    variation,
    watched,
)
from figures.allocation.experiments.rewrites import pair, read_time
from models.sim.stats import mean
from models.zfs.allocator.metaslabs import RULES

OLD_POOL = Scene(0.5, 0.8, 1.1)


@cache
def seen(scene, rules, blocks=219, samples=10, seed=1):
    return watched(scene, replace(rules, kept=blocks), samples=samples, seed=seed)[0]


@cache
def of(names, back=False, scene=OLD_POOL):
    return rate(seen(scene, switched_rules(names, back=back)))


def test_a_rule_is_switched_alone():
    assert switched_rules(()) == RULES["2009"] and switched_rules(CHANGES) == RULES["2010"]
    assert switched_rules(("free",)).free == 0.04 and switched_rules(("free",)).bonus == 2
    assert (
        switched_rules(("free",), back=True).free == 0.30
        and switched_rules(CHANGES, back=True) == RULES["2009"]
    )


@pytest.mark.alike("each change alone")
def test_all_together_gain_more_than_the_four_alone():
    whole = of(CHANGES) / of(()) - 1
    alone = {name: of((name,)) / of(()) - 1 for name in CHANGES}
    assert whole > 0.5
    assert sum(alone.values()) < 0.8 * whole
    assert max(alone.values()) < 0.4
    assert abs(alone["prefetch"]) < 0.03


@pytest.mark.alike("each change alone")
def test_without_the_switch_at_96_percent_most_is_lost():
    """Only together with leaving a slab in time: else the test for 128 KiB turns to best fit
    anyway."""
    whole = of(CHANGES)
    lost = {name: 1 - of((name,), back=True) / whole for name in CHANGES}
    assert max(lost, key=lost.get) == "free"
    assert lost["free"] > 0.2 and lost["give_up"] > 0.08
    assert abs(lost["prefetch"]) < 0.05


@pytest.mark.alike("a scene under both rules")
def test_the_gain_does_not_hang_on_the_sample():
    """A young pool needs a larger one: which slabs are still new is a matter of a few percent of a
    slab."""
    young = SCENES["Exchange"]
    small, large = (
        mean(
            [
                rate(seen(young, RULES["2010"], n, seed=seed))
                / rate(seen(young, RULES["2009"], n, seed=seed))
                for seed in (1, 2, 3)
            ]
        )
        for n in (486, 1081)
    )
    assert large == pytest.approx(small, rel=0.25)


@pytest.mark.alike("a scene under both rules")
def test_oltp_gains_half_and_exchange_three_times_as_much():
    oltp, exchange = SCENES["OLTP"], SCENES["Exchange"]
    read = (
        oltp.reads * read_time(pair(replace(RULES["2010"], kept=100)).disk) / 2
    )  # of each side of the pair
    old, new = (
        1 / (1 / rate(seen(oltp, RULES[name], samples=20, blocks=486)) + read) for name in RULES
    )
    assert new / old - 1 == pytest.approx(0.5, abs=0.08)
    old, new = (rate(seen(exchange, RULES[name], 486)) for name in RULES)
    assert 2.4 < new / old < 3.5


def test_runs_on_a_young_pool_differ_less():
    calm, wild = (
        variation(seen(SCENES["runs"], RULES[name], samples=20), 20) for name in ("2010", "2009")
    )
    assert 1 - calm / wild == pytest.approx(0.66, abs=0.09)


def test_the_new_rules_lose_in_a_very_full_pool():
    full = Scene(0.88, 0.3, 0.5)
    assert rate(seen(full, RULES["2010"], 219)) < 0.95 * rate(seen(full, RULES["2009"], 219))

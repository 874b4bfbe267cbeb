"""Chances of loss: closed forms, the chain against other ways to solve it, and lives against the chain."""

import csv
import re
from fractions import Fraction
from math import comb, exp, expm1, factorial, gamma, inf
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from models.sizing.pools.build import Build
from models.sizing.risk import failures as failures_module
from models.sizing.risk.chain import Chain
from models.sizing.risk.failures import YEAR, observed, published
from models.sizing.risk.lives import Circumstances, Life, lives, tale
from models.sizing.risk.risk import LATENT, explored, of_draid, of_vdev, risk, together
from models.units import day, hour
from models.zfs.pool.draid import permutations

RATE = 0.0136 / YEAR  # all drives of Backblaze in 2025: 4,317 failures in 115,638,676 drive days
SPAN = 5 * YEAR


def vdev(parity, width, rate=RATE, rebuild=2 * day, hit=0.0):
    return explored(of_vdev(parity, width, rate, rebuild, 0.0, 0.0, hit))


def exact(chain, after):
    """The chance that the chain is left, from the exponential series of its matrix in exact fractions."""
    size = len(chain.out)
    pace = max(
        Fraction(sum(map(Fraction, row))) + Fraction(out)
        for row, out in zip(chain.rates, chain.out, strict=True)
    )
    steps = 1
    while pace * Fraction(after) / steps > Fraction(1, 8):
        steps *= 2
    h = Fraction(after) / steps
    matrix = [
        [Fraction(x) * h for x in row] + [Fraction(out) * h]
        for row, out in zip(chain.rates, chain.out, strict=True)
    ]
    matrix.append([Fraction(0)] * (size + 1))
    for k in range(size + 1):
        matrix[k][k] = -sum(matrix[k])

    def rounded(rows):  # to 200 bits: far below what is compared
        return [[Fraction(round(x * 2**200), 2**200) for x in row] for row in rows]

    def times(a, b):
        return rounded(
            [
                [sum(x * y for x, y in zip(row, col, strict=True)) for col in zip(*b, strict=True)]
                for row in a
            ]
        )

    power = total = [[Fraction(i == j) for j in range(size + 1)] for i in range(size + 1)]
    for k in range(1, 30):
        power = rounded([[x / k for x in row] for row in times(power, matrix)])
        total = [
            [x + y for x, y in zip(a, b, strict=True)] for a, b in zip(total, power, strict=True)
        ]
    while steps > 1:
        total, steps = times(total, total), steps // 2
    return float(total[0][size])


@pytest.mark.parametrize(
    ("chain", "after"),
    [
        (vdev(1, 2), SPAN),
        (vdev(2, 8, hit=0.01), SPAN),
        (vdev(3, 11, rebuild=6 * hour), SPAN),
        (vdev(3, 11, rate=RATE / 10, rebuild=hour), SPAN),
        (vdev(2, 8, rate=30 * RATE, rebuild=800 * hour), SPAN),
        (vdev(2, 8, rebuild=200 * day), SPAN),
        (vdev(1, 3, rebuild=2 * day), 5 * day),
        (explored(of_vdev(2, 8, RATE, day, 3 * day, 0.4, 0.02)), SPAN),
        (explored(of_draid(2, 24, 2, RATE, day / 4, 3 * day, 0.02)), SPAN),
        (explored(of_draid(1, 14, 1, 20 * RATE, day, 40 * day, 0.1)), SPAN),
    ],
)
def test_the_chain_is_left_as_the_exponential_of_its_matrix_says(chain, after):
    wanted = exact(chain, after)
    assert chain.left(after) == pytest.approx(wanted, rel=1e-10)
    assert chain.doubled(after) == pytest.approx(wanted, rel=1e-10)


def test_a_mirror_is_lost_as_its_two_eigenvalues_say():
    """By hand: states 0 and 1, rates 2 l and m back, l out."""
    rate, back = Fraction(RATE), 1 / Fraction(2 * day)
    mean = (3 * rate + back) / (2 * rate**2)
    chain = vdev(1, 2)
    assert chain.mean() == pytest.approx(float(mean), rel=1e-14)
    total, product = float(3 * rate + back), float(2 * rate**2)
    slow = 2 * product / (total + (total**2 - 4 * product) ** 0.5)  # without a difference
    fast = total - slow
    survives = (fast * exp(-slow * SPAN) - slow * exp(-fast * SPAN)) / (fast - slow)
    assert chain.left(SPAN) == pytest.approx(1 - survives, rel=1e-9)
    assert chain.left(SPAN) == pytest.approx(2.7e-5 * 1.36**2 / 1.36**2, rel=0.9)


def test_raid5_has_the_mean_time_of_patterson_gibson_and_katz():
    build = Build("raidz1", 1, 8, "disk")
    found = risk(build, failure_rate=RATE, rebuild=day, errors=0.0)
    assert found.classical == pytest.approx(1 / (8 * 7 * RATE**2 * day), rel=1e-12)
    by_hand = (15 * RATE + 1 / day) / (8 * 7 * RATE**2)  # (2n-1) l + m over n (n-1) l^2
    assert found.mttdl == pytest.approx(by_hand, rel=1e-12)


def test_a_stripe_is_lost_with_its_first_disk():
    found = risk(Build("stripe", 4, 1, "disk"), failure_rate=RATE, rebuild=day, errors=LATENT)
    assert found.lost == pytest.approx(-expm1(-4 * RATE * SPAN), rel=1e-12)
    assert found.loss == pytest.approx(-expm1(-4 * (RATE + LATENT) * SPAN), rel=1e-12)


def test_the_chain_is_what_tiny_steps_in_time_give():
    chain, steps = vdev(1, 4, rate=20 * RATE, rebuild=10 * day, hit=0.1), 400_000
    state, step = [1.0, 0.0, 0.0], SPAN / steps
    first, lost, second = chain.rates[0][1], chain.out[0], chain.out[1]
    for _ in range(steps):
        a, b, _ = state
        half_a = a + step / 2 * (b * chain.rates[1][0] - a * (first + lost))
        half_b = b + step / 2 * (a * first - b * (chain.rates[1][0] + second))
        state[0] += step * (half_b * chain.rates[1][0] - half_a * (first + lost))
        state[1] += step * (half_a * first - half_b * (chain.rates[1][0] + second))
        state[2] += step * (half_a * lost + half_b * second)
    assert chain.left(SPAN) == pytest.approx(state[2], rel=1e-5)


def test_a_chance_of_a_millionth_of_a_billionth_keeps_its_digits():
    assert (
        vdev(3, 7, rate=RATE / 5, rebuild=2 * hour).left(SPAN) < 1e-15
    )  # and the law of scale holds:
    for pace in (10, 1000):
        slower = vdev(3, 7, rate=RATE / 5 / pace, rebuild=2 * hour)
        usual = vdev(3, 7, rate=RATE / 5, rebuild=2 * hour / pace)
        assert slower.left(pace * SPAN) == pytest.approx(usual.left(SPAN), rel=1e-12)


SMALL = st.floats(0.001, 0.03).map(lambda annual: annual / YEAR)
DISK, SEVERAL = st.just("disk"), st.integers(1, 9)
BUILDS = st.one_of(
    st.tuples(st.just("mirror"), SEVERAL, st.integers(2, 4), DISK),
    st.tuples(st.sampled_from(["raidz1", "raidz2", "raidz3"]), SEVERAL, st.integers(5, 16), DISK),
    st.tuples(
        st.sampled_from(["draid1", "draid2"]),
        st.integers(1, 3),
        st.integers(14, 40),
        DISK,
        st.integers(4, 8),
        st.integers(0, 2),
    ),
).map(lambda fields: Build(*fields))


@settings(max_examples=25)
@given(BUILDS, SMALL, st.floats(0.05, 4), st.floats(1.05, 3))
def test_more_failures_longer_rebuilds_rarer_scrubs_and_more_years_lose_more(
    build, rate, days, more
):
    def loss(rate=rate, rebuild=days * day, **rest):
        found = risk(build, failure_rate=rate, rebuild=rebuild, copy_back=15 * day, **rest)
        assert 0 <= found.lost <= found.loss * (1 + 1e-9) and found.mttdl > 0
        return found.loss

    usual = loss()
    assert loss(rate=more * rate) > usual
    assert loss(rebuild=more * days * day) >= usual
    assert loss(scrub=more * 30 * day) > usual
    assert loss(years=more * 5) > usual
    assert loss(errors=0.0) < usual
    assert loss(replace=more * day) >= usual


@settings(max_examples=25)
@given(st.integers(1, 2), st.integers(6, 16), st.integers(1, 9), SMALL, st.floats(0.05, 4))
def test_more_parity_loses_less_and_more_vdevs_lose_more(parity, width, vdevs, rate, days):
    def loss(parity=parity, vdevs=vdevs):
        build = Build(f"raidz{parity}", vdevs, width, "disk")
        return risk(build, failure_rate=rate, rebuild=days * day).loss

    assert loss(parity=parity + 1) < loss() < loss(vdevs=vdevs + 1)


def test_the_rates_of_a_vdev_are_those_written_by_hand():
    """RAID-Z2 of 8, one rebuild at a time: 8, 7 and 6 failures, an error on the way to the last."""
    chain = explored(of_vdev(2, 8, 1.0, 0.1, 0.0, 0.0, 0.25))
    assert chain.rates == [[0, 8, 0], [10, 0, 7 * 0.75], [0, 10, 0]]
    assert chain.out == [0, 7 * 0.25, 6]


def test_the_rates_of_a_draid_are_those_written_by_hand():
    """14 children, one parity, one spare. States: whole; one failed; one in spare space; one of each."""
    chain = explored(of_draid(1, 14, 1, 1.0, 0.1, 0.5, 0.25))
    assert chain.rates == [[0, 10.5, 0, 0], [0, 0, 10, 0], [2, 0, 0, 9.75], [0, 0, 2, 0]]
    assert chain.out == [3.5, 13, 3.25, 12]


def test_an_error_is_met_if_it_came_after_the_last_scrub():
    """The scrub, the last rebuild and the beginning were any time ago, and the disk may be new; of a
    dRAID's child only what shares a group with the failed ones counts."""
    for build, survivors in (
        (Build("raidz1", 1, 8, "disk"), 7.0),
        (Build("draid1", 1, 14, "disk", 4, 0), 13 * 4 / 13),
    ):
        steps, errors, scrub = 10_000, 40 * LATENT, 30 * day
        others = build.width - 1
        whole, rebuilt = 1 / (build.width * RATE), 1 / (1 / (2 * day) + others * RATE)
        reads = survivors / others / (whole + rebuilt)
        hit = before = 0.0
        for k in range(steps):
            ago, both = (k + 0.5) / steps * scrub, RATE + errors
            met = 1 - (1 - errors / both * -expm1(-both * ago)) ** survivors
            later = exp(-reads * (ago + scrub / steps / 2))
            later *= (1 - (k + 1) / steps) * (1 - (k + 1) / steps * scrub / SPAN)
            hit += met * ((before or 1.0) - later)
            before = later
        wanted = vdev(1, build.width, hit=hit).left(SPAN)
        found = risk(build, failure_rate=RATE, rebuild=2 * day, errors=errors)
        assert found.loss == pytest.approx(wanted, rel=1e-5)


@pytest.mark.parametrize("rebuild", [day, 100 * day])
def test_what_is_lost_whole_is_what_a_chain_without_errors_loses(rebuild):
    for parity, width in ((1, 4), (2, 10), (3, 11)):
        build = Build(f"raidz{parity}", 1, width, "disk")
        found = risk(build, failure_rate=RATE, rebuild=rebuild, errors=4 * LATENT)
        wanted = vdev(parity, width, rebuild=rebuild).left(SPAN)
        assert found.lost == pytest.approx(wanted, rel=1e-3) and found.loss > 1.01 * wanted


def test_spares_and_special_devices_count():
    def loss(**more):
        build = Build(
            "raidz2", 3, 8, "disk", **{k: v for k, v in more.items() if k in Build._fields}
        )
        rest = {k: v for k, v in more.items() if k not in Build._fields}
        return risk(build, failure_rate=RATE, rebuild=2 * day, errors=0.0, **rest).loss

    assert loss() < loss(replace=5 * day, spares=1) < loss(replace=5 * day)
    one, two = loss(specials=1, special_rate=RATE / 4), loss(specials=2, special_rate=RATE / 4)
    assert one - loss() == pytest.approx(-expm1(-RATE / 4 * SPAN), rel=1e-4)
    assert two - loss() == pytest.approx(vdev(1, 2, rate=RATE / 4).left(SPAN), rel=1e-4)


def test_three_of_a_draids_children_share_a_group_in_some_permutation():
    """Of 24 children in groups of 8 any three lie together in a twelfth of the permutations, so in one at least."""
    assert 3 * together(8, 24, 3) == pytest.approx(3 * comb(8, 3) / comb(24, 3))
    orders = permutations(24)
    random = Random(1)
    shares = []
    for _ in range(200):
        gone = set(random.sample(range(24), 3))
        rows = [any(gone <= set(order[k : k + 8]) for k in (0, 8, 16)) for order in orders]
        shares.append(sum(rows) / len(rows))
    assert min(shares) > 0
    assert sum(shares) / 200 == pytest.approx(3 * together(8, 24, 3), rel=0.05)


PLAYED = [
    (Build("mirror", 6, 2, "disk"), {}),
    (Build("raidz1", 3, 8, "disk"), {}),
    (Build("raidz2", 3, 8, "disk"), {}),
    (Build("raidz3", 2, 12, "disk"), {}),
    (Build("raidz2", 3, 8, "disk"), {"replace": 10 * day}),
    (Build("raidz2", 3, 8, "disk", spares=1), {"replace": 10 * day}),
    (Build("raidz2", 3, 8, "disk"), {"failure_rate": 10 * RATE, "rebuild": 20 * day}),
    (
        Build("raidz1", 1, 8, "disk"),
        {"failure_rate": 10 * RATE, "rebuild": 20 * day, "errors": 10 * LATENT},
    ),
    (Build("draid2", 1, 24, "disk", 6, 2), {"rebuild": day / 3, "copy_back": 3 * day}),
    (Build("draid1", 2, 14, "disk", 4, 1), {"rebuild": day / 3, "copy_back": 3 * day}),
    (Build("stripe", 3, 1, "disk"), {}),
    (Build("mirror", 2, 3, "disk"), {"failure_rate": 20 * RATE, "scrub": inf}),
]


@pytest.mark.parametrize(("build", "more"), PLAYED)
def test_lives_end_as_the_chain_says(build, more):
    given = {"failure_rate": RATE, "rebuild": 2 * day, **more}
    played = lives(build, Circumstances(**given, steady=False), 1500, seed=11)
    found = risk(build, **given)
    assert abs(played.loss - found.loss) < 3 * played.error < 0.6 * found.loss
    assert abs(played.gone - found.lost) < 3 * played.gone_error


def test_a_rebuild_does_not_meet_an_error_twice():
    """Weighed lives lose as many pools as lives that are played once, though nobody ever scrubs."""
    build = Build("raidz1", 1, 8, "disk")
    how = Circumstances(10 * RATE, 20 * day, scrub=inf)
    random, many, lost = Random(6), 2000, 0
    for _ in range(many):
        life = Life(build, how, random)
        life.run(biased=False)
        lost += life.loss > 0
    played = lives(build, how, 1000, seed=7)
    assert abs(played.loss - lost / many) < 3 * (played.error + 0.5 / many**0.5)


def test_a_millionth_is_measured_in_3000_lives():
    played = lives(PLAYED[2][0], Circumstances(RATE, 2 * day, steady=False), 3000, seed=5)
    assert played.gone < 1e-6 and played.gone_error < 0.1 * played.gone


def test_drives_of_one_batch_fail_together_as_the_mean_over_batches_says():
    """The chance of loss is the chain's, averaged over the hazard that all drives of a life share."""
    build, spread, steps = Build("raidz1", 1, 8, "disk"), 0.5, 4000
    shape = 1 / spread
    wanted = 0.0
    for k in range(steps):
        z = (k + 0.5) * 12 / steps
        density = z ** (shape - 1) * exp(-z / spread) / (gamma(shape) * spread**shape)
        wanted += (
            density
            * 12
            / steps
            * risk(build, failure_rate=z * RATE, rebuild=2 * day, errors=0.0).loss
        )
    how = Circumstances(RATE, 2 * day, steady=False, errors=0.0, frailty=spread)
    played = lives(build, how, 6000, seed=2)
    alone = lives(build, Circumstances(RATE, 2 * day, steady=False, errors=0.0), 6000, seed=2)
    assert abs(played.loss - wanted) < 3 * played.error
    assert played.loss - alone.loss > 3 * played.error


def test_worn_drives_and_a_hand_that_errs_lose_more():
    build = Build("raidz1", 2, 8, "disk")
    usual = lives(build, Circumstances(RATE, 2 * day, replace=day), 3000, seed=3)
    for more in ({"wear": 2.5}, {"wrong": 0.02}):
        played = lives(build, Circumstances(RATE, 2 * day, replace=day, **more), 3000, seed=3)
        assert played.gone - usual.gone > 3 * (played.gone_error + usual.gone_error)


def test_a_wearing_drive_fails_as_often_within_the_years():
    how = Circumstances(RATE, day, wear=2.0)
    assert how.hazard(how.span) == pytest.approx(RATE * how.span)
    assert how.age(how.hazard(2 * YEAR)) == pytest.approx(2 * YEAR)


def test_a_life_is_told_in_order_and_each_failed_disk_is_rebuilt():
    events = tale(Build("raidz2", 2, 8, "disk"), Circumstances(20 * RATE, 5 * day), Random(4))
    assert [event.time for event in events] == sorted(event.time for event in events)
    failed = {event.disk for event in events if event.what == "failed"}
    rebuilt = {event.disk for event in events if event.what == "rebuilt"}
    assert len(failed - rebuilt) <= 2 and len(failed) > 5
    for event in events:
        if event.what == "rebuilt":
            assert event.time - event.since == pytest.approx(5 * day)
        if event.what == "error":
            assert event.time < event.until <= event.time + 30 * day


def test_an_interval_is_that_of_an_exact_poisson_count():
    def poisson(k, mean):
        return sum(exp(-mean) * mean**j / factorial(j) for j in range(k + 1))

    for count in (0, 1, 7, 50):
        found = observed(365.0, count)
        assert poisson(count, found.high * YEAR) == pytest.approx(0.025, rel=1e-9)
        if count:
            assert 1 - poisson(count - 1, found.low * YEAR) == pytest.approx(0.025, rel=1e-9)
    assert observed(1e8, 6000).high / observed(1e8, 6000).rate == pytest.approx(1.0256, abs=2e-4)


def test_published_failures_have_their_sources():
    path = Path(failures_module.__file__).with_name("failures.csv")
    rows = list(csv.DictReader(path.read_text(encoding="utf-8").splitlines()))
    assert len(rows) == len({row["drive"] for row in rows}) > 30
    assert {row["kind"] for row in rows} == {"hdd", "ssd"}
    for row in rows:
        assert int(row["drive_days"]) > 20_000 and row["url"].startswith("https://")
        assert re.fullmatch(r"\d{4}-\d\d-\d\d", row["date"])
        assert re.fullmatch(r"20\d\d-\d\d-\d\d to 20\d\d-\d\d-\d\d", row["period"])
    assert published("WUH722222ALE6L4").annual == pytest.approx(0.0051, abs=1e-4)
    assert published("ST3000DM001").annual > 0.2
    assert published("DELLBOSS VD").low == 0 < published("DELLBOSS VD").high


@pytest.mark.parametrize(
    ("settings_", "message"),
    [
        ({"failure_rate": -1.0}, "failure_rate must be 0 or more, got -1"),
        ({"rebuild": 0.0}, "rebuild must be above 0, got 0"),
        ({"scrub": 0.0}, "scrub must be above 0, got 0"),
        ({"errors": -1e-9}, "errors must be 0 or more, got -1e-09"),
        ({"years": 0.0}, "years must be above 0, got 0"),
        ({"rebuild": float("nan")}, "rebuild must be above 0, got nan"),
    ],
)
def test_bad_settings_are_named_in_one_line(settings_, message):
    given = {"failure_rate": RATE, "rebuild": day, **settings_}
    with pytest.raises(ValueError, match=f"^{re.escape(message)}$"):
        risk(Build("raidz2", 1, 8, "disk"), **given)


def test_bad_circumstances_are_named_in_one_line():
    for more, name in (
        ({"wear": 0.0}, "wear"),
        ({"wrong": 2.0}, "wrong"),
        ({"frailty": -1.0}, "frailty"),
    ):
        with pytest.raises(ValueError, match=rf"^{name} must be [^\n]*$"):
            Circumstances(RATE, day, **more)
    with pytest.raises(ValueError, match="drive_days must be above 0, got 0"):
        observed(0.0, 1)


def test_no_failures_lose_nothing_behind_parity_and_many_all():
    found = risk(Build("mirror", 3, 2, "disk"), failure_rate=0.0, rebuild=day)
    assert str(found.loss) == "0.0" == str(found.lost) and found.mttdl == inf
    for rate in (3 / day, 1e6 / day):  # as a list of a reader may say
        found = risk(Build("raidz2", 3, 8, "disk"), failure_rate=rate, rebuild=day)
        assert found.loss == found.lost == 1 and found.mttdl > 0


def test_a_draid_has_the_groups_that_openzfs_chooses():
    given = {"failure_rate": RATE, "rebuild": day}
    named, usual = (Build("draid1", 1, 24, "disk", data, 1) for data in (8, 0))
    assert risk(usual, **given) == risk(named, **given)


def test_a_chain_of_one_state_is_left_at_its_rate():
    assert Chain([[0.0]], [1e-9]).left(1.0) == pytest.approx(1e-9, rel=1e-9)

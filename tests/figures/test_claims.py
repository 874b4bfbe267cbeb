"""When a number counts as reproduced: inside the tolerance, at its edge, and just beyond."""

import hashlib
from dataclasses import replace
from pathlib import Path

import pytest

from figures.define.claims import based, claim, claims, decimals, read, singular, source_figures

HAIR = 1e-6
BASE = replace(
    claim("fbsd-zfs-sync-iops"),
    expected=100.0,
    low=None,
    high=None,
    tolerance=0.1,
    compare="rel",
    alternatives=(),
)


def judged(model, **rule):
    return replace(BASE, **rule).judge(model)[0] == "reproduced"


@pytest.mark.parametrize(
    ("model", "good"),
    [(90, True), (110, True), (90 - 1e-4, False), (110 + 1e-4, False), (100, True)],
)
def test_rel_is_within_the_tolerance_on_both_sides(model, good):
    assert judged(model) is good


@pytest.mark.parametrize(
    ("model", "good"),
    [(18, True), (18 - HAIR, False), (33, True), (33 + 1e-4, False), (25, True), (0, False)],
)
def test_a_range_is_widened_at_its_ends(model, good):
    assert judged(model, compare="range", expected=None, low=20.0, high=30.0) is good


@pytest.mark.parametrize(
    ("model", "good"), [(0.0, True), (0.011, True), (0.0112, False), (-0.1, False)]
)
def test_a_range_may_begin_at_zero(model, good):
    assert judged(model, compare="range", expected=None, low=0.0, high=0.01) is good


@pytest.mark.parametrize(
    ("model", "good"), [(90, True), (89.99, False), (300, True), (300.01, False), (250, True)]
)
def test_at_least_ends_at_three_times_the_number(model, good):
    assert judged(model, compare="atleast") is good


@pytest.mark.parametrize(("model", "good"), [(110, True), (110.01, False), (1, True), (0, True)])
def test_at_most_has_no_lower_end(model, good):
    assert judged(model, compare="atmost") is good


@pytest.mark.parametrize(
    ("compare", "model", "met"),
    [
        ("atmost", 28.0, True),
        ("atmost", 100.0, True),
        ("atmost", 105.0, False),
        ("atmost", 120.0, False),
        ("atleast", 150.0, True),
        ("atleast", 95.0, False),
        ("atleast", 400.0, False),
        ("rel", 100.0, False),
    ],
)
def test_a_bound_is_met_if_the_model_keeps_to_it_outright(compare, model, met):
    row = replace(BASE, compare=compare).compared(model)
    assert (row["met"], row["compare"]) == (met, compare)


@pytest.mark.parametrize(
    ("model", "met"), [(20.0, True), (30.0, True), (19.0, False), (31.0, False)]
)
def test_a_range_is_met_between_its_ends(model, met):
    assert replace(BASE, compare="range", expected=None, low=20.0, high=30.0).met(model) is met


@pytest.mark.parametrize(("model", "good"), [(95, True), (204.8, True), (150, False)])
def test_either_alternative_may_match(model, good):
    assert judged(model, alternatives=((204.8, None, None),)) is good


def test_of_two_alternatives_the_better_error_is_told():
    status, error = replace(BASE, alternatives=((104.0, None, None),)).judge(104.0)
    assert (status, error) == ("reproduced", pytest.approx(0.0))


@pytest.mark.parametrize(
    ("model", "good"), [(True, True), (False, False), (1, False), (None, False)]
)
def test_a_pattern_is_true_or_it_is_missed(model, good):
    assert judged(model, role="pattern", expected=None) is good


def test_the_error_is_relative_and_signed():
    assert BASE.judge(95.0)[1] == pytest.approx(-0.05)
    assert BASE.judge(120.0) == ("missed", pytest.approx(0.2))


def test_a_number_that_is_none_is_missed():
    assert BASE.judge(float("nan"))[0] == "missed"


@pytest.mark.parametrize("compare", ["rel", "range", "atleast", "atmost"])
def test_every_published_number_reproduces_itself(compare):
    for each in claims().values():
        if each.role == "scored" and each.compare == compare:
            number = each.low if compare == "range" else each.expected
            assert each.judge(number)[0] == "reproduced", each.id


@pytest.mark.parametrize("role", ["input", "quoted"])
def test_what_is_not_scored_is_not_compared(role):
    assert replace(BASE, role=role).compared(100.0) is None


def test_a_comparison_says_what_was_published_and_what_came():
    row = claim("fbsd-zfs-sync-r1-mbs").compared(1.4e6)
    assert row["expected"] / row["factor"] == pytest.approx(1.39)
    assert (row["unit"], row["digits"], row["status"], row["basis"]) == (
        "MiB/s",
        2,
        "reproduced",
        "predicted",
    )


def test_a_published_number_is_shown_in_the_base_in_which_the_model_matched_it():
    binary, decimal = (
        claim("ddt-example-128k").compared(20.48 * 2**40),
        claim("l2arc-tracked-8k").compared(30.72e12),
    )
    for row, unit, published, model in ((binary, "TiB", 20, 20.48), (decimal, "TB", 30, 30.72)):
        assert row["unit"] == unit
        assert row["expected"] / row["factor"] == pytest.approx(published)
        assert row["model"] / row["factor"] == pytest.approx(model)
        assert row["error"] == pytest.approx(row["model"] / row["expected"] - 1)


def test_a_shown_number_agrees_with_its_error():
    shown = 0
    for each in claims().values():
        if each.role == "scored" and each.compare != "range" and each.expected:
            for off in (-0.3, -0.033, -0.021, 0.007, 0.024, 0.06, 0.5):
                row = each.compared(each.expected * (1 + off))
                number = round(row["model"] / row["factor"], row["model_digits"]) * row["factor"]
                assert number / row["expected"] - 1 == pytest.approx(row["error"], abs=0.016), (
                    each.id
                )
                shown += 1
    assert shown > 500


@pytest.mark.parametrize(
    ("unit", "factor", "wanted"),
    [
        ("TB", 1e12, "TB"),
        ("TB", 2.0**40, "TiB"),
        ("MB/s", 2.0**20, "MiB/s"),
        ("KB", 1024, "KiB"),
        ("KB", 1000, "KB"),
        ("TB/day", 12725829.0, "TiB/day"),
        ("Mb/s", 1024**2, "Mb/s"),
        ("ms", 1e-3, "ms"),
        ("", 1, ""),
    ],
)
def test_a_unit_of_bytes_says_its_base(unit, factor, wanted):
    assert based(unit, factor) == wanted


@pytest.mark.parametrize(
    ("unit", "one"),
    [
        ("copies", "copy"),
        ("blocks", "block"),
        ("days", "day"),
        ("ms", "ms"),
        ("IOPS", "IOPS"),
        ("ops/s", "ops/s"),
        ("x", "x"),
    ],
)
def test_one_of_a_unit_has_a_name(unit, one):
    assert singular(unit) == one


@pytest.mark.parametrize(
    ("text", "digits"), [("118", 0), ("1.39", 2), ("12.0", 0), ("", 0), ("0.02", 2)]
)
def test_a_number_keeps_the_decimals_it_was_published_with(text, digits):
    assert decimals(text) == digits


def test_an_unknown_claim_is_refused():
    with pytest.raises(ValueError, match="unknown claim 'nope'"):
        claim("nope")


# What the texts claim and how each claim is scored is fixed before any model.


FOLDER = Path(__file__).resolve().parents[2] / "figures"
DIGESTS = {
    "targets.csv": "2c377a6371d962ee8aa3cba0e70c27038e1a992d8f31e9176e3632d1f4a6728c",
    "rules.csv": "aeaa9b84da50ac3fda8ccb8804336268931cbd46413b1ce742be586da3b937a9",
    "figures.csv": "262d39004c9cfa46f1aaced3b71093dab7d0cd9b796e7237f29279791cbd4e2d",
}


@pytest.mark.parametrize("name", DIGESTS)
def test_the_contract_is_unchanged_to_the_last_byte(name):
    assert hashlib.sha256((FOLDER / name).read_bytes()).hexdigest() == DIGESTS[name]


def test_every_claim_has_a_rule_and_every_rule_a_claim():
    targets, rules = (
        [row["id"] for row in read("targets.csv")],
        [row["id"] for row in read("rules.csv")],
    )
    assert sorted(targets) == sorted(rules) == sorted(set(targets))
    assert list(claims()) == targets


def test_claims_and_figures_speak_of_the_same_sources():
    assert {claim.figure for claim in claims().values()} <= set(source_figures())
    assert len(source_figures()) == 158


def test_a_scored_claim_says_what_is_expected_in_si():
    for entry in claims().values():
        if entry.role == "scored":
            assert entry.si_unit, entry.id
            bounds = (entry.low, entry.high) if entry.compare == "range" else (entry.expected,)
            assert None not in bounds, entry.id
        if entry.role in ("input", "quoted", "pattern"):
            assert entry.expected is None, entry.id


def test_the_published_number_comes_back_from_si_in_its_own_unit():
    published = {row["id"]: row["value"] for row in read("targets.csv")}
    for entry in claims().values():
        if entry.role == "scored" and entry.expected and ":" not in published[entry.id]:
            assert entry.expected / entry.factor == pytest.approx(
                float(published[entry.id] or "nan")
            ), entry.id


def test_the_ends_of_a_published_range_come_back_in_its_own_unit():
    published = {row["id"]: row for row in read("targets.csv")}
    for entry in claims().values():
        for end in ("low", "high"):
            text, value = published[entry.id][end], getattr(entry, end)
            if entry.compare == "range" and text and value:
                assert value / entry.factor == pytest.approx(float(text)), entry.id

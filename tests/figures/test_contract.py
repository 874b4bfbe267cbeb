"""What the texts claim and how each claim is scored is fixed before any model."""

import hashlib
from pathlib import Path

import pytest

from figures.define.claims import claims, read, source_figures

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
    for claim in claims().values():
        if claim.role == "scored":
            assert claim.si_unit, claim.id
            bounds = (claim.low, claim.high) if claim.compare == "range" else (claim.expected,)
            assert None not in bounds, claim.id
        if claim.role in ("input", "quoted", "pattern"):
            assert claim.expected is None, claim.id


def test_the_published_number_comes_back_from_si_in_its_own_unit():
    published = {row["id"]: row["value"] for row in read("targets.csv")}
    for claim in claims().values():
        if claim.role == "scored" and claim.expected and ":" not in published[claim.id]:
            assert claim.expected / claim.factor == pytest.approx(
                float(published[claim.id] or "nan")
            ), claim.id


def test_the_ends_of_a_published_range_come_back_in_its_own_unit():
    published = {row["id"]: row for row in read("targets.csv")}
    for claim in claims().values():
        for end in ("low", "high"):
            text, value = published[claim.id][end], getattr(claim, end)
            if claim.compare == "range" and text and value:
                assert value / claim.factor == pytest.approx(float(text)), claim.id

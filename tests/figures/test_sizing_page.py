"""What the page on buying says of its figures follows from what it gives."""

import pytest

from figures.contents import get
from figures.sizing.years_to_loss import CAPACITY, DISK, MTTF, STREAM, YEARS
from models.sizing.risk.failures import YEAR, published

FIGURE = get("years-to-loss")


@pytest.fixture(scope="module")
def rows():
    return FIGURE.rows()


def test_the_offer_is_the_formula_of_1988_for_six_mirrors(rows):
    by_hand = MTTF**2 / (2 * 6 * CAPACITY / STREAM) / YEAR
    assert FIGURE.values(rows)["years"] == pytest.approx(by_hand, rel=1e-12)


def test_the_bet_can_be_worked_out_from_what_the_page_gives(rows):
    """A failure in a hundred drives a year, twelve drives, three errors in a hundred, half a month and
    three days."""
    by_pencil = 1 / (12 * 0.01 * YEARS * 0.03 / 20)
    assert FIGURE.values(rows)["one_in_errors"] == pytest.approx(by_pencil, rel=0.1)
    assert published(DISK).annual == pytest.approx(0.01, rel=0.1)


def test_errors_weigh_most_and_scrubs_and_parity_help(rows):
    v = FIGURE.values(rows)
    assert v["offer_chance"] < v["drives_chance"] < v["rebuilds_chance"] < v["errors_chance"] / 10
    assert v["drives_low"] < v["drives_chance"] < v["drives_high"]
    rarely = FIGURE.values(FIGURE.rows(**FIGURE.presets["a scrub in two years"].params))
    assert rarely["errors_chance"] > 10 * v["errors_chance"]
    parity = FIGURE.values(FIGURE.rows(**FIGURE.presets["RAID-Z2"].params))
    assert parity["errors_chance"] < v["errors_chance"] / 50


def test_the_close_up_shows_an_error_that_waits_when_a_drive_fails(rows):
    kinds = {row["kind"]: row for row in rows if row["row"] == "close"}
    assert (
        kinds["hidden"]["x"]
        < kinds["failed"]["x"]
        == kinds["loss"]["x"]
        == 0
        < kinds["hidden"]["x2"]
    )
    assert kinds["hidden"]["y"] == kinds["loss"]["y"] != kinds["failed"]["y"]

"""The label of a claim is what its number does when constants are moved."""

import json
from functools import partial

import pytest

from figures.__main__ import main
from figures.contents import figures, get
from figures.define.claims import LABELS, claims
from figures.run.evidence import (
    EXACT,
    PROPORTION,
    ClaimNumbers,
    elasticity,
    evidence,
    in_ratio,
    is_product,
    label,
    repeats,
    rides,
    same_text,
    scored,
    slope,
)
from figures.run.evidence_text import evidence_text, headline, holds, wide
from figures.run.perturbation import CHOSEN, constants, in_processes
from figures.run.perturbed import moved, places
from models.catalogue.machines import MACHINES
from tests.figures.runs import validate

TENTHS = (0.9, 1.0, 1.1)
RUN = ("a-figure", "a preset")


def beside(law, constant=1.0):
    """The elasticity of `law` to a constant that is moved a tenth down and up."""
    before = tuple(constant * tenth for tenth in TENTHS)
    return elasticity(tuple(map(law, before)), before)


@pytest.mark.parametrize("factor", [1e-9, 0.3, 7, 1e12])
def test_a_proportion_has_the_elasticity_one_and_an_inverse_one_minus_one(factor):
    assert beside(lambda c: factor * c, 42.0) == pytest.approx(1, abs=1e-12)
    assert beside(lambda c: factor / c, 42.0) == pytest.approx(-1, abs=1e-12)
    assert beside(lambda c: factor) == 0


def test_a_power_has_about_its_exponent():
    for exponent in (-2, -0.5, 0.5, 2):
        assert beside(lambda c, n=exponent: 3 * c**n) == pytest.approx(exponent, rel=0.02)


def test_the_elasticity_of_a_sum_is_about_the_constants_share():
    for share in (0.05, 0.3, 0.5, 0.9):
        assert beside(lambda c, s=share: s * c + 1 - s) == pytest.approx(share, abs=0.03)


def test_a_step_on_one_side_or_a_turn_is_no_proportion():
    assert elasticity((1.0, 1.0, 5.0), TENTHS) == 0
    assert elasticity((2.0, 1.0, 2.0), TENTHS) == 0
    assert elasticity((0.9, 1.0, 1.01), TENTHS) == pytest.approx(slope(1.0, 1.01, 1.0, 1.1))


def test_where_the_models_refuse_a_side_the_other_counts():
    assert elasticity((None, 2.0, 2.2), TENTHS) == pytest.approx(1)
    assert elasticity((1.8, 2.0, None), TENTHS) == pytest.approx(1)
    assert elasticity((None, 2.0, None), TENTHS) == 0


def test_a_pattern_moves_where_a_side_breaks_it():
    assert elasticity((True, True, True), TENTHS) == 0
    assert elasticity((False, True, True), TENTHS) == elasticity((False, False, True), TENTHS) == 1


def test_a_number_that_comes_from_nothing_moves_without_bound_and_one_that_stays_nothing_does_not():
    assert beside(lambda c: 0.0) == 0
    assert slope(1.0, -1.0, 1.0, 1.1) > 1e9


def test_a_number_rides_what_it_follows_of_its_own_text_the_strongest_first():
    slopes = {"own": PROPORTION, "inverse": -1.0, "weak": PROPORTION - 0.01, "of another text": 1.0}
    assert rides(slopes, ["own", "weak", "inverse", "does nothing"]) == ["inverse", "own"]
    assert rides(slopes, []) == []


def test_a_product_has_no_chance_in_it_and_whole_elasticities():
    assert is_product([1.0, -1.0, 0.0, 1 + EXACT / 2], [3.0] * 10)
    assert not is_product([1.0, 0.97], [3.0] * 10)
    assert not is_product([1.0], [3.0] * 9 + [3.1])
    assert is_product([1.0], [3.0] * 9 + [3.0 + 1e-13]), "what the computer rounds is no chance"
    assert not is_product([], [True])


def test_a_label_is_the_worst_that_holds():
    assert label(True, ["a.fit"], True) == "fitted"
    assert label(False, ["a.fit"], True) == "rides a fit"
    assert label(False, [], True) == "arithmetic"
    assert label(False, [], False) == "emerges"


def said(id, published, model, runs=None, key=RUN, unit="1/s"):
    return ClaimNumbers(id, (published, unit), key, model, runs or (model,) * 3)


def test_a_number_is_said_again_where_it_is_published_alike_and_the_models_are_as_near_as_rounding():
    other = ("another", "a preset")
    near, far = said("near", 118, 119.0, key=other), said("far", 118, 130.0, key=other)
    assert repeats([said("first", 118, 118.9), near, far]) == {"near": "first"}


def test_a_number_is_said_again_where_it_is_the_same_in_all_of_one_figures_runs():
    first = said("first", 118, 119.0, (119.0, 118.0, 119.0))
    assert repeats([first, said("again", 120, 119.0, (119.0, 118.0, 119.0))]) == {"again": "first"}
    assert repeats([first, said("by chance", 120, 119.0, (119.0, 119.0, 119.0))]) == {}
    assert (
        repeats([first, said("elsewhere", 120, 119.0, (119.0, 118.0, 119.0), key=("b", "c"))]) == {}
    )


def test_transfers_and_bytes_a_second_are_one_number():
    first = said("transfers", 118, 119.0, (119.0, 118.0, None))
    again = said("bytes", 1.4e6, 119.0 * 4096, (119.0 * 4096, 118.0 * 4096, None), unit="bytes/s")
    assert repeats([first, again]) == {"bytes": "transfers"}
    assert not in_ratio((3.0, 3.0 + 1e-13), (6.0, 6.0)), "what never moves tells nothing"
    assert not in_ratio((1.0, 2.0), (2.0, 1.0))


def test_what_is_said_again_is_said_by_the_first_and_no_pattern_is():
    chain = [said(id, 118, number) for id, number in (("a", 118.0), ("b", 118.4), ("c", 118.2))]
    assert repeats(chain) == {"b": "a", "c": "a"}
    assert repeats([said("one", None, True, unit=""), said("two", None, True, unit="")]) == {}


def test_a_whole_number_moves_by_one_at_least_and_stays_whole():
    assert [moved(value, 0.1) for value in (1, 3, 40)] == [2, 4, 44]
    assert [moved(value, -0.1) for value in (1, 3, 40)] == [0, 2, 36]
    assert moved(2.0, 0.1) == pytest.approx(2.2)
    assert all(isinstance(moved(value, share), int) for value in (1, 15) for share in (0.1, -0.05))


def test_a_constant_that_machines_share_is_one_and_a_copy_with_its_own_provenance_is_another():
    held = places()
    assert sorted(place for group in held.values() for place in group) == sorted(
        (machine, name) for machine, own in MACHINES.items() for name in own
    )
    assert held["zfs-2010.disk_pending"] == [("zfs-2010", "disk_pending"), ("zfs-queue", "pending")]
    assert held["7410.pool.disks.command"] == [("7410", "pool.disks.command")]


def test_every_number_that_was_chosen_is_moved_and_nothing_else():
    found = constants(CHOSEN)
    for name, constant in constants((*CHOSEN, "datasheet")).items():
        assert (name in found) == (constant.basis != "datasheet")
        assert constant.value and not isinstance(constant.value, str)


def test_a_constant_rests_on_the_texts_of_its_targets():
    assert "7410.head.cpu_write" in same_text("slog-after-iops")
    assert "7410.head.cpu_write" not in same_text("fbsd-raw-wc-on-iops")
    assert "freebsd-box.pool.disks.command" in same_text("fbsd-raw-wc-off-iops")


def test_the_claims_are_those_that_the_report_scores_in_the_order_of_the_texts():
    found = scored(figures())
    assert list(found) == [id for id, claim in claims().items() if id in found]
    assert all(claims()[id].role in ("scored", "pattern") for id in found)


@pytest.fixture(scope="module")
def rows():
    """Of one figure without chance, as if nobody had said what was fitted: data whose table fits
    into memory."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("figures.define.claims.CALIBRATED", frozenset())
        return {
            row["id"]: row for row in evidence([get("ddt-size")], partial(in_processes, workers=1))
        }


def test_a_number_in_whose_denominator_a_constant_of_its_text_stands_rides_it(rows):
    for id in ("ddt-example-8k", "ddt-example-128k"):
        assert (rows[id]["label"], rows[id]["rides"]) == ("rides a fit", ["zfs-2010.ddt_entry"])


def test_a_sum_of_parts_that_were_not_read_off_the_text_emerges(rows):
    assert (rows["ddt-entry"]["label"], rows["ddt-entry"]["rides"]) == ("emerges", [])


def test_a_row_has_its_number_within_what_the_seeds_give(rows):
    validate("evidence", list(rows.values()))
    assert all(row["low"] <= row["model"] <= row["high"] for row in rows.values())


def test_the_command_prints_the_rows_or_tells_of_them(rows, capsys, monkeypatch):
    monkeypatch.setattr("figures.__main__.evidence", lambda: list(rows.values()))
    assert main(["evidence", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == list(rows.values())
    assert main(["evidence"]) == 0
    text = capsys.readouterr().out
    assert text.startswith(headline(list(rows.values())))
    assert all(name in text for name in LABELS)


def row(**other):
    return {
        "id": "ddt-entry",
        "status": "reproduced",
        "label": "emerges",
        "model": 180.0,
        "low": 180.0,
        "high": 180.0,
        "rides": [],
        "repeats": None,
        **other,
    }


def test_only_what_emerges_is_reproduced_and_said_once_counts():
    assert holds(row())
    others = [
        row(status="missed"),
        row(repeats="ddt-example-8k"),
        *(row(label=name) for name in LABELS[1:]),
    ]
    assert not any(map(holds, others))
    assert headline([row(), row(model=True, low=True, high=True), row(status="missed")]).startswith(
        "1 independent numbers and 1 patterns emerge and hold, of 3 that emerge and of 3 claims"
    )


def test_a_miss_and_a_wide_spread_have_a_line_and_nothing_else():
    assert (
        not wide(row(low=175.0))
        and wide(row(low=150.0))
        and wide(row(model=True, low=False, high=True))
    )
    missed = evidence_text([row(status="missed")])
    assert (
        "    missed ddt-entry: published 200 bytes, model 180 bytes, at each seed (emerges)"
        in missed
    )
    assert "150 bytes to 180 bytes over ten seeds" in evidence_text([row(low=150.0)])
    assert "    " not in evidence_text([row()]).split("\n\n")[-1]

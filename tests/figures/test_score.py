"""How much of the texts the models reproduce, and that each miss is explained."""

from collections import Counter
from math import fsum

import pytest

from figures.contents import CHAPTERS, REGISTERED, figures, get, ids
from figures.define.claims import all_evidence, claim, claims, source_figures
from figures.run.report import score
from tests.conftest import of_all
from tests.figures.runs import the_report, validate


def test_the_figures_of_this_release_score_at_least_85_percent():
    assert score(row for row in the_report() if row["figure"] in RELEASE) >= 0.85


def test_only_the_crowd_on_one_disk_scores_less_than_half():
    poor = {
        source
        for source in RELEASE
        if score(row for row in the_report() if row["figure"] == source) < 0.5
    }
    assert poor == {"zil-multithread"}


def test_the_report_is_of_its_schema():
    validate("report", the_report())


def test_a_score_is_the_mean_over_figures_not_over_claims():
    def claim(figure, status, role="scored"):
        return {"figure": figure, "status": status, "role": role}

    rows = [claim("table", "reproduced")] * 90 + [
        claim("map", "missed"),
        claim("map", "reproduced", "pattern"),
    ]
    rows += [claim("map", "quoted", "quoted"), claim("photo", "input", "input")]
    assert score(rows) == fsum([1.0, 0.5]) / 2
    assert score([claim("photo", "quoted", "quoted")]) is None


@of_all("id", ids())
def test_every_miss_is_explained(id):
    figure = get(id)
    status = {row["id"]: row["status"] for row in the_report()}
    assert {target.id for target in figure.targets if status[target.id] == "missed"} <= set(
        figure.misses
    )
    assert all(len(reason) > 30 for reason in figure.misses.values())


@of_all("id", ids())
def test_no_claim_that_is_reproduced_is_explained_as_a_miss(id):
    status = {row["id"]: row["status"] for row in the_report()}
    assert all(status[claim] in ("missed", "not-modelled") for claim in get(id).misses)


def test_the_report_gives_the_reason_for_a_claim_that_is_not_modelled():
    reasons = {row["id"]: row["reason"] for row in the_report()}
    for id in ids():
        for missed, reason in get(id).misses.items():
            assert reasons[missed] == reason


def test_every_target_of_a_live_figure_is_in_the_report_with_its_run():
    rows = {row["id"]: row for row in the_report()}
    for id in ids():
        for target in get(id).targets:
            row = rows[target.id]
            assert row["live"] == id
            assert row["preset"] == (target.preset or get(id).default_preset())
            assert row["model"] is not None


def test_what_was_fitted_is_called_so():
    rows = {row["id"]: row for row in the_report()}
    for id, basis, label in (
        ("fbsd-raw-wc-on-iops", "calibrated", "fitted"),
        ("fbsd-zfs-sync-iops", "predicted", "emerges"),
    ):
        assert (rows[id]["basis"], rows[id]["evidence"]) == (basis, label)


def test_the_evidence_that_is_kept_is_of_these_models():
    kept = all_evidence()
    scored = [row for row in the_report() if row["status"] in ("reproduced", "missed")]
    assert [row["id"] for row in scored if row["id"] not in kept] == []
    old = [row["id"] for row in scored if not in_range(row["model"], kept[row["id"]])]
    assert old == [], "numbers have moved: python -m figures evidence --save"


def in_range(model, kept):
    hair = 0.0 if isinstance(model, bool) else 1e-6 * abs(model)
    return kept.low - hair <= model <= kept.high + hair


def test_what_is_fitted_is_what_the_catalogue_names():
    for id, known in all_evidence().items():
        assert (known.label == "fitted") == (claim(id).basis == "calibrated"), id


# Which figures of the texts are live, and that each is shown once.


RELEASE = (
    "iostat-zfs-sync-8k iostat-zfs-async iostat-raw-wc-on iostat-raw-wc-off iostat-ufs-sync-wc-off "
    "iostat-ufs-async-wc-off zfs-wc-off iostat-zfs-nocacheflush zil-multithread raw-limits"
).split()
SHOWN = Counter(source for entry in [*figures(), *REGISTERED] for source in entry.reproduces)


@pytest.mark.parametrize("source", RELEASE)
def test_the_figures_of_this_release_are_live(source):
    assert sum(source in figure.reproduces for figure in figures()) == 1


def test_a_source_figure_belongs_to_one_entry_at_most():
    assert [source for source, times in SHOWN.items() if times > 1] == []


def test_only_figures_of_the_texts_are_reproduced():
    assert set(SHOWN) <= set(source_figures())


@of_all("id", ids())
def test_a_figures_targets_belong_to_what_it_reproduces(id):
    figure = get(id)
    assert {claims()[target.id].figure for target in figure.targets} <= set(figure.reproduces)


def test_no_claim_is_the_target_of_two_figures():
    targets = Counter(target.id for figure in figures() for target in figure.targets)
    assert [id for id, times in targets.items() if times > 1] == []


@of_all("id", ids())
def test_every_scored_claim_of_a_reproduced_figure_is_a_target_or_explained(id):
    figure = get(id)
    scored = {
        c.id
        for c in claims().values()
        if c.figure in figure.reproduces and c.role in ("scored", "pattern")
    }
    assert scored <= {target.id for target in figure.targets} | set(figure.misses)


@of_all("id", ids())
def test_a_figure_is_found_by_its_id_in_its_chapter(id):
    assert get(id).id == id
    assert id in CHAPTERS[get(id).chapter]


def test_an_unknown_figure_is_refused_with_those_it_may_mean():
    with pytest.raises(KeyError, match="unknown figure 'one_writer'; perhaps one-writer"):
        get("one_writer")

"""Which figures of the texts are live, and that each is shown once."""

from collections import Counter

import pytest

from figures.contents import CHAPTERS, REGISTERED, figures, get, ids
from figures.define.claims import claims, source_figures

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


@pytest.mark.parametrize("id", ids())
def test_a_figures_targets_belong_to_what_it_reproduces(id):
    figure = get(id)
    assert {claims()[target.id].figure for target in figure.targets} <= set(figure.reproduces)


def test_no_claim_is_the_target_of_two_figures():
    targets = Counter(target.id for figure in figures() for target in figure.targets)
    assert [id for id, times in targets.items() if times > 1] == []


@pytest.mark.parametrize("id", ids())
def test_every_scored_claim_of_a_reproduced_figure_is_a_target_or_explained(id):
    figure = get(id)
    scored = {
        c.id
        for c in claims().values()
        if c.figure in figure.reproduces and c.role in ("scored", "pattern")
    }
    assert scored <= {target.id for target in figure.targets} | set(figure.misses)


@pytest.mark.parametrize("id", ids())
def test_a_figure_is_found_by_its_id_in_its_chapter(id):
    assert get(id).id == id
    assert id in CHAPTERS[get(id).chapter]


def test_an_unknown_figure_is_refused_with_those_it_may_mean():
    with pytest.raises(KeyError, match="unknown figure 'one_writer'; perhaps one-writer"):
        get("one_writer")

"""A cache of a few blocks, request by request: nothing appears or vanishes unseen."""

import pytest

from figures.memory.experiments.watched import KINDS, POLICIES, Watched, requests
from models.zfs.arc.replacement import Arc
from models.zfs.arc.zfs_arc import MFU, MRU, MRU_GHOST


def film(policy, kind, size=8, count=72, seed=2):
    cache = Watched(policy, size)
    return [cache.step(*request) for request in requests(kind, size, count, seed)]


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("size", [4, 8, 13])
def test_each_block_stands_in_one_list_and_moves_are_told(policy, kind, size):
    before = []
    for step in film(policy, kind, size):
        names = [block for one in step.lists for block in one]
        assert len(names) == len(set(names)) <= 2 * size
        memory, ghosts = (
            set(step.lists[MRU] + step.lists[MFU]),
            set(names[len(step.lists[MRU]) + len(step.lists[MFU]) :]),
        )
        assert len(memory) <= size
        assert (
            step.block in memory or size == 4
        )  # where a quarter is no whole block, metadata passes by
        assert memory - {step.block} <= set(before)
        assert {block for block, _ in step.given_up} == set(before) - memory
        assert 0 <= step.target <= size
        before = memory
        assert ghosts.isdisjoint(memory)


@pytest.mark.parametrize("kind", KINDS)
def test_the_published_cache_is_not_disturbed_by_being_watched(kind):
    arc = Arc(8)
    assert [step.hit for step in film("published", kind)] == [
        arc.access(key) for key, _ in requests(kind, 8, 72, 2)
    ]


def test_the_target_moves_up_for_ghosts_of_the_recently_used_and_down_for_the_others():
    moved = [
        (step.found, step.target - step.before)
        for policy in POLICIES
        for step in film(policy, "shift")
    ]
    assert {found for found, by in moved if by > 0 and found is not None} == {MRU_GHOST}
    assert all(by <= 0 for found, by in moved if found == MRU_GHOST + 1)
    assert any(by < 0 for _, by in moved)


def test_a_loop_that_is_too_long_never_hits():
    assert not any(step.hit for policy in POLICIES for step in film(policy, "loop"))


def test_metadata_of_2010_has_a_quarter_and_of_2015_what_it_uses():
    def most(policy):
        return max(
            sum(metadata for _, metadata in step.lists[MRU] + step.lists[MFU])
            for step in film(policy, "metadata")
        )

    assert most("zfs-2010") == 2
    assert most("zfs-2015") > 4
    hits = {policy: sum(step.hit for step in film(policy, "metadata")) for policy in POLICIES}
    assert hits["zfs-2015"] > 1.3 * hits["zfs-2010"]

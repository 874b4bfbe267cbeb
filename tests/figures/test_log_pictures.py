"""What the pictures of the intent log say is what the run of the machine says."""
from itertools import pairwise

import pytest

from figures.contents import get
from figures.intent_log.parts.chain import GROUP, HIDDEN, LOG, PROMISED, shown
from figures.shared.rows import of, one

CHAINED = ["as it should be", "flush ignored", "flush ignored, two disks", "one of two logs fails too",
           "a mirrored log, one side fails", "a RAM disk for a log"]


def ran(id, preset):
    """A figure, and its rows under a preset."""
    figure = get(id)
    settings, seed = figure.preset_settings(preset)
    return figure, figure.rows(seed, **settings)


@pytest.mark.parametrize("preset", CHAINED)
def test_a_replay_reads_all_before_the_gap_and_nothing_behind(preset):
    _, rows = ran("pull-the-plug", preset)
    end = one(rows, "end")["at"]
    for block in of(rows, "block"):
        if block["at"] < end:
            assert block["fate"] in (GROUP, LOG)
        else:
            assert block["fate"] not in (GROUP, LOG)
    assert all((pointer["x2"] < end) == (pointer["read"] == "yes") for pointer in of(rows, "pointer"))


@pytest.mark.parametrize("preset", CHAINED)
def test_a_gap_is_what_strands_blocks(preset):
    figure, rows = ran("pull-the-plug", preset)
    stranded = [block["at"] for block in of(rows, "block") if block["fate"] == HIDDEN]
    missing = [block["at"] for block in of(rows, "block") if block["fate"] == PROMISED]
    assert not stranded or min(missing) < min(stranded)
    v = figure.values(rows)
    assert v["chain_missing"] + v["chain_stranded"] == v["writes"]      # each write has a block of its own


def test_two_devices_that_take_turns_hold_every_other_block():
    _, rows = ran("pull-the-plug", "one of two logs fails too")
    blocks = of(rows, "block")
    assert len({block["lane"] for block in blocks}) == 2
    behind = [block for block in blocks if block["at"] > one(rows, "end")["at"]]
    assert {block["fate"] for block in behind} == {PROMISED, HIDDEN}
    assert len({block["lane"] for block in behind if block["fate"] == HIDDEN}) == 1


@pytest.mark.parametrize(("count", "read"), [(0, 0), (3, 1), (14, 14), (15, 1), (400, 0), (400, 399), (400, 380)])
def test_the_blocks_around_the_end_of_the_replay_are_drawn(count, read):
    numbers, skipped = shown(count, read)
    assert numbers == sorted(set(numbers)) and all(0 <= number < count for number in numbers)
    assert not count or count - 1 in numbers
    assert read == count or read in numbers
    assert bool(skipped) == any(b - a > 1 for a, b in pairwise(numbers))

"""Clones of one image: copies in memory as they were and as they became, and what that costs
others."""

import pytest

from figures.memory.clones import GROUPS, STRETCHES, Storm, boot_all
from models.units import GiB, MiB
from models.zfs.arc.zfs_arc import ZfsArc

ROOMY = {"memory": 4096 * GiB, "others": 0.0}


@pytest.mark.parametrize("clones", [1, 7, 100, 5000])
def test_a_block_is_in_memory_once_for_each_clone_that_read_it_or_once_for_all(clones):
    assert boot_all(Storm(clones=clones, copies=True, **ROOMY)).copies == clones
    assert boot_all(Storm(clones=clones, **ROOMY)).copies == 1


@pytest.mark.parametrize("clones", [1, 10, 100, 4000])
@pytest.mark.parametrize("own", [0.0, 0.1, 0.5])
def test_with_room_the_images_take_what_is_shared_once_and_what_each_wrote(clones, own):
    boot = STRETCHES * 10 * MiB
    old = boot_all(Storm(clones=clones, boot=boot, own=own, copies=True, **ROOMY))
    new = boot_all(Storm(clones=clones, boot=boot, own=own, **ROOMY))
    assert old.memory == old.wanted == clones * boot
    assert (
        new.memory == new.wanted == pytest.approx(boot * (1 - own) + clones * boot * own, rel=1e-6)
    )
    assert old.disk == new.disk == new.memory  # a copy is made in memory, not read from disk


def test_memory_is_never_more_than_the_cache_has():
    for copies in (True, False):
        storm = Storm(clones=16_000, own=0.2, memory=16 * GiB, others=8 * GiB, copies=copies)
        assert 0 < boot_all(storm).memory <= storm.memory


def test_copies_push_out_what_others_use_and_a_single_one_does_not():
    old, new = (boot_all(Storm(clones=1000, copies=copies)) for copies in (True, False))
    assert new.hits > 0.99 > 0.6 > old.hits
    assert old.others_disk > 20 * GiB > new.others_disk
    few, more = (boot_all(Storm(clones=n, copies=True)) for n in (250, 4000))
    assert few.hits > old.hits > more.hits


def test_one_clone_is_alike_under_both_rules():
    assert boot_all(Storm(clones=1, copies=True)) == boot_all(Storm(clones=1))


@pytest.mark.parametrize("copies", [True, False])
@pytest.mark.parametrize("clones", [192, 400])
def test_groups_stand_for_the_clones_in_them(clones, copies):
    storm = Storm(clones=clones, copies=copies, memory=32 * GiB, others=16 * GiB)
    exact, grouped = boot_all(storm, most_groups=clones), boot_all(storm, most_groups=GROUPS)
    assert grouped.wanted == exact.wanted
    assert grouped.memory == pytest.approx(exact.memory, rel=0.05)
    assert grouped.disk == pytest.approx(exact.disk, rel=0.25)
    assert grouped.hits == pytest.approx(exact.hits, abs=0.1)


def test_a_storm_is_the_same_again():
    storm = Storm(clones=3000, copies=True)
    assert boot_all(storm, 4) == boot_all(storm, 4) != boot_all(storm, 5)


def test_a_block_that_grows_takes_its_bytes_and_gives_them_up_at_once():
    arc, lost = ZfsArc(MiB, min_time=0), []
    arc.lost = lambda key, size, metadata: lost.append((key, size))
    arc.read("a", MiB // 8)
    arc.grow("a", MiB // 4)
    assert arc.used == MiB * 3 // 8
    for n in range(7):
        arc.read(n, MiB // 8)
    assert lost[0] == ("a", MiB * 3 // 8)
    arc.read("b", MiB)
    arc.grow("b", MiB // 2)  # not beside what it has: what it had goes
    assert arc.used == MiB // 2

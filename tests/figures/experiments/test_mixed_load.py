"""Metadata and data in one cache: limits that are felt, and limits that are not."""

from figures.memory.experiments.mixed_load import CACHE, MixedLoad, disk_read, serve
from models.units import KiB, ms
from models.zfs.arc.zfs_arc import ZfsArc

SMALL_FILES = MixedLoad(metadata=0.7, metadata_set=0.8, data_set=3.0, record=8 * KiB)


def old(load, limit, warm=2500, count=2000):
    return serve(ZfsArc(CACHE, split=True, meta_limit=limit * CACHE), load, count, warm)


def new(load, warm=2500, count=2000):
    return serve(ZfsArc(CACHE), load, count, warm)


def test_metadata_keeps_to_its_limit():
    for limit in (0.05, 0.25, 0.6):
        assert 0.9 * limit < old(SMALL_FILES, limit).most <= limit


def test_a_limit_that_is_not_reached_changes_nothing():
    load = MixedLoad(metadata=0.3, metadata_set=0.1)
    assert old(load, 0.3) == old(load, 0.7) == old(load, 1.0)
    assert old(load, 0.05) != old(load, 1.0)


def test_with_many_small_files_the_default_limit_costs_half_as_much_again():
    limited, free = old(SMALL_FILES, 0.25), new(SMALL_FILES)
    assert limited.reads > 1.5 * free.reads
    assert free.taken > 0.5 > limited.taken


def test_metadata_that_was_walked_through_keeps_data_out_until_its_limit_is_lower():
    load = MixedLoad(metadata=0.02, metadata_set=0.25, data_set=1.0, walk=True)
    assert old(load, 0.25).reads > new(load).reads > old(load, 0.05).reads


def test_where_data_is_read_once_metadata_that_is_kept_pays():
    load = MixedLoad(metadata=0.1, metadata_set=0.25, data_set=0.5, once=1.0, walk=True, skew=1)
    kept, free = old(load, 0.25), new(load)
    assert kept.metadata_hits > 2 * free.metadata_hits
    assert kept.data_hits == free.data_hits == 0
    assert (
        0.9 < kept.reads / free.reads < 1
    )  # of all reads it is a twentieth, for data misses anyway


def test_all_fits_and_all_is_found():
    load = MixedLoad(metadata_set=0.2, data_set=0.5, skew=1)
    found = new(load, warm=30_000)
    assert (found.metadata_hits, found.data_hits, found.reads) == (found.metadata, found.data, 0)


def test_no_data_or_no_metadata_at_all():
    assert new(MixedLoad(metadata=1.0)).data == 0
    assert new(MixedLoad(metadata=0.0)).metadata == 0


def test_a_read_from_an_idle_disk_takes_a_seek_and_half_a_turn():
    assert 10 * ms < disk_read(8 * KiB) < 14 * ms
    assert disk_read(128 * KiB) > disk_read(8 * KiB) + 1 * ms

"""Real bytes in records: what dedups and what does not."""

import hashlib
import io
import tarfile
from random import Random

import pytest

from figures.deduplication.dedup_blocks import BackedUpDatabase, BackupTarget
from figures.deduplication.experiments.backups import PAGE, expected_ratio, touched_share
from figures.deduplication.shifted_archives import ArchivedFile, archive, singly, some_files
from models.units import KiB, MiB
from models.zfs.dedup.table import DedupTable, is_hole, records

SIZES = [4 * KiB, 8 * KiB, 32 * KiB, 128 * KiB]
FILES = some_files(24, Random(3))


def ratio(size, *streams):
    store = DedupTable()
    for stream in streams:
        for block in records(stream, size):
            store.put(block)
    return store.ratio


def shifted(by, boundary=512):
    """Two archives, the second with a file in front that takes `by` bytes, header included."""
    more = ArchivedFile("more", Random(9).randbytes(by - 512))
    return archive(FILES, boundary).data, archive([more, *FILES], boundary).data


@pytest.mark.parametrize("size", SIZES)
def test_the_same_archive_twice_is_kept_once(size):
    data = archive(FILES).data
    assert ratio(size, data, data) == 2.0
    assert ratio(size, data) == 1.0


@pytest.mark.parametrize("size", SIZES)
def test_a_sector_in_front_leaves_no_record_as_it_was(size):
    assert ratio(size, *shifted(512)) == 1.0


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("by", SIZES)
def test_a_shift_by_whole_records_is_none(size, by):
    first, second = shifted(by)
    one, two = (-(-len(each) // size) for each in (first, second))
    assert ratio(size, first, second) == ((one + two) / two if by % size == 0 else 1.0)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("boundary", [8 * KiB, 128 * KiB])
def test_files_on_boundaries_are_found_by_records_that_divide_them(size, boundary):
    got = ratio(size, *shifted(2 * KiB, boundary))
    assert got > 1.9 if boundary % size == 0 else got == 1.0


def test_where_a_file_grows_its_header_is_new_and_so_is_all_that_follows_its_end():
    half = len(FILES) // 2
    grown = [
        *FILES[:half],
        ArchivedFile(FILES[half].name, FILES[half].data + b"more" * 200),
        *FILES[half + 1 :],
    ]
    first, second = archive(FILES), archive(grown)
    store, found = DedupTable(), []
    for each in (first, second):
        found = [store.put(block) for block in records(each.data, 4 * KiB)]
    head, end = first.starts[half], first.starts[half] + 512 + len(FILES[half].data)
    new = {head // (4 * KiB), *range(end // (4 * KiB), len(found))}
    assert {number for number, was_there in enumerate(found) if not was_there} == new


@pytest.mark.parametrize("size", SIZES)
def test_files_by_themselves_dedup_wherever_they_would_lie_in_an_archive(size):
    store, more = DedupTable(), ArchivedFile("more", Random(9).randbytes(1500))
    for files in (FILES, [more, *FILES]):
        for block in singly(files, size):
            store.put(block)
    assert store.ratio == pytest.approx(store.referenced / (store.referenced / 2 + 768), rel=1e-9)


def test_a_small_file_is_one_block_of_whole_sectors_and_a_large_one_whole_records():
    def lengths(bytes):
        return [len(block) for block in records(b"x" * bytes, 8 * KiB)]

    assert lengths(1) == [512]
    assert lengths(8 * KiB) == [8 * KiB]
    assert lengths(8 * KiB + 1) == [8 * KiB, 8 * KiB]


def test_tar_itself_lays_files_where_these_archives_do():
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w", format=tarfile.USTAR_FORMAT) as made:
        for each in FILES:
            info = tarfile.TarInfo(each.name)
            info.size = len(each.data)
            made.addfile(info, io.BytesIO(each.data))
    theirs, ours = file.getvalue(), archive(FILES)
    assert theirs[len(ours.data) :].strip(b"\0") == b""
    with tarfile.open(fileobj=io.BytesIO(theirs)) as made:
        assert [member.offset for member in made] == ours.starts
    for start, each in zip(ours.starts, FILES, strict=True):
        assert ours.data[start + 512 : start + 512 + len(each.data)] == each.data
        assert theirs[start + 124 : start + 136] == ours.data[start + 124 : start + 136]


def test_a_ratio_counts_bytes_and_a_hole_has_none():
    store = DedupTable()
    assert [store.put(block) for block in (b"a" * 512, b"b" * 1024, b"a" * 512)] == [
        False,
        False,
        True,
    ]
    assert store.put(bytes(8 * KiB)) is False
    assert (store.referenced, store.allocated, store.ratio) == (2048, 1536, 2048 / 1536)
    assert sorted(store.references.values()) == [1, 2]
    assert (int.from_bytes(hashlib.sha256(b"a" * 512).digest()), 512) in store.references


def test_a_block_is_a_hole_only_if_every_byte_is_zero():
    assert is_hole(bytes(MiB))
    assert not is_hole(bytes(MiB - 1) + b"\1")
    assert not is_hole(b"\1" + bytes(511))


def test_many_files_are_small_and_a_few_hold_much():
    sizes = sorted(len(file.data) for file in some_files(2000, Random(5), 1 * KiB, 256 * KiB))
    assert sizes[0] >= 1 * KiB
    assert sizes[-1] <= 256 * KiB
    assert sizes[1000] == pytest.approx(
        2 * KiB, rel=0.1
    )  # Pareto with exponent 1: the median is twice the least
    assert sum(sizes[-200:]) > 0.5 * sum(sizes)


# ---- A database and its backups


def backed_up(share, backups, *, row=1, pages=2048, seed=1, sizes=SIZES, all=False):
    database, targets = (
        BackedUpDatabase(pages, Random(seed)),
        [BackupTarget(size) for size in sizes],
    )
    changed = None
    for _ in range(backups):
        for target in targets:
            target.back_up(database, None if all else changed)
        changed = database.change(share, row)
    return [target.ratio for target in targets]


def test_what_was_not_touched_is_not_hashed_and_the_ratio_is_as_if_it_were():
    sizes = [2 * KiB, *SIZES]
    assert backed_up(0.05, 5, pages=256, sizes=sizes) == backed_up(
        0.05, 5, pages=256, sizes=sizes, all=True
    )


@pytest.mark.parametrize("share", [0.0, 0.01, 0.05, 0.2])
def test_changes_anywhere_give_the_ratio_of_arithmetic(share):
    for size, got in zip(SIZES, backed_up(share, 30), strict=True):
        assert got == pytest.approx(expected_ratio(30, share, size), rel=0.05)


def test_the_share_of_records_with_a_changed_page_is_a_closed_form():
    assert touched_share(0.02, 16) == pytest.approx(1 - 0.98**16)
    assert touched_share(0.0, 16) == 0
    assert touched_share(1.0, 16) == 1
    assert expected_ratio(10, 1.0, 8 * KiB) == 1
    assert expected_ratio(10, 0.0, 128 * KiB) == 10


def test_records_smaller_than_a_page_gain_nothing():
    half, whole = backed_up(0.05, 10, sizes=[4 * KiB, 8 * KiB])
    assert half == whole


def test_neighbours_that_change_together_spoil_fewer_records():
    ratios = [backed_up(0.05, 20, row=row, sizes=[128 * KiB])[0] for row in (1, 4, 16, 64)]
    assert ratios == sorted(ratios)
    assert ratios[-1] > 3 * ratios[0]


def test_small_records_are_never_better_by_more_than_there_are_pages_in_a_large_one():
    for share in (0.001, 0.01, 0.05, 0.2):
        gains = [
            expected_ratio(n, share, 8 * KiB) / expected_ratio(n, share, 128 * KiB)
            for n in (2, 10, 100, 1000, 10_000)
        ]
        assert gains == sorted(gains)
        assert 1 < gains[-1] < 16
    assert expected_ratio(10_000, 0.001, 8 * KiB) / expected_ratio(10_000, 0.001, 128 * KiB) > 14


@pytest.mark.parametrize(("share", "row"), [(0.0, 1), (0.1, 1), (0.1, 7), (1.0, 16), (0.5, 64)])
def test_just_the_share_that_was_asked_for_changes(share, row):
    database = BackedUpDatabase(128, Random(2))
    before = bytes(database.data)
    changed = database.change(share, row)
    step = len(before) // 128
    differ = [
        n
        for n in range(128)
        if before[n * step : n * step + step] != database.data[n * step : n * step + step]
    ]
    assert differ == changed
    assert len(changed) == round(128 * share)


def test_a_database_has_pages_of_8_kib():
    assert BackedUpDatabase(16, Random(1)).size == 16 * PAGE == 128 * KiB


def test_the_next_record_sizes_are_named():
    with pytest.raises(
        ValueError, match=r"^recordsize must be [^\n]*, got 9000; the nearest are 8192 and 16384$"
    ):
        next(records(b"x", 9000))

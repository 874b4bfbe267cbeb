"""The dedup table, entry by entry: what it finds, what it frees, how it grows, and what an entry
takes."""

from hashlib import sha256
from math import log
from random import Random

import pytest

from figures.deduplication.experiments.entry_bytes import (
    RUNNING,
    TableBlock,
    packed,
    sample,
    unique,
)
from models.catalogue.machines import values
from models.units import GiB, KiB, TiB
from models.zfs.dedup.table import DedupTable
from tests.models.split_table import BITS, SplitTable


def digest(n):
    return sha256(b"%d" % n).digest()


def filled(entries):
    table = SplitTable()
    for n in range(entries):
        table.write(digest(n), 8 * KiB)
    return table


# ---- what it finds


def test_a_block_is_found_from_the_second_time_on():
    table = DedupTable()
    assert [table.write(digest(1), 8 * KiB) for _ in range(3)] == [False, True, True]
    assert len(table.references) == 1
    assert table.ratio == 3


def test_the_same_checksum_of_another_size_is_another_block():
    table = DedupTable()
    table.write(digest(1), 8 * KiB)
    assert not table.write(digest(1), 16 * KiB)


def test_bytes_and_the_number_that_they_spell_are_one_checksum():
    table = DedupTable()
    table.write(digest(1), 8 * KiB)
    assert table.write(int.from_bytes(digest(1), "big"), 8 * KiB)


def test_the_last_reference_frees_the_block_and_no_other_does():
    table = DedupTable()
    for _ in range(3):
        table.write(digest(1), 8 * KiB)
    assert [table.free(digest(1), 8 * KiB) for _ in range(3)] == [False, False, True]
    assert (len(table.references), table.allocated, table.referenced) == (0, 0, 0)
    assert not table.write(digest(1), 8 * KiB)


def test_the_ratio_is_what_is_pointed_to_over_what_is_there():
    table, random = DedupTable(), Random(1)
    written = [int(random.random() * 300) for _ in range(2000)]
    for n in written:
        table.write(digest(n), 8 * KiB)
    assert table.ratio == pytest.approx(len(written) / len(set(written)))
    for n in written[:1500]:
        table.free(digest(n), 8 * KiB)
    assert table.ratio == pytest.approx(500 / len(set(written[1500:])))


# ---- how it grows


def test_entries_lie_where_the_first_bits_of_their_checksums_say():
    table = filled(3000)
    assert (
        sum(len(leaf.keys) for leaf in {id(leaf): leaf for leaf in table.leaves}.values()) == 3000
    )
    for leaf in table.leaves:
        assert len(leaf.keys) <= table.most
        assert len({key[0] >> BITS - leaf.depth for key in leaf.keys} if leaf.depth else {0}) == 1


def test_a_hash_spreads_neighbours_over_the_whole_table():
    table = filled(20_000)
    row = {table.leaf(int.from_bytes(digest(n), "big")).number for n in range(100)}
    assert len(row) > 0.7 * table.blocks * (1 - (1 - 1 / table.blocks) ** 100)


def test_a_group_writes_each_table_block_once_however_many_of_its_entries_changed():
    table = filled(20_000)
    table.looked.clear()
    for _ in range(50):
        table.write(digest(7), 8 * KiB)
    assert len(table.looked) == 1
    for n in range(10_000):
        table.write(digest(n), 8 * KiB)
    assert len(table.looked) == table.blocks


def test_blocks_that_lost_their_entries_stay():
    table = filled(5000)
    blocks = table.blocks
    for n in range(5000):
        table.free(digest(n), 8 * KiB)
    assert (len(table.references), table.blocks) == (0, blocks)


# ---- what an entry takes


def test_the_entry_of_a_running_group_is_the_sum_of_its_fields():
    assert (
        sum(field.bytes for field in RUNNING) == 376
    )  # as others have reported of illumos, 64 bits


@pytest.mark.parametrize(
    ("data", "size"),
    [
        (bytes(256), 2),
        (bytes(192), 1),
        (b"\x01" * 64, 65),
        (b"\x01" * 65, 67),
        (b"", 0),
        (b"\x01\x00\x01", 4),
        (b"\x01\x00\x00\x01", 5),
        (b"\x07" + bytes(7), 3),
    ],
)
def test_runs_of_zeros_become_a_byte_and_other_bytes_stay(data, size):
    assert packed(data) == size


def test_a_packed_value_is_far_shorter_than_its_256_bytes():
    assert 17 <= sample().value <= 24
    assert sample(groups=10).value < sample(groups=10**6).value


@pytest.mark.parametrize("block", [4 * KiB, 16 * KiB])
def test_an_entry_takes_the_200_bytes_that_were_seen_or_a_little_less(block):
    """And from 141 to 200 bytes is what others printed of their pools."""
    counted = TableBlock(block, sample()).memory
    assert 0.8 * values("zfs-2010")["ddt_entry"] <= counted <= 1.2 * values("zfs-2010")["ddt_entry"]


def test_blocks_that_split_are_ln_2_full_on_average():
    table, random = SplitTable(most=40), Random(3)
    seen = []
    for n in range(1, 2**15 + 1):
        table.write(random.getrandbits(BITS), 8 * KiB)
        if n > 2**14 and n % 64 == 0:
            seen.append((table.blocks * table.most / n, 1 / n))
    mean = sum(each * weight for each, weight in seen) / sum(weight for _, weight in seen)
    assert mean == pytest.approx(1 / log(2), rel=0.03)


def test_the_parts_of_an_entry_add_up():
    block = TableBlock(16 * KiB, sample())
    assert sum(part.bytes for part in block.parts) == pytest.approx(block.memory)
    assert all(part.bytes > 0 for part in block.parts)


# ---- how much data a memory's table stands for


def test_32_gib_of_200_bytes_stand_for_20_tb_and_1_tb():
    assert unique(32 * GiB, 128 * KiB) == pytest.approx(20.48 * TiB)
    assert unique(32 * GiB, 8 * KiB) == pytest.approx(1.28 * TiB)


def test_a_quarter_of_the_memory_stands_for_a_quarter_of_the_data():
    assert unique(32 * GiB, 8 * KiB, share=0.25) == unique(8 * GiB, 8 * KiB)


def test_a_block_that_nothing_points_to_cannot_be_freed():
    with pytest.raises(KeyError):
        DedupTable().free(digest(1), 8192)

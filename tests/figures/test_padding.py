"""The picture of records on their disks is that of the machine's vdev, and adds up."""

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from figures.contents import get
from figures.kit.rows import of, one
from figures.sizing.padding import DRAID, MIRROR, RAIDZ, ROWS, build, sectors, vdev
from models.sizing.pools.capacity import allocated
from models.units import KiB

FIGURE = get("padding")


@given(
    st.sampled_from([RAIDZ, DRAID, MIRROR]),
    st.integers(4, 24),
    st.integers(1, 3),
    st.sampled_from([9, 12, 16]),
    st.sampled_from([4 * KiB, 8 * KiB, 128 * KiB]),
)
def test_records_fill_the_disks_without_a_gap(layout, width, parity, ashift, record):
    pool = build(layout, width, parity)
    disks = vdev(pool, 1 << ashift)
    taken, kinds = Counter(), Counter()
    for number in range(3):
        for disk, row, kind in sectors(pool, disks, record, number):
            taken[disk, row] += 1
            kinds[kind] += 1
    copies = width if layout == MIRROR else 1
    assert set(taken.values()) == {1}
    assert taken.total() << ashift == 3 * copies * allocated(pool, record, ashift)
    assert kinds["data"] == 3 * -(-record >> ashift)
    places = sorted(row * width + disk for disk, row in taken)
    assert places == list(range(len(places)))


@pytest.mark.parametrize(
    ("preset", "data", "parity", "padding"),
    [
        ("128 KiB on raidz2", 32, 8, 2),
        ("8 KiB volume", 2, 2, 2),
        ("16 KiB", 4, 2, 0),
        ("dRAID", 4, 2, 6),
    ],
)
def test_sectors_of_a_record(preset, data, parity, padding):
    params, seed = FIGURE.preset_settings(preset)
    rows = FIGURE.rows(seed, **params)
    row = one(rows, "sum")
    assert (row["data"], row["parity"], row["padding"]) == (data, parity, padding)
    shown, numbers = of(rows, "cell", frame=1.0), of(rows, "begin", frame=1.0)
    assert all(cell["y2"] <= ROWS for cell in shown)
    assert [each["record"] for each in numbers] == list(range(1, len(numbers) + 1))
    assert ROWS - 1 < len(shown) / row["width"] <= ROWS

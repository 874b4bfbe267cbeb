"""Where bytes lie: every byte has one place, and neighbours are neighbours."""

from random import Random

import pytest

from models.devices.platter import Geometry

SKEW = 0.12


@pytest.fixture(scope="module")
def disk():
    return Geometry(
        capacity=50_000_000, outer_track=200_000, inner_track=100_000, heads=3, skew=SKEW
    )


def turns_between(one, other):
    return (other.angle - one.angle) % 1.0


def test_every_byte_has_one_place():
    disk = Geometry(capacity=400_000, outer_track=4096, inner_track=2048, heads=2, skew=0.1)
    places = {disk.place(offset)[:3] for offset in range(0, disk.capacity, 512)}
    assert len(places) == -(-disk.capacity // 512)


def test_consecutive_bytes_are_consecutive_in_angle(disk):
    random = Random(1)
    for _ in range(2000):
        offset = random.randrange(disk.capacity - 1)
        here, there = disk.place(offset), disk.place(offset + 1)
        if here.left > 1:
            assert there.cylinder == here.cylinder
            assert there.left == here.left - 1
            assert turns_between(here, there) == pytest.approx(1 / here.track, rel=1e-6)


def test_a_new_track_begins_a_skew_after_the_last_one_ends(disk):
    offset, crossed = 0, 0
    while offset + disk.place(offset).left < disk.capacity:
        here = disk.place(offset)
        there = disk.place(offset + here.left)
        assert there.left == there.track
        assert turns_between(here, there) == pytest.approx((here.left / here.track + SKEW) % 1.0)
        assert there.cylinder - here.cylinder in (0, 1)
        offset, crossed = offset + here.left, crossed + 1
    assert crossed > 300


def test_a_cylinder_holds_one_track_for_each_head(disk):
    tracks, offset = {}, 0
    while offset < disk.capacity:
        place = disk.place(offset)
        tracks[place.cylinder] = tracks.get(place.cylinder, 0) + 1
        offset += place.left
    assert set(list(tracks.values())[:-1]) == {3}
    assert sorted(tracks) == list(range(len(tracks)))
    assert max(tracks) < disk.cylinders <= len(tracks) + 1


def test_tracks_shrink_from_the_rim_to_the_hub(disk):
    sizes = [disk.place(offset).track for offset in range(0, disk.capacity, 100_000)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] == 200_000 // 512 * 512
    assert sizes[-1] == 100_000 // 512 * 512
    assert len(set(sizes)) == 16


def test_the_zones_cover_the_disk_to_its_last_byte(disk):
    last = disk.place(disk.capacity - 1)
    assert last.cylinder == disk.cylinders - 1 or last.cylinder == disk.cylinders - 2
    assert disk.place(0) == (0, 0.0, 200_000 // 512 * 512, 200_000 // 512 * 512)


@pytest.mark.parametrize("offset", [-1, 50_000_000])
def test_a_byte_outside_the_disk_has_no_place(disk, offset):
    with pytest.raises(ValueError, match=f"offset must be 0-49999999 bytes, got {offset}"):
        disk.place(offset)

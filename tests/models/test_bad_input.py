"""What a person orders and cannot be is refused in one lower-case line that says what would be
right, and what came."""

from math import inf, nan

import pytest

from models.check import a_number, check_recordsize, constants, counted, one_of, shown, switched
from models.devices.drive_spec import DriveSpec
from models.head.head import Head
from models.units import rpm


@pytest.mark.parametrize(
    ("value", "limits", "line"),
    [
        ("x", {"least": 1, "most": 3}, "n must be a number, 1-3, got 'x'"),
        (None, {}, "n must be a number, got None"),
        (True, {"above": 0}, "n must be a number, above 0, got True"),
        (0, {"above": 0, "unit": "s"}, "n must be above 0 s, got 0"),
        (nan, {"least": 0, "below": 1}, "n must be 0 or more and below 1, got nan"),
        (1, {"least": 0, "below": 1}, "n must be 0 or more and below 1, got 1"),
        (inf, {"least": 0, "unit": "s"}, "n must be a finite number, 0 s or more, got inf"),
        (nan, {}, "n must be a finite number, got nan"),
        (1.5, {"least": 1, "whole": True}, "n must be a whole number, 1 or more, got 1.5"),
        (10**30, {"most": 7, "whole": True}, "n must be 7 or less, got 1.000e+30"),
        (10**400, {"most": 7}, "n must be 7 or less, got a very large number"),
        (10**400, {}, "n must be a finite number, got a very large number"),
    ],
)
def test_a_number_is_refused_in_words(value, limits, line):
    with pytest.raises(ValueError) as refused:
        a_number("n", value, **limits)
    assert str(refused.value) == line


def test_what_is_right_is_taken():
    a_number("n", inf, above=0, infinite=True)
    a_number("n", 0.5, 0, below=1)
    counted(0, disks=0, threads=10_000)
    assert shown("a\nb" * 40).endswith("...") and "\n" not in shown("a\nb")


@pytest.mark.parametrize("size", [2**n for n in range(9, 21)])
def test_record_sizes_are_powers_of_two(size):
    assert check_recordsize(size) == size


@pytest.mark.parametrize("size", [0, -512, 511, 513, 3000, 2**20 + 1, 2**21, 512.5, inf])
def test_other_record_sizes_are_refused(size):
    with pytest.raises(
        ValueError,
        match=r"^recordsize must be a power of two from 512 bytes to 1 MiB, got [^\n]+$",
    ):
        check_recordsize(size)


MACHINE = {"rate": 1.0, "wake": "last"}
SLOW, FAST = (
    "speed must be 3600-15000 rpm, got 3000",
    "speed must be 3600-15000 rpm, got 20000",
)


@pytest.mark.parametrize(
    ("order", "line"),
    [
        (lambda: counted(threads=10_001), "threads must be 1-10000, got 10001"),
        (lambda: counted(threads=0), "threads must be 1 or more, got 0"),
        (
            lambda: one_of("cache", "maybe", ("on", "off")),
            "cache must be one of on, off, got 'maybe'",
        ),
        (lambda: switched(dedup=1), "dedup must be True or False, got 1"),
        (
            lambda: check_recordsize(256),
            "recordsize must be a power of two from 512 bytes to 1 MiB, got 256",
        ),
        (
            lambda: check_recordsize(nan),
            "recordsize must be a power of two from 512 bytes to 1 MiB, got nan",
        ),
        (
            lambda: check_recordsize(102400),
            "recordsize must be a power of two from 512 bytes to 1 MiB, got 102400; the nearest are 65536 and 131072",
        ),
        (lambda: constants(MACHINE, {"speed": 1}), "unknown constant 'speed'; known: rate, wake"),
        (lambda: constants(MACHINE, {"wake": 1}), "wake must be a word such as 'last', got 1"),
        (lambda: constants(MACHINE, {"rate": "x"}), "rate must be a number, 0 or more, got 'x'"),
        (lambda: DriveSpec(speed=3000 * rpm), SLOW),
        (lambda: DriveSpec(speed=20_000 * rpm), FAST),
        (lambda: DriveSpec(speed=nan), "speed must be 3600-15000 rpm, got nan"),
        (lambda: DriveSpec(speed="x"), "speed must be a number, 3600-15000 rpm, got 'x'"),
        (lambda: DriveSpec(media_rate=0), "media_rate must be above 0 B/s, got 0"),
        (lambda: DriveSpec(interface_rate=-1), "interface_rate must be above 0 B/s, got -1"),
        (lambda: DriveSpec(inner_share=1.5), "inner_share must be above 0 and 1 or less, got 1.5"),
        (lambda: DriveSpec(heads=0), "heads must be 1-10000, got 0"),
        (lambda: DriveSpec(destage_set=0), "destage_set must be 1-10000, got 0"),
        (lambda: DriveSpec(extent_limit=0), "extent_limit must be 1 bytes or more, got 0"),
        (lambda: DriveSpec(command=-1e-6), "command must be 0 s or more, got -1e-06"),
        (
            lambda: DriveSpec(seek_full=5e-3),
            "seek_average must be at most seek_full, 0.005 s, got 0.0085",
        ),
        (
            lambda: Head("vax"),
            "machine must be one of head-7210, head-7310, head-7410, head-7410-istanbul, head-7410-unfiltered, got 'vax'",
        ),
    ],
)
def test_what_cannot_be_is_refused_in_one_line(order, line):
    with pytest.raises(ValueError) as refused:
        order()
    assert str(refused.value) == line

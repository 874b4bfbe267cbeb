"""Numbers in sentences are as people write them."""

import pytest

from figures.kit.words import about, count, in_table, rate, size, time


@pytest.mark.parametrize(
    ("value", "text"),
    [(118.4, "118"), (10069.5, "10,070"), (6.34, "6.34"), (0.5, "0.5"), (20, "20")],
)
def test_a_count_has_as_many_digits_as_are_read(value, text):
    assert count(value) == text


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(8.4154e-3, "8.42 ms"), (99.3e-6, "99.3 µs"), (2.5, "2.5 s"), (0.001, "1 ms"), (75.0, "75 s")],
)
def test_a_time_has_the_unit_that_suits_it(seconds, text):
    assert time(seconds) == text


@pytest.mark.parametrize(
    ("value", "text"), [(957440, "935 KiB/s"), (2**20, "1 MiB/s"), (133.7e6, "128 MiB/s")]
)
def test_a_rate_is_binary_as_iostat_prints_it(value, text):
    assert rate(value) == text


@pytest.mark.parametrize("value", [1020 * 2**20, 1.45e9, 5e10, 1e12])
def test_a_large_rate_has_no_exponent(value):
    assert "e+" not in rate(value)
    assert "e+" not in size(value)


@pytest.mark.parametrize("seconds", [1234.0, 86400.0])
def test_a_long_time_has_no_exponent(seconds):
    assert "e+" not in time(seconds)


@pytest.mark.parametrize(
    ("value", "text"), [(8192, "8 KiB"), (2**20, "1 MiB"), (512, "512 B"), (12800, "12.5 KiB")]
)
def test_a_size_is_binary(value, text):
    assert size(value) == text


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0, "0 B"),
        (40960, "40 KiB"),
        (41e6, "39.1 MiB"),
        (641e6, "611 MiB"),
        (1023.9 * 2**20, "1 GiB"),
        (5.58e9, "5.2 GiB"),
    ],
)
def test_about_so_many_bytes_has_three_digits(value, text):
    assert about(value) == text


def test_no_time_at_all_is_no_microseconds():
    assert time(0.0) == "0 s"


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (113.088, 3, "113.1"),
        (2393.088, 3, "2,393"),
        (16.32, 2, "16.32"),
        (0.0618, 3, "0.062"),
        (98304, 0, "98,304"),
        (0, 2, "0"),
        (-4.123, 3, "\N{MINUS SIGN}4.123"),
    ],
)
def test_a_number_in_a_table_has_four_significant_digits_and_no_more_decimals_than_wanted(
    value, digits, text
):
    assert in_table(value, digits) == text

"""A pattern is a statement about the rows that a wrong picture fails."""

import copy
from importlib import import_module
from math import pi, sin
from random import Random

import pytest

from figures.contents import figures, get
from figures.deduplication.dedup_group_results import slowed
from figures.define.claims import claims
from figures.intent_log.disk_io_results import seconds
from tests.conftest import sample
from tests.figures.runs import rows_of, values_of

PATTERNS = [(f.id, t.id) for f in figures() for t in f.targets if claims()[t.id].role == "pattern"]


def scaled(rows, factor):
    """The rows with every number multiplied."""
    return [
        {k: v * factor if isinstance(v, float) else v for k, v in row.items()}
        for row in copy.deepcopy(rows)
    ]


@pytest.mark.parametrize(("id", "claim"), PATTERNS)
def test_a_pattern_is_true_or_false_and_a_wrong_picture_fails_it(id, claim):
    figure = get(id)
    target = next(t for t in figure.targets if t.id == claim)
    right = rows_of(id, target.preset)
    assert target.of(right) is (claim not in figure.misses)
    others = [
        rows_of(id, preset)
        for preset in figure.presets
        if preset != (target.preset or figure.default_preset())
    ]
    wrong = [*others, scaled(right, 1e-3), scaled(right, 0.0)]
    assert any(target.of(rows) is False for rows in wrong)


def test_ufs_as_installed_is_only_good_where_it_beats_the_synchronous_disk():
    figure = get("ufs-sync")
    target = next(t for t in figure.targets if t.id == "fbsd-ufs-default-good")
    assert target.of(rows_of("ufs-sync")) is False  # the cache off
    assert target.of(rows_of("ufs-sync", target.preset)) is True


# ---- Seeing latency: what is read off a heat map

LAKE, STRIPE, ONE = (
    "as measured",
    "as measured, stripe of 22",
    "as measured, one disk of the stripe",
)


def of(id, claim):
    """The predicate of a pattern."""
    return next(t.of for t in get(id).targets if t.id == claim)


def moved_cells(rows, where, kinds=("cell", "lake", "own")):
    """The rows with each cell put where `where(row, number)` says (its low edge)."""
    moved = []
    for number, row in enumerate(rows):
        row = dict(row)
        if row["row"] in kinds:
            high = row["high"] - row["low"]
            row["low"] = where(row, number)
            row["high"] = row["low"] + high
        moved.append(row)
    return moved


def scattered(rows):
    """The same cells at latencies drawn at random."""
    random = Random(7)
    lows = [row["low"] for row in rows if row["row"] == "cell"]
    return moved_cells(rows, lambda row, number: lows[int(random.random() * len(lows))])


def level(rows):
    """Every operation takes the same time."""
    return moved_cells(rows, lambda row, number: 0.005)


def only(rows, wanted):
    """The cells of some tags alone."""
    return [row for row in rows if row["row"] != "cell" or row["tag"] in wanted]


def mirrored(rows):
    """The map turned upside down: what climbed falls."""
    top = max(row["high"] for row in rows if row["row"] in ("cell", "own"))
    return moved_cells(rows, lambda row, number: top - row["high"])


def without(rows, kind):
    """The rows without those of a kind."""
    return [row for row in rows if row["row"] != kind]


def in_one_column(rows):
    """The map with all its cells in the first column."""
    first = next(row for row in rows if row["row"] == "cell")
    return [
        {**row, "t1": first["t1"], "t2": first["t2"]} if row["row"] == "cell" else row
        for row in rows
    ]


def paths(rows, path):
    """The lake with each disk's cells where `path(disk, column)` says (in bins), one cell a column."""
    cells = [row for row in rows if row["row"] == "cell"]
    width, bin = (max(row[b] - row[a] for row in cells) for a, b in (("t1", "t2"), ("low", "high")))
    return [
        *without(rows, "cell"),
        *(
            {
                "row": "cell",
                "t1": k * width,
                "t2": (k + 1) * width,
                "low": y * bin,
                "high": (y + 1) * bin,
                "n": 20,
                "tag": disk,
            }
            for disk in sorted({row["tag"] for row in cells})
            for k in range(180)
            for y in [path(disk, k)]
        ),
    ]


def walks(step, jumps=0.0):
    """Paths that walk at random by about `step` bins a column, between the ends of the map, and now
    and then jump."""
    random, at = Random(11), {}

    def path(disk, k):
        walks_on = disk in at and random.random() >= jumps
        y = at[disk] + step * (2 * random.random() - 1) if walks_on else 3 + 47 * random.random()
        at[disk] = 6 - y if y < 3 else 100 - y if y > 50 else y
        return int(at[disk])

    return path


def waves(high, period):
    """Paths that swing by `high` bins, up and down once in `period` columns, each disk at a time of
    its own."""
    return lambda disk, k: int(27 + high * sin(2 * pi * (k / period + disk * 0.618)))


LAKES = [
    ("art-x-diagonals-pattern", LAKE),
    ("art-x-cross-pattern", LAKE),
    ("art-x-icy-lake-pattern", LAKE),
    ("acmq6-pattern", LAKE),
    ("acmq2-pattern", STRIPE),
]


@pytest.mark.parametrize(("claim", "preset"), LAKES)
@pytest.mark.parametrize(
    "spoil", [scattered, level, lambda rows: only(rows, {5})], ids=["random", "level", "one disk"]
)
def test_a_lake_without_crossing_lines_is_none(claim, preset, spoil):
    rows = rows_of("icy-lake", preset)
    assert of("icy-lake", claim)(rows) is True
    assert of("icy-lake", claim)(spoil(rows)) is False


@pytest.mark.parametrize("preset", ["all spindles alike", "an uneven client"])
def test_no_lines_are_seen_where_none_climb_and_none_fall(preset):
    rows = rows_of("icy-lake", preset)
    assert not any(
        of("icy-lake", claim)(rows)
        for claim in (
            "art-x-diagonals-pattern",
            "art-x-cross-pattern",
            "art-x-icy-lake-pattern",
            "acmq6-pattern",
        )
    )


@pytest.mark.parametrize(
    "path",
    [
        walks(0.3),
        walks(2),
        walks(5),
        walks(1, 0.03),
        waves(5, 20),
        waves(10, 90),
        waves(23, 60),
        waves(23, 360),
    ],
)
def test_disks_that_walk_at_random_or_swing_draw_no_diagonals(path):
    drawn = {preset: paths(rows_of("icy-lake", preset), path) for preset in (LAKE, STRIPE)}
    assert not any(of("icy-lake", claim)(drawn[preset]) for claim, preset in LAKES)


@pytest.mark.parametrize(("claim", "preset"), LAKES)
def test_lines_are_found_disk_by_disk_and_in_the_map(claim, preset):
    rows, holds = rows_of("icy-lake", preset), of("icy-lake", claim)
    random, disks = Random(5), sorted({row["tag"] for row in rows if row["row"] == "cell"})
    mixed = [{**row, "tag": random.choice(disks)} if row["row"] == "cell" else row for row in rows]
    renamed = [{**row, "tag": 99 - row["tag"]} if row["row"] == "cell" else row for row in rows]
    assert holds(without(rows, "cell")) is holds(mixed) is False
    assert holds(renamed) is True


def test_the_weight_of_a_lake_is_that_of_its_cells():
    lake, stripe = rows_of("icy-lake", LAKE), rows_of("icy-lake", STRIPE)
    high, even = of("icy-lake", "acmq6-pattern"), of("icy-lake", "acmq2-pattern")
    assert high(mirrored(lake)) is False
    for sums, cells, holds in (
        (lake, stripe, high),
        (stripe, lake, even),
        (stripe, mirrored(lake), even),
    ):
        assert (
            holds([*without(sums, "cell"), *(row for row in cells if row["row"] == "cell")])
            is False
        )
    assert even(mirrored(stripe)) is True  # lines up and down that cross are so upside down, too


def test_a_lake_whose_ice_is_fog_is_none():
    rows = rows_of("icy-lake", LAKE)
    cells = [row for row in rows if row["row"] == "cell"]
    width, high = cells[0]["t2"] - cells[0]["t1"], cells[0]["high"] - cells[0]["low"]
    fog = [
        {
            "row": "cell",
            "t1": k * width,
            "t2": (k + 1) * width,
            "low": bin * high,
            "high": (bin + 1) * high,
            "n": 9,
            "tag": 99,
        }
        for k in range(180)
        for bin in range(3, 50)
    ]
    assert of("icy-lake", "art-x-icy-lake-pattern")(rows + fog) is False


def test_a_stripe_is_not_weighted_upwards_and_mirrors_are():
    assert of("icy-lake", "acmq6-pattern")(rows_of("icy-lake", STRIPE)) is False
    assert of("icy-lake", "acmq2-pattern")(rows_of("icy-lake", LAKE)) is False


def test_one_disk_draws_one_line_and_several_disks_or_a_cloud_do_not():
    rows, single = rows_of("icy-lake", ONE), of("icy-lake", "acmq3-pattern")
    assert single(rows) is True
    assert (
        single(scattered([{**row, "row": "cell"} if row["row"] == "lake" else row for row in rows]))
        is False
    )
    assert single([{**row, "row": "own"} if row["row"] == "lake" else row for row in rows]) is False
    assert single([row for row in rows if row["row"] != "own"]) is False
    assert single(level(rows)) is False
    assert single(mirrored(rows)) is True  # a line that falls is one, too
    two = [
        {**row, "row": "own"} if row["row"] == "lake" and row["tag"] == 12 else row for row in rows
    ]
    assert single(two) is False  # the lines of two disks
    still = moved_cells(
        rows, lambda row, number: 0.005 + 0.0002 * (number % 7 == 0), kinds=("own",)
    )
    assert single(still) is False  # a line that does not creep


def test_one_disk_draws_one_line_whatever_the_chance():
    """Only a disk that happens to turn just like the one before it draws a level line."""
    single = of("icy-lake", "acmq3-pattern")
    assert sum(single(rows_of("icy-lake", ONE, seed)) for seed in range(1, 5)) >= 3


def test_a_faint_line_needs_its_place_and_its_share():
    rows = rows_of("one-and-two-disks")
    faint, gap = (
        of("one-and-two-disks", "acmq4-faint-line-pattern"),
        of("one-and-two-disks", "acmq4-extra-latency-equals-track-seek"),
    )
    main = max((row for row in rows if row["row"] == "cell"), key=lambda row: row["n"])["low"]
    assert faint(rows) is gap(rows) is True
    without = [row for row in rows if row["row"] != "cell" or row["low"] <= main]
    assert faint(without) is gap(without) is False
    thick = [
        {**row, "n": row["n"] * 20} if row["row"] == "cell" and row["low"] > main else row
        for row in rows
    ]
    assert faint(thick) is False
    below = mirrored(rows)
    assert faint(below) is gap(below) is False
    short = [row for row in rows if row["row"] != "cell" or row["t1"] < 40]
    begun = [row for row in rows if row["row"] != "cell" or row["t1"] < 20 or row["low"] <= main]
    assert (
        faint(short)
        is faint(in_one_column(rows))
        is faint(begun)
        is gap(in_one_column(rows))
        is False
    )
    further = moved_cells(
        rows, lambda row, number: row["low"] + (0.0008 if row["low"] > main + 1e-4 else 0.0)
    )
    assert gap(further) is False


@pytest.mark.parametrize(
    "spoil", [scattered, level, lambda rows: only(rows, {1})], ids=["random", "level", "one disk"]
)
def test_two_disks_cross_only_where_one_climbs_while_the_other_falls(spoil):
    rows, crossed = (
        rows_of("one-and-two-disks", "as measured, two disks"),
        of("one-and-two-disks", "acmq5-pattern"),
    )
    assert crossed(rows) is True
    assert crossed(spoil(rows)) is False
    assert crossed(rows_of("one-and-two-disks", "two disks alike")) is False
    bent = moved_cells(rows, lambda row, number: row["low"] * (0.4 if row["tag"] == 1 else 1.0))
    assert crossed(bent) is False  # not as steep as each other


def test_a_cache_that_changes_nothing_is_no_new_band():
    joins = of("cache-enable", "acmq1-pattern")
    assert joins(rows_of("cache-enable")) is True
    assert joins([]) is False
    assert joins(rows_of("cache-enable", "no flash")) is False
    assert joins(rows_of("cache-enable", "data that memory holds")) is False
    rows = rows_of("cache-enable")
    assert (
        joins([row for row in rows if row["row"] != "cell" or not 5e-5 < row["low"] < 1.2e-3])
        is False
    )
    end = max(row["t2"] for row in rows if row["row"] == "cell")
    backwards = [
        {**row, "t1": end - row["t2"], "t2": end - row["t1"]} if row["row"] == "cell" else row
        for row in rows
    ]
    assert joins(backwards) is False


def test_steps_need_a_knee_and_levels():
    stepped = of("stepping-disks", "acmq7-pattern")
    rows = rows_of("stepping-disks")
    assert stepped(rows) is True
    assert stepped(rows_of("stepping-disks", "a faster card")) is False
    for wrong in (without(rows, "cell"), level(rows), mirrored(rows), scattered(rows)):
        assert stepped(wrong) is False
    one = [row for row in rows if row["row"] != "cell" or row["t1"] >= 8 or row["low"] < 0.0014]
    assert stepped(one) is False  # the source sees two levels
    straight = [
        {**row, "moved": row["disks"] * 1e8} if row["row"] == "step" else row for row in rows
    ]
    assert stepped(straight) is False


def test_levels_of_one_line_are_thin_and_rise():
    thin = of("stepping-disks", "acmq8-pattern")
    rows = rows_of("stepping-disks", "the same block again")
    assert thin(rows) is True
    assert thin(rows_of("stepping-disks")) is False
    assert (
        thin(without(rows, "cell"))
        is thin(level(rows))
        is thin(mirrored(rows))
        is thin(scattered(rows))
        is False
    )
    fog = [
        {
            **row,
            "low": row["low"] + k * (row["high"] - row["low"]),
            "high": row["high"] + k * (row["high"] - row["low"]),
        }
        for row in rows
        if row["row"] == "cell"
        for k in (-3, 3)
    ]
    assert thin(rows + fog) is False


def test_outliers_are_far_above_and_come_in_a_burst():
    bursts = of("shaken-disks", "acmq9-pattern")
    rows = rows_of("shaken-disks")
    assert bursts(rows) is True
    assert bursts(rows_of("shaken-disks", "left in peace")) is False
    assert bursts([row for row in rows if row["row"] != "cell" or row["low"] < 0.05]) is False
    far = next(row for row in rows if row["row"] == "cell" and row["low"] > 0.8)
    always = [{**far, "t1": k * 0.2, "t2": k * 0.2 + 0.2, "n": 1} for k in range(110)]
    assert bursts(rows + always) is False  # outliers all the time are no burst
    assert bursts(in_one_column(rows)) is bursts(without(rows, "cell")) is False


def test_the_more_disks_are_shaken_the_less_all_of_them_write():
    one, some, all_of_them = (
        values_of("shaken-disks", shaken=n, length=9.0)["during"] for n in (1, 6, 24)
    )
    assert one > some > all_of_them


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({}, "beyond them the card is full"),
        ({"lanes": 4}, "beyond them the ports are full"),
        ({"disks": 8}, "nothing holds them up yet"),
        ({"disks": 8, "reads": "repeat"}, "and the card is full"),
        ({"lanes": 1, "reads": "repeat"}, "Beyond one disk "),
    ],
)
def test_what_is_full_is_said_by_its_name(changes, says):
    assert says in get("stepping-disks").describe(rows_of("stepping-disks", **changes))


def test_ranges_that_touch_or_change_places_are_no_tiers():
    between, pixel = of("tiers", "hsp-range-log-pattern"), of("tiers", "hsp-range-linear-pattern")
    rows = rows_of("tiers")
    assert between(rows) is pixel(rows) is True

    def changed(name, **more):
        return [{**row, **more} if row.get("name") == name else row for row in rows]

    assert between(changed("flash", low=5e-6)) is False
    assert between(changed("flash", low=0.02, high=0.03)) is False
    assert between([row for row in rows if row.get("name") != "flash"]) is False
    assert pixel(changed("memory", high=1e-3)) is False
    assert pixel([row for row in rows if row.get("name") != "memory"]) is False


def test_bands_are_those_of_the_map_and_not_only_of_the_ranges():
    for claim, preset in (
        ("hsp-range-log-pattern", None),
        ("hsp-range-linear-pattern", None),
        ("hsp-slog-range-pattern", "as measured, writes"),
    ):
        rows, holds = rows_of("tiers", preset), of("tiers", claim)
        assert holds(rows) is True
        assert holds(without(rows, "cell")) is holds(level(rows)) is holds(mirrored(rows)) is False
        counts = iter(sorted(row["n"] for row in rows if row["row"] == "cell"))
        ordered = sorted((row for row in rows if row["row"] == "cell"), key=lambda row: row["low"])
        assert (
            holds([*without(rows, "cell"), *({**row, "n": next(counts)} for row in ordered)])
            is False
        )
        other = rows_of("tiers", "as measured, writes" if preset is None else None)
        assert (
            holds([*without(rows, "cell"), *(row for row in other if row["row"] == "cell")])
            is False
        )
    rows = rows_of("tiers")
    pixel = of("tiers", "hsp-range-linear-pattern")
    assert pixel(without(rows, "linear")) is False
    assert (
        pixel(moved_cells(rows, lambda row, number: row["low"] + 0.001, kinds=("linear",))) is False
    )


def test_a_log_device_as_slow_or_as_uneven_as_disks_has_no_range_of_its_own():
    below = of("tiers", "hsp-slog-range-pattern")
    rows = rows_of("tiers", "as measured, writes")
    assert below(rows) is True
    assert (
        below([{**row, "high": 0.006} if row.get("name") == "log" else row for row in rows])
        is False
    )
    assert (
        below(
            [
                {**row, "low": row["low"] + 0.005, "high": row["high"] + 0.005}
                if row.get("name") == "log"
                else row
                for row in rows
            ]
        )
        is False
    )
    assert below(rows_of("tiers")) is False


# Disks: random requests against a queue. Each claim fails on a disk that is known to behave
# otherwise.

QUEUE_WRONG = {
    "hdd-write-better-pattern": [("write cache off", {})],  # a write then costs more than a read
    "hdd-iops-grow-pattern": [
        ("ten, first come, first served", {})
    ],  # a line of ten serves no more
    "hdd-nonlinear-pattern": [
        ("ten, first come, first served", {}),
        ("write cache off", {"discipline": "fcfs"}),
    ],
    "hdd-write1-p90-pattern": [("write cache off", {})],
    "hdd-read10-exponential-pattern": [
        ("ten, first come, first served", {}),
        (None, {"discipline": "clook"}),
        (None, {"ageing": 0.05}),
    ],
}


@pytest.mark.parametrize(
    ("claim", "preset", "changes"),
    [(claim, preset, changes) for claim, cases in QUEUE_WRONG.items() for preset, changes in cases],
)
def test_a_disk_that_serves_otherwise_does_not_show_the_pattern(claim, preset, changes):
    target = next(t for t in get("disk-queue").targets if t.id == claim)
    assert target.of(rows_of("disk-queue", target.preset)) is True
    assert target.of(rows_of("disk-queue", preset, **changes)) is False


def relabelled(rows, kind, outstanding, other_kind, other_outstanding):
    """The rows, with the distribution of one case shown as that of another."""
    rows = copy.deepcopy(rows)
    cases = {(r["kind"], r["outstanding"]): r for r in rows if r["row"] == "point"}
    for field in ("mean", "median", "p90", "longest", "spread", "near"):
        cases[kind, outstanding][field] = cases[other_kind, other_outstanding][field]
    return rows


@pytest.mark.parametrize(
    ("claim", "case"),
    [
        (
            "hdd-conc1-normal-pattern",
            ("reads", 1, "reads", 10),
        ),  # one read at a time, spread as ten are
        ("hdd-conc1-normal-pattern", ("writes", 1, "reads", 10)),
        ("hdd-write1-p90-pattern", ("writes", 1, "reads", 1)),
        ("hdd-write10-pattern", ("writes", 10, "reads", 10)),  # writes with the readers' long tail
        ("hdd-read10-exponential-pattern", ("reads", 10, "writes", 10)),
    ],
)
def test_a_distribution_of_another_shape_does_not_show_the_pattern(claim, case):
    target = next(t for t in get("disk-queue").targets if t.id == claim)
    rows = rows_of("disk-queue", target.preset)
    assert target.of(rows) is True
    assert target.of(relabelled(rows, *case)) is False


@pytest.mark.parametrize(
    ("claim", "leaning"),
    [
        ("hdd-conc1-normal-pattern", False),
        ("hdd-write10-pattern", False),
        ("hdd-read10-exponential-pattern", True),
    ],
)
def test_the_histogram_has_to_have_the_shape(claim, leaning):
    target = next(t for t in get("disk-queue").targets if t.id == claim)
    rows = rows_of("disk-queue", target.preset)
    bell = [row for row in rows_of("disk-queue", "one read") if row["row"] == "bin"]
    tail = [row for row in rows_of("disk-queue", "ten reads") if row["row"] == "bin"]
    rest = without(rows, "bin")
    assert target.of(rows) is True
    assert target.of([*rest, *(tail if leaning else bell)]) is True
    assert target.of([*rest, *(bell if leaning else tail)]) is target.of(rest) is False
    top = max(row["high"] for row in rows if row["row"] == "bin")
    turned = moved_cells(rows, lambda row, number: top - row["high"], kinds=("bin",))
    assert target.of(turned) is not leaning  # a bell is one from either side, a tail is not


@pytest.mark.parametrize(
    ("claim", "own"),
    [
        ("hdd-conc1-normal-pattern", {"one read", "one write"}),
        ("hdd-write1-p90-pattern", {"one write"}),
        ("hdd-read10-exponential-pattern", {"ten reads", "a disk of today"}),
        ("hdd-write10-pattern", {"ten writes"}),
    ],
)
def test_a_shape_is_that_of_its_own_case_and_of_no_other(claim, own):
    figure, holds = get("disk-queue"), of("disk-queue", claim)
    assert {preset for preset in figure.presets if holds(rows_of("disk-queue", preset))} == own


def test_single_writes_are_done_before_reads_in_the_histogram():
    rows, better = preset_rows("disk-queue", "hdd-write1-p90-pattern")
    reads = [row for row in rows_of("disk-queue", "one read") if row["row"] == "bin"]
    assert better([*without(rows, "bin"), *reads]) is better(without(rows, "bin")) is False


# Synchronous writes: who asks. The claim fails where the flag, the wire, or the other program says
# otherwise.


@pytest.mark.parametrize(
    "preset",
    [
        "fsync now and then",
        "an archive is unpacked",
        "mounted with sync",
        "few buffers uncommitted",
        "closed with nocto",
    ],
)
def test_a_second_program_without_the_flag_is_not_told_by_its_open_call(preset):
    claim = next(t for t in get("sync-or-not").targets if t.id == "truss-odsync-pattern")
    assert claim.of(rows_of("sync-or-not")) is True
    assert claim.of(rows_of("sync-or-not", preset)) is False


@pytest.mark.parametrize(
    "wrong",
    [
        {"row": "traced", "program": "first", "flags": "O_WRONLY|O_DSYNC|O_CREAT"},  # both have it
        {
            "row": "traced",
            "program": "second",
            "flags": "O_WRONLY|O_NODSYNC|O_CREAT",
        },  # a flag of another name
        {"row": "count", "program": "first", "request": "WRITE, stable = 2", "n": 3, "stable": 2},
        {"row": "count", "program": "second", "request": "WRITE, stable = 0", "n": 3, "stable": 0},
    ],
)
def test_a_flag_that_the_wire_belies_is_not_the_pattern(wrong):
    claim = next(t for t in get("sync-or-not").targets if t.id == "truss-odsync-pattern")
    keys = ("row", "program", "request")
    rows = [
        row for row in rows_of("sync-or-not") if any(row.get(key) != wrong.get(key) for key in keys)
    ]
    assert claim.of([wrong, *rows]) is False


def test_a_drawing_of_tiers_needs_each_box_in_its_place():
    stacks = of("three-arrangements", "hsp-diagram-pattern")
    rows = rows_of("three-arrangements")
    assert stacks(rows) is True
    for box in [row for row in rows if row["row"] == "box"]:
        assert stacks([row for row in rows if row is not box]) is False
    upside_down = [
        {**row, "y": -row["y"], "y1": -row["y2"], "y2": -row["y1"]} if row["row"] == "box" else row
        for row in rows
    ]
    assert stacks(upside_down) is False
    flash = next(row for row in rows if row["row"] == "box" and row["label"].startswith("writes"))
    below = [{**row, "y": 0.9} if row is flash else row for row in rows]
    assert stacks(below) is False  # not beside the other
    same = [{**row, "label": "reads"} if row is flash else row for row in rows]
    assert stacks(same) is False  # two of a kind


# ---- The intent log: what a log device changes

ENABLE, DISKS = "as measured", "as measured"


def after_switch(rows, change):
    """The rows with every cell after the switch changed, or left out where `change` gives None."""
    on = next(row["t"] for row in rows if row["row"] == "switch")
    changed = [
        change(dict(row)) if row["row"] == "cell" and row["t1"] > on else row for row in rows
    ]
    return [row for row in changed if row is not None]


def before_switch(rows, where):
    """The rows with the cells before the switch moved to where `where(number)` says (their low
    edge)."""
    on = next(row["t"] for row in rows if row["row"] == "switch")
    early = {id(row): n for n, row in enumerate(rows) if row["row"] == "cell" and row["t2"] <= on}
    return [
        {**row, "low": where(early[id(row)]), "high": where(early[id(row)]) + 2e-4}
        if id(row) in early
        else row
        for row in rows
    ]


def test_the_switch_is_seen_only_where_latency_falls_at_once_and_there():
    rows, drops = rows_of("slog-enable", ENABLE), of("slog-enable", "slog-enable-time-pattern")
    assert drops(rows) is True
    assert (
        drops([{**row, "t": row["t"] - 5.0} if row["row"] == "switch" else row for row in rows])
        is False
    )
    assert (
        drops([{**row, "t": row["t"] + 5.0} if row["row"] == "switch" else row for row in rows])
        is False
    )
    slower = after_switch(rows, lambda row: {**row, "low": 0.003, "high": 0.0032})
    assert drops(slower) is False
    on, width = next(row["t"] for row in rows if row["row"] == "switch"), 0.5
    slope = [
        {**row, "low": 0.009 - 0.0009 * k, "high": 0.0092 - 0.0009 * k}
        if row["row"] == "cell" and 0 <= (k := (row["t1"] - on) / width + 10) < 10
        else row
        for row in rows
    ]
    assert drops(slope) is False
    for changes in ({"devices": 0}, {"switch": 0.0}, {"switch": 1.0}):
        assert drops(rows_of("slog-enable", **changes)) is False


def test_the_rate_has_to_step_up_while_latency_steps_down():
    rows, step = rows_of("slog-enable", ENABLE), of("slog-enable", "slog-run-iops-pattern")
    assert step(rows) is True
    assert step([{**row, "iops": 150.0} if row["row"] == "rate" else row for row in rows]) is False
    assert step(after_switch(rows, lambda row: {**row, "low": 0.005, "high": 0.0052})) is False
    assert (
        step(after_switch(rows, lambda row: None))
        is step(without(rows, "cell"))
        is step(without(rows, "rate"))
        is False
    )
    assert (
        step([{**row, "t": 60 - row["t"]} if row["row"] == "rate" else row for row in rows])
        is False
    )
    assert step(rows_of("slog-enable", devices=0)) is False


def test_where_latency_begins_before_the_switch_is_read_off_the_map():
    rows, few = rows_of("slog-enable", ENABLE), of("slog-enable", "slog-before-low")
    assert few(rows) is True
    assert few(without(rows, "cell")) is few(before_switch(rows, lambda number: 0.007)) is False
    assert few(before_switch(rows, lambda number: 0.0004 * (number % 20))) is False
    assert few(rows_of("slog-enable", switch=0.0)) is False


def test_a_cloud_and_level_lines_before_the_switch_are_no_icy_lake():
    rows, icy = rows_of("slog-enable", ENABLE), of("slog-enable", "icy-lake-before-pattern")
    on = next(row["t"] for row in rows if row["row"] == "switch")
    lows = [row["low"] for row in rows if row["row"] == "cell" and row["t2"] <= on]
    random = Random(3)
    assert icy(rows) is True
    assert icy(before_switch(rows, lambda number: lows[int(random.random() * len(lows))])) is False
    assert icy(before_switch(rows, lambda number: 0.002 + 0.001 * (number % 5))) is False
    assert icy(rows_of("slog-enable", switch=0.0)) is False
    assert icy(rows_of("slog-enable", threads=16)) is False


def test_false_colour_shows_little_where_there_is_nothing_faint():
    rows, faint = rows_of("slog-enable", ENABLE), of("slog-enable", "false-colour-pattern")
    assert faint(rows) is True
    assert faint([{**row, "n": 7} if row["row"] == "cell" else row for row in rows]) is False
    assert faint(after_switch(rows, lambda row: None if row["low"] > 0.001 else row)) is False
    assert (
        faint(
            after_switch(
                rows, lambda row: {**row, "n": row["n"] + 500} if row["low"] > 0.001 else row
            )
        )
        is False
    )
    assert faint(rows_of("slog-enable", place="head")) is False


def bursts(rows, place):
    """The rows of who writes what with each burst of the group moved to `place(t)`."""
    loud = {t for part in ("before", "after") for t in seconds(rows, part)[1]}
    return [
        {**row, "t1": place(row["t1"]), "t2": place(row["t1"]) + 1}
        if row["row"] == "io" and row["t1"] in loud and row["kind"] == "disk"
        else row
        for row in rows
    ]


def get_module(id):
    """The module that defines a figure."""
    return import_module(get(id).run.__module__)


def test_bursts_have_to_come_every_thirty_seconds_in_both_pictures():
    rows, spikes = rows_of("disk-io", DISKS), of("disk-io", "slog-jbod-spike-pattern")
    assert spikes(rows) is True
    assert spikes(bursts(rows, lambda t: t if t < 15 else t - 10)) is False
    assert (
        spikes(
            [row for row in rows if row["row"] != "io" or row["part"] != "before" or row["t1"] < 20]
        )
        is False
    )
    assert spikes(rows_of("disk-io", interval=5.0)) is False


def test_one_box_carries_nearly_all_only_if_the_log_devices_are_in_it():
    rows, equal = rows_of("disk-io", DISKS), of("disk-io", "slog-jbod-equal-pattern")
    assert equal(rows) is True
    assert equal(rows_of("disk-io", apart=True)) is False
    assert equal(rows_of("disk-io", devices=0)) is False
    assert (
        equal(
            [
                {**row, "iops": row["iops"] * 2}
                if row["row"] == "io" and row["part"] == "before" and row["jbod"] == "JBOD 1"
                else row
                for row in rows
            ]
        )
        is False
    )


def test_all_disks_share_the_log_before_and_two_devices_have_it_after():
    rows = rows_of("disk-io", DISKS)
    share, two, half = (
        of("disk-io", f"slog-{name}-pattern") for name in ("disk-before", "disk-after", "hdd20")
    )
    assert share(rows) is two(rows) is half(rows) is True
    idle = [
        row
        for row in rows
        if not (
            row["row"] == "io"
            and row["part"] == "before"
            and row["slot"] == 3
            and row["jbod"] == "JBOD 1"
        )
    ]
    assert share(idle) is False
    greedy = [
        {**row, "iops": row["iops"] * 3}
        if row["row"] == "io" and row["part"] == "before" and row["slot"] == 3
        else row
        for row in rows
    ]
    assert share(greedy) is False
    assert two(rows_of("disk-io", devices=1)) is two(rows_of("disk-io", devices=8)) is False
    busy = [
        *rows,
        {
            "row": "io",
            "part": "after",
            "t1": 10.0,
            "t2": 11.0,
            "jbod": "JBOD 1",
            "slot": 1,
            "kind": "disk",
            "iops": 5.0,
            "whose": "disks, JBOD 1",
        },
    ]
    assert two(busy) is False
    assert half(rows_of("disk-io", devices=1)) is half(rows_of("disk-io", devices=8)) is False


def test_an_archive_has_to_come_out_long_and_low_then_short_and_high():
    rows, pattern = rows_of("tar-unpack"), of("tar-unpack", "slog-tar-pattern")
    assert pattern(rows) is True
    titles = get_module("tar-unpack").TITLES
    swapped = [
        {**row, "run": titles[1 - titles.index(row["run"])]} if row.get("run") in titles else row
        for row in rows
    ]
    assert pattern(swapped) is False
    assert pattern(without(rows, "cell")) is pattern(without(rows, "rate")) is False
    high = [
        {**row, "low": 0.008, "high": 0.009} if row["row"] == "cell" and row["t1"] > 7.9 else row
        for row in rows
    ]
    assert pattern(high) is pattern(moved_cells(rows, lambda row, number: 2e-4)) is False
    assert (
        pattern(rows_of("tar-unpack", devices=0))
        is pattern(rows_of("tar-unpack", sync="disabled"))
        is False
    )


def test_processors_have_to_come_close_to_their_limit_and_step_by_step():
    rows, close = rows_of("load-ramp"), of("load-ramp", "load8-cpu-pattern")
    assert close(rows) is True
    assert (
        close([{**row, "cpu": row["cpu"] / 2} if row["row"] == "step" else row for row in rows])
        is False
    )
    assert close([{**row, "cpu": 0.85} if row["row"] == "step" else row for row in rows]) is False
    steps = [row["cpu"] for row in rows if row["row"] == "step"]
    back = iter(reversed(steps))
    assert (
        close([{**row, "cpu": next(back)} if row["row"] == "step" else row for row in rows])
        is False
    )
    assert close(rows_of("load-ramp", devices=0)) is close(rows_of("load-ramp", speed=4.0)) is False


def preset_rows(id, claim, **changes):
    """The rows under the preset that a claim belongs to, and its predicate."""
    target = next(t for t in get(id).targets if t.id == claim)
    return rows_of(id, target.preset, **changes), target.of


def test_a_log_that_is_never_full_or_never_empties_does_not_oscillate():
    rows, oscillates = preset_rows("ramdisk-log", "fbsd-ramdisk-oscillation")
    assert oscillates(rows) is True
    assert (
        oscillates(rows_of("ramdisk-log", log=3e9))
        is oscillates(rows_of("ramdisk-log", log=0))
        is False
    )
    assert oscillates([row for row in rows if row["row"] != "bin" or row["t"] < 15]) is False
    assert (
        oscillates(
            [{**row, "bytes": row["bytes"] / 2} if row["row"] == "level" else row for row in rows]
        )
        is False
    )
    assert (
        oscillates(
            [{**row, "rate": max(row["rate"], 2e7)} if row["row"] == "bin" else row for row in rows]
        )
        is False
    )


def test_raidz_gains_only_behind_a_log():
    rows, gains = preset_rows("ramdisk-log", "fbsd-ramdisk-raidz")
    assert gains(rows) is True
    assert gains(preset_rows("ramdisk-log", "fbsd-ramdisk-raidz", log=0)[0]) is False
    assert gains(preset_rows("ramdisk-log", "fbsd-ramdisk-raidz", layout="disk")[0]) is False
    assert (
        gains(
            [
                {**row, "rate": 2e6} if row["row"] == "each" and row["what"] == "as set" else row
                for row in rows
            ]
        )
        is False
    )
    busy = [
        {**row, "busy": 100.0} if row["row"] == "disk" and row["what"] == "as set" else row
        for row in rows
    ]
    assert gains(busy) is False


def test_rewrites_of_whole_records_are_not_slower_and_hashing_costs_once_a_core_is_slow():
    _, slower = preset_rows("ramdisk-log", "fbsd-rewrite-slower")
    assert slower(rows_of("ramdisk-log", "rewriting, records of 8 KiB")) is False
    assert slower(rows_of("ramdisk-log", "as measured, 1 GB")) is False
    _, nothing = preset_rows("ramdisk-log", "fbsd-dedup-negligible")
    assert nothing(rows_of("ramdisk-log", "deduplication, a slow core")) is False


def test_disks_have_to_share_the_log_and_be_faster_for_it():
    rows, spreads = preset_rows("ramdisk-log", "fbsd-multi-disk-pattern")
    assert spreads(rows) is True
    assert spreads(preset_rows("ramdisk-log", "fbsd-multi-disk-pattern", layout="disk")[0]) is False
    assert (
        spreads(
            [
                {**row, "moved": 0.0} if row["row"] == "disk" and row["number"] == 2 else row
                for row in rows
            ]
        )
        is False
    )
    slow = [
        {**row, "rate": 1e5} if row["row"] == "each" and row["what"] == "as set" else row
        for row in rows
    ]
    assert spreads(slow) is False


def test_convoys_are_bursts_only_on_devices_that_wait_for_each_other():
    rows, bursts = preset_rows("convoys-and-trains", "zil-convoy-burst-pattern")
    assert bursts(rows) is True
    assert bursts(rows_of("convoys-and-trains", "one device, 200 threads")) is False
    assert bursts(rows_of("convoys-and-trains", rule="train")) is False
    assert bursts(without(rows, "busy")) is bursts(without(rows, "cell")) is False
    long = [
        {**row, "finish": row["start"] + 3.5 * (row["finish"] - row["start"])}
        if row["row"] == "busy"
        else row
        for row in rows
    ]
    assert bursts(long) is False  # devices that are busy most of the time
    quick = [{**row, "low": 1e-4, "high": 1.2e-4} if row["row"] == "cell" else row for row in rows]
    assert bursts(quick) is False  # devices that nobody waits for
    span, devices = 0.04, {row["device"] for row in rows if row["row"] == "busy"}
    steady = [
        {
            "row": "busy",
            "rule": "one commit at a time",
            "device": device,
            "start": k * 1e-3,
            "finish": k * 1e-3 + 3e-4,
            "turn": "a commit",
        }
        for device in devices
        for k in range(round(span / 1e-3))
    ]
    assert bursts([*without(rows, "busy"), *steady]) is False  # as much of the time, but evenly


def test_trains_have_to_be_smaller_and_devices_busier_and_more_even():
    rows, even = preset_rows("convoys-and-trains", "zil-train-devices-pattern")
    assert even(rows) is True
    names = [row["rule"] for row in rows if row["row"] == "sum"]
    swapped = [
        {**row, "rule": names[1 - names.index(row["rule"])]} if "rule" in row else row
        for row in rows
    ]
    assert even(swapped) is even(without(rows, "busy")) is even(without(rows, "commit")) is False
    assert even([{**row, "records": 3} if row["row"] == "commit" else row for row in rows]) is False
    clumped = [
        {**row, "start": row["start"] / 3, "finish": row["finish"] / 3}
        if row["row"] == "busy" and row["rule"] == "trains" and row["finish"] < 0.039
        else row
        for row in rows
    ]
    assert even(clumped) is False
    assert even(rows_of("convoys-and-trains", "one device, 200 threads")) is False
    assert (
        even(rows_of("convoys-and-trains", rule="convoy"))
        is even(rows_of("convoys-and-trains", rule="train"))
        is False
    )


def test_a_spiral_has_to_go_on_after_the_commit_that_began_it():
    rows, grows = preset_rows("convoys-and-trains", "zil-convoy-growth-pattern")
    assert grows(rows) is True
    assert (
        grows(preset_rows("convoys-and-trains", "zil-convoy-growth-pattern", limit="none")[0])
        is False
    )
    assert (
        grows(preset_rows("convoys-and-trains", "zil-convoy-growth-pattern", stall=0.0)[0]) is False
    )
    assert (
        grows(preset_rows("convoys-and-trains", "zil-convoy-growth-pattern", rate=8000.0)[0])
        is False
    )
    assert grows(rows_of("convoys-and-trains", "from outside, no limit")) is False


def test_redo_waits_behind_data_files_only_in_their_dataset():
    rows, behind = preset_rows("logbias", "redo-inorder-pattern")
    assert behind(rows) is True
    assert behind(rows_of("logbias")) is False
    quick = [
        {**row, "wait": 1e-3} if row["row"] == "sum" and row["case"].startswith("one") else row
        for row in rows
    ]
    assert behind(quick) is False


def test_a_pointer_costs_at_commit_and_saves_with_the_group():
    """In a run where it does both: chance decides."""
    _, pattern = preset_rows("logbias", "logbias-indirect-pattern")
    rows = rows_of("logbias", "a block at a time", seed=2)
    assert pattern(rows) is True
    plain, pointed = "own datasets, all latency", "own datasets, data throughput"
    swap = {plain: pointed, pointed: plain}
    assert (
        pattern(
            [{**row, "case": swap[row["case"]]} if row.get("case") in swap else row for row in rows]
        )
        is False
    )
    assert (
        pattern(
            [{**row, "bytes": 3e4, "ios": 0.2} if row["row"] == "moved" else row for row in rows]
        )
        is False
    )
    slow = [
        {**row, "data": 2 * row["data"]} if row["row"] == "sum" and row["case"] == pointed else row
        for row in rows
    ]
    assert pattern(slow) is False  # the source says slightly
    assert pattern(rows_of("logbias", "small bursts")) is False


def test_redo_gains_only_where_the_log_device_was_busy_with_data():
    rows, gains = preset_rows("logbias", "logbias-redo-pattern")
    assert gains(rows) is True
    assert gains(rows_of("logbias", burst=10, users=1)) is False
    assert gains([{**row, "wait": 2e-3} if row["row"] == "sum" else row for row in rows]) is False


# ---- Deduplication: what a group costs


def test_a_table_costs_little_only_while_it_fits_and_much_only_beyond():
    rows, small = preset_rows("dedup-group", "dedup-fit-pattern")
    assert small(rows) is True
    overwritten = {"overwrites": True}
    assert small(rows_of("dedup-group", "no duplicates", **overwritten)) is False  # a third
    assert small(rows_of("dedup-group", "8 KiB records", **overwritten)) is False
    for elsewhere in ({"flash": True, "feed": 2.0**27}, {"vdev": True}):  # read off the other line
        assert small(rows_of("dedup-group", "overwritten all day", **elsewhere)) is True
    flat = [
        {**row, "rate": 2900.0} if row["row"] == "curve" and row["who"] == "with dedup" else row
        for row in rows
    ]
    assert small(flat) is False
    step = [
        {**row, "rate": 900.0}
        if row["row"] == "curve" and row["who"] == "with dedup" and row["times"] > 1
        else row
        for row in rows
    ]
    assert small(step) is False  # it falls on and on
    assert small([row for row in rows if row["row"] != "curve" or row["times"] <= 1]) is False


def test_few_that_are_removed_cost_more_too_where_the_table_does_not_fit():
    """The disks may then have more to do for data than for what is freed."""
    slower = slowed(rows_of("dedup-group", "a file system is removed", removal=500.0, ratio=1.0))
    assert slower[10.0] >= 1 / 9 and slower[10.0] >= 3 * slower[0.1] > 0


def test_a_group_that_ran_must_come_near_the_curve():
    rows, small = preset_rows("dedup-group", "dedup-fit-pattern")
    assert small(without(rows, "ran")) is False
    for share in (0.7, 1.3):
        assert (
            small(changed(rows, "ran", lambda row, share=share: {"rate": share * row["rate"]}))
            is False
        )
    assert small(changed(rows, "ran", lambda row: {"missed": 0.3})) is False


@pytest.mark.parametrize(
    ("removal", "ratio"), [(1000.0, 1.0), (500.0, 10.0), (10_000.0, 1.0), (10_000.0, 10.0)]
)
def test_what_is_removed_must_cost_more_where_the_table_does_not_fit_at_any_rate(removal, ratio):
    _, floods = preset_rows("dedup-group", "dedup-bulk-free-pattern")
    assert (
        floods(rows_of("dedup-group", "a file system is removed", removal=removal, ratio=ratio))
        is True
    )


def changed(rows, kind, change, **where):
    """The rows of one kind with these values, each with what `change` gives for it; the others as
    they are."""
    return [
        {**row, **change(row)}
        if row["row"] == kind and all(row[name] == value for name, value in where.items())
        else row
        for row in rows
    ]


def test_what_is_removed_must_cost_writes_and_time_of_the_disks():
    rows, floods = preset_rows("dedup-group", "dedup-bulk-free-pattern")
    assert floods(rows) is True
    assert floods(rows_of("dedup-group")) is False  # nothing is removed
    alone = {
        row["times"]: row["rate"]
        for row in rows
        if row["row"] == "curve" and row["who"] == "if nothing is removed"
    }
    for share in (0.6, 1.0, 1.1):  # as much everywhere, nothing, more with it
        assert (
            floods(
                changed(
                    rows,
                    "curve",
                    lambda row, share=share: {"rate": share * alone[row["times"]]},
                    who="with dedup",
                )
            )
            is False
        )
    assert (
        floods(
            changed(
                rows, "share", lambda row: {"high": row["low"]}, part="table blocks read to free"
            )
        )
        is False
    )


def test_copies_must_save_disk_reads_and_time():
    rows, benefit = preset_rows("dedup-group", "dedup-read-benefit-pattern")
    assert benefit(rows) is True
    assert benefit(rows_of("dedup-group", "no duplicates")) is False
    for field in ("disk", "latency"):
        plain = next(
            row[field] for row in rows if row["row"] == "read" and row["who"] == "without dedup"
        )
        assert (
            benefit(changed(rows, "read", lambda row, field=field, plain=plain: {field: plain}))
            is False
        )
        assert (
            benefit(changed(rows, "read", lambda row, field=field: {field: -row[field]})) is False
        )
    assert benefit(renamed(rows, "who", "without dedup", "with dedup")) is False


@pytest.mark.parametrize(
    "claim", ["dedup-fit-pattern", "dedup-bulk-free-pattern", "dedup-read-benefit-pattern"]
)
def test_a_picture_of_dedup_without_rows_shows_nothing(claim):
    rows, claimed = preset_rows("dedup-group", claim)
    assert claimed([]) is False
    for kind in {"dedup-read-benefit-pattern": ("read",)}.get(claim, ("curve", "share")):
        assert claimed(without(rows, kind)) is False


@pytest.mark.parametrize("claim", ["dedup-fit-pattern", "dedup-bulk-free-pattern"])
def test_a_wrong_picture_of_a_group_fails(claim):
    rows, claimed = preset_rows("dedup-group", claim)
    assert claimed(changed(rows, "curve", lambda row: {"rate": -row["rate"]})) is False
    turned = [row["who"] for row in rows if row["row"] == "curve"]
    assert claimed(changed(rows, "curve", lambda row: {"who": turned.pop()})) is False
    for wrong in (
        lambda row: {"high": 0.0},
        lambda row: {"low": 0.0, "high": 0.0},
        lambda row: {"low": row["high"] / 2},
        lambda row: {"low": -row["low"], "high": -row["high"]},
    ):
        assert claimed(changed(rows, "share", wrong)) is False
    drawn = sorted({row["who"] for row in rows if row["row"] == "curve"})
    for n, one in enumerate(drawn):
        for other in drawn[n + 1 :]:
            swap = {one: other, other: one}
            assert (
                claimed(
                    changed(
                        rows,
                        "curve",
                        lambda row, swap=swap: {"who": swap.get(row["who"], row["who"])},
                    )
                )
                is False
            )
    parts = sorted({row["part"] for row in rows if row["row"] == "share"})
    for n, one in enumerate(parts):
        for other in parts[n + 1 :]:
            assert claimed(renamed(rows, "part", one, other)) is False


def renamed(rows, field, one, other):
    """The rows with two values of a field exchanged."""
    swap = {one: other, other: one}
    return [{**row, field: swap[row[field]]} if row.get(field) in swap else row for row in rows]


def test_more_locks_have_to_raise_both_kinds_of_reads_and_only_for_many_cpus():
    rows, scales = preset_rows("arc-locks", "rearc-scal-pattern")
    assert scales(rows) is True
    assert scales(renamed(rows, "when", "before", "after")) is False
    for what in ("from memory", "with a block given up"):
        flat = [
            {
                **row,
                "rate": next(
                    old["rate"]
                    for old in rows
                    if old["row"] == "curve"
                    and old["when"] == "before"
                    and (old["what"], old["cpus"]) == (row["what"], row["cpus"])
                ),
            }
            if row["row"] == "curve" and row["what"] == what
            else row
            for row in rows
        ]
        assert scales(flat) is False  # one of the two has gained nothing
    line = [
        {**row, "rate": 1e5 * row["cpus"]}
        if row["row"] == "curve" and row["when"] == "before"
        else row
        for row in rows
    ]
    assert scales(line) is False  # the old cache has no limit
    quick = [
        {**row, "rate": 3 * row["rate"]}
        if row["row"] == "curve" and row["when"] == "after"
        else row
        for row in rows
    ]
    assert scales(quick) is False  # it was another machine, not locks


def test_rings_names_and_dots_of_the_locks_are_read_too():
    rows, scales = preset_rows("arc-locks", "rearc-scal-pattern")
    assert scales([]) is False
    assert scales(renamed(rows, "what", "from memory", "with a block given up")) is False
    for factor in (0.0, 0.5, 2.0, -1.0):
        assert (
            scales(
                [
                    {**row, "rate": factor * row["rate"]} if row["row"] == "dot" else row
                    for row in rows
                ]
            )
            is False
        )
    assert scales(without(rows, "dot")) is False


def test_a_steadier_size_falls_only_where_programs_take_more_and_in_smaller_steps():
    rows, steadier = preset_rows("arc-locks", "rearc-steady-pattern")
    assert steadier(rows) is True
    assert steadier([]) is False
    assert steadier(renamed(rows, "when", "before", "after")) is False
    assert (
        steadier(rows_of("arc-locks", swing=0.0, reads=0)) is False
    )  # nothing grows, nothing shrinks
    falls = [
        {**row, "cache": row["cache"] / 2}
        if row["row"] == "size" and row["when"] == "after" and row["t"] > 300
        else row
        for row in rows
    ]
    assert steadier(falls) is False
    for kind in ("left", "size", "gave", "sum"):
        assert steadier(without(rows, kind)) is False


@pytest.mark.parametrize("swing", [8, 9, 12])
def test_it_is_not_steadier_where_programs_take_much(swing):
    assert (
        of("arc-locks", "rearc-steady-pattern")(rows_of("arc-locks", swing=swing * 2.0**30))
        is False
    )


@pytest.mark.parametrize("swing", [0, 1, 2, 3, 4, 5, 6])
def test_it_is_steadier_where_programs_swing_by_a_tenth_of_memory(swing):
    rows, steadier = (
        rows_of("arc-locks", swing=swing * 2.0**30),
        of("arc-locks", "rearc-steady-pattern"),
    )
    assert steadier(rows) is True
    for kind, field in (("size", "cache"), ("gave", "bytes"), ("left", "bytes")):
        assert (
            steadier([{**row, field: 0.0} if row["row"] == kind else row for row in rows]) is False
        )
        if any(row["row"] == kind and row.get("when", "after") == "after" for row in rows):
            assert (
                steadier(
                    [{**row, field: -row[field]} if row["row"] == kind else row for row in rows]
                )
                is False
            )
    told = [row for row in rows if row["row"] == "sum"]
    for change in (
        [{"when": other["when"]} for other in told[::-1]],
        *(
            [{field: -row[field]} for row in told]
            for field in ("shrinks", "step", "given", "moved")
        ),
    ):
        wrong = iter([{**row, **new} for row, new in zip(told, change, strict=True)])
        assert steadier([next(wrong) if row["row"] == "sum" else row for row in rows]) is False
    if swing >= 2:
        coarse = [
            {**row, "bytes": 4 * row["bytes"]}
            if row["row"] == "gave" and row["when"] == "after"
            else row
            for row in rows
        ]
        assert steadier(coarse) is False
        still = [{**row, "bytes": 2.0**35} if row["row"] == "left" else row for row in rows]
        assert steadier(still) is False  # it falls though programs take nothing


def test_a_raised_prefetch_waits_like_any_read_and_the_disk_works_as_before():
    rows, promoted = preset_rows("prefetch-inversion", "inversion-pattern")
    assert promoted(rows) is True
    assert promoted(renamed(rows, "when", "before", "after")) is False
    assert promoted(rows_of("prefetch-inversion", "few others")) is False
    assert promoted(without(rows, "met")) is False
    slow = [{**row, "latency": 4.0} if row["row"] == "met" else row for row in rows]
    assert promoted(slow) is False  # raising helps nothing
    idle = [
        {**row, "busy": 0.5} if row["row"] == "sum" and row["when"] == "after" else row
        for row in rows
    ]
    assert promoted(idle) is False  # raising makes work go away
    assert promoted([]) is False
    for kind in ("sum", "there", "turn"):
        assert promoted(without(rows, kind)) is False
    for kind in ("there", "sum", "met"):  # before and after exchanged in one of the pictures
        assert (
            promoted(
                [
                    other if row["row"] == kind else row
                    for row, other in zip(
                        rows, renamed(rows, "when", "before", "after"), strict=True
                    )
                ]
            )
            is False
        )
    for kind, field in (
        ("there", "blocks"),
        ("there", "t"),
        ("met", "latency"),
        ("turn", "latency"),
    ):
        for factor in (0.0, -1.0, 2.0):
            assert (
                promoted(
                    [
                        {**row, field: factor * row[field]} if row["row"] == kind else row
                        for row in rows
                    ]
                )
                is False
            )
    still = [{**row, "blocks": 7} if row["row"] == "there" else row for row in rows]
    assert promoted(still) is False


def test_the_guard_keeps_headers_out_of_memory_only_where_they_would_fill_it():
    rows, motive = preset_rows("flash-headers", "l2arc-guard-motive")
    assert motive(rows) is True
    assert (
        motive([]) is False
        and motive(without(rows, "trial")) is False
        and motive(without(rows, "budget")) is False
    )
    for preset in (
        "no guard",
        "32 KiB blocks",
        "reads everywhere",
    ):  # none; nothing to guard; it costs more than it saves
        assert motive(rows_of("flash-headers", preset)) is False
    assert motive(renamed(rows, "guarded", "with the guard", "without a guard")) is False
    for field in ("headers", "memory", "flash", "disk", "latency"):
        drawn = [row[field] for row in rows if row["row"] == "trial"]
        for column in (
            [0.0] * len(drawn),
            [-value for value in drawn],
            [0.3] * len(drawn),
            drawn[::-1],
        ):
            trials = iter(column)
            wrong = [{**row, field: next(trials)} if row["row"] == "trial" else row for row in rows]
            assert motive(wrong) is False, field
    for who, field, value in (
        ("without a guard", "headers", 0.4),
        ("without a guard", "memory", 0.9),
        ("with the guard", "headers", 0.5),
        ("with the guard", "memory", 0.2),
    ):
        wrong = [
            {**row, field: value} if row["row"] == "trial" and row["guarded"] == who else row
            for row in rows
        ]
        assert motive(wrong) is False


def test_an_import_within_minutes_gives_hits_before_its_end_and_feeding_takes_days():
    rows, minutes = preset_rows("flash-restart", "l2arc-rebuild-time")
    assert minutes(rows) is True
    assert minutes(renamed(rows, "system", "read back (2015)", "lost, fed anew (before)")) is False
    assert minutes(rows_of("flash-restart", "600 GB, as in 2008")) is False  # no terabytes
    slower = [
        {**row, "t": 100 * row["t"]} if row["row"] in ("state", "end") else row for row in rows
    ]
    assert minutes(slower) is False
    end = next(
        row["t"] for row in rows if row["row"] == "end" and row["system"] == "read back (2015)"
    )
    late = [
        {**row, "flash": 0.0} if row["row"] == "state" and row["t"] < end else row for row in rows
    ]
    assert minutes(late) is False  # no hits before the end
    level = [{**row, "flash": 0.6} if row["row"] == "state" else row for row in rows]
    assert minutes(level) is False  # all hits from the start
    quick = [{**row, "tracked": 9e12} if row["row"] == "state" else row for row in rows]
    assert minutes(quick) is False  # the old flash is full at once
    assert minutes([]) is False
    assert (
        minutes(rows_of("flash-restart", "10 TB on one device")) is True
    )  # 2 TB after 52 s, all after 4.3 minutes
    for field in ("memory", "flash", "without", "latency", "tracked", "t"):
        for change in (lambda value: 0.0, lambda value: -value):
            assert (
                minutes(
                    [
                        {**row, field: change(row[field])} if row["row"] == "state" else row
                        for row in rows
                    ]
                )
                is False
            )
    values = [row["latency"] for row in rows if row["row"] == "state"][::-1]
    back = [{**row, "latency": values.pop()} if row["row"] == "state" else row for row in rows]
    assert minutes(back) is True
    values = [row["latency"] for row in rows if row["row"] == "state"]
    back = [{**row, "latency": values.pop()} if row["row"] == "state" else row for row in rows]
    assert minutes(back) is False  # the line runs backwards


def test_feeding_scales_only_where_the_new_feeder_grows_and_the_old_ones_do_not():
    scales = of("flash-feeding", "l2arc-feed-scaling-pattern")
    rows = rows_of("flash-feeding")
    assert scales(rows) is True
    assert scales([]) is scales(without(rows, "pace")) is False

    def drawn(field, change, name=""):
        return [
            {**row, field: change(row)}
            if row["row"] == "pace" and row["feeder"].startswith(name)
            else row
            for row in rows
        ]

    paces = [row for row in rows if row["row"] == "pace"]
    for field in ("captured", "fill"):
        for factor in (0.0, -1.0):
            assert (
                scales(drawn(field, lambda row, field=field, factor=factor: factor * row[field]))
                is False
            )
        values = [row[field] for row in paces]
        for wrong in (values[::-1], values[1:] + values[:1], values[3:] + values[:3]):
            queue = iter(wrong)
            assert scales(drawn(field, lambda row, queue=queue: next(queue))) is False
        for name in ("2008", "2010", "2015"):  # one feeder grows, or stays, where it should not
            one = next(
                row[field]
                for row in paces
                if row["feeder"].startswith(name) and row["devices"] == 1
            )
            assert (
                scales(drawn(field, lambda row, field=field: row[field] * row["devices"], name))
                is False
            )
            if (name, field) not in (("2008", "captured"), ("2010", "captured")):  # these do stay
                assert scales(drawn(field, lambda row, one=one: one, name)) is False
    names = sorted({row["feeder"] for row in paces})
    assert scales(renamed(rows, "feeder", names[0], names[2])) is False
    assert scales(renamed(rows, "feeder", names[1], names[2])) is False


@pytest.mark.parametrize("settings", [{"given_up": 10e6}, {"given_up": 100e6}, {"rate": 800e6}])
def test_where_one_device_is_enough_nothing_scales(settings):
    assert (
        of("flash-feeding", "l2arc-feed-scaling-pattern")(rows_of("flash-feeding", **settings))
        is False
    )


# ---- The head node: new processors on the old board


def test_new_processors_gain_nothing_only_where_they_neither_gain_nor_lose_much_and_the_new_board_does():
    no_gain = of("link-matrix", "ht3-cpu-only-no-gain")
    rows = rows_of("link-matrix", "HyperTransport 3")
    most = {row["what"]: row["reads"] for row in rows if row["row"] == "most"}
    old, swapped, new = "old", "new processors, old board", "new"
    assert set(most) == {old, swapped, new} and no_gain(rows) is True

    def drawn(reads):
        return [
            {**row, "reads": reads.get(row["what"], row["reads"])} if row["row"] == "most" else row
            for row in rows
        ]

    assert no_gain(drawn({swapped: most[old]})) is True
    for wrong in (
        {swapped: 1.1 * most[old]},
        {swapped: most[new]},
        {swapped: 0.6 * most[old]},
        {swapped: 0.0},
        {new: most[old]},
        {old: most[new], new: most[old]},
        {old: 0.0},
    ):
        assert no_gain(drawn(wrong)) is False


# ---- LUN alignment: a stream of synchronous writes, a file that is written over


def times(rows, factor, fields, **where):
    """The rows, with these fields multiplied in those of them whose columns equal `where`."""
    return [
        {**row, **{field: row[field] * factor for field in fields}}
        if all(row.get(name) == value for name, value in where.items())
        else row
        for row in rows
    ]


def test_a_stream_waits_for_disks_only_where_the_misaligned_does_and_the_aligned_does_not():
    waits = of("stream-to-lun", "align-stream-pattern")
    rows = rows_of("stream-to-lun")
    good, bad, disks, log = "aligned", "this partition", "for blocks from disk", "for the log"
    assert waits(rows) is True
    assert waits([]) is False
    for kind in ("own", "wait", "block"):
        assert waits(without(rows, kind)) is False
        assert waits([row for row in rows if row["row"] != kind or row["who"] == good]) is False
        assert waits([row for row in rows if row["row"] != kind or row["who"] == bad]) is False
    swapped = [
        {**row, "who": {good: bad, bad: good}[row["who"]]} if "who" in row else row for row in rows
    ]
    assert waits(swapped) is False
    same = {row["who"]: row for row in rows if row["row"] == "own"}
    for which in (good, bad):  # both wait, or neither does
        assert (
            waits(
                [{**same[which], "who": row["who"]} if row["row"] == "own" else row for row in rows]
            )
            is False
        )
    for factor in (0.0, -1.0, 0.1):  # the wait for disks is shorter than that for the log
        assert waits(times(rows, factor, ["waited"], row="own", who=bad)) is False
    assert waits(times(rows, 20, ["committed"], row="own")) is False
    assert (
        waits(times(rows, 0.5, ["to"], row="wait", what=disks)) is False
    )  # drawn otherwise than said
    assert waits(renamed(rows, "what", disks, log)) is False
    assert waits(times(rows, 10, ["bytes"], row="own", who=bad)) is False  # as fast as aligned
    for factor in (0.0, 100.0):  # the large block does not matter, or the small one does
        assert (
            waits(
                [
                    {**row, "waited": factor}
                    if row["row"] == "block" and row["who"] == good
                    else row
                    for row in rows
                ]
            )
            is False
        )
    assert waits([{**row, "latency": 1.0} if row["row"] == "own" else row for row in rows]) is False
    for size in (4096, 8192, 65536):  # the aligned curve falls, is cut, or the other rises
        assert waits(times(rows, 0.1, ["bytes"], row="block", who=good, block=size)) is False
        assert (
            waits([row for row in rows if row["row"] != "block" or row["block"] != size]) is False
        )
        assert waits(times(rows, 5.0, ["bytes"], row="block", who=bad, block=size)) is False


@pytest.mark.parametrize(
    "preset", ["from sector 2048", "a new LUN", "blocks larger than the writes"]
)
def test_aligned_or_over_nothing_a_stream_is_no_example(preset):
    assert of("stream-to-lun", "align-stream-pattern")(rows_of("stream-to-lun", preset)) is False


def test_only_overwriting_suffers_and_only_by_writes_that_are_no_whole_records():
    only = of("file-rewrite", "align-new-file-pattern")
    rows = rows_of("file-rewrite")
    new, over = "a new file", "written over"
    assert only(rows) is True
    assert all(
        only(rows_of("file-rewrite", preset))
        for preset in ("64 KiB", "records of 32 KiB", "96 KiB into 64")
    )
    assert only([]) is False
    for kind in ("size", "sum"):
        assert only(without(rows, kind)) is False
    swapped = [
        {**row, "who": {new: over, over: new}[row["who"]]} if "who" in row else row for row in rows
    ]
    assert only(swapped) is False
    for who, field, value in (
        (new, "read", 1.0),
        (new, "waited", 1e-3),
        (over, "read", 0.0),
        (over, "waited", 0.0),
    ):
        assert (
            only([{**row, field: value} if row.get("who") == who else row for row in rows]) is False
        )
    assert only(times(rows, 2, ["bytes"], row="size", who=over)) is False  # as fast as a new file
    assert only(times(rows, 0.5, ["bytes"], row="size", who=over, size=128 * 1024)) is False
    assert (
        only(times(rows, 0.5, ["read"], row="size", who=over)) is False
    )  # fewer records than must be
    assert only([row for row in rows if row.get("size") != 128 * 1024]) is False
    assert (
        only(times(rows, 5.0, ["read"], row="size", who=over)) is False
    )  # more records than there are
    assert (
        only(times(rows, 100, ["bytes"], row="size", who=new, size=8192)) is False
    )  # small writes are the fastest
    first, whole = "records, read first", "records, written as a whole"
    for preset in ("NFS, 32 KiB", "96 KiB into 64", "whole records"):  # drawn otherwise than it is
        drawn = rows_of("file-rewrite", preset)
        assert only(drawn) is True
        for was, other in ((first, whole), (whole, first)):
            if of_kind := [row for row in drawn if row.get("what") == was]:
                assert (
                    only([{**row, "what": other} if row is of_kind[0] else row for row in drawn])
                    is False
                )
                assert only([row for row in drawn if row is not of_kind[0]]) is False


def test_where_the_file_is_in_memory_nothing_suffers():
    assert (
        of("file-rewrite", "align-new-file-pattern")(rows_of("file-rewrite", "in memory")) is False
    )


def exchanged(rows, kind, field, one, other):
    """The rows of a kind with two values of a field exchanged."""
    swap = {one: other, other: one}
    return [
        {**row, field: swap.get(row[field], row[field])} if row["row"] == kind else row
        for row in rows
    ]


def test_in_the_drive_s_hands_reads_are_overtaken_and_in_zfs_s_queue_they_are_not():
    shown = of("two-queues", "zio-model-pattern")
    rows = rows_of("two-queues", "depth 10")
    assert shown(rows) is True
    assert shown(rows_of("two-queues", "depth 35")) is True
    assert shown([]) is False
    for kind in ("waiting", "spell", "read", "part", "sum"):
        assert shown(without(rows, kind)) is False
    assert shown(exchanged(rows, "spell", "who", "application", "resilver")) is False
    assert shown(exchanged(rows, "waiting", "who", "application", "resilver")) is False
    assert (
        shown(exchanged(rows, "part", "place", "in ZFS's queue", "in the drive's queue")) is False
    )
    assert shown(exchanged(rows, "sum", "label", "1", "35")) is False
    assert shown(exchanged(rows, "sum", "label", "no resilver", "35")) is False
    for field, value in (("passed", 3), ("overtaken", 0), ("held", 0.012), ("waited", 0.1)):
        assert (
            shown([{**row, field: value} if row["row"] == "read" else row for row in rows]) is False
        )
    assert (
        shown([{**row, "t2": row["t1"] + 0.012} if row["row"] == "spell" else row for row in rows])
        is False
    )
    assert shown([row for row in rows if row.get("who") != "resilver"]) is False


@pytest.mark.parametrize(
    "preset",
    ["depth 1", "depth 2", "no resilver", "no classes", "OpenZFS 2013", "OpenZFS 2020, disk order"],
)
def test_where_nobody_is_overtaken_or_zfs_keeps_no_order_the_two_queues_are_not_the_pattern(preset):
    assert of("two-queues", "zio-model-pattern")(rows_of("two-queues", preset)) is False


def test_less_in_the_drive_s_hands_is_less_that_a_resilver_adds():
    cuts = of("choose-depth", "resilver-latency-pattern")
    rows = rows_of("choose-depth", "metadata order")
    assert cuts(rows) is True
    assert cuts(rows_of("choose-depth", "disk order")) is True
    assert cuts([]) is False
    for kind in ("point", "alone", "goal"):
        assert cuts(without(rows, kind)) is False
    mine = [row for row in rows if row["row"] == "point" and row["queue"] == "old queue"]
    order = next(row["order"] for row in mine if row["mine"] == "yes")

    def changed(change):
        return [
            {**row, **change(row)} if row in mine and row["order"] == order else row for row in rows
        ]

    level = changed(lambda row: {"latency": 0.1, "drawn_latency": 0.1})
    falling = changed(lambda row: {"latency": 1 / row["depth"], "drawn_latency": 1 / row["depth"]})
    elsewhere = changed(lambda row: {"drawn_latency": 0.05})
    alike, heaped = (
        changed(lambda row: {"alone": row["latency"]}),
        changed(lambda row: {"depth": 4}),
    )
    for wrong in (level, falling, elsewhere, alike, heaped):
        assert cuts(wrong) is False
    steep = [
        {**row, "latency": row["latency"] * row["depth"]} if row["row"] == "alone" else row
        for row in rows
    ]
    assert cuts(steep) is False  # reads that wait as long with no resilver
    assert (
        cuts(
            [
                {**row, "order": "disk" if row["order"] == "metadata" else "metadata"}
                if row["row"] == "point"
                else row
                for row in rows
            ]
        )
        is False
    )


# ---- Resilvering


def multiplied(rows, where, **by):
    """The rows that equal `where` with some of their numbers multiplied."""
    return [
        {**row, **{name: row[name] * factor for name, factor in by.items()}}
        if all(row.get(name) == value for name, value in where.items())
        else row
        for row in rows
    ]


def test_the_gain_on_raidz_has_to_be_larger_than_on_a_mirror():
    larger, right = (
        of("resilver-time", "resilver-raidz-pattern"),
        rows_of("resilver-time", "RAID-Z"),
    )
    assert larger(right)
    assert not larger(multiplied(right, {"of": "raidz1", "what": "simulated"}, gain=0.5))
    assert not larger(multiplied(right, {"of": "mirror", "what": "simulated"}, gain=2.0))
    assert not larger(
        multiplied(right, {"row": "gain"}, gain=0.01)
    )  # faster on RAID-Z, but slower than before
    assert larger(
        multiplied(right, {"of": "raidz1", "what": "bounds"}, gain=0.01)
    )  # the bounds are not what is asked
    assert not larger(rows_of("resilver-time"))  # a mirror alone says nothing of RAID-Z


def test_a_new_pool_has_to_be_fast_in_the_old_order():
    fast, right = (
        of("resilver-time", "resilver-new-pool-pattern"),
        rows_of("resilver-time", "a new pool"),
    )
    old, new = (
        {"row": "sum", "order": "in metadata order"},
        {"row": "sum", "order": "in disk order"},
    )
    assert fast(right)
    assert not fast(multiplied(right, old, days=10.0))
    assert not fast(multiplied(right, new, days=0.1))  # the new order would make it slow
    assert not fast(
        multiplied(right, {"row": "whole"}, days=0.1)
    )  # no better than copying the disk
    assert not fast(rows_of("resilver-time"))


# ---- Allocation: what is read off one slab after the other


def rates(rows, rate):
    """The steps of the slabs with their rates as `rate(row, all steps)` says."""
    steps = [row for row in rows if row["row"] == "step"]
    return [{**row, "rate": rate(row, steps)} if row["row"] == "step" else row for row in rows]


def test_a_rate_that_falls_elsewhere_or_does_not_come_back_is_not_the_seventy_percent_pattern():
    falls = of("slab-map", "metaslab-70-pattern")
    rows = rows_of("slab-map")
    high, low = 50e6, 18e6
    assert falls(rows) is True
    assert falls(rates(rows, lambda row, steps: high if row["used"] <= 0.72 else low)) is True
    first = next(row["slab"] for row in rows if row["row"] == "step")
    wrong = [
        rates(rows, lambda row, steps: high),
        rates(rows, lambda row, steps: low if row["used"] <= 0.72 else high),
        rates(rows, lambda row, steps: high if row["used"] <= 0.55 else low),
        rates(rows, lambda row, steps: high if row["used"] <= 0.88 else low),
        rates(rows, lambda row, steps: high if row["used"] <= 0.72 else 0.9 * high),
        rates(
            rows, lambda row, steps: high if row["used"] <= 0.72 and row["slab"] == first else low
        ),
        rates(rows, lambda row, steps: high * (1.4 - row["used"])),
        rates(rows, lambda row, steps: 0.0),
        without(rows, "step"),
        [{**row, "how": "first fit"} if row["row"] == "step" else row for row in rows],
        [{**row, "how": "best fit"} if row["row"] == "step" else row for row in rows],
        [{**row, "t1": 0, "t2": 0} if row["row"] == "step" else row for row in rows],
        get("slab-map").rows(switch=0.5),
        get("slab-map").rows(switch=0.85),
    ]
    assert [falls(each) for each in wrong] == [False] * len(wrong)


@pytest.mark.parametrize("seed", sample(range(1, 6), 2))
def test_the_seventy_percent_pattern_does_not_depend_on_the_draw(seed):
    assert of("slab-map", "metaslab-70-pattern")(get("slab-map").rows(seed)) is True

"""Listings that people published, the parsers that read them, and the counters of a disk with two queues."""

from random import Random

import pytest
from pytest import approx

from figures.define.claims import read
from models.observed import listings, story
from models.observed.calls import opens, truss
from models.observed.network import nicstat, snoop
from models.observed.sums import Core, cifssvrtop, cpi, mean_time
from models.observed.two_queues import Counters, Snapshot, between, kstat
from models.units import KB, KiB, us

PUBLISHED = {row["id"]: row["value"] for row in read("targets.csv")}


def published(id):
    return float(PUBLISHED[id])


def test_every_number_of_nicstat_is_the_published_one_and_three_columns_follow_from_the_others():
    nge0 = [line for line in nicstat(listings.NICSTAT) if line.card == "nge0"]
    for number, line in enumerate(nge0, start=1):
        found = {
            "rkbs": line.bytes_in / KiB,
            "wkbs": line.bytes_out / KiB,
            "rpks": line.packets_in,
            "wpks": line.packets_out,
            "ravs": line.size_in,
            "wavs": line.size_out,
            "util": 100 * line.used,
            "sat": line.saturated,
        }
        assert found == approx({name: published(f"nicstat-s{number}-{name}") for name in found})
        assert line.bytes_in / line.packets_in == approx(line.size_in, rel=1e-3)
        assert line.bytes_out / line.packets_out == approx(line.size_out, rel=1e-3)
        assert 8 * (line.bytes_in + line.bytes_out) / story.LINK == approx(line.used, abs=5e-5)


def test_a_line_of_another_tool_is_refused_and_named():
    for parser, text in (
        (nicstat, "20:53:30 nge0 1.0"),
        (truss, "hello"),
        (snoop, "-> NFS R 4 (x) OK"),
    ):
        with pytest.raises(ValueError, match="must"):
            parser(text)


def test_each_call_of_the_program_fails_and_is_followed_by_three_of_the_clock():
    names = [call.name for call in truss(listings.TRUSS)]
    assert names[2:] == ["open64", "time", "time", "time"] * 2 + ["open64"]
    assert {call.error for call in truss(listings.TRUSS) if call.name == "open64"} == {"ENOENT"}
    assert [*opens(listings.OPENS).values()] == [[published("dtrace-opens-per-sec")] * 3]
    assert {one.answered for one in snoop(listings.SNOOP)} == {"NFS4ERR_SAME"}


@pytest.mark.parametrize(
    "name, text",
    [("perl", listings.KSTAT_PERL), ("c", listings.KSTAT_C), ("json", listings.KSTAT_JSON)],
)
def test_every_counter_is_the_published_one_in_its_own_unit(name, text):
    found, nano = kstat(text), name != "perl"
    for field in Snapshot.__dataclass_fields__:
        in_ns = nano and field.startswith(("w", "r")) and field.endswith(("time", "update"))
        unit = 1e-9 if in_ns else 1
        assert getattr(found, field) == approx(published(f"kstat-{name}-{field}") * unit, rel=1e-12)


def test_the_published_pair_makes_no_rate_because_its_counters_are_younger_than_it():
    first, second = kstat(listings.KSTAT_C), kstat(listings.KSTAT_JSON)
    assert second.writes - first.writes == published("kstat-delta-writes")
    assert kstat(listings.KSTAT_PERL).ahead < 0 < first.ahead < second.ahead
    with pytest.raises(ValueError, match="two clocks"):
        between(first, second)
    with pytest.raises(ValueError, match="one device"):
        between(first, kstat(listings.KSTAT_PERL))


def drawn(seed):
    """Requests of a device that runs at most two at a time, in order: arrived, sent, answered (s)."""
    random, found, free, now = Random(seed), [], [0.0, 0.0], 0.0
    for _ in range(200):
        now += random.random()
        free.sort()
        sent = max(now, free[0])
        free[0] = sent + random.random()
        found.append((now, sent, free[0]))
    return found


def test_two_snapshots_give_the_mean_lengths_exactly_and_over_all_requests_the_mean_times():
    requests = drawn(1)
    events = sorted((t, kind) for one in requests for kind, t in enumerate(one))
    end = events[-1][0] + 1
    cuts = [0.0, 20.0, 20.5, 60.0, end]
    counters, shots = Counters(), []
    for t, kind in [*events, (end + 1, 3)]:
        while len(shots) < len(cuts) and cuts[len(shots)] < t:
            shots.append(counters.snapshot(cuts[len(shots)]))
        if kind == 0:
            counters.wait(t, 1)
        elif kind == 1:
            counters.wait(t, -1)
            counters.run(t, 1)
        elif kind == 2:
            counters.read(t, 4096)
    whole = between(shots[0], shots[-1])
    assert whole.wait == approx(sum(sent - came for came, sent, _ in requests) / 200)
    assert whole.service == approx(sum(gone - sent for _, sent, gone in requests) / 200)
    assert whole.rate * whole.seconds == approx(200) and whole.size == approx(4096)
    for a, b, low, high in zip(shots, shots[1:], cuts, cuts[1:], strict=False):
        overlap = sum(max(0.0, min(high, gone) - max(low, sent)) for _, sent, gone in requests)
        assert between(a, b).running == approx(overlap / (high - low))
        assert between(a, b).busy <= 1 + 1e-9


def test_the_last_line_of_a_tool_sums_before_it_divides():
    written, (*clients, last) = cifssvrtop(listings.CIFS_BY_ADDRESS)
    assert [one.writes for one in clients] == [
        published(f"cifstop-ip-{n}-writes") for n in (101, 104, 103, 102, 105)
    ]
    assert last.time == published("cifstop-ip-all-wr-t") * us
    assert mean_time(clients) == approx(last.time, rel=0.01)
    assert written == published("cifstop-ip-write-kb") * KB
    unnamed = cifssvrtop(listings.CIFS_BY_NAME)[1]
    assert len(unnamed) == 2 and unnamed[0][1:] == unnamed[1][1:]
    for row in range(1, 6):
        cycles, done = (published(f"ht1-cpi-r{row}-{name}") for name in ("cycles", "instructions"))
        assert cpi([Core(cycles, cycles, done)])[0] == approx(
            published(f"ht1-cpi-r{row}-cpi"), abs=5e-3
        )
    assert cpi([Core(10, 8, 4), Core(10, 2, 2)]) == (10 / 6, 0.5)


def test_the_story_can_be_solved_and_no_shorter_way_proves_it():
    proof = next(one for one in story.VERDICTS.values() if one.right).by
    assert story.shortest() == ("wire", "files", "stacks")
    assert all("wire" in names and "files" in names for names in story.ways(proof))
    assert {tool.needs for tool in story.TOOLS.values()} - {""} == set(story.LACKS)
    assert {one.by for one in story.VERDICTS.values()} <= set(story.TOOLS)
    assert f" {published('dtrace-opens-per-sec'):.0f} times, and nothing else" in story.counted()[0]
    assert story.disks()[0].startswith("0 reads and 0 writes")

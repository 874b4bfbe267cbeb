"""A watched machine: what it counts agrees with itself, what breaks acts, and the limit is the right part."""

import json
from collections import Counter
from copy import deepcopy
from itertools import pairwise
from math import fsum, sqrt

import pytest

from models.__main__ import main
from models.lab import run as run_module
from models.lab.events import KINDS, SLOWER
from models.lab.limit import chosen, figures, growth, limit, settled, within
from models.lab.run import PARTS, Watch, watched
from models.lab.study import study_of
from models.units import MiB
from tests.conftest import sample as drawn

WRITERS = {"load": "local", "settings": {"threads": 8, "size": "8KiB", "think": "1ms"}}
LOADS = {
    "local": WRITERS,
    "local reads": {"load": "local", "settings": {"threads": 4, "reads": 1, "data": "1TiB"}},
    "nfs": {"load": "nfs", "settings": {"threads": 8, "turnaround": "1ms"}},
    "nfs 4": {"load": "nfs", "settings": {"threads": 4, "version": 4, "reads": 0.5}},
    "cifs": {"load": "cifs", "settings": {"threads": 4, "o_sync": True, "size": "8KiB"}},
    "iscsi": {"load": "iscsi", "settings": {"initiators": 4, "reads": 0.5}},
    "create": {"load": "create", "settings": {"clients": 4}},
    "create 4": {"load": "create", "settings": {"threads": 4, "version": 4}},
    "create locally": {
        "load": "create",
        "settings": {"threads": 4, "over": "local", "o_sync": True},
    },
}


def study(load=WRITERS, seconds=3.0, events=(), **settings):
    return study_of(
        {
            "a": {"machine": "server-today", "settings": {"log.devices": 1, **settings}},
            "loads": [load] if isinstance(load, dict) else load,
            "events": list(events),
            "seconds": seconds,
        }
    )


def run(one, **more):
    return list(
        watched(one.machines["a"], one.loads, one.happening("a"), one.seconds, one.seed, **more)
    )


@pytest.mark.alike("the parts of a closed load hold its threads and steps fill its requests")
@pytest.mark.parametrize("name", drawn([*LOADS], 1, lambda name: LOADS[name]["load"]))
def test_the_parts_of_a_closed_load_hold_its_threads_and_steps_fill_its_requests(name, monkeypatch):
    """By Little's law; and the steps of a followed request fill the time from asking to the answer."""
    paths, end = [], Watch.end

    def noted(self, size, latency, path):
        if path is not None:
            paths.append((path, latency))
        end(self, size, latency, path)

    monkeypatch.setattr(Watch, "end", noted)
    samples = run(study(LOADS[name], seconds=1.5))[1:]
    threads = samples[0]["loads"][0]["threads"]
    here = [fsum([one["waits"] + one["works"] for one in s["parts"].values()]) for s in samples]
    assert fsum(here) / len(here) == pytest.approx(threads, rel=0.02)
    assert all(s["followed"] > 20 for s in samples)
    assert len(paths) > 20
    for path, latency in paths:
        assert path.steps[0].start == path.begun
        assert all(a.finish == b.start for a, b in pairwise(path.steps))
        assert path.end - path.begun == pytest.approx(latency, rel=1e-6, abs=1e-9)


def test_a_study_gives_the_same_samples_whole_or_in_steps_and_they_are_json():
    one = study(seconds=1.0)
    whole = run(one)
    steps = watched(one.machines["a"], one.loads, (), one.seconds, one.seed)
    first = next(steps)
    assert [first, *steps] == whole == json.loads(json.dumps(whole))
    assert all(set(sample["parts"]) == set(PARTS) for sample in whole)
    assert all(0 <= part["use"] <= 1 for sample in whole for part in sample["parts"].values())


def test_what_arrives_is_answered_or_under_way():
    samples = run(study({"load": "local", "settings": {"rate": 2000}}))
    assert fsum([s["loads"][0]["answered"] for s in samples]) == pytest.approx(6000, rel=0.05)
    counts = samples[-1]["loads"][0]
    assert sum(counts["counts"].values()) == sum(counts["fine"].values()) == counts["answered"]


def test_a_machine_that_cannot_keep_up_falls_behind_and_is_not_refused():
    backup = {"load": "nfs", "settings": {"rate": 1200, "size": "128KiB", "stable": 0}}
    samples = run(study(backup, 4.0, [{"at": 0.5, "kind": "link falls"}]))
    found = limit(samples, 1, 4)
    assert found.part == "network" and found.waiting > 500
    # 125 MB/s carry some 940 of 1,200 requests a second
    assert found.more == pytest.approx(260, rel=0.2)
    assert found.sentence.endswith(
        f"{found.waiting:,} requests wait, and {found.more:,.0f} more each second."
    )
    assert figures(samples, 0, 3, 4).median > 0.3  # the program's, not the server's


def event(kind, at=1.5, **options):
    return {"at": at, "kind": kind, **options}


def seconds(samples, begin, end, load=0):
    return figures(samples, load, begin, end)


@pytest.mark.alike("loses a device")
def test_a_log_device_that_dies_leaves_the_log_to_the_disks():
    samples = run(study(events=[event("log device dies")]))
    before, after = (seconds(samples, *times) for times in ((0.5, 1.5), (2, 3)))
    assert after.median > 20 * before.median
    assert samples[-1]["parts"]["logdevice"]["use"] == 0
    assert samples[2]["events"] == [{"at": 1.5, "kind": "log device dies", "left": 0}]


def test_a_slow_disk_slows_the_log_of_the_pool_and_stands_apart():
    slow = event("slow disk", disk=3, times=8)
    samples = run(study(events=[slow], **{"log.devices": 0}))
    before, after = (seconds(samples, *times) for times in ((0.5, 1.5), (2, 3)))
    assert after.median > 1.5 * before.median
    each = samples[-1]["parts"]["disk"]["each"]
    assert len(each) == 20 and each[3] == max(each) > 2 * sorted(each)[10]


def test_a_pulled_disk_does_no_more_work_and_reads_go_on():
    samples = run(study(LOADS["local reads"], events=[event("disk pulled", disk=2)]))
    assert samples[-1]["parts"]["disk"]["each"][2] == 0 < samples[1]["parts"]["disk"]["each"][2]
    assert seconds(samples, 2, 3).rate > 0


@pytest.mark.alike("scans")
@pytest.mark.parametrize("kind", ["resilver", "scrub"])
def test_a_scan_makes_the_disks_of_the_first_vdev_work(kind):
    samples = run(study(events=[event(kind, 0.5)], seconds=1.5))
    each = samples[-1]["parts"]["disk"]["each"]
    assert min(each[1:10]) > 0.5 > max(each[10:])


def test_a_full_pool_keeps_its_disks_busy_for_longer():
    stream = {"load": "local", "settings": {"rate": 80, "size": "1MiB", "o_sync": False}}
    settings = {"pool": "mirror:1", "recordsize": "1MiB", "groups.interval": "0.5s"}
    usual = run(study(stream, 4.0, **settings))
    full = run(study(stream, 4.0, [event("pool at 95 %", 0.0)], **settings))
    used = [fsum([s["parts"]["disk"]["use"] for s in ones[4:]]) for ones in (usual, full)]
    assert used[1] > 1.3 * used[0]


def test_an_emptied_cache_sends_reads_to_the_disks_again():
    reads = {
        "load": "local",
        "settings": {"threads": 4, "reads": 1, "data": "4MiB", "think": "1ms"},
    }
    samples = run(study(reads, events=[event("cache emptied", 2.0)]))
    assert samples[3]["parts"]["cache"]["hits"] == 1 > samples[4]["parts"]["cache"]["hits"]


def test_a_second_load_starts():
    samples = run(study([WRITERS, LOADS["nfs"]], 1.0, [event("load starts", 0.5, load=1)]))
    assert samples[0]["loads"][1]["answered"] == 0 < samples[1]["loads"][1]["answered"]


@pytest.mark.parametrize(("sync", "safe"), [("standard", True), ("disabled", False)])
def test_power_loses_what_was_told_safe_only_if_the_file_system_lied(sync, safe):
    samples = run(study(events=[event("power fails")], sync=sync))
    (loss,) = samples[2]["events"]
    assert loss["acknowledged"] > 0 and (loss["lost_sync"] == 0) is safe
    assert limit(samples, 2, 3).sentence == "The power is off."


RAID = {"pool": "raidz1:2"}


@pytest.mark.parametrize(
    ("events", "settings", "words"),
    [
        ([event("log device dies")], {"log.devices": 0}, "log.devices 0"),
        (
            [event("log device dies"), event("log device dies", 2)],
            {},
            "once for each log device, got 2 of 1",
        ),
        ([event("resilver")], {"pool": "stripe:2"}, "copies or parity, got stripe"),
        ([event("resilver", vdev=2)], RAID, "vdev must be a whole number, 0 to 1, got 2"),
        ([event("scrub", vdev=0.5)], RAID, "vdev must be a whole number"),
        ([event("disk pulled")], {"pool": "stripe:2"}, "copies or parity"),
        ([event("disk pulled"), event("disk pulled", 2, disk=1)], RAID, "1 may be missing"),
        ([event("resilver", vdev=0), event("disk pulled", 2, disk=1)], RAID, "1 may be missing"),
        ([event("disk pulled"), event("disk pulled", 2)], {}, "got 0, which is pulled"),
        (
            [event("disk pulled"), event("resilver", 2)],
            {},
            "vdev must be one whose first disk is there, got 0",
        ),
        ([event("link falls")], {"network.ports": 0}, "network.ports 0"),
        ([event("cache emptied")], {"without": "cache"}, "read cache"),
        ([event("slow disk", disk=2)], {"pool": "stripe:2"}, "0 to 1, got 2"),
        ([event("slow disk", times=0.5)], {}, "times must be 1 or more"),
        ([event("scrub")], {"pool": "draid2:1", "pool.width": 12}, "without dRAID"),
        ([event("resilver")], {"pool": "draid2:1", "pool.width": 12}, "draid_spares of 1 or more"),
        ([event("load starts", load=1)], {}, "load must be a whole number, 0 to 0, got 1"),
        ([event("load starts", load=0), event("load starts", 2, load=0)], {}, "once for load 0"),
        ([event("power fails"), event("scrub", 2)], {}, "before 1.5 s, when the power fails"),
    ],
)
def test_what_cannot_happen_is_refused_in_one_line_before_the_machine_runs(events, settings, words):
    last = events[-1]
    with pytest.raises(ValueError, match=words) as error:
        study(events=events, **settings)
    start = f"a: {last['kind']} at {last['at']:g} s: "
    assert str(error.value).startswith(start) and "\n" not in str(error.value)


@pytest.mark.alike("loses a device")
def test_each_vdev_may_lose_a_disk_and_a_resilver_may_be_of_any():
    lost = [event("disk pulled", 0.25, disk=1), event("disk pulled", 0.5, disk=3)]
    both = {"pool": "mirror:3"}
    samples = run(study(events=[*lost, event("resilver", 0.75, vdev=2)], seconds=2.0, **both))
    each = samples[-1]["parts"]["disk"]["each"]
    assert each[1] == each[3] == 0 and min(each[4:]) > 0.5


GOOD = {
    "a": {"machine": "server-today"},
    "b": {"settings": {"log.devices": 1}},
    "loads": [{"load": "local", "settings": {"threads": 2}}],
    "events": [{"at": 1, "kind": "scrub", "in": "b"}],
}


@pytest.mark.parametrize(
    ("where", "value", "words"),
    [
        (["a"], 3, "a must be"),
        (["a", "machine"], "7411", "a.machine"),
        (["a", "setings"], {}, "setings"),
        (["b", "settings", "log.devcies"], 1, "perhaps log.devices"),
        (["b", "settings", "log.devices"], "many", "log.devices"),
        (["loads"], [], "loads must be a list of 1 to 4"),
        (["loads", 0, "load"], "smtp", r"loads\[0\].load"),
        (["loads", 0, "settings", "threads"], 0, "local.threads"),
        (["events", 0, "kind"], "fire", r"events\[0\].kind"),
        (["events", 0, "at"], 99, r"events\[0\].at"),
        (["events", 0, "in"], "c", r"events\[0\].in"),
        (["events", 0, "disk"], 1, "disk"),
        (["seconds"], "long", "seconds"),
        (["seed"], -1, "seed"),
        (["followed"], 1, "followed"),
        (["whole"], "yes", "whole"),
        (["colour"], "blue", "colour"),
    ],
)
def test_each_wrong_thing_in_a_study_is_one_line_that_names_it(where, value, words):
    study_of(GOOD)
    wrong = deepcopy(GOOD)
    *path, last = where
    place = wrong
    for key in path:
        place = place.setdefault(key, {}) if isinstance(place, dict) else place[key]
    place[last] = value
    with pytest.raises(ValueError, match=words) as error:
        study_of(wrong)
    assert "\n" not in str(error.value)


def test_b_is_a_with_its_settings_and_events_are_those_of_one_machine():
    one = study_of({**GOOD, "a": {"machine": "server-today", "settings": {"pool": "mirror:3"}}})
    assert one.machines["b"].pool.vdevs == 3 and one.machines["b"].log.devices == 1
    assert one.machines["a"].log.devices == 0
    assert [e.kind for e in one.happening("b")] == ["scrub"] and not one.happening("a")


def sample(number, waiting=0, threads=8, **parts):
    """A sample made by hand: the parts as (use, waits, works)."""
    usual = dict.fromkeys(PARTS, (0.0, 0.0, 0.0)) | parts
    return {
        "from": number / 2,
        "to": number / 2 + 0.5,
        "load": 0,
        "off": False,
        "loads": [{"waiting": waiting, "answered": 100, "threads": threads}],
        "parts": {
            name: {"use": use, "waits": waits, "works": works, "wait50": 0.0}
            for name, (use, waits, works) in usual.items()
        },
    }


@pytest.mark.parametrize(
    ("parts", "part", "rule"),
    [
        ({"log": (0.95, 1, 0), "disk": (0.9, 7, 0)}, "log", "use"),
        ({"log": (0.949, 1, 0), "disk": (0.9, 7, 0)}, "disk", "ticks"),
        ({"log": (0.96, 1, 0), "disk": (0.99, 7, 0)}, "disk", "use"),
        ({"log": (1.0, 1, 0), "disk": (1.0, 0, 7)}, "disk", "use"),
        ({"log": (0.5, 1, 0), "disk": (1.0, 0, 0)}, "log", "ticks"),  # not on its way
        ({"programs": (0.99, 0, 8), "disk": (0.2, 0.1, 0)}, "programs", "use"),
        ({"cores": (0.3, 1, 2), "network": (0.4, 2, 0.5)}, "cores", "ticks"),
    ],
)
def test_the_limit_is_the_fullest_part_of_the_way_or_where_most_requests_are(parts, part, rule):
    found = limit([sample(n, **parts) for n in range(4)], 0, 2)
    assert (found.part, found.rule) == (part, rule)
    assert ("no part of their way is" in found.sentence) is (rule == "ticks")
    if rule == "use":
        assert f"{100 * found.use:.0f} %" in found.sentence
    assert found.next != part and found.ticks == pytest.approx(sum(parts[part][1:]))


def test_the_limit_is_that_of_the_seconds_between_its_times():
    samples = [sample(0, disk=(1.0, 8, 0)), sample(1, log=(1.0, 8, 0))]
    assert limit(samples, 0, 0.5).part == "disk" and limit(samples, 0.5, 1).part == "log"
    with pytest.raises(ValueError, match="around a sample"):
        limit(samples, 2, 3)


@pytest.mark.parametrize(
    ("waits", "more"),
    [
        ([0, 100, 200, 300, 400], 200.0),
        ([0, 10, 20, 30, 40], 0.0),  # few
        ([0, 0, 0, 0, 400], 0.0),  # a burst
        ([0, 390, 400, 400, 400], 0.0),  # a start
    ],
)
def test_a_machine_falls_behind_if_more_wait_throughout(waits, more):
    ones = [sample(n, waiting, 0, disk=(1.0, 1, 0)) for n, waiting in enumerate(waits)]
    assert growth(ones) == (waits[-1], more)
    assert ("more each second" in limit(ones, 0, 9).sentence) is bool(more)


@pytest.mark.parametrize(
    ("took", "events", "at"),
    [
        ([5], [], 0.0),
        ([5, 5, 5, 5], [], 0.5),  # the first half second never counts
        ([9, 5, 5, 5, 5, 5], [], 0.5),
        ([9, 9, 9, 5, 5, 5, 5, 5], [], 1.5),
        ([9, 9, 9, 9, 5], [], 0.5),  # half of them at most
        ([5, 5, 5, 5, 2, 9, 9, 9, 9], [3], 2.5),
        ([5, 5, 5, 5], [3], 1.5),
    ],
)
def test_figures_count_once_the_followed_load_has_settled(took, events, at):
    samples = [sample(n) | {"events": [{}] * (n in events)} for n in range(len(took))]
    for one, time in zip(samples, took, strict=True):
        one["loads"][0]["mean waiting"] = time
    assert settled(samples) == at


@pytest.mark.alike("begins")
@pytest.mark.parametrize("devices", [0, 1])
def test_the_first_seconds_give_the_figures_of_the_long_run(devices):
    one = study(
        {**WRITERS, "settings": {**WRITERS["settings"], "threads": 16, "think": "4ms"}}, 4.5
    )
    order = one.machines["a"].order(log={"devices": devices})
    samples = list(watched(order, one.loads, seconds=4.5))
    first, long = samples[:4], samples
    a, b = (figures(ones, 0, settled(ones), ones[-1]["to"]) for ones in (first, long))
    assert a.rate == pytest.approx(b.rate, rel=0.05)
    assert a.median == pytest.approx(b.median, rel=0.05)
    assert a.p99 == pytest.approx(b.p99, rel=0.05)
    assert limit(first, settled(first), 2).part == limit(long, settled(long), 4.5).part


def test_each_kind_of_event_has_words_of_its_own():
    assert len({kind.words for kind in KINDS.values()}) == len(KINDS) == 10


SHORT = {"groups.interval": "1s"}
SLOW = {"load": "local", "settings": {"threads": 8, "size": "8KiB", "think": "20ms"}}
READS = {"load": "nfs", "settings": {"threads": 16, "reads": 1, "data": "8TiB"}}
STEADY = {
    "a log device": study(SLOW, 20.0, **SHORT),
    "no log device, then a slow disk": study(
        [SLOW, {"load": "local", "settings": {"rate": 500, "o_sync": False}}],
        24.0,
        [event("slow disk", 12.0, disk=3, times=3)],
        **SHORT,
        **{"log.devices": 0},
    ),
    "reads": study(READS, 24.0, **SHORT, **{"pool": "mirror:4"}),
}


def quantile(samples, load, begin, end, share):
    counts = Counter()
    for one in chosen(samples, begin, end):
        counts.update({int(at): n for at, n in one["loads"][load]["fine"].items()})
    return within(counts, share)


@pytest.mark.parametrize("name", drawn([*STEADY], 1))
def test_what_is_sampled_equals_the_whole_run(name):
    one = STEADY[name]
    some, whole = run(one), run(one, whole=True)
    assert [(s["from"], s["to"]) for s in some] == [(s["from"], s["to"]) for s in whole]
    assert all(s["simulated"] for s in whole)
    assert sum([not s["simulated"] for s in some]) > len(some) / 3
    edges = [0.0, *[event.at for event in one.events], one.seconds]
    for begin, end in pairwise(edges):
        for number in range(len(one.loads)):
            a, b = (figures(samples, number, begin + 2, end) for samples in (some, whole))
            assert a.rate == pytest.approx(b.rate, rel=0.03)
            assert a.median == pytest.approx(b.median, rel=0.05)
            ones = [s for s in chosen(some, begin + 2, end) if s["simulated"]]
            counts = sum([s["loads"][number]["answered"] for s in ones])
            together = max(1, whole[0]["loads"][number]["threads"])  # may wait for one commit
            chance = 3 * sqrt(0.01 * 0.99 * together / counts)
            low, high = (
                quantile(whole, number, begin + 2, end, 0.99 + d) for d in (-chance, chance)
            )
            assert min(low, 0.95 * b.p99) <= a.p99 <= max(high, 1.05 * b.p99)
        found = limit(some, begin + 2, end), limit(whole, begin + 2, end)
        assert found[0].part == found[1].part
        assert found[0].use == pytest.approx(found[1].use, abs=0.03)


def test_what_is_not_steady_is_simulated():
    load = {"load": "nfs", "settings": {"rate": 150, "size": "1MiB", "stable": 0}}
    behind = run(study(load, 8.0, [event("link falls", 0.5)], **SHORT))
    assert all(s["simulated"] for s in behind)
    reads = {
        "load": "local",
        "settings": {"threads": 4, "reads": 1, "data": "64MiB", "think": "2ms"},
    }
    warm = run(study(reads, 8.0, **SHORT))
    assert all(s["simulated"] for s in warm if s["parts"]["cache"]["hits"] < 0.97)


def test_an_event_in_a_steady_stretch_comes_at_its_time():
    one = study(SLOW, 10.0, [event("log device dies", 9.25)], **SHORT)
    samples = run(one)
    (number,) = [n for n, s in enumerate(samples) if s["events"]]
    assert samples[number]["from"] == 9 and samples[number]["simulated"]
    assert not samples[number - 1]["simulated"]
    assert samples[number - 1]["loads"] == samples[number - 1 - 8]["loads"]


def test_events_typed_on_the_command_line_or_in_a_file_replace_those_of_the_study(tmp_path, capsys):
    file, events = tmp_path / "study.json", tmp_path / "events.json"
    loads = [{"load": "local", "settings": {"threads": 2, "think": "50ms"}}]
    own = {**GOOD, "loads": loads, "seconds": 1.0, "events": [event("scrub", 0.5)]}
    file.write_text(json.dumps(own))
    events.write_text('[{"at": 0.25, "kind": "slow disk", "disk": 3, "in": "b"}]')
    said = []
    for text in ("0.25 slow disk disk=3 (b)", str(events)):
        assert main(["run", str(file), "--json", "--events", text]) == 0
        said.append(json.loads(capsys.readouterr().out))
    assert said[0] == said[1] and said[0]["a"][0]["events"] == []
    assert said[0]["b"][0]["events"] == [
        {"at": 0.25, "kind": "slow disk", "disk": 3, "times": SLOWER}
    ]
    for text, words in (
        ("soon scrub", "--events must be TIME KIND"),
        ("1 scrub vdev", "events[0].kind"),
        ("1 scrub (c)", "events[0].in"),
        ("0.5 log device dies", "a: log device dies at 0.5 s: must be on a machine with log"),
        (str(tmp_path / "none.json"), "none.json"),
    ):
        assert main(["run", str(file), "--events", text]) == 2
        assert words in (line := capsys.readouterr().err) and line.count("\n") == 1


@pytest.mark.alike("is more than may be under way")
@pytest.mark.parametrize("kind", ["nfs", "local", "iscsi"])
def test_requests_beyond_the_most_under_way_are_counted_and_late_as_if_they_were(kind, monkeypatch):
    more = {"initiators": 2} if kind == "iscsi" else {"data": "1TiB"}
    load = {"load": kind, "settings": {"rate": 3000, "reads": 1, "size": "8KiB", **more}}
    one, found = study(load, 2.0, **{"pool": "mirror:1", "without": "cache"}), []
    for most in (run_module.MOST_OPEN, 100):
        monkeypatch.setattr(run_module, "MOST_OPEN", most)
        found.append(run(one))
    for samples in found:
        loads = [s["loads"][0] for s in samples]
        asked, answered = (sum([load[name] for load in loads]) for name in ("asked", "answered"))
        assert asked == answered + loads[-1]["waiting"]
    all_made, held = found
    assert all_made[-1]["loads"][0]["held"] == 0 < held[-1]["loads"][0]["held"]
    a, b = (figures(samples, 0, 0, 2) for samples in found)
    assert b.rate == pytest.approx(a.rate, rel=0.1) and b.median == pytest.approx(a.median, rel=0.1)
    waits = [[s["loads"][0][name] for s in held] for name in ("waiting", "mean waiting")]
    assert waits[0][-1] == pytest.approx(all_made[-1]["loads"][0]["waiting"], rel=0.05)
    assert waits[1][-1] == pytest.approx(all_made[-1]["loads"][0]["mean waiting"], rel=0.05)


@pytest.mark.alike("reads from one part")
def test_reads_of_a_special_vdev_are_its_own():
    reads = {"load": "local", "settings": {"threads": 4, "reads": 1, "data": "1TiB"}}
    special = {"pool": "mirror:1", "pool.special.devices": 2, "pool.special.small": "128KiB"}
    samples = run(study(reads, 0.5, **special))
    parts = samples[-1]["parts"]
    assert parts["special"]["works"] > 1 and parts["special"]["use"] > 0
    assert parts["disk"]["waits"] + parts["disk"]["works"] < 0.1


@pytest.mark.alike("reads from one part")
def test_a_warm_cache_is_warm_in_a_study_of_one_load():
    reads = {"load": "local", "settings": {"threads": 4, "reads": 1, "data": "4GiB"}}
    warm = {"cache.warm": "1h", "pool": "mirror:4"}
    assert run(study(reads | {"settings": reads["settings"] | {"think": "1ms"}}, 1.0, **warm))[0][
        "parts"
    ]["cache"]["hits"] == pytest.approx(1, abs=0.05)
    with pytest.raises(ValueError, match=r"cache\.warm must be 0 with several loads"):
        run(study([reads, WRITERS], 1.0, **warm))
    with pytest.raises(ValueError, match=r"cache\.warm must be 0 unless the load reads"):
        run(study(WRITERS, 1.0, **warm))


@pytest.mark.parametrize(
    ("pool", "more"),
    [("mirror:2", {}), ("raidz1:1", {}), ("draid1:1", {"pool.draid_spares": "1"})],
)
def test_what_a_resilver_has_written_is_what_the_disks_wrote_beside_readers(pool, more):
    study = {
        "a": {"machine": "server-today", "settings": {"pool": pool} | more},
        "loads": [{"load": "local", "settings": {"reads": "100%", "data": "2TiB", "threads": "2"}}],
        "events": [{"at": 0.5, "kind": "resilver"}],
        "seconds": 2,
        "whole": True,
    }
    samples = list(study_of(study).watched("a"))
    resilvered = sum(one["resilvered"] for one in samples)
    written = sum(one["moved"]["disks"][3] for one in samples)
    assert 0 < resilvered <= written <= resilvered + 32 * MiB  # the last are under way

"""The file of followed requests, read back: steps fill their requests, and no track has two at a time."""

import json
from itertools import pairwise
from math import fsum

import pytest

from models.lab.run import PARTS, watched
from models.lab.study import study_of
from models.lab.trace_events import trace_events, typical

EVENT = {"at": 0.7, "kind": "cache emptied"}


@pytest.fixture(scope="module")
def ran():
    writers = {"load": "local", "settings": {"threads": 8, "size": "8KiB", "think": "1ms"}}
    one = study_of(
        {
            "a": {"machine": "server-today"},
            "b": {"settings": {"log.devices": 1}},
            "loads": [writers],
            "events": [EVENT],
            "seconds": 1.5,
        }
    )
    return {
        name: list(watched(order, one.loads, one.events, one.seconds, requests=True))
        for name, order in one.machines.items()
    }


def test_the_steps_of_the_file_add_up_to_the_requests(ran):
    events = json.loads(json.dumps(trace_events(ran)))["traceEvents"]
    names = {e["pid"]: e["args"]["name"] for e in events if e["name"] == "process_name"}
    assert names == {1: "a", 2: "b"}
    for pid, name in names.items():
        spans = [e for e in events if e["ph"] == "X" and e["pid"] == pid]
        wholes = [e for e in spans if e["name"] == "request"]
        given = [one for sample in ran[name] for one in sample["requests"]]
        assert sorted(e["dur"] for e in wholes) == pytest.approx(
            sorted(one["latency"] * 1e6 for one in given), abs=0.002
        )
        assert len(wholes) == sum(sample["followed"] for sample in ran[name]) > 100
        for whole in wholes:
            end = whole["ts"] + whole["dur"]
            steps = [
                e
                for e in spans
                if e is not whole and e["tid"] == whole["tid"] and whole["ts"] <= e["ts"] < end
            ]
            assert {e["name"] for e in steps} <= {*PARTS}
            assert fsum([e["dur"] for e in steps]) == pytest.approx(whole["dur"], abs=1e-6)
            assert all(set(e["args"]) == {"what", "waits"} for e in steps)


def test_no_track_has_two_requests_at_a_time_and_each_has_a_name(ran):
    events = trace_events(ran)["traceEvents"]
    wholes = [e for e in events if e["name"] == "request"]
    tracks = {(e["pid"], e["tid"]) for e in wholes}
    assert tracks == {(e["pid"], e["tid"]) for e in events if e["name"] == "thread_name"}
    for track in tracks:
        mine = sorted(
            (e["ts"], e["ts"] + e["dur"]) for e in wholes if (e["pid"], e["tid"]) == track
        )
        assert all(a[1] <= b[0] + 1e-6 for a, b in pairwise(mine))
    assert len(tracks) <= 2 * 8
    told = [e for e in events if e["ph"] == "i"]
    assert [(e["name"], e["ts"]) for e in told] == [("cache emptied", 700_000.0)] * 2


def test_the_typical_request_is_the_median_one_or_the_first_of_the_slowest(ran):
    for samples in ran.values():
        times = sorted(one["latency"] for s in samples[1:] for one in s["requests"])
        median, slow = (typical(samples, 0.5, 1.5, share) for share in (0.5, 0.99))
        assert median["latency"] == times[len(times) // 2]
        assert slow["latency"] == times[int(0.99 * len(times))] >= median["latency"]
        for one in (median, slow):
            assert one["steps"][0]["from"] == 0 and one["steps"][-1]["to"] == one["latency"]
            assert all(a["to"] == b["from"] for a, b in pairwise(one["steps"]))
    assert {"log", "disk"} <= {step["part"] for step in typical(ran["a"], 0.5, 1.5)["steps"]}
    assert "logdevice" in {step["part"] for step in typical(ran["b"], 0.5, 1.5)["steps"]}
    assert typical(samples, 5, 6) is None

"""The whole machine as a notebook widget: the kernel answers what the page asks."""

import json

import pytest

from figures.lab.notebook import Lab
from models.lab.study import study_of
from tests.figures.test_lab import WRITERS, fits


@pytest.fixture
def shown(monkeypatch):
    """A widget, and what it sends to the page."""
    made = Lab(WRITERS)
    sent = []
    monkeypatch.setattr(made, "send", sent.append)
    return made, sent


def asked(shown, method, **request):
    """What the page gets for a request."""
    made, sent = shown
    made._answer(made, {"id": 7, "method": method, "text": json.dumps(request)}, [])
    assert sent[-1]["id"] == 7
    return json.loads(sent[-1]["text"])


def test_it_begins_with_the_study_and_has_run_a_little(shown):
    made, _ = shown
    assert study_of(made.lab["door"]["study"]).machines.keys() == {"a", "b"}
    fits(made.lab["fixed"], "fixed")
    for run in made.lab["door"]["runs"].values():
        fits(run, "stepped")
        assert run["done"] and run["shown"]["loads"][0]["rate"] > 0


def test_the_kernel_runs_what_the_page_asks_and_refuses_the_rest(shown):
    assert asked(shown, "start", study=WRITERS, side="a", key="a-run") == {"ok": True}
    step = asked(shown, "step", key="a-run", budget=9.0)
    fits(step, "stepped")
    broken = asked(shown, "happen", study=WRITERS, kind="scrub", at=1.0)["study"]
    assert "scrub" in [event["kind"] for event in broken["events"]]
    assert "method must be one of" in asked(shown, "answered")["error"]
    with pytest.raises(ValueError, match=r"a\.machine must be one of"):
        Lab({"a": {"machine": "vax"}, "loads": [{"load": "local"}]})

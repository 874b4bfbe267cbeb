"""The lab: studies described, run step by step, pasted, and arrived at from figures."""

import itertools
import json

import jsonschema
import pytest

from figures.contents import get
from figures.lab import doors, live
from figures.lab.of_figure import study as study_of_figure
from figures.lab.setup import fixed, settings_beside
from models.lab.limit import figures
from models.lab.run import watched
from models.lab.study import study_of
from models.machine.order import ORDERS
from tests.figures.runs import SCHEMAS, rows_of

SCHEMA = json.loads((SCHEMAS / "lab.schema.json").read_text(encoding="utf-8"))
WRITERS = {
    "a": {"machine": "server-today"},
    "b": {"settings": {"log.devices": "1"}},
    "loads": [
        {"load": "local", "name": "Writers", "settings": {"threads": "4", "think": "4ms"}},
        {"load": "local", "name": "Readers", "settings": {"reads": "100%", "data": "1TiB"}},
    ],
    "events": [{"at": 2, "kind": "log device dies", "in": "b"}],
    "seconds": 4,
}
STATUS = """  pool: tank
 state: ONLINE
config:

	NAME        STATE     READ WRITE CKSUM
	tank        ONLINE       0     0     0
	  mirror-0  ONLINE       0     0     0
	    ata-WDC_WD80EFAX-68KNBN0_A1  ONLINE       0     0     0
	    ata-WDC_WD80EFAX-68KNBN0_A2  ONLINE       0     0     0
	logs
	  nvme0n1   ONLINE       0     0     0
"""


def asked(method, **request):
    """What the page gets for a request."""
    return json.loads(getattr(live, method)(json.dumps(request)))


def fits(value, part):
    """Whether a value is of a form of the schema."""
    jsonschema.validate(value, {"$ref": f"#/$defs/{part}", "$defs": SCHEMA["$defs"]})


def ran(study, side, **more):
    """The last answer of a run in steps, with all columns of latency."""
    assert asked("start", study=study, side=side, key=side, **more) == {"ok": True}
    while not (step := asked("step", key=side, budget=0.05))["done"]:
        pass
    return step


def test_what_a_study_is_called_and_shows_is_of_the_schema():
    fits(fixed() | {"doors": []}, "fixed")
    told = asked("describe", study=WRITERS)
    fits(told, "told")
    assert told["setup"]["sides"]["b"]["commands"] == ["zpool add tank log nvme0n1"]
    fits(asked("beside", study=WRITERS, side="b"), "beside")
    fits(ran(WRITERS, "b", iostat=True), "stepped")


def test_each_setting_of_a_part_can_be_set_as_it_is_shown():
    for order in ORDERS.values():
        for part in settings_beside(order).values():
            for field in part["first"]:
                assert field["value"], field


def test_a_run_in_steps_is_the_run_of_the_command_line():
    """The same samples, whether the page takes them one by one or all at once."""
    study = study_of(WRITERS)
    whole = list(
        watched(study.machines["b"], study.loads, study.happening("b"), study.seconds, study.seed)
    )
    ran(WRITERS, "b")
    kept = [doors.bare(sample) for sample in live.runs["b"].samples]
    assert json.dumps(kept) == json.dumps(whole)


def test_a_window_shows_the_figures_of_its_seconds():
    ran(WRITERS, "b")
    for window in ([0.5, 2.0], [2.5, 4.0]):
        shown = asked("show", key="b", window=window)["shown"]
        one = figures(live.runs["b"].samples, 0, *window)
        assert (shown["from"], shown["to"]) == tuple(window)
        assert shown["loads"][0]["rate"] == one.rate
        assert shown["loads"][0]["p99"] == one.p99
    dead = asked("show", key="b", window=[2.5, 4.0])["shown"]["loads"][0]
    well = asked("show", key="b", window=[0.5, 2.0])["shown"]["loads"][0]
    assert dead["median"] > 10 * well["median"]  # the log is on the disks again


def test_the_spans_of_the_shown_request_follow_each_other():
    shown = ran(WRITERS, "a")["shown"]
    for way in shown["ways"].values():
        assert way[0]["from"] == 0
        for one, other in itertools.pairwise(way):
            assert one["to"] == pytest.approx(other["from"], abs=1e-12)


def test_a_finished_run_can_be_taken_from_a_file():
    """A door's samples show the same as the run that they come from."""
    first = ran(WRITERS, "a")
    run = live.runs["a"]
    kept = {"samples": [doors.bare(one) for one in run.samples], "details": doors.details(run)}
    asked("load", study=WRITERS, side="a", key="a", **json.loads(json.dumps(kept)))
    again = asked("show", key="a")
    assert again["shown"]["loads"] == first["shown"]["loads"]
    assert again["shown"]["parts"] == first["shown"]["parts"]
    assert again["shown"]["ways"]


def test_what_cannot_be_is_refused_in_a_line_and_names_its_machine():
    study = WRITERS | {"b": {"settings": {"log.devices": "1", "log.mirrored": "yes"}}}
    told = asked("describe", study=study)
    assert told["refused"]["side"] == "b"
    assert "must be an even number" in told["refused"]["message"]
    assert told["setup"]["sides"].keys() == {"a"}
    assert asked("describe", study={"a": {"machine": "vax"}, "loads": [{"load": "local"}]})[
        "refused"
    ]["message"].startswith("a.machine must be one of")
    assert "error" in asked("start", study=study, side="b", key="b")


def test_a_pool_that_is_pasted_is_the_machine():
    told = asked("paste", study=WRITERS, place="a", text=STATUS)
    settings = told["study"]["a"]["settings"]
    assert settings["pool.layout"] == "mirror"
    assert float(settings["pool.disks.capacity"]) == 8e12
    assert told["study"]["b"] == {"settings": {}}  # B's log device is now A's
    assert told["study"]["loads"] == WRITERS["loads"]


def test_a_fio_job_that_is_pasted_is_a_load():
    job = "fio --name=x --rw=randread --bs=4k --numjobs=4 --size=10g"
    told = asked("paste", study=WRITERS, place=1, text=job)
    assert told["study"]["loads"][1]["settings"]["size"] == "4096"
    assert told["study"]["loads"][0] == WRITERS["loads"][0]
    assert "line 1" in asked("paste", study=WRITERS, place="a", text="zpool creat x")["error"]


def test_a_study_that_is_pasted_is_the_study():
    assert asked("paste", study=WRITERS, place="a", text=json.dumps(WRITERS))["study"] == WRITERS
    assert "JSON" in asked("paste", study=WRITERS, place="a", text="{ no")["error"]


@pytest.mark.parametrize("name", doors.NAMES)
def test_each_door_opens(name):
    door = doors.door(name)
    study = study_of(door["study"])
    assert set(study.machines) == {"a", "b"}
    fits(asked("describe", study=door["study"]), "told")


@pytest.mark.parametrize(
    ("id", "value", "of"),
    [
        ("same-disk", "raw_cached", "rate"),
        ("points-to-heat", "iops", "rate"),
        ("one-writer", "app_steady", "bytes"),
        ("write-path", "latency_above", "median"),
        ("slog-enable", "after_iops", "rate"),
        ("shared-flush", "writes", "rate"),
        ("load-ramp", "one_each", "rate"),
    ],
)
def test_a_figure_arrives_at_its_headline_number(id, value, of):
    """The lab's run of the figure's machine gives the figure's own number."""
    values = get(id).values(rows_of(id))
    made = study_of(study_of_figure(id, {}))
    samples = list(watched(made.machines["a"], made.loads, (), 6.0, made.seed))
    one = figures(samples, 0, 1.0, 6.0)
    assert getattr(one, of) == pytest.approx(values[value], rel=0.05)


def test_a_figure_without_a_machine_of_the_lab_says_so():
    assert "must" in asked("figure", figure="arc-lists", params={})["error"]

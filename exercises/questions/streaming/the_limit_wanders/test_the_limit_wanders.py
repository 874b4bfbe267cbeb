"""Is a path as fast as its slowest stage, and is nobody forgotten when it is to become faster?"""

import math

import pytest

from exercises.kit.expect import Advised, asked, expect, number, value
from exercises.questions.streaming.the_limit_wanders.question import told
from figures.kit.streams import streamer
from figures.streaming.experiments.stages import read_stages
from models.machine import Stream
from figures.kit import pipeline
from models.units import GB, MB

IN_TURN = "Here the times of all stages are added up. But they all work at the same time: who is waited for?"
ONCE = "That would be enough if each byte passed each stage once. How many bytes pass it for one of the clients'?"
LESS = "That is too few by less than one. A part of a cable helps nobody: how many whole ones does it take?"
ALONE = "Your list mends the slowest stage alone. Then the next one takes its place, and it may be too slow as well."
TOTAL = "Some of them are there already. Count only what is missing."
MISSING = "That is how many to buy. Asked for is how many there must be in all, with those that are there already."
NAMES = ["network card", "core", "disk card", "SAS cable", "disk"]


def path(rng, most=4, twice=False):
    """Stages of several kinds; `twice`: some that see more bytes than the clients send."""
    return [
        {
            "name": name,
            "count": rng.randint(1, most),
            "each": round(rng.uniform(0.3, 2), 2) * GB,
            "takes": rng.choice([1.02, 1.17, 2.0, 2.5]) if twice else 1.0,
        }
        for name in rng.sample(NAMES, 3)
    ]


def writes(rng):
    """Two kinds of stages that are too slow, if clients write to mirrored disks, and one that has
    room."""
    return [
        {
            "name": "network card",
            "count": 1,
            "each": rng.choice([1.3, 1.4, 1.5]) * GB,
            "takes": 1.02,
        },
        {"name": "SAS cable", "count": 3, "each": rng.choice([0.8, 0.9]) * GB, "takes": 2.0},
        {"name": "disk", "count": 200, "each": 90 * MB, "takes": 2.0},
    ]


def book(stages):
    """The same path in the book's model."""
    return pipeline.limit(
        pipeline.Stage(s["name"], s["count"] * s["each"] / s["takes"]) for s in stages
    )


def as_asked(case, stages):
    """The stages as the question tells them."""
    return [
        told(case["record"], case["takes"], s["name"], s["count"], s["each"], s["takes"])
        for s in stages
    ]


def rate_is(answer, case, stages):
    """Compares the rate of a path."""
    function, inputs, size = (
        case["function"]["rate"],
        {"stages": as_asked(case, stages)},
        case["unit"]["size"],
    )
    try:
        expect(answer, function, book(stages).rate / size, **inputs)
    except Advised as error:
        in_turn = 1 / sum(s["takes"] / (s["count"] * s["each"]) for s in stages)
        known = math.isclose(number(answer, function, **inputs), in_turn / size, rel_tol=1e-6)
        raise Advised(str(error), IN_TURN if known else error.advice) from None


def limit_is(answer, case, wanted, stages):
    """Compares the name of the slowest stage."""
    function, inputs = case["function"]["limit"], {"stages": as_asked(case, stages)}
    try:
        got = value(answer, function, str, **inputs)
    except Advised as error:
        raise Advised(
            str(error), error.advice or "The name of the stage is asked for, and nothing else."
        ) from None
    if got != wanted:
        raise AssertionError(
            f"{asked(function, inputs)} gave {got[:40]!r}, which has more room than another"
        )


def list_is(answer, case, stages, wanted):
    """Compares what to buy with the book's list: one more of whoever is slowest, until the path is
    fast enough."""
    function, given, listed = case["function"]["buy"], as_asked(case, stages), case["list"]
    inputs = {"stages": given, "wanted": wanted / case["unit"]["size"]}
    got, call = value(answer, function, dict, **inputs), asked(function, inputs)
    bought, have = dict.fromkeys((s["name"] for s in stages), 0), [dict(s) for s in stages]
    while book(have).rate < wanted:
        slowest = next(s for s in have if s["name"] == book(have).stage.name)
        slowest["count"] += 1
        bought[slowest["name"]] += 1
    for name in bought:
        if name not in got and not listed["some"]:
            raise Advised(
                f"{call} gave nothing for {name!r}",
                "Every stage stands in the list, also if there is nothing to buy.",
            )
        if (
            type(got.get(name, 0)) not in (int, float) or not float(got.get(name, 0)).is_integer()
        ):  # 3.0 cables are 3
            raise Advised(
                f"{call} gave {str(got[name])[:20]} for {name!r}, which is no whole number",
                "Nobody sells a fifth of a cable. How many whole ones does it take?",
            )
    there = {s["name"]: s["count"] if listed["all"] else 0 for s in stages}
    found = {name: got.get(name, 0) - there[name] for name in bought}
    for name, more in bought.items():
        said = f"{call} gave {got.get(name, 'nothing')} for {name!r}, which is too"
        if (
            found[name] != more
            and listed["all"]
            and all(got[each] == bought[each] for each in bought)
        ):
            raise Advised(f"{said} few", MISSING)
        if found[name] < 0:
            raise Advised(
                f"{said} few", "Fewer than none cannot be bought: what is there already stays."
            )
        if found[name] > more:
            in_all = all(
                found[s["name"]] == math.ceil(wanted * s["takes"] / s["each"]) for s in stages
            )
            raise Advised(f"{said} many", TOTAL if in_all else None)
        if found[name] < more:
            raise Advised(f"{said} few", too_few(found, bought, stages, wanted))
        if listed["some"] and got.get(name) == 0:
            raise Advised(
                f"{call} gave 0 for {name!r}",
                "A stage of which there are enough does not stand in the list.",
            )
    getattr(answer, case["function"]["buy"])(given, inputs["wanted"])
    if given != as_asked(case, stages):
        raise Advised(
            f"{call} gave the right list, and changed the stages that it was given",
            "Whoever asks again finds a server that was never bought. Work on a copy: "
            f"`[{'list' if case['record']['order'] else 'dict'}(stage) for stage in stages]`.",
        )


def too_few(got, bought, stages, wanted):
    """Advice for a list that a known mistake leads to; None for another."""
    slowest = book(stages).stage.name
    known = (
        (ONCE, {s["name"]: math.ceil(wanted / s["each"]) - s["count"] for s in stages}),
        (ALONE, {name: more if name == slowest else 0 for name, more in bought.items()}),
        *(
            (LESS, {s["name"]: whole(wanted * s["takes"] / s["each"]) - s["count"] for s in stages})
            for whole in (math.floor, round)
        ),
    )
    return next(
        (
            words
            for words, wrong in known
            if all(got.get(name) == max(0, more) for name, more in wrong.items())
        ),
        None,
    )


@pytest.mark.points(2)
@pytest.mark.advice(
    "Buckets along a line: while one byte is in the second stage, the next is in the first. Nobody waits for the sum "
    "of all; everybody waits for the slowest."
)
def test_a_path_is_as_fast_as_its_slowest_stage(answer, case, rng):
    for _ in range(4):
        stages = path(rng, most=1)
        rate_is(answer, case, stages)
        limit_is(answer, case, book(stages).stage.name, stages)


@pytest.mark.points(1)
@pytest.mark.advice(
    "Two cables side by side carry twice what one of them does. A disk is slow, and a hundred disks are not."
)
def test_several_of_a_kind_carry_together(answer, case):
    stages = [
        {"name": "disk", "count": 100, "each": 20 * MB, "takes": 1.0},
        {"name": "SAS cable", "count": 2, "each": 0.9 * GB, "takes": 1.0},
        {"name": "network card", "count": 1, "each": 1.9 * GB, "takes": 1.0},
    ]
    rate_is(answer, case, stages)
    limit_is(answer, case, "SAS cable", stages)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Where two bytes pass for each byte of a client, a stage that could carry 2 GB a second is full when the clients "
    "send 1. Put every stage into one currency before you compare them: the clients' bytes."
)
def test_a_stage_that_sees_each_byte_twice_has_half_the_room(answer, case, rng):
    for stages in (writes(rng), *(path(rng, twice=True) for _ in range(3))):
        rate_is(answer, case, stages)
        limit_is(answer, case, book(stages).stage.name, stages)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Buy what your list says, and work out the rate again. When the slowest stage is mended, the next one takes its "
    "place, and it may be too slow as well. And one of a kind may not be enough."
)
def test_the_next_stage_takes_the_place_of_the_slowest(answer, case):
    stages = [
        {"name": "network card", "count": 1, "each": 1.4 * GB, "takes": 1.0},
        {"name": "SAS cable", "count": 1, "each": 1.1 * GB, "takes": 1.0},
        {"name": "JBOD", "count": 2, "each": 0.45 * GB, "takes": 1.0},
    ]
    list_is(answer, case, stages, 1.3 * GB)
    list_is(answer, case, stages, 3.1 * GB)


@pytest.mark.points(1)
@pytest.mark.advice(
    "A stage that carries what is wanted already needs no company. To buy more of everything is to waste money."
)
def test_nothing_is_bought_where_there_is_room(answer, case):
    stages = [
        {"name": "network card", "count": 4, "each": 1.4 * GB, "takes": 1.0},
        {"name": "SAS cable", "count": 1, "each": 1.1 * GB, "takes": 1.0},
        {"name": "JBOD", "count": 9, "each": 0.45 * GB, "takes": 1.0},
    ]
    list_is(answer, case, stages, 0.5 * GB)
    list_is(answer, case, stages, 2.1 * GB)


@pytest.mark.points(1)
@pytest.mark.advice(
    "What is wanted fits exactly here: so many stages carry just so much, and that is enough. Work out by hand how many "
    "it takes. When is there nothing to round up?"
)
def test_a_stage_that_just_carries_what_is_wanted_is_enough(answer, case):
    stages = [
        {"name": "network card", "count": 1, "each": 1.5 * GB, "takes": 1.0},
        {"name": "SAS cable", "count": 2, "each": 1.0 * GB, "takes": 2.0},
        {"name": "JBOD", "count": 4, "each": 0.5 * GB, "takes": 1.0},
    ]
    list_is(answer, case, stages, 1.5 * GB)
    list_is(answer, case, stages, 2.0 * GB)
    list_is(answer, case, stages, 3.0 * GB)


@pytest.mark.points(2)
@pytest.mark.advice(
    "How much a stage must carry depends on how many bytes pass it for one of the clients'. A list that is right for "
    "reads may be too short for writes to mirrored disks."
)
def test_a_list_counts_the_bytes_that_pass_and_not_those_that_are_sent(answer, case, rng):
    list_is(answer, case, writes(rng), rng.uniform(2, 4) * GB)
    for _ in range(2):
        list_is(answer, case, path(rng, twice=True), rng.uniform(0.5, 5) * GB)


@pytest.mark.points(1)
@pytest.mark.advice(
    "These are the stages of a 7410 that reads from disk. Write down for each how many there are, what one "
    "carries, and how many bytes pass it for one of the clients'. Then compare with what your program says "
    "of each."
)
def test_it_agrees_with_the_path_of_the_book(answer, case, rng):
    for _ in range(2):
        head, cards = rng.choice(["launch", "ht3"]), rng.randint(1, 2)
        load = Stream("read", rng.randint(5, 20), 4, 2)
        found = read_stages(
            streamer(head, cards=cards, hbas=2, chains=2, jbods=rng.randint(2, 8)), load
        )
        stages = [{"name": s.name, "count": 1, "each": s.capacity, "takes": 1.0} for s in found]
        rate_is(answer, case, stages)
        limit_is(answer, case, pipeline.limit(found).stage.name, stages)

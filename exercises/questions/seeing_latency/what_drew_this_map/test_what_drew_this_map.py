"""Is the map read right?"""

import pytest

from exercises.kit.expect import Advised

FAST, SLOW = ["memory", "bad"], ["one", "two", "pool"]
SHOWS = {
    "one": "One disk lets nearly every write wait for the rest of the same turn, and draws a level line. Is there one "
    "line that holds nearly everything?",
    "two": {
        "one": "Two levels need not be two disks. Two disks never turn quite alike, so their lines climb and fall. What "
        "do the lines do here?",
        "pool": "Two disks that do not turn quite alike draw two slanting lines, one that climbs and one that falls, "
        "equally steep. How many lines can you follow here, and are all of them equally steep?",
    },
    "pool": "A pool of many disks draws many lines, and they slant: each disk turns a little faster or slower than the one "
    "before it. How many slanting lines can you follow?",
    "memory": "A good disk must move its head to the track, and then wait for a part of a turn: two or three turns in all. "
    "Count in turns how high this map goes.",
    "bad": "A disk that tries again and again loses a turn each time, so a few of its reads take dozens of turns. Count "
    "in turns how high this map goes.",
}


def chosen(answer, case, right, advice=None):
    """Raises Advised unless one of the right options is chosen."""
    if answer["what"] not in right:
        raise Advised(f"you chose “{answer.said('what')}”; the map does not fit that", advice)


@pytest.mark.points(1)
@pytest.mark.advice(
    "Look at the floor of the map. Answers from memory or flash take a small part of a millisecond and make a dense band "
    "there. Synchronous writes to disks do not: they wait for a platter. Is there a dense band on the floor?"
)
def test_the_floor_of_the_map_fits(answer, case):
    chosen(answer, case, FAST if case["what"] in FAST else SLOW)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Take it in order: is there a band on the floor, how high does the map go, counted in turns, and are there lines that "
    "are level or lines that slant? Then look at the figures of the chapter again."
)
def test_the_whole_map_fits(answer, case):
    chosen(
        answer,
        case,
        FAST if case["what"] in FAST else SLOW,
        "Begin with the floor of the map. It rules out your choice already, whatever is above it.",
    )
    advice = SHOWS[answer["what"]]
    chosen(
        answer,
        case,
        [case["what"]],
        advice if isinstance(advice, str) else advice.get(case["what"]),
    )

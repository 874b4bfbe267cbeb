"""Does the log get what it should, and does it lie where it should?"""

import pytest

from exercises.kit.expect import Advised, expect, number
from figures.kit.streams import streamer
from figures.streaming.experiments.stages import WrittenBytes, copies
from models.machine import Stream
from models.units import GB, MB, KiB
from models.zfs.zil.log_spec import BlocksAhead
from models.zfs.zil.log_spec import LogSpec

PACKED = (
    "A write of 32 KiB does go into the log now, but in the wrong number of bytes. How many whole writes does one "
    "block hold (third rule), and how many bytes of the clients are in them?"
)
INSTEAD = (
    "Less reaches the disks than the data itself. What is logged goes to its place as well, later."
)
TOO_MUCH = "How often is each byte kept in this pool, that of the data and that of the log? Not every pool is a mirror."
MANY = 420  # writes that wait together: whole blocks of 30, 15, 7 and 3 of them


def load(rng, **more):
    """Clients and their writes, without the copies."""
    return {
        "rate": rng.uniform(100, 900) * MB,
        "clients": rng.randint(10, 30),
        "size": 16 * KiB,
        "committed": rng.uniform(0.8, 3) * GB,
        "group": rng.uniform(1, 5),
        **more,
    }


def as_asked(case, given):
    """The inputs as the question has them."""
    name, log = case["rate"]["name"], case["log"]["name"]
    rate = given["rate"] / (case["rate"]["size"] if name == "rate" else given["clients"])
    others = {other: some for other, some in given.items() if other not in ("rate", "log_devices")}
    flag = {log: given["log_devices"] == (log == "log_devices")} if "log_devices" in given else {}
    return {name: rate, **others, **flag}


def risked(case, given):
    """The inputs of the function that says what is at risk."""
    inputs = as_asked(
        case, {name: given[name] for name in ("rate", "clients", "committed", "group")}
    )
    return (
        inputs
        if case["rate"]["name"] == "rate"
        else {name: inputs[name] for name in ("each", "committed", "group")}
    )


def expect_on_disks(answer, case, wanted, within=1e-6, **given):
    """Compares what reaches the disks with `wanted` bytes for one."""
    expect(
        answer,
        case["function"]["disks"],
        wanted * worth(case, given),
        within,
        **as_asked(case, given),
    )


def worth(case, given):
    """What the function says for one byte on the disks for one of a client."""
    return {"ratio": 1, "bytes": given["rate"], "megabytes": given["rate"] / MB}[
        case["result"]["kind"]
    ]


def share(given):
    """The share at risk, by the book's model."""
    load = Stream("write", given["clients"], committed=given["committed"])
    return WrittenBytes(streamer(groups={"interval": given["group"]}), load).at_risk(given["rate"])


def blocks(size):
    """Bytes of log blocks for a byte, where the book's log packs many writes that wait."""
    ahead = BlocksAhead(LogSpec(sizing="ahead"))
    ahead.fill([size] * MANY, MANY - 1)
    return sum(block for block, _ in ahead.fill([size] * MANY, MANY - 1)) / (size * MANY)


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice(
    "Larger writes leave no data in the log, they go to their place at once. Then a mirror takes two bytes for one, "
    "and no more."
)
def test_large_writes_are_not_logged(answer, case, rng):
    for size in (33 * KiB, 64 * KiB, 128 * KiB):
        expect(answer, case["function"]["log"], 0.0, size=size)
        expect_on_disks(answer, case, 2.0, **load(rng, size=size), copies=2.0, log_devices=False)


@pytest.mark.points(2)
@pytest.mark.advice(
    "What does the function {{function.log}} give for writes of exactly 32 KiB? Clients of that time sent just these. Read "
    "the second rule again, word by word."
)
def test_writes_of_the_usual_size_go_into_the_log(answer, case):
    try:
        expect(answer, case["function"]["log"], 4 / 3, size=32 * KiB)
    except AssertionError as failure:
        raise Advised(
            str(failure), PACKED if number(answer, case["function"]["log"], size=32 * KiB) else None
        ) from None


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice(
    "Only whole writes go into a block, each with a header, and the block needs one too. Four writes of 32 KiB and "
    "their headers are a little more than 128 KiB."
)
def test_a_block_holds_whole_writes_and_their_headers(answer, case):
    for size, fit in ((4, 30), (8, 15), (16, 7), (24, 5)):
        expect(answer, case["function"]["log"], 128 / (fit * size), size=size * KiB)


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice(
    "A COMMIT finds half of the open group and all of the one on its way out, but never more than everything that was sent."
)
def test_no_more_is_at_risk_than_was_sent(answer, case, rng):
    slow = {"rate": 100 * MB, "clients": 20, "committed": 1 * GB, "group": 2.0}
    fast = {**slow, "rate": rng.uniform(8, 20) * GB}
    whole = 1.0 if case["risk"]["is_share"] else slow["committed"]
    expect(answer, case["function"]["risk"], 0.015 * whole, **risked(case, slow))
    expect(answer, case["function"]["risk"], whole, **risked(case, fast))


@pytest.mark.points(2)
@pytest.mark.advice(
    "A pool with two copies writes the data twice. What about the log, which lies on the same disks and must survive "
    "the same failures?"
)
def test_the_log_is_kept_as_safely_as_the_data(answer, case, rng):
    for kept in (2.0, 1.0, copies("raidz2", 14)):
        given = load(rng, size=rng.choice([4, 8, 16]) * KiB)
        at_risk = number(answer, case["function"]["risk"], **risked(case, given))
        part = at_risk if case["risk"]["is_share"] else at_risk / given["committed"]
        log = number(answer, case["function"]["log"], size=given["size"]) * part
        inputs = {**given, "copies": kept, "log_devices": False}
        try:
            expect_on_disks(answer, case, kept * (1 + log), **inputs)
        except AssertionError as failure:
            got = number(answer, case["function"]["disks"], **as_asked(case, inputs)) / worth(
                case, given
            )
            advice = (
                TOO_MUCH if got > kept * (1 + log) else INSTEAD if got < kept * (1 - 1e-6) else None
            )
            raise Advised(str(failure), advice) from None


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice("With log devices the log goes elsewhere. What is left for these disks?")
def test_log_devices_take_the_log_away(answer, case, rng):
    for kept in (1.0, 2.0):
        expect_on_disks(
            answer, case, kept, **load(rng, size=8 * KiB), copies=kept, log_devices=True
        )


@pytest.mark.points(2)
@pytest.mark.advice(
    "These writes are of the size that clients of the time sent, 32 KiB. Work out one case by hand: what is at risk, what it "
    "takes in log blocks, and how often each of them is written."
)
def test_it_agrees_with_the_pool_of_the_book(answer, case, rng):
    for layout in ("mirror", "raidz2"):
        given = load(
            rng, size=32 * KiB, committed=1.25 * GB, group=5.0, rate=rng.uniform(400, 700) * MB
        )
        kept = copies(layout, 14)
        wanted = kept * (1 + blocks(32 * KiB) * share(given))
        expect_on_disks(answer, case, wanted, within=0.005, **given, copies=kept, log_devices=False)

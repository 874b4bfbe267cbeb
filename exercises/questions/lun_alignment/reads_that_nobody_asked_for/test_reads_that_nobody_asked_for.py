"""Is the listing read in bytes, and the right thing blamed?"""

import pytest

from exercises.kit.expect import Advised, choose, mixed_up, near
from exercises.questions.lun_alignment.reads_that_nobody_asked_for.question import cause
from models.units import KiB, percent

SLACK = 7 * percent
MOVED = (
    "It may be at fault, too; the listing cannot tell. But suppose you move the partition to sector 2048, and compare "
    "the size of a block with that of a request. Would these reads stop?"
)


@pytest.mark.points(1)
@pytest.mark.advice(
    "A volume's block is read as a whole or not at all, as its checksum is that of the whole. In which line and column does "
    "its size stand?"
)
def test_the_block_size_is_that_of_a_read(answer, case):
    near(
        answer,
        "block",
        case["block"],
        within=0.02,
        slips={
            case[
                "disk_write"
            ]: "That is the mean size of what the disks write, which gathers many blocks. Which of the disks' "
            "requests are of one block each?",
            8
            * KiB: "A volume has blocks of 8 KiB unless somebody says otherwise. Which number of the listing says what this "
            "one has?",
            case[
                "request"
            ]: "That is what a client asks for at a time. The disks know nothing of that: what do they read at a "
            "time?",
        },
    )


@pytest.mark.points(2)
@pytest.mark.advice(
    "Multiply the reads by their size, for the disks and for the clients. What the disks read beyond what the clients asked "
    "for is needless; divide it by all that the disks read."
)
def test_the_share_of_bytes_that_nobody_asked_for(answer, case):
    got, wanted = answer["needless"], max(0.0, 1 - case["asked"] / case["read"])
    if abs(got - wanted) <= SLACK:
        return
    said = (
        f"you said {answer.said('needless')}, which is too {'large' if got > wanted else 'small'}"
    )
    if units := mixed_up(answer, "needless", wanted, within=0.05):
        raise Advised(said, units)
    asked = case["asked"] / case["read"]
    if abs(got - asked) < 2 * percent and asked:
        raise Advised(
            said, "So much of what the disks read was asked for. What share of it was not?"
        )
    if asked and abs(got - (1 / asked - 1)) < 2 * percent:
        raise Advised(
            said,
            "You divided by what the clients read. The question asks for a share of what the disks read.",
        )
    by_count = max(0.0, 1 - case["client_reads"] / case["disk_reads"])
    if abs(got - by_count) < 2 * percent:
        raise Advised(
            said,
            "You compared how many reads there are. A read of the disks and one of a client differ in size: "
            "compare bytes.",
        )
    if got < wanted and not case["asked"]:
        raise Advised(
            said,
            "How much do the clients read? Then how much of what the disks read can have been asked for?",
        )
    raise AssertionError(said)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Two questions decide. Do the disks read more bytes than the clients asked for? And if so, are the blocks larger than a "
    "request, or do they fit into it?"
)
def test_what_is_wrong(answer, case):
    right = cause(case)
    if (
        answer["cause"] == "start" and right == "block"
    ):  # the partition may be off as well; the listing cannot tell
        raise Advised(
            f"you chose “{answer.said('cause')}”; with that mended alone these reads would go on",
            MOVED,
        )
    choose(
        answer,
        "cause",
        right,
        slips={
            "log": "A slow log makes writes wait, but it reads nothing. The reads of the disks must have another reason.",
            "well": "The clients asked for fewer bytes than the disks have read. What was the rest for?",
            "start": "Compare bytes, not operations: is anything read that nobody asked for?",
            "block": (
                "Compare bytes, not operations: is anything read that nobody asked for?"
                if right == "well"
                else "Compare the size of a block with that of a request. Is there room for whole blocks in a request? Why are "
                "some not covered as a whole all the same?"
            ),
        },
    )

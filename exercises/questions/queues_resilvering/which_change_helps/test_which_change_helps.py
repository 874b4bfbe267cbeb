"""Is the picture read rightly, and does the change make the reads faster?"""

import pytest

from exercises.kit.expect import Advised, choose, near
from exercises.questions.queues_resilvering.which_change_helps.question import after, best, parts
from models.units import ms

SORTED = "What is in the drive's queue has left ZFS's. Sorting the queue above does not reach it any more."
HELPLESS = {
    (
        "crowd in the drive",
        "more",
    ): "More commands at a time make the crowd in the drive larger, and the read stands in it.",
    ("crowd in the drive", "classes"): SORTED,
    (
        "crowd in the drive",
        "order",
    ): "In disk order the drive has always a next piece of the stream at hand, and that is "
    "nearer than any random read. What about the number of commands?",
    (
        "no classes",
        "fewer",
    ): "The drive has few commands already: count the lanes in use. The reads wait above it.",
    (
        "no classes",
        "more",
    ): "That moves the crowd down into the drive, and the drive at least chooses. But why do the reads "
    "stand behind it at all? Look at the upper picture.",
    (
        "no classes",
        "order",
    ): "The resilver gets on better, and each of its reads is over sooner. But the application's still "
    "stand behind all of them in the upper picture.",
    (
        "starved array",
        "fewer",
    ): "The drive has few commands already: count the lanes in use. Sixteen disks stand behind it.",
    (
        "starved array",
        "classes",
    ): "Look whose bars are below: hardly one is the resilver's. The reads go first already. What "
    "do they wait for?",
    (
        "starved array",
        "order",
    ): "The resilver hardly gets a command, as the lower picture shows. Its order cannot matter.",
    (
        "beside a stream",
        "more",
    ): "The more commands, the more pieces of the stream are at hand, and all of them are nearer "
    "than a random read.",
    ("beside a stream", "classes"): SORTED,
    (
        "beside a stream",
        "order",
    ): "That helps a little, and makes the resilver take weeks. Another change helps more: "
    "how many commands does the drive choose from?",
}


@pytest.mark.points(1)
@pytest.mark.advice(
    "Each lane of the lower picture holds one command at a time. Count the lanes that have a bar in them at some time: the "
    "axis may have more, and those stay empty."
)
def test_the_lanes_are_the_queue_depth(answer, case):
    near(answer, "depth", case["depth"], within=1e-9)


@pytest.mark.points(2)
@pytest.mark.advice(
    "The upper picture shows who waits in ZFS's queue, the lower one how long each command is in the drive. Look for the "
    "application's colour in both, and compare its bars with the time that a read takes."
)
def test_the_queue_in_which_the_reads_wait(answer, case):
    above, below = parts(case)
    choose(
        answer,
        "where",
        "zfs" if above > below else "drive",
        slips={
            "both": "Compare a bar of the application's with the time that a read takes in all: it is either nearly all of it, "
            "or a small part.",
        },
    )


@pytest.mark.points(3)
@pytest.mark.advice(
    "Begin with the queue in which the reads wait, and ask what stands before them there. Then choose the change that takes "
    "just that away."
)
def test_the_change_makes_the_reads_fastest(answer, case, note):
    change = answer["change"]
    took, now = after(case, change), after(case, None)
    found = f"with this change a read takes {took / ms:.0f} ms; it took {now / ms:.0f} ms"
    if change != best(case):
        less = "no better" if took > 0.97 * now else "another change does more"
        raise Advised(f"{found}: {less}", HELPLESS.get((case["situation"], change)))
    note(found)

"""Is the map read, and the change named?"""

import pytest

from exercises.questions.intent_log.change_at_the_line.question import half, ninth
from exercises.kit.expect import choose, near
from models.sim.stats import percentile

RIGHT = {
    "spindles": "On the right most writes still take some milliseconds, up to half a turn of the old disks. ",
    "crowd": "On the right most writes take one to two turns. ",
    "far": "On the right writes still take up to a turn. ",
}
SLIPS = {
    (
        "logs",
        "disabled",
    ): "Look how high the band lies. With sync disabled the server waits for no device at all. Would a "
    "write take so long then?",
    (
        "disabled",
        "logs",
    ): "Look how low the band lies. How long would a write take if it had to wait for a Logzilla, and "
    "for the processors?",
    (
        "spindles",
        "crowd",
    ): "With more threads a write waits longer, since a commit is mostly out when it comes. Here "
    "writes wait less than before.",
    (
        "spindles",
        "far",
    ): "The latencies are not the same on both sides. The way to the client does not show at the server.",
    (
        "crowd",
        "spindles",
    ): "Faster disks make the lake less deep. Compare the upper edges of the two sides.",
    (
        "crowd",
        "far",
    ): "A client far away sends fewer writes. How many are there in a second after the line?",
    (
        "far",
        "spindles",
    ): "Compare the upper edges of the two sides. A turn still takes as long as it did.",
    (
        "far",
        "crowd",
    ): "With more threads there would be more writes a second, and most would wait for two commits.",
}
GENERAL = {
    "logs": "With a log device nobody waits for a platter: what would take so long?",
    "disabled": "With sync disabled nobody waits for a platter: what would take so long?",
    "spindles": "There is no lake on the right. With faster disks there would still be one, up to their turn.",
    "crowd": "There is no lake on the right. More threads on the same disks would still wait for platters, and longer.",
    "far": "Compare the latencies of the two sides. The server does not know how far its client is, and would need as long "
    "as before.",
}


@pytest.mark.points(1)
@pytest.mark.advice(
    "Look at the cells on the right of the line alone, and find the height below which nearly all of them lie. Mind the "
    "axis: each step upwards is a factor."
)
def test_nine_of_ten_writes_lie_below_this(answer, case):
    where = case["pairs"], case["seed"]
    before = percentile([latency for _, latency in half("", *where)], 0.9)
    near(
        answer,
        "ninth",
        ninth(case["change"], *where),
        within=0.2,
        slips={
            before: "So it was before the line. Look at the other side.",
            1000
            * ninth(
                case["change"], *where
            ): "This would be right in microseconds. The axis is in milliseconds.",
        },
    )


@pytest.mark.points(3)
@pytest.mark.advice(
    "Ask in this order: do writes on the right still wait for platters? If they do, for how long, and how many are there? "
    "If they do not, what else do they wait for?"
)
def test_the_change_is_the_one_that_was_made(answer, case):
    made = case["change"]
    slips = {
        said: SLIPS.get((made, said))
        or (RIGHT[made] if said in ("logs", "disabled") else "") + general
        for said, general in GENERAL.items()
        if said != made
    }
    choose(answer, "change", made, slips=slips)

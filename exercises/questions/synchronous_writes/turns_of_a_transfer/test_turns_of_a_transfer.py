"""Is the listing understood? It was made by the book's machine."""

import pytest

from exercises.kit.expect import choose, near
from exercises.questions.synchronous_writes.turns_of_a_transfer.question import run
from models.catalogue.machines import values
from models.sim.stats import mean
from models.units import ms

OFTEN = values("freebsd-box")["pool.disks.speed"]  # turns a second of the chapter's disk
ONCE = "Look at the number of turns: it is about one, so no second turn is lost between two transfers. "
MORE_THAN_ONE = (
    "Near. One turn is lost for each transfer; but divide the two numbers of a second, and you find a little more. What "
    "takes the rest of the time?"
)
SLIPS = {
    ("one", "late"): ONCE + "A program that comes late would make half as many.",
    (
        "one",
        "several",
    ): "Several entries in a block make a larger transfer. What size has an entry of 8 KiB alone?",
    (
        "one",
        "early",
    ): "A disk that answers from its cache takes thousands of transfers a second, however slowly it turns.",
    (
        "one",
        "gathered",
    ): "What a file system gathers goes out in large pieces. Look at the size of these.",
    (
        "late",
        "one",
    ): "The size fits. But compare the turns of a second with the transfers of a second: what happens in the "
    "other turn?",
    (
        "late",
        "several",
    ): "Programs that share commits still make one transfer a turn, and a larger one. Look at both "
    "columns.",
    (
        "late",
        "early",
    ): "A disk that answers from its cache waits for no platter at all. Here almost two turns go by.",
    (
        "late",
        "gathered",
    ): "What a file system gathers goes out in large pieces. Look at the size of these.",
    (
        "several",
        "one",
    ): "The rate fits. But an entry of 8 KiB takes 12 KiB of log. What else is in these transfers?",
    ("several", "late"): ONCE + "And what makes the transfers larger than 12 KiB?",
    (
        "several",
        "early",
    ): "A disk that answers from its cache makes thousands of transfers a second. These wait for the "
    "platter.",
    (
        "several",
        "gathered",
    ): "ZFS gathers sixteen writes of 8 KiB into one transfer, where nobody waits. How many are in "
    "these?",
    (
        "early",
        "one",
    ): "Here the platter turns only by a small part from one transfer to the next. Who answers so soon?",
    (
        "early",
        "late",
    ): "Here the platter turns only by a small part from one transfer to the next. Who answers so soon?",
    (
        "early",
        "several",
    ): "Programs that share a commit wait for the platter together, and their transfers are larger than"
    " one entry. Neither is so here.",
    (
        "early",
        "gathered",
    ): "What a file system gathers goes out in large pieces. Look at the size of these.",
    (
        "gathered",
        "one",
    ): "The rate fits. But a log entry of 8 KiB is a small transfer, and these are large.",
    (
        "gathered",
        "late",
    ): "Look at the size: one entry of 8 KiB makes a small transfer. And a program that is more than a "
    "turn late pays two turns for each. Here it is one, and what lies above one is the data as it "
    "passes under the head.",
    (
        "gathered",
        "several",
    ): "The rate fits. But a log block holds entries of 8 KiB, each with its header, and at most ten "
    "programs write. Can their entries fill 128 KiB?",
    (
        "gathered",
        "early",
    ): "A disk that answers from its cache does not wait a turn for each transfer, as this one does.",
}


@pytest.mark.points(1)
@pytest.mark.advice(
    "Two numbers for one second: the turns of the platter, from the turns a minute, and the transfers, from the listing. "
    "How many turns fall to one transfer?"
)
def test_so_many_turns_fall_to_one_transfer(answer, case):
    made = case["load"]
    lines = run(made, case["rpm"], case["programs"], case["think"], case["seed"])
    rate, turns = mean([line[1] for line in lines]), case["rpm"] / 60
    near(
        answer,
        "turns",
        turns / rate,
        within=0.1,
        slips={
            case["rpm"]
            / rate: "The disk makes so many turns in a minute, and the transfers are counted in a second.",
            rate
            / turns: "These are the transfers in one turn. The turns from one transfer to the next were asked for.",
            turns: "These are the turns in a second. How many transfers share them?",
            rate: "These are the transfers in a second. How many turns does the platter make in the same second?",
            1
            / rate
            / ms: "That is the time from one transfer to the next, in milliseconds. How many turns is that?",
            OFTEN
            / rate: f"Did you reckon with {OFTEN:.0f} turns a second? That is the chapter's disk; this one makes "
            f"{case['rpm']:,} in a minute.",
            **({1.0: MORE_THAN_ONE} if made == "gathered" else {}),
        },
    )


@pytest.mark.points(2)
@pytest.mark.advice(
    "Read the two columns together. The transfers a second, against the turns a second, say what a transfer waits for. The "
    "size says how much was in it."
)
def test_the_load_is_the_one_that_made_the_listing(answer, case):
    made = case["load"]
    choose(
        answer,
        "load",
        made,
        slips={said: advice for (truth, said), advice in SLIPS.items() if truth == made},
    )

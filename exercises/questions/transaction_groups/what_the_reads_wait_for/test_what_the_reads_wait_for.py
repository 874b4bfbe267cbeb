"""Do the answers agree with what the simulated server did?"""

import pytest

from exercises.kit.expect import choose

WRONG_BEAT = (
    "There is a beat, but is it the groups'? Measure from the beginning of one slow moment to the next, and compare with "
    "the time from group to group that the question names."
)
NO_BEAT = (
    "Whatever begins anew again and again leaves columns at even distances, with quiet seconds between. Do you find such "
    "columns here?"
)
THEIR_BEAT = (
    "There is a beat. Measure it: from the beginning of one slow moment to the next. Which of the two suspects is known to "
    "come at that beat?"
)
QUIET = "Too many reads, or a disk that is slow, would show in every second. Here most seconds are quiet. What comes and goes?"
A_GAP = (
    "A line before a busy disk makes reads of every length: one waits for one other, the next for five. Between the quick "
    "reads and the slow ones, is there a gap?"
)
NO_CURE = (
    "The interval changes when things are written, not how much. What groups make slow they now make slow in smaller "
    "portions, and what something else makes slow stays as it was."
)
FOLLOWS = "This would follow if groups were the cause. Find out first whether they are, and then come back to this answer."
FOLLOWS_NOT = (
    "This would follow from the cause that you have named. Find out first whether it is the right one, and then come back to "
    "this answer."
)
OTHERS = (
    "You have not named the groups as the cause. Why should reads that wait for something else become slow twice as often "
    "when groups go out twice as often?"
)
NO_GAP = (
    "If one of two disks were slow, the reads of the other would lie in a band of their own below, with a gap above it. Is "
    "there a gap?"
)


@pytest.mark.points(3)
@pytest.mark.advice(
    "First say what is there in every second, and what comes and goes. Then measure the beat of what comes and goes, or "
    "look for a gap in what stays."
)
def test_what_makes_reads_slow(answer, case):
    truth = case["cause"]
    comes_and_goes = truth in ("groups", "job")
    choose(
        answer,
        "cause",
        truth,
        {
            "groups": WRONG_BEAT if truth == "job" else NO_BEAT,
            "job": THEIR_BEAT if truth == "groups" else NO_BEAT,
            "crowd": QUIET if comes_and_goes else A_GAP,
            "slow": QUIET if comes_and_goes else NO_GAP,
        },
    )


@pytest.mark.points(2)
@pytest.mark.advice(
    "Ask what the change does to the cause that you have named. If groups are the cause: as much is written as before, in "
    "more portions. If they are not: why should anything change?"
)
def test_what_twice_as_many_groups_change(answer, case):
    slips = {"gone": NO_CURE}
    if case["cause"] != "groups":
        slips["often"] = FOLLOWS if answer["cause"] == "groups" else OTHERS
    elif answer["cause"] != "groups":
        slips["same"] = FOLLOWS_NOT
    choose(answer, "shorter", "often" if case["cause"] == "groups" else "same", slips)

"""Do the answers agree with what the programs did, and with the same reads in a cache twice as
large?"""

import pytest

from exercises.kit.expect import choose
from exercises.questions.memory.what_the_misses_are.question import left

NO_GHOSTS = (
    "A block that had to go leaves its name behind for a while. Who asks for it again before long finds a ghost. Compare "
    "the last two columns: how many of the misses did?"
)
MANY_GHOSTS = (
    "What is read once is never asked for again, so nobody finds its ghost. Compare the last two columns: how many of the "
    "misses found one?"
)
CHANGES = (
    "What is read once keeps the hit ratio where it is, as long as it goes on. Go down that column: does it stay? And what "
    "becomes of the blocks that were new, are they asked for again?"
)
IS_FULL = "After a start the cache is empty, and fills. Look at the column that says how full it is, in the first minutes."
NO_TURN = (
    "If programs turn to other data, the hit ratio falls from one minute to the next, and then it recovers. Look for such "
    "a minute."
)
HALF = (
    "Twice the memory does not halve the misses by a law. Either the blocks come back, and a cache that holds them all "
    "answers them, or they do not come back."
)
NOT_A_FALL = "The hit ratio rises all the time here, from the first minute on. How full is the cache when the listing begins?"


@pytest.mark.points(3)
@pytest.mark.advice(
    "For each of the four causes, write down what you would expect: is the cache full, does the hit ratio change, do "
    "misses find ghosts? Then compare with the listing."
)
def test_what_most_of_the_misses_are(answer, case):
    truth = case["cause"]
    choose(
        answer,
        "cause",
        truth,
        {
            "tight": NO_GHOSTS,
            "once": MANY_GHOSTS if truth == "tight" else CHANGES,
            "cold": IS_FULL,
            "moved": NOT_A_FALL if truth == "cold" else NO_TURN,
        },
    )


@pytest.mark.points(2)
@pytest.mark.advice(
    "Memory answers a read only if the block has been read before. The last column tells of blocks that were here not long "
    "ago and had to go. Of the other misses, ask whether anybody had read the block before at all."
)
def test_how_many_misses_twice_the_memory_leaves(answer, case, note):
    share = left(case)
    truth = "few" if share < 0.2 else "half" if share < 0.7 else "same"
    choose(
        answer,
        "twice",
        truth,
        {
            "half": HALF,
        },
    )
    note(f"in the simulation, twice the memory left {100 * share:.0f} % of these misses")

"""Does the configuration keep its promises, in time, and for the money there is?"""

import pytest

from exercises.a_database_on_two_luns.question import result
from exercises.expect import Advised
from models.units import ms

ADVICE = {
    "twice": "Two steps lie before the user is told: the journal's write, answered from memory, and the flush, which has to "
             "wait for the Logzilla anyway. Is there a way to the same promise with one step?",
    "gone": "Both LUNs forgot together, so the database is whole, but old. Your users had been told “done”. What has "
            "to be safe before a user is told, and which of your settings makes it so?",
    "missing": "A checkpoint vouched for pages that had been answered from memory, and the records behind them were "
               "given up. What stands in the journal is safe, and it is not true. Either the data's answers must be "
               "true, or somebody has to make them so before a checkpoint.",
    "unknown": "The data's LUN remembers pages of transactions that the journal has forgotten, and with it the users' "
               "“done”. The journal's answer has to be true before anything is built on it.",
}


@pytest.mark.points(1)
@pytest.mark.advice("The first Logzilla makes a safe write many times as fast. What would the next one add, for one thread?")
def test_the_money_is_enough(answer, case, note):
    note(f"{answer['logs']} of {case['most']} Logzillas")
    if answer["logs"] > case["most"]:
        raise Advised(f"you have {answer['logs']} Logzillas, and at most {case['most']} was asked")


@pytest.mark.points(1)
@pytest.mark.advice(
    "Before a user is told, the journal is written, and flushed if you say so. A safe write to disks waits for a "
    "platter, and a flush of a cache writes to the same place. Where could the log go instead?"
)
def test_a_user_need_not_wait_longer_than_allowed(answer, case, note):
    wait, _, _ = result(answer, case)
    said = f"a user is told after {wait / ms:.2f} ms"
    note(said)
    if wait > case["longest"]:
        advice = ADVICE["twice"] if answer["logs"] else None
        raise Advised(f"{said}, and at most {case['longest'] / ms:.1f} ms was asked", advice)


@pytest.mark.points(1)
@pytest.mark.advice(
    "A safe page waits for a Logzilla, or even for disks. What answers faster than either? And who then sees to it that the "
    "pages become safe?"
)
def test_a_page_need_not_wait_longer_than_allowed(answer, case, note):
    _, page, _ = result(answer, case)
    said = f"a page is answered after {page / ms:.2f} ms"
    note(said)
    if page > case["page"]:
        raise Advised(f"{said}, and at most {case['page'] / ms:.2f} ms was asked")


@pytest.mark.points(3)
@pytest.mark.advice(
    "Take the promises one by one: “done” to the user, and “in place” in a checkpoint. Which of your settings makes "
    "each of them true before it is given?"
)
def test_after_a_failure_every_promise_holds(answer, case, note):
    _, _, failures = result(answer, case)
    kinds = ((2, "missing", "pages of so many transactions are missing, and no record of them is left"),
             (3, "unknown", "there are pages of so many transactions that the journal knows nothing of"),
             (1, "gone", "so many transactions are gone of which users had been told"))
    for column, kind, words in kinds:
        if any(failure[column] for failure in failures):
            counts = ", ".join(f"at {failure[0]:.1f} s: {failure[column]}" for failure in failures)
            raise Advised(f"after a failure {words} ({counts})", ADVICE[kind])
    note(f"three failures, at {', '.join(f'{moment:.1f}' for moment, *_ in failures)} s, and nothing was lost or damaged")

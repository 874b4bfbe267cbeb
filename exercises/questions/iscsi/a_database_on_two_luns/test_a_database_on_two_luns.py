"""Does the configuration keep its promises, in time, and for the money there is?"""

import pytest

from exercises.questions.iscsi.a_database_on_two_luns.question import CHECKPOINT, result
from exercises.kit.expect import Advised
from models.units import ms

ADVICE = {
    "twice": "Two steps lie before the user is told: the journal's write, answered from memory, and the flush, which has to "
    "wait for the Logzilla anyway. Is there a way to the same promise with one step?",
    "disks": "The log is on the disks, and a safe write to them waits for a platter to turn. Where could it go instead?",
    "flush": f"The {CHECKPOINT} pages since the last checkpoint were answered from memory, and now all of them are flushed, "
    "while no transaction may begin. With which settings is nothing left to be flushed by then?",
    "gone": "Both LUNs forgot together, so the database is whole, but old. Your users had been told “done”. What has "
    "to be safe before a user is told, and which of your settings makes it so?",
    "missing": "A checkpoint vouched for pages that had been answered from memory, and the records behind them were "
    "given up. What stands in the journal is safe, and it is not true. Either the data's answers must be "
    "true, or somebody has to make them so before a checkpoint, or the journal must forget as well.",
    "unknown": "The data's LUN remembers pages of transactions that the journal has forgotten, and with it the users' "
    "“done”. Either the journal's answer has to be true before anything is built on it, or the data must not "
    "outlive it.",
}
BROKEN = {
    "missing": "pages of so many transactions are missing, and no record of them is left",
    "unknown": "there are pages of so many transactions that the journal knows nothing of",
    "gone": "so many transactions are gone of which users had been told",
}


def what_broke(failures):
    """The worst that a failure left, one of BROKEN; None if every promise holds."""
    return next(
        (kind for kind in BROKEN if any(getattr(failure, kind) for failure in failures)), None
    )


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice(
    "The first Logzilla makes a safe write many times as fast. What would the next one add, for one thread?"
)
def test_no_more_logzillas_than_allowed(answer, case, note):
    note(f"{answer['logs']} of {case['most']} Logzillas")
    if answer["logs"] > case["most"]:
        raise Advised(f"you have {answer['logs']} Logzillas, and at most {case['most']} was asked")


@pytest.mark.guard
@pytest.mark.points(2)
@pytest.mark.advice(
    "Before a user is told, the journal is written, and flushed if you say so. A safe write to disks waits for a "
    "platter, and a flush of a cache writes to the same place. Where could the log go instead?"
)
def test_a_user_need_not_wait_longer_than_allowed(answer, case, note):
    wait, *_ = result(answer, case)
    said = f"a user is told after {wait / ms:.2f} ms"
    note(said)
    if wait > case["longest"]:
        advice = ADVICE["twice"] if answer["logs"] else None
        raise Advised(f"{said}, and at most {case['longest'] / ms:.1f} ms was asked", advice)


@pytest.mark.points(2)
@pytest.mark.advice(
    "A safe page waits for a Logzilla, or even for disks. What answers faster than either? And who then sees to it that no "
    "failure damages the database?"
)
def test_a_page_need_not_wait_longer_than_allowed(answer, case, note):
    _, page, _, failures = result(answer, case)
    said = f"a page is answered after {page / ms:.2f} ms"
    note(said)
    if page > case["page"]:
        advice = ADVICE["disks"] if case["page"] > 0.6 * ms else None
        raise Advised(f"{said}, and at most {case['page'] / ms:.2f} ms was asked", advice)
    if (broken := what_broke(failures)) is not None:
        raise Advised(
            f"{said}, which counts only where a failure breaks no promise", ADVICE[broken]
        )


@pytest.mark.guard
@pytest.mark.points(2)
@pytest.mark.advice(
    "A checkpoint flushes the pages if they were answered from memory and you say so, and writes a record to the journal. "
    "All of that waits for the disks here. Where could the log go instead?"
)
def test_a_checkpoint_takes_no_longer_than_allowed(answer, case, note):
    _, _, stop, _ = result(answer, case)
    said = f"a checkpoint takes {stop / ms:.1f} ms"
    note(said)
    if stop > case["stop"]:
        advice = ADVICE["flush"] if answer["logs"] else None
        raise Advised(f"{said}, and at most {case['stop'] / ms:.1f} ms was asked", advice)


@pytest.mark.guard
@pytest.mark.points(3)
@pytest.mark.advice(
    "Take the promises one by one: “done” to the user, and “in place” in a checkpoint. Which of your settings makes "
    "each of them true before it is given?"
)
def test_after_a_failure_every_promise_holds(answer, case, note):
    *_, failures = result(answer, case)
    if (kind := what_broke(failures)) is not None:
        counts = ", ".join(
            f"at {failure.moment:.1f} s: {getattr(failure, kind)}" for failure in failures
        )
        raise Advised(f"after a failure {BROKEN[kind]} ({counts})", ADVICE[kind])
    note(
        f"three failures, at {', '.join(f'{moment:.1f}' for moment, *_ in failures)} s, and no promise was broken"
    )

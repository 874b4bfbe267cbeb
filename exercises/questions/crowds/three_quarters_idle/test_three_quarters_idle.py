"""Is the limit found? The book's machine tries each purchase."""

import pytest

from exercises.kit.expect import Advised, near
from exercises.questions.crowds.three_quarters_idle.question import run, with_each

ONE_DEVICE = "This is how much of the time one device is in use. How many are at work when you look at all of them at once?"
CHAIN = "A commit is always out, on one device, and the others stand by. "
ADVICE = {
    ("faster", "devices"): CHAIN + "Would more devices that stand by change anything?",
    (
        "faster",
        "processors",
    ): "The processors are not in use all the time, so that no write waits long for them. Add up the "
    "shares of the log devices.",
    (
        "faster",
        "near",
    ): "A commit is always out: add up the shares of the log devices. Whoever comes sooner mostly "
    "waits longer for it.",
    (
        "near",
        "devices",
    ): "Add up the shares of the log devices: most of the time none of them has anything to do. What would "
    "more of them do?",
    (
        "near",
        "faster",
    ): "How much of its time does a thread spend at the server at all? A log device can shorten only a "
    "part of that.",
    (
        "near",
        "processors",
    ): "The processors are hardly in use, and a thread spends the smaller part of its time at the "
    "server.",
    (
        "processors",
        "devices",
    ): "The log devices are not what the requests wait for. Which part is in use all the time?",
    (
        "processors",
        "faster",
    ): "A commit is not always out: add up the shares of the log devices. Which part is in use all "
    "the time?",
    (
        "processors",
        "near",
    ): "Nearer clients bring their requests sooner to a line that does not move faster. Which part is"
    " in use all the time?",
}


def now(case):
    """What the machine does as it is."""
    return run(**{name: case[name] for name in ("threads", "size", "away", "devices", "speed")})


@pytest.mark.points(1)
@pytest.mark.advice(
    "A device in use for 30 % of the time counts as 0.3 of a device at work. The number that is asked for may lie anywhere "
    "from none to all of them."
)
def test_so_many_log_devices_are_at_work_at_a_moment(answer, case):
    logs = now(case)[3]
    near(
        answer,
        "working",
        sum(logs),
        within=0.05,
        slips={
            **dict.fromkeys([*logs, sum(logs) / len(logs)], ONE_DEVICE),
            len(
                logs
            ): "These are the devices that there are. Each of them works only for a part of the time.",
            100 * sum(logs): "This is the sum in per cent. A hundred per cent is one device.",
            len(logs)
            - sum(logs): "These are the devices that rest at a moment. How many are at work?",
            1 - sum(logs) / len(logs): "This is how much of the time a device rests.",
        },
    )


@pytest.mark.points(3)
@pytest.mark.advice(
    "Ask of each part: is anybody waiting for it? Look for what is in use all the time, alone or added up. If nothing is, "
    "look at where a thread spends its time."
)
def test_the_purchase_brings_the_most_writes(answer, case, note):
    ops, after = now(case)[0], with_each(case)
    best, got = max(after, key=after.__getitem__), answer["buy"]
    if after[got] < 0.99 * after[best]:
        gain = after[got] / ops - 1
        more = f"{100 * gain:.0f} % more" if gain > 0.005 else "no more"
        raise Advised(
            f"with “{answer.said('buy')}” the model makes {after[got]:,.0f} writes a second, {more} "
            "than now; another of the four brings more",
            ADVICE.get((best, got)),
        )
    note(
        f"with “{answer.said('buy')}” the model makes {after[got]:,.0f} writes a second instead of {ops:,.0f}"
    )

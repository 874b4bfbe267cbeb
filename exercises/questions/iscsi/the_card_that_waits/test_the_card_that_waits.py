"""Does the card's clock start with the first packet that waits, and is everybody told of in the
end?"""

import math

import pytest

from exercises.kit.expect import Advised, asked, digits, value
from models.head.nic import Blanking

NEXT = (
    "An interrupt comes when its time is up or the number is full, whichever is sooner, and not with the next packet "
    "after that."
)
FIRST = "The clock runs while nobody waits. It must begin anew with a packet: the first that comes after an interrupt."
LATER = (
    "Draw the packets on a line, and the wait as a bar that begins at the first of them. Does a packet that comes "
    "later move the bar?"
)
HASTY = "A packet has come just then. Is the number full with it, or has the first that waits waited long enough?"
ALL = "An interrupt tells of all packets that wait. How many have come since the one before?"
BURST = 200  # µs of silence that end everything


def told(case, arrivals, packets, wait):
    """When the book's card interrupts, and of how many packets it tells then (µs). Who comes too
    late as a wait ends does so, too, if the wait is a hair shorter."""
    hair = 1e-4 if wait and case["tie"]["is_late"] else 0.0
    return [
        (round(each.time, 3), each.packets)
        for each in Blanking(packets, wait - hair).interrupts(arrivals)
    ]


def before(case, arrivals, wanted, number):
    """The packets that interrupt `number` (from 1) is about, in words."""
    since = wanted[number - 2] if number > 1 else -math.inf
    waiting = [in_unit(case, each) for each in arrivals if since < each <= wanted[number - 1]]
    said = f"packets came at {', '.join(waiting[:8])}{', ...' if len(waiting) > 8 else ''} {case['clock']['unit']}"
    return (
        f"after the one before, at {in_unit(case, since)} {case['clock']['unit']}, {said}"
        if number > 1
        else said
    )


def in_unit(case, time):
    """A time (µs) as the question counts it."""
    return digits(time * case["clock"]["a_us"])


def as_asked(case, arrivals, packets, wait):
    """The inputs as the question has them, and the wait that they mean (µs)."""
    came = [each * case["clock"]["a_us"] for each in arrivals]
    gaps = [later - earlier for earlier, later in zip([0, *came], came, strict=False)]
    count = case["clock"]["count"]
    given = wait if count == 1 else round(wait / count)
    come = case["come"]["name"]
    return {come: {"arrivals": came, "gaps": gaps}[come], "packets": packets, "wait": given}, round(
        given * count, 3
    )


def times_of(case, call, got):
    """The times (µs) of what was returned, and of pairs the packets."""
    is_pairs = case["result"]["kind"] == "pairs"
    if is_pairs and not all(type(each) is list and len(each) == 2 for each in got):
        raise AssertionError(
            f"{call} gave a list with something in it that is no pair [time, packets]"
        )
    times, packets = ([pair[at] for pair in got] if is_pairs else got for at in (0, 1))
    if not all(type(number) in (int, float) for number in (*times, *packets)):
        raise AssertionError(f"{call} gave a list with something in it that is no time")
    return [time / case["clock"]["a_us"] for time in times], packets


def times_are(
    answer, case, arrivals, packets, wait, until=math.inf, early=None, late=None, hasty=HASTY
):
    """Compares what is said of interrupts up to `until` (µs) with the book's. early, late: advice
    for one that is; hasty: for one that is early and comes with a packet."""
    inputs, wait = as_asked(case, arrivals, packets, wait)
    call, unit = asked(case["function"], inputs), case["clock"]["unit"]
    came, counts = times_of(case, call, value(answer, case["function"], list, **inputs))
    came = [time for time in came if time <= until]
    groups = [group for group in told(case, arrivals, packets, wait) if group[0] <= until]
    wanted = [time for time, _ in groups]
    things = [
        f"interrupt {number} ({before(case, arrivals, wanted, number)})"
        for number in range(1, len(wanted) + 1)
    ]
    noun = "interrupt"
    if case["result"]["kind"] == "moments":
        wanted = [time for time, many in groups for _ in range(many)]
        things = [f"the packet of {in_unit(case, each)} {unit}" for each in arrivals]
        noun = "time"
    for want, time, thing in zip(wanted, came, things, strict=False):
        if not math.isclose(want, time, rel_tol=1e-9, abs_tol=1e-6):
            how, advice = ("late", late) if time > want else ("early", early)
            if time in arrivals and wait:
                advice = NEXT if time > want else hasty
            raise Advised(
                f"{call} gave {in_unit(case, time)} {unit} for {thing}, which is too {how}", advice
            )
    up_to = "" if until == math.inf else f" up to {in_unit(case, until)} {unit}"
    gave = f"{call} gave {len(came)} {noun}{'s' * (len(came) != 1)}{up_to}, which is too "
    if len(wanted) < len(came):
        extra = came[len(wanted)]
        waits = any(packet <= extra for packet in arrivals if not wanted or packet > wanted[-1])
        at = f"{in_unit(case, extra)} {unit}"
        advice = f"Your interrupt at {at} tells of nothing: no packet waited any more."
        if waits:
            advice = f"Look at your interrupt at {at}. {HASTY}" if extra in arrivals else None
        raise Advised(f"{gave}many", advice)
    if len(wanted) > len(came):
        raise AssertionError(f"{gave}few")
    if case["result"]["kind"] == "pairs" and (
        wrong := [n for n, (_, many) in enumerate(groups) if counts[n] != many]
    ):
        raise Advised(f"{call} gave {counts[wrong[0]]:g} packets for {things[wrong[0]]}", ALL)


def steady(rng, number, least=5, most=15):
    """Packets that come at random, but never long after each other."""
    times, now = [], rng.randint(0, 50)
    for _ in range(number):
        times.append(now)
        now += rng.randint(least, most)
    return times


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice(
    "The packet that makes the number full interrupts when it comes, whatever the clock says; and then the count begins "
    "anew. Where no packet comes, there is nothing to tell."
)
def test_so_many_packets_interrupt_at_once(answer, case, rng):
    times_are(answer, case, [], 8, 128)
    for packets in (1, 4, 8):
        times_are(answer, case, steady(rng, 3 * packets), packets, 500)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Draw the packets on a line, and the wait as a bar that begins at the first of them. When does the next bar begin? "
    "None may be left out."
)
def test_the_clock_starts_with_the_first_packet_that_waits(answer, case, rng):
    for packets in (6, 8):
        first = steady(rng, packets - 2)
        wait = first[-1] - first[0] + rng.randint(20, 60) + 0.5
        again = [first[0] + 1000 + 7 * n for n in range(packets)]
        times_are(answer, case, first + again, packets, wait, early=FIRST, late=LATER)
        full = steady(rng, packets, 3, 6)
        gap = rng.randint(20, 30)
        more = [full[-1] + gap + 5 * n for n in range(3)]
        closing = [full[0] + 2000 + 7 * n for n in range(packets)]
        times_are(answer, case, full + more + closing, packets, 130.5, early=FIRST, late=LATER)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Let packets come again and again, each before the last one has waited long enough. No packet may lie in the card "
    "for longer than the wait, so somebody must be told of the first of them while more are coming."
)
def test_a_trickle_is_not_kept_for_ever(answer, case, rng):
    arrivals = steady(rng, 40)
    times_are(answer, case, arrivals, 64, 40.5, until=arrivals[-1], early=FIRST)


@pytest.mark.points(2)
@pytest.mark.advice(
    "What becomes of packets that wait when the last one has come? The card's clock runs on, though no packet comes to "
    "look at it."
)
def test_the_last_packets_are_told_of_too(answer, case, rng):
    late = "You tell of them, but too late: whose coming started their clock?"
    times_are(answer, case, [rng.randint(1, 100)], 8, 128, early=FIRST, late=late)
    start = rng.randint(1, 100)
    times_are(answer, case, [start, start + 3], 8, 128, early=FIRST, late=late)


@pytest.mark.guard
@pytest.mark.points(1)
@pytest.mark.advice(
    "With a wait of nothing every packet is told of when it comes, the last one too."
)
def test_without_a_wait_each_packet_interrupts(answer, case, rng):
    times_are(answer, case, steady(rng, 10), 8, 0)


@pytest.mark.points(1)
@pytest.mark.advice(
    "One of these packets comes exactly when the first has waited long enough. Read what the question says of such a packet: "
    "is it told of together with the first, or does a wait of its own begin with it?"
)
def test_who_comes_as_a_wait_ends_is_told_as_the_question_says(answer, case, rng):
    for wait in (128, 256):
        start = rng.randint(1, 100)
        times_are(
            answer,
            case,
            [start, start + wait, start + wait + rng.randint(5, 50), start + 4 * wait],
            8,
            wait,
            hasty=None,
        )


@pytest.mark.points(2)
@pytest.mark.advice(
    "Bursts and silences are mixed here. Take the interrupt that is named, and ask which packet was the first that waited "
    "then."
)
def test_it_agrees_with_the_card_of_the_book(answer, case, rng):
    for packets, wait in ((8, 130.5), (8, 32.5), (3, 60.5)):
        arrivals, now = [], 0
        for _ in range(60):
            now += rng.choice([rng.randint(3, 14), rng.randint(3, 14), rng.randint(60, BURST)])
            arrivals.append(now)
        times_are(answer, case, arrivals, packets, wait)
        full = [now + 1000 + 4 * n for n in range(packets)]
        times_are(answer, case, arrivals + full, packets, wait)

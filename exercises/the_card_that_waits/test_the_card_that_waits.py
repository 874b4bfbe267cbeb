"""Does the card's clock start with the first packet that waits, and is everybody told of in the end?"""

import math

import pytest

from exercises.kit.expect import Advised, asked, value
from models.head.interrupt_coalescing import Blanking

NEXT = "An interrupt comes when its time is up or the number is full, whichever is sooner, and not with the next packet " \
       "after that."
FIRST = "The clock runs while nobody waits. It must begin anew with a packet: the first that comes after an interrupt."
LATER = "Draw the packets on a line, and the wait as a bar that begins at the first of them. Does a packet that comes " \
        "later move the bar?"
HASTY = "A packet has come just then. Is the number full with it, or has the first that waits waited long enough?"
BURST = 200  # µs of silence that end everything


def told(arrivals, packets, wait):
    """When the book's card interrupts (µs)."""
    return [each.time for each in Blanking(packets, wait).interrupts(arrivals)]


def before(arrivals, wanted, number):
    """The packets that interrupt `number` (from 1) is about, in words."""
    since = wanted[number - 2] if number > 1 else -math.inf
    waiting = [f"{each:g}" for each in arrivals if since < each <= wanted[number - 1]]
    return f"{'after the one before, at ' + format(since, 'g') + ' µs, ' if number > 1 else ''}packets came at " \
           f"{', '.join(waiting[:8])}{', ...' if len(waiting) > 8 else ''} µs"


def times_are(answer, arrivals, packets, wait, until=math.inf, early=None, late=None):
    """Compares interrupts up to `until` with the book's. early, late: advice for one that is."""
    got = value(answer, "interrupts", list, arrivals=arrivals, packets=packets, wait=wait)
    call = asked("interrupts", {"arrivals": arrivals, "packets": packets, "wait": wait})
    if not all(type(time) in (int, float) for time in got):
        raise AssertionError(f"{call} gave a list with something in it that is no time")
    up_to = "" if until == math.inf else f" up to {until:g} µs"
    wanted, came = ([time for time in each if time <= until] for each in (told(arrivals, packets, wait), got))
    for number, (want, time) in enumerate(zip(wanted, came, strict=False), 1):
        if not math.isclose(want, time, rel_tol=1e-9, abs_tol=1e-6):
            how, advice = ("late", late) if time > want else ("early", early)
            if time in arrivals and wait:
                advice = NEXT if time > want else HASTY
            raise Advised(f"{call} gave {time:.6g} µs for interrupt {number}, which is too {how} "
                          f"({before(arrivals, wanted, number)})", advice)
    if len(wanted) < len(came):
        extra = came[len(wanted)]
        waits = any(packet <= extra for packet in arrivals if not wanted or packet > wanted[-1])
        advice = f"Your interrupt at {extra:g} µs tells of nothing: no packet waited any more."
        if waits:
            advice = f"Look at your interrupt at {extra:g} µs. {HASTY}" if extra in arrivals else None
        raise Advised(f"{call} gave {len(came)} interrupt{'s' * (len(came) != 1)}{up_to}, which is too many", advice)
    if len(wanted) > len(came):
        raise AssertionError(f"{call} gave {len(came)} interrupt{'s' * (len(came) != 1)}{up_to}, which is too few")


def steady(rng, number, least=5, most=15):
    """Packets that come at random, but never long after each other."""
    times, now = [], rng.randint(0, 50)
    for _ in range(number):
        times.append(now)
        now += rng.randint(least, most)
    return times


@pytest.mark.points(1)
@pytest.mark.advice(
    "The packet that makes the number full interrupts when it comes, whatever the clock says; and then the count begins "
    "anew. Where no packet comes, there is nothing to tell."
)
def test_so_many_packets_interrupt_at_once(answer, rng):
    times_are(answer, [], 8, 128)
    for packets in (1, 4, 8):
        times_are(answer, steady(rng, 3 * packets), packets, 500)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Draw the packets on a line, and the wait as a bar that begins at the first of them. When does the next bar begin? "
    "None may be left out."
)
def test_the_clock_starts_with_the_first_packet_that_waits(answer, rng):
    for packets in (6, 8):
        first = steady(rng, packets - 2)
        wait = first[-1] - first[0] + rng.randint(20, 60) + 0.5
        again = [first[0] + 1000 + 7 * n for n in range(packets)]
        times_are(answer, first + again, packets, wait, early=FIRST, late=LATER)
        full = steady(rng, packets, 3, 6)
        gap = rng.randint(20, 30)
        more = [full[-1] + gap + 5 * n for n in range(3)]
        closing = [full[0] + 2000 + 7 * n for n in range(packets)]
        times_are(answer, full + more + closing, packets, 128.5, early=FIRST, late=LATER)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Let packets come again and again, each before the last one has waited long enough. No packet may lie in the card "
    "for longer than the wait, so somebody must be told of the first of them while more are coming."
)
def test_a_trickle_is_not_kept_for_ever(answer, rng):
    arrivals = steady(rng, 40)
    times_are(answer, arrivals, 64, 40.5, until=arrivals[-1], early=FIRST)


@pytest.mark.points(2)
@pytest.mark.advice(
    "What becomes of packets that wait when the last one has come? The card's clock runs on, though no packet comes to "
    "look at it."
)
def test_the_last_packets_are_told_of_too(answer, rng):
    late = "You tell of them, but too late: whose coming started their clock?"
    times_are(answer, [rng.randint(0, 100)], 8, 128, early=FIRST, late=late)
    start = rng.randint(0, 100)
    times_are(answer, [start, start + 3], 8, 128, early=FIRST, late=late)


@pytest.mark.points(1)
@pytest.mark.advice("With a wait of nothing every packet is told of when it comes, the last one too.")
def test_without_a_wait_each_packet_interrupts(answer, rng):
    times_are(answer, steady(rng, 10), 8, 0)


@pytest.mark.points(2)
@pytest.mark.advice(
    "Bursts and silences are mixed here. Take the interrupt that is named, and ask which packet was the first that waited "
    "then."
)
def test_it_agrees_with_the_card_of_the_book(answer, rng):
    for packets, wait in ((8, 128.5), (8, 32.5), (3, 60.5)):
        arrivals, now = [], 0
        for _ in range(60):
            now += rng.choice([rng.randint(3, 14), rng.randint(3, 14), rng.randint(60, BURST)])
            arrivals.append(now)
        times_are(answer, arrivals, packets, wait)
        full = [now + 1000 + 4 * n for n in range(packets)]
        times_are(answer, arrivals + full, packets, wait)

"""Tells of the last packets as soon as the last one has come, as if nothing were left to wait for.

fails:
    test_a_trickle_is_not_kept_for_ever
    test_the_last_packets_are_told_of_too
    test_it_agrees_with_the_card_of_the_book
advice: has the first that waits waited long enough?
"""

def interrupts(arrivals, packets, wait):
    times = []
    waiting = 0
    due = 0
    for now in arrivals:
        if waiting and now > due:
            times.append(due)
            waiting = 0
        waiting += 1
        if waiting == 1:
            due = now + wait
        if waiting == packets:
            times.append(now)
            waiting = 0
    if waiting:
        times.append(now)
    return times

"""Starts the clock at the last interrupt, when there is no packet yet that could wait.

fails:
    test_the_clock_starts_with_the_first_packet_that_waits
    test_a_trickle_is_not_kept_for_ever
    test_the_last_packets_are_told_of_too
    test_it_agrees_with_the_card_of_the_book
advice: which packet was the first that waited
"""

def interrupts(arrivals, packets, wait):
    times = []
    waiting = 0
    due = wait
    for now in arrivals:
        if waiting and now > due:
            times.append(due)
            waiting, due = 0, due + wait
        waiting += 1
        if waiting == packets or not wait:
            times.append(now)
            waiting, due = 0, now + wait
    if waiting:
        times.append(due)
    return times

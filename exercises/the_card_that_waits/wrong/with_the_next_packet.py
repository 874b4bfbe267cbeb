"""Looks at the clock only when a packet comes, and interrupts then.

fails:
    test_the_clock_starts_with_the_first_packet_that_waits
    test_a_trickle_is_not_kept_for_ever
    test_without_a_wait_each_packet_interrupts
    test_it_agrees_with_the_card_of_the_book
advice: not with the next packet
"""

def interrupts(arrivals, packets, wait):
    times = []
    waiting = 0
    due = 0
    for now in arrivals:
        if waiting and now > due:
            times.append(now)
            waiting = 0
        waiting += 1
        if waiting == 1:
            due = now + wait
        if waiting == packets:
            times.append(now)
            waiting = 0
    if waiting:
        times.append(due)
    return times

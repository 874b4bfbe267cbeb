"""Tells of the last packets in any case, also when nobody waits any more.

fails:
    test_so_many_packets_interrupt_at_once
    test_the_clock_starts_with_the_first_packet_that_waits
    test_it_agrees_with_the_card_of_the_book
advice: no packet waited any more
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
    return [*times, due]

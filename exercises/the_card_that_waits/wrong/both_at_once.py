"""Takes "or" for "and": waits until there are enough packets and enough time has passed.

fails:
    test_so_many_packets_interrupt_at_once
    test_the_clock_starts_with_the_first_packet_that_waits
    test_a_trickle_is_not_kept_for_ever
    test_the_last_packets_are_told_of_too
    test_without_a_wait_each_packet_interrupts
    test_it_agrees_with_the_card_of_the_book
advice: whatever the clock says
"""

def interrupts(arrivals, packets, wait):
    times = []
    waiting = 0
    due = 0
    for now in arrivals:
        waiting += 1
        if waiting == 1:
            due = now + wait
        if waiting >= packets and now >= due:
            times.append(now)
            waiting = 0
    return times

"""Tells of the last packets in any case, also when nobody waits any more.

fails:
    test_so_many_packets_interrupt_at_once
    test_the_clock_starts_with_the_first_packet_that_waits
    test_it_agrees_with_the_card_of_the_book
advice: no packet waited any more
"""


def {{function}}({{come.name}}, packets, wait):
    """{{result.doc}} ({{clock.unit}})."""
{{come.code}}    times = []
    waiting = 0  # packets that the processor has not been told of
    due = 0  # when they have waited long enough
    for now in arrivals:
        if waiting and now {{tie.after}} due:
            {{result.due}}
            waiting = 0
        waiting += 1
        if waiting == 1:
            due = now + {{clock.wait}}
        if waiting == packets:
            {{result.now}}
            waiting = 0
    return times + {{result.more}}

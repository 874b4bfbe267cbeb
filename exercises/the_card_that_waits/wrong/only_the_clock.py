"""Mends the clock, and does not ask what becomes of the last packets.

fails:
    test_the_last_packets_are_told_of_too
    test_without_a_wait_each_packet_interrupts
    test_who_comes_as_a_wait_ends_is_told_as_the_question_says
    test_it_agrees_with_the_card_of_the_book
advice: runs on, though no packet comes
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
    return times

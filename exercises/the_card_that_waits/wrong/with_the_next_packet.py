"""Looks at the clock only when a packet comes, and interrupts then.

fails:
    test_the_clock_starts_with_the_first_packet_that_waits
    test_a_trickle_is_not_kept_for_ever
    test_without_a_wait_each_packet_interrupts
    test_who_comes_as_a_wait_ends_is_told_as_the_question_says
    test_it_agrees_with_the_card_of_the_book
advice: not with the next packet
"""


def {{function}}({{come.name}}, packets, wait):
    """{{result.doc}} ({{clock.unit}})."""
{{come.code}}    times = []
    waiting = 0  # packets that the processor has not been told of
    due = 0  # when they have waited long enough
    for now in arrivals:
        if waiting and now {{tie.after}} due:
            {{result.now}}
            waiting = 0
        waiting += 1
        if waiting == 1:
            due = now + {{clock.wait}}
        if waiting == packets:
            {{result.now}}
            waiting = 0
    if waiting:
        {{result.due}}
    return times

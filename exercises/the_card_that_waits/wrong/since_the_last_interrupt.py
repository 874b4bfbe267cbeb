"""Starts the clock at the last interrupt, when there is no packet yet that could wait.

fails:
    test_the_clock_starts_with_the_first_packet_that_waits
    test_a_trickle_is_not_kept_for_ever
    test_the_last_packets_are_told_of_too
    test_who_comes_as_a_wait_ends_is_told_as_the_question_says
    test_it_agrees_with_the_card_of_the_book
advice: which packet was the first that waited
"""


def {{function}}({{come.name}}, packets, wait):
    """{{result.doc}} ({{clock.unit}})."""
{{come.code}}    times = []
    waiting = 0  # packets that the processor has not been told of
    due = {{clock.wait}}  # when they have waited long enough
    for now in arrivals:
        if waiting and now {{tie.after}} due:
            {{result.due}}
            waiting, due = 0, due + {{clock.wait}}
        waiting += 1
        if waiting == packets or not wait:
            {{result.now}}
            waiting, due = 0, now + {{clock.wait}}
    if waiting:
        {{result.due}}
    return times

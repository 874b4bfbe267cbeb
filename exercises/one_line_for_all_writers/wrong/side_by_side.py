"""Each write sleeps one pause for itself, as with the ticks of 2008.

fails:
    test_those_who_come_together_go_on_one_after_the_other
    test_it_agrees_with_the_simulated_throttle
advice: eight programs are held eight times less
"""


def {{function.pause}}(dirty, limit):
    if dirty >= limit:
        return {{most:g}}
    return min({{most:g}}, {{scale:g}} * max(0.0, dirty - {{start:g}} * limit) / (limit - dirty))


def {{function.go_on}}(times, dirty, limit):
    told = []
    for time in times:
        turn = time + {{function.pause}}(dirty, limit)
        told.append({{result.code}})
    return told

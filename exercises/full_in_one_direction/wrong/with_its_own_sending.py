"""Takes wait and sending together for the wait, or the wait for both.

fails:
    test_half_full_costs_one_packet_and_nine_tenths_nine
    test_the_fullest_direction_decides
advice: Its own sending comes after that
"""


def {{function.loads}}(flows, ways):
    loads = {link: 0.0 for way in ways.values() for link in way}
    for {{flows.each}}:
        for link in {{flows.way}}:
            loads[link] += rate
    return loads


def {{function.wait}}(loads, {{capacity.name}}, packet):
{{capacity.code}}    send = packet / capacity
    used = max(loads.values()) / capacity
    return {{result.other}}{{unit.into}}

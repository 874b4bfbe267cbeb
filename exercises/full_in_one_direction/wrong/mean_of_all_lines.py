"""Takes the mean load of all links.

fails:
    test_the_fullest_direction_decides
advice: A mean over all hides it
"""


def {{function.loads}}(flows, ways):
    loads = {link: 0.0 for way in ways.values() for link in way}
    for {{flows.each}}:
        for link in {{flows.way}}:
            loads[link] += rate
    return loads


def {{function.wait}}(loads, {{capacity.name}}, packet):
{{capacity.code}}    send = packet / capacity
    used = sum(loads.values()) / len(loads) / capacity
    return {{result.code}}{{unit.into}}
